// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/queue_layout.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <new>
#include <string_view>

#include "core/device/null_device.h"
#include "core/machine/host_machine.h"
#include "core/transmit/transmit_path.h"

namespace spinscope {
namespace {

constexpr std::size_t kLine = 64;

class Nobody final : public PacketOwner<HostMachine> {
 public:
    void sent(HostMachine::Ctx&, Packet<HostMachine>&) override {}
    void dropped(HostMachine::Ctx&, Packet<HostMachine>&, DropReason) override {}
};

struct Place {
    std::string name;
    std::uintptr_t address;
    std::size_t size;
};

std::vector<Place> places_of(const QueuePlan& plan) {
    constexpr unsigned kContexts = 1;
    const std::size_t bytes = (queue_memory<HostMachine>(plan, kContexts) + kLine - 1) / kLine * kLine;
    void* memory = std::aligned_alloc(kLine, bytes);
    if (memory == nullptr) throw std::bad_alloc();
    std::memset(memory, 0, bytes);
    Arena arena(memory, bytes, [](void* begin, std::size_t) { std::free(begin); });
    NullDevice<HostMachine> device(0);
    Nobody nobody;
    std::vector<Place> places;
    const auto path = make_transmit_path<HostMachine>(plan, {arena, device, 0, nobody, kContexts});
    if (!path) return places;
    path->name_memory([&](std::string_view name, const void* address, std::size_t size) {
        if (size == 0 || name.ends_with("nodes")) return;
        places.push_back({std::string(name), reinterpret_cast<std::uintptr_t>(address), size});
    });
    std::stable_sort(places.begin(), places.end(),
                     [](const Place& a, const Place& b) { return a.address < b.address; });
    return places;
}

bool is_hot(std::string_view field) {
    return field == "root lock" || field == "queue" || field == "running";
}

}  // namespace

QueueLayout layout_of(const std::string& strategy, const std::string& lock) {
    QueuePlan plan;
    plan.strategy = strategy;
    plan.lock = lock;
    const std::vector<Place> places = places_of(plan);
    std::map<std::uintptr_t, std::size_t> line_at;
    QueueLayout layout;
    for (const Place& place : places) {
        const std::uintptr_t first = place.address / kLine;
        for (std::uintptr_t at = first; at <= (place.address + place.size - 1) / kLine; ++at) {
            const auto [found, is_new] = line_at.try_emplace(at, layout.lines.size());
            if (is_new) layout.lines.emplace_back();
            LayoutLine& line = layout.lines[found->second];
            line.name += (line.name.empty() ? "" : ", ") + place.name;
            line.hot = line.hot || is_hot(place.name);
        }
        layout.fields.push_back({place.name, line_at.at(first), place.address % kLine, place.size});
    }
    return layout;
}

}  // namespace spinscope
