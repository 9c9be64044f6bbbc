// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/topology/topology.h"

#include <fmt/format.h>
#include <hwloc.h>
#include <hwloc/glibc-sched.h>
#include <sched.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <new>

#include "core/base/error.h"
#include "core/topology/cpu_list.h"
#include "core/topology/environment.h"
#include "core/topology/hwloc_reader.h"

namespace spinscope {
namespace {

struct FreeTopology {
    void operator()(hwloc_topology_t topology) const { hwloc_topology_destroy(topology); }
};
using TopologyHandle = std::unique_ptr<hwloc_topology, FreeTopology>;

struct FreeBitmap {
    void operator()(hwloc_bitmap_t bitmap) const { hwloc_bitmap_free(bitmap); }
};
using Bitmap = std::unique_ptr<hwloc_bitmap_s, FreeBitmap>;

Bitmap empty_bitmap() {
    Bitmap bitmap(hwloc_bitmap_alloc());
    if (!bitmap) throw std::bad_alloc();
    return bitmap;
}

TopologyHandle unloaded() {
    hwloc_topology_t topology = nullptr;
    if (hwloc_topology_init(&topology) != 0)
        throw Error("The machine's topology cannot be read", std::strerror(errno));
    TopologyHandle handle(topology);
    // Refused PUs shall be seen; and reading must not move the calling thread about.
    hwloc_topology_set_flags(
        topology, HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED | HWLOC_TOPOLOGY_FLAG_DONT_CHANGE_BINDING);
    return handle;
}

/// The affinity mask of the main thread: what taskset gave the process.
Bitmap main_thread_affinity() {
    // The kernel refuses a set smaller than its own; machines with over 1024 CPUs exist.
    for (int count = 1024; count <= 1 << 20; count *= 2) {
        cpu_set_t* set = CPU_ALLOC(static_cast<std::size_t>(count));
        if (set == nullptr) throw std::bad_alloc();
        const std::size_t size = CPU_ALLOC_SIZE(static_cast<std::size_t>(count));
        CPU_ZERO_S(size, set);
        const int error = sched_getaffinity(getpid(), size, set) == 0 ? 0 : errno;
        Bitmap mask = empty_bitmap();
        for (int cpu = 0; error == 0 && cpu < count; ++cpu) {
            if (CPU_ISSET_S(static_cast<std::size_t>(cpu), size, set)) {
                hwloc_bitmap_set(mask.get(), static_cast<unsigned>(cpu));
            }
        }
        CPU_FREE(set);
        if (error == 0) return mask;
        if (error != EINVAL)
            throw Error("The CPU affinity of this process cannot be read", std::strerror(error));
    }
    throw Error("The CPU affinity of this process cannot be read");
}

}  // namespace

struct Topology::Impl {
    TopologyHandle hwloc;
    std::string name;
    bool is_host = false;
    std::vector<Pu> pus;
    Box root;

