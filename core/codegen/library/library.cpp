// The text of an exported library: the runtime, the frame of variables, the steps, and the call
// that makes them.
#include "core/codegen/library/library.h"

#include "core/codegen/ctext.h"
#include "core/codegen/library/abi.h"
#include "core/codegen/library/host_steps.h"
#include "core/codegen/library/runtime_text.h"
#include "core/codegen/temporaries.h"
#include "core/support/text_writer.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::codegen {

namespace {

using Kind = LibraryArgument::Kind;

std::string copyKernelName(int bytes) {
    return fmt::format("mw_copy_{}", bytes);
}

class LibraryPrinter {
public:
    LibraryPrinter(const Plan& plan, const LibraryInterface& interface,
                   const symbolic::Bindings& constants, Target target, const LibraryTexts& texts)
        : plan_(plan), interface_(interface), target_(target),
          host_(plan, interface, constants), program_{plan,  interface,       constants, target,
                                                      host_, source_.kernels, texts} {}

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
        MW_CHECK(printAbi(program_, out_, source_.notes));
        source_.host = out_.take();
        return std::move(source_);
    }

private:
    std::string_view deviceType() const {
        return target_ == Target::cpu    ? "CpuDevice"
               : target_ == Target::cuda ? "CudaDevice"
                                         : "HipDevice";
    }

    Expected<void> fits() const {
        if (program_.isDevice() && plan_.state.used)
            return fail("not-exportable",
                        "the graph has C++ of its own that runs on the host beside a device; a "
                        "library with that is made for the CPU alone");
        if (program_.isDevice() && std::ranges::any_of(plan_.kernels, [](const Kernel& kernel) {
                return kernel.launch.tiles;
            }))
            return fail("not-exportable", "a library makes no lists of neighbours for tiles");
        return {};
    }
    Expected<void> arrayArguments() const {
        for (const auto& [name, use] : host_.arrays()) {
            if (!use.plan->argument)
                continue;
            const auto* argument = interface_.argument(name);
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
        if (program_.isDevice())
            out_.lines(runtimeText("markers"));
        out_.lines(runtimeText(program_.isDevice() ? "gpu_device" : "cpu_device"));
        out_.lines(runtimeText("recording"));
        out_.lines(runtimeText("program"));
        out_.lines(runtimeText("python"));
        out_.line();
    }

    void declarations() {
        out_.line("extern \"C\" {");
        if (program_.isDevice()) {
            out_.line("extern const void* const mw_images[];");
            out_.line("extern const int mw_image_count;");
            out_.line("extern const int mw_image_of[];");
        }
        for (const std::string& kernel : source_.kernels)
            if (!program_.isDevice())
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
        std::string titles;
        for (const Kernel& kernel : plan_.kernels)
            titles += stringLiteral(kernel.title.empty() ? kernel.name : kernel.title) + ", ";
        out_.line(fmt::format("[[maybe_unused]] constexpr const char* kTitles[] = {{{}nullptr}};",
                              titles));
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
            out_.line("f.p.device.mark(kName);");
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
            // Steps that wait for what the device computes are not the same in every call.
            const bool fixed = program_.isDevice() && host_.late() == 0 && !host_.readsElements();
            out_.line(fixed ? "if (f.r.code == kFine) f.p.recordings.run(f.p.device, f.r, "
                              "&f.turns, &f + 1, [&f] { steps(f); });"
                            : "if (f.r.code == kFine) steps(f);");
            out_.line("giveBack(slot);");
            out_.line("if (seconds && f.r.code == kFine) {");
            out_.line("    f.p.device.wait(f.r);");
            out_.line("    *seconds = secondsNow() - start;");
            out_.line("}");
            out_.line("f.p.device.unmark();");
            out_.line("f.p.device.leave();");
        }
        out_.line("}");
        out_.line();
    }

    const Plan& plan_;
    const LibraryInterface& interface_;
    Target target_;
    HostProgramNames host_;
    TextWriter out_;
    LibrarySource source_;
    LibraryProgram program_;
};

} // namespace

Expected<LibrarySource> printLibrary(const Plan& plan, const LibraryInterface& interface,
                                     const symbolic::Bindings& constants, Target target,
                                     const LibraryTexts& texts) {
    return LibraryPrinter(plan, interface, constants, target, texts).print();
}

} // namespace mw::codegen
