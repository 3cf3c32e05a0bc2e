// The functions of DaCe's ABI, over the runtime in library/runtime.
#include "core/codegen/library/abi.h"

#include "core/codegen/ctext.h"
#include "core/codegen/library/parameters.h"
#include "core/conventions/conventions.h"
#include "core/conventions/metrics.h"

#include <fmt/format.h>

namespace mw::codegen {

namespace {

using Kind = LibraryArgument::Kind;

class AbiPrinter {
public:
    AbiPrinter(const LibraryProgram& program, TextWriter& out, std::vector<std::string>& notes)
        : program_(program), out_(out), notes_(notes) {}

    Expected<void> print() {
        out_.line("extern \"C\" {");
        out_.line("#define MW_EXPORTED __attribute__((visibility(\"default\")))");
        out_.line();
        exitFunction();
        MW_CHECK(initFunction());
        MW_CHECK(programFunction());
        externalFunctions();
        deviceFunctions();
        preparedCalls();
        out_.line("/// What the last call refused; empty: nothing.");
        out_.line(fmt::format("MW_EXPORTED const char* __mw_error_{}(Handle* handle) {{",
                              program_.interface.name));
        out_.line("    return handle ? handle->last.sentence : \"the handle is null\";");
        out_.line("}");
        out_.line("}");
        return {};
    }

private:
    Expected<void> initFunction() {
        out_.line(fmt::format("MW_EXPORTED Handle* __dace_init_{}({}) {{", program_.interface.name,
                              parameterList(program_.interface, Parameters::symbols)));
        {
            const TextWriter::Block block(out_);
            out_.line("Status status;");
            out_.line("void* const memory = std::malloc(sizeof(Handle));");
            out_.line("if (!memory) return nullptr;");
            out_.line("Handle* const handle = new (memory) Handle();");
            out_.line("[[maybe_unused]] Frame f{*handle, status};");
            takeParameters(program_, Parameters::symbols, out_);
            out_.line("handle->device.begin(status);");
            out_.line("if (handle->device.begun()) enterWorkspace<Handle::Device>();");
            if (program_.isDevice()) {
                out_.line("handle->modules = static_cast<void**>(std::calloc("
                          "static_cast<std::size_t>(mw_image_count) + 1, sizeof(void*)));");
                out_.line(
                    "if (!handle->modules) refuse(status, kNoMemory, \"no memory is left\");");
                out_.line(fmt::format("if (status.code == kFine) handle->device.load(status, "
                                      "mw_images, handle->modules, mw_image_count, kKernels, "
                                      "mw_image_of, handle->kernels, {});",
                                      program_.kernels.size()));
            } else {
                for (std::size_t k = 0; k < program_.kernels.size(); ++k)
                    out_.line(fmt::format("handle->kernels[{}] = {};", k, program_.kernels[k]));
            }
            MW_CHECK(stateInit());
            out_.line("if (report(*handle, kName, status) == kFine) return handle;");
            out_.line(fmt::format("__dace_exit_{}(handle);", program_.interface.name));
            out_.line("return nullptr;");
        }
        out_.line("}");
        out_.line();
        return {};
    }
    Expected<void> stateInit() {
        if (!program_.plan.state.used)
            return {};
        std::string arguments = "&handle->state";
        for (std::size_t i = 0; i < program_.plan.state.scalars.size(); ++i) {
            const ScalarParam& scalar = program_.plan.state.scalars[i];
            for (const auto& name : symbolic::freeSymbols(scalar.value)) {
                const auto* argument = program_.interface.argument(name);
                if (!program_.constants.contains(name) &&
                    (!argument || argument->kind != Kind::symbol))
                    return fail("not-exportable",
                                fmt::format("the graph's init code needs '{}', which DaCe's init "
                                            "function does not get",
                                            name));
            }
            MW_TRY(const HostText value, hostText(scalar.value, program_.host.sizes()));
            out_.line(
                fmt::format("{} w{} = {};", cType(scalar.type), i, valueText(value, scalar.type)));
            arguments += fmt::format(", &w{}", i);
        }
        out_.line("if (status.code == kFine) {");
        out_.line(fmt::format("    void* arguments[] = {{{}}};", arguments));
        out_.line(fmt::format("    if (const int result = {}(arguments))", kStateInit));
        out_.line("        refuse(status, kBadValue, \"the graph's init code reports the error "
                  "%d\", result);");
        out_.line("}");
        return {};
    }

