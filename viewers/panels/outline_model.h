#pragma once

#include "core/ir/index.h"
#include "viewers/panels/element_numbers.h"
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
    QString symbols;            ///< the same as the document has it, where detail is a run's
    std::vector<ElementId> ids; ///< the element to select first
    int parent = -1;            ///< index into the outline; -1 at top level
};

/// The document as a tree: states (regions around them), in them maps with what they contain,
/// nested SDFGs with their states, tasklets, and last the data of the scope. A parent stands before
/// its children. `values`: of the program's symbols in a run.
std::vector<OutlineItem> outline(const ir::DocumentIndex& index,
                                 const symbolic::Bindings& values = {});

/// The outline as a model, a column for each number; with a filter, matching lines and what leads
/// to them.
class OutlineModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Roles { KindRole = Qt::UserRole + 1, MatchRole };
    enum Column { NameColumn, DetailColumn, BytesColumn, OperationsColumn, TimeColumn, kColumns };

    using QAbstractItemModel::QAbstractItemModel;

    /// `values`: of symbols, as setNumbers has them; what follows from them stands in the lines.
    void setIndex(const std::shared_ptr<const ir::DocumentIndex>& index,
                  const symbolic::Bindings& values);
    /// Of the document of the index.
    void setNumbers(const ElementNumbers& numbers);
    /// Of kernels in us; empty: nothing was measured.
    void setTimes(const std::map<ElementId, double>& kernels);
    /// The error of a filter that can't be read, or asks for what nothing here has; empty when all
    /// is well. Of one that can't be read the filter before goes on.
    QString setFilter(const QString& text);
    bool has(Metric metric) const; ///< some line has the number
    FilterValues values() const;   ///< of the lines' attributes
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
    /// Lines of one parent among each other; -1: the order of the program.
    void sort(int column, Qt::SortOrder order) override;
    /// The lines that match the filter themselves, in the order in which they stand; none without
    /// one.
    QModelIndexList matches() const;

private:
    struct Shown {
        int item = 0;
        int parent = -1; ///< index into shown_
        int row = 0;
        bool isMatch = false; ///< of the filter, not only what leads to one
        std::vector<int> children;
    };
    void rebuild();
    void resort();
    void order(); ///< after rebuild(), as it is asked for
    void order(std::vector<int>& siblings);
    bool standsFirst(const OutlineItem& a, const OutlineItem& b) const;
    void setMetric(Metric metric, const std::map<ElementId, std::optional<double>>& values);
    void metricsChanged();
    void setValues(const symbolic::Bindings& values);
    QString toolTip(const OutlineItem& item) const;
    QString unanswered() const;

    std::shared_ptr<const ir::DocumentIndex> index_;
    symbolic::Bindings values_; ///< that the lines are written with
    OutlineFilter filter_;
    QString numbersNote_; ///< why there are no numbers
    std::vector<OutlineItem> items_;
    std::vector<Shown> shown_; ///< parents before children
    std::vector<int> top_;
    int shownMatches_ = 0;
    int sortedBy_ = -1; ///< column
    Qt::SortOrder sortOrder_ = Qt::AscendingOrder;
};

} // namespace mw::viewers
