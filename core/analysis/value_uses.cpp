// Which values a program can be tried with: what it divides by, takes roots of, and compares with.
#include "core/analysis/value_uses.h"

#include "core/ir/index.h"
#include "core/symbolic/functions.h"
#include "core/tasklet/tasklet.h"

#include <fmt/format.h>

#include <cmath>
#include <set>
#include <utility>
#include <vector>

namespace mw::analysis {

namespace {

using tasklet::Ast;
using NamedUses = std::map<std::string, ValueUse, std::less<>>;

void join(ValueUse& into, const ValueUse& use) {
    into.notZero = into.notZero || use.notZero;
    into.notNegative = into.notNegative || use.notNegative;
    into.index = into.index || use.index;
}

/// Of a sum: it keeps away from zero and has its sign where both parts are positive.
ValueUse ofPart(ValueUse use) {
    const bool demands = use.notZero || use.notNegative;
    return {demands, demands, use.index};
}

/// From what is done with the value of an expression to what is done with its names.
class ExpressionUses {
public:
    explicit ExpressionUses(std::set<double>& compared) : compared_(compared) {}

    void push(const Ast& ast, ValueUse use, NamedUses& names) {
        switch (ast.op) {
        case tasklet::Op::number:
        case tasklet::Op::boolean:
            return;
        case tasklet::Op::name:
            return join(names[ast.text], use);
        case tasklet::Op::subscript:
            join(names[ast.args.front()->text], use);
            for (std::size_t k = 1; k < ast.args.size(); ++k)
                push(*ast.args[k], {.index = true}, names);
            return;
        case tasklet::Op::unary:
            return push(*ast.args[0], {use.notZero, false, use.index}, names);
        case tasklet::Op::binary:
            return binary(ast, use, names);
        case tasklet::Op::select:
            return select(ast, use, names);
        case tasklet::Op::call:
            return call(ast, use, names);
        }
    }

private:
    void binary(const Ast& ast, ValueUse use, NamedUses& names) {
        const auto& a = *ast.args[0];
        const auto& b = *ast.args[1];
        const std::string_view op = ast.text;
        if (tasklet::isComparison(op)) {
            for (const Ast* side : {&a, &b})
                if (const auto number = tasklet::signedNumber(*side))
                    compared_.insert(*number);
            use = {false, false, use.index};
        }
        if (op == "**")
            return power(a, b, use, names);
        if (op == "/" || op == "//" || op == "%") {
            push(a, use, names);
            return push(b, {true, use.notNegative, use.index}, names);
        }
        if (op == "*" && tasklet::print(a) == tasklet::print(b)) // a square
            return push(a, {use.notZero, false, use.index}, names);
        if (op == "+" || op == "-")
            use = ofPart(use);
        push(a, use, names);
        push(b, use, names);
    }

    void power(const Ast& base, const Ast& exponent, ValueUse use, NamedUses& names) {
        const auto known = tasklet::signedNumber(exponent);
        const bool whole = known && *known == std::trunc(*known);
        const bool even = whole && std::fmod(*known, 2) == 0;
        const bool divides = !known || *known < 0;
        push(base, {use.notZero || divides, even ? false : !whole || use.notNegative, use.index},
             names);
        push(exponent, {.index = use.index}, names);
    }

    /// What the condition looks at is what it guards.
    void select(const Ast& ast, ValueUse use, NamedUses& names) {
        NamedUses inner;
        push(*ast.args[0], use, inner);
        push(*ast.args[2], use, inner);
        std::set<std::string, std::less<>> guarded;
        tasklet::collectNames(*ast.args[1], guarded);
        for (const auto& [name, found] : inner)
            join(names[name], guarded.contains(name) ? ValueUse{false, false, found.index} : found);
        push(*ast.args[1], {.index = use.index}, names);
    }

    void call(const Ast& ast, ValueUse use, NamedUses& names) {
        const std::string_view function = symbolic::functionName(ast.text);
        const auto all = [&](ValueUse each) {
            for (const auto& arg : ast.args)
                push(*arg, each, names);
        };
        const bool demands = use.notZero || use.notNegative;
        if (function == "sqrt")
            return all({use.notZero, true, use.index});
        if (function == "log" || function == "log2" || function == "log10" ||
            function == "tgamma" || function == "acosh" || function == "asin" ||
            function == "acos" || function == "atanh")
            return all({true, true, use.index});
        if (function == "log1p")
            return all({use.notZero, true, use.index});
        if (function == "abs" || function == "Abs" || function == "fabs" || function == "cbrt")
            return all({use.notZero, function == "cbrt" && use.notNegative, use.index});
        if (function == "exp" || function == "exp2" || function == "cosh") // positive of themselves
            return all({.index = use.index});
        if ((function == "pow" || function == "power") && ast.args.size() == 2)
            return power(*ast.args[0], *ast.args[1], use, names);
        if ((function == "fmod" || function == "int_floor" || function == "int_ceil" ||
             function == "py_floor" || function == "py_mod" || function == "atan2") &&
            ast.args.size() == 2) {
            push(*ast.args[0], use, names);
            return push(*ast.args[1], {true, use.notNegative, use.index}, names);
        }
        if (ast.args.size() == 1 && !tasklet::isMathFunction(function))
            return all(use); // a conversion
        all({demands, demands, use.index});
    }

