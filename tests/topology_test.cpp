// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/topology/topology.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <iostream>
#include <random>
#include <thread>

#include "core/base/error.h"
#include "core/topology/cpu_list.h"

namespace spinscope {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::string kHybrid = SPINSCOPE_TEST_DATA "/hybrid.xml";

/// "Machine(Package 0(Core 0(CPU 0 CPU 1)))", details in brackets: trees are compared as text.
std::string text_of(const Box& box) {
    std::string text = box.label;
    if (!box.detail.empty()) text += " [" + box.detail + "]";
    std::string inner;
    for (const Box& child : box.children) inner += (inner.empty() ? "" : " ") + text_of(child);
    return inner.empty() ? text : text + "(" + inner + ")";
}

std::size_t count_of(const Box& box, BoxKind kind) {
    std::size_t count = box.kind == kind ? 1 : 0;
    for (const Box& child : box.children) count += count_of(child, kind);
    return count;
}

std::vector<unsigned> affinity_of_this_thread() {
    cpu_set_t set;
    CPU_ZERO(&set);
    EXPECT_EQ(sched_getaffinity(0, sizeof set, &set), 0);
    std::vector<unsigned> cpus;
    for (unsigned cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
        if (CPU_ISSET(cpu, &set)) cpus.push_back(cpu);
    }
    return cpus;
}

/// What a fresh process with this affinity mask says of itself (see main): the mask is read once per process.
std::string say_with_mask(const std::vector<unsigned>& mask) {
    std::array<int, 2> ends{};
    EXPECT_EQ(pipe(ends.data()), 0);
    const pid_t child = fork();
    if (child == 0) {
        cpu_set_t set;
        CPU_ZERO(&set);
        for (unsigned cpu : mask) CPU_SET(cpu, &set);
        dup2(ends[1], STDOUT_FILENO);
        if (sched_setaffinity(0, sizeof set, &set) == 0) {
            execl("/proc/self/exe", "topology_test", "--say-usable", static_cast<char*>(nullptr));
        }
        _exit(127);
    }
    close(ends[1]);
    std::string said;
    std::array<char, 4096> buffer{};
    for (ssize_t got = 0; (got = read(ends[0], buffer.data(), buffer.size())) > 0;) {
        said.append(buffer.data(), static_cast<std::size_t>(got));
    }
    close(ends[0]);
    int status = 0;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
    return said;
}

TEST(Topology, SmallMachineAsText) {
    const auto topology = Topology::synthetic("pack:2 [numa] l3:1(size=33554432) core:2 pu:2");
    EXPECT_EQ(text_of(topology->root()),
              "Machine(Package 0 [NUMA node 0](L3 32 MiB(Core 0(CPU 0 CPU 1) Core 1(CPU 2 CPU 3))) "
              "Package 1 [NUMA node 1](L3 32 MiB(Core 2(CPU 4 CPU 5) Core 3(CPU 6 CPU 7))))");
}

TEST(Topology, LevelsTheMachineLacksAreLeftOut) {
    EXPECT_EQ(text_of(Topology::synthetic("pu:2")->root()), "Machine [NUMA node 0](CPU 0 CPU 1)");
    EXPECT_EQ(text_of(Topology::synthetic("core:2 pu:1")->root()),
              "Machine [NUMA node 0](Core 0(CPU 0) Core 1(CPU 1))");
}

TEST(Topology, OneCacheOverSeveralPackagesIsOutsideThem) {
    EXPECT_EQ(text_of(Topology::synthetic("l3:1(size=1572864) pack:2 [numa] core:1 pu:1")->root()),
              "Machine(L3 1.5 MiB(Package 0 [NUMA node 0](Core 0(CPU 0)) "
              "Package 1 [NUMA node 1](Core 1(CPU 1))))");
}

TEST(Topology, SharedL2StandsInWhereThereIsNoL3) {
    EXPECT_EQ(text_of(Topology::synthetic("pack:1 l2:1(size=524288) core:2 pu:1")->root()),
              "Machine(Package 0 [NUMA node 0](L2 512 KiB(Core 0(CPU 0) Core 1(CPU 1))))");
    EXPECT_EQ(count_of(Topology::synthetic("pack:1 core:2 l2:1 pu:1")->root(), BoxKind::Cache), 0u);
}

TEST(Topology, DisplayOrderIsTheMachinesAndNumbersAreTheKernels) {
    const auto topology = Topology::synthetic("pack:2 core:2 pu:2(indexes=0,4,1,5,2,6,3,7)");
    std::vector<unsigned> os, cores, threads, packages;
    for (const Pu& pu : topology->pus()) {
        EXPECT_EQ(pu.logical_index, os.size());
        os.push_back(pu.os_index);
        cores.push_back(pu.core);
        threads.push_back(pu.thread);
        packages.push_back(pu.package);
    }
    EXPECT_THAT(os, ElementsAre(0, 4, 1, 5, 2, 6, 3, 7));
    EXPECT_THAT(cores, ElementsAre(0, 0, 1, 1, 2, 2, 3, 3));
    EXPECT_THAT(threads, ElementsAre(0, 1, 0, 1, 0, 1, 0, 1));
    EXPECT_THAT(packages, ElementsAre(0, 0, 0, 0, 1, 1, 1, 1));
    EXPECT_EQ(topology->find(5)->logical_index, 3u);
    EXPECT_EQ(topology->find(8), nullptr);
}

TEST(Topology, LoadsFourHundredAndEightyCpus) {
    const auto topology = Topology::synthetic("pack:2 [numa] group:3 core:40 pu:2");
    EXPECT_EQ(topology->pus().size(), 480u);
    EXPECT_EQ(topology->usable().size(), 480u);
    EXPECT_EQ(topology->numa_nodes(), 2u);
    EXPECT_EQ(count_of(topology->root(), BoxKind::Group), 6u);
    EXPECT_EQ(count_of(topology->root(), BoxKind::Core), 240u);
    EXPECT_EQ(count_of(topology->root(), BoxKind::Pu), 480u);
    EXPECT_EQ(topology->pus().back().numa_node, 1u);
}

TEST(Topology, SetsOfCoresWithMemoryOfTheirOwnAreNumaBoxes) {
    const auto topology = Topology::synthetic("pack:1 group:2 [numa] core:2 pu:1");
    EXPECT_EQ(text_of(topology->root()),
              "Machine(Package 0(NUMA node 0(Core 0(CPU 0) Core 1(CPU 1)) "
              "NUMA node 1(Core 2(CPU 2) Core 3(CPU 3))))");
    EXPECT_EQ(count_of(topology->root(), BoxKind::Numa), 2u);
}

TEST(Topology, NonsenseIsRefusedWithTheReason) {
    EXPECT_THROW(Topology::synthetic("pack:0 banana"), Error);
    EXPECT_THROW(Topology::from_xml("/does/not/exist.xml"), Error);
}

TEST(Topology, HybridCpuKindsComeFromXml) {
    const auto topology = Topology::from_xml(kHybrid);
    EXPECT_EQ(topology->name(), "Hybrid test CPU, 8 P and 4 E cores");
    ASSERT_EQ(topology->pus().size(), 20u);
    EXPECT_EQ(topology->find(0)->kind, "P");
    EXPECT_EQ(topology->find(15)->kind, "P");
    EXPECT_EQ(topology->find(16)->kind, "E");
    EXPECT_LT(topology->find(0)->kind_rank, topology->find(16)->kind_rank);
    EXPECT_THAT(text_of(topology->root()), HasSubstr("L3 30 MiB(Core 0 [P core](CPU 0 CPU 1)"));
    EXPECT_THAT(text_of(topology->root()), HasSubstr("Core 11 [E core](CPU 22)"));
}

TEST(Topology, OneKindHasNoName) {
    const auto topology = Topology::synthetic("core:4 pu:1");
    for (const Pu& pu : topology->pus()) EXPECT_EQ(pu.kind, "");
}

TEST(Topology, DisallowedCpusStayVisibleWithTheReason) {
    const auto topology = Topology::from_xml(SPINSCOPE_TEST_DATA "/restricted.xml");
    EXPECT_THAT(topology->usable(), ElementsAre(0, 1));
    EXPECT_EQ(topology->pus().size(), 4u);
    EXPECT_FALSE(topology->find(3)->usable);
    EXPECT_THAT(topology->find(3)->refusal, HasSubstr("cpuset"));
    EXPECT_EQ(count_of(topology->root(), BoxKind::Pu), 4u);
}

TEST(Topology, BindingToAnotherMachineIsRefusedNotPretended) {
    const auto before = affinity_of_this_thread();
    for (const auto& topology : {Topology::synthetic("pack:1 core:2 pu:2"), Topology::from_xml(kHybrid)}) {
        EXPECT_FALSE(topology->is_host());
        EXPECT_TRUE(topology->bind_this_thread(0).has_value());
        topology->keep_this_thread_off({0});
        EXPECT_EQ(affinity_of_this_thread(), before);
    }
}

TEST(HostTopology, UsableIsWhatTheKernelLetsThisProcessUse) {
    const auto topology = Topology::host();
    EXPECT_TRUE(topology->is_host());
    EXPECT_NE(topology->name(), "");
    auto usable = topology->usable();
    std::sort(usable.begin(), usable.end());
    EXPECT_EQ(usable, affinity_of_this_thread());
}

TEST(HostTopology, AThreadThatMovedDoesNotChangeWhatIsUsable) {
    const auto before = Topology::host()->usable();
    ASSERT_EQ(Topology::host()->bind_this_thread(before.front()), std::nullopt);
    EXPECT_EQ(Topology::host()->usable(), before);
    Topology::host()->keep_this_thread_off({});
}

TEST(HostTopology, EachThreadBindsItselfAndRunsThere) {
    const auto topology = Topology::host();
    for (unsigned cpu : topology->usable()) {
        std::thread([&topology, cpu] {
            ASSERT_EQ(topology->bind_this_thread(cpu), std::nullopt);
            EXPECT_THAT(affinity_of_this_thread(), ElementsAre(cpu));
            EXPECT_EQ(sched_getcpu(), static_cast<int>(cpu));
        }).join();
    }
}

TEST(HostTopology, ACpuThatDoesNotExistIsRefused) {
    const auto refusal = Topology::host()->bind_this_thread(60'000);
    ASSERT_TRUE(refusal.has_value());
    EXPECT_THAT(*refusal, HasSubstr("60000"));
}

TEST(HostTopology, AHelperThreadKeepsOffTheWorkersWhereACpuIsLeft) {
    const auto topology = Topology::host();
    const auto usable = topology->usable();
    std::thread([&topology, &usable] {
        topology->keep_this_thread_off({usable.front()});
        if (usable.size() > 1) {
            EXPECT_THAT(affinity_of_this_thread(), testing::Not(testing::Contains(usable.front())));
        }
        const auto before = affinity_of_this_thread();
        topology->keep_this_thread_off(usable);
        EXPECT_EQ(affinity_of_this_thread(), before);
    }).join();
}

TEST(HostTopology, MemoryIsOnTheNamedNode) {
    const auto topology = Topology::host();
    const unsigned node = topology->pus().front().numa_node;
    constexpr std::size_t kBytes = 100'000;
    auto* memory = static_cast<unsigned char*>(topology->allocate(kBytes, node));
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory) % 4096, 0u);
    EXPECT_EQ(memory[kBytes - 1], 0);
    memory[0] = 1;
    EXPECT_EQ(topology->node_of(memory).value_or(node), node);
    topology->free_memory(memory, kBytes);
}

