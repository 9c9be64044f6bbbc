// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QObject>
#include <deque>
#include <set>
#include <string>
#include <vector>

#include "core/base/error.h"

namespace spinscope {

/// All the window has to say: what the run reports and what the window met itself (a refused start, a saved
/// picture). Decides what is on the message bar and what only goes to the log.
class Messages : public QObject {
    Q_OBJECT

 public:
    struct Entry {
        QDateTime at;
        Message message;
    };
    static constexpr std::size_t kKept = 50;

    using QObject::QObject;

    /// The run's messages, all of them, as the newest snapshot has them. Cheap when nothing changed.
    void set_run_messages(const std::vector<Message>& messages);
    /// One of the window's own; replaces the one with its key, and shows again if that was dismissed.
    void post(const Message& message);
    /// Something for the log only.
    void note(const std::string& text);
    void dismiss(const std::string& key);

    /// What the bar shows: active, not dismissed, the gravest first.
    std::vector<Message> shown() const;
    /// Oldest first, the last 50. A message whose text changes while its cause lasts stays one entry.
    const std::deque<Entry>& log() const { return log_; }
    /// The log as text, one line each, for a bug report.
    QString log_text() const;

 signals:
    void changed();

 private:
    void record(const Message& message);

    std::vector<Message> run_;
    std::vector<Message> own_;
    std::set<std::string> dismissed_;
    std::deque<Entry> log_;
};

}  // namespace spinscope
