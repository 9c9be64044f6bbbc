// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/udp_device.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <utility>

#include "core/base/error.h"
#include "core/device/send_batch.h"
#include "core/device/sender_report.h"

namespace spinscope {
namespace {

class UdpDevice final : public Device<HostMachine> {
 public:
    explicit UdpDevice(UdpDeviceParts parts)
        : sink_(std::move(parts.sink)),
          senders_(std::move(parts.senders)),
          buffers_(senders_.size()),
          drops_when_full_(parts.words.drops_when_full),
          bound_to_(std::move(parts.bound_to)),
          report_(std::move(parts.words), std::move(parts.watch)) {
        for (SendBuffers& buffers : buffers_) buffers.vectors.resize(parts.batch);
    }

    Result send(HostMachine::Ctx&, unsigned queue, std::span<Packet<HostMachine>* const> batch) override {
        return send_batch(*senders_[queue], buffers_[queue], batch, drops_when_full_);
    }

    DeviceReport report() override {
        const std::uint64_t before = sent();
        return report_of(before, sink_ ? sink_->count() : SinkCount{}, false);
    }

    DeviceReport finish() override {
        const std::uint64_t all = sent();
        return report_of(all, sink_ ? sink_->finish(all) : SinkCount{}, true);
    }

 private:
    std::uint64_t sent() const {
        std::uint64_t packets = 0;
        for (const auto& sender : senders_) packets += sender->sent();
        return packets;
    }

    DeviceReport report_of(std::uint64_t sent_before, const SinkCount& count, bool last) {
        DeviceReport report;
        if (sink_) {
            // The estimate of what is queued may run ahead; more than was sent cannot have arrived.
            report.delivered = std::min(count.delivered(), sent());
            report.discarded = count.discarded;
            if (auto message = silent_loss(sent_before, count.delivered()))
                report.messages.push_back(std::move(*message));
            if (auto message = verification(count)) report.messages.push_back(std::move(*message));
        }
        const std::lock_guard lock(mutex_);
        if (report_.look(last) && !bound_to_.empty()) reconnect_ = true;
        if (reconnect_) reconnect_ = !reconnect();
        report_.write(report, senders_);
        return report;
    }

    /// A socket stays bound to an interface that is gone. False where it has to be tried again: there may be
    /// no route yet.
    bool reconnect() {
        try {
            for (const auto& sender : senders_) sender->reconnect(bound_to_);
        } catch (const Error&) {
            return false;
        }
        return true;
    }

    std::unique_ptr<UdpSink> sink_;
    std::vector<std::unique_ptr<UdpSender>> senders_;
    std::vector<SendBuffers> buffers_;
    const bool drops_when_full_;
    const std::string bound_to_;
    std::mutex mutex_;  ///< what follows
    SenderReport report_;
    bool reconnect_ = false;
};

}  // namespace

std::unique_ptr<Device<HostMachine>> make_udp_device(UdpDeviceParts parts) {
    return std::make_unique<UdpDevice>(std::move(parts));
}

std::unique_ptr<Device<HostMachine>> make_udp_device(const DeviceRequest& request, unsigned payload,
                                                     std::shared_ptr<const Topology> topology,
                                                     std::vector<unsigned> worker_cpus, unsigned queues,
                                                     SendCalls& calls) {
    check_udp_payload(payload, request.verify);
    if (request.verify && !request.to.empty()) {
        throw UsageError("--verify reads a sink of our own", fmt::format("packets go to {}", request.to),
                         "Leave --to or --verify out");
    }
    UdpDeviceParts parts;
    parts.batch = std::max(request.batch, 1u);
    if (request.to.empty()) {
        parts.sink = request.verify
                         ? make_verifying_sink(AF_INET, payload, std::move(topology), std::move(worker_cpus))
                         : make_unread_sink(AF_INET, payload);
    }
    const UdpAddress to = parts.sink ? parts.sink->address() : parse_udp_address(request.to);
    parts.words.to = to.text();
    parts.bound_to = request.interface;
    if (!request.interface.empty()) parts.watch.emplace(Netlink(), request.interface);
    for (unsigned i = 0; i < queues; ++i) {
        parts.senders.push_back(std::make_unique<UdpSender>(make_udp_socket(to.family()), to,
                                                            request.interface, parts.batch, calls));
    }
    return make_udp_device(std::move(parts));
}

}  // namespace spinscope
