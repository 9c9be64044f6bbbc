// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <linux/capability.h>
#include <linux/if_ether.h>
#include <netinet/in.h>
#include <sys/syscall.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "core/device/network_namespace.h"
#include "core/device/packet_sender.h"
#include "core/device/udp_headers.h"
#include "core/device/udp_sink.h"
#include "core/device/udp_socket.h"
#include "core/engine/registry.h"
#include "core/engine/session.h"
#include "core/metrics/run_result.h"
#include "core/topology/topology.h"
#include "tests/support/network.h"

namespace spinscope {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

constexpr const char* kOwn = "192.0.2.1";
constexpr const char* kPeer = "192.0.2.2:9";

/// An experiment that runs while the test changes the network under it.
class Trial {
 public:
    explicit Trial(const Experiment& experiment) : session_(make_host_session()) {
        session_->start(experiment);
    }

    /// False where it does not come to that within 2 s.
    bool until(const std::function<bool(const Snapshot&)>& so) {
        const auto deadline = std::chrono::steady_clock::now() + 2s;
        while (std::chrono::steady_clock::now() < deadline) {
            const Session::SnapshotPtr now = session_->newest();
            if (now->run && so(*now)) return true;
            if (now->state == RunState::Failed) return false;
            std::this_thread::sleep_for(5ms);
        }
        return false;
    }
    /// Waits until packets are sent that were not sent yet.
    bool sends() {
        const std::uint64_t before = session_->newest()->totals.transmitted;
        return until([before](const Snapshot& now) { return now.totals.transmitted > before + 100; });
    }
    bool is(KernelReport::State state) {
        return until([state](const Snapshot& now) { return now.kernel && now.kernel->state == state; });
    }
    bool says(const std::string& words) {
        return until([&words](const Snapshot& now) {
            return std::any_of(now.messages.begin(), now.messages.end(), [&words](const Message& message) {
                return message.line().find(words) != std::string::npos;
            });
        });
    }
    RunResult end() {
        session_->stop();
        EXPECT_TRUE(session_->wait_ended(2s));
        const RunResult result = make_run_result(*session_->newest());
        EXPECT_EQ(result.balance(), 0);
        EXPECT_EQ(result.packets.delivered, std::nullopt);
        return result;
    }
    Session::SnapshotPtr newest() const { return session_->newest(); }
    bool ended(std::chrono::milliseconds timeout) { return session_->wait_ended(timeout); }

