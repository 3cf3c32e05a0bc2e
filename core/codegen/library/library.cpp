// The text of an exported library: the runtime, the frame of variables, the steps, the functions of
// DaCe's ABI.
#include "core/codegen/library/library.h"

#include "core/codegen/ctext.h"
#include "core/codegen/library/host_steps.h"
#include "core/codegen/library/runtime_text.h"
#include "core/codegen/temporaries.h"
#include "core/conventions/conventions.h"
#include "core/conventions/metrics.h"
#include "core/support/text_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace mw::codegen {

namespace {

using Kind = LibraryArgument::Kind;
using symbolic::Expr;

std::string copyKernelName(int bytes) {
    return fmt::format("mw_copy_{}", bytes);
}

class LibraryPrinter {
public:
    LibraryPrinter(const Plan& plan, const LibraryInterface& interface,
                   const symbolic::Bindings& constants, Target target)
        : plan_(plan), interface_(interface), constants_(constants), target_(target),
          host_(plan, interface, constants) {}

    Expected<LibrarySource> print() {
        MW_CHECK(fits());
        MW_CHECK(arrayArguments());
        TextWriter stepText;
        {
            const TextWriter::Block block(stepText);
            MW_CHECK(printSteps(plan_, host_, stepText));
        }
        kernels();
        runtime();
        declarations();
        MW_CHECK(frame());
        MW_CHECK(sizeFunction());
        MW_CHECK(lateFunctions());
        out_.line("void steps(Frame& f) {");
        out_.lines(stepText.text());
        out_.line("}");
        out_.line();
        callFunction();
        out_.line("} // namespace");
        out_.line();
        MW_CHECK(abi());
        source_.host = out_.take();
        return std::move(source_);
    }

private:
    bool isDevice() const { return target_ != Target::cpu; }
    std::string_view deviceType() const {
        return target_ == Target::cpu    ? "CpuDevice"
               : target_ == Target::cuda ? "CudaDevice"
                                         : "HipDevice";
    }

    Expected<void> fits() const {
        if (isDevice() && plan_.state.used)
            return fail("not-exportable",
                        "the graph has C++ of its own that runs on the host beside a device; a "
                        "library with that is made for the CPU alone");
        return {};
    }
    Expected<void> arrayArguments() const {
        for (const auto& [name, use] : host_.arrays()) {
            if (!use.plan->argument)
                continue;
            const auto* argument = argumentNamed(name);
            if (!argument)
                return fail("changed-arguments",
                            fmt::format("the program needs the argument '{}', which its callers do "
                                        "not pass",
                                        name));
            if ((argument->kind == Kind::array) == use.plan->scalar)
                return fail("changed-arguments",
                            fmt::format("the argument '{}' is passed otherwise than the program "
                                        "needs it",
                                        name));
        }
        return {};
    }
    const LibraryArgument* argumentNamed(const std::string& name) const {
        const auto found = std::find_if(interface_.arguments.begin(), interface_.arguments.end(),
                                        [&](const auto& one) { return one.name == name; });
        return found == interface_.arguments.end() ? nullptr : &*found;
    }

    void kernels() {
        for (const Kernel& kernel : plan_.kernels)
            source_.kernels.push_back(kernel.name);
        if (copiesBoxes(plan_.steps))
            for (const int bytes : {1, 2, 4, 8, 16})
                source_.kernels.push_back(copyKernelName(bytes));
    }

    void runtime() {
        out_.line(comment(plan_.program + ": a library with the interface of DaCe's build"));
        for (const std::string_view part :
             {"arithmetic", "grid", "arena_layout", "box", "workspace"})
            out_.lines(runtimeText(part));
        out_.lines(runtimeText(isDevice() ? "gpu_device" : "cpu_device"));
        out_.lines(runtimeText("program"));
        out_.line();
    }

