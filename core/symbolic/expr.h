#pragma once

#include "core/support/expected.h"

#include <cassert>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mw::symbolic {

/// What an Expr node is. Everything with a name that is not listed is a `call` with that name.
enum class Op : std::uint8_t {
    integer,   ///< value
    real,      ///< realValue
    symbol,    ///< name; annotation() keeps `dtype=dace.int64` of the dollar dialect
    add,       ///< n-ary, flattened, at most one integer term, like terms collected
    mul,       ///< n-ary, flattened, at most one integer factor
    pow,       ///< args: base, exponent
    divide,    ///< args: a, b; exact quotient (`N/2`); integers divide truncating when executed
    intFloor,  ///< args: a, b; floor(a / b)
    intCeil,   ///< args: a, b; ceil(a / b)
    mod,       ///< args: a, b; Python's sign rule
    min,       ///< n-ary, sorted, unique
    max,       ///< n-ary, sorted, unique
    abs,       ///< one arg
    floor,     ///< one arg
    ceiling,   ///< one arg
    compare,   ///< name is one of == != < <= > >=; args: a, b
    logicAnd,  ///< n-ary
    logicOr,   ///< n-ary
    logicNot,  ///< one arg
    select,    ///< IfExpr(condition, then, else)
    subscript, ///< args: container symbol, indices
    attribute, ///< args: object; name = member
    call,      ///< name(args...): kept, evaluated where known
    undefined, ///< `?`
};

/// The text forms. `plain`: DaCe before 2.0.0a4 (and the form shown to people); `dollar`: since;
/// `code`: Python text of conditions and assignments, the same in files of both dialects.
enum class Dialect : std::uint8_t { plain, dollar, code };

/// Immutable symbolic expression over integer symbols, shared structure, cheap to copy.
/// Built only through the factories below, which bring every node into canonical form (flattened,
/// constants folded, like terms collected, arguments in a total order that depends on content
/// alone), so the same expression always prints the same. Products of sums stay as they are:
/// `expand` multiplies them out.
class Expr {
public:
    Expr();                   ///< the integer 0
    Expr(std::int64_t value); // NOLINT(google-explicit-constructor)
    Expr(int value)
        : Expr(static_cast<std::int64_t>(value)) {} // NOLINT(google-explicit-constructor)

    static Expr integer(std::int64_t value);
    static Expr real(double value);
    static Expr symbol(std::string name, std::string annotation = {});
    static Expr undefined();
    /// Canonical node of any operation with arguments.
    static Expr make(Op op, std::vector<Expr> args, std::string name = {});

    Op op() const;
    std::span<const Expr> args() const;
    const std::string& name() const;       ///< symbol, call, compare, attribute
    const std::string& annotation() const; ///< symbol
    std::int64_t value() const;            ///< integer
    double realValue() const;              ///< real

    bool isInteger() const { return op() == Op::integer; }
    bool isInteger(std::int64_t v) const { return isInteger() && value() == v; }
    bool isSymbol() const { return op() == Op::symbol; }
    std::optional<std::int64_t> asInteger() const;

    std::uint64_t hash() const; ///< of content; ignores annotations
    /// Structural equality of canonical forms; annotations of symbols do not count.
    friend bool operator==(const Expr& a, const Expr& b);
    /// Total order by content, used wherever an order must not depend on addresses.
    friend std::strong_ordering compare(const Expr& a, const Expr& b);

    friend Expr operator+(const Expr& a, const Expr& b);
    friend Expr operator-(const Expr& a, const Expr& b);
    friend Expr operator-(const Expr& a);
    friend Expr operator*(const Expr& a, const Expr& b);

    struct Node;

private:
    explicit Expr(std::shared_ptr<const Node> node) : node_(std::move(node)) {}
    std::shared_ptr<const Node> node_;
};

/// The immutable node that an Expr shares: for the module's sources, and here so that looking at
/// one costs no call.
struct Expr::Node {
    Op op = Op::integer;
    bool hasQuotient = false; ///< itself or somewhere below
    std::uint32_t depth = 1;  ///< longest path to a leaf
    std::uint64_t hash = 0;
    std::int64_t value = 0;
    double real = 0;
    std::string name;
    std::string annotation;
    std::vector<Expr> args;

    static Expr wrap(std::shared_ptr<const Node> node) { return Expr(std::move(node)); }
    static const Node& of(const Expr& e) { return *e.node_; }
    static bool same(const Expr& a, const Expr& b) { return a.node_ == b.node_; }
};

inline Op Expr::op() const {
    return node_->op;
}
inline std::span<const Expr> Expr::args() const {
    return node_->args;
}
inline const std::string& Expr::name() const {
    return node_->name;
}
inline const std::string& Expr::annotation() const {
    return node_->annotation;
}
inline std::int64_t Expr::value() const {
    assert(node_->op == Op::integer);
    return node_->value;
}
inline std::uint64_t Expr::hash() const {
    return node_->hash;
}

Expr min(const Expr& a, const Expr& b);
Expr max(const Expr& a, const Expr& b);
Expr intFloor(const Expr& a, const Expr& b);
Expr intCeil(const Expr& a, const Expr& b);

/// Multiplies out products and integer powers of sums, collects, and simplifies Min/Max/int_floor/
/// int_ceil/Mod where the result is the same for all integer values. Canonical: equal polynomials
/// give equal results.
Expr expand(const Expr& e);
/// The shorter (by printed nodes) of e and expand(e), with common factors kept where they were.
Expr simplify(const Expr& e);
/// True when expand(a - b) is 0, that is, equal for all values of the symbols. False: not shown.
bool equal(const Expr& a, const Expr& b);

/// Parses one expression. Errors name the column and what was expected. Depth is limited (256).
Expected<Expr> parse(std::string_view text, Dialect dialect);
/// Canonical text. Dialect::plain is also what people see.
std::string print(const Expr& e, Dialect dialect = Dialect::plain);

using Substitution = std::map<std::string, Expr, std::less<>>;
/// Replaces symbols simultaneously, for the same value; what names none of them keeps its node.
Expr substitute(const Expr& e, const Substitution& values);
/// Adds the names of all symbols (containers of subscripts included) in e.
void collectSymbols(const Expr& e, std::set<std::string, std::less<>>& into);
std::set<std::string, std::less<>> freeSymbols(const Expr& e);

/// Value of a symbol when an expression is evaluated.
struct Value {
    bool isReal = false;
    std::int64_t i = 0;
    double d = 0;

    static Value integer(std::int64_t v) { return {false, v, 0}; }
    static Value real(double v) { return {true, 0, v}; }
    double asReal() const { return isReal ? d : static_cast<double>(i); }
    bool truthy() const { return isReal ? d != 0 : i != 0; }
};
using Bindings = std::map<std::string, Value, std::less<>>;
/// Evaluates; an unbound symbol, a division by zero or an overflow is an error that names it.
Expected<Value> evaluate(const Expr& e, const Bindings& values);
/// As evaluate, and the result must be an integer (a bool counts as 0 or 1).
Expected<std::int64_t> evaluateInteger(const Expr& e, const Bindings& values);

} // namespace mw::symbolic
