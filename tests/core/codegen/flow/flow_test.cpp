// Control flow: raised to statements, lowered by whoever says what its leaves become.
#include "core/codegen/flow/flow_lowering.h"
#include "core/codegen/flow/loop_count.h"
#include "core/ir/dump.h"
#include "tests/support/catch.h"

namespace flow_test {

using namespace mw;
using namespace mw::codegen;

namespace {

/// Leaves that write down what they are asked for; names that are numbers are known conditions.
class Trace {
public:
    using Condition = std::string;

    explicit Trace(std::string& text) : text_(text) {}

    Expected<void> state(const ir::Block& block) { return add(block.label); }
    Expected<void> assign(const std::string& name, const tasklet::Ast& value, ElementId) {
        return add(name + "=" + tasklet::print(value));
    }
    static Expected<std::string> condition(const tasklet::Ast& expression, ElementId) {
        return tasklet::print(expression);
    }
    static std::optional<bool> known(const std::string& condition) {
        return condition == "0" || condition == "1" ? std::optional(condition == "1")
                                                    : std::nullopt;
    }
    template <class Then, class Otherwise>
    Expected<void> branch(const std::string& condition, const Then& then,
                          const Otherwise& otherwise) {
        (void)add("if " + condition + " {");
        MW_CHECK(then());
        (void)add("} else {");
        MW_CHECK(otherwise());
        return add("}");
    }
    Expected<void> loop(const FlowLoop&, const LoopParts<std::string>& parts) {
        MW_CHECK(parts.init());
        MW_TRY(const std::string condition, parts.check());
        (void)add("while " + condition + " {");
        MW_CHECK(parts.body());
        MW_CHECK(parts.update());
        return add("}");
    }
    Expected<void> jump(const FlowJump& jump) {
        return add(jump.jump == ir::Jump::breakLoop ? "break" : "jump");
    }
    static bool skips(const FlowBranch&) { return false; }

private:
    Expected<void> add(const std::string& word) {
        text_ += (text_.empty() ? "" : " ") + word;
        return {};
    }
    std::string& text_;
};

FlowList flowOf(const ir::Document& document) {
    auto list = structure(document.root->body);
    if (!list)
        FAIL(toString(list.error()));
    return *list;
}

ir::DocumentPtr program(const std::string& body) {
    auto document =
        ir::parseDump("sdfg p {\n symbols a:int32 b:int32 i:int32 n:int32\n" + body + "\n}\n");
    if (!document)
        FAIL(toString(document.error()));
    return *document;
}

/// The whole way of a program's control flow.
std::string traced(const std::string& body) {
    const auto document = program(body);
    std::string text;
    if (const auto done = lowerFlow(flowOf(*document), Trace(text)); !done)
        return done.error().code;
    return text;
}

std::optional<LoopCount> countIn(const std::string& body) {
    const auto document = program(body);
    for (const Flow& flow : flowOf(*document))
        if (const auto* loop = std::get_if<FlowLoop>(&flow.kind)) {
            auto count = countOf(*loop, *document->root);
            REQUIRE(count);
            return *count;
        }
    FAIL("no loop");
    return std::nullopt;
}

const std::string kTurn = " { state s { } }";

} // namespace

TEST_CASE("assignments between states come in order") {
    CHECK(traced("state s { }; state t { }\n s -> t with a = `(b + 1)` with b = `2`") ==
          "s a=(b + 1) b=2 t");
}

TEST_CASE("a diamond of states is a branch, and a complement its else") {
    CHECK(traced("state s { }; state t { }; state u { }; state v { }\n"
                 " s -> t if `(a > 0)`; s -> u if `(not (a > 0))`; t -> v; u -> v") ==
          "s if (a > 0) { t } else { u } v");
    CHECK(
        traced("branch q { if `a` { state t { } } if `b` { state u { } } else { state v { } } }") ==
        "if a { t } else { if b { u } else { v } }");
}

TEST_CASE("of a known condition only what runs is lowered") {
    CHECK(
        traced("branch q { if `0` { state t { } } if `1` { state u { } } else { state v { } } }") ==
        "u");
}

TEST_CASE("a guard with a way back is a loop") {
    CHECK(traced("state g { }; state s { }; state e { }; state start { }\n"
                 " start -> g with i = `0`; g -> s if `(i < n)`; s -> g with i = `(i + 1)`\n"
                 " g -> e if `(not (i < n))`") == "start i=0 while (i < n) { s i=(i + 1) } e");
}

TEST_CASE("a loop's statements are assignments, augmented ones written out") {
    CHECK(traced("loop l `i = 0` `(i < n)` `i += 2` variable i" + kTurn) ==
          "i=0 while (i < n) { s i=(i + 2) }");
    CHECK(traced("loop l `f(i)` `(i < n)` `i = 1` variable i" + kTurn) == "cannot-lower");
}

TEST_CASE("loops that count, and those that do not") {
    const auto counted = [](const std::string& head, const std::string& turn = kTurn) {
        const auto count = countIn("loop l " + head + " variable i" + turn);
        return count ? symbolic::print(count->begin) + " .. " + symbolic::print(count->end) +
                           " by " + std::to_string(count->step)
                     : "no";
    };
    CHECK(counted("`i = a` `(i < n)` `i = (i + 1)`") == "a .. n - 1 by 1");
    CHECK(counted("`i = a` `(i <= n)` `i += 2`") == "a .. n by 2");
    CHECK(counted("`i = n` `(i > 0)` `i = (i - 3)`") == "n .. 1 by -3");
    CHECK(counted("`i = 0` `(i > n)` `i = (i + 1)`") == "no"); // against the step
    CHECK(counted("`i = 0` `(i != n)` `i = (i + 1)`") == "no");
    CHECK(counted("`i = 1` `(i < n)` `i = (i * 2)`") == "no");
    CHECK(counted("`i = 0` `(i < n)` `i = (i + 1)`", " { state s { }; break j; s -> j }") == "no");
    CHECK(counted("`i = 0` `(i < n)` `i = (i + 1)`",
                  " { state s { }; state t { }\n s -> t with n = `(n - 1)` }") == "no");
}

TEST_CASE("behind a loop the variable has the first value that fails") {
    const auto after = [](int begin, int end, int step) {
        return symbolic::simplify(afterLoop(begin, end, step)).asInteger();
    };
    CHECK(after(0, 9, 1) == 10);
    CHECK(after(0, 9, 4) == 12);
    CHECK(after(9, 0, -4) == -3);
    CHECK(after(5, 4, 1) == 5); // no turn
}

} // namespace flow_test
