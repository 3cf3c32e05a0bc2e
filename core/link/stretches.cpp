// A linked program with boundaries: a nested SDFG for what runs between two of them.
#include "core/link/detail/stretches.h"

#include "core/analysis/analysis.h"
#include "core/analysis/boundaries.h"
#include "core/analysis/names.h"
#include "core/link/detail/program_use.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace mw::link {

namespace {

using analysis::NameSet;

/// Containers that blocks read and write, and the symbols that their conditions name.
struct Touched {
    NameSet reads, writes, symbols;
    bool has(const std::string& name) const {
        return reads.contains(name) || writes.contains(name);
    }
};

/// What a condition reads by name.
void addRead(const ir::Sdfg& program, const ir::CodeBlock& condition, Touched& into) {
    const auto said = symbolic::parse(condition.text, symbolic::Dialect::code);
    if (!condition.text.empty() && said)
        for (const auto& name : symbolic::freeSymbols(*said))
            (program.data(name) ? into.reads : into.symbols).insert(name);
}

void addTouched(const ir::Sdfg& program, const ir::Block& block, Touched& into) {
    if (const auto* state = block.as<ir::State>()) {
        const auto sets = analysis::accessSets(*state);
        for (const auto& name : sets.read)
            into.reads.emplace(analysis::containerOf(name));
        for (const auto& name : sets.written)
            into.writes.emplace(analysis::containerOf(name));
    }
    if (const auto* conditional = block.as<ir::ConditionalBlock>())
        for (const ir::Branch& branch : conditional->branches) {
            if (branch.condition)
                addRead(program, *branch.condition, into);
            addTouched(program, *branch.body, into);
        }
    if (const ir::Region* inner = block.region())
        for (const auto& one : inner->blocks)
            addTouched(program, *one, into);
}

/// Blocks of the program from one boundary to the next.
struct Stretch {
    std::size_t begin = 0, end = 0;
    Touched touched;
};

class Separator {
public:
    Separator(ir::Sdfg& program, std::uint32_t& nextId) : program_(program), nextId_(nextId) {}

    void run(const std::vector<BlockBoundary>& boundaries) {
        std::size_t begin = 0;
        for (const BlockBoundary& boundary : boundaries) {
            add(begin, boundary.behind);
            begin = boundary.behind;
        }
        add(begin, program_.body.blocks.size());
        ir::Region body;
        for (std::size_t s = 0; s < stretches_.size(); ++s)
            append(body, blockOf(s));
        program_.body = std::move(body);
        for (const auto& name : gone_)
            program_.arrays.erase(name);
    }

private:
    template <class Id>
    Id newId() {
        return Id{nextId_++};
    }
    void add(std::size_t begin, std::size_t end) {
        Stretch stretch{begin, end, {}};
        for (std::size_t b = begin; b < end; ++b)
            addTouched(program_, *program_.body.blocks[b], stretch.touched);
        for (const ir::InterstateEdge& edge : program_.body.edges)
            if (isBetween(stretch, edge.src))
                addRead(program_, edge.condition, stretch.touched);
        stretches_.push_back(std::move(stretch));
    }
    bool isBetween(const Stretch& stretch, BlockId block) const {
        for (std::size_t b = stretch.begin; b < stretch.end; ++b)
            if (program_.body.blocks[b]->id == block)
                return true;
        return false;
    }
    bool isOwn(std::size_t s, const std::string& name) const {
        for (std::size_t other = 0; other < stretches_.size(); ++other)
            if (other != s && stretches_[other].touched.has(name))
                return false;
        return program_.data(name)->transient;
    }
    void append(ir::Region& body, ir::Block block) {
        if (body.blocks.empty()) {
            body.start = block.id;
        } else {
            ir::InterstateEdge edge;
            edge.id = newId<EdgeId>();
            edge.src = body.blocks.back()->id;
            edge.dst = block.id;
            body.edges.push_back(std::move(edge));
        }
        body.blocks.push_back(std::make_shared<const ir::Block>(std::move(block)));
    }

