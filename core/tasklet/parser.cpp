// Reads the Python subset of tasklets.
#include "core/support/hash.h"
#include "core/support/last_answers.h"
#include "core/tasklet/lexer.h"
#include "core/tasklet/tasklet.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

namespace mw::tasklet {

namespace {

constexpr std::string_view kBranchPrefix = "__mw_if";

constexpr int kMaxDepth = 256;

AstPtr node(Op op, const Token& at, std::string text, std::vector<AstPtr> args = {}) {
    return std::make_shared<Ast>(Ast{op, std::move(text), std::move(args), at.column, at.line});
}

/// Binary operators from the loosest to the tightest (Python's table; comparisons chain as in the
/// C++ that DaCe writes them to).
struct Level {
    std::array<std::string_view, 6> ops;
};
constexpr std::array kBitLevels = {
    Level{{"|"}},        Level{{"^"}},      Level{{"&"}},
    Level{{"<<", ">>"}}, Level{{"+", "-"}}, Level{{"*", "/", "//", "%"}},
};
constexpr std::array<std::string_view, 6> kComparisons = {"==", "!=", "<", "<=", ">", ">="};

class Parser {
public:
    explicit Parser(std::vector<Token> tokens) : tokens_(std::move(tokens)) {}

    Expected<Code> code() {
        while (true) {
            skipLines();
            if (current().kind == TokenKind::end)
                return std::move(code_);
            MW_CHECK(statement({}));
        }
    }

    Expected<AstPtr> single() {
        while (current().kind == TokenKind::newline)
            ++at_;
        MW_TRY(AstPtr value, expression());
        while (current().kind == TokenKind::newline)
            ++at_;
        if (current().kind != TokenKind::end)
            return unexpected("the end of the expression");
        return value;
    }

private:
    void skipLines() {
        while (current().kind == TokenKind::newline)
            ++at_;
    }

    Expected<void> statement(const std::vector<Guard>& guards) {
        if (isWord("if"))
            return branch(guards, current().column);
        if (isWord("pass")) {
            ++at_;
        } else {
            MW_TRY(auto one, assignment());
            one.guards = guards;
            code_.statements.push_back(std::move(one));
        }
        return current().kind == TokenKind::newline ? Expected<void>{}
                                                    : unexpected("the end of the statement");
    }

    /// From `if` or `elif` on, which stands at that column.
    Expected<void> branch(const std::vector<Guard>& guards, int column) {
        if (++depth_ > kMaxDepth)
            return failAt(current().line, current().column, "tasklet-depth",
                          "too many nested branches");
        const Token at = tokens_[at_++];
        MW_TRY(AstPtr condition, expression());
        const std::string name = fmt::format("{}{}", kBranchPrefix, conditions_++);
        code_.statements.push_back({node(Op::name, at, name), "", std::move(condition), guards});
        auto inside = guards;
        inside.push_back({name, true});
        MW_CHECK(suite(inside, column));
        inside.back().holds = false;
        const std::size_t behind = at_;
        skipLines();
        if (current().column == column && isWord("elif")) {
            MW_CHECK(branch(inside, column));
        } else if (current().column == column && isWord("else")) {
            ++at_;
            MW_CHECK(suite(inside, column));
        } else {
            at_ = behind;
        }
        --depth_;
        return {};
    }

    /// `:` and what stands behind it in the line, or further in than `column` in the next ones.
    Expected<void> suite(const std::vector<Guard>& guards, int column) {
        MW_CHECK(expect(":"));
        if (current().kind != TokenKind::newline)
            return statement(guards);
        skipLines();
        if (current().kind == TokenKind::end || current().column <= column)
            return unexpected("an indented statement");
        while (current().kind != TokenKind::end && current().column > column) {
            MW_CHECK(statement(guards));
            skipLines();
        }
        --at_; // the end of the line before, which ends the statement
        return {};
    }

    const Token& current() const { return tokens_[at_]; }
    bool isOp(std::string_view text) const {
        return current().kind == TokenKind::op && current().text == text;
    }
    bool isWord(std::string_view text) const {
        return current().kind == TokenKind::name && current().text == text;
    }
    Unexpected unexpected(std::string_view wanted) const {
        const Token& t = current();
        const std::string found = t.kind == TokenKind::end || t.kind == TokenKind::newline
                                      ? std::string("the end of the line")
                                      : fmt::format("'{}'", t.text);
        return failAt(t.line, t.column, "tasklet-syntax",
                      fmt::format("expected {}, found {}", wanted, found));
    }
    Expected<void> expect(std::string_view op) {
        if (!isOp(op))
            return unexpected(fmt::format("'{}'", op));
        ++at_;
        return {};
    }

