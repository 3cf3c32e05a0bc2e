// Widths of the columns of the outline while it opens and closes.
#include "viewers/panels/outline_columns.h"

#include "viewers/panels/name_cutter.h"
#include "viewers/panels/outline_model.h"

#include <QEvent>
#include <QHeaderView>
#include <QScopedValueRollback>
#include <QStyle>
#include <QTreeView>

#include <algorithm>

namespace mw::viewers {

namespace {

constexpr int kSmallestColumn = 40;
constexpr int kStep = 12; // pixels per level
constexpr int kSmallestStep = 2;
constexpr double kIndentShare = 0.4; // of the panel's width, for the deepest line
constexpr int kWantedLetters = 24;   // of a name, before the user changes it
constexpr int kNameLetters = 18;     // that stay readable at any depth
constexpr int kDetailLetters = 14;   // that a wide name leaves

} // namespace

OutlineColumns::OutlineColumns(QTreeView* tree) : QObject(tree), tree_(tree) {
    tree->setIndentation(kStep);
    tree->header()->setStretchLastSection(false);
    tree->header()->setMinimumSectionSize(kSmallestColumn);
    tree->header()->setSectionResizeMode(1, QHeaderView::Stretch);
    for (int column = 2; column < tree->model()->columnCount(); ++column)
        tree->header()->resizeSection(column, numberWidth(column));
    tree->viewport()->installEventFilter(this);
    connect(tree, &QTreeView::expanded, this, &OutlineColumns::fit);
    connect(tree, &QTreeView::collapsed, this, &OutlineColumns::fit);
    connect(tree->header(), &QHeaderView::sectionResized, this, [this](int section, int, int now) {
        if (section != 0 || fitting_)
            return;
        wanted_ = now;
        fit();
    });
}

bool OutlineColumns::eventFilter(QObject* watched, QEvent* event) {
    // The header takes its own size after the viewport; the last column follows that.
    if (event->type() == QEvent::Resize || event->type() == QEvent::FontChange)
        QMetaObject::invokeMethod(this, &OutlineColumns::fit, Qt::QueuedConnection);
    return QObject::eventFilter(watched, event);
}

int OutlineColumns::deepestOpenLine() const {
    const auto* model = tree_->model();
    int deepest = 0;
    // (line, its depth); an explicit stack, as nesting is the file's and not ours.
    std::vector<std::pair<QModelIndex, int>> open{{QModelIndex(), -1}};
    while (!open.empty()) {
        const auto [line, depth] = open.back();
        open.pop_back();
        deepest = std::max(deepest, depth);
        if (line.isValid() && !tree_->isExpanded(line))
            continue;
        const int rows = model->rowCount(line);
        if (rows > 0)
            deepest = std::max(deepest, depth + 1);
        for (int row = 0; row < rows; ++row)
            if (const auto child = model->index(row, 0, line); tree_->isExpanded(child))
                open.emplace_back(child, depth + 1);
    }
    return deepest;
}

int OutlineColumns::lettersWide(int letters) const {
    return letters * tree_->fontMetrics().averageCharWidth();
}

/// Of the widest number that there can be, and the title.
int OutlineColumns::numberWidth(int column) const {
    const int margin = 2 * (tree_->style()->pixelMetric(QStyle::PM_HeaderMargin) + 2);
    return std::max(margin + tree_->fontMetrics().horizontalAdvance(QStringLiteral("88.8 MB")),
                    tree_->header()->sectionSizeHint(column)); // with the mark of an order
}

void OutlineColumns::fit() {
    if (fitting_ || !tree_->model())
        return;
    const QScopedValueRollback guard(fitting_, true);
    const int levels = deepestOpenLine() + 1;
    const int room = static_cast<int>(kIndentShare * tree_->viewport()->width());
    const int step = std::clamp(room / levels, kSmallestStep, kStep);
    if (tree_->indentation() != step)
        tree_->setIndentation(step);
    auto* header = tree_->header();
    int others = lettersWide(kDetailLetters);
    for (int column = 2; column < tree_->model()->columnCount(); ++column) {
        if (header->isSectionHidden(column))
            continue;
        header->resizeSection(column, std::max(header->sectionSize(column), numberWidth(column)));
        others += header->sectionSize(column);
    }
    const int wanted =
        wanted_ > 0 ? wanted_
                    : std::min(lettersWide(kWantedLetters), tree_->viewport()->width() - others);
    const int width = std::max(wanted, step * levels + lettersWide(kNameLetters));
    if (header->sectionSize(0) != width)
        header->resizeSection(0, width);
    // A scroll bar that came with it may cover the line that is looked at.
    const auto current = tree_->currentIndex();
    if (current.isValid() && tree_->visualRect(current).intersects(tree_->viewport()->rect()))
        tree_->scrollTo(current);
}

OutlineDelegate::OutlineDelegate(QTreeView* tree)
    : QStyledItemDelegate(tree),
      names_(new NameCutter(tree->model(), OutlineModel::NameColumn, this)) {}

void OutlineDelegate::initStyleOption(QStyleOptionViewItem* option,
                                      const QModelIndex& index) const {
    QStyledItemDelegate::initStyleOption(option, index);
    option->textElideMode = index.column() == 0 ? Qt::ElideMiddle : Qt::ElideRight;
    // Of a filter what matches, and what only leads there.
    if (const auto match = index.data(OutlineModel::MatchRole); match.isValid()) {
        if (match.toBool())
            option->font.setBold(true);
        else
            option->palette.setColor(QPalette::Text,
                                     option->palette.color(QPalette::PlaceholderText));
        option->fontMetrics = QFontMetrics(option->font);
    }
    names_->cut(*option, index);
}

} // namespace mw::viewers
