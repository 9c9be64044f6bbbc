// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/topology/environment.h"

#include <sys/utsname.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

namespace spinscope {
namespace {

/// Words separated by one blank: vendors pad the names with many.
std::string squeezed(const std::string& text) {
    std::istringstream words(text);
    std::string result;
    for (std::string word; words >> word;) result += (result.empty() ? "" : " ") + word;
    return result;
}

}  // namespace

std::string kernel_release() {
    utsname name{};
    return uname(&name) == 0 ? name.release : "";
}

std::string parse_cpu_model(const std::string& cpuinfo) {
    std::istringstream lines(cpuinfo);
    for (std::string line; std::getline(lines, line);) {
        const auto colon = line.find(':');
        if (colon == std::string::npos) continue;
        const std::string key = squeezed(line.substr(0, colon));
        if (key == "model name" || key == "cpu model" || key == "cpu")
            return squeezed(line.substr(colon + 1));
    }
    return {};
}

std::string cpu_model() {
    std::ifstream file("/proc/cpuinfo");
    std::ostringstream text;
    text << file.rdbuf();
    std::string model = parse_cpu_model(text.str());
    if (!model.empty()) return model;
    utsname name{};
    return uname(&name) == 0 ? name.machine : "";
}

std::optional<std::string> governor(const std::string& root) {
    std::set<std::string> names;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(root, error)) {
        std::ifstream file(entry.path() / "cpufreq" / "scaling_governor");
        if (std::string name; file >> name) names.insert(name);
    }
    if (names.empty()) return std::nullopt;
    std::string joined;
    for (const std::string& name : names) joined += (joined.empty() ? "" : ", ") + name;
    return joined;
}

}  // namespace spinscope
