// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/packet.h"

namespace spinscope {

/// A rotation of flow queues, linked both ways by their `next` and `previous`, as the kernel's list_head.
/// Under the root lock.
template <Machine M, class Flow>
class FlowList {
    using Ctx = typename M::Ctx;

 public:
    Flow* first(Ctx& ctx) { return ctx.get(first_); }

    void push(Ctx& ctx, Flow& flow) {
        Flow* before = ctx.get(last_);
        ctx.set(flow.next, nullptr);
        ctx.set(flow.previous, before);
        if (before == nullptr) {
            ctx.set(first_, &flow);
        } else {
            ctx.set(before->next, &flow);
        }
        ctx.set(last_, &flow);
    }
    void remove(Ctx& ctx, Flow& flow) {
        Flow* before = ctx.get(flow.previous);
        Flow* after = ctx.get(flow.next);
        if (before == nullptr) {
            ctx.set(first_, after);
        } else {
            ctx.set(before->next, after);
        }
        if (after == nullptr) {
            ctx.set(last_, before);
        } else {
            ctx.set(after->previous, before);
        }
    }

 private:
    typename M::template Var<Flow*> first_{};
    typename M::template Var<Flow*> last_{};
};

/// Adds to a variable; by subtracting, where `by` wraps round.
template <Machine M, class T>
void add_to(typename M::Ctx& ctx, typename M::template Var<T>& variable, std::type_identity_t<T> by) {
    const T before = ctx.get(variable);
    ctx.set(variable, static_cast<T>(before + by));
}

/// All that take() gives, in that order, linked by `next`.
template <Machine M, class Take>
Packet<M>* chain_of(typename M::Ctx& ctx, Take&& take) {
    PacketList<M> chain;
    while (Packet<M>* packet = take()) chain.push(ctx, *packet);
    return ctx.get(chain.head);
}

}  // namespace spinscope
