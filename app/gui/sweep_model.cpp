// The table of a sweep: numbers, colours, and what a cell would fix.
#include "app/gui/sweep_model.h"

#include "app/workbench/sweep/figures.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/number_text.h"
#include "viewers/theme/theme.h"

#include <QFont>

namespace mw::app {

using viewers::qs;
using State = workbench::SweepCell::State;

namespace {

// As the heat map of a report has them: told apart by all kinds of colour vision.
constexpr QRgb kFaster = qRgb(33, 102, 172);
constexpr QRgb kSlower = qRgb(179, 88, 6);
constexpr double kUncertain = 0.4; ///< so much of the colour where it may be noise

} // namespace

void SweepModel::setResult(std::optional<workbench::SweepResult> result) {
    beginResetModel();
    result_ = std::move(result);
    endResetModel();
}

void SweepModel::setPalette(const QPalette& palette) {
    palette_ = palette;
    if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

const workbench::SweepRow& SweepModel::rowAt(int row) const {
    const auto& graph = result_->graphs.front();
    return row == 0 ? graph.program : graph.kernels[static_cast<std::size_t>(row - 1)];
}

const workbench::SweepPoint& SweepModel::pointAt(int column) const {
    return result_->space.points[static_cast<std::size_t>(column)];
}

const workbench::SweepCell* SweepModel::cellAt(const QModelIndex& index) const {
    return index.isValid() ? &rowAt(index.row()).cells[static_cast<std::size_t>(index.column())]
                           : nullptr;
}

QString SweepModel::words(const QModelIndex& index) const {
    const auto* cell = cellAt(index);
    if (!cell)
        return {};
    return tr("%1, %2: %3")
        .arg(qs(rowAt(index.row()).name),
             qs(workbench::textOf(result_->space, pointAt(index.column()))),
             qs(workbench::cellWords(*cell)));
}

std::optional<codegen::Choices> SweepModel::choicesAt(const QModelIndex& index,
                                                      codegen::Choices choices) const {
    const auto* cell = cellAt(index);
    const auto isPossible = [](const workbench::SweepCell& one) {
        return one.state == State::measured || one.state == State::same;
    };
    if (!cell || !isPossible(*cell) || !pointAt(index.column()).without.empty())
        return std::nullopt;
    const auto& choice = pointAt(index.column()).choice;
    for (int row = 1; row < rowCount(); ++row) {
        const bool meant = index.row() == 0 || index.row() == row;
        if (!meant || !isPossible(*cellAt(this->index(row, index.column()))))
            continue;
        choices.erase(rowAt(row).name);
        if (!choice.isEmpty())
            choices.emplace(rowAt(row).name, choice);
    }
    return choices;
}

QModelIndex SweepModel::best(int row) const {
    const auto best = rowAt(row).best();
    return best ? index(row, static_cast<int>(*best)) : QModelIndex();
}

int SweepModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !result_
               ? 0
               : 1 + static_cast<int>(result_->graphs.front().kernels.size());
}

int SweepModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() || !result_ ? 0 : static_cast<int>(result_->space.points.size());
}

QVariant SweepModel::colours(const workbench::SweepCell& cell, int role) const {
    if (!cell.isMeasured())
        return {};
    const auto background =
        viewers::mix(palette_.color(QPalette::Base), QColor(cell.ratio < 1 ? kFaster : kSlower),
                     workbench::heatOf(cell.ratio) * (cell.isUncertain() ? kUncertain : 1));
    if (role == Qt::BackgroundRole)
        return background;
    return viewers::readableOn(background);
}

QVariant SweepModel::data(const QModelIndex& index, int role) const {
    const auto* cell = cellAt(index);
    if (!cell)
        return {};
    switch (role) {
    case Qt::DisplayRole:
        switch (cell->state) {
        case State::measured:
            return (cell->isUncertain() ? QStringLiteral("~") : QString()) +
                   viewers::fixedNumber(cell->ratio, 3);
        case State::same:
            return QStringLiteral("=");
        case State::impossible:
            return QStringLiteral("–");
        case State::left:
            return QString();
        default:
            return QStringLiteral("✗");
        }
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole:
        return words(index);
    case Qt::TextAlignmentRole:
        return Qt::AlignCenter;
    case Qt::BackgroundRole:
    case Qt::ForegroundRole:
        return colours(*cell, role);
    case Qt::FontRole: {
        QFont font;
        font.setBold(best(index.row()) == index);
        return font;
    }
    default:
        return {};
    }
}

QVariant SweepModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (!result_)
        return {};
    if (orientation == Qt::Horizontal) {
        QStringList values;
        for (const auto& value : pointAt(section).values)
            values << qs(value);
        if (role == Qt::DisplayRole)
            return values.join(QLatin1Char('\n'));
        return role == Qt::ToolTipRole
                   ? QVariant(qs(workbench::textOf(result_->space, pointAt(section))))
                   : QVariant();
    }
    const auto& row = rowAt(section);
    if (role == Qt::DisplayRole)
        return section == 0 ? tr("program") : qs(row.name);
    return role == Qt::ToolTipRole ? QVariant(qs(workbench::defaultText(row))) : QVariant();
}

} // namespace mw::app
