#pragma once

#include "viewers/scene/short_names.h"

#include <QAbstractItemModel>
#include <QObject>
#include <QStyledItemDelegate>

#include <map>

namespace mw::viewers {

/// Cuts the names in a column of a list to the room that they have: a label in brackets and words
/// that most names begin with first, what tells a name from the others of the list last. For
/// delegates, in initStyleOption(). What tells is looked for when a name is cut the first time
/// after the list changed.
class NameCutter : public QObject {
public:
    NameCutter(QAbstractItemModel* model, int column, QObject* parent);

    void cut(QStyleOptionViewItem& option, const QModelIndex& index);
    QString cut(const QString& name, const std::function<bool(const QString&)>& fits);

private:
    void look();

    QAbstractItemModel* model_;
    int column_;
    bool stale_ = true;
    std::map<QString, TellingPart> parts_;
};

/// A list's column of names.
class NameDelegate : public QStyledItemDelegate {
public:
    NameDelegate(QAbstractItemModel* model, int column, QObject* parent)
        : QStyledItemDelegate(parent), cutter_(new NameCutter(model, column, this)) {}

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;

private:
    NameCutter* cutter_;
};

} // namespace mw::viewers
