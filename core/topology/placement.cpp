// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/topology/placement.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <set>
#include <utility>

namespace spinscope {
namespace {

using Pus = std::vector<const Pu*>;

/// The usable PUs, strongest kind first, then in machine order: core after core.
Pus compact(const Topology& topology) {
    Pus pus;
    for (const Pu& pu : topology.pus()) {
        if (pu.usable) pus.push_back(&pu);
    }
    std::stable_sort(pus.begin(), pus.end(),
                     [](const Pu* a, const Pu* b) { return a->kind_rank < b->kind_rank; });
    return pus;
}

Pus one_per_core(const Pus& from) {
    Pus pus;
    std::set<unsigned> cores;
    for (const Pu* pu : from) {
        if (cores.insert(pu->core).second) pus.push_back(pu);
    }
    return pus;
}

/// The first thread of each core, then the second ones.
Pus cores_first(Pus pus) {
    std::map<unsigned, unsigned> threads;  // per core, counted so far
    std::vector<std::pair<unsigned, const Pu*>> ordered;
    for (const Pu* pu : pus) ordered.push_back({threads[pu->core]++, pu});
    std::stable_sort(ordered.begin(), ordered.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::transform(ordered.begin(), ordered.end(), pus.begin(), [](const auto& each) { return each.second; });
    return pus;
}

Pus scatter(Pus pus) {
    // Ranks count usable PUs only: where a core's first thread is refused, its second is the first.
    std::map<std::pair<unsigned, unsigned>, std::map<unsigned, unsigned>> core_ranks;  // (kind, package)
    std::map<unsigned, unsigned> threads;                                              // per core
    std::vector<std::pair<std::array<unsigned, 4>, const Pu*>> ordered;
    for (const Pu* pu : pus) {
        auto& cores = core_ranks[{pu->kind_rank, pu->package}];
        const unsigned core = cores.emplace(pu->core, static_cast<unsigned>(cores.size())).first->second;
        ordered.push_back({{pu->kind_rank, threads[pu->core]++, core, pu->package}, pu});
    }
    std::stable_sort(ordered.begin(), ordered.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::transform(ordered.begin(), ordered.end(), pus.begin(), [](const auto& each) { return each.second; });
    return pus;
}

Pus on_node(const Topology& topology, const std::string& text) {
    unsigned node = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), node);
    if (error != std::errc{} || end != text.data() + text.size()) {
        throw UsageError(fmt::format("Placement node:{} names no NUMA node", text), {},
                         "Write for example node:0");
    }
    std::vector<unsigned> nodes;
    for (const Pu& pu : topology.pus()) nodes.push_back(pu.numa_node);
    if (std::find(nodes.begin(), nodes.end(), node) == nodes.end()) {
        std::sort(nodes.begin(), nodes.end());
        nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
        throw UsageError(fmt::format("There is no NUMA node {} with CPUs", node), {},
                         fmt::format("Choose from {}", format_cpu_list(nodes)));
    }
    Pus pus = compact(topology);
    pus.erase(std::remove_if(pus.begin(), pus.end(), [node](const Pu* pu) { return pu->numa_node != node; }),
              pus.end());
    if (pus.empty()) {
        throw Error(fmt::format("No CPU of NUMA node {} may be used", node),
                    fmt::format("this process may use {} only", cpu_words(topology.usable())),
                    "Choose another node, or start Spinscope without the mask");
    }
    return pus;
}

std::vector<unsigned> offered_by_policy(const Topology& topology, const std::string& policy) {
    Pus pus;
    if (policy == "compact") {
        pus = compact(topology);
    } else if (policy == "scatter") {
        pus = scatter(compact(topology));
    } else if (policy == "cores-first") {
        pus = cores_first(compact(topology));
    } else if (policy == "one-per-core") {
        pus = one_per_core(compact(topology));
    } else if (policy.starts_with("node:")) {
        pus = on_node(topology, policy.substr(5));
    } else {
        throw UsageError(fmt::format("There is no placement \"{}\"", policy), {},
                         "Choose compact, cores-first, scatter, one-per-core or node:N");
    }
    std::vector<unsigned> cpus;
    for (const Pu* pu : pus) cpus.push_back(pu->os_index);
    return cpus;
}

/// The usable CPU that the fewest workers have so far.
unsigned least_used(const std::vector<unsigned>& usable, const std::vector<unsigned>& taken) {
    return *std::min_element(usable.begin(), usable.end(), [&taken](unsigned a, unsigned b) {
        return std::count(taken.begin(), taken.end(), a) < std::count(taken.begin(), taken.end(), b);
    });
}

Message refusal(const Topology& topology, unsigned cpu, std::size_t worker, unsigned instead) {
    const std::vector<unsigned> usable = topology.usable();
    Message message;
    message.severity = Severity::Warning;
    message.key = fmt::format("cpu-refused-{}", cpu);
    message.remedy = fmt::format("Worker {} runs on CPU {}. Choose {}", worker, instead, cpu_words(usable));
    if (topology.find(cpu) == nullptr) {
        std::vector<unsigned> all;
        for (const Pu& pu : topology.pus()) all.push_back(pu.os_index);
        message.what = fmt::format("CPU {} was refused: this machine has {} only", cpu, cpu_words(all));
    } else {
        message.what = fmt::format("CPU {} was refused: this process may use {} only (taskset or cpuset)",
                                   cpu, cpu_words(usable));
        message.remedy += ", or start Spinscope without the mask.";
        return message;
    }
    message.remedy += ".";
    return message;
}

/// The list as asked for, with what cannot be had replaced by the CPU the fewest workers have.
void take_list(const Topology& topology, const std::vector<unsigned>& list, std::size_t workers,
               Placement& placement) {
    const std::vector<unsigned> usable = topology.usable();
    const auto may_run = [&topology](unsigned cpu) {
        const Pu* pu = topology.find(cpu);
        return pu != nullptr && pu->usable;
    };
    // First what can be had, so that a replacement does not land on a CPU asked for later in the list.
    std::vector<unsigned> taken;
    for (std::size_t i = 0; i < workers; ++i) {
        if (may_run(list[i % list.size()])) taken.push_back(list[i % list.size()]);
    }
    std::set<unsigned> reported;
    for (std::size_t i = 0; i < workers; ++i) {
        const unsigned cpu = list[i % list.size()];
        if (may_run(cpu)) {
            placement.cpus.push_back(cpu);
            continue;
        }
        const unsigned instead = least_used(usable, taken);
        taken.push_back(instead);
        placement.cpus.push_back(instead);
        if (reported.insert(cpu).second) placement.refusals.push_back(refusal(topology, cpu, i, instead));
    }
}

void add_notes(const Topology& topology, Placement& placement) {
    const std::set<unsigned> distinct(placement.cpus.begin(), placement.cpus.end());
    placement.distinct = static_cast<unsigned>(distinct.size());
    placement.oversubscribed = placement.cpus.size() > distinct.size();
    if (placement.oversubscribed) {
        Message note;
        note.severity = Severity::Warning;
        note.key = "oversubscribed";
        note.what =
            fmt::format("{} workers share {} {}: waits of 1 ms and more are the scheduler, not the lock",
                        placement.cpus.size(), placement.distinct, placement.distinct == 1 ? "CPU" : "CPUs");
        note.remedy = fmt::format("Set {} {} to measure the lock.", placement.distinct,
                                  placement.distinct == 1 ? "worker" : "workers");
        placement.notes.push_back(std::move(note));
    }
    std::map<std::pair<unsigned, std::string>, unsigned> kinds;
    for (unsigned cpu : placement.cpus) {
        const Pu* pu = topology.find(cpu);
        ++kinds[{pu->kind_rank, pu->kind}];
    }
    if (kinds.size() < 2) return;
    Message note;
    note.key = "mixed-kinds";
    note.what = "The workers run on CPUs of different kinds:";
    for (const auto& [kind, count] : kinds) {
        note.what += fmt::format("{} {} {}", kind == kinds.begin()->first ? "" : ",", count, kind.second);
    }
    note.remedy = fmt::format("Set {} workers or fewer to stay on one kind.", kinds.begin()->second);
    placement.notes.push_back(std::move(note));
}

}  // namespace

Placement plan_placement(const Topology& topology, const PlacementRequest& request) {
    if (topology.usable().empty()) {
        throw Error("No CPU may be used", "the cpuset and the affinity mask leave none",
                    "Start Spinscope without the mask");
    }
    if (request.workers && *request.workers == 0) {
        throw UsageError("0 workers cannot do anything", {}, "Set at least 1 worker");
    }
    Placement placement;
    const std::vector<unsigned> offered =
        request.cpus.empty() ? offered_by_policy(topology, request.policy) : request.cpus;
    take_list(topology, offered, request.workers ? *request.workers : offered.size(), placement);
    add_notes(topology, placement);
    return placement;
}

}  // namespace spinscope
