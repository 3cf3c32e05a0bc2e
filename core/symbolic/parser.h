#pragma once

#include "core/symbolic/expr.h"

#include <string>
#include <string_view>
#include <vector>

namespace mw::symbolic {

inline bool isDigit(char c) {
    return c >= '0' && c <= '9';
}
inline bool isNameStart(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
}
inline bool isNamePart(char c) {
    return isNameStart(c) || isDigit(c);
}

/// Recursive descent over the text of one or more expressions, all dialects: Python's precedences,
/// `$` before symbols in the dollar dialect. The first error is kept and ends all work; functions
/// then return 0.
class Parser {
public:
    Parser(std::string_view text, Dialect dialect)
        : text_(text), dollar_(dialect == Dialect::dollar), code_(dialect == Dialect::code) {}

    Expr expression();
    /// Skips blanks; true and past it when the next character is c.
    bool accept(char c);
    bool atEnd();
    void expectEnd();
    void expect(char c, std::string_view where);
    bool failed() const { return failed_; }
    /// The error, naming column (1-based) and text.
    Diagnostic error() const;
    void fail(std::string message);

private:
    static constexpr int kMaximalDepth = 256;
    struct Operator;

    Expr ternary();
    Expr binary(int minimum);
    Expr leftmost(int minimum);
    Expr sum(Expr first);
    Expr product(std::vector<Expr> factors);
    Expr comparison(Expr first);
    Expr logic(Expr first, const Operator& op);
    Expr bitwise(const Operator& op, const Expr& a, const Expr& b);
    Expr unary();
    Expr power();
    Expr primary();
    Expr postfix(Expr e);
    Expr number();
    Expr typedNumber(Expr value);
    Expr parenthesised();
    Expr symbol();
    Expr named();
    Expr plainName(std::string_view name);
    Expr call(std::string_view name);
    Expr annotatedSymbol();
    std::vector<Expr> list(char close);

    void skipBlanks();
    char peek(std::size_t ahead = 0) const {
        return pos_ + ahead < text_.size() ? text_[pos_ + ahead] : '\0';
    }
    bool acceptWord(std::string_view word);
    Operator peekOperator();
    std::string_view identifier();
    Expr deepChecked(Expr e);

    std::string_view text_;
    std::size_t pos_ = 0;
    int depth_ = 0;
    bool dollar_;
    bool code_;
    bool failed_ = false;
    std::string message_;
    std::size_t errorAt_ = 0;
};

/// The canonical node of a call as it is written in a file: `Max`, `int_floor`, `__bitwise_and`,
/// `Eq`, ... ; other names stay calls. nullopt: wrong number of arguments.
std::optional<Expr> callByName(std::string_view name, std::vector<Expr> args);
/// `bitwise_and(a, b)` and its kin; shifts by a constant to the right become int_floor.
Expr makeBitwise(std::string name, std::vector<Expr> args);
/// The type a typed constant's suffix stands for (`i16` -> `int16`), empty when there is none.
std::string_view typeOfSuffix(std::string_view suffix);
std::string_view suffixOfType(std::string_view type);

} // namespace mw::symbolic
