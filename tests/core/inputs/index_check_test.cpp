// Indices that a graph computes: held against their containers before anything runs.

#include "core/inputs/check_inputs.h"
#include "core/interp/interp.h"
#include "core/ir/dump.h"
#include "tests/support/catch.h"

#include <cstring>
#include <random>

namespace index_check_test {

using namespace mw;
using namespace mw::inputs;

namespace {

ir::DocumentPtr parsed(const std::string& text) {
    auto document = ir::parseDump(text);
    if (!document)
        FAIL(toString(document.error()) << "\n" << text);
    return *document;
}

template <class T>
HostArray arrayOf(ir::ScalarType type, std::vector<std::int64_t> shape, std::vector<T> values) {
    HostArray array{type, std::move(shape), std::vector<std::byte>(values.size() * sizeof(T))};
    std::memcpy(array.bytes.data(), values.data(), array.bytes.size());
    return array;
}

HostArray table(std::vector<std::int64_t> shape, std::vector<std::int32_t> values) {
    return arrayOf(ir::ScalarType::int32, std::move(shape), std::move(values));
}

/// Eight real numbers for each field, tables as given, symbols N = 4 and M = 8.
struct Run {
    explicit Run(const std::string& text, HostArrays tables = {})
        : document(parsed(text)), arrays(std::move(tables)) {
        scenario.symbols = {{"N", symbolic::Value::integer(4)}, {"M", symbolic::Value::integer(8)}};
        for (const auto& [name, data] : document->root->arrays) {
            if (data->transient || arrays.contains(name))
                continue;
            std::int64_t count = 1;
            std::vector<std::int64_t> shape;
            for (const auto& size : data->shape) {
                shape.push_back(*symbolic::evaluateInteger(size, scenario.symbols));
                count *= shape.back();
            }
            arrays[name] = arrayOf(data->dtype.scalar, shape,
                                   std::vector<double>(static_cast<std::size_t>(count), 0.5));
        }
    }

    /// "" when nothing is said.
    std::string check() const {
        const auto result = checkInputs(*document->root, scenario, arrays);
        if (!result)
            return result.error().code + ": " + result.error().sentence;
        return result->empty() ? "" : result->front().code + ": " + result->front().sentence;
    }
    std::string interpret() const {
        interp::Memory memory;
        for (const auto& [name, array] : arrays)
            memory[name] = {array.type, array.bytes};
        const auto done = interp::run(*document, scenario.symbols, memory);
        return done ? "" : done.error().sentence;
    }

    ir::DocumentPtr document;
    HostArrays arrays;
    Scenario scenario;
};

/// The check says this, and the interpreter agrees: it stops exactly where something was said.
void expect(const Run& run, const std::string& part) {
    const std::string said = run.check();
    INFO("said: " << said << "\ninterpreter: " << run.interpret());
    CHECK(said.empty() == part.empty());
    CHECK(said.find(part) != std::string::npos);
    CHECK(run.interpret().empty() == part.empty());
}

/// A map over 0:N around a nested SDFG `INNER` with the table, the field and the output.
std::string nested(const std::string& inner) {
    return R"(sdfg outer {
  symbols N:int32 M:int32
  array t int32 [N]
  array f float64 [M]
  array o float64 [N]
  state main {
    n0 = access t
    n1 = access f
    n2 = map m [i = 0:N] -> n4
    n3 = nested inner {M: M} = sdfg inner {
      symbols M:int32
      array idx int32 [1]
      array field float64 [M]
      array out float64 [1]
)" + inner +
           R"(
    }
    n4 = exit n2
    n5 = access o
    n0 -> n2.IN_t : t[0:N]
    n1 -> n2.IN_f : f[0:M]
    n2.OUT_t -> n3.idx : t[i]
    n2.OUT_f -> n3.field : f[0:M]
    n3.out -> n4.IN_o : o[i]
    n4.OUT_o -> n5 : o[0:N]
  }
}
)";
}

