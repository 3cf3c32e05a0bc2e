// The kernels by their share of the time.
#include "viewers/panels/top_kernels_model.h"

#include "viewers/panels/header_sort.h"
#include "viewers/panels/number_text.h"

#include <algorithm>

namespace mw::viewers {

QString limitText(KernelLimit limit) {
    switch (limit) {
    case KernelLimit::memory:
        return TopKernelsModel::tr("memory");
    case KernelLimit::cache:
        return TopKernelsModel::tr("cache");
    case KernelLimit::arithmetic:
        return TopKernelsModel::tr("arithmetic");
    case KernelLimit::latency:
        break;
    }
    return TopKernelsModel::tr("launch latency");
}

QString limitDetails(KernelLimit limit) {
    switch (limit) {
    case KernelLimit::memory:
        return TopKernelsModel::tr(
            "The largest part of its predicted time goes into bytes from and to memory: "
            "move fewer of them (fuse, block)");
    case KernelLimit::cache:
        return TopKernelsModel::tr(
            "The largest part of its predicted time goes into sectors of the cache: "
            "read elements less often, or let neighbouring threads read neighbouring elements");
    case KernelLimit::arithmetic:
        return TopKernelsModel::tr("The largest part of its predicted time goes into instructions");
    case KernelLimit::latency:
        break;
    }
    return TopKernelsModel::tr(
        "The largest part of its predicted time is its launch: fuse it with others");
}

void TopKernelsModel::setKernels(std::vector<TopKernel> kernels) {
    beginResetModel();
    std::ranges::stable_sort(kernels, std::ranges::greater(), &TopKernel::microseconds);
    double all = 0;
    for (const auto& kernel : kernels)
        all += kernel.microseconds;
    rows_.clear();
    double sum = 0;
    for (auto& kernel : kernels) {
        sum += kernel.microseconds;
        const double part = all > 0 ? kernel.microseconds / all : 0;
        rows_.push_back(
            {std::move(kernel), static_cast<int>(rows_.size()) + 1, part, all > 0 ? sum / all : 0});
    }
    most_ = rows_.empty() ? 0 : rows_.front().share;
    order();
    endResetModel();
}

int TopKernelsModel::rowOf(ElementId map) const {
    const auto found = std::ranges::find(rows_, map, [](const Row& row) { return row.kernel.map; });
    return found == rows_.end() ? -1 : static_cast<int>(found - rows_.begin());
}

int TopKernelsModel::countOfHalf() const {
    constexpr double kHalf = 0.5;
    int count = 0;
    for (const auto& row : rows_)
        if (row.cumulated >= kHalf && (count == 0 || row.rank < count))
            count = row.rank;
    return count;
}

bool TopKernelsModel::standsFirst(const Row& a, const Row& b) const {
    const bool descending = sortOrder_ == Qt::DescendingOrder;
    const auto compare = [descending](const auto& x, const auto& y) {
        return descending ? x > y : x < y;
    };
    switch (sortedBy_) {
    case name:
    case limit: {
        const auto text = [this](const Row& row) {
            return sortedBy_ == name  ? row.kernel.name
                   : row.kernel.limit ? limitText(*row.kernel.limit)
                                      : QString();
        };
        return compare(QString::localeAwareCompare(text(a), text(b)), 0);
    }
    case bytes:
        return standsBefore(a.kernel.bytes, b.kernel.bytes, descending);
    case time:
    case share:
        return compare(a.kernel.microseconds, b.kernel.microseconds);
    default:
        return compare(a.rank, b.rank);
    }
}

void TopKernelsModel::order() {
    std::ranges::sort(rows_, {}, &Row::rank);
    if (sortedBy_ >= 0)
        std::ranges::stable_sort(rows_,
                                 [this](const Row& a, const Row& b) { return standsFirst(a, b); });
}

void TopKernelsModel::sort(int column, Qt::SortOrder order) {
    if (column == sortedBy_ && order == sortOrder_)
        return;
    emit layoutAboutToBeChanged({}, VerticalSortHint);
    const auto before = persistentIndexList();
    std::vector<ElementId> maps;
    for (const auto& index : before)
        maps.push_back(at(index.row()).map);
    sortedBy_ = column;
    sortOrder_ = order;
    this->order();
    QModelIndexList after;
    for (qsizetype i = 0; i < before.size(); ++i)
        after << index(rowOf(maps[static_cast<std::size_t>(i)]), before[i].column());
    changePersistentIndexList(before, after);
    emit layoutChanged({}, VerticalSortHint);
}

int TopKernelsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int TopKernelsModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : columns;
}

QVariant TopKernelsModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid())
        return {};
    const Row& row = rows_[static_cast<std::size_t>(index.row())];
    const auto& kernel = row.kernel;
    switch (role) {
    case Qt::DisplayRole:
        switch (index.column()) {
        case rank:
            return row.rank;
        case name:
            return kernel.name;
        case time:
            return microseconds(kernel.microseconds);
        case share:
            return percentText(row.share);
        case cumulated:
            return percentText(row.cumulated);
        case limit:
            return kernel.limit ? limitText(*kernel.limit) : QString();
        default:
            return kernel.bytes ? bytesText(*kernel.bytes) : QString();
        }
    case Qt::ToolTipRole:
        return index.column() == limit && kernel.limit ? limitDetails(*kernel.limit) : kernel.name;
    case Qt::TextAlignmentRole:
        return index.column() == name || index.column() == limit
                   ? QVariant(Qt::AlignLeft | Qt::AlignVCenter)
                   : QVariant(Qt::AlignRight | Qt::AlignVCenter);
    case BarRole:
        return index.column() == share && most_ > 0 ? QVariant(row.share / most_) : QVariant();
    default:
        return {};
    }
}

QVariant TopKernelsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal)
        return {};
    const bool isText = section == name || section == limit;
    switch (role) {
    case Qt::InitialSortOrderRole:
        return isText || section == rank ? Qt::AscendingOrder : Qt::DescendingOrder;
    case Qt::TextAlignmentRole:
        return isText ? QVariant(Qt::AlignLeft | Qt::AlignVCenter)
                      : QVariant(Qt::AlignRight | Qt::AlignVCenter);
    case Qt::ToolTipRole:
        if (section == cumulated)
            return tr("Of this kernel and all that take longer");
        if (section == limit)
            return tr("What the largest part of the predicted time goes into: memory, cache, "
                      "arithmetic, or, "
                      "of short kernels, launch latency");
        return {};
    case Qt::DisplayRole:
        break;
    default:
        return {};
    }
    static const char* const kTitles[columns] = {
        QT_TR_NOOP("#"),          QT_TR_NOOP("Kernel"), QT_TR_NOOP("Time"), QT_TR_NOOP("Share"),
        QT_TR_NOOP("Cumulative"), QT_TR_NOOP("Limit"),  QT_TR_NOOP("Bytes")};
    return tr(kTitles[section]);
}

} // namespace mw::viewers
