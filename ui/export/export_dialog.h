// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/picture.h"
#include "ui/export/picture_dialog.h"

namespace spinscope {

class LiveModel;

/// Exports what the live views show.
class ExportDialog : public PictureDialog {
    Q_OBJECT
 public:
    /// `view` is preselected: "" the dashboard, else a view's id.
    ExportDialog(LiveModel& model, const QString& view, QSettings* settings, QWidget* parent = nullptr);

    /// What the fields say now.
    PictureOptions options() const;

 protected:
    void save(const std::string& path) override;

 private:
    void name_file();

    LiveModel& model_;
    QComboBox* view_;
    QComboBox* span_;
};

}  // namespace spinscope
