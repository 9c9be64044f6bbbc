// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/udp_sink.h"

#include <fmt/format.h>
#include <linux/sock_diag.h>
#include <sys/socket.h>
#include <sys/time.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <mutex>
#include <optional>
#include <span>
#include <thread>

#include "core/base/error.h"
#include "core/device/udp_socket.h"
#include "core/queue/payload.h"

namespace spinscope {
namespace {

using std::chrono::milliseconds;
using SteadyClock = std::chrono::steady_clock;

constexpr std::size_t kBurst = 64;              ///< datagrams per read
constexpr std::uint32_t kProducers = 1u << 16;  ///< more than any machine has workers
constexpr int kVerifyBuffer = 4 << 20;          ///< bytes; the kernel caps it
constexpr milliseconds kReadTimeout{50};        ///< how soon the reader sees that it shall stop
constexpr milliseconds kStillAfter{30};         ///< nothing arrived for so long: nothing is on its way
constexpr milliseconds kFinishAtMost{400};

Descriptor bound_socket(UdpAddress& address) {
    Descriptor socket = make_udp_socket(address.family());
    if (bind(socket.get(), address.get(), address.length) != 0 ||
        getsockname(socket.get(), address.get(), &address.length) != 0) {
        throw Error("The sink's socket cannot be bound to loopback", std::strerror(errno));
    }
    return socket;
}

std::array<std::uint32_t, SK_MEMINFO_VARS> memory_info(int fd) {
    std::array<std::uint32_t, SK_MEMINFO_VARS> info{};
    socklen_t length = sizeof info;
    getsockopt(fd, SOL_SOCKET, SO_MEMINFO, info.data(), &length);
    return info;
}

/// What the kernel charges a receive buffer for one packet of that size; 0 if it cannot be learnt.
std::uint32_t learn_truesize(int family, unsigned payload) {
    UdpAddress address = loopback_address(family);
    const Descriptor to = bound_socket(address);
    const Descriptor from = make_udp_socket(family);
    const std::vector<std::byte> bytes(payload);
    if (sendto(from.get(), bytes.data(), bytes.size(), MSG_DONTWAIT, address.get(), address.length) < 0)
        return 0;
    const auto deadline = SteadyClock::now() + milliseconds(100);
    while (SteadyClock::now() < deadline) {
        const std::uint32_t charged = memory_info(to.get())[SK_MEMINFO_RMEM_ALLOC];
        if (charged != 0) return charged;
        std::this_thread::yield();
    }
    return 0;
}

/// Buffers for reading many datagrams at once.
class Reader {
 public:
    explicit Reader(std::size_t bytes) : bytes_(bytes), storage_(bytes * kBurst) {
        for (std::size_t i = 0; i < kBurst; ++i) {
            vectors_[i] = {storage_.data() + i * bytes, bytes};
            messages_[i].msg_hdr.msg_iov = &vectors_[i];
            messages_[i].msg_hdr.msg_iovlen = 1;
        }
    }
    /// How many arrived; none when the time is over or, with MSG_DONTWAIT, when there are none.
    std::size_t read(int fd, int flags) {
        const int count = recvmmsg(fd, messages_.data(), kBurst, flags | MSG_TRUNC, nullptr);
        return count > 0 ? static_cast<std::size_t>(count) : 0;
    }
    /// Nothing if it is not of the length these buffers were made for.
    std::optional<std::span<const std::byte>> datagram(std::size_t i) const {
        if (messages_[i].msg_len != bytes_) return std::nullopt;
        return std::span(storage_).subspan(i * bytes_, bytes_);
    }

 private:
    std::size_t bytes_;
    std::vector<std::byte> storage_;
    std::array<iovec, kBurst> vectors_{};
    std::array<mmsghdr, kBurst> messages_{};
};

class SinkBase : public UdpSink {
 public:
    SinkBase(int family, unsigned payload)
        : address_(loopback_address(family)),
          socket_(bound_socket(address_)),
          truesize_(learn_truesize(family, payload)) {}

    const UdpAddress& address() const override { return address_; }

 protected:
    int fd() const { return socket_.get(); }

    /// Fills in what the socket itself knows.
    void look(SinkCount& count) {
        const auto info = memory_info(fd());
        const std::lock_guard lock(mutex_);
        count.discarded = discarded_.update(info[SK_MEMINFO_DROPS]);
        if (truesize_ != 0) count.queued = info[SK_MEMINFO_RMEM_ALLOC] / truesize_;
    }
    void wait_for(std::uint64_t sent) {
        const auto deadline = SteadyClock::now() + kFinishAtMost;
        auto moved = SteadyClock::now();
        std::uint64_t last = 0;
        for (auto now = moved; now < deadline && now - moved < kStillAfter; now = SteadyClock::now()) {
            const std::uint64_t delivered = count().delivered();
            if (delivered >= sent) return;
            if (delivered != last) moved = now;
            last = delivered;
            std::this_thread::sleep_for(milliseconds(1));
        }
    }