    ir::Block blockOf(std::size_t s) {
        const Stretch& stretch = stretches_[s];
        auto inner = std::make_shared<const ir::Sdfg>(sdfgOf(s));
        ir::Node node;
        node.id = newId<NodeId>();
        ir::State state;
        for (const bool write : {false, true})
            for (const auto& name : write ? stretch.touched.writes : stretch.touched.reads)
                if (const auto* data = inner->data(name); data && !data->transient)
                    connect(state, node, name, write);
        ir::NestedSdfg nested;
        nested.label = inner->name;
        nested.noInline = true;
        for (const auto& [symbol, type] : inner->symbols)
            nested.symbolMapping.emplace(symbol, symbolic::Expr::symbol(symbol));
        nested.sdfg = std::move(inner);
        ir::Block block{newId<BlockId>(), nested.label, {}, {}};
        node.kind = std::move(nested);
        state.nodes.push_back(std::make_shared<const ir::Node>(std::move(node)));
        block.kind = std::move(state);
        return block;
    }
    void connect(ir::State& state, ir::Node& nested, const std::string& name, bool write) {
        ir::Node access;
        access.id = newId<NodeId>();
        access.kind = ir::AccessNode{name, false};
        ir::Edge edge;
        edge.id = newId<EdgeId>();
        edge.src = write ? nested.id : access.id;
        edge.dst = write ? access.id : nested.id;
        (write ? edge.srcConnector : edge.dstConnector) = name;
        (write ? nested.out : nested.in).emplace(name, ir::DType{ir::ScalarType::none, {}});
        edge.memlet = ir::Memlet::of(name, analysis::wholeContainer(*program_.data(name)));
        state.nodes.push_back(std::make_shared<const ir::Node>(std::move(access)));
        state.edges.push_back(std::make_shared<const ir::Edge>(std::move(edge)));
    }

    ir::Sdfg sdfgOf(std::size_t s) {
        const Stretch& stretch = stretches_[s];
        ir::Sdfg inner;
        inner.id = newId<SdfgId>();
        inner.name = fmt::format("{}_{}", program_.name, s + 1);
        inner.usingExplicitControlFlow = program_.usingExplicitControlFlow;
        for (const auto& [name, data] : program_.arrays) {
            if (!stretch.touched.has(name))
                continue;
            ir::DataDescriptor copy = *data;
            if (isOwn(s, name))
                gone_.insert(name);
            else
                copy.transient = false;
            inner.arrays.set(name, std::make_shared<const ir::DataDescriptor>(std::move(copy)));
        }
        const auto& blocks = program_.body.blocks;
        for (std::size_t b = stretch.begin; b < stretch.end; ++b)
            inner.body.blocks.push_back(blocks[b]);
        inner.body.start = blocks[stretch.begin]->id;
        for (const ir::InterstateEdge& edge : program_.body.edges)
            if (isInside(inner.body, edge.src) && isInside(inner.body, edge.dst))
                inner.body.edges.push_back(edge);
        const auto used = analysis::usedSymbols(inner);
        NameSet symbols(used.begin(), used.end());
        symbols.insert(stretch.touched.symbols.begin(), stretch.touched.symbols.end());
        for (const auto& [name, data] : inner.arrays)
            collectSymbols(*data, symbols);
        for (const auto& symbol : symbols)
            if (const auto type = program_.symbols.find(symbol); type != program_.symbols.end())
                inner.symbols.emplace(symbol, type->second);
        return inner;
    }
    static bool isInside(const ir::Region& region, BlockId id) {
        return std::ranges::any_of(region.blocks,
                                   [&](const auto& block) { return block->id == id; });
    }

    ir::Sdfg& program_;
    std::uint32_t& nextId_;
    std::vector<Stretch> stretches_;
    NameSet gone_; ///< temporaries of one stretch alone
};

} // namespace

void separateStretches(ir::Sdfg& program, const std::vector<BlockBoundary>& boundaries,
                       std::uint32_t& nextId) {
    if (boundaries.empty())
        return;
    Separator(program, nextId).run(boundaries);
    analysis::Boundaries exchanged;
    for (const BlockBoundary& boundary : boundaries)
        exchanged.push_back(boundary.fields);
    analysis::setBoundaries(program, exchanged);
}

} // namespace mw::link
