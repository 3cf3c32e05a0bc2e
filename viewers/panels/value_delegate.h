#pragma once

#include "viewers/theme/theme.h"

#include <QStyledItemDelegate>

namespace mw::viewers {

/// Draws values wrapped, what they are written with in grey behind them, and a pencil at the end of
/// each that can be edited. For the last column of a tree.
class ValueDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    static constexpr int kEditableRole = Qt::UserRole + 7; ///< bool
    static constexpr int kSymbolsRole = Qt::UserRole + 8;  ///< text; empty: none
    static constexpr int kPencil = 18;                     ///< pixels, at the right end

    using QStyledItemDelegate::QStyledItemDelegate;

    void setTheme(ThemeKind kind) { theme_ = kind; }
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    class Wrapped;

    ThemeKind theme_ = ThemeKind::light;
};

} // namespace mw::viewers
