// A map and an expanded reduction become one nest of maps; and a graph for every refusal.

#include "core/ir/dump.h"
#include "tests/support/catch.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/transformation_case.h"

namespace mw::test::wcr_fusion_test {

namespace {

const std::string kName = "wcr-fusion";

/// t[i, j] = a[i, j] * a[i, j], then b[k] += t[k, l] in maps inside each other.
std::string rows() {
    return R"(sdfg g {
  symbols N:int32 M:int32
  array a float64 [N, M]
  array b float64 [N]
  array t float64 [N, M] transient
  state main {
    a = access a
    m = map square [i = 0:N, j = 0:M] -> x
    u = tasklet square `o = (v * v)`
    x = exit m
    t = access t
    q = map elements [k = 0:N] -> y
    p = map along [l = 0:M] schedule Sequential -> z
    w = tasklet identity `o = v`
    z = exit p
    y = exit q
    b = access b
    a -> m.IN_a : a[0:N, 0:M]
    m.OUT_a -> u.v : a[i, j]
    u.o -> x.IN_t : t[i, j]
    x.OUT_t -> t : t[0:N, 0:M]
    t -> q.IN_t : t[0:N, 0:M]
    q.OUT_t -> p.IN_t : t[k, 0:M]
    p.OUT_t -> w.v : t[k, l]
    w.o -> z.IN_b : b[k] wcr `lambda x, y: x + y`
    z.OUT_b -> y.IN_b : b[k] wcr `lambda x, y: x + y`
    y.OUT_b -> b : b[0:N] wcr `lambda x, y: x + y`
  }
}
)";
}

/// The first map writes the transpose: its other parameter becomes the outer one.
std::string transposed() {
    return edited(rows(), {{"t[i, j]", "t[j, i]"},
                           {"i = 0:N, j = 0:M", "i = 0:M, j = 0:N"},
                           {"array a float64 [N, M]", "array a float64 [M, N]"},
                           {"a[0:N, 0:M]", "a[0:M, 0:N]"}});
}

} // namespace

std::vector<RefusalCase> refusals() {
    return {
        {.transformation = kName,
         .refusal = "2 no-reduction",
         .sound = rows(),
         .otherNode = "along",
         .role = 2},
        {.transformation = kName,
         .refusal = "3 unlike-parameters",
         .sound = rows(),
         .fault = {{"p.OUT_t -> w.v : t[k, l]", "p.OUT_t -> w.v : t[k, M - 1 - l]"}}},
        {.transformation = kName,
         .refusal = "5 not-fusable",
         .sound = edited(rows(), {declare("  array d float64 [N, M]\n")}),
         .fault = {add("    d = access d\n    t -> d : t[0:N, 0:M] -> [0:N, 0:M]\n")}},
    };
}

namespace {

using test::Edit;
using test::edited;
using test::has;

std::string fused(const std::string& text, const std::vector<Edit>& edits = {}) {
    return test::textAfter(kName, edited(text, edits));
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
        text.replace(at, from.size(), to);
    return text;
}

} // namespace

TEST_CASE("wcr-fusion: the values are accumulated where they are computed") {
    CHECK(fused(rows()) == R"(sdfg g {
  symbols M:int32 N:int32
  array a float64 [N, M]
  array b float64 [N]
  scalar __map_fusion___map_fusion_t float64 transient
  state main {
    n0 = access a
    n1 = map elements [i = 0:N] -> n6
    n2 = map along [j = 0:M] schedule Sequential -> n5
    n3 = tasklet square `o = (v * v)`
    n4 = tasklet identity `o = v`
    n5 = exit n2
    n6 = exit n1
    n7 = access b
    n8 = access __map_fusion___map_fusion_t
    n0 -> n1.IN_a : a[0:N, 0:M]
    n2.OUT_a -> n3.v : a[i, j]
    n3.o -> n8 : __map_fusion___map_fusion_t[0]
    n8 -> n4.v : __map_fusion___map_fusion_t[0]
    n4.o -> n5.IN_b : b[i] wcr `lambda x, y: x + y`
    n5.OUT_b -> n6.IN_b : b[i] wcr `lambda x, y: x + y`
    n6.OUT_b -> n7 : b[0:N] wcr `lambda x, y: x + y`
    n1.OUT_a -> n2.IN_a : a[i, 0:M]
  }
}
)");
}

TEST_CASE("wcr-fusion: the parameters of the map are put into the order of the reduction") {
    const auto text = fused(transposed());
    CHECK(has(text, "[j = 0:N]"));
    CHECK(has(text, "[i = 0:M] schedule Sequential"));
    CHECK_FALSE(has(text, "array t "));
}

TEST_CASE("wcr-fusion: several elements, several dimensions, several functions") {
    const auto [function, range] = GENERATE(table<std::string, std::string>(
        {{"x * y", "0:M"}, {"min(x, y)", "0:M"}, {"max(x, y)", "3:M"}, {"x + y", "0:M - 2"}}));
    CHECK_FALSE(
        has(fused(replaced(replaced(rows(), "x + y", function), "0:M", range)), "array t "));
}

TEST_CASE("wcr-fusion: the reduction starts from what an earlier map of the state wrote") {
    const auto text =
        fused(rows(),
              {test::add(
                  "    f = map start [h = 0:N] -> g\n    s = tasklet start `o = 0.0`\n    g = exit "
                  "f\n    c = access b\n    f -> s\n    s.o -> g.IN_b : b[h]\n    g.OUT_b -> c : "
                  "b[0:N]\n    c -> m\n")});
    CHECK_FALSE(has(text, "array t "));
}

} // namespace mw::test::wcr_fusion_test
