// The settings of the table as a dialog.
#include "app/gui/settings_dialog.h"

#include "app/gui/settings.h"
#include "viewers/panels/elided_label.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace mw::app {

namespace {

constexpr QSize kSize{620, 640};
constexpr int kTitleWidth = 170, kFieldWidth = 250; // pixels

void setMuted(QLabel& label, bool muted) {
    label.setForegroundRole(muted ? QPalette::PlaceholderText : QPalette::BrightText);
}

} // namespace

SettingsDialog& SettingsDialog::of(QWidget& window, Settings& settings) {
    auto* found = window.findChild<SettingsDialog*>();
    return found ? *found : *new SettingsDialog(window, settings);
}

SettingsDialog::SettingsDialog(QWidget& window, Settings& settings)
    : QDialog(&window), settings_(settings) {
    setObjectName(QStringLiteral("settings"));
    setWindowTitle(tr("Settings"));
    auto* content = new QWidget;
    auto* page = new QVBoxLayout(content);
    page->setSpacing(6);
    QString group;
    for (const auto& spec : settingTable()) {
        if (std::exchange(group, spec.group) != spec.group)
            addGroup(*page, spec.group);
        addLine(*page, spec);
    }
    page->addStretch(1);
    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(content);
    scroll->setAccessibleName(windowTitle());
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(buildTop());
    layout->addWidget(scroll, 1);
    layout->addWidget(buildBottom());
    resize(kSize);
    connect(&settings, &Settings::changed, this, &SettingsDialog::show);
}

void SettingsDialog::bringUp() {
    for (const auto& line : lines_)
        show(line.spec.key);
    QDialog::show();
    raise();
    filter_->setFocus();
}

QWidget* SettingsDialog::buildTop() {
    filter_ = new QLineEdit;
    filter_->setObjectName(QStringLiteral("settings-filter"));
    filter_->setPlaceholderText(tr("Find a setting"));
    filter_->setAccessibleName(filter_->placeholderText());
    filter_->setClearButtonEnabled(true);
    connect(filter_, &QLineEdit::textChanged, this, &SettingsDialog::filter);
    return filter_;
}

QWidget* SettingsDialog::buildBottom() {
    auto* bottom = new QWidget;
    auto* layout = new QHBoxLayout(bottom);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* where = new viewers::ElidedLabel;
    where->setText(tr("Changes hold at once; kept in %1").arg(settings_.file()));
    setMuted(*where, true);
    layout->addWidget(where, 1);
    auto* reset = new QPushButton(tr("&Reset all"));
    reset->setObjectName(QStringLiteral("settings-reset-all"));
    reset->setToolTip(tr("Every setting as it is in a new installation"));
    auto* close = new QPushButton(tr("&Done"));
    for (auto* button : {reset, close}) {
        button->setAutoDefault(false);
        layout->addWidget(button);
    }
    connect(reset, &QPushButton::clicked, &settings_, &Settings::resetAll);
    connect(close, &QPushButton::clicked, this, &QDialog::close);
    return bottom;
}

void SettingsDialog::addGroup(QVBoxLayout& page, const QString& title) {
    auto* heading = new QLabel(title);
    auto bold = heading->font();
    bold.setBold(true);
    heading->setFont(bold);
    if (!headings_.empty())
        heading->setContentsMargins(0, 12, 0, 0);
    page.addWidget(heading);
    headings_.emplace_back(title, heading);
}

