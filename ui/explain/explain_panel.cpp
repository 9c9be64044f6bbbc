// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explain/explain_panel.h"

#include <QEvent>
#include <QFontDatabase>
#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>

#include "core/base/live_switch.h"
#include "core/engine/explanations.h"
#include "core/engine/queue_layout.h"
#include "core/engine/registry.h"
#include "ui/explain/figures_table.h"
#include "ui/explain/layout_drawing.h"
#include "ui/explain/path_diagram.h"
#include "ui/live_model.h"

namespace spinscope {
namespace {

constexpr int kEvery_ms = 200;

QString text_of(std::string_view view) {
    return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
}

void set_text(QLabel* label, const QString& text) {
    if (label->text() == text) return;
    label->setText(text);
    label->setVisible(!text.isEmpty());
}

void set_colour(QLabel* label, const QColor& colour) {
    QPalette palette = label->palette();
    if (palette.color(QPalette::WindowText) == colour) return;
    palette.setColor(QPalette::WindowText, colour);
    label->setPalette(palette);
}

}  // namespace

ExplainPanel::ExplainPanel(const ThemeHolder& theme, LiveModel& model, QWidget* parent)
    : QWidget(parent), theme_(theme), model_(model) {
    auto* content = new QWidget;
    content->setAutoFillBackground(false);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(12, 10, 12, 10);
    column->setSpacing(5);
    name_ = add_text(content, tr("Strategy"));
    title_ = add_text(content, tr("In short"));
    origin_ = add_text(content, tr("Who, when, where"));
    what_ = add_text(content, tr("What it does"));
    cost_ = add_text(content, tr("What it costs"));
    diagram_ = new PathDiagram(theme, content);
    figures_title_ = add_text(content, {});
    figures_title_->setText(tr("Published figure beside ours"));
    figures_ = new FiguresTable(theme, content);
    elsewhere_ = add_text(content, tr("Published elsewhere"));
    layout_title_ = add_text(content, {});
    layout_title_->setText(tr("Memory layout of the queue"));
    layout_ = new LayoutDrawing(theme, content);
    why_ = add_text(content, tr("Why it was proposed"));
    link_ = add_text(content, tr("Where to read on"));
    for (QWidget* part :
         std::initializer_list<QWidget*>{name_, title_, origin_, what_, cost_, diagram_, figures_title_,
                                         figures_, elsewhere_, layout_title_, layout_, why_, link_}) {
        column->addWidget(part);
    }
    column->addStretch(1);

    auto* scroll = new QScrollArea(this);
    scroll->setWidget(content);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->viewport()->setAutoFillBackground(false);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(scroll);

    dress();
    connect(&theme_, &ThemeHolder::changed, this, &ExplainPanel::dress);
    connect(&model_, &LiveModel::updated, this, &ExplainPanel::follow);
    connect(&model_, &LiveModel::restarted, this, &ExplainPanel::refresh);
    refresh();
}

QLabel* ExplainPanel::add_text(QWidget* content, const QString& name) {
    auto* label = new QLabel(content);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    label->setAccessibleName(name);
    return label;
}

void ExplainPanel::dress() {
    const Theme& theme = theme_.theme();
    name_->setFont(font_for(TextRole::StrategyName, font()));
    title_->setFont(font_for(TextRole::Title, font()));
    figures_title_->setFont(font_for(TextRole::Title, font()));
    layout_title_->setFont(font_for(TextRole::Title, font()));
    QFont mono = font_for(TextRole::Small, font());
    mono.setFamilies({QStringLiteral("JetBrains Mono"), QStringLiteral("DejaVu Sans Mono"),
                      QFontDatabase::systemFont(QFontDatabase::FixedFont).family()});
    origin_->setFont(mono);
    elsewhere_->setFont(font_for(TextRole::Small, font()));
    link_->setFont(font_for(TextRole::Small, font()));
    for (QLabel* second : {origin_, cost_, elsewhere_, link_}) set_colour(second, theme.text_second);
}

void ExplainPanel::changeEvent(QEvent* event) {
    if (event->type() == QEvent::FontChange) dress();
    QWidget::changeEvent(event);
}

void ExplainPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    dress();  // a style sheet has given the labels the panel's font when they were polished
    refresh();
}

void ExplainPanel::set_experiment(const Experiment& experiment) {
    const bool same_strategy = experiment.strategy == experiment_.strategy;
    // What was measured under other conditions is not ours to compare any more.
    if (switch_values(experiment) != switch_values(experiment_) ||
        (same_strategy && experiment.options != experiment_.options)) {
        rates_ = {};
    }
    experiment_ = experiment;
    refresh();
}

void ExplainPanel::follow() {
    meter_.add(model_.newest());
    rates_.add(model_.newest());
    const bool due = !age_.isValid() || age_.elapsed() >= kEvery_ms || !model_.is_live();
    if (isVisible() && (due || model_.newest().strategy != shown_)) refresh();
}

void ExplainPanel::refresh() {
    age_.start();
    const Snapshot& snapshot = model_.newest();
    const bool active = model_.is_live() && snapshot.run != nullptr;
    const std::string& strategy = active ? snapshot.strategy : experiment_.strategy;
    if (strategy != shown_) show_words(strategy);
    show_numbers(strategy);
}

void ExplainPanel::show_words(const std::string& id) {
    shown_ = id;
    const StrategyInfo* info = find_strategy(id);
    const Explanation* said = explain_strategy(id);
    set_text(name_, QString::fromStdString(id));
    layout_->show_layout(layout_of(id, experiment_.lock),
                         info != nullptr ? tr("Linux %1").arg(text_of(info->layout)) : QString());
    layout_->setVisible(!layout_->empty());
    layout_title_->setVisible(!layout_->empty());
    set_text(title_, info != nullptr ? text_of(info->title) : QString());
    if (said == nullptr) {
        for (QLabel* label : {origin_, what_, cost_, why_, link_}) set_text(label, {});
        return;
    }
    set_text(origin_,
             QStringList{text_of(said->author), text_of(said->date), text_of(said->reference)}.join(u'\n'));
    set_text(what_, text_of(said->what));
    set_text(why_, tr("Why: %1").arg(text_of(said->why)));
    set_text(cost_, tr("Cost: %1").arg(text_of(said->cost)));
    set_text(link_, text_of(said->link));
}

void ExplainPanel::show_numbers(const std::string& strategy) {
    const Snapshot& snapshot = model_.newest();
    PathState state = snapshot.strategy == strategy ? meter_.state(snapshot, model_.history()) : PathState{};
    if (!state.strategy) {
        if (const StrategyInfo* info = find_strategy(strategy)) state.strategy = *info;
    }
    diagram_->show_state(state);
    if (snapshot.strategy == strategy) layout_->show_ledger(snapshot);
    Experiment experiment = experiment_;
    if (snapshot.run != nullptr) {
        // As the run began, with what has been switched to since.
        experiment = after_switch(snapshot.run->experiment, strategy, switch_values(experiment_));
        experiment.options = experiment_.options;
    }
    figures_->show_rows(figure_rows(experiment, strategy, rates_, snapshot.workers.size()));
    set_text(elsewhere_, published_elsewhere(experiment, strategy));
}

QString ExplainPanel::text() const {
    QStringList all;
    for (const QLabel* label : {name_, title_, origin_, what_, cost_}) all << label->text();
    all << diagram_->text() << figures_title_->text() << figures_->text() << elsewhere_->text()
        << link_->text();
    return all.join(u'\n');
}

}  // namespace spinscope
