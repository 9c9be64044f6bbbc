// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/machine_words.h"

#include <QCoreApplication>

#include "core/engine/registry.h"
#include "ui/format.h"

namespace spinscope {
namespace {

QString say(const char* text) {
    return QCoreApplication::translate("spinscope::machine", text);
}

}  // namespace

QString machine_words(const RunInfo& run) {
    if (!run.simulated || run.profile == nullptr) return QString::fromStdString(run.machine_name);
    const QString words = say("Simulated · %1").arg(QString::fromStdString(run.profile->name));
    return run.profile->year > 0 ? QStringLiteral("%1 · %2").arg(words).arg(run.profile->year) : words;
}

QString time_words(const Snapshot& snapshot) {
    const bool simulated = snapshot.run != nullptr && snapshot.run->simulated;
    if (!simulated) return say("real time %1").arg(Format::clock(snapshot.at_s));
    const Format format;
    QString text = say("virtual time %1").arg(format.seconds(snapshot.at_s, snapshot.at_s < 10 ? 2 : 1));
    if (snapshot.real_per_virtual > 0) {
        const double ratio = snapshot.real_per_virtual;
        text += say(" · 1 : %1 of real time").arg(format.significant(ratio, ratio >= 100 ? 3 : 2));
    }
    return text;
}

QString device_words(const RunInfo& run) {
    const QString kind = run.simulated ? say("modelled") : QString::fromStdString(run.experiment.device.kind);
    const std::optional<double> ns = device_ns(run);
    return ns ? QStringLiteral("%1, %2").arg(kind, Format().time_ns(*ns).text()) : kind;
}

unsigned queues_of(const Experiment& experiment, const std::string& strategy) {
    if (experiment.queues != 0) return experiment.queues;
    const StrategyInfo* info = find_strategy(strategy);
    return info != nullptr ? info->queues : 1;
}

unsigned queues_of(const Snapshot& snapshot) {
    return snapshot.run != nullptr ? queues_of(snapshot.run->experiment, snapshot.strategy) : 1;
}

QString queue_words(const Experiment& experiment, const std::string& strategy) {
    QString words =
        QStringLiteral("%1 %2").arg(QString::fromStdString(experiment.discipline)).arg(experiment.limit);
    if (!experiment.lock.empty())
        words += QStringLiteral(" · ") + say("lock %1").arg(QString::fromStdString(experiment.lock));
    const unsigned queues = queues_of(experiment, strategy);
    if (queues < 2) return words;
    return say("%1 queues by %2, %3").arg(queues).arg(QString::fromStdString(experiment.queue_by), words);
}

}  // namespace spinscope
