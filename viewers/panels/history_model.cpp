// The variants of a program as rows, with the lanes of their tree.
#include "viewers/panels/history_model.h"

#include "transforms/framework/assume.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/number_text.h"

#include <QFont>

#include <algorithm>
#include <map>

namespace mw::viewers {

namespace {

double measuredTime(const history::Variant& variant) {
    const auto found = variant.measured.find("device-us");
    return found == variant.measured.end() ? -1 : found->second;
}

/// The name; of one that was not given by the user the part before the match, which has a column.
QString shownName(const history::Variant& variant) {
    const auto& record = variant.record;
    const bool made = record && variant.name == text(*record);
    return qs(made ? kindText(*record) : variant.name);
}

QString stepText(const history::Variant& variant, const QString& shown) {
    if (!variant.record)
        return QString();
    const auto kind = qs(kindText(*variant.record));
    const auto label = qs(siteOf(*variant.record).label);
    return shown != kind ? kind + QStringLiteral("  ") + label : label;
}

QString assumed(const history::Variant& variant) {
    const auto* made =
        variant.record ? std::get_if<history::TransformationRecord>(&*variant.record) : nullptr;
    const auto assume = made ? transforms::assumeOf(made->params) : Expected<transforms::Assume>();
    return assume ? qs(transforms::text(*assume)) : QString();
}

QString nameWithResults(const HistoryRow& row) {
    return row.differs         ? HistoryModel::tr("%1 (wrong results)").arg(row.name)
           : row.differsByEdit ? HistoryModel::tr("%1 (other results, by your edit)").arg(row.name)
                               : row.name;
}

QString toolTip(const HistoryRow& row) {
    QStringList lines{row.name};
    if (!row.step.isEmpty())
        lines << row.step;
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

std::vector<HistoryRow> historyRows(const history::History& history) {
    std::vector<HistoryRow> rows;
    std::map<history::VariantId, int> rowOf;
    std::vector<bool> hasChild;
    int lanes = 1;
    double baseline = -1;
    for (const auto& variant : history.variants()) {
        HistoryRow row;
        row.id = variant.id;
        row.name = shownName(variant);
        row.step = stepText(variant, row.name);
        row.assumes = assumed(variant);
        row.note = qs(variant.note);
        row.pinned = variant.pinned;
        row.current = variant.id == history.current().id;
        if (variant.agreement) {
            row.differs = variant.agreement->result == history::Agreement::Result::differs;
            row.differsByEdit =
                variant.agreement->result == history::Agreement::Result::differsByEdit;
            row.agreement = qs(variant.agreement->sentence);
        }
        row.microseconds = measuredTime(variant);
        if (baseline < 0)
            baseline = row.microseconds;
        if (row.microseconds >= 0 && baseline > 0)
            row.ratio = row.microseconds / baseline;
        if (const auto parent = rowOf.find(variant.parent); parent != rowOf.end()) {
            row.parent = parent->second;
            const auto p = static_cast<std::size_t>(row.parent);
            row.lane = hasChild[p] ? lanes++ : rows[p].lane;
            hasChild[p] = true;
        }
        rowOf[variant.id] = static_cast<int>(rows.size());
        hasChild.push_back(false);
        rows.push_back(std::move(row));
    }
    return rows;
}

void HistoryModel::setRows(std::vector<HistoryRow> rows) {
    beginResetModel();
    rows_ = std::move(rows);
    endResetModel();
}

int HistoryModel::lanes() const {
    int result = 1;
    for (const auto& row : rows_)
        result = std::max(result, row.lane + 1);
    return result;
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

QVariant HistoryModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid())
        return {};
    const auto& row = rows_[static_cast<std::size_t>(index.row())];
    const auto column = index.column();
    const bool edited = column == NameColumn || column == NoteColumn;
    if (role == Qt::DisplayRole || (role == Qt::EditRole && edited)) {
        switch (column) {
        case NameColumn:
            return role == Qt::DisplayRole ? nameWithResults(row) : row.name;
        case StepColumn:
            return row.assumes.isEmpty() ? row.step
                                         : tr("%1, assuming %2").arg(row.step, row.assumes);
        case NoteColumn:
            return row.note;
        case TimeColumn:
            return row.microseconds < 0 ? QString() : microseconds(row.microseconds);
        case RatioColumn:
            return row.ratio < 0 ? QString() : ratioText(row.ratio);
        default:
            return {};
        }
    }
    if (role == Qt::CheckStateRole && column == PinColumn)
        return row.pinned ? Qt::Checked : Qt::Unchecked;
    if (role == Qt::TextAlignmentRole && (column == TimeColumn || column == RatioColumn))
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole)
        return column == PinColumn ? tr("Pinned variants are verified and timed side by side")
                                   : toolTip(row);
    if (role == DiffersRole)
        return row.differs;
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
    if (role == Qt::TextAlignmentRole && (section == TimeColumn || section == RatioColumn))
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    static const char* const kTitles[kColumns] = {QT_TR_NOOP("Variant"), QT_TR_NOOP("Step"),
                                                  QT_TR_NOOP("Note"),    QT_TR_NOOP("Device time"),
                                                  QT_TR_NOOP("Ratio"),   QT_TR_NOOP("Pin")};
    return tr(kTitles[section]);
}

Qt::ItemFlags HistoryModel::flags(const QModelIndex& index) const {
    auto flags = QAbstractTableModel::flags(index);
    if (index.column() == NameColumn || index.column() == NoteColumn)
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
