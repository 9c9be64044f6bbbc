// SPDX-License-Identifier: GPL-3.0-or-later
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <exception>

#include "app/calibrate.h"
#include "app/catalog.h"
#include "app/command_line.h"
#include "app/compare.h"
#include "app/headless.h"
#include "app/machine_text.h"
#include "app/sweep.h"
#include "app/validate.h"
#include "app/window.h"
#include "core/base/error.h"
#include "core/record/profile_json.h"

namespace spinscope {
namespace {

/// On stdout, or on stderr for what is wrong; 1 when it cannot be written.
int print(const std::string& text, int exit_code) {
    std::FILE* stream = exit_code == 0 ? stdout : stderr;
    const bool written = std::fputs(text.c_str(), stream) >= 0 && std::fflush(stream) == 0;
    return written ? exit_code : 1;
}

int run(const RunCommand& command) {
    if (!command.picture.empty()) check_picture(command.picture);
    Interrupts interrupts;
    Output output(STDOUT_FILENO);
    Output errors(STDERR_FILENO);
    const auto session = make_session(command.experiment.machine, Pace::AsRead);
    return run_headless(*session, command, interrupts, output, errors, draw_picture);
}

std::string topology_of(const TopologyCommand& command) {
    if (command.machine != "host") {
        const ProfilePtr profile = load_profile(command.machine);
        return command.json ? machine_json(profile) : machine_text(profile);
    }
    const auto host = Topology::host();
    return command.json ? topology_json(*host) : topology_text(*host);
}

int execute(const Command& command, int argc, char** argv) {
    if (const auto* text = std::get_if<PrintCommand>(&command)) return print(text->text, text->exit_code);
    if (const auto* list = std::get_if<ListCommand>(&command)) {
        return print(list_text(list->what, list->json), 0);
    }
    if (const auto* topology = std::get_if<TopologyCommand>(&command)) {
        return print(topology_of(*topology), 0);
    }
    if (const auto* calibrate = std::get_if<CalibrateCommand>(&command)) return run_calibrate(*calibrate);
    if (const auto* compare = std::get_if<CompareCommand>(&command)) return run_compare(*compare);
    if (const auto* sweep = std::get_if<SweepCommand>(&command)) return run_sweep(*sweep);
    if (const auto* validate = std::get_if<ValidateCommand>(&command)) return run_validate(*validate);
    if (const auto* headless = std::get_if<RunCommand>(&command)) return run(*headless);
    return open_window(argc, argv, std::get<WindowCommand>(command).options);
}

/// Opens /dev/null on each of stdin, stdout and stderr that is closed: else the next descriptor of our own
/// would take its place, and the result would be written there.
void occupy_standard_descriptors() {
    for (int descriptor = open("/dev/null", O_RDWR); descriptor >= 0;
         descriptor = open("/dev/null", O_RDWR)) {
        if (descriptor > STDERR_FILENO) {
            close(descriptor);
            return;
        }
    }
}

}  // namespace
}  // namespace spinscope

int main(int argc, char** argv) {
    using namespace spinscope;
    occupy_standard_descriptors();
    try {
        return execute(parse_command_line({argv + 1, argv + argc}), argc, argv);
    } catch (const UsageError& error) {
        return print("spinscope: " + error.line() + "\n", 2);
    } catch (const Error& error) {
        return print("spinscope: " + error.line() + "\n", 1);
    } catch (const std::exception& error) {
        return print(std::string("spinscope: ") + error.what() + "\n", 1);
    }
}
