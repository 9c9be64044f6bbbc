// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QWidget>
#include <string>

#include "ui/explain/figure_rows.h"
#include "ui/explain/path_state.h"
#include "ui/theme/theme.h"

class QLabel;

namespace spinscope {

class FiguresTable;
class LayoutDrawing;
class LiveModel;
class PathDiagram;

/// The chosen strategy in words, where a packet spends its time, and what was published beside what is
/// measured. Numbers move five times a second at most.
class ExplainPanel : public QWidget {
    Q_OBJECT

 public:
    /// Both must outlive it.
    ExplainPanel(const ThemeHolder& theme, LiveModel& model, QWidget* parent = nullptr);

    /// What is chosen where nothing runs; a run's own strategy goes before it.
    void set_experiment(const Experiment& experiment);
    /// Everything it says, as plain text.
    QString text() const;

    QSize sizeHint() const override { return {300, 620}; }

 protected:
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

 private:
    QLabel* add_text(QWidget* content, const QString& name);
    void follow();
    void refresh();
    void show_words(const std::string& id);
    void show_numbers(const std::string& strategy);
    void dress();

    const ThemeHolder& theme_;
    LiveModel& model_;
    Experiment experiment_;
    std::string shown_;
    PathMeter meter_;
    RateMemory rates_;
    QElapsedTimer age_;

    QLabel* name_;
    QLabel* title_;
    QLabel* origin_;
    QLabel* what_;
    QLabel* cost_;
    QLabel* why_;
    QLabel* link_;
    PathDiagram* diagram_;
    QLabel* figures_title_;
    FiguresTable* figures_;
    QLabel* layout_title_;
    LayoutDrawing* layout_;
    QLabel* elsewhere_;
};

}  // namespace spinscope
