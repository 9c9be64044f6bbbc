// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/interrupts.h"

#include <sys/signalfd.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include "core/base/error.h"

namespace spinscope {

struct Interrupts::Saved {
    sigset_t mask;
    struct sigaction interrupt;
    struct sigaction pipe;
};

Interrupts::Interrupts() : saved_(std::make_unique<Saved>()), descriptor_(-1) {
    // A shell without job control starts background programs with SIGINT ignored; an ignored signal would
    // never arrive.
    struct sigaction action = {};
    action.sa_handler = SIG_DFL;
    sigaction(SIGINT, &action, &saved_->interrupt);
    action.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &action, &saved_->pipe);

    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &set, &saved_->mask);
    descriptor_ = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
    if (descriptor_ < 0) throw Error("Cannot wait for signals", std::strerror(errno));
}

Interrupts::~Interrupts() {
    close(descriptor_);
    pthread_sigmask(SIG_SETMASK, &saved_->mask, nullptr);
    sigaction(SIGINT, &saved_->interrupt, nullptr);
    sigaction(SIGPIPE, &saved_->pipe, nullptr);
}

int Interrupts::take() {
    int taken = 0;
    signalfd_siginfo info;
    while (read(descriptor_, &info, sizeof info) == static_cast<ssize_t>(sizeof info)) ++taken;
    return taken;
}

}  // namespace spinscope
