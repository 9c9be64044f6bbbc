// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <cstdint>

#include "ui/format.h"

namespace spinscope {

/// What a switch took: always in milliseconds, so that switches can be compared at a glance.
inline QString switch_time(std::uint64_t took_ns) {
    return Quantity{Format().significant(static_cast<double>(took_ns) * 1e-6, 2), QStringLiteral("ms")}
        .text();
}

}  // namespace spinscope
