// The steps of a plan as statements: what core/exec/runner/walker.cpp does, written out.
#include "core/codegen/library/host_steps.h"

#include "core/codegen/ctext.h"
#include "core/support/overload.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

namespace mw::codegen {

using symbolic::Expr;

namespace {

constexpr std::string_view kStop = "if (f.r.code != kFine) return;";

class StepPrinter {
public:
    StepPrinter(const Plan& plan, HostProgramNames& host, TextWriter& out)
        : plan_(plan), host_(host), names_(host.names()), out_(out) {}

    Expected<void> program() { return scope(plan_.steps); }

private:
    /// What a jump leaves, by number; labels are named by it.
    struct Target {
        int number;
        bool loop;
    };

    Expected<void> steps(const Steps& list) {
        for (const Step& one : list)
            MW_CHECK(std::visit([&](const auto& kind) { return step(kind); }, one.kind));
        return {};
    }
    Expected<void> inside(const Steps& list) {
        const TextWriter::Block block(out_);
        return steps(list);
    }

    Expected<void> scope(const Steps& body) {
        const int number = next_++;
        targets_.push_back({number, false});
        out_.line("{");
        MW_CHECK(inside(body));
        out_.line("}");
        out_.line(fmt::format("scope_{}:;", number));
        targets_.pop_back();
        return {};
    }
    Expected<void> step(const HostScope& kind) { return scope(kind.body); }

    Expected<void> step(const HostJump& jump) {
        const bool toLoop = jump.kind != HostJump::Kind::leaveScope;
        const auto found = std::find_if(targets_.rbegin(), targets_.rend(),
                                        [&](const Target& one) { return one.loop == toLoop; });
        if (found == targets_.rend())
            return fail("bad-plan", "a jump has no loop to leave");
        const std::string_view label = jump.kind == HostJump::Kind::nextTurn    ? "next"
                                       : jump.kind == HostJump::Kind::leaveLoop ? "leave"
                                                                                : "scope";
        out_.line(fmt::format("goto {}_{};", label, found->number));
        return {};
    }

    Expected<void> step(const AssignSymbol& assign) {
        MW_TRY(const HostText value, hostText(assign.value, names_));
        out_.line(fmt::format("f.{} = {};", host_.variables().find(assign.name)->second.name,
                              value.text));
        out_.line(kStop);
        return {};
    }

    Expected<void> step(const HostIf& branch) {
        MW_TRY(const HostText condition, hostText(branch.condition, names_));
        out_.line("{");
        {
            const TextWriter::Block block(out_);
            out_.line(fmt::format("const bool holds = {} != 0;", condition.text));
            out_.line(kStop);
            out_.line("if (holds) {");
            MW_CHECK(inside(branch.then));
            if (!branch.otherwise.empty()) {
                out_.line("} else {");
                MW_CHECK(inside(branch.otherwise));
            }
            out_.line("}");
        }
        out_.line("}");
        return {};
    }

    Expected<void> step(const HostLoop& loop) {
        MW_CHECK(steps(loop.init));
        MW_TRY(const HostText condition, hostText(loop.condition, names_));
        const int number = next_++;
        targets_.push_back({number, true});
        out_.line(fmt::format("for (bool check = {};; check = true) {{",
                              loop.checkAfterBody ? "false" : "true"));
        {
            const TextWriter::Block block(out_);
            out_.line("if (check) {");
            out_.line(fmt::format("    const bool holds = {} != 0;", condition.text));
            out_.line(fmt::format("    {}", kStop));
            out_.line("    if (!holds) break;");
            out_.line("}");
            out_.line("if (!turn(f.r, f.turns)) return;");
            out_.line("{");
            MW_CHECK(inside(loop.body));
            out_.line("}");
            out_.line(fmt::format("next_{}:;", number));
            out_.line("{");
            MW_CHECK(inside(loop.update));
            out_.line("}");
        }
        out_.line("}");
        out_.line(fmt::format("leave_{}:;", number));
        targets_.pop_back();
        return {};
    }

