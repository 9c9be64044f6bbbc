// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>
#include <future>
#include <map>
#include <memory>
#include <string>

#include "core/base/error.h"
#include "core/topology/topology.h"
#include "ui/compare/collapse.h"
#include "ui/compare/collapse_picture.h"
#include "ui/compare/sweep_job.h"
#include "ui/theme/theme.h"

class QProgressBar;
class QSplitter;

namespace spinscope {

class BarButton;
class CollapseHeader;
class CollapseNumbers;
class CollapsePlot;
class StrategyPicker;
class SweepForm;

/// The lower half of the page Compare: chosen strategies run with more and more CPUs of the present machine;
/// where each of them collapses, as a plot and as numbers. What was measured stays for each machine as long
/// as the window is open.
class CollapsePanel : public QWidget {
    Q_OBJECT

 public:
    CollapsePanel(const ThemeHolder& themes, StartSweep start, QWidget* parent = nullptr);
    ~CollapsePanel() override;

    /// What the next sweep runs: machine and traffic.
    void set_experiment(const Experiment& experiment, std::shared_ptr<const Topology> topology);
    bool is_running() const { return job_ != nullptr; }
    /// Whether what runs measures this computer.
    bool measures_host() const { return is_running() && job_machine_ == "host"; }
    bool has_data() const { return !shown_.results.empty(); }

    /// Something else is being measured: nothing can be run meanwhile.
    void set_blocked(bool blocked);
    void run();
    /// What is running comes to its end, what has come stays.
    void cancel();
    Drawing drawing(const PictureLook& look) const;
    QString numbers_text() const;

 signals:
    void started(const std::string& machine);
    void changed();  ///< there are data now, or others, or none
    void refused(const Message& message);
    void copy_wanted();
    void export_wanted();

 private:
    /// What was measured on one machine, and how.
    struct Result {
        SweepRequest request;
        QString machine;
        CollapseData data;
        bool partial = false;
    };
    QWidget* build_controls();
    QWidget* build_side();
    void poll();
    void retire_job();
    void show_result();
    void show_running();
    void apply_theme();
    QStringList conditions() const;

    const ThemeHolder& themes_;
    StartSweep start_;
    Experiment experiment_;
    std::shared_ptr<const Topology> topology_;
    std::map<std::string, Result> results_;  ///< by machine
    CollapseView shown_;
    std::unique_ptr<SweepJob> job_;
    std::string job_machine_;
    bool blocked_ = false;
    std::vector<std::future<void>> retired_;
    QTimer timer_;

    QProgressBar* progress_;
    BarButton* run_;
    BarButton* cancel_;
    CollapseHeader* header_;
    CollapsePlot* plot_;
    QWidget* empty_;
    StrategyPicker* picker_;
    SweepForm* form_;
    CollapseNumbers* numbers_;
    QSplitter* splitter_;
};

}  // namespace spinscope
