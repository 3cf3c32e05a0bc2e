#pragma once

#include "viewers/panels/step_predictor.h"

#include <QAbstractItemModel>

#include <map>
#include <string>
#include <vector>

namespace mw::viewers {

/// Advice as a tree: steps, temporaries with what would remove them, what is refused, and what
/// stands out, each with its best first and the rest below "... more".
class AdviceModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Column { what, category, time, bytes, launches, act, columns };
    enum Roles { AppliesRole = Qt::UserRole + 100, RefusedRole };

    /// What is shown of advice.
    struct Filter {
        std::vector<ElementId> touched; ///< sorted, as of touchedBy(); empty: everything
        std::optional<transforms::Category> category = {};
    };

    using QAbstractItemModel::QAbstractItemModel;

    void setAdvice(Advice advice);
    void setFilter(Filter filter);
    const Advice& advice() const { return advice_; }

    /// The step of a line; null: the line is a heading or a fact.
    const AdvisedStep* stepAt(const QModelIndex& index) const;
    /// What a line speaks of.
    std::vector<ElementId> elementsAt(const QModelIndex& index) const;
    /// The best step that is shown and saves time; invalid: there is none.
    QModelIndex best() const;
    /// What the best step that is shown of each transformation saves, by name.
    std::map<std::string, StepGain, std::less<>> bestByTransformation() const;
    /// The first line with this step; invalid: there is none.
    QModelIndex lineOf(const transforms::Transformation& t, const transforms::Match& match) const;
    /// Lines that are open at first.
    bool isOpen(const QModelIndex& index) const;
    bool isEmpty() const { return lines_.empty(); }

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    /// What stands below each heading; -1: best first.
    void sort(int column, Qt::SortOrder order) override;

private:
    struct Line {
        int parent = -1, row = 0;
        std::vector<int> children;
        QString text, tip;
        const AdvisedStep* step = nullptr;
        std::vector<ElementId> elements;
        std::optional<double> bytes;
        bool isHeading = false, open = false;
    };

    void build();
    bool shows(const AdvisedStep& step) const;
    bool shows(const std::vector<ElementId>& elements) const;
    int add(int parent, Line line);
    int addHeading(const QString& title, std::size_t count);
    int addStep(int parent, const AdvisedStep& step);
    void addSteps();
    void addTemporaries();
    void addRefused();
    void addRemarks();
    template <class T, class Add>
    void addFirst(const QString& title, std::vector<const T*> all, std::size_t most, Add addOne);
    QString textOf(const Line& line, int column) const;
    const Line& at(const QModelIndex& index) const;
    QModelIndex indexOf(int line) const; ///< invalid: below 0

    Advice advice_;
    Filter filter_;
    std::vector<Line> lines_;
    std::vector<int> tops_;
    int best_ = -1;
    int sortedBy_ = -1; ///< column
    Qt::SortOrder sortOrder_ = Qt::AscendingOrder;
};

} // namespace mw::viewers
