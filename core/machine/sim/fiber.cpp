// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/sim/fiber.h"

#include <boost/context/detail/fcontext.hpp>
#include <cstdint>
#include <utility>

#include "core/base/sanitizers.h"
#include "core/machine/sim/fiber_stacks.h"

#if defined(SPINSCOPE_ASAN)
#include <sanitizer/common_interface_defs.h>
#endif
#if defined(SPINSCOPE_TSAN)
#include <sanitizer/tsan_interface.h>
#endif

namespace spinscope {

namespace context = boost::context::detail;

struct Fiber::Switch {
#if defined(SPINSCOPE_ASAN)
    static void leave(Side* from, const Side& to) {
        __sanitizer_start_switch_fiber(from == nullptr ? nullptr : &from->fake_stack, to.bottom, to.size);
    }
    static void arrive(const Side& here, Side* from) {
        const void* bottom = nullptr;
        std::size_t size = 0;
        __sanitizer_finish_switch_fiber(here.fake_stack, &bottom, &size);
        if (from == nullptr) return;
        from->bottom = bottom;
        from->size = size;
    }
#elif defined(SPINSCOPE_TSAN)
    static void leave(Side*, const Side& to) {
        __tsan_switch_to_fiber(to.thread, 0);
    }
    static void arrive(const Side&, Side*) {}
#else
    static void leave(Side*, const Side&) {}
    static void arrive(const Side&, Side*) {}
#endif

    /// First words on every side that is reached. The context that was left is valid from now on only.
    static void land(context::transfer_t from, const Side& here) {
        const Leap& leap = *static_cast<const Leap*>(from.data);
        *leap.context = from.fctx;
        arrive(here, leap.bounds);
    }

    static void begin(context::transfer_t from) {
        Fiber& self = *static_cast<const Leap*>(from.data)->to;
        land(from, self.mine_);
        self.body_();
        self.ended_ = true;
        self.leap_ = {nullptr, &self.inner_, nullptr};
        leave(nullptr, self.theirs_);
        context::jump_fcontext(self.outer_, &self.leap_);
    }
};

namespace {

/// Stacks lie a multiple of a page apart: without an offset of its own, the top of each would compete for the
/// same few sets of the cache.
std::size_t colour(const std::byte* stack) {
    constexpr std::size_t kStep = 192;
    constexpr std::size_t kColours = 16;
    return reinterpret_cast<std::uintptr_t>(stack) / 4096 % kColours * kStep;
}

}  // namespace

Fiber::Fiber(std::function<void()> body) : stack_(FiberStacks::take()), body_(std::move(body)) {
    const std::size_t usable = FiberStacks::size() - colour(stack_);
    inner_ = context::make_fcontext(stack_ + usable, usable, &Switch::begin);
    mine_.bottom = stack_;
    mine_.size = FiberStacks::size();
#if defined(SPINSCOPE_TSAN)
    mine_.thread = __tsan_create_fiber(0);
#endif
}

Fiber::~Fiber() {
#if defined(SPINSCOPE_TSAN)
    __tsan_destroy_fiber(mine_.thread);
#endif
    FiberStacks::give_back(stack_);
}

void Fiber::resume() {
#if defined(SPINSCOPE_TSAN)
    theirs_.thread = __tsan_get_current_fiber();
#endif
    // Whoever comes back may be a fiber that was handed over to, so what belongs to this side stays on this
    // stack.
    Side here;
    Leap leap{this, &outer_, &theirs_};
    Switch::leave(&here, mine_);
    Switch::land(context::jump_fcontext(inner_, &leap), here);
}

void Fiber::suspend() {
    leap_ = {nullptr, &inner_, nullptr};
    Switch::leave(&mine_, theirs_);
    Switch::land(context::jump_fcontext(outer_, &leap_), mine_);
}

void Fiber::hand_over(Fiber& next) {
    next.outer_ = outer_;
#if defined(SPINSCOPE_ASAN) || defined(SPINSCOPE_TSAN)
    next.theirs_ = theirs_;
#endif
    leap_ = {&next, &inner_, nullptr};
    Switch::leave(&mine_, next.mine_);
    Switch::land(context::jump_fcontext(next.inner_, &leap_), mine_);
}

}  // namespace spinscope
