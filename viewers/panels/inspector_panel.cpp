// The panel with the properties of what is selected.
#include "viewers/panels/inspector_panel.h"

#include <QHeaderView>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace mw::viewers {

namespace {

/// Indices into the groups, kept on the item: group * kStride + line.
constexpr int kStride = 1 << 16;
constexpr int kPlaceRole = Qt::UserRole;

} // namespace

InspectorPanel::InspectorPanel(QWidget* parent) : Panel(parent), tree_(new QTreeWidget(this)) {
    setObjectName(QStringLiteral("inspector"));
    tree_->setColumnCount(2);
    tree_->setHeaderHidden(true);
    tree_->setRootIsDecorated(true);
    tree_->setIndentation(12);
    tree_->setFrameShape(QFrame::NoFrame);
    tree_->setUniformRowHeights(false);
    tree_->setAccessibleName(tr("Properties of the selected element"));
    tree_->header()->setSectionResizeMode(0, QHeaderView::Interactive);
    tree_->header()->setStretchLastSection(true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(tree_);
    connect(tree_, &QTreeWidget::itemClicked, this, [this](QTreeWidgetItem* item) {
        const int place = item->data(0, kPlaceRole).toInt();
        if (!item->parent())
            return;
        const auto& line = groups_[static_cast<std::size_t>(place / kStride)]
                               .lines[static_cast<std::size_t>(place % kStride)];
        if (const auto target = line.go; !target.empty())
            emit selectRequested(target);
    });
}

void InspectorPanel::setTheme(ThemeKind kind) {
    theme_ = kind;
    rebuild();
}

void InspectorPanel::showSelection(const PanelContext& context) {
    const auto& index = context.index;
    const auto& selection = context.selection;
    groups_.clear();
    if (index && selection.size() > 1)
        groups_ = describeMany(*index, selection);
    else if (index)
        groups_ = describe(*index, selection.empty() ? ElementId(index->document()->root->id)
                                                     : selection.front());
    rebuild();
}

void InspectorPanel::rebuild() {
    const auto& theme = Theme::of(theme_);
    tree_->clear();
    int widest = 0;
    for (std::size_t g = 0; g < groups_.size(); ++g) {
        auto* top = new QTreeWidgetItem(tree_, {groups_[g].title});
        auto bold = font();
        bold.setBold(true);
        top->setFont(0, bold);
        top->setFirstColumnSpanned(true);
        top->setToolTip(0, groups_[g].title);
        for (std::size_t l = 0; l < groups_[g].lines.size(); ++l) {
            const auto& line = groups_[g].lines[l];
            auto* item = new QTreeWidgetItem(top, {line.name, line.value});
            item->setData(0, kPlaceRole, static_cast<int>(g) * kStride + static_cast<int>(l));
            item->setForeground(0, theme.mutedText);
            item->setTextAlignment(0, Qt::AlignLeft | Qt::AlignTop);
            item->setTextAlignment(1, Qt::AlignLeft | Qt::AlignTop);
            item->setToolTip(0, line.name);
            item->setToolTip(1, line.go.empty() ? line.value
                                                : line.value + tr("\nClick to select it"));
            if (line.code)
                item->setFont(1, theme.mono);
            if (!line.go.empty())
                item->setForeground(1, theme.accent);
            widest = std::max(widest, fontMetrics().horizontalAdvance(line.name));
        }
    }
    tree_->expandAll();
    tree_->setColumnWidth(0, std::clamp(widest + 40, 90, 170));
}

QString InspectorPanel::text() const {
    QString result;
    for (const auto& group : groups_) {
        result += group.title + QLatin1Char('\n');
        for (const auto& line : group.lines)
            result += QStringLiteral("  %1: %2\n").arg(line.name, line.value);
    }
    return result;
}

PanelInfo inspectorPanel() {
    return {QStringLiteral("inspector"), Panel::tr("&Inspector"), QKeySequence(Panel::tr("Alt+2")),
            Qt::RightDockWidgetArea, [](JobQueue&) { return new InspectorPanel; }};
}

} // namespace mw::viewers
