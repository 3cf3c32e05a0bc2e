// Values as C++: the parentheses that keep their tree, and the hints of loads.
#include "core/codegen/print/print_value.h"

#include "core/codegen/ctext.h"
#include "core/codegen/index_parts.h"

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

struct ValueText {
    std::string text;
    int rank = kAtomRank;
};

class ValuePrinter {
public:
    ValuePrinter(const Kernel& kernel, const Dialect& dialect)
        : kernel_(kernel), dialect_(dialect) {}

    ValueText convert(const Value& value) const {
        return std::visit([&](const auto& node) { return one(node); }, value.kind);
    }
    std::string wrapped(const Value& value, int least) const {
        ValueText t = convert(value);
        return t.rank < least ? "(" + t.text + ")" : t.text;
    }

private:
    static ValueText one(const Literal& v) {
        return {v.text, v.text.starts_with('-') ? kUnaryRank : kAtomRank};
    }
    static ValueText one(const LocalRef& v) { return {v.name, kAtomRank}; }
    ValueText one(const Load& v) const {
        const std::string element = elementText(kernel_, v.buffer, v.index);
        const BufferParam* buffer = dialect_.device ? bufferNamed(kernel_, v.buffer) : nullptr;
        // the intrinsics have no overload for bool
        if (!buffer || buffer->written || buffer->type == ir::ScalarType::boolean)
            return {element, kAtomRank};
        const bool streamed = streams(kernel_, *buffer);
        if (!streamed && !buffer->readOnly)
            return {element, kAtomRank};
        const auto format = streamed ? dialect_.loadStreaming : dialect_.loadReadOnly;
        return {fmt::format(fmt::runtime(format), "&" + element), kAtomRank};
    }
    ValueText one(const Unary& v) const {
        const std::string operand = wrapped(*v.operand, kUnaryRank);
        // `--x` would be a decrement
        const bool same = operand.starts_with(v.op);
        return {same ? fmt::format("{}({})", v.op, operand) : v.op + operand, kUnaryRank};
    }
    ValueText one(const Binary& v) const {
        const int rank = rankOf(v.op);
        return {fmt::format("{} {} {}", wrapped(*v.left, rank), v.op, wrapped(*v.right, rank + 1)),
                rank};
    }
    ValueText one(const Select& v) const {
        return {fmt::format("{} ? {} : {}", wrapped(*v.condition, kSelectRank + 1),
                            wrapped(*v.then, kSelectRank + 1),
                            wrapped(*v.otherwise, kSelectRank + 1)),
                kSelectRank};
    }
    ValueText one(const Call& v) const {
        std::string args;
        for (const auto& arg : v.args)
            args += (args.empty() ? "" : ", ") + convert(*arg).text;
        const auto prefix = v.function.starts_with("mw_") ? "" : dialect_.math;
        return {fmt::format("{}{}({})", prefix, v.function, args), kAtomRank};
    }
    ValueText one(const Cast& v) const {
        return {fmt::format("static_cast<{}>({})", cType(v.to), convert(*v.operand).text),
                kAtomRank};
    }
    static ValueText one(const Index& v) {
        const bool atom = v.expr.isSymbol() || v.expr.isInteger();
        return {cText(v.expr), atom ? kAtomRank : 0};
    }

    const Kernel& kernel_;
    const Dialect& dialect_;
};

} // namespace

std::string elementText(const Kernel& kernel, const std::string& buffer,
                        const symbolic::Expr& index) {
    const auto parts = kernel.farNames.empty() ? std::nullopt : indexParts(index, kernel.farNames);
    if (!parts)
        return fmt::format("{}[{}]", buffer, cText(index));
    // The addition to a pointer has 64 bits, whatever is added.
    std::string address = buffer;
    if (!parts->near.isInteger(0))
        address += " + " + cTextAtom(parts->near);
    std::string last;
    for (const auto& [local, factor] : parts->far) {
        if (!last.empty())
            address += " + " + last;
        last = factor.isInteger(1) ? local.name()
                                   : fmt::format("static_cast<long long>({}) * {}", local.name(),
                                                 cTextAtom(factor));
    }
    return address == buffer ? fmt::format("{}[{}]", buffer, last)
                             : fmt::format("({})[{}]", address, last);
}

bool streams(const Kernel& kernel, const BufferParam& buffer) {
    return kernel.launch.streaming == Streaming::all
               ? buffer.elementwise
               : kernel.launch.streaming == Streaming::own && buffer.streaming;
}

const BufferParam* bufferNamed(const Kernel& kernel, const std::string& name) {
    const auto found = std::find_if(kernel.buffers.begin(), kernel.buffers.end(),
                                    [&](const BufferParam& b) { return b.name == name; });
    return found == kernel.buffers.end() ? nullptr : &*found;
}

std::string valueText(const Value& value, const Kernel& kernel, const Dialect& dialect) {
    return ValuePrinter(kernel, dialect).convert(value).text;
}

} // namespace mw::codegen
