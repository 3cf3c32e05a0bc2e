// GT4Py's cases of a map that writes a buffer, which is copied to a field, as graphs of our own:
// redundant-array lets the map write the field where that is proven.

#include "tests/support/catch.h"
#include "tests/transforms/state_text.h"
#include "tests/transforms/transformation_case.h"

namespace map_buffer_cases_test {

using namespace mw;
using test::countOf;
using test::has;

namespace {

const std::string kName = "redundant-array";

/// A map computes t from a or b, and t is copied to a.
struct Buffered {
    std::string range = "0:10";
    std::string reads = "a", at = "i"; ///< the container that the map reads, and where
    std::string writes = "i";          ///< of t
    std::string written = "0:10";      ///< all of it
    std::string from = "0:10", to = "0:10";
    std::string size = "10"; ///< of t

    std::string text() const {
        return "sdfg g {\n  array a float64 [10]\n  array b float64 [10]\n  array index int32 "
               "[10]\n  array t float64 [" +
               size + "] transient\n  state main {\n    r = access " + reads +
               "\n    m = map m [i = " + range +
               "] -> x\n    w = tasklet w `o = (p * 2.0)`\n    x = exit m\n    t = access t\n    g "
               "= access a\n    r -> m.IN_r : " +
               reads + "[0:10]\n    m.OUT_r -> w.p : " + reads + "[" + at +
               "]\n    w.o -> x.IN_t : t[" + writes + "]\n    x.OUT_t -> t : t[" + written +
               "]\n    t -> g : t[" + from + "] -> [" + to + "]\n  }\n}\n";
    }
};

void removed(const Buffered& program) {
    CHECK_FALSE(has(test::textAfter(kName, program.text()), "array t"));
}
std::string refusalOf(const Buffered& program) {
    return test::refusalName(kName, program.text());
}

/// a -> map -> t -> b, with a nested SDFG in the map that doubles a column.
std::string column(const std::string& number, const std::string& from, const std::string& to,
                   const std::string& stride) {
    const std::string m = "m" + number, x = "x" + number, n = "n" + number, t = "t" + number;
    return "    " + m + " = map column [i = 0:N] -> " + x + "\n    " + n +
           " = nested double {N: N} = sdfg double {\n      symbols N:int32\n      array p float64 "
           "[5] "
           "strides [" +
           stride +
           "]\n      "
           "array q float64 [5] strides [1]\n      state in {\n        p = access p\n        w = "
           "map level [k = 0:5] -> z\n        s = tasklet s `o = (y * 2.0)`\n        z = exit w\n  "
           "      q = access q\n        p -> w.IN_p : p[0:5]\n        w.OUT_p -> s.y : p[k]\n      "
           "  s.o -> z.IN_q : q[k]\n        z.OUT_q -> q : q[0:5]\n      }\n    }\n    " +
           x + " = exit " + m + "\n    " + t + " = access " + t + "\n    " + to + " = access " +
           to + "\n    " + from + " -> " + m + ".IN_a : " + from + "[0:N, 0:5]\n    " + m +
           ".OUT_a -> " + n + ".p : " + from + "[i, 0:5]\n    " + n + ".q -> " + x +
           ".IN_t : " + t + "[i, 0:5]\n    " + x + ".OUT_t -> " + t + " : " + t +
           "[0:N, 0:5]\n    " + t + " -> " + to + " : " + t + "[0:N, 0:5] -> [0:N, 0:5]\n";
}

} // namespace

TEST_CASE("map buffers: the field is computed in place, element by element") {
    // GT4Py has to be told that it is; here the reads say so.
    removed({});
    removed({.reads = "b"});
    removed({.reads = "b", .at = "9 - i"});
    CHECK(refusalOf({.at = "9 - i"}) == "8 other-access");
    CHECK(refusalOf({.at = "Min(i + 1, 9)"}) == "8 other-access");
}

TEST_CASE("map buffers: a part of the field") {
    const Buffered same{.range = "2:8", .written = "2:8", .from = "2:8", .to = "2:8"};
    removed(same);
    removed({.range = "0:6", .written = "0:6", .from = "0:6", .to = "0:6"});
    // Shifted on the way: the map reads where its result goes to.
    removed({.range = "0:6", .at = "i + 2", .written = "0:6", .from = "0:6", .to = "2:8"});
    CHECK(refusalOf({.range = "0:6", .written = "0:6", .from = "0:6", .to = "2:8"}) ==
          "8 other-access");
    // The buffer has no more elements than are copied.
    removed({.range = "2:8",
             .writes = "i - 2",
             .written = "0:6",
             .from = "0:6",
             .to = "2:8",
             .size = "6"});
}

TEST_CASE("map buffers: what is written and not copied stays in a buffer") {
    const Buffered more{.range = "0:8", .reads = "b", .written = "0:8", .from = "1:7", .to = "2:8"};
    CHECK(refusalOf(more) == "6 outside-copy");
}

TEST_CASE("map buffers: an element that a table names may be written already") {
    auto text = Buffered{}.text();
    const auto put = [&](const std::string& what, const std::string& with) {
        text.replace(text.find(what), what.size(), with);
    };
    put("`o = (p * 2.0)`", "`o = (p[n] * 2.0)`");
    put("w.p : a[i]", "w.p : a[0:10]");
    put("    r -> m", "    n = access index\n    n -> m.IN_n : index[0:10]\n    m.OUT_n -> w.n : "
                      "index[i]\n    r -> m");
    CHECK(test::refusalName(kName, text) == "8 other-access");
}

TEST_CASE("map buffers: three maps in a row, whose nested SDFGs get the strides of the fields") {
    std::string text = "sdfg g {\n  symbols N:int32\n  array a float64 [N, 5]\n";
    for (const std::string field : {"b", "c", "d"})
        text += "  array " + field + " float64 [N, 5] strides [1, N]\n";
    for (const std::string number : {"1", "2", "3"})
        text += "  array t" + number + " float64 [N, 5] transient\n";
    text += "  state main {\n    a = access a\n" + column("1", "a", "b", "1") +
            column("2", "b", "c", "N") + column("3", "c", "d", "N") + "  }\n}\n";
    const auto after = test::textAfter(kName, text, {}, 3);
    CHECK_FALSE(has(after, "transient"));
    CHECK(countOf(after, "copy_removal_strides_mapping_q_0: N") == 3);
}

} // namespace map_buffer_cases_test
