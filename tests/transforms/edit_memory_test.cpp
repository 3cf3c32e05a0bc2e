// Edits of where a temporary is, and how long it keeps its memory.

#include "tests/transforms/edit_fixture.h"

namespace edit_memory_test {

using namespace mw;
using test::Edited;
using test::has;

namespace {

/// Two maps with `t` between them, and `u` inside of the first.
std::string program(const std::string& schedule, const std::string& storage,
                    const std::string& size = "N") {
    return "sdfg p {\n  symbols N:int32\n  array a float64 [N]" + storage +
           "\n  array b float64 [N]" + storage + "\n  array t float64 [" + size + "] transient" +
           storage +
           "\n  array u float64 [2] transient\n  state s {\n    n0 = access a\n"
           "    n1 = map m [i = 0:2] " +
           schedule +
           " -> n3\n    n2 = tasklet one `out = (x + 1.0)`\n    n9 = access u\n"
           "    n10 = tasklet two `out = (x + 1.0)`\n    n3 = exit n1\n    n4 = access t\n"
           "    n5 = map k [i = 0:2] " +
           schedule +
           " -> n7\n    n6 = tasklet three `out = (x * 2.0)`\n    n7 = exit n5\n    n8 = access b\n"
           "    n0 -> n1.IN_a : a[0:2]\n    n1.OUT_a -> n2.x : a[i]\n"
           "    n2.out -> n9 : u[0]\n    n9 -> n10.x : u[0]\n    n10.out -> n3.IN_t : t[i]\n"
           "    n3.OUT_t -> n4 : t[0:2]\n    n4 -> n5.IN_t : t[0:2]\n    n5.OUT_t -> n6.x : t[i]\n"
           "    n6.out -> n7.IN_b : b[i]\n    n7.OUT_b -> n8 : b[0:2]\n  }\n}\n";
}

const std::string kGpu = "schedule GPU_Device";
const std::string kGlobal = " storage GPU_Global";

} // namespace

TEST_CASE("the storage of a temporary is edited where its uses reach it") {
    const Edited host(program("", ""));
    CHECK(has(host.after("t", "storage", "", "CPU_Heap"), "transient storage CPU_Heap"));
    CHECK(host.error("t", "storage", "", "Attic") == "no-storage: There is no storage 'Attic'.");
    CHECK(host.error("t", "storage", "", "GPU_Shared").starts_with("outside-kernel: 't' "));
    CHECK(host.error("t", "storage", "", "Register") ==
          "size-not-fixed: 't' has N elements: registers need a number that is known now.");
    CHECK(Edited(program("", "", "2")).error("t", "storage", "", "Register") == "fits");

    const Edited device(program(kGpu, kGlobal));
    CHECK(device.error("t", "storage", "", "CPU_Heap") ==
          "host-memory: 't' is read or written by a kernel, which cannot reach CPU_Heap of the "
          "host.");
    CHECK(device.error("u", "storage", "", "CPU_Pinned") ==
          "host-memory: 'u' is used inside of the kernel 'm', which cannot reach CPU_Pinned.");
    CHECK(device.error("u", "storage", "", "GPU_Global").starts_with("inside-kernel: 'u' "));
    CHECK(device.error("u", "storage", "", "GPU_Shared") == "fits");
    CHECK(device.error("u", "storage", "", "Register") == "fits");
}

TEST_CASE("host code that would read device memory is refused by the validation") {
    CHECK(Edited(program("schedule Sequential", ""))
              .error("t", "storage", "", "GPU_Global")
              .starts_with("host-reads-device: "));
}

TEST_CASE("a lifetime that keeps values from call to call is not shortened") {
    const std::string kept = "transient lifetime Persistent";
    auto written = program("", "");
    written.replace(written.find("t float64 [N] transient") + 14, 9, kept);
    CHECK(has(Edited(written).after("t", "lifetime", "", "Scope"),
              "array t float64 [N] transient\n"));

    auto counted = written; // what a call before left is added to
    for (const std::string edge : {"n3.IN_t : t[i]", "n3.OUT_t -> n4 : t[0:2]"})
        counted.insert(counted.find(edge) + edge.size(), " wcr `lambda x, y: x + y`");
    CHECK(Edited(counted).error("t", "lifetime", "", "Scope") ==
          "keeps-values: 't' has the lifetime Persistent and is read before a call writes it: with "
          "the lifetime Scope the values of the call before would be lost.");
    CHECK(Edited(counted).error("t", "lifetime", "", "External") == "fits");
}

TEST_CASE("the lifetime of a temporary is edited where nothing forbids to keep it") {
    const Edited p(program("", ""));
    CHECK(has(p.after("t", "lifetime", "", "Persistent"), "transient lifetime Persistent"));
    CHECK(p.error("t", "lifetime", "", "Forever") ==
          "no-lifetime: There is no lifetime 'Forever'.");
    CHECK(p.error("u", "lifetime", "", "SDFG") ==
          "inside-map: 'u' is used inside of a map: with the lifetime SDFG its iterations would "
          "share it.");
    auto zeroed = program("", "");
    zeroed.insert(zeroed.find("access t") + 8, " setzero");
    CHECK(Edited(zeroed).error("t", "lifetime", "", "Persistent").starts_with("begins-as-zeros: "));
    CHECK(Edited(zeroed).error("t", "lifetime", "", "SDFG") == "fits");
    auto sized = program("", "", "L");
    sized.insert(sized.find("  array a"), "");
    sized.replace(sized.find("N:int32"), 7, "N:int32 L:int32");
    sized.replace(sized.rfind("}\n"), 2,
                  "  state before {\n  }\n  before -> s with L = `N + 1`\n}\n");
    CHECK(Edited(sized).error("t", "lifetime", "", "Persistent") ==
          "size-unknown: 't' has L elements, which is not known before the program runs.");
}

TEST_CASE("every access node of a temporary means the same edit") {
    auto text = program("", "");
    text.insert(text.rfind("  }\n}"), "    n11 = access t\n");
    const Edited p(text);
    const ir::DocumentIndex index(p.document);
    std::vector<std::string> records;
    for (const auto& node : index.find(index.states().front())->block->as<ir::State>()->nodes) {
        const auto* access = node->as<ir::AccessNode>();
        if (!access || access->data != "t")
            continue;
        const auto done = transforms::edit(p.document, {node->id, "storage", "", "CPU_Heap"});
        REQUIRE(done.has_value());
        records.push_back(
            std::to_string(history::idsOf(history::siteOf(done->step.record))[0].value));
    }
    REQUIRE(records.size() == 2);
    CHECK(records[0] == records[1]);
}

} // namespace edit_memory_test
