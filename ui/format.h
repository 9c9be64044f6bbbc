// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>
#include <QString>
#include <cstdint>
#include <optional>

namespace spinscope {

/// What is not known; never 0.
inline const QString kUnknown = QStringLiteral("—");

/// A number and its unit apart, for readouts that set them in two sizes; text() joins them with a no-break
/// space.
struct Quantity {
    QString number;
    QString unit;
    QString text() const { return unit.isEmpty() ? number : number + QChar(0x00a0) + unit; }
};

/// Numbers on screen: three digits, true minus, no-break space before the unit, the locale's decimal point.
/// Files use the C locale instead.
class Format {
 public:
    explicit Format(const QLocale& locale = QLocale()) : point_(locale.decimalPoint()) {}

    Quantity rate(std::optional<double> pps) const;           ///< "222 kpps", "1.06 Mpps"
    QString short_rate(std::optional<double> pps) const;      ///< "1.24 M", where the unit is said nearby
    Quantity time_ns(std::optional<double> ns) const;         ///< "46 ns", "1.24 µs", "5.2 ms"
    QString share(std::optional<double> share) const;         ///< of 1: "12.7 %"; below 1 % "0.8 %"
    QString count(std::optional<std::uint64_t> count) const;  ///< in full, thin spaces between threes
    QString axis_rate(double pps) const;                      ///< "0", "500 k", "1.0 M"
    QString axis_time_ns(double ns) const;                    ///< "10 ns", "1 µs", "100 ms"
    QString seconds(double s, int decimals) const;            ///< "−41.6 s"
    static QString clock(double s);                           ///< "00:01:04"

    /// A plain number with `digits` significant digits (no exponent).
    QString significant(double value, int digits) const;

 private:
    Quantity scaled(double value, const char* const* units, int count, int digits) const;
    QString fixed(double value, int decimals) const;

    QString point_;
};

}  // namespace spinscope
