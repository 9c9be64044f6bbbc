// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/engine/queue_layout.h"
#include "core/metrics/snapshot.h"
#include "ui/theme/theme.h"

namespace spinscope {

/// The queue's memory: a bar of 64 bytes for each cache line with its fields to scale, their names below it,
/// the hot lines marked, and on a simulated machine how often each had to move for a packet.
class LayoutDrawing : public QWidget {
    Q_OBJECT

 public:
    explicit LayoutDrawing(const ThemeHolder& theme, QWidget* parent = nullptr);

    /// `era` is the kernel whose layout it is.
    void show_layout(const QueueLayout& layout, const QString& era);
    /// Transfers of each line for a packet since the last switch; where the machine has no ledger there are
    /// no numbers.
    void show_ledger(const Snapshot& snapshot);
    bool empty() const { return rows_.empty(); }
    /// A line each: names, bytes, transfers.
    QString text() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

 private:
    /// One bar: a line, or several that one field fills.
    struct Row {
        std::size_t line;
        std::size_t lines = 1;
        std::vector<LayoutField> fields;
        std::optional<double> moved;  ///< transfers for a packet
    };
    struct Counts {
        std::uint64_t packets = 0;
        std::map<std::string, std::uint64_t> transfers;  ///< by the names of what is on the line
    };
    static Counts counts_of(const Snapshot& snapshot);
    int line() const;
    int pitch() const;
    QColor colour_of(const std::string& field) const;
    QString tip_of(const Row& row) const;
    void draw_row(QPainter& painter, const Row& row, int y) const;

    const ThemeHolder& theme_;
    QueueLayout layout_;
    QString era_;
    std::vector<Row> rows_;
    bool counted_ = false;
    Counts base_;  ///< at the last switch
    const RunInfo* run_ = nullptr;
    std::size_t marks_ = 0;
};

}  // namespace spinscope
