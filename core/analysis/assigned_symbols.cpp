// Symbols that the control flow of an SDFG assigns, with the type of their values.
#include "core/analysis/assigned_symbols.h"

#include "core/ir/index.h"
#include "core/ir/predicates.h"
#include "core/tasklet/tasklet.h"

namespace mw::analysis {

namespace {

using ir::ScalarType;

class Assignments {
public:
    explicit Assignments(const ir::Sdfg& sdfg) : sdfg_(sdfg) {}

    AssignedSymbols run() {
        forEachInterstateEdge(sdfg_.body, [&](const ir::InterstateEdge& edge) {
            for (const auto& [name, value] : edge.assignments)
                add(name, value);
        });
        ir::forEachBlock(sdfg_.body, [&](const ir::Block& block) {
            if (const auto* loop = block.as<ir::LoopRegion>())
                this->loop(*loop);
        });
        return std::move(symbols_);
    }

private:
    void loop(const ir::LoopRegion& loop) {
        for (const auto* statements : {&loop.init, &loop.update})
            if (const auto code = tasklet::parse(statements->text))
                for (const auto& one : code->statements)
                    if (one.target->op == tasklet::Op::name)
                        symbols_.try_emplace(one.target->text,
                                             typeOf(one.target->text, *one.value));
        if (!loop.loopVariable.empty())
            symbols_.try_emplace(loop.loopVariable, declared(loop.loopVariable));
    }

    void add(const std::string& name, const std::string& value) {
        if (symbols_.contains(name))
            return;
        const auto ast = tasklet::parseExpression(value);
        symbols_.emplace(name, ast ? typeOf(name, **ast) : declared(name));
    }

    ScalarType declared(const std::string& name) const {
        const auto found = sdfg_.symbols.find(name);
        return found == sdfg_.symbols.end() ? ScalarType::int64 : found->second.scalar;
    }

    ScalarType typeOf(const std::string& name, const tasklet::Ast& value) const {
        if (sdfg_.symbols.contains(name))
            return declared(name);
        const auto type = tasklet::inferType(value, [&](std::string_view n) { return lookUp(n); });
        const bool whole = !type || (!ir::isFloatingPoint(*type) && *type != ScalarType::boolean);
        return whole ? ScalarType::int64 : *type;
    }

    ScalarType lookUp(std::string_view name) const {
        if (const auto found = sdfg_.symbols.find(name); found != sdfg_.symbols.end())
            return found->second.scalar;
        if (const auto* data = sdfg_.data(name))
            return data->dtype.scalar;
        if (const auto constant = sdfg_.constants.find(name); constant != sdfg_.constants.end())
            return constant->second.isReal ? ScalarType::float64 : ScalarType::int64;
        const auto known = symbols_.find(name);
        return known == symbols_.end() ? ScalarType::int64 : known->second;
    }

    const ir::Sdfg& sdfg_;
    AssignedSymbols symbols_;
};

} // namespace

AssignedSymbols assignedSymbols(const ir::Sdfg& sdfg) {
    return Assignments(sdfg).run();
}

} // namespace mw::analysis
