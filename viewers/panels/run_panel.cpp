// The line of fields above the timings: where, how large and how often to run.
#include "viewers/panels/run_panel.h"

#include "core/exec/run_defaults.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/elided_label.h"

#include <QAction>
#include <QComboBox>
#include <QCompleter>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>

namespace mw::viewers {

namespace {

constexpr int kLeastField = 80; // pixels, in a narrow window

QString targetTitle(codegen::Target target) {
    switch (target) {
    case codegen::Target::cuda:
        return QStringLiteral("CUDA");
    case codegen::Target::hip:
        return QStringLiteral("HIP");
    case codegen::Target::cpu:
        break;
    }
    return QStringLiteral("CPU");
}

QString deviceTitle(const exec::DeviceInfo& device) {
    auto text = device.name.empty() ? targetTitle(device.target) : qs(device.name);
    if (device.canRun)
        return text;
    return targetTitle(device.target) + RunPanel::tr(" (no device)");
}

/// The device to start with.
int preferred(const std::vector<exec::DeviceInfo>& devices) {
    const auto* device = exec::preferredDevice(devices);
    return device ? static_cast<int>(device - devices.data()) : 0;
}

} // namespace

RunPanel::RunPanel(QWidget* parent)
    : QWidget(parent), runner_(new QLineEdit(this)), device_(new QComboBox(this)),
      grid_(new QLineEdit(this)), values_(new QPushButton(this)), repeats_(new QSpinBox(this)),
      cache_(new QComboBox(this)), run_(new QPushButton(this)), progress_(new QProgressBar(this)),
      cancel_(new QToolButton(this)), hint_(new ElidedLabel(this)) {
    setObjectName(QStringLiteral("run"));
    runner_->setObjectName(QStringLiteral("run-runner"));
    runner_->setPlaceholderText(tr("this machine"));
    runner_->setMinimumWidth(kLeastField);
    runner_->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed); // so many letters
    runner_->setToolTip(tr("Command that starts mw-runner on another machine, for example "
                           "ssh host mw-runner; empty: this machine"));
    device_->setObjectName(QStringLiteral("run-device"));
    device_->addItem(tr("looking for devices …"));
    device_->setMinimumWidth(kLeastField);
    device_->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    device_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    device_->setToolTip(tr("Where the variants run"));
    grid_->setObjectName(QStringLiteral("run-grid"));
    grid_->setMinimumWidth(kLeastField);
    grid_->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    grid_->setToolTip(tr("Size of the run: torus:NX,NY,LEVELS or another grid (docs/grids.md), or "
                         "a scenario's .json file"));
    auto* choose = grid_->addAction(style()->standardIcon(QStyle::SP_DirOpenIcon),
                                    QLineEdit::TrailingPosition);
    choose->setObjectName(QStringLiteral("run-scenario"));
    choose->setToolTip(tr("Take inputs from a scenario's file"));
    connect(choose, &QAction::triggered, this, &RunPanel::chooseScenario);
    values_->setObjectName(QStringLiteral("run-values"));
    values_->setToolTip(tr("The symbols and scalars of the program, with the values that it is run "
                           "with, to set others"));
    setValuesSet(0);
    repeats_->setObjectName(QStringLiteral("run-repeats"));
    repeats_->setRange(3, 10000);
    repeats_->setValue(20);
    repeats_->setToolTip(tr("How often each variant is timed, interleaved"));
    cache_->addItems({tr("warm cache"), tr("cold cache")});
    cache_->setToolTip(tr("Cold: the cache is flushed before every call"));
    progress_->setMinimumWidth(kLeastField);
    progress_->setToolTip(tr("Rounds in which each variant is timed once: the repeats, those of "
                             "calls that follow one another, and those of allocating"));
    progress_->setMaximumWidth(290);
    cancel_->setText(tr("Cancel"));
    cancel_->setToolTip(tr("Ends the run; nothing else is lost"));
    buildLayout();
    setPinned(0, false);
    setProgress(false, {}, 0, 0);
    connectFields();
}

