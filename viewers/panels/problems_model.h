#pragma once

#include "core/ir/index.h"
#include "core/support/diagnostic.h"
#include "core/validate/finding_codes.h"

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>

#include <memory>
#include <optional>
#include <vector>

namespace mw::viewers {

/// "Validity", "Ranges", "Canonical form", "Advice".
QString findingKindText(validate::FindingKind kind);

/// What was found in a document: errors first, then the order it came in.
struct Findings {
    Findings() = default;
    /// Looks for repairs, which takes the longer the larger the document is. `of`: the document's
    /// index, null where there is none.
    Findings(std::vector<Diagnostic> found, std::shared_ptr<const ir::DocumentIndex> of);

    std::vector<Diagnostic> all;
    std::vector<QString> repairs; ///< titles, one for each; empty: none
    std::shared_ptr<const ir::DocumentIndex> index;
};

class ProblemsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column {
        SeverityColumn,
        SentenceColumn,
        ElementColumn,
        KindColumn,
        CodeColumn,
        RepairColumn,
        kColumns
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setFindings(Findings findings);
    const std::vector<Diagnostic>& findings() const { return findings_.all; }
    int count(Severity severity) const;
    bool hasRepair(int row) const {
        return !findings_.repairs[static_cast<std::size_t>(row)].isEmpty();
    }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QVariant text(const Diagnostic& finding, int row, int column) const;

    Findings findings_; ///< by row
};

/// The findings of one kind, or all.
class ProblemsFilter : public QSortFilterProxyModel {
    Q_OBJECT

public:
    using QSortFilterProxyModel::QSortFilterProxyModel;
    void setKind(std::optional<validate::FindingKind> kind);

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    std::optional<validate::FindingKind> kind_;
};

} // namespace mw::viewers
