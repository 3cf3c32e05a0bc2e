#pragma once

#include "viewers/panels/match_list.h"

#include <QAbstractItemModel>

namespace mw::viewers {

/// The transformations with their matches as a tree of two levels. Columns: what, and whether it
/// applies or the sentence of the refusal.
class TransformationModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Roles { AppliesRole = Qt::UserRole + 1, UnprovenRole };

    using QAbstractItemModel::QAbstractItemModel;

    /// What has matches comes first, category by category.
    void setMatches(std::vector<TransformationMatches> matches);
    const std::vector<TransformationMatches>& matches() const { return matches_; }

    const transforms::Transformation* transformation(const QModelIndex& index) const;
    const MatchRow* matchAt(const QModelIndex& index) const; ///< null for a transformation's line
    QModelIndex firstApplicable(std::string_view transformation) const;
    QModelIndex firstRefusal() const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QVariant transformationData(const TransformationMatches& found, int column, int role) const;
    QVariant matchData(const MatchRow& row, int column, int role) const;

    std::vector<TransformationMatches> matches_;
};

} // namespace mw::viewers
