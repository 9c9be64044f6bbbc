// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProxyStyle>

namespace spinscope {

/// Fusion, with control outlines that can be seen: its own are derived from the window colour and fall below
/// the contrast of 3:1 in a light look and vanish in a black one. Ours are the palette's Dark role, 2 px of
/// its Link role (the accent) around what has the focus.
class OutlineStyle : public QProxyStyle {
    Q_OBJECT

 public:
    OutlineStyle();

    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                            const QWidget* widget) const override;
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
};

}  // namespace spinscope
