/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <ck_spinlock.h>
#include <stdlib.h>

#include "tests/benchmarks/lock_calls.h"

struct ticket {
    _Alignas(128) ck_spinlock_ticket_t lock;
};
struct mcs_node {
    _Alignas(64) ck_spinlock_mcs_context_t node;
};
struct mcs {
    _Alignas(128) ck_spinlock_mcs_t queue;
    struct mcs_node nodes[kMaxThreads];
};

void* ck_ticket_make(void) {
    struct ticket* lock = aligned_alloc(128, sizeof *lock);
    ck_spinlock_ticket_init(&lock->lock);
    return lock;
}
void ck_ticket_acquire(void* lock, unsigned thread) {
    (void)thread;
    ck_spinlock_ticket_lock(&((struct ticket*)lock)->lock);
}
void ck_ticket_release(void* lock, unsigned thread) {
    (void)thread;
    ck_spinlock_ticket_unlock(&((struct ticket*)lock)->lock);
}

void* ck_mcs_make(void) {
    struct mcs* lock = aligned_alloc(128, sizeof *lock);
    ck_spinlock_mcs_init(&lock->queue);
    return lock;
}
void ck_mcs_acquire(void* lock, unsigned thread) {
    struct mcs* mcs = lock;
    ck_spinlock_mcs_lock(&mcs->queue, &mcs->nodes[thread].node);
}
void ck_mcs_release(void* lock, unsigned thread) {
    struct mcs* mcs = lock;
    ck_spinlock_mcs_unlock(&mcs->queue, &mcs->nodes[thread].node);
}
