// Lifetime and storage of temporaries: GT4Py's modes as graphs of our own, each way of keeping
// memory executed, and a graph for every refusal.

#include "core/ir/dump.h"
#include "tests/support/catch.h"
#include "tests/transforms/equivalence.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/transformation_case.h"

namespace mw::test::transient_memory_test {

namespace {

const std::string kName = "transient-memory";
const std::string kArray = "  array tmp float64 [N] transient";

std::string twoMaps(const std::string& attributes = {}) {
    TwoMaps maps;
    maps.temporary += attributes;
    return maps.text();
}

RefusalCase refused(const std::vector<Edit>& fault, const Params& params = {}) {
    return {.transformation = kName,
            .refusal = "2 nothing-to-change",
            .sound = twoMaps(),
            .fault = fault,
            .faultParams = params,
            .without = Without::same,
            .because = "nothing would change"};
}

/// The temporary has a size that the program assigns.
std::vector<Edit> assignedSize() {
    return {{"symbols N:int32", "symbols M:int32 N:int32"},
            {"array tmp float64 [N]", "array tmp float64 [M]"},
            {"  state main {\n", "  state begin {}\n  state main {\n"},
            {"  }\n}\n", "  }\n  begin -> main with M = `N`\n}\n"}};
}

} // namespace

std::vector<RefusalCase> refusals() {
    return {
        refused({{kArray, kArray + " lifetime External"}}),
        refused({{"    n4 = access tmp\n", "    n4 = access tmp setzero\n"}}),
        refused({{kArray, kArray + " storage Register"}}),
        refused(assignedSize()),
        refused({}, {{"mode", std::string("pool")}}),
    };
}

namespace {

using test::edited;
using test::has;
using transforms::Params;

std::string text(const std::string& graph, const Params& params = {}) {
    return test::textAfter(kName, graph, params, 1);
}

Params mode(const std::string& name) {
    return {{"mode", name}};
}

std::string whyNot(const std::string& graph, const Params& params = {}) {
    const auto refusal = test::refusal(kName, graph, params);
    return refusal ? refusal->sentence : "applies";
}

/// A scalar and an array between two maps and a tasklet, and an element inside of one of them.
std::string scalarAndArray(const std::string& storage) {
    return edited(R"(sdfg g {
  symbols N:int32
  array a float64 [N]
  array b float64 [N]
  array t float64 [N] transient
  scalar s float64 transient
  array w float64 [1] transient
  state main {
    a = access a
    h = tasklet twice `o = (p * 2.0)`
    s = access s
    m = map first [i = 0:N] -> x
    f = tasklet f `o = (p + 1.0)`
    w = access w
    x = exit m
    t = access t
    n = map second [i = 0:N] -> y
    g = tasklet g `o = (p * q)`
    y = exit n
    b = access b
    a -> h.p : a[0]
    h.o -> s : s[0]
    a -> m.IN_a : a[0:N]
    m.OUT_a -> f.p : a[i]
    f.o -> w : w[0]
    w -> x.IN_t : w[0] -> [i]
    x.OUT_t -> t : t[0:N]
    t -> n.IN_t : t[0:N]
    s -> n.IN_s : s[0]
    n.OUT_t -> g.p : t[i]
    n.OUT_s -> g.q : s[0]
    g.o -> y.IN_b : b[i]
    y.OUT_b -> b : b[0:N]
  }
}
)",
                  {{"array t float64 [N] transient", "array t float64 [N] transient" + storage},
                   {"scalar s float64 transient", "scalar s float64 transient" + storage}});
}

const std::string kOnGpu = " storage GPU_Global";

} // namespace

TEST_CASE("transient-memory: arrays beside maps are kept, on the host as on a GPU") {
    for (const auto& [name, lifetime] :
         {std::pair{"persistent", "Persistent"}, {"external", "External"}}) {
        const auto host = text(scalarAndArray(""), mode(name));
        INFO(host);
        CHECK(has(host, std::string("array t float64 [N] transient storage CPU_Heap lifetime ") +
                            lifetime));
        CHECK(has(host, "scalar s float64 transient\n")); // DaCe has it in a register
        CHECK(has(host, "array w float64 [1] transient\n"));
        const auto gpu = text(scalarAndArray(kOnGpu), mode(name));
        INFO(gpu);
        CHECK(has(gpu, "array t float64 [N] transient storage GPU_Global lifetime " +
                           std::string(lifetime)));
        CHECK(has(gpu, "scalar s float64 transient storage GPU_Global lifetime " +
                           std::string(lifetime)));
        CHECK(has(gpu, "array w float64 [1] transient\n"));
    }
}

