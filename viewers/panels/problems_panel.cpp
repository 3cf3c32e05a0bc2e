#include "viewers/panels/problems_panel.h"

#include <QHeaderView>
#include <QLabel>
#include <QStackedWidget>
#include <QTreeView>
#include <QVBoxLayout>

namespace mw::viewers {

ProblemsPanel::ProblemsPanel(QWidget* parent)
    : QWidget(parent), model_(new ProblemsModel(this)), pages_(new QStackedWidget(this)),
      empty_(new QLabel(this)), view_(new QTreeView(this)) {
    setObjectName(QStringLiteral("problems"));
    view_->setModel(model_);
    view_->setRootIsDecorated(false);
    view_->setUniformRowHeights(true);
    view_->setFrameShape(QFrame::NoFrame);
    view_->setAccessibleName(tr("Findings"));
    auto* header = view_->header();
    header->setStretchLastSection(false);
    header->resizeSection(ProblemsModel::SeverityColumn, 90);
    header->setSectionResizeMode(ProblemsModel::SentenceColumn, QHeaderView::Stretch);
    header->resizeSection(ProblemsModel::ElementColumn, 260);
    header->resizeSection(ProblemsModel::CodeColumn, 190);
    empty_->setAlignment(Qt::AlignCenter);
    pages_->addWidget(empty_);
    pages_->addWidget(view_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(pages_);
    const auto go = [this](const QModelIndex& index) {
        const auto& finding = model_->findings()[static_cast<std::size_t>(index.row())];
        if (!finding.location.elements.empty())
            emit selectRequested(std::vector(finding.location.elements));
    };
    connect(view_, &QTreeView::clicked, this, go);
    connect(view_, &QTreeView::activated, this, go);
}

void ProblemsPanel::setFindings(std::vector<Diagnostic> findings,
                                std::shared_ptr<const ir::DocumentIndex> index) {
    empty_->setText(index ? tr("No findings: the graph is valid.") : QString());
    model_->setFindings(std::move(findings), std::move(index));
    pages_->setCurrentIndex(model_->rowCount() > 0 ? 1 : 0);
}

} // namespace mw::viewers
