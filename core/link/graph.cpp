// Builds the graph of a sequence: containers that the calls share, a state for each call.
#include "core/link/detail/graph.h"

#include "core/analysis/analysis.h"
#include "core/analysis/assumed.h"
#include "core/analysis/bound_names.h"
#include "core/ir/renumber.h"
#include "core/link/detail/stretches.h"
#include "core/symbolic/literal.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace mw::link {

namespace {

using symbolic::Expr;
using symbolic::Substitution;

/// So many calls of one program in a row are written out, so that what is between them can be
/// fused; more of them are a loop.
constexpr int kWrittenOut = 8;

/// The strides of a dense array of this shape, first dimension fastest.
std::vector<Expr> denseStrides(const std::vector<Expr>& shape) {
    return ir::DataDescriptor::array(ir::ScalarType::float64, shape, false, /*firstFastest=*/true)
        .strides;
}

/// With the scenario's values it lies as a dense array does.
bool isDense(const ir::DataDescriptor& data, const symbolic::Bindings& values) {
    const auto dense = denseStrides(data.shape);
    for (std::size_t d = 0; d < data.rank(); ++d) {
        const auto stride = symbolic::evaluateInteger(data.strides[d], values);
        const auto wanted = symbolic::evaluateInteger(dense[d], values);
        if (!stride || !wanted || *stride != *wanted || !data.offset[d].isInteger(0))
            return false;
    }
    return data.startOffset.isInteger(0);
}

/// A symbol that no other argument's memory needs.
bool isOnlyOf(const std::string& symbol, const ProgramUse& use, const std::string& argument) {
    for (const auto& [name, data] : use.sdfg().arrays) {
        if (name == argument)
            continue;
        for (const auto* list : {&data->shape, &data->strides, &data->offset})
            for (const Expr& e : *list)
                if (symbolic::freeSymbols(e).contains(symbol))
                    return false;
    }
    return true;
}

ir::DataDescriptor renamed(ir::DataDescriptor data, const Substitution& names) {
    for (auto* list : {&data.shape, &data.strides, &data.offset})
        for (Expr& e : *list)
            e = symbolic::substitute(e, names);
    data.totalSize = symbolic::substitute(data.totalSize, names);
    data.startOffset = symbolic::substitute(data.startOffset, names);
    return data;
}

/// DaCe asks for a value of every symbol that is declared or handed on to a nested SDFG. Of those
/// that nothing uses it is of no matter, and they are no arguments of the linked program.
std::map<std::string, ir::DType> unusedSymbols(const ProgramUse& use) {
    std::map<std::string, ir::DType> unused(use.sdfg().symbols.begin(), use.sdfg().symbols.end());
    ir::forEachBlock(use.sdfg().body, [&](const ir::Block& block) {
        const auto* state = block.as<ir::State>();
        for (std::size_t i = 0; state && i < state->nodes.size(); ++i) {
            const auto* nested = state->nodes[i]->as<ir::NestedSdfg>();
            if (!nested)
                continue;
            for (const auto& [inner, value] : nested->symbolMapping)
                for (const auto& name : symbolic::freeSymbols(value))
                    unused.try_emplace(name);
        }
    });
    const auto bound = analysis::boundNames(use.sdfg());
    std::erase_if(unused, [&](const auto& symbol) {
        return bound.contains(symbol.first) || use.symbols.contains(symbol.first) ||
               use.sdfg().constants.contains(symbol.first);
    });
    return unused;
}

/// Of the scenario, else 0.
Expr valueOf(const std::string& symbol, const inputs::SequenceProgram& program) {
    const auto& values = program.scenario.symbols;
    const auto value = values.find(symbol);
    return value == values.end() ? Expr(0) : symbolic::literal(value->second);
}

class Builder {
public:
    Builder(const inputs::SequenceInput& sequence, const std::vector<ProgramUse>& uses,
            const Arrays& arrays, const Values& values, const InternalFields& internal,
            const std::vector<Expr>& conditions)
        : sequence_(sequence), uses_(uses), arrays_(arrays), values_(values), internal_(internal),
          conditions_(conditions) {
        const auto layouts = layoutSymbols(sequence, uses, arrays, values, internal);
        for (const std::size_t program : calledPrograms(sequence)) {
            inside_[program] = outside(uses[program], program, values);
            if (const auto layout = layouts.find(program); layout != layouts.end())
                for (const auto& [symbol, value] : layout->second)
                    inside_[program].insert_or_assign(symbol, value);
        }
    }

