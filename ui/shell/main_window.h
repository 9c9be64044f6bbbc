// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMainWindow>
#include <QTimer>

#include "ui/live_model.h"
#include "ui/settings.h"
#include "ui/shell/dock_layout.h"
#include "ui/shell/frame_meter.h"
#include "ui/shell/messages.h"
#include "ui/shell/remedies.h"
#include "ui/shell/run_control.h"

class QStackedWidget;

namespace spinscope {

class Actions;
class ComparePage;
class ConditionsBar;
class ExplainPanel;
class Exports;
class LedgerView;
class LivePage;
class LogView;
class MachinePanel;
class MarksView;
class MessageBar;
class PresetControl;
class RunBar;
class StoryBar;
class StrategyBar;
class TrafficForm;

/// The window. It only wires: the session's snapshots to the widgets, and the actions to the session.
class MainWindow : public QMainWindow {
    Q_OBJECT

 public:
    /// All three must outlive the window. The session is of the experiment's machine.
    MainWindow(Session& session, ThemeHolder& theme, Settings& settings, const Experiment& experiment);
    ~MainWindow() override;

    /// Shows another session from now on; the old one may go when this returns. What was measured is
    /// forgotten: history and marks begin anew.
    void set_session(Session& session, const Experiment& experiment);

    RunControl& run() { return run_; }
    Messages& messages() { return messages_; }
    LiveModel& model() { return model_; }
    ComparePage& compare() { return *compare_; }
    /// Shows the page Compare and begins what it measures.
    void compare_now();
    /// Takes over what is new, at once; the timer does the same 30 times a second.
    void refresh();

 signals:
    /// Chosen by the user; whoever owns the sessions answers with set_session().
    void machine_wanted(const std::string& machine);
    void experiment_wanted(const Experiment& experiment);  ///< of another machine

 protected:
    void closeEvent(QCloseEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

 private:
    void build_bars();
    void build_centre();
    void build_docks();
    void build_machine_parts();
    void connect_actions();
    void connect_parts();
    void connect_machine_parts();

    void restore();
    void show_page(int page);
    void show_news();
    void follow_state();
    void follow_experiment();
    void follow_selection();
    void follow_theme();
    void pace_timer();
    std::optional<Remedy> remedy(const Message& message) const;
    void offer_export();
    /// Unless the page Compare measures this computer.
    void start();
    /// For what the page Compare is going to measure.
    void make_way(const std::string& machine);
    bool on_compare() const;

    Session* session_;
    ThemeHolder& theme_;
    Settings& settings_;
    Messages messages_;
    RunControl run_;
    LiveModel model_;
    DockLayout docks_;
    Actions* actions_;
    QTimer timer_;
    FrameMeter meter_;
    int idle_ticks_ = 1000;  ///< at rest until something is asked for

    RunBar* run_bar_ = nullptr;
    StrategyBar* strategy_bar_ = nullptr;
    QStackedWidget* pages_ = nullptr;
    LivePage* live_ = nullptr;
    ComparePage* compare_ = nullptr;
    MessageBar* message_bar_ = nullptr;
    StoryBar* story_ = nullptr;
    PresetControl* presets_ = nullptr;
    Exports* exports_ = nullptr;
    MachinePanel* machine_ = nullptr;
    TrafficForm* traffic_ = nullptr;
    ExplainPanel* explain_ = nullptr;
    LedgerView* ledger_ = nullptr;
    MarksView* marks_ = nullptr;
    ConditionsBar* conditions_ = nullptr;
};

}  // namespace spinscope
