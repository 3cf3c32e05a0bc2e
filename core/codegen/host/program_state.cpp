// The struct that the graph's own C++ keeps from call to call.
#include "core/codegen/host/program_state.h"

#include "core/codegen/codegen.h"
#include "core/codegen/ctext.h"
#include "core/codegen/print/dialect.h"
#include "core/codegen/walk.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::codegen {

using symbolic::Expr;

namespace {

enum class Turn : std::uint8_t { device, sdfg, tasklet };

Turn turnOf(const analysis::RawCode& code) {
    return code.ofTasklet ? Turn::tasklet : code.file == "cuda" ? Turn::device : Turn::sdfg;
}

void collect(const std::vector<analysis::RawCode>& code, analysis::RawCode::Kind kind, Turn turn,
             std::vector<GlobalCode>& into) {
    for (const analysis::RawCode& one : code)
        if (one.kind == kind && turnOf(one) == turn)
            into.push_back({one.file, one.text, one.element, one.where});
}

/// Two tasklets may ask for the same field: a struct can have it once.
void addFields(const std::vector<analysis::RawCode>& code, std::vector<GlobalCode>& fields) {
    for (const analysis::RawCode& one : code) {
        const bool known = std::any_of(fields.begin(), fields.end(), [&](const GlobalCode& field) {
            return field.text == one.text;
        });
        if (one.kind == analysis::RawCode::Kind::stateField && !known)
            fields.push_back({one.file, one.text, one.element, one.where});
    }
}

/// DaCe passes the program's free symbols to its init function and has the constants at file scope.
std::vector<ScalarParam> scalarsOf(const std::vector<GlobalCode>& init, const Environment& root,
                                   const PlanContext& context) {
    std::set<std::string> named;
    for (const GlobalCode& code : init)
        named.merge(identifiers(code.text));
    std::vector<ScalarParam> scalars;
    for (const std::string& name : named) {
        if (!isDeclarable(name)) // the code means something else by it
            continue;
        const auto value = root.symbols.find(name);
        const auto declared = root.sdfg->symbols.find(name);
        if (declared != root.sdfg->symbols.end() && !context.assigned.contains(name)) {
            scalars.push_back({name, declared->second.scalar,
                               value == root.symbols.end() ? Expr::symbol(name) : value->second});
        } else if (value != root.symbols.end() && root.sdfg->constants.contains(name)) {
            const bool real = value->second.op() == symbolic::Op::real;
            scalars.push_back(
                {name, real ? ir::ScalarType::float64 : ir::ScalarType::int64, value->second});
        }
    }
    return scalars;
}

} // namespace

ProgramState programState(const std::vector<analysis::RawCode>& code, const Environment& root,
                          const PlanContext& context) {
    using Kind = analysis::RawCode::Kind;
    ProgramState state;
    addFields(code, state.fields);
    for (const Turn turn : {Turn::device, Turn::sdfg, Turn::tasklet})
        collect(code, Kind::init, turn, state.init);
    for (const Turn turn : {Turn::tasklet, Turn::sdfg, Turn::device})
        collect(code, Kind::exit, turn, state.exit);
    state.scalars = scalarsOf(state.init, root, context);
    const auto& kernels = context.plan.kernels;
    state.used = !state.fields.empty() || !state.init.empty() || !state.exit.empty() ||
                 std::any_of(kernels.begin(), kernels.end(),
                             [](const Kernel& kernel) { return kernel.usesState; });
    return state;
}

Expected<void> fitsTarget(const Plan& plan, Target target) {
    if (!dialect(target).device)
        return {};
    const Raw* found = nullptr;
    for (const Kernel& kernel : plan.kernels)
        if (kernel.usesState)
            walk(
                kernel.body,
                [&](const Statement& s) {
                    const auto* raw = std::get_if<Raw>(&s.kind);
                    if (raw && !found && identifiers(raw->text).contains(std::string(kStateName)))
                        found = raw;
                },
                [](const Value&) {});
    if (!found)
        return {};
    return cannotLower(fmt::format("the {} uses the program's state (`{}`), which lies in the "
                                   "memory of the host, where no kernel of a device reaches it; "
                                   "pass what it needs as an array or a symbol, or run the graph "
                                   "on the CPU",
                                   found->where, kStateName),
                       found->element);
}

} // namespace mw::codegen
