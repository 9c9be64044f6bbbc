// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/topology/scheduler_stats.h"

#include <fmt/format.h>

#include <fstream>
#include <sstream>

namespace spinscope {
namespace {

std::optional<std::string> read_text(const std::string& path) {
    std::ifstream file(path);
    if (!file) return std::nullopt;
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

bool has_item(const std::string& list, const std::string& item) {
    std::istringstream items(list);
    for (std::string each; std::getline(items, each, ',');) {
        if (each == item) return true;
    }
    return false;
}

struct Mount {
    std::string root;   ///< the group that is visible at `point`
    std::string point;  ///< where it is mounted
};

/// The mount of cgroup version 2, or of version 1's cpu controller.
std::optional<Mount> find_mount(const std::string& mounts, bool version2) {
    std::istringstream lines(mounts);
    for (std::string line; std::getline(lines, line);) {
        const auto separator = line.find(" - ");
        if (separator == std::string::npos) continue;
        std::istringstream left(line.substr(0, separator));
        std::istringstream right(line.substr(separator + 3));
        std::string skip, type, options;
        Mount mount;
        left >> skip >> skip >> skip >> mount.root >> mount.point;
        right >> type >> skip >> options;
        if (version2 ? type == "cgroup2" : type == "cgroup" && has_item(options, "cpu")) return mount;
    }
    return std::nullopt;
}

void add_files(const std::string& group, const Mount& mount, std::vector<std::string>& files) {
    // In a container without a namespace of its own the path counts from the machine's root group, of which
    // only a part is mounted.
    std::string below = group;
    if (mount.root != "/" && below.starts_with(mount.root)) below.erase(0, mount.root.size());
    while (!below.empty() && below != "/") {
        files.push_back(mount.point + below + "/cpu.stat");
        below.erase(below.find_last_of('/'));
    }
    files.push_back(mount.point + "/cpu.stat");
}

}  // namespace

std::optional<ThreadSchedule> parse_schedstat(const std::string& text) {
    std::istringstream numbers(text);
    ThreadSchedule schedule;
    if (!(numbers >> schedule.run_ns >> schedule.run_delay_ns)) return std::nullopt;
    return schedule;
}

std::optional<std::uint64_t> parse_involuntary_switches(const std::string& text) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string key;
        std::uint64_t value = 0;
        if (words >> key >> value && key == "nonvoluntary_ctxt_switches:") return value;
    }
    return std::nullopt;
}

std::optional<ThreadSchedule> read_thread_schedule(pid_t tid) {
    const auto schedstat = read_text(fmt::format("/proc/self/task/{}/schedstat", tid));
    const auto status = read_text(fmt::format("/proc/self/task/{}/status", tid));
    if (!schedstat || !status) return std::nullopt;
    auto schedule = parse_schedstat(*schedstat);
    const auto switches = parse_involuntary_switches(*status);
    if (!schedule || !switches) return std::nullopt;
    schedule->involuntary_switches = *switches;
    return schedule;
}

std::optional<Throttling> parse_cpu_stat(const std::string& text) {
    std::istringstream lines(text);
    std::optional<std::uint64_t> periods, throttled_ns;
    std::string key;
    for (std::uint64_t value = 0; lines >> key >> value;) {
        if (key == "nr_throttled") periods = value;
        if (key == "throttled_time") throttled_ns = value;
        if (key == "throttled_usec") throttled_ns = value * 1000;
    }
    if (!periods || !throttled_ns) return std::nullopt;
    return Throttling{*periods, *throttled_ns};
}

std::vector<std::string> cpu_stat_files(const std::string& cgroups, const std::string& mounts) {
    std::vector<std::string> files;
    std::istringstream lines(cgroups);
    for (std::string line; std::getline(lines, line);) {
        const auto first = line.find(':');
        const auto second = line.find(':', first + 1);
        if (first == std::string::npos || second == std::string::npos) continue;
        const std::string controllers = line.substr(first + 1, second - first - 1);
        const bool version2 = controllers.empty();
        if (!version2 && !has_item(controllers, "cpu")) continue;
        if (const auto mount = find_mount(mounts, version2))
            add_files(line.substr(second + 1), *mount, files);
    }
    return files;
}

ThrottlingReader::ThrottlingReader()
    : files_(cpu_stat_files(read_text("/proc/self/cgroup").value_or(""),
                            read_text("/proc/self/mountinfo").value_or(""))) {}

std::optional<Throttling> ThrottlingReader::read() const {
    std::optional<Throttling> sum;
    for (const std::string& file : files_) {
        const auto text = read_text(file);
        const auto one = text ? parse_cpu_stat(*text) : std::nullopt;
        if (!one) continue;
        if (!sum) sum.emplace();
        sum->periods += one->periods;
        sum->throttled_ns += one->throttled_ns;
    }
    return sum;
}

}  // namespace spinscope