TEST(HostTopology, TasksetIsHonoured) {
    const unsigned last = Topology::host()->usable().back();
    const std::string said = say_with_mask({last});
    EXPECT_THAT(said, HasSubstr(fmt::format("usable {}\n", last)));
    EXPECT_THAT(said, HasSubstr(fmt::format("bound to {}\n", last)));
    for (unsigned cpu : Topology::host()->usable()) {
        if (cpu == last) continue;
        EXPECT_THAT(said, HasSubstr(fmt::format("CPU {} is outside the affinity mask", cpu)));
    }
}

TEST(HostTopology, TwentyRandomMasks) {
    const auto available = Topology::host()->usable();
    std::mt19937 random(42);
    for (int round = 0; round < 20; ++round) {
        std::vector<unsigned> mask;
        while (mask.empty()) {
            std::copy_if(available.begin(), available.end(), std::back_inserter(mask),
                         [&random](unsigned) { return (random() & 1) != 0; });
        }
        std::sort(mask.begin(), mask.end());
        ASSERT_THAT(say_with_mask(mask), HasSubstr(fmt::format("usable {}\n", format_cpu_list(mask))));
    }
}

}  // namespace

/// The child's part of the tests above.
int say_usable() {
    const auto topology = Topology::host();
    auto usable = topology->usable();
    std::sort(usable.begin(), usable.end());
    std::cout << "usable " << format_cpu_list(usable) << '\n';
    for (const Pu& pu : topology->pus()) {
        const auto refusal = topology->bind_this_thread(pu.os_index);
        std::cout << refusal.value_or(fmt::format("bound to {}", sched_getcpu())) << '\n';
    }
    return 0;
}

}  // namespace spinscope

int main(int argc, char** argv) {
    if (argc == 2 && std::strcmp(argv[1], "--say-usable") == 0) return spinscope::say_usable();
    testing::InitGoogleMock(&argc, argv);
    return RUN_ALL_TESTS();
}
