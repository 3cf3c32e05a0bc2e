// File > Export: graph, library or options, and what is lost on the way.
#include "app/gui/export_dialog.h"

#include "app/gui/consent_dialog.h"
#include "app/gui/save_dialog.h"
#include "app/gui/workspace.h"
#include "app/workbench/export.h"
#include "viewers/panels/element_text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace mw::app {

using viewers::qs;
using workbench::ExportKind;

namespace {

constexpr int kWidth = 560, kResultHeight = 120; // pixels

QComboBox* choiceOf(const char* name, const QString& accessible) {
    auto* box = new QComboBox;
    box->setObjectName(QString::fromLatin1(name));
    box->setAccessibleName(accessible);
    return box;
}

QString endingOf(ExportKind kind) {
    return kind == ExportKind::graph     ? QStringLiteral("sdfgz")
           : kind == ExportKind::library ? QStringLiteral("so")
                                         : QStringLiteral("py");
}

QString aboutText(ExportKind kind) {
    switch (kind) {
    case ExportKind::graph:
        return ExportDialog::tr(
            "Blocks and registers of kernels go with the graph. Levels per thread, loads in groups "
            "and hints to the caches do not: they are kept beside it for Mapwright.");
    case ExportKind::library:
        return ExportDialog::tr("All of the variant goes with it, its launches included. It has "
                                "the interface of DaCe's "
                                "own build and needs neither Mapwright nor DaCe where it runs.");
    case ExportKind::options:
        break;
    }
    return ExportDialog::tr(
        "What GT4Py's optimiser has options for: which maps may be fused, blocking, blocks and "
        "registers. The other steps are lost.");
}

} // namespace

ExportDialog::ExportDialog(Workspace& workspace, const QString& trustFile, QWidget* parent)
    : QDialog(parent), workspace_(workspace),
      trust_(std::filesystem::path(trustFile.toStdString())) {
    setObjectName(QStringLiteral("export"));
    setWindowTitle(tr("Export the variant"));
    build();
    connect(&workspace, &Workspace::exportMade, this, &ExportDialog::take);
    connect(&workspace, &Workspace::exportRefused, this, &ExportDialog::refuse);
    setFile(suggestedFile(workspace,
                          toQString(workbench::suggestedName(*workspace.program()).filename()))
                .filePath());
    file_->setFocus();
}

