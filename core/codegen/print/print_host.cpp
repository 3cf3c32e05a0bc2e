// Kernels of C++: parameters from an array of pointers, loops with OpenMP.
#include "core/codegen/ctext.h"
#include "core/codegen/print/print_body.h"
#include "core/codegen/print/print_kernel.h"
#include "core/codegen/print/print_state.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::codegen {

namespace {

class HostKernel {
public:
    HostKernel(const Kernel& kernel, const Dialect& dialect, TextWriter& out, Source& source)
        : kernel_(kernel), dialect_(dialect), out_(out), source_(source),
          index_(indexType(kernel)) {}

    void print() {
        out_.line(fmt::format("extern \"C\" void {}(void** args) {{", kernel_.name));
        out_.indent();
        hostParameters();
        const std::size_t rank = kernel_.dims.size();
        const LaunchChoice& launch = kernel_.launch;
        const int shared = launch.sharedLoops > 0 ? launch.sharedLoops : kernel_.collapse;
        const int collapse = std::clamp(shared, 1, std::max(1, static_cast<int>(rank)));
        const bool simd = kernel_.simd && launch.vectors;
        for (std::size_t d = 0; d < rank; ++d) {
            const bool innermost = d + 1 == rank;
            if (!kernel_.sequential && d == 0)
                out_.line(fmt::format("#pragma omp parallel for{}{} schedule(static)",
                                      innermost && simd ? " simd" : "",
                                      collapse > 1 ? fmt::format(" collapse({})", collapse) : ""));
            else if (!kernel_.sequential && innermost && simd && static_cast<int>(d) >= collapse)
                out_.line("#pragma omp simd");
            hostLoop(kernel_.dims[d]);
        }
        printBody(kernel_, dialect_, out_, source_);
        for (std::size_t d = 0; d < rank; ++d) {
            out_.dedent();
            out_.line("}");
        }
        out_.dedent();
        out_.line("}");
    }

private:
    void hostParameters() {
        int position = 0;
        for (const auto& p : kernel_.buffers)
            out_.line(fmt::format("{0} {1} = *static_cast<{2}{3}**>(args[{4}]);", pointerType(p),
                                  p.name, p.written ? "" : "const ", cType(p.type), position++));
        for (const auto& p : kernel_.scalars)
            out_.line(fmt::format("const {0} {1} = *static_cast<const {0}*>(args[{2}]);",
                                  cType(p.type), p.name, position++));
        if (kernel_.usesState)
            out_.line(fmt::format("{0}* const {1} = *static_cast<{0}**>(args[{2}]);", kStateType,
                                  kStateName, position++));
        if (position == 0)
            out_.line("(void)args;");
    }
    void hostLoop(const LaunchDim& dim) {
        out_.line(loopHead(dim, index_));
        out_.indent();
    }

    const Kernel& kernel_;
    const Dialect& dialect_;
    TextWriter& out_;
    Source& source_;
    std::string_view index_;
};

} // namespace

std::string loopHead(const LaunchDim& dim, std::string_view index) {
    const auto step = dim.step.asInteger();
    const std::string advance =
        step && *step == 1 ? "++" + dim.param : fmt::format("{} += {}", dim.param, cText(dim.step));
    return fmt::format("for ({0} {1} = {2}; {1} <= {3}; {4}) {{", index, dim.param,
                       cText(dim.begin), cTextAtom(dim.end), advance);
}

/// Loop variables have 64 bits as soon as one integer parameter has them: then index arithmetic
/// mixes into 64 bits everywhere.
std::string_view indexType(const Kernel& kernel) {
    return cType(kernel.wideIndex ? ir::ScalarType::int64 : ir::ScalarType::int32);
}

std::string pointerType(const BufferParam& buffer) {
    return fmt::format("{}{}* __restrict__", buffer.written ? "" : "const ", cType(buffer.type));
}

void printHostKernel(const Kernel& kernel, const Dialect& dialect, TextWriter& out,
                     Source& source) {
    HostKernel(kernel, dialect, out, source).print();
}

} // namespace mw::codegen