    ir::DocumentPtr build() {
        const ir::Document& first = *uses_[sequence_.calls.front().program].program->document;
        oldControlFlow_ = ir::rulesOf(first.format.daceVersion).shortTypeNames;
        root_.id = newId<SdfgId>();
        root_.name = identifierOf(sequence_.name);
        addArrays();
        addScalars();
        for (std::size_t c = 0; c < sequence_.calls.size();)
            c = addCalls(c);
        addSymbols();
        separateStretches(root_, boundaries_, nextId_);
        for (const auto& condition : assumptionsOf(sequence_, uses_, values_))
            analysis::addAssumption(root_, condition);
        for (const auto& condition : internal_.assumed)
            analysis::addAssumption(root_, condition);
        addArgumentNames();
        ir::Document document;
        document.format = first.format;
        document.root = std::make_shared<const ir::Sdfg>(std::move(root_));
        document.nextId = nextId_;
        return std::make_shared<const ir::Document>(std::move(document));
    }

private:
    template <class Id>
    Id newId() {
        return Id{nextId_++};
    }

    // ---- containers

    void addArrays() {
        for (const LinkedArray& array : arrays_.all) {
            const Argument& first = array.users.front();
            ir::DataDescriptor data =
                renamed(*uses_[first.program].sdfg().data(first.name), inside_[first.program]);
            data.storage = storageOf(array);
            if (internal_.names.contains(array.name)) {
                data.transient = true;
                data.lifetime = ir::Lifetime::Scope;
                if (data.strides == denseStrides(data.shape))
                    data.totalSize = analysis::wholeContainer(data).volume();
            }
            root_.arrays.set(array.name, std::make_shared<const ir::DataDescriptor>(data));
        }
    }
    /// The first that says one.
    ir::Storage storageOf(const LinkedArray& array) const {
        for (const Argument& user : array.users)
            if (const auto storage = uses_[user.program].sdfg().data(user.name)->storage;
                storage != ir::Storage::Default)
                return storage;
        return ir::Storage::Default;
    }
    void addScalars() {
        for (const auto& [name, value] : values_.all)
            if (value.scalar)
                root_.arrays.set(name, value.scalar);
    }
    /// Those that some call or container is given.
    void addSymbols() {
        analysis::NameSet used;
        for (const auto& [program, names] : inside_)
            for (const auto& [inner, value] : names)
                if (uses_[program].symbols.contains(inner))
                    symbolic::collectSymbols(value, used);
        for (const Expr& condition : conditions_)
            symbolic::collectSymbols(condition, used);
        for (const auto& name : used)
            if (const auto value = values_.all.find(name);
                value != values_.all.end() && !value->second.scalar)
                root_.symbols.emplace(name, value->second.type);
    }
    /// In the order of the programs'.
    void addArgumentNames() {
        std::set<std::string> seen;
        for (const std::size_t program : calledPrograms(sequence_))
            for (const auto& inner : uses_[program].sdfg().argNames) {
                const auto name = nameOf({program, inner});
                const auto* data = root_.data(name);
                const bool given = data ? !data->transient : root_.symbols.contains(name);
                if (given && seen.insert(name).second)
                    root_.argNames.push_back(name);
            }
    }
    std::string nameOf(const Argument& argument) const {
        if (const auto array = arrays_.names.find(argument); array != arrays_.names.end())
            return array->second;
        const auto value = values_.names.find(argument);
        return value == values_.names.end() ? std::string() : value->second;
    }

    // ---- calls