void ExportDialog::build() {
    form_ = new QFormLayout;
    buildFields(*form_);
    about_ = new QLabel;
    about_->setObjectName(QStringLiteral("export-about"));
    about_->setWordWrap(true);
    result_ = new QPlainTextEdit;
    result_->setObjectName(QStringLiteral("export-result"));
    result_->setAccessibleName(tr("What came of it"));
    result_->setReadOnly(true);
    result_->setMinimumHeight(kResultHeight);
    result_->hide();
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    export_ = buttons->addButton(tr("Export"), QDialogButtonBox::AcceptRole);
    export_->setObjectName(QStringLiteral("export-start"));
    export_->setDefault(true);
    buttons->button(QDialogButtonBox::Close)->setAutoDefault(false);
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(12);
    layout->addLayout(form_);
    layout->addWidget(about_);
    layout->addWidget(result_, 1);
    layout->addWidget(buttons);
    setMinimumWidth(kWidth);
    connect(buttons, &QDialogButtonBox::accepted, this, &ExportDialog::start);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

void ExportDialog::buildFields(QFormLayout& form) {
    kind_ = choiceOf("export-kind", tr("As"));
    for (const auto& [text, kind] :
         {std::pair(tr("Graph, for DaCe and GT4Py (.sdfg, .sdfgz)"), ExportKind::graph),
          std::pair(tr("Library of its kernels (.so)"), ExportKind::library),
          std::pair(tr("Options for GT4Py's optimiser (.py)"), ExportKind::options)})
        kind_->addItem(text, static_cast<int>(kind));
    form.addRow(tr("As"), kind_);
    form.addRow(tr("File"), buildFile());
    dialect_ = choiceOf("export-dialect", tr("Dialect"));
    dialect_->addItem(tr("As it was read"));
    dialect_->addItem(tr("Plain, for DaCe 1"), static_cast<int>(symbolic::Dialect::plain));
    dialect_->addItem(tr("Dollar, for DaCe 2"), static_cast<int>(symbolic::Dialect::dollar));
    form.addRow(tr("Dialect"), dialect_);
    target_ = choiceOf("export-target", tr("For"));
    for (const auto target : {codegen::Target::cpu, codegen::Target::cuda, codegen::Target::hip})
        target_->addItem(qs(codegen::name(target)).toUpper(), qs(codegen::name(target)));
    target_->setCurrentIndex(
        std::max(0, target_->findData(qs(workspace_.project().settings.target))));
    form.addRow(tr("For"), target_);
    architecture_ = new QLineEdit;
    architecture_->setObjectName(QStringLiteral("export-architecture"));
    architecture_->setPlaceholderText(tr("that of the device here; else sm_90, gfx90a, …"));
    form.addRow(tr("Architecture"), architecture_);
    const auto inputs = workspace_.runChoice();
    sizes_ = new QCheckBox(
        inputs.isDefault()
            ? tr("Only for the sizes of the run")
            : tr("Only for the sizes of the run: %1").arg(qs(workbench::toString(inputs))));
    sizes_->setObjectName(QStringLiteral("export-sizes"));
    sizes_->setToolTip(tr("They are compiled in, and calls with others are refused"));
    form.addRow(QString(), sizes_);
    connect(kind_, &QComboBox::activated, this, [this] {
        const QFileInfo file(file_->text());
        setFile(file.path() + QLatin1Char('/') + file.completeBaseName() + QLatin1Char('.') +
                endingOf(kind()));
    });
    connect(target_, &QComboBox::currentIndexChanged, this, &ExportDialog::fileChanged);
}

QWidget* ExportDialog::buildFile() {
    file_ = new QLineEdit;
    file_->setObjectName(QStringLiteral("export-file"));
    file_->setAccessibleName(tr("File"));
    auto* other = new QPushButton(tr("Browse …"));
    other->setObjectName(QStringLiteral("export-browse"));
    other->setAutoDefault(false);
    auto* line = new QWidget;
    auto* layout = new QHBoxLayout(line);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(file_, 1);
    layout->addWidget(other);
    connect(file_, &QLineEdit::textChanged, this, &ExportDialog::fileChanged);
    connect(other, &QPushButton::clicked, this, &ExportDialog::browse);
    return line;
}

void ExportDialog::setFile(const QString& file) {
    file_->setText(file);
}

void ExportDialog::browse() {
    auto* dialog = new QFileDialog(this, windowTitle(), file_->text(),
                                   tr("Exports (*.sdfg *.sdfgz *.so *.py);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setOption(QFileDialog::DontConfirmOverwrite); // said here, whoever named the file
    dialog->setDefaultSuffix(endingOf(kind()));
    dialog->selectFile(file_->text());
    connect(dialog, &QFileDialog::fileSelected, this, &ExportDialog::setFile);
    dialog->open();
}

void ExportDialog::fileChanged() {
    const auto known = workbench::exportKind(toPath(file_->text()));
    export_->setEnabled(known.has_value());
    if (known)
        kind_->setCurrentIndex(kind_->findData(static_cast<int>(*known)));
    kindChanged();
    if (!known)
        about_->setText(qs(known.error().sentence));
    else if (QFileInfo::exists(file_->text()))
        about_->setText(about_->text() + QLatin1Char('\n') +
                        tr("A file of this name is there, and will be replaced."));
}

void ExportDialog::kindChanged() {
    const bool graph = kind() == ExportKind::graph, library = kind() == ExportKind::library;
    form_->setRowVisible(dialect_, graph);
    form_->setRowVisible(target_, library);
    form_->setRowVisible(architecture_, library && target_->currentIndex() > 0);
    form_->setRowVisible(sizes_, library);
    about_->setText(aboutText(kind()));
}

ExportKind ExportDialog::kind() const {
    return static_cast<ExportKind>(kind_->currentData().toInt());
}

workbench::ExportRequest ExportDialog::request() const {
    workbench::ExportRequest request{.file = toPath(file_->text())};
    if (const auto dialect = dialect_->currentData(); dialect.isValid())
        request.dialect = static_cast<symbolic::Dialect>(dialect.toInt());
    const auto& project = workspace_.project();
    request.target = *codegen::targetFromName(target_->currentData().toString().toStdString());
    request.architecture = architecture_->text().trimmed().toStdString();
    request.inputs = workspace_.runChoice();
    if (sizes_->isChecked())
        request.grid = workspace_.grid();
    else if (request.inputs.isDefault())
        request.inputs.set.clear(); // of nothing
    request.symbolsAsArguments = !sizes_->isChecked();
    request.runner = workbench::runnerOptions(project.settings);
    request.consent = [asked = asked_](const auto& code) { return asked->ask(code); };
    return request;
}

void ExportDialog::start() {
    asked_ = std::make_shared<workbench::Consent>(trust_, std::vector{toPath(workspace_.path())});
    export_->setEnabled(false);
    showText(tr("Exporting …"));
    workspace_.startExport(request());
}

void ExportDialog::take(const workbench::Exported& done) {
    export_->setEnabled(true);
    if (done.record.notes.empty())
        return accept();
    QStringList lines{qs(done.sentence)};
    for (const auto& note : done.record.notes)
        lines << QStringLiteral("• ") + qs(note);
    showText(lines.join(QLatin1Char('\n')));
}

void ExportDialog::refuse(const Diagnostic& why) {
    export_->setEnabled(true);
    if (why.code == "untrusted-code")
        return askForConsent(why);
    showText(qs(toString(why)));
}

void ExportDialog::askForConsent(const Diagnostic& why) {
    showText({});
    auto* dialog = new ConsentDialog(why, workspace_.programName(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this] {
        if (const auto remembered = asked_->agree(); !remembered)
            showText(qs(toString(remembered.error())));
        else
            start();
    });
    connect(dialog, &QDialog::rejected, this,
            [this] { showText(tr("Not exported: its own C++ is not trusted")); });
    dialog->open();
}

void ExportDialog::showText(const QString& text) {
    result_->setPlainText(text);
    result_->setVisible(!text.isEmpty());
    layout()->activate();
    resize(width(), std::max(height(), layout()->totalHeightForWidth(width())));
}

} // namespace mw::app
