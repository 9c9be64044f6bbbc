// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCheckBox>
#include <QComboBox>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QtTest>

#include "core/engine/registry.h"
#include "core/engine/session.h"
#include "ui/settings.h"
#include "ui/shell/balance.h"
#include "ui/shell/machines.h"
#include "ui/shell/option_fields.h"
#include "ui/shell/run_control.h"
#include "ui/shell/traffic_form.h"

using namespace spinscope;

namespace {

Experiment unusual() {
    Experiment experiment;
    experiment.strategy = "llist";
    experiment.workers = 3;
    experiment.cpus = {0, 2};
    experiment.placement = "scatter";
    experiment.device.kind = "udp";
    experiment.device.delay_ns = 900;
    experiment.device.batch = 8;
    experiment.device.verify = true;
    experiment.payload = 120;
    experiment.limit = 77;
    experiment.queue_by = "flow";
    experiment.flows = 3;
    experiment.options = {{"burst-limit", "5"}};
    experiment.in_flight.reset();
    experiment.waiting = Waiting::Yield;
    experiment.probe = ProbeMode::Full;
    return experiment;
}

template <class Widget>
Widget* named(const QWidget& parent, const char* name) {
    for (Widget* widget : parent.findChildren<Widget*>()) {
        if (widget->accessibleName() == QLatin1String(name)) return widget;
    }
    return nullptr;
}

QString plain(QString text) {
    return text.replace(QChar(0x00a0), u' ').replace(QChar(0x2009), u' ').replace(QChar(0x202f), u' ');
}

}  // namespace

class ExperimentFormTest : public QObject {
    Q_OBJECT

