// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/dock_layout.h"

#include <QDockWidget>
#include <algorithm>

namespace spinscope {

namespace {

constexpr int kVersion = 4;    ///< of a saved state: another when docks come or go
constexpr int kNarrow = 1400;  ///< px
constexpr int kLeft = 296;
constexpr int kLeftNarrow = 248;
constexpr int kRight = 300;
constexpr int kTitle = 80;  ///< of a dock, with some air below its content
constexpr int kNarrowest = 220;
constexpr int kWidest = 420;

}  // namespace

QDockWidget* DockLayout::add(const QString& title, const char* name, QWidget* content,
                             Qt::DockWidgetArea area) {
    auto* dock = new QDockWidget(title, &window_);
    dock->setObjectName(QLatin1String(name));
    QFont bold = window_.font();
    bold.setWeight(QFont::Bold);
    dock->setFont(bold);
    dress(content);
    dock->setWidget(content);
    window_.addDockWidget(area, dock);
    return dock;
}

void DockLayout::dress(QWidget* content) const {
    content->setFont(window_.font());  // the dock's title has another weight
    content->setBackgroundRole(QPalette::AlternateBase);
    content->setAutoFillBackground(true);
    content->setMinimumWidth(kNarrowest);
    content->setMaximumWidth(kWidest);
}

void DockLayout::replace(QDockWidget* dock, QWidget* content) {
    QWidget* old = dock->widget();
    dress(content);
    dock->setWidget(content);
    old->deleteLater();
}

void DockLayout::set_away(bool away) {
    if (away == away_) return;
    if (away) {
        kept_ = window_.saveState(kVersion);
        for (QDockWidget* dock : all()) dock->hide();
        away_ = true;
        return;
    }
    away_ = false;
    window_.restoreState(kept_, kVersion);
    fit_to_width();
}

QByteArray DockLayout::state() const {
    return away_ ? kept_ : window_.saveState(kVersion);
}

void DockLayout::restore(const QByteArray& state) {
    window_.restoreState(state, kVersion);
    narrow_ = is_narrow();
}

bool DockLayout::is_narrow() const {
    return window_.width() < kNarrow;
}

bool DockLayout::is_docked(const QDockWidget* dock, Qt::DockWidgetArea area) const {
    return !dock->isFloating() && window_.dockWidgetArea(const_cast<QDockWidget*>(dock)) == area;
}

void DockLayout::share_sizes() {
    window_.resizeDocks({machine, marks}, {kLeft, kRight}, Qt::Horizontal);
    // The drawing gets what it needs, at most a little more than half.
    const int height = window_.height();
    const int drawing = std::min(height * 53 / 100, machine->widget()->sizeHint().height() + kTitle);
    window_.resizeDocks({machine, traffic}, {drawing, height - drawing}, Qt::Vertical);
    window_.resizeDocks({explain, marks}, {height * 82 / 100, height * 18 / 100}, Qt::Vertical);
}

void DockLayout::tabify_right() {
    window_.tabifyDockWidget(explain, outliers);
    window_.tabifyDockWidget(marks, ledger);
    window_.tabifyDockWidget(ledger, log);
}

void DockLayout::reset() {
    for (QDockWidget* dock : all()) {
        window_.removeDockWidget(dock);
        dock->setFloating(false);
    }
    window_.addDockWidget(Qt::LeftDockWidgetArea, machine);
    window_.addDockWidget(Qt::LeftDockWidgetArea, traffic);
    for (QDockWidget* dock : right()) window_.addDockWidget(Qt::RightDockWidgetArea, dock);
    tabify_right();
    for (QDockWidget* dock : all()) dock->show();
    explain->raise();
    marks->raise();
    share_sizes();
    narrow_ = false;
    fit_to_width();
}

void DockLayout::fit_to_width() {
    if (away_ || is_narrow() == narrow_) return;
    narrow_ = is_narrow();
    if (narrow_) {
        // Two groups, so that every tab can be read: what runs and what it is above, the rest below.
        for (QDockWidget* dock : upper()) {
            if (is_docked(dock, Qt::RightDockWidgetArea)) window_.tabifyDockWidget(machine, dock);
        }
        for (QDockWidget* dock : lower()) {
            if (is_docked(dock, Qt::RightDockWidgetArea)) window_.tabifyDockWidget(traffic, dock);
        }
        machine->raise();
        traffic->raise();
        window_.resizeDocks({machine}, {kLeftNarrow}, Qt::Horizontal);
        return;
    }
    const auto out_of_the_tabs = [this](QDockWidget* dock, Qt::DockWidgetArea area) {
        if (!is_docked(dock, Qt::LeftDockWidgetArea)) return;
        const bool shown = !dock->isHidden();
        window_.removeDockWidget(dock);
        window_.addDockWidget(area, dock);
        dock->setVisible(shown);
    };
    for (QDockWidget* dock : right()) out_of_the_tabs(dock, Qt::RightDockWidgetArea);
    tabify_right();
    explain->raise();
    marks->raise();
    share_sizes();
}

}  // namespace spinscope