    /// The condition is evaluated as a run evaluates it: one that cannot be is refused as well.
    Expected<void> assumptions() {
        for (const std::string& text : program_.texts.assumptions) {
            const auto condition = symbolic::parse(text, symbolic::Dialect::code);
            if (!condition)
                return fail("not-exportable",
                            fmt::format("{} was rewritten for runs with {}, and nobody can tell "
                                        "whether that holds",
                                        program_.plan.program, text));
            const auto holds = hostText(*condition, program_.host.sizes());
            if (!holds && holds.error().code == "changed-arguments")
                return fail("changed-arguments",
                            fmt::format("{} was rewritten for runs with {}, and its callers do not "
                                        "pass what that is about: export it with the original's "
                                        "arguments (--original)",
                                        program_.plan.program, text));
            if (!holds)
                return fail(holds.error());
            out_.line(fmt::format("if (status.code == kFine && {} == 0 && status.code == kFine)",
                                  holds->text));
            out_.line(fmt::format("    refuse(status, kBadValue, \"the program was rewritten for "
                                  "calls with %s, and is called with other values\", {});",
                                  stringLiteral(text)));
        }
        return {};
    }

    Expected<void> programFunction() {
        const std::string list = parameterList(program_.interface, Parameters::all);
        out_.line(fmt::format("MW_EXPORTED int __program_{}(Handle* handle{}{}) {{",
                              program_.interface.name, list.empty() ? "" : ", ", list));
        {
            const TextWriter::Block block(out_);
            out_.line("if (!handle) {");
            out_.line("    std::fprintf(stderr, \"%s: the handle is null\\n\", kName);");
            out_.line("    return kBadValue;");
            out_.line("}");
            out_.line("Status status;");
            out_.line("[[maybe_unused]] Frame f{*handle, status};");
            takeParameters(program_, Parameters::all, out_);
            MW_CHECK(assumptions());
            out_.line(fmt::format("if (status.code == kFine) call(f, {});", secondsText()));
            out_.line("return report(*handle, kName, status);");
        }
        out_.line("}");
        out_.line();
        return {};
    }
    /// Where GT4Py wants the time of a call, when its level asks for it; else null.
    std::string secondsText() const {
        const auto* level = program_.interface.argument(conventions::kMetricsLevel);
        const auto* time = program_.interface.argument(conventions::kComputeTime);
        if (!level || !time || level->kind == Kind::array || time->kind != Kind::array ||
            time->type != ir::ScalarType::float64 ||
            program_.constants.contains(conventions::kMetricsLevel))
            return "nullptr";
        const auto* first = program_.interface.arguments.data();
        return fmt::format("p{} >= {} ? static_cast<double*>(p{}) : nullptr", level - first,
                           conventions::kPerformanceLevel, time - first);
    }

    void exitFunction() {
        out_.line(fmt::format("MW_EXPORTED int __dace_exit_{}(Handle* handle) {{",
                              program_.interface.name));
        {
            const TextWriter::Block block(out_);
            out_.line("if (!handle) return kBadValue;");
            out_.line("Status status = handle->first;");
            if (program_.plan.state.used)
                out_.line(
                    fmt::format("if (handle->state) if (const int result = {}(handle->state)) "
                                "refuse(status, kBadValue, \"the graph's exit code reports "
                                "the error %d\", result);",
                                kStateExit));
            out_.line("Status entered;");
            out_.line("if (handle->device.begun()) {");
            out_.line("    handle->device.enter(entered);");
            out_.line("    handle->device.waitForAll(status);");
            if (program_.isDevice())
                out_.line("    handle->recordings.end(handle->device);");
            out_.line("    freeLate(*handle);");
            out_.line("    leaveWorkspace(handle->device);");
            if (program_.isDevice())
                out_.line("    if (handle->modules) handle->device.unload(handle->modules, "
                          "mw_image_count);");
            out_.line("    handle->device.leave();");
            out_.line("    handle->device.end();");
            out_.line("}");
            if (program_.isDevice())
                out_.line("std::free(handle->modules);");
            out_.line("std::free(handle);");
            out_.line("return status.code;");
        }
        out_.line("}");
        out_.line();
    }

