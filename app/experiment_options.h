// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/base/experiment.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace spinscope {

/// What a subcommand with many runs asks for instead of one strategy (and one number of workers).
struct ManyRuns {
    std::vector<std::string>& strategies;
    std::vector<unsigned>* workers = nullptr;  ///< a list; null = one number, as of one run
    const char* strategies_help = "";
    double host_s = 1;          ///< usual length of a run
    double simulated_s = 0.05;  ///< virtual, where a second takes several
    double warmup_share = 0;    ///< usual warm-up of a run, as a share of its length
};

/// The options that describe an experiment, added to a subcommand; parsing fills the experiment. Callbacks
/// throw UsageError. Must live until the parsing is done.
class ExperimentOptions {
 public:
    /// What one run is made of, or many.
    ExperimentOptions(CLI::App& app, Experiment& experiment, std::optional<ManyRuns> many = std::nullopt);
    ExperimentOptions(const ExperimentOptions&) = delete;
    ExperimentOptions& operator=(const ExperimentOptions&) = delete;

    /// When the run ends, and what is switched before that (not with many runs): for runs without a window.
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
    void pair_kernel();
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
    const std::optional<ManyRuns> many_;
    std::string group_;
    std::vector<CLI::Option*> options_;
    CLI::Option* strategy_ = nullptr;  ///< none with many runs
    CLI::Option* device_ = nullptr;
    CLI::Option* delay_ = nullptr;
    CLI::Option* warmup_ = nullptr;
    bool timed_ = false;
};

}  // namespace spinscope
