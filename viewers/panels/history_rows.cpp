// Which variants of a program have a row, and what stands in it.
#include "transforms/framework/assume.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/history_model.h"
#include "viewers/panels/number_text.h"
#include "viewers/panels/transformation_text.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace mw::viewers {

namespace {

using history::Variant;
using history::VariantId;

double measuredTime(const Variant& variant) {
    const auto found = variant.measured.find("device-us");
    return found == variant.measured.end() ? -1 : found->second;
}

/// Its time may be set against others (bench/ranking.h).
bool isRanked(const Variant& variant) {
    const auto found = variant.measured.find("ranked");
    return found == variant.measured.end() || found->second != 0;
}

QString stepText(const Variant& variant) {
    if (!variant.record)
        return QString();
    const auto kind = qs(kindText(*variant.record));
    const auto label = qs(siteOf(*variant.record).label);
    return label.isEmpty() ? kind : kind + QStringLiteral("  ") + label;
}

QString assumed(const Variant& variant) {
    const auto* made =
        variant.record ? std::get_if<history::TransformationRecord>(&*variant.record) : nullptr;
    const auto assume = made ? transforms::assumeOf(made->params) : Expected<transforms::Assume>();
    return assume ? qs(transforms::text(*assume)) : QString();
}

QString kernelsText(double kernels) {
    return counted(std::llround(kernels), HistoryModel::tr("kernel"), HistoryModel::tr("kernels"));
}

/// Bytes first; else kernels.
QString changeText(const VariantFigures& before, const VariantFigures& after) {
    if (before.bytes && after.bytes && *before.bytes != *after.bytes)
        return differenceText(static_cast<double>(*after.bytes - *before.bytes), bytesText);
    return differenceText(static_cast<double>(after.kernels) - static_cast<double>(before.kernels),
                          kernelsText);
}

class Rows {
public:
    Rows(const history::History& history, const HistoryView& view)
        : history_(history), view_(view) {
        const auto& all = history.variants();
        for (const auto& variant : all) {
            if (variant.parent)
                ++children_[variant.parent];
            if (variant.batch)
                ++runs_[variant.batch->first];
        }
        for (const auto& variant : all) // the last one of a run has no child in it
            if (variant.batch)
                lastOf_[variant.batch->first] = variant.id;
        const auto* baseline = history.find(view.baseline);
        if (baseline && isRanked(*baseline) && measuredTime(*baseline) >= 0)
            baseline_ = baseline;
        for (auto at = all.begin(); at != all.end() && !baseline_; ++at)
            if (isRanked(*at) && measuredTime(*at) >= 0)
                baseline_ = &*at;
    }

    std::vector<HistoryRow> make() {
        for (const auto& variant : history_.variants())
            if (isShown(variant))
                add(variant);
            else
                rowOf_[variant.id] = variant.parent ? rowOf_[variant.parent] : -1;
        return std::move(rows_);
    }

private:
    static constexpr int kLongRun = 4; ///< steps; fewer are not worth a fold

    const VariantFigures* figures(VariantId id) const {
        if (!view_.figures)
            return nullptr;
        const auto found = view_.figures->find(id);
        return found == view_.figures->end() ? nullptr : &found->second;
    }

    /// Nullptr: its time is of the sizes shown.
    const OtherSizes* otherSizes(const Variant& variant) const {
        const auto found = view_.otherTimes.find(variant.id);
        return found == view_.otherTimes.end() ? nullptr : &found->second;
    }
    /// Their times may be set against each other.
    bool haveSameSizes(const Variant& one, const Variant& other) const {
        const auto* a = otherSizes(one);
        const auto* b = otherSizes(other);
        return a && b ? a->alike == b->alike : a == b;
    }

