// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/comparison_words.h"

#include <QCoreApplication>
#include <cmath>

#include "core/engine/registry.h"
#include "ui/compare/collapse_picture.h"
#include "ui/format.h"

namespace spinscope {

namespace {

constexpr double kManyTimes = 1.5;  ///< from here on a quotient says more than a percentage

QString say(const char* text) {
    return QCoreApplication::translate("Comparison", text);
}

QString of(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// "+17.5", "−0.6"
QString percent_number(double ratio) {
    const double percent = std::round((ratio - 1) * 1000) / 10;
    return (percent < 0 ? QString(QChar(0x2212)) : QStringLiteral("+")) +
           QLocale().toString(std::abs(percent), 'f', 1);
}

QString times_number(double ratio) {
    return Format().significant(ratio, 3);
}

QString name_of(Metric metric) {
    switch (metric) {
        case Metric::Pps:
            return say("Packets per second");
        case Metric::WaitP50:
            return say("Wait p50");
        case Metric::WaitP99:
            return say("Wait p99");
        case Metric::WaitMax:
            return say("Wait max");
        case Metric::Jain:
            return say("Fairness, Jain");
        case Metric::WorstShare:
            return say("Worst worker, of an even share");
        case Metric::CpuPerPacket:
            return say("CPU time a packet");
        case Metric::HandoffsPerPacket:
            break;
    }
    return say("Lock handoffs a packet");
}

}  // namespace

QString measure_text(Metric metric, std::optional<double> value) {
    const Format format;
    if (!value) return kUnknown;
    switch (metric) {
        case Metric::Pps:
            return format.short_rate(value);
        case Metric::WaitP50:
        case Metric::WaitP99:
        case Metric::WaitMax:
        case Metric::CpuPerPacket:
            return format.time_ns(value).text();
        case Metric::Jain:
            return QLocale().toString(*value, 'f', 3);
        case Metric::WorstShare:
            return format.share(value);
        case Metric::HandoffsPerPacket:
            break;
    }
    return QLocale().toString(*value, 'f', *value < 10 ? 2 : 1);
}

QString interval_text(Metric metric, const std::optional<Estimate>& estimate) {
    if (!estimate || !estimate->interval) return kUnknown;
    const QString low = measure_text(metric, estimate->interval->low);
    const QString high = measure_text(metric, estimate->interval->high);
    return low == high ? low : QStringLiteral("%1 … %2").arg(low, high);
}

std::vector<PairWords> pair_words(const Ranking& ranking) {
    std::vector<PairWords> all;
    for (const ComparedPair& pair : ranking.pairs) {
        const QString first = of(ranking.strategies[pair.first].strategy);
        const QString second = of(ranking.strategies[pair.second].strategy);
        PairWords words;
        words.differ = pair.verdict == Verdict::Faster;
        words.title = words.differ ? say("%1 before %2").arg(first, second)
                                   : QStringLiteral("%1, %2").arg(first, second);
        words.verdict = pair.verdict == Verdict::NoDifference
                            ? say("no difference")
                            : say("too few rounds: %1 are needed").arg(static_cast<int>(kLeastForInterval));
        if (pair.ratio) {
            const bool times = pair.ratio->median >= kManyTimes;
            const auto number = times ? times_number : percent_number;
            const QString percent = QStringLiteral("\u00a0%");
            if (words.differ) {
                words.verdict = times ? QStringLiteral("×\u00a0") + number(pair.ratio->median)
                                      : number(pair.ratio->median) + percent;
            }
            if (const auto& interval = pair.ratio->interval) {
                words.interval =
                    QStringLiteral("%1 … %2").arg(number(interval->low), number(interval->high)) +
                    (times ? QString() : percent);
            }
        }
        all.push_back(words);
    }
    return all;
}

QStringList comparison_conditions(const ComparisonPlan& plan, std::size_t kept, const QString& machine,
                                  bool partial) {
    // What is most asked for first: on screen the rest may be cut off.
    QStringList phrases{
        say("%1 strategies, %2 rounds, interleaved ABBA").arg(plan.strategies.size()).arg(kept)};
    if (partial) phrases << say("cut short");
    phrases << machine;
    if (plan.base.workers) phrases << say("%1 workers").arg(*plan.base.workers);
    phrases << traffic_conditions(plan.base);
    const QString length = QString::number(plan.base.duration_s.value_or(0), 'g', 3);
    if (simulated(plan.base)) {
        phrases << say("runs of %1 s virtual time").arg(length);
        phrases << say("seeds %1–%2, in each round the same for all")
                       .arg(plan.base.seed)
                       .arg(plan.base.seed + std::max<std::size_t>(kept, 1) - 1);
    } else {
        phrases << say("runs of %1 s, first %2 rounds left out").arg(length).arg(plan.warmup_rounds);
    }
    return phrases;
}

QString describe(const RankedStrategy& row) {
    QStringList lines{QStringLiteral("<b>%1</b>").arg(of(row.strategy))};
    for (const MetricInfo& info : kMetrics) {
        const auto& value = row[info.metric];
        QString line = QStringLiteral("%1: %2").arg(
            name_of(info.metric),
            measure_text(info.metric, value ? std::optional(value->median) : std::nullopt));
        if (value && value->interval) {
            line += QStringLiteral(" (%1)").arg(interval_text(info.metric, value));
        }
        lines << line;
    }
    return lines.join(QStringLiteral("<br>"));
}

std::vector<QStringList> comparison_table(const Ranking& ranking) {
    QStringList head{say("Strategy")};
    for (const MetricInfo& info : kMetrics) head << name_of(info.metric) << say("95 % interval");
    std::vector<QStringList> rows{head};
    for (const RankedStrategy& row : ranking.strategies) {
        QStringList cells{of(row.strategy)};
        for (const MetricInfo& info : kMetrics) {
            const auto& value = row[info.metric];
            cells << measure_text(info.metric, value ? std::optional(value->median) : std::nullopt)
                  << interval_text(info.metric, value);
        }
        rows.push_back(cells);
    }
    for (const PairWords& words : pair_words(ranking)) {
        QStringList cells{words.title, words.verdict, words.interval};
        while (cells.size() < head.size()) cells << QString();
        rows.push_back(cells);
    }
    return rows;
}

}  // namespace spinscope
