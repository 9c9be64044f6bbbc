// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/picture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QFile>
#include <QImage>
#include <QMimeData>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTransform>
#include <QXmlStreamReader>

#include "ui/view/view.h"

namespace spinscope {
namespace {

class PictureTest : public testing::Test {
 protected:
    PictureTest() {
        session_->start({});
        run(20);
        session_->switch_to("busylock", {});
        run(20);
    }
    void run(int seconds) {
        for (int i = 0; i < seconds * 30; ++i) {
            session_->advance(1);
            history_.add(*session_->newest());
        }
    }
    QByteArray exported(const char* name, const PictureOptions& options = {}) {
        const QString path = folder_.filePath(QLatin1String(name));
        export_picture(history_, session_->newest(), path.toStdString(), options);
        QFile file(path);
        EXPECT_TRUE(file.open(QIODevice::ReadOnly));
        return file.readAll();
    }

    std::unique_ptr<SyntheticSession> session_ = make_synthetic_session({8, 1.0 / 30, 42});
    History history_;
    QTemporaryDir folder_;
};

TEST_F(PictureTest, a_png_has_exactly_the_pixels_that_were_asked_for) {
    PictureOptions options;
    options.size = {900, 601};
    for (const double scale : {1.0, 1.5, 2.0}) {
        options.scale = scale;
        const QImage image = QImage::fromData(exported("a.png", options), "PNG");
        EXPECT_EQ(image.size(), QSize(qRound(900 * scale), qRound(601 * scale)));
        EXPECT_TRUE(image.text(QStringLiteral("Title")).contains(QStringLiteral("ticket → busylock")));
        EXPECT_TRUE(image.text(QStringLiteral("Description")).contains(QStringLiteral("payload 64 bytes")));
        EXPECT_TRUE(image.text(QStringLiteral("Software")).startsWith(QStringLiteral("Spinscope ")));
    }
}

TEST_F(PictureTest, it_is_light_unless_chosen_otherwise) {
    const QImage light = QImage::fromData(exported("a.png"));
    EXPECT_EQ(light.pixelColor(2, 2), make_theme(ThemeChoice::Light).plot);
    PictureOptions options;
    options.theme = ThemeChoice::Dark;
    const QImage dark = QImage::fromData(exported("b.png", options));
    EXPECT_EQ(dark.pixelColor(2, 2), make_theme(ThemeChoice::Dark).plot);
}

TEST_F(PictureTest, the_same_data_give_the_same_picture) {
    EXPECT_EQ(exported("a.png"), exported("b.png"));
}

/// All text of an SVG, and the box of everything drawn in it.
struct SvgContent {
    QString title;
    QString text;
    QRectF box;
    QRectF curves;  ///< of what is stroked in `curve_colour`

    SvgContent(const QByteArray& bytes, const QColor& curve_colour) {
        QXmlStreamReader xml(bytes);
        std::vector<QTransform> transforms{QTransform()};
        std::vector<QString> strokes{QString()};
        while (!xml.atEnd()) {
            const auto token = xml.readNext();
            if (token == QXmlStreamReader::EndElement && xml.name() == QLatin1String("g")) {
                transforms.pop_back();
                strokes.pop_back();
            }
            if (token != QXmlStreamReader::StartElement) continue;
            const QXmlStreamAttributes attributes = xml.attributes();
            const auto value = [&](const char* name) {
                return attributes.value(QLatin1String(name)).toString();
            };
            if (xml.name() == QLatin1String("g")) {
                transforms.push_back(matrix(value("transform")) * transforms.back());
                strokes.push_back(attributes.hasAttribute(QLatin1String("stroke")) ? value("stroke")
                                                                                   : strokes.back());
            } else if (xml.name() == QLatin1String("title")) {
                title = xml.readElementText();
            } else if (xml.name() == QLatin1String("text")) {
                text += xml.readElementText() + QLatin1Char('\n');
            } else {
                for (const char* list : {"points", "d"}) {
                    const QPolygonF points = points_of(value(list));
                    if (points.isEmpty()) continue;
                    const QRectF here = transforms.back().map(points).boundingRect();
                    box = box.united(grown(here));
                    if (strokes.back() == curve_colour.name()) curves = curves.united(grown(here));
                }
                if (attributes.hasAttribute(QLatin1String("width")) && xml.name() != QLatin1String("svg")) {
                    box = box.united(transforms.back().mapRect(
                        QRectF(value("x").toDouble(), value("y").toDouble(), value("width").toDouble(),
                               value("height").toDouble())));
                }
            }
        }
        EXPECT_FALSE(xml.hasError()) << xml.errorString().toStdString();
    }

