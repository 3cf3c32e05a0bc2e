#pragma once

#include "core/bench/time_parts.h"
#include "viewers/panels/timings_cell.h"

#include <QAbstractTableModel>

#include <optional>
#include <string>
#include <vector>

namespace mw::viewers {

/// Kernels of all variants as bench::timingRows() sets them side by side, below a first row for the
/// program; below them, where calls were timed, what the time of a call is made of. Columns: the
/// kernel's name, then per variant all of TimingsCell::Field. The baseline is the first variant
/// that was measured, or the one that is chosen; it stands first.
class TimingsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    using Field = TimingsCell::Field;
    static constexpr int kFields = TimingsCell::kFields;
    enum Roles {
        BarRole = Qt::UserRole + 1, ///< 0..1: length of the bar beside the number
        VariantRole,                ///< number of the column's variant as measured: its colour
        VerdictRole,                ///< of ratios, -1 faster, 0 inside the noise, 1 slower
        TotalRole,                  ///< true in the program's row
        CallRole,                   ///< true in the row of calls, whose parts follow
    };

    using QAbstractTableModel::QAbstractTableModel;

    /// As it was measured. The baseline stays where a variant of its name is there again.
    void setResult(std::optional<bench::BenchResult> result);
    /// With the baseline first.
    const std::optional<bench::BenchResult>& result() const { return result_; }
    /// As it was set, whatever the baseline.
    const std::optional<bench::BenchResult>& measured() const { return measured_; }
    /// What the others are set against, by its number as measured.
    void setBaseline(int measured);
    int baseline() const { return baseline_; }
    QStringList measuredNames() const;
    /// Of a variant as shown: its number as measured.
    int measuredNumber(int variant) const;
    /// Medians and minima as multiples of the baseline's median in their row.
    void setNormalised(bool normalised);
    bool isNormalised() const { return normalised_; }
    /// What a time was taken from, us; empty: not known, or there is none.
    std::vector<double> samples(int row, int variant) const;

    /// Device, versions, grid, repeats and cache, verification: the conditions of the numbers.
    QString conditions() const;
    /// The result is of other sizes than what is shown: its conditions say so.
    void setOtherSizes(bool other) { otherSizes_ = other; }
    bool otherSizes() const { return otherSizes_; }
    /// Every variant's time, times the calls of the program in its pipeline; empty: nobody counted.
    QString weightedTotals() const;
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
    /// Those below the program's: row i is the model's row i + 1.
    const std::vector<bench::TimingRow>& rows() const { return rows_; }
    QString rowName(int row) const;
    /// Whether any row has something to show there: registers are a GPU's.
    bool has(Field field) const;
    /// The last cache is no L2 of a device.
    bool isOnCpu() const { return result_ && result_->target == codegen::Target::cpu; }
    static int variantOf(int column) { return column == 0 ? -1 : (column - 1) / kFields; }
    static Field fieldOf(int column) { return static_cast<Field>((column - 1) % kFields); }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    /// The kernels' rows, parts below their sums; -1: the order of the program.
    void sort(int column, Qt::SortOrder order) override;

private:
    bool otherSizes_ = false;
    using Cell = TimingsCell;
    /// What a call's time is made of, in rows below the kernels'.
    enum Part { Call, Kernels, Copies, Gaps, Host, Allocation, kParts };
    bool isTotal(int row) const { return row == 0; }
    /// -1: the row is a kernel's, or the program's.
    int partOf(int row) const;
    static QString partName(int part);
    QString partToolTip(int part, int variant) const;
    QString rowToolTip(int row, int variant) const;
    bool isCallKnown() const;
    int rowIn(int variant, NodeId map) const;
    void fill();
    void orderRows();
    Cell kernelCell(const bench::TimingRow& row, std::size_t variant) const;
    Cell totalCell(std::size_t variant) const;
    Cell partCell(int part, std::size_t variant) const;
    void fillParts();

    void takeBaseline();
    double barOf(const Cell& cell) const;
    double longestOf(int row) const;

    std::optional<bench::BenchResult> measured_, result_;
    int baseline_ = 0;
    bool normalised_ = false;
    int sortedBy_ = -1; ///< column
    Qt::SortOrder sortOrder_ = Qt::AscendingOrder;
    std::vector<bench::TimingRow> rows_;
    /// [row: the program, kernels, parts][variant]
    std::vector<std::vector<std::optional<Cell>>> cells_;
    double longest_ = 0;     ///< of the kernels' medians
    double longestCall_ = 0; ///< of calls and what belongs to them
};

} // namespace mw::viewers
