// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <new>
#include <span>
#include <type_traits>
#include <utility>

namespace spinscope {

/// Bump allocator for the objects that workers share. It starts on a page, so a cache line is (address -
/// start) / 64 and `alignas(64)` in the source is the only truth about layout on every machine. Objects live
/// as long as the arena and are not destroyed one by one. One thread allocates; objects may then be shared.
class Arena {
 public:
    using Release = std::function<void(void*, std::size_t)>;

    Arena(void* memory, std::size_t bytes, Release release)
        : begin_(static_cast<std::byte*>(memory)), bytes_(bytes), release_(std::move(release)) {}
    ~Arena() { release_(begin_, bytes_); }
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;

    /// Throws std::bad_alloc when the arena is full.
    template <class T, class... Args>
    T& make(Args&&... args) {
        static_assert(std::is_trivially_destructible_v<T>);
        return *new (take(sizeof(T), alignof(T))) T(std::forward<Args>(args)...);
    }
    template <class T>
    std::span<T> make_array(std::size_t count) {
        static_assert(std::is_trivially_destructible_v<T>);
        auto* first = static_cast<T*>(take(sizeof(T) * count, alignof(T)));
        for (std::size_t i = 0; i < count; ++i) new (first + i) T();
        return {first, count};
    }
    std::span<std::byte> bytes(std::size_t count) {
        return {static_cast<std::byte*>(take(count, 64)), count};
    }

    /// Cache line of an object in here; for layout tests.
    std::size_t line_of(const void* object) const {
        return static_cast<std::size_t>(static_cast<const std::byte*>(object) - begin_) / 64;
    }

 private:
    void* take(std::size_t size, std::size_t alignment) {
        const std::size_t at = (used_ + alignment - 1) / alignment * alignment;
        if (at + size > bytes_) throw std::bad_alloc();
        used_ = at + size;
        return begin_ + at;
    }

    std::byte* const begin_;
    const std::size_t bytes_;
    std::size_t used_ = 0;
    Release release_;
};

}  // namespace spinscope
