// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QLineF>
#include <QPixmap>
#include <QStringList>
#include <QVector>
#include <QWidget>
#include <optional>
#include <vector>

#include "core/metrics/history.h"
#include "ui/format.h"
#include "ui/live_model.h"
#include "ui/theme/theme.h"
#include "ui/view/column_ring.h"

class QRubberBand;
class QToolButton;

namespace spinscope {

class HoverTip;

/// The grid all views share, logical px.
struct ViewGrid {
    static constexpr int kHeader = 26;
    static constexpr int kLeft = 66;
    static constexpr int kGap = 16;    ///< between plot and readout
    static constexpr int kRight = 12;  ///< right of the readout
    static constexpr int kTop = 8;     ///< above the plot
    static constexpr int kBottom = 8;  ///< below it
    static constexpr int kAxis = 26;   ///< the time axis below the last view
    static int readout_width(int view_width) { return view_width < 800 ? 88 : 112; }
    /// Left and width of every plot in a page so wide: one time axis for all.
    static QRect plot_span(int view_width) {
        const int right = kGap + readout_width(view_width) + kRight;
        return {kLeft, 0, std::max(1, view_width - kLeft - right), 1};
    }
};

struct LegendItem {
    enum class Kind { Line, Dashed, Dotted, Dots, Swatch, Hatched, OpenHatch, Outlined, OwnBar, Gradient };
    Kind kind = Kind::Line;
    QColor colour;
    QColor second;  ///< hatch, outline or the far end of the gradient
    QString text;
};

/// A table with the numbers of a view: the first row is the head.
using ViewTable = std::vector<QStringList>;

/// A view of the live page: header, plot, and right of the plot its numbers. What does not move is kept in a
/// pixmap, what moves in a ring image; a frame is two blits and the columns that are new. Subclasses say how
/// one column looks. Draws only while it is visible.
class View : public QWidget {
    Q_OBJECT
 public:
    View(LiveModel& model, ThemeHolder& themes, const QString& id, const QString& title,
         QWidget* parent = nullptr);
    ~View() override;

    const QString& id() const { return id_; }
    const QString& title() const { return title_; }
    virtual ViewTable table() const = 0;
    /// The same with tabs between the cells, for the clipboard.
    QString table_text() const;
    /// For pictures: draws everything at the widget's size without buttons, ring images with `pixels` device
    /// pixels a logical one. The widget need not be shown.
    void paint_picture(QPainter& painter, double pixels);
    /// Frames painted so far, and how often new data were drawn for them; hidden views do neither.
    int frames() const { return frames_; }
    int drawings() const { return drawings_; }

    QSize sizeHint() const override { return {900, 220}; }
    QSize minimumSizeHint() const override { return {320, 90}; }

 public slots:
    /// Takes over new data. Cheap when hidden.
    void advance();
    /// Everything again: another run, size, theme or zoom.
    void rebuild();
    void show_table();

 signals:
    void export_requested(const QString& view);

