// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFont>
#include <QObject>
#include <QPalette>
#include <QRgb>
#include <QString>
#include <array>
#include <string_view>

namespace spinscope {

/// What the user chose in View > Theme; System follows the desktop's palette.
enum class ThemeChoice { System, Light, Dark, Contrast };

enum class Marker { Square, Hexagon, TriangleDown, Diamond, Disc, TriangleUp };

/// A colour, and the second cue that carries the same meaning without it (hatch or outline colour; invalid
/// where the cue is position).
struct StateColour {
    QColor fill;
    QColor cue;
};

struct MessageColours {
    QColor background, text, bar;
};

/// How a strategy's curve looks, everywhere and for ever.
struct SeriesStyle {
    QColor colour;
    Marker marker = Marker::Square;
    bool dashed = false;
    bool hollow = false;
};

/// Every colour of the program, by role. A value: make one for a look, hand it to what draws. `theme.cpp` is
/// the only file with colour values in it.
struct Theme {
    ThemeChoice choice = ThemeChoice::Light;  ///< never System: that is resolved before a Theme is made
    bool dark = false;                        ///< light text on dark ground (contrast too)
    bool contrast = false;

    QColor window, panel, plot, button;
    QColor text, text_second, text_off;
    QColor hairline;  ///< decoration only
    QColor outline;   ///< of controls
    QColor axis, grid;
    QColor accent, accent_fill, accent_text;
    QColor selection;  ///< soft background; in contrast the same as window, with a 2 px frame
    QColor mark, mark_text;
    QColor run, stop;
    MessageColours info, warning, error;
    QColor on_warning_bar;  ///< text on the warning's bar colour: the THR and LOST flags
    QColor tip_background, tip_text;

    // Plots
    QColor total_line, total_fill;
    QColor p50, p99, max, band;
    StateColour waiting;       ///< fill; cue = dense hatch on it
    StateColour gate;          ///< fill = open hatch's ground; cue = hatch and outline
    StateColour holding;       ///< cue = 1 px outline
    StateColour transmitting;  ///< plain solid
    StateColour owning;        ///< cue = its own bar below the lane
    StateColour not_running;   ///< fill = ground; cue = sparse hairline hatch
    QColor idle;
    std::array<QColor, 8> cpu;   ///< by position among the workers; the second four are dashed
    std::array<QRgb, 256> heat;  ///< low = background, lightness monotone
    int data_pen = 1;            ///< width of thin data lines, logical px

    SeriesStyle strategy(std::string_view id) const;
    QRgb heat_at(double share) const;  ///< share in [0, 1]

    QPalette palette() const;
    /// What Fusion's palette cannot say: tool tips, dock titles, buttons' outlines and focus.
    QString style_sheet() const;
};

/// The look of a choice. System needs the desktop's palette: see ThemeHolder.
Theme make_theme(ThemeChoice choice);

/// WCAG 2 contrast ratio, 1 to 21.
double contrast_ratio(const QColor& a, const QColor& b);
/// Share `t` in [0, 1] of the way from `a` to `b`.
QRgb mix(QRgb a, QRgb b, double t);

/// Type sizes in logical px at 100 %, never smaller than the desktop font less 1 px, so that a large desktop
/// font enlarges all of them.
enum class TextRole { ReadoutBig, ReadoutPercentile, StrategyName, Title, Control, Small, Tiny };
QFont font_for(TextRole role, const QFont& base);
/// The family for pictures: Roboto, else Noto Sans, else DejaVu Sans; their digits are tabular.
QFont picture_font();

/// The one theme of a window: applies it to the application and says when it changes.
class ThemeHolder : public QObject {
    Q_OBJECT
 public:
    explicit ThemeHolder(ThemeChoice choice = ThemeChoice::System, QObject* parent = nullptr);

    const Theme& theme() const { return theme_; }
    ThemeChoice choice() const { return choice_; }
    void set_choice(ThemeChoice choice);
    /// From now on keeps the application's palette and style sheet in this theme, and follows the desktop.
    void apply_to_application();

    bool eventFilter(QObject* watched, QEvent* event) override;

 signals:
    void changed();

 private:
    void resolve();

    ThemeChoice choice_;
    Theme theme_;
    bool applied_ = false;
    bool applying_ = false;
    bool system_dark_ = false;
};

}  // namespace spinscope
