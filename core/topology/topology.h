// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace spinscope {

/// One processing unit (hardware thread): "CPU" on screen.
struct Pu {
    unsigned os_index = 0;       ///< the kernel's number: for binding and for `--cpus`
    unsigned logical_index = 0;  ///< hwloc's number, in machine order: for display order
    unsigned core = 0;           ///< logical index of its core
    unsigned thread = 0;         ///< 0 for the first hardware thread of its core, 1 for the second ...
    unsigned package = 0;        ///< logical index of its package
    unsigned numa_node = 0;      ///< os index of its NUMA node
    /// Number of its die, CCX or group of cores with one L2, in machine order; nothing where its package is
    /// not divided.
    std::optional<unsigned> cluster;
    std::string kind;        ///< "P", "E" on hybrids; empty where all CPUs are of one kind
    unsigned kind_rank = 0;  ///< 0 for the strongest kind; orders the kinds
    bool usable = true;      ///< this process may run on it
    std::string refusal;     ///< why not, where not usable
};

/// Group is a die, or another set of cores the machine describes; Numa is such a set with memory of its own.
enum class BoxKind { Machine, Package, Group, Numa, Cache, Core, Pu };

/// One box of the machine drawing, outermost first; the same tree for every front end.
struct Box {
    BoxKind kind = BoxKind::Machine;
    std::string label;   ///< "Package 0", "L3 32 MiB", "Core 0", "CPU 0"
    std::string detail;  ///< "NUMA node 0", "P core"; may be empty
    unsigned pu = 0;     ///< index into Topology::pus(), for kind Pu
    std::vector<Box> children;
};

/// What the machine has and what this process may use of it. Immutable once built, safe to share between
/// threads.
class Topology {
 public:
    /// The machine we run on. Usable = in the allowed cpuset and in the affinity mask this process started
    /// with; call it before any thread is moved: the first call decides, later ones return the same topology.
    /// PUs that may not be used stay visible, with the reason. Throws Error. Thread-safe.
    static std::shared_ptr<const Topology> host();
    /// From an hwloc synthetic description ("pack:2 core:4 pu:2"), which is also its name if none is given.
    /// Throws Error.
    static std::shared_ptr<const Topology> synthetic(const std::string& description,
                                                     const std::string& name = {});
    /// From an hwloc XML file. Throws Error.
    static std::shared_ptr<const Topology> from_xml(const std::string& path);

    ~Topology();
    Topology(const Topology&) = delete;
    Topology& operator=(const Topology&) = delete;

    const std::string& name() const;          ///< CPU model, or the synthetic description
    bool is_host() const;                     ///< binding works only there
    const std::vector<Pu>& pus() const;       ///< in machine (logical) order
    std::vector<unsigned> usable() const;     ///< os indices, in machine order
    const Pu* find(unsigned os_index) const;  ///< null if the machine has no such PU
    const Box& root() const;
    unsigned numa_nodes() const;

    /// Binds the calling thread to one PU and reads back where it runs. Returns nothing when the kernel runs
    /// it there, else the reason. Thread-safe; each thread binds itself.
    std::optional<std::string> bind_this_thread(unsigned os_index) const;
    /// Binds the calling thread to the usable PUs not in `busy`, to stay out of the workers' way; leaves it
    /// where it is when none is left, and on other machines than the host.
    void keep_this_thread_off(const std::vector<unsigned>& busy) const;

    /// Memory on one NUMA node (`os index`), page-aligned and zeroed; on a machine that is not the host, or
    /// where the kernel refuses the binding, ordinary memory. Released with free_memory. Throws
    /// std::bad_alloc.
    void* allocate(std::size_t bytes, unsigned numa_node) const;
    void free_memory(void* memory, std::size_t bytes) const;
    /// Os index of the NUMA node that holds a page which has been touched; nothing where it cannot be known.
    std::optional<unsigned> node_of(const void* memory) const;

 private:
    struct Impl;
    explicit Topology(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

}  // namespace spinscope
