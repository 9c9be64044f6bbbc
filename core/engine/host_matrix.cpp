// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/host_matrix.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <random>
#include <thread>

#include "core/machine/clock.h"
#include "core/machine/host_machine.h"

namespace spinscope {
namespace {

constexpr unsigned kWarmUp = 50;  ///< exchanges before the clock runs
constexpr unsigned kExchanges = 500;
constexpr std::size_t kFewestRounds = 3;
constexpr std::size_t kMostRounds = 25;

/// One round of one pair.
class PingPong {
 public:
    PingPong(const Topology& topology, unsigned a, unsigned b, const std::stop_token& stop)
        : topology_(topology), a_(a), b_(b), stop_(stop) {}

    /// ns one way; nothing when a thread could not be bound (refusal()) or it was stopped.
    std::optional<double> run() {
        std::thread other([this] { answer(); });
        std::thread timed([this] { ask(); });
        timed.join();
        other.join();
        return one_way_ns_;
    }
    /// Why a thread could not be bound; empty where both were.
    std::string refusal() const { return refusals_[0].empty() ? refusals_[1] : refusals_[0]; }

 private:
    bool bind(unsigned cpu, std::string& refusal) {
        if (const auto reason = topology_.bind_this_thread(cpu)) {
            refusal = *reason;
            given_up_ = true;
        }
        ++ready_;
        while (ready_ < 2 && !given_up_) std::this_thread::yield();
        return !given_up_;
    }

    /// Waits for `old` and replaces it; gives way now and then, as the other may need this very CPU.
    bool take(unsigned old, unsigned next) {
        for (unsigned tries = 1;; ++tries) {
            unsigned expected = old;
            if (word_.compare_exchange_strong(expected, next)) return true;
            if (tries % 4096 != 0) continue;
            if (given_up_ || stop_.stop_requested()) {
                given_up_ = true;
                return false;
            }
            std::this_thread::yield();
        }
    }

    void answer() {
        if (!bind(b_, refusals_[1])) return;
        for (unsigned i = 0; i < kWarmUp + kExchanges; ++i) {
            if (!take(1, 0)) return;
        }
    }

    void ask() {
        if (!bind(a_, refusals_[0])) return;
        for (unsigned i = 0; i < kWarmUp; ++i) {
            if (!take(0, 1)) return;
        }
        const std::uint64_t begin = Clock::get().now();
        for (unsigned i = 0; i < kExchanges; ++i) {
            if (!take(0, 1)) return;
        }
        one_way_ns_ = static_cast<double>(Clock::get().now() - begin) / kExchanges / 2;
    }

    const Topology& topology_;
    const unsigned a_, b_;
    const std::stop_token& stop_;
    std::atomic<unsigned> ready_{0};
    std::atomic<bool> given_up_{false};
    std::array<std::string, 2> refusals_;  ///< each written by its own thread
    std::optional<double> one_way_ns_;
    alignas(128) std::atomic<unsigned> word_{0};
};

std::vector<PairLatency> all_pairs(const Topology& topology, const std::vector<unsigned>& cpus) {
    std::vector<PairLatency> pairs;
    for (std::size_t i = 0; i < cpus.size(); ++i) {
        for (std::size_t j = i + 1; j < cpus.size(); ++j) {
            pairs.push_back(
                {cpus[i], cpus[j], distance(*topology.find(cpus[i]), *topology.find(cpus[j])), {}});
        }
    }
    return pairs;
}

/// One pair of each distance in turn, so that a part from the front has all of them.
void take_distances_in_turn(std::vector<PairLatency>& pairs) {
    PerDistance<std::size_t> seen{};
    std::vector<std::pair<std::size_t, std::size_t>> order;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        order.emplace_back(seen[static_cast<std::size_t>(pairs[i].distance)]++, i);
    }
    std::sort(order.begin(), order.end());
    std::vector<PairLatency> sorted;
    sorted.reserve(pairs.size());
    for (const auto& place : order) sorted.push_back(std::move(pairs[place.second]));
    pairs = std::move(sorted);
}

double seconds() {
    return static_cast<double>(Clock::monotonic()) * 1e-9;
}

}  // namespace

std::optional<Spread> spread_of(std::vector<double> values) {
    if (values.empty()) return std::nullopt;
    std::sort(values.begin(), values.end());
    const auto at = [&](double share) {
        return values[static_cast<std::size_t>(std::lround(share * static_cast<double>(values.size() - 1)))];
    };
    const std::size_t middle = values.size() / 2;
    const double median = values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
    return Spread{median, at(0.1), at(0.9)};
}

std::optional<Spread> HostMatrix::at(Distance distance) const {
    std::vector<double> rounds;
    for (const PairLatency& pair : pairs) {
        if (pair.distance == distance) rounds.insert(rounds.end(), pair.rounds.begin(), pair.rounds.end());
    }
    return spread_of(std::move(rounds));
}

HostMatrix measure_matrix(const Topology& topology, double limit_s, const std::stop_token& stop,
                          const std::function<void(double)>& progress) {
    HostMatrix matrix;
    matrix.cpus = topology.usable();
    std::vector<PairLatency> pairs = all_pairs(topology, matrix.cpus);
    matrix.possible_pairs = pairs.size();
    std::mt19937_64 random(42);  // NOLINT(bugprone-random-generator-seed): the same order each time
    std::shuffle(pairs.begin(), pairs.end(), random);
    take_distances_in_turn(pairs);

    const double begin = seconds();
    const auto share_done = [&] { return (seconds() - begin) / limit_s; };
    for (std::size_t round = 0; round < kMostRounds && !pairs.empty(); ++round) {
        if (round >= kFewestRounds && share_done() >= 1) break;
        std::size_t done = 0;
        for (PairLatency& pair : pairs) {
            if (stop.stop_requested()) break;
            // The first round may take its part of the time, and decides how many pairs there are.
            if (round == 0 && share_done() >= 1.0 / kFewestRounds) break;
            PingPong ping_pong(topology, pair.a, pair.b, stop);
            if (const auto one_way = ping_pong.run()) pair.rounds.push_back(*one_way);
            if (!ping_pong.refusal().empty()) matrix.refusals.push_back(ping_pong.refusal());
            ++done;
            const double rounds_done =
                (static_cast<double>(round) + static_cast<double>(done) / static_cast<double>(pairs.size())) /
                kMostRounds;
            if (progress) progress(std::min(1.0, std::max(share_done(), rounds_done)));
        }
        if (stop.stop_requested()) {
            matrix.partial = true;
            break;
        }
        if (round == 0) pairs.resize(done);
        // A pair that cannot be measured is not tried again.
        pairs.erase(
            std::remove_if(pairs.begin(), pairs.end(), [](const auto& pair) { return pair.rounds.empty(); }),
            pairs.end());
    }
    pairs.erase(
        std::remove_if(pairs.begin(), pairs.end(), [](const auto& pair) { return pair.rounds.empty(); }),
        pairs.end());
    std::sort(pairs.begin(), pairs.end(),
              [](const auto& x, const auto& y) { return std::pair(x.a, x.b) < std::pair(y.a, y.b); });
    matrix.pairs = std::move(pairs);
    std::sort(matrix.refusals.begin(), matrix.refusals.end());
    matrix.refusals.erase(std::unique(matrix.refusals.begin(), matrix.refusals.end()), matrix.refusals.end());
    return matrix;
}

}  // namespace spinscope
