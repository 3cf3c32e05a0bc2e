// Holding a rewrite against the program before it: what is found, and what cannot be compared.
#include "app/workbench/check_rewrite.h"
#include "core/io/file.h"
#include "core/ir/dump.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"
#include "transforms/framework/apply.h"

#include <algorithm>

namespace check_rewrite_test {

using namespace mw;
using workbench::RewriteCheck;
using workbench::RewriteChecker;

namespace {

std::string replaced(std::string text, std::string_view what, std::string_view by) {
    const auto at = text.find(what);
    REQUIRE(at != std::string::npos);
    return text.replace(at, what.size(), by);
}

ir::DocumentPtr parsed(const std::string& text) {
    auto document = ir::parseDump(text);
    REQUIRE(document.has_value());
    return *document;
}

std::string laplacian() {
    return *io::readFile(test::sourceFile("samples/laplacian.graph"));
}

/// x is shifted by one into y.
const std::string kShift = R"(sdfg shift {
  args x y
  symbols N:int32 M:int32
  array x float64 [N, M]
  array y float64 [N, M]
  state only {
    x = access x
    y = access y
    in = map shift [i = 0:N, j = 1:M] -> out
    move = tasklet move `__out = __in`
    out = exit in
    x -> in.IN_x : x[0:N, 0:M - 1]
    in.OUT_x -> move.__in : x[i, j - 1]
    move.__out -> out.IN_y : y[i, j]
    out.OUT_y -> y : y[0:N, 1:M]
  }
}
)";

RewriteCheck checked(const std::string& before, const std::string& after) {
    return RewriteChecker(parsed(before)).check(*parsed(after));
}

bool has(const RewriteCheck& check, std::string_view part) {
    return std::ranges::any_of(check.inputs, [&](const std::string& name) {
        return name.find(part) != std::string::npos;
    });
}

} // namespace

TEST_CASE("a program over a grid is compared on moved and empty ranges and one level") {
    const auto check = checked(laplacian(), laplacian());
    CHECK(check.result == RewriteCheck::Result::same);
    CHECK(has(check, "narrower"));
    CHECK(has(check, "empty"));
    CHECK(has(check, "torus:3,5,1"));
}

TEST_CASE("an origin of an array that gets lost shows") {
    const std::string levels = R"(sdfg levels {
  args x y
  symbols __x_K_range_0:int32 __x_K_range_1:int32 __y_K_range_0:int32 __y_K_range_1:int32 vertical_start:int32 vertical_end:int32
  array x float64 [__x_K_range_1 - __x_K_range_0]
  array y float64 [__y_K_range_1 - __y_K_range_0]
  state only {
    x = access x
    y = access y
    in = map copy [i_K_gtx_vertical = vertical_start:vertical_end] -> out
    move = tasklet move `__out = __in + 1.0`
    out = exit in
    x -> in.IN_x : x[vertical_start - __x_K_range_0:vertical_end - __x_K_range_0]
    in.OUT_x -> move.__in : x[i_K_gtx_vertical - __x_K_range_0]
    move.__out -> out.IN_y : y[i_K_gtx_vertical - __y_K_range_0]
    out.OUT_y -> y : y[vertical_start - __y_K_range_0:vertical_end - __y_K_range_0]
  }
}
)";
    const auto check = checked(levels, levels);
    CHECK(check.result == RewriteCheck::Result::same);
    CHECK(has(check, "begin before 0"));
    const auto lost = checked(
        levels, replaced(levels, "x[i_K_gtx_vertical - __x_K_range_0]", "x[i_K_gtx_vertical]"));
    CHECK(lost.result == RewriteCheck::Result::differs);
    CHECK(lost.sentence.find("begin before 0") != std::string::npos);
}

TEST_CASE("another program is compared with sizes of its own") {
    const auto check = checked(kShift, kShift);
    CHECK(check.result == RewriteCheck::Result::same);
    CHECK(check.inputs == std::vector<std::string>{"small sizes",
                                                   "larger sizes in the opposite order", "M = 1",
                                                   "all sizes 1"});
}

