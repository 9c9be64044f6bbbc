// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <arpa/inet.h>
#include <fcntl.h>
#include <libmnl/libmnl.h>
#include <linux/rtnetlink.h>
#include <linux/veth.h>
#include <net/if.h>
#include <sched.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>

#include "core/device/netlink.h"

namespace spinscope {

/// A network of the test's own, where it may make interfaces, take them down and remove them. It is this
/// thread's, and that of the threads it starts, for good.
class TestNetwork {
 public:
    /// Empty, or why this system refuses one.
    static std::string enter() {
        const std::string uid = "0 " + std::to_string(geteuid()) + " 1";
        const std::string gid = "0 " + std::to_string(getegid()) + " 1";
        // A sanitizer's thread forbids a user namespace; who has the rights needs none.
        if (unshare(CLONE_NEWUSER | CLONE_NEWNET) == 0) {
            write("/proc/self/setgroups", "deny");
            write("/proc/self/uid_map", uid);
            write("/proc/self/gid_map", gid);
        } else if (unshare(CLONE_NEWNET) != 0) {
            return std::string("no network namespace of one's own here: ") + std::strerror(errno);
        }
        return {};
    }

    /// Up, with an address (192.0.2.1/24) where one is given.
    void add(const std::string& name, const std::string& kind = "ifb", const std::string& address = {}) {
        NetlinkMessage message(RTM_NEWLINK, NLM_F_CREATE | NLM_F_EXCL);
        message.extra<ifinfomsg>();
        mnl_attr_put_strz(message.header(), IFLA_IFNAME, name.c_str());
        nlattr* info = mnl_attr_nest_start(message.header(), IFLA_LINKINFO);
        mnl_attr_put_strz(message.header(), IFLA_INFO_KIND, kind.c_str());
        if (kind == "veth") {
            nlattr* data = mnl_attr_nest_start(message.header(), IFLA_INFO_DATA);
            nlattr* peer = mnl_attr_nest_start(message.header(), VETH_INFO_PEER);
            mnl_nlmsg_put_extra_header(message.header(), sizeof(ifinfomsg));
            mnl_attr_put_strz(message.header(), IFLA_IFNAME, (name + "-peer").c_str());
            mnl_attr_nest_end(message.header(), peer);
            mnl_attr_nest_end(message.header(), data);
        }
        mnl_attr_nest_end(message.header(), info);
        make(message);
        if (!address.empty()) add_address(name, address);
        set_up(name, true);
    }
    void set_up(const std::string& name, bool up) {
        NetlinkMessage message(RTM_NEWLINK, 0);
        auto& header = message.extra<ifinfomsg>();
        header.ifi_index = index(name);
        header.ifi_flags = up ? IFF_UP : 0;
        header.ifi_change = IFF_UP;
        make(message);
    }
    void set_mtu(const std::string& name, std::uint32_t bytes) {
        NetlinkMessage message(RTM_NEWLINK, 0);
        message.extra<ifinfomsg>().ifi_index = index(name);
        mnl_attr_put_u32(message.header(), IFLA_MTU, bytes);
        make(message);
    }
    void remove(const std::string& name) {
        NetlinkMessage message(RTM_DELLINK, 0);
        message.extra<ifinfomsg>().ifi_index = index(name);
        make(message);
    }

 private:
    static void write(const char* path, const std::string& text) {
        const Descriptor file(open(path, O_WRONLY | O_CLOEXEC));
        if (::write(file.get(), text.data(), text.size()) < 0) throw std::runtime_error(path);
    }
    static int index(const std::string& name) { return static_cast<int>(if_nametoindex(name.c_str())); }
    void add_address(const std::string& name, const std::string& address) {
        NetlinkMessage message(RTM_NEWADDR, NLM_F_CREATE);
        auto& header = message.extra<ifaddrmsg>();
        header.ifa_family = AF_INET;
        header.ifa_prefixlen = 24;
        header.ifa_index = static_cast<std::uint32_t>(index(name));
        mnl_attr_put_u32(message.header(), IFA_LOCAL, inet_addr(address.c_str()));
        mnl_attr_put_u32(message.header(), IFA_ADDRESS, inet_addr(address.c_str()));
        make(message);
    }
    void make(NetlinkMessage& message) {
        if (const int error = netlink_.change(message)) throw std::runtime_error(std::strerror(error));
    }

    Netlink netlink_;
};

}  // namespace spinscope
