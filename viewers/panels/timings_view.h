#pragma once

#include <QHeaderView>
#include <QStyledItemDelegate>

class QTableView;

namespace mw::viewers {

class NameCutter;

/// Bars beside the medians, units below units, and a colour for what is faster or slower (with the
/// sign that the text has). The theme is its parent's `mwTheme` property.
class TimingsDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    explicit TimingsDelegate(QTableView* table); ///< that has its model

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    /// What a column of numbers needs to show all of them.
    static int widthOf(const QAbstractItemModel& model, int column, const QFont& font);

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;

private:
    NameCutter* names_;
};

/// A header of two lines: the variant's name over all of its columns, then the columns' titles. The
/// name stays in sight as long as one of its columns is.
class VariantHeader : public QHeaderView {
    Q_OBJECT

public:
    explicit VariantHeader(QWidget* parent = nullptr);

    QSize sizeHint() const override;
    int titleWidth(int section) const; ///< that its title needs

protected:
    void paintSection(QPainter* painter, const QRect& rect, int section) const override;

private:
    QRect groupRect(int section) const;
};

} // namespace mw::viewers
