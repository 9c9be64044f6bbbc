// SPDX-License-Identifier: GPL-3.0-or-later
#include <QClipboard>
#include <QLabel>
#include <QSignalSpy>
#include <QToolButton>
#include <QtTest>

#include "ui/shell/conditions_bar.h"
#include "ui/shell/log_view.h"
#include "ui/shell/marks_view.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/messages.h"
#include "ui/shell/remedies.h"

using namespace spinscope;

namespace {

Message message(Severity severity, const char* key, const char* what, bool active = true) {
    return {severity, key, what, "Do this", active};
}

QStringList keys(const std::vector<Message>& messages) {
    QStringList keys;
    for (const Message& one : messages) keys += QString::fromStdString(one.key);
    return keys;
}

QStringList shown_on(const MessageBar& bar) {
    QStringList texts;
    for (const MessageStrip* strip : bar.findChildren<MessageStrip*>()) {
        if (!strip->isHidden()) texts += QString::fromStdString(strip->message().what);
    }
    return texts;
}

std::shared_ptr<RunInfo> run_info(std::size_t workers, unsigned distinct) {
    auto run = std::make_shared<RunInfo>();
    run->placement.cpus.assign(workers, 0);
    run->placement.distinct = distinct;
    run->environment.clock = "tsc";
    run->experiment.device.kind = "null";
    return run;
}

}  // namespace

class MessagesTest : public QObject {
    Q_OBJECT

