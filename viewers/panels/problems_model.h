#pragma once

#include "core/ir/index.h"
#include "core/support/diagnostic.h"

#include <QAbstractTableModel>

#include <memory>
#include <vector>

namespace mw::viewers {

/// Findings of the document, errors first, then the order they came in.
class ProblemsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { SeverityColumn, SentenceColumn, ElementColumn, CodeColumn, kColumns };

    using QAbstractTableModel::QAbstractTableModel;

    void setFindings(std::vector<Diagnostic> findings,
                     std::shared_ptr<const ir::DocumentIndex> index);
    const std::vector<Diagnostic>& findings() const { return findings_; }
    int count(Severity severity) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<Diagnostic> findings_;
    std::shared_ptr<const ir::DocumentIndex> index_;
};

} // namespace mw::viewers
