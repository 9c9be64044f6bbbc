// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <QImage>
#include <QLabel>
#include <algorithm>
#include <functional>

#include "core/engine/explanations.h"
#include "core/engine/queue_layout.h"
#include "core/engine/registry.h"
#include "core/engine/sim_run.h"
#include "ui/explain/explain_panel.h"
#include "ui/explain/path_diagram.h"
#include "ui/live_model.h"

namespace spinscope {
namespace {

/// A panel that follows a synthetic run; edit() sees each snapshot before it is published.
struct Shown {
    explicit Shown(unsigned workers, const std::string& strategy = "busylock")
        : session(make_synthetic_session({workers, 1.0 / 30, 42, {}})),
          model(session.get()),
          panel(theme, model) {
        panel.resize(300, 900);
        panel.show();
        Experiment experiment;
        experiment.strategy = strategy;
        experiment.machine = "x5570";
        panel.set_experiment(experiment);
        session->start(experiment);
        model.poll();
    }
    void run(int snapshots, const std::function<void(Snapshot&)>& edit = {}) {
        for (int i = 0; i < snapshots; ++i) {
            if (edit) session->amend_next(edit);
            session->advance(1);
            model.poll();
        }
        session->stop();  // numbers of a run that has ended are shown at once
        model.poll();
    }
    std::string text() const { return panel.text().toStdString(); }

