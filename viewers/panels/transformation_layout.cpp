// How the panel with advice and transformations is made: its two lists, what chooses from them, and
// the step beside them.
#include "viewers/panels/column_widths.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/elided_label.h"
#include "viewers/panels/header_sort.h"
#include "viewers/panels/sign_delegate.h"
#include "viewers/panels/step_detail.h"
#include "viewers/panels/transformation_panel.h"
#include "viewers/panels/transformation_text.h"

#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QScrollBar>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabBar>
#include <QTreeView>
#include <QVBoxLayout>

#include <set>
#include <utility>

namespace mw::viewers {

TransformationPanel::TransformationPanel(JobQueue& jobs, QWidget* parent)
    : Panel(parent), jobs_(jobs), model_(new TransformationModel(this)),
      adviceModel_(new AdviceModel(this)), tabs_(new QTabBar(this)),
      pages_(new QStackedWidget(this)), adviceTree_(new QTreeView(this)),
      tree_(new QTreeView(this)), scope_(new QComboBox(this)), category_(new QComboBox(this)),
      summary_(new ElidedLabel(this)), detail_(new StepDetail(this)) {
    setObjectName(QStringLiteral("transformations"));
    buildLayout();
    connectLists();
    connect(detail_, &StepDetail::changed, this, [this] {
        params_[shown_] = detail_->values();
        step_.params = detail_->values();
        chosen_ = true;
        tell();
        refresh();
        previewStep();
    });
    connect(detail_, &StepDetail::applyPressed, this, [this] { emit actionRequested(kApplyStep); });
    connect(detail_, &StepDetail::tryPressed, this, [this] { emit actionRequested(kTryStep); });
    connect(detail_, &StepDetail::applyAllPressed, this, &TransformationPanel::applyEverywhere);
    connect(detail_, &StepDetail::assumePressed, this, &TransformationPanel::applyAssuming);
    pause_.setSingleShot(true);
    pause_.setInterval(0); // when the lists are laid out
    connect(&pause_, &QTimer::timeout, this, &TransformationPanel::predictInSight);
}

void TransformationPanel::buildLayout() {
    auto* splitter = new QSplitter(Qt::Horizontal, this);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(buildLists());
    splitter->addWidget(detail_);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({880, 400});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(splitter);
}

QWidget* TransformationPanel::buildLists() {
    adviceTree_->setModel(adviceModel_);
    tree_->setModel(model_);
    for (auto* tree : {adviceTree_, tree_}) {
        tree->setUniformRowHeights(true);
        tree->setFrameShape(QFrame::NoFrame);
        tree->setTextElideMode(Qt::ElideMiddle);
        tree->header()->setStretchLastSection(false);
        pages_->addWidget(tree);
    }
    adviceTree_->setObjectName(QStringLiteral("advice"));
    adviceTree_->header()->setSectionResizeMode(AdviceModel::what, QHeaderView::Stretch);
    adviceTree_->setAccessibleName(tr("What can be done, and what stands out"));
    new ColumnWidths(adviceTree_, {ColumnWidths::text(AdviceModel::category, 11),
                                   {AdviceModel::time, QStringLiteral("≈ −88.8 µs")},
                                   {AdviceModel::bytes, QStringLiteral("−888.8 MB")},
                                   {AdviceModel::launches, QStringLiteral("−888")},
                                   {AdviceModel::act, AdviceModel::tr("Apply")}});
    sortByHeader(adviceTree_);
    connect(adviceTree_->header(), &QHeaderView::sortIndicatorChanged, this,
            &TransformationPanel::filterAdvice); // the headings are open again
    tree_->setObjectName(QStringLiteral("matches"));
    tree_->setItemDelegateForColumn(1, new SignDelegate(tree_));
    tree_->setAccessibleName(tr("Transformations and where they apply"));
    tree_->header()->setSectionResizeMode(1, QHeaderView::Stretch);
    new ColumnWidths(tree_, {ColumnWidths::text(0, 40),
                             {2, QStringLiteral("saves 888.8 µs, 888.8 MB, 88 launches")}});

    auto* left = new QWidget;
    auto* layout = new QVBoxLayout(left);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addWidget(buildBar());
    layout->addWidget(pages_, 1);
    return left;
}

QWidget* TransformationPanel::buildBar() {
    tabs_->addTab(tr("Advice"));
    tabs_->addTab(tr("All transformations"));
    tabs_->setDocumentMode(true);
    tabs_->setDrawBase(false);
    tabs_->setExpanding(false);
    tabs_->setAccessibleName(tr("Lists of steps"));
    scope_->setObjectName(QStringLiteral("advice-scope"));
    scope_->setAccessibleName(tr("Where"));
    scope_->setToolTip(tr("Which places are listed"));
    scope_->addItem(tr("For the selection"));
    scope_->addItem(tr("In sight"));
    scope_->addItem(tr("Whole graph"));
    scope_->setItemData(0, tr("What touches the selection; without one the whole graph"),
                        Qt::ToolTipRole);
    scope_->setItemData(1, tr("What touches what the active pane shows now"), Qt::ToolTipRole);
    category_->setAccessibleName(tr("Category"));
    category_->setToolTip(tr("Which transformations are listed"));
    category_->addItem(tr("All categories"));
    std::set<transforms::Category> categories;
    for (const auto* each : transforms::registry())
        categories.insert(each->category);
    for (const auto one : categories)
        category_->addItem(titleOf(one), static_cast<int>(one));

    auto* bar = new QWidget;
    auto* layout = new QHBoxLayout(bar);
    layout->setContentsMargins(6, 2, 6, 0);
    layout->addWidget(tabs_);
    layout->addWidget(scope_);
    layout->addWidget(category_);
    layout->addWidget(summary_, 1);
    summary_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    return bar;
}

void TransformationPanel::connectLists() {
    connect(tabs_, &QTabBar::currentChanged, this, [this](int page) {
        pages_->setCurrentIndex(page);
        showSummary();
        lookForAdvice();
        pause_.start();
        if (chosen_)
            showChosen();
        showLine();
    });
    connect(scope_, &QComboBox::currentIndexChanged, this, [this] {
        refresh();
        filterAdvice();
    });
    connect(category_, &QComboBox::currentIndexChanged, this, [this] {
        filterAdvice();
        showMatches();
    });
    for (auto* tree : {adviceTree_, tree_}) {
        connect(tree->selectionModel(), &QItemSelectionModel::currentChanged, this,
                &TransformationPanel::chooseLine);
        connect(tree, &QTreeView::activated, this, [this] { emit actionRequested(kApplyStep); });
    }
    // A click on the line that is current already says its reason again.
    connect(tree_, &QTreeView::clicked, this, &TransformationPanel::chooseLine);
    connect(adviceTree_, &QTreeView::clicked, this, [this](const QModelIndex& index) {
        chooseLine();
        if (index.column() == AdviceModel::act)
            emit actionRequested(kApplyStep);
    });
    connect(tree_->verticalScrollBar(), &QScrollBar::valueChanged, &pause_,
            qOverload<>(&QTimer::start));
    for (const auto moved : {&QTreeView::expanded, &QTreeView::collapsed})
        connect(tree_, moved, &pause_, qOverload<>(&QTimer::start));
}

} // namespace mw::viewers
