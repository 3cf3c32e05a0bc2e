#pragma once

#include "core/history/alignment.h"
#include "core/history/history.h"
#include "viewers/panels/variant_figures.h"

#include <QAbstractTableModel>
#include <QString>

#include <optional>
#include <vector>

namespace mw::viewers {

/// The way from the original to a variant, apart from its history.
struct HistoryLine {
    QString title;                                      ///< of the variant
    std::vector<history::VariantId> variants;           ///< the original first
    std::vector<history::LineStep> steps;               ///< between them
    std::vector<std::optional<VariantFigures>> figures; ///< of the variants
};
HistoryLine historyLine(const history::History& history, history::VariantId id, QString title,
                        const FiguresByVariant* figures);

/// Two lines beside each other, with the first divergence marked.
struct AlignedLines {
    HistoryLine first, second;
    history::Alignment alignment;
};

/// The original in the first row, then the steps as they are aligned.
class AlignmentModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column {
        FirstColumn,
        FirstKernelsColumn,
        FirstBytesColumn,
        RelationColumn,
        SecondColumn,
        SecondKernelsColumn,
        SecondBytesColumn,
        kColumns
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setLines(AlignedLines lines);
    const AlignedLines& lines() const { return lines_; }
    int divergence() const; ///< row; -1: there is none
    /// Of the first line; 0: the row has none.
    history::VariantId variantOf(int row) const;
    /// "8 steps are the same; they part at step 3": both lines in a sentence.
    QString sentence() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::optional<std::size_t> placeOf(int row, bool second) const; ///< in the line's variants
    QString stepText(int row, bool second) const;
    QString relationText(int row) const;
    QString cellText(int row, int column) const;
    QString toolTip(int row, bool second) const;

    AlignedLines lines_;
};

} // namespace mw::viewers
