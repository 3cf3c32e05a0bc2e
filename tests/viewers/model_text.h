#pragma once

#include <QAbstractItemModel>
#include <QString>

namespace mw::test {

/// The model as people would read it: one line a row, columns separated by " | ", children indented
/// by two spaces.
inline QString modelText(const QAbstractItemModel& model, const QModelIndex& parent = {},
                         int depth = 0) {
    QString text;
    for (int row = 0; row < model.rowCount(parent); ++row) {
        QStringList cells;
        for (int column = 0; column < model.columnCount(parent); ++column)
            cells << model.index(row, column, parent).data().toString();
        while (!cells.isEmpty() && cells.last().isEmpty())
            cells.removeLast();
        text += QString(2 * depth, QLatin1Char(' ')) + cells.join(QStringLiteral(" | ")) +
                QLatin1Char('\n');
        text += modelText(model, model.index(row, 0, parent), depth + 1);
    }
    return text;
}

} // namespace mw::test
