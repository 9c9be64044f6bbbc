// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <optional>
#include <utility>

#include "core/device/device.h"
#include "core/device/errno_counts.h"
#include "core/device/interface_watch.h"
#include "core/device/udp_messages.h"

namespace spinscope {

/// What every device with real senders tells: their errors in words, and what the kernel says of the
/// interface. One thread at a time.
class SenderReport {
 public:
    SenderReport(SenderWords words, std::optional<InterfaceWatch> watch)
        : words_(std::move(words)), watch_(std::move(watch)) {}

    /// Asks the kernel now and then, or (`now`) at once. True once the interface was made again.
    bool look(bool now) {
        if (!watch_) return false;
        const bool other = now ? watch_->look() : watch_->look(std::chrono::steady_clock::now());
        words_.interface = watch_->link().name;
        words_.mtu = watch_->link().mtu;
        return other;
    }
    const InterfaceWatch& watch() const { return *watch_; }

    /// `senders`: pointers to what has errors().
    template <class Senders>
    void write(DeviceReport& report, const Senders& senders) {
        ErrnoMessages::Counts errors;
        for (const auto& sender : senders) {
            for (const auto& [code, times] : sender->errors().list()) errors[code] += times;
        }
        for (const auto& [code, times] : errors) report.errors.push_back({code, times});
        for (Message& message : messages_.update(errors, std::chrono::steady_clock::now(), words_)) {
            report.messages.push_back(std::move(message));
        }
        if (!watch_) return;
        if (auto message = watch_->message()) report.messages.push_back(std::move(*message));
        report.kernel = watch_->report();
    }

 private:
    SenderWords words_;
    std::optional<InterfaceWatch> watch_;
    ErrnoMessages messages_;
};

}  // namespace spinscope