/// `out = field[c]` with the symbol c.
std::string readAtSymbol(const std::string& label) {
    return "state " + label + R"( {
        n0 = access field
        n1 = tasklet read `y = x`
        n2 = access out
        n0 -> n1.x : field[c]
        n1.y -> n2 : out[0]
      }
)";
}
std::string setToZero(const std::string& label) {
    return "state " + label + R"( {
        n0 = tasklet zero `y = 0.0`
        n1 = access out
        n0.y -> n1 : out[0]
      }
)";
}

} // namespace

TEST_CASE("a table of another name, of another type, or read at an offset is checked alike") {
    const auto text = [](const std::string& type, const std::string& code) {
        return R"(sdfg gather {
  symbols N:int32 M:int32
  array anything )" +
               type + R"( [N]
  array f float64 [M]
  array o float64 [N]
  state main {
    n0 = access anything
    n1 = access f
    n2 = map m [i = 0:N] -> n4
    n3 = tasklet t `)" +
               code + R"(`
    n4 = exit n2
    n5 = access o
    n0 -> n2.IN_t : anything[0:N]
    n1 -> n2.IN_f : f[0:M]
    n2.OUT_t -> n3.c : anything[i]
    n2.OUT_f -> n3.f : f[0:M]
    n3.o -> n4.IN_o : o[i]
    n4.OUT_o -> n5 : o[0:N]
  }
}
)";
    };
    const auto narrow = [](std::vector<std::int32_t> values) {
        return HostArrays{{"anything", table({4}, std::move(values))}};
    };
    expect(Run(text("int32", "o = f[c]"), narrow({0, 7, 3, 1})), "");
    expect(Run(text("int32", "o = f[c]"), narrow({0, 8, 3, 1})),
           "tasklet 't' reads 'f' at index 8 in dimension 0, whose indices are 0 to 7; anything[1] "
           "is 8");
    expect(Run(text("int32", "o = f[c + 1]"), narrow({0, 6, 3, 1})), "");
    expect(Run(text("int32", "o = f[c + 1]"), narrow({0, 7, 3, 1})), "anything[1] is 7");
    expect(Run(text("int32", "o = f[2 * c]"), narrow({0, 4, 3, 1})), "anything[1] is 4");
    expect(Run(text("int32", "o = f[c - 1]"), narrow({1, 2, 0, 1})), "anything[2] is 0");
    expect(Run(text("int32", "o = f[i - 1]"), narrow({1, 2, 0, 1})), "at index -1");
    expect(Run(text("int32", "o = f[c - i]"), narrow({0, 1, 2, 10})), "");
    expect(Run(text("int32", "o = f[c - i]"), narrow({0, 1, 1, 10})), "anything[2] is 1");
    const std::vector<std::int64_t> wide = {0, 1, INT64_C(1) << 32, 2};
    expect(
        Run(text("int64", "o = f[c]"), {{"anything", arrayOf(ir::ScalarType::int64, {4}, wide)}}),
        "anything[2] is 4294967296");
}

TEST_CASE("a table of a table is followed, and both indices are checked") {
    const std::string text = R"(sdfg compose {
  symbols N:int32 M:int32
  array s int32 [N]
  array t int32 [N]
  array f float64 [M]
  array o float64 [N]
  array mid int32 [N] transient
  state main {
    n0 = access s
    n1 = access t
    n2 = map first [i = 0:N] -> n4
    n3 = tasklet look `o = t[c]`
    n4 = exit n2
    n5 = access mid
    n6 = access f
    n7 = map second [j = 0:N] -> n9
    n8 = tasklet use `o = f[c]`
    n9 = exit n7
    n10 = access o
    n0 -> n2.IN_s : s[0:N]
    n1 -> n2.IN_t : t[0:N]
    n2.OUT_s -> n3.c : s[i]
    n2.OUT_t -> n3.t : t[0:N]
    n3.o -> n4.IN_mid : mid[i]
    n4.OUT_mid -> n5 : mid[0:N]
    n5 -> n7.IN_mid : mid[0:N]
    n6 -> n7.IN_f : f[0:M]
    n7.OUT_mid -> n8.c : mid[j]
    n7.OUT_f -> n8.f : f[0:M]
    n8.o -> n9.IN_o : o[j]
    n9.OUT_o -> n10 : o[0:N]
  }
}
)";
    const auto tables = [](std::vector<std::int32_t> s, std::vector<std::int32_t> t) {
        return HostArrays{{"s", table({4}, std::move(s))}, {"t", table({4}, std::move(t))}};
    };
    expect(Run(text, tables({3, 2, 1, 0}, {7, 0, 7, 0})), "");
    expect(Run(text, tables({3, 2, 4, 0}, {7, 0, 7, 0})),
           "tasklet 'look' reads 't' at index 4 in dimension 0, whose indices are 0 to 3; s[2] is");
    expect(
        Run(text, tables({3, 2, 1, 0}, {7, 9, 7, 0})),
        "tasklet 'use' reads 'f' at index 9 in dimension 0, whose indices are 0 to 7; t[1] is 9");
    expect(Run(text, tables({3, 2, 2, 0}, {7, 9, 7, 0})), ""); // t[1] is never read
}

