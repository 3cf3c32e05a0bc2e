// Temporaries that are written back: GT4Py's cases as graphs of our own, over branches, states and
// pieces, and a graph for every refusal.

#include "tests/support/catch.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/state_text.h"
#include "tests/transforms/transformation_case.h"

namespace mw::test::write_back_buffer_elimination_test {

namespace {

const std::string kName = "write-back-buffer-elimination";

std::string program(const std::string& blocks, const std::string& size = "N") {
    return "sdfg g {\n  symbols N:int32 M:int32\n  array a float64 [" + size +
           "]\n  array c float64 [" + size + "]\n  array g float64 [" + size +
           " + M + 7]\n  array tmp float64 [" + size + "] transient\n" + blocks + "}\n";
}

/// tmp is computed in two branches, read, and copied to g.
std::string branches(const std::string& size = "N") {
    const std::string range = "0:" + size;
    return program("  branch which {\n    if `N > 7` large {\n    state one {\n" + access("a") +
                       access("tmp") + map("one", "a", "tmp", range) +
                       "    }\n    }\n    else small {\n    state two {\n" + access("a") +
                       access("tmp") + "    a -> tmp : a[" + range + "] -> [" + range +
                       "]\n    }\n    }\n  }\n  state back {\n" + access("tmp") + access("c") +
                       access("g") + map("less", "tmp", "c", range) + "    tmp -> g : tmp[" +
                       range + "] -> [3:" + size + " + 3]\n  }\n  which -> back\n",
                   size);
}

/// As above, with an offset of M.
std::string shifted() {
    return edited(branches(), {{"[3:N + 3]", "[M:N + M]"}});
}

/// Parts of g are copied to tmp, the rest is computed there, and all is copied back piece by piece.
std::string pieces() {
    return program(
        "  state main {\n    g0 = access g\n" + access("a") + access("tmp") + access("g") +
        access("c") + map("rest", "a", "tmp", "2:N", "i", "i") +
        "    g0 -> tmp : g[0:2] -> [0:2]\n    tmp -> g : tmp[0:1] -> [0:1]\n    tmp -> g "
        ": tmp[1:N] -> [1:N]\n" +
        map("less", "tmp", "c") + "  }\n");
}

/// The first map computes tmp from g itself, which is what becomes of g.
std::string inPlace() {
    return edited(branches(),
                  {{"    state one {\n    a = access a\n    tmp = access tmp\n",
                    "    state one {\n    a = access g\n    tmp = access tmp\n"},
                   {"a -> m_one.IN_0 : a[0:N]", "a -> m_one.IN_0 : g[3:N + 3]"},
                   {"m_one.OUT_0 -> t_one.y : a[i]", "m_one.OUT_0 -> t_one.y : g[i + 3]"},
                   {"`N > 7`", "`N > 2`"}});
}

/// tmp keeps g over a state that reads g, and is copied back.
std::string kept() {
    return program("  state first {\n" + access("g") + access("tmp") +
                   "    g -> tmp : g[0:N] -> [0:N]\n  }\n  state second {\n" + access("g") +
                   access("c") + map("read", "g", "c") + "  }\n  state third {\n" + access("tmp") +
                   access("g") + access("a") + "    tmp -> g : tmp[0:N] -> [0:N]\n" +
                   map("last", "g", "a") + "  }\n  first -> second\n  second -> third\n");
}

RefusalCase refused(const std::string& refusal, const std::string& sound,
                    const std::vector<Edit>& fault) {
    return {.transformation = kName, .refusal = refusal, .sound = sound, .fault = fault};
}
RefusalCase because(RefusalCase refusal, Without without, const std::string& because = {}) {
    refusal.without = without;
    refusal.because = because;
    return refusal;
}

std::vector<RefusalCase> otherUses() {
    return {
        // A map reads elements of g that another iteration writes.
        refused("8 other-access", inPlace(),
                {{"a -> m_one.IN_0 : g[3:N + 3]", "a -> m_one.IN_0 : g[2:N + 2]"},
                 {"m_one.OUT_0 -> t_one.y : g[i + 3]", "m_one.OUT_0 -> t_one.y : g[i + 2]"}}),
        // The old values of g are read after tmp was computed.
        refused("8 other-access", branches(),
                {{"  state back {\n", "  state between {\n" + access("g") + access("a") +
                                          map("old", "g", "a", "0:N", "i + 3") +
                                          "  }\n  state back {\n"},
                 {"m_old.IN_0 : g[0:N]", "m_old.IN_0 : g[3:N + 3]"},
                 {"which -> back\n", "which -> between\n  between -> back\n"}}),
        // g is changed before tmp is copied over it.
        refused("8 other-access", kept(),
                {{"x_read.IN_1 : c[i]", "x_read.IN_1 : g[i]"},
                 {"    c = access c\n", "    c = access g\n"},
                 {"x_read.OUT_1 -> c : c[0:N]", "x_read.OUT_1 -> c : g[0:N]"}}),
    };
}

} // namespace

std::vector<RefusalCase> refusals() {
    std::vector<RefusalCase> cases{
        {.transformation = kName,
         .refusal = "2 no-write-back",
         .sound = branches(),
         .otherNode = "c",
         .role = 1},
        because(refused("4 not-temporary", branches(),
                        {{"tmp float64 [N] transient", "tmp float64 [N] transient lifetime "
                                                       "Persistent"}}),
                Without::same, "no run sees what another one left"),
        refused(
            "4 read-by-name", branches(),
            {{"  which -> back\n",
              "  branch later {\n    if `tmp[0] > 0.5` sure {\n    state three {\n    c = access "
              "c\n    a = access a\n    c -> a : c[0:N] -> [0:N]\n    }\n    }\n  }\n  which "
              "-> back\n  back -> later\n"}}),
        refused("4 jumps", branches(),
                {{"a -> tmp : a[0:N] -> [0:N]\n    }\n",
                  "a -> tmp : a[0:N] -> [0:N]\n    }\n    return away\n    two -> away\n"}}),
        because(refused("4 set-zero", branches(),
                        {{"    state two {\n    a = access a\n    tmp = access tmp\n",
                          "    state two {\n    a = access a\n    tmp = access tmp setzero\n"}}),
                Without::same, "only memory that the program allocates is filled"),
        because(
            refused(
                "4 in-map", branches(),
                {{"    m_less.OUT_0 -> t_less.y : tmp[i]\n",
                  "    inner = access tmp\n    m_less -> inner\n    inner -> t_less.y : tmp[i]\n"},
                 {"    tmp -> m_less.IN_0 : tmp[0:N]\n", "    tmp -> m_less\n"}}),
            Without::refused),
        because(refused("4 other-name", branches(),
                        {{"  branch which {", "  view v float64 [N] transient\n  branch which {"},
                         {"    tmp -> m_less.IN_0 : tmp[0:N]\n",
                          "    v = access v\n    tmp -> v.views : tmp[0:N]\n    v -> m_less.IN_0 : "
                          "v[0:N]\n"},
                         {"t_less.y : tmp[i]", "t_less.y : v[i]"}}),
                Without::refused),
        refused("5 reshapes", branches("4"),
                {{"g float64 [4 + M + 7]", "g float64 [2, M + 7]"},
                 {"tmp[0:4] -> [3:4 + 3]", "tmp[0:4] -> [0:2, 0:2]"}}),
        because(
            refused("5 other-offset", branches(),
                    {{"  }\n  which -> back\n", "    tmp -> g : tmp[0] -> [N + 4]\n  }\n  which -> "
                                                "back\n"}}),
            Without::refused),
        refused("6 hidden-symbol", edited(shifted(), {{"`N > 7`", "`N > 2`"}}),
                {{"map one [i = 0:N]", "map one [M = 0:N]"},
                 {"t_one.y : a[i]", "t_one.y : a[M]"},
                 {"x_one.IN_1 : tmp[i]", "x_one.IN_1 : tmp[M]"}}),
        refused("5 changing-symbol", shifted(),
                {{"which -> back", "which -> back with M = `M + 1`"}}),
        refused("6 not-all-written", branches(), {{"else small", "if `N < 3` small"}}),
        because(refused("6 not-all-copied", branches(),
                        {{"tmp[0:N] -> [3:N + 3]", "tmp[0:N - 1] -> [3:N + 2]"}}),
                Without::refused),
        refused("6 outside-copy", branches(),
                {{"tmp float64 [N]", "tmp float64 [N + 1]"},
                 {"tmp -> m_less.IN_0 : tmp[0:N]", "tmp -> m_less.IN_0 : tmp[1:N + 1]"},
                 {"t_less.y : tmp[i]", "t_less.y : tmp[i + 1]"}}),
    };
    const auto more = otherUses();
    cases.insert(cases.end(), more.begin(), more.end());
    return cases;
}

namespace {

using test::access;
using test::countOf;
using test::edited;
using test::has;
using test::map;

std::string after(const std::string& text) {
    return test::textAfter(kName, text, {}, 1);
}

std::string refusedAs(const std::string& text) {
    const auto refusal = test::refusal(kName, text);
    return refusal ? test::name(*refusal) : "applies";
}

} // namespace

TEST_CASE("write-back-buffer-elimination: both branches write the field at the copy's offset") {
    const auto text = after(branches());
    CHECK(has(text, "g[i + 3]"));
    CHECK(has(text, "a[0:N] -> [3:N + 3]"));
    CHECK(countOf(text, "access g") == 3);
    CHECK_FALSE(has(text, "tmp"));
}

TEST_CASE("write-back-buffer-elimination: offsets of symbols") {
    CHECK(has(after(shifted()), "g[M + i]"));
}

TEST_CASE("write-back-buffer-elimination: a map computes each element from its old value") {
    CHECK_FALSE(has(after(inPlace()), "tmp"));
}

TEST_CASE(
    "write-back-buffer-elimination: a field that is changed in parts, copied back in pieces") {
    const auto text = after(pieces());
    CHECK(countOf(text, "access g") == 1);
    CHECK(has(text, "g[2:N]"));
}

namespace {

/// tmp is computed, some of it is copied to g, and a map computes the rest of g from it.
std::string completed(const std::string& range = "2:5", const std::string& reads = "i") {
    return program("  state main {\n" + test::access("a") + test::access("tmp") +
                       test::access("g") + test::map("all", "a", "tmp", "0:12") +
                       test::map("rest", "tmp", "g", range, reads) +
                       "    tmp -> g : tmp[0:2] -> [0:2]\n    tmp -> g : tmp[5:12] -> "
                       "[5:12]\n  }\n",
                   "12");
}

} // namespace

TEST_CASE("write-back-buffer-elimination: what is not copied back is overwritten there") {
    const auto text = after(completed());
    CHECK(has(text, "g[0:12]"));
    CHECK_FALSE(has(text, "tmp"));
    const auto next = "  }\n  state next {\n" + access("g") + access("c") +
                      map("next", "g", "c", "0:12") + "  }\n  main -> next\n}\n";
    after(edited(completed(), {{"  }\n}\n", next}}));
    CHECK(refusedAs(completed("2:4")) == "6 not-all-copied");
    CHECK(refusedAs(completed("1:5")) == "8 other-access");
    CHECK(refusedAs(completed("2:5", "6 - i")) == "8 other-access");
    const auto old =
        edited(completed(), {{"    a = access a\n", "    g0 = access g\n    a = access "
                                                    "a\n    c = access c\n"},
                             test::add("    g0 -> c : g[2:5] -> [2:5]\n")});
    CHECK(refusedAs(old) == "8 other-access");
}

TEST_CASE("write-back-buffer-elimination: a field that is only kept is not copied at all") {
    const auto text = after(kept());
    CHECK_FALSE(has(text, "tmp"));
    CHECK_FALSE(has(text, "-> [0:N]"));
    CHECK(countOf(text, "access g") == 2);
}

namespace {

/// u keeps g too, and is copied back in a state of its own when `apart`.
std::string keptTwice(bool apart = false) {
    const std::string back = "    u -> g : u[0:N] -> [0:N]\n", u = access("u");
    const std::string fourth = "  state fourth {\n" + u + access("g") + back + "  }\n";
    return edited(
        kept(),
        {{"transient\n  state first", "transient\n  array u float64 [N] transient\n  state first"},
         {"    g -> tmp : g[0:N] -> [0:N]\n", u + "    g -> tmp : g[0:N] -> [0:N]\n"
                                                  "    g -> u : g[0:N] -> [0:N]\n"},
         {"    tmp -> g : tmp[0:N] -> [0:N]\n",
          (apart ? "" : u + back) + "    tmp -> g : tmp[0:N] -> [0:N]\n"},
         {"  first -> second\n  second -> third\n",
          apart ? fourth + "  first -> second\n  second -> third\n  third -> fourth\n"
                : "  first -> second\n  second -> third\n"}});
}

/// In the second state something else is computed than c.
std::string computing(const std::string& text, const std::string& container) {
    return edited(text,
                  {{"    c = access c\n", "    o = access " + container + "\n"},
                   {"x_read.IN_1 : c[i]", "x_read.IN_1 : " + container + "[i]"},
                   {"x_read.OUT_1 -> c : c[0:N]", "x_read.OUT_1 -> o : " + container + "[0:N]"}});
}

} // namespace

TEST_CASE("write-back-buffer-elimination: several temporaries keep one field") {
    for (const bool apart : {false, true}) {
        const auto text = test::textAfter(kName, keptTwice(apart), {}, 2);
        CHECK_FALSE(has(text, "tmp"));
        CHECK_FALSE(has(text, "access u"));
        CHECK(refusedAs(computing(keptTwice(apart), "g")) == "8 other-access");
    }
    // What is computed in tmp is gone when u is copied back, whether it is in g or not.
    const auto overwritten = computing(keptTwice(true), "tmp");
    CHECK_FALSE(has(after(overwritten), "tmp"));
    // Here it is what g has in the end, and u must not come over it.
    const auto last = edited(overwritten, {{"  second -> third\n  third -> fourth\n",
                                            "  second -> fourth\n  fourth -> third\n"}});
    CHECK(refusedAs(last) == "8 other-access");
    // Elements of g that neither keeps may change meanwhile.
    const auto changing = [](const std::string& at) {
        return edited(keptTwice(), {{"  state second {\n", "  state second {\n    b = access a\n"
                                                           "    h = access g\n    b -> h : a[0:2] "
                                                           "-> [" +
                                                               at + "]\n"}});
    };
    test::textAfter(kName, changing("N:N + 2"), {}, 2);
    CHECK(refusedAs(changing("N - 2:N")) == "8 other-access");
}

TEST_CASE("write-back-buffer-elimination: the temporary is read after it was copied back") {
    after(
        edited(branches(), {{"  which -> back\n", "  state last {\n" + access("tmp") + access("a") +
                                                      map("last", "tmp", "a") +
                                                      "  }\n  which -> back\n  back -> last\n"}}));
}

TEST_CASE("write-back-buffer-elimination: the field changes after the temporary's last use") {
    const auto last = "  state last {\n" + access("c") + access("g") + map("last", "c", "g") +
                      "  }\n  which -> back\n  back -> last\n";
    const auto later = edited(branches(), {{"  which -> back\n", last}});
    after(later);
    const auto stillUsed =
        edited(later, {{"  back -> last\n", "  back -> last\n  state end {\n" + access("tmp") +
                                                access("a") + map("end", "tmp", "a") +
                                                "  }\n  last -> end\n"}});
    CHECK(refusedAs(stillUsed) == "8 other-access");
}

TEST_CASE("write-back-buffer-elimination: other elements of the field may be used meanwhile") {
    const auto with = [](const std::string& range) {
        return edited(
            branches(),
            {{"  state back {\n",
              "  state between {\n    p = access c\n    g = access g\n    p -> g : c[0:2] "
              "-> [" +
                  range + "]\n  }\n  state back {\n"},
             {"  which -> back\n", "  which -> between\n  between -> back\n"}});
    };
    after(with("0:2"));
    CHECK(refusedAs(with("2:4")) == "8 other-access");
}

TEST_CASE("write-back-buffer-elimination: what the temporary was before is read first") {
    after(edited(branches(),
                 {{"  branch which {\n", "  state before {\n" + access("g") + access("c") +
                                             map("before", "g", "c") + "  }\n  branch which {\n"},
                  {"  which -> back\n", "  before -> which\n  which -> back\n"}}));
}

TEST_CASE("write-back-buffer-elimination: a copy back that need not happen") {
    const auto sometimes =
        edited(branches(), {{"  which -> back\n", "  state last {}\n  which -> back if `N > "
                                                  "9`\n  which -> last if `N <= 9`\n"}});
    CHECK(refusedAs(sometimes) == "6 not-all-copied");
}

TEST_CASE("write-back-buffer-elimination: each branch copies back") {
    const auto both = edited(
        branches(),
        {{"x_one.OUT_1 -> tmp : tmp[0:N]\n", "x_one.OUT_1 -> tmp : tmp[0:N]\n    g = access g\n    "
                                             "tmp -> g : tmp[0:N] -> [3:N + 3]\n"},
         {"    a -> tmp : a[0:N] -> [0:N]\n", "    a -> tmp : a[0:N] -> [0:N]\n    g = access g\n  "
                                              "  tmp -> g : tmp[0:N] -> [3:N + 3]\n"},
         {"    g = access g\n    m_less", "    m_less"},
         {"x_less.OUT_1 -> c : c[0:N]\n    tmp -> g : tmp[0:N] -> [3:N + 3]\n",
          "x_less.OUT_1 -> c : c[0:N]\n"}});
    CHECK(countOf(after(both), "access g") == 3);
}

TEST_CASE("write-back-buffer-elimination: in a loop the old values come round again") {
    const auto inLoop = [](const std::string& text) {
        return edited(text, {{"  branch which {\n", "  loop l `k = 0` `k < 3` `k = k + 1` variable "
                                                    "k {\n  branch which {\n"},
                             {"  which -> back\n", "  which -> back\n  }\n"}});
    };
    after(inLoop(branches()));
    CHECK(refusedAs(inLoop(inPlace())) == "8 other-access");
}

TEST_CASE("write-back-buffer-elimination: a nested SDFG reads with the strides of the field") {
    const auto text = after(R"(sdfg g {
  symbols N:int32 K:int32
  array a float64 [N, K]
  array c float64 [N, K]
  array g float64 [N + 2, 3, K] strides [1, N + 2, 3 * N + 6]
  array tmp float64 [N, K] transient
  state one {
    a = access a
    tmp = access tmp
    a -> tmp : a[0:N, 0:K] -> [0:N, 0:K]
  }
  state two {
    tmp = access tmp
    g = access g
    c = access c
    m = map column [i = 0:N] -> x
    n = nested up {K: K} = sdfg up {
      symbols K:int32
      array p float64 [K] strides [1]
      array q float64 [K] strides [1]
      state in {
        p = access p
        w = map level [k = 0:K] -> z
        t = tasklet t `o = (x + 1.0)`
        z = exit w
        q = access q
        p -> w.IN_p : p[0:K]
        w.OUT_p -> t.x : p[k]
        t.o -> z.IN_q : q[k]
        z.OUT_q -> q : q[0:K]
      }
    }
    x = exit m
    tmp -> g : tmp[0:N, 0:K] -> [1:N + 1, 2, 0:K]
    tmp -> m.IN_a : tmp[0:N, 0:K]
    m.OUT_a -> n.p : tmp[i, 0:K]
    n.q -> x.IN_c : c[i, 0:K]
    x.OUT_c -> c : c[0:N, 0:K]
  }
  one -> two
}
)");
    CHECK(has(text, "g[i + 1, 2, 0:K]"));
    CHECK(has(text, "write_back_strides_mapping_p_0"));
}

} // namespace mw::test::write_back_buffer_elimination_test
