// The same file for different versions of DaCe: each gives what that version's own build gave
// (1.0.2, 2.0.0a6, a10 and b1 from PyPI, CPU code of g++ 12, 2026-11-29), on every executor.

#include "core/io/sdfg_io.h"
#include "core/ir/dump.h"
#include "tests/core/exec/both_ways.h"
#include "tests/support/catch.h"

namespace dace_versions_test {

using namespace mw;
using test::agreed;
using test::integer;
using test::Numbers;

namespace {

const std::vector<std::string> kVersions{"1.0.2", "2.0.0a6", "2.0.0a7", "2.0.0a10", "2.0.0b1"};

ir::DaceVersion version(const std::string& text) {
    const auto parsed = ir::parseDaceVersion(text);
    REQUIRE(parsed);
    return *parsed;
}

/// A file of a graph in text form, in which `PLACE` stands for `text`.
std::string fileOf(const std::string& graph, const std::string& text) {
    const auto document = ir::parseDump(graph);
    INFO((document ? std::string() : toString(document.error())));
    REQUIRE(document);
    auto file = io::writeSdfg(**document);
    REQUIRE(file);
    for (std::size_t at = file->find("PLACE"); at != std::string::npos;
         at = file->find("PLACE", at + text.size()))
        file->replace(at, 5, text);
    return *file;
}

ir::DocumentPtr readFor(const std::string& file, const std::string& dace) {
    const auto document = io::readSdfg(file, {}, version(dace));
    INFO((document ? std::string() : toString(document.error())));
    REQUIRE(document);
    return *document;
}

exec::InputArray longs(const Numbers& values) {
    return test::arrayOf(ir::ScalarType::int64, {static_cast<std::int64_t>(values.size())}, values);
}

/// What a graph gives in each of kVersions; also once it was written for that version and read
/// again, and written for another one.
std::vector<Numbers> results(const std::string& graph, const std::string& text,
                             const symbolic::Bindings& symbols, const exec::InputArrays& inputs,
                             const std::string& output, bool written = true,
                             const std::vector<std::string>& versions = kVersions) {
    const std::string file = fileOf(graph, text);
    std::vector<Numbers> all;
    for (const auto& dace : versions) {
        INFO(dace << ": " << text);
        const auto document = readFor(file, dace);
        all.push_back(agreed(document, symbols, inputs).at(output));
        std::vector<std::string> others{dace};
        if (written)
            others.insert(others.end(), {"2.0.0a6", "2.0.0b1"});
        for (const auto& other : others) {
            INFO("written for " << other);
            io::WriteOptions write;
            write.dace = version(other);
            const auto there = io::writeSdfg(*document, write);
            REQUIRE(there);
            INFO(*there);
            const auto back = io::readSdfg(*there);
            REQUIRE(back);
            CHECK((*back)->format.daceVersion == ir::print(version(other)));
            CHECK(agreed(*back, symbols, inputs).at(output) == all.back());
        }
    }
    return all;
}

/// Of one number: -7 and 2 in a tasklet.
Numbers ofTasklet(const std::string& code, const std::string& type = "int64") {
    const auto all = results(
        R"(sdfg g {
  array a )" +
            type + R"( [1]
  array b )" +
            type + R"( [1]
  array o float64 [1]
  state s {
    x = access a
    y = access b
    t = tasklet t `PLACE`
    z = access o
    x -> t.a : a[0]
    y -> t.b : b[0]
    t.o -> z : o[0]
  }
}
)",
        code, {},
        {{"a", test::arrayOf(type == "int64" ? ir::ScalarType::int64 : ir::ScalarType::float64, {1},
                             {type == "int64" ? -7 : -7.5})},
         {"b", test::arrayOf(type == "int64" ? ir::ScalarType::int64 : ir::ScalarType::float64, {1},
                             {2})},
         {"o", test::reals({99})}},
        "o");
    Numbers values;
    for (const auto& one : all)
        values.push_back(one.at(0));
    return values;
}

/// The element of a table of 0, 1, 2, ... that an index names where k is -7.
Numbers ofIndex(const std::string& index, bool written = true,
                const std::vector<std::string>& versions = kVersions) {
    Numbers table;
    for (int i = 0; i < 30; ++i)
        table.push_back(i);
    const auto all = results(R"(sdfg g {
  symbols k:int64
  array a int64 [30]
  array o int64 [1]
  state s {
    x = access a
    t = tasklet t `o = v`
    z = access o
    x -> t.v : a[PLACE]
    t.o -> z : o[0]
  }
}
)",
                             index, {{"k", integer(-7)}}, {{"a", longs(table)}, {"o", longs({99})}},
                             "o", written, versions);
    Numbers values;
    for (const auto& one : all)
        values.push_back(one.at(0));
    return values;
}

} // namespace

TEST_CASE("versions: division and remainder in tasklets") {
    CHECK(ofTasklet("o = a // b") == Numbers{-3, -3, -3, -3, -4});
    CHECK(ofTasklet("o = 10 * (a // 2) + a % b") == Numbers{-31, -31, -31, -31, -41});
    CHECK(ofTasklet("w = a\\nw //= b\\no = w") == Numbers{-3, -3, -3, -3, -4});
    CHECK(ofTasklet("if a // b < -3:\\n    o = 1\\nelse:\\n    o = 0") == Numbers{0, 0, 0, 0, 1});
    CHECK(ofTasklet("o = Mod(a, b)") == Numbers{-1, -1, -1, -1, 1});
    CHECK(ofTasklet("o = py_floor(a, b)") == Numbers{-4, -4, -4, -4, -4});
    CHECK(ofTasklet("o = a // b", "float64") == Numbers{-4, -4, -4, -4, -4});
}

