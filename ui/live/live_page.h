// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

class QAction;
class QComboBox;
class QLabel;
class QPushButton;
class QSplitter;

namespace spinscope {

class LanesView;
class LiveModel;
class ThemeHolder;
class View;

/// The page "Live": header row, marks, the views under one time axis, and the whole run below them.
class LivePage : public QWidget {
    Q_OBJECT
 public:
    LivePage(LiveModel& model, ThemeHolder& themes, QWidget* parent = nullptr);
    ~LivePage() override;

    /// The action behind the one button of the empty page.
    void set_start_action(QAction* action);
    const std::vector<View*>& views() const { return views_; }

    /// Heights of the views relative to each other, in the order of views(); 0 = not shown for so many
    /// workers. `unfolded`: the lanes show the CPUs of a part of the machine one by one.
    static std::vector<int> proportions(std::size_t workers, bool unfolded = false);

 signals:
    /// A view's export button: `view` is its id ("packets", "density", "wait", "heat", "ownership").
    void export_requested(const QString& view);

 protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

 private:
    QWidget* make_header();
    void show_range();
    void show_time();
    void show_empty_state();
    void share_heights();
    void apply_theme();

    LiveModel& model_;
    ThemeHolder& themes_;
    QLabel* title_;
    QLabel* time_;
    QComboBox* span_;
    QPushButton* follow_;
    QPushButton* fit_;
    QPushButton* start_;
    QSplitter* splitter_;
    LanesView* lanes_;
    std::vector<View*> views_;
    QAction* start_action_ = nullptr;
    std::vector<int> shared_;  ///< proportions that the heights were set to
    bool heights_by_hand_ = false;
};

}  // namespace spinscope
