#pragma once

#include <QTableView>

namespace mw::viewers {

/// The first column of a table, which stays where it is while the others scroll: a second view on
/// the same model and selection, over the table's left edge. Shown only while there is something to
/// scroll. To be made when the table has its model, delegate and rows' height.
class FrozenColumn : public QTableView {
    Q_OBJECT

public:
    /// `header`: of the same kind as the table's; taken over.
    FrozenColumn(QTableView* table, QHeaderView* header);

    /// After columns came, went, or were hidden.
    void fit();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void place();
    void bringIntoView(const QModelIndex& index);

    QTableView* table_;
};

} // namespace mw::viewers
