// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/comparison.h"

#include <algorithm>

namespace spinscope {
namespace {

ComparisonPlan checked(ComparisonPlan plan) {
    if (plan.strategies.size() < 2) {
        throw UsageError("A comparison needs two strategies at least", "there is nothing to compare with",
                         "Name several, or one of them twice to see how much it differs from itself");
    }
    if (plan.rounds == 0) {
        throw UsageError("A comparison needs rounds", "there would be nothing to compare",
                         "Ask for one at least");
    }
    if (!plan.base.switches.empty()) {
        throw UsageError("A comparison has no switches", "each run is of one strategy", "Leave them out");
    }
    return plan;
}

/// In the order in which they are run.
std::vector<Experiment> experiments_of(const ComparisonPlan& plan) {
    std::vector<Experiment> each;
    for (const std::string& strategy : plan.strategies) each.push_back(with_strategy(plan.base, strategy));
    check_batch(plan.base, each, "comparison");
    std::vector<Experiment> all;
    const int first = static_cast<int>(plan.first_round);
    for (int i = -static_cast<int>(plan.warmup_rounds); i < static_cast<int>(plan.rounds); ++i) {
        for (const std::size_t strategy : order_of_round(first + i, each.size())) {
            all.push_back(each[strategy]);
            all.back().seed = plan.base.seed + static_cast<unsigned>(std::max(0, first + i));
        }
    }
    return all;
}

void add_new(std::vector<std::string>& list, const std::string& text) {
    if (std::find(list.begin(), list.end(), text) == list.end()) list.push_back(text);
}

}  // namespace

std::vector<std::size_t> order_of_round(int number, std::size_t strategies) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < strategies; ++i) {
        order.push_back(number % 2 == 0 ? i : strategies - 1 - i);
    }
    return order;
}

std::size_t ComparisonData::complete() const {
    return static_cast<std::size_t>(
        std::count_if(rounds.begin(), rounds.end(), [](const ComparisonRound& round) {
            return std::all_of(round.values.begin(), round.values.end(),
                               [](const auto& value) { return value.has_value(); });
        }));
}

void ComparisonData::append(const ComparisonData& later) {
    rounds.insert(rounds.end(), later.rounds.begin(), later.rounds.end());
    if (!run) run = later.run;
    for (const std::string& warning : later.warnings) add_new(warnings, warning);
    partial = partial || later.partial;
}

Comparison::Comparison(ComparisonPlan plan)
    : plan_(checked(std::move(plan))),
      batch_(experiments_of(plan_),
             [this](std::size_t index, RunOutcome outcome) { take(index, std::move(outcome)); }) {
    const std::size_t strategies = plan_.strategies.size();
    data_.strategies = plan_.strategies;
    for (unsigned i = 0; i < plan_.rounds; ++i) {
        const unsigned number = plan_.first_round + i;
        data_.rounds.push_back({number, plan_.base.seed + number,
                                order_of_round(static_cast<int>(number), strategies),
                                std::vector<std::optional<Measures>>(strategies)});
    }
    for (int i = -static_cast<int>(plan_.warmup_rounds); i < static_cast<int>(plan_.rounds); ++i) {
        const int number = static_cast<int>(plan_.first_round) + i;
        for (const std::size_t strategy : order_of_round(number, strategies)) {
            places_.push_back({i, strategy});
        }
    }
}

void Comparison::take(std::size_t index, RunOutcome outcome) {
    const Place place = places_[index];
    const std::scoped_lock lock(mutex_);
    if (!outcome.problem.empty()) {
        add_new(problems_, plan_.strategies[place.strategy] + ": " + outcome.problem);
    }
    if (place.round < 0 || !outcome.result) return;
    const RunResult& result = *outcome.result;
    data_.rounds[static_cast<std::size_t>(place.round)].values[place.strategy] = measures_of(result);
    if (!data_.run) data_.run = result.run;
    for (const std::string& warning : result.warnings) add_new(data_.warnings, warning);
}

ComparisonData Comparison::data() const {
    const bool over = ended();
    const std::scoped_lock lock(mutex_);
    ComparisonData data = data_;
    std::erase_if(data.rounds, [](const ComparisonRound& round) {
        return std::none_of(round.values.begin(), round.values.end(),
                            [](const auto& value) { return value.has_value(); });
    });
    data.partial = over && data.complete() < plan_.rounds;
    return data;
}

std::vector<std::string> Comparison::problems() const {
    const std::scoped_lock lock(mutex_);
    return problems_;
}

}  // namespace spinscope