TEST_CASE("a symbol that an interstate edge reads from a table is checked where it is used") {
    const std::string program =
        nested("state begin { }\n" + readAtSymbol("use") + "begin -> use with c = `idx[0]`\n");
    expect(Run(program, {{"t", table({4}, {0, 7, 1, 2})}}), "");
    expect(
        Run(program, {{"t", table({4}, {0, 7, -1, 2})}}),
        "a memlet of 'field' reads 'field' at index -1 in dimension 0, whose indices are 0 to 7; "
        "t[2] is -1, a missing neighbour, and no condition around the access excludes it");
}

TEST_CASE("a branch on the index is a guard; one on something else, or after a change, is none") {
    const auto branching = [](const std::string& condition,
                              const std::string& before = "c = `idx[0]`") {
        return nested("state begin { }\nbranch b { if `" + condition + "` yes { " +
                      readAtSymbol("use") + " } else no { " + setToZero("zero") +
                      " } }\nbegin -> b with " + before + "\n");
    };
    const HostArrays missing = {{"t", table({4}, {0, 7, -1, 2})}};
    expect(Run(branching("c >= 0"), missing), "");
    expect(Run(branching("not (c < 0)"), missing), "");
    expect(Run(branching("(c != -1) and (c < M)"), missing), "");
    expect(Run(branching("idx[0] >= 0"), missing), "");
    expect(Run(branching("c < M"), missing), "index-range");
    expect(Run(branching("d >= 0", "c = `idx[0]` with d = `idx[0] + 1`"), missing), "index-range");
    // The condition is about another value of c than the access.
    const std::string changed =
        nested("state begin { }\nbranch b { if `c >= 0` yes { state again { }\n" +
               readAtSymbol("use") + "again -> use with c = `c - 1` } else no { " +
               setToZero("zero") + " } }\nbegin -> b with c = `idx[0]`\n");
    CHECK_FALSE(Run(changed, missing).check().empty());
}

/// f[index] in a loop of k over 0:N, in which p is assigned `next`; before it is `first`.
std::string carrying(const std::string& first, const std::string& next, const std::string& index) {
    return R"(sdfg carrying {
  symbols N:int32 M:int32 p:int32
  array f float64 [M]
  array o float64 [N]
  state begin { }
  loop l `k = 0` `k < N` `k = k + 1` variable k {
    state use {
      n0 = access f
      n1 = tasklet t `o = x`
      n2 = access o
      n0 -> n1.x : f[)" +
           index + R"(]
      n1.o -> n2 : o[k]
    }
    state after { }
    use -> after with p = `)" +
           next + R"(`
  }
  begin -> l with p = `)" +
           first + R"(`
}
)";
}

