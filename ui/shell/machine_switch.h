// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/engine/session.h"
#include "ui/settings.h"

namespace spinscope {

class MainWindow;

/// Owns the session of the chosen machine, and gives the window another one when another machine is chosen
/// there. The old one is stopped at once and taken apart on a thread of its own, so that nothing blocks.
class MachineSwitch : public QObject {
    Q_OBJECT

 public:
    using Make = std::function<std::unique_ptr<Session>(const std::string& machine)>;

    /// The first session is of `machine`. `settings` must outlive it. Others are made by make_session()
    /// unless `make` is given.
    MachineSwitch(std::unique_ptr<Session> first, std::string machine, Settings& settings, Make make = {},
                  QObject* parent = nullptr);
    /// Waits until every session is taken apart.
    ~MachineSwitch() override;

    Session& session() { return *session_; }
    const std::string& machine() const { return machine_; }
    /// From now on does what the window asks for. The window must not be used after this object.
    void serve(MainWindow& window);

 private:
    void change_to(MainWindow& window, const std::string& machine);
    /// To the experiment's machine, with this experiment.
    void change_to(MainWindow& window, const Experiment& experiment);
    std::unique_ptr<Session> open(MainWindow& window, const std::string& machine) const;
    void serve_with(MainWindow& window, std::unique_ptr<Session> session, const Experiment& experiment);
    void retire(std::unique_ptr<Session> session);

    Settings& settings_;
    Make make_;
    std::string machine_;
    std::unique_ptr<Session> session_;
    std::map<std::string, Experiment> experiments_;  ///< as they were when their machine was left
    std::vector<std::future<void>> retired_;
};

}  // namespace spinscope
