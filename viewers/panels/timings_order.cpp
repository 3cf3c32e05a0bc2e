// In which order the table of times has its kernels.
#include "viewers/panels/element_text.h"
#include "viewers/panels/header_sort.h"
#include "viewers/panels/timings_model.h"

#include <algorithm>
#include <iterator>

namespace mw::viewers {

void TimingsModel::sort(int column, Qt::SortOrder order) {
    if (column == sortedBy_ && order == sortOrder_)
        return;
    beginResetModel();
    sortedBy_ = column;
    sortOrder_ = order;
    takeBaseline();
    endResetModel();
}

/// A sum goes with its parts; these are sorted among each other.
void TimingsModel::orderRows() {
    if (sortedBy_ < 0 || !result_ || variantOf(sortedBy_) >= std::ssize(result_->variants))
        return;
    struct Keyed {
        std::optional<double> number;
        QString name;
        std::vector<bench::TimingRow> rows; ///< a row, or a sum with its parts
    };
    const bool descending = sortOrder_ == Qt::DescendingOrder;
    const auto keyed = [this](bench::TimingRow& row) {
        Keyed one{{}, qs(row.name), {}};
        if (const int v = variantOf(sortedBy_); v >= 0 && row.cells[static_cast<std::size_t>(v)])
            one.number = kernelCell(row, static_cast<std::size_t>(v)).number(fieldOf(sortedBy_));
        one.rows.push_back(std::move(row));
        return one;
    };
    const auto isBefore = [&](const Keyed& a, const Keyed& b) {
        if (sortedBy_ > 0)
            return standsBefore(a.number, b.number, descending);
        const int compared = QString::localeAwareCompare(a.name, b.name);
        return descending ? compared > 0 : compared < 0;
    };
    std::vector<Keyed> groups, parts;
    const auto takeParts = [&] {
        std::ranges::stable_sort(parts, isBefore);
        for (auto& part : parts)
            groups.back().rows.push_back(std::move(part.rows.front()));
        parts.clear();
    };
    for (auto& row : rows_) {
        if (row.part && !groups.empty()) {
            parts.push_back(keyed(row));
            continue;
        }
        takeParts();
        groups.push_back(keyed(row));
    }
    takeParts();
    std::ranges::stable_sort(groups, isBefore);
    rows_.clear();
    for (auto& group : groups)
        std::ranges::move(group.rows, std::back_inserter(rows_));
}

} // namespace mw::viewers
