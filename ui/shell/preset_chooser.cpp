// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/preset_chooser.h"

#include <QMenu>

namespace spinscope {

namespace {
constexpr int kNarrowest = 96;
constexpr int kWidest = 210;
}  // namespace

PresetChooser::PresetChooser(const ThemeHolder& theme, QWidget* parent)
    : BarButton(theme, parent), menu_(new QMenu(tr("&Preset"), this)), presets_(new QActionGroup(this)) {
    setPopupMode(InstantPopup);
    setToolButtonStyle(Qt::ToolButtonTextOnly);
    setMenu(menu_);
    menu_->setToolTipsVisible(true);
    presets_->setExclusionPolicy(QActionGroup::ExclusionPolicy::ExclusiveOptional);
    for (const Preset& preset : presets()) {
        auto* action = new QAction(QString::fromStdString(preset.title), presets_);
        action->setCheckable(true);
        action->setData(QString::fromStdString(preset.id));
        action->setToolTip(QStringLiteral("<p>%1</p><p>%2</p>")
                               .arg(QString::fromStdString(preset.summary).toHtmlEscaped(),
                                    QString::fromStdString(preset.source).toHtmlEscaped()));
        menu_->addAction(action);
    }
    connect(presets_, &QActionGroup::triggered, this,
            [this](const QAction* action) { emit preset_wanted(action->data().toString().toStdString()); });
    show_preset(nullptr, false);
}

void PresetChooser::show_preset(const Preset* preset, bool changed) {
    for (QAction* action : presets_->actions()) {
        action->setChecked(preset != nullptr && !changed &&
                           action->data().toString().toStdString() == preset->id);
    }
    const QString title = preset == nullptr ? tr("none")
                          : changed         ? tr("changed")
                                            : QString::fromStdString(preset->title);
    setText(preset == nullptr || changed ? tr("Preset: %1").arg(title) : title);
    setAccessibleName(tr("Preset: %1").arg(title));
    setToolTip(
        preset == nullptr ? tr("A machine, its traffic and a strategy out of the history, in one click")
        : changed ? tr("Was %1; something has been changed since").arg(QString::fromStdString(preset->title))
                  : QString::fromStdString(preset->summary));
    updateGeometry();
}

QSize PresetChooser::sizeHint() const {
    const QSize size = BarButton::sizeHint();
    return {qBound(kNarrowest, size.width(), kWidest), size.height()};
}

}  // namespace spinscope
