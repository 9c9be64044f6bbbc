// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window.h"
#include "core/base/error.h"

namespace spinscope {
namespace {

[[noreturn]] void refuse(const std::string& what, const std::string& remedy) {
    throw UsageError(what, "this build has no Qt (SPINSCOPE_BUILD_UI=OFF)", remedy);
}

}  // namespace

int open_window(int, char**, const GuiOptions&) {
    refuse("There is no window", "Run without it: see spinscope run --help");
}

void check_picture(const std::string&) {
    refuse("--picture cannot draw", "Use --json or --csv, or a build with the window");
}

void draw_picture(const History&, const Session::SnapshotPtr&, const std::string& path) {
    check_picture(path);
}

}  // namespace spinscope
