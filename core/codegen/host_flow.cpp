// Control flow of the host: branches, loops, symbols.
#include "core/analysis/raw_code.h"
#include "core/codegen/host_lowering.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::codegen {

using symbolic::Expr;

Expected<void> HostLowering::flow(Frame& frame, const FlowList& list, Steps& steps) {
    for (const Flow& one : list) {
        if (const auto* s = std::get_if<FlowState>(&one.kind)) {
            MW_CHECK(state(frame, *s->block, steps));
        } else if (const auto* a = std::get_if<FlowAssign>(&one.kind)) {
            for (const auto& [name, text] : a->edge->assignments)
                MW_CHECK(assignText(frame, name, text, a->edge->id, steps));
        } else if (const auto* b = std::get_if<FlowBranch>(&one.kind)) {
            if (isAddedAround(*b))
                note("skipped-metrics", "a block that only measures time is not run", b->element);
            else
                MW_CHECK(branch(frame, *b, 0, steps));
        } else if (const auto* l = std::get_if<FlowLoop>(&one.kind)) {
            MW_CHECK(loop(frame, *l, steps));
        } else if (const auto* j = std::get_if<FlowJump>(&one.kind)) {
            return cannotLower("break, continue and return outside of kernels cannot be lowered",
                               j->block->id);
        }
    }
    return {};
}

void HostLowering::declareSymbol(Frame& frame, const std::string& name) {
    const auto declared = frame.sdfg->symbols.find(name);
    const bool root = frame.sdfg == document_.root.get();
    const std::string unique = root ? name : planNames_.fresh(name);
    planNames_.reserve(unique);
    context_.symbolTypes[unique] =
        declared == frame.sdfg->symbols.end() ? ir::ScalarType::int64 : declared->second.scalar;
    frame.symbols[name] = Expr::symbol(unique);
}

void HostLowering::declareSymbols(Frame& frame, const ir::Region& region) {
    std::set<std::string> names;
    std::function<void(const ir::Region&)> visit = [&](const ir::Region& r) {
        for (const auto& edge : r.edges)
            for (const auto& [name, text] : edge.assignments)
                names.insert(name);
        for (const auto& block : r.blocks) {
            if (const auto* loop = block->as<ir::LoopRegion>(); loop && !loop->loopVariable.empty())
                names.insert(loop->loopVariable);
            if (const ir::Region* inner = block->region())
                visit(*inner);
            if (const auto* conditional = block->as<ir::ConditionalBlock>())
                for (const auto& branch : conditional->branches)
                    if (branch.body && branch.body->region())
                        visit(*branch.body->region());
        }
    };
    visit(region);
    for (const auto& name : names)
        declareSymbol(frame, name);
}

Expr HostLowering::elementOf(const Place& place, const Expr& linear) const {
    return Expr::make(symbolic::Op::subscript, {Expr::symbol(place.name), linear});
}

namespace {

/// Replaces subscripts of containers and names of scalar ones; collects what was replaced.
class HostReads {
public:
    explicit HostReads(const Frame& frame) : frame_(frame) {}

    Expr rewrite(const Expr& e) {
        if (e.op() == symbolic::Op::subscript && e.args()[0].isSymbol()) {
            std::vector<Expr> index;
            for (std::size_t i = 1; i < e.args().size(); ++i)
                index.push_back(rewrite(e.args()[i]));
            return element(e.args()[0].name(), index, e);
        }
        if (e.isSymbol())
            return element(e.name(), {}, e);
        if (e.args().empty())
            return e;
        std::vector<Expr> args;
        for (const Expr& arg : e.args())
            args.push_back(rewrite(arg));
        return Expr::make(e.op(), std::move(args), e.name());
    }
    std::vector<std::pair<std::string, Expr>> reads; ///< array, linear index
    static std::string placeholder(std::size_t i) { return fmt::format("mw_read_{}", i); }

private:
    Expr element(const std::string& name, const std::vector<Expr>& index, const Expr& original) {
        const auto place = frame_.places.find(name);
        if (place == frame_.places.end())
            return original.isSymbol() ? frame_.outer(original) : original;
        if (const auto* local = place->second.kind == Place::Kind::hostValue
                                    ? std::get_if<LocalRef>(&place->second.value->kind)
                                    : nullptr)
            return frame_.outer(Expr::symbol(local->name));
        reads.emplace_back(place->second.name, linearIndex(place->second, index));
        return Expr::symbol(placeholder(reads.size() - 1));
    }
    const Frame& frame_;
};

} // namespace

