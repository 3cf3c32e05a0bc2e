// The page that stands in the window while nothing is open.
#include "app/gui/start_page.h"

#include "app/gui/link_row.h"
#include "app/gui/news.h"
#include "app/gui/samples.h"
#include "app/gui/tour/tour.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

#include <array>
#include <utility>

namespace mw::app {

namespace {

constexpr int kPageWidth = 1260;
constexpr int kButtonRoom = 36; ///< beside the longest text of a button

void clear(QVBoxLayout* layout) {
    while (auto* item = layout->takeAt(0)) {
        delete item->widget();
        delete item;
    }
}

QString shortFolder(const QString& path) {
    auto folder = QFileInfo(path).absolutePath();
    const auto home = QDir::homePath();
    return folder.startsWith(home) ? QStringLiteral("~") + folder.mid(home.size()) : folder;
}

} // namespace

StartPage::StartPage(QWidget* parent)
    : QScrollArea(parent), title_(new QLabel(QStringLiteral("Mapwright"))),
      subtitle_(new QLabel(tr("See an SDFG, rewrite it step by step, compile it, and time the "
                              "variants side by side."))),
      about_(new QLabel(
          tr("An SDFG is a program as a graph: nodes are arrays and computations, edges say which "
             "elements move between them. A map is a computation for every index of a range; it "
             "runs as a kernel, and making a program faster is mostly fusing maps, so that less "
             "moves through memory."))),
      samples_(new QVBoxLayout), projects_(new QVBoxLayout), recent_(new QVBoxLayout),
      news_(new QVBoxLayout), restore_(new QPushButton), session_(new QLabel),
      tour_(new QPushButton), tourText_(new QLabel) {
    setObjectName(QStringLiteral("start-page"));
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setAccessibleName(tr("Start page"));
    auto* content = new QWidget;
    content->setAutoFillBackground(true);
    content->setBackgroundRole(QPalette::Base);
    auto font = title_->font();
    font.setPointSizeF(font.pointSizeF() * 2.2);
    font.setWeight(QFont::DemiBold);
    title_->setFont(font);

    auto* page = new QWidget;
    page->setMaximumWidth(kPageWidth);
    auto* layout = new QVBoxLayout(page);
    layout->setSpacing(10);
    layout->addWidget(title_);
    layout->addWidget(subtitle_);
    layout->addWidget(about_);
    layout->addSpacing(14);
    layout->addLayout(begin());
    layout->addSpacing(22);
    layout->addLayout(columns());
    auto* outer = new QHBoxLayout(content);
    outer->addStretch(1);
    outer->addWidget(page, 20);
    outer->addStretch(1);
    outer->setContentsMargins(40, 48, 40, 32);
    outer->setAlignment(page, Qt::AlignTop);
    setWidget(content);
    for (auto* text : {subtitle_, about_}) {
        text->setWordWrap(true);
        muted_.push_back(text);
    }
    about_->setObjectName(QStringLiteral("start-about"));
    fillSamples();
    fillNews();
    setRecent({});
}

/// Buttons below each other, and beside each what it is for.
QLayout* StartPage::begin() {
    auto* open = new QPushButton(tr("Open …"));
    open->setToolTip(tr("Graphs (.sdfg, .sdfgz), a project (.mapwright), or times of the model's "
                        "runs and of profilers (.json, .csv); Ctrl+O"));
    connect(open, &QPushButton::clicked, this, [this] { emit openRequested({}); });
    auto* drop =
        new QLabel(tr("or drop graphs, projects and files of times anywhere on this window"));
    tour_->setObjectName(QStringLiteral("start-tour"));
    tour_->setToolTip(tr("In the window itself, beside a sample; F1"));
    connect(tour_, &QPushButton::clicked, this, &StartPage::tourRequested);
    restore_->setText(tr("Restore"));
    restore_->setToolTip(tr("Opens the file and replays the recorded steps"));
    connect(restore_, &QPushButton::clicked, this, &StartPage::restoreRequested);
    muted_.insert(muted_.end(), {drop, tourText_, session_});
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(12);
    grid->setColumnStretch(1, 1);
    grid->setColumnMinimumWidth(0, fontMetrics().horizontalAdvance(tr("Go on with the tour")) +
                                       kButtonRoom);
    const std::array<std::pair<QPushButton*, QLabel*>, 3> lines{
        {{open, drop}, {tour_, tourText_}, {restore_, session_}}};
    for (int row = 0; const auto& [button, text] : lines) {
        grid->addWidget(button, row, 0);
        grid->addWidget(text, row++, 1);
    }
    setSession({});
    return grid;
}

void StartPage::setTour(const Tour& tour) {
    const auto steps = tourSteps().size();
    if (tour.isFinished() || !tour.isBegun()) {
        tour_->setText(tour.isBegun() ? tr("Tour") : tr("Take the tour"));
        tourText_->setText(tr("from the first map to a faster program, verified and timed, in %1 "
                              "steps on a sample")
                               .arg(steps));
        return;
    }
    tour_->setText(tr("Go on with the tour"));
    tourText_->setText(tr("step %1 of %2: %3")
                           .arg(tour.at() + 1)
                           .arg(steps)
                           .arg(QCoreApplication::translate("mw::app::tour", tour.step().title)));
}

/// Samples at the left, what is yours and what is new at the right, each below its heading.
QLayout* StartPage::columns() {
    auto* columns = new QHBoxLayout;
    columns->setSpacing(40);
    using Lists = std::vector<std::pair<QString, QVBoxLayout*>>;
    for (const auto& lists :
         {Lists{{tr("Samples"), samples_}}, Lists{{tr("Recent projects"), projects_},
                                                  {tr("Recent files"), recent_},
                                                  {tr("What is new"), news_}}}) {
        auto* column = new QVBoxLayout;
        column->setSpacing(6);
        for (const auto& [title, list] : lists)
            addList(*column, title, list);
        column->addStretch(1);
        columns->addLayout(column, columns->count() == 0 ? 3 : 2); // names of samples are long
    }
    return columns;
}

void StartPage::addList(QVBoxLayout& column, const QString& title, QVBoxLayout* list) {
    auto* heading = new QLabel(title);
    auto bold = heading->font();
    bold.setBold(true);
    heading->setFont(bold);
    heading->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    if (column.count() > 0)
        column.addSpacing(14);
    column.addWidget(heading);
    list->setSpacing(1);
    column.addLayout(list);
}

void StartPage::fillNews() {
    for (const auto& [text, detail] : news()) {
        auto* line = new QLabel(tr("%1: %2").arg(text, detail));
        line->setContentsMargins(6, 5, 0, 5);
        line->setWordWrap(true);
        news_->addWidget(line);
    }
}

void StartPage::fillSamples() {
    clear(samples_);
    for (const auto& sample : samples()) {
        auto* row = new LinkRow(sample.name, sample.about, tr("Opens %1").arg(sample.path));
        connect(row, &LinkRow::clicked, this,
                [this, path = sample.path] { emit openRequested(path); });
        samples_->addWidget(row);
    }
    if (samples_->count() == 0)
        samples_->addWidget(new QLabel(tr("The samples are not installed.")));
}

void StartPage::setRecent(const QStringList& files) {
    QStringList projects, inputs;
    for (const auto& path : files)
        (QFileInfo(path).suffix() == QLatin1String("mapwright") ? projects : inputs) << path;
    fillRecent(projects_, projects);
    fillRecent(recent_, inputs);
}

void StartPage::fillRecent(QVBoxLayout* list, const QStringList& files) {
    clear(list);
    for (const auto& path : files) {
        auto* row = new LinkRow(QFileInfo(path).fileName(), shortFolder(path), path);
        connect(row, &LinkRow::clicked, this, [this, path] { emit openRequested(path); });
        list->addWidget(row);
    }
    if (files.isEmpty())
        list->addWidget(new QLabel(tr("None yet.")));
}

void StartPage::setSession(const QString& sentence) {
    session_->setText(sentence);
    for (QWidget* shown : {static_cast<QWidget*>(restore_), static_cast<QWidget*>(session_)})
        shown->setVisible(!sentence.isEmpty());
}

void StartPage::setTheme(viewers::ThemeKind kind) {
    const auto& theme = viewers::Theme::of(kind);
    for (auto* label : muted_) {
        auto palette = label->palette();
        for (const auto role : {QPalette::WindowText, QPalette::Text}) // what stands on Base
            palette.setColor(role, theme.mutedText);
        label->setPalette(palette);
    }
}

} // namespace mw::app
