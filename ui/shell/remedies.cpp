// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/remedies.h"

#include <QCoreApplication>

#include "ui/shell/machines.h"

namespace spinscope {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("Remedies", text);
}

}  // namespace

std::optional<Remedy> remedy_for(const Message& message, const Experiment& experiment,
                                 const Placement& placement, const Topology& topology) {
    Remedy remedy;
    remedy.experiment = experiment;
    if (message.key == kFirstStartKey) {
        remedy.machine = "host";
        remedy.label = tr("Use this computer");
        return remedy;
    }
    if (message.key == "oversubscribed" && placement.distinct > 0) {
        remedy.experiment.workers = placement.distinct;
        remedy.label = placement.distinct == 1 ? tr("1 worker") : tr("%1 workers").arg(placement.distinct);
        return remedy;
    }
    if (message.key.starts_with("cpu-refused-")) {
        remedy.experiment.cpus.clear();
        QString usable = QString::fromStdString(format_cpu_list(topology.usable()));
        remedy.label = tr("Use %1").arg(usable.replace(u'-', u'–'));
        return remedy;
    }
    return std::nullopt;
}

}  // namespace spinscope
