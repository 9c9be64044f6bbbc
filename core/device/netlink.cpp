// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/netlink.h"

#include <libmnl/libmnl.h>
#include <linux/gen_stats.h>
#include <linux/if_link.h>
#include <linux/neighbour.h>
#include <linux/pkt_sched.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

#include "core/base/error.h"

namespace spinscope {
namespace {

/// An answer with the interface's virtual functions can be long.
constexpr std::size_t kAnswerBytes = 32 << 10;

/// Calls visit(attribute) for each that follows a header of type T, or is nested.
template <class Visit>
int visit_attribute(const nlattr* attribute, void* visit) {
    (*static_cast<Visit*>(visit))(attribute);
    return MNL_CB_OK;
}
template <class T, class Visit>
void for_each_attribute(const nlmsghdr* message, Visit visit) {
    mnl_attr_parse(message, sizeof(T), &visit_attribute<Visit>, &visit);
}
template <class Visit>
void for_each_nested(const nlattr* nest, Visit visit) {
    mnl_attr_parse_nested(nest, &visit_attribute<Visit>, &visit);
}

/// As much of the attribute as T has room for: the kernel's structs grow at their end.
template <class T>
T payload_of(const nlattr* attribute) {
    T value{};
    std::memcpy(&value, mnl_attr_get_payload(attribute),
                std::min<std::size_t>(sizeof value, mnl_attr_get_payload_len(attribute)));
    return value;
}

LinkInfo read_link(const nlmsghdr* message) {
    const auto* header = static_cast<const ifinfomsg*>(mnl_nlmsg_get_payload(message));
    LinkInfo link;
    link.index = header->ifi_index;
    link.type = header->ifi_type;
    link.up = (header->ifi_flags & IFF_UP) != 0;
    link.asks = (header->ifi_flags & (IFF_NOARP | IFF_LOOPBACK)) == 0;
    for_each_attribute<ifinfomsg>(message, [&link](const nlattr* attribute) {
        switch (mnl_attr_get_type(attribute)) {
            case IFLA_IFNAME:
                link.name = mnl_attr_get_str(attribute);
                break;
            case IFLA_MTU:
                link.mtu = mnl_attr_get_u32(attribute);
                break;
            case IFLA_ADDRESS:
                link.address = payload_of<EthernetAddress>(attribute);
                break;
            case IFLA_CARRIER:
                link.carrier = mnl_attr_get_u8(attribute) != 0;
                break;
            case IFLA_STATS64: {
                const auto stats = payload_of<rtnl_link_stats64>(attribute);
                link.tx_packets = stats.tx_packets;
                link.tx_bytes = stats.tx_bytes;
                link.tx_dropped = stats.tx_dropped;
                link.tx_errors = stats.tx_errors;
                link.rx_dropped = stats.rx_dropped;
                break;
            }
            default:
                break;
        }
    });
    return link;
}

QueueInfo read_queue(const nlmsghdr* message) {
    QueueInfo queue;
    const auto read_statistics = [&queue](const nlattr* attribute) {
        switch (mnl_attr_get_type(attribute)) {
            case TCA_STATS_BASIC: {
                const auto basic = payload_of<gnet_stats_basic>(attribute);
                queue.bytes = basic.bytes;
                if (queue.packets == 0) queue.packets = basic.packets;
                break;
            }
            case TCA_STATS_PKT64:
                queue.packets = mnl_attr_get_u64(attribute);
                break;
            case TCA_STATS_QUEUE: {
                const auto now = payload_of<gnet_stats_queue>(attribute);
                queue.length = now.qlen;
                queue.backlog = now.backlog;
                queue.drops = now.drops;
                queue.requeues = now.requeues;
                queue.overlimits = now.overlimits;
                break;
            }
            default:
                break;
        }
    };
    for_each_attribute<tcmsg>(message, [&](const nlattr* attribute) {
        if (mnl_attr_get_type(attribute) == TCA_KIND) queue.kind = mnl_attr_get_str(attribute);
        if (mnl_attr_get_type(attribute) == TCA_STATS2) for_each_nested(attribute, read_statistics);
    });
    return queue;
}

}  // namespace

NetlinkMessage::NetlinkMessage(std::uint16_t type, std::uint16_t flags) {
    nlmsghdr* message = mnl_nlmsg_put_header(bytes_.data());
    message->nlmsg_type = type;
    message->nlmsg_flags = static_cast<std::uint16_t>(NLM_F_REQUEST | flags);
}

nlmsghdr* NetlinkMessage::header() {
    return reinterpret_cast<nlmsghdr*>(bytes_.data());
}

void* NetlinkMessage::extra(std::size_t bytes) {
    return mnl_nlmsg_put_extra_header(header(), bytes);
}

Netlink::Netlink() : socket_(socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE)) {
    if (socket_.get() < 0) throw Error("The kernel cannot be asked about interfaces", std::strerror(errno));
}

