// The panel with the findings of the variant: checks it, goes to elements, asks for repairs.
#include "viewers/panels/problems_panel.h"

#include "core/analysis/analysis.h"
#include "core/validate/validate.h"
#include "viewers/jobs/job_queue.h"
#include "viewers/panels/column_widths.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/elided_label.h"
#include "viewers/panels/number_text.h"

#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QStackedWidget>
#include <QTreeView>
#include <QVBoxLayout>

namespace mw::viewers {

namespace {

constexpr validate::FindingKind kKinds[] = {
    validate::FindingKind::validity, validate::FindingKind::range, validate::FindingKind::canonical,
    validate::FindingKind::advice};

} // namespace

ProblemsPanel::ProblemsPanel(JobQueue& jobs, QWidget* parent)
    : Panel(parent), jobs_(jobs), model_(new ProblemsModel(this)),
      filter_(new ProblemsFilter(this)), pages_(new QStackedWidget(this)), empty_(new QLabel(this)),
      view_(new QTreeView(this)), kinds_(new QComboBox(this)), summary_(new ElidedLabel(this)),
      repairAll_(new QPushButton(this)) {
    setObjectName(QStringLiteral("problems"));
    filter_->setSourceModel(model_);
    buildView();
    empty_->setAlignment(Qt::AlignCenter);
    auto* list = new QWidget(this);
    auto* column = new QVBoxLayout(list);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(6, 4, 6, 4);
    bar->setSpacing(10);
    bar->addWidget(kinds_);
    bar->addWidget(summary_, 1);
    bar->addWidget(repairAll_);
    column->addLayout(bar);
    column->addWidget(view_);
    pages_->addWidget(empty_);
    pages_->addWidget(list);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(pages_);
    buildBar();
}

void ProblemsPanel::buildView() {
    view_->setModel(filter_);
    view_->setRootIsDecorated(false);
    view_->setUniformRowHeights(true);
    view_->setFrameShape(QFrame::NoFrame);
    view_->setAccessibleName(tr("Findings"));
    view_->setContextMenuPolicy(Qt::CustomContextMenu);
    auto* header = view_->header();
    header->setStretchLastSection(false);
    header->setSectionResizeMode(ProblemsModel::SentenceColumn, QHeaderView::Stretch);
    new ColumnWidths(view_, {ColumnWidths::text(ProblemsModel::SeverityColumn, 10),
                             ColumnWidths::text(ProblemsModel::ElementColumn, 24),
                             ColumnWidths::text(ProblemsModel::KindColumn, 14),
                             ColumnWidths::text(ProblemsModel::CodeColumn, 24),
                             ColumnWidths::text(ProblemsModel::RepairColumn, 30)});
    connect(view_, &QTreeView::clicked, this, &ProblemsPanel::clicked);
    connect(view_, &QTreeView::activated, this,
            [this](const QModelIndex& shown) { goTo(finding(shown)); });
    connect(view_, &QTreeView::customContextMenuRequested, this, &ProblemsPanel::showMenu);
}

void ProblemsPanel::buildBar() {
    kinds_->setAccessibleName(tr("Kind of findings"));
    kinds_->addItem(tr("All kinds"));
    for (const auto kind : kKinds)
        kinds_->addItem(findingKindText(kind));
    repairAll_->setToolTip(tr("Repair every shown finding that has an obvious repair; each repair "
                              "is a step that can be undone"));
    connect(kinds_, &QComboBox::currentIndexChanged, this, [this](int at) {
        filter_->setKind(at > 0 ? std::optional(kKinds[at - 1]) : std::nullopt);
        updateBar();
    });
    connect(repairAll_, &QPushButton::clicked, this,
            [this] { emit repairRequested(repairable()); });
}

void ProblemsPanel::updateBar() {
    summary_->setText(
        QStringList{counted(model_->count(Severity::error), tr("error"), tr("errors")),
                    counted(model_->count(Severity::warning), tr("warning"), tr("warnings")),
                    counted(model_->count(Severity::hint), tr("hint"), tr("hints"))}
            .join(QStringLiteral(", ")));
    const auto count = repairable().size();
    repairAll_->setText(count > 0 ? tr("Repair all (%1)").arg(count) : tr("Repair all"));
    repairAll_->setEnabled(count > 0);
}

void ProblemsPanel::showVariant(const PanelContext& context) {
    if (context.index) {
        validate(context.index, false);
        return;
    }
    jobs_.discard(QStringLiteral("validate"));
    setFindings({});
}

void ProblemsPanel::validate(std::shared_ptr<const ir::DocumentIndex> index, bool thorough) {
    const auto title = thorough ? tr("Checking ranges") : tr("Checking");
    jobs_.start(
        {QStringLiteral("validate"), title, JobQueue::Lane::details, thorough}, this,
        [index, thorough](const JobContext& context) {
            auto findings = validate::validate(
                *index, {.thorough = thorough, .stop = [&] { return context.stopRequested(); }});
            context.succeeded(
                counted(static_cast<qsizetype>(findings.size()), tr("finding"), tr("findings")));
            return Findings(std::move(findings), index);
        },
        [this, index, thorough](Findings findings) {
            setFindings(std::move(findings));
            if (!thorough)
                validate(index, true);
        });
}

void ProblemsPanel::setFindings(Findings findings) {
    empty_->setText(findings.index ? tr("No findings: the graph is valid.") : QString());
    model_->setFindings(std::move(findings));
    pages_->setCurrentIndex(model_->rowCount() > 0 ? 1 : 0);
    updateBar();
    const int serious = model_->count(Severity::error) + model_->count(Severity::warning);
    emit titleChanged(serious > 0 ? tr("Problems (%1)").arg(serious) : tr("Problems"));
}

std::vector<Diagnostic> ProblemsPanel::repairable() const {
    std::vector<Diagnostic> found;
    for (int row = 0; row < filter_->rowCount(); ++row) {
        const auto shown = filter_->index(row, 0);
        if (model_->hasRepair(filter_->mapToSource(shown).row()))
            found.push_back(finding(shown));
    }
    return found;
}

bool ProblemsPanel::showFirst(const QString& code) {
    for (int row = 0; row < filter_->rowCount(); ++row) {
        const auto shown = filter_->index(row, 0);
        if (qs(finding(shown).code) != code)
            continue;
        view_->setCurrentIndex(shown);
        goTo(finding(shown));
        return true;
    }
    return false;
}

const Diagnostic& ProblemsPanel::finding(const QModelIndex& shown) const {
    return model_->findings()[static_cast<std::size_t>(filter_->mapToSource(shown).row())];
}

void ProblemsPanel::clicked(const QModelIndex& shown) {
    const bool repair = shown.column() == ProblemsModel::RepairColumn &&
                        model_->hasRepair(filter_->mapToSource(shown).row());
    if (repair)
        emit repairRequested({finding(shown)});
    else
        goTo(finding(shown));
}

void ProblemsPanel::goTo(const Diagnostic& finding) {
    const auto elements = finding.location.elements; // selecting may bring new findings
    if (elements.empty())
        return;
    emit selectRequested(elements);
    emit frameRequested(elements);
}

void ProblemsPanel::showMenu(const QPoint& at) {
    const auto shown = view_->indexAt(at);
    if (!shown.isValid())
        return;
    const Diagnostic here = finding(shown);
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Go to the element"), this, [=, this] { goTo(here); });
    const int row = filter_->mapToSource(shown).row();
    if (model_->hasRepair(row)) {
        std::vector<Diagnostic> alike = repairable();
        std::erase_if(alike, [&](const Diagnostic& other) { return other.code != here.code; });
        const auto title = model_->index(row, ProblemsModel::RepairColumn).data().toString();
        menu->addAction(title, this, [=, this] { emit repairRequested({here}); });
        if (alike.size() > 1)
            menu->addAction(tr("Repair all %1 of '%2'").arg(alike.size()).arg(qs(here.code)), this,
                            [=, this] { emit repairRequested(alike); });
    }
    menu->addSeparator();
    menu->addAction(tr("Copy the sentence"), this,
                    [=] { QGuiApplication::clipboard()->setText(qs(here.sentence)); });
    menu->popup(view_->viewport()->mapToGlobal(at));
}

PanelInfo problemsPanel() {
    return {QStringLiteral("problems"), Panel::tr("&Problems"), QKeySequence(Panel::tr("Alt+7")),
            Qt::BottomDockWidgetArea, [](JobQueue& jobs) { return new ProblemsPanel(jobs); }};
}

} // namespace mw::viewers
