// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless.h"

#include <fmt/format.h>
#include <poll.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <optional>

#include "app/run_text.h"
#include "core/base/error.h"
#include "core/metrics/run_result.h"
#include "core/record/run_csv.h"
#include "core/record/run_json.h"

namespace spinscope {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kTick{20};
// Run time between JSON lines, s.
constexpr double kLineInterval = 0.1;
constexpr double kSimulatedLineInterval = 0.01;  // a virtual second takes several
/// A reader that is so far behind gets no more lines until it has caught up; the result still comes.
constexpr std::size_t kMostPending = 4u << 20;

class HeadlessRun {
 public:
    HeadlessRun(Session& session, const RunCommand& command, Interrupts& interrupts, Output& output,
                Output& errors)
        : session_(session), command_(command), interrupts_(interrupts), output_(output), errors_(errors) {}

    void run() {
        session_.start(command_.experiment);
        while (!session_.wait_ended(milliseconds{0})) {
            wait();
            collect();
            if (signals_ > 0 || output_.error() != 0) stop();
            if (signals_ > 1) break;
        }
        collect();
        last_ = session_.newest();
    }

    bool failed() const { return last_->state == RunState::Failed; }
    bool kept() const {
        return last_->run && last_->totals.offered > 0 && (base_ || command_.experiment.warmup_s == 0);
    }
    RunResult result() const {
        RunResult result = make_run_result(*last_, base_.get());
        result.partial = cut_short_;
        result.command = command_.command;
        if (lines_skipped_ > 0) {
            result.warnings.push_back(fmt::format(
                "{} interval lines were left out: the reader of this stream was too slow", lines_skipped_));
        }
        return result;
    }
    Session::SnapshotPtr last() const { return last_; }
    const History& history() const { return history_; }

    /// Waits until everything is written, or given up.
    void flush() {
        output_.push();
        errors_.push();
        while (signals_ < 2 && (output_.pending() || errors_.pending())) wait();
    }

 private:
    /// Until a tick has passed, a signal has come or an output has room.
    void wait() {
        std::array<pollfd, 3> sources{
            {{.fd = interrupts_.descriptor(), .events = POLLIN, .revents = 0},
             {.fd = output_.pending() ? output_.descriptor() : -1, .events = POLLOUT, .revents = 0},
             {.fd = errors_.pending() ? errors_.descriptor() : -1, .events = POLLOUT, .revents = 0}}};
        poll(sources.data(), sources.size(), static_cast<int>(kTick.count()));
        signals_ += interrupts_.take();
        output_.push();
        errors_.push();
    }

    void stop() {
        if (cut_short_) return;
        cut_short_ = true;
        session_.stop();
    }

    void collect() {
        const auto fresh = session_.snapshots_after(sequence_);
        for (const Session::SnapshotPtr& snapshot : fresh) {
            sequence_ = snapshot->sequence;
            if (!snapshot->run) continue;
            if (!command_.picture.empty()) history_.add(*snapshot);
            const double warmup = command_.experiment.warmup_s;
            if (warmup > 0 && !base_ && snapshot->at_s >= warmup) base_ = snapshot;
            if (command_.format == RunFormat::JsonLines) put_line(snapshot);
        }
    }

    void put_line(const Session::SnapshotPtr& snapshot) {
        if (!line_base_) line_base_ = snapshot;
        const double least = snapshot->run->simulated ? kSimulatedLineInterval : kLineInterval;
        if (snapshot->at_s - line_base_->at_s < least) return;
        if (output_.pending_bytes() > kMostPending) {
            ++lines_skipped_;
        } else {
            const bool warming_up = snapshot->at_s <= command_.experiment.warmup_s;
            output_.put(interval_json_line(make_run_result(*snapshot, line_base_.get()), warming_up));
        }
        line_base_ = snapshot;
    }

    Session& session_;
    const RunCommand& command_;
    Interrupts& interrupts_;
    Output& output_;
    Output& errors_;
    std::uint64_t sequence_ = 0;
    int signals_ = 0;
    bool cut_short_ = false;
    std::uint64_t lines_skipped_ = 0;
    Session::SnapshotPtr base_;
    Session::SnapshotPtr line_base_;
    Session::SnapshotPtr last_;
    History history_;
};

std::string formatted(const RunResult& result, RunFormat format) {
    switch (format) {
        case RunFormat::Json:
            return run_json(result);
        case RunFormat::JsonLines:
            return run_json_line(result);
        case RunFormat::Csv:
            return run_csv(result);
        case RunFormat::Table:
            break;
    }
    return run_text(result);
}

}  // namespace

int run_headless(Session& session, const RunCommand& command, Interrupts& interrupts, Output& output,
                 Output& errors, const DrawPicture& draw) {
    HeadlessRun run(session, command, interrupts, output, errors);
    run.run();
    bool ok = !run.failed();
    if (run.kept()) {
        const RunResult result = run.result();
        for (const std::string& warning : result.warnings) errors.put("spinscope: " + warning + "\n");
        output.put(formatted(result, command.format));
        if (!command.picture.empty()) {
            try {
                draw(run.history(), run.last(), command.picture);
                errors.put("spinscope: picture in " + command.picture + "\n");
            } catch (const Error& error) {
                errors.put("spinscope: " + error.line() + "\n");
                ok = false;
            }
        }
    } else {
        for (const Message& message : run.last()->messages) errors.put("spinscope: " + message.line() + "\n");
        errors.put("spinscope: the run ended before anything was measured\n");
        ok = false;
    }
    run.flush();
    // A reader that has seen enough and gone ("| head") is no failure.
    if (output.error() != 0 && output.error() != EPIPE) {
        errors.put(fmt::format("spinscope: cannot write the result: {}\n", std::strerror(output.error())));
        run.flush();
        ok = false;
    }
    return ok ? 0 : 1;
}

}  // namespace spinscope
