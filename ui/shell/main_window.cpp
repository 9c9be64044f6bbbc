// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/main_window.h"

#include <QCloseEvent>
#include <QDockWidget>
#include <QGuiApplication>
#include <QScreen>
#include <QScrollArea>
#include <QStackedWidget>
#include <QStatusBar>
#include <QToolBar>
#include <QVBoxLayout>
#include <algorithm>

#include "core/engine/registry.h"
#include "ui/compare/compare_page.h"
#include "ui/explain/explain_panel.h"
#include "ui/format.h"
#include "ui/live/live_page.h"
#include "ui/shell/actions.h"
#include "ui/shell/balance.h"
#include "ui/shell/conditions_bar.h"
#include "ui/shell/costs_form.h"
#include "ui/shell/dialogs.h"
#include "ui/shell/exports.h"
#include "ui/shell/icons.h"
#include "ui/shell/ledger_view.h"
#include "ui/shell/log_view.h"
#include "ui/shell/machine_chooser.h"
#include "ui/shell/machine_panel.h"
#include "ui/shell/machines.h"
#include "ui/shell/marks_view.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/outliers_view.h"
#include "ui/shell/preset_chooser.h"
#include "ui/shell/preset_control.h"
#include "ui/shell/run_bar.h"
#include "ui/shell/story_bar.h"
#include "ui/shell/strategy_bar.h"
#include "ui/shell/topology_view.h"
#include "ui/shell/traffic_form.h"

