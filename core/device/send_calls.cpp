// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/send_calls.h"

namespace spinscope {

ssize_t SendCalls::send(int fd, const void* data, std::size_t bytes, int flags) {
    return ::send(fd, data, bytes, flags);
}

int SendCalls::sendmmsg(int fd, mmsghdr* messages, unsigned count, int flags) {
    return ::sendmmsg(fd, messages, count, flags);
}

SendCalls& system_send_calls() {
    static SendCalls calls;
    return calls;
}

}  // namespace spinscope
