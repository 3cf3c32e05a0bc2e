#pragma once

#include "core/bench/rows.h"

#include <QAbstractTableModel>

#include <optional>
#include <string>
#include <vector>

namespace mw::viewers {

/// Kernels of all variants as bench::timingRows() sets them side by side, below a first row for the
/// program. Columns: the kernel's name, then per variant median, minimum, spread, ratio to the
/// first variant, bytes, GB/s.
class TimingsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Field { Median, Minimum, Spread, Ratio, Bytes, Bandwidth, kFields };
    enum Roles {
        BarRole = Qt::UserRole + 1, ///< 0..1: length of the bar behind the number
        VariantRole,                ///< index of the column's variant
        VerdictRole,                ///< of ratios, -1 faster, 0 inside the noise, 1 slower
        TotalRole,                  ///< true in the program's row
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setResult(std::optional<bench::BenchResult> result);
    const std::optional<bench::BenchResult>& result() const { return result_; }

    /// Device, versions, grid, repeats and cache, verification: the conditions of the numbers.
    QString conditions() const;
    /// And what to know of the inputs, a line each.
    QString conditionsInFull() const;
    bool verified() const;
    /// Why nothing here can be ranked; empty: it can.
    QString whyNotRanked() const;
    /// The kernels of a row in a variant; several where they stand as a sum, none where the variant
    /// has none.
    std::vector<const bench::KernelRow*> kernels(int row, int variant) const;
    /// The row of this map, its own rather than a sum that it is in; -1: none. A fused map has the
    /// id of one of those that it replaced: the variant of that name counts first, then any.
    int rowOf(NodeId map, const QString& variant = {}) const;
    QString variantName(int variant) const;
    static int variantOf(int column) { return column == 0 ? -1 : (column - 1) / kFields; }
    static Field fieldOf(int column) { return static_cast<Field>((column - 1) % kFields); }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Cell {
        Summary time;
        double bytes = 0, bandwidth = 0;
        Interval ratio;        ///< 95 %
        double ratioValue = 0; ///< 0: nothing to compare with, or no order
        QString notRanked; ///< why there is no ratio although there is something to compare with
    };
    bool isTotal(int row) const { return row == 0; }
    QString rowName(int row) const;
    QString rowToolTip(int row, int variant) const;
    QVariant cellText(const Cell& cell, Field field) const;
    int rowIn(int variant, NodeId map) const;
    void fill();
    Cell kernelCell(const bench::TimingRow& row, std::size_t variant) const;
    Cell totalCell(std::size_t variant) const;

    std::optional<bench::BenchResult> result_;
    std::vector<bench::TimingRow> rows_;
    std::vector<std::vector<std::optional<Cell>>> cells_; ///< [row, the program first][variant]
    double longest_ = 0;                                  ///< of the kernels' medians
};

} // namespace mw::viewers
