#pragma once

#include "viewers/panels/step_predictor.h"

#include <QAbstractTableModel>

#include <optional>
#include <vector>

namespace mw::viewers {

/// A kernel of the list of those that cost most.
struct TopKernel {
    ElementId map;
    QString name;
    double microseconds = 0;
    std::optional<double> bytes;      ///< that it moves at least
    std::optional<KernelLimit> limit; ///< nullopt: the model does not know it
};

/// Where the time goes: the kernels, the longest first, each with its share of all of them and
/// with the share of it and those before it.
class TopKernelsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { rank, name, time, share, cumulated, limit, bytes, columns };
    enum Roles { BarRole = Qt::UserRole + 1 }; ///< of shares: against the largest

    using QAbstractTableModel::QAbstractTableModel;

    void setKernels(std::vector<TopKernel> kernels);
    /// In the order of the rows.
    const TopKernel& at(int row) const { return rows_[static_cast<std::size_t>(row)].kernel; }
    int rowOf(ElementId map) const; ///< -1: none
    /// How many of the longest take half of the time; 0: there are none.
    int countOfHalf() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    /// -1: the longest first. Shares stay those of that order.
    void sort(int column, Qt::SortOrder order) override;

private:
    struct Row {
        TopKernel kernel;
        int rank = 0;
        double share = 0, cumulated = 0;
    };
    void order();
    bool standsFirst(const Row& a, const Row& b) const;

    std::vector<Row> rows_;
    double most_ = 0;   ///< share of the longest
    int sortedBy_ = -1; ///< column
    Qt::SortOrder sortOrder_ = Qt::AscendingOrder;
};

/// "memory", "cache": of the column, and in a sentence.
QString limitText(KernelLimit limit);
QString limitDetails(KernelLimit limit);

} // namespace mw::viewers
