// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFileInfo>
#include <QImageReader>
#include <QProgressBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QToolButton>
#include <QtTest>

#include "ui/compare/collapse_numbers.h"
#include "ui/compare/collapse_plot.h"
#include "ui/compare/compare_page.h"
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
    ComparePage page;
};

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
        QSignalSpy started(&fixture.page, &ComparePage::started);
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
        QSignalSpy refused(&fixture.page, &ComparePage::refused);
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
        QSignalSpy refused(&fixture.page, &ComparePage::refused);
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
            fixture.page.export_to(path.toStdString());
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
            fixture.page.export_to("/nowhere/c.png");
        } catch (const Error&) {
            threw = true;
        }
        QVERIFY(threw);
    }
};

QTEST_MAIN(CompareTest)
#include "compare_test.moc"