namespace {

/// x is doubled into y; how both lie in memory is the caller's matter.
const std::string kLaidOut = R"(sdfg laid {
  args x y
  symbols N:int32 M:int32 __x_stride_0:int32 __x_stride_1:int32 __y_Cell_stride:int32 __y_K_stride:int32
  array x float64 [N, M] strides [__x_stride_0, __x_stride_1] total [N * M]
  array y float64 [N, M] strides [__y_Cell_stride, __y_K_stride] total [N * M]
  view row float64 [N * M] transient
  state only {
    x = access x
    y = access y
    in = map twice [i = 0:N, j = 0:M] -> out
    move = tasklet move `__out = __in * 2.0`
    out = exit in
    x -> in.IN_x : x[0:N, 0:M]
    in.OUT_x -> move.__in : x[i, j]
    move.__out -> out.IN_y : y[i, j]
    out.OUT_y -> y : y[0:N, 0:M]
  }
}
)";

RewriteCheck checkedLayout(std::initializer_list<std::pair<std::string, std::string>> changes) {
    std::string wrong = kLaidOut;
    for (const auto& [what, by] : changes)
        wrong = replaced(wrong, what, by);
    return checked(kLaidOut, wrong);
}

} // namespace

TEST_CASE("arguments lie in memory with gaps where their strides are symbols") {
    const auto check = checked(kLaidOut, kLaidOut);
    CHECK(check.result == RewriteCheck::Result::same);
    CHECK(has(check, "small sizes with gaps between elements"));
    CHECK_FALSE(has(checked(kShift, kShift), "gaps"));
}

TEST_CASE("what computes a stride from a shape shows") {
    const auto check = checkedLayout({{"x float64 [N, M] strides [__x_stride_0, __x_stride_1]",
                                       "x float64 [N, M] strides [1, N]"}});
    CHECK(check.result == RewriteCheck::Result::differs);
    CHECK(check.sentence.find("with gaps between elements: the rewritten program takes the "
                              "elements of the argument 'x' from other places") !=
          std::string::npos);
}

TEST_CASE("what writes an array through a view of dense length shows") {
    // Element i + j * N of the view is element (i, j) of y where y is dense.
    const auto check = checkedLayout(
        {{"out.OUT_y -> y : y[0:N, 0:M]", "row = access row\n    out.OUT_y -> row : row[0:N * M]\n"
                                          "    row.views -> y : y[0:N, 0:M]"},
         {"y[i, j]", "row[i + j * N]"}});
    CHECK(check.result == RewriteCheck::Result::differs);
    CHECK(check.sentence.find("with gaps between elements: the rewritten program does not run: ") !=
          std::string::npos);
    CHECK(check.sentence.find("the memory of 'y' was written") != std::string::npos);
}

TEST_CASE("two arrays of one shape whose strides are mixed up show") {
    const auto check = checkedLayout({{"y float64 [N, M] strides [__y_Cell_stride, __y_K_stride]",
                                       "y float64 [N, M] strides [__x_stride_0, __x_stride_1]"}});
    CHECK(check.sentence.find("the argument 'y' from other places") != std::string::npos);
}

TEST_CASE("a program that is specialised to its strides is compared on them, others have gaps") {
    const auto* specialise = transforms::findTransformation("specialise");
    const auto steps =
        transforms::applyEverywhere(*specialise, parsed(kLaidOut),
                                    {{"values", std::string("__x_stride_0=1,__y_Cell_stride=1")}});
    REQUIRE(steps.has_value());
    const auto check =
        RewriteChecker(parsed(kLaidOut)).check(*transforms::lastDocument(parsed(kLaidOut), *steps));
    CHECK(check.result == RewriteCheck::Result::same);
    CHECK(has(check, "small sizes with gaps between elements"));
}

TEST_CASE("integers that are no sizes send branches both ways") {
    const std::string first = R"(sdfg branch {
  args flag y
  scalar flag int64
  array y float64 [3]
  state main {}
  branch b { if `flag > 0` yes {
    state yes {
      one = tasklet one `o = 1.0`
      y = access y
      one.o -> y : y[0]
    }
  } else no {
    state no {
      two = tasklet two `o = 2.0`
      y = access y
      two.o -> y : y[0]
    }
  } }
  main -> b
}
)";
    CHECK(checked(first, first).inputs.size() == 4);
    for (const std::string value : {"1.0", "2.0"})
        CHECK(checked(first, replaced(first, "`o = " + value, "`o = 3.0")).result ==
              RewriteCheck::Result::differs);
}

TEST_CASE("a wrong element is named with its array, index and values") {
    const auto check = checked(kShift, replaced(kShift, "__in`", "__in + 1.0`"));
    CHECK(check.result == RewriteCheck::Result::differs);
    CHECK(check.sentence.starts_with("on small sizes: y:"));
    CHECK(check.sentence.find("the first y[0, 1]") != std::string::npos);
}

