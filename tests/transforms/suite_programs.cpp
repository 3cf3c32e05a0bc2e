// The programs of the suite over all transformations, and the sizes that they run with.

#include "tests/transforms/suite_programs.h"

#include "core/inputs/scenario.h"
#include "core/io/sdfg_io.h"
#include "core/validate/validate.h"
#include "samples/samples.h"
#include "tests/support/catch.h"
#include "tests/transforms/equivalence.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/transformation_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

namespace mw::test {

namespace {

/// The next prime from `least` on that is not taken.
std::int64_t freshPrime(std::int64_t least, std::set<std::int64_t>& taken) {
    const auto isPrime = [](std::int64_t n) {
        for (std::int64_t d = 2; d * d <= n; ++d)
            if (n % d == 0)
                return false;
        return n > 1;
    };
    while (!isPrime(least) || taken.contains(least))
        ++least;
    taken.insert(least);
    return least;
}

/// Room of the fields: as many elements as the grid needs, or up to the next prime that no other
/// field has.
symbolic::Bindings withPrimes(const symbolic::Bindings& symbols) {
    symbolic::Bindings result;
    std::set<std::int64_t> taken;
    for (const auto& [name, value] : symbols)
        if (name.find("_range_1") != std::string::npos)
            result[name] = symbolic::Value::integer(freshPrime(value.i, taken));
    return result;
}

Expected<RunInputs> runOn(const ir::Sdfg& program, const inputs::Grid& grid) {
    MW_TRY(const auto usual, inputs::makeScenario(program, grid));
    MW_TRY(const auto scenario, inputs::makeScenario(program, grid, withPrimes(usual.symbols)));
    RunInputs inputs{scenario.symbols, {}};
    for (const auto& [name, input] : scenario.arrays) {
        MW_TRY(const auto array, inputs::makeArray(name, input, scenario.grid));
        inputs.arrays[name] = {array.type, array.shape,
                               std::make_shared<const std::vector<std::byte>>(array.bytes)};
    }
    return inputs;
}

bool isValid(const std::string& text) {
    const auto findings = validate::validate(ir::DocumentIndex(parsed(text)));
    return std::ranges::none_of(
        findings, [](const Diagnostic& finding) { return finding.severity == Severity::error; });
}

} // namespace

std::vector<Outputs> SuiteProgram::expected() const {
    std::vector<Outputs> all;
    for (const RunInputs& inputs : runs) {
        auto outputs = interpreted(*document, inputs);
        INFO(name);
        if (!outputs)
            FAIL(toString(outputs.error()));
        all.push_back(std::move(*outputs));
    }
    return all;
}

Params neededParams(const Transformation& t, const SuiteProgram& program) {
    if (program.runs.empty())
        return {};
    return neededParams(t, *program.document, program.runs.front().symbols);
}

std::vector<SuiteProgram> samplePrograms() {
    std::vector<SuiteProgram> programs;
    for (const char* name : samples::kNames) {
        const auto file =
            std::filesystem::path(MW_SOURCE_DIR) / "samples" / (name + std::string(".sdfg"));
        const auto document = io::readSdfgFile(file);
        REQUIRE(document.has_value());
        SuiteProgram program{name, *document, {}};
        for (const inputs::Grid& grid : {inputs::Grid{3, 5, 7}, inputs::Grid{4, 3, 1}}) {
            auto inputs = runOn(*program.document->root, grid);
            INFO(name << " on " << toString(grid));
            if (!inputs)
                FAIL(toString(inputs.error()));
            program.runs.push_back(std::move(*inputs));
        }
        const auto expected = program.expected();
        for (std::size_t run = 0; run < program.runs.size(); ++run)
            if (dependsOnOrder(*program.document, program.runs[run], expected[run]))
                program.orderOpen = true;
        programs.push_back(std::move(program));
    }
    return programs;
}

SuiteProgram textProgram(const std::string& name, const std::string& text) {
    constexpr std::uint64_t kOrders = 16;
    SuiteProgram program{name, parsed(text), {}};
    for (const auto& sizes : sizeSets(*program.document->root))
        if (auto inputs = inputsFor(*program.document->root, sizes))
            if (const auto outputs = interpreted(*program.document, *inputs)) {
                program.orderOpen = program.orderOpen ||
                                    dependsOnOrder(*program.document, *inputs, *outputs, kOrders);
                program.runs.push_back(std::move(*inputs));
            }
    return program;
}

namespace {

/// What the faulty graph computes depends on an order that nothing gives: of iterations that touch
/// one element, or of accesses inside one.
bool hasNoOrder(const RefusalCase& refusal) {
    return refusal.races || std::ranges::any_of(
                                std::initializer_list<const char*>{
                                    "iterations-overlap", "used-inside", "unordered-access"},
                                [&](const char* code) { return refusal.refusal.ends_with(code); });
}

} // namespace

std::vector<SmallText> smallTexts() {
    std::vector<SmallText> all;
    std::set<std::string> texts;
    for (const auto& refusal : refusalCases())
        for (const bool faulty : {false, true}) {
            const std::string text = faulty ? refusal.faulty() : refusal.sound;
            if (texts.insert(text).second && isValid(text))
                all.push_back(
                    {refusal.transformation + (faulty ? " with: " : " without: ") + refusal.refusal,
                     text, faulty, faulty && hasNoOrder(refusal)});
        }
    return all;
}

std::vector<SuiteProgram> smallPrograms() {
    std::vector<SuiteProgram> programs{mixedProgram()};
    for (const auto& small : smallTexts()) {
        programs.push_back(textProgram(small.name, small.text));
        programs.back().races = small.races;
    }
    return programs;
}

SuiteProgram mixedProgram() {
    return textProgram("mixed", R"(sdfg mixed {
  symbols N:int32 M:int32
  array a float64 [N, M]
  array b float64 [N, M]
  array c float64 [N]
  array d float64 [N, M]
  array e float64 [N, M]
  array f float64 [N, M]
  array t float64 [N, M] transient
  array u float64 [N, M] transient
  array r float64 [N] transient
  scalar s float64 transient
  array g float64 [N, M]
  array h float64 [N, M]
  array v float64 [N, M] transient
  array w float64 [N, M] transient
  array y float64 [N, M] transient
  scalar z float64 transient
  array col float64 [N, M]
  array low float64 [N, M]
  array lev float64 [N, M] transient
  array parts float64 [2 * N, M] transient
  array wide float64 [N, M] transient
  array later float64 [N, M] transient
  array own float64 [N]
  scalar five float64 transient
  scalar above bool transient
  scalar left float64 transient
  array kept float64 [N] transient
  array last float64 [N]
  array twice float64 [N, M] transient
  array total float64 [N]
  array thrice float64 [N, M] transient
  view shown float64 [N] transient
  state first {
    a = access a
    m1 = map scale [i = 0:N, k = 0:M] -> x1
    t1 = tasklet scale `o = (x * 2.0)`
    x1 = exit m1
    t = access t
    m2 = map shift [j = 0:N, l = 0:M] -> x2
    n2 = nested inner {i: j} = sdfg inner {
      symbols i:int64
      scalar x float64
      scalar o float64
      state in { x = access x; o = access o; t = tasklet t `z = (p + 1.0)`; x -> t.p : x[0]; t.z -> o : o[0] }
    }
    x2 = exit m2
    u = access u
    m3 = map square [i = 0:N, k = 0:M] -> x3
    t3 = tasklet first `o = (x + y)`
    s = access s
    t4 = tasklet second `o = (x * x)`
    x3 = exit m3
    b = access b
    a -> m1.IN_a : a[0:N, 0:M]
    m1.OUT_a -> t1.x : a[i, k]
    t1.o -> x1.IN_t : t[i, k]
    x1.OUT_t -> t : t[0:N, 0:M]
    t -> m2.IN_t : t[0:N, 0:M]
    m2.OUT_t -> n2.x : t[j, l]
    n2.o -> x2.IN_u : u[j, l]
    x2.OUT_u -> u : u[0:N, 0:M]
    u -> m3.IN_u : u[0:N, 0:M]
    t -> m3.IN_t : t[0:N, 0:M]
    m3.OUT_u -> t3.x : u[i, k]
    m3.OUT_t -> t3.y : t[i, k]
    t3.o -> s : s[0]
    s -> t4.x : s[0]
    t4.o -> x3.IN_b : b[i, k]
    x3.OUT_b -> b : b[0:N, 0:M]
  }
  state second {
    b = access b
    red = library Reduce dace.libraries.standard.nodes.reduce.Reduce with axes = `[1]` with identity = `0` with wcr = `"lambda a, b: a + b"`
    r = access r
    m4 = map add [i = 0:N] -> x4
    t5 = tasklet add `o = (x + 3.0)`
    x4 = exit m4
    c = access c
    b -> red : b[0:N, 0:M]
    red -> r : r[0:N]
    r -> m4.IN_r : r[0:N]
    kept = access kept
    c -> kept : c[0:N] -> [0:N]
    m4.OUT_r -> t5.x : r[i]
    t5.o -> x4.IN_c : c[i]
    x4.OUT_c -> c : c[0:N]
    m8 = map plus [i = 0:N, k = 0:M] -> x8
    t8 = tasklet plus `o = (x + 5.0)`
    x8 = exit m8
    e = access e
    m9 = map minus [i = 0:N, k = 0:M] -> x9
    t9 = tasklet minus `o = (x - 5.0)`
    x9 = exit m9
    f = access f
    b -> m8.IN_b : b[0:N, 0:M]
    m8.OUT_b -> t8.x : b[i, k]
    t8.o -> x8.IN_e : e[i, k]
    x8.OUT_e -> e : e[0:N, 0:M]
    b -> m9.IN_b : b[0:N, 0:M]
    m9.OUT_b -> t9.x : b[i, k]
    t9.o -> x9.IN_f : f[i, k]
    x9.OUT_f -> f : f[0:N, 0:M]
    m14 = map double [i = 0:N, k = 0:M] -> x14
    t14 = tasklet double `o = (x + x)`
    x14 = exit m14
    twice = access twice
    red2 = library Reduce dace.libraries.standard.nodes.reduce.Reduce with axes = `[1]` with identity = `0` with wcr = `"lambda a, b: a + b"`
    total = access total
    b -> m14.IN_b : b[0:N, 0:M]
    m14.OUT_b -> t14.x : b[i, k]
    t14.o -> x14.IN_twice : twice[i, k]
    x14.OUT_twice -> twice : twice[0:N, 0:M]
    twice -> red2 : twice[0:N, 0:M]
    red2 -> total : total[0:N]
    m15 = map triple [i = 0:N, k = 0:M] -> x15
    t15 = tasklet triple `o = (x + x + x)`
    x15 = exit m15
    thrice = access thrice
    m16 = map rows [j = 0:N] -> x16
    m17 = map along [l = 0:M] schedule Sequential -> x17
    t17 = tasklet along `o = x`
    x17 = exit m17
    x16 = exit m16
    more = access total
    b -> m15.IN_b : b[0:N, 0:M]
    m15.OUT_b -> t15.x : b[i, k]
    t15.o -> x15.IN_thrice : thrice[i, k]
    x15.OUT_thrice -> thrice : thrice[0:N, 0:M]
    total -> m16
    thrice -> m16.IN_thrice : thrice[0:N, 0:M]
    m16.OUT_thrice -> m17.IN_thrice : thrice[j, 0:M]
    m17.OUT_thrice -> t17.x : thrice[j, l]
    t17.o -> x17.IN_total : total[j] wcr `lambda a, b: a + b`
    x17.OUT_total -> x16.IN_total : total[j] wcr `lambda a, b: a + b`
    x16.OUT_total -> more : total[0:N] wcr `lambda a, b: a + b`
  }
  loop steps `n = 0` `n < 3` `n = n + 1` variable n {
    state body {
      b = access b
      m5 = map outer [i = 0:N] schedule Sequential -> x5
      m6 = map half [k = 0:M] -> x6
      t6 = tasklet half `o = (x * 0.5)`
      x6 = exit m6
      q = access d
      x5 = exit m5
      b -> m5.IN_b : b[0:N, 0:M]
      m5.OUT_b -> m6.IN_b : b[i, 0:M]
      m6.OUT_b -> t6.x : b[i, k]
      t6.o -> x6.IN_d : d[i, k]
      x6.OUT_d -> x5.IN_d : d[i, 0:M]
      x5.OUT_d -> q : d[0:N, 0:M]
    }
  }
  branch either { if `N > 4` yes {
    state copy {
      d = access d
      u = access u
      d -> u : d[0:N, 0:M] -> [0:N, 0:M]
      m7 = map back [i = 0:N, k = 0:M] -> x7
      t7 = tasklet back `o = (x - 1.0)`
      x7 = exit m7
      b = access b
      u -> m7.IN_u : u[0:N, 0:M]
      m7.OUT_u -> t7.x : u[i, k]
      t7.o -> x7.IN_b : b[i, k]
      x7.OUT_b -> b : b[0:N, 0:M]
    }
  } }
  state copies {
    a = access a
    h = tasklet hand `o = x`
    z = access z
    m10 = map from_corner [i = 0:N, k = 0:M] -> x10
    t10 = tasklet from_corner `o = (x - y)`
    x10 = exit m10
    w = access w
    v = access v
    g = access g
    a -> h.x : a[0, 0]
    h.o -> z : z[0]
    a -> m10.IN_a : a[0:N, 0:M]
    z -> m10.IN_z : z[0]
    m10.OUT_a -> t10.x : a[i, k]
    m10.OUT_z -> t10.y : z[0]
    t10.o -> x10.IN_w : w[i, k]
    x10.OUT_w -> w : w[0:N, 0:M]
    w -> v : w[0:N, 0:M] -> [0:N, 0:M]
    v -> g : v[0:N, 0:M] -> [0:N, 0:M]
  }
  state dead {
    a = access a
    m11 = map never [i = 3:3, k = 0:M] -> x11
    t11 = tasklet never `o = (x + 1.0)`
    x11 = exit m11
    e = access e
    f = access f
    m12 = map unread [i = 0:N, k = 0:M] -> x12
    t12 = tasklet unread `o = (x + 1.0)`
    x12 = exit m12
    y = access y
    a -> m11.IN_a : a[3:3, 0:M]
    m11.OUT_a -> t11.x : a[i, k]
    t11.o -> x11.IN_e : e[i, k]
    x11.OUT_e -> e : e[3:3, 0:M]
    e -> f : e[2:2, 0:M] -> [2:2, 0:M]
    a -> m12.IN_a : a[0:N, 0:M]
    m12.OUT_a -> t12.x : a[i, k]
    t12.o -> x12.IN_y : y[i, k]
    x12.OUT_y -> y : y[0:N, 0:M]
    m13 = map hand_over [i = 0:N, k = 0:M] -> x13
    t13 = tasklet hand_over `o = x`
    x13 = exit m13
    h = access h
    same = access h
    a -> m13.IN_a : a[0:N, 0:M]
    m13.OUT_a -> t13.x : a[i, k]
    t13.o -> x13.IN_h : h[i, k]
    x13.OUT_h -> h : h[0:N, 0:M]
    h -> same : h[0:N, 0:M] -> [0:N, 0:M]
  }
  state sweep {
    a = access a
    m11 = map levels [i = 0:N, k = 0:M] -> x11
    t11 = tasklet levels `o = (x * 1.5)`
    x11 = exit m11
    lev = access lev
    m12 = map columns [i = 0:N] -> x12
    n12 = nested scan {M: M, i: i} = sdfg scan {
      symbols M:int64 i:int64 k:int64
      array p float64 [i + 1, M] strides [M, 1]
      array q float64 [M]
      scalar sum float64 transient
      state begin { t = tasklet zero `o = 0.0`; sum = access sum; t.o -> sum : sum[0] }
      loop up `k = 0` `k < M` `k = k + 1` variable k {
        state step {
          p = access p
          old = access sum
          t = tasklet add `o = ((old * 0.5) + x)`
          sum = access sum
          q = access q
          p -> t.x : p[i, k]
          old -> t.old : sum[0]
          t.o -> sum : sum[0]
          sum -> q : sum[0] -> [k]
        }
      }
      begin -> up
    }
    x12 = exit m12
    col = access col
    a -> m11.IN_a : a[0:N, 0:M]
    m11.OUT_a -> t11.x : a[i, k]
    t11.o -> x11.IN_lev : lev[i, k]
    x11.OUT_lev -> lev : lev[0:N, 0:M]
    lev -> m12.IN_lev : lev[0:N, 0:M]
    m12.OUT_lev -> n12.p : lev[0:i + 1, 0:M]
    n12.q -> x12.IN_col : col[i, 0:M]
    x12.OUT_col -> col : col[0:N, 0:M]
    m13 = map columns_down [j = 0:N] -> x13
    n13 = nested scan_down {M: M, i: j} = sdfg scan_down {
      symbols M:int64 i:int64 k:int64
      array p float64 [i + 1, M] strides [M, 1]
      array q float64 [M]
      scalar sum float64 transient
      state begin { t = tasklet one `o = 1.0`; sum = access sum; t.o -> sum : sum[0] }
      loop down `k = M - 1` `k >= 0` `k = k - 1` variable k {
        state step {
          p = access p
          old = access sum
          t = tasklet less `o = ((old * 0.25) - x)`
          sum = access sum
          q = access q
          p -> t.x : p[i, k]
          old -> t.old : sum[0]
          t.o -> sum : sum[0]
          sum -> q : sum[0] -> [k]
        }
      }
      begin -> down
    }
    x13 = exit m13
    low = access low
    col -> m13.IN_col : col[0:N, 0:M]
    m13.OUT_col -> n13.p : col[0:j + 1, 0:M]
    n13.q -> x13.IN_low : low[j, 0:M]
    x13.OUT_low -> low : low[0:N, 0:M]
  }
  state apart {
    a = access a
    b = access b
    parts = access parts
    m13 = map behind [i = 0:N, k = 0:M] -> x13
    t13 = tasklet behind `o = (x * 3.0)`
    x13 = exit m13
    e = access e
    a -> parts : a[0:N, 0:M] -> [0:N, 0:M]
    b -> parts : b[0:N, 0:M] -> [N:2 * N, 0:M]
    parts -> m13.IN_p : parts[N:2 * N, 0:M]
    m13.OUT_p -> t13.x : parts[N + i, k]
    t13.o -> x13.IN_e : e[i, k]
    x13.OUT_e -> e : e[0:N, 0:M]
    d = access d
    parts -> d : parts[0:N, 0:M] -> [0:N, 0:M]
    m14 = map wide [i = 0:N, k = 0:M] -> x14
    t14 = tasklet wide `o = (x - 2.0)`
    x14 = exit m14
    wide = access wide
    m15 = map upper [i = 0:N, k = 1:M] -> x15
    t15 = tasklet upper `o = (x * 1.5)`
    x15 = exit m15
    f = access f
    a -> m14.IN_a : a[0:N, 0:M]
    m14.OUT_a -> t14.x : a[i, k]
    t14.o -> x14.IN_w : wide[i, k]
    x14.OUT_w -> wide : wide[0:N, 0:M]
    wide -> m15.IN_w : wide[0:N, 1:M]
    m15.OUT_w -> t15.x : wide[i, k]
    t15.o -> x15.IN_f : f[i, k]
    x15.OUT_f -> f : f[0:N, 1:M]
    m16 = map after [i = 0:N, k = 0:M] -> x16
    t16 = tasklet after `o = (x + 4.0)`
    x16 = exit m16
    later = access later
    g = access g
    f -> m16.IN_f : f[0:N, 0:M]
    m16.OUT_f -> t16.x : f[i, k]
    t16.o -> x16.IN_l : later[i, k]
    x16.OUT_l -> later : later[0:N, 0:M]
    later -> g : later[0:N, 0:M] -> [0:N, 0:M]
  }
  state in_place {
    t17 = tasklet five `o = 5.0`
    five = access five
    c = access c
    m17 = map update [i = 0:N] -> x17
    t18 = tasklet before `o = (x + y)`
    t19 = tasklet update `o = (x * 2.0)`
    x17 = exit m17
    own = access own
    now = access c
    t17.o -> five : five[0]
    five -> m17.IN_five : five[0]
    c -> m17.IN_c : c[0:N]
    m17.OUT_c -> t18.x : c[i]
    m17.OUT_five -> t18.y : five[0]
    m17.OUT_c -> t19.x : c[i]
    t18 -> t19
    t18.o -> x17.IN_own : own[i]
    t19.o -> x17.IN_c : c[i]
    x17.OUT_own -> own : own[0:N]
    x17.OUT_c -> now : c[0:N]
  }
  state where {
    a = access a
    m18 = map where [i = 0:N, k = 0:M] -> x18
    t18 = tasklet above `o = (x > 0.0)`
    above = access above
    t19 = tasklet left `o = (x * 2.0)`
    left = access left
    n18 = nested if_left = sdfg if_left {
      scalar c bool
      scalar l float64
      scalar o float64
      branch b {
        if `c` yes { state take { l = access l; o = access o; l -> o : l[0] -> [0] } }
        else no { state put { t = tasklet put `z = 0.25`; o = access o; t.z -> o : o[0] } }
      }
    }
    n19 = nested if_right = sdfg if_right {
      scalar c bool
      scalar r float64
      scalar o float64
      branch b {
        if `c` yes { state take { r = access r; o = access o; t = tasklet take `z = (y - 3.0)`; r -> t.y : r[0]; t.z -> o : o[0] } }
        else no { state put { t = tasklet put `z = 0.75`; o = access o; t.z -> o : o[0] } }
      }
    }
    x18 = exit m18
    col = access col
    low = access low
    a -> m18.IN_a : a[0:N, 0:M]
    m18.OUT_a -> t18.x : a[i, k]
    m18.OUT_a -> t19.x : a[i, k]
    t18.o -> above : above[0]
    t19.o -> left : left[0]
    above -> n18.c : above[0]
    left -> n18.l : left[0]
    above -> n19.c : above[0]
    m18.OUT_a -> n19.r : a[i, k]
    n18.o -> x18.IN_col : col[i, k]
    n19.o -> x18.IN_low : low[i, k]
    x18.OUT_col -> col : col[0:N, 0:M]
    x18.OUT_low -> low : low[0:N, 0:M]
  }
  first -> second
  second -> steps
  steps -> either
  either -> copies
  copies -> dead
  dead -> sweep
  state finish {
    kept = access kept
    last = access last
    m17 = map end [i = 0:N] -> x17
    t17 = tasklet end `o = (x * 2.0)`
    x17 = exit m17
    c = access c
    kept -> last : kept[0:N] -> [0:N]
    shown = access shown
    kept -> shown.views : kept[0:N]
    shown -> m17.IN_k : shown[0:N]
    m17.OUT_k -> t17.x : shown[i]
    t17.o -> x17.IN_c : c[i]
    x17.OUT_c -> c : c[0:N]
  }
  sweep -> apart
  apart -> in_place
  in_place -> where
  where -> finish
}
)");
}

} // namespace mw::test