    std::set<double>& compared_;
};

/// What is asked of code and states again and again.
class KeptCode {
public:
    const Expected<tasklet::AstPtr>& expression(const std::string& text) {
        return made(expressions_, text, [&] { return tasklet::parseExpression(text); });
    }
    const Expected<tasklet::Code>& statements(const std::string& text) {
        return made(statements_, text, [&] { return tasklet::parse(text); });
    }
    const Expected<tasklet::Code>& code(const std::string& text) {
        return made(codes_, text, [&] { return tasklet::parseBranches(text); });
    }
    const ir::StateIndex& index(const ir::State& state) {
        return made(states_, &state, [&] { return ir::StateIndex(state); });
    }

private:
    template <class Map, class Make>
    static const typename Map::mapped_type& made(Map& known, const typename Map::key_type& key,
                                                 const Make& make) {
        const auto found = known.find(key);
        return found != known.end() ? found->second : known.emplace(key, make()).first->second;
    }

    std::map<std::string, Expected<tasklet::AstPtr>> expressions_;
    std::map<std::string, Expected<tasklet::Code>> statements_, codes_;
    std::map<const ir::State*, ir::StateIndex> states_;
};

/// Uses flow from what consumes a value to what produces it, so everything is visited from the last
/// to the first; again until nothing changes, because of loops.
class ProgramUses {
public:
    explicit ProgramUses(const ir::Sdfg& program) : program_(program) {}

    ValueUses run() {
        do {
            changed_ = false;
            visit(program_);
        } while (changed_);
        ValueUses result;
        for (const auto& [name, data] : program_.arrays)
            if (const auto found = uses_.find({&program_, name}); found != uses_.end())
                result.containers.emplace(name, found->second);
        result.compared.assign(compared_.begin(), compared_.end());
        return result;
    }

private:
    using Key = std::pair<const ir::Sdfg*, std::string>;

    ValueUse use(const ir::Sdfg& sdfg, const std::string& name) const {
        const auto found = uses_.find({&sdfg, name});
        return found == uses_.end() ? ValueUse{} : found->second;
    }
    void raise(const ir::Sdfg& sdfg, const std::string& name, const ValueUse& use) {
        if (name.empty() || use == ValueUse{})
            return;
        auto& known = uses_[{&sdfg, name}];
        const ValueUse before = known;
        join(known, use);
        changed_ = changed_ || !(known == before);
    }
    void raiseAll(const ir::Sdfg& sdfg, const NamedUses& names) {
        for (const auto& [name, found] : names)
            raise(sdfg, name, found);
    }

    void condition(const ir::Sdfg& sdfg, const ir::CodeBlock& code, bool index) {
        if (!code.empty())
            expression(sdfg, code.text, {.index = index});
    }
    void expression(const ir::Sdfg& sdfg, const std::string& text, ValueUse use) {
        NamedUses names;
        if (const auto& ast = kept_.expression(text))
            expressions_.push(**ast, use, names);
        raiseAll(sdfg, names);
    }
    /// Symbols of subsets and ranges choose elements.
    void indices(const ir::Sdfg& sdfg, const symbolic::Subset& subset) {
        for (const auto& dim : subset.dims)
            for (const auto& part : {dim.begin, dim.end, dim.step})
                for (const std::string& name : symbolic::freeSymbols(part))
                    raise(sdfg, name, {.index = true});
    }

    void visit(const ir::Sdfg& sdfg) {
        std::vector<const ir::Block*> blocks;
        ir::forEachBlock(sdfg.body, [&](const ir::Block& block) { blocks.push_back(&block); });
        edges(sdfg, sdfg.body);
        for (auto block = blocks.rbegin(); block != blocks.rend(); ++block)
            visit(sdfg, **block);
    }
    void visit(const ir::Sdfg& sdfg, const ir::Block& block) {
        if (const auto* region = block.region())
            edges(sdfg, *region);
        if (const auto* state = block.as<ir::State>())
            dataflow(sdfg, *state);
        if (const auto* loop = block.as<ir::LoopRegion>()) {
            for (const auto* code : {&loop->init, &loop->update})
                statements(sdfg, code->text);
            condition(sdfg, loop->condition, true);
        }
        if (const auto* conditional = block.as<ir::ConditionalBlock>())
            for (const auto& branch : conditional->branches)
                if (branch.condition)
                    condition(sdfg, *branch.condition, false);
    }

    void edges(const ir::Sdfg& sdfg, const ir::Region& region) {
        for (const auto& edge : region.edges) {
            condition(sdfg, edge.condition, false);
            for (const auto& [name, text] : edge.assignments)
                expression(sdfg, text, use(sdfg, name));
        }
    }

