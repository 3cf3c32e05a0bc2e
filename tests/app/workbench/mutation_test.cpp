// Whether comparisons on made inputs tell a program from one with a single change: a sign, a
// comparison, a constant, an operand, an index, a branch.
#include "app/workbench/check_rewrite.h"
#include "app/workbench/interpret.h"
#include "core/bench/verify.h"
#include "core/inputs/scenario.h"
#include "core/ir/dump.h"
#include "tests/support/catch.h"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <cstdlib>
#include <iostream>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace mutation_test {

using namespace mw;
using workbench::RewriteCheck;
using workbench::RewriteChecker;

namespace {

/// Branches by flags, numbers and elements, roots and divisions, integers, bounds.
const std::array<std::string, 7> kPrograms = {R"(sdfg points {
  args a b n y z
  symbols N:int32
  array a float64 [N]
  array b float64 [N]
  array n int32 [N]
  array y float64 [N]
  array z int32 [N]
  state only {
    a = access a
    b = access b
    n = access n
    y = access y
    z = access z
    m = map points [i = 0:N] -> x
    f = tasklet f `o = ((p - q) * 2.0) if (p > 0.25) else (p + (q * 0.5))`
    g = tasklet g `o = (math.sqrt(r) / 3.0) if (r >= 0.75) else (0.125 - r)`
    h = tasklet h `o = (k if (k >= 0) else 99) + (7 if (k == 3) else k)`
    x = exit m
    a -> m.IN_a : a[0:N]
    b -> m.IN_b : b[0:N]
    n -> m.IN_n : n[0:N]
    m.OUT_a -> f.p : a[i]
    m.OUT_b -> f.q : b[i]
    f.o -> g.r
    m.OUT_n -> h.k : n[i]
    g.o -> x.IN_y : y[i]
    h.o -> x.IN_z : z[i]
    x.OUT_y -> y : y[0:N]
    x.OUT_z -> z : z[0:N]
  }
}
)",
                                              R"(sdfg ways {
  args a flag level y
  symbols N:int32 M:int32 flag:int32 level:int32
  array a float64 [N, M]
  array y float64 [N, M]
  branch b { if `(flag == 0)` one {
    state first {
      a = access a
      y = access y
      m = map first [i = 0:N, j = 1:M] -> x
      t = tasklet t `o = ((p * 0.5) - q)`
      x = exit m
      a -> m.IN_a : a[0:N, 0:M]
      m.OUT_a -> t.p : a[i, j]
      m.OUT_a -> t.q : a[i, j - 1]
      t.o -> x.IN_y : y[i, j]
      x.OUT_y -> y : y[0:N, 1:M]
    }
  } if `(level > 4)` two {
    state second {
      a = access a
      y = access y
      m = map second [i = 0:N, j = 0:M] -> x
      t = tasklet t `o = max(p, -0.5) * 3.0`
      x = exit m
      a -> m.IN_a : a[0:N, 0:M]
      m.OUT_a -> t.p : a[i, j]
      t.o -> x.IN_y : y[i, j]
      x.OUT_y -> y : y[0:N, 0:M]
    }
  } else three {
    state third {
      a = access a
      y = access y
      m = map third [i = 0:N - 1, j = 0:M] -> x
      t = tasklet t `o = (p / q) if (q < 0.0) else (p + 1.0)`
      x = exit m
      a -> m.IN_a : a[0:N, 0:M]
      m.OUT_a -> t.p : a[i, j]
      m.OUT_a -> t.q : a[i + 1, j]
      t.o -> x.IN_y : y[i, j]
      x.OUT_y -> y : y[0:N - 1, 0:M]
    }
  } }
}
)",
                                              R"(sdfg sums {
  args a w y
  symbols N:int32 M:int32
  array a float64 [N, M]
  array w float64 [M]
  array y float64 [N]
  scalar s float64 transient
  loop l `k = 0` `k < M` `k = k + 1` {
    state step {
      a = access a
      w = access w
      y = access y
      old = access y
      m = map rows [i = 0:N] -> x
      t = tasklet t `o = (was * 0.25) + (v * abs(u))`
      x = exit m
      a -> m.IN_a : a[0:N, k]
      w -> m.IN_w : w[k]
      old -> m.IN_y : y[0:N]
      m.OUT_y -> t.was : y[i]
      m.OUT_a -> t.v : a[i, k]
      m.OUT_w -> t.u : w[k]
      t.o -> x.IN_y : y[i]
      x.OUT_y -> y : y[0:N]
    }
  }
}
)",
                                              R"(sdfg diffusion {
  args a c y
  symbols N:int32 M:int32
  array a float64 [N, M]
  array c float64 [N]
  array y float64 [N, M]
  array t float64 [N, M] transient
  state only {
    a = access a
    c = access c
    t = access t
    y = access y
    m = map laplacian [i = 1:N - 1, j = 0:M] -> x
    f = tasklet f `o = (((p * -2.0) + q) + r) * 0.5`
    x = exit m
    k = map step [i = 2:N - 2, j = 0:M] -> z
    g = tasklet g `o = (u - (d * (v - w))) if (d > 0.25) else (u + 1.0)`
    z = exit k
    a -> m.IN_a : a[0:N, 0:M]
    m.OUT_a -> f.p : a[i, j]
    m.OUT_a -> f.q : a[i - 1, j]
    m.OUT_a -> f.r : a[i + 1, j]
    f.o -> x.IN_t : t[i, j]
    x.OUT_t -> t : t[1:N - 1, 0:M]
    a -> k.IN_a : a[0:N, 0:M]
    c -> k.IN_c : c[0:N]
    t -> k.IN_t : t[0:N, 0:M]
    k.OUT_a -> g.u : a[i, j]
    k.OUT_c -> g.d : c[i]
    k.OUT_t -> g.v : t[i + 1, j]
    k.OUT_t -> g.w : t[i - 1, j]
    g.o -> z.IN_y : y[i, j]
    z.OUT_y -> y : y[2:N - 2, 0:M]
  }
}
)",
                                              R"(sdfg integers {
  args n w y
  symbols N:int32 limit:int32
  array n int32 [N]
  array w int64 [N]
  array y int64 [N]
  branch b { if `(limit >= 7)` one {
    state first {
      n = access n
      w = access w
      y = access y
      m = map first [i = 0:N] -> x
      t = tasklet t `o = ((p // 3) * 2) - (q % 7)`
      x = exit m
      n -> m.IN_n : n[0:N]
      w -> m.IN_w : w[0:N]
      m.OUT_n -> t.p : n[i]
      m.OUT_w -> t.q : w[i]
      t.o -> x.IN_y : y[i]
      x.OUT_y -> y : y[0:N]
    }
  } else two {
    state second {
      n = access n
      w = access w
      y = access y
      m = map second [i = 1:N] -> x
      t = tasklet t `o = (p if (p < 4) else (q + 1)) if ((q == 3) or (p > 2)) else (p * q)`
      x = exit m
      n -> m.IN_n : n[0:N]
      w -> m.IN_w : w[0:N]
      m.OUT_n -> t.p : n[i]
      m.OUT_w -> t.q : w[i - 1]
      t.o -> x.IN_y : y[i]
      x.OUT_y -> y : y[1:N]
    }
  } }
}
)",
                                              R"(sdfg levels {
  args a h y
  symbols N:int32 M:int32 first:int32
  array a float64 [N, M]
  array h float64 [M]
  array y float64 [N, M]
  scalar depth float64
  loop l `k = 1` `k < M` `k = k + 1` {
    branch b { if `(k < first)` one {
      state flat {
        a = access a
        y = access y
        m = map flat [i = 0:N] -> x
        t = tasklet t `o = (p - q) * 0.5`
        x = exit m
        a -> m.IN_a : a[0:N, 0:M]
        m.OUT_a -> t.p : a[i, k]
        m.OUT_a -> t.q : a[i, k - 1]
        t.o -> x.IN_y : y[i, k]
        x.OUT_y -> y : y[0:N, k]
      }
    } else two {
      state steep {
        a = access a
        h = access h
        d = access depth
        y = access y
        m = map steep [i = 0:N] -> x
        t = tasklet t `o = (math.exp(min(p, 2.0)) / (1.0 + (r * r))) if (d < 0.75) else ((p * r) - 3.0)`
        x = exit m
        a -> m.IN_a : a[0:N, 0:M]
        h -> m.IN_h : h[0:M]
        d -> m.IN_d : depth[0]
        m.OUT_a -> t.p : a[i, k]
        m.OUT_h -> t.r : h[k]
        m.OUT_d -> t.d : depth[0]
        t.o -> x.IN_y : y[i, k]
        x.OUT_y -> y : y[0:N, k]
      }
    } }
  }
}
)",
                                              R"(sdfg gather {
  args a e y
  symbols N:int32 M:int32
  array a float64 [N]
  array e float64 [N, M]
  array y float64 [N]
  array s float64 [N] transient
  state only {
    a = access a
    e = access e
    s = access s
    y = access y
    m = map sums [i = 0:N, j = 0:M] -> x
    f = tasklet f `o = (p * q) + 0.125`
    x = exit m
    k = map rows [i = 0:N] -> z
    g = tasklet g `o = (math.log(r * r + 1.0) - 2.0) if (not (r <= 0.5)) else abs(r)`
    z = exit k
    a -> m.IN_a : a[0:N]
    e -> m.IN_e : e[0:N, 0:M]
    m.OUT_a -> f.p : a[i]
    m.OUT_e -> f.q : e[i, j]
    f.o -> x.IN_s : s[i]
    x.OUT_s -> s : s[0:N]
    s -> k.IN_s : s[0:N]
    k.OUT_s -> g.r : s[i]
    g.o -> z.IN_y : y[i]
    z.OUT_y -> y : y[0:N]
  }
}
)"};

