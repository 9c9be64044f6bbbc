// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/output.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>

namespace spinscope {

void Output::push() {
    while (pending()) {
        pollfd ready{.fd = descriptor_, .events = POLLOUT, .revents = 0};
        if (poll(&ready, 1, 0) <= 0) return;
        // A pipe that is ready takes PIPE_BUF bytes without blocking; more might block.
        const std::size_t length = std::min<std::size_t>(pending_.size(), PIPE_BUF);
        const ssize_t written = write(descriptor_, pending_.data(), length);
        if (written >= 0) {
            pending_.erase(0, static_cast<std::size_t>(written));
        } else if (errno == EAGAIN || errno == EINTR) {
            return;
        } else {
            error_ = errno;
        }
    }
}

}  // namespace spinscope
