// Several nodes of one SDFG may hold what a match is about.

#include "transforms/toolkit/find.h"

#include <set>

namespace mw::transforms {

std::vector<Match> keepFirstOfEachLabel(const DocumentView& view, std::vector<Match> matches) {
    std::set<std::pair<SdfgId, std::string>> known;
    std::erase_if(matches, [&](const Match& match) {
        return !known.emplace(view.state(match.state)->sdfg->id, match.label).second;
    });
    return matches;
}

} // namespace mw::transforms
