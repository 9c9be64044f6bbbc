// SPDX-License-Identifier: GPL-3.0-or-later
#include <QComboBox>
#include <QElapsedTimer>
#include <QMenu>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QtTest>
#include <atomic>
#include <thread>

#include "core/base/live_switch.h"
#include "core/engine/presets.h"
#include "core/engine/registry.h"
#include "ui/shell/actions.h"
#include "ui/shell/costs_form.h"
#include "ui/shell/machine_chooser.h"
#include "ui/shell/machine_panel.h"
#include "ui/shell/machine_switch.h"
#include "ui/shell/machines.h"
#include "ui/shell/main_window.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/preset_chooser.h"
#include "ui/shell/story_bar.h"
#include "ui/shell/topology_view.h"
#include "ui/shell/traffic_form.h"

using namespace spinscope;

namespace {

/// Takes long to be taken apart, as a loaded machine may.
class SlowSession : public Session {
 public:
    SlowSession(const SyntheticShape& shape, std::atomic<int>& gone)
        : inner_(make_synthetic_session(shape)), gone_(gone) {}
    ~SlowSession() override {
        std::this_thread::sleep_for(std::chrono::milliseconds(400));
        ++gone_;
    }
    SyntheticSession& inner() { return *inner_; }
    int steps() const { return steps_; }

    void start(const Experiment& experiment) override {
        Experiment like = experiment;  // the formula knows no machines
        like.machine = "host";
        like.device.kind = "null";
        inner_->start(like);
        now_ = experiment;
    }
    void stop() override { inner_->stop(); }
    void pause() override { inner_->pause(); }
    void resume() override { inner_->resume(); }
    void step() override { ++steps_; }
    void switch_to(const std::string& strategy, const Options& options) override {
        validate_switch(now_, strategy, options);  // as a real one
        now_ = after_switch(now_, strategy, options);
        inner_->switch_to(strategy, options);
    }
    SnapshotPtr newest() const override { return inner_->newest(); }
    std::vector<SnapshotPtr> snapshots_after(std::uint64_t sequence) const override {
        return inner_->snapshots_after(sequence);
    }
    std::shared_ptr<const Topology> topology() const override { return inner_->topology(); }
    bool wait_ended(std::chrono::milliseconds timeout) override { return inner_->wait_ended(timeout); }

 private:
    std::unique_ptr<SyntheticSession> inner_;
    std::atomic<int>& gone_;
    int steps_ = 0;
    Experiment now_;
};

/// A window whose machines are made of formulas.
struct Fixture {
    explicit Fixture(QSettings* store = nullptr, const std::string& first = "host")
        : settings(store),
          machines(make(first), first, settings, [this](const std::string& id) { return make(id); }),
          window(machines.session(), theme, settings,
                 default_experiment(*machines.session().topology(), first)) {
        machines.serve(window);
        window.resize(1600, 1000);
        window.show();
    }
    std::unique_ptr<Session> make(const std::string& id) {
        if (id == "nonsense")
            throw UsageError("Unknown machine \"nonsense\"", "no such file", "Choose another");
        auto session =
            std::make_unique<SlowSession>(SyntheticShape{id == "host" ? 2u : 8u, 1.0 / 30, 42}, gone);
        newest = session.get();
        return session;
    }
    void choose(const std::string& id) {
        for (QAction* action : chooser().choices()->actions()) {
            if (action->data().toString().toStdString() == id) action->trigger();
        }
    }
    void advance(unsigned snapshots = 1) {
        newest->inner().advance(snapshots);
        window.refresh();
    }
    MachineChooser& chooser() { return *window.findChild<MachineChooser*>(); }
    Actions& actions() { return *window.findChild<Actions*>(); }

    std::atomic<int> gone = 0;
    SlowSession* newest = nullptr;
    Settings settings;
    ThemeHolder theme{ThemeChoice::Light};
    MachineSwitch machines;
    MainWindow window;
};

}  // namespace

class MachineTest : public QObject {
    Q_OBJECT

