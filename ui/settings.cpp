// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings.h"

#include <QSettings>
#include <algorithm>
#include <array>
#include <iterator>
#include <optional>

#include "core/base/error.h"
#include "core/engine/registry.h"
#include "core/topology/placement.h"

namespace spinscope {

namespace {

// All keys, in one place.
constexpr char kGeometry[] = "window/geometry";
constexpr char kLayout[] = "window/layout";
constexpr char kTheme[] = "window/theme";
constexpr char kMachine[] = "window/machine";
constexpr char kOnMachine[] = "experiment/machine";
constexpr char kStrategy[] = "experiment/strategy";
constexpr char kCpus[] = "experiment/cpus";
constexpr char kWorkers[] = "experiment/workers";
constexpr char kPlacement[] = "experiment/placement";
constexpr char kDevice[] = "experiment/device";
constexpr char kDelay[] = "experiment/delay_ns";
constexpr char kBatch[] = "experiment/batch";
constexpr char kVerify[] = "experiment/verify";
constexpr char kPayload[] = "experiment/payload";
constexpr char kLimit[] = "experiment/limit";
constexpr char kDiscipline[] = "experiment/discipline";
constexpr char kLock[] = "experiment/lock";
constexpr char kQueues[] = "experiment/queues";
constexpr char kQueueBy[] = "experiment/queue_by";
constexpr char kFlows[] = "experiment/flows";
constexpr char kOptions[] = "experiment/options";
constexpr char kPreset[] = "experiment/preset";
constexpr char kInFlight[] = "experiment/in_flight";
constexpr char kWaiting[] = "experiment/waiting";
constexpr char kProbe[] = "experiment/probe";

constexpr std::array kThemes{"system", "light", "dark", "contrast"};

template <class Names, class Enum>
void read_choice(const QSettings& store, const char* key, const Names& names, Enum& value) {
    const std::string text = store.value(key).toString().toStdString();
    const auto found = std::find(names.begin(), names.end(), text);
    if (found != names.end()) value = static_cast<Enum>(std::distance(names.begin(), found));
}

/// Leaves `value` alone unless the store has a whole number from `low` to `high`.
template <class Number>
void read_number(const QSettings& store, const char* key, qulonglong low, qulonglong high, Number& value) {
    bool ok = false;
    const qulonglong read = store.value(key).toString().toULongLong(&ok);
    if (ok && read >= low && read <= high) value = static_cast<Number>(read);
}

constexpr std::array kWaitingNames{name_of(Waiting::SpinPark), name_of(Waiting::Spin),
                                   name_of(Waiting::Yield)};
constexpr std::array kProbeNames{name_of(ProbeMode::Off), name_of(ProbeMode::Sampled),
                                 name_of(ProbeMode::Full)};

}  // namespace

QByteArray Settings::geometry() const {
    return store_ ? store_->value(kGeometry).toByteArray() : QByteArray();
}
void Settings::set_geometry(const QByteArray& geometry) {
    if (store_ != nullptr) store_->setValue(kGeometry, geometry);
}

QByteArray Settings::layout() const {
    return store_ ? store_->value(kLayout).toByteArray() : QByteArray();
}
void Settings::set_layout(const QByteArray& layout) {
    if (store_ != nullptr) store_->setValue(kLayout, layout);
}

ThemeChoice Settings::theme() const {
    ThemeChoice choice = ThemeChoice::System;
    if (store_ != nullptr) read_choice(*store_, kTheme, kThemes, choice);
    return choice;
}
void Settings::set_theme(ThemeChoice theme) {
    if (store_ != nullptr) store_->setValue(kTheme, QLatin1String(kThemes[static_cast<std::size_t>(theme)]));
}

std::string Settings::machine() const {
    return store_ ? store_->value(kMachine).toString().toStdString() : std::string();
}
void Settings::set_machine(const std::string& machine) {
    if (store_ != nullptr) store_->setValue(kMachine, QString::fromStdString(machine));
}

Experiment Settings::experiment(const Topology& topology, const Experiment& otherwise) const {
    if (store_ == nullptr) return otherwise;
    const QSettings& store = *store_;
    if (store.value(kOnMachine, QStringLiteral("host")).toString().toStdString() != otherwise.machine) {
        return otherwise;
    }
    Experiment read = otherwise;
    const auto text = [&store](const char* key, std::string& value) {
        if (store.contains(key)) value = store.value(key).toString().toStdString();
    };
    text(kStrategy, read.strategy);
    text(kPlacement, read.placement);
    text(kDevice, read.device.kind);
    text(kDiscipline, read.discipline);
    text(kLock, read.lock);
    text(kQueueBy, read.queue_by);
    text(kPreset, read.preset);
    read_number(store, kQueues, 0, 100'000, read.queues);
    read_number(store, kFlows, 0, 1'000'000, read.flows);
    for (const QString& option : store.value(kOptions).toStringList()) {
        read.options[option.section(u'=', 0, 0).toStdString()] = option.section(u'=', 1).toStdString();
    }
    unsigned workers = 0;
    read_number(store, kWorkers, 1, 100'000, workers);
    if (workers > 0) read.workers = workers;
    read_number(store, kDelay, 0, 1'000'000'000, read.device.delay_ns);
    read_number(store, kBatch, 1, 1024, read.device.batch);
    read_number(store, kPayload, 1, 65'507, read.payload);
    read_number(store, kLimit, 1, 1'000'000, read.limit);
    if (store.value(kInFlight).toString() == QLatin1String("none")) {
        read.in_flight.reset();
    } else {
        unsigned in_flight = read.in_flight.value_or(128);
        read_number(store, kInFlight, 1, 1'000'000, in_flight);
        read.in_flight = in_flight;
    }
    read.device.verify = store.value(kVerify, read.device.verify).toBool();
    read_choice(store, kWaiting, kWaitingNames, read.waiting);
    read_choice(store, kProbe, kProbeNames, read.probe);
    try {
        const std::string cpus = store.value(kCpus).toString().toStdString();
        if (!cpus.empty()) read.cpus = parse_cpu_list(cpus);
        validate(read);
        const Placement placement = plan_placement(topology, {read.workers, read.placement, read.cpus});
        if (!placement.refusals.empty()) return otherwise;
    } catch (const Error&) {
        return otherwise;
    }
    return read;
}

void Settings::set_experiment(const Experiment& experiment) {
    if (store_ == nullptr) return;
    const auto text = [this](const char* key, std::string_view value) {
        store_->setValue(key, QString::fromUtf8(value.data(), static_cast<qsizetype>(value.size())));
    };
    text(kOnMachine, experiment.machine);
    text(kStrategy, experiment.strategy);
    text(kCpus, format_cpu_list(experiment.cpus));
    text(kWorkers, experiment.workers ? std::to_string(*experiment.workers) : std::string());
    text(kPlacement, experiment.placement);
    text(kDevice, experiment.device.kind);
    text(kDiscipline, experiment.discipline);
    text(kLock, experiment.lock);
    text(kQueueBy, experiment.queue_by);
    text(kPreset, experiment.preset);
    text(kQueues, std::to_string(experiment.queues));
    text(kFlows, std::to_string(experiment.flows));
    QStringList options;
    for (const auto& [name, value] : experiment.options) {
        options << QString::fromStdString(name + '=' + value);
    }
    store_->setValue(kOptions, options);
    text(kDelay, std::to_string(experiment.device.delay_ns));
    text(kBatch, std::to_string(experiment.device.batch));
    store_->setValue(kVerify, experiment.device.verify);
    text(kPayload, std::to_string(experiment.payload));
    text(kLimit, std::to_string(experiment.limit));
    text(kInFlight, experiment.in_flight ? std::to_string(*experiment.in_flight) : "none");
    text(kWaiting, name_of(experiment.waiting));
    text(kProbe, name_of(experiment.probe));
}

}  // namespace spinscope
