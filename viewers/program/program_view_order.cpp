// Rows in another order than that of the program: which cost most?
#include "viewers/program/program_view_p.h"

#include <QRegularExpression>

#include <algorithm>

namespace mw::viewers {

namespace {

/// What is missing stands last, whichever way round.
template <class Key>
void sortRows(std::vector<std::size_t>& rows, bool descending, const Key& key) {
    std::ranges::stable_sort(rows, [&](std::size_t a, std::size_t b) {
        const auto x = key(a), y = key(b);
        if (!x || !y)
            return x.has_value() && !y.has_value();
        return descending ? *y < *x : *x < *y;
    });
}

/// "40 / 64" is less than "1125 / 128".
std::optional<std::vector<qlonglong>> numbersIn(const QString& text) {
    static const QRegularExpression kNumber(QStringLiteral("\\d+"));
    std::vector<qlonglong> numbers;
    for (auto found = kNumber.globalMatch(text); found.hasNext();)
        numbers.push_back(found.next().captured().toLongLong());
    return numbers.empty() ? std::nullopt : std::optional(std::move(numbers));
}

} // namespace

std::vector<std::size_t> ProgramView::Private::sorted() const {
    std::vector<std::size_t> rows;
    for (std::size_t i = 0; i < sheet->rows.size(); ++i)
        if (!isHeading(i))
            rows.push_back(i);
    const auto text = [](const QString& one) {
        return one.isEmpty() ? std::nullopt : std::optional(one.toCaseFolded());
    };
    switch (order) {
    case RowOrder::program:
        break;
    case RowOrder::name:
        sortRows(rows, descending, [&](std::size_t i) { return text(sheet->rows[i].name); });
        break;
    case RowOrder::range:
        sortRows(rows, descending, [&](std::size_t i) { return text(sheet->rows[i].range); });
        break;
    case RowOrder::launch:
        sortRows(rows, descending, [&](std::size_t i) {
            const auto found = launches.find(sheet->rows[i].row.element);
            return found == launches.end() ? std::nullopt : numbersIn(found->second.text);
        });
        break;
    case RowOrder::bytes:
        sortRows(rows, descending, [&](std::size_t i) { return sheet->rows[i].bytes; });
        break;
    case RowOrder::time:
        sortRows(rows, descending, [&](std::size_t i) {
            const auto found = times.kernels.find(sheet->rows[i].row.element);
            return found == times.kernels.end() ? std::nullopt : std::optional(found->second);
        });
        break;
    }
    return rows;
}

QString ProgramView::Private::orderText() const {
    switch (order) {
    case RowOrder::program:
        break;
    case RowOrder::name:
        return ProgramView::tr("sorted by name (Esc: as in the program)");
    case RowOrder::range:
        return ProgramView::tr("sorted by range (Esc: as in the program)");
    case RowOrder::launch:
        return ProgramView::tr("sorted by launch (Esc: as in the program)");
    case RowOrder::bytes:
        return ProgramView::tr("sorted by bytes (Esc: as in the program)");
    case RowOrder::time:
        return ProgramView::tr("sorted by time (Esc: as in the program)");
    }
    return {};
}

void ProgramView::setOrder(RowOrder order, bool descending) {
    if (order == d_->order && descending == d_->descending)
        return;
    endPreview();
    d_->order = order;
    d_->descending = descending;
    d_->arrange();
    d_->measureText();
    updateScrollBars();
    if (d_->current)
        scrollTo(*d_->current);
    redraw();
    emit orderChanged();
    emit said(d_->isSorted() ? d_->orderText() : tr("rows as in the program"));
}

RowOrder ProgramView::order() const {
    return d_->order;
}

bool ProgramView::isDescending() const {
    return d_->descending;
}

/// Numbers begin with the largest, texts with the first; then the other way round; then as in the
/// program.
void ProgramView::pressTitle(double x) {
    constexpr std::pair<Column, RowOrder> kOrders[] = {{Column::name, RowOrder::name},
                                                       {Column::range, RowOrder::range},
                                                       {Column::launch, RowOrder::launch},
                                                       {Column::bytes, RowOrder::bytes},
                                                       {Column::time, RowOrder::time}};
    const auto& g = d_->geometry;
    for (const auto& [column, order] : kOrders) {
        if (x < g.at(column) || x >= g.at(column) + g.of(column))
            continue;
        const bool first = order == RowOrder::bytes || order == RowOrder::time;
        if (order != d_->order)
            setOrder(order, first);
        else if (d_->descending == first)
            setOrder(order, !first);
        else
            setOrder(RowOrder::program);
        return;
    }
}

} // namespace mw::viewers
