#include "viewers/panels/problems_model.h"

#include "viewers/panels/element_text.h"

#include <algorithm>

namespace mw::viewers {

namespace {

QString severityText(Severity severity) {
    switch (severity) {
    case Severity::error:
        return QStringLiteral("✗ error");
    case Severity::warning:
        return QStringLiteral("⚠ warning");
    case Severity::hint:
        return QStringLiteral("ℹ hint");
    }
    return {};
}

} // namespace

void ProblemsModel::setFindings(std::vector<Diagnostic> findings,
                                std::shared_ptr<const ir::DocumentIndex> index) {
    beginResetModel();
    findings_ = std::move(findings);
    std::ranges::stable_sort(findings_, {}, &Diagnostic::severity);
    index_ = std::move(index);
    endResetModel();
}

int ProblemsModel::count(Severity severity) const {
    return static_cast<int>(std::ranges::count(findings_, severity, &Diagnostic::severity));
}

int ProblemsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(findings_.size());
}

int ProblemsModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : kColumns;
}

QVariant ProblemsModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid())
        return {};
    const auto& finding = findings_[static_cast<std::size_t>(index.row())];
    if (role == Qt::ToolTipRole)
        return qs(toString(finding));
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case SeverityColumn:
        return severityText(finding.severity);
    case SentenceColumn:
        return qs(finding.sentence);
    case ElementColumn:
        if (index_ && !finding.location.elements.empty())
            return elementTitle(*index_, finding.location.elements.front());
        return qs(finding.location.path);
    case CodeColumn:
        return qs(finding.code);
    default:
        return {};
    }
}

QVariant ProblemsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (role != Qt::DisplayRole || orientation != Qt::Horizontal)
        return {};
    static const char* const kTitles[kColumns] = {QT_TR_NOOP("Severity"), QT_TR_NOOP("Finding"),
                                                  QT_TR_NOOP("Where"), QT_TR_NOOP("Code")};
    return tr(kTitles[section]);
}

} // namespace mw::viewers
