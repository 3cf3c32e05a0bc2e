#pragma once

#include "app/workbench/sweep/sweep.h"
#include "core/history/history.h"

#include <QAbstractTableModel>
#include <QPalette>

#include <optional>

namespace mw::app {

/// A sweep as a heat map: a row for the program and one per kernel, a column per combination, the
/// ratio to the default's time as number and colour. Of the graph as it is alone.
class SweepModel : public QAbstractTableModel {
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;

    void setResult(std::optional<workbench::SweepResult> result);
    const std::optional<workbench::SweepResult>& result() const { return result_; }
    /// Colours are mixed with its base.
    void setPalette(const QPalette& palette);

    /// What a cell comes to in words: "one kernel, block=64: 0.873 (0.870 to 0.877), 35.10 us".
    QString words(const QModelIndex& index) const;
    /// `choices` with those of the cell: of its kernel, or of all that can have them in the
    /// program's row. None: the cell was not measured, or leaves out passes.
    std::optional<codegen::Choices> choicesAt(const QModelIndex& index,
                                              codegen::Choices choices) const;
    /// The fastest of a row that is faster for certain; invalid: none.
    QModelIndex best(int row) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    const workbench::SweepRow& rowAt(int row) const;
    const workbench::SweepCell* cellAt(const QModelIndex& index) const;
    const workbench::SweepPoint& pointAt(int column) const;
    QVariant colours(const workbench::SweepCell& cell, int role) const;

    std::optional<workbench::SweepResult> result_;
    QPalette palette_;
};

} // namespace mw::app
