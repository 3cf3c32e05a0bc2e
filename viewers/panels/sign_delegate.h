#pragma once

#include <QStyledItemDelegate>

namespace mw::viewers {

/// Draws a small sign before a text: a tick for what applies, a bar for what is refused, a question
/// mark for what could not be proven. Form and colour, never colour alone. Reads the roles of
/// TransformationModel and the `mwTheme` property of its parent.
class SignDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
};

} // namespace mw::viewers
