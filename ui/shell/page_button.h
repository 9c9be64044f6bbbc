// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/bar_button.h"

namespace spinscope {

/// Chooses a page of the window. The present one is marked softly, so that it does not compete with what is
/// to be done next.
class PageButton : public BarButton {
    Q_OBJECT

 public:
    using BarButton::BarButton;

 protected:
    void paintEvent(QPaintEvent* event) override;
};

}  // namespace spinscope
