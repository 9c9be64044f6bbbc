// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/machines.h"

#include <QCoreApplication>

#include "core/engine/registry.h"
#include "core/topology/placement.h"

namespace spinscope {

namespace {

constexpr std::size_t kSmallHost = 8;     ///< CPUs; with fewer the lock is rarely contended over a real send
constexpr std::size_t kTooSmallHost = 4;  ///< CPUs; with fewer no lock of this kind collapses
constexpr std::size_t kManyCpus = 64;     ///< above, threads share cores in the published figures too
constexpr char kFirstSimulated[] = "x5570";  ///< where the first of these collapses was measured

QString tr(const char* text, int n = -1) {
    return QCoreApplication::translate("Machines", text, nullptr, n);
}

}  // namespace

QString machine_title(const MachineProfile& profile) {
    const QString name = QString::fromStdString(profile.name);
    return profile.year > 0 ? QStringLiteral("%1 · %2").arg(name).arg(profile.year) : name;
}

QString machine_title(const std::string& machine, const Topology& topology) {
    if (machine != "host") {
        try {
            return tr("Simulated · %1").arg(machine_title(*load_profile(machine)));
        } catch (const Error&) {  // the file went away; its session is still there
            return tr("Simulated · %1").arg(QString::fromStdString(machine));
        }
    }
    const auto cpus = static_cast<int>(topology.usable().size());
    return (topology.is_host() ? tr("This computer · %1") : tr("Synthetic · %1"))
        .arg(cpus == 1 ? tr("1 CPU") : tr("%1 CPUs").arg(cpus));
}

Experiment default_experiment(const Topology& topology, const std::string& machine) {
    return experiment_on(topology, machine, Experiment());
}

Experiment experiment_on(const Topology& topology, const std::string& machine, const Experiment& before) {
    Experiment experiment = before;
    set_machine(experiment, machine);
    if (simulated(experiment)) {
        experiment.workers = usual_senders(topology);
    } else if (topology.usable().size() < kSmallHost) {
        experiment.device.kind = "null";
    }
    return experiment;
}

unsigned usual_senders(const Topology& topology) {
    const std::size_t cpus = topology.usable().size();
    if (cpus > kManyCpus) return static_cast<unsigned>(cpus);
    return static_cast<unsigned>(plan_placement(topology, {{}, "one-per-core", {}}).cpus.size());
}

double usual_span_s(const Topology& topology, const std::string& machine) {
    if (machine == "host") return 60;
    return topology.usable().size() > kManyCpus ? 1 : 10;
}

FirstMachine first_machine(const std::string& asked, const std::string& chosen, const Topology& host) {
    if (!asked.empty()) return {asked, false};
    if (!chosen.empty()) return {chosen, false};
    if (host.usable().size() >= kTooSmallHost) return {"host", false};
    return {kFirstSimulated, true};
}

Message first_start_message(const Topology& host) {
    const auto cpus = static_cast<int>(host.usable().size());
    const QString have = cpus == 1 ? tr("1 usable CPU") : tr("%1 usable CPUs").arg(cpus);
    return {
        Severity::Info, kFirstStartKey, tr("Simulated machine: this computer has %1").arg(have).toStdString(),
        tr("A lock needs more CPUs than that to collapse. The simulation runs the same strategy code as a "
           "real run.")
            .toStdString(),
        true};
}

}  // namespace spinscope
