// The hash of each kind of element by itself, which ids, labels and generated names leave alone:
// anchors combine it with those of the elements around.

#include "core/history/element_hash.h"

#include "core/analysis/structure_local.h"
#include "core/support/hash.h"
#include "core/support/last_answers.h"
#include "core/support/overload.h"

#include <fmt/format.h>

namespace mw::history {

namespace {

using Hash = std::uint64_t;

/// Connectors of code are names that its generator chose: they count by their place.
void addConnectors(symbolic::Substitution& meaning, const ir::Connectors& side, char tag) {
    int place = 0;
    for (const auto& [name, type] : side)
        meaning.insert_or_assign(name, symbolic::Expr::symbol(fmt::format("{}{}", tag, place++)));
}

Hash connectorHash(const ir::Node& node, const ir::Connectors& side, const std::string& connector) {
    if (node.as<ir::LibraryNode>())
        return fnv1a64(connector);
    if (!node.as<ir::Tasklet>())
        return 0; // pairs of scopes, and bindings of nested SDFGs, show in what they lead to
    const auto found = side.find(connector);
    return found == side.end() ? 0 : 1 + static_cast<Hash>(std::distance(side.begin(), found));
}

Hash propertiesHash(const ir::LibraryNode& library) {
    Hash hash = fnv1a64(library.classpath);
    for (const auto& [key, text] : library.properties)
        if (analysis::propertyCounts(key))
            hash = hashCombine(hash, hashCombine(fnv1a64(key), fnv1a64(text)));
    return hash;
}

} // namespace

Names namesOfRoot(const ir::Sdfg& root) {
    Names names;
    for (const auto& [name, data] : root.arrays)
        if (!data->transient)
            names.containers.emplace(name, fnv1a64(name));
    return names;
}

Names namesInside(const ir::StateIndex& state, const ir::Node& nested, const Names& around) {
    Names names;
    for (const auto& [name, expr] : nested.as<ir::NestedSdfg>()->symbolMapping)
        names.symbols.emplace(name, symbolic::substitute(expr, around.symbols));
    const auto bind = [&](const std::string& connector, const std::string& data) {
        if (const auto known = around.containers.find(data); known != around.containers.end())
            names.containers.emplace(connector, known->second);
    };
    for (const auto* edge : state.inEdges(nested.id))
        bind(edge->dstConnector, edge->memlet.data);
    for (const auto* edge : state.outEdges(nested.id))
        bind(edge->srcConnector, edge->memlet.data);
    return names;
}

Hash ElementHasher::nameOf(const std::string& container) const {
    const auto known = names_.containers.find(container);
    return known == names_.containers.end() ? 0 : known->second;
}

namespace {

/// What is hashed, and what its names mean, as hashes: records are made edit after edit, and most
/// of a document stays as it is.
struct Meaning {
    Hash said = 0, symbols = 0;

