// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <optional>
#include <vector>

#include "core/engine/session.h"
#include "core/metrics/history.h"
#include "ui/machine_order.h"
#include "ui/time_scale.h"

namespace spinscope {

/// What all views share: the newest snapshot, the history, the visible range, the one selection and the one
/// hovered time. GUI thread only.
class LiveModel : public QObject {
    Q_OBJECT
 public:
    /// Follows a session; poll() pulls. The session must outlive the model.
    explicit LiveModel(Session* session, QObject* parent = nullptr);
    /// Shows what was kept, and never changes: for pictures. The history must outlive the model.
    LiveModel(const History& history, Session::SnapshotPtr newest, QObject* parent = nullptr);

    /// Follows another session from now on; what the old one gave is forgotten.
    void set_session(Session& session);

    /// Takes over what the session has published since the last call; true if there was something. Cheap
    /// when there was nothing.
    bool poll();

    const Snapshot& newest() const { return *newest_; }
    Session::SnapshotPtr newest_ptr() const { return newest_; }
    const History& history() const { return *history_; }
    /// Whether there is anything to draw.
    bool has_data() const { return !history_->empty(); }
    /// Marks of the present run, the start included, oldest first.
    const std::vector<Mark>& marks() const { return newest_->marks; }
    std::size_t workers() const { return newest_->workers.size(); }
    /// "CPU 3", or "W5" where workers share CPUs.
    QString worker_label(std::size_t worker) const;
    bool oversubscribed() const;
    /// Device queues of the run, each with an owner.
    unsigned queues() const;
    /// The workers as the machine has them, by its parts.
    const MachineOrder& order() const { return order_; }
    /// Whether the run goes on and the newest data are "now"; not so in a picture, or after the end.
    bool is_live() const;
    bool has_ended() const;

    const ViewRange& range() const { return range_; }
    void set_span(double span_s);
    void set_follow(bool follow);
    void fit_all();
    void zoom(double factor, double at_s);
    void pan(double seconds);
    void show_range(double begin_s, double end_s);

    int selected() const { return selected_; }  ///< worker index, -1 = none
    void select(int worker);
    std::optional<double> hover() const { return hover_; }  ///< run time, s
    void set_hover(std::optional<double> time_s);

    /// The newest time at which anything is known about `worker` values: the hovered time, else the end.
    double shown_time() const;

 signals:
    void updated();    ///< once per poll that brought something
    void restarted();  ///< another run, or none: everything drawn so far is void
    void selection_changed();
    void hover_changed();
    void range_changed();  ///< by the user; following new data is `updated`

 private:
    template <class Change>
    void change_range(Change change);

    Session* session_ = nullptr;
    History own_history_;
    const History* history_ = &own_history_;
    Session::SnapshotPtr newest_;
    std::uint64_t sequence_ = 0;
    MachineOrder order_;
    ViewRange range_;
    int selected_ = -1;
    std::optional<double> hover_;
};

}  // namespace spinscope