TEST_CASE("sizes that are mixed up show") {
    const auto check = checked(kShift, replaced(kShift, "i = 0:N", "i = 0:Min(N, M)"));
    CHECK(check.result == RewriteCheck::Result::differs);
}

TEST_CASE("what is wrong only where a range is empty shows") {
    // The first element is computed whether or not the range has one.
    const auto wrong =
        replaced(laplacian(), "horizontal_start:horizontal_end, i_K_gtx_vertical",
                 "horizontal_start:Max(horizontal_end, horizontal_start + 1), i_K_gtx_vertical");
    const auto check = checked(laplacian(), wrong);
    CHECK(check.result == RewriteCheck::Result::differs);
    CHECK(check.sentence.find("with empty ranges") != std::string::npos);
}

TEST_CASE("a rewrite that does not run differs") {
    const auto check = checked(kShift, replaced(kShift, ": x[i, j - 1]", ": x[i, j + M]"));
    CHECK(check.result == RewriteCheck::Result::differs);
    CHECK(check.sentence.find("does not run") != std::string::npos);
}

TEST_CASE("a program that runs on no small inputs is not called the same") {
    const auto broken =
        replaced(replaced(kShift, ": x[i, j - 1]", ": x[i, j + M]"), "j = 1:M", "j = 0:M");
    const auto check = checked(broken, broken);
    CHECK(check.result == RewriteCheck::Result::notRun);
    CHECK(workbench::toText(check).starts_with("not compared: on small sizes: "));
}

TEST_CASE("a scenario is used as well") {
    RewriteChecker::Options options;
    options.scenario =
        inputs::readScenario(test::sourceFile("samples/laplacian.scenario.json")).value();
    RewriteChecker checker(parsed(laplacian()), options);
    CHECK(has(checker.check(*parsed(laplacian())), "the scenario"));
}

TEST_CASE("a specialised program is compared on inputs with its own values") {
    const auto* specialise = transforms::findTransformation("specialise");
    REQUIRE(specialise);
    const auto specialised = [&](const std::string& text) {
        const auto steps = transforms::applyEverywhere(*specialise, parsed(text),
                                                       {{"values", std::string("N=4")}});
        REQUIRE(steps.has_value());
        REQUIRE(steps->size() == 1);
        return transforms::lastDocument(parsed(text), *steps);
    };
    RewriteChecker checker(parsed(kShift));
    CHECK(checker.check(*specialised(kShift)).inputs.size() == 4);
    CHECK(checker.check(*parsed(kShift)).inputs.size() == 4);
    const auto wrong = replaced(kShift, "__in`", "__in + 1.0`");
    CHECK(checker.check(*specialised(wrong)).result == RewriteCheck::Result::differs);
}

TEST_CASE("a program that is specialised to large sizes is not compared on them") {
    const auto* specialise = transforms::findTransformation("specialise");
    const auto steps = transforms::applyEverywhere(*specialise, parsed(kShift),
                                                   {{"values", std::string("N=2000000,M=1000")}});
    REQUIRE(steps.has_value());
    const auto check =
        RewriteChecker(parsed(kShift)).check(*transforms::lastDocument(parsed(kShift), *steps));
    CHECK(check.result == RewriteCheck::Result::notRun);
    CHECK(check.sentence.find("too many for the reference executor") != std::string::npos);
}

TEST_CASE("a check that is stopped says nothing, and the next one is whole") {
    RewriteChecker checker(parsed(kShift));
    std::stop_source stop;
    stop.request_stop();
    CHECK(checker.check(*parsed(kShift), stop.get_token()).result == RewriteCheck::Result::notRun);
    CHECK(checker.check(*parsed(kShift)).inputs.size() == 4);
}

TEST_CASE("of several steps the first wrong one is named") {
    const auto before = parsed(kShift);
    const auto step = [](const ir::DocumentPtr& document, const std::string& label) {
        workbench::Step made;
        history::EditRecord record;
        record.site.label = label;
        made.record = record;
        made.result.document = document;
        return made;
    };
    const auto wrong = parsed(replaced(kShift, "__in`", "__in + 1.0`"));
    const auto right = workbench::checkSteps(before, {step(before, "nothing")}, {});
    REQUIRE(right.has_value());
    CHECK(right->result == RewriteCheck::Result::same);
    const auto found =
        workbench::checkSteps(before, {step(before, "nothing"), step(wrong, "one more")}, {});
    REQUIRE_FALSE(found.has_value());
    CHECK(found.error().code == "different-results");
    CHECK(found.error().sentence.starts_with("step 2 ("));
    CHECK(found.error().sentence.find("one more") != std::string::npos);
    CHECK(found.error().sentence.find("y[0, 1]") != std::string::npos);
}

