// Counts the arithmetic of maps: what the roofline compares with traffic.
#include "core/analysis/operations.h"

#include "core/analysis/footprint.h"
#include "core/ir/predicates.h"
#include "core/tasklet/tasklet.h"

#include <algorithm>
#include <array>

namespace mw::analysis {

namespace {

using symbolic::Expr;

/// Whether a call computes on real numbers; casts and roundings to integers do not count.
bool isArithmetic(std::string_view function) {
    static constexpr std::array<std::string_view, 12> kCasts{
        "float", "int",   "bool", "float32", "float64", "int32",
        "int64", "bool_", "int8", "int16",   "uint32",  "uint64"};
    const auto dot = function.rfind('.');
    const auto name = dot == std::string_view::npos ? function : function.substr(dot + 1);
    return std::ranges::find(kCasts, name) == kCasts.end();
}

/// Types of the names of one tasklet, for telling real numbers from integers.
using Types = std::map<std::string, ir::ScalarType, std::less<>>;

bool isReal(const tasklet::Ast& ast, const Types& types) {
    const auto type = tasklet::inferType(ast, [&](std::string_view name) {
        const auto found = types.find(name);
        return found == types.end() ? ir::ScalarType::int64 : found->second;
    });
    return !type || ir::isFloatingPoint(*type);
}

std::int64_t count(const tasklet::Ast& ast, const Types& types) {
    using tasklet::Op;
    std::int64_t total = 0;
    if (ast.op == Op::subscript)
        return 0; // index arithmetic
    for (const auto& arg : ast.args)
        total += count(*arg, types);
    const bool logical = ast.text == "and" || ast.text == "or" || ast.text == "==" ||
                         ast.text == "!=" || ast.text == "<" || ast.text == "<=" ||
                         ast.text == ">" || ast.text == ">=";
    const bool operation = (ast.op == Op::binary && !logical) ||
                           (ast.op == Op::unary && ast.text == "-") ||
                           (ast.op == Op::call && isArithmetic(ast.text));
    return total + (operation && isReal(ast, types) ? 1 : 0);
}

/// Connectors by the container behind them; one without (from tasklet to tasklet) counts as real.
Types typesOf(const ir::Node& node, const ir::StateIndex& index, const ir::Sdfg& sdfg) {
    Types types;
    for (const auto& [name, type] : sdfg.symbols)
        types[name] = type.scalar;
    for (const auto& [name, type] : node.in)
        types[name] = type.scalar == ir::ScalarType::none ? ir::ScalarType::float64 : type.scalar;
    for (const ir::Edge* edge : index.inEdges(node.id))
        if (const auto* data = sdfg.data(edge->memlet.data))
            types[edge->dstConnector] = data->dtype.scalar;
    return types;
}

class Counter {
public:
    explicit Counter(const ir::Sdfg& sdfg) : sdfg_(sdfg) {}

    Expr node(const ir::StateIndex& index, const ir::Node& node) const {
        return combinations(index, node) + own(index, node);
    }

    Expr own(const ir::StateIndex& index, const ir::Node& node) const {
        if (const auto* tasklet = node.as<ir::Tasklet>())
            return one(index, node, *tasklet);
        if (const auto* nested = node.as<ir::NestedSdfg>())
            return nested->sdfg
                       ? symbolic::substitute(operations(*nested->sdfg), nested->symbolMapping)
                       : Expr(0);
        if (const auto* library = node.as<ir::LibraryNode>())
            return library->classpath.find("Reduce") == std::string::npos ? Expr(0)
                                                                          : inputs(index, node);
        const auto* map = node.as<ir::MapEntry>();
        if (!map)
            return 0;
        Expr body = inside(index, node.id);
        if (body.isInteger(0))
            return 0;
        for (const auto& range : map->map.range.dims)
            body = body * symbolic::max(0, range.size());
        return body;
    }

    Expr inside(const ir::StateIndex& index, NodeId scope) const {
        Expr total = 0;
        for (const NodeId id : index.children(scope))
            total = total + node(index, *index.node(id));
        return total;
    }

    Expr region(const ir::Region& body) const {
        Expr total = 0;
        for (const auto& block : body.blocks)
            total = total + this->block(*block);
        return total;
    }

private:
    /// Writes of a code node that are combined with what is there.
    static Expr combinations(const ir::StateIndex& index, const ir::Node& node) {
        Expr total = 0;
        if (node.isCode())
            for (const ir::Edge* edge : index.outEdges(node.id))
                if (!edge->memlet.wcr.empty() && edge->memlet.subset)
                    total = total + edge->memlet.subset->volume();
        return total;
    }

    /// A reduction combines every element of what it reads (the first one with the identity).
    static Expr inputs(const ir::StateIndex& index, const ir::Node& node) {
        for (const ir::Edge* edge : index.inEdges(node.id))
            if (edge->memlet.subset)
                return edge->memlet.subset->volume();
        return 0;
    }

    Expr one(const ir::StateIndex& index, const ir::Node& node, const ir::Tasklet& tasklet) const {
        const auto code = tasklet::parse(tasklet.code.text);
        if (!code || tasklet.code.language != ir::Language::Python)
            return 0;
        Types types = typesOf(node, index, sdfg_);
        std::int64_t total = 0;
        for (const auto& statement : code->statements) {
            total += count(*statement.value, types) + (statement.augment.empty() ? 0 : 1);
            if (statement.target->op == tasklet::Op::name)
                types[statement.target->text] = isReal(*statement.value, types)
                                                    ? ir::ScalarType::float64
                                                    : ir::ScalarType::int64;
        }
        return total;
    }

    Expr block(const ir::Block& block) const {
        if (const auto* state = block.as<ir::State>())
            return inside(ir::StateIndex(*state), NodeId{});
        if (const auto* loop = block.as<ir::LoopRegion>()) {
            const Expr once = region(loop->body);
            const auto range = loopRange(*loop);
            return range && !once.isInteger(0) ? once * symbolic::max(0, range->size()) : once;
        }
        if (const auto* conditional = block.as<ir::ConditionalBlock>()) {
            Expr longest = 0;
            for (const auto& branch : conditional->branches) {
                const Expr side = branch.body ? this->block(*branch.body) : Expr(0);
                const bool longer = side.isInteger() && longest.isInteger()
                                        ? side.value() > longest.value()
                                        : longest.isInteger(0);
                longest = longer ? side : longest;
            }
            return longest;
        }
        const ir::Region* inner = block.region();
        return inner ? region(*inner) : Expr(0);
    }

    const ir::Sdfg& sdfg_;
};

} // namespace

Expr operations(const ir::Sdfg& sdfg, const ir::StateIndex& index, const ir::Node& node) {
    return symbolic::simplify(Counter(sdfg).node(index, node));
}

Expr operations(const ir::Sdfg& sdfg) {
    return symbolic::simplify(Counter(sdfg).region(sdfg.body));
}

} // namespace mw::analysis
