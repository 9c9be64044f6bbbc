// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/progress_loop.h"

#include <poll.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <exception>
#include <thread>

#include "app/interrupts.h"

namespace spinscope {

void run_with_progress(const std::function<void(const std::stop_token&)>& work,
                       const std::function<std::string()>& progress) {
    Interrupts interrupts;
    std::atomic<bool> ended{false};
    std::exception_ptr error;
    std::jthread worker([&](const std::stop_token& stop) {
        try {
            work(stop);
        } catch (...) {
            error = std::current_exception();
        }
        ended = true;
    });
    const bool terminal = isatty(STDERR_FILENO) != 0;
    while (!ended) {
        pollfd signal{.fd = interrupts.descriptor(), .events = POLLIN, .revents = 0};
        poll(&signal, 1, 50);
        if (interrupts.take() > 0) worker.request_stop();
        if (terminal) std::fprintf(stderr, "\r%s\033[K", progress().c_str());
    }
    if (terminal) std::fprintf(stderr, "\r\033[K");
    worker.join();
    if (error) std::rethrow_exception(error);
}

}  // namespace spinscope
