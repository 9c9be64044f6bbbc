// SPDX-License-Identifier: GPL-3.0-or-later
// One worker that sends through the queue against a bare loop of the same system call on a socket of the same
// kind, on the same CPU.
#include <sys/socket.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <vector>

#include "core/device/udp_sink.h"
#include "core/device/udp_socket.h"
#include "tests/benchmarks/comparison.h"
#include "tests/benchmarks/windowed_run.h"

namespace spinscope::bench {
namespace {

using namespace std::chrono_literals;

constexpr auto kWindow = 20ms;
constexpr unsigned kPayload = 64;

/// The bare loop: its own thread on the worker's CPU, asleep but in its windows.
class BareLoop {
 public:
    explicit BareLoop(unsigned cpu)
        : sink_(make_unread_sink(AF_INET, kPayload)),
          sender_(sink_->address(), 1),
          thread_([this, cpu] { work(cpu); }) {}
    ~BareLoop() {
        command(kEnd);
        thread_.join();
    }

    Window measure() {
        const std::uint64_t cpu_before = others_cpu_ns();
        const std::uint64_t begin = Clock::get().now();
        const std::uint64_t before = sent_;
        command(kGo);
        std::this_thread::sleep_for(kWindow);
        command(kIdle);
        idle_.wait(false);
        const auto elapsed = static_cast<double>(Clock::get().now() - begin);
        const auto cpu = static_cast<double>(others_cpu_ns() - cpu_before);
        const auto sent = static_cast<double>(sent_ - before);
        return {.per_cpu_s = sent * 1e9 / cpu, .per_s = sent * 1e9 / elapsed};
    }

 private:
    enum Command : int { kIdle, kGo, kEnd };

    void command(Command next) {
        if (next == kGo) idle_ = false;
        command_ = next;
        command_.notify_one();
    }

    void work(unsigned cpu) {
        Topology::host()->bind_this_thread(cpu);
        const std::array<std::byte, kPayload> payload{};
        constexpr int kFlags = MSG_DONTWAIT | MSG_NOSIGNAL;
        for (;;) {
            idle_ = true;
            idle_.notify_one();
            command_.wait(kIdle);
            if (command_ == kEnd) return;
            while (command_.load(std::memory_order_relaxed) == kGo) {
                if (::send(sender_.fd(), payload.data(), kPayload, kFlags) > 0)
                    sent_.store(sent_.load(std::memory_order_relaxed) + 1);
            }
        }
    }

    const std::unique_ptr<UdpSink> sink_;
    UdpSender sender_;
    std::atomic<int> command_{kIdle};
    std::atomic<bool> idle_{false};
    std::atomic<std::uint64_t> sent_{0};
    std::thread thread_;
};

void report(benchmark::State& state, const std::string& what, const WindowRatios& ratios,
            const std::vector<double>& rates, const std::string& note) {
    const Estimate wall = estimate(ratios.wall);
    const double kpps = estimate(rates).median / 1e3;
    state.counters["kpps"] = kpps;
    Report::get().add(
        {.what = what,
         .measured = estimate(ratios.cpu),
         .unit = "x",
         .kind = Row::Budget::AtLeast,
         .budget = 0.95,
         .note = fmt::format("{}{:.0f} kpps of CPU time; by the wall clock {:.3f} x ({:.3f} – {:.3f})", note,
                             kpps, wall.median, wall.low, wall.high)});
}

/// One worker finds the queue empty every time and sends its packet itself, so it makes one send() a packet
/// whatever the batch.
void compare_path(benchmark::State& state, const std::string& strategy, unsigned batch) {
    Experiment experiment;
    experiment.strategy = strategy;
    experiment.workers = 1;
    experiment.payload = kPayload;
    experiment.device.kind = "udp";
    experiment.device.batch = batch;
    WindowedRun path(experiment);
    BareLoop bare(path.run().placement().cpus.front());
    WindowRatios ratios;
    std::vector<double> rates;
    for (auto _ : state) {
        const Window a1 = path.measure(kWindow);
        const Window b1 = bare.measure();
        const Window b2 = bare.measure();
        const Window a2 = path.measure(kWindow);
        ratios.add(a1, b1, b2, a2);
        rates.push_back(a1.per_cpu_s);
    }
    report(state, fmt::format("one worker over udp / bare send(), {}, batch {}", strategy, batch), ratios,
           rates, "");
}

}  // namespace
}  // namespace spinscope::bench

int main(int argc, char** argv) {
    using namespace spinscope::bench;
    for (const unsigned batch : {1u, 32u}) {
        for (const char* strategy : {"ticket", "llist"}) {
            benchmark::RegisterBenchmark(
                fmt::format("udp/{}/batch {}", strategy, batch).c_str(),
                [=](benchmark::State& state) { compare_path(state, strategy, batch); })
                ->Iterations(40)
                ->Unit(benchmark::kMillisecond);
        }
    }
    return run(argc, argv);
}
