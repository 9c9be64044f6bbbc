// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFileInfo>
#include <QImageReader>
#include <QLabel>
#include <QProgressBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QToolButton>
#include <QtTest>
#include <cmath>

#include "ui/compare/collapse_numbers.h"
#include "ui/compare/collapse_panel.h"
#include "ui/compare/collapse_plot.h"
#include "ui/compare/compare_export.h"
#include "ui/compare/compare_page.h"
#include "ui/compare/comparison_axis.h"
#include "ui/compare/comparison_chart.h"
#include "ui/compare/comparison_panel.h"
#include "ui/compare/label_place.h"
#include "ui/compare/strategy_picker.h"

using namespace spinscope;

namespace {

/// Gives what it was made with, a run each time it is asked.
class MadeJob : public SweepJob {
 public:
    explicit MadeJob(std::vector<SweepSample> samples, int& cancelled)
        : samples_(std::move(samples)), cancelled_(cancelled) {}
    std::vector<SweepSample> take() override {
        if (cut_ || done_ == samples_.size()) return {};
        return {samples_[done_++]};
    }
    std::size_t done() const override { return done_; }
    bool ended() const override { return cut_ || done_ == samples_.size(); }
    std::string problem() const override { return problem_; }
    void cancel() override {
        cut_ = true;
        ++cancelled_;
    }
    void fail(const std::string& why) {
        cut_ = true;
        problem_ = why;
    }

 private:
    std::vector<SweepSample> samples_;
    std::size_t done_ = 0;
    bool cut_ = false;
    int& cancelled_;
    std::string problem_;
};

/// A curve like the published one: it collapses at the fifth CPU.
double cliff(const std::string& strategy, unsigned cpus) {
    if (strategy != "ticket") return 1.2e6;
    return cpus <= 4 ? 400'000.0 * cpus : 1.6e6 / cpus;
}

struct Fixture {
    Fixture()
        : page(themes, [this](const SweepRequest& request) {
              if (refuse) throw UsageError("No sweep today", "it is a test", "Come back");
              requests.push_back(request);
              std::vector<SweepSample> samples;
              for (const std::string& strategy : request.strategies) {
                  for (const unsigned cpus : request.workers) {
                      samples.push_back({strategy, cpus, cliff(strategy, cpus)});
                  }
              }
              auto made = std::make_unique<MadeJob>(samples, cancelled);
              job = made.get();
              return made;
          }) {
        Experiment simulated;
        simulated.machine = "x5570";
        simulated.placement = "cores-first";
        page.set_experiment(simulated, Topology::synthetic("pack:2 core:4 pu:2"));
        page.resize(1500, 850);
        page.show();
    }
    void run_to_the_end() {
        page.run();
        QTRY_VERIFY_WITH_TIMEOUT(!page.is_running(), 20000);
    }
    QToolButton* button(const QString& text) {
        for (auto* found : page.findChildren<QToolButton*>()) {
            if (found->text() == text && found->isVisible()) return found;
        }
        return nullptr;
    }

    ThemeHolder themes{ThemeChoice::Light};
    std::vector<SweepRequest> requests;
    MadeJob* job = nullptr;
    int cancelled = 0;
    bool refuse = false;
    CollapsePanel page;
};

/// The upper half over a simulated machine: runs of half a millisecond.
struct Above {
    Above() {
        experiment.machine = "x5570";
        experiment.placement = "cores-first";
        experiment.device.kind = "modelled";
        experiment.waiting = Waiting::Spin;
        experiment.in_flight.reset();
        experiment.workers = 8;
        page.set_experiment(experiment, Topology::synthetic("pack:2 core:4 pu:2"));
        panel().set_choice(choice({"ticket", "busylock"}));
        page.resize(1500, 850);
        page.show();
    }
    static ComparisonChoice choice(std::vector<std::string> strategies, unsigned rounds = 6) {
        return {.strategies = std::move(strategies), .rounds = rounds, .seconds = 0.0005};
    }
    ComparisonPanel& panel() { return page.comparison(); }
    QToolButton* button(const QString& text) {
        for (auto* found : panel().findChildren<QToolButton*>()) {
            if (found->text() == text && found->isVisible()) return found;
        }
        return nullptr;
    }
    void run_to_the_end() {
        panel().run();
        QTRY_VERIFY_WITH_TIMEOUT(!panel().is_running(), 30000);
    }
    QString conditions() {
        for (const auto* label : panel().findChildren<QLabel*>()) {
            if (label->text().contains(QStringLiteral("ABBA"))) return label->text();
        }
        return {};
    }

