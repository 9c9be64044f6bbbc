// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/strategy_bar.h"

#include <QAction>
#include <QEvent>
#include <algorithm>

#include "ui/format.h"
#include "ui/shell/bar_button.h"
#include "ui/shell/strategy_button.h"
#include "ui/shell/switch_time.h"

namespace spinscope {

namespace {

constexpr int kGap = 6;
constexpr int kHeight = 50;

QString text(std::string_view view) {
    return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
}

}  // namespace

QString strategy_tip(const StrategyInfo& info) {
    QString tip =
        QStringLiteral("<b>%1</b> · %2<br>%3").arg(text(info.id), text(info.year), text(info.title));
    if (!info.source.empty()) tip += QStringLiteral("<br>") + text(info.source);
    return tip;
}

std::vector<QAction*> make_strategy_actions(std::span<const StrategyInfo> strategies, QObject* parent) {
    std::vector<QAction*> actions;
    for (const StrategyInfo& info : strategies) {
        auto* action = new QAction(text(info.id), parent);
        action->setData(text(info.id));
        action->setCheckable(true);
        if (info.key != 0) action->setShortcut(QKeySequence(Qt::Key_0 + (info.key - '0')));
        action->setToolTip(strategy_tip(info));
        action->setStatusTip(text(info.title));
        actions.push_back(action);
    }
    return actions;
}

StrategyBar::StrategyBar(const ThemeHolder& theme, std::span<const StrategyInfo> strategies,
                         const std::vector<QAction*>& actions, QWidget* parent)
    : QWidget(parent) {
    setAccessibleName(tr("Strategies"));
    for (std::size_t i = 0; i < strategies.size(); ++i) {
        const StrategyInfo& info = strategies[i];
        if (info.key == 0) {
            keyless_.push_back(actions[i]);
            continue;
        }
        auto* button = new StrategyButton(theme, text(info.id), text(info.year), info.key, this);
        button->setDefaultAction(actions[i]);
        button->setAccessibleName(
            tr("Strategy %1, key %2").arg(text(info.id), QString(QLatin1Char(info.key))));
        button->setAccessibleDescription(text(info.title));
        buttons_.push_back(button);
    }
    // The bar shows them in the order of their keys, whatever the registry's order.
    std::stable_sort(buttons_.begin(), buttons_.end(), [](const StrategyButton* a, const StrategyButton* b) {
        return a->defaultAction()->shortcut()[0].toCombined() <
               b->defaultAction()->shortcut()[0].toCombined();
    });
    more_menu_ = new QMenu(this);
    more_menu_->setToolTipsVisible(true);
    more_ = new BarButton(theme, this);
    more_->setText(tr("More"));
    more_->setToolTip(tr("Strategies without a button"));
    more_->setMenu(more_menu_);
    more_->setPopupMode(QToolButton::InstantPopup);
    note_ = new QLabel(tr("Keys 1–9 switch the\nstrategy while it runs"), this);
    note_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    note_->setAccessibleName(tr("Last switch"));
    arrange();
}

void StrategyBar::show_last_switch(const Snapshot& snapshot) {
    QString said;
    if (snapshot.marks.size() < 2) {
        said = tr("Keys 1–9 switch the\nstrategy while it runs");
    } else {
        const Mark& mark = snapshot.marks.back();
        const QString took = switch_time(mark.took_ns);
        said = mark.lost == 1 ? tr("Switched in %1,\n1 packet lost").arg(took)
                              : tr("Switched in %1,\n%2 packets lost").arg(took, Format().count(mark.lost));
    }
    if (said == note_->text()) return;
    note_->setText(said);
    arrange();
}

QSize StrategyBar::sizeHint() const {
    int width = note_->sizeHint().width() + 2 * kGap;
    int height = kHeight;
    for (const StrategyButton* button : buttons_) {
        width += button->width_for(false) + kGap;
        height = std::max(height, button->sizeHint().height() + 2 * kGap);
    }
    return {width, height};
}

QSize StrategyBar::minimumSizeHint() const {
    const QSize more = more_->sizeHint();
    return {more.width() + 3 * kGap, std::max(kHeight, more.height())};
}

void StrategyBar::resizeEvent(QResizeEvent*) {
    arrange();
}

void StrategyBar::showEvent(QShowEvent*) {
    arrange();
}

void StrategyBar::changeEvent(QEvent* event) {
    const bool sizes = event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange ||
                       event->type() == QEvent::LayoutDirectionChange;
    if (sizes && isVisible()) arrange();
    QWidget::changeEvent(event);
}

void StrategyBar::arrange() {
    const int more_width = more_->sizeHint().width() + kGap;
    const int note_width = note_->sizeHint().width() + 2 * kGap;
    const auto needed = [this](bool compact) {
        int sum = kGap;
        for (const StrategyButton* button : buttons_) sum += button->width_for(compact) + kGap;
        return sum;
    };
    const int keyless_width = keyless_.empty() ? 0 : more_width;
    const bool compact = needed(false) + keyless_width + note_width > width();
    // The note gives way before a button does.
    const bool with_note = needed(compact) + keyless_width + note_width <= width();
    const int room = width() - (with_note ? note_width : 0);
    const bool all_fit = needed(compact) + keyless_width <= room;

    std::vector<QAction*> in_menu;
    int x = kGap;
    const bool mirrored = layoutDirection() == Qt::RightToLeft;
    const auto place = [&](QWidget* widget, int w) {
        const int h = widget->sizeHint().height();
        widget->setGeometry(mirrored ? width() - x - w : x, (height() - h) / 2, w, h);
        widget->show();
        x += w + kGap;
    };
    bool full = false;
    for (StrategyButton* button : buttons_) {
        button->set_compact(compact);
        const int w = button->width_for(compact);
        full = full || (!all_fit && x + w + kGap + more_width > room);
        if (full) {
            button->hide();
            in_menu.push_back(button->defaultAction());
        } else {
            place(button, w);
        }
    }
    in_menu.insert(in_menu.end(), keyless_.begin(), keyless_.end());
    const QList<QAction*> wanted(in_menu.begin(), in_menu.end());
    if (more_menu_->actions() != wanted) {
        for (QAction* action : more_menu_->actions()) more_menu_->removeAction(action);
        more_menu_->addActions(wanted);
    }
    if (in_menu.empty()) {
        more_->hide();
    } else {
        place(more_, more_->sizeHint().width());
    }
    note_->setVisible(with_note);
    if (with_note) {
        note_->setGeometry(mirrored ? kGap : width() - note_width, 0, note_width - kGap, height());
    }
    setToolTip(with_note ? QString() : note_->text());
}

}  // namespace spinscope