    void declarations() {
        out_.line("extern \"C\" {");
        if (isDevice()) {
            out_.line("extern const void* const mw_images[];");
            out_.line("extern const int mw_image_count;");
            out_.line("extern const int mw_image_of[];");
        }
        for (const std::string& kernel : source_.kernels)
            if (!isDevice())
                out_.line(fmt::format("void {}(void**);", kernel));
        if (plan_.state.used) {
            out_.line(fmt::format("int {}(void**);", kStateInit));
            out_.line(fmt::format("int {}(void*);", kStateExit));
        }
        out_.line("}");
        out_.line();
        out_.line("namespace {");
        out_.line();
        out_.line("using namespace mw::library;");
        out_.line(fmt::format("using Handle = Program<{}, {}, {}, {}>;", deviceType(),
                              host_.temporaries(), host_.late(), source_.kernels.size()));
        out_.line(fmt::format("constexpr const char* kName = {};", stringLiteral(interface_.name)));
        std::string names;
        for (const std::string& kernel : source_.kernels)
            names += stringLiteral(kernel) + ", ";
        out_.line(fmt::format("constexpr const char* kKernels[] = {{{}nullptr}};", names));
        printLives();
        out_.line();
    }

    /// Scalars of the caller live from the first step to the last.
    void printLives() {
        std::vector<std::string> lives(static_cast<std::size_t>(host_.temporaries()));
        const auto widened = livesOfTemporaries(plan_);
        for (const auto& [name, use] : host_.arrays())
            if (use.temporary >= 0) {
                const auto life = widened.find(name);
                lives[static_cast<std::size_t>(use.temporary)] =
                    life == widened.end()
                        ? "{-1, 2147483647}"
                        : fmt::format("{{{}, {}}}", life->second.first, life->second.last);
            }
        out_.line(fmt::format("constexpr Life kLives[] = {{{}{{0, 0}}}};",
                              lives.empty() ? "" : fmt::format("{}, ", fmt::join(lives, ", "))));
    }

    Expected<void> frame() {
        out_.line("/// The variables of one call.");
        out_.line("struct Frame {");
        {
            const TextWriter::Block block(out_);
            out_.line("Handle& p;");
            out_.line("Status& r;");
            out_.line("Int turns = 0;");
            for (const auto& [name, variable] : host_.variables())
                out_.line(
                    fmt::format("{} {} = 0;", variable.real ? "double" : "Int", variable.name));
            for (const auto& [name, use] : host_.arrays()) {
                out_.line(fmt::format("void* {} = nullptr;", use.variable));
                if (use.counted || use.late >= 0)
                    out_.line(fmt::format("Int n_{} = 0;", use.variable));
                if (use.strided)
                    out_.line(fmt::format("Int d_{}[{}] = {{}};", use.variable,
                                          use.plan->strides.size()));
            }
        }
        out_.line("};");
        out_.line();
        return {};
    }

    /// `elementsOf(...)` of an array.
    Expected<std::string> elements(const PlanArray& array) {
        const HostNames names = host_.sizes();
        MW_TRY(const std::string count, integerText(array.elements, names));
        std::string shape;
        std::string strides;
        for (std::size_t d = 0; d < array.shape.size() && d < array.strides.size(); ++d) {
            MW_TRY(const std::string extent, integerText(array.shape[d], names));
            MW_TRY(const std::string stride, integerText(array.strides[d], names));
            shape += extent + ", ";
            strides += stride + ", ";
        }
        if (shape.empty())
            return fmt::format("elementsOf(f.r, {}, {}, 0, nullptr, nullptr)",
                               stringLiteral(array.name), count);
        return fmt::format("[&] {{ const Int shape[] = {{{}}}; const Int strides[] = {{{}}}; "
                           "return elementsOf(f.r, {}, {}, {}, shape, strides); }}()",
                           shape, strides, stringLiteral(array.name), count, array.shape.size());
    }

