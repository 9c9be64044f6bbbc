// SPDX-License-Identifier: GPL-3.0-or-later
#include <QSignalSpy>
#include <QtTest>
#include <map>

#include "core/engine/session.h"
#include "ui/shell/topology_view.h"

using namespace spinscope;

namespace {

/// The CPUs of each row, top to bottom: "0 2 4 6 / 1 3 5 7".
QString rows_of(const TopologyLayout& layout) {
    std::map<int, std::map<int, QString>> rows;
    for (const LaidBox& box : layout.boxes) {
        if (box.pu >= 0) rows[box.rect.top()][box.rect.left()] = box.label.section(u' ', -1);
    }
    QStringList lines;
    for (const auto& row : rows) {
        QStringList line;
        for (const auto& cell : row.second) line += cell.second;
        lines += line.join(u' ');
    }
    return lines.join(QStringLiteral(" / "));
}

TopologyMetrics metrics() {
    TopologyMetrics metrics;
    metrics.number_digits = 3;
    return metrics;
}

}  // namespace

class TopologyViewTest : public QObject {
    Q_OBJECT

 private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin).*"))); }

    void threads_of_a_core_are_below_each_other() {
        const auto machine = Topology::synthetic("pack:1 core:4 pu:2");
        QCOMPARE(rows_of(lay_out(*machine, {}, metrics())), QStringLiteral("0 2 4 6 / 1 3 5 7"));
    }

    void packages_are_below_each_other() {
        const auto machine = Topology::synthetic("pack:2 core:2 pu:1");
        QCOMPARE(rows_of(lay_out(*machine, {}, metrics())), QStringLiteral("0 1 / 2 3"));
    }

    void single_core_packages_are_side_by_side() {
        const auto machine = Topology::synthetic("pack:4 core:1 pu:1");
        QCOMPARE(rows_of(lay_out(*machine, {}, metrics())), QStringLiteral("0 1 / 2 3"));
    }

    void a_cpu_without_worker_is_small() {
        const auto machine = Topology::synthetic("pack:1 core:2 pu:2");
        const TopologyLayout layout = lay_out(*machine, {true, false, true, false}, metrics());
        QVERIFY(layout.box_of(0)->rect.height() > 2 * layout.box_of(1)->rect.height());
    }

    void every_size_is_laid_out_completely_data() {
        QTest::addColumn<QString>("description");
        QTest::addColumn<int>("style");
        const auto row = [](const char* description, TopologyLayout::Style style) {
            QTest::newRow(description) << QString::fromLatin1(description) << static_cast<int>(style);
        };
        row("pack:1 core:2 pu:1", TopologyLayout::Style::Boxes);
        row("pack:1 core:20 pu:1", TopologyLayout::Style::Boxes);
        row("pack:2 core:18 pu:2", TopologyLayout::Style::Numbers);
        row("pack:2 l3:2 core:16 pu:2", TopologyLayout::Style::Cells);
        row("pack:2 l3:3 core:40 pu:2", TopologyLayout::Style::Cells);
    }
    void every_size_is_laid_out_completely() {
        QFETCH(QString, description);
        QFETCH(int, style);
        const auto machine = Topology::synthetic(description.toStdString());
        const TopologyLayout layout = lay_out(*machine, {}, metrics());
        QCOMPARE(static_cast<int>(layout.style), style);
        QVERIFY(layout.size.height() < 700);
        std::vector<QRect> rects;
        for (const LaidBox& box : layout.boxes) {
            QVERIFY2(QRect(QPoint(), layout.size).contains(box.rect), qPrintable(box.label));
            if (box.pu >= 0) rects.push_back(box.rect);
        }
        QCOMPARE(rects.size(), machine->pus().size());
        for (std::size_t i = 0; i < rects.size(); ++i) {
            QVERIFY(rects[i].width() >= 8 && rects[i].height() >= 10);
            for (std::size_t j = i + 1; j < rects.size(); ++j) QVERIFY(!rects[i].intersects(rects[j]));
        }
    }

    void arrows_walk_through_all_cpus() {
        const auto machine = Topology::synthetic("pack:1 core:4 pu:2");
        const TopologyLayout layout = lay_out(*machine, {}, metrics());
        QCOMPARE(layout.neighbour(-1, 0, 0), 0);
        QCOMPARE(layout.neighbour(0, 1, 0), 2);
        QCOMPARE(layout.neighbour(0, 0, 1), 1);
        QCOMPARE(layout.neighbour(0, -1, 0), 0);
        QCOMPARE(layout.neighbour(7, 0, -1), 6);
    }

    void clicks_and_keys_choose_cpus() {
        const ThemeHolder theme(ThemeChoice::Light);
        const auto machine = Topology::synthetic("pack:1 core:4 pu:1");
        TopologyView view(theme, machine);
        view.resize(276, 400);
        view.set_plan({0, 1});
        view.show();
        QSignalSpy chosen(&view, &TopologyView::cpus_chosen);
        const auto last = [&chosen] { return chosen.takeLast().at(0).value<std::vector<unsigned>>(); };
        const auto click = [&view](int pu) {
            QTest::mouseClick(&view, Qt::LeftButton, {}, view.layout_of_boxes().box_of(pu)->rect.center());
        };
        click(3);
        QCOMPARE(last(), (std::vector<unsigned>{0, 1, 3}));
        click(0);
        QCOMPARE(last(), (std::vector<unsigned>{1}));
        view.set_plan({1});
        click(1);
        QVERIFY2(chosen.isEmpty(), "the last CPU stays");

        view.setFocus(Qt::TabFocusReason);
        QTest::keyClick(&view, Qt::Key_Right);
        QTest::keyClick(&view, Qt::Key_Space);
        QCOMPARE(last(), (std::vector<unsigned>{1, 2}));

        view.set_editable(false);
        QSignalSpy selected(&view, &TopologyView::cpu_selected);
        click(3);
        QVERIFY(chosen.isEmpty());
        QCOMPARE(selected.takeLast().at(0).toInt(), 3);
    }

    void a_drag_chooses_what_it_touches() {
        const ThemeHolder theme(ThemeChoice::Light);
        TopologyView view(theme, Topology::synthetic("pack:1 core:4 pu:1"));
        view.resize(276, 400);
        view.set_plan({0, 1, 2, 3});
        view.show();
        QSignalSpy chosen(&view, &TopologyView::cpus_chosen);
        const QPoint from = view.layout_of_boxes().box_of(1)->rect.center();
        const QPoint to = view.layout_of_boxes().box_of(2)->rect.center();
        QTest::mousePress(&view, Qt::LeftButton, {}, from);
        QTest::mouseMove(&view, to);
        QTest::mouseRelease(&view, Qt::LeftButton, {}, to);
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(chosen.at(0).at(0).value<std::vector<unsigned>>(), (std::vector<unsigned>{1, 2}));
    }

    void states_are_means_of_workers_and_sums_of_ownership() {
        const auto machine = Topology::synthetic("pack:1 core:2 pu:1");
        CpuStates states(*machine);
        Snapshot snapshot;
        snapshot.sequence = 1;
        snapshot.interval_s = 0.1;
        snapshot.workers.resize(3);
        snapshot.workers[0].cpu = snapshot.workers[2].cpu = 0;
        snapshot.workers[1].cpu = 1;
        snapshot.workers[0].interval.wait_root = 0.8f;
        snapshot.workers[2].interval.wait_root = 0.4f;
        snapshot.workers[0].interval.own = snapshot.workers[2].interval.own = 0.25f;
        snapshot.workers[0].interval.completed = snapshot.workers[2].interval.completed = 50;
        states.add(snapshot);
        QCOMPARE(states.used(), 2u);
        QCOMPARE(states.all()[0].workers, 2u);
        QVERIFY(qAbs(states.all()[0].wait_root - 0.6) < 1e-6);
        QVERIFY(qAbs(states.all()[0].own - 0.5) < 1e-6);
        QVERIFY(qAbs(states.all()[0].pps - 1000) < 1e-6);
        QCOMPARE(states.all()[1].worker, 1);
    }

    void waiting_is_drawn_in_the_waiting_colour() {
        const ThemeHolder theme(ThemeChoice::Light);
        TopologyView view(theme, Topology::synthetic("pack:1 core:2 pu:1"));
        view.resize(276, 300);
        view.set_plan({0, 1});
        Snapshot snapshot;
        snapshot.sequence = 1;
        snapshot.interval_s = 0.1;
        snapshot.workers.resize(2);
        snapshot.workers[1].cpu = 1;
        snapshot.workers[0].interval.wait_root = 1;
        snapshot.workers[1].interval.own = 1;
        view.show_snapshot(snapshot);
        const QImage image = view.grab().toImage();
        const auto share_of = [&](int pu, const QColor& colour) {
            const QRect box = view.layout_of_boxes().box_of(pu)->rect;
            int hits = 0;
            for (int y = box.top(); y <= box.bottom(); ++y) {
                for (int x = box.left(); x <= box.right(); ++x)
                    hits += image.pixelColor(x, y) == colour ? 1 : 0;
            }
            return static_cast<double>(hits) / (box.width() * box.height());
        };
        QVERIFY(share_of(0, theme.theme().waiting.fill) > 0.15);
        QVERIFY(share_of(0, theme.theme().waiting.cue) > 0.03);
        QVERIFY(share_of(0, theme.theme().owning.fill) < 0.01);
        QVERIFY(share_of(1, theme.theme().owning.fill) > 0.2);
        QVERIFY(share_of(1, theme.theme().waiting.fill) < 0.01);
    }
};

QTEST_MAIN(TopologyViewTest)
#include "topology_view_test.moc"
