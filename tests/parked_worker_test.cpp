// SPDX-License-Identifier: GPL-3.0-or-later
// A worker that sleeps on the root lock is inside a packet: no switch before it is out.
#include <gtest/gtest.h>
#include <sys/types.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <fstream>
#include <string>
#include <thread>

#include "core/device/null_device.h"
#include "core/lock/ticket_lock.h"
#include "core/machine/crew.h"
#include "core/machine/host_machine.h"
#include "core/queue/disciplines.h"
#include "core/transmit/relock.h"
#include "core/transmit/transmit_queue.h"
#include "tests/support/jitter_machine.h"
#include "tests/support/team.h"

namespace spinscope {
namespace {

using namespace std::chrono_literals;
using M = JitterMachine;
using Queue = TransmitQueue<M, Layout2634, PlainRelock<M, TicketLock>, NoGate<M>>;

/// One worker that sends one packet over and over through a queue whose root lock the test can take.
class OneQueue final : public Workload<M>, private PacketOwner<M> {
 public:
    explicit OneQueue(M& machine) : arena_(machine.make_arena(64 * 1024)) {}

    void step(Ctx& ctx) override {
        tid = gettid();
        queue_.transmit(ctx, packet_);
    }
    void kick(Ctx&, unsigned) override {}
    std::uint64_t switch_strategy(Ctx&, const std::string&, const Options&, std::span<Ctx* const>) override {
        switched = true;
        return 0;
    }
    std::uint64_t queued(Ctx&) override { return 0; }
    std::uint64_t completed(unsigned) const override { return 0; }
    bool finished() const override { return false; }

    PlainRelock<M, TicketLock>& root() { return queue_.layout().root; }

    std::atomic<pid_t> tid{0};
    std::atomic<bool> switched{false};
    std::atomic<std::uint64_t> sent_packets{0};

 private:
    void sent(Ctx&, Packet<M>&) override { ++sent_packets; }
    void dropped(Ctx&, Packet<M>&, DropReason) override {}

    std::unique_ptr<Arena> arena_;
    NullDevice<M> device_{0};
    Packet<M> packet_;
    Queue queue_{{}, {*arena_, device_, 0, *this, 2}};
};

template <class Condition>
bool eventually(Condition&& condition) {
    const auto end = std::chrono::steady_clock::now() + 20s;
    while (!condition()) {
        if (std::chrono::steady_clock::now() > end) return false;
        std::this_thread::sleep_for(1ms);
    }
    return true;
}

/// The thread is off its CPU, of its own will.
bool sleeps(pid_t tid) {
    std::ifstream file("/proc/self/task/" + std::to_string(tid) + "/stat");
    std::string stat((std::istreambuf_iterator<char>(file)), {});
    const std::size_t name_end = stat.rfind(')');
    return name_end != std::string::npos && stat.substr(name_end + 2, 1) == "S";
}

TEST(ParkedWorker, HoldsASwitchBackUntilItsPacketIsThrough) {
    M machine(1, Waiting::SpinPark, false);
    Team<M> team(machine, 1, 1, ProbeMode::Sampled);
    OneQueue workload(machine);
    Crew<M> crew(workload);
    NoNode node;
    std::thread worker([&] {
        crew.work(*team.worker_contexts()[0]);
        team.worker_contexts()[0]->leave();
    });
    crew.release(team.control());
    ASSERT_TRUE(eventually([&] { return workload.sent_packets > 0; }));

    WorkerCounters holder_counters;
    SpscRing<Event> ring(2);
    WorkerProbe probe(holder_counters, ring, ProbeMode::Off, 1);
    M::Ctx holder(machine, 1, probe);
    workload.root().acquire(holder, node);
    ASSERT_TRUE(eventually([&] { return team.counters(0).wait_since.get() != 0 && sleeps(workload.tid); }));

    std::atomic<bool> done{false};
    std::thread switcher([&] {
        crew.switch_strategy(team.control(), "any", {}, team.worker_contexts(), kForever);
        done = true;
    });
    // It would take microseconds, did it not wait.
    std::this_thread::sleep_for(100ms);
    EXPECT_FALSE(workload.switched);
    EXPECT_FALSE(done);
    const std::uint64_t sent = workload.sent_packets;
    workload.root().release(holder, node);
    EXPECT_TRUE(eventually([&] { return done.load(); }));
    EXPECT_TRUE(workload.switched);
    EXPECT_TRUE(eventually([&] { return workload.sent_packets > sent + 1; }));

    switcher.join();
    crew.end(team.control(), 1);
    worker.join();
}

}  // namespace
}  // namespace spinscope