void RunPanel::connectFields() {
    connect(runner_, &QLineEdit::editingFinished, this, &RunPanel::runnerEdited);
    connect(device_, &QComboBox::currentIndexChanged, this, &RunPanel::targetChanged);
    connect(device_, &QComboBox::activated, this, &RunPanel::deviceChosen);
    connect(grid_, &QLineEdit::textEdited, this, &RunPanel::gridEdited);
    connect(grid_, &QLineEdit::returnPressed, this, &RunPanel::runRequested);
    connect(values_, &QPushButton::clicked, this, &RunPanel::valuesRequested);
    connect(repeats_, &QSpinBox::valueChanged, this, &RunPanel::choiceChanged);
    connect(cache_, &QComboBox::activated, this, &RunPanel::choiceChanged);
    connect(run_, &QPushButton::clicked, this, &RunPanel::runRequested);
    connect(cancel_, &QToolButton::clicked, this, &RunPanel::cancelRequested);
}

void RunPanel::gridEdited() {
    const auto text = grid_->text().trimmed();
    gridTyped_ = !text.isEmpty();
    const bool isFile = text.endsWith(QStringLiteral(".json"));
    const auto parsed = inputs::parseGrid(text.toStdString());
    const bool wrong = gridTyped_ && !isFile && !parsed;
    setMessage(wrong ? qs(parsed.error().sentence) : QString(), wrong);
    if (!wrong)
        emit choiceChanged();
}

void RunPanel::buildLayout() {
    auto* lines = new QVBoxLayout(this);
    lines->setContentsMargins(6, 4, 6, 4);
    lines->setSpacing(2);
    auto* layout = new QHBoxLayout;
    layout->setSpacing(6);
    lines->addLayout(layout);
    lines->addWidget(hint_);
    const auto label = [&](const QString& text, QWidget* field) {
        auto* title = new QLabel(text);
        title->setBuddy(field);
        layout->addWidget(title);
        layout->addWidget(field);
    };
    label(tr("Machine"), runner_);
    label(tr("Device"), device_);
    label(tr("Grid"), grid_);
    layout->addWidget(values_);
    label(tr("Repeats"), repeats_);
    layout->addWidget(cache_);
    layout->addSpacing(6);
    layout->addWidget(run_);
    layout->addWidget(progress_, 100); // before the room that is left over
    layout->addWidget(cancel_);
    layout->addStretch(1);
    hint_->setObjectName(QStringLiteral("run-hint"));
}

void RunPanel::setDevices(const std::vector<exec::DeviceInfo>& devices) {
    const auto wanted = devices_.empty() ? wanted_ : std::optional(choice().target);
    devices_ = devices;
    {
        const QSignalBlocker quiet(device_);
        device_->clear();
        for (const auto& device : devices_) {
            device_->addItem(deviceTitle(device));
            device_->setItemData(device_->count() - 1,
                                 device.missing.empty() ? qs(device.versions) : qs(device.missing),
                                 Qt::ToolTipRole);
        }
        int index = preferred(devices_);
        for (std::size_t i = 0; wanted && i < devices_.size(); ++i)
            if (devices_[i].target == *wanted && devices_[i].canRun)
                index = static_cast<int>(i);
        device_->setCurrentIndex(index);
    }
    targetChanged();
}

void RunPanel::targetChanged() {
    const auto index = device_->currentIndex();
    missing_.clear();
    if (index >= 0 && index < static_cast<int>(devices_.size())) {
        const auto& device = devices_[static_cast<std::size_t>(index)];
        missing_ = device.canRun ? QString() : qs(device.missing);
    }
    setPinned(pinned_, open_, isOriginal_);
    showHint();
    emit deviceShown();
}

void RunPanel::setUsualGrid(const QString& grid) {
    usualGrid_ = grid;
    grid_->setPlaceholderText(grid);
    if (!gridTyped_)
        grid_->setText(grid);
}

void RunPanel::runnerEdited() {
    const QString command = runner_->text().trimmed();
    if (command == runnerShown_)
        return;
    runnerShown_ = command;
    devices_.clear();
    {
        const QSignalBlocker quiet(device_);
        device_->clear();
        device_->addItem(tr("looking for devices …"));
    }
    targetChanged();
    emit runnerChanged(command);
}

void RunPanel::setChoice(const RunChoice& choice) {
    const QSignalBlocker quiet(repeats_);
    runner_->setText(choice.runner);
    runnerShown_ = choice.runner;
    repeats_->setValue(choice.repeats);
    cache_->setCurrentIndex(choice.coldCache ? 1 : 0);
    gridTyped_ = !choice.grid.isEmpty();
    grid_->setText(gridTyped_ ? choice.grid : usualGrid_);
    for (std::size_t i = 0; i < devices_.size(); ++i)
        if (devices_[i].target == choice.target)
            device_->setCurrentIndex(static_cast<int>(i));
    targetChanged();
}

