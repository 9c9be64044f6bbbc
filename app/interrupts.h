// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

namespace spinscope {

/// Takes SIGINT and SIGTERM out of the hands of every thread that is started after this: they arrive as
/// readable data instead, so that no work is done in a signal handler. SIGPIPE is ignored: a reader that has
/// gone is an error of the write. Make it before any other thread; the destructor restores what was.
class Interrupts {
 public:
    Interrupts();
    ~Interrupts();
    Interrupts(const Interrupts&) = delete;
    Interrupts& operator=(const Interrupts&) = delete;

    /// For poll(): readable when a signal has come.
    int descriptor() const { return descriptor_; }
    /// How many have come since the last call.
    int take();

 private:
    struct Saved;
    std::unique_ptr<Saved> saved_;
    int descriptor_;
};

}  // namespace spinscope
