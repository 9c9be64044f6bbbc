// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/udp_device.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>

#include "core/base/error.h"
#include "core/device/udp_messages.h"
#include "core/device/udp_sink.h"

namespace spinscope {
namespace {

class UdpDevice final : public Device<HostMachine> {
 public:
    UdpDevice(const UdpAddress& to, std::unique_ptr<UdpSink> sink, unsigned batch, unsigned queues,
              SendCalls& calls)
        : sink_(std::move(sink)), errno_messages_(to.text()) {
        for (unsigned i = 0; i < queues; ++i) queues_.push_back(std::make_unique<Queue>(to, batch, calls));
    }

    Result send(HostMachine::Ctx&, unsigned number, std::span<Packet<HostMachine>* const> batch) override {
        Queue& queue = *queues_[number];
        Result result;
        while (result.finished < batch.size()) {
            const auto rest = batch.subspan(result.finished,
                                            std::min(batch.size() - result.finished, queue.vectors.size()));
            for (std::size_t i = 0; i < rest.size(); ++i) {
                queue.vectors[i] = {rest[i]->payload.bytes().data(), rest[i]->size};
            }
            const SendResult sent = queue.sender.send(std::span(queue.vectors).first(rest.size()));
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
        const std::uint64_t before = sent();
        return report_of(before, sink_ ? sink_->count() : SinkCount{});
    }

    DeviceReport finish() override {
        const std::uint64_t all = sent();
        return report_of(all, sink_ ? sink_->finish(all) : SinkCount{});
    }

 private:
    /// A socket of its own for each device queue.
    struct alignas(128) Queue {
        Queue(const UdpAddress& to, unsigned batch, SendCalls& calls)
            : sender(to, batch, calls), vectors(batch) {}
        UdpSender sender;
        std::vector<iovec> vectors;
    };

    std::uint64_t sent() const {
        std::uint64_t packets = 0;
        for (const auto& queue : queues_) packets += queue->sender.sent();
        return packets;
    }

    DeviceReport report_of(std::uint64_t sent_before, const SinkCount& count) {
        DeviceReport report;
        if (sink_) {
            // The estimate of what is queued may run ahead; more than was sent cannot have arrived.
            report.delivered = std::min(count.delivered(), sent());
            report.discarded = count.discarded;
            if (auto message = silent_loss(sent_before, count.delivered()))
                report.messages.push_back(std::move(*message));
            if (auto message = verification(count)) report.messages.push_back(std::move(*message));
        }
        std::map<int, std::uint64_t> errors;
        for (const auto& queue : queues_) {
            for (const auto& [code, times] : queue->sender.errors().list()) errors[code] += times;
        }
        for (const auto& [code, times] : errors) report.errors.push_back({code, times});
        const std::lock_guard lock(mutex_);
        for (Message& message :
             errno_messages_.update({errors.begin(), errors.end()}, std::chrono::steady_clock::now())) {
            report.messages.push_back(std::move(message));
        }
        return report;
    }

    std::unique_ptr<UdpSink> sink_;  ///< none where the receiver is not ours
    std::vector<std::unique_ptr<Queue>> queues_;
    std::mutex mutex_;
    ErrnoMessages errno_messages_;
};

}  // namespace

std::unique_ptr<Device<HostMachine>> make_udp_device(const DeviceRequest& request, unsigned payload,
                                                     std::shared_ptr<const Topology> topology,
                                                     std::vector<unsigned> worker_cpus, unsigned queues,
                                                     SendCalls& calls) {
    check_udp_payload(payload, request.verify);
    if (request.verify && !request.to.empty()) {
        throw UsageError("--verify reads a sink of our own", fmt::format("packets go to {}", request.to),
                         "Leave --to or --verify out");
    }
    const unsigned batch = std::max(request.batch, 1u);
    if (!request.to.empty()) {
        return std::make_unique<UdpDevice>(parse_udp_address(request.to), nullptr, batch, queues, calls);
    }
    auto sink = request.verify
                    ? make_verifying_sink(AF_INET, payload, std::move(topology), std::move(worker_cpus))
                    : make_unread_sink(AF_INET, payload);
    const UdpAddress to = sink->address();
    return std::make_unique<UdpDevice>(to, std::move(sink), batch, queues, calls);
}

}  // namespace spinscope
