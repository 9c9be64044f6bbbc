// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/story_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>

#include "ui/shell/bar_button.h"
#include "ui/shell/page_button.h"

namespace spinscope {

StoryBar::StoryBar(const ThemeHolder& theme, QWidget* parent)
    : QWidget(parent), theme_(theme), buttons_(new QWidget(this)), caption_(new QLabel(this)) {
    setAccessibleName(tr("Story of the preset"));
    caption_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    caption_->setTextFormat(Qt::PlainText);
    next_ = new BarButton(theme, this);
    next_->setText(tr("Next"));
    next_->setToolTip(tr("Switches to the next step of the story"));
    connect(next_, &QToolButton::clicked, this, [this] { emit step_wanted(step_ + 1); });
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(10, 4, 10, 4);
    row->setSpacing(10);
    row->addWidget(new QLabel(tr("Story"), this));
    row->addWidget(buttons_);
    row->addWidget(caption_, 1);
    row->addWidget(next_);
    auto* inner = new QHBoxLayout(buttons_);
    inner->setContentsMargins(0, 0, 0, 0);
    inner->setSpacing(2);
    connect(&theme, &ThemeHolder::changed, this, qOverload<>(&QWidget::update));
    hide();
}

void StoryBar::rebuild() {
    for (PageButton* button : steps_) {
        button->hide();
        button->deleteLater();
    }
    steps_.clear();
    if (preset_ == nullptr) return;
    for (std::size_t i = 0; i < preset_->story.size(); ++i) {
        const QString caption = QString::fromStdString(preset_->story[i].caption);
        auto* button = new PageButton(theme_, buttons_);
        button->setText(QString::number(i + 1));
        button->setCheckable(true);
        button->setToolTip(caption);
        button->setAccessibleName(tr("Step %1: %2").arg(i + 1).arg(caption));
        connect(button, &QToolButton::clicked, this, [this, i] {
            steps_[i]->setChecked(static_cast<int>(i) == step_);  // until it is so
            emit step_wanted(static_cast<int>(i));
        });
        buttons_->layout()->addWidget(button);
        steps_.push_back(button);
    }
}

void StoryBar::show_story(const Preset* preset, int step) {
    const bool other = preset != preset_;
    step_ = step;
    if (other) {
        preset_ = preset;
        rebuild();
    }
    const bool any = preset_ != nullptr && !preset_->story.empty();
    setVisible(any);
    if (!any) return;
    const auto count = static_cast<int>(preset_->story.size());
    for (int i = 0; i < count; ++i) steps_[static_cast<std::size_t>(i)]->setChecked(i == step);
    sentence_ = QString::fromStdString(step < 0 ? preset_->summary
                                                : preset_->story[static_cast<std::size_t>(step)].caption);
    next_->setEnabled(step + 1 < count);
    elide();
}

QString StoryBar::caption() const {
    return sentence_;
}

void StoryBar::elide() {
    caption_->setText(caption_->fontMetrics().elidedText(sentence_, Qt::ElideRight, caption_->width()));
    caption_->setToolTip(sentence_);
    caption_->setAccessibleName(sentence_);
}

void StoryBar::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    elide();
}

void StoryBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), theme_.theme().panel);
    painter.setPen(theme_.theme().hairline);
    painter.drawLine(0, height() - 1, width(), height() - 1);
}

}  // namespace spinscope
