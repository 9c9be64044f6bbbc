// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAction>
#include <QComboBox>
#include <QDockWidget>
#include <QSettings>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QtTest>

#include "core/engine/registry.h"
#include "ui/compare/compare_page.h"
#include "ui/compare/comparison_panel.h"
#include "ui/shell/actions.h"
#include "ui/shell/bar_button.h"
#include "ui/shell/main_window.h"
#include "ui/shell/strategy_bar.h"
#include "ui/shell/strategy_button.h"
#include "ui/shell/traffic_form.h"

using namespace spinscope;

namespace {

/// A window over a synthetic session, as the program makes it.
struct Fixture {
    explicit Fixture(unsigned workers = 8, QSettings* store = nullptr)
        : session(make_synthetic_session({workers, 1.0 / 30, 42})),
          settings(store),
          theme(ThemeChoice::Light),
          window(*session, theme, settings, Experiment{}) {
        theme.apply_to_application();
        window.resize(1600, 1000);
        window.show();
        window.activateWindow();
        active = QTest::qWaitForWindowActive(&window);  // keys go to the active window only
    }
    void advance(unsigned snapshots = 1) {
        session->advance(snapshots);
        window.refresh();
    }
    Actions& actions() const { return *window.findChild<Actions*>(); }
    QString checked() const { return actions().strategies->checkedAction()->data().toString(); }

    std::unique_ptr<SyntheticSession> session;
    Settings settings;
    ThemeHolder theme;
    MainWindow window;
    bool active = false;
};

char key_of(std::string_view id) {
    return find_strategy(id)->key;
}

}  // namespace

class MainWindowTest : public QObject {
    Q_OBJECT

