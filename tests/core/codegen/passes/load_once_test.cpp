// The pass "load-once": what moves, and what has to stay where it is.
#include "core/codegen/passes/passes.h"
#include "tests/core/codegen/lowered.h"
#include "tests/core/codegen/passes/around_pass.h"
#include "tests/support/catch.h"

#include <fmt/format.h>

namespace load_once_test {

using namespace mw;

namespace {

constexpr const char* kPass = "load-once";

/// z[i] = code(a = x[i], b = `second`, c = z[i]) with the table t at hand as `j`.
std::string program(const std::string& code, const std::string& second = "x[i]") {
    return fmt::format(R"(sdfg p {{
  symbols N:int32
  array t int32 [N]
  array x float64 [N]
  array y float64 [N]
  array z float64 [N]
  state main {{
    nx = access x
    ny = access y
    nt = access t
    nz = access z
    m = map m [i = 0:N] -> e
    f = tasklet f `{}`
    e = exit m
    out = access z
    nx -> m.IN_x : x[0:N]
    ny -> m.IN_y : y[0:N]
    nt -> m.IN_t : t[0:N]
    nz -> m.IN_z : z[0:N]
    m.OUT_x -> f.a : x[i]
    m.OUT_{} -> f.b : {}
    m.OUT_t -> f.j : t[i]
    m.OUT_y -> f.v : y[0:N]
    m.OUT_z -> f.c : z[i]
    f.o -> e.IN_z : z[i]
    e.OUT_z -> out : z[0:N]
  }}
}}
)",
                       code, second.substr(0, 1), second);
}

std::string after(const std::string& text) {
    const std::string all = test::aroundPass(kPass, text).after;
    return all.substr(all.find("each i"));
}

/// for k, e: let c = x[e + 1000 * k]; if (condition) r = then else r = otherwise; z[..] = r
struct Branch {
    std::string condition = "c", then = "w[e]", otherwise{};

    std::string text() const {
        using namespace codegen;
        Kernel kernel = test::kernelOf(test::kMetric);
        PlanContext context;
        for (const char* name : {"w", "x", "z"}) {
            PlanArray& array = context.plan.arrays.emplace_back();
            array.name = name;
            array.elements = array.name == "w" ? 1000 : 80000;
        }
        const auto value = [](Value::Kind kind) {
            return std::make_shared<Value>(Value{std::move(kind), ir::ScalarType::float64});
        };
        const auto load = [&](const std::string& text) {
            const auto open = text.find('[');
            return value(Load{text.substr(0, open),
                              *symbolic::parse(text.substr(open + 1, text.size() - open - 2),
                                               symbolic::Dialect::plain)});
        };
        If branch{value(LocalRef{condition}), {{AssignScalar{"r", load(then)}}}, {}};
        if (!otherwise.empty())
            branch.otherwise = {{AssignScalar{"r", load(otherwise)}}};
        kernel.body = {{DeclareScalar{ir::ScalarType::float64, "r", nullptr, false}},
                       {DeclareScalar{ir::ScalarType::float64, "c", load("x[e + 1000 * k]")}},
                       {branch},
                       {Store{"z",
                              *symbolic::parse("e + 1000 * k", symbolic::Dialect::plain),
                              value(LocalRef{"r"}),
                              ir::ScalarType::float64,
                              {}}}};
        loadOnce(context, kernel);
        const std::string all = dump(kernel);
        return all.substr(all.find("each e"));
    }
    bool loadsAhead() const {
        const std::string all = text();
        return all.find('[', all.find("if ")) > all.find('}');
    }
};

std::size_t count(const std::string& text, const std::string& part) {
    std::size_t n = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
        ++n;
    return n;
}

} // namespace

TEST_CASE("load-once: an element that two operands read is loaded once") {
    const std::string text = program("o = a * b + a");
    CHECK(count(test::aroundPass(kPass, text).before, "x[i]") > 1);
    CHECK(count(after(text), "x[i]") == 1);
}

TEST_CASE("load-once: the row of a table comes before what is read at it") {
    const std::string text = after(program("o = v[j] * a"));
    CHECK(text.find("t[i]") < text.find("y["));
    CHECK(count(text, "t[i]") == 1);
}

TEST_CASE("load-once: what a condition guards is not loaded without it") {
    for (const char* code : {"o = v[j] if j >= 0 else a", "o = a if j < 0 or v[j] < 0.0 else c"}) {
        const std::string text = after(program(code));
        INFO(text);
        const auto guarded = text.find("y[");
        REQUIRE(guarded != std::string::npos);
        const auto start = text.rfind('\n', guarded) + 1;
        const auto line = text.substr(start, guarded - start);
        CHECK((line.find('?') != std::string::npos || line.find("||") != std::string::npos));
    }
}

TEST_CASE("load-once: branches") {
    Branch g;
    SECTION("what is loaded anyhow is not loaded again in a branch") {
        g.then = "x[e + 1000 * k]";
        CHECK(count(g.text(), "x[") == 1);
    }
    SECTION("loads of a branch that data decide go ahead where the element exists") {
        CHECK(g.loadsAhead());
    }
    SECTION("not where that is not known") {
        g.then = "w[e + index]";
        CHECK_FALSE(g.loadsAhead());
        g.then = "w[e + 1]"; // one beyond the last
        CHECK_FALSE(g.loadsAhead());
    }
    SECTION("not where the level decides: only one side is ever needed") {
        g.condition = "k";
        CHECK_FALSE(g.loadsAhead());
    }
    SECTION("of two sides only what all levels share") {
        g.otherwise = "w[999 - e]";
        CHECK(g.loadsAhead());
        g.then = "x[999 - e + 1000 * k]";
        g.otherwise = "x[e + 1000 * (79 - k)]";
        CHECK_FALSE(g.loadsAhead());
    }
}

TEST_CASE("load-once: elements of what the kernel changes") {
    SECTION("an iteration's own is loaded once, before it is stored") {
        const std::string text = after(program("o = c * c + a", "z[i]"));
        CHECK(count(text, "z[i]") == 2); // the load and the store
        CHECK(text.find("z[i]") < text.find("z[i] ="));
    }
    SECTION("others are left where they stand") {
        const std::string text = program("o = c + b", "z[N - 1 - i]");
        const auto around = test::aroundPass(kPass, text);
        CHECK(count(around.after, "z[") == count(around.before, "z["));
    }
}

} // namespace load_once_test
