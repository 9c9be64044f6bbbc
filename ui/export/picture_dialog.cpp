// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/picture_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>
#include <QSpinBox>
#include <QStandardPaths>

#include "core/base/error.h"

namespace spinscope {
namespace {

const QString kFolder = QStringLiteral("export/folder");
const QString kType = QStringLiteral("export/type");
const QString kSize = QStringLiteral("export/size");
const QString kScale = QStringLiteral("export/scale");
const QString kTheme = QStringLiteral("export/theme");

}  // namespace

PictureDialog::PictureDialog(QSettings* settings, QWidget* parent)
    : QDialog(parent),
      settings_(settings),
      form_(new QFormLayout(this)),
      type_(new QComboBox(this)),
      width_(new QSpinBox(this)),
      height_(new QSpinBox(this)),
      scale_(new QDoubleSpinBox(this)),
      theme_(new QComboBox(this)),
      path_(new QLineEdit(this)),
      pixels_(new QLabel(this)),
      message_(new QLabel(this)) {
    setWindowTitle(tr("Export a picture"));
    build();
    restore();
    take_type();
    show_pixels();
}

void PictureDialog::build() {
    type_->addItem(tr("PNG, pixels"), QStringLiteral("png"));
    type_->addItem(tr("SVG, vectors"), QStringLiteral("svg"));
    type_->addItem(tr("PDF, vectors"), QStringLiteral("pdf"));
    width_->setRange(480, 16000);
    height_->setRange(240, 16000);
    scale_->setRange(0.5, 8);
    scale_->setSingleStep(0.5);
    scale_->setDecimals(2);
    scale_->setPrefix(QStringLiteral("× "));
    width_->setSuffix(tr(" px"));
    height_->setSuffix(tr(" px"));
    theme_->addItem(tr("Light"), static_cast<int>(ThemeChoice::Light));
    theme_->addItem(tr("Dark"), static_cast<int>(ThemeChoice::Dark));
    theme_->addItem(tr("High contrast"), static_cast<int>(ThemeChoice::Contrast));
    message_->setWordWrap(true);
    message_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    message_->hide();

    auto* size_row = new QHBoxLayout;
    size_row->addWidget(width_);
    size_row->addWidget(new QLabel(QStringLiteral("×"), this));
    size_row->addWidget(height_);
    size_row->addWidget(new QLabel(tr("scale"), this));
    size_row->addWidget(scale_);
    size_row->addStretch();
    auto* size_label = new QLabel(tr("&Size"), this);
    size_label->setBuddy(width_);
    auto* file_label = new QLabel(tr("&File"), this);
    file_label->setBuddy(path_);
    auto* path_row = new QHBoxLayout;
    auto* browse_button = new QPushButton(tr("&Browse…"), this);
    path_row->addWidget(path_, 1);
    path_row->addWidget(browse_button);
    path_->setMinimumWidth(320);
    path_->setAccessibleName(tr("File"));
    width_->setAccessibleName(tr("Width"));
    height_->setAccessibleName(tr("Height"));
    scale_->setAccessibleName(tr("Scale"));

    form_->addRow(tr("&Type"), type_);
    form_->addRow(size_label, size_row);
    form_->addRow(QString(), pixels_);
    form_->addRow(tr("T&heme"), theme_);
    form_->addRow(file_label, path_row);
    form_->addRow(message_);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel, this);
    form_->addRow(buttons);

