// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/theme.h"

#include <gtest/gtest.h>

namespace spinscope {
namespace {

class EachTheme : public testing::TestWithParam<ThemeChoice> {
 protected:
    const Theme theme_ = make_theme(GetParam());

    static void at_least(double wanted, const QColor& a, const QColor& b, const char* what) {
        EXPECT_GE(contrast_ratio(a, b), wanted)
            << what << ": " << a.name().toStdString() << " on " << b.name().toStdString();
    }
};
INSTANTIATE_TEST_SUITE_P(All, EachTheme,
                         testing::Values(ThemeChoice::Light, ThemeChoice::Dark, ThemeChoice::Contrast));

TEST(Contrast, is_the_ratio_of_the_standard) {
    EXPECT_DOUBLE_EQ(contrast_ratio(Qt::black, Qt::white), 21);
    EXPECT_DOUBLE_EQ(contrast_ratio(Qt::white, Qt::white), 1);
    EXPECT_NEAR(contrast_ratio(QColor(0x77, 0x77, 0x77), Qt::white), 4.48, 0.01);
}

TEST_P(EachTheme, text_can_be_read) {
    const double wanted = theme_.contrast ? 7 : 4.5;
    for (const QColor* ground : {&theme_.window, &theme_.panel, &theme_.plot, &theme_.button}) {
        at_least(wanted, theme_.text, *ground, "text");
        at_least(wanted, theme_.text_second, *ground, "second text");
        at_least(wanted, theme_.text_off, *ground, "text off");
    }
    at_least(wanted, theme_.text, theme_.selection, "text on selection");
    at_least(4.5, theme_.accent_text, theme_.accent_fill, "text on accent");
    at_least(4.5, theme_.mark_text, theme_.mark, "mark flag");
    at_least(4.5, theme_.on_warning_bar, theme_.warning.bar, "THR flag");
    at_least(4.5, theme_.tip_text, theme_.tip_background, "tool tip");
    for (const MessageColours* message : {&theme_.info, &theme_.warning, &theme_.error}) {
        at_least(4.5, message->text, message->background, "message");
    }
    at_least(4.5, theme_.p50, theme_.plot, "p50 as a legend");
}

TEST_P(EachTheme, graphics_can_be_seen) {
    for (const QColor* ground : {&theme_.window, &theme_.panel, &theme_.button}) {
        at_least(3, theme_.outline, *ground, "control outline");
        at_least(3, theme_.accent, *ground, "focus");
    }
    for (const QColor* line :
         {&theme_.axis, &theme_.mark, &theme_.p50, &theme_.p99, &theme_.max, &theme_.total_line}) {
        at_least(3, *line, theme_.plot, "line");
    }
    for (const QColor& cpu : theme_.cpu) at_least(3, cpu, theme_.plot, "CPU line");
    at_least(3, theme_.waiting.fill, theme_.idle, "waiting on idle");
    at_least(3, theme_.gate.cue, theme_.gate.fill, "gate hatch");
    at_least(3, theme_.transmitting.fill, theme_.idle, "transmitting on idle");
    at_least(3, theme_.owning.fill, theme_.idle, "owning on idle");
    // Yellow has no contrast on white: its outline carries it.
    const double holding = std::max(contrast_ratio(theme_.holding.fill, theme_.plot),
                                    contrast_ratio(theme_.holding.cue, theme_.plot));
    EXPECT_GE(holding, 3);
}

TEST_P(EachTheme, each_state_has_a_second_cue) {
    EXPECT_TRUE(theme_.waiting.cue.isValid());
    EXPECT_TRUE(theme_.gate.cue.isValid());
    EXPECT_TRUE(theme_.holding.cue.isValid());
    EXPECT_NE(theme_.waiting.fill, theme_.waiting.cue);
}

TEST_P(EachTheme, the_heat_map_gets_steadily_darker_or_lighter_from_the_background) {
    const auto lightness = [&](std::size_t i) { return contrast_ratio(QColor(theme_.heat[i]), theme_.plot); };
    EXPECT_LT(lightness(0), 1.4) << "low is background";
    EXPECT_GT(lightness(255), 10);
    for (std::size_t i = 8; i < theme_.heat.size(); ++i)
        EXPECT_GE(lightness(i) + 0.02, lightness(i - 8)) << i;
}

TEST(Theme, a_strategy_looks_the_same_everywhere) {
    const Theme light = make_theme(ThemeChoice::Light);
    const Theme dark = make_theme(ThemeChoice::Dark);
    EXPECT_EQ(light.strategy("busylock").marker, dark.strategy("busylock").marker);
    EXPECT_TRUE(light.strategy("busylock").dashed);
    EXPECT_EQ(light.strategy("llist").colour, light.cpu[6]);
    EXPECT_EQ(light.strategy("ticket").colour, light.cpu[1]);
}

TEST(Theme, a_large_desktop_font_enlarges_every_role) {
    QFont large;
    large.setPixelSize(26);
    for (const TextRole role : {TextRole::ReadoutBig, TextRole::Control, TextRole::Small, TextRole::Tiny}) {
        QFont normal;
        normal.setPixelSize(13);
        EXPECT_GE(font_for(role, large).pixelSize(), 2 * font_for(role, normal).pixelSize() - 1);
        EXPECT_GE(font_for(role, normal).pixelSize(), 11);
    }
}

}  // namespace
}  // namespace spinscope
