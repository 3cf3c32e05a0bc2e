#include "core/codegen/print_body.h"

#include "core/codegen/ctext.h"
#include "core/support/overload.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace mw::codegen {

namespace {

struct OperatorRank {
    std::string_view op;
    int rank;
};
/// C++ precedence, tighter = larger.
constexpr std::array kRanks = {
    OperatorRank{"||", 2}, OperatorRank{"&&", 3}, OperatorRank{"|", 4},  OperatorRank{"^", 5},
    OperatorRank{"&", 6},  OperatorRank{"==", 7}, OperatorRank{"!=", 7}, OperatorRank{"<", 8},
    OperatorRank{"<=", 8}, OperatorRank{">", 8},  OperatorRank{">=", 8}, OperatorRank{"<<", 9},
    OperatorRank{">>", 9}, OperatorRank{"+", 10}, OperatorRank{"-", 10}, OperatorRank{"*", 11},
    OperatorRank{"/", 11}, OperatorRank{"%", 11},
};
constexpr int kSelectRank = 1;
constexpr int kUnaryRank = 12;
constexpr int kAtomRank = 20;

int rankOf(std::string_view op) {
    const auto* found = std::find_if(kRanks.begin(), kRanks.end(),
                                     [&](const OperatorRank& r) { return r.op == op; });
    return found == kRanks.end() ? kSelectRank : found->rank;
}

struct Text {
    std::string text;
    int rank = kAtomRank;
};

/// nullptr: a private array.
const BufferParam* bufferNamed(const Kernel& kernel, const std::string& name) {
    const auto found = std::find_if(kernel.buffers.begin(), kernel.buffers.end(),
                                    [&](const BufferParam& b) { return b.name == name; });
    return found == kernel.buffers.end() ? nullptr : &*found;
}

class ValuePrinter {
public:
    ValuePrinter(const Kernel& kernel, const Dialect& dialect)
        : kernel_(kernel), dialect_(dialect) {}

    Text convert(const Value& value) const {
        return std::visit([&](const auto& node) { return one(node); }, value.kind);
    }
    std::string wrapped(const Value& value, int least) const {
        Text t = convert(value);
        return t.rank < least ? "(" + t.text + ")" : t.text;
    }

private:
    static Text one(const Literal& v) {
        return {v.text, v.text.starts_with('-') ? kUnaryRank : kAtomRank};
    }
    static Text one(const LocalRef& v) { return {v.name, kAtomRank}; }
    Text one(const Load& v) const {
        const std::string element = fmt::format("{}[{}]", v.buffer, cText(v.index));
        const BufferParam* buffer = dialect_.device ? bufferNamed(kernel_, v.buffer) : nullptr;
        // the intrinsics have no overload for bool
        if (!buffer || buffer->written || buffer->type == ir::ScalarType::boolean)
            return {element, kAtomRank};
        const auto format = buffer->streaming ? dialect_.loadStreaming : dialect_.loadReadOnly;
        return {fmt::format(fmt::runtime(format), "&" + element), kAtomRank};
    }
    Text one(const Unary& v) const {
        const std::string operand = wrapped(*v.operand, kUnaryRank);
        // `--x` would be a decrement
        const bool same = operand.starts_with(v.op);
        return {same ? fmt::format("{}({})", v.op, operand) : v.op + operand, kUnaryRank};
    }
    Text one(const Binary& v) const {
        const int rank = rankOf(v.op);
        return {fmt::format("{} {} {}", wrapped(*v.left, rank), v.op, wrapped(*v.right, rank + 1)),
                rank};
    }
    Text one(const Select& v) const {
        return {fmt::format("{} ? {} : {}", wrapped(*v.condition, kSelectRank + 1),
                            wrapped(*v.then, kSelectRank + 1),
                            wrapped(*v.otherwise, kSelectRank + 1)),
                kSelectRank};
    }
    Text one(const Call& v) const {
        std::string args;
        for (const auto& arg : v.args)
            args += (args.empty() ? "" : ", ") + convert(*arg).text;
        const auto prefix = v.function.starts_with("mw_") ? "" : dialect_.math;
        return {fmt::format("{}{}({})", prefix, v.function, args), kAtomRank};
    }
    Text one(const Cast& v) const {
        return {fmt::format("static_cast<{}>({})", cType(v.to), convert(*v.operand).text),
                kAtomRank};
    }
    static Text one(const Index& v) {
        const bool atom = v.expr.isSymbol() || v.expr.isInteger();
        return {cText(v.expr), atom ? kAtomRank : 0};
    }

    const Kernel& kernel_;
    const Dialect& dialect_;
};

class StatementPrinter {
public:
    StatementPrinter(const Kernel& kernel, const Dialect& dialect, TextWriter& out,
                     std::vector<RawLines>& raw)
        : kernel_(kernel), dialect_(dialect), values_(kernel, dialect), out_(out), raw_(raw) {}

    void all(const Statements& statements) {
        for (const auto& statement : statements)
            std::visit([&](const auto& node) { one(node); }, statement.kind);
    }

private:
    std::string text(const ValuePtr& value) const { return values_.convert(*value).text; }
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
        out_.line(
            fmt::format("{} {}[{}]{};", cType(s.type), s.name, s.elements, s.zero ? " = {}" : ""));
    }
    void one(const AssignScalar& s) { out_.line(fmt::format("{} = {};", s.name, text(s.value))); }

    void one(const Store& s) {
        const std::string at = fmt::format("{}[{}]", s.buffer, cText(s.index));
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
        return buffer && buffer->streaming && buffer->type != ir::ScalarType::boolean;
    }
    /// The new value of a non-atomic write-conflict resolution.
    std::string combined(const Store& s, const std::string& at) const {
        const std::string value = fmt::format("static_cast<{}>({})", cType(s.type), text(s.value));
        const std::string_view op = reductionOperator(s.wcr);
        return op.empty() ? fmt::format("mw_{}({}, {})", s.wcr, at, value)
                          : fmt::format("{} {} {}", at, op, value);
    }

    void one(const For& s) {
        if (s.unroll != 0)
            out_.line(s.unroll < 0 ? std::string(dialect_.unrollAll)
                                   : fmt::format(fmt::runtime(dialect_.unrollFactor), s.unroll));
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
    // Raw code: pointers outside; in braces the symbols, in braces again connectors and text.
    void one(const Raw& s) {
        using Kind = Raw::Name::Kind;
        if (!s.where.empty())
            out_.line(comment(s.where));
        namesOf(s, Kind::pointer, [](const Raw::Name& n) {
            return fmt::format("{}{}* const {} = &{}[{}];", n.isConst ? "const " : "",
                               cType(n.type), n.outside, n.buffer, cText(n.index));
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
        raw_.push_back(printRaw(s.text, s.element, s.where, out_));
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
    ValuePrinter values_;
    TextWriter& out_;
    std::vector<RawLines>& raw_;
};

} // namespace

RawLines printRaw(const std::string& text, ElementId element, const std::string& where,
                  TextWriter& out) {
    RawLines lines{element, where, out.nextLine(), 0};
    out.lines(text);
    lines.lastLine = out.nextLine() - 1;
    return lines;
}

void printBody(const Kernel& kernel, const Dialect& dialect, TextWriter& out,
               std::vector<RawLines>& raw) {
    StatementPrinter(kernel, dialect, out, raw).all(kernel.body);
}

} // namespace mw::codegen
