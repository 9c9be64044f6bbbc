// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace spinscope {

/// The locks of a transmit call, as they are told apart in every result. Relock is the owner taking the root
/// lock back after the device call; Root leaves that out.
enum class Site : std::uint8_t { Root, Gate, Relock, Tx };
inline constexpr std::size_t kSites = 4;
inline constexpr std::array<Site, kSites> kAllSites{Site::Root, Site::Gate, Site::Relock, Site::Tx};

constexpr std::string_view name_of(Site site) {
    constexpr std::array<std::string_view, kSites> names{"root", "gate", "relock", "tx"};
    return names[static_cast<std::size_t>(site)];
}

/// One value per site, indexed by it.
template <class T>
struct PerSite : std::array<T, kSites> {
    constexpr T& operator[](Site site) {
        return std::array<T, kSites>::operator[](static_cast<std::size_t>(site));
    }
    constexpr const T& operator[](Site site) const {
        return std::array<T, kSites>::operator[](static_cast<std::size_t>(site));
    }
};

}  // namespace spinscope
