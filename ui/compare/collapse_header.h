// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <string>
#include <vector>

#include "ui/theme/theme.h"

class QToolButton;

namespace spinscope {

/// What the curves are: a sample of each with its name, and what crosses mean. Returns the x after the last;
/// with a null painter only measures.
int draw_strategy_legend(QPainter* painter, const std::vector<std::string>& strategies, bool host, int x,
                         int middle, const QFont& font, const Theme& theme);

/// The header of the collapse view: title, legend, copy and export.
class CollapseHeader : public QWidget {
    Q_OBJECT

 public:
    CollapseHeader(const ThemeHolder& themes, QWidget* parent = nullptr);

    void set_legend(const std::vector<std::string>& strategies, bool host);

 signals:
    void copy_wanted();
    void export_wanted();

 protected:
    void paintEvent(QPaintEvent* event) override;

 private:
    void apply_theme();

    const ThemeHolder& themes_;
    std::vector<std::string> strategies_;
    bool host_ = false;
    QToolButton* copy_;
    QToolButton* export_;
};

}  // namespace spinscope
