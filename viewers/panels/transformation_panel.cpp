// The panel with the transformations: where each applies, why not elsewhere, parameters, buttons.
#include "viewers/panels/transformation_panel.h"

#include "transforms/framework/assume.h"
#include "viewers/jobs/job_queue.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/elided_label.h"
#include "viewers/panels/number_text.h"
#include "viewers/panels/param_form.h"
#include "viewers/panels/sign_delegate.h"

#include <QCheckBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QTreeView>
#include <QVBoxLayout>

namespace mw::viewers {

TransformationPanel::TransformationPanel(JobQueue& jobs, QWidget* parent)
    : Panel(parent), jobs_(jobs), model_(new TransformationModel(this)), tree_(new QTreeView(this)),
      onlySelection_(new QCheckBox(tr("Only what touches the selection"), this)),
      summary_(new ElidedLabel(this)), title_(new QLabel(this)), text_(new QLabel(this)),
      help_(new QLabel(this)), verdict_(new QLabel(this)), form_(new ParamForm(this)),
      apply_(new QPushButton(tr("Apply"), this)),
      applyAll_(new QPushButton(tr("Apply everywhere"), this)), needs_(new QLabel(this)),
      assume_(new QPushButton(tr("Assume and apply"), this)) {
    setObjectName(QStringLiteral("transformations"));
    buildLayout();
    connect(tree_->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &TransformationPanel::showRow);
    // A click on the line that is current already says its reason again.
    connect(tree_, &QTreeView::clicked, this, &TransformationPanel::showRow);
    connect(tree_, &QTreeView::activated, this, [this] {
        if (apply_->isEnabled())
            apply_->click();
    });
    connect(onlySelection_, &QCheckBox::toggled, this, &TransformationPanel::refresh);
    connect(form_, &ParamForm::changed, this, [this] {
        params_[shown_] = form_->values();
        refresh();
    });
    connect(apply_, &QPushButton::clicked, this, [this] {
        const auto current = tree_->currentIndex();
        const auto* row = model_->matchAt(current);
        const auto* transformation = model_->transformation(current);
        if (!transformation)
            return;
        if (!row)
            row = model_->matchAt(model_->firstApplicable(transformation->name));
        if (row && !row->refusal)
            emit applyRequested(qs(transformation->name), transforms::Match(row->match),
                                params(transformation->name));
    });
    connect(applyAll_, &QPushButton::clicked, this, [this] {
        if (const auto* transformation = model_->transformation(tree_->currentIndex()))
            emit applyAllRequested(qs(transformation->name), params(transformation->name));
    });
    connect(assume_, &QPushButton::clicked, this, [this] {
        const auto* row = model_->matchAt(tree_->currentIndex());
        if (!row || assumption_.empty())
            return;
        auto given = params(shown_);
        given[std::string(transforms::kAssume)] = assumption_;
        emit applyRequested(qs(shown_), transforms::Match(row->match), given);
    });
    updateButtons();
}

void TransformationPanel::buildLayout() {
    tree_->setModel(model_);
    tree_->setItemDelegateForColumn(1, new SignDelegate(tree_));
    tree_->setUniformRowHeights(true);
    tree_->setFrameShape(QFrame::NoFrame);
    tree_->setTextElideMode(Qt::ElideMiddle);
    tree_->setAccessibleName(tr("Transformations and where they apply"));
    tree_->header()->resizeSection(0, 430);
    onlySelection_->setChecked(true);
    onlySelection_->setToolTip(tr("Off: places in the whole graph, whatever is selected"));

    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(6, 4, 6, 0);
    bar->addWidget(onlySelection_);
    bar->addStretch();
    bar->addWidget(summary_);

    auto* left = new QWidget;
    auto* leftLayout = new QVBoxLayout(left);
    leftLayout->setContentsMargins(0, 0, 0, 0);
    leftLayout->setSpacing(4);
    leftLayout->addLayout(bar);
    leftLayout->addWidget(tree_);

    auto* splitter = new QSplitter(Qt::Horizontal, this);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(left);
    splitter->addWidget(buildDetail());
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({900, 340});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(splitter);
}

QWidget* TransformationPanel::buildDetail() {
    auto* detail = new QWidget;
    auto* layout = new QVBoxLayout(detail);
    layout->setContentsMargins(10, 6, 10, 6);
    layout->setSpacing(6);
    auto bold = font();
    bold.setBold(true);
    title_->setFont(bold);
    for (auto* label : {text_, help_, verdict_, needs_}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    apply_->setToolTip(tr("Applies at the selected place (Return)"));
    applyAll_->setToolTip(tr("Applies at the first place again and again until none is left"));
    layout->addWidget(title_);
    layout->addWidget(verdict_);
    layout->addWidget(needs_);
    assume_->setObjectName(QStringLiteral("assume"));
    assume_->setToolTip(tr("The condition becomes part of the variant and of its recipe; "
                           "a run with inputs that violate it is refused"));
    auto* scroll = new QScrollArea;
    scroll->setAccessibleName(tr("Parameters and explanation"));
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    auto* inner = new QWidget;
    auto* innerLayout = new QVBoxLayout(inner);
    innerLayout->setContentsMargins(0, 0, 0, 0);
    innerLayout->setSpacing(8);
    innerLayout->addWidget(text_);
    innerLayout->addWidget(form_);
    innerLayout->addWidget(help_);
    innerLayout->addStretch();
    scroll->setWidget(inner);
    layout->addWidget(scroll, 1);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(apply_);
    buttons->addWidget(applyAll_);
    buttons->addWidget(assume_);
    buttons->addStretch();
    layout->addLayout(buttons);
    return detail;
}

void TransformationPanel::showVariant(const PanelContext& context) {
    index_ = context.index;
    selection_ = context.selection;
    refresh();
}

void TransformationPanel::showSelection(const PanelContext& context) {
    if (context.selection == selection_)
        return;
    selection_ = context.selection;
    if (onlySelection_->isChecked())
        refresh();
}

void TransformationPanel::setTheme(ThemeKind kind) {
    tree_->setProperty("mwTheme", static_cast<int>(kind));
    tree_->viewport()->update();
}

transforms::Params TransformationPanel::params(const std::string& transformation) const {
    const auto found = params_.find(transformation);
    return found == params_.end() ? transforms::Params{} : found->second;
}

void TransformationPanel::refresh() {
    if (!index_) {
        jobs_.discard(QStringLiteral("match"));
        take({});
        return;
    }
    auto selection = onlySelection_->isChecked() ? selection_ : std::vector<ElementId>{};
    jobs_.start(
        {QStringLiteral("match"), tr("Matching transformations")}, this,
        [lists = lists_, document = index_->document(), selection = std::move(selection),
         params = params_](const JobContext& context) {
            return lists->of(document, selection, params, context.stop());
        },
        [this](std::vector<TransformationMatches> matches) { take(std::move(matches)); });
}

QModelIndex TransformationPanel::lineOf(const std::string& transformation) const {
    for (int i = 0; i < model_->rowCount(); ++i)
        if (const auto row = model_->index(i, 0);
            model_->transformation(row)->name == transformation)
            return row;
    return {};
}

void TransformationPanel::choose(const std::string& transformation) {
    wanted_ = transformation;
    const auto line = lineOf(transformation);
    if (!line.isValid())
        return;
    wanted_.clear();
    tree_->setCurrentIndex(line);
    tree_->scrollTo(line, QAbstractItemView::PositionAtTop);
}

void TransformationPanel::take(std::vector<TransformationMatches> matches) {
    const auto wanted = wanted_.empty() ? shown_ : wanted_;
    model_->setMatches(std::move(matches));
    tree_->expandAll();
    summary_->setText(summary());
    QModelIndex current = lineOf(wanted);
    if (current.isValid())
        wanted_.clear();
    if (!current.isValid() && model_->rowCount() > 0)
        current = model_->index(0, 0);
    // Keeps the form and its focus: a change of a parameter led here.
    const QSignalBlocker quiet(tree_->selectionModel());
    tree_->setCurrentIndex(current);
    tree_->viewport()->update();
    showRow(current);
}

QString TransformationPanel::summary() const {
    if (!index_)
        return {};
    int applicable = 0;
    for (const auto& found : model_->matches())
        applicable += found.applicable;
    const bool part = onlySelection_->isChecked() && !selection_.empty();
    return part ? tr("applies at %1 of the selection")
                      .arg(counted(applicable, tr("place"), tr("places")))
                : tr("applies at %1 of the graph")
                      .arg(counted(applicable, tr("place"), tr("places")));
}

void TransformationPanel::showRow(const QModelIndex& row) {
    const auto* transformation = model_->transformation(row);
    const auto name = transformation ? transformation->name : std::string();
    if (name != shown_) {
        shown_ = name;
        form_->setTransformation(transformation, params(name));
        form_->setVisible(!form_->isEmpty());
        title_->setText(transformation ? qs(transformation->title) : QString());
        text_->setText(transformation ? qs(transformation->summary) : QString());
        help_->setText(transformation ? qs(transformation->help) : QString());
    }
    updateButtons();
    findAssumption();
    const auto* match = model_->matchAt(row);
    if (!match) {
        verdict_->clear();
        verdict_->hide();
        emit highlightRequested({});
        return;
    }
    verdict_->setText(model_->data(row.siblingAtColumn(1), Qt::ToolTipRole).toString());
    verdict_->setVisible(true);
    emit highlightRequested(!match->refusal || match->refusal->elements.empty()
                                ? match->match.ids()
                                : match->refusal->elements);
}

void TransformationPanel::updateButtons() {
    const auto current = tree_->currentIndex();
    const auto* transformation = model_->transformation(current);
    const auto* match = model_->matchAt(current);
    const bool any = transformation && model_->firstApplicable(transformation->name).isValid();
    apply_->setText(match || !any ? tr("Apply") : tr("Apply first"));
    apply_->setEnabled(match ? !match->refusal : any);
    applyAll_->setEnabled(any);
}

void TransformationPanel::findAssumption() {
    offer({});
    const auto current = tree_->currentIndex();
    const auto* row = model_->matchAt(current);
    if (!index_ || !row || !row->refusal || row->refusal->missingProof.empty()) {
        jobs_.discard(QStringLiteral("assume"));
        return;
    }
    const auto* transformation = model_->transformation(current);
    jobs_.start(
        {QStringLiteral("assume"), tr("Looking for what would have to be assumed")}, this,
        [lists = lists_, document = index_->document(), transformation, match = row->match,
         params = params(transformation->name)](const JobContext&) {
            return lists->assumptionFor(document, *transformation, match, params);
        },
        [this](std::string found) { offer(std::move(found)); });
}

void TransformationPanel::offer(std::string assumption) {
    assumption_ = std::move(assumption);
    needs_->setText(tr("It would apply if %1: the inputs of a run decide that.")
                        .arg(qs(assumption_).replace(QLatin1String("; "), tr(" and "))));
    needs_->setVisible(!assumption_.empty());
    assume_->setVisible(!assumption_.empty());
}

bool TransformationPanel::showFirstRefusal() {
    const auto row = model_->firstRefusal();
    if (!row.isValid())
        return false;
    tree_->setCurrentIndex(row);
    tree_->scrollTo(row, QAbstractItemView::PositionAtCenter);
    return true;
}

PanelInfo transformationPanel() {
    return {QStringLiteral("transformations"), Panel::tr("&Transformations"),
            QKeySequence(Panel::tr("Alt+3")), Qt::BottomDockWidgetArea,
            [](JobQueue& jobs) { return new TransformationPanel(jobs); }};
}

} // namespace mw::viewers
