// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "ui/export/picture.h"

class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QSettings;
class QSpinBox;

namespace spinscope {

class LiveModel;

/// Asks what to export and how, writes it, and says where it went or why not. Remembers folder, type, size
/// and theme in the settings it is given; with none it remembers nothing.
class ExportDialog : public QDialog {
    Q_OBJECT
 public:
    /// `view` is preselected: "" the dashboard, else a view's id.
    ExportDialog(LiveModel& model, const QString& view, QSettings* settings, QWidget* parent = nullptr);

    /// What the fields say now.
    PictureOptions options() const;
    QString path() const;
    void set_path(const QString& path);

 signals:
    void exported(const QString& path);

 public slots:
    void accept() override;

 private:
    void build(const QString& view);
    void restore();
    void remember();
    void browse();
    void take_type();
    void show_pixels();
    void fail(const QString& text);

    LiveModel& model_;
    QSettings* settings_;
    QComboBox* view_;
    QComboBox* type_;
    QSpinBox* width_;
    QSpinBox* height_;
    QDoubleSpinBox* scale_;
    QComboBox* theme_;
    QComboBox* span_;
    QLineEdit* path_;
    QLabel* pixels_;
    QLabel* message_;
};

}  // namespace spinscope
