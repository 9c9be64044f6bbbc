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

    /// Heights of the views relative to each other, top to bottom.
    static std::vector<int> proportions(std::size_t workers);

 signals:
    /// A view's export button: `view` is its id ("packets", "wait", "ownership").
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
    std::vector<View*> views_;
    QAction* start_action_ = nullptr;
    std::size_t shared_for_ = 0;  ///< worker count the heights were set for
    bool heights_by_hand_ = false;
};

}  // namespace spinscope
