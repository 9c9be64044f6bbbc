// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>

#include "core/machine/arena.h"

namespace spinscope {

/// Arenas whose memory comes back for the next execution of this thread: most of a short one would be the
/// system's work otherwise.
std::unique_ptr<Arena> make_pooled_arena(std::size_t bytes);

}  // namespace spinscope
