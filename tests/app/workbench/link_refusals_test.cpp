// What cannot be linked.
#include "tests/app/workbench/linked_steps.h"
#include "tests/support/catch.h"

namespace link_refusals_test {

using namespace mw;
using namespace mw::test::links;
using link::Linked;

TEST_CASE("what cannot be linked is said by program and field") {
    const std::string first = step("a", "b", "0:N"), second = step("b", "c", "0:N");
    const auto with = [&](std::vector<std::string> internal, std::vector<std::string> keep = {}) {
        Sequence sequence;
        sequence.add("first", first).add("second", second);
        sequence.input.internal = std::move(internal);
        sequence.input.keep = std::move(keep);
        return fault(sequence);
    };
    CHECK(with({"b"}, {"b"}) == "in the sequence 's', the field 'b' is internal and to be kept: it "
                                "can be one of both");
    CHECK(with({"z"}) == "in the sequence 's', the field 'z' is internal, and no program that is "
                         "called has an array of this name");
    CHECK(with({}, {"z"}) == "in the sequence 's', the field 'z' is to be kept, and no program "
                             "that is called has an array of this name");
    CHECK(with({"N"}) == "in the sequence 's', the field 'N' is internal, and is no array, but a "
                         "symbol");
    CHECK(with({"a"}) == "in the sequence 's', the field 'a' is internal, and no program that is "
                         "called writes it");
    Sequence outside;
    outside.add("first", first).add("second", second).internal({"b"});
    outside.input.calls.pop_back();
    CHECK(fault(outside) == "in the sequence 's', the field 'b' is internal, but the program "
                            "'second', which is not called here, reads it as 'b'");
    Sequence sizes;
    sizes.add("first", first).add("second", second, scenario(7));
    CHECK(has(fault(sizes), "the program 'second' of the sequence 's': its argument 'b' and 'b' of "
                            "'first' would both be the array 'b', and the one is float64 [7, 3], "
                            "the other float64 [6, 3]"));
    Sequence types;
    auto narrow = second;
    narrow.replace(narrow.find("float64"), 7, "float32");
    types.add("first", first).add("second", narrow);
    CHECK(has(fault(types), "the one is float32 [6, 3], the other float64 [6, 3]"));
    Sequence strides;
    auto rows = second;
    rows.replace(rows.find("strides [1, N]"), 14, "strides [M, 1]");
    strides.add("first", first).add("second", rows);
    CHECK(has(fault(strides), "'b' of 'first' would both be the array 'b', and lie in memory "
                              "differently (strides [3, 1] and [1, 6]"));
    Sequence origins;
    auto later = fieldScenario({"b", "c"}, 3);
    later.symbols["__b_K_range_0"] = later.symbols["__c_K_range_0"] = symbolic::Value::integer(1);
    later.symbols["__b_K_range_1"] = later.symbols["__c_K_range_1"] = symbolic::Value::integer(4);
    origins.add("first", fieldStep("a", "b"), fieldScenario({"a", "b"}, 3))
        .add("second", fieldStep("b", "c"), later);
    CHECK(has(fault(origins), "'b' of 'first' would both be the array 'b', and begin at different "
                              "indices ([0, 1] and [0, 0])"));
    Sequence offsets;
    auto behind = second;
    behind.replace(behind.find("strides [1, N]"), 14, "strides [1, N] start [2]");
    offsets.add("first", first).add("second", behind);
    CHECK(has(fault(offsets), "lie in memory differently (strides [1, 6] and [1, 6], behind 2 and "
                              "0 elements)"));
    Sequence places;
    auto host = first, device = second;
    host.replace(host.find("array b float64 [N, M] strides [1, N]"), 37,
                 "array b float64 [N, M] strides [1, N] storage CPU_Heap");
    device.replace(device.find("array b float64 [N, M] strides [1, N]"), 37,
                   "array b float64 [N, M] strides [1, N] storage GPU_Global");
    places.add("first", host).add("second", device);
    CHECK(has(fault(places), "are in different memory (GPU_Global and CPU_Heap)"));
    Sequence scalars;
    scalars.add("first", "sdfg p {\n  scalar f float64\n  state s {\n    t = tasklet t `o = 1.0`\n"
                         "    f = access f\n    t.o -> f : f[0]\n  }\n}\n");
    CHECK(has(fault(scalars), "it writes its scalar argument 'f'"));
    Sequence bindsScalar;
    bindsScalar.add("first",
                    "sdfg p {\n  scalar f float64\n  array a float64 [6, 3]\n  state s {\n    f = "
                    "access f\n    a = access a\n    f -> a : f[0] -> [0, 0]\n  }\n}\n",
                    scenario(), {{"f", "g"}});
    INFO(fault(bindsScalar));
    CHECK(has(fault(bindsScalar), "it binds 'f', which is a scalar"));
    Sequence taken;
    taken.add("first", first, scenario(), {{"a", ""}})
        .add("second", second, scenario(), {{"c", "first_a"}});
    CHECK(has(fault(taken), "the program 'first' of the sequence 's': it has 'a' for itself, which "
                            "would be called 'first_a', as another argument is"));
    Sequence hidden;
    hidden.add("first", step("a", "b", "0:last"), scenario(6, 5))
        .add("second", step("b", "c", "0:last"), scenario(6, 4), {{"c", "first_last"}});
    CHECK(has(fault(hidden), "the program 'first' of the sequence 's': its 'last' is not that of "
                             "the other programs, and would be called 'first_last', as another "
                             "argument is"));
    Sequence bound;
    bound.add("first", first, scenario(), {{"q", "b"}});
    CHECK(has(fault(bound), "the program 'first' of the sequence 's': it binds 'q', which is no "
                            "array among its arguments"));
    Sequence twice;
    twice.add("first", first, scenario(), {{"a", "b"}});
    CHECK(has(fault(twice), "its arguments 'a' and 'b' would both be the array 'b', which it "
                            "writes"));
    Sequence none;
    none.add("first", first);
    none.input.calls.clear();
    CHECK(fault(none) == "the sequence 's' calls nothing");
    Sequence grids;
    auto elsewhere = scenario();
    elsewhere.grid = {6, 6, 4};
    grids.add("first", first).add("second", second, elsewhere);
    CHECK(fault(grids) == "the program 'second' of the sequence 's' has inputs for the grid "
                          "torus:6,6,4, and 'first' for torus:8,6,10");
    Sequence files;
    files.add("first", first, scenario(), {{"a", "x"}});
    files.input.programs[0].scenario.arrays["a"].fill = inputs::FileFill{"a.npz"};
    CHECK(fault(files) == "the program 'first' of the sequence 's': the values of 'a' are in a "
                          "file under that name, and the array is 'x'");
    Sequence versions;
    versions.add("first", first).add("second", second);
    auto newer = *versions.input.programs[1].document;
    newer.format.daceVersion = "2.0.0b1";
    versions.input.programs[1].document = std::make_shared<const ir::Document>(newer);
    CHECK(has(fault(versions), "the program 'second' of the sequence 's' is for DaCe 2.0.0b1, and "
                               "'first' for DaCe 1.0.0"));
}

} // namespace link_refusals_test