TEST_CASE("a symbol that a loop carries on is followed to all that it can be") {
    for (const std::string next :
         {"(p + 3) % M", "(5 * p + 1) % M", "(p + 1) % (M - 1)", "(p + M) // 2",
          "Min(p + 1, M - 1)", "Max(p - 1, 0)", "p // 2", "(p + 3) % M if p < 4 else p - 4"})
        expect(Run(carrying("0", next, "p")), "");
    expect(Run(carrying("M - 1", "p // 2", "p")), "");
    expect(Run(carrying("M - 1", "(p + 3) % M", "M - 1 - p")), "");
    expect(Run(carrying("0", "(p + 4) % M", "p + 3")), "");
    expect(Run(carrying("0", "(p + 2) % M", "p + 1")), "");
    expect(Run(carrying("5", "(2 * p) % (M - 2)", "2 * p - 3")), "");
    expect(Run(carrying("0", "(p + 2) % M", "p + 2")), "index-range");
    expect(Run(carrying("0", "(p + 3) % M", "p + 2")), "index-range");
    expect(Run(carrying("0", "(p + 3) % (M + 2)", "p")), "index-range");
    expect(Run(carrying("0", "(p + M + 2) // 2", "p")), "index-range");
    expect(Run(carrying("M - 1", "p - 3", "p")), "unchecked-index");
    // Longer than anybody follows step by step.
    Run far(carrying("0", "(p + 3) % M", "p"));
    far.scenario.symbols["M"] = symbolic::Value::integer(100'000);
    far.arrays["f"] = arrayOf(ir::ScalarType::float64, {100'000}, std::vector<double>(100'000));
    CHECK(far.check().empty());
}

TEST_CASE("a loop's variable has the loop's values there, whatever it was given before") {
    const auto program = [](const std::string& first, const std::string& index) {
        return R"(sdfg before {
  symbols N:int32 M:int32 k:int32 s:int32
  array f float64 [M]
  state begin { }
  state next { }
  loop l `k = 0` `(k < M)` `k = (k + 1)` variable k {
    state promote { }
    state use {
      n0 = tasklet t `o = 1.0`
      n1 = access f
      n0.o -> n1 : f[)" +
               index + R"(]
    }
    promote -> use with s = `k`
  }
  begin -> next with k = `)" +
               first + R"(`
  next -> l
}
)";
    };
    for (const std::string first : {"-1", "M", "N"})
        for (const std::string index : {"k", "s", "M - 1 - s"})
            expect(Run(program(first, index)), "");
    expect(Run(program("0", "s + 1")), "index");
    expect(Run(program("-1", "k - 1")), "-1");
}

TEST_CASE("a parameter that begins at another one is never before it") {
    const auto program = [](const std::string& inner, const std::string& index,
                            const std::string& size) {
        return R"(sdfg tiled {
  symbols N:int32 M:int32 m:int32
  array f float64 [M]
  array b float64 [)" +
               size + R"(] transient
  array o float64 [M]
  state one { }
  state two { }
  state main {
    f = access f
    o = access o
    t = map tiles [t = 0:m:3] -> tx
    b = access b
    i = map inner [)" +
               inner + R"(] -> ix
    w = tasklet w `o = x`
    ix = exit i
    tx = exit t
    f -> t.IN_f : f[0:m]
    t.OUT_f -> b : f[t:Min(m, t + 3)] -> [0:Min(m, t + 3) - t]
    b -> i.IN_b : b[0:Min(m, t + 3) - t]
    i.OUT_b -> w.x : b[)" +
               index + R"(]
    w.o -> ix.IN_o : o[i]
    ix.OUT_o -> tx.IN_o : o[t:Min(m, t + 3)]
    tx.OUT_o -> o : o[0:m]
  }
  one -> two with m = `N + 1`
  two -> main with m = `N + 3`
}
)";
    };
    expect(Run(program("i = t:Min(m, t + 3)", "i - t", "3")), "");
    expect(Run(program("i = t:Min(m, t + 3)", "t + 2 - i", "3")), "");
    expect(Run(program("i = t:Min(m, t + 3)", "i - 3 * (t // 3)", "3")), "");
    expect(Run(program("i = t:Min(m, t + 3)", "i - 3 * (i // 3)", "3")), "");
    expect(Run(program("s = t:Min(m, t + 3):2, i = s:Min(m, s + 2, t + 3)", "i - t", "3")), "");
    expect(
        Run(program("s = t:Min(m, t + 3):2, i = s:Min(m, s + 2, t + 3)", "Max(i - s, s - t)", "3")),
        "");
    expect(Run(program("i = t:Min(m, t + 3)", "i - t + 1", "3")), "index");
    expect(Run(program("i = t:Min(m, t + 3)", "i - t - 1", "3")), "index");
}

