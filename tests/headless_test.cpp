// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "tests/hand_made.h"

namespace spinscope {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;

/// Publishes one prepared snapshot each time somebody waits for the end, then the end.
class ScriptedSession : public Session {
 public:
    void start(const Experiment&) override {}
    void stop() override {
        stopped = true;
        if (stops) end(RunState::Stopped);
    }
    void pause() override {}
    void resume() override {}
    void switch_to(const std::string&, const Options&) override {}
    SnapshotPtr newest() const override { return shown_.back(); }
    std::vector<SnapshotPtr> snapshots_after(std::uint64_t sequence) const override {
        std::vector<SnapshotPtr> fresh;
        for (const SnapshotPtr& snapshot : shown_) {
            if (snapshot->sequence > sequence) fresh.push_back(snapshot);
        }
        return fresh;
    }
    std::shared_ptr<const Topology> topology() const override { return nullptr; }
    bool wait_ended(std::chrono::milliseconds) override {
        ++waits;
        if (on_wait) on_wait(waits);
        if (ended_) return true;
        if (waits <= steps) publish(step_s * waits, RunState::Running);
        if (waits == steps + 1 && ends) end(ends_as);
        return ended_;
    }

    int steps = 4;
    double step_s = 0.5;
    bool ends = true;   ///< by itself
    bool stops = true;  ///< when asked to
    RunState ends_as = RunState::Stopped;
    std::function<void(int)> on_wait;
    std::shared_ptr<RunInfo> run = hand_made_run();
    std::atomic<bool> stopped = false;
    int waits = 0;

 private:
    void end(RunState state) {
        if (!ended_) publish(shown_.back()->at_s, state);
        ended_ = true;
    }
    void publish(double at_s, RunState state) {
        auto snapshot = std::make_shared<Snapshot>(hand_made_snapshot());
        snapshot->run = run;
        snapshot->sequence = shown_.size();
        snapshot->state = state;
        snapshot->at_s = at_s;
        snapshot->interval_s = at_s - shown_.back()->at_s;
        const auto sent = static_cast<std::uint64_t>(at_s * 450);
        snapshot->totals = {};
        snapshot->totals.transmitted = sent;
        snapshot->totals.queued = 10;
        snapshot->totals.offered = sent + (at_s > 0 ? 10 : 0);
        if (at_s == 0) snapshot->totals.queued = 0;
        shown_.push_back(snapshot);
    }
    std::vector<SnapshotPtr> shown_{std::make_shared<Snapshot>()};
    bool ended_ = false;
};

class Headless : public testing::Test {
 protected:
    void TearDown() override {
        close(out_);
        close(err_);
    }
    int run() {
        Output output(out_);
        Output errors(err_);
        return run_headless(
            session_, command_, interrupts_, output, errors,
            [this](const History& history, const Session::SnapshotPtr& newest, const std::string& path) {
                drawn_ = path;
                drawn_to_ = newest->at_s;
                if (history.empty()) throw Error("nothing to draw");
                if (draw_fails_) throw Error("disk full");
            });
    }
    static std::string text_of(int file) {
        std::string text(static_cast<std::size_t>(lseek(file, 0, SEEK_END)), '\0');
        EXPECT_EQ(pread(file, text.data(), text.size(), 0), static_cast<ssize_t>(text.size()));
        return text;
    }
    Json json() const { return Json::parse(text_of(out_)); }