 protected:
    // What a subclass adds.
    virtual HistoryParts parts() const = 0;
    /// Plot geometry changed; `plot()` and `ratio()` are valid.
    virtual void lay_out() = 0;
    virtual void draw_column(PixelColumn column, const HistorySlice& slice, std::int64_t index) = 0;
    /// After new columns: fits the value axes; true if that voids what is drawn.
    virtual bool fit_axes() { return false; }
    /// After the picture is complete; `moved` when there are new columns.
    virtual void columns_drawn(bool /*moved*/) {}
    virtual void draw_labels(QPainter& painter) = 0;
    virtual void draw_readout(QPainter& painter, const QRect& area) = 0;
    /// Over the ring image, each frame: selection frames and such.
    virtual void draw_over(QPainter& /*painter*/) {}
    virtual std::vector<LegendItem> legend() const = 0;
    /// Words beside the title: the first that fit are shown.
    virtual QStringList subtitles() const { return {}; }
    virtual bool legend_at_right() const { return false; }
    /// Header room between title and legend for a control of the subclass; in pictures the words beside the
    /// title say it.
    virtual int header_control_width() const { return 0; }
    virtual QString empty_text() const = 0;
    /// Where the ring image is, inside plot(); all of it by default.
    virtual QRect ring_area() const { return plot_; }
    virtual int worker_at(const QPoint& /*at*/) const { return -1; }
    /// Rich text about `time_s` and, where there is one, the worker under the pointer or the selected one.
    virtual QString tip(double time_s, int worker, const HistorySlice& slice) const = 0;
    /// Instead of tip() where what is under the pointer stands for several workers; empty = it does not.
    virtual QString group_tip(const QPoint& /*at*/, double /*time_s*/, const HistorySlice& /*slice*/) const {
        return {};
    }
    virtual void zoom_value(double /*factor*/) {}
    virtual void theme_changed() {}

    LiveModel& model() const { return model_; }
    const Theme& theme() const { return themes_.theme(); }
    const Format& format() const { return format_; }
    const QRect& plot() const { return plot_; }
    double ratio() const { return ratio_; }
    /// A length in device pixels, at least one.
    int device(double logical) const { return std::max(1, qRound(logical * ratio_)); }
    const TimeScale& scale() const { return scale_; }
    ColumnRing& ring() { return ring_; }
    const ColumnRing& ring() const { return ring_; }
    bool in_picture() const { return in_picture_; }
    /// Where the header goes on after the title, x.
    int title_end() const;
    QFont role_font(TextRole role) const { return font_for(role, font()); }
    /// The last second on screen, all workers and waits: what the readout shows.
    const HistorySlice& last_second() const { return last_second_; }
    static constexpr int kNarrow = 100;  ///< a readout below this leaves the lesser things out
    HistorySlice question(double from_s, double to_s, HistoryParts wanted) const;
    /// "−10.2 s · busylock"
    QString time_line(double time_s) const;
    void invalidate_columns();
    /// Doubtful stretches, marks and the hover line, over `area`.
    void draw_time_overlays(QPainter& painter, const QRect& area) const;
    void draw_empty(QPainter& painter, const QRect& area) const;

    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

 private:
    void compute_layout();
    void draw_columns();
    void refresh_readout(bool now);
    void draw_header(QPainter& painter) const;
    void draw_decoration(QPainter& painter);
    void place_buttons();
    void show_tip(const QPoint& at);
    void move_cursor(int columns);
    double time_at(int x) const;

    LiveModel& model_;
    ThemeHolder& themes_;
    QString id_;
    QString title_;
    Format format_;
    QToolButton* table_button_;
    QToolButton* export_button_;
    HoverTip* tip_ = nullptr;
    QRubberBand* band_ = nullptr;  ///< the range that is being chosen

    QRect plot_;
    QRect readout_;
    double ratio_ = 1;
    TimeScale scale_;
    ColumnRing ring_;
    HistorySlice slice_;
    HistorySlice last_second_;
    QPixmap decoration_;
    QPixmap readout_picture_;
    QElapsedTimer readout_age_;
    bool stale_ = true;
    bool in_picture_ = false;
    int frames_ = 0;
    int drawings_ = 0;

    std::optional<QPoint> drag_from_;
    double drag_end_s_ = 0;
    bool dragged_ = false;
    bool selecting_range_ = false;
    QPoint pointer_;
};

/// Diagonals `apart` from each other that end at the edges of `box`.
QVector<QLineF> hatch_lines(const QRectF& box, double apart);

/// Draws legend items left to right from `x`, vertically centred in `area`; returns the x after the last.
/// With a null painter only measures.
int draw_legend(QPainter* painter, const std::vector<LegendItem>& items, int x, const QRect& area,
                const QFont& font, const Theme& theme);

}  // namespace spinscope
