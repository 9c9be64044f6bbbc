// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/udp_socket.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <deque>
#include <random>
#include <thread>

#include "core/base/error.h"
#include "core/device/udp_messages.h"
#include "core/device/udp_sink.h"
#include "core/queue/payload.h"

namespace spinscope {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;
using Next = SendResult::Next;

/// `count` payloads of one producer, numbered from `first`, and what points at them.
class Payloads {
 public:
    Payloads(std::size_t count, std::size_t bytes, std::uint64_t first = 0, std::uint32_t producer = 0)
        : bytes_(bytes), storage_(count * bytes) {
        for (std::size_t i = 0; i < count; ++i) {
            PayloadHeader::of(producer, first + i).write(payload(i));
            vectors_.push_back({payload(i).data(), bytes});
        }
    }
    std::span<std::byte> payload(std::size_t i) { return std::span(storage_).subspan(i * bytes_, bytes_); }
    std::span<const iovec> all() const { return vectors_; }
    void swap(std::size_t a, std::size_t b) { std::swap(vectors_[a], vectors_[b]); }

 private:
    std::size_t bytes_;
    std::vector<std::byte> storage_;
    std::vector<iovec> vectors_;
};

/// Answers each message in turn from a list: 0 = the real call, else that errno; the real calls when it is
/// used up.
class Script : public SendCalls {
 public:
    std::deque<int> answers{};
    int calls = 0;

    ssize_t send(int fd, const void* data, std::size_t bytes, int flags) override {
        ++calls;
        if (const int error = next(); error != 0) {
            errno = error;
            return -1;
        }
        return SendCalls::send(fd, data, bytes, flags);
    }
    /// As the kernel: after n > 0 messages the error is kept back, and comes again when asked.
    int sendmmsg(int fd, mmsghdr* messages, unsigned count, int flags) override {
        ++calls;
        unsigned taken = 0;
        while (taken < count) {
            if (!answers.empty() && answers.front() != 0) {
                if (taken > 0) return static_cast<int>(taken);
                errno = next();
                return -1;
            }
            next();
            if (SendCalls::sendmmsg(fd, messages + taken, 1, flags) != 1)
                return taken > 0 ? static_cast<int>(taken) : -1;
            ++taken;
        }
        return static_cast<int>(taken);
    }

