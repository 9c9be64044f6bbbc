// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/machine_order.h"

#include <QCoreApplication>
#include <algorithm>
#include <numeric>

#include "core/topology/cpu_list.h"

namespace spinscope {
namespace {

QString say(const char* text) {
    return QCoreApplication::translate("spinscope::machine", text);
}

void collect_pus(const Box& box, std::vector<unsigned>& into) {
    if (box.kind == BoxKind::Pu) into.push_back(box.pu);
    for (const Box& child : box.children) collect_pus(child, into);
}

int count_cores(const Box& box) {
    if (box.kind == BoxKind::Core || box.kind == BoxKind::Pu) return 1;
    return std::accumulate(box.children.begin(), box.children.end(), 0,
                           [](int sum, const Box& child) { return sum + count_cores(child); });
}

QString name_of(const Box& box, std::size_t index) {
    switch (box.kind) {
        case BoxKind::Package:
            return say("package %1").arg(index);
        case BoxKind::Group:
            return say("die %1").arg(index);
        case BoxKind::Numa:
            return say("node %1").arg(index);
        default:  // "L3 32 MiB"
            return QStringLiteral("%1 %2")
                .arg(QString::fromStdString(box.label).section(QLatin1Char(' '), 0, 0))
                .arg(index);
    }
}

using Boxes = std::vector<const Box*>;

/// The parts one step further inside; a part without such stays itself.
Boxes inside(const Boxes& parts) {
    Boxes result;
    for (const Box* part : parts) {
        const std::size_t before = result.size();
        for (const Box& child : part->children) {
            if (count_cores(child) > 1) result.push_back(&child);
        }
        // All or nothing: cores beside the parts would belong to none.
        const bool all = !part->children.empty() && result.size() - before == part->children.size();
        if (all) continue;
        result.resize(before);
        result.push_back(part);
    }
    return result;
}

}  // namespace

std::vector<MachinePart> parts_of(const Topology& topology) {
    Boxes parts{&topology.root()};
    for (Boxes next = inside(parts); next != parts && next.size() <= kMostParts; next = inside(parts)) {
        parts = next;
    }
    std::vector<MachinePart> result;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        MachinePart part{name_of(*parts[i], i), {}};
        collect_pus(*parts[i], part.pus);
        result.push_back(part);
    }
    if (result.size() == 1) result.front().name.clear();
    return result;
}

int MachineOrder::group_of_row(int row_asked) const {
    for (std::size_t i = 0; i < groups.size(); ++i) {
        if (row_asked >= groups[i].first && row_asked < groups[i].end()) return static_cast<int>(i);
    }
    return -1;
}

MachineOrder machine_order(const Snapshot& snapshot) {
    MachineOrder order;
    const auto workers = static_cast<int>(snapshot.workers.size());
    order.worker.reserve(snapshot.workers.size());
    const auto cpu_of = [&](int worker) { return snapshot.workers[static_cast<std::size_t>(worker)].cpu; };
    const auto add_group = [&](const QString& name, const std::vector<int>& members) {
        if (members.empty()) return;
        std::vector<unsigned> cpus;
        for (const int worker : members) cpus.push_back(cpu_of(worker));
        std::sort(cpus.begin(), cpus.end());
        cpus.erase(std::unique(cpus.begin(), cpus.end()), cpus.end());
        QString list = QString::fromStdString(format_cpu_list(cpus));
        list.replace(QLatin1Char('-'), QChar(0x2013));
        order.groups.push_back({name, list, order.rows(), static_cast<int>(members.size())});
        order.worker.insert(order.worker.end(), members.begin(), members.end());
    };
    const RunInfo* run = snapshot.run.get();
    if (run == nullptr || run->topology == nullptr || run->placement.oversubscribed) {
        std::vector<int> all(snapshot.workers.size());
        std::iota(all.begin(), all.end(), 0);
        add_group({}, all);
    } else {
        const std::vector<Pu>& pus = run->topology->pus();
        for (const MachinePart& part : parts_of(*run->topology)) {
            std::vector<int> members;
            for (const unsigned pu : part.pus) {
                for (int worker = 0; worker < workers; ++worker) {
                    if (cpu_of(worker) == pus[pu].os_index) members.push_back(worker);
                }
            }
            add_group(part.name, members);
        }
    }
    order.row.assign(snapshot.workers.size(), 0);
    for (int row = 0; row < order.rows(); ++row) {
        order.row[static_cast<std::size_t>(order.worker[static_cast<std::size_t>(row)])] = row;
    }
    return order;
}

}  // namespace spinscope