    /// Whether the sizes of temporaries follow from what the init function gets.
    bool sizesFromSymbols() const {
        for (const auto& [name, use] : program_.host.arrays())
            if (use.temporary >= 0)
                for (const auto& symbol : symbolic::freeSymbols(use.plan->elements)) {
                    const auto* argument = program_.interface.argument(symbol);
                    if (!program_.constants.contains(symbol) &&
                        (!argument || argument->kind != Kind::symbol))
                        return false;
                }
        return true;
    }

    void externalFunctions() {
        const std::string mine = program_.isDevice() ? "GPU_Global" : "CPU_Heap";
        std::set<std::string> storages = program_.interface.externalStorages;
        storages.insert(mine);
        const std::string list = parameterList(program_.interface, Parameters::symbols);
        const std::string more = list.empty() ? "" : ", " + list;
        const bool known = sizesFromSymbols();
        if (!known)
            notes_.push_back("the sizes of temporaries hang on scalars that only a call "
                             "has: no size can be asked for, and the workspace of all "
                             "libraries is used");
        for (const std::string& storage : storages) {
            const bool used = known && storage == mine;
            function(fmt::format("std::size_t __dace_get_external_memory_size_{}(Handle* handle{})",
                                 storage, more),
                     used, "0", "return needed == 0 ? 0 : needed + kAlignment;");
            function(fmt::format("void __dace_set_external_memory_{}(Handle* handle, char* "
                                 "memory{})",
                                 storage, more),
                     used, "",
                     "handle->external = memory; handle->externalBytes = memory && needed > 0 ? "
                     "needed + kAlignment : 0;");
        }
    }
    /// One that does something with the bytes `needed` for these symbols, or (of memory that the
    /// program has no use for) nothing.
    void function(const std::string& signature, bool used, std::string_view nothing,
                  std::string_view then) {
        out_.line(fmt::format("MW_EXPORTED {} {{", signature));
        {
            const TextWriter::Block block(out_);
            out_.line(fmt::format("if (!handle{}) return{}{};", used ? "" : " || true",
                                  nothing.empty() ? "" : " ", nothing));
            if (used) {
                out_.line("Status status;");
                out_.line("[[maybe_unused]] Frame f{*handle, status};");
                takeParameters(program_, Parameters::symbols, out_);
                out_.line("std::size_t bytes[Handle::kTemporaries + 1] = {};");
                out_.line("if (status.code == kFine) sizes(f, bytes);");
                out_.line("const std::size_t needed = status.code == kFine ? "
                          "layOutTemporaries(*handle, bytes, kLives) : 0;");
                out_.line("report(*handle, kName, status);");
                out_.line(then);
            } else if (!nothing.empty()) {
                out_.line(fmt::format("return {};", nothing));
            }
        }
        out_.line("}");
        out_.line();
    }

    void deviceFunctions() {
        if (!program_.isDevice())
            return;
        out_.line("MW_EXPORTED void __dace_gpu_set_all_streams(Handle* handle, void* stream) {");
        out_.line("    if (handle) handle->device.setStream(stream);");
        out_.line("}");
        out_.line();
        out_.line("MW_EXPORTED bool __dace_gpu_set_stream(Handle* handle, int, void* stream) {");
        out_.line("    if (handle) handle->device.setStream(stream);");
        out_.line("    return handle != nullptr;");
        out_.line("}");
        out_.line();
        out_.line("MW_EXPORTED int __dace_gpu_last_error(Handle* handle) {");
        out_.line("    if (!handle) return kBadValue;");
        out_.line("    const int code = handle->first.code;");
        out_.line("    handle->first = Status{};");
        out_.line("    return code;");
        out_.line("}");
        out_.line();
    }

