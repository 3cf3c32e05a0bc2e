// Times of the model's runs: sums, a table with bars, what does not fit.
#include "app/gui/times_window.h"

#include "app/gui/file_drops.h"
#include "app/gui/save_dialog.h"
#include "app/gui/workspace.h"
#include "app/workbench/compare_files.h"
#include "app/workbench/devices/measured.h"
#include "app/workbench/profiles/report.h"
#include "core/io/file.h"
#include "core/support/printable.h"
#include "viewers/jobs/job_queue.h"

#include <QClipboard>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMimeData>
#include <QPainter>
#include <QPushButton>
#include <QStyledItemDelegate>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace mw::app {

namespace {

using workbench::ComparedTable;

constexpr QSize kTimesSize{1180, 560};
constexpr int kLongestColumn = 420; // pixels
/// Of a cell with times: shares of the longest bar, and the file that it is of.
constexpr int kBarRole = Qt::UserRole, kLowRole = Qt::UserRole + 1, kHighRole = Qt::UserRole + 2,
              kFileRole = Qt::UserRole + 3;

QString text(const std::string& utf8) {
    return QString::fromStdString(printable(utf8));
}

/// The program whose kernels a profiler's table is about, and the sizes that it ran with.
struct Profiled {
    ir::DocumentPtr document; ///< null: nothing is open
    workbench::InputChoice inputs;
    Workspace::Grid grid;
};

Expected<ComparedTable> tableOfProfiles(const QStringList& paths, const Profiled& profiled) {
    if (!profiled.document)
        return fail("which-program", "tables of kernels are matched to those of a program: open "
                                     "its graph first");
    std::vector<workbench::Profile> profiles;
    for (const QString& path : paths) {
        MW_TRY(auto profile, workbench::readProfile(path.toStdString()));
        profiles.push_back(std::move(profile));
    }
    const auto& document = *profiled.document;
    MW_TRY(const auto scenario,
           workbench::scenarioFor(*document.root, profiled.inputs, profiled.grid()));
    MW_TRY(const auto call, workbench::expectedCall(document, scenario.symbols));
    MW_TRY(const auto comparison, workbench::compareProfiles(call, profiles));
    return tableOf(comparison);
}

/// What is kept of measurements, and the files beside them.
Expected<ComparedTable> tableOfDevices(const std::vector<std::string>& results,
                                       const QStringList& paths) {
    std::vector<workbench::MeasuredDevice> devices;
    for (const std::string& result : results) {
        MW_TRY(auto device, workbench::parseMeasured(result));
        devices.push_back(std::move(device));
    }
    for (const QString& path : paths) {
        MW_TRY(auto device, workbench::readMeasured(path.toStdString()));
        devices.push_back(std::move(device));
    }
    MW_TRY(const auto comparison, workbench::compareDevices(std::move(devices)));
    return tableOf(comparison);
}

Expected<ComparedTable> tableOfFiles(const QStringList& paths, const Profiled& profiled) {
    const bool profiles = std::ranges::any_of(
        paths, [](const QString& path) { return workbench::isProfile(path.toStdString()); });
    if (profiles)
        return tableOfProfiles(paths, profiled);
    std::vector<std::filesystem::path> files;
    for (const QString& path : paths)
        files.emplace_back(path.toStdString());
    MW_TRY(auto compared, workbench::compareFiles(files));
    return std::move(compared.table);
}

/// A bar behind the time, in a colour per file, and a line over the range.
class BarDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        const auto share = index.data(kBarRole);
        if (share.isValid()) {
            const auto box = QRectF(option.rect).adjusted(3, 3, -3, -3);
            auto colour = option.palette.color(QPalette::Highlight);
            if (index.data(kFileRole).toInt() % 2 == 1)
                colour.setHsv((colour.hsvHue() + 180) % 360, colour.hsvSaturation(),
                              colour.value());
            colour.setAlphaF(0.35F);
            painter->fillRect(
                QRectF(box.topLeft(), QSizeF(box.width() * share.toDouble(), box.height())),
                colour);
            colour.setAlphaF(0.9F);
            painter->setPen(QPen(colour, 1.5));
            const auto at = [&](int role) {
                return box.left() + box.width() * std::clamp(index.data(role).toDouble(), 0.0, 1.0);
            };
            painter->drawLine(QPointF(at(kLowRole), box.bottom()),
                              QPointF(at(kHighRole), box.bottom()));
        }
        QStyledItemDelegate::paint(painter, option, index);
    }
};

} // namespace

