// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/theme.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace spinscope {
namespace {

std::array<QRgb, 256> heat_table(std::span<const char* const> stops) {
    std::array<QRgb, 256> table{};
    const auto last = static_cast<double>(stops.size() - 1);
    for (std::size_t i = 0; i < table.size(); ++i) {
        const double at = static_cast<double>(i) / 255.0 * last;
        const auto low = std::min(static_cast<std::size_t>(at), stops.size() - 2);
        table[i] = mix(QColor(QLatin1String(stops[low])).rgb(), QColor(QLatin1String(stops[low + 1])).rgb(),
                       at - static_cast<double>(low));
    }
    return table;
}

constexpr std::array kLightHeat{"#f6f8ec", "#dcecc6", "#aed9b2", "#74c0ad", "#43a0ae",
                                "#3079a7", "#35548f", "#35306e", "#2a1146"};
constexpr std::array kDarkHeat{"#191d2b", "#2b2c60", "#33508f", "#2a7a90",
                               "#279c87", "#5bbf66", "#b0da35", "#fde725"};

Theme light() {
    Theme t;
    t.choice = ThemeChoice::Light;
    t.window = "#eef0f3";
    t.panel = "#f7f8fa";
    t.plot = "#ffffff";
    t.button = "#ffffff";
    t.text = "#1b1f24";
    t.text_second = "#4b5563";
    t.text_off = "#636c79";
    t.hairline = "#c5cbd3";
    t.outline = "#808995";
    t.axis = "#79828e";
    t.grid = "#e4e7ec";
    t.accent = "#1a5fb4";
    t.accent_fill = "#1a5fb4";
    t.accent_text = "#ffffff";
    t.selection = "#dce8f7";
    t.mark = "#6d28d9";
    t.mark_text = "#ffffff";
    t.run = "#1e7b45";
    t.stop = "#b42318";
    t.info = {"#e3eefb", "#123f78", "#1a5fb4"};
    t.warning = {"#fff3d1", "#5c3d00", "#b7791f"};
    t.error = {"#fde7e4", "#7a1710", "#b42318"};
    t.on_warning_bar = "#1b1f24";
    t.tip_background = "#22272e";
    t.tip_text = "#ffffff";
    t.total_line = "#1b1f24";
    t.total_fill = "#e2e8f0";
    t.p50 = "#1a5fb4";
    t.p99 = "#1b1f24";
    t.max = "#b42318";
    t.band = "#d5e3f5";
    t.waiting = {"#c8480a", "#8f3205"};
    t.gate = {"#f8d8c4", "#c8480a"};
    t.holding = {"#f4c531", "#7a5a00"};
    t.transmitting = {"#0f9384", QColor()};
    t.owning = {"#1b4a8f", QColor()};
    t.idle = "#eceff3";
    t.cpu = {"#0056b7", "#f15808", "#0ca173", "#b76f9d", "#6a4500", "#1693ff", "#27006e", "#5f5963"};
    t.heat = heat_table(kLightHeat);
    return t;
}

Theme dark() {
    Theme t;
    t.choice = ThemeChoice::Dark;
    t.dark = true;
    t.window = "#1f2328";
    t.panel = "#252a30";
    t.plot = "#14171c";
    t.button = "#2e343b";
    t.text = "#e8ebef";
    t.text_second = "#b4bcc7";
    t.text_off = "#98a2ae";
    t.hairline = "#3d444d";
    t.outline = "#77818d";
    t.axis = "#818b97";
    t.grid = "#272c33";
    t.accent = "#5aa5ff";
    t.accent_fill = "#2b6cc4";
    t.accent_text = "#ffffff";
    t.selection = "#23364f";
    t.mark = "#c4a7ff";
    t.mark_text = "#14171c";
    t.run = "#4cc47c";
    t.stop = "#ff7b6b";
    t.info = {"#1d3049", "#cfe3fb", "#5aa5ff"};
    t.warning = {"#3b2f12", "#ffdf94", "#e0a93a"};
    t.error = {"#43201d", "#ffc4bc", "#ff7b6b"};
    t.on_warning_bar = "#14171c";
    t.tip_background = "#f2f4f7";
    t.tip_text = "#1b1f24";
    t.total_line = "#e8ebef";
    t.total_fill = "#2a313a";
    t.p50 = "#5aa5ff";
    t.p99 = "#e8ebef";
    t.max = "#ff8f80";
    t.band = "#1d3049";
    t.waiting = {"#f0703a", "#a8410f"};
    t.gate = {"#43261a", "#f0703a"};
    t.holding = {"#ffd95e", "#fff2c4"};
    t.transmitting = {"#35c9b5", QColor()};
    t.owning = {"#4a86e8", QColor()};
    t.idle = "#20252b";
    t.cpu = {"#68a8ee", "#db8451", "#259d84", "#ff79a0", "#fbca00", "#84dcf7", "#8466c9", "#dadfdc"};
    t.heat = heat_table(kDarkHeat);
    return t;
}

Theme high_contrast() {
    Theme t = dark();
    t.choice = ThemeChoice::Contrast;
    t.contrast = true;
    t.data_pen = 2;
    for (QColor* ground : {&t.window, &t.panel, &t.plot, &t.button, &t.selection, &t.grid, &t.total_fill,
                           &t.band, &t.idle, &t.accent_text, &t.mark_text}) {
        *ground = "#000000";
    }
    for (QColor* white : {&t.text, &t.text_second, &t.text_off, &t.hairline, &t.outline, &t.axis,
                          &t.total_line, &t.p99, &t.tip_background}) {
        *white = "#ffffff";
    }
    t.tip_text = "#000000";
    t.accent = t.accent_fill = t.p50 = "#6cc4ff";
    t.mark = "#d9b8ff";
    t.run = "#5be38a";
    t.stop = t.max = "#ff9d90";
    t.info = {"#000000", "#bfe3ff", "#6cc4ff"};
    t.warning = {"#000000", "#ffe08a", "#ffe08a"};
    t.error = {"#000000", "#ffb3a8", "#ff9d90"};
    t.on_warning_bar = "#000000";
    t.waiting = {"#ff8a4d", "#7a2c00"};
    t.gate = {"#000000", "#ff8a4d"};
    t.holding = {"#fff06a", "#ffffff"};
    t.transmitting = {"#3fe0c5", QColor()};
    t.owning = {"#7db4ff", QColor()};
    return t;
}

double luminance(const QColor& colour) {
    const auto linear = [](float channel) {
        const double c = channel;
        return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) +
           0.0722 * linear(colour.blueF());
}

}  // namespace

