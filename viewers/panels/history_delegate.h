#pragma once

#include <QStyledItemDelegate>

namespace mw::viewers {

/// Draws the tree of variants before the name: a dot per variant, in its lane, with lines to
/// parents. The model must be a HistoryModel; the theme is its parent's `mwTheme` property.
class HistoryDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    /// Where a click folds or unfolds the run that a row ends; empty where it ends none.
    static QRect foldMark(const QRect& cell, const QModelIndex& index);
    void updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                              const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace mw::viewers
