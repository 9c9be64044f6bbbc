// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/live/live_page.h"

namespace spinscope {

LivePage::LivePage(LiveModel&, ThemeHolder&, QWidget* parent) : QWidget(parent) {}
LivePage::~LivePage() = default;
void LivePage::set_start_action(QAction*) {}

}  // namespace spinscope
