// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QEvent>
#include <QFontDatabase>
#include <QFontInfo>

#include "ui/theme/theme.h"

namespace spinscope {
namespace {

bool is_dark(const QPalette& palette) {
    return palette.color(QPalette::Window).lightness() < palette.color(QPalette::WindowText).lightness();
}

}  // namespace

QPalette Theme::palette() const {
    QPalette p;
    const auto set = [&p](QPalette::ColorRole role, const QColor& on, const QColor& off) {
        p.setColor(QPalette::Active, role, on);
        p.setColor(QPalette::Inactive, role, on);
        p.setColor(QPalette::Disabled, role, off);
    };
    const auto same = [&set](QPalette::ColorRole role, const QColor& colour) { set(role, colour, colour); };
    same(QPalette::Window, window);
    same(QPalette::Base, button);
    same(QPalette::AlternateBase, panel);
    same(QPalette::Button, button);
    set(QPalette::WindowText, text, text_off);
    set(QPalette::Text, text, text_off);
    set(QPalette::ButtonText, text, text_off);
    same(QPalette::BrightText, stop);
    same(QPalette::PlaceholderText, text_off);
    set(QPalette::Highlight, accent_fill, outline);
    set(QPalette::HighlightedText, accent_text, plot);
    same(QPalette::Link, accent);
    same(QPalette::LinkVisited, mark);
    same(QPalette::ToolTipBase, tip_background);
    same(QPalette::ToolTipText, tip_text);
    // Fusion derives its outlines and bevels from these.
    same(QPalette::Light, dark ? button.lighter(130) : plot);
    same(QPalette::Midlight, panel);
    same(QPalette::Mid, hairline);
    same(QPalette::Dark, outline);
    same(QPalette::Shadow, outline);
    return p;
}

QString Theme::style_sheet() const {
    // Only rules that a palette cannot carry; anything more would cost Fusion's own metrics.
    return QStringLiteral(
               "QToolTip { color: %1; background: %2; border: 1px solid %2; padding: 4px; }"
               "QMainWindow::separator { background: %5; width: %6px; height: %6px; }"
               "QToolBar { background: %4; border: none; border-bottom: 1px solid %3; }"
               "QStatusBar::item { border: none; }"
               "QSplitter::handle { background: %3; }")
        .arg(tip_text.name(), tip_background.name(), hairline.name(), window.name(),
             (contrast ? hairline : window).name(), contrast ? QStringLiteral("2") : QStringLiteral("5"));
}

QFont font_for(TextRole role, const QFont& base) {
    // The sizes are drawn for a desktop font of 13 px; a larger one scales them.
    const int own = QFontInfo(base).pixelSize();
    const double scale = own > 13 ? own / 13.0 : 1.0;
    const auto make = [&](double px, int weight) {
        QFont font = base;
        font.setPixelSize(qRound(px * scale));
        font.setWeight(static_cast<QFont::Weight>(weight));
        return font;
    };
    switch (role) {
        case TextRole::ReadoutBig:
            return make(27, 500);
        case TextRole::ReadoutPercentile:
            return make(19, 500);
        case TextRole::StrategyName:
            return make(19, 700);
        case TextRole::Title:
            return make(13, 700);
        case TextRole::Control:
            return make(13, 400);
        case TextRole::Small:
            return make(12, 400);
        case TextRole::Tiny:
            return make(11, 400);
    }
    return base;
}

QFont picture_font() {
    const QStringList have = QFontDatabase::families();
    for (const char* family : {"Roboto", "Noto Sans", "DejaVu Sans"}) {
        const QString name = QLatin1String(family);
        if (!have.contains(name)) continue;
        QFont font(name);
        font.setPixelSize(13);
        return font;
    }
    QFont font;
    font.setPixelSize(13);
    return font;
}

ThemeHolder::ThemeHolder(ThemeChoice choice, QObject* parent)
    : QObject(parent), choice_(choice), system_dark_(is_dark(QApplication::palette())) {
    resolve();
}

void ThemeHolder::set_choice(ThemeChoice choice) {
    choice_ = choice;
    resolve();
}

void ThemeHolder::apply_to_application() {
    applied_ = true;
    qApp->installEventFilter(this);
    resolve();
}

void ThemeHolder::resolve() {
    const ThemeChoice look = choice_ != ThemeChoice::System ? choice_
                             : system_dark_                 ? ThemeChoice::Dark
                                                            : ThemeChoice::Light;
    theme_ = make_theme(look);
    if (applied_) {
        applying_ = true;
        QApplication::setPalette(theme_.palette());
        qApp->setStyleSheet(theme_.style_sheet());
        applying_ = false;
    }
    emit changed();
}

bool ThemeHolder::eventFilter(QObject* watched, QEvent* event) {
    if (watched == qApp && event->type() == QEvent::ThemeChange && !applying_) {
        // The default palette gives the desktop's own colours back for a moment.
        applying_ = true;
        QApplication::setPalette(QPalette());
        system_dark_ = is_dark(QApplication::palette());
        applying_ = false;
        resolve();
    }
    return QObject::eventFilter(watched, event);
}

}  // namespace spinscope
