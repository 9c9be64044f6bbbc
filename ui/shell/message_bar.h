// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QWidget>
#include <functional>
#include <vector>

#include "core/base/error.h"
#include "ui/theme/theme.h"

class QLabel;
class QVBoxLayout;

namespace spinscope {

class BarButton;
class Messages;

/// One message: a bar of its colour, what (bold), what to do, Copy and close. Never modal.
class MessageStrip : public QFrame {
    Q_OBJECT

 public:
    MessageStrip(const ThemeHolder& theme, QWidget* parent);

    /// `remedy` is what the button says that does something about it; empty = no such button.
    void set_message(const Message& message, const QString& remedy);
    const Message& message() const { return message_; }

 signals:
    void dismissed(const std::string& key);
    void remedy_wanted(const Message& message);

 protected:
    void paintEvent(QPaintEvent* event) override;

 private:
    const MessageColours& colours() const;
    void recolour();

    const ThemeHolder& theme_;
    Message message_;
    QLabel* what_;
    QLabel* remedy_;
    BarButton* act_;
};

/// Above the centre: the two gravest messages and how many more there are. Takes no room without one.
class MessageBar : public QWidget {
    Q_OBJECT

 public:
    static constexpr std::size_t kMost = 2;

    MessageBar(const ThemeHolder& theme, Messages& messages, QWidget* parent = nullptr);

    /// Asked for each message shown: the text of its remedy button, empty for none.
    void set_remedies(std::function<QString(const Message&)> label);

 signals:
    void log_wanted();
    void remedy_wanted(const Message& message);

 private:
    void sync();

    const ThemeHolder& theme_;
    Messages& messages_;
    std::function<QString(const Message&)> remedy_label_;
    QVBoxLayout* layout_;
    std::vector<MessageStrip*> strips_;
    QLabel* more_;
};

}  // namespace spinscope