int Netlink::ask(NetlinkMessage& message, const Visit& visit) {
    nlmsghdr* request = message.header();
    request->nlmsg_seq = ++sequence_;
    if (send(socket_.get(), request, request->nlmsg_len, MSG_NOSIGNAL) < 0) return errno;
    const auto pass_on = [](const nlmsghdr* answer, void* to) {
        (*static_cast<const Visit*>(to))(answer);
        return MNL_CB_OK;
    };
    const auto buffer = std::make_unique<std::array<char, kAnswerBytes>>();
    // Ends with the acknowledgement, or with the end of a dump.
    for (;;) {
        const ssize_t bytes = recv(socket_.get(), buffer->data(), buffer->size(), 0);
        if (bytes < 0) return errno;
        const int going_on = mnl_cb_run(buffer->data(), static_cast<std::size_t>(bytes), sequence_, 0,
                                        pass_on, const_cast<Visit*>(&visit));
        if (going_on == MNL_CB_ERROR) return errno;
        if (going_on == MNL_CB_STOP) return 0;
    }
}

int Netlink::change(NetlinkMessage& message) {
    message.header()->nlmsg_flags |= NLM_F_ACK;
    return ask(message, [](const nlmsghdr*) {});
}

std::optional<LinkInfo> Netlink::link(const std::string& name) {
    if (name.empty() || name.size() >= IFNAMSIZ) return std::nullopt;
    NetlinkMessage message(RTM_GETLINK, NLM_F_ACK);
    message.extra<ifinfomsg>().ifi_family = AF_UNSPEC;
    mnl_attr_put_strz(message.header(), IFLA_IFNAME, name.c_str());
    std::optional<LinkInfo> found;
    ask(message, [&found](const nlmsghdr* answer) { found = read_link(answer); });
    return found;
}

std::optional<QueueInfo> Netlink::root_queue(int index) {
    NetlinkMessage message(RTM_GETQDISC, NLM_F_DUMP);
    message.extra<tcmsg>().tcm_ifindex = index;
    std::optional<QueueInfo> found;
    ask(message, [&found, index](const nlmsghdr* answer) {
        const auto* header = static_cast<const tcmsg*>(mnl_nlmsg_get_payload(answer));
        if (header->tcm_ifindex == index && header->tcm_parent == TC_H_ROOT) found = read_queue(answer);
    });
    return found;
}

std::optional<EthernetAddress> Netlink::neighbour(int index, std::uint32_t address) {
    NetlinkMessage message(RTM_GETNEIGH, NLM_F_DUMP);
    message.extra<ndmsg>().ndm_family = AF_INET;
    std::optional<EthernetAddress> found;
    ask(message, [&found, index, address](const nlmsghdr* answer) {
        const auto* header = static_cast<const ndmsg*>(mnl_nlmsg_get_payload(answer));
        if (header->ndm_ifindex != index) return;
        std::optional<std::uint32_t> of;
        std::optional<EthernetAddress> hardware;
        for_each_attribute<ndmsg>(answer, [&](const nlattr* attribute) {
            if (mnl_attr_get_type(attribute) == NDA_DST) of = mnl_attr_get_u32(attribute);
            if (mnl_attr_get_type(attribute) == NDA_LLADDR) hardware = payload_of<EthernetAddress>(attribute);
        });
        if (of == address && hardware) found = hardware;
    });
    return found;
}

void require_interface(const std::string& name) {
    std::string names;
    bool found = false;
    if (struct if_nameindex* list = if_nameindex()) {
        for (const struct if_nameindex* each = list; each->if_index != 0; ++each) {
            names += (names.empty() ? "" : ", ") + std::string(each->if_name);
            found = found || name == each->if_name;
        }
        if_freenameindex(list);
    }
    if (!found) {
        throw UsageError("There is no interface \"" + name + "\"", {},
                         names.empty() ? "This system shows none" : "Interfaces here: " + names);
    }
}

}  // namespace spinscope
