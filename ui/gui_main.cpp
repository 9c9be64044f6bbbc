// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/gui_main.h"

#include <QApplication>
#include <QSettings>
#include <QTimer>
#include <chrono>
#include <iostream>
#include <thread>

#include "core/engine/session.h"
#include "ui/application_id.h"
#include "ui/settings.h"
#include "ui/shell/icons.h"
#include "ui/shell/machine_switch.h"
#include "ui/shell/machines.h"
#include "ui/shell/main_window.h"
#include "ui/theme/outline_style.h"

namespace spinscope {

namespace {

ThemeChoice theme_of(const std::string& name, ThemeChoice otherwise) {
    if (name == "light") return ThemeChoice::Light;
    if (name == "dark") return ThemeChoice::Dark;
    if (name == "contrast") return ThemeChoice::Contrast;
    return otherwise;
}

/// What the command line says of the machine; an experiment without one is for the host.
std::string asked_machine(const GuiOptions& options) {
    if (!options.machine.empty() || !options.experiment) return options.machine;
    return options.experiment->machine;
}

/// A remembered machine may be gone (a profile's file): then the rule decides.
std::unique_ptr<Session> open_first(FirstMachine& first, const Settings& settings, const Topology& host) {
    try {
        return make_session(first.machine);
    } catch (const Error&) {
        if (first.machine != settings.machine()) throw;
        first = first_machine({}, {}, host);
        return make_session(first.machine);
    }
}

}  // namespace

int run_gui(int argc, char** argv, const GuiOptions& options) {
    const std::shared_ptr<const Topology> host = Topology::host();  // before any thread is made or moved
    QApplication::setOrganizationName(QStringLiteral("spinscope"));
    QApplication::setApplicationName(QStringLiteral("spinscope"));
    QApplication::setApplicationDisplayName(QStringLiteral("Spinscope"));
    QApplication::setApplicationVersion(QStringLiteral(SPINSCOPE_VERSION));
    QApplication::setDesktopFileName(QLatin1String(kApplicationId));
    QApplication application(argc, argv);
    QApplication::setStyle(new OutlineStyle);
    QApplication::setWindowIcon(application_icon());

    const bool for_show = options.synthetic > 0 || !options.screenshot.empty();
    QSettings store;
    Settings settings(for_show ? nullptr : &store);
    ThemeHolder theme(theme_of(options.theme, settings.theme()));
    theme.apply_to_application();

    std::unique_ptr<Session> session;
    SyntheticSession* formula = nullptr;
    FirstMachine first{"host", false};
    if (options.synthetic > 0) {
        SyntheticShape shape;
        shape.workers = options.synthetic;
        std::unique_ptr<SyntheticSession> synthetic = make_synthetic_session(shape);
        formula = synthetic.get();
        session = std::move(synthetic);
    } else {
        first = first_machine(asked_machine(options), settings.machine(), *host);
        session = open_first(first, settings, *host);
    }
    const Topology& topology = *session->topology();
    const Experiment experiment = options.experiment.value_or(
        settings.experiment(topology, default_experiment(topology, first.machine)));
    MachineSwitch machines(std::move(session), first.machine, settings);
    // Like every machine on a thread of its own: the window's cost is the window's alone.
    std::jthread ticking;
    if (formula != nullptr) {
        ticking = std::jthread([formula](const std::stop_token& stop) {
            while (!stop.stop_requested()) {
                formula->advance();
                std::this_thread::sleep_for(std::chrono::milliseconds(33));
            }
        });
    }
    MainWindow window(machines.session(), theme, settings, experiment);
    if (options.synthetic == 0) machines.serve(window);
    if (first.explain) window.messages().post(first_start_message(*host));
    if (options.width > 0 && options.height > 0) {
        window.resize(static_cast<int>(options.width), static_cast<int>(options.height));
    }
    window.show();
    if (options.start) window.run().start();
    if (options.compare) window.compare_now();

    bool failed = false;
    if (!options.screenshot.empty()) {
        QTimer::singleShot(static_cast<int>(options.screenshot_after_s * 1000), &window, [&] {
            const QString path = QString::fromStdString(options.screenshot);
            failed = !window.grab().save(path, "PNG");
            if (failed) std::cerr << "spinscope: cannot write " << options.screenshot << '\n';
            window.close();
        });
    }
    QApplication::exec();
    return failed ? 1 : 0;
}

}  // namespace spinscope
