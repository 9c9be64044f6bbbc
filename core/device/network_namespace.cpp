// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/network_namespace.h"

#include <linux/netlink.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include "core/base/error.h"

namespace spinscope {
namespace {

/// What the child tells with each descriptor, or instead of one.
struct Word {
    enum class Step { Namespace, Socket } step = Step::Namespace;
    int error = 0;
};

union Control {
    cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int))];
};

// The child of a process with threads: up to _exit() it makes system calls and nothing else.

void tell(int channel, Word word, int descriptor) {
    iovec vector{&word, sizeof word};
    msghdr message{};
    message.msg_iov = &vector;
    message.msg_iovlen = 1;
    Control control{};
    if (descriptor >= 0) {
        message.msg_control = &control;
        message.msg_controllen = sizeof control;
        cmsghdr* header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof descriptor);
        std::memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
    }
    sendmsg(channel, &message, MSG_NOSIGNAL);
}

void hand_over(int channel, int descriptor) {
    tell(channel, {Word::Step::Socket, descriptor < 0 ? errno : 0}, descriptor);
    if (descriptor < 0) _exit(1);
    close(descriptor);
}

[[noreturn]] void child(int channel, pid_t parent, unsigned udp_sockets) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
    // Without a user namespace it takes rights, which somebody may have where users' namespaces are refused.
    if (unshare(CLONE_NEWUSER | CLONE_NEWNET) != 0) {
        const int error = errno;
        if (unshare(CLONE_NEWNET) != 0) {
            tell(channel, {Word::Step::Namespace, error}, -1);
            _exit(1);
        }
    }
    hand_over(channel, socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE));
    for (unsigned i = 0; i < udp_sockets; ++i) hand_over(channel, socket(AF_INET, SOCK_DGRAM, 0));
    _exit(0);
}

/// The next descriptor from the child. Throws Error.
Descriptor receive(int channel) {
    Word word;
    iovec vector{&word, sizeof word};
    Control control{};
    msghdr message{};
    message.msg_iov = &vector;
    message.msg_iovlen = 1;
    message.msg_control = &control;
    message.msg_controllen = sizeof control;
    const ssize_t bytes = recvmsg(channel, &message, MSG_CMSG_CLOEXEC);
    if (bytes != static_cast<ssize_t>(sizeof word)) {
        throw Error("A network namespace cannot be made", "the helper process ended early");
    }
    const cmsghdr* header = CMSG_FIRSTHDR(&message);
    if (word.error == 0 && header != nullptr && header->cmsg_type == SCM_RIGHTS) {
        int descriptor = -1;
        std::memcpy(&descriptor, CMSG_DATA(header), sizeof descriptor);
        return Descriptor(descriptor);
    }
    if (word.step == Word::Step::Namespace) {
        throw Error("This system lets users make no network namespace", std::strerror(word.error),
                    "Allow it (sysctl user.max_user_namespaces, kernel.unprivileged_userns_clone=1 or "
                    "kernel.apparmor_restrict_unprivileged_userns=0), or give an --interface");
    }
    throw Error("A socket cannot be made in a network namespace",
                word.error != 0 ? std::strerror(word.error) : "too many open files",
                "Use fewer workers, or raise the limit of open files (ulimit -n)");
}

class Child {
 public:
    explicit Child(pid_t pid) : pid_(pid) {}
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    ~Child() {
        while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
        }
    }

 private:
    pid_t pid_;
};

}  // namespace

NetworkNamespace::NetworkNamespace(unsigned udp_sockets) : netlink(Descriptor()) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) {
        throw Error("The helper process cannot be spoken with", std::strerror(errno));
    }
    Descriptor ours(ends[0]);
    Descriptor theirs(ends[1]);
    const pid_t parent = getpid();
    const pid_t pid = fork();
    if (pid < 0) throw Error("The helper process cannot be started", std::strerror(errno));
    if (pid == 0) child(theirs.get(), parent, udp_sockets);
    const Child reaped(pid);
    // Closed before the child is waited for, whichever way this ends: it may be writing.
    const Descriptor channel = std::move(ours);
    theirs = Descriptor();
    netlink = Netlink(receive(channel.get()));
    for (unsigned i = 0; i < udp_sockets; ++i) sockets.push_back(receive(channel.get()));
}

}  // namespace spinscope
