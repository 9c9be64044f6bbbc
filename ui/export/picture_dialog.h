// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "ui/export/drawing.h"

class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QSettings;
class QSpinBox;

namespace spinscope {

/// Asks how a picture is to look and where it goes, writes it, and says where it went or why not. Remembers
/// folder, type, size and theme in the settings it is given; with none it remembers nothing. What is drawn is
/// up to who derives from it.
class PictureDialog : public QDialog {
    Q_OBJECT
 public:
    PictureDialog(QSettings* settings, QWidget* parent);

    PictureLook look() const;
    QString path() const;
    void set_path(const QString& path);

 signals:
    void exported(const QString& path);

 public slots:
    void accept() override;

 protected:
    QFormLayout& form() { return *form_; }
    /// Of the file, without folder and suffix; to be called again when it changes.
    void set_name(const QString& name);
    /// Throws Error.
    virtual void save(const std::string& path) = 0;

 private:
    void build();
    void restore();
    void remember();
    void browse();
    void take_type();
    void show_pixels();
    void fail(const QString& text);

    QSettings* settings_;
    QFormLayout* form_;
    QComboBox* type_;
    QSpinBox* width_;
    QSpinBox* height_;
    QDoubleSpinBox* scale_;
    QComboBox* theme_;
    QLineEdit* path_;
    QLabel* pixels_;
    QLabel* message_;
};

}  // namespace spinscope