    bool isLongRun(const Variant& variant) const {
        return variant.batch && runs_.at(variant.batch->first) >= kLongRun;
    }
    bool endsRun(const Variant& variant) const {
        return isLongRun(variant) && lastOf_.at(variant.batch->first) == variant.id;
    }
    bool isFolded(const Variant& variant) const {
        return isLongRun(variant) && !view_.unfolded.contains(variant.batch->first);
    }

    /// Somebody has to do with it.
    bool isKept(const Variant& variant) const {
        const auto children = children_.find(variant.id);
        return !variant.parent || variant.id == history_.current().id || variant.pinned ||
               !variant.note.empty() || measuredTime(variant) >= 0 ||
               (children != children_.end() && children->second > 1);
    }

    bool changedNothing(const Variant& variant) const {
        const auto* before = figures(variant.parent);
        const auto* after = figures(variant.id);
        const bool launches =
            variant.record && std::holds_alternative<history::LaunchRecord>(*variant.record);
        return before && after && *before == *after && !launches; // these change times alone
    }

    bool isShown(const Variant& variant) const {
        if (isKept(variant))
            return true;
        if (isFolded(variant))
            return endsRun(variant);
        return !view_.hidesUnchanged || !changedNothing(variant);
    }

    /// What the row's before is: the variant above that has a row.
    const Variant* beforeOf(const Variant& variant) const {
        const auto* above = history_.find(variant.parent);
        while (above && !isShown(*above))
            above = history_.find(above->parent);
        return above;
    }

    /// The steps that one of a folded run stands for: those above it without a row, and itself,
    /// which is last.
    std::vector<const Variant*> foldedUnder(const Variant& last) const {
        std::vector<const Variant*> found{&last};
        const auto* above = history_.find(last.parent);
        for (;
             above && above->batch && above->batch->first == last.batch->first && !isShown(*above);
             above = history_.find(above->parent))
            found.insert(found.begin(), above);
        return found;
    }

    /// "map-fusion-vertical 10×, map-iteration-order"
    static QString kindsText(const std::vector<const Variant*>& variants) {
        std::vector<std::pair<QString, int>> kinds;
        for (const auto* variant : variants) {
            const auto kind = variant->record ? qs(kindText(*variant->record)) : QString();
            const auto known = std::ranges::find(kinds, kind, &std::pair<QString, int>::first);
            if (known == kinds.end())
                kinds.emplace_back(kind, 1);
            else
                ++known->second;
        }
        QStringList texts;
        for (const auto& [kind, times] : kinds)
            texts << (times == 1 ? kind : HistoryModel::tr("%1 %2×").arg(kind).arg(times));
        return texts.join(QStringLiteral(", "));
    }

    /// The row of a variant that stands for others, too.
    void foldRun(const Variant& last, HistoryRow& row) const {
        row.run = last.batch->first;
        if (!isFolded(last))
            return;
        const auto steps = foldedUnder(last);
        row.folded = static_cast<int>(steps.size()) - 1;
        if (row.folded == 0)
            return;
        if (last.isCalledByEffect())
            row.name = HistoryModel::tr("%1: %2").arg(
                translatedTitle(qs(last.batch->title)),
                counted(row.folded + 1, HistoryModel::tr("step"), HistoryModel::tr("steps")));
        row.step = kindsText(steps);
    }

    void add(const Variant& variant) {
        HistoryRow row;
        row.id = variant.id;
        row.name = qs(variant.name);
        row.step = stepText(variant);
        if (endsRun(variant))
            foldRun(variant, row);
        row.assumes = assumed(variant);
        row.note = qs(variant.note);
        row.pinned = variant.pinned;
        row.current = variant.id == history_.current().id;
        if (variant.agreement) {
            using Result = history::Agreement::Result;
            row.differs = variant.agreement->result == Result::differs;
            row.differsByEdit = variant.agreement->result == Result::differsByEdit;
            row.agreement = qs(variant.agreement->sentence);
        }
        addNumbers(variant, row);
        place(variant, row);
        rowOf_[variant.id] = static_cast<int>(rows_.size());
        hasChild_.push_back(false);
        rows_.push_back(std::move(row));
    }

