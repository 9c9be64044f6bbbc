// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/uio.h>

#include <algorithm>
#include <cerrno>
#include <span>
#include <vector>

#include "core/device/device.h"
#include "core/device/send_calls.h"
#include "core/machine/host_machine.h"

namespace spinscope {

/// What a device needs for one of its queues to send from: a buffer for each packet of a call.
struct alignas(128) SendBuffers {
    std::vector<iovec> vectors;
};

/// Has a sender take the batch, as far as it can. `drops_when_full`: what it has no room for (ENOBUFS) is
/// gone, and need not be tried again.
template <class Sender>
Device<HostMachine>::Result send_batch(Sender& sender, SendBuffers& buffers,
                                       std::span<Packet<HostMachine>* const> batch,
                                       bool drops_when_full = false) {
    std::vector<iovec>& vectors = buffers.vectors;
    Device<HostMachine>::Result result;
    while (result.finished < batch.size()) {
        const auto rest =
            batch.subspan(result.finished, std::min(batch.size() - result.finished, vectors.size()));
        for (std::size_t i = 0; i < rest.size(); ++i) {
            vectors[i] = {rest[i]->payload.bytes().data(), rest[i]->size};
        }
        const SendResult sent = sender.send(std::span(vectors).first(rest.size()));
        result.finished += sent.sent;
        if (sent.next == SendResult::Next::None) continue;
        const bool full = drops_when_full && sent.error == ENOBUFS;
        if (sent.next == SendResult::Next::Busy && !full) {
            result.busy = true;
            break;
        }
        Packet<HostMachine>& refused = *batch[result.finished++];
        refused.refused = true;
        refused.drop_reason = full ? DropReason::Limit : DropReason::Device;
    }
    return result;
}

}  // namespace spinscope