    Expected<Assignment> assignment() {
        MW_TRY(AstPtr target, postfix());
        if (target->op != Op::name && target->op != Op::subscript)
            return failAt(target->line, target->column, "tasklet-target",
                          "only names and subscripts can be assigned");
        const Token op = current();
        const bool augmented = op.kind == TokenKind::op && op.text.size() >= 2 &&
                               op.text.back() == '=' && op.text != "==" && op.text != "!=" &&
                               op.text != "<=" && op.text != ">=";
        if (!isOp("=") && !augmented)
            return unexpected("'='");
        ++at_;
        MW_TRY(AstPtr value, expression());
        return Assignment{target, augmented ? op.text.substr(0, op.text.size() - 1) : "", value};
    }

    Expected<AstPtr> expression() {
        if (++depth_ > kMaxDepth)
            return failAt(current().line, current().column, "tasklet-depth",
                          fmt::format("the expression is nested deeper than {}", kMaxDepth));
        auto result = select();
        --depth_;
        return result;
    }

    Expected<AstPtr> select() {
        MW_TRY(AstPtr then, disjunction());
        if (!isWord("if"))
            return then;
        const Token at = tokens_[at_++];
        MW_TRY(AstPtr condition, disjunction());
        if (!isWord("else"))
            return unexpected("'else'");
        ++at_;
        MW_TRY(AstPtr otherwise, expression());
        return node(Op::select, at, "", {then, condition, otherwise});
    }

    Expected<AstPtr> disjunction() {
        MW_TRY(AstPtr left, conjunction());
        while (isWord("or")) {
            const Token at = tokens_[at_++];
            MW_TRY(AstPtr right, conjunction());
            left = node(Op::binary, at, "or", {left, right});
        }
        return left;
    }
    Expected<AstPtr> conjunction() {
        MW_TRY(AstPtr left, negation());
        while (isWord("and")) {
            const Token at = tokens_[at_++];
            MW_TRY(AstPtr right, negation());
            left = node(Op::binary, at, "and", {left, right});
        }
        return left;
    }
    Expected<AstPtr> negation() {
        if (!isWord("not"))
            return comparison();
        const Token at = tokens_[at_++];
        if (++depth_ > kMaxDepth)
            return failAt(at.line, at.column, "tasklet-depth", "too many nested 'not'");
        MW_TRY(AstPtr operand, negation());
        --depth_;
        return node(Op::unary, at, "not", {operand});
    }

    bool atComparison() const {
        if (isWord("is"))
            return true;
        if (current().kind != TokenKind::op)
            return false;
        for (const auto op : kComparisons)
            if (current().text == op)
                return true;
        return false;
    }
    Expected<AstPtr> comparison() {
        MW_TRY(AstPtr left, binary(0));
        // `a < b < c` is (a < b) < c, as in the C++ that DaCe makes of it.
        while (atComparison()) {
            const Token at = tokens_[at_++];
            MW_TRY(AstPtr right, binary(0));
            left = node(Op::binary, at, at.text == "is" ? "==" : at.text, {left, right});
        }
        return left;
    }

    bool atLevel(const Level& level) const {
        if (current().kind != TokenKind::op)
            return false;
        for (const auto op : level.ops)
            if (!op.empty() && current().text == op)
                return true;
        return false;
    }
    Expected<AstPtr> binary(std::size_t level) {
        if (level == kBitLevels.size())
            return unary();
        MW_TRY(AstPtr left, binary(level + 1));
        while (atLevel(kBitLevels.at(level))) {
            const Token at = tokens_[at_++];
            MW_TRY(AstPtr right, binary(level + 1));
            left = node(Op::binary, at, at.text, {left, right});
        }
        return left;
    }
    Expected<AstPtr> unary() {
        if (!isOp("-") && !isOp("+") && !isOp("~"))
            return power();
        const Token at = tokens_[at_++];
        if (++depth_ > kMaxDepth)
            return failAt(at.line, at.column, "tasklet-depth", "too many nested signs");
        MW_TRY(AstPtr operand, unary());
        --depth_;
        // DaCe writes -2147483648LL, and not the negative of an unsigned number.
        constexpr std::uint64_t kLeast = std::uint64_t{1} << 63;
        if (at.text == "-" && operand->op == Op::number && !isFloatLiteral(*operand))
            if (const auto whole = wholeNumber(operand->text); whole && *whole >> 31 != 0) {
                if (*whole > kLeast)
                    return failAt(
                        at.line, at.column, "tasklet-number",
                        fmt::format("the number -{} does not fit into 64 bits", operand->text));
                return node(Op::number, at, "-" + operand->text);
            }
        return node(Op::unary, at, at.text, {operand});
    }
    Expected<AstPtr> power() {
        MW_TRY(AstPtr base, postfix());
        if (!isOp("**"))
            return base;
        const Token at = tokens_[at_++];
        MW_TRY(AstPtr exponent, unary()); // right associative, and a sign may stand there
        return node(Op::binary, at, "**", {base, exponent});
    }