struct Change {
    std::string what, text;
};

bool isName(const std::string& token) {
    static const std::set<std::string> kOthers = {"if", "else", "or",  "and", "not", "math", "True",
                                                  "o",  "sqrt", "abs", "max", "min", "exp",  "log"};
    return (std::isalpha(static_cast<unsigned char>(token[0])) != 0) && !kOthers.contains(token);
}

/// Numbers of the code a little more and less, and names in the place of each other.
void changeTokens(const std::string& text, std::size_t begin, std::vector<Change>& changes) {
    static const std::regex kToken(R"([A-Za-z]+|\d+\.\d+|\d+)");
    for (auto open = text.find('`', begin); open != std::string::npos;) {
        const auto begins = open, close = text.find('`', open + 1);
        const auto code = text.substr(open + 1, close - open - 1);
        open = text.find('`', close + 1);
        if (!code.starts_with("o = ") && !code.starts_with('(')) // a loop, which may never end
            continue;
        const std::vector<std::smatch> tokens(
            std::sregex_iterator(code.begin(), code.end(), kToken), std::sregex_iterator());
        std::set<std::string> names;
        for (const auto& token : tokens)
            if (isName(token.str()))
                names.insert(token.str());
        for (const auto& token : tokens) {
            const auto one = token.str();
            std::vector<std::string> others;
            if (isName(one)) {
                others = {"1", "(" + one + " + 1)"};
                for (const auto& name : names)
                    others.push_back(name == one ? "(-" + one + ")" : name);
            } else if (one.find('.') != std::string::npos)
                others = {fmt::format("{}", std::stod(one) + 0.125),
                          fmt::format("{}", std::stod(one) * 2), "(-" + one + ")"};
            else if (std::isdigit(static_cast<unsigned char>(one[0])) != 0)
                others = {std::to_string(std::stoi(one) + 1), std::to_string(std::stoi(one) - 1)};
            for (const auto& by : others) {
                auto changed = code;
                changed.replace(static_cast<std::size_t>(token.position()), one.size(), by);
                changes.push_back({fmt::format("`{}`", changed),
                                   text.substr(0, begins + 1) + changed + text.substr(close)});
            }
        }
    }
}

