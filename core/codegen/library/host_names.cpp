// The variables of a host program.
#include "core/codegen/ctext.h"
#include "core/codegen/library/host_steps.h"
#include "core/ir/predicates.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::codegen {

using symbolic::Expr;

namespace {

template <class Visit>
void forEachAssignment(const Steps& steps, const Visit& visit) {
    for (const Step& step : steps) {
        if (const auto* assign = std::get_if<AssignSymbol>(&step.kind)) {
            visit(*assign);
        } else if (const auto* branch = std::get_if<HostIf>(&step.kind)) {
            forEachAssignment(branch->then, visit);
            forEachAssignment(branch->otherwise, visit);
        } else if (const auto* loop = std::get_if<HostLoop>(&step.kind)) {
            forEachAssignment(loop->init, visit);
            forEachAssignment(loop->body, visit);
            forEachAssignment(loop->update, visit);
        } else if (const auto* scope = std::get_if<HostScope>(&step.kind)) {
            forEachAssignment(scope->body, visit);
        }
    }
}

} // namespace

HostProgramNames::HostProgramNames(const Plan& plan, const LibraryInterface& interface,
                                   const symbolic::Bindings& constants)
    : constants_(constants) {
    declareArrays(plan);
    declareSymbols(plan, interface, constants);
    // An assigned symbol is real when anything that it is assigned is.
    for (bool changed = true; changed;) {
        changed = false;
        forEachAssignment(plan.steps, [&](const AssignSymbol& assign) {
            Variable& variable = variables_.find(assign.name)->second;
            const auto value = hostText(assign.value, names());
            if (value && value->real && !variable.real)
                changed = variable.real = true;
        });
    }
}

std::string HostProgramNames::fresh(std::string_view prefix, const std::string& name) {
    const std::string wish = fmt::format("{}{}", prefix, identifier(name));
    std::string text = wish;
    for (int i = 2; !taken_.insert(text).second; ++i)
        text = fmt::format("{}_{}", wish, i);
    return text;
}

void HostProgramNames::declareSymbols(const Plan& plan, const LibraryInterface& interface,
                                      const symbolic::Bindings& constants) {
    for (const LibraryArgument& argument : interface.arguments)
        if (argument.kind != LibraryArgument::Kind::array && !constants.contains(argument.name) &&
            !arrays_.contains(argument.name))
            variables_[argument.name] = {fresh("s_", argument.name),
                                         ir::isFloatingPoint(argument.type)};
    forEachAssignment(plan.steps, [&](const AssignSymbol& assign) {
        if (!variables_.contains(assign.name))
            variables_[assign.name] = {fresh("s_", assign.name), false};
    });
}

void HostProgramNames::declareArrays(const Plan& plan) {
    std::set<std::string, std::less<>> outside;
    for (const PlanSymbol& symbol : plan.symbols)
        outside.insert(symbol.name);
    std::set<std::string, std::less<>> assigned;
    forEachAssignment(plan.steps,
                      [&](const AssignSymbol& assign) { assigned.insert(assign.name); });
    const auto isLate = [&](const PlanArray& array) {
        const auto used = symbolic::freeSymbols(array.elements);
        return std::any_of(used.begin(), used.end(), [&](const std::string& name) {
            return assigned.contains(name) && !outside.contains(name);
        });
    };
    for (const PlanArray& array : plan.arrays) {
        HostArrayUse use;
        use.plan = &array;
        use.variable = fresh("a_", array.name);
        // A scalar that is written is the caller's by value, and here an array of one element.
        if (array.argument && !array.scalar)
            use.temporary = -1;
        else if (!array.argument && isLate(array))
            use.late = late_++;
        else
            use.temporary = temporaries_++;
        arrays_[array.name] = use;
    }
    for (const Kernel& kernel : plan.kernels)
        for (const BufferParam& buffer : kernel.buffers)
            if (const auto found = arrays_.find(buffer.array); found != arrays_.end())
                found->second.launched = true;
}

Expected<HostText> HostProgramNames::variable(const std::string& symbol) const {
    if (const auto known = variables_.find(symbol); known != variables_.end())
        return HostText{"f." + known->second.name, known->second.real};
    if (const auto constant = constants_.find(symbol); constant != constants_.end())
        return literalText(constant->second);
    return fail("changed-arguments",
                fmt::format("the program needs the symbol '{}', which is not among the arguments "
                            "that its callers pass",
                            symbol));
}

Expected<HostText> HostProgramNames::element(const std::string& array,
                                             const std::vector<HostText>& index) {
    const auto found = arrays_.find(array);
    if (found ==
        arrays_.end()) // of a scalar that is written, what the caller gave is its beginning
        return HostText{};
    HostArrayUse& use = found->second;
    readsElements_ = true;
    use.counted = true;
    const std::size_t rank = use.plan->strides.size();
    if (index.size() > 1 && index.size() != rank)
        return fail("not-exportable", fmt::format("the host reads the array '{}' with {} indices",
                                                  array, index.size()));
    std::string at = "Int(0)";
    for (std::size_t d = 0; d < index.size(); ++d) {
        const bool strided = index.size() == rank;
        use.strided = use.strided || strided;
        at = fmt::format("fit(f.r, Wide({}) + Wide({}) * {})", at, index[d].text,
                         strided ? fmt::format("f.d_{}[{}]", use.variable, d) : "1");
    }
    if (!ir::isPlainNumber(use.plan->type))
        return fail("not-exportable",
                    fmt::format("the host reads the array '{}', whose elements are no plain "
                                "numbers",
                                array));
    const bool real = ir::isFloatingPoint(use.plan->type);
    const std::string address =
        use.late < 0 ? "f." + use.variable : fmt::format("late_{}(f)", use.variable);
    return HostText{fmt::format("{}(element<{}>(f.p, f.r, {}, {}, f.n_{}, {}))",
                                real ? "double" : "Int", cType(use.plan->type),
                                stringLiteral(array), address, use.variable, at),
                    real};
}

HostNames HostProgramNames::names() {
    return {[this](const std::string& symbol) { return variable(symbol); },
            [this](const std::string& array, const std::vector<HostText>& index) {
                return element(array, index);
            }};
}

HostNames HostProgramNames::sizes() const {
    return {[this](const std::string& symbol) { return variable(symbol); },
            [](const std::string&, const std::vector<HostText>&) -> Expected<HostText> {
                return HostText{};
            }};
}

} // namespace mw::codegen