    Expected<AstPtr> postfix() {
        MW_TRY(AstPtr value, atom());
        while (true) {
            const Token at = current();
            if (isOp(".")) {
                ++at_;
                if (current().kind != TokenKind::name || value->op != Op::name)
                    return unexpected("a member name");
                value = node(Op::name, at, value->text + "." + tokens_[at_++].text);
            } else if (isOp("(") && value->op == Op::name) {
                MW_TRY(auto args, list(")"));
                value = node(Op::call, at, value->text, std::move(args));
            } else if (isOp("[")) {
                MW_TRY(auto args, list("]"));
                args.insert(args.begin(), value);
                value = node(Op::subscript, at, "", std::move(args));
            } else {
                return value;
            }
        }
    }
    /// `(a, b)` or `[a, b]` after the opening bracket, which is current.
    Expected<std::vector<AstPtr>> list(std::string_view close) {
        ++at_;
        std::vector<AstPtr> args;
        while (!isOp(close)) {
            MW_TRY(AstPtr arg, expression());
            args.push_back(arg);
            if (!isOp(","))
                break;
            ++at_;
        }
        MW_CHECK(expect(close));
        return args;
    }

    Expected<AstPtr> atom() {
        const Token at = current();
        if (at.kind == TokenKind::number) {
            ++at_;
            AstPtr number = node(Op::number, at, at.text);
            if (!isFloatLiteral(*number) && !wholeNumber(at.text))
                return failAt(at.line, at.column, "tasklet-number",
                              fmt::format("the number {} does not fit into 64 bits", at.text));
            return number;
        }
        if (at.kind == TokenKind::name) {
            ++at_;
            const bool boolean = at.text == "True" || at.text == "False";
            return node(boolean ? Op::boolean : Op::name, at, at.text);
        }
        if (isOp("(")) {
            ++at_;
            MW_TRY(AstPtr value, expression());
            MW_CHECK(expect(")"));
            return value;
        }
        return unexpected("a value");
    }

    std::vector<Token> tokens_;
    std::size_t at_ = 0;
    int depth_ = 0;
    int conditions_ = 0;
    Code code_;
};

Expected<Code> parsed(std::string_view python, bool branches) {
    MW_TRY(auto tokens, tokenize(python));
    MW_TRY(Code code, Parser(std::move(tokens)).code());
    for (const Assignment& one : code.statements)
        if (!branches && !one.guards.empty())
            return failAt(one.target->line, one.target->column, "tasklet-branch",
                          "what stands under an 'if' is run, but not looked into");
    return code;
}

struct Text {
    std::string python;

    bool operator==(const Text&) const = default;
    std::uint64_t hash() const { return fnv1a64(python); }
};

} // namespace

Expected<Code> parse(std::string_view python) {
    constexpr std::size_t kKnown = 1024; ///< texts that a thread keeps: all ask about the same
    thread_local LastAnswers<Text, Expected<Code>> known(kKnown);
    return known.to({std::string(python)},
                    [](const Text& text) { return parsed(text.python, false); });
}

Expected<Code> parseBranches(std::string_view python) {
    return parsed(python, true);
}

namespace {

/// Under which conditions: all ways are covered by `assigned`, or they lead on to ones that are.
bool covers(std::vector<std::vector<Guard>> assigned) {
    // Two that differ in the last guard alone are one without it.
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t a = 0; a < assigned.size() && !changed; ++a)
            for (std::size_t b = a + 1; b < assigned.size() && !changed; ++b) {
                auto other = assigned[b];
                if (assigned[a].empty() || other.size() != assigned[a].size())
                    continue;
                other.back().holds = !other.back().holds;
                if (other != assigned[a])
                    continue;
                other.pop_back();
                changed = std::ranges::find(assigned, other) == assigned.end();
                if (changed)
                    assigned.push_back(std::move(other));
            }
    }
    return std::ranges::find(assigned, std::vector<Guard>{}) != assigned.end();
}

} // namespace

bool isAlwaysAssigned(const Code& code, std::string_view name) {
    std::vector<std::vector<Guard>> assigned;
    for (const Assignment& one : code.statements)
        if (one.target->op == Op::name && one.target->text == name)
            assigned.push_back(one.guards);
    return covers(std::move(assigned));
}

Expected<AstPtr> parseExpression(std::string_view python) {
    MW_TRY(auto tokens, tokenize(python));
    return Parser(std::move(tokens)).single();
}

bool isBranchName(std::string_view name) {
    return name.starts_with(kBranchPrefix);
}

} // namespace mw::tasklet
