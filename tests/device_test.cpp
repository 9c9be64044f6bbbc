// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <memory>
#include <vector>

#include "core/base/error.h"
#include "core/device/null_device.h"
#include "core/device/udp_device.h"
#include "core/device/udp_sink.h"
#include "core/queue/payload.h"

namespace spinscope {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using HostPacket = Packet<HostMachine>;

/// Says one errno every `stride`th message.
class Failing : public SendCalls {
 public:
    Failing(int error, int stride) : error_(error), stride_(stride) {}
    ssize_t send(int fd, const void* data, std::size_t bytes, int flags) override {
        if (++count_ % stride_ != 0) return SendCalls::send(fd, data, bytes, flags);
        errno = error_;
        return -1;
    }
    int sendmmsg(int fd, mmsghdr* messages, unsigned count, int flags) override {
        const unsigned good = static_cast<unsigned>(stride_ - 1 - count_ % stride_);
        if (good >= count) {
            count_ += static_cast<int>(count);
            return SendCalls::sendmmsg(fd, messages, count, flags);
        }
        if (good == 0) {
            ++count_;
            errno = error_;
            return -1;
        }
        count_ += static_cast<int>(good);
        return SendCalls::sendmmsg(fd, messages, good, flags);
    }

 private:
    int error_;
    int stride_;
    int count_ = 0;
};

/// One worker with numbered packets, and what its device says of them.
class DeviceTest : public testing::Test {
 protected:
    std::vector<HostPacket*> packets(std::size_t count, std::uint32_t bytes = 64) {
        std::vector<HostPacket*> made;
        for (std::size_t i = 0; i < count; ++i) {
            auto& packet = arena_->make<HostPacket>();
            packet.size = bytes;
            packet.sequence = sequence_++;
            packet.payload = machine_.make_block(*arena_, bytes);
            PayloadHeader::of(0, packet.sequence).write(packet.payload.bytes());
            made.push_back(&packet);
        }
        return made;
    }
    static std::size_t refused(const std::vector<HostPacket*>& all) {
        std::size_t count = 0;
        for (const HostPacket* packet : all) count += packet->refused ? 1 : 0;
        return count;
    }
    std::unique_ptr<Device<HostMachine>> udp(const DeviceRequest& request,
                                             SendCalls& calls = system_send_calls()) {
        return make_udp_device(request, 64, Topology::host(), {0}, 1, calls);
    }

    HostMachine machine_{Topology::host(), Waiting::SpinPark, 0};
    std::unique_ptr<Arena> arena_ = machine_.make_arena(1 << 20);
    WorkerCounters counters_;
    SpscRing<Event> ring_{1024};
    WorkerProbe probe_{counters_, ring_, ProbeMode::Off, 1};
    HostMachine::Ctx ctx_{machine_, 0, probe_};
    std::uint64_t sequence_ = 0;
};

TEST_F(DeviceTest, NullTakesEveryPacketAndItsTime) {
    NullDevice<HostMachine> device(100'000);
    const auto batch = packets(5);
    const std::uint64_t begin = ctx_.now();
    const auto result = device.send(ctx_, 0, batch);
    EXPECT_GE(ctx_.now() - begin, 500'000u);
    EXPECT_EQ(result.finished, 5u);
    EXPECT_FALSE(result.busy);
    EXPECT_EQ(device.finish().delivered, std::nullopt);
}

TEST_F(DeviceTest, UdpDeliversWhatItTook) {
    for (unsigned batch : {1u, 32u}) {
        for (bool verify : {false, true}) {
            const auto device = udp({.batch = batch, .verify = verify, .to = {}});
            for (int i = 0; i < 10; ++i) EXPECT_EQ(device->send(ctx_, 0, packets(batch)).finished, batch);
            const DeviceReport report = device->finish();
            EXPECT_EQ(report.delivered, 10u * batch);
            // A socket nobody reads is full after some 250.
            EXPECT_LE(*report.discarded, verify ? 0u : 320u);
            EXPECT_TRUE(report.errors.empty());
            EXPECT_THAT(report.messages, IsEmpty());
        }
    }
}

TEST_F(DeviceTest, ABusyDeviceKeepsTheOrder) {
    Failing calls(ENOBUFS, 7);
    const auto device = udp({.batch = 32, .verify = true, .to = {}}, calls);
    const auto all = packets(320);
    std::size_t done = 0, busy = 0;
    while (done < all.size()) {
        const auto result =
            device->send(ctx_, 0, std::span(all).subspan(done, std::min<std::size_t>(32, all.size() - done)));
        done += result.finished;
        if (result.busy) ++busy;
    }
    const DeviceReport report = device->finish();
    EXPECT_EQ(report.delivered, 320u);
    EXPECT_EQ(refused(all), 0u);
    ASSERT_EQ(report.errors.size(), 1u);
    EXPECT_EQ(report.errors[0].code, ENOBUFS);
    EXPECT_EQ(report.errors[0].count, busy);
    EXPECT_GT(busy, 40u);
    ASSERT_EQ(report.messages.size(), 1u);
    EXPECT_THAT(report.messages[0].what, HasSubstr("ENOBUFS"));
}

TEST_F(DeviceTest, PacketsRefusedForGoodAreMarkedAndTheRestGoesOn) {
    Failing calls(EPERM, 5);
    const auto device = udp({.batch = 16, .verify = true, .to = {}}, calls);
    const auto all = packets(64);
    for (std::size_t i = 0; i < all.size(); i += 16) {
        const auto result = device->send(ctx_, 0, std::span(all).subspan(i, 16));
        EXPECT_EQ(result.finished, 16u);
        EXPECT_FALSE(result.busy);
    }
    const DeviceReport report = device->finish();
    EXPECT_EQ(refused(all), 12u);
    EXPECT_EQ(*report.delivered + refused(all), 64u);
    ASSERT_EQ(report.errors.size(), 1u);
    EXPECT_EQ(report.errors[0].count, 12u);
}

TEST_F(DeviceTest, AReceiverThatIsNotOursIsNotCounted) {
    const auto sink = make_unread_sink(AF_INET6, 64);
    const auto device = udp({.to = sink->address().text()});
    EXPECT_EQ(device->send(ctx_, 0, packets(1)).finished, 1u);
    EXPECT_EQ(device->finish().delivered, std::nullopt);
    EXPECT_EQ(device->report().discarded, std::nullopt);
    EXPECT_EQ(sink->finish(1).delivered(), 1u);
}

TEST_F(DeviceTest, ADeadReceiverIsNamed) {
    const std::string to = make_unread_sink(AF_INET, 64)->address().text();
    const auto device = udp({.to = to});
    for (int i = 0; i < 5; ++i) EXPECT_EQ(device->send(ctx_, 0, packets(1)).finished, 1u);
    const DeviceReport report = device->report();
    ASSERT_EQ(report.messages.size(), 1u);
    EXPECT_EQ(report.messages[0].what,
              fmt::format("Packets are refused: nothing listens at {} (ECONNREFUSED)", to));
    EXPECT_TRUE(report.messages[0].active);
}

TEST_F(DeviceTest, NonsenseIsAUsageError) {
    EXPECT_THROW(udp({.to = "nowhere"}), UsageError);
    EXPECT_THROW(udp({.verify = true, .to = "127.0.0.1:9"}), UsageError);
    EXPECT_THROW(make_udp_device({}, 65'508, Topology::host(), {}), UsageError);
    EXPECT_THROW(udp({.to = "255.255.255.255:9"}), Error);
}

}  // namespace
}  // namespace spinscope