    void statements(const ir::Sdfg& sdfg, const std::string& text) {
        const auto& code = kept_.statements(text);
        if (!code)
            return;
        NamedUses names;
        for (const auto& statement : code->statements)
            expressions_.push(*statement.value, {.index = true}, names);
        raiseAll(sdfg, names);
    }

    /// What an edge carries: a container, or a value from code to code.
    static std::string carried(const ir::Edge& edge) {
        return edge.memlet.empty() ? fmt::format("#{}", edge.id.value) : edge.memlet.data;
    }

    void dataflow(const ir::Sdfg& sdfg, const ir::State& state) {
        const ir::StateIndex& index = kept_.index(state);
        for (const auto& edge : state.edges) {
            if (edge->memlet.subset)
                indices(sdfg, *edge->memlet.subset);
            if (edge->memlet.otherSubset)
                indices(sdfg, *edge->memlet.otherSubset);
        }
        const auto& order = index.topological();
        for (auto at = order.rbegin(); at != order.rend(); ++at) {
            const ir::Node* node = index.node(*at);
            if (const auto* access = node->as<ir::AccessNode>())
                copies(sdfg, index, *node, access->data);
            else if (const auto* tasklet = node->as<ir::Tasklet>())
                code(sdfg, index, *node, *tasklet);
            else if (const auto* entry = node->as<ir::MapEntry>())
                indices(sdfg, entry->map.range);
            else if (const auto* nested = node->as<ir::NestedSdfg>(); nested && nested->sdfg)
                inside(sdfg, index, *node, *nested);
            else if (node->as<ir::LibraryNode>())
                for (const ir::Edge* in : index.inEdges(node->id))
                    for (const ir::Edge* out : index.outEdges(node->id))
                        raise(sdfg, carried(*in), use(sdfg, carried(*out)));
        }
    }

    void copies(const ir::Sdfg& sdfg, const ir::StateIndex& index, const ir::Node& node,
                const std::string& data) {
        const auto* descriptor = sdfg.data(data);
        const bool view = descriptor && descriptor->kind == ir::DataKind::view;
        for (const ir::Edge* edge : index.inEdges(node.id))
            link(sdfg, edge->memlet.data, data, view);
        for (const ir::Edge* edge : index.outEdges(node.id))
            link(sdfg, data, edge->memlet.data, view);
    }
    void link(const ir::Sdfg& sdfg, const std::string& from, const std::string& to, bool both) {
        if (from == to)
            return;
        raise(sdfg, from, use(sdfg, to));
        if (both)
            raise(sdfg, to, use(sdfg, from));
    }

    void code(const ir::Sdfg& sdfg, const ir::StateIndex& index, const ir::Node& node,
              const ir::Tasklet& tasklet) {
        if (tasklet.code.language != ir::Language::Python)
            return;
        const auto& parsed = kept_.code(tasklet.code.text);
        if (!parsed)
            return;
        NamedUses names;
        for (const ir::Edge* edge : index.outEdges(node.id))
            join(names[edge->srcConnector], use(sdfg, carried(*edge)));
        for (auto at = parsed->statements.rbegin(); at != parsed->statements.rend(); ++at) {
            const Ast& target = *at->target;
            const bool element = target.op == tasklet::Op::subscript;
            const auto& name = element ? target.args.front()->text : target.text;
            expressions_.push(*tasklet::assignedValue(*at), names[name], names);
            for (std::size_t k = 1; element && k < target.args.size(); ++k)
                expressions_.push(*target.args[k], {.index = true}, names);
        }
        for (const ir::Edge* edge : index.inEdges(node.id)) {
            const auto found = names.find(edge->dstConnector);
            if (found != names.end())
                raise(sdfg, carried(*edge), found->second);
        }
        for (const auto& [name, found] : names) // scalars and symbols that the code names
            if (!node.in.contains(name) && !node.out.contains(name))
                raise(sdfg, name, found);
    }

    void inside(const ir::Sdfg& sdfg, const ir::StateIndex& index, const ir::Node& node,
                const ir::NestedSdfg& nested) {
        const ir::Sdfg& inner = *nested.sdfg;
        for (const ir::Edge* edge : index.outEdges(node.id))
            raise(inner, edge->srcConnector, use(sdfg, carried(*edge)));
        visit(inner);
        for (const ir::Edge* edge : index.inEdges(node.id))
            raise(sdfg, carried(*edge), use(inner, edge->dstConnector));
        for (const auto& [name, value] : nested.symbolMapping)
            for (const std::string& symbol : symbolic::freeSymbols(value))
                raise(sdfg, symbol, use(inner, name));
    }

    const ir::Sdfg& program_;
    KeptCode kept_;
    std::map<Key, ValueUse> uses_;
    std::set<double> compared_;
    ExpressionUses expressions_{compared_};
    bool changed_ = false;
};

} // namespace

ValueUses valueUses(const ir::Sdfg& program) {
    return ProgramUses(program).run();
}

} // namespace mw::analysis
