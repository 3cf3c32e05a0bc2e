// What C includes to call a library.
#include "app/workbench/callers/c_header.h"

#include "core/support/text_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace mw::workbench {

namespace {

using Kind = codegen::LibraryArgument::Kind;

std::string elementType(ir::ScalarType type) {
    switch (type) {
    case ir::ScalarType::boolean:
        return "bool";
    case ir::ScalarType::float32:
        return "float";
    case ir::ScalarType::float64:
        return "double";
    case ir::ScalarType::int8:
    case ir::ScalarType::int16:
    case ir::ScalarType::int32:
    case ir::ScalarType::int64:
    case ir::ScalarType::uint8:
    case ir::ScalarType::uint16:
    case ir::ScalarType::uint32:
    case ir::ScalarType::uint64:
        return std::string(ir::name(type)) + "_t";
    default:
        return "void";
    }
}

/// The name of an argument; words of C and C++ get an underscore behind them.
std::string parameterName(const std::string& name) {
    constexpr std::array<std::string_view, 34> kWords{
        "auto",     "bool",    "break",  "case",     "char",   "class",  "const",
        "continue", "default", "delete", "do",       "double", "else",   "enum",
        "float",    "for",     "if",     "inline",   "int",    "long",   "new",
        "register", "return",  "short",  "signed",   "sizeof", "static", "struct",
        "switch",   "this",    "union",  "unsigned", "void",   "while"};
    return name == "handle" || std::ranges::find(kWords, name) != kWords.end() ? name + "_" : name;
}

std::string parameter(const CalledArgument& called) {
    const auto type = elementType(called.argument.type);
    const auto name = parameterName(called.argument.name);
    return called.argument.kind != Kind::array
               ? fmt::format("{} {}", type, name)
               : fmt::format("{}{}* {}", called.writes ? "" : "const ", type, name);
}

/// " [Edge, K], shape A x B, strides 1, S; written; on the device"
std::string remark(const CalledArgument& called) {
    if (called.argument.kind != Kind::array)
        return {};
    std::string text;
    for (std::size_t d = 0; d < called.shape.size(); ++d)
        text += fmt::format("{}{}{}{} elements, stride {}", d == 0 ? " " : "; ",
                            called.dimensions[d], called.dimensions[d].empty() ? "" : ": ",
                            symbolic::print(called.shape[d]), symbolic::print(called.strides[d]));
    if (called.writes)
        text += called.reads ? "; read and written" : "; written";
    return " /*" + text + (called.onHost ? "" : "; on the device") + " */";
}

void declare(TextWriter& out, const CallDescription& description, std::string_view function,
             bool all) {
    std::vector<const CalledArgument*> list;
    for (const CalledArgument& one : description.arguments)
        if (all || one.argument.kind == Kind::symbol)
            list.push_back(&one);
    out.line(fmt::format("{}({}{}", function,
                         all            ? "void* handle"
                         : list.empty() ? "void"
                                        : "",
                         list.empty() ? ");"
                         : all        ? ","
                                      : ""));
    for (const CalledArgument* one : list)
        out.line(fmt::format("    {}{}{}", parameter(*one), one == list.back() ? ");" : ",",
                             remark(*one)));
    out.line();
}

} // namespace

std::string cHeader(const CallDescription& description) {
    const std::string& name = description.program;
    TextWriter out;
    out.line(fmt::format("/* {}: a program as a library for {}, written by mw export. */", name,
                         codegen::name(description.target)));
    out.line("#pragma once");
    out.line();
    out.line("#include <stdbool.h>");
    out.line("#include <stdint.h>");
    out.line();
    out.line("#ifdef __cplusplus");
    out.line("extern \"C\" {");
    out.line("#endif");
    out.line();
    out.line("/* A handle for one call at a time; null where these values are refused. */");
    declare(out, description, fmt::format("void* __dace_init_{}", name), false);
    out.line("/* 0, or a code where the call is refused. */");
    declare(out, description, fmt::format("int __program_{}", name), true);
    out.line("/* Waits and frees; 0, or the code of the first call that was refused. */");
    out.line(fmt::format("int __dace_exit_{}(void* handle);", name));
    out.line("/* What the last call refused, as a sentence; empty: nothing. */");
    out.line(fmt::format("const char* __mw_error_{}(void* handle);", name));
    if (description.target != codegen::Target::cpu) {
        out.line("/* The stream of calls from now on; null: the default stream. */");
        out.line("void __dace_gpu_set_all_streams(void* handle, void* stream);");
    }
    out.line();
    out.line("#ifdef __cplusplus");
    out.line("}");
    out.line("#endif");
    return out.take();
}

} // namespace mw::workbench
