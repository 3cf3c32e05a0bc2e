#pragma once

#include "core/ir/index.h"
#include "viewers/panels/outline_filter.h"

#include <QAbstractItemModel>
#include <QString>

#include <memory>
#include <vector>

namespace mw::viewers {

/// One line of the outline: an element, or a container with all its access nodes of one scope.
struct OutlineItem {
    OutlineEntry entry;         ///< what the filter sees
    QString detail;             ///< range of a map, shape of a container
    std::vector<ElementId> ids; ///< the element to select first
    int parent = -1;            ///< index into the outline; -1 at top level
};

/// The document as a tree: states (regions around them), in them maps with what they contain,
/// nested SDFGs with their states, tasklets, and last the data of the scope. A parent stands before
/// its children.
std::vector<OutlineItem> outline(const ir::DocumentIndex& index);

/// The outline as a model of two columns; with a filter, matching lines and what leads to them.
class OutlineModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Roles { KindRole = Qt::UserRole + 1 };

    using QAbstractItemModel::QAbstractItemModel;

    void setIndex(const std::shared_ptr<const ir::DocumentIndex>& index);
    /// The error of a filter that can't be read; empty when all is well (then the filter is used).
    QString setFilter(const QString& text);
    int shownMatches() const { return shownMatches_; }

    std::vector<ElementId> ids(const QModelIndex& index) const;
    /// The line of an element; for one without a line of its own, of the nearest around it.
    QModelIndex find(ElementId id) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Shown {
        int item = 0;
        int parent = -1; ///< index into shown_
        int row = 0;
        std::vector<int> children;
    };
    void rebuild();

    std::shared_ptr<const ir::DocumentIndex> index_;
    OutlineFilter filter_;
    std::vector<OutlineItem> items_;
    std::vector<Shown> shown_; ///< parents before children
    std::vector<int> top_;
    int shownMatches_ = 0;
};

} // namespace mw::viewers
