#pragma once

#include "viewers/panels/match_list.h"

#include <QAbstractItemModel>

namespace mw::viewers {

/// The transformations with their matches as a tree of two levels. Columns: what, whether it
/// applies or the sentence of the refusal, and what it is predicted to save.
class TransformationModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Roles { AppliesRole = Qt::UserRole + 1, UnprovenRole };

    using QAbstractItemModel::QAbstractItemModel;

    /// What has matches comes first, of that what is known to save most, then category by category.
    void setMatches(std::vector<TransformationMatches> matches);
    /// What the best place of each transformation saves, by name; the next matches are in the order
    /// of it, those that are there by sortByBest().
    void setBest(std::map<std::string, StepGain, std::less<>> best);
    void sortByBest();
    void setGain(const std::string& transformation, const transforms::Match& match, StepGain gain);
    void forgetGains();
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
    const StepGain* bestOf(const TransformationMatches& found) const;
    void sortMatches();

    std::vector<TransformationMatches> matches_;
    std::map<std::string, StepGain, std::less<>> best_;
};

} // namespace mw::viewers
