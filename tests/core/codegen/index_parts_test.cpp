// Indices taken apart into what loops say and what memory adds.
#include "core/codegen/index_parts.h"
#include "tests/core/codegen/lowered.h"
#include "tests/support/catch.h"

#include <fmt/format.h>

namespace index_parts_test {

using namespace mw;
using test::parsed;
using test::valueOf;

namespace {

/// `near | local * factor ...`; "-": it cannot be taken apart.
std::string partsOf(const std::string& index) {
    const auto parts = codegen::indexParts(parsed(index), {"e", "f"});
    if (!parts)
        return "-";
    std::string text = symbolic::print(parts->near) + " |";
    for (const auto& [local, factor] : parts->far)
        text += fmt::format(" {} * {}", symbolic::print(local), symbolic::print(factor));
    return text;
}

codegen::Statement declared(const std::string& name, codegen::ValuePtr init, bool isConst = true) {
    return {codegen::DeclareScalar{ir::ScalarType::int32, name, std::move(init), isConst}};
}

} // namespace

TEST_CASE("an index is what is near and what is far") {
    CHECK(partsOf("e + k*S") == "S*k | e * 1");
    CHECK(partsOf("e*S + k + 2") == "k + 2 | e * S");
    CHECK(partsOf("(k + e)*S + i") == "S*k + i | e * S");
    CHECK(partsOf("e + f") == "0 | e * 1 f * 1");
    CHECK(partsOf("e") == "0 | e * 1");
    CHECK(partsOf("i + k*S") == "-"); // nothing is far
    CHECK(partsOf("e*f") == "-");
    CHECK(partsOf("Min(e, 3) + k") == "-");
    CHECK(partsOf("e*e") == "-");
}

TEST_CASE("locals are far that are loaded, that change, or that are computed from such") {
    using codegen::Index;
    const auto i32 = ir::ScalarType::int32;
    const auto far = codegen::farLocals(
        {declared("row", valueOf(Index{parsed("k + 1")}, i32)),
         declared("entry", valueOf(codegen::Load{"t", parsed("i")}, i32)),
         declared("copy", valueOf(codegen::LocalRef{"entry"}, i32)),
         declared("before", valueOf(Index{parsed("entry - 1")}, i32)),
         declared("behind", valueOf(Index{parsed("row + 1")}, i32)),
         declared("changes", valueOf(Index{parsed("k")}, i32), false), declared("later", nullptr)});
    CHECK(far == codegen::NameSet{"before", "changes", "copy", "entry", "later"});
}

} // namespace index_parts_test