namespace spinscope {

namespace {

constexpr int kFrame_ms = 33;
constexpr int kHidden_ms = 500;  ///< unseen: only so often that no snapshot is missed (they are kept for 2 s)
constexpr int kRestTicks = 150;  ///< frames without news after which a run that is not there is not polled

/// The index into Topology::pus() of a CPU by its os index; -1 if there is none.
int pu_index(const Topology& topology, unsigned cpu) {
    const std::vector<Pu>& pus = topology.pus();
    const auto found =
        std::find_if(pus.begin(), pus.end(), [cpu](const Pu& pu) { return pu.os_index == cpu; });
    return found == pus.end() ? -1 : static_cast<int>(found - pus.begin());
}

}  // namespace

MainWindow::MainWindow(Session& session, ThemeHolder& theme, Settings& settings, const Experiment& experiment)
    : session_(&session),
      theme_(theme),
      settings_(settings),
      run_(session, messages_, experiment),
      model_(&session),
      docks_(*this),
      actions_(new Actions(strategies(), this)) {
    setWindowTitle(tr("Spinscope"));
    setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    build_bars();
    build_centre();
    build_docks();
    build_machine_parts();
    actions_->fill_menus(
        *this,
        {docks_.machine->toggleViewAction(), docks_.traffic->toggleViewAction(),
         docks_.explain->toggleViewAction(), docks_.outliers->toggleViewAction(),
         docks_.marks->toggleViewAction(), docks_.ledger->toggleViewAction(), docks_.log->toggleViewAction()},
        {run_bar_->machine().choices(), run_bar_->preset().choices()});
    connect_actions();
    connect_parts();
    presets_ = new PresetControl(run_, run_bar_->preset(), *story_, this);
    connect(presets_, &PresetControl::experiment_wanted, this, &MainWindow::experiment_wanted);
    timer_.setInterval(kFrame_ms);
    connect(&timer_, &QTimer::timeout, this, &MainWindow::refresh);

    actions_->check_theme(theme_.choice());
    follow_theme();
    follow_experiment();
    follow_state();
    restore();
    model_.set_span(usual_span_s(*session.topology(), experiment.machine));
    refresh();
}

MainWindow::~MainWindow() = default;

void MainWindow::build_bars() {
    run_bar_ = new RunBar(theme_, *actions_, this);
    addToolBar(run_bar_);
    addToolBarBreak();
    QToolBar* bar = addToolBar(tr("Strategies"));
    bar->setObjectName(QStringLiteral("strategies"));
    bar->setMovable(false);
    const QList<QAction*> ordered = actions_->strategies->actions();
    strategy_bar_ = new StrategyBar(theme_, strategies(), {ordered.begin(), ordered.end()}, bar);
    strategy_bar_->setContentsMargins(4, 0, 4, 0);
    strategy_bar_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    bar->addWidget(strategy_bar_);

    conditions_ = new ConditionsBar(theme_, this);
    statusBar()->addWidget(conditions_, 1);
    statusBar()->setSizeGripEnabled(false);
}

void MainWindow::build_centre() {
    auto* centre = new QWidget(this);
    auto* layout = new QVBoxLayout(centre);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    message_bar_ = new MessageBar(theme_, messages_, centre);
    live_ = new LivePage(model_, theme_, centre);
    live_->set_start_action(actions_->start);
    pages_ = new QStackedWidget(centre);
    compare_ = new ComparePage(theme_, start_sweep, pages_);
    pages_->addWidget(live_);
    pages_->addWidget(compare_);
    exports_ = new Exports({*this, model_, theme_, *compare_, settings_, messages_});
    story_ = new StoryBar(theme_, centre);
    layout->addWidget(message_bar_);
    layout->addWidget(story_);
    layout->addWidget(pages_, 1);
    centre->setMinimumWidth(560);
    setCentralWidget(centre);
}

void MainWindow::build_docks() {
    marks_ = new MarksView(theme_);
    docks_.machine = docks_.add(tr("Machine"), "machine", new QWidget, Qt::LeftDockWidgetArea);
    docks_.traffic = docks_.add(tr("Traffic"), "traffic", new QWidget, Qt::LeftDockWidgetArea);
    ledger_ = new LedgerView;
    explain_ = new ExplainPanel(theme_, model_);
    docks_.explain = docks_.add(tr("Explain"), "explain", explain_, Qt::RightDockWidgetArea);
    docks_.outliers =
        docks_.add(tr("Outliers"), "outliers", new OutliersView(model_), Qt::RightDockWidgetArea);
    docks_.ledger = docks_.add(tr("Lines"), "ledger", ledger_, Qt::RightDockWidgetArea);
    docks_.marks = docks_.add(tr("Marks"), "marks", marks_, Qt::RightDockWidgetArea);
    docks_.log = docks_.add(tr("Log"), "log", new LogView(theme_, messages_), Qt::RightDockWidgetArea);
}

void MainWindow::build_machine_parts() {
    machine_ = new MachinePanel(theme_, session_->topology());
    machine_->follow(model_);
    traffic_ = new TrafficForm(theme_, session_->topology(), simulated(run_.experiment()));
    auto* scroll = new QScrollArea;
    traffic_->setAutoFillBackground(false);
    scroll->viewport()->setAutoFillBackground(false);
    scroll->setWidget(traffic_);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    docks_.replace(docks_.machine, machine_);
    docks_.replace(docks_.traffic, scroll);
    run_bar_->machine().show_machine(run_.experiment().machine, *session_->topology());
    connect_machine_parts();
}

void MainWindow::set_session(Session& session, const Experiment& experiment) {
    session_ = &session;
    run_.set_session(session, experiment);
    build_machine_parts();
    model_.set_session(session);
    model_.set_span(usual_span_s(*session.topology(), experiment.machine));
    show_news();
    follow_experiment();
    follow_state();
    idle_ticks_ = 0;
    pace_timer();
}

void MainWindow::connect_actions() {
    Actions& a = *actions_;
    connect(a.export_picture, &QAction::triggered, this, [this] { exports_->export_view({}); });
    connect(a.copy_picture, &QAction::triggered, exports_, &Exports::copy);
    connect(a.quit, &QAction::triggered, this, &QWidget::close);
    connect(a.themes, &QActionGroup::triggered, this, [this](QAction* action) {
        theme_.set_choice(static_cast<ThemeChoice>(action->data().toInt()));
        settings_.set_theme(theme_.choice());
    });
    const auto middle = [this] { return model_.range().end_s() - model_.range().span_s() / 2; };
    connect(a.zoom_in, &QAction::triggered, this, [this, middle] { model_.zoom(1 / 1.5, middle()); });
    connect(a.zoom_out, &QAction::triggered, this, [this, middle] { model_.zoom(1.5, middle()); });
    connect(a.fit_all, &QAction::triggered, &model_, &LiveModel::fit_all);
    connect(a.follow, &QAction::triggered, &model_, &LiveModel::set_follow);
    connect(a.pan_left, &QAction::triggered, this, [this] { model_.pan(-model_.range().span_s() / 10); });
    connect(a.pan_right, &QAction::triggered, this, [this] { model_.pan(model_.range().span_s() / 10); });
    connect(a.reset_layout, &QAction::triggered, this, [this] { docks_.reset(); });
    connect(a.full_screen, &QAction::triggered, this,
            [this](bool full) { full ? showFullScreen() : showNormal(); });
    connect(a.pages, &QActionGroup::triggered, this,
            [this](const QAction* page) { show_page(page->data().toInt()); });
    connect(a.start, &QAction::triggered, this, &MainWindow::start);
    connect(a.stop, &QAction::triggered, &run_, &RunControl::stop);
    connect(a.pause, &QAction::triggered, this,
            [this] { run_.set_paused(run_.state() != RunState::Paused); });
    connect(a.step, &QAction::triggered, &run_, &RunControl::step);
    connect(a.strategies, &QActionGroup::triggered, this,
            [this](QAction* action) { run_.choose_strategy(action->data().toString().toStdString()); });
    connect(a.shortcuts, &QAction::triggered, this, [this] { show_shortcuts(this, actions_->with_keys()); });
    connect(a.about, &QAction::triggered, this,
            [this] { show_about(this, about_text(*session_->topology(), model_.newest().run.get())); });
}

void MainWindow::connect_parts() {
    connect(&run_, &RunControl::state_changed, this, &MainWindow::follow_state);
    connect(&run_, &RunControl::commanded, this, [this] {
        idle_ticks_ = 0;
        pace_timer();
    });
    connect(&run_, &RunControl::experiment_changed, this, &MainWindow::follow_experiment);
    connect(&theme_, &ThemeHolder::changed, this, &MainWindow::follow_theme);
    connect(&model_, &LiveModel::selection_changed, this, &MainWindow::follow_selection);
    connect(&model_, &LiveModel::range_changed, this,
            [this] { actions_->follow->setChecked(model_.range().follow()); });
    connect(live_, &LivePage::export_requested, exports_, &Exports::export_view);
    connect(compare_, &ComparePage::export_wanted, exports_, &Exports::export_compare);
    connect(compare_, &ComparePage::changed, this, &MainWindow::offer_export);
    connect(compare_, &ComparePage::refused, &messages_, &Messages::post);
    connect(compare_, &ComparePage::started, this, &MainWindow::make_way);
    connect(message_bar_, &MessageBar::log_wanted, this, [this] {
        docks_.log->show();
        docks_.log->raise();
    });
    message_bar_->set_remedies([this](const Message& message) {
        const std::optional<Remedy> known = remedy(message);
        return known ? known->label : QString();
    });
    connect(message_bar_, &MessageBar::remedy_wanted, this, [this](const Message& message) {
        const std::optional<Remedy> known = remedy(message);
        if (!known) return;
        if (!known->machine.empty()) {
            emit machine_wanted(known->machine);
            return;
        }
        run_.set_experiment(known->experiment);
        start();
    });
    connect(marks_, &MarksView::jump_wanted, this,
            [this](double at_s) { model_.show_range(at_s - 1, at_s + 1); });
    connect(&run_bar_->machine(), &MachineChooser::machine_wanted, this, &MainWindow::machine_wanted);
}

void MainWindow::connect_machine_parts() {
    connect(traffic_, &TrafficForm::edited, &run_, &RunControl::edit);
    connect(traffic_, &TrafficForm::restart_wanted, this, &MainWindow::start);
    connect(&machine_->view(), &TopologyView::cpus_chosen, this, [this](const std::vector<unsigned>& cpus) {
        Experiment next = run_.experiment();
        next.cpus = cpus;
        next.workers = static_cast<unsigned>(cpus.size());
        run_.set_experiment(next);
    });
    connect(&machine_->view(), &TopologyView::cpu_selected, this, [this](int pu) {
        const int worker = pu < 0 ? -1 : machine_->view().states().all()[static_cast<std::size_t>(pu)].worker;
        model_.select(worker);
        machine_->show_selected(pu);
    });
}

void MainWindow::refresh() {
    const bool news = model_.poll();
    const Snapshot& snapshot = model_.newest();
    run_.follow(snapshot);
    idle_ticks_ = news || run_.is_active() || run_.state() == RunState::Stopping ? 0 : idle_ticks_ + 1;
    if (timer_.isActive() && isVisible()) meter_.frame();
    offer_export();
    if (news) show_news();
    std::vector<Condition> conditions = conditions_of(snapshot, run_.experiment(), *session_->topology());
    if (const auto& reading = meter_.reading(); reading && run_.is_active()) {
        conditions.push_back({tr("frame %1 · %2 per s")
                                  .arg(Format().time_ns(reading->cpu_ms * 1e6).text())
                                  .arg(qRound(reading->per_s)),
                              1});
    }
    if (snapshot.run != nullptr && snapshot.run->simulated) {
        if (run_.state() == RunState::Paused) {  // a step is some microseconds
            conditions.push_back({tr("virtual time %1").arg(Format().seconds(snapshot.at_s, 7)), 9});
        }
        conditions.push_back({costs_text(snapshot.run->experiment.costs), 0});
    }
    conditions_->show_conditions(snapshot.state, conditions);
    if (idle_ticks_ > kRestTicks) pace_timer();
}

void MainWindow::show_news() {
    const Snapshot& snapshot = model_.newest();
    messages_.set_run_messages(snapshot.messages);
    strategy_bar_->show_last_switch(snapshot);
    marks_->show_snapshot(snapshot);
    ledger_->show_snapshot(snapshot);
    traffic_->show_balance(balance_of(snapshot));
    if (snapshot.run != nullptr) machine_->view().show_snapshot(snapshot);
}

void MainWindow::follow_state() {
    const bool active = run_.is_active();
    const bool paused = run_.state() == RunState::Paused;
    actions_->start->setEnabled(!active && run_.state() != RunState::Stopping);
    actions_->stop->setEnabled(active);
    actions_->pause->setEnabled(run_.state() == RunState::Running || paused);
    actions_->pause->setText(paused ? tr("Resu&me") : tr("&Pause"));
    actions_->pause->setIcon(line_icon(paused ? QStringLiteral("start") : QStringLiteral("pause")));
    actions_->offer_step(simulated(run_.experiment()), run_.state() == RunState::Running || paused);
    run_bar_->show_active(active);
    machine_->view().set_editable(!active);
    const Snapshot& snapshot = model_.newest();
    actions_->check_strategy(QString::fromStdString(active ? snapshot.strategy : run_.experiment().strategy));
    follow_experiment();
}

void MainWindow::follow_experiment() {
    traffic_->set_experiment(run_.experiment());
    actions_->offer_strategies(simulated(run_.experiment()));
    explain_->set_experiment(run_.experiment());
    compare_->set_experiment(run_.experiment(), session_->topology());
    traffic_->set_restart_needed(run_.restart_needed());
    machine_->view().set_plan(run_.planned_cpus());
    actions_->check_strategy(QString::fromStdString(run_.experiment().strategy));
}

void MainWindow::follow_selection() {
    const int worker = model_.selected();
    if (worker < 0) {
        machine_->show_selected(-1);
        return;
    }
    const unsigned cpu = model_.newest().workers[static_cast<std::size_t>(worker)].cpu;
    machine_->show_selected(pu_index(*session_->topology(), cpu));
}

void MainWindow::follow_theme() {
    actions_->stop->setIcon(line_icon(QStringLiteral("stop"), theme_.theme().stop));
}

void MainWindow::pace_timer() {
    const bool seen = isVisible() && !isMinimized();
    if (idle_ticks_ > kRestTicks) {
        timer_.stop();
        meter_.rest();
        return;
    }
    timer_.setInterval(seen ? kFrame_ms : kHidden_ms);
    if (!seen) meter_.rest();
    if (!timer_.isActive()) timer_.start();
}

std::optional<Remedy> MainWindow::remedy(const Message& message) const {
    const RunInfo* run = model_.newest().run.get();
    return remedy_for(message, run_.experiment(), run != nullptr ? run->placement : Placement{},
                      *session_->topology());
}

bool MainWindow::on_compare() const {
    return pages_->currentWidget() == compare_;
}

void MainWindow::offer_export() {
    const bool something = exports_->something();
    actions_->export_picture->setEnabled(something);
    actions_->copy_picture->setEnabled(something);
}

void MainWindow::show_page(int page) {
    pages_->setCurrentIndex(page);
    docks_.set_away(on_compare());
    exports_->set_compare(on_compare());
    offer_export();
}

void MainWindow::compare_now() {
    actions_->pages->actions().last()->trigger();
    compare_->run_all();
}

void MainWindow::start() {
    if (compare_->measures_host() && !simulated(run_.experiment())) {
        messages_.post(
            {Severity::Warning, "compare", tr("The page Compare measures this computer").toStdString(),
             tr("A run beside it would spoil both: cancel it there, or wait.").toStdString(), true});
        return;
    }
    run_.start();
}

void MainWindow::make_way(const std::string& machine) {
    messages_.dismiss("compare");
    messages_.dismiss("sweep");
    // A simulation is only slower beside another run; what the host measures would be wrong.
    if (machine != "host" || simulated(run_.experiment()) || !run_.is_active()) return;
    run_.stop();
    session_->wait_ended(std::chrono::seconds{1});
    messages_.post({Severity::Info, "compare", tr("The run was stopped").toStdString(),
                    tr("It would have disturbed what the page Compare measures.").toStdString(), true});
}

void MainWindow::restore() {
    const QRect screen = QGuiApplication::primaryScreen()->availableGeometry();
    resize(QSize(1600, 1000).boundedTo(screen.size()));
    docks_.reset();
    if (!settings_.geometry().isEmpty()) restoreGeometry(settings_.geometry());
    if (!settings_.layout().isEmpty()) docks_.restore(settings_.layout());
    live_->setFocus();
}

void MainWindow::closeEvent(QCloseEvent* event) {
    settings_.set_geometry(saveGeometry());
    settings_.set_layout(docks_.state());
    settings_.set_experiment(run_.experiment());
    timer_.stop();
    session_->stop();
    event->accept();
}

void MainWindow::changeEvent(QEvent* event) {
    if (event->type() == QEvent::WindowStateChange) {
        actions_->full_screen->setChecked(isFullScreen());
        pace_timer();
    }
    QMainWindow::changeEvent(event);
}

void MainWindow::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    if (isVisible()) docks_.fit_to_width();
}

void MainWindow::showEvent(QShowEvent* event) {
    QMainWindow::showEvent(event);
    docks_.fit_to_width();
    pace_timer();
}

void MainWindow::hideEvent(QHideEvent* event) {
    QMainWindow::hideEvent(event);
    pace_timer();
}

}  // namespace spinscope
