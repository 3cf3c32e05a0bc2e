// Steps without a place, and the places that come nearest.
#include "app/gui/misfit_dialog.h"

#include "app/gui/workspace.h"
#include "core/ir/shared_index.h"
#include "viewers/jobs/job_queue.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/number_text.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace mw::app {

using viewers::qs;

namespace {

enum MisfitColumn { RecipeColumn, HereColumn, AlikeColumn };
constexpr int kStepRole = Qt::UserRole, kPlaceRole = Qt::UserRole + 1; ///< indices
constexpr QSize kMisfitsSize{880, 380};

} // namespace

MisfitDialog::MisfitDialog(Workspace& workspace, viewers::JobQueue& jobs, ProgramPtr program,
                           std::vector<workbench::ReplayedStep> steps, QWidget* parent)
    : QDialog(parent), workspace_(workspace), jobs_(jobs), program_(std::move(program)),
      steps_(std::move(steps)), list_(new QTreeWidget(this)), note_(new QLabel(this)),
      apply_(new QPushButton(tr("&Do it here"), this)) {
    setObjectName(QStringLiteral("misfits"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Steps of the recipe that found no place"));
    std::erase_if(steps_, [](const auto& one) { return !one.reason; });
    list_->setObjectName(QStringLiteral("misfit-list"));
    list_->setHeaderLabels({tr("In the recipe"), tr("Here"), tr("Alike")});
    list_->headerItem()->setToolTip(
        AlikeColumn,
        tr("How much of what is computed before, at and behind the place is the same"));
    list_->setUniformRowHeights(true);
    list_->header()->setStretchLastSection(false);
    list_->header()->setSectionResizeMode(RecipeColumn, QHeaderView::Stretch);
    list_->header()->setSectionResizeMode(HereColumn, QHeaderView::Stretch);
    list_->header()->setSectionResizeMode(AlikeColumn, QHeaderView::ResizeToContents);
    note_->setWordWrap(true);
    note_->setText(tr("Looking for places …"));
    apply_->setObjectName(QStringLiteral("misfit-apply"));
    apply_->setEnabled(false);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->addButton(apply_, QDialogButtonBox::ActionRole);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(note_);
    layout->addWidget(list_, 1);
    layout->addWidget(buttons);
    resize(kMisfitsSize);
    connect(list_, &QTreeWidget::currentItemChanged, this, &MisfitDialog::chosen);
    connect(list_, &QTreeWidget::itemActivated, this, &MisfitDialog::apply);
    connect(apply_, &QPushButton::clicked, this, &MisfitDialog::apply);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    for (const auto changed : {&Workspace::variantChanged, &Workspace::activated})
        connect(&workspace, changed, this, &MisfitDialog::look);
    look();
}

bool MisfitDialog::isShown() const {
    return workspace_.isOpen() && workspace_.program() == program_;
}

/// Of the variant that is shown: a step that was done is one less to look for.
void MisfitDialog::look() {
    apply_->setEnabled(false);
    if (!isShown())
        return;
    jobs_.start(
        {QStringLiteral("misfits"), tr("Looking for places of the recipe's steps"),
         viewers::JobQueue::Lane::details},
        this,
        [document = workspace_.current().document,
         steps = steps_](const viewers::JobContext& context) {
            return workbench::misfitsOf(document, steps, 4, context.stop());
        },
        [this](std::vector<workbench::Misfit> found) { take(std::move(found)); });
}

void MisfitDialog::take(std::vector<workbench::Misfit> misfits) {
    misfits_ = std::move(misfits);
    list_->clear();
    if (!isShown())
        return;
    const auto index = ir::sharedIndex(workspace_.current().document);
    for (std::size_t s = 0; s < misfits_.size(); ++s) {
        const auto& misfit = misfits_[s];
        auto* step = new QTreeWidgetItem(list_);
        step->setText(RecipeColumn, QStringLiteral("%1: %2").arg(qs(misfit.record.name),
                                                                 qs(misfit.record.site.label)));
        step->setText(HereColumn, misfit.places.empty() ? tr("applies nowhere") : QString());
        for (const int column : {RecipeColumn, HereColumn})
            step->setToolTip(column, qs(misfit.reason));
        step->setData(0, kStepRole, static_cast<int>(s));
        for (std::size_t p = 0; p < misfit.places.size(); ++p) {
            const auto& place = misfit.places[p];
            auto* line = new QTreeWidgetItem(step);
            const auto text =
                viewers::withKernelNames(*index, place.match.label, place.match.ids());
            line->setText(HereColumn, text);
            line->setToolTip(HereColumn, text);
            line->setText(AlikeColumn,
                          viewers::percentText(static_cast<double>(place.alike) / history::kAlike));
            line->setTextAlignment(AlikeColumn, Qt::AlignRight | Qt::AlignVCenter);
            line->setData(0, kStepRole, static_cast<int>(s));
            line->setData(0, kPlaceRole, static_cast<int>(p));
        }
    }
    list_->expandAll();
    note_->setText(misfits_.empty()
                       ? tr("Every step of the recipe is done.")
                       : tr("Below each step stand the places of this program where it applies, "
                            "those first where most of the same is computed. A line selects its "
                            "place in every view; Return does the step there."));
}

const workbench::NearPlace* MisfitDialog::place() const {
    const auto* item = list_->currentItem();
    if (!item || !item->data(0, kPlaceRole).isValid() || !isShown())
        return nullptr;
    const auto& misfit = misfits_[static_cast<std::size_t>(item->data(0, kStepRole).toInt())];
    return &misfit.places[static_cast<std::size_t>(item->data(0, kPlaceRole).toInt())];
}

void MisfitDialog::chosen() {
    const auto* chosen = place();
    apply_->setEnabled(chosen != nullptr);
    if (chosen)
        workspace_.selection().set(chosen->match.ids());
}

void MisfitDialog::apply() {
    const auto* chosen = place();
    if (!chosen)
        return;
    const auto& misfit =
        misfits_[static_cast<std::size_t>(list_->currentItem()->data(0, kStepRole).toInt())];
    const auto match = chosen->match;
    const auto record = misfit.record;
    const auto left = std::ranges::find_if(steps_, [&](const auto& step) {
        return history::text(step.record) == history::text(history::Record(record));
    });
    if (left != steps_.end())
        steps_.erase(left);
    workspace_.apply(qs(record.name), match, record.params); // another variant: look() again
}

} // namespace mw::app