 private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin).*"))); }

    void what_is_shown_is_given_back() {
        const ThemeHolder theme(ThemeChoice::Light);
        TrafficForm form(theme, Topology::synthetic("pack:1 core:4 pu:1"));
        QSignalSpy edited(&form, &TrafficForm::edited);
        Experiment experiment = unusual();
        experiment.device.to = "127.0.0.1:9";  // no field: must survive an edit
        form.set_experiment(experiment);
        QVERIFY2(edited.isEmpty(), "showing is not editing");

        named<QSpinBox>(form, "Payload")->setValue(200);
        experiment.payload = 200;
        QCOMPARE(edited.count(), 1);
        QVERIFY(edited.takeLast().at(0).value<Experiment>() == experiment);
        QVERIFY(form.experiment() == experiment);
    }

    void each_field_reaches_the_experiment() {
        const ThemeHolder theme(ThemeChoice::Light);
        TrafficForm form(theme, Topology::synthetic("pack:1 core:4 pu:1"));
        const auto number = [&form](const char* name, int value) {
            named<QSpinBox>(form, name)->setValue(value);
        };
        const auto choice = [&form](const char* name, int index) {
            auto* box = named<QComboBox>(form, name);
            box->setCurrentIndex(index);
            emit box->activated(index);
        };
        number("Workers", 3);
        choice("Placement", 1);
        choice("Device", 0);
        number("Device delay", 900);
        number("Batch", 8);
        number("Payload", 120);
        number("Queue limit", 77);
        number("In flight", 0);
        choice("Waiting", 2);
        choice("Probe", 1);
        const Experiment& got = form.experiment();
        QCOMPARE(got.workers, std::optional<unsigned>(3));
        QCOMPARE(got.placement, std::string("scatter"));
        QCOMPARE(got.device.kind, std::string("null"));
        QCOMPARE(got.device.delay_ns, std::uint64_t{900});
        QCOMPARE(got.device.batch, 8u);
        QCOMPARE(got.payload, 120u);
        QCOMPARE(got.limit, 77u);
        QVERIFY(!got.in_flight);
        QVERIFY(got.waiting == Waiting::Yield);
        QVERIFY(got.probe == ProbeMode::Full);
    }

    void a_placement_replaces_chosen_cpus() {
        const ThemeHolder theme(ThemeChoice::Light);
        TrafficForm form(theme, Topology::synthetic("pack:1 core:4 pu:1"));
        form.set_experiment(unusual());
        auto* placement = named<QComboBox>(form, "Placement");
        QCOMPARE(placement->currentText(), QStringLiteral("chosen: 0,2"));
        placement->setCurrentIndex(0);
        emit placement->activated(0);
        QVERIFY(form.experiment().cpus.empty());
        QCOMPARE(form.experiment().placement, std::string("compact"));
        QCOMPARE(placement->findText(QStringLiteral("chosen: 0,2")), -1);
    }

    void balance_is_exact_only_after_the_end() {
        Snapshot snapshot;
        QCOMPARE(balance_of(snapshot).verdict, Balance::Verdict::None);
        snapshot.run = std::make_shared<RunInfo>();
        snapshot.state = RunState::Running;
        snapshot.totals.offered = 1'000'100;
        snapshot.totals.transmitted = 1'000'000;
        snapshot.totals.dropped.limit = 60;
        snapshot.totals.queued = 38;
        Balance balance = balance_of(snapshot);
        QCOMPARE(balance.verdict, Balance::Verdict::Running);
        QCOMPARE(balance.verdict_text, QStringLiteral("in transit 40"));
        QVERIFY(balance.sink.isEmpty());

        snapshot.state = RunState::Stopped;
        balance = balance_of(snapshot);
        QCOMPARE(balance.verdict, Balance::Verdict::Off);
        QCOMPARE(balance.verdict_text, QStringLiteral("off by 2"));

        snapshot.totals.queued = 40;
        snapshot.totals.delivered = 999'000;
        snapshot.totals.discarded = 332'716;
        balance = balance_of(snapshot);
        QCOMPARE(balance.verdict, Balance::Verdict::Exact);
        QCOMPARE(plain(balance.sum),
                 QStringLiteral("offered 1 000 100 = sent 1 000 000 + dropped 60 + queued 40"));
        QCOMPARE(plain(balance.sink), QStringLiteral("delivered 999 000, of which 332 716 discarded unread"));
    }

    void settings_survive() {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("settings.ini"));
        const auto machine = Topology::synthetic("pack:1 core:4 pu:1");
        {
            QSettings store(path, QSettings::IniFormat);
            Settings settings(&store);
            settings.set_experiment(unusual());
            settings.set_theme(ThemeChoice::Contrast);
            settings.set_geometry("geometry");
            settings.set_layout("layout");
        }
        QSettings store(path, QSettings::IniFormat);
        const Settings settings(&store);
        QVERIFY(settings.experiment(*machine, {}) == unusual());
        QVERIFY(settings.theme() == ThemeChoice::Contrast);
        QCOMPARE(settings.geometry(), QByteArray("geometry"));
        QCOMPARE(settings.layout(), QByteArray("layout"));
        // On a machine without the CPU it makes no sense.
        QVERIFY(settings.experiment(*Topology::synthetic("pack:1 core:2 pu:1"), {}) == Experiment{});
    }

    void garbage_in_the_settings_is_default_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        for (const char* key : {"workers", "limit", "payload", "in_flight", "delay_ns", "waiting", "probe",
                                "strategy", "placement", "device", "cpus"}) {
            for (const char* value : {"-1", "999999999999999999999", "nonsense", "\x01\x02"}) {
                QTest::addRow("%s=%s", key, QByteArray(value).toHex().constData())
                    << QStringLiteral("experiment/%1").arg(QLatin1String(key)) << QString::fromLatin1(value);
            }
        }
    }
    void the_queue_is_shown_and_given_back() {
        const ThemeHolder theme(ThemeChoice::Light);
        TrafficForm form(theme, Topology::synthetic("pack:1 core:4 pu:1"));
        QSignalSpy edited(&form, &TrafficForm::edited);
        Experiment experiment;
        experiment.strategy = "busylock";
        experiment.flows = 7;
        experiment.queue_by = "flow";
        experiment.queues = 4;
        form.set_experiment(experiment);
        QVERIFY2(edited.isEmpty(), "showing is not editing");
        QCOMPARE(named<QSpinBox>(form, "Queues")->value(), 4);
        QVERIFY(named<QComboBox>(form, "Queue by")->isEnabled());
        named<QSpinBox>(form, "Queues")->setValue(1);
        const auto after = edited.takeLast().at(0).value<Experiment>();
        QCOMPARE(after.queues, 1u);
        QCOMPARE(after.flows, 7u);
        QCOMPARE(after.queue_by, std::string("flow"));
        QCOMPARE(after.strategy, experiment.strategy);
        QVERIFY2(!named<QComboBox>(form, "Queue by")->isEnabled(), "of one queue there is no choice");
    }

    void a_root_lock_is_offered_where_it_makes_sense() {
        const ThemeHolder theme(ThemeChoice::Light);
        TrafficForm form(theme, Topology::synthetic("pack:1 core:4 pu:1"));
        const auto* lock = named<QComboBox>(form, "Root lock");
        for (const StrategyInfo& info : strategies()) {
            Experiment experiment;
            experiment.strategy = std::string(info.id);
            form.set_experiment(experiment);
            QCOMPARE(lock->isEnabled(), info.any_lock);
            QCOMPARE(lock->count() > 1, info.any_lock);
            if (!info.any_lock)
                QVERIFY(lock->toolTip().contains(QString::fromStdString(experiment.strategy)));
        }
    }

    void options_are_fields_of_the_experiment() {
        const ThemeHolder theme(ThemeChoice::Light);
        TrafficForm form(theme, Topology::synthetic("pack:1 core:4 pu:1"));
        QSignalSpy edited(&form, &TrafficForm::edited);
        Experiment experiment;
        experiment.strategy = "ticket";
        form.set_experiment(experiment);
        QVERIFY(named<QWidget>(form, "burst limit") == nullptr);
        experiment.strategy = "llist";
        experiment.options = {{"burst-limit", "7"}};
        form.set_experiment(experiment);
        QVERIFY(edited.isEmpty());
        const auto fields = form.findChildren<OptionFields*>();
        QCOMPARE(fields.size(), 1);
        QCOMPARE(fields.first()->count(), static_cast<int>(options_of("llist", "pfifo").size()));
        QCOMPARE(fields.first()->values().at("burst-limit"), std::string("7"));
        named<QSpinBox>(form, "Payload")->setValue(99);
        QCOMPARE(edited.takeLast().at(0).value<Experiment>().options, experiment.options);
        fields.first()->set_values({{"burst-limit", "8"}});
        emit fields.first()->edited();
        QCOMPARE(edited.takeLast().at(0).value<Experiment>().options.at("burst-limit"), std::string("8"));
        named<QComboBox>(form, "Discipline")->setCurrentText(QStringLiteral("fq"));
        emit named<QComboBox>(form, "Discipline")->activated(0);
        const auto fq = edited.takeLast().at(0).value<Experiment>();
        QCOMPARE(fq.discipline, std::string("fq"));
        QVERIFY(fq.options.contains("flow-limit"));
        validate(fq);
    }

    void no_lock_is_offered_that_would_be_refused() {
        const ThemeHolder theme(ThemeChoice::Light);
        TrafficForm form(theme, Topology::synthetic("pack:1 core:4 pu:1"));
        const auto* lock = named<QComboBox>(form, "Root lock");
        Experiment experiment;
        experiment.strategy = "llist";
        experiment.device.kind = "null";
        form.set_experiment(experiment);
        for (int i = 0; i < lock->count(); ++i) {
            experiment.lock = lock->itemData(i).toString().toStdString();
            validate(experiment);
        }
    }

    void a_field_for_each_kind_of_option() {
        using Kind = OptionInfo::Kind;
        OptionFields fields;
        fields.set_options({{.name = "blue", .default_value = "on", .help = "h", .kind = Kind::Switch},
                            {.name = "flow-limit", .default_value = "100", .help = "h"},
                            {.name = "rate", .default_value = "1.5", .help = "h", .kind = Kind::Real},
                            {.name = "frees",
                             .default_value = "under",
                             .help = "h",
                             .kind = Kind::Words,
                             .words = "under|after"},
                            {.name = "burst", .default_value = "limit", .help = "h", .words = "limit"}});
        QCOMPARE(fields.values(), (Options{{"blue", "on"},
                                           {"flow-limit", "100"},
                                           {"rate", "1.5"},
                                           {"frees", "under"},
                                           {"burst", "limit"}}));
        QSignalSpy edited(&fields, &OptionFields::edited);
        const Options other{
            {"blue", "off"}, {"flow-limit", "8"}, {"rate", "2"}, {"frees", "after"}, {"burst", "12"}};
        fields.set_values(other);
        QCOMPARE(fields.values(), other);
        QVERIFY2(edited.isEmpty(), "showing is not editing");
        fields.findChild<QCheckBox*>()->click();
        QCOMPARE(edited.count(), 1);
        QCOMPARE(fields.values().at("blue"), std::string("on"));
    }

    void garbage_in_the_settings_is_default() {
        QFETCH(QString, key);
        QFETCH(QString, value);
        const QTemporaryDir folder;
        QSettings store(folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
        store.setValue(key, value);
        store.setValue(QStringLiteral("window/theme"), value);
        const Settings settings(&store);
        QVERIFY(settings.experiment(*Topology::synthetic("pack:1 core:4 pu:1"), {}) == Experiment{});
        QVERIFY(settings.theme() == ThemeChoice::System);
    }

    void without_a_store_nothing_is_kept() {
        Settings settings;
        settings.set_theme(ThemeChoice::Dark);
        settings.set_experiment(unusual());
        QVERIFY(settings.theme() == ThemeChoice::System);
        QVERIFY(settings.experiment(*Topology::synthetic("pu:4"), {}) == Experiment{});
    }

    void a_small_host_starts_with_a_delay_instead_of_a_socket() {
        QCOMPARE(default_experiment(*Topology::synthetic("pu:2")).device.kind, std::string("null"));
        QCOMPARE(default_experiment(*Topology::synthetic("pu:2")).device.delay_ns, std::uint64_t{250});
        QCOMPARE(default_experiment(*Topology::synthetic("pu:16")).device.kind, std::string("udp"));
        QCOMPARE(default_experiment(*Topology::synthetic("pu:2")).strategy, std::string("ticket"));
    }
};

QTEST_MAIN(ExperimentFormTest)
#include "experiment_form_test.moc"
