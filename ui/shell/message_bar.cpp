// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/message_bar.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/shell/bar_button.h"
#include "ui/shell/icons.h"
#include "ui/shell/messages.h"

namespace spinscope {

namespace {

constexpr int kBar = 4;
constexpr int kIcon = 18;

QString icon_name(Severity severity) {
    switch (severity) {
        case Severity::Info:
            return QStringLiteral("info");
        case Severity::Warning:
            return QStringLiteral("warning");
        case Severity::Error:
            break;
    }
    return QStringLiteral("error");
}

}  // namespace

MessageStrip::MessageStrip(const ThemeHolder& theme, QWidget* parent) : QFrame(parent), theme_(theme) {
    what_ = new QLabel(this);
    remedy_ = new QLabel(this);
    for (QLabel* label : {what_, remedy_}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        label->setFocusPolicy(Qt::NoFocus);
    }
    act_ = new BarButton(theme, this);
    connect(act_, &QToolButton::clicked, this, [this] { emit remedy_wanted(message_); });
    auto* copy = new BarButton(theme, this);
    copy->setText(tr("Copy"));
    copy->setToolTip(tr("Copy this message"));
    connect(copy, &QToolButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(QString::fromStdString(message_.line())); });
    auto* close = new QToolButton(this);
    close->setAutoRaise(true);
    close->setIcon(line_icon(QStringLiteral("close")));
    close->setFocusPolicy(Qt::TabFocus);
    close->setMinimumSize(24, 24);
    close->setToolTip(tr("Dismiss; the message stays in the log"));
    close->setAccessibleName(tr("Dismiss message"));
    connect(close, &QToolButton::clicked, this, [this] { emit dismissed(message_.key); });

    auto* texts = new QVBoxLayout;
    texts->setSpacing(2);
    texts->addWidget(what_);
    texts->addWidget(remedy_);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(kBar + 12 + kIcon + 12, 8, 8, 8);
    row->setSpacing(8);
    row->addLayout(texts, 1);
    row->addWidget(act_, 0, Qt::AlignVCenter);
    row->addWidget(copy, 0, Qt::AlignVCenter);
    row->addWidget(close, 0, Qt::AlignVCenter);
    setMinimumHeight(54);
    connect(&theme, &ThemeHolder::changed, this, &MessageStrip::recolour);
}

void MessageStrip::set_message(const Message& message, const QString& remedy) {
    message_ = message;
    act_->setText(remedy);
    act_->setVisible(!remedy.isEmpty());
    what_->setText(QString::fromStdString(message.what));
    remedy_->setText(QString::fromStdString(message.remedy));
    remedy_->setVisible(!message.remedy.empty());
    setAccessibleName(message.severity == Severity::Error     ? tr("Error")
                      : message.severity == Severity::Warning ? tr("Warning")
                                                              : tr("Message"));
    setAccessibleDescription(QString::fromStdString(message.line()));
    recolour();
}

const MessageColours& MessageStrip::colours() const {
    const Theme& theme = theme_.theme();
    return message_.severity == Severity::Error     ? theme.error
           : message_.severity == Severity::Warning ? theme.warning
                                                    : theme.info;
}

void MessageStrip::recolour() {
    QFont bold = font();
    bold.setWeight(QFont::Bold);
    what_->setFont(bold);
    for (QLabel* label : {what_, remedy_}) {
        QPalette palette = label->palette();
        palette.setColor(QPalette::WindowText, colours().text);
        palette.setColor(QPalette::Text, colours().text);
        label->setPalette(palette);
    }
    update();
}

void MessageStrip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), colours().background);
    const bool mirrored = layoutDirection() == Qt::RightToLeft;
    painter.fillRect(mirrored ? QRect(width() - kBar, 0, kBar, height()) : QRect(0, 0, kBar, height()),
                     colours().bar);
    painter.fillRect(0, height() - 1, width(), 1, theme_.theme().hairline);
    const int x = kBar + 12;
    const QRect spot(mirrored ? width() - x - kIcon : x, (height() - kIcon) / 2, kIcon, kIcon);
    line_icon(icon_name(message_.severity), colours().bar).paint(&painter, spot);
}

MessageBar::MessageBar(const ThemeHolder& theme, Messages& messages, QWidget* parent)
    : QWidget(parent), theme_(theme), messages_(messages) {
    setAccessibleName(tr("Messages"));
    layout_ = new QVBoxLayout(this);
    layout_->setContentsMargins(0, 0, 0, 0);
    layout_->setSpacing(0);
    more_ = new QLabel(this);
    more_->setContentsMargins(12, 2, 12, 2);
    more_->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    connect(more_, &QLabel::linkActivated, this, &MessageBar::log_wanted);
    layout_->addWidget(more_);
    connect(&messages, &Messages::changed, this, &MessageBar::sync);
    sync();
}

void MessageBar::set_remedies(std::function<QString(const Message&)> label) {
    remedy_label_ = std::move(label);
}

void MessageBar::sync() {
    const std::vector<Message> shown = messages_.shown();
    const std::size_t count = std::min(shown.size(), kMost);
    while (strips_.size() < count) {
        auto* strip = new MessageStrip(theme_, this);
        connect(strip, &MessageStrip::dismissed, &messages_, &Messages::dismiss);
        connect(strip, &MessageStrip::remedy_wanted, this, &MessageBar::remedy_wanted);
        layout_->insertWidget(static_cast<int>(strips_.size()), strip);
        strips_.push_back(strip);
    }
    for (std::size_t i = 0; i < strips_.size(); ++i) {
        if (i < count && strips_[i]->message() != shown[i]) {
            strips_[i]->set_message(shown[i], remedy_label_ ? remedy_label_(shown[i]) : QString());
        }
        strips_[i]->setVisible(i < count);
    }
    const std::size_t more = shown.size() - count;
    more_->setVisible(more > 0);
    more_->setText(QStringLiteral("<a href=\"log\">%1</a>").arg(tr("%1 more in the log").arg(more)));
    setVisible(!shown.empty());
}

}  // namespace spinscope
