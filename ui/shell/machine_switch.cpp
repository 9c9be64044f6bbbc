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
}

void MachineSwitch::change_to(MainWindow& window, const std::string& machine) {
    std::unique_ptr<Session> next;
    try {
        next = make_(machine);
    } catch (const Error& error) {
        window.messages().post(refusal("machine", error));
        return;
    }
    window.messages().dismiss("machine");
    window.messages().dismiss(kFirstStartKey);
    const Experiment& present = window.run().experiment();
    experiments_[machine_] = present;
    const auto known = experiments_.find(machine);
    Experiment experiment =
        known != experiments_.end() ? known->second : experiment_on(*next->topology(), machine, present);
    experiment.strategy = present.strategy;
    experiment.options = present.options;
    std::unique_ptr<Session> old = std::exchange(session_, std::move(next));
    machine_ = machine;
    window.set_session(*session_, experiment);
    settings_.set_machine(machine);
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
