// Expressions: shared, immutable, canonical on construction.
#include "core/symbolic/expr.h"

#include "core/support/hash.h"
#include "core/support/last_answers.h"
#include "core/symbolic/node.h"

#include <algorithm>
#include <array>
#include <bit>

namespace mw::symbolic {

namespace {

using NodePtr = std::shared_ptr<const Expr::Node>;

NodePtr integerNode(std::int64_t value) {
    auto node = std::make_shared<Expr::Node>();
    node->value = value;
    node->hash = splitmix64(static_cast<std::uint64_t>(value));
    return node;
}

// The integers that nearly every expression contains share one node each.
constexpr std::int64_t kFirstShared = -16;
constexpr std::size_t kShared = 144;

const NodePtr& sharedInteger(std::size_t index) {
    static const auto kNodes = [] {
        std::array<NodePtr, kShared> nodes;
        for (std::size_t i = 0; i < kShared; ++i)
            nodes[i] = integerNode(kFirstShared + static_cast<std::int64_t>(i));
        return nodes;
    }();
    return kNodes[index];
}

std::uint64_t hashOf(const Expr::Node& node) {
    std::uint64_t hash = hashCombine(static_cast<std::uint64_t>(node.op) + 1, fnv1a64(node.name));
    for (const Expr& arg : node.args)
        hash = hashCombine(hash, arg.hash());
    return hash;
}

bool identical(const Expr::Node& a, const Expr::Node& b) {
    return a.hash == b.hash && a.op == b.op && a.name == b.name && a.annotation == b.annotation &&
           std::ranges::equal(a.args, b.args, Expr::Node::same);
}

/// The nodes with names or arguments that a thread made last, one at each place of a table: a
/// program says the same few things over and over again, and what is one node is equal at sight.
class LastNodes {
public:
    LastNodes() : nodes_(kPlaces) {}

    NodePtr of(Expr::Node node) {
        node.hash = hashOf(node);
        NodePtr& last = nodes_[node.hash % kPlaces];
        if (!last || !identical(*last, node))
            last = std::make_shared<const Expr::Node>(std::move(node));
        return last;
    }

private:
    static constexpr std::size_t kPlaces = 1 << 13;
    std::vector<NodePtr> nodes_;
};

Expr shared(Expr::Node node) {
    thread_local LastNodes last;
    return Expr::Node::wrap(last.of(std::move(node)));
}

} // namespace

Expr rawNode(Op op, std::vector<Expr> args, std::string name) {
    Expr::Node node;
    node.op = op;
    node.name = std::move(name);
    node.args = std::move(args);
    node.hasQuotient = op == Op::divide;
    for (const Expr& arg : node.args) {
        node.depth = std::max(node.depth, Expr::Node::of(arg).depth + 1);
        node.hasQuotient = node.hasQuotient || Expr::Node::of(arg).hasQuotient;
    }
    return shared(std::move(node));
}

Expr::Expr() : Expr(std::int64_t{0}) {}

Expr::Expr(std::int64_t value)
    : node_(value >= kFirstShared && value < kFirstShared + static_cast<std::int64_t>(kShared)
                ? sharedInteger(static_cast<std::size_t>(value - kFirstShared))
                : integerNode(value)) {}

Expr Expr::integer(std::int64_t value) {
    return Expr(value);
}

Expr Expr::real(double value) {
    auto node = std::make_shared<Node>();
    node->op = Op::real;
    node->real = value;
    node->hash = splitmix64(std::bit_cast<std::uint64_t>(value) ^ 0x5ea1U);
    return Expr(std::move(node));
}

Expr Expr::symbol(std::string name, std::string annotation) {
    Node node;
    node.op = Op::symbol;
    node.name = std::move(name);
    node.annotation = std::move(annotation);
    return shared(std::move(node));
}

Expr Expr::undefined() {
    return rawNode(Op::undefined, {});
}

double Expr::realValue() const {
    return node_->op == Op::integer ? static_cast<double>(node_->value) : node_->real;
}
std::optional<std::int64_t> Expr::asInteger() const {
    if (node_->op != Op::integer)
        return std::nullopt;
    return node_->value;
}

bool operator==(const Expr& a, const Expr& b) {
    return a.node_ == b.node_ ||
           (a.node_->hash == b.node_->hash && compare(a, b) == std::strong_ordering::equal);
}

namespace {

/// Two nodes themselves: what is made of them has their names, annotations included.
struct Operands {
    Expr a, b;
};
/// The same while they are looked up.
struct OperandRefs {
    const Expr &a, &b;

    explicit operator Operands() const { return {a, b}; }
    std::uint64_t hash() const { return hashCombine(a.hash(), b.hash()); }
    friend bool operator==(const Operands& known, const OperandRefs& asked) {
        return Expr::Node::same(known.a, asked.a) && Expr::Node::same(known.b, asked.b);
    }
};

/// What a thread made last of two nodes.
using LastResults = LastAnswers<Operands, Expr>;
constexpr std::size_t kResults = 1 << 12;

} // namespace

Expr operator+(const Expr& a, const Expr& b) {
    thread_local LastResults last(kResults);
    return last.to(OperandRefs{a, b}, [&](const OperandRefs&) { return makeAdd({a, b}); });
}
Expr operator-(const Expr& a, const Expr& b) {
    thread_local LastResults last(kResults);
    return last.to(OperandRefs{a, b}, [&](const OperandRefs&) { return makeAdd({a, -b}); });
}
Expr operator-(const Expr& a) {
    return Expr(-1) * a;
}
Expr operator*(const Expr& a, const Expr& b) {
    thread_local LastResults last(kResults);
    return last.to(OperandRefs{a, b}, [&](const OperandRefs&) { return makeMul({a, b}); });
}

Expr min(const Expr& a, const Expr& b) {
    return makeMinMax(Op::min, {a, b});
}
Expr max(const Expr& a, const Expr& b) {
    return makeMinMax(Op::max, {a, b});
}
Expr intFloor(const Expr& a, const Expr& b) {
    return makeIntegerDivision(Op::intFloor, {a, b});
}
Expr intCeil(const Expr& a, const Expr& b) {
    return makeIntegerDivision(Op::intCeil, {a, b});
}

void collectSymbols(const Expr& e, std::set<std::string, std::less<>>& into) {
    if (e.isSymbol())
        into.insert(e.name());
    for (const Expr& arg : e.args())
        collectSymbols(arg, into);
}

std::set<std::string, std::less<>> freeSymbols(const Expr& e) {
    std::set<std::string, std::less<>> symbols;
    collectSymbols(e, symbols);
    return symbols;
}

} // namespace mw::symbolic
