// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QPainter>
#include <algorithm>
#include <cstdint>

#include "ui/time_scale.h"

namespace spinscope {

/// One column of pixels of a ring image, top to bottom, in device pixels.
class PixelColumn {
 public:
    PixelColumn(QRgb* top, qsizetype stride, int height) : top_(top), stride_(stride), height_(height) {}

    int height() const { return height_; }
    void set(int y, QRgb colour) {
        if (y >= 0 && y < height_) top_[y * stride_] = colour;
    }
    /// Pixels [from, to).
    void fill(int from, int to, QRgb colour) {
        for (int y = std::max(from, 0); y < std::min(to, height_); ++y) top_[y * stride_] = colour;
    }

 private:
    QRgb* top_;
    qsizetype stride_;
    int height_;
};

/// A picture of time columns that is drawn once and scrolls: column `index` lives at `index` modulo the
/// width, so new time costs one new column, and a shown picture is two blits.
class ColumnRing {
 public:
    void resize(const QSize& device_pixels, qreal ratio) {
        if (image_.size() == device_pixels && image_.devicePixelRatio() == ratio) return;
        image_ = QImage(device_pixels, QImage::Format_RGB32);
        image_.setDevicePixelRatio(ratio);
        invalidate();
    }
    void invalidate() { valid_begin_ = valid_end_ = 0; }
    bool is_null() const { return image_.isNull(); }
    int width() const { return image_.width(); }
    int height() const { return image_.height(); }

    /// Where column `index` lives; for values kept beside the pixels.
    int slot(std::int64_t index) const {
        const std::int64_t at = index % image_.width();
        return static_cast<int>(at < 0 ? at + image_.width() : at);
    }
    bool holds(std::int64_t index) const { return index >= valid_begin_ && index < valid_end_; }
    PixelColumn column(std::int64_t index) {
        auto* top = reinterpret_cast<QRgb*>(image_.bits()) + slot(index);
        return {top, image_.bytesPerLine() / static_cast<qsizetype>(sizeof(QRgb)), image_.height()};
    }

    /// Calls draw(index) for each column of `scale` that is not drawn yet, left to right; the ones at and
    /// after `data_end_s` of the last call were not complete and are drawn again. Returns whether the picture
    /// moved on.
    template <class Draw>
    bool update(const TimeScale& scale, double data_end_s, Draw draw) {
        if (scale.step_s != step_s_) invalidate();
        step_s_ = scale.step_s;
        const std::int64_t low = scale.first;
        const std::int64_t high = scale.first + scale.columns;
        valid_end_ = std::min(valid_end_, settled_);
        const std::int64_t kept_begin = std::max(valid_begin_, low);
        const std::int64_t kept_end = std::min(valid_end_, high);
        const bool moved = last_first_ != low || kept_begin >= kept_end;
        last_first_ = low;
        settled_ = scale.column_of(data_end_s);
        if (kept_begin >= kept_end) {
            valid_begin_ = valid_end_ = low;
            draw_columns(low, high, draw);
            return moved;
        }
        valid_end_ = kept_end;
        valid_begin_ = kept_begin;
        if (low < kept_begin) {
            // The first kept column joins on to what is new at its left.
            valid_begin_ = low;
            for (std::int64_t index = low; index <= kept_begin; ++index) draw(index);
        }
        draw_columns(kept_end, high, draw);
        return moved;
    }

    void blit(QPainter& painter, const QPointF& at, const TimeScale& scale) const {
        if (image_.isNull()) return;
        const int split = slot(scale.first);
        const int right = image_.width() - split;
        painter.drawImage(at, image_, QRect(split, 0, right, image_.height()));
        if (split == 0) return;
        painter.drawImage(at + QPointF(right / image_.devicePixelRatio(), 0), image_,
                          QRect(0, 0, split, image_.height()));
    }

 private:
    template <class Draw>
    void draw_columns(std::int64_t from, std::int64_t to, Draw draw) {
        for (std::int64_t index = from; index < to; ++index) {
            draw(index);
            valid_end_ = index + 1;
        }
    }

    QImage image_;
    double step_s_ = 0;
    std::int64_t valid_begin_ = 0;
    std::int64_t valid_end_ = 0;
    std::int64_t settled_ = 0;
    std::int64_t last_first_ = 0;
};

}  // namespace spinscope
