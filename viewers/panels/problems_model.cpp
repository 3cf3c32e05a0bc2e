// Findings as a table.
#include "viewers/panels/problems_model.h"

#include "core/validate/repair.h"
#include "viewers/panels/element_text.h"

#include <QFont>
#include <QGuiApplication>
#include <QPalette>

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

QString findingKindText(validate::FindingKind kind) {
    switch (kind) {
    case validate::FindingKind::validity:
        return ProblemsModel::tr("Validity");
    case validate::FindingKind::range:
        return ProblemsModel::tr("Ranges");
    case validate::FindingKind::canonical:
        return ProblemsModel::tr("Canonical form");
    case validate::FindingKind::advice:
        return ProblemsModel::tr("Advice");
    }
    return {};
}

Findings::Findings(std::vector<Diagnostic> found, std::shared_ptr<const ir::DocumentIndex> of)
    : all(std::move(found)), repairs(all.size()), index(std::move(of)) {
    std::ranges::stable_sort(all, {}, &Diagnostic::severity);
    for (std::size_t i = 0; index && i < all.size(); ++i)
        if (const auto repair = validate::repairOf(*index, all[i]))
            repairs[i] = qs(repair->title);
}

void ProblemsModel::setFindings(Findings findings) {
    beginResetModel();
    findings_ = std::move(findings);
    endResetModel();
}

int ProblemsModel::count(Severity severity) const {
    return static_cast<int>(std::ranges::count(findings_.all, severity, &Diagnostic::severity));
}

int ProblemsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(findings_.all.size());
}

int ProblemsModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : kColumns;
}

QVariant ProblemsModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid())
        return {};
    const auto& finding = findings_.all[static_cast<std::size_t>(index.row())];
    const bool isLink = index.column() == RepairColumn && hasRepair(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return text(finding, index.row(), index.column());
    case Qt::ToolTipRole:
        return isLink ? tr("Click to repair: %1")
                            .arg(findings_.repairs[static_cast<std::size_t>(index.row())])
                      : qs(toString(finding));
    case Qt::ForegroundRole:
        return isLink ? QVariant(QGuiApplication::palette().link()) : QVariant();
    case Qt::FontRole:
        if (isLink) {
            QFont font;
            font.setUnderline(true);
            return font;
        }
        return {};
    default:
        return {};
    }
}

QVariant ProblemsModel::text(const Diagnostic& finding, int row, int column) const {
    switch (column) {
    case SeverityColumn:
        return severityText(finding.severity);
    case SentenceColumn:
        return qs(finding.sentence);
    case ElementColumn:
        if (findings_.index && !finding.location.elements.empty())
            return elementTitle(*findings_.index, finding.location.elements.front());
        return qs(finding.location.path);
    case KindColumn:
        return findingKindText(validate::kindOf(finding.code));
    case CodeColumn:
        return qs(finding.code);
    case RepairColumn:
        return findings_.repairs[static_cast<std::size_t>(row)];
    default:
        return {};
    }
}

QVariant ProblemsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (role != Qt::DisplayRole || orientation != Qt::Horizontal)
        return {};
    static const char* const kTitles[kColumns] = {QT_TR_NOOP("Severity"), QT_TR_NOOP("Finding"),
                                                  QT_TR_NOOP("Where"),    QT_TR_NOOP("Kind"),
                                                  QT_TR_NOOP("Code"),     QT_TR_NOOP("Repair")};
    return tr(kTitles[section]);
}

void ProblemsFilter::setKind(std::optional<validate::FindingKind> kind) {
    kind_ = kind;
    invalidateFilter();
}

bool ProblemsFilter::filterAcceptsRow(int row, const QModelIndex&) const {
    const auto* model = qobject_cast<const ProblemsModel*>(sourceModel());
    return !kind_ || !model ||
           validate::kindOf(model->findings()[static_cast<std::size_t>(row)].code) == *kind_;
}

} // namespace mw::viewers
