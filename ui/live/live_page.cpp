// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/live/live_page.h"

#include <QAction>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QVBoxLayout>

#include "ui/live/mark_strip.h"
#include "ui/live/overview_strip.h"
#include "ui/live_model.h"
#include "ui/machine_words.h"
#include "ui/theme/palettes.h"
#include "ui/view/density_view.h"
#include "ui/view/heat_view.h"
#include "ui/view/icons.h"
#include "ui/view/lanes_view.h"
#include "ui/view/packets_view.h"
#include "ui/view/time_axis.h"
#include "ui/view/wait_view.h"

namespace spinscope {
namespace {

constexpr double kAll = 0;  ///< span that stands for the whole run

}  // namespace

LivePage::LivePage(LiveModel& model, ThemeHolder& themes, QWidget* parent)
    : QWidget(parent),
      model_(model),
      themes_(themes),
      title_(new QLabel(tr("Live"), this)),
      time_(new QLabel(this)),
      span_(new QComboBox(this)),
      follow_(new QPushButton(tr("F&ollow"), this)),
      fit_(new QPushButton(tr("Fit &all"), this)),
      start_(nullptr),
      splitter_(new QSplitter(Qt::Vertical, this)) {
    setAutoFillBackground(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(make_header());
    column->addWidget(new MarkStrip(model_, themes_, this));
    lanes_ = new LanesView(model_, themes_, splitter_);
    views_ = {new PacketsView(model_, themes_, splitter_), new DensityView(model_, themes_, splitter_),
              new WaitView(model_, themes_, splitter_), new HeatView(model_, themes_, splitter_), lanes_};
    for (View* view : views_) {
        splitter_->addWidget(view);
        connect(view, &View::export_requested, this, &LivePage::export_requested);
    }
    splitter_->setHandleWidth(1);
    connect(splitter_, &QSplitter::splitterMoved, this, [this] { heights_by_hand_ = true; });
    column->addWidget(splitter_, 1);
    column->addWidget(new TimeAxis(model_, themes_, this));
    column->addWidget(new OverviewStrip(model_, themes_, this));

    start_ = new QPushButton(tr("&Start  F5"), views_.front());
    start_->setObjectName(QStringLiteral("primary"));
    start_->hide();
    views_.front()->installEventFilter(this);

    connect(&model_, &LiveModel::updated, this, &LivePage::show_time);
    connect(&model_, &LiveModel::updated, this, &LivePage::show_empty_state);
    connect(&model_, &LiveModel::restarted, this, &LivePage::share_heights);
    connect(lanes_, &LanesView::unfolded_changed, this, &LivePage::share_heights);
    connect(&model_, &LiveModel::range_changed, this, &LivePage::show_range);
    connect(&themes_, &ThemeHolder::changed, this, &LivePage::apply_theme);
    apply_theme();
    show_range();
    show_time();
    share_heights();
}

LivePage::~LivePage() = default;

QWidget* LivePage::make_header() {
    auto* header = new QWidget(this);
    auto* row = new QHBoxLayout(header);
    row->setContentsMargins(12, 3, 12, 3);
    row->setSpacing(8);
    title_->setObjectName(QStringLiteral("title"));
    row->addWidget(title_);
    row->addSpacing(4);
    row->addWidget(time_);
    row->addStretch();
    auto* show = new QLabel(tr("Sho&w"), header);
    show->setBuddy(span_);
    row->addWidget(show);
    for (const double seconds : {1.0, 10.0, 30.0, 60.0}) span_->addItem(tr("%1 s").arg(seconds), seconds);
    span_->addItem(tr("5 min"), 300.0);
    span_->addItem(tr("all"), kAll);
    span_->setAccessibleName(tr("Length of time shown"));
    connect(span_, &QComboBox::activated, this, [this] {
        const double seconds = span_->currentData().toDouble();
        if (seconds == kAll) {
            model_.fit_all();
        } else {
            model_.set_span(seconds);
        }
    });
    row->addWidget(span_);
    follow_->setCheckable(true);
    follow_->setToolTip(tr("Keep the newest data at the right edge (End)"));
    connect(follow_, &QPushButton::clicked, this, [this](bool on) {
        model_.set_follow(on);
        show_range();
    });
    row->addWidget(follow_);
    fit_->setToolTip(tr("Show the whole run (double click in a plot)"));
    connect(fit_, &QPushButton::clicked, this, [this] { model_.fit_all(); });
    row->addWidget(fit_);
    return header;
}

void LivePage::set_start_action(QAction* action) {
    start_action_ = action;
    connect(start_, &QPushButton::clicked, action, &QAction::trigger);
    const auto follow_action = [this, action] {
        start_->setEnabled(action->isEnabled());
        start_->setToolTip(action->toolTip());
    };
    connect(action, &QAction::changed, start_, follow_action);
    follow_action();
    show_empty_state();
}

void LivePage::show_empty_state() {
    const bool empty =
        start_action_ != nullptr && !model_.has_data() &&
        (model_.newest().state == RunState::Idle || model_.newest().state == RunState::Stopped ||
         model_.newest().state == RunState::Failed);
    if (empty == start_->isVisibleTo(views_.front())) return;
    start_->setVisible(empty);
}

bool LivePage::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize && watched == views_.front()) {
        start_->adjustSize();
        const QRect span = ViewGrid::plot_span(views_.front()->width());
        start_->move(span.center().x() - start_->width() / 2,
                     views_.front()->height() / 2 + ViewGrid::kHeader / 2 + 22);
    }
    return QWidget::eventFilter(watched, event);
}

