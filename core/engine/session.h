// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/base/experiment.h"
#include "core/metrics/snapshot.h"
#include "core/topology/topology.h"

namespace spinscope {

/// The one seam above the engine: the window and the command line know nothing else.
///
/// Commands return at once and never throw for what a run meets; what went wrong is a message in the
/// snapshots, and state Failed where there is no run. They may be called from any one thread; reading is safe
/// from every thread.
class Session {
 public:
    using SnapshotPtr = std::shared_ptr<const Snapshot>;

    Session() = default;
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;
    /// Stops what runs; under a second whatever the load.
    virtual ~Session() = default;

    /// Starts a run, ending the present one first. Throws UsageError if the experiment makes no sense
    /// (validate()).
    virtual void start(const Experiment& experiment) = 0;
    virtual void stop() = 0;
    /// Holds the workers at a packet boundary; run time stands still.
    virtual void pause() = 0;
    virtual void resume() = 0;
    /// A simulated machine, paused or running: goes on to the next time a lock passes from one worker to
    /// another, and is paused there. Nothing on the host, which cannot be stopped at an instant.
    virtual void step() {}
    /// Switches while it runs: the strategy, its options and the discipline's, and by the names `discipline`,
    /// `limit`, `lock`, `queues` and `queue-by` among the options what else a queue is made of. What is not
    /// named stays as it is. Throws UsageError for what does not exist or makes no sense.
    virtual void switch_to(const std::string& strategy, const Options& options) = 0;

    /// Never null; state Idle before the first start.
    virtual SnapshotPtr newest() const = 0;
    /// The snapshots newer than `sequence`, oldest first, as far back as they are kept (about 2 s): a reader
    /// that was late loses none of them before that.
    virtual std::vector<SnapshotPtr> snapshots_after(std::uint64_t sequence) const = 0;
    /// The machine this session runs on.
    virtual std::shared_ptr<const Topology> topology() const = 0;
    /// Blocks until the run has ended (Idle, Stopped, Failed) or the time is over; true if it has ended. For
    /// headless runs.
    virtual bool wait_ended(std::chrono::milliseconds timeout) = 0;
};

/// The real thing: pinned threads on this machine.
std::unique_ptr<Session> make_host_session();

/// How fast a simulated machine may run; the host runs as it does.
enum class Pace {
    RealTime,  ///< no faster than real time, whoever reads: for a window
    AsRead  ///< as fast as it goes, but waits for the reader, who so sees every snapshot: for headless runs
};

/// A session on the machine of that name: "host", or a machine profile (id or file). Throws UsageError for
/// one that does not exist.
std::unique_ptr<Session> make_session(const std::string& machine, Pace pace = Pace::RealTime);

/// Shape of a synthetic session: plausible, seeded, and never measured. For tests and drawing benchmarks
/// only.
struct SyntheticShape {
    unsigned workers = 8;
    double snapshot_interval_s = 1.0 / 30;  ///< run time between snapshots
    std::uint64_t seed = 42;
    std::string topology = {};  ///< hwloc synthetic description; empty = plausible for so many workers
};

/// A session whose snapshots are computed from a formula. It makes a snapshot only when advance() asks for
/// one.
class SyntheticSession : public Session {
 public:
    virtual void advance(unsigned snapshots = 1) = 0;
    /// For tests of what a view shows: edits the next snapshot before it is published.
    virtual void amend_next(std::function<void(Snapshot&)> edit) = 0;
};
std::unique_ptr<SyntheticSession> make_synthetic_session(const SyntheticShape& shape);

}  // namespace spinscope
