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

class QLabel;
class QMimeData;
class QProgressBar;
class QSplitter;

namespace spinscope {

class BarButton;
class CollapseHeader;
class CollapseNumbers;
class CollapsePlot;
class StrategyPicker;
class SweepForm;

/// The page "Compare": chosen strategies run with more and more CPUs of the present machine; where each of
/// them collapses, as a plot and as numbers. What was measured stays for each machine as long as the window
/// is open.
class ComparePage : public QWidget {
    Q_OBJECT

 public:
    ComparePage(const ThemeHolder& themes, StartSweep start, QWidget* parent = nullptr);
    ~ComparePage() override;

    /// What the next sweep runs: machine and traffic.
    void set_experiment(const Experiment& experiment, std::shared_ptr<const Topology> topology);
    bool is_running() const { return job_ != nullptr; }
    bool has_data() const { return !shown_.results.empty(); }

    void run();
    /// What is running comes to its end, what has come stays.
    void cancel();
    /// Draws what is shown, with title and conditions, into a file. Throws Error.
    void export_to(const std::string& path) const;
    /// The picture, and the numbers as text. The caller owns it.
    QMimeData* for_clipboard() const;
    QString numbers_text() const;

 signals:
    void started(const std::string& machine);
    void changed();  ///< there are data now, or others, or none
    void refused(const Message& message);
    void export_wanted();

 private:
    /// What was measured on one machine, and how.
    struct Result {
        SweepRequest request;
        QString machine;
        CollapseData data;
        bool partial = false;
    };
    QWidget* build_header();
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
    std::vector<std::future<void>> retired_;
    QTimer timer_;

    QLabel* title_;
    QLabel* conditions_;
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
