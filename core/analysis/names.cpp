// Identifiers in text, and every text of an SDFG's control flow.
#include "core/analysis/names.h"

#include "core/ir/index.h"

#include <cctype>

namespace mw::analysis {

namespace {

bool startsName(char c) {
    return c == '_' || std::isalpha(static_cast<unsigned char>(c)) != 0;
}
bool continuesName(char c) {
    return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0;
}

} // namespace

void collectIdentifiers(std::string_view code, NameSet& into) {
    for (std::size_t i = 0; i < code.size();) {
        const std::size_t begin = i;
        while (i < code.size() && continuesName(code[i]))
            ++i;
        if (i == begin) {
            ++i;
            continue;
        }
        const bool member = begin > 0 && code[begin - 1] == '.';
        if (startsName(code[begin]) && !member)
            into.emplace(code.substr(begin, i - begin));
    }
}

void forEachInterstateEdge(const ir::Region& region,
                           const std::function<void(const ir::InterstateEdge&)>& visit) {
    for (const auto& edge : region.edges)
        visit(edge);
    ir::forEachBlock(region, [&](const ir::Block& block) {
        if (const auto* inner = block.region())
            for (const auto& edge : inner->edges)
                visit(edge);
    });
}

void forEachControlText(const ir::Sdfg& sdfg,
                        const std::function<void(const std::string&)>& visit) {
    forEachInterstateEdge(sdfg.body, [&](const ir::InterstateEdge& edge) {
        visit(edge.condition.text);
        for (const auto& [name, value] : edge.assignments)
            visit(value);
    });
    ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
        if (const auto* loop = block.as<ir::LoopRegion>()) {
            visit(loop->init.text);
            visit(loop->condition.text);
            visit(loop->update.text);
        } else if (const auto* conditional = block.as<ir::ConditionalBlock>()) {
            for (const auto& branch : conditional->branches)
                if (branch.condition)
                    visit(branch.condition->text);
        }
    });
}

std::string_view containerOf(std::string_view data) {
    return data.substr(0, data.find('.'));
}

} // namespace mw::analysis