 private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin).*"))); }

    void the_gravest_come_first_and_stay_until_their_cause_is_gone() {
        Messages messages;
        messages.set_run_messages({message(Severity::Info, "i", "info"),
                                   message(Severity::Error, "e", "error"),
                                   message(Severity::Warning, "w", "warning")});
        QCOMPARE(keys(messages.shown()), (QStringList{"e", "w", "i"}));
        messages.set_run_messages({message(Severity::Error, "e", "error", false)});
        QVERIFY(messages.shown().empty());
    }

    void a_dismissed_message_comes_back_only_with_a_new_cause() {
        Messages messages;
        messages.set_run_messages({message(Severity::Warning, "t", "Throttled 10 ms")});
        messages.dismiss("t");
        messages.set_run_messages({message(Severity::Warning, "t", "Throttled 20 ms")});
        QVERIFY(messages.shown().empty());
        messages.set_run_messages({message(Severity::Warning, "t", "Throttled 20 ms", false)});
        messages.set_run_messages({message(Severity::Warning, "t", "Throttled 30 ms")});
        QCOMPARE(keys(messages.shown()), QStringList{"t"});
    }

    void the_log_keeps_one_entry_per_cause_and_fifty_in_all() {
        Messages messages;
        for (int i = 0; i < 100; ++i) {
            const std::string text = "Throttled " + std::to_string(i) + " ms";
            messages.set_run_messages({message(Severity::Warning, "t", text.c_str())});
        }
        QCOMPARE(messages.log().size(), std::size_t{1});
        QCOMPARE(messages.log().back().message.what, std::string("Throttled 99 ms"));
        for (int i = 0; i < 60; ++i) messages.note("note " + std::to_string(i));
        QCOMPARE(messages.log().size(), Messages::kKept);
        QCOMPARE(messages.log().back().message.what, std::string("note 59"));
        QVERIFY(messages.log_text().contains(QStringLiteral("note 59\n")));
    }

    void the_bar_shows_two_and_counts_the_rest() {
        const ThemeHolder theme(ThemeChoice::Light);
        Messages messages;
        MessageBar bar(theme, messages);
        QVERIFY(bar.isHidden());
        messages.set_run_messages(
            {message(Severity::Warning, "a", "first"), message(Severity::Warning, "b", "second"),
             message(Severity::Warning, "c", "third"), message(Severity::Error, "d", "fourth")});
        QVERIFY(!bar.isHidden());
        QCOMPARE(shown_on(bar), (QStringList{"fourth", "first"}));
        bool counted = false;
        for (const QLabel* label : bar.findChildren<QLabel*>()) {
            counted = counted || (!label->isHidden() && label->text().contains(QStringLiteral("2 more")));
        }
        QVERIFY(counted);
        messages.dismiss("d");
        QCOMPARE(shown_on(bar), (QStringList{"first", "second"}));
        messages.set_run_messages({});
        QVERIFY(bar.isHidden());
    }

    void copy_and_close_work() {
        const ThemeHolder theme(ThemeChoice::Light);
        Messages messages;
        MessageBar bar(theme, messages);
        messages.post(message(Severity::Error, "x", "packet needs CAP_NET_RAW"));
        bar.show();
        const auto buttons = bar.findChildren<QToolButton*>();
        QCOMPARE(buttons.size(), 3);
        QVERIFY2(buttons[0]->isHidden(), "nothing can be done about it with one press");
        buttons[1]->click();
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("packet needs CAP_NET_RAW. Do this"));
        buttons[2]->click();
        QVERIFY(messages.shown().empty());
        QCOMPARE(messages.log().size(), std::size_t{1});
    }

    void a_message_with_a_remedy_offers_it() {
        const auto machine = Topology::synthetic("pu:2");
        Placement placement;
        placement.distinct = 2;
        Experiment experiment;
        experiment.workers = 16;
        experiment.cpus = {0, 3};
        const auto fewer =
            remedy_for(message(Severity::Warning, "oversubscribed", ""), experiment, placement, *machine);
        QVERIFY(fewer.has_value());
        QCOMPARE(fewer->label, QStringLiteral("2 workers"));
        QCOMPARE(fewer->experiment.workers, std::optional<unsigned>(2));
        const auto other =
            remedy_for(message(Severity::Warning, "cpu-refused-3", ""), experiment, placement, *machine);
        QVERIFY(other.has_value());
        QCOMPARE(other->label, QStringLiteral("Use 0–1"));
        QVERIFY(other->experiment.cpus.empty());
        QVERIFY(!remedy_for(message(Severity::Warning, "throttled", ""), experiment, placement, *machine));

        const ThemeHolder theme(ThemeChoice::Light);
        Messages messages;
        MessageBar bar(theme, messages);
        bar.set_remedies([](const Message&) { return QStringLiteral("2 workers"); });
        QSignalSpy wanted(&bar, &MessageBar::remedy_wanted);
        messages.post(message(Severity::Warning, "oversubscribed", "16 workers share 2 CPUs"));
        bar.findChildren<QToolButton*>().front()->click();
        QCOMPARE(wanted.count(), 1);
        QCOMPARE(wanted.at(0).at(0).value<Message>().key, std::string("oversubscribed"));
    }

    void marks_are_newest_first_and_count_from_now() {
        const ThemeHolder theme(ThemeChoice::Light);
        MarksView view(theme);
        Snapshot snapshot;
        snapshot.at_s = 71;
        snapshot.marks = {{0, "ticket", 0, 0}, {29.4, "busylock", 420'000, 0}, {53.6, "llist", 310'000, 0}};
        view.show_snapshot(snapshot);
        QStringList lines = view.text().replace(QChar(0x00a0), u' ').split(u'\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 3);
        QCOMPARE(lines[0], QStringLiteral("−17.4 s\tS2\tbusylock → llist\t0.31 ms"));
        QCOMPARE(lines[1], QStringLiteral("−41.6 s\tS1\tticket → busylock\t0.42 ms"));
        QVERIFY(lines[2].startsWith(QStringLiteral("−71.0 s\t\t")));
        snapshot.at_s = 72;
        view.show_snapshot(snapshot);
        QVERIFY(view.text().startsWith(QStringLiteral("−18.4")));
    }

    void conditions_say_what_matters_and_keep_it_when_narrow() {
        const ThemeHolder theme(ThemeChoice::Light);
        const auto machine = Topology::synthetic("pack:1 core:2 pu:1");
        Snapshot snapshot;
        snapshot.state = RunState::Running;
        snapshot.run = run_info(16, 2);
        snapshot.at_s = 5;
        snapshot.workers.resize(16);
        snapshot.probe_overhead_percent = 1.7;
        snapshot.throttled_ms = 163;
        const std::vector<Condition> conditions = conditions_of(snapshot, {}, *machine);
        QStringList texts;
        for (const Condition& condition : conditions)
            texts += QString(condition.text).replace(QChar(0x00a0), u' ');
        QCOMPARE(texts[0], QStringLiteral("Running · this computer · 16 workers on 2 CPUs"));
        for (const char* expected :
             {"oversubscribed × 8", "throttled 163 ms", "device null, 250 ns · pfifo 1000",
              "probe sampled 1 : 64, costs 1.7 %", "lost events 0", "clock tsc", "pinned 16 of 16",
              "governor not readable"}) {
            QVERIFY2(texts.contains(QString::fromUtf8(expected)), expected);
        }
        ConditionsBar bar(theme);
        bar.show_conditions(snapshot.state, conditions);
        bar.resize(4000, 24);
        QCOMPARE(bar.visible_texts().size(), static_cast<qsizetype>(conditions.size()));
        bar.resize(700, 24);
        const QStringList fitting = bar.visible_texts();
        QVERIFY(fitting.size() < static_cast<qsizetype>(conditions.size()));
        QVERIFY(fitting.contains(conditions[0].text));
        QVERIFY(fitting.contains(QStringLiteral("oversubscribed × 8")));
        QVERIFY(!fitting.contains(QStringLiteral("governor not readable")));
    }
};

QTEST_MAIN(MessagesTest)
#include "messages_test.moc"
