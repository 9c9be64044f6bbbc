// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/topology/scheduler_stats.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "core/topology/environment.h"
#include "core/topology/topology.h"

namespace spinscope {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(SchedulerStats, ReadsRecordedTexts) {
    const auto schedule = parse_schedstat("2811254 76254 13\n");
    ASSERT_TRUE(schedule.has_value());
    EXPECT_EQ(schedule->run_ns, 2'811'254u);
    EXPECT_EQ(schedule->run_delay_ns, 76'254u);
    EXPECT_EQ(parse_schedstat(""), std::nullopt);
    EXPECT_EQ(parse_involuntary_switches("Name:\tworker 7\nCpus_allowed:\t3\nvoluntary_ctxt_switches:\t9\n"
                                         "nonvoluntary_ctxt_switches:\t42\n"),
              42u);
    EXPECT_EQ(parse_involuntary_switches("Name:\tnonvoluntary_ctxt_switches:\n"), std::nullopt);
}

TEST(SchedulerStats, AnEndedThreadHasNone) {
    pid_t tid = 0;
    std::thread([&tid] { tid = gettid(); }).join();
    // The kernel may take a moment to remove the thread after join.
    for (int i = 0; i < 1000 && read_thread_schedule(tid); ++i) std::this_thread::yield();
    EXPECT_FALSE(read_thread_schedule(tid).has_value());
}

TEST(SchedulerStats, TwoThreadsOnOneCpuDelayEachOther) {
    if (!read_thread_schedule(gettid())) GTEST_SKIP() << "a kernel without scheduler statistics";
    std::atomic<bool> stop = false;
    std::atomic<pid_t> tid = 0;
    const auto spin = [&stop](std::atomic<pid_t>* self) {
        Topology::host()->bind_this_thread(Topology::host()->usable().front());
        if (self != nullptr) *self = gettid();
        while (!stop) {
        }
    };
    std::thread first(spin, &tid);
    std::thread second(spin, nullptr);
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    std::optional<ThreadSchedule> schedule;
    do {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        if (tid != 0) schedule = read_thread_schedule(tid);
    } while ((!schedule || schedule->run_delay_ns < 1'000'000 || schedule->involuntary_switches == 0) &&
             std::chrono::steady_clock::now() < deadline);
    stop = true;
    first.join();
    second.join();
    ASSERT_TRUE(schedule.has_value());
    EXPECT_GE(schedule->run_delay_ns, 1'000'000u);
    EXPECT_GT(schedule->involuntary_switches, 0u);
    EXPECT_GT(schedule->run_ns, 0u);
}

TEST(Throttling, ReadsBothCgroupVersions) {
    EXPECT_EQ(parse_cpu_stat("usage_usec 100\nuser_usec 60\nsystem_usec 40\nnr_periods 12\nnr_throttled 7\n"
                             "throttled_usec 84000\n"),
              (Throttling{7, 84'000'000}));
    EXPECT_EQ(parse_cpu_stat("nr_periods 12\nnr_throttled 7\nthrottled_time 84000000\n"),
              (Throttling{7, 84'000'000}));
    EXPECT_EQ(parse_cpu_stat("usage_usec 100\nuser_usec 60\nsystem_usec 40\n"), std::nullopt);
}

TEST(Throttling, TheGroupAndThoseAroundItCount) {
    EXPECT_THAT(
        cpu_stat_files("0::/user.slice/run.scope\n",
                       "30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n"),
        ElementsAre("/sys/fs/cgroup/user.slice/run.scope/cpu.stat", "/sys/fs/cgroup/user.slice/cpu.stat",
                    "/sys/fs/cgroup/cpu.stat"));
}

TEST(Throttling, AContainersPathCountsFromItsMount) {
    EXPECT_THAT(
        cpu_stat_files("4:cpu,cpuacct:/docker/abc/job\n3:cpuset:/x\n",
                       "31 30 0:27 /docker/abc /sys/fs/cgroup/cpu,cpuacct ro - cgroup cgroup rw,cpu,cpuacct\n"
                       "32 30 0:28 /x /sys/fs/cgroup/cpuset ro - cgroup cgroup rw,cpuset\n"),
        ElementsAre("/sys/fs/cgroup/cpu,cpuacct/job/cpu.stat", "/sys/fs/cgroup/cpu,cpuacct/cpu.stat"));
    EXPECT_THAT(cpu_stat_files("", ""), IsEmpty());
}

TEST(Throttling, SumsTheFilesThatSaySomething) {
    const std::string path = testing::TempDir() + "spinscope-cpu.stat";
    std::ofstream(path) << "nr_throttled 1\nthrottled_usec 5\n";
    EXPECT_EQ(ThrottlingReader({path, "/does/not/exist", path}).read(), (Throttling{2, 10'000}));
    EXPECT_EQ(ThrottlingReader({"/does/not/exist"}).read(), std::nullopt);
    std::filesystem::remove(path);
}

TEST(Environment, ReadsTheCpuModel) {
    EXPECT_EQ(parse_cpu_model("processor\t: 0\nmodel name\t: Intel(R) Xeon(R)  CPU    X5570 @ 2.93GHz\n"),
              "Intel(R) Xeon(R) CPU X5570 @ 2.93GHz");
    EXPECT_EQ(parse_cpu_model("processor\t: 0\nCPU implementer\t: 0x41\n"), "");
    EXPECT_NE(cpu_model(), "");
    EXPECT_NE(kernel_release(), "");
}

TEST(Environment, AMachineWithoutGovernorsSaysNothing) {
    const auto root = std::filesystem::path(testing::TempDir()) / "spinscope-governors";
    std::filesystem::remove_all(root);
    EXPECT_EQ(governor(root), std::nullopt);
    for (const auto& [cpu, name] :
         {std::pair("cpu0", "powersave"), {"cpu1", "performance"}, {"cpu2", "powersave"}}) {
        std::filesystem::create_directories(root / cpu / "cpufreq");
        std::ofstream(root / cpu / "cpufreq" / "scaling_governor") << name << '\n';
    }
    EXPECT_EQ(governor(root), "performance, powersave");
    std::filesystem::remove_all(root);
}

}  // namespace
}  // namespace spinscope
