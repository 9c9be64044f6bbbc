// SPDX-License-Identifier: GPL-3.0-or-later
// What one frame costs the GUI thread: taking over a snapshot, drawing the new columns of all views, and
// putting them on the (offscreen) window; of the live page alone, and of the whole window.
#include <QApplication>
#include <ctime>
#include <string>
#include <vector>

#include "core/engine/session.h"
#include "tests/benchmarks/comparison.h"
#include "ui/live/live_page.h"
#include "ui/live_model.h"
#include "ui/settings.h"
#include "ui/shell/main_window.h"
#include "ui/theme/theme.h"
#include "ui/view/view.h"

namespace spinscope::bench {
namespace {

double thread_cpu_ms() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

double percentile(std::vector<double> values, double share) {
    std::sort(values.begin(), values.end());
    return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

/// Times what the GUI thread does for a snapshot, and reports it. `frame` takes the snapshot over.
template <class Frame>
void measure(benchmark::State& state, SyntheticSession& session, const LiveModel& model, unsigned workers,
             const std::string& of_what, Frame frame) {
    std::vector<double> took;
    for (auto _ : state) {
        session.advance(1);
        const double start = thread_cpu_ms();
        frame();
        QApplication::processEvents();
        took.push_back(thread_cpu_ms() - start);
        state.SetIterationTime(took.back() * 1e-3);
    }
    const double slow = percentile(took, 0.95);
    state.counters["p95_ms"] = slow;
    state.counters["history_MB"] = static_cast<double>(model.history().bytes()) * 1e-6;
    const double budget_ms = workers > 64 ? 8 : 4;
    const double budget = budget_ms * machine_slowness();
    const auto what = fmt::format("frame of {}, 1920x1080, {} CPUs", of_what, workers);
    Report::get().add({.what = what + ", median",
                       .measured = estimate(took),
                       .unit = "ms",
                       .kind = Row::Budget::AtMost,
                       .budget = budget,
                       .note = fmt::format("{} ms on the reference machine", budget_ms)});
    Report::get().add({.what = what + ", p95",
                       .measured = {slow, slow, slow, took.size()},
                       .unit = "ms",
                       .kind = Row::Budget::AtMost,
                       .budget = 2 * budget,
                       .note = fmt::format("of {} frames", took.size())});
}

/// A full window of 60 s with a switch in it.
void fill(SyntheticSession& session, LiveModel& model) {
    for (int i = 0; i < 61 * 30; ++i) {
        if (i == 900) session.switch_to("busylock", {});
        session.advance(1);
        // Nothing is drawn meanwhile: nobody gives it time.
        if (i % 30 == 0) model.poll();
    }
    model.poll();
    QApplication::processEvents();
}

void frames(benchmark::State& state) {
    const auto workers = static_cast<unsigned>(state.range(0));
    const auto session = make_synthetic_session({workers, 1.0 / 30, 42, {}});
    ThemeHolder themes(ThemeChoice::Light);
    LiveModel model(session.get());
    LivePage page(model, themes);
    page.resize(1920, 1080);
    page.show();
    session->start({});
    fill(*session, model);
    const int before = page.views().front()->frames();
    measure(state, *session, model, workers, "the live page", [&model] { model.poll(); });
    if (page.views().front()->frames() - before < static_cast<int>(state.iterations())) {
        state.SkipWithError("frames were not drawn");
    }
}
BENCHMARK(frames)->Arg(2)->Arg(64)->Arg(480)->UseManualTime()->Iterations(300)->Unit(benchmark::kMillisecond);

/// The whole window: bars, docks and machine drawing too.
void window_frames(benchmark::State& state) {
    const auto workers = static_cast<unsigned>(state.range(0));
    const auto session = make_synthetic_session({workers, 1.0 / 30, 42, {}});
    ThemeHolder themes(ThemeChoice::Light);
    themes.apply_to_application();
    Settings settings;
    MainWindow window(*session, themes, settings, {});
    window.resize(1920, 1080);
    window.show();
    window.run().start();
    fill(*session, window.model());
    measure(state, *session, window.model(), workers, "the whole window", [&window] { window.refresh(); });
}
BENCHMARK(window_frames)
    ->Arg(2)
    ->Arg(64)
    ->Arg(480)
    ->UseManualTime()
    ->Iterations(300)
    ->Unit(benchmark::kMillisecond);

/// The same after 8 h, all of them shown.
void old_frames(benchmark::State& state) {
    constexpr unsigned kWorkers = 64;
    const auto session = make_synthetic_session({kWorkers, 1, 42, {}});
    ThemeHolder themes(ThemeChoice::Light);
    themes.apply_to_application();
    Settings settings;
    MainWindow window(*session, themes, settings, {});
    window.resize(1920, 1080);
    window.show();
    window.run().start();
    for (int i = 0; i < 8 * 3600; ++i) {
        session->advance(1);
        window.model().poll();
    }
    window.model().fit_all();
    QApplication::processEvents();
    measure(state, *session, window.model(), kWorkers, "the whole window after 8 h",
            [&window] { window.refresh(); });
}
BENCHMARK(old_frames)->UseManualTime()->Iterations(300)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace spinscope::bench

int main(int argc, char** argv) {
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    return spinscope::bench::run(argc, argv);
}