 private:
    int next() {
        if (answers.empty()) return 0;
        const int answer = answers.front();
        answers.pop_front();
        return answer;
    }
};

UdpAddress unused_port(int family) {
    const auto sink = make_unread_sink(family, 64);
    return sink->address();
}

std::string refusal_of(const std::string& address) {
    try {
        return parse_udp_address(address).text() + " was taken";
    } catch (const UsageError& error) {
        return error.line();
    }
}

TEST(UdpAddress, ReadsBothFamilies) {
    EXPECT_EQ(parse_udp_address("127.0.0.1:9").text(), "127.0.0.1:9");
    EXPECT_EQ(parse_udp_address("127.0.0.1:9").family(), AF_INET);
    EXPECT_EQ(parse_udp_address("[::1]:65535").text(), "[::1]:65535");
    EXPECT_EQ(parse_udp_address("[::1]:9").family(), AF_INET6);
}

TEST(UdpAddress, SaysWhatIsWrong) {
    EXPECT_THAT(refusal_of("127.0.0.1"), HasSubstr("the port is missing"));
    EXPECT_THAT(refusal_of("::1:9"), HasSubstr("brackets"));
    EXPECT_THAT(refusal_of("localhost:9"), HasSubstr("names are not looked up"));
    EXPECT_THAT(refusal_of(":9"), HasSubstr("not a number"));
    for (const char* port :
         {"127.0.0.1:0", "127.0.0.1:65536", "127.0.0.1:", "127.0.0.1:9x", "127.0.0.1:-1"}) {
        EXPECT_THAT(refusal_of(port), HasSubstr("1 to 65535")) << port;
    }
    EXPECT_THAT(refusal_of("127.0.0.1"), HasSubstr("Write for example 127.0.0.1:9 or [::1]:9"));
}

TEST(UdpPayload, TooLargeOrTooSmallIsRefusedWithTheReason) {
    EXPECT_NO_THROW(check_udp_payload(65'507, true));
    EXPECT_NO_THROW(check_udp_payload(1, false));
    EXPECT_NO_THROW(check_udp_payload(16, true));
    EXPECT_THROW(check_udp_payload(65'508, false), UsageError);
    EXPECT_THROW(check_udp_payload(0, false), UsageError);
    EXPECT_THROW(check_udp_payload(15, true), UsageError);
    try {
        check_udp_payload(70'000, false);
    } catch (const UsageError& error) {
        EXPECT_THAT(error.line(), HasSubstr("at most 65507"));
    }
}

TEST(ErrnoCounts, EveryCodeOfLinuxHasItsCount) {
    ErrnoCounts counts;
    for (int code = 1; code < 134; ++code) {
        for (int i = 0; i < code; ++i) counts.add(code);
    }
    counts.add(4711);
    counts.add(-1);
    EXPECT_EQ(counts.list().size(), 134u);
    for (int code = 1; code < 134; ++code) EXPECT_EQ(counts.of(code), static_cast<std::uint64_t>(code));
    EXPECT_EQ(counts.of(0), 2u);
}

class Loopback : public testing::TestWithParam<int> {};

TEST_P(Loopback, WhatIsSentArrivesOneByOneAndInBatches) {
    const auto sink = make_verifying_sink(GetParam(), 64, Topology::host(), {});
    UdpSender sender(sink->address(), 32);
    for (std::uint64_t first = 0; first < 320; first += 32) {
        const Payloads payloads(32, 64, first);
        EXPECT_EQ(sender.send(payloads.all()), (SendResult{32, Next::None, 0}));
    }
    for (std::uint64_t i = 320; i < 400; ++i) {
        EXPECT_EQ(sender.send(Payloads(1, 64, i).all()), (SendResult{1, Next::None, 0}));
    }
    const SinkCount count = sink->finish(sender.sent());
    EXPECT_EQ(sender.sent(), 400u);
    EXPECT_EQ(count.delivered(), 400u);
    EXPECT_EQ(count.read, 400u);
    EXPECT_EQ(count.out_of_order, 0u);
    EXPECT_EQ(count.corrupt, 0u);
    EXPECT_THAT(sender.errors().list(), IsEmpty());
}

TEST_P(Loopback, ASinkNobodyReadsKnowsWhatArrived) {
    const auto sink = make_unread_sink(GetParam(), 64);
    UdpSender sender(sink->address(), 32);
    for (int i = 0; i < 3; ++i) sender.send(Payloads(1, 64).all());
    EXPECT_EQ(sink->count().queued, 3u);
    EXPECT_EQ(sink->count().discarded, 0u);
    while (sender.sent() < 20'000) ASSERT_EQ(sender.send(Payloads(32, 64).all()).next, Next::None);
    const SinkCount during = sink->count();
    const SinkCount end = sink->finish(sender.sent());
    EXPECT_EQ(end.delivered(), sender.sent());
    EXPECT_GT(end.discarded, 0u);
    EXPECT_GT(end.queued, 0u);
    EXPECT_EQ(end.read, 0u);
    EXPECT_NEAR(static_cast<double>(during.delivered()), static_cast<double>(sender.sent()), 5);
    EXPECT_EQ(silent_loss(sender.sent(), end.delivered()), std::nullopt);
}

TEST_P(Loopback, ADeadPortIsSurvivedAndARevivedSinkIsMetAgain) {
    UdpAddress address = unused_port(GetParam());
    UdpSender sender(address, 32);
    for (int i = 0; i < 200; ++i)
        EXPECT_EQ(sender.send(Payloads(1, 64).all()), (SendResult{1, Next::None, 0}));
    for (int i = 0; i < 10; ++i) {
        const SendResult result = sender.send(Payloads(32, 64).all());
        EXPECT_EQ(result, (SendResult{32, Next::None, 0}));
    }
    EXPECT_GT(sender.errors().of(ECONNREFUSED), 20u);
    EXPECT_EQ(sender.errors().of(ECONNREFUSED), sender.repeated());
    EXPECT_EQ(sender.sent(), 200u + 320u);

    Descriptor revived = make_udp_socket(GetParam());
    ASSERT_EQ(bind(revived.get(), address.get(), address.length), 0);
    sender.send(Payloads(1, 64).all());
    const std::uint64_t refusals = sender.errors().of(ECONNREFUSED);
    for (int i = 0; i < 50; ++i) sender.send(Payloads(1, 64).all());
    EXPECT_EQ(sender.errors().of(ECONNREFUSED), refusals);
    std::byte byte;
    EXPECT_EQ(recv(revived.get(), &byte, 1, MSG_DONTWAIT | MSG_TRUNC), 64);
}

TEST_P(Loopback, ADatagramTooLargeIsRefusedForGood) {
    const auto sink = make_unread_sink(GetParam(), 64);
    UdpSender sender(sink->address(), 4);
    const Payloads large(1, 65'600);
    EXPECT_EQ(sender.send(large.all()), (SendResult{0, Next::Refused, EMSGSIZE}));
    EXPECT_EQ(sender.errors().of(EMSGSIZE), 1u);
    EXPECT_EQ(sender.send(Payloads(1, 64).all()).sent, 1u);
    EXPECT_EQ(sink->finish(1).delivered(), 1u);
}

INSTANTIATE_TEST_SUITE_P(Families, Loopback, testing::Values(AF_INET, AF_INET6),
                         [](const auto& family) { return family.param == AF_INET ? "IPv4" : "IPv6"; });

/// One sender to one sink over scripted calls.
class Scripted : public testing::Test {
 protected:
    Script script_;
    std::unique_ptr<UdpSink> sink_ = make_unread_sink(AF_INET, 64);
    UdpSender sender_{sink_->address(), 32, script_};
};

TEST_F(Scripted, ABusyDeviceLeavesThePacketToTheCaller) {
    for (int error : {ENOBUFS, EAGAIN, ENOMEM}) {
        script_.answers = {error};
        script_.calls = 0;
        EXPECT_EQ(sender_.send(Payloads(1, 64).all()), (SendResult{0, Next::Busy, error}));
        EXPECT_EQ(script_.calls, 1);  // no loop of our own around a full queue
        EXPECT_EQ(sender_.errors().of(error), 1u);
    }
    EXPECT_EQ(sender_.sent(), 0u);
}

TEST_F(Scripted, APartOfABatchIsAPart) {
    script_.answers = {0, 0, 0, ENOBUFS};
    EXPECT_EQ(sender_.send(Payloads(8, 64).all()), (SendResult{3, Next::Busy, ENOBUFS}));
    EXPECT_EQ(sender_.sent(), 3u);
    EXPECT_EQ(sender_.errors().of(ENOBUFS), 1u);
    EXPECT_EQ(sink_->finish(3).delivered(), 3u);
}

TEST_F(Scripted, AnErrorWithinABatchIsToldForItsOwnDatagram) {
    script_.answers = {0, 0, EPERM};
    EXPECT_EQ(sender_.send(Payloads(8, 64).all()), (SendResult{2, Next::Refused, EPERM}));
    EXPECT_THAT(sender_.errors().list(), ElementsAre(Pair(EPERM, 1u)));
}

TEST_F(Scripted, AnErrorOfAnEarlierDatagramIsTriedAgainOnce) {
    script_.answers = {ECONNREFUSED, 0};
    EXPECT_EQ(sender_.send(Payloads(1, 64).all()), (SendResult{1, Next::None, 0}));
    EXPECT_EQ(sender_.repeated(), 1u);
    script_.answers = {EHOSTUNREACH, EHOSTUNREACH, 0};
    EXPECT_EQ(sender_.send(Payloads(1, 64).all()), (SendResult{0, Next::Refused, EHOSTUNREACH}));
    EXPECT_EQ(script_.answers.size(), 1u);
    EXPECT_THAT(sender_.errors().list(), ElementsAre(Pair(ECONNREFUSED, 1u), Pair(EHOSTUNREACH, 1u)));
}

TEST_F(Scripted, RequestedIsSentRefusedAndRetriedExactly) {
    std::mt19937 random(42);
    const std::vector<int> errors{ENOBUFS, EAGAIN, ECONNREFUSED, EPERM, EMSGSIZE, ENETUNREACH};
    std::uint64_t requested = 0, sent = 0, refused = 0, retried = 0;
    for (int round = 0; round < 500; ++round) {
        script_.answers.clear();
        for (int i = 0; i < 40; ++i) {
            script_.answers.push_back(random() % 4 == 0 ? errors[random() % errors.size()] : 0);
        }
        const std::size_t count = 1 + random() % 32;
        const SendResult result = sender_.send(Payloads(count, 64).all());
        requested += count;
        sent += result.sent;
        refused += result.next == Next::Refused ? 1 : 0;
        retried += count - result.sent - (result.next == Next::Refused ? 1 : 0);
        ASSERT_EQ(result.next == Next::None, result.sent == count);
    }
    EXPECT_EQ(requested, sent + refused + retried);
    EXPECT_EQ(sender_.sent(), sent);
    EXPECT_GT(refused, 0u);
    EXPECT_GT(retried, 0u);
    EXPECT_EQ(sink_->finish(sent).delivered(), sent);
}

TEST(WrappingCounter, GoesOnWhere32BitsEnd) {
    WrappingCounter counter;
    EXPECT_EQ(counter.update(0xfffffff0u), 0xfffffff0u);
    EXPECT_EQ(counter.update(0x10u), 0x1'0000'0010u);
    EXPECT_EQ(counter.update(0x10u), 0x1'0000'0010u);
    EXPECT_EQ(counter.update(0x0fu), 0x2'0000'000fu);
}

/// Sends what `spoil` leaves of 10 packets of each of two producers and returns what the sink says.
template <class Spoil>
SinkCount verify(Spoil&& spoil) {
    const auto sink = make_verifying_sink(AF_INET, 64, Topology::host(), {});
    UdpSender sender(sink->address(), 10);
    Payloads one(10, 64, 0, 1);
    Payloads two(10, 64, 0, 2);
    spoil(one);
    for (const Payloads* payloads : {&one, &two}) {
        for (const iovec& vector : payloads->all()) sender.send(std::span(&vector, 1));
    }
    SinkCount count = sink->finish(sender.sent());
    EXPECT_EQ(count.delivered(), 20u);
    return count;
}

TEST(VerifyingSink, FindsNothingWrongInWhatIsRight) {
    const SinkCount count = verify([](Payloads&) {});
    EXPECT_EQ(count.out_of_order + count.corrupt, 0u);
    EXPECT_EQ(verification(count), std::nullopt);
}

TEST(VerifyingSink, CatchesAReorderedPacket) {
    const SinkCount count = verify([](Payloads& payloads) { payloads.swap(4, 5); });
    EXPECT_EQ(count.out_of_order, 1u);
    EXPECT_EQ(count.corrupt, 0u);
    EXPECT_EQ(verification(count)->severity, Severity::Error);
}

TEST(VerifyingSink, CatchesAPacketThatCameTwice) {
    const SinkCount count = verify(
        [](Payloads& payloads) { std::ranges::copy(payloads.payload(4), payloads.payload(5).begin()); });
    EXPECT_EQ(count.out_of_order, 1u);
}

TEST(VerifyingSink, CatchesOneFlippedBitAnywhere) {
    for (std::size_t byte : {0u, 3u, 4u, 7u, 8u, 15u, 16u, 63u}) {
        const SinkCount count =
            verify([byte](Payloads& payloads) { payloads.payload(7)[byte] ^= std::byte{4}; });
        EXPECT_EQ(count.corrupt, 1u) << byte;
    }
}

TEST(VerifyingSink, CatchesAWrongLength) {
    const auto sink = make_verifying_sink(AF_INET, 64, Topology::host(), {});
    UdpSender sender(sink->address(), 1);
    sender.send(Payloads(1, 63).all());
    sender.send(Payloads(1, 65).all());
    const SinkCount count = sink->finish(2);
    EXPECT_EQ(count.corrupt, 2u);
    EXPECT_EQ(count.read, 2u);
}

TEST(VerifyingSink, StopsSoonWithoutTraffic) {
    const auto start = std::chrono::steady_clock::now();
    {
        const auto sink = make_verifying_sink(AF_INET, 64, Topology::host(), {0});
        sink->finish(1'000'000);  // of which none will come
    }
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(1));
}

TEST(UdpMessages, PacketsThatVanishAreAnAlarm) {
    EXPECT_EQ(silent_loss(1'000'000, 1'000'000), std::nullopt);
    EXPECT_EQ(silent_loss(1'000'000, 995'001), std::nullopt);
    EXPECT_EQ(silent_loss(1'000, 900), std::nullopt);  // may be on their way
    EXPECT_EQ(silent_loss(1'000, 2'000), std::nullopt);
    const auto alarm = silent_loss(1'000'000, 990'000);
    ASSERT_TRUE(alarm.has_value());
    EXPECT_THAT(alarm->what, HasSubstr("10000 of 1000000"));
}

TEST(UdpMessages, ARefusalIsSaidWhileItLasts) {
    ErrnoMessages::Counts counts;
    ErrnoMessages messages;
    SenderWords words{.to = "127.0.0.1:9"};
    const auto start = std::chrono::steady_clock::now();
    EXPECT_THAT(messages.update(counts, start, words), IsEmpty());
    ++counts[ECONNREFUSED];
    auto said = messages.update(counts, start, words);
    ASSERT_EQ(said.size(), 1u);
    EXPECT_EQ(said[0].what, "Packets are refused: nothing listens at 127.0.0.1:9 (ECONNREFUSED)");
    EXPECT_EQ(said[0].remedy, "Sending goes on; start the receiver.");
    EXPECT_TRUE(said[0].active);
    said = messages.update(counts, start + std::chrono::seconds(2), words);
    EXPECT_FALSE(said[0].active);
    ++counts[ECONNREFUSED];
    EXPECT_TRUE(messages.update(counts, start + std::chrono::seconds(3), words)[0].active);
}

TEST(UdpMessages, AFullQueueIsSaidAsWhatItIs) {
    ErrnoMessages messages;
    const auto now = std::chrono::steady_clock::now();
    SenderWords words{.to = "192.0.2.2:9", .interface = "eth0", .mtu = 1500};
    EXPECT_THAT(messages.update({{ENOBUFS, 1}}, now, words)[0].remedy, HasSubstr("Nothing is lost"));
    words.drops_when_full = true;
    EXPECT_THAT(messages.update({{ENOBUFS, 1}}, now, words)[0].what, HasSubstr("drops packets"));
    EXPECT_THAT(messages.update({{EMSGSIZE, 1}}, now, words)[0].what,
                HasSubstr("the MTU of eth0 is 1500 bytes"));
}

}  // namespace
}  // namespace spinscope
