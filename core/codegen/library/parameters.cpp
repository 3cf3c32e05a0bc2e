// How arguments reach a call of an exported library.
#include "core/codegen/library/parameters.h"

#include "core/codegen/ctext.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace mw::codegen {

namespace {

using Kind = LibraryArgument::Kind;

bool isAmong(const LibraryArgument& argument, Parameters which) {
    return which == Parameters::all || argument.kind == Kind::symbol;
}

void takeConstant(const LibraryProgram& program, std::size_t i, const LibraryArgument& argument,
                  const symbolic::Value& value, TextWriter& out) {
    const std::string wanted = literalText(value).text;
    if (value.isReal && std::isnan(value.d)) // which equals nothing
        out.line(fmt::format("if (p{0} == p{0})", i));
    else
        out.line(fmt::format("if (p{} != static_cast<{}>({}))", i, cType(argument.type), wanted));
    out.line(fmt::format("    refuse(f.r, kBadValue, \"the program was specialised to %s = %.15g, "
                         "and is called with %.15g\", {}, static_cast<double>({}), "
                         "static_cast<double>(p{}));",
                         stringLiteral(argument.name), wanted, i));
    // The program may assign another value: it begins with this one.
    if (const auto variable = program.host.variables().find(argument.name);
        variable != program.host.variables().end())
        out.line(fmt::format("f.{} = static_cast<{}>({});", variable->second.name,
                             variable->second.real ? "double" : "Int", wanted));
}

void takeArray(std::size_t i, const LibraryArgument& argument, const HostArrayUse& use,
               TextWriter& out) {
    if (argument.kind != Kind::array) {
        out.line(fmt::format("f.{} = &p{};", use.variable, i));
        return;
    }
    if (use.launched || use.counted)
        out.line(fmt::format("checkPointer(f.r, {}, p{}, {});", stringLiteral(argument.name), i,
                             std::clamp(ir::sizeOf(argument.type), 1, 16)));
    out.line(fmt::format("f.{} = p{};", use.variable, i));
}

} // namespace

std::string parameterList(const LibraryInterface& interface, Parameters which) {
    std::string text;
    for (std::size_t i = 0; i < interface.arguments.size(); ++i) {
        const LibraryArgument& argument = interface.arguments[i];
        if (!isAmong(argument, which))
            continue;
        text += text.empty() ? "" : ", ";
        text += argument.kind == Kind::array ? fmt::format("void* p{}", i)
                                             : fmt::format("{} p{}", cType(argument.type), i);
    }
    return text;
}

void takeParameters(const LibraryProgram& program, Parameters which, TextWriter& out) {
    for (std::size_t i = 0; i < program.interface.arguments.size(); ++i) {
        const LibraryArgument& argument = program.interface.arguments[i];
        if (!isAmong(argument, which))
            continue;
        const auto variable = program.host.variables().find(argument.name);
        const auto array = program.host.arrays().find(argument.name);
        if (const auto constant = program.constants.find(argument.name);
            constant != program.constants.end())
            takeConstant(program, i, argument, constant->second, out);
        else if (variable != program.host.variables().end())
            out.line(fmt::format("f.{} = static_cast<{}>(p{});", variable->second.name,
                                 variable->second.real ? "double" : "Int", i));
        else if (array != program.host.arrays().end() && array->second.plan->argument)
            takeArray(i, argument, array->second, out);
        else
            out.line(fmt::format("(void)p{}; {}", i, comment(argument.name)));
    }
}

} // namespace mw::codegen
