// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/packet.h"

namespace spinscope {

/// Packets that have left a queue without being sent, on their way to being freed: linked by `next`, each
/// with its reason, the last one first. Belongs to one worker.
template <Machine M>
class DropList {
 public:
    void push(typename M::Ctx& ctx, Packet<M>& packet, DropReason reason) {
        packet.drop_reason = reason;
        ctx.set(packet.next, first_);
        first_ = &packet;
        ++length_;
    }
    /// Calls free(packet) for each and is empty then.
    template <class Free>
    void free_all(typename M::Ctx& ctx, Free&& free) {
        Packet<M>* packet = first_;
        first_ = nullptr;
        length_ = 0;
        while (packet != nullptr) {
            Packet<M>* next = ctx.get(packet->next);
            free(*packet);
            packet = next;
        }
    }
    bool empty() const { return first_ == nullptr; }
    std::uint32_t length() const { return length_; }

 private:
    Packet<M>* first_ = nullptr;
    std::uint32_t length_ = 0;
};

}  // namespace spinscope