 private:
    static QRectF grown(const QRectF& box) { return box.adjusted(0, 0, 1e-3, 1e-3); }
    static std::vector<double> numbers(const QString& text) {
        static const QRegularExpression number(QStringLiteral("-?[0-9.]+(?:e-?[0-9]+)?"));
        std::vector<double> result;
        for (auto it = number.globalMatch(text); it.hasNext();)
            result.push_back(it.next().captured().toDouble());
        return result;
    }
    static QTransform matrix(const QString& text) {
        const std::vector<double> m = numbers(text);
        return m.size() == 6 ? QTransform(m[0], m[1], m[2], m[3], m[4], m[5]) : QTransform();
    }
    static QPolygonF points_of(const QString& text) {
        const std::vector<double> all = numbers(text);
        QPolygonF points;
        for (std::size_t i = 0; i + 1 < all.size(); i += 2) points << QPointF(all[i], all[i + 1]);
        return points;
    }
};

TEST_F(PictureTest, an_svg_says_what_it_shows_and_under_what_conditions) {
    const Theme theme = make_theme(ThemeChoice::Light);
    const SvgContent svg(exported("a.svg"), theme.p50);
    EXPECT_TRUE(svg.title.contains(QStringLiteral("ticket → busylock")));
    for (const char* words :
         {"Packets per second", "Lock wait", "Queue ownership", "S1", "busylock", "CPU 7", "owning", "kpps",
          "µs", "probe sampled", "in flight 128", "Spinscope ", "00:00:40"}) {
        EXPECT_TRUE(svg.text.contains(QString::fromUtf8(words))) << words;
    }
}

TEST_F(PictureTest, a_picture_never_says_now) {
    EXPECT_FALSE(SvgContent(exported("a.svg"), Qt::black).text.contains(QStringLiteral("now\n")));
    session_->stop();
    history_.add(*session_->newest());
    const SvgContent ended(exported("b.svg"), Qt::black);
    EXPECT_FALSE(ended.text.contains(QStringLiteral("now\n")));
    EXPECT_TRUE(ended.text.contains(QStringLiteral("end\n")));
}

TEST_F(PictureTest, an_svg_draws_nothing_outside_its_frame_nor_curves_outside_their_plot) {
    // There is data on both sides of what is shown.
    PictureOptions options;
    options.size = {1000, 700};
    options.span_s = 10;
    options.end_s = 30;
    const Theme theme = make_theme(ThemeChoice::Light);
    const SvgContent svg(exported("a.svg", options), theme.p50);
    EXPECT_TRUE(QRectF(-1, -1, 1002, 702).contains(svg.box))
        << svg.box.left() << " " << svg.box.top() << " " << svg.box.right() << " " << svg.box.bottom();
    const QRect plot = ViewGrid::plot_span(1000);
    ASSERT_FALSE(svg.curves.isEmpty());
    EXPECT_GE(svg.curves.left(), plot.left() - 1);
    EXPECT_LE(svg.curves.right(), plot.right() + 2);
}

TEST_F(PictureTest, one_view_can_be_exported_alone) {
    PictureOptions options;
    options.view = QStringLiteral("wait");
    options.size = {900, 360};
    const SvgContent svg(exported("a.svg", options), Qt::black);
    EXPECT_TRUE(svg.text.contains(QStringLiteral("Lock wait")));
    EXPECT_FALSE(svg.text.contains(QStringLiteral("Queue ownership")));
    options.view = QStringLiteral("nothing");
    EXPECT_THROW(exported("b.svg", options), UsageError);
}

TEST_F(PictureTest, a_pdf_is_a_pdf_of_the_right_size_without_jpeg) {
    PictureOptions options;
    options.size = {960, 640};
    const QByteArray pdf = exported("a.pdf", options);
    EXPECT_TRUE(pdf.startsWith("%PDF-"));
    EXPECT_TRUE(pdf.contains("/MediaBox [0 0 720.0"));
    EXPECT_FALSE(pdf.contains("DCTDecode"));
}

TEST_F(PictureTest, a_name_that_is_no_picture_is_refused_with_the_known_ones) {
    for (const char* name : {"a.gif", "a", "png", "a.png.txt"}) {
        try {
            picture_type(name);
            ADD_FAILURE() << name;
        } catch (const UsageError& error) {
            EXPECT_THAT(error.line(), testing::HasSubstr(".png, .svg or .pdf")) << name;
        }
    }
    EXPECT_EQ(picture_type("/tmp/x.SVG"), PictureType::Svg);
}

TEST_F(PictureTest, where_nothing_can_be_written_it_says_so_and_leaves_the_old_file) {
    EXPECT_THROW(export_picture(history_, session_->newest(), "/nonexistent/a.png"), Error);
    PictureOptions huge;
    huge.size = {16000, 16000};
    huge.scale = 8;
    const QByteArray before = exported("keep.png");
    EXPECT_THROW(exported("keep.png", huge), Error);
    EXPECT_EQ(exported("keep2.png"), before);
}

TEST_F(PictureTest, the_clipboard_gets_a_picture_and_words) {
    PictureOptions options;
    options.size = {800, 500};
    const std::unique_ptr<QMimeData> data(picture_for_clipboard(history_, session_->newest(), options));
    EXPECT_EQ(qvariant_cast<QImage>(data->imageData()).size(), QSize(1600, 1000));
    EXPECT_TRUE(data->text().contains(QStringLiteral("sent\t")));
    EXPECT_TRUE(data->text().contains(QStringLiteral("wait p99\t")));
}

TEST(EmptyPicture, before_the_first_run_there_is_a_picture_too) {
    const auto session = make_synthetic_session({2, 1.0 / 30, 42});
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("empty.png"));
    export_picture(History(), session->newest(), path.toStdString());
    EXPECT_FALSE(QImage(path).isNull());
}

}  // namespace
}  // namespace spinscope
