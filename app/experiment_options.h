// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/base/experiment.h"
#include "core/engine/sweep.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace spinscope {

/// The options that describe an experiment, added to a subcommand; parsing fills the experiment. Callbacks
/// throw UsageError. Must live until the parsing is done.
class ExperimentOptions {
 public:
    /// What one run is made of, or a grid of runs: `--strategies` and numbers of workers.
    ExperimentOptions(CLI::App& app, Experiment& experiment, SweepPlan* grid = nullptr);
    ExperimentOptions(const ExperimentOptions&) = delete;
    ExperimentOptions& operator=(const ExperimentOptions&) = delete;

    /// When the run ends, and what is switched before that (not in a grid): for runs without a window.
    void add_duration_options();
    /// After parsing: defaults that depend on other options, and checks across options. Throws UsageError.
    void finish();
    /// Whether the command line said anything about the experiment.
    bool any_given() const;

 private:
    using Setter = std::function<void(const std::string&)>;
    CLI::Option* add(const std::string& flag, const std::string& type, const std::string& standard,
                     const std::string& help, const Setter& set);
    double default_duration(bool simulated) const;
    void add_repeatable(const std::string& flag, const std::string& type, const std::string& help,
                        const Setter& set);
    void add_preset_option();
    void add_machine_options();
    void add_strategy_options();
    void add_device_options();
    void add_traffic_options();
    void add_measuring_options();

    CLI::App& app_;
    Experiment& experiment_;
    SweepPlan* const grid_;
    std::string group_;
    std::vector<CLI::Option*> options_;
    CLI::Option* delay_ = nullptr;
    bool timed_ = false;
};

}  // namespace spinscope
