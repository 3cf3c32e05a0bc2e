#pragma once

#include <QObject>
#include <QStyledItemDelegate>

class QTreeView;

namespace mw::viewers {

class NameCutter;

/// Keeps the names of a deep outline readable: the deeper the open lines, the smaller the step of
/// the indentation, and the name column never gets narrower than indentation and a name need. The
/// width that the user gave it counts wherever it is enough. Numbers are always whole, and what
/// stands last gets the rest. Widths follow the size of the text.
class OutlineColumns : public QObject {
    Q_OBJECT

public:
    explicit OutlineColumns(QTreeView* tree); ///< that has its model

    /// After lines were opened or closed without a signal of the tree.
    void fit();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    int deepestOpenLine() const;
    int lettersWide(int letters) const;
    int numberWidth(int column) const;

    QTreeView* tree_;
    int wanted_ = 0;       ///< width of the name column that the user chose; 0: none
    bool fitting_ = false; ///< a change of the width is ours
};

/// Names keep what tells them apart (name_cutter.h), details lose their end.
class OutlineDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    explicit OutlineDelegate(QTreeView* tree); ///< that has its model

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;

private:
    NameCutter* names_;
};

} // namespace mw::viewers
