// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/messages.h"

#include <algorithm>

namespace spinscope {

namespace {

const Message* find(const std::vector<Message>& messages, const std::string& key) {
    const auto found = std::find_if(messages.begin(), messages.end(),
                                    [&key](const Message& message) { return message.key == key; });
    return found == messages.end() ? nullptr : &*found;
}

}  // namespace

void Messages::set_run_messages(const std::vector<Message>& messages) {
    if (messages == run_) return;
    for (const Message& message : messages) {
        const Message* before = find(run_, message.key);
        const bool begins = message.active && (before == nullptr || !before->active);
        if (begins) {
            dismissed_.erase(message.key);
            record(message);
        } else if (before != nullptr && before->what != message.what) {
            const auto entry = std::find_if(log_.rbegin(), log_.rend(), [&message](const Entry& logged) {
                return logged.message.key == message.key;
            });
            if (entry != log_.rend()) entry->message = message;
        }
    }
    run_ = messages;
    emit changed();
}

void Messages::post(const Message& message) {
    std::erase_if(own_, [&message](const Message& own) { return own.key == message.key; });
    if (message.active) {
        own_.push_back(message);
        dismissed_.erase(message.key);
        record(message);
    }
    emit changed();
}

void Messages::note(const std::string& text) {
    record({Severity::Info, "", text, "", true});
    emit changed();
}

void Messages::dismiss(const std::string& key) {
    std::erase_if(own_, [&key](const Message& own) { return own.key == key; });
    if (find(run_, key) != nullptr) dismissed_.insert(key);
    emit changed();
}

std::vector<Message> Messages::shown() const {
    std::vector<Message> shown;
    for (const auto* list : {&own_, &run_}) {
        for (const Message& message : *list) {
            if (message.active && !dismissed_.contains(message.key)) shown.push_back(message);
        }
    }
    std::stable_sort(shown.begin(), shown.end(),
                     [](const Message& a, const Message& b) { return a.severity > b.severity; });
    return shown;
}

void Messages::record(const Message& message) {
    log_.push_back({QDateTime::currentDateTime(), message});
    if (log_.size() > kKept) log_.pop_front();
}

QString Messages::log_text() const {
    QString text;
    for (const Entry& entry : log_) {
        text += entry.at.toString(QStringLiteral("HH:mm:ss ")) +
                QString::fromStdString(entry.message.line()) + u'\n';
    }
    return text;
}

}  // namespace spinscope
