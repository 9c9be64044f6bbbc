// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

class QMainWindow;

namespace spinscope {

class ComparePage;
class LiveModel;
class Messages;
class PictureDialog;
class Settings;
class ThemeHolder;

/// Pictures of the page that is shown: as a file through a dialog, or into the clipboard.
class Exports : public QObject {
    Q_OBJECT

 public:
    /// What it works with; all of it outlives it.
    struct Parts {
        QMainWindow& window;
        LiveModel& model;
        ThemeHolder& theme;
        ComparePage& compare;
        Settings& settings;
        Messages& messages;
    };
    explicit Exports(const Parts& parts);

    /// The page Compare is shown, else Live.
    void set_compare(bool compare) { on_compare_ = compare; }
    /// Whether the page has anything to draw.
    bool something() const;

    void export_view(const QString& view);
    void export_compare();
    void copy();

 private:
    void open(PictureDialog* dialog);

    const Parts parts_;
    bool on_compare_ = false;
};

}  // namespace spinscope