TEST_CASE("a step that changes results on purpose says by how much, and what follows is held "
          "against it") {
    const std::string text = R"(sdfg g {
  args a b
  symbols N:int32
  array a float64 [N]
  array b float64 [N]
  array t float64 [N] transient
  state main {
    a = access a
    t = access t
    b = access b
    m = map first [i = 0:N] -> x
    f = tasklet f `o = (p / 3.0)`
    x = exit m
    m2 = map second [i = 0:N] -> x2
    f2 = tasklet f2 `o = (p * 3.0)`
    x2 = exit m2
    a -> m.IN_a : a[0:N]
    m.OUT_a -> f.p : a[i]
    f.o -> x.IN_t : t[i]
    x.OUT_t -> t : t[0:N]
    t -> m2.IN_t : t[0:N]
    m2.OUT_t -> f2.p : t[i]
    f2.o -> x2.IN_b : b[i]
    x2.OUT_b -> b : b[0:N]
  }
}
)";
    const auto before = parsed(text);
    const auto narrow = parsed(replaced(text, "t float64 [N]", "t float32 [N]"));
    const auto step = [](const std::string& name, const ir::DocumentPtr& document) {
        workbench::Step made;
        made.record = history::TransformationRecord{name, {}, {}};
        made.result.document = document;
        return made;
    };
    const auto same = step("map-tiling", narrow), changes = step("change-precision", narrow);
    const auto all = workbench::checkSteps(before, {step("map-tiling", before), changes, same}, {});
    REQUIRE(all.has_value());
    CHECK(all->result == RewriteCheck::Result::same);
    REQUIRE(all->onPurpose.size() == 1);
    CHECK(all->onPurpose.front().starts_with("step 2 (change-precision"));
    CHECK(all->onPurpose.front().find("b: largest error ") != std::string::npos);
    CHECK(all->onPurpose.front().find("inputs rounded once make ") != std::string::npos);
    CHECK(workbench::toText(*all).find("changes them on purpose") != std::string::npos);
    // Nothing else may change them, before it or behind it.
    for (const auto& steps :
         {std::vector{same, changes}, std::vector{changes, step("map-tiling", before)}}) {
        const auto wrong = workbench::checkSteps(before, steps, {});
        REQUIRE_FALSE(wrong.has_value());
        CHECK(wrong.error().code == "different-results");
    }
    // Nor may it do anything else.
    const auto other = parsed(replaced(text, "p * 3.0", "p * 2.0"));
    CHECK_FALSE(workbench::checkSteps(before, {step("change-precision", other)}, {}).has_value());
    using Kept = history::Agreement::Result;
    workbench::RewriteChecker checker(before);
    CHECK(workbench::agreementOf(checker.check(*narrow), changes.record).result ==
          Kept::differsByEdit);
    CHECK(workbench::agreementOf(checker.check(*narrow), same.record).result == Kept::differs);
    CHECK(workbench::agreementOf(checker.check(*other), changes.record).result == Kept::differs);
}

namespace {

/// The second tasklet's value is the last, because of `edge` or by the order of the file.
std::string twoWriters(const std::string& edge) {
    return R"(sdfg writers {
  args y
  symbols N:int32
  array y float64 [N]
  state only {
    t1 = tasklet t1 `o = 1.0`
    y1 = access y
    t2 = tasklet t2 `o = 2.0`
    y2 = access y
    t1.o -> y1 : y[0]
    t2.o -> y2 : y[0]
)" + edge + "  }\n}\n";
}

} // namespace

TEST_CASE("an order that a rewrite lost shows, though the file's order gives the same") {
    const std::string ordered = twoWriters("    y1 -> t2\n");
    CHECK(checked(ordered, ordered).result == RewriteCheck::Result::same);
    const auto check = checked(ordered, twoWriters(""));
    CHECK(check.result == RewriteCheck::Result::differs);
    CHECK(check.sentence.find("in another order that its graph allows: y:") != std::string::npos);
    // What the program itself leaves open is no fault of a rewrite.
    CHECK(checked(twoWriters(""), twoWriters("")).result == RewriteCheck::Result::same);
}

} // namespace check_rewrite_test