void SettingsDialog::addLine(QVBoxLayout& page, const SettingSpec& spec) {
    auto* row = new QWidget;
    auto* field = makeField(spec);
    field->setObjectName(spec.key);
    field->setAccessibleName(spec.title);
    field->setAccessibleDescription(spec.help);
    field->setMinimumWidth(kFieldWidth);
    auto* title = new QLabel(spec.title);
    title->setMinimumWidth(kTitleWidth);
    title->setBuddy(field);
    auto* reset = new QToolButton;
    reset->setText(QStringLiteral("↺"));
    reset->setAutoRaise(true);
    reset->setToolTip(tr("Back to the default"));
    reset->setAccessibleName(tr("%1: back to the default").arg(spec.title));
    reset->setObjectName(QStringLiteral("reset-") + spec.key);
    connect(reset, &QToolButton::clicked, this, [this, key = spec.key] { settings_.reset(key); });
    auto* help = new QLabel;
    help->setWordWrap(true);
    auto* line = new QHBoxLayout;
    line->addWidget(title);
    line->addWidget(field);
    line->addWidget(reset);
    line->addStretch(1);
    auto* column = new QVBoxLayout(row);
    column->setContentsMargins(0, 0, 0, 4);
    column->setSpacing(2);
    column->addLayout(line);
    column->addWidget(help);
    page.addWidget(row);
    lines_.push_back({spec, row, field, reset, help});
    show(spec.key);
}

QWidget* SettingsDialog::makeField(const SettingSpec& spec) {
    const auto key = spec.key;
    if (const auto* number = std::get_if<NumberSetting>(&spec.type)) {
        auto* box = new QSpinBox;
        box->setRange(number->low, number->high);
        box->setSuffix(number->unit);
        box->setKeyboardTracking(false);
        connect(box, &QSpinBox::valueChanged, this,
                [this, key](int value) { take(key, settingText(value)); });
        return box;
    }
    if (const auto* choice = std::get_if<ChoiceSetting>(&spec.type)) {
        auto* box = new QComboBox;
        for (const auto& one : choice->choices)
            box->addItem(one.title, one.value);
        connect(box, &QComboBox::activated, this,
                [this, key, box] { take(key, box->currentData().toString()); });
        return box;
    }
    if (std::holds_alternative<FlagSetting>(spec.type)) {
        auto* box = new QCheckBox;
        connect(box, &QCheckBox::toggled, this,
                [this, key](bool on) { take(key, settingText(on)); });
        return box;
    }
    auto* text = new QLineEdit;
    text->setPlaceholderText(std::get<TextSetting>(spec.type).empty);
    connect(text, &QLineEdit::editingFinished, this,
            [this, key, text] { take(key, text->text().trimmed()); });
    return text;
}

void SettingsDialog::take(const QString& key, const QString& text) {
    const auto problem = settings_.set(key, text);
    const auto line = std::ranges::find(lines_, key, [](const Line& one) { return one.spec.key; });
    if (line != lines_.end())
        showHelp(*line, problem);
}

void SettingsDialog::showHelp(const Line& line, const QString& problem) {
    const auto help = line.spec.fromNextStart ? tr("%1; from the next start on").arg(line.spec.help)
                                              : line.spec.help;
    line.help->setText(problem.isEmpty() ? help : QStringLiteral("⚠ ") + problem);
    setMuted(*line.help, problem.isEmpty());
}

/// The field as the setting is.
void SettingsDialog::show(const QString& key) {
    for (const auto& line : lines_) {
        if (line.spec.key != key)
            continue;
        const auto value = settings_.value(key);
        const QSignalBlocker quiet(line.field);
        if (auto* number = qobject_cast<QSpinBox*>(line.field))
            number->setValue(value.toInt());
        else if (auto* choice = qobject_cast<QComboBox*>(line.field))
            choice->setCurrentIndex(choice->findData(value));
        else if (auto* flag = qobject_cast<QCheckBox*>(line.field))
            flag->setChecked(value.toBool());
        else if (auto* text = qobject_cast<QLineEdit*>(line.field))
            text->setText(value.toString());
        line.reset->setEnabled(!settings_.isDefault(key));
        showHelp(line, {});
    }
}

void SettingsDialog::filter(const QString& words) {
    const auto wanted = words.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    for (const auto& line : lines_) {
        const auto text = line.spec.title + QLatin1Char(' ') + line.spec.help + QLatin1Char(' ') +
                          line.spec.group + QLatin1Char(' ') + line.spec.key;
        line.row->setVisible(std::ranges::all_of(
            wanted, [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); }));
    }
    for (const auto& [group, heading] : headings_)
        heading->setVisible(std::ranges::any_of(lines_, [&group = group](const Line& line) {
            return line.spec.group == group && !line.row->isHidden();
        }));
}

} // namespace mw::app