    /// What has a size before the first step: temporaries, and arguments where the host counts.
    Expected<void> sizeFunction() {
        out_.line("/// Bytes of the temporaries, and elements of what the steps count.");
        out_.line("void sizes([[maybe_unused]] Frame& f, [[maybe_unused]] std::size_t* bytes) {");
        {
            const TextWriter::Block block(out_);
            for (const auto& [name, use] : host_.arrays()) {
                if (use.late >= 0)
                    continue;
                if (use.temporary >= 0) {
                    MW_TRY(const std::string count, elements(*use.plan));
                    out_.line(fmt::format("{{ const Int n = {};", count));
                    if (use.counted)
                        out_.line(fmt::format("  f.n_{} = n;", use.variable));
                    out_.line(fmt::format("  bytes[{}] = static_cast<std::size_t>(n) * {}; }}",
                                          use.temporary, ir::sizeOf(use.plan->type)));
                } else if (use.counted) {
                    // Symbols that stand in sizes of arguments alone are not passed.
                    const auto count = elements(*use.plan);
                    out_.line(
                        fmt::format("f.n_{} = {};", use.variable, count ? *count : "Int{1} << 62"));
                }
                MW_CHECK(strides(use));
            }
        }
        out_.line("}");
        out_.line();
        return {};
    }
    Expected<void> strides(const HostArrayUse& use) {
        for (std::size_t d = 0; use.strided && d < use.plan->strides.size(); ++d) {
            MW_TRY(const std::string stride, integerText(use.plan->strides[d], host_.sizes()));
            out_.line(fmt::format("f.d_{}[{}] = {};", use.variable, d, stride));
        }
        return {};
    }

    Expected<void> lateFunctions() {
        for (const auto& [name, use] : host_.arrays()) {
            if (use.late < 0)
                continue;
            out_.line(fmt::format("void* late_{}(Frame& f) {{", use.variable));
            {
                const TextWriter::Block block(out_);
                MW_TRY(const std::string count, elements(*use.plan));
                out_.line(fmt::format("f.n_{} = {};", use.variable, count));
                MW_CHECK(strides(use));
                out_.line(
                    fmt::format("if (f.r.code == kFine) f.{0} = lateMemory(f.p, {1}, f.n_{0}, "
                                "{2}, f.r);",
                                use.variable, use.late, ir::sizeOf(use.plan->type)));
                out_.line(fmt::format("return f.{};", use.variable));
            }
            out_.line("}");
            out_.line();
        }
        return {};
    }

    void callFunction() {
        out_.line(
            "/// All steps, with memory for the temporaries. `seconds`: to be timed, or null.");
        out_.line("void call(Frame& f, double* seconds) {");
        {
            const TextWriter::Block block(out_);
            out_.line("f.p.device.enter(f.r);");
            out_.line("std::size_t bytes[Handle::kTemporaries + 1] = {};");
            out_.line("void* data[Handle::kTemporaries + 1] = {};");
            out_.line("if (f.r.code == kFine) sizes(f, bytes);");
            out_.line("if (seconds) f.p.device.wait(f.r);");
            out_.line("const double start = seconds ? secondsNow() : 0;");
            out_.line("auto* const slot = placeTemporaries(f.p, bytes, kLives, data, f.r);");
            for (const auto& [name, use] : host_.arrays()) {
                if (use.temporary < 0)
                    continue;
                if (use.plan->argument) // by value
                    out_.line(fmt::format("if (f.r.code == kFine) f.p.device.upload(f.r, data[{}], "
                                          "f.{}, {});",
                                          use.temporary, use.variable, ir::sizeOf(use.plan->type)));
                out_.line(fmt::format("f.{} = data[{}];", use.variable, use.temporary));
            }
            out_.line("if (f.r.code == kFine) steps(f);");
            out_.line("giveBack(slot);");
            out_.line("if (seconds && f.r.code == kFine) {");
            out_.line("    f.p.device.wait(f.r);");
            out_.line("    *seconds = secondsNow() - start;");
            out_.line("}");
            out_.line("f.p.device.leave();");
        }
        out_.line("}");
        out_.line();
    }

