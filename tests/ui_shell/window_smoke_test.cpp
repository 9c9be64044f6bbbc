// SPDX-License-Identifier: GPL-3.0-or-later
#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QtTest>

#include "core/engine/registry.h"
#include "ui/export/picture.h"
#include "ui/shell/actions.h"
#include "ui/shell/machines.h"
#include "ui/shell/main_window.h"
#include "ui/shell/strategy_button.h"

using namespace spinscope;

/// The program's window over the real engine on a real X server.
class WindowSmokeTest : public QObject {
    Q_OBJECT

 private slots:
    void every_strategy_is_clicked_and_a_picture_exported() {
        const std::unique_ptr<Session> session = make_host_session();
        Settings settings;
        ThemeHolder theme(ThemeChoice::Light);
        theme.apply_to_application();
        MainWindow window(*session, theme, settings, default_experiment(*session->topology()));
        window.resize(1500, 950);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));

        window.findChild<Actions*>()->start->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(session->newest()->state == RunState::Running, 5000);
        std::size_t marks = 1;
        for (auto* button : window.findChildren<StrategyButton*>()) {
            if (button->isHidden() || button->isChecked()) continue;
            const std::string wanted = button->defaultAction()->data().toString().toStdString();
            const std::uint64_t before = session->newest()->totals.transmitted;
            QTest::mouseClick(button, Qt::LeftButton);
            ++marks;
            QTRY_COMPARE_WITH_TIMEOUT(QString::fromStdString(session->newest()->strategy),
                                      QString::fromStdString(wanted), 5000);
            QTRY_COMPARE_WITH_TIMEOUT(window.model().marks().size(), marks, 5000);
            QTRY_VERIFY_WITH_TIMEOUT(session->newest()->totals.transmitted > before, 5000);
        }
        QVERIFY2(marks > 4, "the bar has the strategies of the registry");
        for (const Mark& mark : window.model().marks()) QCOMPARE(mark.lost, std::uint64_t{0});

        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("run.png"));
        export_picture(window.model().history(), window.model().newest_ptr(), path.toStdString());
        const QImage picture(path);
        QCOMPARE(picture.size(), QSize(1600, 1000));

        QElapsedTimer clock;
        clock.start();
        window.close();
        QVERIFY(session->wait_ended(std::chrono::seconds(1)));
        QVERIFY2(clock.elapsed() < 1000, "closing takes less than a second");
        const Session::SnapshotPtr last = session->newest();
        QVERIFY(last->state == RunState::Stopped);
        const Packets& totals = last->totals;
        QCOMPARE(totals.offered, totals.transmitted + totals.dropped.total() + totals.queued);
    }
};

QTEST_MAIN(WindowSmokeTest)
#include "window_smoke_test.moc"
