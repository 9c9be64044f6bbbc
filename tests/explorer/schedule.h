// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>

#include "tests/explorer/chooser.h"

namespace spinscope {

/// How an execution differs from the usual one, in which nobody interferes: all that is needed to repeat it.
struct Schedule {
    std::map<std::uint64_t, Agent> turns;  ///< by number of the decision, from 0
    std::set<std::uint64_t> heads;         ///< coins that fell to true

    std::size_t size() const { return turns.size() + heads.size(); }
    /// "12:1,40:b0,c3": at decision 12 CPU 1, at 40 CPU 0's buffer, the third coin. "-" = the usual one.
    std::string text() const;
    /// Throws std::invalid_argument.
    static Schedule parse(const std::string& text);
    bool operator==(const Schedule&) const = default;
};

/// Repeats a schedule. Where it cannot be followed (another one was cut down to it), nobody interferes.
class ScheduledRun final : public Chooser {
 public:
    explicit ScheduledRun(const Schedule& schedule) : schedule_(schedule) {}
    Agent choose(const Situation& situation) override;
    bool coin() override;
    std::uint64_t decisions() const { return decisions_; }

 private:
    const Schedule& schedule_;
    std::uint64_t decisions_ = 0;
    std::uint64_t coins_ = 0;
};

/// Lets another one choose and writes it down.
class Recorder final : public Chooser {
 public:
    explicit Recorder(Chooser& chooser) : chooser_(chooser) {}
    Agent choose(const Situation& situation) override;
    bool coin() override;
    void gave_way(Agent agent) override { chooser_.gave_way(agent); }
    const Schedule& schedule() const { return schedule_; }

 private:
    Chooser& chooser_;
    Schedule schedule_;
    std::uint64_t decisions_ = 0;
    std::uint64_t coins_ = 0;
};

}  // namespace spinscope
