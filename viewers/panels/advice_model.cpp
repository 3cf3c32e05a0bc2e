// Advice as a tree.
#include "viewers/panels/advice_model.h"

#include "viewers/panels/element_text.h"
#include "viewers/panels/gain_text.h"
#include "viewers/panels/header_sort.h"
#include "viewers/panels/number_text.h"
#include "viewers/panels/transformation_text.h"

#include <QFont>
#include <QGuiApplication>
#include <QPalette>

#include <algorithm>

namespace mw::viewers {

namespace {

constexpr std::size_t kSteps = 6, kTemporaries = 5, kOthers = 3; ///< that are in sight at first

/// What a line is sorted by: a number where the column has them, else a text.
struct SortKey {
    std::optional<double> number;
    QString text;
};

SortKey sortKey(const AdvisedStep& step, int column) {
    switch (column) {
    case AdviceModel::category:
        return {{}, titleOf(step.transformation->category)};
    case AdviceModel::time:
        return {step.gain.microseconds, {}};
    case AdviceModel::bytes:
        return {step.gain.bytes, {}};
    case AdviceModel::launches:
        return {step.gain.launches, {}};
    default:
        return {{}, titleOf(*step.transformation) + step.place};
    }
}
SortKey sortKey(const AdvisedTemporary& one, int column) {
    if (column == AdviceModel::bytes)
        return {one.moved, {}};
    return {{}, column == AdviceModel::what ? one.name : QString()};
}
SortKey sortKey(const Remark& one, int column) {
    if (column == AdviceModel::bytes)
        return {one.bytes, {}};
    if (column == AdviceModel::what)
        return {{}, one.sentence};
    return one.step ? sortKey(*one.step, column) : SortKey{};
}

bool standsFirst(const SortKey& a, const SortKey& b, bool descending) {
    if (a.number || b.number)
        return standsBefore(a.number, b.number, descending);
    const int compared = QString::localeAwareCompare(a.text, b.text);
    return descending ? compared > 0 : compared < 0;
}

bool holdsOne(const std::vector<ElementId>& sorted, const std::vector<ElementId>& some) {
    return std::ranges::any_of(
        some, [&](ElementId id) { return std::ranges::binary_search(sorted, id); });
}

} // namespace

void AdviceModel::setAdvice(Advice advice) {
    beginResetModel();
    advice_ = std::move(advice);
    build();
    endResetModel();
}

void AdviceModel::sort(int column, Qt::SortOrder order) {
    if (column == sortedBy_ && order == sortOrder_)
        return;
    beginResetModel();
    sortedBy_ = column == act ? -1 : column;
    sortOrder_ = order;
    build();
    endResetModel();
}

void AdviceModel::setFilter(Filter filter) {
    beginResetModel();
    filter_ = std::move(filter);
    build();
    endResetModel();
}

bool AdviceModel::shows(const std::vector<ElementId>& elements) const {
    return filter_.touched.empty() || holdsOne(filter_.touched, elements);
}

bool AdviceModel::shows(const AdvisedStep& step) const {
    return (!filter_.category || step.transformation->category == *filter_.category) &&
           shows(step.match.ids());
}

void AdviceModel::build() {
    lines_.clear();
    tops_.clear();
    best_ = -1;
    addSteps();
    addTemporaries();
    addRemarks();
    addRefused();
}

int AdviceModel::add(int parent, Line line) {
    auto& siblings = parent < 0 ? tops_ : lines_[static_cast<std::size_t>(parent)].children;
    line.parent = parent;
    line.row = static_cast<int>(siblings.size());
    const int at = static_cast<int>(lines_.size());
    siblings.push_back(at);
    lines_.push_back(std::move(line));
    return at;
}

int AdviceModel::addHeading(const QString& title, std::size_t count) {
    Line line;
    line.text = QStringLiteral("%1 (%2)").arg(title).arg(count);
    line.isHeading = true;
    line.open = true;
    return add(-1, std::move(line));
}

int AdviceModel::addStep(int parent, const AdvisedStep& step) {
    Line line;
    line.text = QStringLiteral("%1: %2").arg(titleOf(*step.transformation), step.place);
    line.tip =
        QStringLiteral("%1: %2\n%3")
            .arg(bothNames(*step.transformation), step.place,
                 step.refusal ? qs(step.refusal->sentence) : summaryOf(*step.transformation));
    if (step.refusal)
        line.text += QStringLiteral(" · ") + qs(step.refusal->sentence);
    line.step = &step;
    line.elements = step.match.ids();
    line.bytes = step.gain.bytes;
    return add(parent, std::move(line));
}

/// A heading with those of a list that are shown, the first of them in sight.
template <class T, class Add>
void AdviceModel::addFirst(const QString& title, std::vector<const T*> all, std::size_t most,
                           Add addOne) {
    if (all.empty())
        return;
    if (sortedBy_ >= 0)
        std::ranges::stable_sort(all, [this](const T* a, const T* b) {
            return standsFirst(sortKey(*a, sortedBy_), sortKey(*b, sortedBy_),
                               sortOrder_ == Qt::DescendingOrder);
        });
    int parent = addHeading(title, all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (i == most && all.size() > most + 1) {
            Line more;
            more.text = AdviceModel::tr("%1 more").arg(all.size() - most);
            parent = add(parent, std::move(more));
        }
        addOne(parent, *all[i]);
    }
}

void AdviceModel::addSteps() {
    std::vector<const AdvisedStep*> shown;
    for (const auto& step : advice_.steps)
        if (shows(step))
            shown.push_back(&step);
    const auto best = std::ranges::find_if(
        shown, [](const AdvisedStep* step) { return step->gain.microseconds.value_or(0) > 0; });
    const auto* first = best == shown.end() ? nullptr : *best; // however they are sorted
    addFirst(tr("What can be done, best first"), shown, kSteps,
             [this, first](int parent, const AdvisedStep& step) {
                 const int line = addStep(parent, step);
                 if (&step == first)
                     best_ = line;
             });
}

void AdviceModel::addTemporaries() {
    if (filter_.category)
        return;
    std::vector<const AdvisedTemporary*> shown;
    for (const auto& one : advice_.temporaries)
        if (shows(one.accesses))
            shown.push_back(&one);
    addFirst(tr("Temporaries, by what kernels move of them"), shown, kTemporaries,
             [this](int parent, const AdvisedTemporary& one) {
                 Line line;
                 line.text = tr("%1: %2 moved, %3 large")
                                 .arg(one.name, bytesText(one.moved), bytesText(one.bytes));
                 line.tip = one.removedBy.empty() && one.obstacle.isEmpty()
                                ? tr("No fusion matches there")
                                : tr("Below: what would remove it, and what is in the way");
                 line.elements = one.accesses;
                 const int at = add(parent, std::move(line));
                 for (const auto& step : one.removedBy)
                     addStep(at, step);
                 if (!one.obstacle.isEmpty()) {
                     Line why;
                     why.text = capitalised(one.obstacle);
                     why.tip = why.text;
                     why.elements = one.accesses;
                     add(at, std::move(why));
                 }
             });
}

void AdviceModel::addRefused() {
    std::vector<const AdvisedStep*> shown;
    for (const auto& step : advice_.refused)
        if (shows(step))
            shown.push_back(&step);
    addFirst(tr("What does not apply, by the temporaries that it would save"), shown, kOthers,
             [this](int parent, const AdvisedStep& step) { addStep(parent, step); });
}

void AdviceModel::addRemarks() {
    const auto isShown = [this](const Remark& one) {
        return shows(one.about) &&
               (!filter_.category ||
                (one.step && one.step->transformation->category == *filter_.category));
    };
    for (auto first = advice_.remarks.begin(); first != advice_.remarks.end();) {
        const auto last = std::find_if(first, advice_.remarks.end(), [&](const Remark& one) {
            return one.topic != first->topic;
        });
        std::vector<const Remark*> shown;
        for (auto one = first; one != last; ++one)
            if (isShown(*one))
                shown.push_back(&*one);
        addFirst(capitalised(first->topic), shown, kOthers, [this](int parent, const Remark& one) {
            Line line;
            line.text = one.sentence;
            line.tip = one.sentence;
            if (one.step)
                line.tip += QLatin1Char('\n') + bothNames(*one.step->transformation);
            else if (!one.obstacle.isEmpty())
                line.tip += QLatin1Char('\n') + one.obstacle;
            line.step = one.step ? &*one.step : nullptr;
            line.elements = one.about;
            if (one.bytes > 0)
                line.bytes = one.bytes;
            add(parent, std::move(line));
        });
        first = last;
    }
}

const AdviceModel::Line& AdviceModel::at(const QModelIndex& index) const {
    return lines_[static_cast<std::size_t>(index.internalId())];
}

const AdvisedStep* AdviceModel::stepAt(const QModelIndex& index) const {
    return index.isValid() ? at(index).step : nullptr;
}

std::vector<ElementId> AdviceModel::elementsAt(const QModelIndex& index) const {
    return index.isValid() ? at(index).elements : std::vector<ElementId>();
}

QModelIndex AdviceModel::indexOf(int line) const {
    return line < 0 ? QModelIndex()
                    : createIndex(lines_[static_cast<std::size_t>(line)].row, 0,
                                  static_cast<quintptr>(line));
}

QModelIndex AdviceModel::best() const {
    return indexOf(best_);
}

std::map<std::string, StepGain, std::less<>> AdviceModel::bestByTransformation() const {
    std::map<std::string, StepGain, std::less<>> best;
    for (const auto& step : advice_.steps)
        if (shows(step))
            best.try_emplace(step.transformation->name, step.gain);
    return best;
}

QModelIndex AdviceModel::lineOf(const transforms::Transformation& t,
                                const transforms::Match& match) const {
    for (std::size_t i = 0; i < lines_.size(); ++i)
        if (const auto* step = lines_[i].step;
            step && step->transformation == &t && step->match == match)
            return indexOf(static_cast<int>(i));
    return {};
}

bool AdviceModel::isOpen(const QModelIndex& index) const {
    return index.isValid() && at(index).open;
}

QModelIndex AdviceModel::index(int row, int column, const QModelIndex& parent) const {
    if (!hasIndex(row, column, parent))
        return {};
    const auto& siblings = parent.isValid() ? at(parent).children : tops_;
    return createIndex(row, column, static_cast<quintptr>(siblings[static_cast<std::size_t>(row)]));
}

QModelIndex AdviceModel::parent(const QModelIndex& child) const {
    return indexOf(child.isValid() ? at(child).parent : -1);
}

int AdviceModel::rowCount(const QModelIndex& parent) const {
    if (parent.isValid() && parent.column() > 0)
        return 0;
    return static_cast<int>((parent.isValid() ? at(parent).children : tops_).size());
}

int AdviceModel::columnCount(const QModelIndex&) const {
    return columns;
}

QString AdviceModel::textOf(const Line& line, int column) const {
    const bool saves = line.step && !line.step->refusal;
    switch (column) {
    case what:
        return line.text;
    case category:
        return line.step ? titleOf(line.step->transformation->category) : QString();
    case time:
        return saves ? timeGainText(line.step->gain) : QString();
    case bytes: {
        if (!line.bytes)
            return {};
        const auto text = signedText(*line.bytes, bytesText);
        return line.step && line.step->refusal ? tr("up to %1").arg(text) : text;
    }
    case launches:
        return saves && line.step->gain.launches != 0
                   ? signedText(line.step->gain.launches,
                                [](double n) { return QString::number(n); })
                   : QString();
    case act:
        return saves ? tr("Apply") : QString();
    default:
        return {};
    }
}

QVariant AdviceModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid())
        return {};
    const Line& line = at(index);
    switch (role) {
    case Qt::DisplayRole:
        return textOf(line, index.column());
    case Qt::ToolTipRole:
        return index.column() == act && line.step ? tr("Applies this step, now") : line.tip;
    case Qt::TextAlignmentRole:
        return index.column() >= time && index.column() <= launches
                   ? QVariant(Qt::AlignRight | Qt::AlignVCenter)
                   : QVariant();
    case Qt::FontRole: {
        QFont font;
        font.setBold(line.isHeading);
        font.setUnderline(index.column() == act);
        return line.isHeading || index.column() == act ? QVariant(font) : QVariant();
    }
    case Qt::ForegroundRole:
        return line.step && line.step->refusal
                   ? QVariant(QGuiApplication::palette().color(QPalette::PlaceholderText))
                   : QVariant();
    case AppliesRole:
        return line.step && !line.step->refusal;
    case RefusedRole:
        return line.step && line.step->refusal;
    default:
        return {};
    }
}

QVariant AdviceModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::InitialSortOrderRole)
        return section >= time ? Qt::DescendingOrder : Qt::AscendingOrder;
    if (role == Qt::TextAlignmentRole && section >= time && section <= launches)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case what:
        return tr("What, and where");
    case category:
        return tr("Category");
    case time:
        return tr("Time saved");
    case bytes:
        return tr("Bytes saved");
    case launches:
        return tr("Launches saved");
    default:
        return {};
    }
}

} // namespace mw::viewers
