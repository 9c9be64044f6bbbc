// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <string>
#include <vector>

#include "ui/compare/collapse.h"
#include "ui/theme/theme.h"

class QToolButton;

namespace spinscope {

/// What there is to explain of a collapse view.
struct CollapseLegend {
    std::vector<std::string> strategies;
    bool host = false;       ///< crosses
    bool published = false;  ///< hollow diamonds
};
CollapseLegend legend_of(const CollapseView& view);
/// A sample of each curve with its name, and what the other marks mean. Returns the x after the last; with a
/// null painter only measures.
int draw_collapse_legend(QPainter* painter, const CollapseLegend& legend, int x, int middle,
                         const QFont& font, const Theme& theme);

/// The header of the collapse view: title, legend, copy and export.
class CollapseHeader : public QWidget {
    Q_OBJECT

 public:
    CollapseHeader(const ThemeHolder& themes, QWidget* parent = nullptr);

    void set_legend(const CollapseLegend& legend);
    /// Under what it was measured: as much of it as there is room, all of it in the tool tip.
    void set_words(const QString& words);

 signals:
    void copy_wanted();
    void export_wanted();

 protected:
    void paintEvent(QPaintEvent* event) override;

 private:
    void apply_theme();

    const ThemeHolder& themes_;
    CollapseLegend legend_;
    QString words_;
    QToolButton* copy_;
    QToolButton* export_;
};

}  // namespace spinscope