    bool operator==(const Meaning&) const = default;
    Hash hash() const { return hashCombine(said, symbols); }
};

template <class Find>
Hash known(const Meaning& meaning, const Find& find) {
    constexpr std::size_t kKnown = 1 << 14; ///< hashes that a thread keeps
    thread_local LastAnswers<Meaning, Hash> last(kKnown);
    return last.to(meaning, [&](const Meaning&) { return find(); });
}

} // namespace

ElementHasher::ElementHasher(const ir::Sdfg& sdfg, const Names& names)
    : sdfg_(sdfg), names_(names), symbols_(names.symbols.size()) {
    for (const auto& [name, value] : names.symbols)
        symbols_ = hashCombine(symbols_, hashCombine(fnv1a64(name), value.hash()));
}

Hash ElementHasher::of(const symbolic::Expr& e) const {
    return known({e.hash(), symbols_}, [&] { return analysis::exprHash(e, names_.symbols); });
}

Hash ElementHasher::of(const symbolic::Subset& subset) const {
    Hash hash = subset.rank();
    for (const auto& range : subset.dims)
        for (const auto* e : {&range.begin, &range.end, &range.step})
            hash = hashCombine(hash, of(*e));
    return hash;
}

Hash ElementHasher::of(const std::string& code) const {
    return analysis::codeHash(code, names_.symbols);
}

Hash ElementHasher::of(const ir::AccessNode& access) const {
    Hash hash = nameOf(access.data);
    const auto* data = sdfg_.data(access.data);
    if (!data)
        return hash;
    for (const auto part : {static_cast<Hash>(data->dtype.scalar), Hash{data->rank()},
                            static_cast<Hash>(data->kind), Hash{data->transient}})
        hash = hashCombine(hash, part);
    return hash;
}

Hash ElementHasher::of(const ir::Map& map) const {
    Hash hash = of(map.range);
    for (const auto& param : map.params)
        hash = hashCombine(hash, fnv1a64(param));
    return hash;
}

Hash ElementHasher::of(const ir::Tasklet& tasklet, const ir::Node& node) const {
    Hash said = fnv1a64(tasklet.code.text);
    for (const auto* side : {&node.in, &node.out})
        for (const auto& [name, type] : *side)
            said = hashCombine(said, hashCombine(side == &node.in ? 1 : 2, fnv1a64(name)));
    return known({said, symbols_}, [&] {
        auto meaning = names_.symbols;
        addConnectors(meaning, node.in, '<');
        addConnectors(meaning, node.out, '>');
        return analysis::codeHash(tasklet.code.text, meaning);
    });
}

Hash ElementHasher::operator()(const ir::Node& node) const {
    const Hash own = std::visit(
        Overload{
            [&](const ir::AccessNode& access) { return of(access); },
            [&](const ir::Tasklet& tasklet) { return of(tasklet, node); },
            [&](const ir::MapEntry& entry) { return of(entry.map); },
            [&](const ir::ConsumeEntry& entry) { return of(entry.numPes); },
            [](const ir::NestedSdfg& nested) {
                return nested.sdfg ? Hash{nested.sdfg->body.blocks.size()} : fnv1a64(nested.label);
            },
            [](const ir::LibraryNode& library) { return propertiesHash(library); },
            [](const ir::UnknownNode& unknown) { return fnv1a64(unknown.typeName); },
            [](const auto& /*an exit has nothing of its own*/) { return Hash{0}; },
        },
        node.kind);
    return hashCombine(node.kind.index(), own);
}

Hash ElementHasher::operator()(const ir::Edge& edge, const ir::Node& src,
                               const ir::Node& dst) const {
    const auto& memlet = edge.memlet;
    Hash hash = hashCombine(connectorHash(src, src.out, edge.srcConnector),
                            connectorHash(dst, dst.in, edge.dstConnector));
    if (memlet.empty())
        return hash;
    for (const auto* subset : {&memlet.subset, &memlet.otherSubset})
        hash = hashCombine(hash, *subset ? of(**subset) : 0);
    return hashCombine(hashCombine(hash, nameOf(memlet.data)), fnv1a64(memlet.wcr));
}

Hash ElementHasher::operator()(const ir::InterstateEdge& edge) const {
    Hash hash = of(edge.condition.text);
    for (const auto& [name, text] : edge.assignments)
        hash = hashCombine(hash, hashCombine(of(name), of(text)));
    return hash;
}

Hash ElementHasher::operator()(const ir::Block& block) const {
    Hash hash = block.kind.index();
    if (const auto* loop = block.as<ir::LoopRegion>())
        for (const auto* text :
             {&loop->loopVariable, &loop->init.text, &loop->condition.text, &loop->update.text})
            hash = hashCombine(hash, of(*text));
    if (const auto* conditional = block.as<ir::ConditionalBlock>())
        for (const auto& branch : conditional->branches)
            hash = hashCombine(hash, branch.condition ? of(branch.condition->text) : 0);
    return hash;
}

Hash containerHash(const std::string& name, const ir::DataDescriptor& data) {
    Hash hash = hashCombine(fnv1a64(name), fnv1a64(data.typeName));
    hash = hashCombine(hash, static_cast<Hash>(data.dtype.scalar));
    hash = hashCombine(hash, data.transient ? 1 : 0);
    for (const auto* list : {&data.shape, &data.strides, &data.offset})
        for (const auto& e : *list)
            hash = hashCombine(hash, e.hash());
    return hash;
}

} // namespace mw::history
