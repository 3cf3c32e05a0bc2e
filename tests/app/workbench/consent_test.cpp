// Consent to C++ of a graph's own: asked once for each text of each file.

#include "app/workbench/consent.h"
#include "tests/app/workbench/folder.h"

namespace consent_test {

using namespace mw;
using test::Folder;

TEST_CASE("what was agreed to is not asked for again, and another text or file is") {
    const Folder folder;
    const exec::TrustStore store(folder / "trusted.json");
    const auto a = folder / "a.sdfg";
    const auto b = folder / "b.sdfg";
    const std::vector<exec::CompiledCode> code{{0, {{}}, {"one text"}}, {1, {{}}, {"two"}}};
    workbench::Consent consent(store, {a, b});
    const auto refused = consent.ask(code);
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().code == "untrusted-code");
    CHECK(refused.error().location.file == a.string());
    REQUIRE(consent.agree());
    CHECK(consent.ask(code).has_value());
    CHECK(workbench::Consent(store, {a, b}).ask(code).has_value());
    CHECK_FALSE(workbench::Consent(store, {b, a}).ask(code).has_value());
    const auto other = consent.ask({code[0], {1, {{}}, {"changed"}}});
    REQUIRE_FALSE(other.has_value());
    CHECK(other.error().location.file == b.string());
}

} // namespace consent_test
