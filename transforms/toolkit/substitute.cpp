// Replacing symbols in the expressions and in the control flow of one SDFG. What contains
// none of them is left untouched, so that the analyses of it that are cached stay valid.

#include "transforms/toolkit/substitute.h"

#include <algorithm>

namespace mw::transforms {

namespace {

using symbolic::Expr;

/// Replaces in place and remembers whether anything changed.
class Replacing {
public:
    explicit Replacing(const symbolic::Substitution& values) : values_(values) {}

    bool changed() const { return changed_; }

    void expr(Expr& e) {
        Expr next = symbolic::substitute(e, values_);
        if (next == e)
            return;
        e = symbolic::simplify(next);
        changed_ = true;
    }
    void all(std::vector<Expr>& list) {
        for (Expr& e : list)
            expr(e);
    }
    void subset(symbolic::Subset& subset) {
        for (symbolic::Range& range : subset.dims) {
            expr(range.begin);
            expr(range.end);
            expr(range.step);
            expr(range.tile);
        }
    }
    void descriptor(ir::DataDescriptor& data) {
        all(data.shape);
        all(data.strides);
        all(data.offset);
        expr(data.totalSize);
        expr(data.startOffset);
        for (auto& [name, member] : data.members) {
            auto changed = *member;
            descriptor(changed);
            member = std::make_shared<const ir::DataDescriptor>(std::move(changed));
        }
    }
    void memlet(ir::Memlet& memlet) {
        if (memlet.subset)
            subset(*memlet.subset);
        if (memlet.otherSubset)
            subset(*memlet.otherSubset);
        expr(memlet.volume);
    }
    void node(ir::Node& node) {
        if (auto* map = node.as<ir::MapEntry>())
            subset(map->map.range);
        else if (auto* consume = node.as<ir::ConsumeEntry>())
            expr(consume->numPes);
        else if (auto* nested = node.as<ir::NestedSdfg>())
            for (auto& [inner, outer] : nested->symbolMapping)
                expr(outer);
    }

private:
    const symbolic::Substitution& values_;
    bool changed_ = false;
};

/// The element with its symbols replaced; null when it says none of them.
template <class T, class Replace>
std::shared_ptr<const T> replacedIn(const T& element, const symbolic::Substitution& values,
                                    const Replace& replace) {
    T copy = element;
    Replacing replacing(values);
    replace(replacing, copy);
    return replacing.changed() ? std::make_shared<const T>(std::move(copy)) : nullptr;
}

bool hasExpressions(const ir::Node& node) {
    return node.as<ir::MapEntry>() || node.as<ir::ConsumeEntry>() || node.as<ir::NestedSdfg>();
}

void substituteInState(ir::Editor& editor, BlockId id, const ir::State& state,
                       const symbolic::Substitution& values) {
    for (std::size_t i = 0; i < state.nodes.size(); ++i)
        if (hasExpressions(*state.nodes[i]))
            if (auto next = replacedIn(*state.nodes[i], values,
                                       [](Replacing& r, ir::Node& n) { r.node(n); }))
                editor.state(id).nodes[i] = std::move(next);
    for (std::size_t i = 0; i < state.edges.size(); ++i)
        if (auto next = replacedIn(*state.edges[i], values,
                                   [](Replacing& r, ir::Edge& e) { r.memlet(e.memlet); }))
            editor.state(id).edges[i] = std::move(next);
}

symbolic::Substitution valuesOf(const Renaming& texts) {
    symbolic::Substitution values;
    for (const auto& [name, text] : texts)
        if (auto value = symbolic::parse(text, symbolic::Dialect::code))
            values.emplace(name, std::move(*value));
    return values;
}

/// The text with other names. Quotients are read in canonical form, which may round them elsewhere
/// with the new names (`L/2 + M/2` is N when both are N): then as what keeps their value.
std::string renamedText(const std::string& text, const Renaming& texts) {
    std::string next = renameIdentifiers(text, texts);
    if (next == text || text.find('/') == std::string::npos)
        return next;
    const auto before = symbolic::parse(text, symbolic::Dialect::code);
    const auto after = symbolic::parse(next, symbolic::Dialect::code);
    if (!before || !after)
        return next;
    const Expr wanted = symbolic::substitute(*before, valuesOf(texts));
    return wanted == *after ? next : symbolic::print(wanted, symbolic::Dialect::code);
}

/// A text of the control flow with other names, put in place by `set` when it changed.
template <class Set>
void renameText(const std::string& text, const Renaming& texts, const Set& set) {
    std::string next = renamedText(text, texts);
    if (next != text)
        set(std::move(next));
}

void renameEdges(ir::Editor& editor, ElementId owner, const ir::Region& region,
                 const Renaming& texts) {
    for (std::size_t i = 0; i < region.edges.size(); ++i) {
        const auto edge = [&]() -> ir::InterstateEdge& { return editor.region(owner).edges[i]; };
        renameText(region.edges[i].condition.text, texts,
                   [&](std::string next) { edge().condition.text = std::move(next); });
        for (std::size_t a = 0; a < region.edges[i].assignments.size(); ++a)
            renameText(region.edges[i].assignments[a].second, texts,
                       [&](std::string next) { edge().assignments[a].second = std::move(next); });
    }
}

void renameLoop(ir::Editor& editor, const ir::Block& block, const Renaming& texts) {
    const auto& loop = *block.as<ir::LoopRegion>();
    for (const auto part :
         {&ir::LoopRegion::init, &ir::LoopRegion::condition, &ir::LoopRegion::update})
        renameText((loop.*part).text, texts, [&](std::string next) {
            (editor.block(block.id).as<ir::LoopRegion>()->*part).text = std::move(next);
        });
}

void renameBranches(ir::Editor& editor, const ir::Block& block, const Renaming& texts) {
    const auto& branches = block.as<ir::ConditionalBlock>()->branches;
    for (std::size_t i = 0; i < branches.size(); ++i)
        if (branches[i].condition)
            renameText(branches[i].condition->text, texts, [&](std::string next) {
                auto& copy = *editor.block(block.id).as<ir::ConditionalBlock>();
                copy.branches[i].condition->text = std::move(next);
            });
}

} // namespace

void substituteInExpressions(ir::Editor& editor, SdfgId id, const symbolic::Substitution& values) {
    if (values.empty())
        return;
    const ir::Sdfg& sdfg = *editor.base().find(id)->sdfg;
    for (const auto& [name, data] : sdfg.arrays)
        if (auto next = replacedIn(*data, values,
                                   [](Replacing& r, ir::DataDescriptor& d) { r.descriptor(d); }))
            editor.sdfg(id).arrays.set(name, std::move(next));
    ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
        if (const auto* state = block.as<ir::State>())
            substituteInState(editor, block.id, *state, values);
    });
}

void substituteInControlFlow(ir::Editor& editor, SdfgId id, const Renaming& texts) {
    if (texts.empty())
        return;
    const ir::Sdfg& sdfg = *editor.base().find(id)->sdfg;
    renameEdges(editor, id, sdfg.body, texts);
    ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
        if (block.region())
            renameEdges(editor, block.id, *block.region(), texts);
        if (block.as<ir::LoopRegion>())
            renameLoop(editor, block, texts);
        if (block.as<ir::ConditionalBlock>())
            renameBranches(editor, block, texts);
    });
}

} // namespace mw::transforms
