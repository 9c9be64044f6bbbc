// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/machine_switch.h"

#include <utility>

#include "ui/shell/machines.h"
#include "ui/shell/main_window.h"

namespace spinscope {

MachineSwitch::MachineSwitch(std::unique_ptr<Session> first, std::string machine, Settings& settings,
                             Make make, QObject* parent)
    : QObject(parent),
      settings_(settings),
      make_(std::move(make)),
      machine_(std::move(machine)),
      session_(std::move(first)) {
    if (!make_) make_ = [](const std::string& name) { return make_session(name); };
}

MachineSwitch::~MachineSwitch() = default;

void MachineSwitch::serve(MainWindow& window) {
    connect(&window, &MainWindow::machine_wanted, this,
            [this, &window](const std::string& machine) { change_to(window, machine); });
    connect(&window, &MainWindow::experiment_wanted, this,
            [this, &window](const Experiment& experiment) { change_to(window, experiment); });
}

std::unique_ptr<Session> MachineSwitch::open(MainWindow& window, const std::string& machine) const {
    try {
        return make_(machine);
    } catch (const Error& error) {
        window.messages().post(refusal("machine", error));
        return nullptr;
    }
}

void MachineSwitch::change_to(MainWindow& window, const std::string& machine) {
    std::unique_ptr<Session> next = open(window, machine);
    if (!next) return;
    const Experiment& present = window.run().experiment();
    experiments_[machine_] = present;
    const auto known = experiments_.find(machine);
    Experiment experiment =
        known != experiments_.end() ? known->second : experiment_on(*next->topology(), machine, present);
    experiment.strategy = present.strategy;
    experiment.options = present.options;
    serve_with(window, std::move(next), experiment);
}

void MachineSwitch::change_to(MainWindow& window, const Experiment& experiment) {
    std::unique_ptr<Session> next = open(window, experiment.machine);
    if (!next) return;
    experiments_[machine_] = window.run().experiment();
    serve_with(window, std::move(next), experiment);
}

void MachineSwitch::serve_with(MainWindow& window, std::unique_ptr<Session> session,
                               const Experiment& experiment) {
    window.messages().dismiss("machine");
    window.messages().dismiss(kFirstStartKey);
    std::unique_ptr<Session> old = std::exchange(session_, std::move(session));
    machine_ = experiment.machine;
    window.set_session(*session_, experiment);
    settings_.set_machine(machine_);
    retire(std::move(old));
}

void MachineSwitch::retire(std::unique_ptr<Session> session) {
    session->stop();
    std::erase_if(retired_, [](const std::future<void>& gone) {
        return gone.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
    });
    retired_.push_back(std::async(std::launch::async, [old = std::move(session)]() mutable { old.reset(); }));
}

}  // namespace spinscope
