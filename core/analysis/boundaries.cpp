// Boundaries of linked programs, as the root's global code has them.
#include "core/analysis/boundaries.h"

#include <sstream>

namespace mw::analysis {

namespace {

constexpr std::string_view kWord = "exchange";

} // namespace

Boundaries boundariesOf(const ir::Sdfg& program) {
    Boundaries boundaries;
    const auto stated = program.globalCode.find(kBoundariesFile);
    std::istringstream lines(stated == program.globalCode.end() ? "" : stated->second.text);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string word;
        if (!(words >> word) || word != kWord)
            continue;
        boundaries.emplace_back();
        while (words >> word)
            boundaries.back().push_back(word);
    }
    return boundaries;
}

void setBoundaries(ir::Sdfg& program, const Boundaries& boundaries) {
    std::string text;
    for (const auto& fields : boundaries) {
        text += text.empty() ? "" : "\n";
        text += kWord;
        for (const auto& field : fields)
            text += " " + field;
    }
    program.globalCode.erase(std::string(kBoundariesFile));
    if (!boundaries.empty())
        program.globalCode[std::string(kBoundariesFile)] = {text, ir::Language::Python};
}

const ir::Node* stretchIn(const ir::Block& block) {
    const auto* state = block.as<ir::State>();
    const ir::Node* found = nullptr;
    for (std::size_t i = 0; state && i < state->nodes.size(); ++i) {
        const auto& node = state->nodes[i];
        if (node->as<ir::AccessNode>())
            continue;
        const auto* nested = node->as<ir::NestedSdfg>();
        if (found || !nested || !nested->noInline || !nested->sdfg)
            return nullptr;
        found = node.get();
    }
    return found;
}

} // namespace mw::analysis
