// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>

namespace spinscope {

/// A body on a stack of its own, run in pieces: resume() goes on until suspend() or the end. Tells the
/// sanitizers about its stack. Not movable: the body knows where it lives.
class Fiber {
 public:
    /// `body` must not throw.
    explicit Fiber(std::function<void()> body);
    /// The body must have ended, or never have begun.
    ~Fiber();
    Fiber(const Fiber&) = delete;
    Fiber& operator=(const Fiber&) = delete;

    void resume();
    /// From inside the body.
    void suspend();
    bool ended() const;

 private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace spinscope
