// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace spinscope {

/// A refusal a person can act on: what happened, why, and what to do about it. Thrown where a request cannot
/// be carried out; the command line prints it on stderr and the window shows it in the message bar.
class Error : public std::runtime_error {
 public:
    explicit Error(const std::string& what, std::string why = {}, std::string remedy = {})
        : std::runtime_error(what), why_(std::move(why)), remedy_(std::move(remedy)) {}

    const std::string& why() const { return why_; }
    const std::string& remedy() const { return remedy_; }

    /// One line: "what: why. What to do."
    std::string line() const {
        std::string text = what();
        if (!why_.empty()) text += ": " + why_;
        if (!remedy_.empty()) text += ". " + remedy_;
        return text;
    }

 private:
    std::string why_;
    std::string remedy_;
};

/// An Error caused by what was asked for (exit code 2), as opposed to by the machine it was asked of (exit
/// code 1).
class UsageError : public Error {
 public:
    using Error::Error;
};

enum class Severity { Info, Warning, Error };

/// Something to tell the user that does not end the run. Messages with the same key replace each other, so
/// that a condition that lasts is one message and not one a second; `active` turns false when the cause is
/// gone.
struct Message {
    Severity severity = Severity::Info;
    std::string key;
    std::string what;
    std::string remedy;
    bool active = true;

    std::string line() const { return remedy.empty() ? what : what + ". " + remedy; }
    bool operator==(const Message&) const = default;
};

}  // namespace spinscope