TimesWindow& TimesWindow::of(QWidget& window, viewers::JobQueue& jobs, const Workspace& workspace) {
    auto* found = window.findChild<TimesWindow*>();
    return found ? *found : *new TimesWindow(window, jobs, workspace);
}

TimesWindow::TimesWindow(QWidget& window, viewers::JobQueue& jobs, const Workspace& workspace)
    : QDialog(&window), jobs_(jobs), workspace_(workspace) {
    setObjectName(QStringLiteral("times-window"));
    setWindowTitle(tr("Times of the model"));
    setAcceptDrops(true);
    resize(kTimesSize);
    build();
}

void TimesWindow::build() {
    auto* layout = new QVBoxLayout(this);
    sums_ = new QLabel;
    notes_ = new QLabel;
    for (auto* label : {sums_, notes_}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    sums_->setText(tr("Choose two or more files of times; the first one is what the others are set "
                      "against. They can be dropped here, too."));
    cells_ = new QTableWidget;
    cells_->setObjectName(QStringLiteral("times-table"));
    cells_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    cells_->setAlternatingRowColors(true);
    cells_->verticalHeader()->hide();
    cells_->setItemDelegate(new BarDelegate(cells_));
    layout->addWidget(sums_);
    layout->addWidget(cells_, 1);
    layout->addWidget(notes_);
    auto* buttons = new QHBoxLayout;
    const auto add = [&](const QString& title, auto&& run) {
        auto* button = new QPushButton(title);
        button->setAutoDefault(false);
        connect(button, &QPushButton::clicked, this, run);
        buttons->addWidget(button);
        return button;
    };
    add(tr("&Open …"), [this] { askForFiles(); });
    add_ = add(tr("&Add a machine …"), [this] { addMachines(); });
    add_->setToolTip(tr("What mw bench --json wrote on another machine"));
    add_->setEnabled(false);
    buttons->addStretch(1);
    needTable_ = {add(tr("Copy as C&SV"), [this] { copy(workbench::toCsv); }),
                  add(tr("Copy as &Markdown"), [this] { copy(workbench::toMarkdown); }),
                  add(tr("Save the &report …"), [this] { saveReport(); })};
    for (auto* button : needTable_)
        button->setEnabled(false);
    layout->addLayout(buttons);
}

void TimesWindow::askForFiles() {
    const auto files = QFileDialog::getOpenFileNames(this, tr("Compare times of the model"),
                                                     openFolder(workspace_),
                                                     tr("Times (*.json *.csv);;All files (*)"));
    if (!files.isEmpty())
        openFiles(files);
}

void TimesWindow::openFiles(const QStringList& paths) {
    paths_ = paths;
    results_.clear();
    add_->setEnabled(false);
    setWindowTitle(tr("Times of the model"));
    QDialog::show();
    raise();
    Profiled profiled;
    if (workspace_.isOpen())
        profiled = {workspace_.current().document, workspace_.runChoice(), workspace_.grid()};
    jobs_.start(
        {QStringLiteral("times"), tr("Reading times"), viewers::JobQueue::Lane::pool, true}, this,
        [paths, profiled = std::move(profiled)](const viewers::JobContext&) {
            return tableOfFiles(paths, profiled);
        },
        [this](const Expected<ComparedTable>& table) { showTable(table); });
}

void TimesWindow::openDevices(std::vector<std::string> results) {
    results_ = std::move(results);
    paths_.clear();
    add_->setEnabled(true);
    setWindowTitle(tr("Times by devices"));
    QDialog::show();
    raise();
    readDevices();
}

void TimesWindow::addMachines() {
    paths_ += QFileDialog::getOpenFileNames(this, tr("Measurements of another machine"),
                                            openFolder(workspace_),
                                            tr("Measurements (*.json);;All files (*)"));
    readDevices();
}

void TimesWindow::readDevices() {
    jobs_.start(
        {QStringLiteral("times"), tr("Reading times"), viewers::JobQueue::Lane::pool, true}, this,
        [results = results_, paths = paths_](const viewers::JobContext&) {
            return tableOfDevices(results, paths);
        },
        [this](const Expected<ComparedTable>& table) { showTable(table); });
}

QString TimesWindow::message() const {
    return table_.lines.empty() ? sums_->text() : QString();
}

void TimesWindow::showTable(const Expected<ComparedTable>& table) {
    table_ = table ? *table : ComparedTable{};
    QStringList sums;
    QStringList notes;
    if (!table)
        sums << text(toString(table.error()));
    for (const auto& sum : table_.sums)
        sums << text(sum);
    for (const auto& note : table_.notes)
        notes << text(note);
    if (!table_.legend.empty())
        notes << text(table_.legend);
    sums_->setText(sums.join(QLatin1Char('\n')));
    notes_->setText(notes.join(QLatin1Char('\n')));
    for (auto* button : needTable_)
        button->setEnabled(!table_.lines.empty());
    fill();
}

void TimesWindow::fill() {
    cells_->clear();
    cells_->setRowCount(std::max(0, static_cast<int>(table_.lines.size()) - 1));
    cells_->setColumnCount(table_.lines.empty() ? 0 : static_cast<int>(table_.lines[0].size()));
    double longest = 0;
    for (const auto& bar : table_.bars)
        longest = std::max(longest, bar.value);
    auto bar = table_.bars.begin();
    for (int row = 0; row < cells_->rowCount(); ++row)
        for (int column = 0; column < cells_->columnCount(); ++column) {
            const auto at = static_cast<std::size_t>(column);
            const std::string& cell = table_.lines[static_cast<std::size_t>(row) + 1][at];
            auto* item = new QTableWidgetItem(text(cell));
            item->setTextAlignment(Qt::AlignVCenter |
                                   (column == 0 ? Qt::AlignLeft : Qt::AlignRight));
            cells_->setItem(row, column, item);
            const auto file = std::ranges::find(table_.measured, at);
            if (file == table_.measured.end() || cell == "-" || bar == table_.bars.end() ||
                longest <= 0)
                continue;
            item->setData(kBarRole, bar->value / longest);
            item->setData(kLowRole, bar->low / longest);
            item->setData(kHighRole, bar->high / longest);
            item->setData(kFileRole, static_cast<int>(file - table_.measured.begin()));
            ++bar;
        }
    QStringList titles;
    if (!table_.lines.empty())
        for (const auto& title : table_.lines[0])
            titles << text(title);
    cells_->setHorizontalHeaderLabels(titles);
    cells_->resizeColumnsToContents();
    for (int column = 0; column < cells_->columnCount(); ++column)
        cells_->setColumnWidth(column, std::min(cells_->columnWidth(column), kLongestColumn));
}

void TimesWindow::copy(std::string (*format)(const ComparedTable&)) {
    QGuiApplication::clipboard()->setText(QString::fromStdString(format(table_)));
}

void TimesWindow::saveReport() {
    const auto name = QStringLiteral("times.html");
    const auto suggestion = paths_.isEmpty()
                                ? suggestedFile(workspace_, name)
                                : QFileInfo(QFileInfo(paths_.front()).absoluteDir(), name);
    auto* dialog =
        saveDialog(this, "save-times", tr("Save the report"), suggestion, tr("HTML (*.html)"));
    connect(dialog, &QFileDialog::fileSelected, this, &TimesWindow::writeReport);
    dialog->open();
}

void TimesWindow::writeReport(const QString& file) {
    auto written = paths_.contains(file)
                       ? Expected<void>(fail("input", "a file of times is not written over"))
                       : io::writeFileAtomically(std::filesystem::path(file.toStdString()),
                                                 workbench::toHtml(table_));
    notes_->setText(written ? tr("Saved %1").arg(file) : text(toString(written.error())));
}

void TimesWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (!localFiles(*event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void TimesWindow::dropEvent(QDropEvent* event) {
    const auto files = localFiles(*event->mimeData());
    if (results_.empty()) {
        openFiles(files);
    } else {
        paths_ += files;
        readDevices();
    }
    event->acceptProposedAction();
}

} // namespace mw::app
