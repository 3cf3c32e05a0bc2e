// File > Link programs: the calls, what they share, what of it is internal.
#include "app/gui/link_dialog.h"

#include "app/gui/samples.h"
#include "app/gui/save_dialog.h"
#include "app/gui/workspace.h"
#include "app/workbench/link_sequence.h"
#include "viewers/jobs/job_queue.h"
#include "viewers/panels/element_text.h"
#include "viewers/theme/theme.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace mw::app {

using viewers::qs;

namespace {

const QString kLookSlot = QStringLiteral("link-offer");
constexpr int kInputRole = Qt::UserRole;

enum Column { NameColumn, UsersColumn };

} // namespace

LinkDialog::LinkDialog(Workspace& workspace, viewers::JobQueue& jobs, QWidget* parent)
    : QDialog(parent), workspace_(workspace), jobs_(jobs) {
    setObjectName(QStringLiteral("link"));
    setWindowTitle(tr("Link programs"));
    build();
    fillCalls();
    look();
}

void LinkDialog::build() {
    fields_ = new QTreeWidget;
    fields_->setObjectName(QStringLiteral("link-fields"));
    fields_->setAccessibleName(tr("Arrays that they share"));
    fields_->setHeaderLabels({tr("Internal"), tr("Is")});
    fields_->setRootIsDecorated(false);
    fields_->header()->setSectionResizeMode(NameColumn, QHeaderView::ResizeToContents);
    message_ = new QLabel;
    message_->setObjectName(QStringLiteral("link-message"));
    message_->setWordWrap(true);
    message_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    buttons->button(QDialogButtonBox::Close)->setAutoDefault(false);
    link_ = buttons->addButton(tr("Link …"), QDialogButtonBox::AcceptRole);
    link_->setObjectName(QStringLiteral("link-start"));
    link_->setDefault(true);
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(8);
    layout->addWidget(new QLabel(tr("Programs that run one after the other, in this order:")));
    layout->addWidget(buildCalls(), 1);
    auto* shared = new QLabel(tr("Arrays that they share. Tick those that nobody else reads: they "
                                 "become temporaries."));
    shared->setWordWrap(true);
    layout->addWidget(shared);
    layout->addWidget(fields_, 2);
    layout->addWidget(message_);
    layout->addWidget(buttons);
    resize(620, 560);
    connect(buttons, &QDialogButtonBox::accepted, this, &LinkDialog::askForFile);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

QWidget* LinkDialog::buildCalls() {
    auto* box = new QWidget;
    calls_ = new QListWidget;
    calls_->setObjectName(QStringLiteral("link-calls"));
    calls_->setAccessibleName(tr("Calls"));
    up_ = new QPushButton(tr("&Up"));
    up_->setObjectName(QStringLiteral("link-up"));
    down_ = new QPushButton(tr("&Down"));
    down_->setObjectName(QStringLiteral("link-down"));
    auto* file = new QPushButton(tr("&Sequence …"));
    file->setObjectName(QStringLiteral("link-sequence"));
    file->setToolTip(tr("Reads programs, calls and bindings from a file (docs/granules.md)"));
    auto* buttons = new QVBoxLayout;
    for (auto* button : {up_, down_, file}) {
        button->setAutoDefault(false);
        buttons->addWidget(button);
    }
    buttons->addStretch(1);
    auto* layout = new QHBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(calls_, 1);
    layout->addLayout(buttons);
    connect(up_, &QPushButton::clicked, this, [this] { move(-1); });
    connect(down_, &QPushButton::clicked, this, [this] { move(1); });
    connect(file, &QPushButton::clicked, this, &LinkDialog::askForSequence);
    connect(calls_, &QListWidget::itemChanged, this, &LinkDialog::look);
    return box;
}

void LinkDialog::fillCalls() {
    const QSignalBlocker quiet(calls_);
    calls_->clear();
    for (const auto& program : workspace_.project().programs) {
        auto* item = new QListWidgetItem(workspace_.titleOf(*program), calls_);
        item->setData(kInputRole, qs(program->path));
        item->setToolTip(qs(program->path));
        item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
        item->setCheckState(Qt::Checked);
    }
    calls_->setCurrentRow(0);
}

void LinkDialog::move(int by) {
    const int from = calls_->currentRow(), to = from + by;
    if (from < 0 || to < 0 || to >= calls_->count())
        return;
    {
        const QSignalBlocker quiet(calls_);
        calls_->insertItem(to, calls_->takeItem(from));
        calls_->setCurrentRow(to);
    }
    look();
}

void LinkDialog::askForSequence() {
    auto* dialog = new QFileDialog(this, tr("Open a sequence"), sampleFolder(),
                                   tr("Sequences (*.json);;All files (*)"));
    dialog->setObjectName(QStringLiteral("link-open"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &LinkDialog::setSequence);
    dialog->open();
}

void LinkDialog::setSequence(const QString& file) {
    sequence_ = file;
    for (auto* button : {up_, down_})
        button->setEnabled(false); // the file says the order
    look();
}

std::vector<std::string> LinkDialog::chosen() const {
    std::vector<std::string> inputs;
    for (int row = 0; row < calls_->count(); ++row)
        if (const auto* item = calls_->item(row); item->checkState() == Qt::Checked)
            inputs.push_back(item->data(kInputRole).toString().toStdString());
    return inputs;
}

std::vector<std::string> LinkDialog::internal() const {
    std::vector<std::string> names;
    for (int i = 0; i < fields_->topLevelItemCount(); ++i)
        if (const auto* item = fields_->topLevelItem(i);
            item->checkState(NameColumn) == Qt::Checked)
            names.push_back(item->text(NameColumn).toStdString());
    return names;
}

void LinkDialog::look() {
    link_->setEnabled(false);
    say(tr("Looking at what they share …"), false);
    const auto project = std::make_shared<const workbench::Project>(workspace_.project().copy());
    jobs_.start(
        {kLookSlot, tr("Looking at what can be linked")}, this,
        [project, inputs = chosen(),
         file = sequence_.toStdString()](const viewers::JobContext&) -> Expected<Offer> {
            Offer offer;
            if (file.empty()) {
                MW_TRY(offer.sequence, workbench::sequenceOf(*project, inputs));
                offer.read = project->inputPaths();
            } else {
                MW_TRY(auto read, workbench::readSequence(file, "", codegen::Target::cpu));
                offer.sequence = std::move(read.input);
                offer.read = std::move(read.graphs);
                offer.read.insert(offer.read.end(), read.files.begin(), read.files.end());
                offer.read.push_back(file);
            }
            MW_TRY(offer.fields, workbench::sharedFields(offer.sequence));
            return offer;
        },
        [this](const Expected<Offer>& offer) { take(offer); });
}

/// Those of a file, with what stands between them.
void LinkDialog::showCalls(const inputs::SequenceInput& sequence) {
    for (std::size_t c = 0; c <= sequence.calls.size(); ++c) {
        for (const auto& exchange : sequence.exchanges)
            if (exchange.before == c)
                calls_->addItem(
                    exchange.fields.empty()
                        ? tr("— exchange —")
                        : tr("— exchange of %1 —")
                              .arg(qs(fmt::format("{}", fmt::join(exchange.fields, ", ")))));
        if (c == sequence.calls.size())
            break;
        const auto& call = sequence.calls[c];
        auto text = qs(sequence.programs[call.program].name);
        if (call.count > 1)
            text = tr("%1, %2 times").arg(text).arg(call.count);
        if (!call.condition.empty())
            text = tr("%1, if %2").arg(text, qs(call.condition));
        calls_->addItem(text);
    }
}

void LinkDialog::take(const Expected<Offer>& offer) {
    offer_ = offer ? std::make_shared<const Offer>(*offer) : nullptr;
    const auto before = internal();
    fields_->clear();
    link_->setEnabled(offer.has_value());
    if (!offer)
        return say(qs(offer.error().sentence), true);
    if (!sequence_.isEmpty()) {
        const QSignalBlocker quiet(calls_);
        calls_->clear();
        showCalls(offer->sequence);
    }
    auto ticked = offer->sequence.internal;
    ticked.insert(ticked.end(), before.begin(), before.end());
    for (const auto& field : offer->fields) {
        auto* item = new QTreeWidgetItem(
            fields_, {qs(field.name), qs(fmt::format("{}", fmt::join(field.users, ", ")))});
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
        item->setToolTip(UsersColumn, item->text(UsersColumn));
        if (field.mayBeInternal) {
            item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
            item->setCheckState(NameColumn, std::ranges::find(ticked, field.name) != ticked.end()
                                                ? Qt::Checked
                                                : Qt::Unchecked);
        } else {
            item->setToolTip(NameColumn, tr("Stays an argument: %1").arg(qs(field.why)));
        }
    }
    say(offer->fields.empty() ? tr("They share no array.")
                              : tr("An array whose name has no box cannot be internal; its tooltip "
                                   "says why."),
        false);
}

void LinkDialog::say(const QString& sentence, bool isError) {
    auto palette = this->palette();
    if (isError)
        palette.setColor(QPalette::WindowText,
                         viewers::Theme::of(viewers::Theme::kindFor(palette)).error);
    message_->setPalette(palette);
    message_->setText(sentence);
}

void LinkDialog::askForFile() {
    if (!offer_)
        return;
    const auto name = qs(offer_->sequence.name) + QStringLiteral(".sdfgz");
    auto* dialog = saveDialog(this, "link-save", tr("Write the linked program"),
                              suggestedFile(workspace_, name), tr("Graphs (*.sdfgz *.sdfg)"));
    connect(dialog, &QFileDialog::fileSelected, this, &LinkDialog::linkTo);
    dialog->open();
}

void LinkDialog::linkTo(const QString& file) {
    if (!offer_)
        return;
    link_->setEnabled(false);
    jobs_.start(
        {QStringLiteral("link"), tr("Linking"), viewers::JobQueue::Lane::pool, true}, this,
        [offer = offer_, internal = internal(),
         path = file.toStdString()](const viewers::JobContext&) -> Expected<void> {
            auto sequence = offer->sequence;
            sequence.internal = internal;
            MW_TRY(const auto linked, link::link(sequence));
            return workbench::exportLinked(linked, path, workbench::scenarioNameBeside(path),
                                           offer->read);
        },
        [this, file](const Expected<void>& done) {
            link_->setEnabled(true);
            if (!done)
                return say(qs(done.error().sentence), true);
            emit linked(file);
            close();
        });
}

} // namespace mw::app
