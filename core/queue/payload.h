// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace spinscope {

/// What a producer writes at the start of each payload, so that a verifying sink can check order and content.
/// The bytes behind it stay zero, and are checked. A payload shorter than this carries as many of its bytes
/// as fit and cannot be verified.
struct PayloadHeader {
    std::uint32_t producer = 0;
    std::uint32_t check = 0;  ///< of the other two
    std::uint64_t sequence = 0;

    static std::uint32_t checksum(std::uint32_t producer, std::uint64_t sequence) {
        const std::uint64_t mixed = (sequence ^ (std::uint64_t{producer} << 40)) * 0x9e3779b97f4a7c15u;
        return static_cast<std::uint32_t>(mixed >> 32);
    }
    static PayloadHeader of(std::uint32_t producer, std::uint64_t sequence) {
        return {producer, checksum(producer, sequence), sequence};
    }
    bool valid() const { return check == checksum(producer, sequence); }

    void write(std::span<std::byte> payload) const {
        if (payload.size() >= sizeof *this) {
            std::memcpy(payload.data(), this, sizeof *this);  // two stores
        } else {
            std::memcpy(payload.data(), this, payload.size());
        }
    }
    /// The payload must hold a whole header.
    static PayloadHeader read(std::span<const std::byte> payload) {
        PayloadHeader header;
        std::memcpy(&header, payload.data(), sizeof header);
        return header;
    }
};

}  // namespace spinscope
