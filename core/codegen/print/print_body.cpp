// Statements of a kernel as text, one small function per kind.
#include "core/codegen/print/print_body.h"

#include "core/codegen/ctext.h"
#include "core/codegen/print/print_value.h"

#include <fmt/format.h>

namespace mw::codegen {

namespace {

class StatementPrinter {
public:
    StatementPrinter(const Kernel& kernel, const Dialect& dialect, TextWriter& out, Source& source)
        : kernel_(kernel), dialect_(dialect), out_(out), source_(source) {}

    void all(const Statements& statements) {
        for (const auto& statement : statements) {
            const int first = out_.nextLine();
            std::visit([&](const auto& node) { one(node); }, statement.kind);
            markLines(source_.elements, first, out_.nextLine() - 1, statement.element);
        }
    }

private:
    std::string text(const ValuePtr& value) const { return valueText(*value, kernel_, dialect_); }
    void block(const Statements& body) {
        out_.indent();
        all(body);
        out_.dedent();
    }

    void one(const DeclareScalar& s) {
        if (!s.init)
            out_.line(fmt::format("{} {};", cType(s.type), s.name));
        else
            out_.line(fmt::format("{}{} {} = {};", s.isConst ? "const " : "", cType(s.type), s.name,
                                  text(s.init)));
    }
    void one(const DeclareArray& s) {
        out_.line(fmt::format("{}{} {}[{}]{};", s.shared ? "__shared__ " : "", cType(s.type),
                              s.name, s.elements, s.zero ? " = {}" : ""));
    }
    void one(const AssignScalar& s) { out_.line(fmt::format("{} = {};", s.name, text(s.value))); }

    void one(const Store& s) {
        const std::string at = elementText(kernel_, s.buffer, s.index);
        if (s.wcr.empty() && isStreaming(s))
            out_.line(
                fmt::format(fmt::runtime(dialect_.storeStreaming), "&" + at,
                            fmt::format("static_cast<{}>({})", cType(s.type), text(s.value))) +
                ";");
        else if (s.wcr.empty())
            out_.line(fmt::format("{} = {};", at, text(s.value)));
        else if (s.combined)
            out_.line(fmt::format("mw_atomic_update(&{0}, [=]({1} {2}) {{ return "
                                  "static_cast<{1}>({3}); }});",
                                  at, cType(s.type), s.old, text(s.combined)));
        else if (s.atomic)
            out_.line(fmt::format("mw_atomic_{}(&{}, static_cast<{}>({}));", s.wcr, at,
                                  cType(s.type), text(s.value)));
        else
            out_.line(fmt::format("{} = {};", at, combined(s, at)));
    }
    bool isStreaming(const Store& s) const {
        const BufferParam* buffer = dialect_.device ? bufferNamed(kernel_, s.buffer) : nullptr;
        return buffer && streams(kernel_, *buffer) && buffer->type != ir::ScalarType::boolean;
    }
    /// The new value of a non-atomic write-conflict resolution.
    std::string combined(const Store& s, const std::string& at) const {
        const std::string value = fmt::format("static_cast<{}>({})", cType(s.type), text(s.value));
        const std::string_view op = reductionOperator(s.wcr);
        return op.empty() ? fmt::format("mw_{}({}, {})", s.wcr, at, value)
                          : fmt::format("{} {} {}", at, op, value);
    }

    void one(const For& s) {
        const int unroll = s.unroll != 0 ? s.unroll : kernel_.launch.unroll;
        if (unroll != 0)
            out_.line(unroll < 0 ? std::string(dialect_.unrollAll)
                                 : fmt::format(fmt::runtime(dialect_.unrollFactor), unroll));
        const auto step = s.step.asInteger();
        const bool down = step && *step < 0;
        const std::string advance = step && (*step == 1 || *step == -1)
                                        ? fmt::format("{}{}", down ? "--" : "++", s.variable)
                                        : fmt::format("{} += {}", s.variable, cText(s.step));
        out_.line(fmt::format("for ({0} {1} = {2}; {1} {3} {4}; {5}) {{", cType(s.type), s.variable,
                              cText(s.begin), down ? ">=" : "<=", cTextAtom(s.end), advance));
        block(s.body);
        out_.line("}");
    }
    void one(const If& s) {
        out_.line(fmt::format("if ({}) {{", text(s.condition)));
        block(s.then);
        if (!s.otherwise.empty()) {
            out_.line("} else {");
            block(s.otherwise);
        }
        out_.line("}");
    }
    void one(const While& s) {
        out_.line(fmt::format("while ({}) {{", text(s.condition)));
        block(s.body);
        out_.line("}");
    }
    void one(const Jump& s) { out_.line(s.leave ? "break;" : "continue;"); }
    void one(const Comment& s) { out_.line(comment(s.text)); }
    void one(const Stage& s) {
        out_.line(fmt::format("mw_stage(&{}[{}], &{});", s.array, cText(s.at),
                              elementText(kernel_, s.buffer, s.index)));
    }
    void one(const Barrier&) { out_.line("mw_staged();"); }
    // Raw code: pointers outside; in braces the symbols, in braces again connectors and text.
    void one(const Raw& s) {
        using Kind = Raw::Name::Kind;
        if (!s.where.empty())
            out_.line(comment(s.where));
        namesOf(s, Kind::pointer, [this](const Raw::Name& n) {
            return fmt::format("{}{}* const {} = &{};", n.isConst ? "const " : "", cType(n.type),
                               n.outside, elementText(kernel_, n.buffer, n.index));
        });
        open();
        namesOf(s, Kind::constant, [](const Raw::Name& n) {
            return fmt::format("const {} {} = {};", cType(n.type), n.name, n.outside);
        });
        open();
        namesOf(s, Kind::input, [](const Raw::Name& n) {
            return fmt::format("{} {} = {};", cType(n.type), n.name, n.outside);
        });
        namesOf(s, Kind::pointer, [](const Raw::Name& n) {
            return fmt::format("{}{}* {} = {};", n.isConst ? "const " : "", cType(n.type), n.name,
                               n.outside);
        });
        namesOf(s, Kind::output,
                [](const Raw::Name& n) { return fmt::format("{} {};", cType(n.type), n.name); });
        source_.raw.push_back(printRaw(s.text, s.element, s.where, out_));
        namesOf(s, Kind::output,
                [](const Raw::Name& n) { return fmt::format("{} = {};", n.outside, n.name); });
        close();
        close();
    }
    template <class Line>
    void namesOf(const Raw& s, Raw::Name::Kind kind, const Line& line) {
        for (const Raw::Name& name : s.names)
            if (name.kind == kind)
                out_.line(line(name));
    }
    void open() {
        out_.line("{");
        out_.indent();
    }
    void close() {
        out_.dedent();
        out_.line("}");
    }

    const Kernel& kernel_;
    const Dialect& dialect_;
    TextWriter& out_;
    Source& source_;
};

} // namespace

RawLines printRaw(const std::string& text, ElementId element, const std::string& where,
                  TextWriter& out) {
    RawLines lines{element, where, out.nextLine(), 0};
    out.lines(text);
    lines.lastLine = out.nextLine() - 1;
    return lines;
}

void printBody(const Kernel& kernel, const Dialect& dialect, TextWriter& out, Source& source) {
    StatementPrinter(kernel, dialect, out, source).all(kernel.body);
}

} // namespace mw::codegen