TEST_CASE("a region without elements is nowhere outside") {
    const auto program = [](const std::string& range) {
        return R"(sdfg empty {
  symbols N:int32 M:int32
  array f float64 [M]
  array g float64 [M]
  state main {
    f = access f
    g = access g
    m = map rest [i = )" +
               range + R"(] -> x
    t = tasklet t `o = (x + 1.0)`
    x = exit m
    h = access g
    f -> g : f[)" +
               range + "] -> [" + range + R"(]
    g -> m.IN_g : g[)" +
               range + R"(]
    m.OUT_g -> t.x : g[i]
    t.o -> x.IN_g : g[i]
    x.OUT_g -> h : g[)" +
               range + R"(]
  }
}
)";
    };
    expect(Run(program("M:M")), "");
    expect(Run(program("M:N + 4")), "");
    expect(Run(program("M + 3:2 * N + 3")), "");
    expect(Run(program("M:M + 1")), "needs 9");
}

TEST_CASE("an edge's condition guards the block that it alone leads to") {
    const auto program = [](const std::string& condition) {
        return nested("state begin { }\nstate choose { }\n" + readAtSymbol("use") +
                      setToZero("zero") + "begin -> choose with c = `idx[0]`\nchoose -> use if `" +
                      condition + "`\nchoose -> zero if `not (" + condition + ")`\n");
    };
    const HostArrays missing = {{"t", table({4}, {0, 7, -1, 2})}};
    expect(Run(program("c >= 0"), missing), "");
    expect(Run(program("c < M"), missing), "index-range");
}

TEST_CASE("a branch that symbols decide is checked as if there were none") {
    const auto branching = [](const std::string& condition) {
        return R"(sdfg branching {
  symbols N:int32 M:int32
  array flags bool [1]
  array f float64 [M]
  array o float64 [N]
  branch b { if `)" +
               condition + R"(` yes { state read {
    n0 = access f
    n1 = map m [i = 0:N] -> n3
    n2 = tasklet t `o = x`
    n3 = exit n1
    n4 = access o
    n0 -> n1.IN_f : f[0:M]
    n1.OUT_f -> n2.x : f[i + 5]
    n2.o -> n3.IN_o : o[i]
    n3.OUT_o -> n4 : o[0:N]
  } } }
}
)";
    };
    const auto with = [&](const std::string& condition, char flag) {
        return Run(branching(condition),
                   {{"flags", arrayOf(ir::ScalarType::boolean, {1}, std::vector<char>{flag})}});
    };
    expect(with("N > 3", 0), "reads 'f' at index 8 in dimension 0, whose indices are 0 to 7; where "
                             "i = 3");
    expect(with("N > 4", 0), "");
    expect(with("flags[0]", 1), "reads 'f' at index 8");
    expect(with("flags[0]", 0), "");
}

TEST_CASE("a condition that another tasklet works out is followed to the index") {
    const auto program = [](const std::string& condition) {
        return R"(sdfg masked {
  symbols N:int32 M:int32
  array t int32 [N]
  array f float64 [M]
  array o float64 [N]
  scalar there bool transient
  scalar c int32 transient
  state main {
    n0 = access t
    n1 = access f
    n2 = map m [i = 0:N] -> n4
    n3 = tasklet ask `o = )" +
               condition + R"(`
    n6 = access there
    n7 = access c
    n8 = tasklet read `o = (f[k] if ok else 0.0)`
    n4 = exit n2
    n5 = access o
    n0 -> n2.IN_t : t[0:N]
    n1 -> n2.IN_f : f[0:M]
    n2.OUT_t -> n3.k : t[i]
    n2.OUT_t -> n7 : t[i] -> [0]
    n3.o -> n6 : there[0]
    n6 -> n8.ok : there[0]
    n7 -> n8.k : c[0]
    n2.OUT_f -> n8.f : f[0:M]
    n8.o -> n4.IN_o : o[i]
    n4.OUT_o -> n5 : o[0:N]
  }
}
)";
    };
    const HostArrays missing = {{"t", table({4}, {0, 7, -1, 2})}};
    expect(Run(program("(k != (-1))"), missing), "");
    expect(Run(program("(k >= (-1))"), missing), "index-range");
}

