// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/icons.h"

#include <QFile>
#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QPixmap>
#include <QSvgRenderer>

#include "ui/application_id.h"

namespace spinscope {

namespace {

/// The files are black lines; the colour is put in when they are drawn.
class LineIconEngine : public QIconEngine {
 public:
    LineIconEngine(QByteArray svg, const QColor& colour) : svg_(std::move(svg)), colour_(colour) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
        QByteArray svg = svg_;
        svg.replace("#000", colour(mode).name().toLatin1());
        QSvgRenderer(svg).render(painter, rect);
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, pixmap.rect(), mode, state);
        return pixmap;
    }

    QIconEngine* clone() const override { return new LineIconEngine(*this); }

 private:
    QColor colour(QIcon::Mode mode) const {
        const QPalette palette = QGuiApplication::palette();
        if (mode == QIcon::Disabled) return palette.color(QPalette::Disabled, QPalette::ButtonText);
        if (colour_.isValid()) return colour_;
        return palette.color(mode == QIcon::Selected ? QPalette::HighlightedText : QPalette::ButtonText);
    }

    QByteArray svg_;
    QColor colour_;
};

}  // namespace

QIcon line_icon(const QString& name, const QColor& colour) {
    QFile file(QStringLiteral(":/spinscope/icons/%1.svg").arg(name));
    if (!file.open(QIODevice::ReadOnly)) return {};
    return QIcon(new LineIconEngine(file.readAll(), colour));
}

QIcon application_icon() {
    return QIcon(QStringLiteral(":/spinscope/icons/%1.svg").arg(QLatin1String(kApplicationId)));
}

}  // namespace spinscope