TEST_CASE("versions: division in conditions and assignments") {
    const auto assigned = [](const std::string& value) {
        return results(R"(sdfg g {
  symbols k:int64 h:int64
  array o int64 [1]
  state s {
  }
  state t {
    w = tasklet w `o = h`
    z = access o
    w.o -> z : o[0]
  }
  s -> t with h = `PLACE`
}
)",
                       value, {{"k", integer(-7)}}, {{"o", longs({99})}}, "o");
    };
    CHECK(assigned("k // 2") == std::vector<Numbers>{{-3}, {-3}, {-3}, {-3}, {-4}});
    CHECK(assigned("Mod(k, 3)") == std::vector<Numbers>{{-1}, {-1}, {-1}, {-1}, {2}});
    CHECK(assigned("k % 3") == std::vector<Numbers>{{-1}, {-1}, {-1}, {-1}, {-1}});
    CHECK(assigned("py_floor(k, 2)") == std::vector<Numbers>{{-4}, {-4}, {-4}, {-4}, {-4}});
}

TEST_CASE("versions: remainders in memlets") {
    // Up to 2.0.0a10 DaCe's C++ has C's remainder for both, which is 9: there check says
    // rounding-division, and mathematics is computed.
    CHECK(ofIndex("Mod(k, 3) + 10", false) == Numbers{12, 12, 12, 12, 12});
    CHECK(ofIndex("k % 3 + 10", false).back() == 9);
    CHECK(ofIndex("CMod(k, 3) + 10", false, {"2.0.0b1"}) == Numbers{9});
}

TEST_CASE("versions: a copy that says the region of one end") {
    const auto copied = [](const std::string& memlet, int to) {
        const std::string n = std::to_string(to);
        return results("sdfg g {\n  array a int64 [10]\n  array o int64 [" + n +
                           "]\n  state s {\n    x = access a\n    z = access o\n    x -> z : " +
                           memlet + "\n  }\n}\n",
                       "", {},
                       {{"a", longs({1, 2, 3, 4, 5, 6, 7, 8, 9, 10})},
                        {"o", longs(Numbers(static_cast<std::size_t>(to), 0))}},
                       "o");
    };
    const Numbers first{3, 4, 5, 0, 0, 0, 0, 0, 0, 0}, same{0, 0, 3, 4, 5, 0, 0, 0, 0, 0};
    CHECK(copied("a[2:5]", 10) == std::vector<Numbers>{first, first, same, same, same});
    const Numbers moved{0, 0, 1, 2, 3, 0, 0, 0, 0, 0};
    CHECK(copied("o[2:5]", 10) == std::vector<Numbers>{moved, moved, same, same, same});
    const Numbers all{3, 4, 5};
    CHECK(copied("a[2:5]", 3) == std::vector<Numbers>{all, all, all, all, all});
    const Numbers spread{0, 0, 3, 0, 5, 0, 7, 0, 0, 0}, dense{3, 5, 7, 0, 0, 0, 0, 0, 0, 0};
    CHECK(copied("a[2:8:2]", 10) == std::vector<Numbers>{dense, dense, spread, spread, spread});
}

TEST_CASE("versions: a file that nobody changed is written as it was") {
    for (const char* code : {"o = (a // b)  # rounds", "o = a // (b + 1)"}) {
        const std::string file = fileOf(R"(sdfg g {
  array a int64 [1]
  array o int64 [1]
  state s {
    x = access a
    t = tasklet t `PLACE`
    z = access o
    x -> t.a : a[0]
    t.o -> z : o[0]
  }
}
)",
                                        code);
        for (const auto& dace : kVersions) {
            const auto there = io::writeSdfg(*readFor(file, dace));
            REQUIRE(there);
            CHECK(there->find(code) != std::string::npos); // to the letter
            CHECK(there->find("\"dace_version\": \"" + dace + "\"") != std::string::npos);
            const auto read = io::readSdfg(*there);
            REQUIRE(read);
            CHECK(io::writeSdfg(**read) == *there);
        }
    }
}

TEST_CASE("versions: as PEP 440 orders them, builds of a day as the release of that day") {
    CHECK(version("1.0.2") < version("2.0.0a3"));
    CHECK(version("2.0.0a9") < version("2.0.0a10"));
    CHECK(version("2.0.0a10") < version("2.0.0b1"));
    CHECK(version("2.0.0b1") < version("2.0.0rc1"));
    CHECK(version("2.0.0rc1") < version("2.0"));
    CHECK(version("43!2026.04.27") == version("1.0.2"));
    CHECK(version("43!2026.08.14") == version("2.0.0a6"));
    CHECK(version("43!2026.08.30+cu12") == version("2.0.0a7"));
    CHECK(ir::print(version("2.0.0b1.post1")) == "2.0.0b1");
    for (const char* bad : {"", "two", "2.", "2.0.0x1", "2.0.0a", "2.0.0a6x", "43!"})
        CHECK_FALSE(ir::parseDaceVersion(bad));
    CHECK(ir::rulesOf("2.0.0a6") == ir::rulesOf("43!2026.08.14"));
    CHECK_FALSE(ir::rulesOf("nonsense").dollar);
}

} // namespace dace_versions_test