 private:
    std::unique_ptr<Session> session_;
};

Experiment through(const std::string& kind, const std::string& interface, const std::string& to) {
    Experiment e;
    e.device.kind = kind;
    if (kind == "kernel") e.strategy = "kernel";
    e.device.interface = interface;
    e.device.to = to;
    e.workers = 1;
    return e;
}

std::string kind_of(const testing::TestParamInfo<std::string>& info) {
    return info.param;
}

/// Each test is a process of its own, which moves into a network of its own.
class RealDevice : public testing::TestWithParam<std::string> {
 protected:
    void SetUp() override {
        const std::string refusal = TestNetwork::enter();
        if (!refusal.empty()) GTEST_SKIP() << refusal;
        network_.emplace();
    }
    Experiment experiment() const { return through(GetParam(), "d0", GetParam() == "packet" ? "" : kPeer); }
    std::optional<TestNetwork> network_;
};
INSTANTIATE_TEST_SUITE_P(Devices, RealDevice, testing::Values("udp", "packet", "kernel"), kind_of);

TEST_P(RealDevice, SurvivesAnInterfaceThatIsDownForATime) {
    network_->add("d0", "ifb", kOwn);
    Trial run(experiment());
    EXPECT_TRUE(run.sends());
    network_->set_up("d0", false);
    EXPECT_TRUE(run.is(KernelReport::State::Down));
    EXPECT_TRUE(run.says("Interface d0 is down"));
    network_->set_up("d0", true);
    EXPECT_TRUE(run.is(KernelReport::State::Up));
    EXPECT_TRUE(run.sends());
    EXPECT_TRUE(run.says("Interface d0 was down, and is up again"));
    EXPECT_GT(run.end().packets.dropped.device, 0u);
}

TEST_P(RealDevice, GoesOnWhenTheInterfaceIsRemovedAndMadeAgain) {
    network_->add("d0", "ifb", kOwn);
    Trial run(experiment());
    EXPECT_TRUE(run.sends());
    network_->remove("d0");
    EXPECT_TRUE(run.is(KernelReport::State::Gone));
    EXPECT_TRUE(run.says("Interface d0 was removed"));
    network_->add("other");  // takes the next index: the new d0 is another interface
    network_->add("d0", "ifb", kOwn);
    EXPECT_TRUE(run.is(KernelReport::State::Up));
    EXPECT_TRUE(run.sends());
    const RunResult result = run.end();
    EXPECT_GT(result.packets.dropped.device, 0u);
    EXPECT_FALSE(result.device_errors.empty());
}

TEST_P(RealDevice, RefusesPacketsAboveTheMtuAndSaysIt) {
    network_->add("d0", "ifb", kOwn);
    network_->set_mtu("d0", 600);
    Experiment e = experiment();
    e.payload = 700;
    Trial run(e);
    EXPECT_TRUE(run.says("the MTU of d0 is 600 bytes"));
    network_->set_mtu("d0", 1500);
    EXPECT_TRUE(run.sends());
    const RunResult result = run.end();
    EXPECT_GT(result.packets.dropped.device, 0u);
    EXPECT_EQ(result.device_errors.front().code, EMSGSIZE);
}

TEST_P(RealDevice, ShowsWhatTheKernelCounts) {
    network_->add("d0", "ifb", kOwn);
    Experiment e = experiment();
    e.count = 500;
    Trial run(e);
    ASSERT_TRUE(run.ended(2s));
    const RunResult result = run.end();
    ASSERT_TRUE(result.kernel.has_value());
    EXPECT_EQ(result.packets.transmitted, 500u);
    EXPECT_EQ(result.kernel->interface, "d0");
    EXPECT_EQ(result.kernel->queue, "pfifo_fast");
    // What arrives at an ifb by itself it throws away; past the queue, the queue sees nothing of it.
    EXPECT_GE(result.kernel->rx_dropped, 500u);
    if (GetParam() == "packet") {
        EXPECT_LT(result.kernel->packets, 500u);
    } else {
        EXPECT_GE(result.kernel->packets, 500u);
    }
}

TEST_P(RealDevice, NamesAnInterfaceThatIsNotThere) {
    try {
        validate(through(GetParam(), "nope", GetParam() == "packet" ? "" : kPeer));
        FAIL();
    } catch (const UsageError& error) {
        EXPECT_THAT(error.line(), HasSubstr("There is no interface \"nope\""));
        EXPECT_THAT(error.line(), HasSubstr("Interfaces here: lo"));
    }
}

class RealUdp : public RealDevice {};
INSTANTIATE_TEST_SUITE_P(Devices, RealUdp, testing::Values("udp", "kernel"), kind_of);

TEST_P(RealUdp, GoesOnAfterRefusals) {
    network_->set_up("lo", true);
    UdpAddress at = loopback_address(AF_INET);
    {
        const auto sink = make_unread_sink(AF_INET, 64);
        at = sink->address();
    }
    Trial run(through(GetParam(), "lo", at.text()));
    EXPECT_TRUE(run.says("nothing listens at " + at.text()));
    Descriptor receiver = make_udp_socket(AF_INET);
    ASSERT_EQ(bind(receiver.get(), at.get(), at.length), 0);
    EXPECT_TRUE(run.sends());
    const RunResult result = run.end();
    EXPECT_GT(result.packets.transmitted, 100u);
    EXPECT_EQ(result.device_errors.front().code, ECONNREFUSED);
}

class RealNetwork : public RealDevice {};
INSTANTIATE_TEST_SUITE_P(Devices, RealNetwork, testing::Values("udp"), kind_of);

TEST_P(RealNetwork, AWayThatIsGoneForATimeIsShown) {
    network_->add("d0", "ifb", kOwn);
    Trial run(through("udp", "", kPeer));
    EXPECT_TRUE(run.sends());
    network_->set_up("d0", false);
    EXPECT_TRUE(run.says("there is no way to 192.0.2.2:9"));
    network_->set_up("d0", true);
    EXPECT_TRUE(run.sends());
    run.end();
}

TEST_P(RealNetwork, SaysThatThereIsNoRoute) {
    network_->add("d0", "ifb", kOwn);
    Trial run(through("udp", "", "198.51.100.1:9"));
    ASSERT_TRUE(run.ended(2s));
    ASSERT_EQ(run.newest()->state, RunState::Failed);
    EXPECT_THAT(run.newest()->messages.front().line(),
                testing::AllOf(HasSubstr("198.51.100.1:9 cannot be sent to"), HasSubstr("has a route")));
}

TEST_P(RealNetwork, ACardWithoutACarrierKeepsThePacketsWaiting) {
    network_->add("d0", "veth");  // its other end is down
    Trial run(through("packet", "d0", ""));
    EXPECT_TRUE(run.says("Interface d0 has no carrier"));
    network_->set_up("d0-peer", true);
    EXPECT_TRUE(run.sends());
    EXPECT_EQ(run.end().packets.dropped.total(), 0u);
}

TEST_P(RealNetwork, FramesArriveAsTheyWereBuilt) {
    network_->add("d0", "veth", kOwn);
    network_->set_up("d0-peer", true);
    const Descriptor receiver(socket(AF_PACKET, SOCK_RAW, htons(ETH_P_IP)));
    Experiment e = through("packet", "d0", "");
    e.count = 3;
    Trial run(e);
    ASSERT_TRUE(run.ended(2s));
    std::array<unsigned char, 256> frame{};
    const timeval patience{1, 0};
    setsockopt(receiver.get(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    sockaddr_ll from{};
    socklen_t length = sizeof from;
    do {
        ASSERT_EQ(recvfrom(receiver.get(), frame.data(), frame.size(), 0, reinterpret_cast<sockaddr*>(&from),
                           &length),
                  14 + 20 + 8 + 64);
    } while (from.sll_ifindex != static_cast<int>(if_nametoindex("d0-peer")));
    // To and from the card itself, IPv4, UDP from 192.0.2.1 to 192.0.2.2:9.
    EXPECT_TRUE(std::equal(frame.begin(), frame.begin() + 6, frame.begin() + 6));
    EXPECT_EQ(frame[23], IPPROTO_UDP);
    EXPECT_THAT(std::vector(frame.begin() + 26, frame.begin() + 34),
                testing::ElementsAre(192, 0, 2, 1, 192, 0, 2, 2));
    EXPECT_EQ(frame[36] * 256 + frame[37], 9);
    EXPECT_EQ(frame[38] * 256 + frame[39], 8 + 64);
    unsigned sum = 0;
    for (std::size_t i = 14; i < 34; i += 2) sum += frame[i] * 256u + frame[i + 1];
    EXPECT_EQ((sum & 0xffff) + (sum >> 16), 0xffffu);
}

TEST(KernelQueue, RunsOverEveryKindOfOurOwn) {
    for (const std::string kind : {"tbf", "htb", "pfifo", "pfifo_fast"}) {
        try {
            NetworkNamespace(1);
        } catch (const Error& error) {
            GTEST_SKIP() << error.line();
        }
        Experiment e = through("kernel", "", "");
        e.options["kernel-queue"] = kind;
        e.workers = 2;
        e.count = 2000;
        Trial run(e);
        ASSERT_TRUE(run.ended(2s));
        const RunResult result = run.end();
        ASSERT_TRUE(result.kernel.has_value()) << run.newest()->messages.front().line();
        EXPECT_EQ(result.kernel->queue, kind);
        EXPECT_EQ(result.packets.transmitted + result.packets.dropped.limit, 2000u);
        EXPECT_GE(*result.kernel->packets, result.packets.transmitted);
        EXPECT_EQ(*result.kernel->drops, result.packets.dropped.limit);
        EXPECT_TRUE(result.locks.empty());
        EXPECT_FALSE(result.wait.has_value());  // what the kernel waits is not known
        for (const WorkerResult& worker : result.workers) EXPECT_EQ(worker.offered, 1000u);
    }
}

TEST(PacketSocket, TellsWhatRightsItNeeds) {
    // Capabilities are each thread's own.
    std::thread([] {
        __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
        __user_cap_data_struct none[2]{};
        ASSERT_EQ(syscall(SYS_capset, &header, none), 0);
        try {
            make_packet_socket();
            FAIL();
        } catch (const UsageError& error) {
            EXPECT_THAT(error.line(), HasSubstr("CAP_NET_RAW"));
            EXPECT_THAT(error.line(), HasSubstr("sudo setcap cap_net_raw+ep"));
        }
    }).join();
}

TEST(DevicePairing, WhatMakesNoSenseIsRefused) {
    const auto refused = [](const std::function<void(Experiment&)>& change) {
        Experiment e;
        change(e);
        EXPECT_THROW(validate(e), UsageError);
    };
    refused([](Experiment& e) { e.strategy = "kernel"; });
    refused([](Experiment& e) { e.device.kind = "kernel"; });
    refused([](Experiment& e) { e.device.kind = "packet"; });
    refused([](Experiment& e) { e.device.interface = "lo"; });
    refused([](Experiment& e) { e = through("null", "lo", ""); });
    refused([](Experiment& e) { e = through("kernel", "lo", ""); });
    refused([](Experiment& e) { e = through("kernel", "", kPeer); });
    refused([](Experiment& e) {
        e = through("kernel", "lo", kPeer);
        e.options["kernel-queue"] = "tbf";
    });
    const auto with_kernel = [&refused](const std::function<void(Experiment&)>& change) {
        refused([&change](Experiment& e) {
            e = through("kernel", "", "");
            change(e);
        });
    };
    with_kernel([](Experiment& e) { e.options["kernel-queue"] = "fq"; });
    with_kernel([](Experiment& e) { e.device.batch = 8; });
    with_kernel([](Experiment& e) { e.device.verify = true; });
    with_kernel([](Experiment& e) { e.queues = 8; });
    with_kernel([](Experiment& e) { e.lock = "mcs"; });
    with_kernel(
        [](Experiment& e) { e.switches.push_back({.at_s = 1, .strategy = "ticket", .options = {}}); });
    refused([](Experiment& e) { e.switches.push_back({.at_s = 1, .strategy = "kernel", .options = {}}); });
    EXPECT_NO_THROW(validate(through("kernel", "", "")));
    EXPECT_NO_THROW(validate(through("udp", "lo", "127.0.0.1:9")));
    EXPECT_THROW(validate_switch(Experiment{}, "kernel", {}), UsageError);
}

}  // namespace
}  // namespace spinscope
