// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QMainWindow>
#include <vector>

class QDockWidget;

namespace spinscope {

/// Where the docks are: Machine over Traffic on the left; on the right Explain and Outliers as tabs over
/// Marks, Cache lines and Log as tabs; in a narrow window Explain and the others are tabs over and under
/// Machine and Traffic on the left. A dock the user has put elsewhere stays there.
class DockLayout {
 public:
    explicit DockLayout(QMainWindow& window) : window_(window) {}

    QDockWidget* add(const QString& title, const char* name, QWidget* content, Qt::DockWidgetArea area);
    /// Another content; the old one is deleted.
    void replace(QDockWidget* dock, QWidget* content);

    /// Another page than Live has the whole window: the docks go, and come back as they were.
    void set_away(bool away);
    /// Of docks and tool bars on the page Live, for the settings.
    QByteArray state() const;
    void restore(const QByteArray& state);

    /// Everything where it was at first, for the window's present width.
    void reset();
    /// After the window got another width.
    void fit_to_width();
    QDockWidget* machine = nullptr;
    QDockWidget* traffic = nullptr;
    QDockWidget* explain = nullptr;
    QDockWidget* outliers = nullptr;
    QDockWidget* ledger = nullptr;
    QDockWidget* marks = nullptr;
    QDockWidget* log = nullptr;

 private:
    std::vector<QDockWidget*> all() const {
        return {machine, traffic, explain, outliers, marks, ledger, log};
    }
    /// Of the right side: the upper group, the lower group; the first of each is in front.
    std::vector<QDockWidget*> upper() const { return {explain, outliers}; }
    std::vector<QDockWidget*> lower() const { return {marks, ledger, log}; }
    std::vector<QDockWidget*> right() const { return {explain, outliers, marks, ledger, log}; }
    /// Those of the right side, tabbed as they belong.
    void tabify_right();
    void dress(QWidget* content) const;
    bool is_narrow() const;
    bool is_docked(const QDockWidget* dock, Qt::DockWidgetArea area) const;
    void share_sizes();

    QMainWindow& window_;
    bool narrow_ = false;
    bool away_ = false;
    QByteArray kept_;  ///< the state while they are away
};

}  // namespace spinscope
