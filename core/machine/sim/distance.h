// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/topology/topology.h"

namespace spinscope {

/// How far the other CPU is. A cluster is a die, a CCX or a group of cores with one L2, where a package has
/// several of them; Socket is elsewhere in the same package.
enum class Distance : std::uint8_t { Self, Sibling, Cluster, Socket, Remote };
inline constexpr std::size_t kDistances = 5;
template <class T>
using PerDistance = std::array<T, kDistances>;

inline constexpr PerDistance<std::string_view> kDistanceNames{"self", "sibling", "cluster", "socket",
                                                              "remote"};

constexpr std::string_view name_of(Distance distance) {
    return kDistanceNames[static_cast<std::size_t>(distance)];
}

inline Distance distance(const Pu& a, const Pu& b) {
    if (a.logical_index == b.logical_index) return Distance::Self;
    if (a.core == b.core) return Distance::Sibling;
    if (a.package != b.package) return Distance::Remote;
    return a.cluster && a.cluster == b.cluster ? Distance::Cluster : Distance::Socket;
}

}  // namespace spinscope