TEST_CASE("ranges that are read from a table bound what they lead to") {
    const std::string csr = R"(sdfg csr {
  symbols N:int32 M:int32
  array row int32 [N]
  array f float64 [M]
  array o float64 [N]
  state main {
    n0 = access row
    n1 = access f
    n2 = map m [i = 0:N - 1] -> n9
    n3 = map inner [j = a:b] -> n8
    n4 = tasklet t `o = x`
    n8 = exit n3
    n9 = exit n2
    n10 = access o
    n0 -> n2.IN_row : row[0:N]
    n1 -> n2.IN_f : f[0:M]
    n2.OUT_row -> n3.a : row[i]
    n2.OUT_row -> n3.b : row[i + 1]
    n2.OUT_f -> n3.IN_f : f[0:M]
    n3.OUT_f -> n4.x : f[j]
    n4.o -> n8.IN_o : o[i] wcr `lambda x, y: x + y`
    n8.OUT_o -> n9.IN_o : o[i] wcr `lambda x, y: x + y`
    n9.OUT_o -> n10 : o[0:N] wcr `lambda x, y: x + y`
  }
}
)";
    expect(Run(csr, {{"row", table({4}, {0, 3, 5, 8})}}), "");
    expect(Run(csr, {{"row", table({4}, {0, 3, 5, 9})}}), "reads 'f' at index 8");
    expect(Run(csr, {{"row", table({4}, {0, -1, 5, 8})}}), "reads 'f' at index -1");
}

TEST_CASE("an index to write at is checked like one to read at") {
    const std::string scatter = R"(sdfg scatter {
  symbols N:int32 M:int32
  array t int32 [N]
  array a float64 [N]
  array f float64 [M]
  state main {
    n0 = access t
    n1 = access a
    n2 = map m [i = 0:N] -> n4
    n3 = tasklet put `y[c] = x`
    n4 = exit n2
    n5 = access f
    n0 -> n2.IN_t : t[0:N]
    n1 -> n2.IN_a : a[0:N]
    n2.OUT_t -> n3.c : t[i]
    n2.OUT_a -> n3.x : a[i]
    n3.y -> n4.IN_f : f[0:M] dynamic
    n4.OUT_f -> n5 : f[0:M] dynamic
  }
}
)";
    expect(Run(scatter, {{"t", table({4}, {0, 7, 1, 2})}}), "");
    expect(Run(scatter, {{"t", table({4}, {0, 8, 1, 2})}}), "tasklet 'put' writes 'f' at index 8");
}

TEST_CASE("an index that the program computes from real numbers is left to the interpreter") {
    const std::string text = R"(sdfg computed {
  symbols N:int32 M:int32
  array a float64 [N]
  array f float64 [M]
  array o float64 [N]
  state main {
    n0 = access a
    n1 = access f
    n2 = map m [i = 0:N] -> n4
    n3 = tasklet t `o = CODE`
    n4 = exit n2
    n5 = access o
    n0 -> n2.IN_a : a[0:N]
    n1 -> n2.IN_f : f[0:M]
    n2.OUT_a -> n3.x : a[i]
    n2.OUT_f -> n3.f : f[0:M]
    n3.o -> n4.IN_o : o[i]
    n4.OUT_o -> n5 : o[0:N]
  }
}
)";
    const auto with = [&](const std::string& code) {
        std::string program = text;
        program.replace(program.find("CODE"), 4, code);
        return Run(program);
    };
    CHECK(with("f[int(x)]").check() ==
          "unchecked-index: tasklet 't' reads 'f' at an index that the program computes itself: "
          "only the interpreter can tell whether it stays inside");
    CHECK(with("f[min(max(int(x), 0), 7)]").check().empty());
}

// ---- against the interpreter

namespace {

/// Code over the integers c and d (entries of two tables), the parameter i and the field f.
class RandomCode {
public:
    explicit RandomCode(std::uint32_t seed) : random_(seed) {}

    std::string program() {
        std::string code;
        if (one(3) == 0)
            code += "e = " + integer(1) + "\\n";
        locals_ = !code.empty();
        if (one(4) == 0)
            code += "b = " + condition(1) + "\\n", conditions_ = true;
        return code + "o = " + real(2);
    }

private:
    int one(int of) { return static_cast<int>(random_() % static_cast<std::uint32_t>(of)); }

