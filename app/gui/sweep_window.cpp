// The window of sweeps: parameters, progress, heat map, and what to keep of it.
#include "app/gui/sweep_window.h"

#include "app/workbench/sweep/figures.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/number_text.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollBar>
#include <QTableView>
#include <QVBoxLayout>

#include <string>
#include <vector>

namespace mw::app {

using viewers::qs;

namespace {

constexpr QSize kSweepSize{1180, 560};

/// What is worth a look on every program.
QString usualParams(codegen::Target target) {
    return target == codegen::Target::cpu
               ? QStringLiteral("shared-loops=default,1,2 vectors=on,off")
               : QStringLiteral("block=default,64,128,256 levels=default,1,2,4,8");
}

Expected<workbench::SweepSpace> spaceOf(const QString& params, codegen::Target target) {
    std::vector<std::string> list;
    for (const auto& word : params.split(QLatin1Char(' '), Qt::SkipEmptyParts))
        list.push_back(word.toStdString());
    MW_TRY(auto space, workbench::parseSweep(list, target));
    if (list.empty() || space.fuse != std::vector{false})
        return fail("bad-sweep", "the graph stays as it is here: give parameters of launches "
                                 "or passes ('mw sweep' has fuse too)");
    return space;
}

} // namespace

SweepWindow& SweepWindow::of(QWidget& window) {
    auto* found = window.findChild<SweepWindow*>();
    return found ? *found : *new SweepWindow(window);
}

SweepWindow::SweepWindow(QWidget& window)
    : QDialog(&window), model_(new SweepModel(this)), params_(new QLineEdit(this)),
      start_(new QPushButton(tr("&Sweep"), this)), cancel_(new QPushButton(tr("&Cancel"), this)),
      keep_(new QPushButton(tr("&Keep as a variant"), this)), progress_(new QProgressBar(this)),
      introduction_(new QLabel(this)), message_(new QLabel(this)), cell_(new QLabel(this)),
      table_(new QTableView(this)) {
    setObjectName(QStringLiteral("sweep-window"));
    setWindowTitle(tr("Sweep of launches"));
    resize(kSweepSize);
    build();
    setProgress(false, {}, 0, 0);
    connect(start_, &QPushButton::clicked, this, &SweepWindow::start);
    connect(params_, &QLineEdit::returnPressed, this, &SweepWindow::start);
    connect(params_, &QLineEdit::textChanged, this, &SweepWindow::showIntroduction);
    connect(cancel_, &QPushButton::clicked, this, &SweepWindow::cancelRequested);
    connect(keep_, &QPushButton::clicked, this, [this] { keep(table_->currentIndex()); });
    connect(table_, &QTableView::activated, this, &SweepWindow::keep);
    connect(table_->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &SweepWindow::showCell);
    showCell();
}

void SweepWindow::build() {
    params_->setObjectName(QStringLiteral("sweep-params"));
    params_->setAccessibleName(tr("What to sweep over"));
    params_->setToolTip(
        tr("NAME=VALUE,VALUE,… with blanks between: all combinations are measured. On a GPU block, "
           "levels, group, ahead, min-blocks, registers, unroll, streaming, gathers-ahead, tiles; "
           "on the CPU shared-loops, vectors; a pass by its name, on,off. 'default' leaves a "
           "kernel to the rules"));
    for (auto* button : {start_, cancel_, keep_})
        button->setAutoDefault(false);
    keep_->setToolTip(tr("The launch of the marked cell, of its kernel or of all of them in the "
                         "program's row, as a variant below the one that was swept (Return)"));
    progress_->setMaximumWidth(260);
    message_->setObjectName(QStringLiteral("sweep-message"));
    introduction_->setObjectName(QStringLiteral("sweep-introduction"));
    introduction_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    for (auto* label : {introduction_, message_, cell_}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    table_->setObjectName(QStringLiteral("sweep-table"));
    table_->setAccessibleName(tr("Kernels by combinations: ratio to the default's time"));
    table_->setModel(model_);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setShowGrid(false);
    table_->setFrameShape(QFrame::NoFrame);
    table_->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    auto* line = new QHBoxLayout;
    line->addWidget(params_, 1);
    line->addWidget(start_);
    line->addWidget(progress_);
    line->addWidget(cancel_);
    auto* below = new QHBoxLayout;
    below->addWidget(cell_, 1);
    below->addWidget(keep_);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(line);
    layout->addWidget(message_);
    layout->addWidget(introduction_, 1);
    layout->addWidget(table_, 1);
    table_->hide();
    layout->addLayout(below);
}

void SweepWindow::openFor(codegen::Target target, const QString& program) {
    setWindowTitle(tr("Sweep of launches: %1").arg(program));
    if (params_->text().isEmpty() || target != target_)
        params_->setText(usualParams(target));
    target_ = target;
    showIntroduction();
    show();
    raise();
    params_->setFocus();
}

/// What will be measured, in the place where it is going to stand.
void SweepWindow::showIntroduction() {
    const auto space = spaceOf(params_->text(), target_);
    const QString what =
        space ? tr("The line above: %1 of each kernel.")
                    .arg(viewers::counted(static_cast<qsizetype>(space->points.size()),
                                          tr("combination"), tr("combinations")))
              : qs(space.error().sentence);
    const QString names =
        target_ == codegen::Target::cpu
            ? tr("Here there are: shared-loops, vectors, and a pass by its name, on,off.")
            : tr("Here there are: block, levels, group, ahead, min-blocks, registers, unroll, "
                 "streaming, gathers-ahead, tiles, and a pass by its name, on,off.");
    introduction_->setText(
        tr("A sweep measures every kernel of this variant with all combinations of the launches "
           "above, beside the one that the rules choose, and shows which kernel gains by which: "
           "a row is a kernel, a column a combination, a colour how much faster or slower it is. "
           "What is best, or any cell, can be kept as a variant.\n\n%1\n%2")
            .arg(what, names));
}

void SweepWindow::setParams(const QString& params) {
    params_->setText(params);
}

void SweepWindow::start() {
    const auto space = spaceOf(params_->text(), target_);
    if (!space)
        return say(qs(space.error().sentence));
    say({});
    emit sweepRequested(*space);
}

void SweepWindow::setProgress(bool running, const QString& what, int done, int total) {
    start_->setEnabled(!running);
    progress_->setVisible(running);
    cancel_->setVisible(running);
    progress_->setRange(0, total);
    progress_->setValue(done);
    progress_->setFormat(what);
}

void SweepWindow::showResult(const workbench::SweepResult& result, history::VariantId variant) {
    variant_ = variant;
    model_->setPalette(palette());
    model_->setResult(result);
    introduction_->hide();
    table_->show();
    table_->resizeColumnsToContents();
    QStringList lines{
        qs(workbench::measuredText(result)),
        tr("Numbers are ratios to the time by default; ~ cannot be told from 1, = is "
           "what the default launches, – is no form of the kernel. %1")
            .arg(qs(workbench::bestText(result.space, result.graphs.front().program)))};
    for (const auto& note : result.notes)
        lines << qs(note);
    say(lines.join(QLatin1Char('\n')));
    if (const auto best = model_->best(0); best.isValid())
        table_->setCurrentIndex(best);
    showCell();
    growToRows();
}

/// As high as all rows need, as far as the window behind it reaches.
void SweepWindow::growToRows() {
    constexpr double kMostOfParent = 0.9;
    layout()->activate();
    const int rows = table_->verticalHeader()->length() +
                     table_->horizontalHeader()->sizeHint().height() +
                     table_->horizontalScrollBar()->sizeHint().height();
    const int missing = rows - table_->height();
    const int most = std::max(height(), static_cast<int>(kMostOfParent * parentWidget()->height()));
    if (missing > 0)
        resize(width(), std::min(height() + missing, most));
}

void SweepWindow::refuse(const Diagnostic& why) {
    say(qs(why.sentence));
}

void SweepWindow::say(const QString& sentence) {
    message_->setText(sentence);
    message_->setVisible(!sentence.isEmpty());
}

QString SweepWindow::message() const {
    return message_->text();
}

void SweepWindow::showCell() {
    const auto cell = table_->currentIndex();
    cell_->setText(model_->words(cell));
    keep_->setEnabled(model_->choicesAt(cell, {}).has_value());
}

void SweepWindow::keep(const QModelIndex& cell) {
    if (model_->choicesAt(cell, {}))
        emit keepRequested(variant_, cell);
}

void SweepWindow::changeEvent(QEvent* event) {
    QDialog::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        model_->setPalette(palette());
}

} // namespace mw::app
