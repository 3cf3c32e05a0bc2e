// Widths of a list's columns, by the texts that stand in them.
#include "viewers/panels/column_widths.h"

#include <QEvent>
#include <QHeaderView>
#include <QTreeView>

#include <algorithm>
#include <utility>

namespace mw::viewers {

namespace {

constexpr int kPadding = 16;
constexpr double kShare = 0.7; // of the list's width, beside a column that takes the rest

bool hasRest(const QHeaderView& header) {
    for (int column = 0; column < header.count(); ++column)
        if (header.sectionResizeMode(column) == QHeaderView::Stretch)
            return true;
    return false;
}

/// Or widened by the header itself, whose least width grew with its font.
bool isAsGiven(int width, int given, const QHeaderView& header) {
    return width == given || width == std::max(given, header.minimumSectionSize());
}

} // namespace

ColumnWidths::ColumnWidths(QTreeView* list, std::vector<Column> columns)
    : QObject(list), list_(list) {
    list->viewport()->installEventFilter(this);
    list->header()->installEventFilter(this);
    setColumns(std::move(columns));
}

void ColumnWidths::setColumns(std::vector<Column> columns) {
    columns_.clear();
    for (auto& column : columns)
        columns_.push_back({std::move(column)});
    fit();
}

bool ColumnWidths::eventFilter(QObject* watched, QEvent* event) {
    // The header takes its own size after the viewport; the font it takes by itself.
    if (event->type() == QEvent::Resize || event->type() == QEvent::FontChange ||
        event->type() == QEvent::StyleChange)
        QMetaObject::invokeMethod(this, &ColumnWidths::fit, Qt::QueuedConnection);
    return QObject::eventFilter(watched, event);
}

void ColumnWidths::fit() {
    auto* header = list_->header();
    auto bold = list_->font();
    bold.setBold(true);
    const QFontMetrics metrics(bold);
    struct Wanted {
        Width& column;
        int least, wide;
    };
    std::vector<Wanted> wanted;
    int all = 0;
    int spare = 0; // that texts have more than titles
    for (auto& column : columns_) {
        const int at = column.of.column;
        if (column.given >= 0 && !isAsGiven(header->sectionSize(at), column.given, *header))
            continue;
        const int title = header->sectionSizeHint(at);
        const int wide = std::max(title, metrics.horizontalAdvance(column.of.widest) + kPadding);
        wanted.push_back({column, column.of.shrinks ? title : wide, wide});
        all += wide;
        spare += wide - wanted.back().least;
    }
    const int room = static_cast<int>(kShare * list_->viewport()->width());
    const double part =
        hasRest(*header) && spare > 0 ? std::clamp((all - room) / double(spare), 0.0, 1.0) : 0.0;
    for (const auto& [column, least, wide] : wanted) {
        header->resizeSection(column.of.column, wide - static_cast<int>(part * (wide - least)));
        column.given = header->sectionSize(column.of.column);
    }
}

} // namespace mw::viewers