    ThemeHolder theme{ThemeChoice::Light};
    std::unique_ptr<SyntheticSession> session;
    LiveModel model;
    ExplainPanel panel;
};

TEST(ExplainPanel, SaysWhatEveryStrategyIs) {
    for (const StrategyInfo& info : strategies()) {
        const Shown other(2, std::string(info.id));
        const Explanation* said = explain_strategy(info.id);
        ASSERT_NE(said, nullptr) << info.id;
        for (const std::string& part :
             {std::string(info.id), said->what, said->cost, said->reference, said->link}) {
            EXPECT_NE(other.text().find(part), std::string::npos) << info.id << ": " << part;
        }
    }
}

TEST(ExplainPanel, ItsNameIsLarge) {
    Shown shown(2);
    shown.panel.setFont(QFont(QStringLiteral("DejaVu Sans")));
    int largest = 0;
    for (const QLabel* label : shown.panel.findChildren<QLabel*>()) {
        if (label->text() == QStringLiteral("busylock")) largest = label->font().pixelSize();
    }
    EXPECT_GE(largest, 19);
}

/// The text with ordinary spaces.
std::string plain(QString text) {
    return text.replace(QChar(0x00a0), QLatin1Char(' '))
        .replace(QChar(0x2009), QLatin1Char(' '))
        .toStdString();
}

TEST(ExplainPanel, TheDiagramShowsWhatTheSnapshotsSay) {
    Shown shown(8);
    shown.run(45, [](Snapshot& snapshot) {
        for (std::size_t i = 0; i < snapshot.workers.size(); ++i) {
            WorkerInterval& w = snapshot.workers[i].interval;
            w.wait_gate = 0.5F;
            w.wait_root = 0.25F;
            w.hold = 0.1F;
            w.transmit = 0.05F;
            snapshot.workers[i].owner = i == 3;
        }
        snapshot.locks[Site::Root].handoffs = 3 * snapshot.totals.transmitted;
        snapshot.locks[Site::Relock].handoffs = snapshot.totals.transmitted / 2;
    });
    const std::string text = plain(shown.panel.findChild<PathDiagram*>()->text());
    for (const char* part : {"gate  wait 50 %", "lock 80 %", "device 40 % busy", "owner: CPU",
                             "root lock: waiting 25.0 % of the time", "3.5 handoffs a packet"}) {
        EXPECT_NE(text.find(part), std::string::npos) << part << " in " << text;
    }
    const std::string owner = std::to_string(shown.model.newest().workers[3].cpu);
    EXPECT_NE(text.find("owner: CPU " + owner + ";"), std::string::npos) << text;
}

TEST(ExplainPanel, WithoutAMeasurementNothingIsClaimed) {
    const Shown shown(8);
    const std::string text = plain(shown.panel.findChild<PathDiagram*>()->text());
    EXPECT_NE(text.find("wait —"), std::string::npos) << text;
    EXPECT_NE(text.find("Nothing is measured yet"), std::string::npos) << text;
}

TEST(ExplainPanel, PublishedFigureBesideOursUnderItsConditions) {
    const auto slow = [](Snapshot& snapshot) {
        snapshot.totals.transmitted = static_cast<std::uint64_t>(snapshot.at_s * 240'000);
    };
    Shown shown(8);
    shown.run(45, slow);
    const std::string text = plain(shown.panel.text());
    EXPECT_NE(text.find("busylock\t1.20 M\t240 k\t0.200"), std::string::npos) << text;
    EXPECT_NE(text.find("ticket\t200 k\t—\t—"), std::string::npos) << "not measured in this run: " << text;

    Shown fewer(4);
    fewer.run(45, slow);
    EXPECT_NE(plain(fewer.panel.text()).find("busylock\t1.20 M\t—\t—"), std::string::npos)
        << "published for 8 CPUs";

    Shown unpublished(8, "tas");
    unpublished.run(45, slow);
    EXPECT_NE(plain(unpublished.panel.text()).find("tas\tnone\t240 k\t—"), std::string::npos);
}

TEST(ExplainPanel, ManyCpusAreDrawnInEveryTheme) {
    for (const ThemeChoice choice : {ThemeChoice::Light, ThemeChoice::Dark, ThemeChoice::Contrast}) {
        Shown shown(480);
        shown.theme.set_choice(choice);
        shown.run(40);
        const QColor owning = shown.theme.theme().owning.fill;
        const QImage image = shown.panel.findChild<PathDiagram*>()->grab().toImage();
        bool found = false;
        for (int y = 0; y < image.height() && !found; ++y) {
            for (int x = 0; x < 60 && !found; ++x) found = image.pixelColor(x, y) == owning;
        }
        EXPECT_TRUE(found) << "the owner is marked beside the strip";
    }
}

TEST(QueueLayout, IsThatOfTheEra) {
    const auto line_of = [](const QueueLayout& layout, const std::string& field) {
        for (const LayoutField& each : layout.fields) {
            if (each.name == field) return static_cast<int>(each.line);
        }
        return -1;
    };
    const QueueLayout old = layout_of("ticket");
    EXPECT_EQ(line_of(old, "root lock"), line_of(old, "queue"));
    EXPECT_TRUE(old.lines[static_cast<std::size_t>(line_of(old, "root lock"))].hot);
    const QueueLayout busy = layout_of("busylock");
    EXPECT_EQ(line_of(busy, "root lock"), line_of(busy, "running"));
    EXPECT_NE(line_of(busy, "root lock"), line_of(busy, "busylock"));
    EXPECT_TRUE(layout_of("nothing").fields.empty());
    for (const StrategyInfo& info : strategies()) {
        const QueueLayout layout = layout_of(std::string(info.id));
        for (std::size_t i = 1; i < layout.fields.size(); ++i) {
            const LayoutField& before = layout.fields[i - 1];
            const LayoutField& field = layout.fields[i];
            EXPECT_LE(before.line * 64 + before.offset + before.size, field.line * 64 + field.offset)
                << info.id << ": " << before.name << " and " << field.name;
        }
    }
}

TEST(QueueLayout, ItsLinesAreThoseOfTheLedger) {
    Experiment experiment;
    set_machine(experiment, "x5570");
    experiment.workers = 4;
    experiment.duration_s = 0.002;
    for (const StrategyInfo& info : strategies()) {
        if (!info.simulatable) continue;
        experiment.strategy = std::string(info.id);
        const QueueLayout layout = layout_of(experiment.strategy);
        const RunResult result = simulate(experiment);
        const auto& lines = layout.lines;
        const auto moved = [&](const LayoutLine& line) {
            return std::any_of(result.ledger.begin(), result.ledger.end(),
                               [&](const LedgerRow& row) { return row.name == line.name; });
        };
        for (const LayoutLine& line : lines) {
            EXPECT_TRUE(!line.hot || moved(line)) << info.id << ": " << line.name;
        }
    }
}

}  // namespace
}  // namespace spinscope