 private:
    UdpAddress address_;
    Descriptor socket_;
    const std::uint32_t truesize_;
    std::mutex mutex_;
    WrappingCounter discarded_;
};

class UnreadSink final : public SinkBase {
 public:
    using SinkBase::SinkBase;

    SinkCount count() override {
        SinkCount count;
        look(count);
        return count;
    }
    SinkCount finish(std::uint64_t sent) override {
        wait_for(sent);
        SinkCount count;
        look(count);
        count.queued = 0;
        Reader reader(1);
        while (const std::size_t more = reader.read(fd(), MSG_DONTWAIT)) count.queued += more;
        return count;
    }
};

class VerifyingSink final : public SinkBase {
 public:
    VerifyingSink(int family, unsigned payload, std::shared_ptr<const Topology> topology,
                  std::vector<unsigned> busy)
        : SinkBase(family, payload), payload_(payload) {
        setsockopt(fd(), SOL_SOCKET, SO_RCVBUF, &kVerifyBuffer, sizeof kVerifyBuffer);
        const timeval timeout{0, std::chrono::microseconds(kReadTimeout).count()};
        setsockopt(fd(), SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof timeout);
        thread_ = std::thread([this, topology = std::move(topology), busy = std::move(busy)] {
            topology->keep_this_thread_off(busy);
            run();
        });
    }
    ~VerifyingSink() override { stop(); }

    SinkCount count() override {
        SinkCount count;
        look(count);
        fill_checked(count);
        return count;
    }
    SinkCount finish(std::uint64_t sent) override {
        wait_for(sent);
        stop();
        SinkCount count;
        look(count);
        fill_checked(count);
        count.queued = 0;
        return count;
    }

 private:
    void fill_checked(SinkCount& count) const {
        count.read = read_.load(std::memory_order_relaxed);
        count.out_of_order = out_of_order_.load(std::memory_order_relaxed);
        count.corrupt = corrupt_.load(std::memory_order_relaxed);
    }
    void stop() {
        stop_ = true;
        if (thread_.joinable()) thread_.join();
    }
    void run() {
        Reader reader(payload_);
        while (!stop_) take(reader, reader.read(fd(), MSG_WAITFORONE));
        while (const std::size_t more = reader.read(fd(), MSG_DONTWAIT)) take(reader, more);
    }
    void take(const Reader& reader, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) check(reader.datagram(i));
        read_.fetch_add(count, std::memory_order_relaxed);
    }
    void check(const std::optional<std::span<const std::byte>>& bytes) {
        const auto header = bytes ? PayloadHeader::read(*bytes) : PayloadHeader{};
        if (!bytes || !header.valid() || header.producer >= kProducers ||
            !is_zero(bytes->subspan(sizeof header))) {
            corrupt_.fetch_add(1, std::memory_order_relaxed);
            return;
        }
        if (header.producer >= expected_.size()) expected_.resize(header.producer + 1);
        std::uint64_t& expected = expected_[header.producer];
        // Gaps are no matter of order: the queue drops, and the socket discards.
        if (header.sequence < expected) {
            out_of_order_.fetch_add(1, std::memory_order_relaxed);
        } else {
            expected = header.sequence + 1;
        }
    }
    static bool is_zero(std::span<const std::byte> bytes) {
        return std::all_of(bytes.begin(), bytes.end(), [](std::byte byte) { return byte == std::byte{}; });
    }

    const unsigned payload_;
    std::atomic<bool> stop_ = false;
    std::atomic<std::uint64_t> read_ = 0;
    std::atomic<std::uint64_t> out_of_order_ = 0;
    std::atomic<std::uint64_t> corrupt_ = 0;
    std::vector<std::uint64_t> expected_;  ///< per producer; the reader's own
    std::thread thread_;
};

}  // namespace

std::unique_ptr<UdpSink> make_unread_sink(int family, unsigned payload) {
    return std::make_unique<UnreadSink>(family, payload);
}

std::unique_ptr<UdpSink> make_verifying_sink(int family, unsigned payload,
                                             std::shared_ptr<const Topology> topology,
                                             std::vector<unsigned> busy) {
    return std::make_unique<VerifyingSink>(family, payload, std::move(topology), std::move(busy));
}

}  // namespace spinscope
