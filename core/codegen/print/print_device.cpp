// Kernels of CUDA and HIP: launch bounds, guards, loops over what one thread does.
#include "core/codegen/ctext.h"
#include "core/codegen/print/print_body.h"
#include "core/codegen/print/print_kernel.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

namespace mw::codegen {

namespace {

constexpr std::array kAxes = {'x', 'y', 'z'};

/// Number of values of a dimension when it is a constant.
std::optional<std::int64_t> literalExtent(const LaunchDim& dim) {
    const auto span = symbolic::simplify(dim.end - dim.begin).asInteger();
    const auto step = dim.step.asInteger();
    if (!span || !step || *step <= 0)
        return std::nullopt;
    return *span < 0 ? 0 : *span / *step + 1;
}

class DeviceKernel {
public:
    DeviceKernel(const Kernel& kernel, const Dialect& dialect, TextWriter& out, Source& source)
        : kernel_(kernel), dialect_(dialect), out_(out), source_(source),
          index_(indexType(kernel)) {}

    void print() {
        out_.line(fmt::format("extern \"C\" __global__ void {}{}({}) {{", launchBounds(),
                              kernel_.name, parameters()));
        out_.indent();
        const std::size_t rank = kernel_.sequential ? 0 : kernel_.dims.size();
        if (rank >= 1)
            guard(kernel_.dims[rank - 1], 0);
        const bool plainY = rank >= 2 && (kernel_.fitsGridY || fitsGrid(kernel_.dims[rank - 2], 1));
        if (plainY)
            guard(kernel_.dims[rank - 2], 1);
        if (!guards_.empty()) {
            out_.line(fmt::format("if ({})", guards_));
            out_.line("    return;");
        }
        if (rank >= 2 && !plainY)
            strideLoop(kernel_.dims[rank - 2], 1);
        if (rank >= 3)
            flattened(rank - 2);
        if (kernel_.sequential) // one thread, in order
            for (const LaunchDim& dim : kernel_.dims) {
                out_.line(loopHead(dim, index_));
                out_.indent();
                ++open_;
            }
        printBody(kernel_, dialect_, out_, source_);
        for (; open_ > 0; --open_) {
            out_.dedent();
            out_.line("}");
        }
        out_.dedent();
        out_.line("}");
    }

private:
    std::string parameters() const {
        std::string text;
        const auto add = [&](const std::string& one) { text += (text.empty() ? "" : ", ") + one; };
        for (const auto& p : kernel_.buffers)
            add(fmt::format("{} {}", pointerType(p), p.name));
        for (const auto& p : kernel_.scalars)
            add(fmt::format("const {} {}", cType(p.type), p.name));
        return text;
    }
    std::string launchBounds() const {
        if (kernel_.sequential || kernel_.dims.empty())
            return "__launch_bounds__(1) ";
        const LaunchChoice& launch = kernel_.launch;
        std::string limit;
        if (launch.maxRegisters > 0 && !dialect_.registerLimit.empty())
            limit = fmt::format(fmt::runtime(dialect_.registerLimit), launch.maxRegisters) + " ";
        if (launch.boundThreads < 0)
            return limit;
        return launch.minBlocksPerSm > 0
                   ? fmt::format("__launch_bounds__({}, {}) ", launch.boundThreads,
                                 launch.minBlocksPerSm)
                   : fmt::format("__launch_bounds__({}) {}", launch.boundThreads, limit);
    }
    std::string thread(std::size_t axis) const {
        const char a = kAxes.at(axis);
        return kernel_.wideIndex
                   ? fmt::format("static_cast<long long>(blockIdx.{0}) * blockDim.{0} + "
                                 "threadIdx.{0}",
                                 a)
                   : fmt::format("static_cast<int>(blockIdx.{0} * blockDim.{0} + threadIdx.{0})",
                                 a);
    }
    /// One dimension on one axis of the grid: x, or y that provably fits.
    void guard(const LaunchDim& dim, std::size_t axis) {
        std::string value = thread(axis);
        if (!dim.step.isInteger(1))
            value = fmt::format("{} * ({})", cTextAtom(dim.step), value);
        if (!dim.begin.isInteger(0))
            value = fmt::format("{} + {}", cTextAtom(dim.begin), value);
        out_.line(fmt::format("const {} {} = {};", index_, dim.param, value));
        if (axis == 0 && kernel_.wholeBlocks)
            return;
        guards_ +=
            fmt::format("{}{} > {}", guards_.empty() ? "" : " || ", dim.param, cTextAtom(dim.end));
    }
    bool fitsGrid(const LaunchDim& dim, std::size_t axis) const {
        const auto extent = literalExtent(dim);
        return extent && *extent <= kMaxGridYZ * std::max(1, kernel_.launch.block.at(axis));
    }
    /// `for` over what one thread does of a dimension that may exceed the grid's limit.
    void strideLoop(const LaunchDim& dim, std::size_t axis) {
        const char a = kAxes.at(axis);
        std::string first = thread(axis);
        std::string stride = fmt::format("static_cast<{0}>(gridDim.{1} * blockDim.{1})", index_, a);
        if (!dim.step.isInteger(1)) {
            first = fmt::format("{} * ({})", cTextAtom(dim.step), first);
            stride = fmt::format("{} * {}", cTextAtom(dim.step), stride);
        }
        if (!dim.begin.isInteger(0))
            first = fmt::format("{} + {}", cTextAtom(dim.begin), first);
        out_.line(fmt::format("for ({0} {1} = {2}; {1} <= {3}; {1} += {4}) {{", index_, dim.param,
                              first, cTextAtom(dim.end), stride));
        out_.indent();
        ++open_;
    }
    /// All dimensions but the last two share z: a flat counter, taken apart innermost first.
    void flattened(std::size_t count) {
        std::string total = "1";
        for (std::size_t d = 0; d < count; ++d)
            total += fmt::format(" * {}", extentText(kernel_.dims[d]));
        out_.line(fmt::format("for ({0} mw_flat = {1}; mw_flat < {2}; mw_flat += "
                              "static_cast<{0}>(gridDim.z * blockDim.z)) {{",
                              index_, thread(2), total));
        out_.indent();
        ++open_;
        std::string rest = "mw_flat";
        for (std::size_t d = count; d-- > 0;) {
            const LaunchDim& dim = kernel_.dims[d];
            const std::string part = d == 0 ? rest : fmt::format("{} % {}", rest, extentText(dim));
            out_.line(fmt::format("const {} {} = {} + {} * ({});", index_, dim.param,
                                  cTextAtom(dim.begin), cTextAtom(dim.step), part));
            rest = fmt::format("({} / {})", rest, extentText(dim));
        }
    }
    static std::string extentText(const LaunchDim& dim) {
        return cTextAtom(symbolic::simplify(symbolic::Range{dim.begin, dim.end, dim.step}.size()));
    }

    const Kernel& kernel_;
    const Dialect& dialect_;
    TextWriter& out_;
    Source& source_;
    std::string_view index_;
    std::string guards_;
    int open_ = 0;
};

} // namespace

void printDeviceKernel(const Kernel& kernel, const Dialect& dialect, TextWriter& out,
                       Source& source) {
    DeviceKernel(kernel, dialect, out, source).print();
}

} // namespace mw::codegen
