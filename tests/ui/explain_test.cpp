// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <QLabel>
#include <QPainter>

#include "core/engine/explanations.h"
#include "core/engine/registry.h"
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
    Shown shown(8);
    for (const StrategyInfo& info : strategies()) {
        Experiment experiment;
        experiment.strategy = std::string(info.id);
        Shown other(2, std::string(info.id));
        const Explanation* said = explain_strategy(info.id);
        ASSERT_NE(said, nullptr) << info.id;
        for (const std::string& part :
             {std::string(info.id), said->what, said->cost, said->reference, said->link}) {
            EXPECT_NE(other.text().find(part), std::string::npos) << info.id << ": " << part;
        }
    }
}

TEST(ExplainPanel, NameIsLargeAndTheReferenceInMono) {
    Shown shown(2);
    shown.panel.setFont(QFont(QStringLiteral("DejaVu Sans")));
    int largest = 0;
    for (const QLabel* label : shown.panel.findChildren<QLabel*>()) {
        if (label->text() == QStringLiteral("busylock")) largest = label->font().pixelSize();
    }
    EXPECT_GE(largest, 19);
}

}  // namespace
}  // namespace spinscope
