// The lines of the outline as a tree of Qt, filtered, with their metrics.
#include "viewers/panels/outline_model.h"

#include "viewers/panels/element_text.h"
#include "viewers/panels/header_sort.h"
#include "viewers/panels/number_text.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

namespace mw::viewers {

namespace {

std::optional<Metric> metricOf(int column) {
    switch (column) {
    case OutlineModel::BytesColumn:
        return Metric::bytes;
    case OutlineModel::OperationsColumn:
        return Metric::operations;
    case OutlineModel::TimeColumn:
        return Metric::time;
    default:
        return std::nullopt;
    }
}

/// Maps may be called as the arrays that they write.
QString lineName(const OutlineEntry& entry) {
    return entry.kind == QLatin1String("map") ? OutlineModel::tr("map %1").arg(entry.name)
                                              : entry.name;
}

bool areSame(const symbolic::Bindings& a, const symbolic::Bindings& b) {
    return std::ranges::equal(a, b, [](const auto& x, const auto& y) {
        return x.first == y.first && x.second.isReal == y.second.isReal &&
               x.second.i == y.second.i && x.second.d == y.second.d;
    });
}

/// "1.23 M": powers of ten, as bytes are written.
QString countText(double count) {
    auto text = bytesText(count);
    text.chop(1); // the B
    return text.trimmed();
}

QString metricText(Metric metric, std::optional<double> value) {
    if (!value)
        return {};
    switch (metric) {
    case Metric::bytes:
        return bytesText(*value);
    case Metric::operations:
        return countText(*value);
    case Metric::time:
        return microseconds(*value);
    }
    return {};
}

} // namespace

void OutlineModel::setIndex(const std::shared_ptr<const ir::DocumentIndex>& index,
                            const symbolic::Bindings& values) {
    beginResetModel();
    index_ = index;
    values_ = values;
    items_ = index ? outline(*index, values) : std::vector<OutlineItem>{};
    rebuild();
    endResetModel();
}

void OutlineModel::setMetric(Metric metric,
                             const std::map<ElementId, std::optional<double>>& values) {
    for (auto& item : items_) {
        auto& value = item.entry.metrics.at(static_cast<std::size_t>(metric));
        const auto found = values.find(item.ids.front());
        value = found == values.end() ? std::nullopt : found->second;
    }
}

/// The lines stay, and what of them is open, unless the filter is about numbers.
void OutlineModel::metricsChanged() {
    const bool asked =
        std::ranges::any_of(kMetrics, [this](Metric metric) { return filter_.asksFor(metric); });
    if (asked) {
        beginResetModel();
        rebuild();
        endResetModel();
        return;
    }
    if (metricOf(sortedBy_)) // lines change their places
        return resort();
    emit layoutAboutToBeChanged();
    emit layoutChanged();
}

void OutlineModel::setValues(const symbolic::Bindings& values) {
    if (!index_ || areSame(values, values_))
        return;
    values_ = values;
    auto items = outline(*index_, values);
    for (std::size_t i = 0; i < items.size(); ++i) {
        items_[i].detail = std::move(items[i].detail);
        items_[i].symbols = std::move(items[i].symbols);
    }
}

void OutlineModel::setNumbers(const ElementNumbers& numbers) {
    setValues(numbers.values);
    numbersNote_ = numbers.note;
    std::map<ElementId, std::optional<double>> bytes, operations;
    for (const auto& [id, one] : numbers.of) {
        bytes.emplace(id, one.bytes);
        operations.emplace(id, one.operations);
    }
    setMetric(Metric::bytes, bytes);
    setMetric(Metric::operations, operations);
    metricsChanged();
}

void OutlineModel::setTimes(const std::map<ElementId, double>& kernels) {
    std::map<ElementId, std::optional<double>> times;
    if (index_)
        for (const auto& [id, time] : timesWithSums(*index_, kernels))
            times.emplace(id, time);
    setMetric(Metric::time, times);
    metricsChanged();
}

bool OutlineModel::has(Metric metric) const {
    return std::ranges::any_of(
        items_, [&](const auto& item) { return item.entry.metric(metric).has_value(); });
}

FilterValues OutlineModel::values() const {
    FilterValues all;
    for (const auto& item : items_)
        for (const auto& [attribute, values] : item.entry.attributes)
            all[attribute] << values;
    for (auto& [attribute, values] : all) {
        values.removeDuplicates();
        values.sort();
    }
    return all;
}

/// What the filter asks for and nothing here has.
QString OutlineModel::unanswered() const {
    for (const auto metric : kMetrics) {
        if (!filter_.asksFor(metric) || has(metric))
            continue;
        if (metric == Metric::time)
            return tr("Nothing of this variant was timed yet: Run > Verify and time does");
        return numbersNote_.isEmpty() ? tr("No line has a number for %1").arg(filterName(metric))
                                      : numbersNote_;
    }
    const auto all = values();
    const auto unknown = filter_.unknownIn(all);
    if (!unknown)
        return {};
    const auto found = all.find(unknown->attribute);
    const auto known = found == all.end() ? QStringList() : found->second;
    auto sentence =
        unknown->attribute == Attribute::range
            ? tr("No map here runs over %1").arg(unknown->value)
            : tr("Nothing here has the %1 %2").arg(filterName(unknown->attribute), unknown->value);
    if (!known.isEmpty())
        sentence += tr("; there are %1").arg(known.join(QStringLiteral(", ")));
    return sentence;
}

QString OutlineModel::setFilter(const QString& text) {
    auto filter = OutlineFilter::parse(text);
    if (!filter)
        return qs(filter.error().sentence);
    beginResetModel();
    filter_ = std::move(*filter);
    rebuild();
    endResetModel();
    return unanswered();
}

void OutlineModel::rebuild() {
    shown_.clear();
    top_.clear();
    shownMatches_ = 0;
    // A line is shown when it matches or when something below it does.
    std::vector<bool> keep(items_.size(), filter_.empty());
    std::vector<bool> matching(items_.size(), false);
    for (auto i = static_cast<int>(items_.size()) - 1; i >= 0; --i) {
        const auto& item = items_[static_cast<std::size_t>(i)];
        if (!filter_.empty() && filter_.matches(item.entry)) {
            keep[static_cast<std::size_t>(i)] = true;
            matching[static_cast<std::size_t>(i)] = true;
            ++shownMatches_;
        }
        if (keep[static_cast<std::size_t>(i)] && item.parent >= 0)
            keep[static_cast<std::size_t>(item.parent)] = true;
    }
    std::vector<int> shownAs(items_.size(), -1);
    for (std::size_t i = 0; i < items_.size(); ++i) {
        if (!keep[i])
            continue;
        Shown line;
        line.item = static_cast<int>(i);
        line.parent =
            items_[i].parent < 0 ? -1 : shownAs[static_cast<std::size_t>(items_[i].parent)];
        auto& siblings =
            line.parent < 0 ? top_ : shown_[static_cast<std::size_t>(line.parent)].children;
        line.row = static_cast<int>(siblings.size());
        shownAs[i] = static_cast<int>(shown_.size());
        siblings.push_back(shownAs[i]);
        line.isMatch = matching[i];
        shown_.push_back(std::move(line));
    }
    order();
}

bool OutlineModel::standsFirst(const OutlineItem& a, const OutlineItem& b) const {
    const bool descending = sortOrder_ == Qt::DescendingOrder;
    if (const auto metric = metricOf(sortedBy_))
        return standsBefore(a.entry.metric(*metric), b.entry.metric(*metric), descending);
    const bool byName = sortedBy_ == NameColumn;
    const int compared = QString::localeAwareCompare(byName ? lineName(a.entry) : a.detail,
                                                     byName ? lineName(b.entry) : b.detail);
    return descending ? compared > 0 : compared < 0;
}

void OutlineModel::order(std::vector<int>& siblings) {
    std::ranges::sort(siblings); // as the program has them
    const auto item = [this](int line) -> const OutlineItem& {
        return items_[static_cast<std::size_t>(shown_[static_cast<std::size_t>(line)].item)];
    };
    if (sortedBy_ >= 0)
        std::ranges::stable_sort(siblings,
                                 [&](int a, int b) { return standsFirst(item(a), item(b)); });
    for (std::size_t i = 0; i < siblings.size(); ++i)
        shown_[static_cast<std::size_t>(siblings[i])].row = static_cast<int>(i);
}

void OutlineModel::order() {
    order(top_);
    for (auto& line : shown_)
        order(line.children);
}

void OutlineModel::sort(int column, Qt::SortOrder order) {
    if (column == sortedBy_ && order == sortOrder_)
        return;
    sortedBy_ = column;
    sortOrder_ = order;
    resort();
}

void OutlineModel::resort() {
    emit layoutAboutToBeChanged({}, VerticalSortHint);
    const auto before = persistentIndexList();
    order();
    QModelIndexList after;
    for (const auto& index : before) // a line is known by its place in shown_
        after << createIndex(shown_[index.internalId()].row, index.column(), index.internalId());
    changePersistentIndexList(before, after);
    emit layoutChanged({}, VerticalSortHint);
}

QModelIndexList OutlineModel::matches() const {
    QModelIndexList found;
    const std::function<void(const std::vector<int>&)> collect = [&](const auto& lines) {
        for (const int line : lines) {
            const auto& shown = shown_[static_cast<std::size_t>(line)];
            if (shown.isMatch)
                found << createIndex(shown.row, 0, static_cast<quintptr>(line));
            collect(shown.children);
        }
    };
    collect(top_);
    return found;
}

std::vector<ElementId> OutlineModel::ids(const QModelIndex& index) const {
    if (!index.isValid())
        return {};
    return items_[static_cast<std::size_t>(shown_[index.internalId()].item)].ids;
}

QModelIndex OutlineModel::find(ElementId id) const {
    if (!index_)
        return {};
    auto lineOf = [this](ElementId wanted) -> QModelIndex {
        for (std::size_t i = 0; i < shown_.size(); ++i) {
            const auto& ids = items_[static_cast<std::size_t>(shown_[i].item)].ids;
            if (std::ranges::find(ids, wanted) != ids.end())
                return createIndex(shown_[i].row, 0, static_cast<quintptr>(i));
        }
        return {};
    };
    auto line = lineOf(id);
    const auto* place = index_->find(id);
    if (!line.isValid() && place && place->node)
        line = lineOf(ir::entryOf(*place->node));
    while (!line.isValid() && place) {
        id = place->parent;
        line = lineOf(id);
        place = index_->find(id);
    }
    return line;
}

QModelIndex OutlineModel::index(int row, int column, const QModelIndex& parent) const {
    if (!hasIndex(row, column, parent))
        return {};
    const auto& siblings = parent.isValid() ? shown_[parent.internalId()].children : top_;
    return createIndex(row, column, static_cast<quintptr>(siblings[static_cast<std::size_t>(row)]));
}

QModelIndex OutlineModel::parent(const QModelIndex& child) const {
    if (!child.isValid())
        return {};
    const auto parent = shown_[child.internalId()].parent;
    if (parent < 0)
        return {};
    return createIndex(shown_[static_cast<std::size_t>(parent)].row, 0,
                       static_cast<quintptr>(parent));
}

int OutlineModel::rowCount(const QModelIndex& parent) const {
    if (parent.column() > 0)
        return 0;
    const auto& lines = parent.isValid() ? shown_[parent.internalId()].children : top_;
    return static_cast<int>(lines.size());
}

int OutlineModel::columnCount(const QModelIndex&) const {
    return kColumns;
}

QString OutlineModel::toolTip(const OutlineItem& item) const {
    QStringList lines{item.entry.kind + QLatin1Char(' ') + item.entry.name};
    if (!item.entry.label.isEmpty())
        lines << tr("label %1").arg(item.entry.label);
    for (const auto& detail : {item.detail, item.symbols})
        if (!detail.isEmpty())
            lines << detail;
    const bool isData = item.entry.kind == QLatin1String("data");
    if (const auto bytes = item.entry.metric(Metric::bytes))
        lines << (isData ? tr("takes %1") : tr("moves %1 at least")).arg(bytesText(*bytes));
    if (const auto work = item.entry.metric(Metric::operations))
        lines << tr("%1 floating-point operations").arg(countText(*work));
    if (const auto time = item.entry.metric(Metric::time))
        lines << tr("took %1").arg(microseconds(*time));
    return lines.join(QLatin1Char('\n'));
}

QVariant OutlineModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid())
        return {};
    const auto& item = items_[static_cast<std::size_t>(shown_[index.internalId()].item)];
    const auto metric = metricOf(index.column());
    switch (role) {
    case Qt::DisplayRole:
        if (metric)
            return metricText(*metric, item.entry.metric(*metric));
        return index.column() == NameColumn ? lineName(item.entry) : item.detail;
    case Qt::TextAlignmentRole:
        return metric ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
    case Qt::ToolTipRole:
        return toolTip(item);
    case KindRole:
        return item.entry.kind;
    case MatchRole:
        return filter_.empty() ? QVariant() : QVariant(shown_[index.internalId()].isMatch);
    default:
        return {};
    }
}

QVariant OutlineModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::InitialSortOrderRole)
        return metricOf(section) ? Qt::DescendingOrder : Qt::AscendingOrder;
    if (role == Qt::TextAlignmentRole && metricOf(section))
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && section == BytesColumn)
        return tr("What a kernel moves at least, what a container takes, with the sizes of a run");
    if (role == Qt::ToolTipRole && section == OperationsColumn)
        return tr("Floating-point operations, with the sizes of a run");
    if (role != Qt::DisplayRole)
        return {};
    static const char* const kTitles[kColumns] = {QT_TR_NOOP("Element"), QT_TR_NOOP("Details"),
                                                  QT_TR_NOOP("Bytes"), QT_TR_NOOP("Ops"),
                                                  QT_TR_NOOP("Time")};
    return tr(kTitles[section]);
}

} // namespace mw::viewers
