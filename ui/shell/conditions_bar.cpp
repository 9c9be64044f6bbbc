// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/conditions_bar.h"

#include <QCoreApplication>
#include <QFontMetrics>
#include <QPainter>
#include <algorithm>
#include <numeric>

#include "ui/format.h"
#include "ui/machine_words.h"
#include "ui/shell/machines.h"

namespace spinscope {

namespace {

constexpr int kDot = 8;
constexpr int kSide = 10;

QString tr(const char* text) {
    return QCoreApplication::translate("ConditionsBar", text);
}

/// Rounded up generously: a fraction of a pixel too little would elide.
int text_width(const QFontMetrics& metrics, const QString& text) {
    return metrics.horizontalAdvance(text) + 2;
}

QString state_word(RunState state) {
    switch (state) {
        case RunState::Idle:
            return tr("Ready");
        case RunState::Starting:
            return tr("Starting");
        case RunState::Running:
            return tr("Running");
        case RunState::Paused:
            return tr("Paused");
        case RunState::Stopping:
            return tr("Stopping");
        case RunState::Stopped:
            return tr("Stopped");
        case RunState::Failed:
            break;
    }
    return tr("Failed");
}

QString device_text(const Experiment& experiment, const RunInfo* run) {
    if (run != nullptr && (run->simulated || experiment.device.kind != "udp"))
        return tr("device %1").arg(device_words(*run));
    if (experiment.device.kind != "udp")
        return tr("device %1").arg(QString::fromStdString(experiment.device.kind));
    if (!experiment.device.to.empty())
        return tr("udp to %1").arg(QString::fromStdString(experiment.device.to));
    return experiment.device.verify ? tr("udp loopback, verified") : tr("udp loopback");
}

QString probe_text(ProbeMode mode, const Snapshot* snapshot) {
    QString text = mode == ProbeMode::Off    ? tr("probe off")
                   : mode == ProbeMode::Full ? tr("probe full")
                                             : tr("probe sampled 1 : 64");
    if (snapshot != nullptr && mode != ProbeMode::Off && snapshot->at_s > 0) {
        text += tr(", costs %1").arg(Format().share(snapshot->probe_overhead_percent / 100));
    }
    return text;
}

}  // namespace

std::vector<Condition> conditions_of(const Snapshot& snapshot, const Experiment& next,
                                     const Topology& topology) {
    const Format format;
    std::vector<Condition> all;
    const auto add = [&all](const QString& text, int importance, bool warns = false) {
        all.push_back({text, importance, warns});
    };
    const RunInfo* run = snapshot.state == RunState::Idle ? nullptr : snapshot.run.get();
    const Experiment& experiment = run != nullptr ? run->experiment : next;

    if (run == nullptr) {
        const std::size_t usable = topology.usable().size();
        add(QStringLiteral("%1 · %2").arg(state_word(snapshot.state),
                                          machine_title(experiment.machine, topology)),
            10);
        add(tr("%1 of %2 CPUs usable").arg(usable).arg(topology.pus().size()), 6);
        add(QStringLiteral("%1 · %2").arg(device_text(experiment, nullptr),
                                          queue_words(experiment, experiment.strategy)),
            7);
        add(probe_text(experiment.probe, nullptr), 5);
        return all;
    }

    const std::size_t workers = snapshot.workers.size();
    const unsigned cpus = run->placement.distinct;
    const QString machine = run->simulated ? machine_words(*run) : tr("this computer");
    const QString crowd =
        workers > cpus ? tr("%1 workers on %2 CPUs").arg(workers).arg(cpus) : tr("%1 CPUs").arg(cpus);
    add(QStringLiteral("%1 · %2 · %3").arg(state_word(snapshot.state), machine, crowd), 10);
    // Held, the window says the time to the step.
    if (run->simulated && snapshot.real_per_virtual != 0 && snapshot.state != RunState::Paused)
        add(time_words(snapshot), 8);
    if (workers > cpus && cpus > 0) {
        const double times = static_cast<double>(workers) / cpus;
        add(tr("oversubscribed × %1")
                .arg(format.significant(times, times == static_cast<int>(times) ? 1 : 2)),
            9, true);
    }
    if (snapshot.throttled_ms > 0)
        add(tr("throttled %1").arg(format.time_ns(snapshot.throttled_ms * 1e6).text()), 8, true);
    add(QStringLiteral("%1 · %2").arg(device_text(experiment, run),
                                      queue_words(experiment, snapshot.strategy)),
        7);
    add(probe_text(experiment.probe, &snapshot), 5);
    add(tr("lost events %1").arg(format.count(snapshot.events_lost)), snapshot.events_lost > 0 ? 8 : 3,
        snapshot.events_lost > 0);
    if (!run->environment.clock.empty())
        add(tr("clock %1").arg(QString::fromStdString(run->environment.clock)), 4);
    if (!run->simulated) {
        const std::size_t refused = run->placement.refusals.size();
        add(tr("pinned %1 of %2").arg(workers - std::min(refused, workers)).arg(workers), refused > 0 ? 8 : 4,
            refused > 0);
        add(run->environment.governor
                ? tr("governor %1").arg(QString::fromStdString(*run->environment.governor))
                : tr("governor not readable"),
            2);
    }
    return all;
}

ConditionsBar::ConditionsBar(const ThemeHolder& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
    setAccessibleName(tr("Conditions"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    connect(&theme, &ThemeHolder::changed, this, qOverload<>(&QWidget::update));
}

void ConditionsBar::show_conditions(RunState state, const std::vector<Condition>& conditions) {
    if (state == state_ && conditions == conditions_) return;
    state_ = state;
    conditions_ = conditions;
    QStringList texts;
    for (const Condition& condition : conditions) texts += condition.text;
    setToolTip(texts.join(u'\n'));
    setAccessibleDescription(texts.join(QStringLiteral(", ")));
    update();
}

QSize ConditionsBar::sizeHint() const {
    return {600, QFontMetrics(font_for(TextRole::Small, font())).height() + 8};
}

std::vector<std::size_t> ConditionsBar::fitting() const {
    const QFontMetrics metrics(font_for(TextRole::Small, font()));
    std::vector<std::size_t> order(conditions_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [this](std::size_t a, std::size_t b) {
        return conditions_[a].importance > conditions_[b].importance;
    });
    std::vector<std::size_t> fit;
    int used = kSide + kDot + 6;
    for (const std::size_t index : order) {
        used += text_width(metrics, conditions_[index].text) + 2 * kSide + 1;
        if (used > width() && !fit.empty()) break;
        fit.push_back(index);
    }
    std::sort(fit.begin(), fit.end());
    return fit;
}

QStringList ConditionsBar::visible_texts() const {
    QStringList texts;
    for (const std::size_t index : fitting()) texts += conditions_[index].text;
    return texts;
}

void ConditionsBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = theme_.theme();
    const QFont font = font_for(TextRole::Small, this->font());
    const QFontMetrics metrics(font);
    painter.setFont(font);
    const bool mirrored = layoutDirection() == Qt::RightToLeft;
    const auto place = [&](int x, int w) { return QRect(mirrored ? width() - x - w : x, 0, w, height()); };

    // The dot is filled while running and a ring otherwise, so that it says the same without colour.
    const QColor dot = state_ == RunState::Running  ? theme.run
                       : state_ == RunState::Failed ? theme.stop
                       : state_ == RunState::Paused ? theme.warning.bar
                                                    : theme.text_off;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(dot, 2));
    painter.setBrush(state_ == RunState::Running || state_ == RunState::Failed ? QBrush(dot)
                                                                               : QBrush(Qt::NoBrush));
    const QRect spot = place(kSide, kDot);
    painter.drawEllipse(QRectF(spot.x() + 1, (height() - kDot) / 2.0 + 1, kDot - 2, kDot - 2));
    painter.setRenderHint(QPainter::Antialiasing, false);

    int x = kSide + kDot + 6;
    bool first = true;
    for (const std::size_t index : fitting()) {
        const Condition& condition = conditions_[index];
        if (!first) {
            const QRect line = place(x, 1);
            painter.fillRect(line.x(), 4, 1, height() - 8, theme.hairline);
            x += 1 + kSide;
        }
        first = false;
        const int w = std::min(text_width(metrics, condition.text), std::max(20, width() - x - 4));
        painter.setPen(condition.warns ? theme.warning.text : theme.text_second);
        painter.drawText(place(x, w), Qt::AlignVCenter,
                         metrics.elidedText(condition.text, Qt::ElideMiddle, w));
        x += w + kSide;
    }
}

}  // namespace spinscope