    Impl(TopologyHandle handle, hwloc_const_cpuset_t affinity)
        : hwloc(std::move(handle)),
          name(read_cpu_model(hwloc.get())),
          pus(read_pus(hwloc.get(), affinity)),
          root(read_boxes(hwloc.get(), pus)) {}
};

Topology::Topology(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Topology::~Topology() = default;

std::shared_ptr<const Topology> Topology::host() {
    static const std::shared_ptr<const Topology> topology = [] {
        const Bitmap affinity = main_thread_affinity();
        TopologyHandle handle = unloaded();
        if (hwloc_topology_load(handle.get()) != 0) {
            throw Error("The topology of this computer cannot be read", std::strerror(errno));
        }
        auto impl = std::make_unique<Impl>(std::move(handle), affinity.get());
        // hwloc can be told by its environment to describe another machine; binding there does nothing.
        impl->is_host = hwloc_topology_is_thissystem(impl->hwloc.get()) != 0;
        if (impl->name.empty()) impl->name = cpu_model();
        return std::shared_ptr<const Topology>(new Topology(std::move(impl)));
    }();
    return topology;
}

std::shared_ptr<const Topology> Topology::synthetic(const std::string& description, const std::string& name) {
    TopologyHandle handle = unloaded();
    if (hwloc_topology_set_synthetic(handle.get(), description.c_str()) != 0 ||
        hwloc_topology_load(handle.get()) != 0) {
        throw Error(fmt::format("\"{}\" does not describe a machine", description), std::strerror(errno),
                    "Write for example pack:2 core:4 pu:2");
    }
    auto impl = std::make_unique<Impl>(std::move(handle), nullptr);
    impl->name = name.empty() ? description : name;
    return std::shared_ptr<const Topology>(new Topology(std::move(impl)));
}

std::shared_ptr<const Topology> Topology::from_xml(const std::string& path) {
    TopologyHandle handle = unloaded();
    if (hwloc_topology_set_xml(handle.get(), path.c_str()) != 0 || hwloc_topology_load(handle.get()) != 0) {
        throw Error(fmt::format("{} cannot be read as a topology", path), std::strerror(errno),
                    "Give a file that hwloc's lstopo has written (lstopo machine.xml)");
    }
    auto impl = std::make_unique<Impl>(std::move(handle), nullptr);
    if (impl->name.empty()) impl->name = std::filesystem::path(path).stem().string();
    return std::shared_ptr<const Topology>(new Topology(std::move(impl)));
}

const std::string& Topology::name() const {
    return impl_->name;
}

bool Topology::is_host() const {
    return impl_->is_host;
}

const std::vector<Pu>& Topology::pus() const {
    return impl_->pus;
}

std::vector<unsigned> Topology::usable() const {
    std::vector<unsigned> cpus;
    for (const Pu& pu : impl_->pus) {
        if (pu.usable) cpus.push_back(pu.os_index);
    }
    return cpus;
}

const Pu* Topology::find(unsigned os_index) const {
    for (const Pu& pu : impl_->pus) {
        if (pu.os_index == os_index) return &pu;
    }
    return nullptr;
}

const Box& Topology::root() const {
    return impl_->root;
}

unsigned Topology::numa_nodes() const {
    return static_cast<unsigned>(hwloc_get_nbobjs_by_type(impl_->hwloc.get(), HWLOC_OBJ_NUMANODE));
}

std::optional<std::string> Topology::bind_this_thread(unsigned os_index) const {
    const Pu* pu = find(os_index);
    if (pu == nullptr) return fmt::format("CPU {} does not exist", os_index);
    if (!impl_->is_host)
        return fmt::format("CPU {} is not of this computer: no thread can run there", os_index);
    // The kernel would let a thread leave taskset's mask; whoever set it meant it.
    if (!pu->usable) return fmt::format("CPU {} is {}", os_index, pu->refusal);

    const hwloc_topology_t topology = impl_->hwloc.get();
    const Bitmap wanted = empty_bitmap();
    const Bitmap actual = empty_bitmap();
    hwloc_bitmap_only(wanted.get(), os_index);
    if (hwloc_set_cpubind(topology, wanted.get(), HWLOC_CPUBIND_THREAD) != 0) {
        return fmt::format("CPU {} was refused by the kernel: {}", os_index, std::strerror(errno));
    }
    if (hwloc_get_cpubind(topology, actual.get(), HWLOC_CPUBIND_THREAD) != 0) {
        return fmt::format("CPU {}: the binding cannot be read back: {}", os_index, std::strerror(errno));
    }
    const int runs_on = sched_getcpu();
    if (!hwloc_bitmap_isequal(wanted.get(), actual.get()) || runs_on != static_cast<int>(os_index)) {
        return fmt::format("CPU {} was asked for, but the thread runs on CPU {}", os_index, runs_on);
    }
    return std::nullopt;
}

void Topology::keep_this_thread_off(const std::vector<unsigned>& busy) const {
    if (!impl_->is_host) return;
    const Bitmap set = empty_bitmap();
    for (unsigned cpu : usable()) hwloc_bitmap_set(set.get(), cpu);
    for (unsigned cpu : busy) hwloc_bitmap_clr(set.get(), cpu);
    if (hwloc_bitmap_iszero(set.get())) return;
    // A preference: where the kernel refuses, the thread stays where it is.
    hwloc_set_cpubind(impl_->hwloc.get(), set.get(), HWLOC_CPUBIND_THREAD);
}

void* Topology::allocate(std::size_t bytes, unsigned numa_node) const {
    void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    if (impl_->is_host) {
        const Bitmap node = empty_bitmap();
        hwloc_bitmap_only(node.get(), numa_node);
        // Refused where a container forbids it: then it is ordinary memory.
        hwloc_set_area_membind(impl_->hwloc.get(), memory, bytes, node.get(), HWLOC_MEMBIND_BIND,
                               HWLOC_MEMBIND_BYNODESET);
    }
    return memory;
}

void Topology::free_memory(void* memory, std::size_t bytes) const {
    if (memory != nullptr) munmap(memory, bytes);
}

std::optional<unsigned> Topology::node_of(const void* memory) const {
    if (!impl_->is_host) return std::nullopt;
    const Bitmap nodes = empty_bitmap();
    if (hwloc_get_area_memlocation(impl_->hwloc.get(), memory, 1, nodes.get(), HWLOC_MEMBIND_BYNODESET) !=
        0) {
        return std::nullopt;
    }
    const int node = hwloc_bitmap_first(nodes.get());
    return node >= 0 ? std::optional(static_cast<unsigned>(node)) : std::nullopt;
}

}  // namespace spinscope
