// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "core/base/experiment.h"
#include "core/device/device.h"
#include "core/machine/machine.h"
#include "core/queue/packet.h"

namespace spinscope {

enum class Verdict : std::uint8_t { Success, Dropped };

/// Who gets a packet back when it has been sent or dropped.
template <Machine M>
class PacketOwner {
 public:
    virtual ~PacketOwner() = default;
    virtual void sent(typename M::Ctx& ctx, Packet<M>& packet) = 0;
    virtual void dropped(typename M::Ctx& ctx, Packet<M>& packet, DropReason reason) = 0;
};

/// Is told what lies where: a label, an address, bytes.
using NameMemory = std::function<void(std::string_view, const void*, std::size_t)>;

/// A strategy at work: one transmit queue with its locks. Every call by a worker inside a packet, unless it
/// says otherwise.
template <Machine M>
class TransmitPath : public Runnable<M> {
 public:
    /// Offers one packet. Success does not promise that it is sent: a deferred packet may still be dropped
    /// later.
    virtual Verdict transmit(typename M::Ctx& ctx, Packet<M>& packet) = 0;

    /// Packets in all parts of the queue. Exact when no worker is inside a packet.
    virtual std::uint64_t queued(typename M::Ctx& ctx) = 0;
    /// Down: whoever comes next has its packet dropped. Up again with true; the caller then runs what is
    /// queued.
    virtual void set_active(typename M::Ctx& ctx, bool active) = 0;

    /// What is in the queue's memory, for the ledger of a simulated machine.
    virtual void name_memory(const NameMemory& name) const = 0;

    // For a switch, while no worker is inside a packet:
    /// Empties the queue: its packets in the order in which they would have been sent, linked by `next`.
    virtual Packet<M>* take_all(typename M::Ctx& ctx) = 0;
    /// Puts such a chain before everything else, whatever the limit.
    virtual void adopt(typename M::Ctx& ctx, Packet<M>* chain) = 0;
};

/// What a queue is made of.
struct QueuePlan {
    std::string strategy = "ticket";
    std::string lock;  ///< empty = the strategy's own
    std::string discipline = "pfifo";
    Options options;
    std::uint32_t limit = 1000;
    unsigned flows = 1;
    unsigned batch = 1;  ///< packets per device call at most
    std::uint64_t seed = 0;
};

/// What it is connected to.
template <Machine M>
struct QueueEnvironment {
    Arena& arena;  ///< for this queue alone; queue_memory() bytes
    Device<M>& device;
    unsigned device_queue;
    PacketOwner<M>& owner;
    unsigned contexts;  ///< workers and control threads that may call
};

/// Bytes of the arena of such a queue.
template <Machine M>
std::size_t queue_memory(const QueuePlan& plan, unsigned contexts);

/// How many queues the strategy has where the experiment does not say.
unsigned own_queues(const std::string& strategy);

/// A queue of the plan's strategy, idle and empty. Throws UsageError for an option that makes no sense; null
/// for an unknown id, or a lock that the strategy does not take. Instantiated for the host and the simulated
/// machine in core/transmit/*_paths.cpp.
template <Machine M>
std::unique_ptr<TransmitPath<M>> make_transmit_path(const QueuePlan& plan,
                                                    const QueueEnvironment<M>& environment);

}  // namespace spinscope
