// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/udp_device.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>

#include "core/base/error.h"
#include "core/device/udp_messages.h"
#include "core/device/udp_sink.h"

namespace spinscope {
namespace {

class UdpDevice final : public Device<HostMachine> {
 public:
    UdpDevice(const UdpAddress& to, std::unique_ptr<UdpSink> sink, unsigned batch, SendCalls& calls)
        : sink_(std::move(sink)), sender_(to, batch, calls), vectors_(batch), errno_messages_(to.text()) {}

    Result send(HostMachine::Ctx&, std::span<Packet<HostMachine>* const> batch) override {
        Result result;
        while (result.finished < batch.size()) {
            const auto rest =
                batch.subspan(result.finished, std::min(batch.size() - result.finished, vectors_.size()));
            for (std::size_t i = 0; i < rest.size(); ++i) {
                vectors_[i] = {rest[i]->payload.bytes().data(), rest[i]->size};
            }
            const SendResult sent = sender_.send(std::span(vectors_).first(rest.size()));
            result.finished += sent.sent;
            if (sent.next == SendResult::Next::Busy) {
                result.busy = true;
                break;
            }
            if (sent.next == SendResult::Next::Refused) batch[result.finished++]->refused = true;
        }
        return result;
    }

    DeviceReport report() override {
        const std::uint64_t sent = sender_.sent();
        return report_of(sent, sink_ ? sink_->count() : SinkCount{});
    }

    DeviceReport finish() override {
        const std::uint64_t sent = sender_.sent();
        return report_of(sent, sink_ ? sink_->finish(sent) : SinkCount{});
    }

 private:
    DeviceReport report_of(std::uint64_t sent, const SinkCount& count) {
        DeviceReport report;
        if (sink_) {
            // The estimate of what is queued may run ahead; more than was sent cannot have arrived.
            report.delivered = std::min(count.delivered(), sender_.sent());
            report.discarded = count.discarded;
            if (auto message = silent_loss(sent, count.delivered()))
                report.messages.push_back(std::move(*message));
            if (auto message = verification(count)) report.messages.push_back(std::move(*message));
        }
        for (const auto& [code, times] : sender_.errors().list()) report.errors.push_back({code, times});
        const std::lock_guard lock(mutex_);
        for (Message& message : errno_messages_.update(sender_.errors(), std::chrono::steady_clock::now())) {
            report.messages.push_back(std::move(message));
        }
        return report;
    }

    std::unique_ptr<UdpSink> sink_;  ///< none where the receiver is not ours
    UdpSender sender_;
    std::vector<iovec> vectors_;
    std::mutex mutex_;
    ErrnoMessages errno_messages_;
};

}  // namespace

std::unique_ptr<Device<HostMachine>> make_udp_device(const DeviceRequest& request, unsigned payload,
                                                     std::shared_ptr<const Topology> topology,
                                                     std::vector<unsigned> worker_cpus, SendCalls& calls) {
    check_udp_payload(payload, request.verify);
    if (request.verify && !request.to.empty()) {
        throw UsageError("--verify reads a sink of our own", fmt::format("packets go to {}", request.to),
                         "Leave --to or --verify out");
    }
    const unsigned batch = std::max(request.batch, 1u);
    if (!request.to.empty()) {
        return std::make_unique<UdpDevice>(parse_udp_address(request.to), nullptr, batch, calls);
    }
    auto sink = request.verify
                    ? make_verifying_sink(AF_INET, payload, std::move(topology), std::move(worker_cpus))
                    : make_unread_sink(AF_INET, payload);
    const UdpAddress to = sink->address();
    return std::make_unique<UdpDevice>(to, std::move(sink), batch, calls);
}

}  // namespace spinscope