    /// Exchanges in a row are one; before the first call nothing is to be kept apart.
    void addBoundary(std::size_t call) {
        const std::size_t behind = root_.body.blocks.size();
        for (const auto& exchange : sequence_.exchanges) {
            if (exchange.before != call || behind == 0)
                continue;
            if (boundaries_.empty() || boundaries_.back().behind != behind)
                boundaries_.push_back({behind, {}});
            auto& fields = boundaries_.back().fields;
            for (const auto& field : exchange.fields)
                if (std::ranges::find(fields, field) == fields.end())
                    fields.push_back(field);
        }
    }
    bool isExchangeBefore(std::size_t call) const {
        return std::ranges::find(sequence_.exchanges, call, &inputs::SequenceExchange::before) !=
               sequence_.exchanges.end();
    }
    /// A call and those behind it that are made on the same condition; the first that is not.
    std::size_t addCalls(std::size_t first) {
        addBoundary(first);
        const Expr& condition = conditions_[first];
        if (isAlways(condition)) {
            addCall(sequence_.calls[first], root_.body);
            return first + 1;
        }
        ir::Region calls;
        std::size_t end = first;
        do
            addCall(sequence_.calls[end++], calls);
        while (end < sequence_.calls.size() && conditions_[end] == condition &&
               !isExchangeBefore(end));
        const ir::CodeBlock code{print(condition, symbolic::Dialect::code), ir::Language::Python};
        if (oldControlFlow_)
            addGuarded(std::move(calls), code);
        else
            addConditional(std::move(calls), code);
        return end;
    }
    void addCall(const inputs::SequenceCall& call, ir::Region& into) {
        const bool loop = call.count > kWrittenOut && !oldControlFlow_;
        for (int i = 0; i < (loop ? 1 : call.count); ++i) {
            const auto label = freshLabel(identifierOf(sequence_.programs[call.program].name));
            ir::Block block{newId<BlockId>(), label, stateOf(call.program, label), {}};
            append(into, loop ? repeated(std::move(block), call.count) : std::move(block));
        }
    }
    void addConditional(ir::Region calls, const ir::CodeBlock& condition) {
        const std::string first = calls.blocks.front()->label;
        ir::Block body{newId<BlockId>(),
                       freshLabel(first + "_then"),
                       ir::ControlFlowRegion{.body = std::move(calls)},
                       {}};
        ir::ConditionalBlock conditional;
        conditional.branches.push_back(
            {condition, std::make_shared<const ir::Block>(std::move(body))});
        root_.usingExplicitControlFlow = true;
        append(root_.body,
               {newId<BlockId>(), freshLabel(first + "_if"), std::move(conditional), {}});
    }
    /// As edges: to the first of the calls, or past the last one.
    void addGuarded(ir::Region calls, const ir::CodeBlock& condition) {
        const std::string first = calls.blocks.front()->label;
        ir::Region& body = root_.body;
        append(body, {newId<BlockId>(), freshLabel(first + "_if"), ir::State{}, {}});
        const BlockId guard = body.blocks.back()->id, begin = calls.blocks.front()->id,
                      end = calls.blocks.back()->id;
        std::ranges::move(calls.blocks, std::back_inserter(body.blocks));
        std::ranges::move(calls.edges, std::back_inserter(body.edges));
        ir::Block join{newId<BlockId>(), freshLabel(first + "_end"), ir::State{}, {}};
        addEdge(body, guard, begin, condition);
        addEdge(body, guard, join.id,
                {fmt::format("(not ({}))", condition.text), ir::Language::Python});
        addEdge(body, end, join.id);
        body.blocks.push_back(std::make_shared<const ir::Block>(std::move(join)));
    }
    /// Labels of calls are neither containers nor each other's.
    std::string freshLabel(const std::string& wish) {
        std::string label = wish;
        for (int i = 2; !labels_.insert(label).second; ++i)
            label = fmt::format("{}_{}", wish, i);
        return label;
    }
    void append(ir::Region& region, ir::Block block) {
        if (region.blocks.empty())
            region.start = block.id;
        else
            addEdge(region, region.blocks.back()->id, block.id);
        region.blocks.push_back(std::make_shared<const ir::Block>(std::move(block)));
    }
    void addEdge(ir::Region& region, BlockId from, BlockId to, ir::CodeBlock condition = {}) {
        ir::InterstateEdge edge;
        edge.id = newId<EdgeId>();
        edge.src = from;
        edge.dst = to;
        edge.condition = std::move(condition);
        region.edges.push_back(std::move(edge));
    }
    ir::Block repeated(ir::Block body, int count) {
        const std::string variable = fmt::format("{}_call", body.label);
        ir::LoopRegion loop;
        loop.loopVariable = variable;
        loop.init = {fmt::format("{} = 0", variable), ir::Language::Python};
        loop.condition = {fmt::format("({} < {})", variable, count), ir::Language::Python};
        loop.update = {fmt::format("{0} = ({0} + 1)", variable), ir::Language::Python};
        loop.body.start = body.id;
        const std::string label = fmt::format("{}_loop", body.label);
        loop.body.blocks.push_back(std::make_shared<const ir::Block>(std::move(body)));
        root_.usingExplicitControlFlow = true;
        return {newId<BlockId>(), label, std::move(loop), {}};
    }

    /// The program without what it does not touch, and with its assumptions left to the whole.
    ir::SdfgPtr copyOf(const ProgramUse& use) {
        ir::Sdfg inner = use.sdfg();
        for (const auto& [name, data] : use.sdfg().arrays)
            if (!data->transient && !use.touches(name))
                inner.arrays.erase(name);
        std::erase_if(inner.argNames, [&](const std::string& name) {
            return use.sdfg().data(name) && !inner.data(name);
        });
        inner.globalCode.erase(std::string(analysis::kAssumptionsFile));
        for (auto& [symbol, type] : unusedSymbols(use))
            inner.symbols.emplace(symbol, type);
        root_.usingExplicitControlFlow |= inner.usingExplicitControlFlow;
        return ir::renumbered(inner, nextId_);
    }