void LivePage::show_range() {
    const ViewRange& range = model_.range();
    follow_->setChecked(range.follow());
    follow_->setIcon(follow_icon(range.follow() ? themes_.theme().accent_text : themes_.theme().text));
    int index = -1;
    for (int i = 0; i < span_->count(); ++i) {
        const double seconds = span_->itemData(i).toDouble();
        if (range.shows_all() ? seconds == kAll : std::abs(seconds - range.span_s()) < 1e-6) index = i;
    }
    span_->setCurrentIndex(index);
    if (index < 0) span_->setPlaceholderText(Format().seconds(range.span_s(), range.span_s() < 10 ? 2 : 0));
}

void LivePage::show_time() {
    const Snapshot& newest = model_.newest();
    if (newest.run == nullptr) {
        time_->clear();
        return;
    }
    QString text = time_words(newest);
    if (newest.state == RunState::Paused) text += tr(" · paused");
    if (newest.state == RunState::Stopped) text += tr(" · stopped");
    if (time_->text() != text) time_->setText(text);
}

std::vector<int> LivePage::proportions(std::size_t workers, bool unfolded) {
    if (workers > 64 && unfolded) return {10, 10, 10, 26, 40};
    return workers > 64   ? std::vector{10, 13, 13, 40, 17}
           : workers > 16 ? std::vector{28, 0, 27, 0, 37}
                          : std::vector{30, 0, 24, 0, 30};
}

void LivePage::share_heights() {
    const std::vector<int> shares = proportions(model_.workers(), lanes_->unfolded() >= 0);
    if (shares == shared_) return;
    QList<int> sizes;
    bool same_views = !shared_.empty();
    for (std::size_t i = 0; i < shares.size(); ++i) {
        same_views = same_views && (shares[i] > 0) == (shared_[i] > 0);
        views_[i]->setVisible(shares[i] > 0);
        sizes << shares[i] * 10;
    }
    shared_ = shares;
    // What was set by hand stays as long as the views are the same.
    if (heights_by_hand_ && same_views) return;
    heights_by_hand_ = false;
    for (std::size_t i = 0; i < shares.size(); ++i) {
        splitter_->setStretchFactor(static_cast<int>(i), shares[i]);
    }
    splitter_->setSizes(sizes);
}

void LivePage::apply_theme() {
    const Theme& theme = themes_.theme();
    setPalette(panel_palette(theme));
    title_->setFont(font_for(TextRole::Title, font()));
    time_->setPalette(second_palette(theme));
    // The checked Follow and the Start button are filled with the accent colour.
    const QString filled = QStringLiteral(
                               "{ background: %1; color: %2; border: 1px solid %1; border-radius: 3px; "
                               "padding: 4px 14px; }")
                               .arg(theme.accent_fill.name(), theme.accent_text.name());
    const QString plain =
        QStringLiteral(
            "QPushButton { background: %1; color: %2; border: 1px solid %3; "
            "border-radius: 3px; padding: 4px 14px; }"
            "QPushButton:focus { border: 2px solid %4; padding: 3px 13px; }")
            .arg(theme.button.name(), theme.text.name(), theme.outline.name(), theme.accent.name());
    follow_->setStyleSheet(plain + QStringLiteral("QPushButton:checked ") + filled);
    fit_->setStyleSheet(plain);
    start_->setStyleSheet(QStringLiteral("QPushButton ") + filled);
    show_range();
}

}  // namespace spinscope
