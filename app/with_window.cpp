// SPDX-License-Identifier: GPL-3.0-or-later
#include <unistd.h>

#include <QApplication>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "app/window.h"
#include "core/base/error.h"
#include "ui/export/picture.h"

namespace spinscope {

int open_window(int argc, char** argv, const GuiOptions& options) {
    // Qt aborts the process where it finds no display.
    const bool display = qEnvironmentVariableIsSet("DISPLAY") ||
                         qEnvironmentVariableIsSet("WAYLAND_DISPLAY") ||
                         qEnvironmentVariableIsSet("QT_QPA_PLATFORM");
    if (!display) {
        throw UsageError("The window cannot be opened",
                         "there is no display (DISPLAY and WAYLAND_DISPLAY are unset)",
                         "Run without a window: see spinscope run --help");
    }
    return run_gui(argc, argv, options);
}

void check_picture(const std::string& path) {
    picture_type(path);
    const std::filesystem::path folder = std::filesystem::absolute(path).parent_path();
    if (access(folder.c_str(), W_OK | X_OK) != 0) {
        throw UsageError("--picture \"" + path + "\" cannot be written",
                         folder.string() + ": " + std::strerror(errno),
                         "Choose a folder that can be written to");
    }
}

namespace {

/// Qt complains of a missing XDG_RUNTIME_DIR, which no picture needs.
void print_message(QtMsgType, const QMessageLogContext&, const QString& message) {
    if (!message.contains(QLatin1String("XDG_RUNTIME_DIR"))) {
        std::fprintf(stderr, "%s\n", message.toLocal8Bit().constData());
    }
}

}  // namespace

void draw_picture(const History& history, const Session::SnapshotPtr& newest, const std::string& path) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    qInstallMessageHandler(print_message);
    int argc = 1;
    char name[] = "spinscope";
    char* argv[] = {name, nullptr};
    const QApplication application(argc, argv);
    export_picture(history, newest, path);
}

}  // namespace spinscope
