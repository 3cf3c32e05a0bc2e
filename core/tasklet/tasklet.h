#pragma once

#include "core/ir/types.h"
#include "core/support/expected.h"
#include "core/symbolic/expr.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace mw::tasklet {

/// The Python subset of tasklets as an untyped tree; typing and
/// translation are the consumers' (codegen, interp), which share this parser and `inferType`.
enum class Op : std::uint8_t {
    number,    ///< text: literal as written (isFloatLiteral tells which)
    boolean,   ///< text: "True" or "False"
    name,      ///< text: connector, symbol, constant, local, or `math.nan`
    unary,     ///< text: - + not ~
    binary,    ///< text: + - * / // % ** == != < <= > >= and or & | ^ << >>
    select,    ///< args: then, condition, else  (then if condition else else)
    call,      ///< text: dotted name as written ("math.sqrt", "dace.float64", "min")
    subscript, ///< args: object name, indices
};
struct Ast;
using AstPtr = std::shared_ptr<const Ast>;
struct Ast {
    Op op;
    std::string text;
    std::vector<AstPtr> args;
    int column = 0; ///< 1-based, for errors
    int line = 1;
};
/// A branch around a statement: whether the condition that was assigned to `name` holds.
struct Guard {
    std::string name;
    bool holds = true;
    bool operator==(const Guard&) const = default;
};
/// `target = value`, `target[i, j] = value`, `target += value`.
struct Assignment {
    AstPtr target;       ///< name or subscript
    std::string augment; ///< "" or the operator of an augmented assignment
    AstPtr value;
    std::vector<Guard> guards = {}; ///< outermost first; it runs where all of them are so
};
struct Code {
    std::vector<Assignment> statements;
};
/// Statements one after the other. Errors name line and column.
Expected<Code> parse(std::string_view python);
/// The same with `if`, `elif` and `else`, for those who can run them: each condition becomes an
/// assignment to a name of its own (`__mw_if0`), and what stands under it is guarded.
Expected<Code> parseBranches(std::string_view python);
/// One of the names that conditions are assigned to.
bool isBranchName(std::string_view name);
/// Whether a name has a value behind all statements, whatever the conditions are.
bool isAlwaysAssigned(const Code& code, std::string_view name);
/// One expression alone, e.g. a condition or the value of an interstate assignment.
Expected<AstPtr> parseExpression(std::string_view python);
/// A number literal that is a real number in Python.
bool isFloatLiteral(const Ast& ast);
/// A literal without point and exponent, also hexadecimal, octal and binary, with underscores;
/// nullopt where it does not fit into 64 bits.
std::optional<std::uint64_t> wholeNumber(std::string digits);
/// What a number literal stands for in C: of uint64 the value has the bits. A negative one that no
/// int holds has its sign in its text.
struct Number {
    symbolic::Value value;
    ir::ScalarType type;
};
Number numberOf(const Ast& literal);
/// The number that a literal with a sign or none stands for; nullopt for other expressions.
std::optional<double> signedNumber(const Ast& ast);
/// As source text in the normal form (all binary operations parenthesised).
std::string print(const Ast& ast);

/// C's usual arithmetic conversions as DaCe's generated code applies them.
ir::ScalarType promote(ir::ScalarType a, ir::ScalarType b);
/// Type of an expression; `lookup` gives the type of a name (none = unknown: an error).
Expected<ir::ScalarType> inferType(const Ast& ast,
                                   const std::function<ir::ScalarType(std::string_view)>& lookup);
/// Of C's mathematics, by the name without a prefix.
bool isMathFunction(std::string_view name);
/// Functions as `math.sqrt`, which DaCe's C++ computes in the type of what they are given: of a
/// whole number the result is cut off to one. Without the prefix, and of real numbers, they are
/// C's.
bool keepsArgumentType(std::string_view function);
/// An integer expression as symbolic text, nullopt when it is not one (calls, floats).
std::optional<symbolic::Expr> toExpr(const Ast& ast);
/// One of `==`, `!=`, `<`, `<=`, `>`, `>=`, as the text of a binary operation.
bool isComparison(std::string_view op);
/// What a statement assigns: `x + v` for `x += v`.
AstPtr assignedValue(const Assignment& statement);
/// A write-conflict resolution, `lambda old, fresh: body`, alone or in parentheses; nullopt: it is
/// no lambda of two parameters.
struct LambdaParts {
    std::string old, fresh, body;
};
std::optional<LambdaParts> lambdaParts(std::string_view text);
/// Every name in an expression, called functions excluded.
void collectNames(const Ast& ast, std::set<std::string, std::less<>>& names);
/// Names read (not assigned before) and names assigned.
void collectNames(const Code& code, std::vector<std::string>& read,
                  std::vector<std::string>& written);

} // namespace mw::tasklet
