// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/format.h"

#include <gtest/gtest.h>

namespace spinscope {
namespace {

struct Row {
    QString shown;
    const char* expected;  ///< with ordinary spaces; no-break and thin ones are checked by name
};

/// No-break spaces as spaces, so that rows can be read.
std::string plain(QString text) {
    return text.replace(QChar(0x00a0), QLatin1Char(' ')).toStdString();
}

const Format kFormat{QLocale::c()};

TEST(Format, rates_have_three_digits) {
    for (const Row& row :
         {Row{kFormat.rate(0).text(), "0 pps"}, Row{kFormat.rate(999).text(), "999 pps"},
          Row{kFormat.rate(999.7).text(), "1.00 kpps"}, Row{kFormat.rate(222'000).text(), "222 kpps"},
          Row{kFormat.rate(999'600).text(), "1.00 Mpps"}, Row{kFormat.rate(1'063'000).text(), "1.06 Mpps"},
          Row{kFormat.rate(57'420'000).text(), "57.4 Mpps"}, Row{kFormat.rate(std::nullopt).text(), "—"}}) {
        EXPECT_EQ(plain(row.shown), row.expected);
    }
}

TEST(Format, times_choose_their_unit) {
    for (const Row& row :
         {Row{kFormat.time_ns(0).text(), "0 ns"}, Row{kFormat.time_ns(46).text(), "46 ns"},
          Row{kFormat.time_ns(999.6).text(), "1.00 µs"}, Row{kFormat.time_ns(1'240).text(), "1.24 µs"},
          Row{kFormat.time_ns(5'210'000).text(), "5.2 ms"},
          Row{kFormat.time_ns(21'000'000).text(), "21.0 ms"}, Row{kFormat.time_ns(2.5e9).text(), "2.50 s"},
          Row{kFormat.time_ns(std::nullopt).text(), "—"}}) {
        EXPECT_EQ(plain(row.shown), row.expected);
    }
}

TEST(Format, shares_counts_and_times_of_a_run) {
    for (const Row& row :
         {Row{kFormat.share(0.127), "12.7 %"}, Row{kFormat.share(0.008), "0.8 %"},
          Row{kFormat.share(0), "0 %"}, Row{kFormat.share(1), "100 %"}, Row{kFormat.share(std::nullopt), "—"},
          Row{kFormat.seconds(-41.63, 1), "−41.6 s"}, Row{kFormat.seconds(-0.0, 0), "0 s"},
          Row{Format::clock(64.9), "00:01:04"}, Row{Format::clock(36'000), "10:00:00"},
          Row{kFormat.short_rate(1'240'000), "1.24 M"}}) {
        EXPECT_EQ(plain(row.shown), row.expected);
    }
    EXPECT_EQ(kFormat.count(83'664'374), QString::fromUtf8("83\u2009664\u2009374"));
    EXPECT_EQ(kFormat.count(999), QStringLiteral("999"));
    EXPECT_EQ(kFormat.count(std::nullopt), kUnknown);
}

TEST(Format, axis_labels_are_short) {
    for (const Row& row : {Row{kFormat.axis_rate(0), "0"}, Row{kFormat.axis_rate(500'000), "500 k"},
                           Row{kFormat.axis_rate(1e6), "1.0 M"}, Row{kFormat.axis_rate(2.5e6), "2.5 M"},
                           Row{kFormat.axis_rate(1.25e6), "1.25 M"}, Row{kFormat.axis_rate(2e7), "20 M"},
                           Row{kFormat.axis_time_ns(10), "10 ns"}, Row{kFormat.axis_time_ns(1'000), "1 µs"},
                           Row{kFormat.axis_time_ns(1e8), "100 ms"}}) {
        EXPECT_EQ(plain(row.shown), row.expected);
    }
}

TEST(Format, the_locale_gives_the_decimal_point) {
    const Format german{QLocale(QLocale::German)};
    EXPECT_EQ(plain(german.rate(1'063'000).text()), "1,06 Mpps");
    EXPECT_EQ(plain(german.share(0.127)), "12,7 %");
}

TEST(Format, a_unit_never_leaves_its_number) {
    EXPECT_TRUE(kFormat.rate(222'000).text().contains(QChar(0x00a0)));
    EXPECT_TRUE(kFormat.share(0.5).contains(QChar(0x00a0)));
}

}  // namespace
}  // namespace spinscope