    std::string parameters(bool symbolsOnly) const {
        std::string text;
        for (std::size_t i = 0; i < interface_.arguments.size(); ++i) {
            const LibraryArgument& argument = interface_.arguments[i];
            if (symbolsOnly && argument.kind != Kind::symbol)
                continue;
            text += text.empty() ? "" : ", ";
            text += argument.kind == Kind::array ? fmt::format("void* p{}", i)
                                                 : fmt::format("{} p{}", cType(argument.type), i);
        }
        return text;
    }

    /// Puts the parameters into the frame, and refuses those that are not what they must be.
    void take(bool symbolsOnly) {
        for (std::size_t i = 0; i < interface_.arguments.size(); ++i) {
            const LibraryArgument& argument = interface_.arguments[i];
            if (symbolsOnly && argument.kind != Kind::symbol)
                continue;
            const auto variable = host_.variables().find(argument.name);
            const auto array = host_.arrays().find(argument.name);
            if (const auto constant = constants_.find(argument.name); constant != constants_.end())
                takeConstant(i, argument, constant->second);
            else if (variable != host_.variables().end())
                out_.line(fmt::format("f.{} = static_cast<{}>(p{});", variable->second.name,
                                      variable->second.real ? "double" : "Int", i));
            else if (array != host_.arrays().end() && array->second.plan->argument)
                takeArray(i, argument, array->second);
            else
                out_.line(fmt::format("(void)p{}; {}", i, comment(argument.name)));
        }
    }
    void takeConstant(std::size_t i, const LibraryArgument& argument,
                      const symbolic::Value& value) {
        const std::string wanted =
            value.isReal ? cLiteral(value.d) : fmt::format("Int({})", cLiteral(value.i));
        out_.line(fmt::format("if (p{} != static_cast<{}>({}))", i, cType(argument.type), wanted));
        out_.line(
            fmt::format("    refuse(f.r, kBadValue, \"the program was specialised to %s = %g, "
                        "and is called with %g\", {}, static_cast<double>({}), "
                        "static_cast<double>(p{}));",
                        stringLiteral(argument.name), wanted, i));
        // The program may assign another value: it begins with this one.
        if (const auto variable = host_.variables().find(argument.name);
            variable != host_.variables().end())
            out_.line(fmt::format("f.{} = static_cast<{}>({});", variable->second.name,
                                  variable->second.real ? "double" : "Int", wanted));
    }
    void takeArray(std::size_t i, const LibraryArgument& argument, const HostArrayUse& use) {
        if (argument.kind != Kind::array) {
            out_.line(fmt::format("f.{} = &p{};", use.variable, i));
            return;
        }
        if (use.launched || use.counted)
            out_.line(fmt::format("checkPointer(f.r, {}, p{}, {});", stringLiteral(argument.name),
                                  i, std::min(ir::sizeOf(argument.type), 16)));
        out_.line(fmt::format("f.{} = p{};", use.variable, i));
    }

    Expected<void> abi() {
        out_.line("extern \"C\" {");
        out_.line("#define MW_EXPORTED __attribute__((visibility(\"default\")))");
        out_.line();
        exitFunction();
        MW_CHECK(initFunction());
        programFunction();
        externalFunctions();
        deviceFunctions();
        out_.line("/// What the last call refused; empty: nothing.");
        out_.line(fmt::format("MW_EXPORTED const char* __mw_error_{}(Handle* handle) {{",
                              interface_.name));
        out_.line("    return handle ? handle->last.sentence : \"the handle is null\";");
        out_.line("}");
        out_.line("}");
        return {};
    }