    void addNumbers(const Variant& variant, HistoryRow& row) const {
        const auto* before = beforeOf(variant);
        if (const auto* known = figures(variant.id))
            row.figures = *known;
        if (const auto* known = before ? figures(before->id) : nullptr)
            row.before = *known;
        if (row.figures && row.before)
            row.change = changeText(*row.before, *row.figures);
        row.microseconds = measuredTime(variant);
        if (row.microseconds >= 0 && otherSizes(variant))
            row.grid = otherSizes(variant)->grid;
        if (before && haveSameSizes(*before, variant))
            row.microsecondsBefore = measuredTime(*before);
        if (row.microseconds >= 0 && baseline_ && isRanked(variant) &&
            measuredTime(*baseline_) > 0 && haveSameSizes(*baseline_, variant))
            row.ratio = row.microseconds / measuredTime(*baseline_);
    }

    void place(const Variant& variant, HistoryRow& row) {
        row.parent = variant.parent ? rowOf_[variant.parent] : -1;
        if (row.parent < 0)
            return;
        const auto parent = static_cast<std::size_t>(row.parent);
        row.lane = hasChild_[parent] ? lanes_++ : rows_[parent].lane;
        hasChild_[parent] = true;
    }

    const history::History& history_;
    const HistoryView& view_;
    std::map<VariantId, int> children_, runs_; ///< counts
    std::map<VariantId, VariantId> lastOf_;    ///< by the first of a run
    const Variant* baseline_ = nullptr;        ///< that was measured; null: nothing was
    std::map<VariantId, int> rowOf_;           ///< of what is hidden that of the nearest one above
    std::vector<bool> hasChild_;
    int lanes_ = 1;
    std::vector<HistoryRow> rows_;
};

/// "40 → 39 kernels", or "39 kernels" where they are as many.
QString fromTo(const QString& before, const QString& after) {
    return before == after ? after : QStringLiteral("%1 → %2").arg(before, after);
}

QString sizeOf(const std::optional<std::int64_t>& bytes) {
    return bytes ? bytesText(static_cast<double>(*bytes)) : HistoryModel::tr("open size");
}

} // namespace

std::vector<HistoryRow> historyRows(const history::History& history, const HistoryView& view) {
    return Rows(history, view).make();
}

QString beforeAndAfter(const HistoryRow& row) {
    QStringList parts;
    if (row.figures) {
        const auto& after = *row.figures;
        const auto& before = row.before ? *row.before : after;
        const auto number = [](std::size_t count) { return QString::number(count); };
        parts << (before.kernels == after.kernels
                      ? kernelsText(static_cast<double>(after.kernels))
                      : HistoryModel::tr("%1 kernels")
                            .arg(fromTo(number(before.kernels), number(after.kernels))));
        auto bytes =
            HistoryModel::tr("%1 to move").arg(fromTo(sizeOf(before.bytes), sizeOf(after.bytes)));
        if (before.bytes && after.bytes && *before.bytes != *after.bytes)
            bytes += QStringLiteral(" (%1)").arg(
                differenceText(static_cast<double>(*after.bytes - *before.bytes), bytesText));
        parts << bytes;
        parts << HistoryModel::tr("%1 temporaries of %2")
                     .arg(fromTo(number(before.temporaries), number(after.temporaries)),
                          fromTo(sizeOf(before.temporaryBytes), sizeOf(after.temporaryBytes)));
    }
    if (row.microseconds >= 0)
        parts << fromTo(row.microsecondsBefore < 0 ? microseconds(row.microseconds)
                                                   : microseconds(row.microsecondsBefore),
                        microseconds(row.microseconds)) +
                     (row.grid.isEmpty()
                          ? QString()
                          : HistoryModel::tr(" on %1, not the sizes shown").arg(row.grid));
    return parts.join(QStringLiteral("  ·  "));
}

} // namespace mw::viewers
