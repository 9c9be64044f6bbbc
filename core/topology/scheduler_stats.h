// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace spinscope {

/// What the scheduler did to one thread since it was created.
struct ThreadSchedule {
    std::uint64_t run_ns = 0;        ///< on a CPU
    std::uint64_t run_delay_ns = 0;  ///< runnable, but something else ran
    std::uint64_t involuntary_switches = 0;
};

/// Run and run delay out of the text of /proc/PID/task/TID/schedstat; nothing if it is not such a text.
std::optional<ThreadSchedule> parse_schedstat(const std::string& text);
/// Involuntary switches out of the text of /proc/PID/task/TID/status; nothing if it does not say.
std::optional<std::uint64_t> parse_involuntary_switches(const std::string& text);
/// Reads both for a thread of this process by its kernel thread id; nothing once it has ended, or on a kernel
/// without scheduler statistics. Opens two files (some 10 us): not for every frame of 480 workers.
/// Thread-safe.
std::optional<ThreadSchedule> read_thread_schedule(pid_t tid);

/// How often and how long a CPU quota (cpu.max) stopped the group this process is in.
struct Throttling {
    std::uint64_t periods = 0;       ///< scheduler periods cut short
    std::uint64_t throttled_ns = 0;  ///< time stopped, summed over CPUs
    bool operator==(const Throttling&) const = default;
};

/// Out of the text of a cpu.stat file of either cgroup version; nothing where the group has no such numbers.
std::optional<Throttling> parse_cpu_stat(const std::string& text);
/// The cpu.stat files that count for this process: of its group and of every group around it, since a quota
/// may sit on any. From the texts of /proc/self/cgroup and /proc/self/mountinfo.
std::vector<std::string> cpu_stat_files(const std::string& cgroups, const std::string& mounts);

/// Reads the throttling of the group this process was in when it was made. Not thread-safe.
class ThrottlingReader {
 public:
    ThrottlingReader();
    explicit ThrottlingReader(std::vector<std::string> files) : files_(std::move(files)) {}
    /// Since the group was created; nothing where it cannot be read.
    std::optional<Throttling> read() const;

 private:
    std::vector<std::string> files_;
};

}  // namespace spinscope
