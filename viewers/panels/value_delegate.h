#pragma once

#include "viewers/theme/theme.h"

#include <QStyledItemDelegate>

namespace mw::viewers {

/// Draws a pencil at the end of each value that can be edited.
class ValueDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    static constexpr int kEditableRole = Qt::UserRole + 7; ///< bool
    static constexpr int kPencil = 18;                     ///< pixels, at the right end

    using QStyledItemDelegate::QStyledItemDelegate;

    void setTheme(ThemeKind kind) { theme_ = kind; }
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;

private:
    ThemeKind theme_ = ThemeKind::light;
};

} // namespace mw::viewers
