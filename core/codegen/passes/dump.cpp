// The kernel IR as text for people, and what each pass makes of it.
#include "core/codegen/codegen.h"
#include "core/codegen/ctext.h"
#include "core/codegen/print/print_value.h"
#include "core/support/printable.h"
#include "core/support/text_writer.h"

#include <fmt/format.h>

namespace mw::codegen {

namespace {

/// The dialect of no target: functions without a prefix, loads without hints.
constexpr Dialect kNeutral{};

std::string rangeText(const symbolic::Expr& begin, const symbolic::Expr& end,
                      const symbolic::Expr& step) {
    std::string text = fmt::format("{} .. {}", symbolic::print(begin), symbolic::print(end));
    return step.isInteger(1) ? text : text + " step " + symbolic::print(step);
}

class StatementDump {
public:
    StatementDump(const Kernel& kernel, TextWriter& out, std::vector<ElementId>& elements)
        : kernel_(kernel), out_(out), elements_(elements) {}

    void all(const Statements& statements) {
        for (const Statement& statement : statements) {
            const int first = out_.nextLine();
            std::visit([&](const auto& s) { one(s); }, statement.kind);
            markLines(elements_, first, out_.nextLine() - 1, statement.element);
        }
    }

private:
    std::string text(const ValuePtr& value) const { return valueText(*value, kernel_, kNeutral); }
    void block(const std::string& head, const Statements& body) {
        out_.line(head + " {");
        out_.indent();
        all(body);
        out_.dedent();
    }
    void line(const std::string& statement) { out_.line(printable(statement)); }

    void one(const DeclareScalar& s) {
        line(fmt::format("{} {}: {}{}", s.isConst ? "let" : "var", s.name, ir::name(s.type),
                         s.init ? " = " + text(s.init) : ""));
    }
    void one(const DeclareArray& s) {
        line(fmt::format("{}array {}: {}[{}]{}", s.shared ? "shared " : "", s.name,
                         ir::name(s.type), s.elements, s.zero ? " zero" : ""));
    }
    void one(const AssignScalar& s) { line(fmt::format("{} = {}", s.name, text(s.value))); }
    void one(const Store& s) {
        const std::string to = fmt::format("{}[{}]", s.buffer, cText(s.index));
        const std::string value =
            s.combined ? fmt::format("({} -> {})", s.old, text(s.combined)) : text(s.value);
        const std::string wcr = s.wcr.empty() ? "" : " " + s.wcr;
        line(fmt::format("{} ={} {}{}", to, wcr, value, s.atomic ? " atomic" : ""));
    }
    void one(const For& s) {
        std::string unroll;
        if (s.unroll != 0)
            unroll = s.unroll < 0 ? " unroll all" : fmt::format(" unroll {}", s.unroll);
        block(printable(fmt::format("for {}: {} = {}{}", s.variable, ir::name(s.type),
                                    rangeText(s.begin, s.end, s.step), unroll)),
              s.body);
        out_.line("}");
    }
    void one(const If& s) {
        block(printable("if " + text(s.condition)), s.then);
        if (!s.otherwise.empty())
            block("} else", s.otherwise);
        out_.line("}");
    }
    void one(const While& s) {
        block(printable("while " + text(s.condition)), s.body);
        out_.line("}");
    }
    void one(const Jump& s) { out_.line(s.leave ? "break" : "continue"); }
    void one(const Comment& s) { out_.line(comment(s.text)); }
    void one(const Stage& s) {
        line(fmt::format("stage {}[{}] = {}[{}]", s.array, cText(s.at), s.buffer, cText(s.index)));
    }
    void one(const Barrier&) { out_.line("barrier"); }
    void one(const Raw& s) {
        line(fmt::format("C++ of the {}", s.where));
        out_.indent();
        for (const Raw::Name& name : s.names)
            line(nameText(name));
        out_.dedent();
    }
    static std::string nameText(const Raw::Name& name) {
        using NameKind = Raw::Name::Kind;
        if (name.kind == NameKind::pointer)
            return fmt::format("{}: {}* = &{}[{}]", name.name, ir::name(name.type), name.buffer,
                               symbolic::print(name.index));
        const auto* arrow = name.kind == NameKind::output ? "to" : "=";
        return fmt::format("{}: {} {} {}", name.name, ir::name(name.type), arrow, name.outside);
    }