 private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin).*"))); }

    void the_window_opens_where_a_lock_can_collapse() {
        const auto small = Topology::synthetic("pu:3");
        const auto large = Topology::synthetic("pu:4");
        QCOMPARE(first_machine("", "", *small).machine, std::string("x5570"));
        QVERIFY(first_machine("", "", *small).explain);
        QCOMPARE(first_machine("", "", *large).machine, std::string("host"));
        QVERIFY(!first_machine("", "", *large).explain);
        // A choice wins over the rule, the command line over both.
        QCOMPARE(first_machine("", "host", *small).machine, std::string("host"));
        QVERIFY(!first_machine("", "host", *small).explain);
        QCOMPARE(first_machine("e5450", "host", *small).machine, std::string("e5450"));
        QCOMPARE(first_machine("", "granite-rapids", *large).machine, std::string("granite-rapids"));
    }

    void the_message_says_why_and_offers_this_computer() {
        const Message message = first_start_message(*Topology::synthetic("pu:2"));
        QCOMPARE(message.what, std::string("Simulated machine: this computer has 2 usable CPUs"));
        Fixture fixture(nullptr, "x5570");
        fixture.window.messages().post(message);
        QToolButton* use = nullptr;
        for (auto* button : fixture.window.findChild<MessageBar*>()->findChildren<QToolButton*>()) {
            if (button->text() == QLatin1String("Use this computer")) use = button;
        }
        QVERIFY(use != nullptr && use->isVisible());
        use->click();
        QCOMPARE(fixture.machines.machine(), std::string("host"));
        QVERIFY2(fixture.window.messages().shown().empty(), "its cause is gone");
    }

    void a_simulated_machine_has_a_sender_for_each_core() {
        const auto two_sockets = Topology::synthetic("pack:2 core:4 pu:2");
        const Experiment experiment = default_experiment(*two_sockets, "x5570");
        QCOMPARE(experiment.machine, std::string("x5570"));
        QCOMPARE(experiment.workers, std::optional(8u));
        QCOMPARE(experiment.device.kind, std::string("modelled"));
        QVERIFY(experiment.waiting == Waiting::Spin);
        QCOMPARE(default_experiment(*Topology::synthetic("pack:2 core:120 pu:2"), "big").workers,
                 std::optional(480u));
    }
    void slow_machines_show_a_shorter_time() {
        QCOMPARE(usual_span_s(*Topology::synthetic("pack:1 core:4 pu:1"), "host"), 60.0);
        QCOMPARE(usual_span_s(*Topology::synthetic("pack:2 core:4 pu:2"), "x5570"), 10.0);
        QCOMPARE(usual_span_s(*Topology::synthetic("pack:2 core:120 pu:2"), "big"), 1.0);
    }

    void choosing_a_machine_replaces_the_session_without_waiting() {
        Fixture fixture;
        fixture.window.run().start();
        fixture.advance(10);
        fixture.window.run().choose_strategy("busylock");
        fixture.advance(10);
        QVERIFY(fixture.window.model().has_data());
        QCOMPARE(fixture.window.model().marks().size(), std::size_t{2});

        QElapsedTimer clock;
        clock.start();
        fixture.choose("x5570");
        QVERIFY2(clock.elapsed() < 350, "the old session takes 400 ms to go");
        QCOMPARE(fixture.machines.machine(), std::string("x5570"));
        QVERIFY2(!fixture.window.model().has_data(), "the history begins anew");
        QVERIFY(fixture.window.model().marks().empty());
        QVERIFY(fixture.window.run().state() == RunState::Idle);
        QCOMPARE(fixture.window.run().experiment().strategy, std::string("busylock"));
        QCOMPARE(fixture.window.run().experiment().machine, std::string("x5570"));
        QVERIFY(fixture.chooser().text().contains(QStringLiteral("X5570")));
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        const auto panels = fixture.window.findChildren<MachinePanel*>();
        QCOMPARE(panels.size(), 1);
        QCOMPARE(panels.first()->view().states().all().size(), std::size_t{8});

        fixture.window.run().start();
        fixture.advance(5);
        QVERIFY2(fixture.window.model().has_data(), "the new session feeds the window");
        QTRY_COMPARE_WITH_TIMEOUT(fixture.gone.load(), 1, 2000);
    }

    void a_preset_sets_everything_and_tells_its_story() {
        Fixture fixture;
        auto& chooser = *fixture.window.findChild<PresetChooser*>();
        auto& story = *fixture.window.findChild<StoryBar*>();
        QVERIFY(story.isHidden());
        fixture.window.run().start();
        fixture.advance(5);
        const Preset* preset = find_preset("2010-duyck");
        QVERIFY(preset != nullptr);
        for (QAction* action : chooser.choices()->actions()) {
            if (action->data().toString() == QStringLiteral("2010-duyck")) action->trigger();
        }
        QCOMPARE(fixture.machines.machine(), preset->experiment.machine);
        QCOMPARE(fixture.window.run().experiment().payload, preset->experiment.payload);
        QCOMPARE(fixture.window.run().experiment().strategy, preset->experiment.strategy);
        QVERIFY2(fixture.window.run().is_active(), "something ran, so the preset runs");
        QCOMPARE(chooser.text(), QString::fromStdString(preset->title));
        QVERIFY(!story.isHidden());
        QCOMPARE(story.steps(), static_cast<int>(preset->story.size()));
        fixture.advance(5);

        emit story.step_wanted(1);
        fixture.advance(5);
        QCOMPARE(fixture.window.model().newest().strategy, preset->story[1].strategy);
        QCOMPARE(story.caption(), QString::fromStdString(preset->story[1].caption));
        QVERIFY2(chooser.text() == QString::fromStdString(preset->title), "its own story does not change it");

        Experiment own = fixture.window.run().experiment();
        own.payload = 999;
        fixture.window.run().set_experiment(own);
        QCOMPARE(chooser.text(), QStringLiteral("Preset: changed"));
    }

    void each_step_of_a_story_is_in_force_at_once() {
        Fixture fixture;
        auto& chooser = *fixture.window.findChild<PresetChooser*>();
        auto& story = *fixture.window.findChild<StoryBar*>();
        for (const char* id : {"2025-cake", "kleen-64-on-8"}) {
            const Preset* preset = find_preset(id);
            QVERIFY(preset != nullptr);
            for (QAction* action : chooser.choices()->actions()) {
                if (action->data().toString() == QLatin1String(id)) action->trigger();
            }
            fixture.window.run().start();
            fixture.advance(5);
            for (int step = 0; step < story.steps(); ++step) {
                const PresetStep& told = preset->story[static_cast<std::size_t>(step)];
                emit story.step_wanted(step);
                const Experiment now = fixture.window.run().experiment();
                QCOMPARE(now.strategy, told.strategy);
                for (const auto& [name, value] : told.options) {
                    const Options names = switch_values(now);
                    QCOMPARE(names.contains(name) ? names.at(name) : now.options.at(name), value);
                }
                QVERIFY2(!fixture.window.run().restart_needed(), "nothing of it waits");
                QCOMPARE(story.caption(), QString::fromStdString(told.caption));
                QCOMPARE(chooser.text(), QString::fromStdString(preset->title));
            }
            fixture.window.run().stop();
        }
    }

    void an_edit_is_switched_to_where_a_run_can_take_it() {
        Fixture fixture;
        RunControl& run = fixture.window.run();
        run.start();
        fixture.advance(5);
        Experiment next = run.experiment();
        next.limit = 8;
        next.discipline = "fq";
        run.edit(next);
        fixture.advance(5);
        QVERIFY(!run.restart_needed());
        QCOMPARE(run.experiment().limit, 8u);
        QCOMPARE(fixture.window.model().newest().marks.size(), std::size_t{2});
        next = run.experiment();
        next.payload = 999;
        run.edit(next);
        fixture.advance(5);
        QVERIFY2(run.restart_needed(), "a payload waits for the next start");
        QCOMPARE(fixture.window.model().newest().marks.size(), std::size_t{2});
        next = run.experiment();
        next.queues = 1000;
        run.edit(next);
        QVERIFY2(run.experiment().queues != 1000, "what is refused is not in force");
    }

    void strategies_of_other_libraries_are_for_the_host() {
        Fixture fixture;
        const auto enabled = [&fixture] {
            QStringList ids;
            for (const QAction* action : fixture.actions().strategies->actions()) {
                if (action->isEnabled()) ids << action->data().toString();
            }
            return ids;
        };
        QCOMPARE(enabled().size(), static_cast<qsizetype>(strategies().size()));
        fixture.choose("x5570");
        for (const QAction* action : fixture.actions().strategies->actions()) {
            const StrategyInfo* info = find_strategy(action->data().toString().toStdString());
            QCOMPARE(action->isEnabled(), info->simulatable);
            QVERIFY(info->simulatable || action->toolTip().contains(QStringLiteral("computer only")));
        }
        fixture.choose("host");
        QCOMPARE(enabled().size(), static_cast<qsizetype>(strategies().size()));
    }

    void each_machine_keeps_its_experiment() {
        Fixture fixture;
        Experiment own = fixture.window.run().experiment();
        own.workers = 1;
        fixture.window.run().set_experiment(own);
        fixture.choose("x5570");
        QCOMPARE(fixture.window.run().experiment().workers,
                 default_experiment(*fixture.newest->topology(), "x5570").workers);
        fixture.choose("host");
        QCOMPARE(fixture.window.run().experiment().workers, std::optional(1u));
        QCOMPARE(fixture.window.run().experiment().machine, std::string("host"));
    }

    void the_traffic_of_a_simulated_machine() {
        Fixture fixture;
        fixture.choose("x5570");
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        auto* form = fixture.window.findChild<TrafficForm*>();
        for (auto* box : form->findChildren<QComboBox*>()) {
            if (box->accessibleName() != QLatin1String("Device")) continue;
            QCOMPARE(box->count(), 1);
            QCOMPARE(box->currentData().toString(), QStringLiteral("modelled"));
        }
        for (auto* number : form->findChildren<QSpinBox*>()) {
            if (number->accessibleName() == QLatin1String("Workers")) QCOMPARE(number->maximum(), 8);
            if (number->accessibleName() == QLatin1String("Device delay")) QVERIFY(number->isHidden());
        }
    }

    void costs_are_a_simulated_machines_and_folded() {
        Fixture fixture;
        QVERIFY(fixture.window.findChild<CostsForm*>() == nullptr);
        fixture.choose("x5570");
        auto* costs = fixture.window.findChild<CostsForm*>();
        QVERIFY(costs != nullptr);
        for (auto* number : costs->findChildren<QSpinBox*>()) {
            QVERIFY(!number->isVisible());
            if (number->accessibleName() == QLatin1String("Cost: Enqueue")) number->setValue(90);
        }
        QCOMPARE(fixture.window.run().experiment().costs.enqueue_ns, 90u);
        QCOMPARE(fixture.window.run().experiment().costs.produce_ns, WorkloadCosts().produce_ns);
        costs->set_unfolded(true);
        QVERIFY(costs->findChild<QSpinBox*>()->isVisibleTo(costs));
    }

    void a_machine_that_cannot_be_had_changes_nothing() {
        Fixture fixture;
        emit fixture.window.machine_wanted("nonsense");
        QCOMPARE(fixture.machines.machine(), std::string("host"));
        QCOMPARE(fixture.window.messages().shown().size(), std::size_t{1});
        QVERIFY(fixture.window.messages().shown().front().what.find("nonsense") != std::string::npos);
        QVERIFY(fixture.chooser().text().contains(QStringLiteral("2 CPUs")));
        emit fixture.window.machine_wanted("x5570");
        QVERIFY(fixture.window.messages().shown().empty());
    }

    void step_is_for_simulated_machines() {
        Fixture fixture;
        QAction& step = *fixture.actions().step;
        fixture.window.run().start();
        fixture.advance(2);
        QVERIFY(!step.isEnabled());
        QVERIFY2(step.toolTip().contains(QStringLiteral("simulated")), "it says why");
        fixture.choose("x5570");
        QVERIFY2(!step.isEnabled(), "nothing runs");
        fixture.window.run().start();
        fixture.advance(2);
        QVERIFY(step.isEnabled());
        fixture.window.run().set_paused(true);
        fixture.advance();
        QVERIFY(step.isEnabled());
        fixture.window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&fixture.window));
        QTest::keyClick(&fixture.window, Qt::Key_F6);
        QCOMPARE(fixture.newest->steps(), 1);
        fixture.window.run().stop();
        fixture.advance();
        QVERIFY(!step.isEnabled());
    }

    void the_choice_is_remembered() {
        const QTemporaryDir folder;
        QSettings store(folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
        {
            Fixture fixture(&store);
            QVERIFY(fixture.settings.machine().empty());
            fixture.choose("x5570");
            fixture.window.run().choose_strategy("llist");
            fixture.window.close();
        }
        const Settings settings(&store);
        QCOMPARE(settings.machine(), std::string("x5570"));
        const auto topology = Topology::synthetic("pack:2 core:4 pu:2");
        const Experiment back = settings.experiment(*topology, default_experiment(*topology, "x5570"));
        QCOMPARE(back.strategy, std::string("llist"));
        QCOMPARE(back.machine, std::string("x5570"));
        // What was set for one machine is not taken for another.
        QCOMPARE(settings.experiment(*topology, default_experiment(*topology)).strategy,
                 std::string("ticket"));
    }
};

QTEST_MAIN(MachineTest)
#include "machine_test.moc"
