#include "transforms/replay.h"

#include "core/analysis/repair.h"
#include "transforms/transformation.h"

#include <fmt/format.h>

namespace mw::transforms {

namespace {

std::string textParam(const history::Record& record, std::string_view name) {
    const auto found = record.params.find(name);
    const auto* text =
        found != record.params.end() ? std::get_if<std::string>(&found->second) : nullptr;
    return text ? *text : std::string();
}

/// The state of a node or edge; the block itself of a block; 0 for an SDFG.
BlockId stateOf(const ir::DocumentIndex& index, const Diagnostic& finding) {
    const auto* place =
        finding.location.elements.empty() ? nullptr : index.find(finding.location.elements.front());
    return place && place->block ? place->block->id : BlockId{};
}

} // namespace

history::Record repairRecord(const ir::DocumentIndex& index, const Diagnostic& finding,
                             const std::string& title) {
    history::Record record;
    record.transformation = std::string(kRepairStep);
    record.state = stateOf(index, finding);
    record.elements = finding.location.elements;
    record.matchLabel = title;
    record.params["code"] = finding.code;
    record.params["place"] = finding.location.path;
    return record;
}

Expected<std::vector<RecordedStep>> repairEach(const ir::DocumentPtr& document,
                                               const std::vector<Diagnostic>& findings,
                                               const std::function<bool()>& stop) {
    std::vector<RecordedStep> steps;
    auto at = document;
    for (const auto& finding : findings) {
        if (stop && stop())
            break;
        const ir::DocumentIndex index(at);
        const auto repair = analysis::repairOf(index, finding);
        if (!repair)
            continue; // it has none, or is gone with one of those before
        MW_TRY(auto result, analysis::repair(at, finding));
        at = result.document;
        steps.push_back({repairRecord(index, finding, repair->title), std::move(result)});
    }
    return steps;
}

Expected<ir::EditResult> replay(const ir::DocumentPtr& document, const history::Record& record) {
    if (record.transformation == kRepairStep) {
        Diagnostic finding;
        finding.code = textParam(record, "code");
        finding.location.path = textParam(record, "place");
        finding.location.elements = record.elements;
        return analysis::repair(document, finding);
    }
    const auto* transformation = findTransformation(record.transformation);
    if (!transformation)
        return fail(
            "unknown-transformation",
            fmt::format("There is no transformation \"{}\" to replay.", record.transformation));
    return applyChecked(*transformation, document,
                        {record.state, record.elements, record.matchLabel}, record.params);
}

} // namespace mw::transforms
