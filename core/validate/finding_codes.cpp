// All codes of findings, with what each means.
#include "core/validate/finding_codes.h"

#include <algorithm>
#include <array>

namespace mw::validate {

namespace {

using enum FindingKind;

// clang-format off: a table, one row a line
constexpr auto kCodes = std::to_array<FindingCode>({
    {"alias-lifetime", validity, "error", "6",
     "A view or reference has another lifetime than Scope."},
    {"ambiguous-successor", validity, "warning", "6.3",
     "Several edges without a condition leave one block."},
    {"ambiguous-view", validity, "error", "14", "Nothing says which container a view shows."},
    {"assignment-race", validity, "error", "9",
     "An interstate edge reads a name that it also assigns."},
    {"assignment-to-container", validity, "error", "7",
     "An interstate edge assigns to a container."},
    {"canonical-rule-10", canonical, "warning/hint", "rule 10",
     "A temporary inside a map has another lifetime or storage than Scope and Register."},
    {"canonical-rule-11", canonical, "warning/hint", "rule 11",
     "A map variable names no dimension."},
    {"canonical-rule-3", canonical, "warning/hint", "rule 3",
     "A global container is read and written in one state with a shift."},
    {"canonical-rule-4", canonical, "warning/hint", "rule 4",
     "The control flow reads an array instead of a scalar."},
    {"canonical-rule-5", canonical, "warning/hint", "rule 5", "The states form a cycle."},
    {"canonical-rule-6", canonical, "warning/hint", "rule 6",
     "A temporary is written again in a later state."},
    {"canonical-rule-7", canonical, "hint", "rule 7",
     "A temporary is written by several edges (recommended: one)."},
    {"canonical-rule-8", canonical, "warning/hint", "rule 8",
     "A temporary has several access nodes in one state."},
    {"canonical-rule-9", canonical, "warning/hint", "rule 9",
     "A temporary that is read without being written there is no source node."},
    {"connector-both-ways", validity, "error/warning", "17",
     "A name is an input and an output connector of one node."},
    {"connector-is-symbol", validity, "error", "26",
     "A connector of a nested SDFG is a symbol inside."},
    {"connector-name-taken", validity, "error/warning", "17",
     "A connector is called like a symbol, constant or container."},
    {"connector-to-temporary", validity, "error", "26",
     "A connector of a nested SDFG is a temporary inside."},
    {"connector-with-several-edges", validity, "error", "18",
     "A connector that takes one edge has several."},
    {"connector-without-container", validity, "error", "26",
     "A connector of a nested SDFG is no container inside."},
    {"constant-type", validity, "warning", "4",
     "A constant does not fit the type declared for its name."},
    {"consume-stream", validity, "error", "16", "A consume scope lacks a stream connector."},
    {"container-without-connector", validity, "error", "26",
     "A container of a nested SDFG that is no temporary has no connector."},
    {"converting-copy", advice, "hint", "", "A copy is between containers of different types."},
    {"copy-size", validity, "error/warning", "23",
     "The ends of a copy have different numbers of elements."},
    {"copy-size-unproven", validity, "warning", "23",
     "The ends of a copy are not shown to have as many elements."},
    {"copy-unsaid-region", validity, "warning", "23",
     "A copy says the region of one end only, and versions of DaCe differ about the other."},
    {"dangling-connector", validity, "error", "18", "A connector has no edge."},
    {"dataflow-cycle", validity, "error", "11", "The dataflow of a state has a cycle."},
    {"dead-symbols", advice, "hint", "", "Symbols are declared that nothing uses."},
    {"different-in-and-out", validity, "error", "26",
     "A connector on both sides of a nested SDFG is bound to different containers."},
    {"duplicate-label", validity, "error", "2", "Two blocks of one region have the same label."},
    {"edge-across-scopes", validity, "error", "23",
     "An edge leads into or out of a scope without its entry or exit."},
    {"edge-to-missing-connector", validity, "error", "18",
     "An edge uses a connector that the node does not have."},
    {"edge-to-missing-node", validity, "error", "", "An edge leads to a node that is not there."},
    {"else-not-last", validity, "error", "6.3", "An else branch is not the last of several."},
    {"empty-map", validity, "warning", "24", "A map has no iteration."},
    {"empty-memlet", validity, "error", "22",
     "An edge at the connector of a tasklet carries no data."},
    {"guessed-view", validity, "warning", "14", "A view could show either side."},
    {"host-reads-device", validity, "error", "10, 21",
     "Host code takes a value from device memory."},
    {"index-count", validity, "error", "25",
     "A tasklet indexes a connector with the wrong number of indices."},
    {"invalid-name", validity, "error", "2, 3, 9, 11, 24 to 26", "A name is no identifier."},
    {"isolated-node", validity, "error", "12", "A node that is no code has no edges."},
    {"jump-outside-loop", validity, "error", "6.2", "A break or continue has no loop around it."},
    {"library-edges", validity, "error", "27", "A library node has the wrong edges."},
    {"library-mask", validity, "error", "27",
     "The mask of a reduction with skip values is no table."},
    {"library-type", validity, "error", "27", "A library node copies between different types."},
    {"loop-without-condition", validity, "error", "6.3", "A loop has no condition."},
    {"map-parameters", validity, "error", "24",
     "A map has no parameters, two of one name, or another number of ranges."},
    {"map-step", validity, "error", "24", "A map has a step that is not positive."},
    {"mapping-of-connector", validity, "warning", "26", "The symbol mapping names a connector."},
    {"maybe-unwritten", range, "hint", "", "A read of a temporary is not shown to be written."},
    {"memlet-of-missing-container", validity, "error", "19", "A memlet names no container."},
    {"memlet-of-other-data", validity, "error", "20", "A memlet names neither end of its path."},
    {"missing-connector", validity, "error", "15",
     "A container of a nested SDFG that comes from outside has no connector."},
    {"missing-symbol", validity, "error", "26",
     "A nested SDFG is given no value for a symbol that it uses."},
    {"name-used-twice", validity, "error", "3", "A name stands for several containers or symbols."},
    {"negative-copy", validity, "error", "19", "A copy takes a region that ends before it begins."},
    {"negative-size", validity, "error", "6", "A container has a negative extent."},
    {"nested-without-container", validity, "error", "20",
     "A nested SDFG is connected to something that is no container."},
    {"never-written", validity, "warning", "14", "A temporary is read, but nothing writes it."},
    {"no-blocks", validity, "error", "7", "An SDFG has no state."},
    {"no-start", validity, "error", "8", "The first block of a region is ambiguous."},
    {"no-such-container", validity, "error", "14", "An access node names no container."},
    {"offset-count", validity, "error", "6",
     "A container has another number of offsets than dimensions."},
    {"order-of-updates", range, "warning", "",
     "Iterations of a map update an element by a write-conflict resolution whose result depends on "
     "their order."},
    {"out-of-bounds", validity, "error/warning", "23",
     "A region reaches outside of its container."},
    {"outer-region-too-small", range, "warning", "",
     "An outer memlet does not cover the inner ones."},
    {"parameter-hides-name", advice, "warning", "", "A map parameter hides another name."},
    {"persistent-register", validity, "error", "6",
     "A container that outlives the call is stored in registers."},
    {"racing-iterations", range, "warning", "",
     "Iterations of a map write and touch the same element, in no order."},
    {"raw-code", advice, "warning", "", "The graph carries C++ of its own."},
    {"read-before-write", validity, "warning", "14",
     "A temporary is read before the state that writes it."},
    {"reference-before-set", validity, "error", "14", "A reference is used before it is set."},
    {"rounding-division", validity, "warning/hint", "",
     "A division rounds as mathematics has it, where the C++ of DaCe rounds towards zero."},
    {"scalar-return", validity, "error", "5", "A return value is a scalar."},
    {"stride-count", validity, "error", "6",
     "A container has another number of strides than dimensions."},
    {"subset-rank", validity, "error", "23",
     "A region has another number of dimensions than its container."},
    {"undeclared-symbol", validity, "warning", "", "A symbol is used without being declared."},
    {"undefined-size", validity, "error", "6",
     "The size of a temporary contains an undefined symbol."},
    {"undefined-symbol", validity, "error/warning", "9",
     "The control flow uses a name that nothing defines."},
    {"unknown-function", validity, "error", "",
     "Symbolic text calls what is no function of symbolic expressions."},
    {"unknown-name-in-tasklet", validity, "warning", "", "A tasklet uses a name that is nothing."},
    {"unknown-node", validity, "warning", "28", "A node is of a type that is not known here."},
    {"unknown-type", validity, "warning", "28",
     "A container is of a kind, or has elements of a type, that is not known here."},
    {"unordered-accesses", validity, "warning", "29",
     "Overlapping regions are accessed in no order."},
    {"unpaired-connector", validity, "error", "13", "A connector of a scope node has no partner."},
    {"unpaired-scope", validity, "error", "13", "A scope lacks its entry or exit."},
    {"unreachable-block", validity, "error/warning", "11",
     "A block is never reached from the start."},
    {"unreadable-code", validity, "warning/hint", "", "Code is not understood and so not checked."},
    {"unresolved-conflict", validity, "warning", "26",
     "A nested SDFG writes past the conflict resolution of its output."},
    {"unused-containers", advice, "hint", "", "Temporaries are declared that nothing uses."},
    {"unused-mapping", advice, "hint", "26", "The symbol mapping gives a value that is not used."},
    {"unwritten-read", range, "warning", "",
     "A temporary is read outside of what the graph writes."},
    {"version-dependent", validity, "warning", "", "Versions of DaCe compute different values."},
    {"wcr-without-initialisation", advice, "warning", "",
     "A temporary is only ever updated, never set."},
    {"write-to-input", validity, "error", "15", "A nested SDFG writes what is only its input."},
    {"wrong-volume", advice, "hint", "", "A memlet says another volume than its region has."},
});
// clang-format on

} // namespace

std::string_view name(FindingKind kind) {
    switch (kind) {
    case validity:
        return "validity";
    case range:
        return "range";
    case canonical:
        return "canonical";
    case advice:
        return "advice";
    }
    return "";
}

std::span<const FindingCode> findingCodes() {
    return kCodes;
}

const FindingCode* findFindingCode(std::string_view code) {
    const auto found = std::ranges::lower_bound(kCodes, code, {}, &FindingCode::code);
    return found != kCodes.end() && found->code == code ? &*found : nullptr;
}

FindingKind kindOf(std::string_view code) {
    const auto* known = findFindingCode(code);
    return known ? known->kind : validity;
}

} // namespace mw::validate