    ir::State stateOf(std::size_t program, const std::string& label) {
        const ProgramUse& use = uses_[program];
        ir::Node node;
        node.id = newId<NodeId>();
        ir::NestedSdfg nested;
        nested.label = label;
        nested.sdfg = copyOf(use);
        for (const auto& symbol : use.symbols)
            nested.symbolMapping.emplace(symbol, inside_.at(program).at(symbol));
        for (const auto& [symbol, type] : unusedSymbols(use))
            nested.symbolMapping.emplace(symbol, valueOf(symbol, *use.program));
        for (const auto& name : use.reads)
            node.in.emplace(name, ir::DType{ir::ScalarType::none, {}});
        for (const auto& name : use.writes)
            node.out.emplace(name, ir::DType{ir::ScalarType::none, {}});
        node.kind = std::move(nested);
        ir::State state;
        const NodeId id = node.id;
        connect(state, program, use.reads, id, false);
        state.nodes.push_back(std::make_shared<const ir::Node>(std::move(node)));
        connect(state, program, use.writes, id, true);
        return state;
    }
    /// An access node for each container, and edges between it and the program.
    void connect(ir::State& state, std::size_t program, const analysis::NameSet& arguments,
                 NodeId nested, bool write) {
        std::map<std::string, NodeId> nodes;
        for (const auto& inner : arguments) {
            const auto name = nameOf({program, inner});
            auto [node, isNew] = nodes.try_emplace(name);
            if (isNew) {
                node->second = newId<NodeId>();
                ir::Node access;
                access.id = node->second;
                access.kind = ir::AccessNode{name, false};
                state.nodes.push_back(std::make_shared<const ir::Node>(std::move(access)));
            }
            ir::Edge edge;
            edge.id = newId<EdgeId>();
            edge.src = write ? nested : node->second;
            edge.dst = write ? node->second : nested;
            (write ? edge.srcConnector : edge.dstConnector) = inner;
            edge.memlet = ir::Memlet::of(name, analysis::wholeContainer(*root_.data(name)));
            state.edges.push_back(std::make_shared<const ir::Edge>(std::move(edge)));
        }
    }

    const inputs::SequenceInput& sequence_;
    const std::vector<ProgramUse>& uses_;
    const Arrays& arrays_;
    const Values& values_;
    const InternalFields& internal_;
    const std::vector<Expr>& conditions_;        ///< of each call
    std::map<std::size_t, Substitution> inside_; ///< what each program's symbols are given
    std::set<std::string> labels_;
    std::vector<BlockBoundary> boundaries_;
    bool oldControlFlow_ = false; ///< of a DaCe without loops as blocks
    std::uint32_t nextId_ = 1;
    ir::Sdfg root_;
};

} // namespace

LayoutSymbols layoutSymbols(const inputs::SequenceInput& sequence,
                            const std::vector<ProgramUse>& uses, const Arrays& arrays,
                            const Values& values, const InternalFields& internal) {
    LayoutSymbols all;
    for (const auto& name : internal.names) {
        const LinkedArray& array = *arrays.find(name);
        const Argument& first = array.users.front();
        std::vector<Expr> shape = uses[first.program].sdfg().data(first.name)->shape;
        for (Expr& size : shape)
            size = symbolic::substitute(size, outside(uses[first.program], first.program, values));
        const auto dense = denseStrides(shape);
        for (const Argument& user : array.users) {
            const auto& data = *uses[user.program].sdfg().data(user.name);
            if (!isDense(data, sequence.programs[user.program].scenario.symbols))
                continue;
            for (std::size_t d = 0; d < data.rank(); ++d)
                if (data.strides[d].isSymbol() &&
                    isOnlyOf(data.strides[d].name(), uses[user.program], user.name))
                    all[user.program].insert_or_assign(data.strides[d].name(), dense[d]);
        }
    }
    return all;
}

ir::DocumentPtr linkedGraph(const inputs::SequenceInput& sequence,
                            const std::vector<ProgramUse>& uses, const Arrays& arrays,
                            const Values& values, const InternalFields& internal,
                            const std::vector<Expr>& conditions) {
    return Builder(sequence, uses, arrays, values, internal, conditions).build();
}

} // namespace mw::link
