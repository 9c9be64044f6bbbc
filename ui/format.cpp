// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/format.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace spinscope {
namespace {

constexpr QChar kMinus(0x2212);
constexpr QChar kThinSpace(0x2009);
constexpr QChar kNoBreak(0x00a0);

/// Decimals that leave `digits` significant digits of `value`, after rounding to them.
int decimals_for(double value, int digits) {
    if (value == 0) return 0;
    const auto magnitude = [](double v) { return static_cast<int>(std::floor(std::log10(std::abs(v)))); };
    const int first = std::max(0, digits - 1 - magnitude(value));
    const double step = std::pow(10.0, first);
    const double rounded = std::round(value * step) / step;
    return rounded == 0 ? first : std::max(0, digits - 1 - magnitude(rounded));
}

}  // namespace

QString Format::fixed(double value, int decimals) const {
    QString text = QString::number(std::abs(value), 'f', decimals);
    const bool zero = std::all_of(text.begin(), text.end(), [](QChar c) { return c == '0' || c == '.'; });
    text.replace(QLatin1Char('.'), point_);
    return value < 0 && !zero ? kMinus + text : text;
}

QString Format::significant(double value, int digits) const {
    return fixed(value, decimals_for(value, digits));
}

Quantity Format::scaled(double value, const char* const* units, int count, int digits) const {
    int step = 0;
    // 999.6 is shown as "1000": it belongs to the next unit.
    while (step + 1 < count && std::abs(value) >= 999.5) {
        value /= 1000;
        ++step;
    }
    // The smallest unit is whole: nothing is measured in tenths of it.
    const int decimals = step == 0 ? 0 : decimals_for(value, digits);
    return {fixed(value, decimals), QString::fromUtf8(units[step])};
}

Quantity Format::rate(std::optional<double> pps) const {
    static constexpr std::array units{"pps", "kpps", "Mpps", "Gpps"};
    if (!pps || !std::isfinite(*pps)) return {kUnknown, {}};
    return scaled(*pps, units.data(), static_cast<int>(units.size()), 3);
}

QString Format::short_rate(std::optional<double> pps) const {
    static constexpr std::array units{"", "k", "M", "G"};
    if (!pps || !std::isfinite(*pps)) return kUnknown;
    return scaled(*pps, units.data(), static_cast<int>(units.size()), 3).text();
}

Quantity Format::time_ns(std::optional<double> ns) const {
    static constexpr std::array units{"ns", "µs", "ms", "s"};
    if (!ns || !std::isfinite(*ns)) return {kUnknown, {}};
    // Milliseconds and seconds are the scheduler's, not the lock's: two digits say enough below ten.
    const bool coarse = std::abs(*ns) >= 999.5e3 && std::abs(*ns) < 9.95e6;
    return scaled(*ns, units.data(), static_cast<int>(units.size()), coarse ? 2 : 3);
}

QString Format::share(std::optional<double> share) const {
    if (!share || !std::isfinite(*share)) return kUnknown;
    const double percent = *share * 100;
    const int decimals = std::abs(percent) >= 99.95 || percent == 0 ? 0 : 1;
    return fixed(percent, decimals) + kNoBreak + QLatin1Char('%');
}

QString Format::count(std::optional<std::uint64_t> count) const {
    if (!count) return kUnknown;
    QString text = QString::number(*count);
    for (auto at = text.size() - 3; at > 0; at -= 3) text.insert(at, kThinSpace);
    return text;
}

QString Format::axis_rate(double pps) const {
    if (pps == 0) return QStringLiteral("0");
    static constexpr std::array units{"", "k", "M", "G"};
    std::size_t step = 0;
    while (step + 1 < units.size() && std::abs(pps) >= 999.5) {
        pps /= 1000;
        ++step;
    }
    const double whole = std::round(pps);
    const int decimals = std::abs(pps) >= 9.95 || (step == 0 && whole == pps) ? 0
                         : std::abs(pps * 10 - std::round(pps * 10)) > 1e-6   ? 2
                                                                              : 1;
    const QString number = fixed(pps, decimals);
    return step == 0 ? number : number + kNoBreak + QLatin1String(units[step]);
}

QString Format::axis_time_ns(double ns) const {
    static constexpr std::array units{"ns", "µs", "ms", "s"};
    std::size_t step = 0;
    while (step + 1 < units.size() && ns >= 999.5) {
        ns /= 1000;
        ++step;
    }
    return significant(ns, 1) + kNoBreak + QString::fromUtf8(units[step]);
}

QString Format::seconds(double s, int decimals) const {
    return fixed(s, decimals) + kNoBreak + QLatin1Char('s');
}

QString Format::clock(double s) {
    const auto whole = static_cast<long long>(std::max(0.0, s));
    return QStringLiteral("%1:%2:%3")
        .arg(whole / 3600, 2, 10, QLatin1Char('0'))
        .arg(whole / 60 % 60, 2, 10, QLatin1Char('0'))
        .arg(whole % 60, 2, 10, QLatin1Char('0'));
}

}  // namespace spinscope
