// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/explorer/arena_pool.h"

#include <cstdlib>
#include <map>
#include <new>
#include <vector>

namespace spinscope {
namespace {

constexpr std::size_t kPage = 4096;

/// Free memory by size.
class Pool {
 public:
    Pool() = default;
    ~Pool() {
        for (const auto& [bytes, blocks] : free_) {
            for (void* block : blocks) std::free(block);
        }
    }
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;

    void* take(std::size_t bytes) {
        auto& blocks = free_[bytes];
        if (blocks.empty()) {
            void* block = std::aligned_alloc(kPage, bytes);
            if (block == nullptr) throw std::bad_alloc();
            return block;
        }
        void* block = blocks.back();
        blocks.pop_back();
        return block;
    }
    void give_back(void* block, std::size_t bytes) { free_[bytes].push_back(block); }

 private:
    std::map<std::size_t, std::vector<void*>> free_;
};

thread_local Pool pool;

}  // namespace

std::unique_ptr<Arena> make_pooled_arena(std::size_t bytes) {
    const std::size_t whole = (bytes + kPage - 1) / kPage * kPage;
    return std::make_unique<Arena>(pool.take(whole), bytes,
                                   [whole](void* begin, std::size_t) { pool.give_back(begin, whole); });
}

}  // namespace spinscope
