// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>
#include <string>

#include "core/base/experiment.h"
#include "core/topology/topology.h"
#include "ui/theme/theme.h"

class QSettings;

namespace spinscope {

/// Everything the window keeps between runs, typed. Without a store nothing is kept and all is default. What
/// cannot be read, or makes no sense on this machine, is default too.
class Settings {
 public:
    explicit Settings(QSettings* store = nullptr) : store_(store) {}

    QByteArray geometry() const;
    void set_geometry(const QByteArray& geometry);
    QByteArray layout() const;  ///< of docks and tool bars
    void set_layout(const QByteArray& layout);

    ThemeChoice theme() const;
    void set_theme(ThemeChoice theme);

    /// The machine that was chosen in the window; empty = none was.
    std::string machine() const;
    void set_machine(const std::string& machine);

    /// `otherwise` where there is none, one of another machine than `otherwise` is for, or one that cannot
    /// run on it.
    Experiment experiment(const Topology& topology, const Experiment& otherwise) const;
    void set_experiment(const Experiment& experiment);

    /// For a dialog that keeps its own group of keys; null without a store.
    QSettings* store() const { return store_; }

 private:
    QSettings* store_;
};

}  // namespace spinscope
