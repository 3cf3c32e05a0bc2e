// Parts of exported libraries come from the cache of kernels, by their text and options.
#include "core/exec/host/shared_library.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"

#include <fmt/format.h>

#include <cstdlib>
#include <set>
#include <unistd.h>

namespace shared_library_test {

using namespace mw;
using namespace mw::exec;
namespace fs = std::filesystem;

namespace {

/// A cache in a folder of this test's own.
struct Kept {
    Kept() { setenv("MAPWRIGHT_CACHE", folder.c_str(), 1); }
    ~Kept() {
        setenv("MAPWRIGHT_CACHE", "off", 1); // as for all tests here
        fs::remove_all(folder);
    }
    Kept(const Kept&) = delete;
    Kept& operator=(const Kept&) = delete;

    std::set<fs::path> objects() const {
        std::set<fs::path> found;
        for (const auto& entry : fs::directory_iterator(folder))
            if (entry.path().extension() == ".o")
                found.insert(entry.path());
        return found;
    }

    const fs::path folder = fs::temp_directory_path() / fmt::format("mapwright-parts-{}", getpid());
};

LibraryPart numberPart(int number, const std::string& option = "-O1") {
    return {fmt::format("extern \"C\" __attribute__((visibility(\"default\"))) int number() "
                        "{{ return {}; }}\n",
                        number),
            {},
            {option}};
}

} // namespace

TEST_CASE("a part of a library that was compiled before comes from the cache") {
    if (!hostCompiler())
        return test::skip("no C++ compiler");
    const Kept kept;
    const BinaryCache cache;
    const auto one = buildSharedLibrary(cache, {numberPart(1)});
    REQUIRE(one);
    const auto first = kept.objects();
    REQUIRE(first.size() == 1);
    const auto two = buildSharedLibrary(cache, {numberPart(2)});
    REQUIRE(two);
    CHECK(*one != *two);
    auto both = kept.objects();
    REQUIRE(both.size() == 2);
    CHECK(buildSharedLibrary(cache, {numberPart(1)}) == *one);
    // With the other's object in its place it is the other library: nothing was compiled.
    const fs::path own = *first.begin(),
                   other = *both.begin() == own ? *both.rbegin() : *both.begin();
    fs::copy_file(other, own, fs::copy_options::overwrite_existing);
    CHECK(buildSharedLibrary(cache, {numberPart(1)}) == *two);
    CHECK(kept.objects() == both);
}

TEST_CASE("other options make another part, and what does not compile is not kept") {
    if (!hostCompiler())
        return test::skip("no C++ compiler");
    const Kept kept;
    const BinaryCache cache;
    REQUIRE(buildSharedLibrary(cache, {numberPart(1)}));
    REQUIRE(buildSharedLibrary(cache, {numberPart(1, "-O0")}));
    CHECK(kept.objects().size() == 2);
    const auto refused = buildSharedLibrary(cache, {{"no C++\n", {}, {}}});
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == "compile-failed");
    CHECK(kept.objects().size() == 2);
}

} // namespace shared_library_test
