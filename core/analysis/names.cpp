// Identifiers in text, and every text of an SDFG's control flow.
#include "core/analysis/names.h"

#include "core/ir/index.h"
#include "core/support/identifiers.h"

namespace mw::analysis {

void collectIdentifiers(std::string_view code, NameSet& into) {
    forEachWord(code, [&](const Word& word) {
        if (word.isIdentifier() && !word.member)
            into.emplace(word.text);
    });
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

const ir::DataDescriptor* dataNamed(const ir::Sdfg& sdfg, std::string_view data) {
    const std::string_view container = containerOf(sdfg, data);
    const ir::DataDescriptor* found = sdfg.data(container);
    const bool member = found && container.size() < data.size();
    return member ? ir::memberOf(*found, data.substr(container.size() + 1)) : found;
}

std::string_view containerOf(const ir::Sdfg& sdfg, std::string_view data) {
    const std::string_view name = containerOf(data);
    return name.size() < data.size() && sdfg.arrays.contains(data) ? data : name;
}

} // namespace mw::analysis