/// Every place once for every exchange, in code and memlets, not in declarations.
std::vector<Change> changesOf(const std::string& text) {
    const std::vector<std::array<std::string, 2>> exchanges = {
        {R"( \+ )", " - "},
        {R"( - )", " + "},
        {R"( \* )", " / "},
        {R"( / )", " * "},
        {R"( > )", " >= "},
        {R"( > )", " < "},
        {R"( >= )", " > "},
        {R"( >= )", " <= "},
        {R"( < )", " <= "},
        {R"( < )", " > "},
        {R"( == )", " != "},
        {R"( == )", " >= "},
        {R"(\b0\.5\b)", "0.625"},
        {R"(\b2\.0\b)", "2.5"},
        {R"(\b3\.0\b)", "3.25"},
        {R"(0\.25\b)", "0.5"},
        {R"(0\.75\b)", "0.5"},
        {R"(0\.125\b)", "0.25"},
        {R"(\b1\.0\b)", "0.0"},
        {R"(\b99\b)", "98"},
        {R"(\b7\b)", "8"},
        {R"(\b3\))", "2)"},
        {R"(\b4\))", "3)"},
        {R"(\b4\))", "5)"},
        {R"(== 0\))", "== 1)"},
        {R"(sqrt)", "cos"},
        {R"(abs)", "-"},
        {R"(max)", "min"},
        {R"(-0\.5)", "-0.25"},
        {R"(\[i, j\])", "[i, 0]"},
        {R"(\[i, j\])", "[0, j]"},
        {R"(\[i\])", "[0]"},
        {R"(= 0:N)", "= 1:N"},
        {R"(0:N\])", "0:N - 1]"},
        {R"(= 1:M)", "= 2:M"},
        {R"(j - 1\])", "j]"},
        {R"(i \+ 1, j)", "i, j"},
        {R"(k = 0`)", "k = 1`"},
        {R"( if \([^()]*\) else)", " if True else"},
        {R"( if \([^()]*\) else)", " if False else"},
        {R"(\(p - q\))", "(q - p)"},
        {R"(\(p / q\))", "(q / p)"},
        {R"(0\.125 - r)", "r - 0.125"},
        {R"(`\((flag|level)[^`]*`)", "`(True)`"},
        {R"(`\((flag|level)[^`]*`)", "`(False)`"}};
    std::vector<Change> changes;
    const auto begin = static_cast<std::ptrdiff_t>(text.find("\n  state only") != std::string::npos
                                                       ? text.find("\n  state only")
                                                       : text.find("`"));
    for (const auto& [pattern, by] : exchanges) {
        const std::regex regex(pattern);
        for (auto at = std::sregex_iterator(text.begin() + begin, text.end(), regex);
             at != std::sregex_iterator(); ++at) {
            const auto position = static_cast<std::size_t>(begin + at->position());
            const auto length = static_cast<std::size_t>(at->length());
            const auto lineBegin = text.rfind('\n', position) + 1;
            auto changed = text;
            changed.replace(position, length, by);
            const auto line = changed.substr(lineBegin, changed.find('\n', position) - lineBegin);
            changes.push_back({fmt::format("'{}' at {}: {}", by, position, line), changed});
        }
    }
    changeTokens(text, static_cast<std::size_t>(begin), changes);
    return changes;
}

