// The variants of a program as a table.
#include "viewers/panels/history_model.h"

#include "viewers/panels/number_text.h"

#include <QFont>
#include <QGuiApplication>
#include <QPalette>

#include <algorithm>

namespace mw::viewers {

namespace {

/// "fused lap into flux: −51 MB"
QString nameWithChange(const HistoryRow& row) {
    return row.change.isEmpty() ? row.name : HistoryModel::tr("%1: %2").arg(row.name, row.change);
}

bool isNumber(int column) {
    return column >= HistoryModel::KernelsColumn && column <= HistoryModel::RatioColumn;
}

QString nameWithResults(const HistoryRow& row) {
    const auto name = nameWithChange(row);
    return row.differs         ? HistoryModel::tr("%1 (wrong results)").arg(name)
           : row.differsByEdit ? HistoryModel::tr("%1 (other results, on purpose)").arg(name)
                               : name;
}

QString toolTip(const HistoryRow& row) {
    QStringList lines{nameWithChange(row)};
    for (const auto& line : {row.step, beforeAndAfter(row)})
        if (!line.isEmpty())
            lines << line;
    if (!row.assumes.isEmpty())
        lines
            << HistoryModel::tr("Assumes %1: a run with other inputs is refused").arg(row.assumes);
    if (!row.note.isEmpty())
        lines << row.note;
    if (!row.agreement.isEmpty())
        lines << row.agreement;
    return lines.join(QLatin1Char('\n'));
}

} // namespace

void HistoryModel::setRows(std::vector<HistoryRow> rows) {
    const bool inPlace = std::ranges::equal(rows, rows_, {}, &HistoryRow::id, &HistoryRow::id);
    if (!inPlace)
        beginResetModel();
    rows_ = std::move(rows);
    lanes_ = 1;
    for (const auto& row : rows_)
        lanes_ = std::max(lanes_, row.lane + 1);
    if (!inPlace)
        endResetModel();
    else if (!rows_.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, kColumns - 1));
}

int HistoryModel::rowOf(history::VariantId id) const {
    const auto found = std::ranges::find(rows_, id, &HistoryRow::id);
    return found == rows_.end() ? -1 : static_cast<int>(found - rows_.begin());
}

int HistoryModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int HistoryModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : kColumns;
}

QString HistoryModel::cellText(const HistoryRow& row, int column) const {
    switch (column) {
    case NameColumn:
        return nameWithResults(row);
    case StepColumn:
        return row.assumes.isEmpty() ? row.step : tr("%1, assuming %2").arg(row.step, row.assumes);
    case KernelsColumn:
        return row.figures ? QString::number(row.figures->kernels) : QString();
    case BytesColumn:
        return row.figures && row.figures->bytes
                   ? bytesText(static_cast<double>(*row.figures->bytes))
                   : QString();
    case TemporariesColumn:
        return row.figures ? QString::number(row.figures->temporaries) : QString();
    case NoteColumn:
        return row.note;
    case TimeColumn:
        if (row.microseconds < 0)
            return {};
        return row.grid.isEmpty() ? microseconds(row.microseconds)
                                  : QStringLiteral("(%1)").arg(microseconds(row.microseconds));
    case RatioColumn:
        return row.ratio < 0 ? QString() : ratioText(row.ratio);
    default:
        return {};
    }
}

QVariant HistoryModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid())
        return {};
    const auto& row = rows_[static_cast<std::size_t>(index.row())];
    const auto column = index.column();
    if (role == Qt::DisplayRole)
        return cellText(row, column);
    if (role == Qt::EditRole)
        return column == NameColumn ? row.name : column == NoteColumn ? row.note : QString();
    if (role == Qt::CheckStateRole && column == PinColumn)
        return row.pinned ? Qt::Checked : Qt::Unchecked;
    if (role == Qt::TextAlignmentRole && isNumber(column))
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ForegroundRole && column == TimeColumn && !row.grid.isEmpty())
        return QGuiApplication::palette().color(QPalette::PlaceholderText);
    if (role == Qt::ToolTipRole && !row.grid.isEmpty() &&
        (column == TimeColumn || column == RatioColumn))
        return tr("Measured on %1, not with the sizes shown: it is set against times of the same "
                  "sizes alone")
            .arg(row.grid);
    if (role == Qt::ToolTipRole)
        return column == PinColumn ? tr("Pinned variants are verified and timed side by side")
                                   : toolTip(row);
    if (role == DiffersRole)
        return row.differs;
    if (role == FoldRole && row.run)
        return row.folded > 0;
    if (role == Qt::FontRole && row.current) {
        QFont font;
        font.setBold(true);
        return font;
    }
    return {};
}

QVariant HistoryModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole && isNumber(section))
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && section == TimeColumn)
        return tr(
            "Median of the last measurement; in brackets where its sizes are not those shown");
    if (role == Qt::ToolTipRole && section == RatioColumn)
        return tr("Device time against the baseline, which Timings lets you choose");
    if (role == Qt::ToolTipRole && section == BytesColumn)
        return tr("What the kernels must move at least in one run, copies between arrays left out, "
                  "for the "
                  "sizes of the run");
    if (role != Qt::DisplayRole)
        return {};
    static const char* const kTitles[kColumns] = {
        QT_TR_NOOP("Variant"), QT_TR_NOOP("Step"),        QT_TR_NOOP("Kernels"),
        QT_TR_NOOP("Bytes"),   QT_TR_NOOP("Temporaries"), QT_TR_NOOP("Device time"),
        QT_TR_NOOP("Ratio"),   QT_TR_NOOP("Note"),        QT_TR_NOOP("Pin")};
    return tr(kTitles[section]);
}

Qt::ItemFlags HistoryModel::flags(const QModelIndex& index) const {
    auto flags = QAbstractTableModel::flags(index);
    if (!index.isValid())
        return flags;
    const bool folded = rows_[static_cast<std::size_t>(index.row())].folded > 0;
    if ((index.column() == NameColumn && !folded) || index.column() == NoteColumn)
        flags |= Qt::ItemIsEditable;
    if (index.column() == PinColumn)
        flags |= Qt::ItemIsUserCheckable;
    return flags;
}

bool HistoryModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (!index.isValid())
        return false;
    // The history is the truth: it is asked, and the rows come back from it.
    const auto id = rows_[static_cast<std::size_t>(index.row())].id;
    if (role == Qt::CheckStateRole && index.column() == PinColumn) {
        emit pinRequested(id, value.toInt() == Qt::Checked);
        return true;
    }
    const auto name = value.toString().trimmed();
    if (role == Qt::EditRole && index.column() == NoteColumn) {
        emit noteRequested(id, name);
        return true;
    }
    if (role == Qt::EditRole && index.column() == NameColumn && !name.isEmpty()) {
        emit renameRequested(id, name);
        return true;
    }
    return false;
}

} // namespace mw::viewers