    connect(buttons, &QDialogButtonBox::accepted, this, &PictureDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(browse_button, &QPushButton::clicked, this, &PictureDialog::browse);
    connect(type_, &QComboBox::currentIndexChanged, this, &PictureDialog::take_type);
    for (QSpinBox* box : {width_, height_})
        connect(box, &QSpinBox::valueChanged, this, &PictureDialog::show_pixels);
    connect(scale_, &QDoubleSpinBox::valueChanged, this, &PictureDialog::show_pixels);
}

void PictureDialog::restore() {
    QString folder = QStandardPaths::writableLocation(QStandardPaths::PicturesLocation);
    QSize size(1600, 1000);
    if (settings_ != nullptr) {
        folder = settings_->value(kFolder, folder).toString();
        const QSize stored = settings_->value(kSize, size).toSize();
        if (stored.isValid()) size = stored;
        scale_->setValue(settings_->value(kScale, 1.0).toDouble());
        type_->setCurrentIndex(std::max(0, type_->findData(settings_->value(kType))));
        theme_->setCurrentIndex(std::max(0, theme_->findData(settings_->value(kTheme))));
    } else {
        scale_->setValue(1);
    }
    if (!QFileInfo(folder).isDir()) folder = QDir::homePath();
    width_->setValue(size.width());
    height_->setValue(size.height());
    set_path(QDir(folder).filePath(QStringLiteral("spinscope.") + type_->currentData().toString()));
}

void PictureDialog::remember() {
    if (settings_ == nullptr) return;
    settings_->setValue(kFolder, QFileInfo(path()).absolutePath());
    settings_->setValue(kType, type_->currentData());
    settings_->setValue(kSize, QSize(width_->value(), height_->value()));
    settings_->setValue(kScale, scale_->value());
    settings_->setValue(kTheme, theme_->currentData());
}

PictureLook PictureDialog::look() const {
    return {.size = {width_->value(), height_->value()},
            .scale = scale_->value(),
            .theme = static_cast<ThemeChoice>(theme_->currentData().toInt())};
}

void PictureDialog::set_name(const QString& name) {
    const QString folder = QFileInfo(path()).path();
    set_path(QDir(folder).filePath(name + QLatin1Char('.') + type_->currentData().toString()));
}

QString PictureDialog::path() const {
    return path_->text().trimmed();
}

void PictureDialog::set_path(const QString& path) {
    path_->setText(path);
}

void PictureDialog::browse() {
    const QString type = type_->currentData().toString();
    QString chosen = QFileDialog::getSaveFileName(this, windowTitle(), path(),
                                                  tr("%1 pictures (*.%2)").arg(type.toUpper(), type), nullptr,
                                                  QFileDialog::DontConfirmOverwrite);
    if (chosen.isEmpty()) return;
    if (QFileInfo(chosen).suffix().isEmpty()) chosen += QLatin1Char('.') + type;
    set_path(chosen);
}

void PictureDialog::take_type() {
    const QString type = type_->currentData().toString();
    scale_->setEnabled(type == QLatin1String("png"));
    const QFileInfo info(path());
    if (!info.fileName().isEmpty() && info.suffix() != type) {
        set_path(QDir(info.path()).filePath(info.completeBaseName() + QLatin1Char('.') + type));
    }
    show_pixels();
}

void PictureDialog::show_pixels() {
    if (scale_->isEnabled()) {
        pixels_->setText(tr("%1 × %2 pixels")
                             .arg(qRound(width_->value() * scale_->value()))
                             .arg(qRound(height_->value() * scale_->value())));
    } else {
        pixels_->setText(tr("Text and lines as vectors, dense data as an image"));
    }
}

void PictureDialog::fail(const QString& text) {
    message_->setText(text);
    message_->show();
    adjustSize();
}

void PictureDialog::accept() {
    if (path().isEmpty()) {
        fail(tr("Give the file a name."));
        return;
    }
    if (QFileInfo::exists(path())) {
        const auto answer = QMessageBox::question(
            this, windowTitle(), tr("“%1” is there already. Replace it?").arg(QFileInfo(path()).fileName()),
            QMessageBox::Save | QMessageBox::Cancel);
        if (answer != QMessageBox::Save) return;
    }
    QGuiApplication::setOverrideCursor(Qt::WaitCursor);
    QString problem;
    try {
        save(path().toStdString());
    } catch (const Error& error) {
        problem = QString::fromStdString(error.line());
    }
    QGuiApplication::restoreOverrideCursor();
    if (!problem.isEmpty()) {
        fail(problem);
        return;
    }
    remember();
    emit exported(path());
    QDialog::accept();
}

}  // namespace spinscope
