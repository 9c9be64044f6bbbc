// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>
#include <future>
#include <map>
#include <memory>
#include <string>

#include "core/base/error.h"
#include "core/engine/comparison.h"
#include "core/topology/topology.h"
#include "ui/compare/comparison_choice.h"
#include "ui/compare/comparison_paint.h"
#include "ui/export/drawing.h"

class QLabel;
class QProgressBar;
class QStackedWidget;
class QToolButton;

namespace spinscope {

class BarButton;
class ComparisonChart;
class RankingList;

/// The upper half of the page Compare: strategies run in turn on the present machine, and which differ by how
/// much. What was measured stays for each machine as long as the window is open.
class ComparisonPanel : public QWidget {
    Q_OBJECT

 public:
    ComparisonPanel(const ThemeHolder& themes, QWidget* parent = nullptr);
    ~ComparisonPanel() override;

    /// What the next comparison runs: machine and traffic.
    void set_experiment(const Experiment& experiment, std::shared_ptr<const Topology> topology);
    const ComparisonChoice& choice() const { return choice_; }
    void set_choice(const ComparisonChoice& choice);

    bool is_running() const { return comparison_ != nullptr; }
    /// Whether what runs measures this computer.
    bool measures_host() const;
    bool has_data() const { return !shown_.ranking.strategies.empty(); }

    /// Something else is being measured: nothing can be run meanwhile.
    void set_blocked(bool blocked);
    /// Anew, with what is chosen now.
    void run();
    /// Other rounds under the conditions of those that are there.
    void run_more();
    void cancel();

    Drawing drawing(const PictureLook& look) const;
    std::vector<QStringList> table() const { return comparison_table(shown_.ranking); }
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
        ComparisonPlan plan;
        QString machine;
        unsigned workers = 0;
        ComparisonData data;
    };
    QWidget* build_header();
    QWidget* build_empty();
    void choose();
    void begin(ComparisonPlan plan);
    void poll();
    void retire();
    void show_running();
    void show_result();
    void show_table();
    void apply_theme();
    const Result* present() const;
    QStringList conditions() const;

    const ThemeHolder& themes_;
    Experiment experiment_;
    std::shared_ptr<const Topology> topology_;
    ComparisonChoice choice_;
    std::map<std::string, Result> results_;  ///< by machine
    ComparisonView shown_;

    std::unique_ptr<Comparison> comparison_;
    Result so_far_;  ///< what a comparison that runs adds to; empty for a new one
    std::size_t seen_ = 0;
    bool blocked_ = false;
    std::vector<std::future<void>> retired_;
    QTimer timer_;

    QLabel* title_;
    QLabel* conditions_;
    QProgressBar* progress_;
    QToolButton* table_;
    QToolButton* copy_;
    QToolButton* export_;
    BarButton* choose_;
    BarButton* more_;
    BarButton* run_;
    BarButton* cancel_;
    BarButton* first_;  ///< in the middle of the empty panel
    QStackedWidget* pages_;
    ComparisonChart* chart_;
    RankingList* ranking_;
};

}  // namespace spinscope
