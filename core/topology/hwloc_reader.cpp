// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/topology/hwloc_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/topology/cpu_list.h"

namespace spinscope {
namespace {

/// A kind of CPU: hwloc's, or several of them that differ in clock rate only.
struct Kind {
    std::string core_type;  ///< "IntelCore", "IntelAtom"; empty where the machine does not say
    std::vector<int> members;
};

std::string core_type_of(hwloc_topology_t topology, unsigned kind) {
    unsigned count = 0;
    hwloc_info_s* infos = nullptr;
    if (hwloc_cpukinds_get_info(topology, kind, nullptr, nullptr, &count, &infos, 0) != 0) return {};
    for (unsigned i = 0; i < count; ++i) {
        if (std::strcmp(infos[i].name, "CoreType") == 0) return infos[i].value;
    }
    return {};
}

/// Strongest first. Cores of one type are one kind even where their top clock rates differ (favoured cores).
std::vector<Kind> read_kinds(hwloc_topology_t topology) {
    std::vector<Kind> kinds;
    for (int i = hwloc_cpukinds_get_nr(topology, 0) - 1; i >= 0; --i) {
        const std::string type = core_type_of(topology, static_cast<unsigned>(i));
        auto same = std::find_if(kinds.begin(), kinds.end(), [&type](const Kind& kind) {
            return !type.empty() && kind.core_type == type;
        });
        if (same == kinds.end()) same = kinds.insert(same, Kind{type, {}});
        same->members.push_back(i);
    }
    int efficiency = -1;
    if (!kinds.empty()) hwloc_cpukinds_get_info(topology, 0, nullptr, &efficiency, nullptr, nullptr, 0);
    if (efficiency < 0) {  // hwloc could not order them
        std::stable_partition(kinds.begin(), kinds.end(),
                              [](const Kind& kind) { return kind.core_type != "IntelAtom"; });
    }
    return kinds;
}

std::string kind_name(std::size_t rank, std::size_t count) {
    if (count < 2) return {};
    if (rank == 0) return "P";
    if (rank + 1 == count) return "E";
    return count == 3 ? "M" : fmt::format("M{}", rank);
}

unsigned numa_node_of(hwloc_topology_t topology, hwloc_obj_t pu) {
    const int node = pu->nodeset != nullptr ? hwloc_bitmap_first(pu->nodeset) : -1;
    if (node >= 0) return static_cast<unsigned>(node);
    const hwloc_obj_t first = hwloc_get_obj_by_type(topology, HWLOC_OBJ_NUMANODE, 0);
    return first != nullptr ? first->os_index : 0;
}

std::string refusal_of(hwloc_topology_t topology, hwloc_const_cpuset_t affinity, unsigned os_index) {
    if (!hwloc_bitmap_isset(hwloc_topology_get_allowed_cpuset(topology), os_index)) {
        return "outside the cpuset this process is in";
    }
    if (affinity != nullptr && !hwloc_bitmap_isset(affinity, os_index)) {
        return "outside the affinity mask this process was started with (taskset)";
    }
    return {};
}

std::string size_words(hwloc_uint64_t bytes) {
    const double kib = static_cast<double>(bytes) / 1024;
    return kib >= 1024 ? fmt::format("{:.4g} MiB", kib / 1024) : fmt::format("{:.4g} KiB", kib);
}

bool is_data_cache(hwloc_obj_t object) {
    return hwloc_obj_type_is_cache(object->type) && hwloc_obj_type_is_dcache(object->type);
}

/// L3 and beyond; an L2 where it takes the L3's place, shared by cores.
bool cache_is_drawn(hwloc_topology_t topology, hwloc_obj_t object) {
    if (!is_data_cache(object)) return false;
    if (object->attr->cache.depth >= 3) return true;
    return object->attr->cache.depth == 2 && hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_L3CACHE) == 0 &&
           hwloc_get_nbobjs_inside_cpuset_by_type(topology, object->cpuset, HWLOC_OBJ_CORE) > 1;
}

/// The smallest part of a package with more than one core of it: a die, a CCX, cores with one L2. Null where
/// the package is not divided.
hwloc_obj_t cluster_of(hwloc_topology_t topology, hwloc_obj_t core) {
    const int cores = hwloc_get_nbobjs_inside_cpuset_by_type(topology, core->cpuset, HWLOC_OBJ_CORE);
    for (hwloc_obj_t object = core->parent; object != nullptr; object = object->parent) {
        if (object->type == HWLOC_OBJ_PACKAGE || object->type == HWLOC_OBJ_MACHINE) return nullptr;
        const bool divides =
            object->type == HWLOC_OBJ_DIE || object->type == HWLOC_OBJ_GROUP || is_data_cache(object);
        if (!divides ||
            hwloc_get_nbobjs_inside_cpuset_by_type(topology, object->cpuset, HWLOC_OBJ_CORE) <= cores)
            continue;
        const hwloc_obj_t package = hwloc_get_ancestor_obj_by_type(topology, HWLOC_OBJ_PACKAGE, object);
        const bool whole = package != nullptr && hwloc_bitmap_isequal(package->cpuset, object->cpuset) != 0;
        return whole ? nullptr : object;
    }
    return nullptr;
}

std::vector<unsigned> memory_of(hwloc_obj_t object) {
    std::vector<unsigned> nodes;
    for (hwloc_obj_t child = object->memory_first_child; child != nullptr; child = child->next_sibling) {
        // A memory-side cache stands between the object and its node.
        hwloc_obj_t node = child;
        while (node != nullptr && node->type != HWLOC_OBJ_NUMANODE) node = node->memory_first_child;
        if (node != nullptr) nodes.push_back(node->os_index);
    }
    return nodes;
}

std::string memory_words(const std::vector<unsigned>& nodes) {
    return (nodes.size() == 1 ? "NUMA node " : "NUMA nodes ") + format_cpu_list(nodes);
}

class BoxReader {
 public:
    BoxReader(hwloc_topology_t topology, const std::vector<Pu>& pus) : topology_(topology), pus_(pus) {}