    const Kernel& kernel_;
    TextWriter& out_;
    std::vector<ElementId>& elements_;
};

std::string bufferText(const BufferParam& buffer) {
    std::string text = fmt::format("{}: {}", buffer.name, ir::name(buffer.type));
    for (const auto& [holds, word] : {std::pair{buffer.read && !buffer.readOnly, " read"},
                                      {buffer.written, " written"},
                                      {buffer.elementwise, " elementwise"},
                                      {buffer.readOnly, " read-only"},
                                      {buffer.streaming, " streaming"}})
        text += holds ? word : "";
    return text;
}

std::string traitsText(const Kernel& kernel) {
    std::string text = fmt::format("indices of {} bits", kernel.wideIndex ? 64 : 32);
    if (kernel.simd)
        text += ", vectors on the CPU";
    if (kernel.collapse > 1)
        text += fmt::format(", {} loops shared there", kernel.collapse);
    if (kernel.sequential)
        text += ", one thread";
    return text;
}

/// What the launch may make use of.
std::string launchText(const LaunchFacts& facts) {
    std::string text;
    for (const auto& [holds, word] : {std::pair{facts.shapesBlock, "a block by rule"},
                                      {facts.boundsBlocks, "bounds by registers"},
                                      {facts.maySchedule, "levels per thread"},
                                      {facts.hoistsShared, "what they share before them"},
                                      {facts.groupsLoads, "their loads in groups"},
                                      {facts.prefetchableLoads > 0, "loads ahead of a loop"},
                                      {facts.gathersWait, "gathers ahead of branches"},
                                      {facts.sharesGathers, "neighbours in tiles"}})
        if (holds)
            text += fmt::format("{}{}", text.empty() ? "launch: " : ", ", word);
    return text;
}

/// Parameters, dimensions, statements.
void dumpInto(const Kernel& kernel, TextWriter& out, std::vector<ElementId>& elements) {
    const int first = out.nextLine();
    out.line(printable(
        fmt::format("kernel {}", kernel.name.empty() ? "of " + kernel.label : kernel.name)));
    out.indent();
    for (const BufferParam& buffer : kernel.buffers)
        out.line(printable(bufferText(buffer)));
    for (const ScalarParam& scalar : kernel.scalars)
        out.line(printable(fmt::format("{}: {} = {}", scalar.name, ir::name(scalar.type),
                                       symbolic::print(scalar.value))));
    out.line(traitsText(kernel));
    if (const std::string launch = launchText(kernel.facts); !launch.empty())
        out.line(launch);
    if (!kernel.flops.isInteger(0))
        out.line("operations: " + symbolic::print(kernel.flops));
    for (const LaunchDim& dim : kernel.dims)
        out.line(printable(
            fmt::format("each {} = {}", dim.param, rangeText(dim.begin, dim.end, dim.step))));
    out.indent();
    StatementDump(kernel, out, elements).all(kernel.body);
    out.dedent();
    out.dedent();
    markLines(elements, first, out.nextLine() - 1, kernel.map);
}

/// A kernel's text and what its lines were made of.
struct Dumped {
    std::string text;
    std::vector<ElementId> elements;
};

Dumped dumped(const Kernel& kernel) {
    TextWriter out;
    Dumped result;
    dumpInto(kernel, out, result.elements);
    result.text = out.take();
    return result;
}

/// A heading, and the kernel below it.
void append(Source& all, const std::string& heading, const Kernel& kernel, const Dumped& one) {
    all.text += heading + "\n" + one.text;
    all.elements.push_back(kernel.map);
    all.elements.insert(all.elements.end(), one.elements.begin(), one.elements.end());
}

} // namespace

std::string dump(const Kernel& kernel) {
    return dumped(kernel).text;
}

Expected<Source> dumpPasses(const ir::Document& document, LowerOptions options) {
    Source all;
    std::map<std::size_t, std::string> before;
    options.observer = [&](std::string_view pass, std::size_t index, const Kernel& kernel) {
        std::string& last = before[index];
        Dumped now = dumped(kernel);
        if (pass == "lower" || now.text != last)
            append(all, fmt::format("== {}: {}", pass, printable(kernel.label)), kernel, now);
        last = std::move(now.text);
    };
    MW_CHECK(lower(document, options));
    return all;
}

} // namespace mw::codegen