    Expected<HostArrayUse*> array(const std::string& name) {
        const auto found = host_.arrays().find(name);
        if (found == host_.arrays().end())
            return fail("bad-plan",
                        fmt::format("a step uses an array '{}' that is not there", name));
        return &found->second;
    }
    /// The array with its memory and, where `counted`, its number of elements.
    Expected<HostArrayUse*> ready(const std::string& name, bool counted) {
        MW_TRY(HostArrayUse * use, array(name));
        use->counted = use->counted || counted;
        if (use->late >= 0) {
            out_.line(fmt::format("late_{}(f);", use->variable));
            out_.line(kStop);
        }
        return use;
    }

    Expected<void> step(const ZeroArray& zero) {
        MW_TRY(const HostArrayUse* use, ready(zero.array, true));
        out_.line(fmt::format("f.p.device.fill(f.r, f.{0}, 0, static_cast<std::size_t>(f.n_{0}) * "
                              "{1});",
                              use->variable, ir::sizeOf(use->plan->type)));
        out_.line(kStop);
        return {};
    }

    Expected<void> step(const CopyBox& copy) {
        out_.line("{");
        {
            const TextWriter::Block block(out_);
            MW_TRY(const HostArrayUse* src, ready(copy.src, true));
            MW_TRY(const HostArrayUse* dst, ready(copy.dst, true));
            std::string dims;
            for (std::size_t d = 0; d < copy.counts.size(); ++d) {
                MW_TRY(const std::string count, integerText(copy.counts[d], names_));
                MW_TRY(const std::string from, integerText(copy.srcStrides.at(d), names_));
                MW_TRY(const std::string to, integerText(copy.dstStrides.at(d), names_));
                dims += fmt::format("{}{{{}, {}, {}}}", dims.empty() ? "" : ", ", count, from, to);
            }
            out_.line(fmt::format("BoxDim dims[] = {{{}}};", dims.empty() ? "{1, 1, 1}" : dims));
            MW_CHECK(side("src", copy.src, *src, copy.srcOffset));
            MW_CHECK(side("dst", copy.dst, *dst, copy.dstOffset));
            const int bytes = ir::sizeOf(copy.type);
            out_.line(fmt::format(
                "copyBox(f.p, f.r, src, dst, dims, {}, {}, {});", copy.counts.size(), bytes,
                plan_.kernels.size() +
                    static_cast<std::size_t>(std::countr_zero(static_cast<unsigned>(bytes)))));
            out_.line(kStop);
        }
        out_.line("}");
        return {};
    }
    Expected<void> side(std::string_view which, const std::string& name, const HostArrayUse& use,
                        const Expr& offset) {
        MW_TRY(const std::string at, integerText(offset, names_));
        out_.line(fmt::format("const Side {0}{{{1}, f.{2}, f.n_{2}, {3}}};", which,
                              stringLiteral(name), use.variable, at));
        return {};
    }

    /// Iterations in three sizes, fastest first.
    Expected<void> sizes(const Kernel& kernel) {
        std::array<std::string, 3> sizes{"1", "1", "1"};
        const bool one = kernel.sequential || kernel.dims.empty();
        for (std::size_t i = 0; !one && i < kernel.dims.size(); ++i) {
            const LaunchDim& dim = kernel.dims[kernel.dims.size() - 1 - i];
            MW_TRY(const std::string begin, integerText(dim.begin, names_));
            MW_TRY(const std::string end, integerText(dim.end, names_));
            MW_TRY(const std::string step, integerText(dim.step, names_));
            const std::string text = fmt::format("extent(f.r, {}, {}, {}, {})",
                                                 stringLiteral(dim.param), begin, end, step);
            std::string& size = sizes.at(std::min<std::size_t>(i, 2));
            size = i < 3 ? text : fmt::format("fit(f.r, Wide({}) * {})", size, text);
        }
        out_.line("const Int sizes[3] = {");
        for (const std::string& size : sizes)
            out_.line(fmt::format("    {},", size));
        out_.line("};");
        out_.line(kStop);
        return {};
    }