    ThemeHolder themes{ThemeChoice::Light};
    Experiment experiment;
    ComparePage page{themes, [](const SweepRequest&) -> std::unique_ptr<SweepJob> { return nullptr; }};
};

/// A ranking of so many strategies with values of every size.
Ranking made_ranking(std::size_t count) {
    static const char* const kNames[] = {
        "llist",     "busylock", "enqueue-lock", "greedy-ticket", "priority-relock", "ticket",
        "qspinlock", "mcs",      "tas"};
    Ranking ranking;
    for (std::size_t i = 0; i < count; ++i) {
        RankedStrategy row{i, kNames[i], {}};
        const double pps = 1.24e6 / static_cast<double>(i + 1);
        const auto put = [&row](Metric metric, double value) {
            row.metrics[static_cast<std::size_t>(metric)] =
                Estimate{value, Interval{value * 0.95, value * 1.05}, 16};
        };
        put(Metric::Pps, pps);
        put(Metric::WaitP50, i == 0 ? 0 : 46 * std::pow(3.0, static_cast<double>(i)));
        put(Metric::WaitP99, 230 * std::pow(3.0, static_cast<double>(i)));
        put(Metric::WaitMax, 5e9);
        put(Metric::Jain, 0.95);
        ranking.strategies.push_back(row);
        if (i == 0) continue;
        ComparedPair pair;
        pair.first = i - 1;
        pair.second = i;
        const double ratio = static_cast<double>(i + 1) / static_cast<double>(i);
        pair.ratio = Estimate{ratio, Interval{ratio - 0.02, ratio + 0.02}, 16};
        pair.verdict = Verdict::Faster;
        ranking.pairs.push_back(pair);
    }
    return ranking;
}

}  // namespace

class CompareTest : public QObject {
    Q_OBJECT

