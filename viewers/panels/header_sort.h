#pragma once

class QAbstractItemView;
class QTableView;
class QTreeView;

namespace mw::viewers {

/// A click on a title of the header sorts the list by that column, the largest numbers and the
/// first names first; another click turns the order round; a third one, or Escape in the list,
/// brings back the list's own. The model sorts (QAbstractItemModel::sort(), -1: its own order).
void sortByHeader(QTreeView* list);
void sortByHeader(QTableView* list);

/// Whether one of two numbers that may be missing stands first; what is missing stands last.
template <class Number>
bool standsBefore(const Number& a, const Number& b, bool descending) {
    if (!a || !b)
        return a.has_value() && !b.has_value();
    return descending ? *a > *b : *a < *b;
}

} // namespace mw::viewers
