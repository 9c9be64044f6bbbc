// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMainWindow>

class QDockWidget;

namespace spinscope {

/// Where the four docks are: Machine over Traffic on the left, Marks and Log as tabs on the right; in a
/// narrow window all four as tabs on the left. A dock the user has put elsewhere stays there.
class DockLayout {
 public:
    explicit DockLayout(QMainWindow& window) : window_(window) {}

    QDockWidget* add(const QString& title, const char* name, QWidget* content, Qt::DockWidgetArea area);

    /// Everything where it was at first, for the window's present width.
    void reset();
    /// After the window got another width.
    void fit_to_width();
    /// After the window's state was restored, which has the layout for its width.
    void accept_restored();

    QDockWidget* machine = nullptr;
    QDockWidget* traffic = nullptr;
    QDockWidget* marks = nullptr;
    QDockWidget* log = nullptr;

 private:
    bool is_narrow() const;
    bool is_docked(const QDockWidget* dock, Qt::DockWidgetArea area) const;
    void share_sizes();

    QMainWindow& window_;
    bool narrow_ = false;
};

}  // namespace spinscope