    Interrupts interrupts_;
    ScriptedSession session_;
    RunCommand command_{
        .experiment = {}, .format = RunFormat::Json, .picture = {}, .command = "spinscope run --json"};
    int out_ = memfd_create("out", 0);
    int err_ = memfd_create("err", 0);
    std::string drawn_;
    double drawn_to_ = 0;
    bool draw_fails_ = false;
};

TEST_F(Headless, PrintsTheResultAndTheWarnings) {
    EXPECT_EQ(run(), 0);
    EXPECT_EQ(json()["elapsed_s"], 2.0);
    EXPECT_EQ(json()["partial"], false);
    EXPECT_EQ(json()["balance"], 0);
    EXPECT_EQ(json()["command"], "spinscope run --json");
    EXPECT_EQ(text_of(err_), "spinscope: Throttled 84 ms. Raise cpu.max\n");
    EXPECT_FALSE(session_.stopped);
}

TEST_F(Headless, ATableHasTheConditions) {
    command_.format = RunFormat::Table;
    EXPECT_EQ(run(), 0);
    const std::string text = text_of(out_);
    EXPECT_THAT(text, HasSubstr("Hand-made CPU, 2 workers on CPU 0-1 (compact)"));
    EXPECT_THAT(text, HasSubstr("910 offered = 900 sent + 0 dropped + 10 queued"));
    EXPECT_THAT(text, HasSubstr("450 pps"));
    EXPECT_THAT(text, HasSubstr("llist at 1.250 s (took 81.0 µs, 0 lost)"));
    EXPECT_THAT(text, testing::Not(HasSubstr("PARTIAL")));
}

TEST_F(Headless, TheWarmupIsLeftOut) {
    command_.experiment.warmup_s = 0.9;
    EXPECT_EQ(run(), 0);
    EXPECT_EQ(json()["elapsed_s"], 1.0) << "from the first snapshot after the warm-up";
    EXPECT_EQ(json()["packets"]["transmitted"], 450);
    EXPECT_EQ(json()["packets"]["carried_in"], 10);
    EXPECT_EQ(json()["packets"]["offered"], 460);
    EXPECT_EQ(json()["balance"], 0);
}

TEST_F(Headless, ASignalKeepsThePartialResult) {
    session_.ends = false;
    session_.on_wait = [](int waits) {
        if (waits == 3) kill(getpid(), SIGINT);
    };
    EXPECT_EQ(run(), 0);
    EXPECT_TRUE(session_.stopped);
    EXPECT_EQ(json()["partial"], true);
    EXPECT_EQ(json()["elapsed_s"], 1.5);
}

TEST_F(Headless, TermIsTheSame) {
    session_.ends = false;
    session_.on_wait = [](int waits) {
        if (waits == 3) kill(getpid(), SIGTERM);
    };
    EXPECT_EQ(run(), 0);
    EXPECT_EQ(json()["partial"], true);
}

TEST_F(Headless, ASignalBeforeAnythingWasMeasuredKeepsNothing) {
    session_.ends = false;
    session_.steps = 0;
    session_.on_wait = [](int waits) {
        if (waits == 1) kill(getpid(), SIGINT);
    };
    EXPECT_EQ(run(), 1);
    EXPECT_EQ(text_of(out_), "");
    EXPECT_THAT(text_of(err_), HasSubstr("before anything was measured"));
}

TEST_F(Headless, ASignalInTheWarmupKeepsNothing) {
    session_.ends = false;
    command_.experiment.warmup_s = 100;
    session_.on_wait = [](int waits) {
        if (waits == 3) kill(getpid(), SIGINT);
    };
    EXPECT_EQ(run(), 1);
    EXPECT_EQ(text_of(out_), "");
}

TEST_F(Headless, ASecondSignalWaitsForNobody) {
    session_.ends = session_.stops = false;
    session_.on_wait = [](int waits) {
        if (waits == 3) kill(getpid(), SIGINT);
        if (waits == 5) kill(getpid(), SIGTERM);
    };
    EXPECT_EQ(run(), 0);
    EXPECT_EQ(json()["partial"], true);
}

TEST_F(Headless, AFailedRunSaysWhy) {
    session_.ends_as = RunState::Failed;
    EXPECT_EQ(run(), 1);
    EXPECT_THAT(text_of(err_), HasSubstr("Throttled 84 ms"));
}

TEST_F(Headless, LinesStreamAndTheResultIsLast) {
    command_.format = RunFormat::JsonLines;
    session_.steps = 40;
    session_.step_s = 0.05;
    EXPECT_EQ(run(), 0);
    std::istringstream lines(text_of(out_));
    std::vector<Json> objects;
    for (std::string line; std::getline(lines, line);) objects.push_back(Json::parse(line));
    ASSERT_GE(objects.size(), 15u);
    std::uint64_t sent = 0;
    for (std::size_t i = 0; i + 1 < objects.size(); ++i) {
        EXPECT_EQ(objects[i]["schema"], "spinscope.interval/1");
        EXPECT_GE(objects[i]["elapsed_s"], 0.0999);
        sent += objects[i]["packets"]["transmitted"].get<std::uint64_t>();
    }
    EXPECT_EQ(objects.back()["schema"], "spinscope.run/1");
    EXPECT_NEAR(static_cast<double>(sent), 900, 50);
}

TEST_F(Headless, AReaderThatHasGoneEndsTheRun) {
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    close(ends[0]);
    dup2(ends[1], out_);
    close(ends[1]);
    command_.format = RunFormat::JsonLines;
    session_.steps = 1'000'000;
    EXPECT_EQ(run(), 0);
    EXPECT_TRUE(session_.stopped);
}

TEST_F(Headless, ASlowReaderDoesNotHoldTheRun) {
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    fcntl(ends[1], F_SETPIPE_SZ, 4096);
    dup2(ends[1], out_);
    command_.format = RunFormat::JsonLines;
    session_.steps = 40;
    session_.on_wait = [this](int waits) {
        if (waits == session_.steps) kill(getpid(), SIGINT);  // Ctrl-C, while nobody reads
    };
    session_.ends = false;
    // The second one ends the waiting for the reader.
    std::jthread second([this] {
        while (!session_.stopped) usleep(1000);
        usleep(50'000);
        kill(getpid(), SIGINT);
    });
    EXPECT_EQ(run(), 0);
    EXPECT_GE(session_.waits, session_.steps);
    close(ends[0]);
    close(ends[1]);
}

TEST(Output, NeverBlocksOnAReaderThatDoesNotRead) {
    const Interrupts interrupts;  // without it the closed pipe is a deadly signal
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    alarm(10);  // ends this test if push() blocks
    Output output(ends[1]);
    output.put(std::string(1u << 20, 'x'));
    output.push();
    alarm(0);
    EXPECT_TRUE(output.pending());
    EXPECT_EQ(output.error(), 0);
    close(ends[0]);
    output.push();
    EXPECT_EQ(output.error(), EPIPE);
    EXPECT_FALSE(output.pending());
    close(ends[1]);
}

TEST_F(Headless, AFullDiskIsAFailure) {
    const int full = open("/dev/full", O_WRONLY);
    ASSERT_GE(full, 0);
    dup2(full, out_);
    close(full);
    EXPECT_EQ(run(), 1);
    EXPECT_THAT(text_of(err_), HasSubstr("cannot write the result: No space left on device"));
}

TEST_F(Headless, ThePictureShowsTheWholeRun) {
    command_.picture = "a.svg";
    EXPECT_EQ(run(), 0);
    EXPECT_EQ(drawn_, "a.svg");
    EXPECT_EQ(drawn_to_, 2.0);
    EXPECT_EQ(json()["partial"], false);
}

TEST_F(Headless, APictureThatFailsFailsTheRunAndKeepsTheNumbers) {
    command_.picture = "a.svg";
    draw_fails_ = true;
    EXPECT_EQ(run(), 1);
    EXPECT_EQ(json()["elapsed_s"], 2.0);
    EXPECT_THAT(text_of(err_), HasSubstr("disk full"));
}

}  // namespace
}  // namespace spinscope