    Expected<void> initFunction() {
        out_.line(fmt::format("MW_EXPORTED Handle* __dace_init_{}({}) {{", interface_.name,
                              parameters(true)));
        {
            const TextWriter::Block block(out_);
            out_.line("Status status;");
            out_.line("void* const memory = std::malloc(sizeof(Handle));");
            out_.line("if (!memory) return nullptr;");
            out_.line("Handle* const handle = new (memory) Handle();");
            out_.line("[[maybe_unused]] Frame f{*handle, status};");
            take(true);
            out_.line("handle->device.begin(status);");
            out_.line("if (handle->device.begun()) enterWorkspace<Handle::Device>();");
            if (isDevice()) {
                out_.line("handle->modules = static_cast<void**>(std::calloc("
                          "static_cast<std::size_t>(mw_image_count) + 1, sizeof(void*)));");
                out_.line(
                    "if (!handle->modules) refuse(status, kNoMemory, \"no memory is left\");");
                out_.line(fmt::format("if (status.code == kFine) handle->device.load(status, "
                                      "mw_images, handle->modules, mw_image_count, kKernels, "
                                      "mw_image_of, handle->kernels, {});",
                                      source_.kernels.size()));
            } else {
                for (std::size_t k = 0; k < source_.kernels.size(); ++k)
                    out_.line(fmt::format("handle->kernels[{}] = {};", k, source_.kernels[k]));
            }
            MW_CHECK(stateInit());
            out_.line("if (report(*handle, kName, status) == kFine) return handle;");
            out_.line(fmt::format("__dace_exit_{}(handle);", interface_.name));
            out_.line("return nullptr;");
        }
        out_.line("}");
        out_.line();
        return {};
    }
    Expected<void> stateInit() {
        if (!plan_.state.used)
            return {};
        std::string arguments = "&handle->state";
        for (std::size_t i = 0; i < plan_.state.scalars.size(); ++i) {
            const ScalarParam& scalar = plan_.state.scalars[i];
            for (const auto& name : symbolic::freeSymbols(scalar.value)) {
                const auto* argument = argumentNamed(name);
                if (!constants_.contains(name) && (!argument || argument->kind != Kind::symbol))
                    return fail("not-exportable",
                                fmt::format("the graph's init code needs '{}', which DaCe's init "
                                            "function does not get",
                                            name));
            }
            MW_TRY(const HostText value, hostText(scalar.value, host_.sizes()));
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

    void programFunction() {
        const std::string list = parameters(false);
        out_.line(fmt::format("MW_EXPORTED int __program_{}(Handle* handle{}{}) {{",
                              interface_.name, list.empty() ? "" : ", ", list));
        {
            const TextWriter::Block block(out_);
            out_.line("if (!handle) {");
            out_.line("    std::fprintf(stderr, \"%s: the handle is null\\n\", kName);");
            out_.line("    return kBadValue;");
            out_.line("}");
            out_.line("Status status;");
            out_.line("[[maybe_unused]] Frame f{*handle, status};");
            take(false);
            out_.line(fmt::format("if (status.code == kFine) call(f, {});", secondsText()));
            out_.line("return report(*handle, kName, status);");
        }
        out_.line("}");
        out_.line();
    }
    /// Where GT4Py wants the time of a call, when its level asks for it; else null.
    std::string secondsText() const {
        const auto* level = argumentNamed(std::string(conventions::kMetricsLevel));
        const auto* time = argumentNamed(std::string(conventions::kComputeTime));
        if (!level || !time || constants_.contains(conventions::kMetricsLevel))
            return "nullptr";
        const auto* first = interface_.arguments.data();
        return fmt::format("p{} >= {} ? static_cast<double*>(p{}) : nullptr", level - first,
                           conventions::kPerformanceLevel, time - first);
    }

    void exitFunction() {
        out_.line(
            fmt::format("MW_EXPORTED int __dace_exit_{}(Handle* handle) {{", interface_.name));
        {
            const TextWriter::Block block(out_);
            out_.line("if (!handle) return kBadValue;");
            out_.line("Status status = handle->first;");
            if (plan_.state.used)
                out_.line(
                    fmt::format("if (handle->state) if (const int result = {}(handle->state)) "
                                "refuse(status, kBadValue, \"the graph's exit code reports "
                                "the error %d\", result);",
                                kStateExit));
            out_.line("Status entered;");
            out_.line("if (handle->device.begun()) {");
            out_.line("    handle->device.enter(entered);");
            out_.line("    handle->device.waitForAll(status);");
            out_.line("    freeLate(*handle);");
            out_.line("    leaveWorkspace(handle->device);");
            if (isDevice())
                out_.line("    if (handle->modules) handle->device.unload(handle->modules, "
                          "mw_image_count);");
            out_.line("    handle->device.leave();");
            out_.line("    handle->device.end();");
            out_.line("}");
            if (isDevice())
                out_.line("std::free(handle->modules);");
            out_.line("std::free(handle);");
            out_.line("return status.code;");
        }
        out_.line("}");
        out_.line();
    }

    /// Whether the sizes of temporaries follow from what the init function gets.
    bool sizesFromSymbols() const {
        for (const auto& [name, use] : host_.arrays())
            if (use.temporary >= 0)
                for (const auto& symbol : symbolic::freeSymbols(use.plan->elements)) {
                    const auto* argument = argumentNamed(symbol);
                    if (!constants_.contains(symbol) &&
                        (!argument || argument->kind != Kind::symbol))
                        return false;
                }
        return true;
    }

    void externalFunctions() {
        const std::string mine = isDevice() ? "GPU_Global" : "CPU_Heap";
        std::set<std::string> storages = interface_.externalStorages;
        storages.insert(mine);
        const std::string list = parameters(true);
        const std::string more = list.empty() ? "" : ", " + list;
        const bool known = sizesFromSymbols();
        if (!known)
            source_.notes.push_back("the sizes of temporaries hang on scalars that only a call "
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
                take(true);
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
        if (!isDevice())
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

    const Plan& plan_;
    const LibraryInterface& interface_;
    const symbolic::Bindings& constants_;
    Target target_;
    HostProgramNames host_;
    TextWriter out_;
    LibrarySource source_;
};

} // namespace

Expected<LibrarySource> printLibrary(const Plan& plan, const LibraryInterface& interface,
                                     const symbolic::Bindings& constants, Target target) {
    return LibraryPrinter(plan, interface, constants, target).print();
}

std::string printImages(const std::vector<std::string>& files,
                        const std::vector<std::size_t>& imageOf) {
    TextWriter out;
    out.line("// The compiled kernels.");
    for (std::size_t i = 0; i < files.size(); ++i) {
        out.line(fmt::format("__asm__(\".section .rodata\\n.balign 4096\\n.globl mw_image_{0}\\n"
                             ".hidden mw_image_{0}\\nmw_image_{0}:\\n.incbin \\\"{1}\\\"\\n"
                             ".byte 0\\n.previous\\n\");",
                             i, files[i]));
    }
    out.line("extern \"C\" {");
    for (std::size_t i = 0; i < files.size(); ++i)
        out.line(fmt::format("extern const char mw_image_{}[];", i));
    out.line("extern const void* const mw_images[];");
    out.line("extern const int mw_image_count;");
    out.line("extern const int mw_image_of[];");
    std::string images;
    for (std::size_t i = 0; i < files.size(); ++i)
        images += fmt::format("mw_image_{}, ", i);
    out.line(fmt::format("const void* const mw_images[] = {{{}nullptr}};", images));
    out.line(fmt::format("const int mw_image_count = {};", files.size()));
    out.line(fmt::format("const int mw_image_of[] = {{{}{}0}};", fmt::join(imageOf, ", "),
                         imageOf.empty() ? "" : ", "));
    out.line("}");
    return out.take();
}

} // namespace mw::codegen
