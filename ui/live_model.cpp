// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/live_model.h"

#include "ui/machine_words.h"

namespace spinscope {

LiveModel::LiveModel(Session* session, QObject* parent)
    : QObject(parent), session_(session), newest_(session->newest()) {
    order_ = machine_order(*newest_);
    poll();
}

LiveModel::LiveModel(const History& history, Session::SnapshotPtr newest, QObject* parent)
    : QObject(parent), history_(&history), newest_(std::move(newest)) {
    range_.set_data(history.begin_s(), history.end_s());
    order_ = machine_order(*newest_);
}

void LiveModel::set_session(Session& session) {
    session_ = &session;
    own_history_.clear();
    newest_ = session.newest();
    order_ = machine_order(*newest_);
    sequence_ = 0;
    range_ = ViewRange();
    hover_.reset();
    selected_ = -1;
    poll();
    emit restarted();
    emit range_changed();
    emit selection_changed();
    emit updated();
}

bool LiveModel::poll() {
    if (session_ == nullptr) return false;
    const std::vector<Session::SnapshotPtr> fresh = session_->snapshots_after(sequence_);
    if (fresh.empty()) return false;
    bool another_run = false;
    for (const Session::SnapshotPtr& snapshot : fresh) {
        another_run = another_run || snapshot->run != newest_->run || snapshot->at_s < newest_->at_s ||
                      snapshot->workers.size() != newest_->workers.size();
        sequence_ = std::max(sequence_, snapshot->sequence);
        newest_ = snapshot;
        own_history_.add(*snapshot);
    }
    range_.set_data(own_history_.begin_s(), own_history_.end_s());
    if (another_run) {
        order_ = machine_order(*newest_);
        range_.set_follow(true);
        hover_.reset();
        if (selected_ >= static_cast<int>(workers())) selected_ = -1;
        emit restarted();
    }
    emit updated();
    return true;
}

QString LiveModel::worker_label(std::size_t worker) const {
    if (oversubscribed()) return QStringLiteral("W%1").arg(worker);
    return tr("CPU %1").arg(newest_->workers[worker].cpu);
}

bool LiveModel::oversubscribed() const {
    return newest_->run != nullptr && newest_->run->placement.oversubscribed;
}

unsigned LiveModel::queues() const {
    return queues_of(*newest_);
}

bool LiveModel::has_ended() const {
    return newest_->state == RunState::Stopped || newest_->state == RunState::Failed;
}

bool LiveModel::is_live() const {
    return session_ != nullptr && !has_ended();
}

template <class Change>
void LiveModel::change_range(Change change) {
    const ViewRange before = range_;
    change();
    if (!(range_ == before)) emit range_changed();
}

void LiveModel::set_span(double span_s) {
    change_range([&] { range_.set_span(span_s); });
}
void LiveModel::set_follow(bool follow) {
    change_range([&] { range_.set_follow(follow); });
}
void LiveModel::fit_all() {
    change_range([&] { range_.fit(); });
}
void LiveModel::zoom(double factor, double at_s) {
    change_range([&] { range_.zoom(factor, at_s); });
}
void LiveModel::pan(double seconds) {
    change_range([&] { range_.pan(seconds); });
}
void LiveModel::show_range(double begin_s, double end_s) {
    change_range([&] { range_.show(begin_s, end_s); });
}

void LiveModel::select(int worker) {
    if (worker >= static_cast<int>(workers())) worker = -1;
    if (worker == selected_) return;
    selected_ = worker;
    emit selection_changed();
}

void LiveModel::set_hover(std::optional<double> time_s) {
    if (time_s == hover_) return;
    hover_ = time_s;
    emit hover_changed();
}

double LiveModel::shown_time() const {
    return hover_.value_or(history_->end_s());
}

}  // namespace spinscope
