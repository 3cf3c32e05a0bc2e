// Values of symbols and scalars in the runs of a project.
#include "app/gui/values_dialog.h"

#include "app/gui/workspace.h"
#include "viewers/jobs/job_queue.h"
#include "viewers/panels/element_text.h"
#include "viewers/theme/theme.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTimer>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace mw::app {

using viewers::qs;

namespace {

const QString kLookSlot = QStringLiteral("run-values");
const QString kCheckSlot = QStringLiteral("check-run-value");

constexpr int kNoteLines = 7; ///< before they scroll

enum Column { NameColumn, ValueColumn, UsualColumn, TypeColumn };

QColor errorColour(const QPalette& palette) {
    return viewers::Theme::of(viewers::Theme::kindFor(palette)).error;
}

std::string textIn(const QLineEdit& field) {
    return field.text().trimmed().toStdString();
}

} // namespace

ValuesDialog::ValuesDialog(Workspace& workspace, viewers::JobQueue& jobs, QWidget* parent)
    : QDialog(parent), workspace_(workspace), jobs_(jobs), find_(new QLineEdit(this)),
      list_(new QTreeWidget(this)), message_(new QLabel(this)), notes_(new QPlainTextEdit(this)),
      reset_(new QPushButton(tr("&Reset all"), this)), filling_(new QTimer(this)) {
    setObjectName(QStringLiteral("run-values"));
    find_->setPlaceholderText(tr("Find a name"));
    find_->setClearButtonEnabled(true);
    list_->setObjectName(QStringLiteral("values-list"));
    list_->setHeaderLabels({tr("Name"), tr("Value"), tr("Usually"), tr("Type")});
    list_->setRootIsDecorated(false);
    list_->setSelectionMode(QAbstractItemView::NoSelection);
    list_->setFocusPolicy(Qt::NoFocus); // its fields have it
    list_->header()->setStretchLastSection(false);
    list_->setTextElideMode(Qt::ElideMiddle);
    message_->setObjectName(QStringLiteral("values-message"));
    message_->setWordWrap(true);
    notes_->setObjectName(QStringLiteral("values-notes"));
    notes_->setReadOnly(true);
    notes_->setFrameShape(QFrame::NoFrame);
    notes_->setAccessibleName(tr("What was chosen where nobody said it"));
    notes_->setMaximumHeight(kNoteLines * fontMetrics().lineSpacing());
    reset_->setObjectName(QStringLiteral("values-reset"));
    reset_->setAutoDefault(false);
    reset_->setToolTip(tr("Every value as the grid or the scenario says it"));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    buttons->button(QDialogButtonBox::Close)->setAutoDefault(false);
    buttons->addButton(reset_, QDialogButtonBox::ResetRole);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(find_);
    layout->addWidget(list_, 1);
    layout->addWidget(message_);
    layout->addWidget(notes_);
    layout->addWidget(buttons);
    resize(760, 560);
    filling_->setSingleShot(true);
    filling_->setInterval(0);
    connect(filling_, &QTimer::timeout, this, &ValuesDialog::fillFields);
    connect(find_, &QLineEdit::textChanged, this, &ValuesDialog::find);
    connect(reset_, &QPushButton::clicked, this, &ValuesDialog::resetAll);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    for (const auto changed : {&Workspace::opened, &Workspace::activated,
                               &Workspace::projectChanged, &Workspace::sizesChanged})
        connect(&workspace, changed, this, &ValuesDialog::look);
    look();
}

void ValuesDialog::look() {
    if (!workspace_.isOpen()) {
        close();
        return;
    }
    setWindowTitle(tr("Values of %1").arg(workspace_.titleOf(*workspace_.program())));
    jobs_.start(
        {kLookSlot, tr("Looking up the values of the run")}, this,
        [document = workspace_.history()->root().document, inputs = workspace_.runChoice(),
         grid = workspace_.grid()](const viewers::JobContext&) {
            return workbench::runValues(*document->root, inputs, grid());
        },
        [this](const workbench::RunValues& found) { take(found); });
}

void ValuesDialog::take(const workbench::RunValues& found) {
    const bool same = std::ranges::equal(found.values, values_, {}, &workbench::RunValue::name,
                                         &workbench::RunValue::name);
    values_ = found.values;
    if (!same)
        fill(values_);
    int place = 0;
    for (const auto& value : values_) {
        list_->topLevelItem(place++)->setText(UsualColumn, qs(value.usual));
        if (const auto field = fields_.find(value.name); field != fields_.end())
            showIn(*field->second, value);
    }
    fitColumns();
    reset_->setEnabled(!workspace_.runChoice().set.empty());
    say(found.problem ? qs(found.problem->sentence) : QString(), true);
    QStringList notes;
    for (const auto& note : found.notes)
        notes << QStringLiteral("• ") + qs(note);
    notes_->setPlainText(notes.join(QLatin1Char('\n')));
    notes_->setVisible(!notes.isEmpty());
}

void ValuesDialog::showIn(QLineEdit& field, const workbench::RunValue& value) {
    field.setPlaceholderText(value.usual.empty() ? tr("none") : qs(value.usual));
    if (!field.hasFocus())
        field.setText(qs(value.set));
    mark(field, false);
}

/// Some programs have hundreds: the window answers in between.
void ValuesDialog::fillFields() {
    constexpr std::size_t kAtOnce = 12;
    const auto end = std::min(values_.size(), fields_.size() + kAtOnce);
    for (auto place = fields_.size(); place < end; ++place) {
        const auto& value = values_[place];
        auto* field = makeField(value);
        list_->setItemWidget(list_->topLevelItem(static_cast<int>(place)), ValueColumn, field);
        fields_[value.name] = field;
        showIn(*field, value);
    }
    if (end < values_.size())
        filling_->start();
}

