// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/interface_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace spinscope {
namespace {

constexpr std::chrono::milliseconds kFreshFor{200};

using State = KernelReport::State;

State state_of(const LinkInfo& link) {
    if (!link.up) return State::Down;
    return link.carrier ? State::Up : State::NoCarrier;
}

std::string_view name_of_member(KernelReport::Count KernelReport::*member) {
    return std::find_if(kKernelCounts.begin(), kKernelCounts.end(),
                        [member](const KernelCount& count) { return count.member == member; })
        ->name;
}

}  // namespace

InterfaceWatch::InterfaceWatch(Netlink netlink, std::string name)
    : netlink_(std::move(netlink)), name_(std::move(name)) {
    report_.interface = name_;
    look();
    if (!there()) require_interface(name_);
}

bool InterfaceWatch::look(Time now) {
    return now - asked_ > kFreshFor && look();
}

bool InterfaceWatch::look() {
    asked_ = std::chrono::steady_clock::now();
    const std::optional<LinkInfo> link = netlink_.link(name_);
    if (!link) {
        report_.state = State::Gone;
        report_.length.reset();
        report_.backlog_bytes.reset();
        trouble_ = State::Gone;
        return false;
    }
    const bool other = link_.index != link->index;
    if (other) {
        for (auto& [name, counter] : counters_) counter.last = 0;
    }
    link_ = *link;
    report_.state = state_of(link_);
    if (report_.state != State::Up) trouble_ = report_.state;
    count(&KernelReport::tx_packets, link_.tx_packets);
    count(&KernelReport::tx_bytes, link_.tx_bytes);
    count(&KernelReport::tx_dropped, link_.tx_dropped);
    count(&KernelReport::tx_errors, link_.tx_errors);
    count(&KernelReport::rx_dropped, link_.rx_dropped);
    read_queue();
    return other;
}

void InterfaceWatch::read_queue() {
    const std::optional<QueueInfo> queue = netlink_.root_queue(link_.index);
    // One that is replaced, or comes and goes with its interface, begins to count again.
    const std::string kind = queue ? queue->kind : std::string();
    if (kind != report_.queue) {
        for (const auto member : {&KernelReport::packets, &KernelReport::bytes, &KernelReport::drops,
                                  &KernelReport::requeues, &KernelReport::overlimits}) {
            Counter& counter = counters_[name_of_member(member)];
            if (counter.last) counter.last = 0;
        }
    }
    report_.queue = kind;
    if (!queue) {
        report_.length.reset();
        report_.backlog_bytes.reset();
        return;
    }
    report_.length = queue->length;
    report_.backlog_bytes = queue->backlog;
    count(&KernelReport::packets, queue->packets, true);
    count(&KernelReport::bytes, queue->bytes);
    count(&KernelReport::drops, queue->drops, true);
    count(&KernelReport::requeues, queue->requeues, true);
    count(&KernelReport::overlimits, queue->overlimits, true);
}

void InterfaceWatch::count(KernelReport::Count KernelReport::*member, std::uint64_t now, bool narrow) {
    report_.*member = counters_[name_of_member(member)].update(now, narrow);
}

std::uint64_t InterfaceWatch::Counter::update(std::uint64_t now, bool narrow) {
    constexpr std::uint64_t kHalf = std::uint64_t{1} << 31;
    if (last && now >= *last) {
        total += now - *last;
    } else if (last && narrow && *last - now > kHalf && *last <= ~std::uint32_t{0}) {
        total += static_cast<std::uint32_t>(now - *last);
    } else if (last) {
        total += now;
    }
    last = now;
    return total;
}

std::optional<Message> InterfaceWatch::message() const {
    if (!trouble_) return std::nullopt;
    const bool now = report_.state != State::Up;
    Message message;
    message.severity = Severity::Warning;
    message.key = "interface";
    message.active = now;
    switch (*trouble_) {
        case State::Down:
            message.what = fmt::format("Interface {} {} down", name_, now ? "is" : "was");
            message.remedy =
                now ? fmt::format("Sending goes on when it is up (ip link set {} up)", name_) : "";
            break;
        case State::Gone:
            message.what = fmt::format("Interface {} {} removed", name_, now ? "was" : "had been");
            message.remedy = now ? "Sending goes on when one of that name is there again" : "";
            break;
        default:
            message.what = fmt::format("Interface {} {} no carrier", name_, now ? "has" : "had");
            message.remedy = now ? "Sending goes on when the cable, or the other end, is there" : "";
            break;
    }
    if (!now) message.what += ", and is up again";
    return message;
}

}  // namespace spinscope
