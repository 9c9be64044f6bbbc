/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Locks of ConcurrencyKit behind calls that are not inlined: its headers are no C++. */
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

enum { kMaxThreads = 2 };

void* ck_ticket_make(void);
void ck_ticket_acquire(void* lock, unsigned thread);
void ck_ticket_release(void* lock, unsigned thread);

void* ck_mcs_make(void);
void ck_mcs_acquire(void* lock, unsigned thread);
void ck_mcs_release(void* lock, unsigned thread);

#ifdef __cplusplus
}
#endif