    Expected<void> step(const Launch& launch) {
        const auto index = static_cast<std::size_t>(launch.kernel);
        if (index >= plan_.kernels.size())
            return fail("bad-plan", "a launch names a kernel that is not there");
        const Kernel& kernel = plan_.kernels[index];
        out_.line("{ " + comment(kernel.name));
        {
            const TextWriter::Block block(out_);
            MW_CHECK(sizes(kernel));
            const bool one = kernel.sequential || kernel.dims.empty();
            const LaunchChoice& choice = kernel.launch;
            const auto block3 = [&](std::size_t i) {
                return one ? 1 : std::max(1, choice.block.at(i));
            };
            out_.line(fmt::format("constexpr unsigned block[3] = {{{}, {}, {}}};", block3(0),
                                  block3(1), block3(2)));
            out_.line("Grid shape{};");
            const bool atCall = !one && choice.places > 0;
            if (atCall)
                out_.line(fmt::format(
                    "int levels = static_cast<int>(levelsOfRun({}, {}, {}, block[0], sizes[0], "
                    "sizes[1]));",
                    choice.places, choice.sharedTime, choice.levelsPerGroup));
            out_.line(fmt::format("if (gridOf(sizes, block, {}, shape)) {{",
                                  atCall ? "static_cast<unsigned>(levels)"
                                  : one  ? "1"
                                         : std::to_string(std::max(1, choice.levelsPerThread))));
            MW_CHECK(launchKernel(kernel, index));
            out_.line("}");
        }
        out_.line("}");
        return {};
    }

    Expected<void> launchKernel(const Kernel& kernel, std::size_t index) {
        const TextWriter::Block block(out_);
        std::vector<std::string> arguments;
        for (const BufferParam& buffer : kernel.buffers) {
            MW_TRY(const HostArrayUse* use, ready(buffer.array, false));
            arguments.push_back("&f." + use->variable);
        }
        for (const ScalarParam& scalar : kernel.scalars) {
            MW_TRY(const HostText value, hostText(scalar.value, names_));
            out_.line(fmt::format("{} v{} = {};", cType(scalar.type), arguments.size(),
                                  valueText(value, scalar.type)));
            arguments.push_back(fmt::format("&v{}", arguments.size()));
        }
        if (kernel.launch.places > 0) {
            out_.line("int lastRun = static_cast<int>((sizes[1] - 1) / levels);");
            arguments.emplace_back("&levels");
            arguments.emplace_back("&lastRun");
        }
        if (kernel.usesState)
            arguments.emplace_back("&f.p.state");
        out_.line(kStop);
        out_.line(fmt::format("void* arguments[] = {{{}}};",
                              arguments.empty() ? "nullptr"
                                                : fmt::format("{}", fmt::join(arguments, ", "))));
        out_.line(fmt::format("f.p.device.mark(kTitles[{}]);", index));
        out_.line(fmt::format("f.p.device.launch(f.r, f.p.kernels[{0}], kKernels[{0}], shape, "
                              "arguments);",
                              index));
        out_.line("f.p.device.unmark();");
        out_.line(kStop);
        return {};
    }

    const Plan& plan_;
    HostProgramNames& host_;
    HostNames names_;
    TextWriter& out_;
    std::vector<Target> targets_;
    int next_ = 1;
};

} // namespace

bool copiesBoxes(const Steps& steps) {
    return std::any_of(steps.begin(), steps.end(), [](const Step& step) {
        return std::visit(Overload{[](const CopyBox&) { return true; },
                                   [](const HostIf& s) {
                                       return copiesBoxes(s.then) || copiesBoxes(s.otherwise);
                                   },
                                   [](const HostLoop& s) {
                                       return copiesBoxes(s.init) || copiesBoxes(s.body) ||
                                              copiesBoxes(s.update);
                                   },
                                   [](const HostScope& s) { return copiesBoxes(s.body); },
                                   [](const auto&) { return false; }},
                          step.kind);
    });
}

Expected<void> printSteps(const Plan& plan, HostProgramNames& names, TextWriter& out) {
    return StepPrinter(plan, names, out).program();
}

} // namespace mw::codegen
