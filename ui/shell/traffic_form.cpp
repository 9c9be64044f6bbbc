// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/traffic_form.h"

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QFormLayout>
#include <QFrame>
#include <QLabel>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>
#include <algorithm>

#include "core/topology/placement.h"
#include "ui/shell/balance.h"
#include "ui/shell/bar_button.h"
#include "ui/shell/costs_form.h"
#include "ui/shell/form_fields.h"
#include "ui/shell/icons.h"
#include "ui/shell/queue_form.h"

namespace spinscope {

namespace {

const QString kChosen = QStringLiteral("chosen");  // not a placement: the list picked in the machine view

constexpr int kRow = 25;

int to_int(std::uint64_t value) {
    return static_cast<int>(std::min<std::uint64_t>(value, 1'000'000'000));
}

template <class Enum>
void add(QComboBox* choice, const QString& text, Enum value) {
    choice->addItem(text, static_cast<int>(value));
}

}  // namespace

TrafficForm::TrafficForm(const ThemeHolder& theme, std::shared_ptr<const Topology> topology, bool simulated,
                         QWidget* parent)
    : QWidget(parent), theme_(theme), topology_(std::move(topology)), simulated_(simulated) {
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(12, 10, 12, 10);
    outer->setSpacing(8);
    form_ = make_form();
    build_fields();
    outer->addLayout(form_);
    queue_ = new QueueForm(simulated_, this);
    outer->addWidget(queue_);
    connect(queue_, &QueueForm::edited, this, &TrafficForm::take_edit);
    if (simulated_) {
        costs_ = new CostsForm(this);
        outer->addWidget(costs_);
        connect(costs_, &CostsForm::edited, this, &TrafficForm::take_edit);
    }

    restart_ = new QWidget(this);
    auto* note = new QLabel(tr("Applies at the next start"), restart_);
    note->setWordWrap(true);
    auto* button = new BarButton(theme, restart_);
    button->setText(tr("Restart"));
    button->setIcon(line_icon(QStringLiteral("restart")));
    connect(button, &QToolButton::clicked, this, &TrafficForm::restart_wanted);
    auto* row = new QHBoxLayout(restart_);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(note, 1);
    row->addWidget(button);
    restart_->hide();
    outer->addWidget(restart_);

    auto* line = new QFrame(this);
    line->setFrameShape(QFrame::HLine);
    line->setFrameShadow(QFrame::Plain);
    line->setForegroundRole(QPalette::Mid);
    outer->addWidget(line);
    auto* head = new QHBoxLayout;
    head->addWidget(new QLabel(tr("Balance"), this));
    verdict_ = new QLabel(this);
    verdict_->setAlignment(Qt::AlignRight);
    head->addWidget(verdict_, 1);
    sum_ = new QLabel(this);
    sum_->setWordWrap(true);
    sum_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    sum_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    sum_->setAccessibleName(tr("Balance of packets"));
    outer->addLayout(head);
    outer->addWidget(sum_);
    outer->addStretch(1);
    keep_rows_high_enough();
    show_balance({});
    set_experiment({});
}

QComboBox* TrafficForm::add_choice(const QString& label) {
    QComboBox* choice = spinscope::add_choice(*form_, label, this);
    connect(choice, &QComboBox::activated, this, &TrafficForm::take_edit);
    return choice;
}

QSpinBox* TrafficForm::add_number(const QString& label, int low, int high) {
    QSpinBox* number = spinscope::add_number(*form_, label, low, high, this);
    connect(number, &QSpinBox::valueChanged, this, &TrafficForm::take_edit);
    return number;
}

void TrafficForm::build_fields() {
    const int usable = static_cast<int>(topology_->usable().size());
    workers_ = add_number(tr("Workers"), 1, simulated_ ? usable : std::max(64, 8 * usable));
    workers_->setToolTip(simulated_ ? tr("CPUs that send")
                                    : tr("Threads that send, each bound to a CPU. More than there are CPUs "
                                         "shows the scheduler, not the lock."));
    placement_ = add_choice(tr("Placement"));
    placement_->addItem(tr("compact"), QStringLiteral("compact"));
    placement_->addItem(tr("scatter"), QStringLiteral("scatter"));
    placement_->addItem(tr("cores first"), QStringLiteral("cores-first"));
    placement_->addItem(tr("one per core"), QStringLiteral("one-per-core"));
    for (unsigned node = 0; topology_->numa_nodes() > 1 && node < topology_->numa_nodes(); ++node) {
        placement_->addItem(tr("NUMA node %1").arg(node), QStringLiteral("node:%1").arg(node));
    }
    device_ = add_choice(tr("Device"));
    if (simulated_) {
        device_->addItem(tr("modelled"), QStringLiteral("modelled"));
    } else {
        device_->addItem(tr("null, a calibrated delay"), QStringLiteral("null"));
        device_->addItem(tr("udp, loopback"), QStringLiteral("udp"));
    }
    delay_ = add_number(tr("Device delay"), 0, 1'000'000'000);
    delay_->setSuffix(tr(" ns"));
    delay_->setSingleStep(50);
    delay_->setToolTip(tr("Time the device takes for a packet"));
    batch_ = add_number(tr("Batch"), 1, 1024);
    batch_->setToolTip(tr("Packets in one device call; above 1 with sendmmsg"));
    verify_ = new QCheckBox(tr("read and check"), this);
    verify_->setToolTip(tr("The receiver reads every packet and checks content and order"));
    verify_->setAccessibleName(tr("Verify: read and check every packet"));
    add_field(*form_, tr("Verify"), verify_);
    connect(verify_, &QCheckBox::toggled, this, &TrafficForm::take_edit);
    payload_ = add_number(tr("Payload"), 1, 65'507);
    payload_->setSuffix(tr(" bytes"));
    limit_ = add_number(tr("Queue limit"), 1, 1'000'000);
    limit_->setSuffix(tr(" packets"));
    limit_->setSingleStep(100);
    in_flight_ = add_number(tr("In flight"), 0, 1'000'000);
    in_flight_->setSuffix(tr(" a sender"));
    in_flight_->setSpecialValueText(tr("no limit"));
    in_flight_->setToolTip(tr("Packets a sender may have on the way before it waits for the device"));
    waiting_ = add_choice(tr("Waiting"));
    add(waiting_, tr("spin, then park"), Waiting::SpinPark);
    add(waiting_, tr("spin, as the kernel"), Waiting::Spin);
    add(waiting_, tr("yield"), Waiting::Yield);
    probe_ = add_choice(tr("Probe"));
    add(probe_, tr("sampled, 1 in 64"), ProbeMode::Sampled);
    add(probe_, tr("full"), ProbeMode::Full);
    add(probe_, tr("off"), ProbeMode::Off);
    probe_->setToolTip(tr("How much is timed. Sampled times every contended wait and 1 call in 64."));
}

void TrafficForm::changeEvent(QEvent* event) {
    if (event->type() == QEvent::FontChange) keep_rows_high_enough();
    QWidget::changeEvent(event);
}

void TrafficForm::keep_rows_high_enough() {
    // The rows must not be squeezed where the balance below needs many lines.
    for (QWidget* field :
         std::initializer_list<QWidget*>{workers_, placement_, device_, delay_, batch_, verify_, payload_,
                                         limit_, in_flight_, waiting_, probe_}) {
        field->setMinimumHeight(std::max(kRow, field->sizeHint().height()));
    }
}

void TrafficForm::set_experiment(const Experiment& experiment) {
    loading_ = true;
    experiment_ = experiment;
    const int usable = static_cast<int>(std::max<std::size_t>(1, topology_->usable().size()));
    const int own = experiment.cpus.empty() ? usable : static_cast<int>(experiment.cpus.size());
    workers_->setValue(experiment.workers ? to_int(*experiment.workers) : own);

    const int chosen = placement_->findData(kChosen);
    if (!experiment.cpus.empty()) {
        const QString text = tr("chosen: %1").arg(QString::fromStdString(format_cpu_list(experiment.cpus)));
        if (chosen < 0) placement_->addItem(text, kChosen);
        placement_->setItemText(placement_->findData(kChosen), text);
        placement_->setCurrentIndex(placement_->findData(kChosen));
    } else {
        if (chosen >= 0) placement_->removeItem(chosen);
        placement_->setCurrentIndex(
            std::max(0, placement_->findData(QString::fromStdString(experiment.placement))));
    }
    device_->setCurrentIndex(std::max(0, device_->findData(QString::fromStdString(experiment.device.kind))));
    delay_->setValue(to_int(experiment.device.delay_ns));
    batch_->setValue(to_int(experiment.device.batch));
    verify_->setChecked(experiment.device.verify);
    payload_->setValue(to_int(experiment.payload));
    limit_->setValue(to_int(experiment.limit));
    in_flight_->setValue(to_int(experiment.in_flight.value_or(0)));
    waiting_->setCurrentIndex(waiting_->findData(static_cast<int>(experiment.waiting)));
    probe_->setCurrentIndex(probe_->findData(static_cast<int>(experiment.probe)));
    queue_->set_experiment(experiment);
    if (costs_ != nullptr) costs_->set_costs(experiment.costs);
    update_rows();
    loading_ = false;
}

void TrafficForm::take_edit() {
    if (loading_) return;
    Experiment edited = experiment_;
    edited.workers = static_cast<unsigned>(workers_->value());
    const QString placement = placement_->currentData().toString();
    if (placement != kChosen) {
        edited.placement = placement.toStdString();
        edited.cpus.clear();
    }
    edited.device.kind = device_->currentData().toString().toStdString();
    edited.device.delay_ns = static_cast<std::uint64_t>(delay_->value());
    edited.device.batch = static_cast<unsigned>(batch_->value());
    edited.device.verify = verify_->isChecked();
    edited.payload = static_cast<unsigned>(payload_->value());
    edited.limit = static_cast<unsigned>(limit_->value());
    edited.in_flight.reset();
    if (in_flight_->value() > 0) edited.in_flight = static_cast<unsigned>(in_flight_->value());
    edited.waiting = static_cast<Waiting>(waiting_->currentData().toInt());
    edited.probe = static_cast<ProbeMode>(probe_->currentData().toInt());
    queue_->read_into(edited);
    if (costs_ != nullptr) edited.costs = costs_->costs();
    if (edited == experiment_) return;
    set_experiment(edited);
    emit this->edited(edited);
}

void TrafficForm::update_rows() {
    const bool udp = device_->currentData().toString() == QLatin1String("udp");
    form_->setRowVisible(delay_, !udp && !simulated_);  // a modelled device has its driver's cost
    form_->setRowVisible(batch_, udp);
    form_->setRowVisible(verify_, udp);
    const int usable = static_cast<int>(topology_->usable().size());
    const int cpus = experiment_.cpus.empty() ? usable : static_cast<int>(experiment_.cpus.size());
    workers_->setSuffix(workers_->value() > cpus ? tr(" on %1 CPUs").arg(cpus)
                                                 : tr(" of %1 CPUs").arg(usable));
}

void TrafficForm::set_restart_needed(bool needed) {
    restart_->setVisible(needed);
}

void TrafficForm::show_balance(const Balance& balance) {
    const Theme& theme = theme_.theme();
    QPalette palette = verdict_->palette();
    const QColor colour = balance.verdict == Balance::Verdict::Exact ? theme.run
                          : balance.verdict == Balance::Verdict::Off ? theme.stop
                                                                     : theme.text_second;
    if (palette.color(QPalette::WindowText) != colour) {
        palette.setColor(QPalette::WindowText, colour);
        verdict_->setPalette(palette);
    }
    verdict_->setText(balance.verdict == Balance::Verdict::None ? QStringLiteral("—") : balance.verdict_text);
    // A number must not break at its thin spaces.
    const auto unbroken = [](QString text) { return text.replace(QChar(0x2009), QChar(0x202f)); };
    sum_->setText(balance.sink.isEmpty() ? unbroken(balance.sum)
                                         : unbroken(balance.sum + u'\n' + balance.sink));
}

}  // namespace spinscope
