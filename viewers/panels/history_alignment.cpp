// Two lines of steps beside each other, as a table.
#include "viewers/panels/history_alignment.h"

#include "viewers/panels/element_text.h"
#include "viewers/panels/number_text.h"

#include <QFont>

#include <utility>

namespace mw::viewers {

using history::Relation;

HistoryLine historyLine(const history::History& history, history::VariantId id, QString title,
                        const FiguresByVariant* figures) {
    HistoryLine line{std::move(title), history.path(id), {}, {}};
    for (const auto each : line.variants) {
        const auto& variant = *history.find(each);
        if (variant.record)
            line.steps.push_back({*variant.record, variant.effect});
        const auto known = figures ? figures->find(each) : FiguresByVariant::const_iterator{};
        line.figures.push_back(figures && known != figures->end() ? std::optional(known->second)
                                                                  : std::nullopt);
    }
    return line;
}

void AlignmentModel::setLines(AlignedLines lines) {
    beginResetModel();
    lines_ = std::move(lines);
    endResetModel();
}

int AlignmentModel::divergence() const {
    const auto& at = lines_.alignment.divergence;
    return at ? static_cast<int>(*at) + 1 : -1;
}

history::VariantId AlignmentModel::variantOf(int row) const {
    const auto place = placeOf(row, false);
    return place ? lines_.first.variants[*place] : history::VariantId{};
}

QString AlignmentModel::sentence() const {
    const auto& alignment = lines_.alignment;
    const auto same = static_cast<qsizetype>(alignment.same);
    const auto steps = counted(same, tr("step"), tr("steps"));
    if (!alignment.divergence)
        return tr("%1 and %2 are made by the same %3")
            .arg(lines_.first.title, lines_.second.title, steps);
    return tr("%1 and %2 have %3 in common and part after %4")
        .arg(lines_.first.title, lines_.second.title, steps,
             counted(divergence() - 1, tr("step"), tr("steps")));
}

int AlignmentModel::rowCount(const QModelIndex& parent) const {
    if (parent.isValid() || lines_.first.variants.empty())
        return 0;
    return static_cast<int>(lines_.alignment.steps.size()) + 1;
}

int AlignmentModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : kColumns;
}

/// Step i leads to variant i + 1.
std::optional<std::size_t> AlignmentModel::placeOf(int row, bool second) const {
    if (row == 0)
        return 0;
    const auto& step = lines_.alignment.steps[static_cast<std::size_t>(row) - 1];
    const auto& place = second ? step.second : step.first;
    return place ? std::optional(*place + 1) : std::nullopt;
}

QString AlignmentModel::stepText(int row, bool second) const {
    const auto& line = second ? lines_.second : lines_.first;
    const auto place = placeOf(row, second);
    if (!place)
        return {};
    if (*place == 0)
        return tr("original");
    const auto& step = line.steps[*place - 1];
    const auto text = qs(step.effect);
    const auto& aligned = lines_.alignment.steps[static_cast<std::size_t>(row) - 1];
    if (aligned.relation != Relation::otherParams)
        return text;
    const auto& other = second ? lines_.first.steps[*aligned.first].record
                               : lines_.second.steps[*aligned.second].record;
    return QStringLiteral("%1 (%2)").arg(text, qs(history::otherChoices(step.record, other)));
}

QString AlignmentModel::relationText(int row) const {
    if (row == 0)
        return {};
    if (row == divergence())
        return tr("≠ first difference");
    switch (lines_.alignment.steps[static_cast<std::size_t>(row) - 1].relation) {
    case Relation::same:
        return QStringLiteral("=");
    case Relation::otherParams:
        return tr("≠ otherwise");
    default:
        return QStringLiteral("≠");
    }
}

QString AlignmentModel::cellText(int row, int column) const {
    const bool second = column > RelationColumn;
    if (column == RelationColumn)
        return relationText(row);
    if (column == FirstColumn || column == SecondColumn)
        return stepText(row, second);
    const auto place = placeOf(row, second);
    const auto& figures = (second ? lines_.second : lines_.first).figures;
    if (!place || !figures[*place])
        return {};
    const auto& known = *figures[*place];
    if (column == FirstKernelsColumn || column == SecondKernelsColumn)
        return QString::number(known.kernels);
    return known.bytes ? bytesText(static_cast<double>(*known.bytes)) : QString();
}

/// Transformation, place and parameters as the record has them.
QString AlignmentModel::toolTip(int row, bool second) const {
    const auto place = placeOf(row, second);
    if (!place || *place == 0)
        return {};
    const auto& record = (second ? lines_.second : lines_.first).steps[*place - 1].record;
    return qs(history::text(record));
}

QVariant AlignmentModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid())
        return {};
    const int column = index.column();
    if (role == Qt::DisplayRole)
        return cellText(index.row(), column);
    if (role == Qt::ToolTipRole)
        return toolTip(index.row(), column > RelationColumn);
    if (role == Qt::TextAlignmentRole && column == RelationColumn)
        return QVariant(Qt::AlignCenter);
    if (role == Qt::TextAlignmentRole && column != FirstColumn && column != SecondColumn)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::FontRole && index.row() == divergence()) {
        QFont font;
        font.setBold(true);
        return font;
    }
    return {};
}

QVariant AlignmentModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole && section != FirstColumn && section != SecondColumn)
        return QVariant(section == RelationColumn ? Qt::AlignCenter
                                                  : Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case FirstColumn:
        return lines_.first.title;
    case SecondColumn:
        return lines_.second.title;
    case FirstKernelsColumn:
    case SecondKernelsColumn:
        return tr("Kernels");
    case FirstBytesColumn:
    case SecondBytesColumn:
        return tr("Bytes");
    default:
        return {};
    }
}

} // namespace mw::viewers
