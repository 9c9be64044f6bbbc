// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/machine/sim/cpu_map.h"

namespace spinscope {

/// The cores that share a line, as bitmaps of cores, clusters and sockets: how near the nearest and how far
/// the farthest is takes a few looks, whatever the machine's size. A pool, because few lines are shared at a
/// time.
class SharerSets {
 public:
    explicit SharerSets(const CpuMap& map)
        : core_words_((map.cores + 63) / 64),
          cluster_words_((map.clusters + 63) / 64),
          socket_words_((map.sockets + 63) / 64),
          stride_(1 + core_words_ + cluster_words_ + socket_words_) {
        words_.resize(stride_);  // number 0 is none
    }

    /// An empty set.
    std::uint32_t make() {
        if (free_.empty()) {
            words_.resize(words_.size() + stride_);
            return static_cast<std::uint32_t>(words_.size() / stride_ - 1);
        }
        const std::uint32_t set = free_.back();
        free_.pop_back();
        std::fill_n(at(set), stride_, 0);
        return set;
    }
    void free(std::uint32_t set) { free_.push_back(set); }

    unsigned count(std::uint32_t set) const { return static_cast<unsigned>(*at(set)); }
    bool has(std::uint32_t set, const CpuPlace& cpu) const { return test(at(set) + 1, cpu.core); }
    void add(std::uint32_t set, const CpuPlace& cpu) {
        std::uint64_t* words = at(set);
        if (test(words + 1, cpu.core)) return;
        ++words[0];
        mark(words + 1, cpu.core);
        mark(words + 1 + core_words_, cpu.cluster);
        mark(words + 1 + core_words_ + cluster_words_, cpu.socket);
    }
    /// From a core that is not in the set to the nearest that is.
    Distance nearest(std::uint32_t set, const CpuPlace& cpu) const {
        const std::uint64_t* clusters = at(set) + 1 + core_words_;
        if (test(clusters, cpu.cluster)) return Distance::Cluster;
        return test(clusters + cluster_words_, cpu.socket) ? Distance::Socket : Distance::Remote;
    }
    /// To the farthest core beside its own; Self if there is none.
    Distance farthest(std::uint32_t set, const CpuPlace& cpu) const {
        const std::uint64_t* cores = at(set) + 1;
        const std::uint64_t* clusters = cores + core_words_;
        const std::uint64_t* sockets = clusters + cluster_words_;
        if (others(sockets, socket_words_, cpu.socket)) return Distance::Remote;
        if (others(clusters, cluster_words_, cpu.cluster)) return Distance::Socket;
        return others(cores, core_words_, cpu.core) ? Distance::Cluster : Distance::Self;
    }

 private:
    std::uint64_t* at(std::uint32_t set) { return words_.data() + std::size_t{set} * stride_; }
    const std::uint64_t* at(std::uint32_t set) const { return words_.data() + std::size_t{set} * stride_; }
    static bool test(const std::uint64_t* bits, unsigned i) { return (bits[i / 64] >> (i % 64) & 1) != 0; }
    static void mark(std::uint64_t* bits, unsigned i) { bits[i / 64] |= std::uint64_t{1} << (i % 64); }
    static bool others(const std::uint64_t* bits, unsigned words, unsigned i) {
        std::uint64_t seen = 0;
        for (unsigned w = 0; w < words; ++w)
            seen |= w == i / 64 ? bits[w] & ~(std::uint64_t{1} << (i % 64)) : bits[w];
        return seen != 0;
    }

    const unsigned core_words_;
    const unsigned cluster_words_;
    const unsigned socket_words_;
    const unsigned stride_;
    std::vector<std::uint64_t> words_;  ///< of each set: count, cores, clusters, sockets
    std::vector<std::uint32_t> free_;
};

}  // namespace spinscope
