// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "core/engine/presets.h"
#include "ui/theme/theme.h"

class QLabel;

namespace spinscope {

class BarButton;
class PageButton;

/// A preset's story above the views: a button for each step, the sentence of the one in force, and Next.
/// Hidden where there is no preset. Only asks; shows what show_story() says.
class StoryBar : public QWidget {
    Q_OBJECT

 public:
    StoryBar(const ThemeHolder& theme, QWidget* parent = nullptr);

    /// `step` is the one in force, -1 = none of them. Null: no story.
    void show_story(const Preset* preset, int step);
    int steps() const { return static_cast<int>(steps_.size()); }
    QString caption() const;

 signals:
    void step_wanted(int step);

 protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

 private:
    void rebuild();
    void elide();

    const ThemeHolder& theme_;
    const Preset* preset_ = nullptr;
    int step_ = -1;
    std::vector<PageButton*> steps_;
    QWidget* buttons_;
    QLabel* caption_;
    QString sentence_;
    BarButton* next_;
};

}  // namespace spinscope
