// The graph's own C++ outside of its tasklets: file scope, the program's state, init and exit code.
#include "core/codegen/print/print_state.h"

#include "core/codegen/ctext.h"
#include "core/codegen/print/print_body.h"
#include "core/codegen/walk.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::codegen {

namespace {

/// Headers that raw code on the host may count on, as in a file that DaCe generates.
constexpr std::array kHostHeaders = {"algorithm", "cmath",   "complex", "cstdint", "cstdio",
                                     "cstdlib",   "cstring", "numeric", "tuple",   "vector"};

/// DaCe's file for which code is meant: the frame is the host's, cuda the device's.
constexpr std::string_view kHostFile = "frame", kDeviceFile = "cuda";

bool hasRawCode(const Plan& plan) {
    bool found = !plan.globals.empty() || plan.state.used;
    for (const Kernel& kernel : plan.kernels)
        walk(
            kernel.body,
            [&](const Statement& s) { found = found || std::holds_alternative<Raw>(s.kind); },
            [](const Value&) {});
    return found;
}

/// DaCe's name for the struct.
std::string stateType(const Plan& plan) {
    return identifier(plan.program) + "_state_t";
}

void printPieces(const std::vector<GlobalCode>& pieces, std::string_view without, TextWriter& out,
                 std::vector<RawLines>& raw) {
    for (const GlobalCode& code : pieces)
        if (code.file != without) {
            out.line(comment(code.where));
            raw.push_back(printRaw(code.text, code.element, code.where, out));
        }
}

void printHeaders(TextWriter& out) {
    for (const std::string_view header : kHostHeaders)
        out.line(fmt::format("#include <{}>", header));
}

void printStateType(const Plan& plan, TextWriter& out, std::vector<RawLines>& raw) {
    out.line(fmt::format("struct {} {{", stateType(plan)));
    {
        const TextWriter::Block block(out);
        for (const GlobalCode& field : plan.state.fields) {
            out.line(comment(field.where));
            raw.push_back(printRaw(field.text, field.element, field.where, out));
            out.line(";"); // a field is written with or without one
        }
    }
    out.line("};");
    out.line(fmt::format("using {} = {};", kStateType, stateType(plan)));
}

/// The device's code runs where there is one; that of the host everywhere.
void printStateCode(const std::vector<GlobalCode>& pieces, bool device, TextWriter& out,
                    std::vector<RawLines>& raw) {
    printPieces(pieces, device ? std::string_view() : kDeviceFile, out, raw);
}

void printInit(const ProgramState& state, bool device, TextWriter& out,
               std::vector<RawLines>& raw) {
    out.line(fmt::format("extern \"C\" int {}(void** mw_args) {{", kStateInit));
    {
        const TextWriter::Block block(out);
        int position = 1;
        for (const ScalarParam& scalar : state.scalars)
            out.line(fmt::format("const {0} {1} = *static_cast<const {0}*>(mw_args[{2}]);",
                                 cType(scalar.type), scalar.name, position++));
        out.line("int __result = 0;");
        out.line(fmt::format("{0}* {1} = new {0}();", kStateType, kStateName));
        printStateCode(state.init, device, out, raw);
        out.line(fmt::format("if (__result) {{ delete {}; return __result; }}", kStateName));
        out.line(fmt::format("*static_cast<{}**>(mw_args[0]) = {};", kStateType, kStateName));
        out.line("return 0;");
    }
    out.line("}");
}

void printExit(const ProgramState& state, bool device, TextWriter& out,
               std::vector<RawLines>& raw) {
    out.line(fmt::format("extern \"C\" int {}(void* mw_state) {{", kStateExit));
    {
        const TextWriter::Block block(out);
        out.line("int __err = 0;");
        out.line(fmt::format("{0}* {1} = static_cast<{0}*>(mw_state);", kStateType, kStateName));
        printStateCode(state.exit, device, out, raw);
        out.line(fmt::format("delete {};", kStateName));
        out.line("return __err;");
    }
    out.line("}");
}

} // namespace

void printGlobals(const Plan& plan, const Dialect& dialect, TextWriter& out,
                  std::vector<RawLines>& raw) {
    if (dialect.device) {
        if (plan.state.used) // a function may take the address of the state
            out.line(fmt::format("struct {};", stateType(plan)));
    } else {
        if (hasRawCode(plan))
            printHeaders(out);
        if (plan.state.used)
            printStateType(plan, out, raw);
    }
    printPieces(plan.globals, dialect.device ? kHostFile : kDeviceFile, out, raw);
}

void printStateFunctions(const Plan& plan, const Dialect& dialect, TextWriter& out,
                         std::vector<RawLines>& raw) {
    printInit(plan.state, dialect.device, out, raw);
    printExit(plan.state, dialect.device, out, raw);
}

Source printState(const Plan& plan, Target target) {
    const Dialect& table = dialect(target);
    const auto isDevices = [](const GlobalCode& code) { return code.file == kDeviceFile; };
    TextWriter out;
    Source source;
    out.line(comment(plan.program + ": the program's state on the host"));
    printHeaders(out);
    if (std::any_of(plan.state.init.begin(), plan.state.init.end(), isDevices) ||
        std::any_of(plan.state.exit.begin(), plan.state.exit.end(), isDevices))
        out.line(fmt::format("#include <{}>", table.runtimeHeader));
    printStateType(plan, out, source.raw);
    printPieces(plan.globals, kDeviceFile, out, source.raw);
    printStateFunctions(plan, table, out, source.raw);
    source.text = out.take();
    return source;
}

} // namespace mw::codegen