 private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin).*"))); }

    void keys_are_as_drawn() {
        QCOMPARE(key_of("ticket"), '1');
        QCOMPARE(key_of("busylock"), '5');
        QCOMPARE(key_of("llist"), '6');
    }

    void start_stop_and_pause_follow_the_run() {
        Fixture fixture;
        Actions& actions = fixture.actions();
        QVERIFY(actions.start->isEnabled());
        QVERIFY(!actions.stop->isEnabled());
        QVERIFY(!actions.pause->isEnabled());
        QVERIFY(!actions.export_picture->isEnabled());
        QTest::keyClick(&fixture.window, Qt::Key_F5);
        QVERIFY(fixture.session->newest()->state == RunState::Running);
        fixture.advance(3);
        QVERIFY(!actions.start->isEnabled());
        QVERIFY(actions.stop->isEnabled());
        QVERIFY(actions.export_picture->isEnabled());
        QTest::keyClick(&fixture.window, Qt::Key_Space);
        QVERIFY(fixture.session->newest()->state == RunState::Paused);
        QTest::keyClick(&fixture.window, Qt::Key_Space);
        QVERIFY(fixture.session->newest()->state == RunState::Running);
        QTest::keyClick(&fixture.window, Qt::Key_F5, Qt::ShiftModifier);
        QVERIFY(fixture.session->newest()->state == RunState::Stopped);
        QVERIFY(actions.start->isEnabled());
        QVERIFY2(actions.export_picture->isEnabled(), "what was measured stays");
    }

    void a_run_and_a_comparison_do_not_measure_this_computer_at_once() {
        Fixture fixture;
        ComparisonPanel& panel = fixture.window.compare().comparison();
        panel.set_choice({.strategies = {"tas", "ticket"}, .rounds = 100, .seconds = 0.05});
        fixture.window.run().start();
        fixture.advance();
        panel.run();
        QVERIFY2(fixture.session->newest()->state == RunState::Stopped, "the comparison was asked for last");
        QCOMPARE(fixture.window.messages().shown().front().what, std::string("The run was stopped"));
        QVERIFY(panel.measures_host());
        fixture.advance();
        fixture.actions().start->trigger();
        QVERIFY(fixture.session->newest()->state == RunState::Stopped);
        QCOMPARE(fixture.window.messages().shown().front().what,
                 std::string("The page Compare measures this computer"));
        panel.cancel();
        QTRY_VERIFY_WITH_TIMEOUT(!panel.is_running(), 5000);
        fixture.actions().start->trigger();
        QVERIFY(fixture.session->newest()->state == RunState::Running);
    }

    void space_on_a_focused_button_presses_it_instead_of_pausing() {
        Fixture fixture;
        fixture.window.run().start();
        fixture.advance();
        auto* button = fixture.window.findChildren<StrategyButton*>().last();
        button->setFocus();
        QVERIFY(button->hasFocus());
        QTest::keyClick(button, Qt::Key_Space);
        QVERIFY(fixture.session->newest()->state == RunState::Running);
        QCOMPARE(fixture.checked(), button->defaultAction()->data().toString());
    }

    void keys_switch_the_strategy_while_it_runs() {
        Fixture fixture;
        fixture.window.run().start();
        fixture.advance(3);
        const auto* bar = fixture.window.findChild<StrategyBar*>();
        QVERIFY(bar->note().startsWith(QStringLiteral("Keys 1–9")));
        QTest::keyClick(&fixture.window, Qt::Key_5);
        fixture.advance(3);
        QCOMPARE(fixture.session->newest()->strategy, std::string("busylock"));
        QCOMPARE(fixture.checked(), QStringLiteral("busylock"));
        QCOMPARE(QString(bar->note()).replace(QChar(0x00a0), u' '),
                 QStringLiteral("Switched in 0.32 ms,\n0 packets lost"));
        QTest::keyClick(&fixture.window, Qt::Key_6);
        fixture.advance(3);
        QCOMPARE(fixture.session->newest()->marks.size(), std::size_t{3});
        QCOMPARE(fixture.checked(), QStringLiteral("llist"));
    }

    void without_a_run_a_strategy_is_chosen_for_the_next() {
        Fixture fixture;
        QTest::keyClick(&fixture.window, Qt::Key_6);
        QCOMPARE(fixture.checked(), QStringLiteral("llist"));
        fixture.window.run().start();
        fixture.advance();
        QCOMPARE(fixture.session->newest()->strategy, std::string("llist"));
    }

    void digits_typed_into_a_number_do_not_switch() {
        Fixture fixture;
        fixture.window.run().start();
        fixture.advance();
        auto* number = fixture.window.findChildren<QSpinBox*>().first();
        number->setFocus();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_5);
        fixture.advance();
        QCOMPARE(fixture.session->newest()->strategy, std::string("ticket"));
    }

    void a_change_while_running_waits_for_a_restart() {
        Fixture fixture;
        fixture.window.run().start();
        fixture.advance();
        QVERIFY(!fixture.window.run().restart_needed());
        Experiment next = fixture.window.run().experiment();
        next.payload = 1000;
        fixture.window.run().set_experiment(next);
        QVERIFY(fixture.window.run().restart_needed());
        fixture.window.run().choose_strategy("llist");
        fixture.window.run().start();
        fixture.advance();
        QVERIFY(!fixture.window.run().restart_needed());
        QCOMPARE(fixture.session->newest()->run->experiment.payload, 1000u);
    }

    void every_strategy_stays_reachable_at_any_width_data() {
        QTest::addColumn<int>("width");
        for (const int width : {1600, 1280, 700, 420}) QTest::addRow("%d", width) << width;
    }
    void every_strategy_stays_reachable_at_any_width() {
        QFETCH(int, width);
        const ThemeHolder theme(ThemeChoice::Light);
        Actions actions(strategies(), nullptr);
        const QList<QAction*> all = actions.strategies->actions();
        StrategyBar bar(theme, strategies(), {all.begin(), all.end()});
        bar.resize(width, 50);
        bar.show();
        std::set<QAction*> reachable;
        for (const auto* button : bar.findChildren<StrategyButton*>()) {
            if (button->isHidden()) continue;
            QVERIFY(bar.rect().contains(button->geometry()));
            reachable.insert(button->defaultAction());
        }
        for (QAction* action : bar.findChild<QMenu*>()->actions()) reachable.insert(action);
        QCOMPARE(reachable.size(), static_cast<std::size_t>(all.size()));
    }

    void a_larger_font_cuts_nothing_off() {
        const QFont before = QApplication::font();
        QFont large = before;
        large.setPixelSize(qRound(QFontInfo(before).pixelSize() * 1.4));
        QApplication::setFont(large);
        {
            Fixture fixture;
            fixture.window.run().start();
            fixture.advance(30);
            QTest::keyClick(&fixture.window, Qt::Key_6);
            fixture.advance(30);
            QCoreApplication::processEvents();
            for (const auto* button : fixture.window.findChildren<BarButton*>()) {
                if (!button->isVisible()) continue;
                QVERIFY2(button->width() >= button->sizeHint().width(), qPrintable(button->text()));
                QVERIFY2(button->height() >= button->sizeHint().height(), qPrintable(button->text()));
            }
            for (const auto* button : fixture.window.findChildren<StrategyButton*>()) {
                if (!button->isVisible()) continue;
                QVERIFY(button->parentWidget()->rect().contains(button->geometry()));
            }
            for (const auto* number : fixture.window.findChild<TrafficForm*>()->findChildren<QSpinBox*>()) {
                if (number->isVisible()) QVERIFY(number->height() >= number->sizeHint().height());
            }
            for (const auto* choice : fixture.window.findChild<TrafficForm*>()->findChildren<QComboBox*>()) {
                if (choice->isVisible()) QVERIFY(choice->height() >= choice->sizeHint().height());
            }
            QVERIFY(fixture.window.width() <= 1600);
            const QString picture = qEnvironmentVariable("SPINSCOPE_TEST_PICTURE");
            if (!picture.isEmpty()) fixture.window.grab().save(picture);
        }
        QApplication::setFont(before);
    }

    void layout_and_theme_are_restored() {
        const QTemporaryDir folder;
        QSettings store(folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
        {
            Fixture fixture(8, &store);
            fixture.window.findChild<QDockWidget*>(QStringLiteral("log"))->hide();
            fixture.window.run().choose_strategy("busylock");
            fixture.window.close();
        }
        Fixture fixture(8, &store);
        auto* log = fixture.window.findChild<QDockWidget*>(QStringLiteral("log"));
        QVERIFY(log->isHidden());
        fixture.actions().reset_layout->trigger();
        QVERIFY(!log->isHidden());
        QCOMPARE(fixture.settings.experiment(*fixture.session->topology(), {}).strategy,
                 std::string("busylock"));
    }

    void closing_ends_the_run() {
        Fixture fixture;
        fixture.window.run().start();
        fixture.advance();
        fixture.window.close();
        QVERIFY(fixture.session->newest()->state == RunState::Stopped);
    }

    void every_control_has_a_name_for_screen_readers() {
        Fixture fixture;
        for (const auto* button : fixture.window.findChildren<QAbstractButton*>()) {
            if (button->isHidden() || button->objectName().startsWith(QStringLiteral("qt_"))) continue;
            const bool named = !button->accessibleName().isEmpty() || !button->text().isEmpty() ||
                               !button->toolTip().isEmpty();
            QVERIFY2(named, button->metaObject()->className());
        }
    }
};

QTEST_MAIN(MainWindowTest)
#include "main_window_test.moc"