void ValuesDialog::fill(const std::vector<workbench::RunValue>& values) {
    list_->clear();
    fields_.clear();
    for (const auto& value : values) {
        auto type = qs(ir::name(value.type));
        if (!value.isSymbol)
            type = tr("%1, scalar").arg(type);
        auto* item = new QTreeWidgetItem(list_, {qs(value.name), {}, {}, type});
        item->setToolTip(NameColumn, qs(value.name));
    }
    fillFields();
    find(find_->text());
}

/// Values and types in full; names have the rest, and are cut in the middle.
void ValuesDialog::fitColumns() {
    list_->setColumnWidth(ValueColumn, 16 * fontMetrics().averageCharWidth() + 24);
    list_->resizeColumnToContents(UsualColumn);
    list_->resizeColumnToContents(TypeColumn);
    const int others = list_->columnWidth(ValueColumn) + list_->columnWidth(UsualColumn) +
                       list_->columnWidth(TypeColumn);
    list_->resizeColumnToContents(NameColumn);
    const int least = 24 * fontMetrics().averageCharWidth();
    list_->setColumnWidth(NameColumn, std::clamp(list_->viewport()->width() - others, least,
                                                 std::max(least, list_->columnWidth(NameColumn))));
}

void ValuesDialog::resizeEvent(QResizeEvent* event) {
    QDialog::resizeEvent(event);
    fitColumns();
}

QLineEdit* ValuesDialog::makeField(const workbench::RunValue& value) {
    auto* field = new QLineEdit;
    field->setObjectName(QStringLiteral("value-") + qs(value.name));
    field->setAccessibleName(qs(value.name));
    field->setClearButtonEnabled(true);
    field->setToolTip(tr("Empty: as the grid or the scenario says it"));
    connect(field, &QLineEdit::textChanged, this, [this, field, name = value.name] {
        if (field->hasFocus())
            typed(name);
    });
    connect(field, &QLineEdit::editingFinished, this, [this, name = value.name] { leave(name); });
    return field;
}

std::vector<std::string> ValuesDialog::setWith(const std::string& name,
                                               const std::string& value) const {
    auto set = workspace_.runChoice().set;
    std::erase_if(set,
                  [&](const std::string& one) { return one.substr(0, one.find('=')) == name; });
    if (!value.empty())
        set.push_back(name + '=' + value);
    return set;
}

void ValuesDialog::typed(const std::string& name) {
    auto choice = workspace_.runChoice();
    const auto text = textIn(*fields_.at(name));
    choice.set = setWith(name, text);
    jobs_.start(
        {kCheckSlot, tr("Checking a value")}, this,
        [document = workspace_.history()->root().document, choice, name, text,
         grid = workspace_.grid()](const viewers::JobContext&) -> Expected<void> {
            if (!text.empty())
                MW_CHECK(workbench::readValue(*document->root, name, text));
            MW_CHECK(workbench::scenarioFor(*document->root, choice, grid()));
            return {};
        },
        [this, name, text](const Expected<void>& fits) {
            const auto field = fields_.find(name);
            if (field == fields_.end() || textIn(*field->second) != text)
                return;
            mark(*field->second, !fits);
            say(!fits          ? qs(fits.error().sentence)
                : text.empty() ? tr("Return takes the usual value")
                               : tr("Return sets %1 to %2").arg(qs(name), qs(text)),
                !fits);
        });
}

/// What is no value stays in its field, and is said.
void ValuesDialog::leave(const std::string& name) {
    const auto value = std::ranges::find(values_, name, &workbench::RunValue::name);
    const auto text = textIn(*fields_.at(name));
    if (value == values_.end() || !workspace_.isOpen() || text == value->set)
        return;
    const auto fits =
        workbench::readValue(*workspace_.history()->root().document->root, name, text);
    if (!text.empty() && !fits) {
        mark(*fields_.at(name), true);
        return say(qs(fits.error().sentence), true);
    }
    emit setRequested(setWith(name, text));
}

void ValuesDialog::resetAll() {
    auto set = workspace_.runChoice().set;
    const auto mine = workspace_.runChoice().set;
    std::erase_if(set, [&](const auto& one) { return std::ranges::find(mine, one) != mine.end(); });
    for (const auto& [name, field] : fields_)
        field->clear();
    emit setRequested(set);
}

void ValuesDialog::find(const QString& text) {
    for (int row = 0; row < list_->topLevelItemCount(); ++row) {
        auto* item = list_->topLevelItem(row);
        item->setHidden(!item->text(NameColumn).contains(text.trimmed(), Qt::CaseInsensitive));
    }
}

/// A sign goes with the colour.
void ValuesDialog::say(const QString& sentence, bool isError) {
    auto palette = message_->palette();
    palette.setColor(QPalette::WindowText, isError ? errorColour(this->palette())
                                                   : this->palette().color(QPalette::WindowText));
    message_->setPalette(palette);
    message_->setText(isError && !sentence.isEmpty() ? QStringLiteral("⚠ ") + sentence : sentence);
}

void ValuesDialog::mark(QLineEdit& field, bool isWrong) {
    auto palette = this->palette();
    if (isWrong)
        palette.setColor(QPalette::Text, errorColour(palette));
    field.setPalette(palette);
}

} // namespace mw::app
