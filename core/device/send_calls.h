// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/socket.h>

#include <cerrno>
#include <cstddef>

namespace spinscope {

/// The system calls a sender makes, so that a test can have them fail.
class SendCalls {
 public:
    virtual ~SendCalls() = default;
    virtual ssize_t send(int fd, const void* data, std::size_t bytes, int flags);
    virtual int sendmmsg(int fd, mmsghdr* messages, unsigned count, int flags);
};
/// The real ones.
SendCalls& system_send_calls();

/// What became of a batch: the first `sent` datagrams were taken by the kernel; what happened to the next one
/// says `next`, and nothing happened to those behind it.
struct SendResult {
    enum class Next { None, Busy, Refused };
    unsigned sent = 0;
    Next next = Next::None;
    int error = 0;  ///< errno, where next is not None

    bool operator==(const SendResult&) const = default;
};

/// Whether the same packet may be sent later.
inline bool is_busy(int error) {
    return error == EAGAIN || error == EWOULDBLOCK || error == ENOBUFS || error == ENOMEM;
}

}  // namespace spinscope
