// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/kernel_queue.h"

#include <fmt/format.h>
#include <libmnl/libmnl.h>
#include <linux/if_link.h>
#include <linux/pkt_sched.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <netinet/in.h>

#include <cerrno>
#include <cstring>

#include "core/base/error.h"

namespace spinscope {
namespace {

constexpr const char* kName = "ifb0";
constexpr std::uint32_t kOwnAddress = 0xC0000201;   // 192.0.2.1, of the block that is for examples
constexpr std::uint32_t kPeerAddress = 0xC0000202;  // 192.0.2.2
constexpr std::uint8_t kPrefix = 24;
constexpr std::uint16_t kDiscardPort = 9;
constexpr std::uint32_t kPackets = 1000;  ///< that the queue holds
/// Shapers at a rate that nothing here reaches: what remains is their lock and their bookkeeping.
constexpr std::uint64_t kBytesPerSecond = 12'500'000'000;  // 100 Gbit/s
constexpr std::uint32_t kBurst = 1 << 20;                  // bytes
constexpr std::uint32_t kRoot = 0x10000;                   // 1:
constexpr std::uint32_t kClass = kRoot + 1;                // 1:1
constexpr std::uint32_t kTicksPerSecond = 15'625'000;      // of 64 ns, the packet scheduler's

void make(Netlink& netlink, NetlinkMessage& message, const std::string& what) {
    const int error = netlink.change(message);
    if (error == 0) return;
    std::string remedy;
    if (error == EPERM || error == EACCES) {
        remedy = "Allow it (sysctl kernel.apparmor_restrict_unprivileged_userns=0), or give an --interface";
    } else if (error == EOPNOTSUPP || error == ENOENT) {
        remedy = "This kernel does not have it: choose another --set kernel-queue=, or give an --interface";
    }
    throw Error(fmt::format("{} cannot be made", what), std::strerror(error), remedy);
}

void add_ifb(Netlink& netlink) {
    NetlinkMessage message(RTM_NEWLINK, NLM_F_CREATE | NLM_F_EXCL);
    auto& header = message.extra<ifinfomsg>();
    header.ifi_flags = IFF_UP;
    header.ifi_change = IFF_UP;
    mnl_attr_put_strz(message.header(), IFLA_IFNAME, kName);
    mnl_attr_put_u32(message.header(), IFLA_TXQLEN, kPackets);
    nlattr* info = mnl_attr_nest_start(message.header(), IFLA_LINKINFO);
    mnl_attr_put_strz(message.header(), IFLA_INFO_KIND, "ifb");
    mnl_attr_nest_end(message.header(), info);
    make(netlink, message, "An ifb interface");
}

void add_address(Netlink& netlink, int index) {
    NetlinkMessage message(RTM_NEWADDR, NLM_F_CREATE | NLM_F_EXCL);
    auto& header = message.extra<ifaddrmsg>();
    header.ifa_family = AF_INET;
    header.ifa_prefixlen = kPrefix;
    header.ifa_index = static_cast<std::uint32_t>(index);
    mnl_attr_put_u32(message.header(), IFA_LOCAL, htonl(kOwnAddress));
    mnl_attr_put_u32(message.header(), IFA_ADDRESS, htonl(kOwnAddress));
    make(netlink, message, "An address of the ifb");
}

NetlinkMessage queue_message(std::uint16_t type, int index, std::uint32_t handle, std::uint32_t parent,
                             const std::string& kind) {
    NetlinkMessage message(type, NLM_F_CREATE | NLM_F_REPLACE);
    auto& header = message.extra<tcmsg>();
    header.tcm_ifindex = index;
    header.tcm_handle = handle;
    header.tcm_parent = parent;
    mnl_attr_put_strz(message.header(), TCA_KIND, kind.c_str());
    return message;
}

tc_ratespec full_rate() {
    tc_ratespec rate{};
    rate.linklayer = TC_LINKLAYER_ETHERNET;
    rate.rate = ~0u;  // what 32 bits hold; the attribute of 64 goes beside it
    return rate;
}

std::uint32_t burst_ticks() {
    return static_cast<std::uint32_t>(std::uint64_t{kBurst} * kTicksPerSecond / kBytesPerSecond);
}

void put_tbf(nlmsghdr* message) {
    nlattr* options = mnl_attr_nest_start(message, TCA_OPTIONS);
    tc_tbf_qopt parameters{};
    parameters.rate = full_rate();
    parameters.limit = kBurst;  // bytes, more than kPackets of any usual size
    parameters.buffer = burst_ticks();
    mnl_attr_put(message, TCA_TBF_PARMS, sizeof parameters, &parameters);
    mnl_attr_put_u64(message, TCA_TBF_RATE64, kBytesPerSecond);
    mnl_attr_put_u32(message, TCA_TBF_BURST, kBurst);
    mnl_attr_nest_end(message, options);
}

void put_htb(nlmsghdr* message) {
    nlattr* options = mnl_attr_nest_start(message, TCA_OPTIONS);
    tc_htb_glob parameters{};
    parameters.version = 3;
    parameters.rate2quantum = 10;
    parameters.defcls = kClass - kRoot;
    mnl_attr_put(message, TCA_HTB_INIT, sizeof parameters, &parameters);
    mnl_attr_nest_end(message, options);
}

/// All packets are of this class.
void add_htb_class(Netlink& netlink, int index) {
    NetlinkMessage message = queue_message(RTM_NEWTCLASS, index, kClass, kRoot, "htb");
    nlattr* options = mnl_attr_nest_start(message.header(), TCA_OPTIONS);
    tc_htb_opt parameters{};
    parameters.rate = full_rate();
    parameters.ceil = full_rate();
    parameters.buffer = burst_ticks();
    parameters.cbuffer = burst_ticks();
    parameters.quantum = 1 << 16;
    mnl_attr_put(message.header(), TCA_HTB_PARMS, sizeof parameters, &parameters);
    mnl_attr_put_u64(message.header(), TCA_HTB_RATE64, kBytesPerSecond);
    mnl_attr_put_u64(message.header(), TCA_HTB_CEIL64, kBytesPerSecond);
    mnl_attr_nest_end(message.header(), options);
    make(netlink, message, "A class of htb");
}

void add_queue(Netlink& netlink, int index, const std::string& kind) {
    NetlinkMessage message = queue_message(RTM_NEWQDISC, index, kRoot, TC_H_ROOT, kind);
    if (kind == "tbf") put_tbf(message.header());
    if (kind == "htb") put_htb(message.header());
    if (kind == "pfifo") {
        const tc_fifo_qopt parameters{.limit = kPackets};
        mnl_attr_put(message.header(), TCA_OPTIONS, sizeof parameters, &parameters);
    }
    make(netlink, message, fmt::format("A kernel queue of kind {}", kind));
    if (kind == "htb") add_htb_class(netlink, index);
}

}  // namespace

KernelQueue build_kernel_queue(Netlink& netlink, const std::string& kind) {
    add_ifb(netlink);
    const std::optional<LinkInfo> link = netlink.link(kName);
    if (!link) throw Error("The ifb interface is not there", "somebody removed it");
    add_address(netlink, link->index);
    add_queue(netlink, link->index, kind);
    KernelQueue queue;
    queue.interface = kName;
    sockaddr_in behind{};
    behind.sin_family = AF_INET;
    behind.sin_addr.s_addr = htonl(kPeerAddress);
    behind.sin_port = htons(kDiscardPort);
    std::memcpy(&queue.behind.storage, &behind, sizeof behind);
    queue.behind.length = sizeof behind;
    return queue;
}

}  // namespace spinscope
