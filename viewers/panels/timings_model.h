#pragma once

#include "core/exec/bench.h"

#include <QAbstractTableModel>

#include <optional>
#include <string>
#include <vector>

namespace mw::viewers {

/// Kernels paired across variants by structure, one row each, below a first row for the program.
/// Columns: the kernel's name, then per variant median, minimum, spread, ratio to the first
/// variant, bytes, GB/s.
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

    void setResult(std::optional<exec::BenchResult> result);
    const std::optional<exec::BenchResult>& result() const { return result_; }

    /// Device, versions, grid, repeats and cache, verification: the conditions of the numbers.
    QString conditions() const;
    bool verified() const;
    /// The kernel of a row in a variant; null where the variant has none.
    const exec::KernelRow* kernel(int row, int variant) const;
    /// Rows of this map (any variant).
    int rowOf(NodeId map) const;
    QString variantName(int variant) const;
    static int variantOf(int column) { return column == 0 ? -1 : (column - 1) / kFields; }
    static Field fieldOf(int column) { return static_cast<Field>((column - 1) % kFields); }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Cell {
        exec::Summary time;
        double bytes = 0, bandwidth = 0;
        exec::Interval ratio; ///< 95 %
        double ratioValue = -1;
    };
    bool isTotal(int row) const { return row == 0; }
    QString rowName(int row) const;
    QString rowToolTip(int row, int variant) const;
    QVariant cellText(const Cell& cell, Field field) const;
    void fill();
    Cell kernelCell(const exec::PairedRow& row, std::size_t variant) const;
    Cell totalCell(std::size_t variant) const;

    std::optional<exec::BenchResult> result_;
    std::vector<exec::PairedRow> rows_;
    std::vector<std::vector<std::optional<Cell>>> cells_; ///< [row, the program first][variant]
    double longest_ = 0;                                  ///< of the kernels' medians
};

} // namespace mw::viewers
