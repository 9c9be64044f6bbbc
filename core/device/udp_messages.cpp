// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/udp_messages.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>

namespace spinscope {
namespace {

constexpr double kAlarm = 0.005;
/// Packets between two CPUs' backlogs and the sink's estimate are no loss.
constexpr std::uint64_t kOnTheWay = 1000;
/// An error that has not come back for so long is over.
constexpr std::chrono::seconds kOver{1};

std::string name_of_errno(int code) {
    const char* name = strerrorname_np(code);
    return name != nullptr ? name : fmt::format("errno {}", code);
}

Message message_of(int code, const SenderWords& words) {
    const std::string& to = words.to;
    Message message;
    message.severity = Severity::Warning;
    message.key = fmt::format("device-{}", name_of_errno(code));
    const std::string name = name_of_errno(code);
    switch (code) {
        case EAGAIN:
        case ENOBUFS:
        case ENOMEM:
            if (code == ENOBUFS && words.drops_when_full) {
                message.what = fmt::format("The kernel's queue is full and drops packets ({})", name);
                message.remedy = "That is what it does; offer less where it is not wanted.";
                break;
            }
            message.severity = Severity::Info;
            message.what =
                fmt::format("The device is busy: the kernel takes no more packets just now ({})", name);
            message.remedy = "Nothing is lost; packets wait in the queue.";
            break;
        case ECONNREFUSED:
            message.what = fmt::format("Packets are refused: nothing listens at {} ({})", to, name);
            message.remedy = "Sending goes on; start the receiver.";
            break;
        case EMSGSIZE:
            message.what = fmt::format("Packets are refused: too large for the way to {} ({})", to, name);
            if (words.mtu != 0) {
                message.what += fmt::format("; the MTU of {} is {} bytes", words.interface, words.mtu);
            }
            message.remedy = "Set a smaller payload.";
            break;
        case EPERM:
            message.what =
                fmt::format("Packets are refused: a firewall rule forbids sending to {} ({})", to, name);
            message.remedy = "Change the rule, or send elsewhere.";
            break;
        case ENETUNREACH:
        case EHOSTUNREACH:
        case ENETDOWN:
        case EHOSTDOWN:
        case ENXIO:
        case ENODEV:
            message.what = fmt::format("Packets are refused: there is no way to {} ({})", to, name);
            message.remedy = "See if the interface is up and has a route; sending goes on.";
            break;
        default:
            message.what = fmt::format("Packets are refused: {} ({})", std::strerror(code), name);
            break;
    }
    return message;
}

}  // namespace

std::optional<Message> silent_loss(std::uint64_t sent, std::uint64_t delivered) {
    const std::uint64_t missing = sent > delivered ? sent - delivered : 0;
    if (missing <= kOnTheWay || static_cast<double>(missing) <= kAlarm * static_cast<double>(sent)) {
        return std::nullopt;
    }
    Message message;
    message.severity = Severity::Warning;
    message.key = "silent-loss";
    message.what = fmt::format("{} of {} packets vanished: the socket said sent, the sink never saw them",
                               missing, sent);
    message.remedy = "See if the loopback interface is up, and whether it drops (ip -s link show lo).";
    return message;
}

std::optional<Message> verification(const SinkCount& count) {
    if (count.out_of_order == 0 && count.corrupt == 0) return std::nullopt;
    Message message;
    message.severity = Severity::Error;
    message.key = "verification";
    message.what =
        fmt::format("{} packets arrived out of order and {} damaged", count.out_of_order, count.corrupt);
    message.remedy = "The strategy, or Spinscope, is wrong: do not trust this run.";
    return message;
}

std::vector<Message> ErrnoMessages::update(const Counts& counts, Time now, const SenderWords& words) {
    std::vector<Message> messages;
    for (const auto& [code, count] : counts) {
        Seen& seen = seen_[code];
        if (count != seen.count) seen = {count, now};
        Message message = message_of(code, words);
        message.active = now - seen.grew < kOver;
        messages.push_back(std::move(message));
    }
    return messages;
}

}  // namespace spinscope