    /// The call with its arguments as words, the one that Python makes of it, and what the library
    /// says of its arguments.
    void preparedCalls() {
        const std::string& name = program_.interface.name;
        std::string list;
        for (std::size_t i = 0; i < program_.interface.arguments.size(); ++i) {
            const LibraryArgument& argument = program_.interface.arguments[i];
            list +=
                argument.kind == Kind::array
                    ? fmt::format(", mw::library::pointer(words[{}])", i)
                    : fmt::format(", mw::library::valueIn<{}>(words[{}])", cType(argument.type), i);
        }
        oneLine("/// Each argument a word: a pointer, or a value in its first bytes.",
                fmt::format("int __mw_call_{}(Handle* handle, [[maybe_unused]] const "
                            "mw::library::Word* words)",
                            name),
                fmt::format("__program_{}(handle{})", name, list));
        oneLine("/// What Python calls by the names of arguments.",
                fmt::format("int __mw_python_call_{}(Handle* handle, mw::library::Calls* calls, "
                            "void* keywords)",
                            name),
                fmt::format("mw::library::callFromPython(*calls, mw::library::Dictionary(*calls->"
                            "python, keywords), [=](const mw::library::Word* words) {{ return "
                            "__mw_call_{}(handle, words); }})",
                            name));
        oneLine("/// The same as a function of Python in C (METH_FASTCALL | METH_KEYWORDS).",
                fmt::format("void* __mw_python_function_{}(void* self, void* const* values, "
                            "std::ptrdiff_t count, void* names)",
                            name),
                fmt::format("mw::library::callByNames(self, values, count, names, [](void* handle, "
                            "const mw::library::Word* words) {{ return "
                            "__mw_call_{}(static_cast<Handle*>(handle), words); }})",
                            name));
        oneLine("/// Where the functions of Python are that such a function needs.",
                "void __mw_python_use(const mw::library::Python* python)",
                "static_cast<void>(mw::library::pythonOfCallers = python)");
        oneLine("/// The same of a set that is kept nowhere.",
                fmt::format("int __mw_python_once_{}(Handle* handle, mw::library::Calls* calls, "
                            "mw::library::Word* set)",
                            name),
                fmt::format("mw::library::callOnce(*calls, set, [=](const mw::library::Word* "
                            "words) {{ return __mw_call_{}(handle, words); }})",
                            name));
        oneLine("/// Whether what a set was prepared for is still so.",
                "int __mw_python_holds(const mw::library::Calls* calls, mw::library::Word* words)",
                "mw::library::holds(*calls->python, mw::library::Set(words)) ? 1 : 0");
        oneLine("/// Where a set is kept.",
                "int __mw_python_keep(mw::library::Calls* calls, mw::library::Word* words)",
                "mw::library::keepSet(*calls, words)");
        oneLine(
            "/// Its arguments, in JSON (docs/export.md).", "const char* __mw_description()",
            stringLiteral(program_.texts.description ? program_.texts.description(unused()) : ""));
    }
    /// Scalars and symbols that takeParameters() does nothing with.
    std::set<std::string, std::less<>> unused() const {
        std::set<std::string, std::less<>> names;
        for (const LibraryArgument& argument : program_.interface.arguments)
            if (argument.kind != Kind::array && !program_.constants.contains(argument.name) &&
                !program_.host.variables().contains(argument.name) &&
                !program_.host.arrays().contains(argument.name))
                names.insert(argument.name);
        return names;
    }
    void oneLine(std::string_view comment, const std::string& signature, const std::string& value) {
        out_.line(comment);
        out_.line(fmt::format("MW_EXPORTED {} {{", signature));
        out_.line(fmt::format("    return {};", value));
        out_.line("}");
        out_.line();
    }

    const LibraryProgram& program_;
    TextWriter& out_;
    std::vector<std::string>& notes_;
};

} // namespace

Expected<void> printAbi(const LibraryProgram& program, TextWriter& out,
                        std::vector<std::string>& notes) {
    return AbiPrinter(program, out, notes).print();
}

} // namespace mw::codegen
