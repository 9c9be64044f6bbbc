// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace spinscope {

/// Parses a CPU list such as "0,2-6:2,9" (a stride after the colon) into os indices, in the order written,
/// repetitions kept. Throws UsageError with the offending part.
std::vector<unsigned> parse_cpu_list(const std::string& text);
/// A short list that parse_cpu_list reads back as the same numbers in the same order: "0-3,8".
std::string format_cpu_list(const std::vector<unsigned>& cpus);
/// The same for a sentence, sorted and without repetitions: "CPU 1", "CPUs 0–3, 8", "no CPU".
std::string cpu_words(std::vector<unsigned> cpus);

}  // namespace spinscope