 private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin).*"))); }

    void a_point_is_the_median_of_its_runs() {
        CollapseData made;
        for (const double pps : {300.0, 100.0, 200.0}) made.add("ticket", 2, pps);
        made.add("ticket", 1, 500);
        const CollapseCurve& curve = made.curves().front();
        QCOMPARE(curve.points.front().cpus(), 1u);
        QCOMPARE(curve.points.back().median(), 200.0);
        QCOMPARE(curve.points.back().lowest(), 100.0);
        QCOMPARE(curve.points.back().highest(), 300.0);
        made.add("ticket", 2, 400);
        QCOMPARE(made.curves().front().points.back().median(), 250.0);
        QCOMPARE(made.runs_a_point(), std::size_t{4});
    }

    void a_fall_is_more_than_30_percent_in_one_step() {
        CollapseData made;
        made.add("ticket", 1, 1000);
        made.add("ticket", 2, 700);  // exactly 30 %
        made.add("ticket", 3, 480);
        made.add("ticket", 4, 100);
        const CollapseCurve& curve = made.curves().front();
        const std::vector<Fall> falls = curve.falls();
        QCOMPARE(falls.size(), std::size_t{2});
        QCOMPARE(curve.points[falls[0].to].cpus(), 3u);
        QCOMPARE(curve.points[curve.largest_fall()->to].cpus(), 4u);
        QVERIFY(std::abs(curve.largest_fall()->share - (1 - 100 / 480.0)) < 1e-9);
        QCOMPARE(curve.peak().cpus(), 1u);
    }

    void counts_of_a_large_machine_are_thinned() {
        QVERIFY((cpu_counts(1, 4, 1) == std::vector<unsigned>{1, 2, 3, 4}));
        QVERIFY((cpu_counts(1, 50, 20) == std::vector<unsigned>{1, 20, 40, 50}));
        QVERIFY((cpu_counts(8, 8, 3) == std::vector<unsigned>{8}));
    }

    void an_empty_page_says_what_will_be_there() {
        Fixture fixture;
        QVERIFY(!fixture.page.has_data());
        QVERIFY(fixture.button(QStringLiteral("Run")) != nullptr);
        QVERIFY(fixture.button(QStringLiteral("Cancel")) == nullptr);
    }

    void a_sweep_draws_the_cliff() {
        Fixture fixture;
        QSignalSpy started(&fixture.page, &CollapsePanel::started);
        fixture.run_to_the_end();
        QCOMPARE(started.count(), 1);
        const SweepRequest& request = fixture.requests.front();
        QVERIFY((request.strategies == std::vector<std::string>{"ticket", "busylock", "llist"}));
        QVERIFY((request.workers == std::vector<unsigned>{1, 2, 3, 4, 5, 6, 7, 8}));
        QVERIFY(request.base.duration_s.value_or(0) > 0);
        QVERIFY(fixture.page.has_data());

        auto* plot = fixture.page.findChild<CollapsePlot*>();
        QCOMPARE(plot->graphCount(), 5);
        QCOMPARE(plot->graph(3)->scatterStyle().shape(), QCPScatterStyle::ssDiamond);
        QCOMPARE(plot->graph(3)->data()->at(0)->key, 8.0);
        QCOMPARE(plot->graph(3)->data()->at(0)->value, 200e3);  // ticket, published in 2010
        int bands = 0;
        for (int i = 0; i < plot->itemCount(); ++i) {
            const auto* band = qobject_cast<QCPItemRect*>(plot->item(i));
            if (band == nullptr) continue;
            ++bands;
            QCOMPARE(band->topLeft->coords().x(), 4.0);
            QCOMPARE(band->bottomRight->coords().x(), 5.0);
        }
        QCOMPARE(bands, 1);
        QStringList words;
        for (int i = 0; i < plot->itemCount(); ++i) {
            if (const auto* text = qobject_cast<QCPItemText*>(plot->item(i))) words << text->text();
        }
        QVERIFY2(words.contains(QStringLiteral("−80\u00a0%")), qPrintable(words.join(u'|')));
        QVERIFY(words.contains(QStringLiteral("1.60\u00a0M")));

        const QStringList rows = fixture.page.numbers_text().split(u'\n', Qt::SkipEmptyParts);
        QCOMPARE(rows.size(), 9);
        QCOMPARE(rows[0], QStringLiteral("CPUs\tticket\tbusylock\tllist"));
        QCOMPARE(rows[5], QStringLiteral("5\t320000\t1200000\t1200000"));
        auto* table = fixture.page.findChild<CollapseNumbers*>();
        QCOMPARE(table->rowCount(), 8);
        QVERIFY(table->item(4, 1)->text().startsWith(QStringLiteral("▼")));
        QVERIFY(!table->item(5, 1)->text().startsWith(QStringLiteral("▼")));
    }

    void an_unchecked_strategy_is_not_shown_and_not_run() {
        Fixture fixture;
        fixture.run_to_the_end();
        fixture.page.findChild<StrategyPicker*>()->choose({"ticket"});
        QCOMPARE(fixture.page.findChild<CollapsePlot*>()->graphCount(), 2);
        fixture.page.findChild<StrategyPicker*>()->choose({"ticket", "llist"});
        QCOMPARE(fixture.page.findChild<CollapsePlot*>()->graphCount(), 3);
        fixture.run_to_the_end();
        QCOMPARE(fixture.requests.back().strategies.size(), std::size_t{2});
        QSignalSpy refused(&fixture.page, &CollapsePanel::refused);
        fixture.page.findChild<StrategyPicker*>()->choose({});
        fixture.page.run();
        QVERIFY(!fixture.page.is_running());
        QCOMPARE(refused.count(), 1);
    }

    void cancel_keeps_what_has_come() {
        Fixture fixture;
        fixture.page.run();
        auto* progress = fixture.page.findChild<QProgressBar*>();
        QVERIFY(progress->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(progress->value() >= 3, 5000);
        QToolButton* cancel = fixture.button(QStringLiteral("Cancel"));
        QVERIFY(cancel != nullptr);
        cancel->click();
        QCOMPARE(fixture.cancelled, 1);
        QTRY_VERIFY_WITH_TIMEOUT(!fixture.page.is_running(), 2000);
        QVERIFY(fixture.page.has_data());
        QVERIFY(!progress->isVisible());
        QVERIFY(fixture.button(QStringLiteral("Run")) != nullptr);
        QVERIFY(fixture.page.numbers_text().count(u'\n') < 9);
    }

    void what_goes_wrong_is_said() {
        Fixture fixture;
        QSignalSpy refused(&fixture.page, &CollapsePanel::refused);
        fixture.refuse = true;
        fixture.page.run();
        QVERIFY(!fixture.page.is_running());
        QCOMPARE(refused.takeFirst().at(0).value<Message>().what,
                 std::string("No sweep today: it is a test"));
        fixture.refuse = false;
        fixture.page.run();
        fixture.job->fail("The machine broke");
        QTRY_VERIFY_WITH_TIMEOUT(!fixture.page.is_running(), 2000);
        QCOMPARE(refused.takeFirst().at(0).value<Message>().what, std::string("The machine broke"));
    }

    void what_this_computer_measured_is_drawn_as_crosses() {
        Fixture fixture;
        Experiment host;
        fixture.page.set_experiment(host, Topology::synthetic("pu:2"));
        fixture.run_to_the_end();
        QVERIFY((fixture.requests.back().workers == std::vector<unsigned>{1, 2}));
        Experiment simulated;
        simulated.machine = "x5570";
        fixture.page.set_experiment(simulated, Topology::synthetic("pack:2 core:4 pu:1"));
        QVERIFY2(!fixture.page.has_data(), "another machine");
        fixture.run_to_the_end();
        auto* plot = fixture.page.findChild<CollapsePlot*>();
        QCOMPARE(plot->graphCount(), 8);
        QCOMPARE(plot->graph(5)->scatterStyle().shape(), QCPScatterStyle::ssCross);
        QCOMPARE(plot->graph(5)->dataCount(), 2);
        QVERIFY(fixture.page.numbers_text().startsWith(QStringLiteral("CPUs\tticket\tticket, host\t")));
    }

    void keys_walk_the_points_and_say_them() {
        Fixture fixture;
        fixture.run_to_the_end();
        auto* plot = fixture.page.findChild<CollapsePlot*>();
        plot->setFocus();
        QTest::keyClick(plot, Qt::Key_Right);
        for (int i = 0; i < 4; ++i) QTest::keyClick(plot, Qt::Key_Right);
        QVERIFY(plot->accessibleDescription().startsWith(QStringLiteral("ticket, 5 CPUs")));
        QVERIFY(plot->accessibleDescription().contains(QStringLiteral("320 kpps")));
        QTest::keyClick(plot, Qt::Key_Down);
        QVERIFY(plot->accessibleDescription().startsWith(QStringLiteral("busylock, 5 CPUs")));
        QTest::keyClick(plot, Qt::Key_Escape);
    }

    void pictures_of_every_type() {
        Fixture fixture;
        fixture.run_to_the_end();
        const QTemporaryDir folder;
        for (const char* name : {"c.png", "c.svg", "c.pdf"}) {
            const QString path = folder.filePath(QLatin1String(name));
            save_drawing(fixture.page.drawing({}), path.toStdString());
            QVERIFY2(QFileInfo(path).size() > 2000, name);
        }
        const QImage picture(folder.filePath(QStringLiteral("c.png")));
        QCOMPARE(picture.size(), QSize(1600, 1000));
        const QString keep = qEnvironmentVariable("SPINSCOPE_TEST_PICTURE");
        if (!keep.isEmpty()) picture.save(keep);
        QVERIFY(picture.text(QStringLiteral("Description")).contains(QStringLiteral("X5570")));
        QFile svg(folder.filePath(QStringLiteral("c.svg")));
        QVERIFY(svg.open(QIODevice::ReadOnly));
        const QByteArray text = svg.readAll();
        QVERIFY2(text.contains("CPUs that send") && text.contains("busylock"), "text stays text");
        bool threw = false;
        try {
            save_drawing(fixture.page.drawing({}), "/nowhere/c.png");
        } catch (const Error&) {
            threw = true;
        }
        QVERIFY(threw);
    }

    void a_label_keeps_off_the_curves() {
        const QPointF point(100, 100);
        const QSizeF size(40, 12);
        QCOMPARE(place_label(point, size, {}, {}).bottomLeft(), QPointF(106, 95));
        const QLineF rising(point, QPointF(200, 0));
        QCOMPARE(place_label(point, size, {rising}, {}).bottomRight(), QPointF(94, 95));
        const QLineF other(QPointF(0, 90), QPointF(200, 90));  // through both places above
        QCOMPARE(place_label(point, size, {other}, {}).topLeft(), QPointF(106, 105));
        QCOMPARE(place_label(point, size, {other}, {QRectF(110, 100, 20, 20)}).topRight(), QPointF(94, 105));
    }

    void an_empty_comparison_says_what_will_be_there() {
        Above above;
        QVERIFY(!above.panel().has_data());
        QVERIFY(above.button(QStringLiteral("Choose…")) != nullptr);
        QVERIFY(above.button(QStringLiteral("Run again")) == nullptr);
        bool said = false;
        for (const auto* label : above.panel().findChildren<QLabel*>()) {
            said =
                said || (label->isVisible() &&
                         label->text() == QStringLiteral("Runs strategies in turn and says which differ."));
        }
        QVERIFY(said);
        QCOMPARE(above.page.for_clipboard(), nullptr);
    }

    void a_comparison_ranks_and_says_by_how_much() {
        Above above;
        QSignalSpy started(&above.page, &ComparePage::started);
        above.run_to_the_end();
        QCOMPARE(started.count(), 1);
        QVERIFY(above.panel().has_data());
        const std::vector<QStringList> table = above.panel().table();
        QCOMPARE(table.size(), std::size_t{4});
        QCOMPARE(table[1][0], QStringLiteral("busylock"));
        QCOMPARE(table[2][0], QStringLiteral("ticket"));
        QCOMPARE(table[3][0], QStringLiteral("busylock before ticket"));
        QVERIFY2(table[3][1].startsWith(QStringLiteral("×\u00a0")), qPrintable(table[3][1]));
        QVERIFY2(table[3][2].contains(QStringLiteral(" … ")), qPrintable(table[3][2]));
        const auto* list = above.panel().findChild<RankingList*>();
        QVERIFY(list->accessibleDescription().startsWith(QStringLiteral("busylock before ticket: ×")));
        QVERIFY(above.conditions().contains(QStringLiteral("2 strategies, 6 rounds, interleaved ABBA")));
        QVERIFY(above.panel().numbers_text().startsWith(QStringLiteral("Strategy\tPackets per second\t")));
    }

    void more_rounds_are_added() {
        Above above;
        above.run_to_the_end();
        QToolButton* more = above.button(QStringLiteral("6 rounds more"));
        QVERIFY(more != nullptr);
        // Of the strategies that are there, whatever is chosen now.
        above.panel().set_choice(Above::choice({"llist", "mcs"}, 5));
        QCOMPARE(more->text(), QStringLiteral("5 rounds more"));
        more->click();
        QVERIFY(above.panel().is_running());
        QVERIFY(above.button(QStringLiteral("Cancel")) != nullptr);
        QTRY_VERIFY_WITH_TIMEOUT(!above.panel().is_running(), 30000);
        QVERIFY2(above.conditions().contains(QStringLiteral("2 strategies, 11 rounds")),
                 qPrintable(above.conditions()));
        QVERIFY(above.conditions().contains(QStringLiteral("seeds 42–52")));
        above.button(QStringLiteral("Run again"))->click();
        QTRY_VERIFY_WITH_TIMEOUT(!above.panel().is_running(), 30000);
        QVERIFY(above.conditions().contains(QStringLiteral("2 strategies, 5 rounds")));
        QVERIFY(above.panel().table()[1][0] == QStringLiteral("llist") ||
                above.panel().table()[1][0] == QStringLiteral("mcs"));
    }

    void a_strategy_against_itself_does_not_differ() {
        Above above;
        above.panel().set_choice(Above::choice({"llist", "llist"}));
        above.run_to_the_end();
        QCOMPARE(above.panel().table()[3][0], QStringLiteral("llist, llist"));
        QCOMPARE(above.panel().table()[3][1], QStringLiteral("no difference"));
        above.panel().set_choice(Above::choice({"llist", "ticket"}, 3));
        above.run_to_the_end();
        QCOMPARE(above.panel().table()[3][1], QStringLiteral("too few rounds: 6 are needed"));
        QCOMPARE(above.panel().table()[1][2], QStringLiteral("—"));
    }

    void a_cancelled_comparison_keeps_what_it_has() {
        Above above;
        above.panel().set_choice(Above::choice({"ticket", "llist"}, 1000));
        above.panel().run();
        QTRY_VERIFY_WITH_TIMEOUT(above.panel().has_data(), 20000);
        above.panel().cancel();
        QTRY_VERIFY_WITH_TIMEOUT(!above.panel().is_running(), 5000);
        QVERIFY(above.panel().has_data());
        QVERIFY2(above.conditions().contains(QStringLiteral("cut short")), qPrintable(above.conditions()));
    }

    void each_machine_keeps_its_own_comparison() {
        Above above;
        above.run_to_the_end();
        Experiment other = above.experiment;
        other.machine = "e5450";
        above.page.set_experiment(other, Topology::synthetic("pack:2 core:4 pu:1"));
        QVERIFY(!above.panel().has_data());
        above.page.set_experiment(above.experiment, Topology::synthetic("pack:2 core:4 pu:2"));
        QVERIFY(above.panel().has_data());
    }

    void nothing_else_measures_this_computer_meanwhile() {
        Above above;
        Experiment host;
        host.device.kind = "null";
        host.workers = 1;
        above.page.set_experiment(host, Topology::host());
        above.panel().set_choice({.strategies = {"tas", "ticket"}, .rounds = 200, .seconds = 0.05});
        above.panel().run();
        QVERIFY(above.page.measures_host());
        above.page.collapse().run();
        QVERIFY(!above.page.collapse().is_running());
        above.panel().cancel();
        QTRY_VERIFY_WITH_TIMEOUT(!above.page.measures_host(), 5000);
    }

    void axes_hold_every_value() {
        const Ranking ranking = made_ranking(9);
        for (const MetricInfo& info : kMetrics) {
            const ComparisonAxis axis(info.metric, ranking);
            double before = -1;
            for (const auto& [share, label] : axis.ticks()) {
                QVERIFY2(share > before && share <= 1, qPrintable(label));
                before = share;
            }
        }
        const ComparisonAxis wait(Metric::WaitP50, ranking);
        QCOMPARE(wait.share(0), 0.0);
        QCOMPARE(wait.ticks().front().second, QStringLiteral("0"));
        QVERIFY2(wait.share(100) > 0.1, "0 has a place of its own");
        QVERIFY(wait.share(100) < wait.share(1000));
        QCOMPARE(ComparisonAxis(Metric::Jain, ranking).ticks().back().second, QStringLiteral("1"));
        QCOMPARE(ComparisonAxis(Metric::Pps, ranking).share(0), 0.0);
    }

    void nine_strategies_fit_into_a_small_panel() {
        ThemeHolder themes(ThemeChoice::Dark);
        ComparisonChart chart(themes);
        ComparisonView view;
        view.ranking = made_ranking(9);
        chart.show_view(view);
        QVERIFY2(chart.minimumSizeHint().height() <= 300, "half of a small window");
        chart.resize(chart.minimumSizeHint());
        chart.show();
        const auto [first, height] = comparison_rows(chart.rect(), 9, chart.font());
        QVERIFY(first + 9 * height <= chart.height());
        QVERIFY(!chart.grab().isNull());
        QTest::keyClick(&chart, Qt::Key_Down);
        QTest::keyClick(&chart, Qt::Key_Down);
        QVERIFY(chart.accessibleDescription().startsWith(QStringLiteral("busylock")));
        QVERIFY(chart.accessibleDescription().contains(QStringLiteral("Wait p99: 690 ns")));
        QTest::keyClick(&chart, Qt::Key_Escape);
    }

    void a_comparison_is_exported_in_the_size_and_theme_asked_for() {
        Above above;
        above.run_to_the_end();
        const std::vector<ComparePicture> pictures = above.page.pictures();
        QCOMPARE(pictures.size(), std::size_t{1});
        CompareExport dialog(pictures, nullptr);
        QVERIFY2(dialog.path().endsWith(QStringLiteral("spinscope-comparison.png")),
                 qPrintable(dialog.path()));
        const QTemporaryDir folder;
        for (const char* name : {"c.png", "c.svg", "c.pdf"}) {
            const PictureLook look{.size = {1200, 500}, .scale = 2, .theme = ThemeChoice::Dark};
            const QString path = folder.filePath(QLatin1String(name));
            save_drawing(pictures.front().draw(look), path.toStdString());
            QVERIFY2(QFileInfo(path).size() > 2000, name);
        }
        const QImage picture(folder.filePath(QStringLiteral("c.png")));
        QCOMPARE(picture.size(), QSize(2400, 1000));
        QVERIFY2(picture.pixelColor(5, 5).lightness() < 100, "dark");
        QFile svg(folder.filePath(QStringLiteral("c.svg")));
        QVERIFY(svg.open(QIODevice::ReadOnly));
        const QByteArray text = svg.readAll();
        QVERIFY2(text.contains("busylock before ticket") && text.contains("ABBA"), "text stays text");
    }
};

QTEST_MAIN(CompareTest)
#include "compare_test.moc"
