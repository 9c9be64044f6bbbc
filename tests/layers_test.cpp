// SPDX-License-Identifier: GPL-3.0-or-later
// Who may include whom: read from the sources, so that a shortcut through the layers fails here.
#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace spinscope {
namespace {

namespace fs = std::filesystem;

/// Each folder of the core may include its own files and those of the folders before it.
constexpr std::array<std::string_view, 13> kCoreLayers{"base",    "topology", "probe",    "machine", "lock",
                                                       "queue",   "device",   "transmit", "receive", "action",
                                                       "metrics", "engine",   "record"};

std::size_t layer_of(std::string_view folder) {
    return static_cast<std::size_t>(std::find(kCoreLayers.begin(), kCoreLayers.end(), folder) -
                                    kCoreLayers.begin());
}

std::string first_folder(const std::string& path) {
    return path.substr(0, path.find('/'));
}

/// What is wrong with one include, or nothing. `file` is relative to the root of the repository.
std::string objection(const std::string& file, const std::string& included, bool in_brackets) {
    const std::string part = first_folder(file);
    if (part == "core") {
        const bool qt = included.starts_with("Q") || included.starts_with("qcustomplot");
        if (qt && in_brackets) return "the core does not know Qt";
        if (included.starts_with("ui/") || included.starts_with("app/")) return "the core is below it";
        const bool json = included.starts_with("nlohmann/") && included != "nlohmann/json_fwd.hpp";
        if (json && !file.ends_with(".cpp")) return "a heavy header stays in .cpp files";
    }
    if (part == "ui" && included.starts_with("app/")) return "the window is below it";
    if (part == "core" && included.starts_with("core/")) {
        const std::size_t here = layer_of(first_folder(file.substr(5)));
        const std::size_t there = layer_of(first_folder(included.substr(5)));
        if (here == kCoreLayers.size() || there == kCoreLayers.size())
            return "a folder without a place in the order";
        if (there > here) return "it is in a higher layer";
    }
    return {};
}

std::vector<std::string> violations(const fs::path& root) {
    static const std::regex include(R"re(^\s*#\s*include\s*([<"])([^>"]+)[>"].*)re");
    std::vector<std::string> found;
    for (const char* part : {"core", "ui", "app"}) {
        if (!fs::exists(root / part)) continue;
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / part)) {
            const std::string extension = entry.path().extension();
            if (extension != ".h" && extension != ".cpp" && extension != ".c") continue;
            const std::string file = fs::relative(entry.path(), root).generic_string();
            std::ifstream stream(entry.path());
            std::smatch match;
            for (std::string line; std::getline(stream, line);) {
                if (!std::regex_match(line, match, include)) continue;
                const std::string why = objection(file, match[2], match[1] == "<");
                if (!why.empty()) found.push_back(file + " includes " + match[2].str() + ": " + why);
            }
        }
    }
    return found;
}

TEST(Layers, EachIncludesOnlyThoseAboveIt) {
    EXPECT_THAT(violations(SPINSCOPE_SOURCE_DIR), testing::IsEmpty());
}

class PlantedViolation : public testing::Test {
 protected:
    void SetUp() override { fs::create_directories(root_); }
    void TearDown() override { fs::remove_all(root_); }
    void write(const std::string& file, const std::string& text) {
        fs::create_directories((root_ / file).parent_path());
        std::ofstream(root_ / file) << text << "\n";
    }
    fs::path root_ = fs::path(testing::TempDir()) /
                     ("layers." + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
};

TEST_F(PlantedViolation, IsFound) {
    write("core/lock/a.h", "#include <QString>");
    write("core/lock/b.h", "#  include \"core/engine/session.h\"");
    write("core/base/c.cpp", "#include \"ui/window.h\"");
    write("core/record/d.h", "#include <nlohmann/json.hpp>");
    write("core/shed/e.h", "#include \"core/base/error.h\"");
    write("ui/f.cpp", "#include \"app/command_line.h\"");
    EXPECT_THAT(violations(root_), testing::UnorderedElementsAre(
                                       testing::HasSubstr("core/lock/a.h includes QString"),
                                       testing::HasSubstr("core/lock/b.h includes core/engine/session.h"),
                                       testing::HasSubstr("core/base/c.cpp includes ui/window.h"),
                                       testing::HasSubstr("core/record/d.h includes nlohmann/json.hpp"),
                                       testing::HasSubstr("core/shed/e.h includes core/base/error.h"),
                                       testing::HasSubstr("ui/f.cpp includes app/command_line.h")));
}

TEST_F(PlantedViolation, IsNotSeenInGoodOrder) {
    write("core/engine/a.h",
          "#include \"core/lock/ticket.h\"\n#include <vector>\n#include \"core/engine/b.h\"");
    write("core/record/b.cpp", "#include <nlohmann/json.hpp>");
    write("ui/c.cpp", "#include <QString>\n#include \"core/engine/session.h\"");
    write("app/d.cpp", "#include \"ui/gui_main.h\"");
    EXPECT_THAT(violations(root_), testing::IsEmpty());
}

}  // namespace
}  // namespace spinscope