Expected<Expr> HostLowering::hostExpr(Frame& frame, const std::string& text, ElementId element,
                                      Steps& steps) {
    auto parsed = symbolic::parse(text, symbolic::Dialect::code);
    if (!parsed) {
        parsed.error().location.elements = {element};
        return Unexpected(std::move(parsed).error());
    }
    for (const auto& name : symbolic::freeSymbols(*parsed)) {
        const ir::DataDescriptor* data = frame.sdfg->data(name);
        if (data && !frame.places.contains(name))
            MW_CHECK(materialise(frame, name));
    }
    HostReads reads(frame);
    const Expr value = reads.rewrite(*parsed);
    symbolic::Substitution names;
    for (std::size_t i = 0; i < reads.reads.size(); ++i) {
        const std::string symbol = planNames_.fresh(reads.reads[i].first + "_value");
        const PlanArray* array = context_.array(reads.reads[i].first);
        context_.symbolTypes[symbol] = array ? array->type : ir::ScalarType::int64;
        steps.push_back({AssignSymbol{
            symbol, Expr::make(symbolic::Op::subscript,
                               {Expr::symbol(reads.reads[i].first), reads.reads[i].second})}});
        names[HostReads::placeholder(i)] = Expr::symbol(symbol);
    }
    return symbolic::simplify(symbolic::substitute(value, names));
}

Expected<void> HostLowering::assignText(Frame& frame, const std::string& name,
                                        const std::string& text, ElementId element, Steps& steps) {
    MW_TRY(const Expr value, hostExpr(frame, text, element, steps));
    if (!frame.symbols.contains(name) || !frame.symbols.at(name).isSymbol())
        declareSymbol(frame, name);
    steps.push_back({AssignSymbol{frame.symbols.at(name).name(), value}});
    return {};
}

Expected<void> HostLowering::statementText(Frame& frame, const std::string& text, ElementId element,
                                           Steps& steps) {
    if (text.empty())
        return {};
    const auto code = tasklet::parse(text);
    if (!code || code->statements.size() != 1 ||
        code->statements[0].target->op != tasklet::Op::name)
        return cannotLower(fmt::format("'{}' is not one assignment", text), element);
    const auto& one = code->statements[0];
    const std::string value = tasklet::print(*one.value);
    return assignText(frame, one.target->text,
                      one.augment.empty()
                          ? value
                          : fmt::format("({} {} {})", one.target->text, one.augment, value),
                      element, steps);
}

Expected<void> HostLowering::branch(Frame& frame, const FlowBranch& branch, std::size_t arm,
                                    Steps& steps) {
    if (arm == branch.arms.size())
        return {};
    const auto& one = branch.arms[arm];
    if (!one.condition)
        return flow(frame, one.body, steps);
    MW_TRY(const Expr condition, hostExpr(frame, *one.condition, branch.element, steps));
    if (const auto known = symbolic::evaluate(condition, {}))
        return known->truthy() ? flow(frame, one.body, steps)
                               : this->branch(frame, branch, arm + 1, steps);
    HostIf statement;
    statement.condition = condition;
    MW_CHECK(flow(frame, one.body, statement.then));
    MW_CHECK(this->branch(frame, branch, arm + 1, statement.otherwise));
    steps.push_back({std::move(statement)});
    return {};
}

Expected<void> HostLowering::loop(Frame& frame, const FlowLoop& loop, Steps& steps) {
    HostLoop statement;
    ++loopDepth_;
    if (!loop.variable.empty())
        declareSymbol(frame, loop.variable);
    MW_CHECK(statementText(frame, loop.init, loop.element, statement.init));
    Steps before;
    MW_TRY(statement.condition, hostExpr(frame, loop.condition, loop.element, before));
    if (!before.empty()) { // values that the condition reads: before the loop and after each turn
        statement.init.insert(statement.init.end(), before.begin(), before.end());
    }
    MW_CHECK(flow(frame, loop.body, statement.body));
    MW_CHECK(statementText(frame, loop.update, loop.element, statement.update));
    statement.update.insert(statement.update.end(), before.begin(), before.end());
    statement.checkAfterBody = loop.inverted;
    if (loop.inverted && !loop.updateBeforeCondition)
        return cannotLower("a loop that checks between body and update cannot be lowered on the "
                           "host",
                           loop.element);
    --loopDepth_;
    steps.push_back({std::move(statement)});
    return {};
}

// ---- what GT4Py adds around a program

bool HostLowering::isAddedAround(const FlowBranch& branch) {
    const auto measures = [](const FlowList& list) {
        return std::all_of(list.begin(), list.end(), [](const Flow& one) {
            const auto* state = std::get_if<FlowState>(&one.kind);
            if (!state)
                return false;
            const auto& nodes = state->block->as<ir::State>()->nodes;
            return std::all_of(nodes.begin(), nodes.end(), [](const ir::NodePtr& node) {
                const auto* tasklet = node->as<ir::Tasklet>();
                return node->as<ir::AccessNode>() ||
                       (tasklet && analysis::isAddedByGt4py(*tasklet));
            });
        });
    };
    return !branch.arms.empty() &&
           std::all_of(branch.arms.begin(), branch.arms.end(), [&](const auto& arm) {
               return arm.condition &&
                      arm.condition->find("gt_metrics_level") != std::string::npos &&
                      measures(arm.body);
           });
}

} // namespace mw::codegen
