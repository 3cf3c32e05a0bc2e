// The program as a match.

#include "transforms/toolkit/program_match.h"

namespace mw::transforms {

namespace {

const std::string kProgram = "program";

/// What patterns say of matches that are none.
Refusal noMatch(std::string code, std::string sentence) {
    return {1, std::move(code), std::move(sentence), {}, false, {}};
}

} // namespace

std::vector<std::string> programRoles() {
    return {kProgram};
}

std::vector<Match> findProgram(const DocumentView& view, const Region& region) {
    const ir::Sdfg& root = *view.document()->root;
    if (!region.contains(view.index(), root.id))
        return {};
    return {Match{{}, {{kProgram, root.id}}, root.name}};
}

MaybeRefusal checkProgramMatch(const DocumentView& view, const Match& match) {
    const ElementId id = match.at(kProgram);
    if (match.state)
        return noMatch("no-such-state", "A program is in no state.");
    if (!id || !view.index().find(id))
        return noMatch("no-such-elements", "The program of this match does not exist.");
    if (id != view.document()->root->id)
        return noMatch("wrong-elements", "This match needs the whole program.");
    return std::nullopt;
}

} // namespace mw::transforms
