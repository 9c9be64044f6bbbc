// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/topology/topology.h"
#include "ui/compare/compare_export.h"
#include "ui/compare/sweep_job.h"
#include "ui/theme/theme.h"

class QMimeData;
class QSplitter;

namespace spinscope {

class CollapsePanel;
class ComparisonPanel;

/// The page Compare: above, strategies in turn under one condition; below, each of them with more and more
/// CPUs. On this computer one of the two runs at a time, since they would disturb each other.
class ComparePage : public QWidget {
    Q_OBJECT

 public:
    ComparePage(const ThemeHolder& themes, StartSweep start, QWidget* parent = nullptr);

    ComparisonPanel& comparison() { return *comparison_; }
    CollapsePanel& collapse() { return *collapse_; }

    /// What the next comparison and sweep run: machine and traffic.
    void set_experiment(const Experiment& experiment, const std::shared_ptr<const Topology>& topology);
    bool has_data() const;
    /// Whether this computer is being measured: nothing else should run then.
    bool measures_host() const;

    /// Begins both, one after the other.
    void run_all();

    /// The views that have something to show; the one last asked for first.
    std::vector<ComparePicture> pictures() const;
    /// The first of them, and its numbers as text. The caller owns it; null without data.
    QMimeData* for_clipboard() const;

 signals:
    void started(const std::string& machine);
    void changed();  ///< there are data now, or others, or none
    void refused(const Message& message);
    void export_wanted();

 private:
    void follow();

    const ThemeHolder& themes_;
    ComparisonPanel* comparison_;
    CollapsePanel* collapse_;
    QSplitter* splitter_;
    bool collapse_first_ = false;  ///< what was asked for last
    bool collapse_next_ = false;   ///< run_all(): when the comparison has ended
};

}  // namespace spinscope
