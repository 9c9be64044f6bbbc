// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QAction;

namespace spinscope {

class LiveModel;
class ThemeHolder;

/// The page "Live": header row, marks, the views under one time axis, and the whole run below them.
class LivePage : public QWidget {
    Q_OBJECT
 public:
    LivePage(LiveModel& model, ThemeHolder& themes, QWidget* parent = nullptr);
    ~LivePage() override;

    /// The action behind the one button of the empty page.
    void set_start_action(QAction* action);

 signals:
    /// A view's export button, or the header's: `view` is the id of a view ("packets", "wait", "ownership"),
    /// empty for the dashboard.
    void export_requested(const QString& view);
};

}  // namespace spinscope
