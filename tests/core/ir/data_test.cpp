// Types and descriptors of containers.
#include "core/ir/data.h"
#include "core/ir/node.h"
#include "core/ir/sdfg.h"
#include "tests/support/catch.h"

namespace data_test {

using namespace mw;
using namespace mw::ir;
using symbolic::Expr;

TEST_CASE("scalar types have their names and sizes") {
    CHECK(name(ScalarType::boolean) == "bool");
    CHECK(name(ScalarType::float64) == "float64");
    CHECK(name(ScalarType::none) == "none");
    CHECK(sizeOf(ScalarType::boolean) == 1);
    CHECK(sizeOf(ScalarType::bfloat16) == 2);
    CHECK(sizeOf(ScalarType::complex128) == 16);
    CHECK(sizeOf(ScalarType::none) == 0);
    CHECK(sizeOf(ScalarType::other) == 0);
}

TEST_CASE("every scalar type is found by its own name, and bool_ too") {
    for (int i = static_cast<int>(ScalarType::boolean); i < static_cast<int>(ScalarType::other);
         ++i) {
        const auto type = static_cast<ScalarType>(i);
        CHECK(scalarTypeFromName(name(type)) == type);
    }
    CHECK(scalarTypeFromName("bool_") == ScalarType::boolean);
    CHECK_FALSE(scalarTypeFromName("other"));
    CHECK_FALSE(scalarTypeFromName("none"));
    CHECK_FALSE(scalarTypeFromName("float"));
}

TEST_CASE("types know whether they are integers or floating") {
    CHECK(DType{ScalarType::boolean, {}}.isInteger());
    CHECK(DType{ScalarType::uint64, {}}.isInteger());
    CHECK_FALSE(DType{ScalarType::float16, {}}.isInteger());
    CHECK_FALSE(DType{ScalarType::none, {}}.isInteger());
    CHECK(DType{ScalarType::bfloat16, {}}.isFloating());
    CHECK_FALSE(DType{ScalarType::complex64, {}}.isFloating());
    CHECK_FALSE(DType{ScalarType::other, "{}"}.isFloating());
}

TEST_CASE("enumerations go to their names and back") {
    for (int i = 0; i <= static_cast<int>(Storage::other); ++i)
        CHECK(static_cast<int>(storageFromName(name(static_cast<Storage>(i)))) == i);
    for (int i = 0; i <= static_cast<int>(Lifetime::other); ++i)
        CHECK(static_cast<int>(lifetimeFromName(name(static_cast<Lifetime>(i)))) == i);
    for (int i = 0; i <= static_cast<int>(Schedule::other); ++i)
        CHECK(static_cast<int>(scheduleFromName(name(static_cast<Schedule>(i)))) == i);
    CHECK(languageFromName("CPP") == Language::CPP);
    CHECK(languageFromName("SystemVerilog") == Language::other);
    CHECK(scheduleFromName("FPGA_Device") == Schedule::other);
    CHECK(name(Schedule::GPU_ThreadBlock_Dynamic) == "GPU_ThreadBlock_Dynamic");
    CHECK(name(Storage::CPU_ThreadLocal) == "CPU_ThreadLocal");
}

TEST_CASE("a dense array has unit stride in its last or in its first dimension") {
    const Expr n = Expr::symbol("N");
    const Expr m = Expr::symbol("M");
    const auto c = DataDescriptor::array(ScalarType::float32, {n, m}, true);
    CHECK(c.strides == std::vector<Expr>{m, 1});
    CHECK(c.offset == std::vector<Expr>{0, 0});
    CHECK(c.totalSize == n * m);
    CHECK(c.transient);
    const auto f = DataDescriptor::array(ScalarType::float32, {n, m}, false, true);
    CHECK(f.strides == std::vector<Expr>{1, n});
    CHECK(f.totalSize == n * m);
}

TEST_CASE("single elements are scalars and arrays of ones") {
    CHECK(DataDescriptor::scalar(ScalarType::int32, true).isSingleElement());
    CHECK(DataDescriptor::array(ScalarType::int32, {1, 1}, true).isSingleElement());
    CHECK_FALSE(DataDescriptor::array(ScalarType::int32, {1, 2}, true).isSingleElement());
    auto stream = DataDescriptor::array(ScalarType::int32, {1}, true);
    stream.kind = DataKind::stream;
    CHECK_FALSE(stream.isSingleElement());
}

TEST_CASE("an ordered table keeps its order when a value is replaced") {
    OrderedTable<int> table;
    table.set("b", 1);
    table.set("a", 2);
    table.set("b", 3);
    REQUIRE(table.size() == 2);
    CHECK(table.begin()->name == "b");
    CHECK(*table.find("b") == 3);
    CHECK(table.erase("b"));
    CHECK_FALSE(table.erase("b"));
    CHECK(table.find("b") == nullptr);
}

TEST_CASE("an ordered table finds each of many names, in their order, also after some went") {
    constexpr int kMany = 200;
    OrderedTable<int> table;
    const auto name = [](int i) { return "tmp_" + std::to_string(i); };
    for (int i = 0; i < kMany; ++i)
        table.set(name(i), i);
    for (int i = 0; i < kMany; i += 3)
        CHECK(table.erase(name(i)));
    table.set(name(1), -1);
    table.append(name(kMany), kMany);
    std::vector<int> values;
    for (const auto& entry : table)
        values.push_back(entry.value);
    std::vector<int> expected;
    for (int i = 0; i <= kMany; ++i)
        if (i % 3 != 0 || i == kMany)
            expected.push_back(i == 1 ? -1 : i);
    CHECK(values == expected);
    for (int i = 0; i < kMany; ++i) {
        const int* found = table.find(name(i));
        REQUIRE((found != nullptr) == (i % 3 != 0));
        if (found)
            CHECK(*found == (i == 1 ? -1 : i));
    }
    for (int i = 0; i < kMany; ++i)
        table.erase(name(i));
    CHECK(table.size() == 1);
    CHECK(*table.find(name(kMany)) == kMany);
}

TEST_CASE("a memlet of a subset moves the subset's elements") {
    const auto subset = symbolic::parseSubset("0:N, 3", symbolic::Dialect::plain);
    REQUIRE(subset);
    const auto memlet = Memlet::of("a", *subset);
    CHECK(memlet.data == "a");
    CHECK(memlet.volume == Expr::symbol("N"));
    CHECK_FALSE(memlet.empty());
    CHECK(Memlet{}.empty());
}

TEST_CASE("nodes have a name and a kind for sentences") {
    Node node;
    node.kind = AccessNode{"tmp", false};
    CHECK(displayName(node) == "tmp");
    CHECK(kindName(node) == "access node");
    node.kind = MapExit{NodeId{7}};
    CHECK(displayName(node) == "map exit of #7");
    CHECK(kindName(node) == "map exit");
    CHECK(node.isExit());
    node.kind = UnknownNode{"Quantum", ""};
    CHECK(displayName(node) == "Quantum");
    CHECK(kindName(node) == "unknown node Quantum");
    LibraryNode reduce;
    reduce.label = "Reduce";
    node.kind = reduce;
    CHECK(displayName(node) == "Reduce");
    CHECK(node.isCode());
}

} // namespace data_test
