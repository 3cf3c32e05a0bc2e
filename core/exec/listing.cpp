// Instructions between the lines of the source that they come from.
#include "core/exec/listing.h"

#include "core/support/printable.h"
#include "core/support/text_writer.h"
#include "core/support/words.h"

#include <fmt/format.h>

#include <string_view>

namespace mw::exec {

namespace {

constexpr std::size_t kMostOfLine = 110; ///< characters of a source line

class Listing {
public:
    Listing(const codegen::Source& source, TextWriter& out)
        : source_(source), lines_(splitLines(source.text)), out_(out) {}

    void kernel(const KernelInstructions& kernel) {
        int shown = 0;
        for (std::size_t i = 0; i < kernel.lines.size(); ++i) {
            const int from = kernel.sourceLines[i];
            if (from > 0 && from != shown && isInstruction(kernel.lines[i])) {
                comment(kernel.lines[i], from);
                shown = from;
            }
            line(kernel.lines[i], from);
        }
    }
    std::vector<ElementId>& elements() { return elements_; }

private:
    /// Neither a label nor a brace, which stand between instructions of any line.
    static bool isInstruction(const std::string& line) {
        return !line.empty() && (line.front() == ' ' || line.front() == '\t') && line.back() != ':';
    }
    void comment(const std::string& before, int from) {
        const auto index = static_cast<std::size_t>(from) - 1;
        if (index >= lines_.size())
            return;
        std::string_view text = lines_[index];
        text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
        line(fmt::format("{}// {}", before.substr(0, before.find_first_not_of(" \t")),
                         printable(text, kMostOfLine)),
             from);
    }
    void line(const std::string& text, int from) {
        const int here = out_.nextLine();
        out_.line(text);
        if (from > 0 && static_cast<std::size_t>(from) <= source_.elements.size())
            codegen::markLines(elements_, here, here,
                               source_.elements[static_cast<std::size_t>(from) - 1]);
    }

    const codegen::Source& source_;
    std::vector<std::string_view> lines_;
    TextWriter& out_;
    std::vector<ElementId> elements_;
};

} // namespace

std::string resourcesText(const CompileResult::Resources& resources, Instructions kind) {
    std::string text;
    const auto add = [&](int value, std::string_view unit) {
        if (value >= 0)
            text += fmt::format("{}{} {}", text.empty() ? "" : ", ", value, unit);
    };
    const bool amd = kind == Instructions::amdgcn;
    add(resources.registers, amd ? "vector registers" : "registers");
    add(resources.scalarRegisters, "scalar registers");
    add(resources.spillBytes, "B spilled");
    add(resources.sharedBytes, amd ? "B of LDS" : "B shared");
    add(resources.localBytes, "B private");
    return text;
}

codegen::Source listing(const codegen::Plan& plan, const codegen::Source& source,
                        const DeviceCode& code, Instructions kind) {
    TextWriter out;
    Listing writer(source, out);
    codegen::Source result;
    out.line(fmt::format("// {}: {} kernel{} in {} for {}, by {}", printable(plan.program),
                         plan.kernels.size(), plan.kernels.size() == 1 ? "" : "s", title(kind),
                         code.architecture, code.writtenBy));
    for (const std::string& line : code.head)
        out.line(line);
    for (std::size_t k = 0; k < plan.kernels.size(); ++k) {
        out.line();
        codegen::KernelLines lines;
        lines.kernel = static_cast<int>(k);
        lines.firstLine = out.nextLine();
        const std::string needs = resourcesText(code.compiled.kernels[k], kind);
        out.line(fmt::format("// {}{}{}", plan.kernels[k].name, needs.empty() ? "" : ": ", needs));
        writer.kernel(code.kernels[k]);
        lines.lastLine = out.nextLine() - 1;
        codegen::markLines(writer.elements(), lines.firstLine, lines.lastLine, plan.kernels[k].map);
        for (const codegen::KernelLines& printed : source.kernels)
            if (printed.kernel == lines.kernel)
                lines.names = printed.names;
        result.kernels.push_back(std::move(lines));
    }
    result.elements = std::move(writer.elements());
    result.elements.resize(static_cast<std::size_t>(out.nextLine() - 1));
    result.text = out.take();
    return result;
}

} // namespace mw::exec
