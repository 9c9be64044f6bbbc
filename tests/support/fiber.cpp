// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fiber.h"

#include <boost/context/fiber.hpp>
#include <boost/context/pooled_fixedsize_stack.hpp>
#include <boost/context/preallocated.hpp>
#include <cstddef>
#include <utility>

#if defined(__SANITIZE_ADDRESS__)
#define SPINSCOPE_ASAN 1
#endif
#if defined(__SANITIZE_THREAD__)
#define SPINSCOPE_TSAN 1
#endif
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SPINSCOPE_ASAN 1
#endif
#if __has_feature(thread_sanitizer)
#define SPINSCOPE_TSAN 1
#endif
#endif

#if defined(SPINSCOPE_ASAN)
#include <sanitizer/common_interface_defs.h>
#endif
#if defined(SPINSCOPE_TSAN)
#include <sanitizer/tsan_interface.h>
#endif

namespace spinscope {
namespace {

namespace context = boost::context;

/// One side of a switch, as the sanitizers want to know it.
struct Side {
    const void* bottom = nullptr;
    std::size_t size = 0;
    void* fake_stack = nullptr;
    void* thread = nullptr;
};

#if defined(SPINSCOPE_ASAN)
void leave(Side* from, const Side& to) {
    __sanitizer_start_switch_fiber(from == nullptr ? nullptr : &from->fake_stack, to.bottom, to.size);
}
void arrive(const Side& here, Side& from) {
    __sanitizer_finish_switch_fiber(here.fake_stack, &from.bottom, &from.size);
}
#elif defined(SPINSCOPE_TSAN)
void leave(Side*, const Side& to) {
    __tsan_switch_to_fiber(to.thread, 0);
}
void arrive(const Side&, Side&) {}
#else
void leave(Side*, const Side&) {}
void arrive(const Side&, Side&) {}
#endif

/// Reused, or most of a short run would be mmap.
context::pooled_fixedsize_stack& stacks() {
    static context::pooled_fixedsize_stack pool(256 * 1024);
    return pool;
}

}  // namespace

struct Fiber::State {
    explicit State(std::function<void()> what) : body(std::move(what)), stack(stacks().allocate()) {
        mine.bottom = static_cast<std::byte*>(stack.sp) - stack.size;
        mine.size = stack.size;
#if defined(SPINSCOPE_TSAN)
        mine.thread = __tsan_create_fiber(0);
#endif
        inner = context::fiber(std::allocator_arg, context::preallocated(stack.sp, stack.size, stack),
                               stacks(), [this](context::fiber&& caller) {
                                   arrive(mine, theirs);
                                   outer = std::move(caller);
                                   body();
                                   ended = true;
                                   leave(nullptr, theirs);
                                   return std::move(outer);
                               });
    }

    std::function<void()> body;
    context::stack_context stack;
    Side mine;
    Side theirs;
    context::fiber inner;
    context::fiber outer;
    bool ended = false;
};

Fiber::Fiber(std::function<void()> body) : state_(std::make_unique<State>(std::move(body))) {}

Fiber::~Fiber() {
#if defined(SPINSCOPE_TSAN)
    __tsan_destroy_fiber(state_->mine.thread);
#endif
}

void Fiber::resume() {
    State& state = *state_;
#if defined(SPINSCOPE_TSAN)
    state.theirs.thread = __tsan_get_current_fiber();
#endif
    Side ignored;
    leave(&state.theirs, state.mine);
    state.inner = std::move(state.inner).resume();
    arrive(state.theirs, ignored);
}

void Fiber::suspend() {
    State& state = *state_;
    leave(&state.mine, state.theirs);
    state.outer = std::move(state.outer).resume();
    arrive(state.mine, state.theirs);
}

bool Fiber::ended() const {
    return state_->ended;
}

}  // namespace spinscope