    /// The boxes `object` turns into: itself with its children, or its children where it is not drawn.
    std::vector<Box> read(hwloc_obj_t object) const {
        std::vector<Box> inner;
        for (hwloc_obj_t child = object->first_child; child != nullptr; child = child->next_sibling) {
            for (Box& box : read(child)) inner.push_back(std::move(box));
        }
        Box box = describe(object);
        if (box.label.empty()) return inner;
        box.children = std::move(inner);
        std::vector<Box> one;
        one.push_back(std::move(box));
        return one;
    }

 private:
    /// Without a label: not drawn.
    Box describe(hwloc_obj_t object) const {
        Box box;
        const std::vector<unsigned> nodes = memory_of(object);
        if (!nodes.empty()) box.detail = memory_words(nodes);
        if (object->type == HWLOC_OBJ_MACHINE) {
            box.kind = BoxKind::Machine;
            box.label = "Machine";
        } else if (object->type == HWLOC_OBJ_PACKAGE) {
            box.kind = BoxKind::Package;
            box.label = fmt::format("Package {}", object->logical_index);
        } else if (object->type == HWLOC_OBJ_PU) {
            box.kind = BoxKind::Pu;
            box.label = fmt::format("CPU {}", object->os_index);
            box.pu = object->logical_index;
        } else if (object->type == HWLOC_OBJ_CORE) {
            box.kind = BoxKind::Core;
            box.label = fmt::format("Core {}", object->logical_index);
            const int first = hwloc_bitmap_first(object->cpuset);
            for (const Pu& pu : pus_) {
                if (static_cast<int>(pu.os_index) == first && !pu.kind.empty())
                    box.detail = pu.kind + " core";
            }
        } else if (cache_is_drawn(topology_, object)) {
            box.kind = BoxKind::Cache;
            box.label = fmt::format("L{}", object->attr->cache.depth);
            if (object->attr->cache.size != 0) box.label += " " + size_words(object->attr->cache.size);
        } else if (object->type == HWLOC_OBJ_DIE || object->type == HWLOC_OBJ_GROUP) {
            box.kind = nodes.empty() ? BoxKind::Group : BoxKind::Numa;
            if (object->type == HWLOC_OBJ_DIE) {
                box.label = fmt::format("Die {}", object->logical_index);
            } else if (nodes.empty()) {
                box.label = fmt::format("Group {}", object->logical_index);
            } else {
                box.label = std::exchange(box.detail, {});
            }
        }
        return box;
    }

    hwloc_topology_t topology_;
    const std::vector<Pu>& pus_;
};

}  // namespace

std::vector<Pu> read_pus(hwloc_topology_t topology, hwloc_const_cpuset_t affinity) {
    const std::vector<Kind> kinds = read_kinds(topology);
    std::vector<Pu> pus;
    unsigned clusters = 0;
    hwloc_obj_t last_cluster = nullptr;
    for (hwloc_obj_t object = hwloc_get_obj_by_type(topology, HWLOC_OBJ_PU, 0); object != nullptr;
         object = object->next_cousin) {
        Pu pu;
        pu.os_index = object->os_index;
        pu.logical_index = object->logical_index;
        const hwloc_obj_t core = hwloc_get_ancestor_obj_by_type(topology, HWLOC_OBJ_CORE, object);
        const hwloc_obj_t package = hwloc_get_ancestor_obj_by_type(topology, HWLOC_OBJ_PACKAGE, object);
        pu.core = core != nullptr ? core->logical_index : object->logical_index;
        pu.package = package != nullptr ? package->logical_index : 0;
        const hwloc_obj_t cluster = core != nullptr ? cluster_of(topology, core) : nullptr;
        if (cluster != nullptr) {
            if (cluster != last_cluster) ++clusters;
            pu.cluster = clusters - 1;
        }
        last_cluster = cluster;
        pu.thread = !pus.empty() && pus.back().core == pu.core ? pus.back().thread + 1 : 0;
        pu.numa_node = numa_node_of(topology, object);
        const int kind = hwloc_cpukinds_get_by_cpuset(topology, object->cpuset, 0);
        for (std::size_t rank = 0; kind >= 0 && rank < kinds.size(); ++rank) {
            const auto& members = kinds[rank].members;
            if (std::find(members.begin(), members.end(), kind) == members.end()) continue;
            pu.kind = kind_name(rank, kinds.size());
            pu.kind_rank = static_cast<unsigned>(rank);
        }
        pu.refusal = refusal_of(topology, affinity, pu.os_index);
        pu.usable = pu.refusal.empty();
        pus.push_back(std::move(pu));
    }
    return pus;
}

Box read_boxes(hwloc_topology_t topology, const std::vector<Pu>& pus) {
    return std::move(BoxReader(topology, pus).read(hwloc_get_root_obj(topology)).front());
}

std::string read_cpu_model(hwloc_topology_t topology) {
    const hwloc_obj_t package = hwloc_get_obj_by_type(topology, HWLOC_OBJ_PACKAGE, 0);
    const char* model = package != nullptr ? hwloc_obj_get_info_by_name(package, "CPUModel") : nullptr;
    if (model == nullptr) model = hwloc_obj_get_info_by_name(hwloc_get_root_obj(topology), "CPUModel");
    return model != nullptr ? model : "";
}

}  // namespace spinscope