void RunPanel::setTarget(codegen::Target target) {
    wanted_ = target;
    for (std::size_t i = 0; i < devices_.size(); ++i)
        if (devices_[i].target == target && devices_[i].canRun)
            device_->setCurrentIndex(static_cast<int>(i));
}

QString RunPanel::deviceName() const {
    const auto index = device_->currentIndex();
    return index >= 0 && index < static_cast<int>(devices_.size())
               ? qs(devices_[static_cast<std::size_t>(index)].name)
               : QString();
}

RunChoice RunPanel::choice() const {
    RunChoice result;
    const auto index = device_->currentIndex();
    if (index >= 0 && index < static_cast<int>(devices_.size()))
        result.target = devices_[static_cast<std::size_t>(index)].target;
    result.grid = gridTyped_ ? grid_->text().trimmed() : QString();
    result.runner = runner_->text().trimmed();
    result.repeats = repeats_->value();
    result.coldCache = cache_->currentIndex() == 1;
    return result;
}

void RunPanel::setPinned(int count, bool documentOpen, bool isOriginal) {
    pinned_ = count;
    open_ = documentOpen;
    isOriginal_ = isOriginal;
    if (count > 0) {
        run_->setText(tr("Verify and time %n pinned", nullptr, count));
        run_->setToolTip(tr("Compares the outputs of the pinned variants, then times them "
                            "interleaved (Ctrl+R)"));
    } else if (isOriginal) {
        run_->setText(tr("Run this variant"));
        run_->setToolTip(tr("Times the current variant; pin variants to compare them (Ctrl+R)"));
    } else {
        run_->setText(tr("Verify and time"));
        run_->setToolTip(tr("Compares the outputs of the current variant with those of the "
                            "original, then times the two interleaved; pin variants to compare "
                            "others (Ctrl+R)"));
    }
    const auto index = device_->currentIndex();
    const bool canRun = index >= 0 && index < static_cast<int>(devices_.size()) &&
                        devices_[static_cast<std::size_t>(index)].canRun;
    run_->setEnabled(documentOpen && canRun);
    values_->setEnabled(documentOpen);
}

void RunPanel::setValuesSet(int count) {
    values_->setText(count == 0 ? tr("Values…") : tr("Values (%1 set)…").arg(count));
}

void RunPanel::offerScenario(const QString& file, const QString& folder) {
    folder_ = folder;
    beside_ = file;
    auto* completer = file.isEmpty() ? nullptr : new QCompleter(QStringList{file}, grid_);
    if (completer)
        completer->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
    grid_->setCompleter(completer);
}

void RunPanel::chooseScenario() {
    auto* dialog = new QFileDialog(this, tr("Scenario"), beside_.isEmpty() ? folder_ : beside_,
                                   tr("Scenarios (*.json);;All files (*)"));
    dialog->setObjectName(QStringLiteral("scenario"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    if (!beside_.isEmpty())
        dialog->selectFile(beside_);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& file) {
        grid_->setText(file);
        gridEdited();
    });
    dialog->open();
}

void RunPanel::setProgress(bool running, const QString& what, int done, int total) {
    const bool isOther = progress_->isHidden() == running;
    run_->setVisible(!running);
    progress_->setVisible(running);
    cancel_->setVisible(running);
    if (isOther)
        emit runningChanged(running);
    if (!running)
        return;
    progress_->setRange(0, total);
    progress_->setValue(done);
    progress_->setFormat(what);
}

void RunPanel::setEstimate(const QString& text) {
    estimate_ = text;
    showHint();
}

void RunPanel::setMessage(const QString& sentence, bool isError) {
    message_ = sentence;
    messageIsError_ = isError;
    showHint();
}

QString RunPanel::missing() const {
    if (!missing_.isEmpty())
        return missing_;
    // Without any GPU, what it would take is worth a sentence even while the CPU is chosen.
    QString first;
    for (const auto& device : devices_) {
        if (device.target == codegen::Target::cpu)
            continue;
        if (device.canRun)
            return {};
        if (first.isEmpty())
            first = qs(device.missing);
    }
    return first;
}

void RunPanel::showHint() {
    const auto text = !message_.isEmpty() ? message_ : !missing().isEmpty() ? missing() : estimate_;
    hint_->setText((messageIsError_ && !message_.isEmpty() ? QStringLiteral("⚠ ") : QString()) +
                   text);
    hint_->setVisible(!text.isEmpty());
}

} // namespace mw::viewers
