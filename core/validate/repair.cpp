// Finds the repair of a finding and carries it out.
#include "core/validate/repair.h"

#include "core/validate/repairs.h"

#include <algorithm>
#include <array>

namespace mw::validate {

namespace {

struct Entry {
    std::string_view code;
    MakeRepair make;
};

constexpr auto kRepairs = std::to_array<Entry>({
    {"alias-lifetime", makeScopeLifetime},
    {"canonical-rule-10", keepInRegister},
    {"connector-to-temporary", makeArgument},
    {"dangling-connector", removeConnector},
    {"dead-symbols", removeDeadSymbols},
    {"duplicate-label", renameBlock},
    {"edge-to-missing-connector", addConnector},
    {"guessed-view", markView},
    {"isolated-node", removeIsolatedNode},
    {"mapping-of-connector", removeMapping},
    {"missing-symbol", addMapping},
    {"outer-region-too-small", propagateOutwards},
    {"undeclared-symbol", declareSymbol},
    {"unpaired-connector", pairConnector},
    {"unreachable-block", removeBlock},
    {"unused-containers", removeUnusedContainers},
    {"unused-mapping", removeMapping},
    {"wcr-without-initialisation", zeroFirst},
    {"wrong-volume", recomputeVolume},
});

constexpr auto kRepairable = [] {
    std::array<std::string_view, kRepairs.size()> codes;
    std::ranges::transform(kRepairs, codes.begin(), &Entry::code);
    return codes;
}();

} // namespace

std::string Case::after(std::string_view prefix) const {
    return place().starts_with(prefix) ? place().substr(prefix.size()) : std::string();
}

const ir::DocumentIndex::Place* Case::holder() const {
    const auto* sdfg = index.find(at.sdfg->id);
    const auto* node = sdfg && sdfg->parent ? index.find(sdfg->parent) : nullptr;
    return node && node->node ? node : nullptr;
}

std::function<void(ir::Editor&)> changeContainer(SdfgId sdfg, const std::string& name,
                                                 std::function<void(ir::DataDescriptor&)> change) {
    return [sdfg, name, change = std::move(change)](ir::Editor& editor) {
        auto& owner = editor.sdfg(sdfg);
        auto descriptor = **owner.arrays.find(name);
        change(descriptor);
        owner.arrays.set(name, std::make_shared<const ir::DataDescriptor>(descriptor));
    };
}

std::optional<Repair> repairOf(const ir::DocumentIndex& index, const Diagnostic& finding) {
    const auto entry = std::ranges::find(kRepairs, std::string_view(finding.code), &Entry::code);
    if (entry == kRepairs.end() || finding.location.elements.empty())
        return std::nullopt;
    const auto* at = index.find(finding.location.elements.front());
    if (!at || !at->sdfg)
        return std::nullopt;
    return entry->make({index, finding, *at});
}

Expected<ir::EditResult> repair(const ir::DocumentPtr& document, const Diagnostic& finding) {
    const ir::DocumentIndex index(document);
    const auto found = repairOf(index, finding);
    if (!found)
        return fail("no-repair", "This finding has no repair here: " + finding.code + ".",
                    finding.location);
    ir::Editor editor(document);
    found->apply(editor);
    return editor.commit();
}

std::span<const std::string_view> repairableCodes() {
    return kRepairable;
}

} // namespace mw::validate