TEST_CASE("transient-memory: what is used inside of maps alone stays, also in nested SDFGs there") {
    const auto inside =
        edited(scalarAndArray(""), {{"array t float64 [N] transient", "array t float64 [N]"}});
    CHECK(whyNot(inside) ==
          "No temporary gets other memory: 's' is in no memory that outlives a call.");
    const std::string element = "  array p float64 [1]\n  array q float64 [1]\n"
                                "  array r float64 [4] transient\n  state in {\n    p = access p\n"
                                "    r = access r\n    q = access q\n    p -> r : p[0] -> [2]\n"
                                "    r -> q : r[2] -> [0]\n  }\n}\n";
    const auto nested = [&](const std::string& scope) {
        return "sdfg g {\n  symbols N:int32\n  array a float64 [N]\n  array b float64 [N]\n"
               "  state main {\n    a = access a\n    c = nested inner = sdfg inner {\n" +
               element + scope + "  }\n}\n";
    };
    const auto beside = nested("    b = access b\n    a -> c.p : a[0]\n    c.q -> b : b[0]\n");
    CHECK(has(text(beside), "array r float64 [4] transient storage CPU_Heap lifetime Persistent"));
    const auto inMap = nested("    m = map all [i = 0:N] -> x\n    x = exit m\n    b = access b\n"
                              "    a -> m.IN_a : a[0:N]\n    m.OUT_a -> c.p : a[i]\n"
                              "    c.q -> x.IN_b : b[i]\n    x.OUT_b -> b : b[0:N]\n");
    CHECK(whyNot(inMap) == "No temporary gets other memory: 'r' is used inside of a map.");
}

TEST_CASE("transient-memory: a size that the caller knows, or constants say") {
    CHECK(has(whyNot(edited(twoMaps(), assignedSize())),
              "'tmp' has a size that is not known before the program runs."));
    const auto constant =
        edited(twoMaps(), {{"  symbols N:int32\n", "  symbols N:int32\n  constant C = 40\n"},
                           {"array tmp float64 [N]", "array tmp float64 [C]"}});
    CHECK(has(text(constant),
              "array tmp float64 [C] transient storage CPU_Heap lifetime Persistent"));
}

TEST_CASE("transient-memory: the pool is given and taken back, whatever nested SDFGs there are") {
    const auto gpu = twoMaps(kOnGpu);
    const auto pooled = text(gpu, mode("pool"));
    CHECK(has(pooled, "array tmp float64 [N] transient storage GPU_Global pool"));
    CHECK_FALSE(has(text(pooled, mode("scoped")), "pool"));
    // Memory that is kept needs no pool.
    const auto kept = text(pooled, mode("persistent"));
    CHECK(has(kept, "storage GPU_Global lifetime Persistent\n"));
    CHECK(has(whyNot(kept, mode("pool")), "'tmp' outlives a call already."));
    CHECK(has(whyNot(twoMaps(), mode("pool")), "'tmp' is no array in the memory of a GPU."));
}

TEST_CASE("transient-memory: small arrays are on the stack, but for those that kernels touch") {
    const auto small =
        edited(scalarAndArray(""), {{"array t float64 [N]", "array t float64 [40]"}});
    const Params most{{"mode", std::string("pool")}, {"stack-elements", std::int64_t{40}}};
    const auto after = text(small, most);
    CHECK(has(after, "array t float64 [40] transient storage Register"));
    CHECK(has(after, "array w float64 [1] transient storage Register"));
    const Params fewer{{"mode", std::string("persistent")}, {"stack-elements", std::int64_t{39}}};
    CHECK(has(text(small, fewer),
              "array t float64 [40] transient storage CPU_Heap lifetime Persistent"));
    const auto kernel =
        edited(small, {{"map second [i = 0:N]", "map second [i = 0:N] schedule GPU_Device"}});
    const auto beside = text(kernel, most);
    CHECK(has(beside, "array t float64 [40] transient\n"));
    CHECK(has(beside, "array w float64 [1] transient storage Register"));
}

TEST_CASE("transient-memory: programs give the same results with every lifetime and storage") {
    for (const char* lifetime : {"Scope", "State", "SDFG", "Global", "Persistent", "External"})
        for (const char* storage :
             {"Default", "Register", "CPU_Heap", "CPU_Pinned", "GPU_Global"}) {
            const std::string memory = std::string(" storage ") + storage + " lifetime " + lifetime;
            INFO(memory);
            const auto before = test::parsed(scalarAndArray(""));
            const auto after = test::parsed(scalarAndArray(memory));
            CHECK(test::difference(*before, *after).value_or("equal") == "equal");
        }
}

} // namespace mw::test::transient_memory_test