    std::string integer(int depth) {
        static const std::vector<std::string> kLeaves = {"c", "d", "i", "0", "1", "7", "(-1)"};
        if (depth <= 0 || one(3) == 0)
            return locals_ && one(3) == 0 ? "e" : kLeaves[static_cast<std::size_t>(one(7))];
        const std::string a = integer(depth - 1);
        const std::string b = integer(depth - 1);
        switch (one(8)) {
        case 0:
            return "(" + a + " + " + b + ")";
        case 1:
            return "(" + a + " - " + b + ")";
        case 2:
            return "(2 * " + a + ")";
        case 3:
            return "min(" + a + ", " + b + ")";
        case 4:
            return "max(" + a + ", " + b + ")";
        case 5:
            return "abs(" + a + ")";
        case 6:
            return "t[" + a + "]";
        default:
            return "(" + a + " if " + condition(depth - 1) + " else " + b + ")";
        }
    }

    std::string condition(int depth) {
        static const std::vector<std::string> kRelations = {"==", "!=", "<", "<=", ">", ">="};
        if (conditions_ && one(3) == 0)
            return "b";
        if (depth <= 0 || one(2) == 0)
            return "(" + integer(depth) + " " + kRelations[static_cast<std::size_t>(one(6))] + " " +
                   integer(0) + ")";
        switch (one(3)) {
        case 0:
            return "(" + condition(depth - 1) + " and " + condition(depth - 1) + ")";
        case 1:
            return "(" + condition(depth - 1) + " or " + condition(depth - 1) + ")";
        default:
            return "(not " + condition(depth - 1) + ")";
        }
    }

    std::string real(int depth) {
        const std::string read = "f[" + integer(depth - 1) + "]";
        if (depth <= 0 || one(4) == 0)
            return read;
        if (one(4) == 0)
            return "(" + read + " + " + real(depth - 1) + ")";
        return "(" + real(depth - 1) + " if " + condition(depth) + " else " +
               (one(2) == 0 ? std::string("0.0") : real(depth - 1)) + ")";
    }

    std::mt19937 random_;
    bool locals_ = false, conditions_ = false;
};

} // namespace

TEST_CASE("whatever the code around an access: it is refused exactly when it would go wrong") {
    const std::string frame = R"(sdfg random {
  symbols N:int32 M:int32
  array s int32 [N]
  array t int32 [M]
  array f float64 [M]
  array o float64 [N]
  state main {
    n0 = access s
    n1 = access t
    n2 = access f
    n3 = map m [i = 0:N] -> n5
    n4 = tasklet code `CODE`
    n5 = exit n3
    n6 = access o
    n0 -> n3.IN_s : s[0:N]
    n1 -> n3.IN_t : t[0:M]
    n2 -> n3.IN_f : f[0:M]
    n3.OUT_s -> n4.c : s[i]
    n3.OUT_t -> n4.d : t[i + 1]
    n3.OUT_t -> n4.t : t[0:M]
    n3.OUT_f -> n4.f : f[0:M]
    n4.o -> n5.IN_o : o[i]
    n5.OUT_o -> n6 : o[0:N]
  }
}
)";
    int refused = 0;
    for (std::uint32_t seed = 0; seed < 1500; ++seed) {
        std::string text = frame;
        const std::string code = RandomCode(seed).program();
        text.replace(text.find("CODE"), 4, code);
        std::mt19937 random(seed);
        const auto entries = [&](std::size_t count) {
            std::vector<std::int32_t> values(count);
            for (auto& value : values)
                value = static_cast<std::int32_t>(random() % 10) - 1;
            return values;
        };
        const Run run(text, {{"s", table({4}, entries(4))}, {"t", table({8}, entries(8))}});
        INFO(code);
        const std::string said = run.check();
        const std::string happened = run.interpret();
        CAPTURE(said, happened);
        CHECK(said.empty() == happened.empty());
        refused += said.empty() ? 0 : 1;
    }
    CHECK(refused > 300);
    CHECK(refused < 1200);
}

} // namespace index_check_test
