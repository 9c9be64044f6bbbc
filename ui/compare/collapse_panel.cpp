// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/collapse_panel.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QSplitter>
#include <QVBoxLayout>

#include "core/engine/registry.h"
#include "core/topology/placement.h"
#include "ui/compare/collapse_header.h"
#include "ui/compare/collapse_numbers.h"
#include "ui/compare/collapse_picture.h"
#include "ui/compare/collapse_plot.h"
#include "ui/compare/known_options.h"
#include "ui/compare/published.h"
#include "ui/compare/strategy_picker.h"
#include "ui/compare/sweep_form.h"
#include "ui/shell/bar_button.h"
#include "ui/shell/icons.h"
#include "ui/shell/machines.h"
#include "ui/shell/run_control.h"
#include "ui/theme/palettes.h"

namespace spinscope {

namespace {

constexpr int kPoll_ms = 100;
constexpr char kHost[] = "host";
constexpr double kWarmUp = 0.2;  ///< of a run, before it, left out

}  // namespace

CollapsePanel::CollapsePanel(const ThemeHolder& themes, StartSweep start, QWidget* parent)
    : QWidget(parent), themes_(themes), start_(std::move(start)) {
    setAutoFillBackground(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    splitter_ = new QSplitter(Qt::Horizontal, this);
    splitter_->setHandleWidth(1);
    auto* left = new QWidget(splitter_);
    auto* under = new QVBoxLayout(left);
    under->setContentsMargins(0, 0, 0, 0);
    under->setSpacing(0);
    header_ = new CollapseHeader(themes_, left);
    plot_ = new CollapsePlot(left);
    under->addWidget(header_);
    under->addWidget(plot_, 1);
    splitter_->addWidget(left);
    splitter_->addWidget(build_side());
    splitter_->setStretchFactor(0, 1);
    splitter_->setStretchFactor(1, 0);
    splitter_->setSizes({1100, 400});
    splitter_->setChildrenCollapsible(false);
    column->addWidget(splitter_, 1);

    empty_ = new QWidget(plot_);
    auto* what = new QLabel(
        tr("Runs strategies in turn, with more and more CPUs, and shows where each of them collapses"),
        empty_);
    what->setForegroundRole(QPalette::PlaceholderText);
    what->setWordWrap(true);
    what->setAlignment(Qt::AlignCenter);
    auto* go = new BarButton(themes_, empty_);
    go->setText(tr("Run"));
    go->setIcon(line_icon(QStringLiteral("start")));
    go->set_primary(true);
    connect(go, &QToolButton::clicked, this, &CollapsePanel::run);
    auto* middle = new QVBoxLayout(plot_);
    middle->addWidget(empty_, 0, Qt::AlignCenter);
    auto* words = new QVBoxLayout(empty_);
    words->setSpacing(12);
    words->addWidget(what);
    words->addWidget(go, 0, Qt::AlignHCenter);
    empty_->setMaximumWidth(460);

    connect(header_, &CollapseHeader::export_wanted, this, &CollapsePanel::export_wanted);
    connect(header_, &CollapseHeader::copy_wanted, this, &CollapsePanel::copy_wanted);
    connect(picker_, &StrategyPicker::chosen_changed, this, &CollapsePanel::show_result);
    connect(form_, &SweepForm::edited, this, &CollapsePanel::show_result);
    connect(&themes_, &ThemeHolder::changed, this, &CollapsePanel::apply_theme);
    timer_.setInterval(kPoll_ms);
    connect(&timer_, &QTimer::timeout, this, &CollapsePanel::poll);
    apply_theme();
    show_running();
}

CollapsePanel::~CollapsePanel() {
    if (job_ != nullptr) job_->cancel();
}

QWidget* CollapsePanel::build_controls() {
    auto* controls = new QWidget(this);
    auto* row = new QHBoxLayout(controls);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    progress_ = new QProgressBar(controls);
    progress_->setFormat(tr("%v of %m runs"));
    progress_->setAccessibleName(tr("Runs done"));
    run_ = new BarButton(themes_, controls);
    run_->setText(tr("Run"));
    run_->setIcon(line_icon(QStringLiteral("start")));
    run_->setToolTip(tr("Run the chosen strategies with each number of CPUs"));
    cancel_ = new BarButton(themes_, controls);
    cancel_->setText(tr("Cancel"));
    cancel_->setIcon(line_icon(QStringLiteral("stop")));
    cancel_->setToolTip(tr("End the sweep; what was measured stays"));
    connect(run_, &QToolButton::clicked, this, &CollapsePanel::run);
    connect(cancel_, &QToolButton::clicked, this, &CollapsePanel::cancel);
    row->addWidget(run_);
    row->addWidget(cancel_);
    row->addWidget(progress_, 1);
    row->addStretch(0);
    return controls;
}

QWidget* CollapsePanel::build_side() {
    auto* side = new QWidget(splitter_);
    side->setMinimumWidth(330);
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(12, 8, 12, 10);
    column->setSpacing(8);
    picker_ = new StrategyPicker(themes_, side);
    form_ = new SweepForm(side);
    numbers_ = new CollapseNumbers(themes_, side);
    auto* copy = new BarButton(themes_, side);
    copy->setText(tr("Copy table"));
    copy->setIcon(line_icon(QStringLiteral("copy")));
    copy->setToolTip(tr("Copy the numbers as tab-separated text"));
    connect(copy, &QToolButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(numbers_text()); });
    auto* below = new QHBoxLayout;
    below->addWidget(build_controls(), 1);
    below->addWidget(copy);
    picker_->setMaximumHeight(picker_->sizeHint().height());
    column->addWidget(picker_, 1);
    column->addWidget(form_);
    column->addWidget(numbers_, 1);
    column->addLayout(below);
    return side;
}

void CollapsePanel::set_experiment(const Experiment& experiment, std::shared_ptr<const Topology> topology) {
    const bool moved = topology_ != topology || experiment.machine != experiment_.machine ||
                       experiment.placement != experiment_.placement || experiment.cpus != experiment_.cpus;
    experiment_ = experiment;
    topology_ = std::move(topology);
    if (moved) {
        unsigned most = 1;
        try {
            most = plan_placement(*topology_, {{}, experiment_.placement, experiment_.cpus}).distinct;
        } catch (const Error&) {
            // Nothing to place on: the start of a sweep says it with words.
        }
        const bool simulated = spinscope::simulated(experiment_);
        const unsigned usual = simulated ? usual_senders(*topology_) : most;
        picker_->set_machine(simulated);
        form_->set_machine(usual, std::max(1u, most), simulated);
    }
    show_result();
}

void CollapsePanel::set_blocked(bool blocked) {
    blocked_ = blocked;
    show_running();
}

void CollapsePanel::run() {
    if (job_ != nullptr || blocked_) return;
    SweepRequest request;
    request.base = experiment_;
    request.base.duration_s = form_->seconds();
    request.base.warmup_s = kWarmUp * form_->seconds();
    request.strategies = picker_->chosen();
    request.base.options = known_options(experiment_, request.strategies);
    request.workers = form_->cpus();
    request.seeds = form_->runs();
    if (request.strategies.empty()) {
        emit refused({Severity::Info, "sweep", tr("No strategy is chosen").toStdString(),
                      tr("Check one in the list on the right.").toStdString(), true});
        return;
    }
    emit started(request.base.machine);
    try {
        job_ = start_(request);
    } catch (const Error& error) {
        emit refused(refusal("sweep", error));
        return;
    }
    job_machine_ = request.base.machine;
    results_[job_machine_] = {request, machine_title(job_machine_, *topology_), {}, false};
    timer_.start();
    show_running();
    show_result();
}

void CollapsePanel::cancel() {
    if (job_ == nullptr) return;
    job_->cancel();
    cancel_->setEnabled(false);
    results_[job_machine_].partial = true;
}

void CollapsePanel::poll() {
    const bool ended = job_->ended();  // first: what came before it is then in the last take()
    const std::vector<SweepSample> fresh = job_->take();
    Result& result = results_[job_machine_];
    for (const SweepSample& sample : fresh) result.data.add(sample.strategy, sample.workers, sample.pps);
    progress_->setValue(static_cast<int>(job_->done()));
    if (ended) {
        const std::string problem = job_->problem();
        if (!problem.empty()) {
            result.partial = true;
            emit refused({Severity::Error, "sweep", problem, "", true});
        }
        retire_job();
        show_running();
    }
    if (ended || !fresh.empty()) show_result();
}

void CollapsePanel::retire_job() {
    timer_.stop();
    retired_.clear();  // ended long ago
    retired_.push_back(std::async(std::launch::async, [old = std::move(job_)]() mutable { old.reset(); }));
    job_ = nullptr;
}

void CollapsePanel::show_running() {
    const bool running = job_ != nullptr;
    run_->setVisible(!running);
    run_->setEnabled(!blocked_);
    cancel_->setVisible(running);
    cancel_->setEnabled(running);
    progress_->setVisible(running);
    form_->setEnabled(!running);
    if (!running) return;
    progress_->setMaximum(static_cast<int>(results_[job_machine_].request.runs()));
    progress_->setValue(static_cast<int>(job_->done()));
}

void CollapsePanel::show_result() {
    const auto found = results_.find(experiment_.machine);
    const std::vector<std::string> chosen = picker_->chosen();
    shown_ = {};
    if (found != results_.end()) {
        shown_.results = found->second.data.only(chosen);
        shown_.published = published_on(experiment_.machine).only(chosen);
    }
    const auto measured = results_.find(kHost);
    if (experiment_.machine != kHost && measured != results_.end()) {
        shown_.host = measured->second.data.only(chosen);
    }
    header_->set_legend(legend_of(shown_));
    plot_->show_view(shown_, themes_.theme());
    numbers_->show_data(shown_.results, shown_.host);
    picker_->show_data(found == results_.end() ? CollapseData() : found->second.data);
    empty_->setVisible(!has_data() && job_ == nullptr);
    run_->set_primary(has_data());  // on the empty page the one button is in the middle
    header_->set_words(conditions().join(QStringLiteral(" · ")));
    emit changed();
}

QStringList CollapsePanel::conditions() const {
    const auto found = results_.find(experiment_.machine);
    if (found != results_.end() && !found->second.data.empty()) {
        return collapse_conditions(found->second.request, found->second.machine, found->second.partial);
    }
    SweepRequest next;
    next.base = experiment_;
    next.base.duration_s = form_->seconds();
    next.seeds = form_->runs();
    return topology_ == nullptr
               ? QStringList()
               : collapse_conditions(next, machine_title(experiment_.machine, *topology_), false);
}

void CollapsePanel::apply_theme() {
    const Theme& theme = themes_.theme();
    setPalette(panel_palette(theme));
    plot_->set_theme(theme);
    show_result();
}

Drawing CollapsePanel::drawing(const PictureLook& look) const {
    return collapse_drawing({shown_, conditions()}, look);
}

QString CollapsePanel::numbers_text() const {
    return CollapseNumbers::text(shown_.results, shown_.host);
}

}  // namespace spinscope
