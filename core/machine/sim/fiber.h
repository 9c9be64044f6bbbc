// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>

namespace spinscope {

/// A body on a stack of its own, run in pieces: resume() goes on until suspend(), the end, or the end of
/// whoever it handed over to. Tells the sanitizers about its stack. Not movable: the body knows where it
/// lives. One thread at a time.
class Fiber {
 public:
    /// `body` must not throw.
    explicit Fiber(std::function<void()> body);
    /// A body that has begun and not ended is abandoned: nothing on its stack is destroyed.
    ~Fiber();
    Fiber(const Fiber&) = delete;
    Fiber& operator=(const Fiber&) = delete;

    void resume();
    /// From inside the body: back to whoever resumed it.
    void suspend();
    /// From inside the body: `next`, which is suspended or new, goes on in its place, in one switch instead
    /// of two. What suspends then returns to whoever resumed the first.
    void hand_over(Fiber& next);
    bool ended() const { return ended_; }
    /// The real machine is about to switch to it: what it left on top of its stack.
    void prefetch() const {
        const auto* top = static_cast<const std::byte*>(inner_);
        for (std::size_t line = 0; line < 8; ++line) __builtin_prefetch(top + 64 * line);
    }

 private:
    /// One side of a switch, as the sanitizers want to know it.
    struct Side {
        const void* bottom = nullptr;
        std::size_t size = 0;
        void* fake_stack = nullptr;
        void* thread = nullptr;
    };
    /// What the side that is left gives to the one that is reached: where to keep the context it left.
    struct Leap {
        Fiber* to = nullptr;  ///< the fiber that is reached; null for whoever resumed
        void** context = nullptr;
        Side* bounds = nullptr;  ///< where to note the stack that was left, if wanted
    };
    struct Switch;

    // What a switch needs comes first: it is on one cache line.
    void* inner_;            ///< our context while we are suspended
    void* outer_ = nullptr;  ///< that of whoever resumed us, while we run
    Leap leap_;
    bool ended_ = false;
    std::byte* const stack_;
    const std::function<void()> body_;
    Side mine_;
    Side theirs_;
};

}  // namespace spinscope
