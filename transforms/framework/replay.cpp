// Steps as records: made with the step, and done again on the same document or on one like it.

#include "transforms/framework/replay.h"

#include "core/analysis/analysis.h"
#include "core/ir/shared_index.h"
#include "core/validate/repair.h"
#include "core/validate/validate.h"
#include "transforms/framework/choose.h"
#include "transforms/framework/edit.h"

#include <fmt/format.h>

namespace mw::transforms {

namespace {

using history::AnchorIndex;
using history::Site;

/// The state of a node or edge; the block itself of a block; 0 for an SDFG.
BlockId stateOf(const ir::DocumentIndex& index, const Site& site) {
    const auto& elements = site.elements();
    const auto* place = elements.empty() ? nullptr : index.find(elements.front().id);
    return place && place->block ? place->block->id : BlockId{};
}

// --- Transformations ------------------------------------------------------------------------

/// The elements of a site stand in the order of the transformation's roles.
Match sameElements(const Transformation& t, const ir::DocumentIndex& index, const Site& site) {
    Match match{stateOf(index, site), {}, site.label};
    for (const ElementId id : idsOf(site)) {
        const std::size_t i = match.elements.size();
        match.elements.push_back({i < t.roles.size() ? t.roles[i] : "", id});
    }
    return match;
}

Expected<Match> matchOf(const Transformation& t, const DocumentView& view,
                        const AnchorIndex& anchors, const history::TransformationRecord& record) {
    const Site& site = record.site;
    if (isExact(site, anchors))
        return sameElements(t, view.index(), site);
    auto matches = t.find(view, {});
    std::vector<ReplayPlace> places;
    for (const auto& match : matches)
        places.push_back({match.label, match.ids()});
    const auto applies = [&](std::size_t i) {
        return appliesAt(t, view, matches[i], record.params);
    };
    MW_TRY(const auto chosen, choose(anchors, site, places, applies));
    return std::move(matches[chosen]);
}

Expected<RecordedStep> again(const ir::DocumentPtr& document,
                             const history::TransformationRecord& record) {
    const auto* transformation = findTransformation(record.name);
    if (!transformation)
        return fail("unknown-transformation",
                    fmt::format("There is no transformation \"{}\" to replay.", record.name));
    const DocumentView view(document);
    const AnchorIndex anchors(view.index());
    MW_TRY(const auto match, matchOf(*transformation, view, anchors, record));
    return applyRecorded(*transformation, view, match, record.params);
}

// --- Repairs --------------------------------------------------------------------------------

Expected<RecordedStep> repairRecorded(const ir::DocumentPtr& document, const Diagnostic& finding) {
    const ir::DocumentIndex index(document);
    const auto repair = validate::repairOf(index, finding);
    MW_TRY(auto result, validate::repair(document, finding));
    std::vector<ElementId> known;
    for (const ElementId id : finding.location.elements)
        if (index.find(id))
            known.push_back(id);
    return RecordedStep{
        history::RepairRecord{
            finding.code, finding.location.path,
            history::siteOf(AnchorIndex(index), known, repair ? repair->title : finding.code)},
        std::move(result)};
}

/// The finding of this document that the record's finding was in its own.
Expected<Diagnostic> findingOf(const ir::DocumentIndex& index,
                               const history::RepairRecord& record) {
    const AnchorIndex anchors(index);
    if (isExact(record.site, anchors)) {
        Diagnostic finding;
        finding.code = record.code;
        finding.location.path = record.place;
        finding.location.elements = idsOf(record.site);
        return finding;
    }
    auto findings = validate::validate(index, {.hints = true, .thorough = true});
    std::vector<ReplayPlace> places;
    std::erase_if(findings, [&](const Diagnostic& finding) {
        const auto repair = finding.code == record.code ? validate::repairOf(index, finding)
                                                        : std::optional<validate::Repair>{};
        const bool same = repair && repair->title == record.site.label;
        if (same)
            places.push_back({finding.sentence, finding.location.elements});
        return !same;
    });
    MW_TRY(const auto chosen, choose(anchors, record.site, places));
    return std::move(findings[chosen]);
}

Expected<RecordedStep> again(const ir::DocumentPtr& document, const history::RepairRecord& record) {
    const ir::DocumentIndex index(document);
    MW_TRY(const auto finding, findingOf(index, record));
    return repairRecorded(document, finding);
}

Expected<RecordedStep> again(const ir::DocumentPtr& document, const history::EditRecord& record) {
    return editAgain(document, record);
}

/// Which kernels the graph has is for the code generator to say.
Expected<RecordedStep> again(const ir::DocumentPtr& document, const history::LaunchRecord& record) {
    return RecordedStep{record, ir::EditResult{document, {}}};
}

/// The elements of a match in its document, each with its role.
Site::Anchors anchorsOf(const ir::DocumentPtr& document, const std::vector<RoleElement>& elements) {
    const auto index = ir::sharedIndex(document);
    const AnchorIndex anchors(*index);
    Site::Anchors found{anchors.fingerprint(), {}};
    for (const RoleElement& element : elements)
        found.elements.push_back(anchors.anchor(element.id, element.role));
    return found;
}

RecordedStep withRecord(const Transformation& t, Application applied) {
    Site site(std::move(applied.match.label),
              [document = applied.on.document(), elements = std::move(applied.match.elements)] {
                  return anchorsOf(document, elements);
              });
    return {history::TransformationRecord{t.name, std::move(applied.params), std::move(site)},
            std::move(applied.result)};
}

} // namespace

std::vector<RecordedStep> recorded(const Transformation& t, std::vector<Application> applications) {
    std::vector<RecordedStep> steps;
    for (Application& each : applications)
        steps.push_back(withRecord(t, std::move(each)));
    return steps;
}

Expected<RecordedStep> applyRecorded(const Transformation& t, const DocumentView& view,
                                     const Match& match, const Params& params) {
    MW_TRY(auto applied, applyAt(t, view, match, params));
    return withRecord(t, std::move(applied));
}

Expected<std::vector<RecordedStep>> repairEach(const ir::DocumentPtr& document,
                                               const std::vector<Diagnostic>& findings,
                                               const std::function<bool()>& stop) {
    std::vector<RecordedStep> steps;
    auto at = document;
    for (const auto& finding : findings) {
        if (stop && stop())
            break;
        if (!validate::repairOf(ir::DocumentIndex(at), finding))
            continue; // it has none, or is gone with one of those before
        MW_TRY(auto step, repairRecorded(at, finding));
        at = step.result.document;
        steps.push_back(std::move(step));
    }
    return steps;
}

Expected<RecordedStep> replay(const ir::DocumentPtr& document, const history::Record& record) {
    return std::visit([&](const auto& one) { return again(document, one); }, record);
}

} // namespace mw::transforms
