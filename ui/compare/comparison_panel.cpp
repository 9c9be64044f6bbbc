// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/comparison_panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QScrollArea>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "core/engine/registry.h"
#include "ui/compare/comparison_chart.h"
#include "ui/compare/comparison_picture.h"
#include "ui/compare/known_options.h"
#include "ui/compare/published.h"
#include "ui/shell/bar_button.h"
#include "ui/shell/icons.h"
#include "ui/shell/machines.h"
#include "ui/shell/run_control.h"
#include "ui/theme/palettes.h"
#include "ui/view/elided_label.h"
#include "ui/view/icons.h"
#include "ui/view/table_dialog.h"

namespace spinscope {

namespace {

constexpr int kPoll_ms = 200;
constexpr int kRankingWidth = 300;
constexpr double kWarmUp = 0.2;  ///< of a run, before it, left out
constexpr unsigned kWarmUpRounds = 2;

}  // namespace

ComparisonPanel::ComparisonPanel(const ThemeHolder& themes, QWidget* parent)
    : QWidget(parent), themes_(themes), choice_(usual_choice(false)) {
    setAutoFillBackground(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(build_header());

    pages_ = new QStackedWidget(this);
    pages_->addWidget(build_empty());
    auto* both = new QWidget(pages_);
    auto* row = new QHBoxLayout(both);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(1);
    chart_ = new ComparisonChart(themes_, both);
    ranking_ = new RankingList(themes_);
    auto* scroll = new QScrollArea(both);
    scroll->setWidget(ranking_);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFixedWidth(kRankingWidth);
    scroll->setFocusPolicy(Qt::NoFocus);
    row->addWidget(chart_, 1);
    row->addWidget(scroll);
    pages_->addWidget(both);
    column->addWidget(pages_, 1);

    timer_.setInterval(kPoll_ms);
    connect(&timer_, &QTimer::timeout, this, &ComparisonPanel::poll);
    connect(&themes_, &ThemeHolder::changed, this, &ComparisonPanel::apply_theme);
    apply_theme();
    show_running();
}

ComparisonPanel::~ComparisonPanel() = default;

QWidget* ComparisonPanel::build_header() {
    auto* header = new QWidget(this);
    auto* row = new QHBoxLayout(header);
    row->setContentsMargins(12, 4, 8, 4);
    row->setSpacing(8);
    title_ = new QLabel(tr("Compare"), header);
    conditions_ = new ElidedLabel(header);
    progress_ = new QProgressBar(header);
    progress_->setFixedWidth(150);
    progress_->setFormat(tr("%v of %m runs"));
    progress_->setAccessibleName(tr("Runs done"));
    const auto small = [&](const QString& tip) {
        auto* button = new QToolButton(header);
        button->setAutoRaise(true);
        button->setFixedSize(24, 24);
        button->setToolTip(tip);
        button->setAccessibleName(tip);
        return button;
    };
    table_ = small(tr("Show the numbers as a table"));
    copy_ = small(tr("Copy picture and numbers"));
    export_ = small(tr("Save this view as a picture"));
    const auto large = [&](const QString& text, const QString& tip) {
        auto* button = new BarButton(themes_, header);
        button->setText(text);
        button->setToolTip(tip);
        return button;
    };
    choose_ = large(tr("Choose…"), tr("Which strategies, how many rounds, how long"));
    more_ = large(QString(), tr("Go on under the same conditions; the rounds are added to those there are"));
    run_ = large(tr("Run again"), tr("Measure anew, with the machine and traffic of now"));
    run_->setIcon(line_icon(QStringLiteral("start")));
    cancel_ = large(tr("Cancel"), tr("End it; what was measured stays"));
    cancel_->setIcon(line_icon(QStringLiteral("stop")));
    connect(table_, &QToolButton::clicked, this, &ComparisonPanel::show_table);
    connect(copy_, &QToolButton::clicked, this, &ComparisonPanel::copy_wanted);
    connect(export_, &QToolButton::clicked, this, &ComparisonPanel::export_wanted);
    connect(choose_, &QToolButton::clicked, this, &ComparisonPanel::choose);
    connect(more_, &QToolButton::clicked, this, &ComparisonPanel::run_more);
    connect(run_, &QToolButton::clicked, this, &ComparisonPanel::run);
    connect(cancel_, &QToolButton::clicked, this, &ComparisonPanel::cancel);
    row->addWidget(title_);
    row->addWidget(conditions_, 1);
    row->addWidget(progress_);
    for (QToolButton* button : {table_, copy_, export_}) row->addWidget(button);
    for (BarButton* button : {choose_, more_, run_, cancel_}) row->addWidget(button);
    return header;
}

QWidget* ComparisonPanel::build_empty() {
    auto* empty = new QWidget(pages_);
    auto* column = new QVBoxLayout(empty);
    column->setSpacing(12);
    auto* what = new QLabel(tr("Runs strategies in turn and says which differ."), empty);
    what->setForegroundRole(QPalette::PlaceholderText);
    what->setAlignment(Qt::AlignCenter);
    first_ = new BarButton(themes_, empty);
    first_->setText(tr("Choose…"));
    first_->set_primary(true);
    connect(first_, &QToolButton::clicked, this, &ComparisonPanel::choose);
    column->addStretch(1);
    column->addWidget(what);
    column->addWidget(first_, 0, Qt::AlignHCenter);
    column->addStretch(1);
    return empty;
}

void ComparisonPanel::set_experiment(const Experiment& experiment, std::shared_ptr<const Topology> topology) {
    const bool first = topology_ == nullptr;
    const bool other = simulated(experiment) != simulated(experiment_);
    experiment_ = experiment;
    topology_ = std::move(topology);
    if (first || other) {
        // Strategies stay; how long a run should be depends on the kind of machine.
        const std::vector<std::string> kept = choice_.strategies;
        choice_ = usual_choice(simulated(experiment_));
        choice_.strategies = kept;
    }
    show_result();
}

void ComparisonPanel::set_choice(const ComparisonChoice& choice) {
    choice_ = choice;
    show_result();
}

void ComparisonPanel::set_blocked(bool blocked) {
    blocked_ = blocked;
    show_running();
}

bool ComparisonPanel::measures_host() const {
    return is_running() && !simulated(comparison_->plan().base);
}

const ComparisonPanel::Result* ComparisonPanel::present() const {
    const auto found = results_.find(experiment_.machine);
    return found == results_.end() ? nullptr : &found->second;
}

void ComparisonPanel::choose() {
    auto* dialog = new ComparisonDialog(themes_, choice_, simulated(experiment_), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        set_choice(dialog->choice());
        run();
    });
    dialog->open();
}

void ComparisonPanel::run() {
    if (is_running() || blocked_) return;
    ComparisonPlan plan;
    plan.base = experiment_;
    plan.base.switches.clear();
    plan.base.count.reset();
    plan.base.duration_s = choice_.seconds;
    plan.base.warmup_s = kWarmUp * choice_.seconds;
    plan.strategies = choice_.strategies;
    plan.base.options = known_options(experiment_, plan.strategies);
    plan.rounds = choice_.rounds;
    plan.warmup_rounds = simulated(experiment_) ? 0 : kWarmUpRounds;
    so_far_ = {plan, machine_title(experiment_.machine, *topology_), 0, {}};
    begin(std::move(plan));
}

void ComparisonPanel::run_more() {
    const Result* result = present();
    if (is_running() || blocked_ || result == nullptr || result->data.rounds.empty()) return;
    so_far_ = *result;
    so_far_.data.partial = false;
    ComparisonPlan plan = result->plan;
    plan.rounds = choice_.rounds;
    plan.first_round = result->data.rounds.back().number + 1;
    begin(std::move(plan));
}

void ComparisonPanel::begin(ComparisonPlan plan) {
    emit started(plan.base.machine);
    try {
        comparison_ = std::make_unique<Comparison>(std::move(plan));
    } catch (const Error& error) {
        emit refused(refusal("compare", error));
        return;
    }
    seen_ = 0;
    comparison_->start();
    timer_.start();
    show_running();
    emit changed();
}

void ComparisonPanel::cancel() {
    if (!is_running()) return;
    comparison_->cancel();
    cancel_->setEnabled(false);
}

void ComparisonPanel::poll() {
    const bool over = comparison_->ended();  // first: the data are then all there
    const std::size_t done = comparison_->finished();
    progress_->setValue(static_cast<int>(done));
    if (done != seen_ || over) {
        Result result = so_far_;
        const ComparisonData fresh = comparison_->data();
        if (result.data.strategies.empty()) result.data.strategies = fresh.strategies;
        result.data.append(fresh);
        if (result.data.run) result.workers = static_cast<unsigned>(result.data.run->placement.cpus.size());
        if (!result.data.rounds.empty()) results_[result.plan.base.machine] = std::move(result);
        seen_ = done;
        show_result();
    }
    if (!over) return;
    for (const std::string& problem : comparison_->problems()) {
        emit refused({Severity::Error, "compare", problem, "", true});
    }
    retire();
    show_running();
    show_result();
}

void ComparisonPanel::retire() {
    timer_.stop();
    retired_.clear();  // ended long ago
    retired_.push_back(
        std::async(std::launch::async, [old = std::move(comparison_)]() mutable { old.reset(); }));
    comparison_ = nullptr;
}

void ComparisonPanel::show_running() {
    const bool running = is_running();
    progress_->setVisible(running);
    cancel_->setVisible(running);
    cancel_->setEnabled(running);
    run_->setVisible(!running && has_data());
    more_->setVisible(!running && has_data());
    choose_->setVisible(has_data() || running);
    for (BarButton* button : {choose_, more_, run_, first_}) button->setEnabled(!running && !blocked_);
    if (!running) return;
    progress_->setMaximum(static_cast<int>(comparison_->total()));
    progress_->setValue(static_cast<int>(comparison_->finished()));
}

void ComparisonPanel::show_result() {
    const Result* result = present();
    shown_ = {};
    if (result != nullptr) {
        shown_.ranking = rank(result->data);
        shown_.workers = result->workers;
        const CollapseData figures = published_on(experiment_.machine).only(result->data.strategies);
        const bool any = std::any_of(figures.curves().begin(), figures.curves().end(),
                                     [&](const auto& curve) { return curve.at(shown_.workers) != nullptr; });
        if (any) shown_.published = figures;
    }
    chart_->show_view(shown_);
    ranking_->show_ranking(shown_.ranking);
    pages_->setCurrentIndex(has_data() ? 1 : 0);
    more_->setText(tr("%1 rounds more").arg(choice_.rounds));
    for (QToolButton* button : {table_, copy_, export_}) button->setVisible(has_data());
    if (!is_running()) show_running();
    const QString text = conditions().join(QStringLiteral(" · "));
    conditions_->setText(text);
    conditions_->setToolTip(text);
    emit changed();
}

QStringList ComparisonPanel::conditions() const {
    const Result* result = present();
    if (result == nullptr) return {};
    return comparison_conditions(result->plan, result->data.complete(), result->machine,
                                 result->data.partial);
}

void ComparisonPanel::show_table() {
    auto* dialog = new TableDialog(
        tr("Comparison"), [this] { return table(); }, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->resize(1100, 420);
    dialog->show();
}

void ComparisonPanel::apply_theme() {
    const Theme& theme = themes_.theme();
    setPalette(panel_palette(theme));
    title_->setFont(font_for(TextRole::Title, font()));
    conditions_->setPalette(second_palette(theme));
    table_->setIcon(table_icon(theme));
    copy_->setIcon(line_icon(QStringLiteral("copy")));
    export_->setIcon(export_icon(theme));
}

Drawing ComparisonPanel::drawing(const PictureLook& look) const {
    return comparison_drawing({shown_, conditions()}, look);
}

QString ComparisonPanel::numbers_text() const {
    return tab_separated(table());
}

}  // namespace spinscope