Theme make_theme(ThemeChoice choice) {
    Theme theme = choice == ThemeChoice::Dark       ? dark()
                  : choice == ThemeChoice::Contrast ? high_contrast()
                                                    : light();
    theme.not_running = {theme.plot, theme.hairline};
    return theme;
}

double contrast_ratio(const QColor& a, const QColor& b) {
    const double la = luminance(a);
    const double lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

QRgb mix(QRgb a, QRgb b, double t) {
    const double share = std::clamp(t, 0.0, 1.0);
    const auto blend = [share](int from, int to) {
        return static_cast<int>(std::lround(from + (to - from) * share));
    };
    return qRgb(blend(qRed(a), qRed(b)), blend(qGreen(a), qGreen(b)), blend(qBlue(a), qBlue(b)));
}

QRgb Theme::heat_at(double share) const {
    return heat[static_cast<std::size_t>(std::lround(std::clamp(share, 0.0, 1.0) * 255.0))];
}

SeriesStyle Theme::strategy(std::string_view id) const {
    struct Row {
        std::string_view id;
        std::size_t colour;
        Marker marker;
        bool dashed;
        bool hollow;
    };
    static constexpr std::array rows{
        Row{"ticket", 1, Marker::Square, false, false},
        Row{"enqueue-lock", 2, Marker::Hexagon, false, false},
        Row{"priority-relock", 4, Marker::TriangleDown, false, false},
        Row{"greedy-ticket", 3, Marker::Diamond, false, false},
        Row{"busylock", 0, Marker::Disc, true, false},
        Row{"llist", 6, Marker::TriangleUp, false, false},
        Row{"priority-relock-tas", 5, Marker::TriangleDown, false, true},
        Row{"nolock", 7, Marker::Square, false, true},
        Row{"mq", 5, Marker::Disc, false, true},
        Row{"qspinlock", 7, Marker::Hexagon, false, true},
        Row{"tas", 5, Marker::Diamond, false, true},
        Row{"mcs", 7, Marker::TriangleUp, false, true},
    };
    for (const Row& row : rows) {
        if (row.id == id) return {cpu[row.colour], row.marker, row.dashed, row.hollow};
    }
    return {cpu[7], Marker::Disc, true, true};
}

}  // namespace spinscope
