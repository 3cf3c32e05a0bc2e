// Boundaries of linked programs, as the root's global code has them.
#include "core/analysis/boundaries.h"

#include <sstream>
#include <utility>

namespace mw::analysis {

namespace {

/// A line is a call in Python, as DaCe reads the code of a file and writes it again.
constexpr std::string_view kBegin = "exchange(", kEnd = ")";

std::vector<std::string> namesIn(std::string_view list) {
    std::vector<std::string> names;
    std::string name;
    for (const char c : list)
        if (c == ',')
            names.push_back(std::exchange(name, {}));
        else if (c != ' ')
            name += c;
    if (!name.empty())
        names.push_back(name);
    return names;
}

} // namespace

Boundaries boundariesOf(const ir::Sdfg& program) {
    Boundaries boundaries;
    const auto stated = program.globalCode.find(kBoundariesFile);
    std::istringstream lines(stated == program.globalCode.end() ? "" : stated->second.text);
    for (std::string line; std::getline(lines, line);) {
        const auto end = line.rfind(kEnd);
        if (line.starts_with(kBegin) && end != std::string::npos)
            boundaries.push_back(
                namesIn(std::string_view(line).substr(kBegin.size(), end - kBegin.size())));
    }
    return boundaries;
}

void setBoundaries(ir::Sdfg& program, const Boundaries& boundaries) {
    std::string text;
    for (const auto& fields : boundaries) {
        text += text.empty() ? "" : "\n";
        text += kBegin;
        for (std::size_t i = 0; i < fields.size(); ++i)
            text += (i == 0 ? "" : ", ") + fields[i];
        text += kEnd;
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
