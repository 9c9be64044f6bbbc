// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/explorer/trace.h"

namespace spinscope {

/// Names the words of a transmit queue where an execution is shown.
template <class Queue>
void name_words(Queue& queue, Trace* trace) {
    if (trace == nullptr) return;
    auto& layout = queue.layout();
    const auto name = [&](const auto& word, const char* text) { trace->name(&word, sizeof word, text); };
    name(layout, "queue");
    name(layout.state, "state");
    name(layout.root, "root");
    name(layout.gate, "gate");
    name(layout.queue.head, "head");
    name(layout.queue.tail, "tail");
    name(layout.queue.length, "length");
    name(layout.device, "device");
    name(layout.basic, "basic");
    name(layout.stats, "stats");
    if constexpr (requires { layout.running_word; }) name(layout.running_word, "running");
}

}  // namespace spinscope
