// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <QLabel>
#include <QTreeWidget>

#include "ui/live_model.h"
#include "ui/shell/ledger_view.h"
#include "ui/shell/outliers_view.h"

namespace spinscope {
namespace {

/// The words instead of the table; empty when there is a table.
std::string words(const QWidget& view) {
    if (view.findChild<QTreeWidget*>()->isVisible()) return {};
    for (const QLabel* label : view.findChildren<QLabel*>()) {
        if (label->isVisible()) return label->text().toStdString();
    }
    return {};
}

Snapshot with_ledger() {
    auto run = std::make_shared<RunInfo>();
    run->simulated = true;
    Snapshot snapshot;
    snapshot.run = run;
    snapshot.state = RunState::Stopped;
    snapshot.totals.transmitted = 1000;
    snapshot.workers.resize(3);
    for (unsigned i = 0; i < 3; ++i) snapshot.workers[i].cpu = 10 * i;
    LedgerRow root;
    root.name = "root lock";
    root.transfers = 4120;
    root.local = 3000;
    root.remote = 1100;
    root.cold = 20;
    root.pulls = {{2, 1, 2500}, {1, 0, 500}};
    LedgerRow queue;
    queue.name = "queue";
    queue.transfers = 500;
    queue.local = 500;
    snapshot.ledger = {root, queue};
    return snapshot;
}

TEST(LedgerView, shows_transfers_for_each_packet_and_who_pulled_from_whom) {
    LedgerView view;
    view.show();
    view.show_snapshot(with_ledger());
    EXPECT_EQ(words(view), "");
    ASSERT_EQ(view.rows(), 2);
    const QStringList lines = view.text().split(QLatin1Char('\n'));
    ASSERT_GE(lines.size(), 5);
    EXPECT_EQ(lines[1].toStdString(), "root lock\t4.12\t3.00\t1.10");
    EXPECT_TRUE(lines[2].startsWith(QStringLiteral("CPU 20 from CPU 10\t2.50"))) << lines[2].toStdString();
    EXPECT_TRUE(lines[4].startsWith(QStringLiteral("queue\t0.500"))) << lines[4].toStdString();
}

TEST(LedgerView, says_that_the_host_counts_none) {
    LedgerView view;
    view.show();
    Snapshot host = with_ledger();
    host.run = std::make_shared<RunInfo>();
    host.ledger.clear();
    view.show_snapshot(host);
    EXPECT_EQ(view.rows(), 0);
    EXPECT_EQ(words(view), "Counted on simulated machines only");
}

TEST(LedgerView, without_a_packet_a_number_is_unknown) {
    LedgerView view;
    view.show();
    Snapshot snapshot = with_ledger();
    snapshot.totals.transmitted = 0;
    view.show_snapshot(snapshot);
    EXPECT_TRUE(view.text().contains(QStringLiteral("root lock\t—"))) << view.text().toStdString();
}

TEST(OutliersView, finds_the_odd_cpu_and_a_click_selects_it_everywhere) {
    const auto session = make_synthetic_session({100, 1.0 / 30, 42, {}});
    LiveModel model(session.get());
    OutliersView view(model);
    view.show();
    session->start({});
    for (int i = 0; i < 90; ++i) {
        session->amend_next([](Snapshot& snapshot) {
            for (std::size_t w = 0; w < snapshot.workers.size(); ++w) {
                snapshot.workers[w].interval.wait_gate = 0;
                snapshot.workers[w].interval.wait_root = w == 61 ? 0.9f : 0.1f;
            }
        });
        session->advance(1);
    }
    session->stop();
    model.poll();
    std::ptrdiff_t row = -1;
    for (std::size_t i = 0; i < view.outliers().size(); ++i) {
        const Outlier& outlier = view.outliers()[i];
        if (outlier.worker == 61 && outlier.metric == Outlier::Metric::Waiting)
            row = static_cast<std::ptrdiff_t>(i);
    }
    ASSERT_GE(row, 0);
    emit view.row_chosen(static_cast<int>(row));
    EXPECT_EQ(model.selected(), 61);
    // And the other way round.
    const auto* list = view.findChild<QTreeWidget*>();
    model.select(-1);
    EXPECT_TRUE(list->selectedItems().isEmpty());
    model.select(61);
    EXPECT_EQ(list->selectedItems().size(), 1);
}

}  // namespace
}  // namespace spinscope
