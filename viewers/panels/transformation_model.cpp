// Transformations with their matches as a tree.
#include "viewers/panels/transformation_model.h"

#include "viewers/panels/element_text.h"
#include "viewers/panels/gain_text.h"
#include "viewers/panels/step.h"
#include "viewers/panels/transformation_text.h"

#include <algorithm>
#include <tuple>

namespace mw::viewers {

namespace {

/// internalId of a transformation's own line; of a match: the transformation's row.
constexpr quintptr kTop = ~quintptr{0};

constexpr int kGainColumn = 2;

} // namespace

void TransformationModel::setMatches(std::vector<TransformationMatches> matches) {
    beginResetModel();
    matches_ = std::move(matches);
    sortMatches();
    endResetModel();
}

void TransformationModel::setBest(std::map<std::string, StepGain, std::less<>> best) {
    if (best == best_)
        return;
    best_ = std::move(best);
    if (!matches_.empty())
        emit dataChanged(index(0, kGainColumn), index(rowCount() - 1, kGainColumn));
}

void TransformationModel::sortByBest() {
    beginResetModel();
    sortMatches();
    endResetModel();
}

void TransformationModel::sortMatches() {
    std::ranges::stable_sort(matches_, {}, [this](const TransformationMatches& found) {
        const auto* best = bestOf(found);
        return std::tuple(found.rows.empty(), best ? -best->microseconds.value_or(0) : 0,
                          found.transformation->category);
    });
}

const StepGain* TransformationModel::bestOf(const TransformationMatches& found) const {
    const auto best = best_.find(found.transformation->name);
    return best == best_.end() || found.applicable == 0 ? nullptr : &best->second;
}

void TransformationModel::setGain(const std::string& transformation, const transforms::Match& match,
                                  StepGain gain) {
    for (std::size_t i = 0; i < matches_.size(); ++i)
        if (auto& rows = matches_[i].rows; matches_[i].transformation->name == transformation)
            if (const auto found = std::ranges::find(rows, match, &MatchRow::match);
                found != rows.end()) {
                found->gain = gain;
                const auto at = createIndex(static_cast<int>(found - rows.begin()), kGainColumn,
                                            static_cast<quintptr>(i));
                emit dataChanged(at, at);
            }
}

void TransformationModel::forgetGains() {
    for (std::size_t i = 0; i < matches_.size(); ++i) {
        auto& rows = matches_[i].rows;
        for (auto& row : rows)
            row.gain.reset();
        if (!rows.empty())
            emit dataChanged(createIndex(0, kGainColumn, static_cast<quintptr>(i)),
                             createIndex(static_cast<int>(rows.size()) - 1, kGainColumn,
                                         static_cast<quintptr>(i)));
    }
}

const transforms::Transformation*
TransformationModel::transformation(const QModelIndex& index) const {
    if (!index.isValid())
        return nullptr;
    const auto row =
        index.internalId() == kTop ? static_cast<quintptr>(index.row()) : index.internalId();
    return matches_[row].transformation;
}

const MatchRow* TransformationModel::matchAt(const QModelIndex& index) const {
    if (!index.isValid() || index.internalId() == kTop)
        return nullptr;
    return &matches_[index.internalId()].rows[static_cast<std::size_t>(index.row())];
}

QModelIndex TransformationModel::firstApplicable(std::string_view transformation) const {
    for (std::size_t i = 0; i < matches_.size(); ++i)
        if (matches_[i].transformation->name == transformation && matches_[i].applicable > 0)
            return createIndex(0, 0, static_cast<quintptr>(i));
    return {};
}

QModelIndex TransformationModel::firstRefusal() const {
    for (std::size_t i = 0; i < matches_.size(); ++i)
        if (matches_[i].applicable < static_cast<int>(matches_[i].rows.size()))
            return createIndex(matches_[i].applicable, 0, static_cast<quintptr>(i));
    return {};
}

QModelIndex TransformationModel::index(int row, int column, const QModelIndex& parent) const {
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) : kTop);
}

QModelIndex TransformationModel::parent(const QModelIndex& child) const {
    if (!child.isValid() || child.internalId() == kTop)
        return {};
    return createIndex(static_cast<int>(child.internalId()), 0, kTop);
}

int TransformationModel::rowCount(const QModelIndex& parent) const {
    if (!parent.isValid())
        return static_cast<int>(matches_.size());
    if (parent.internalId() != kTop || parent.column() > 0)
        return 0;
    return static_cast<int>(matches_[static_cast<std::size_t>(parent.row())].rows.size());
}

int TransformationModel::columnCount(const QModelIndex&) const {
    return kGainColumn + 1;
}

QVariant TransformationModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid())
        return {};
    if (const auto* row = matchAt(index))
        return matchData(*row, index.column(), role);
    return transformationData(matches_[static_cast<std::size_t>(index.row())], index.column(),
                              role);
}

QVariant TransformationModel::transformationData(const TransformationMatches& found, int column,
                                                 int role) const {
    const auto refused = static_cast<int>(found.rows.size()) - found.applicable;
    switch (role) {
    case Qt::DisplayRole:
        if (column == 0)
            return QStringLiteral("%1 · %2").arg(titleOf(found.transformation->category),
                                                 bothNames(*found.transformation));
        if (column == kGainColumn) {
            const auto* best = bestOf(found);
            return best ? tr("at best %1").arg(gainText(*best)) : QString();
        }
        if (found.rows.empty())
            return tr("nothing here has its shape");
        if (refused == 0)
            return tr("applies %1×").arg(found.applicable);
        return found.applicable == 0
                   ? tr("refused %1×").arg(refused)
                   : tr("applies %1×, refused %2×").arg(found.applicable).arg(refused);
    case Qt::ToolTipRole:
        return bothNames(*found.transformation) + QLatin1Char('\n') +
               summaryOf(*found.transformation);
    case AppliesRole:
        return found.applicable > 0;
    default:
        return {};
    }
}

QVariant TransformationModel::matchData(const MatchRow& row, int column, int role) const {
    const bool applies = !row.refusal;
    switch (role) {
    case Qt::DisplayRole:
        if (column == 0)
            return row.place;
        if (column == kGainColumn)
            return row.gain ? gainText(*row.gain) : QString();
        return applies ? tr("applies") : refusalText(*row.refusal);
    case Qt::ToolTipRole:
        return applies ? row.place
                       : tr("Condition %1: %2")
                             .arg(row.refusal->condition)
                             .arg(refusalText(*row.refusal));
    case AppliesRole:
        return applies;
    case UnprovenRole:
        return !applies && row.refusal->unproven;
    default:
        return {};
    }
}

QVariant TransformationModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (role != Qt::DisplayRole || orientation != Qt::Horizontal)
        return {};
    switch (section) {
    case 0:
        return tr("Transformation and place");
    case kGainColumn:
        return tr("Predicted");
    default:
        return tr("Applies, or why not");
    }
}

} // namespace mw::viewers