/// Wide values of both signs that the comparison does not make: what differs on none of them is
/// taken as the same program.
bool differsOnOthers(const ir::Document& one, const ir::Document& other) {
    constexpr int kRuns = 24;
    constexpr std::array<std::int64_t, 6> kIntegers = {0, 1, 4, 5, 7, -3};
    constexpr double kSeconds = 5;
    for (int run = 0; run < kRuns; ++run) {
        symbolic::Bindings symbols;
        for (const auto& [name, type] : one.root->symbols)
            symbols[name] = symbolic::Value::integer(
                name == "N" ? 6 + run % 3
                : name == "M"
                    ? 4 + run % 5
                    : kIntegers.at(static_cast<std::size_t>(name == "flag" ? run % 2 : run % 6)));
        auto scenario = inputs::makeScenario(*one.root, {3, 5, 7}, symbols);
        REQUIRE(scenario.has_value());
        for (auto& [name, input] : scenario->arrays) {
            const bool whole = input.type == ir::ScalarType::int32;
            inputs::HashedFill fill{-9, 9, whole, false, {}, static_cast<std::uint64_t>(run + 40)};
            fill.also = whole ? std::vector<double>{0, 3} : std::vector<double>{0, .25, .75, -.5};
            input.fill = fill;
        }
        const auto a = workbench::interpret(one, *scenario, kSeconds);
        const auto b = workbench::interpret(other, *scenario, kSeconds);
        if (a.has_value() != b.has_value())
            return true;
        if (a && !bench::verify(b->outputs, a->outputs, scenario->tolerance, a->inputs).same())
            return true;
    }
    return false;
}

} // namespace

TEST_CASE("single changes that change results are found on made inputs") {
    const bool isLong = std::getenv("MAPWRIGHT_LONG") != nullptr;
    const std::size_t stride = isLong ? 1 : 7;
    std::size_t changing = 0, found = 0;
    for (const auto& text : kPrograms) {
        const auto before = ir::parseDump(text);
        INFO(text);
        if (!before)
            FAIL(toString(before.error()));
        RewriteChecker checker(*before);
        REQUIRE(checker.check(**before).result == RewriteCheck::Result::same);
        CHECK(checker.check(**before).neverRan == std::vector<std::string>{});
        const auto changes = changesOf(text);
        for (std::size_t i = 0; i < changes.size(); i += stride) {
            const auto after = ir::parseDump(changes[i].text);
            if (!after || !differsOnOthers(**before, **after))
                continue;
            ++changing;
            if (checker.check(**after).result == RewriteCheck::Result::differs)
                ++found;
            else
                std::cerr << "not found: " << changes[i].what << "\n";
        }
    }
    std::cerr << fmt::format("{} of {} changes found\n", found, changing);
    CHECK(changing >= (isLong ? 500U : 60U));
    CHECK(found * 100 >= changing * 98);
}

} // namespace mutation_test
