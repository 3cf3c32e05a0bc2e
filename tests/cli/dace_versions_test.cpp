// --dace: which DaCe a graph is for, on the command line, in scenarios and projects.
#include "core/io/sdfg_io.h"
#include "core/ir/dump.h"
#include "tests/cli/run_mw.h"

#include <nlohmann/json.hpp>

#include <cstring>
#include <fstream>

namespace dace_versions_cli_test {

using namespace mw;
using test::contains;
using test::Folder;
using test::runMw;

namespace {

void write(const std::string& file, const std::string& text) {
    std::ofstream(file, std::ios::binary) << text;
}

std::string file(const Folder& folder, const std::string& name, const std::string& text) {
    const auto document = ir::parseDump(text);
    INFO(text << (document ? "" : toString(document.error())));
    REQUIRE(document.has_value());
    const std::string path = folder / (name + ".sdfg");
    REQUIRE(io::writeSdfgFile(**document, path).has_value());
    return path;
}

constexpr const char* kDivides = R"(sdfg divides {
  symbols k:int64
  array r int64 [1]
  state s {
    t = tasklet t `o = k // 2`
    z = access r
    t.o -> z : r[0]
  }
}
)";
constexpr const char* kCopies = R"(sdfg copies {
  array a float64 [10]
  array o float64 [10]
  state s {
    x = access a
    z = access o
    x -> z : a[2:5]
  }
}
)";
constexpr const char* kGrid = " --grid torus:3,3,1";

/// A graph without a version of its own; the scenario of it says one, or none.
std::string scenario(const Folder& folder, const std::string& dace) {
    const std::string path = folder / ("scenario" + dace + ".json");
    nlohmann::json json{{"grid", {{"kind", "torus"}, {"nx", 3}, {"ny", 3}, {"levels", 1}}},
                        {"symbols", {{"k", -7}}}};
    if (!dace.empty())
        json["dace"] = dace;
    write(path, json.dump());
    return path;
}

} // namespace

TEST_CASE("the DaCe that a graph is for decides what it computes, in scenarios too") {
    const Folder folder;
    const std::string graph = file(folder, "divides", kDivides);
    const auto value = [&](const std::string& options) {
        const std::string out = folder / "out.npz";
        const auto done = runMw("run " + graph + " --target interp -o " + out + " " + options);
        INFO(options << ": " << done.text);
        REQUIRE(done.exit == 0);
        const std::string bytes = test::contents(out);
        // The last eight bytes of the member's data stand before the central directory.
        const auto header = bytes.find("\x93NUMPY");
        REQUIRE(header != std::string::npos);
        const auto length = static_cast<unsigned char>(bytes[header + 8]) +
                            256U * static_cast<unsigned char>(bytes[header + 9]);
        std::int64_t number = 0;
        std::memcpy(&number, bytes.data() + header + 10 + length, sizeof(number));
        return number;
    };
    CHECK(value("--scenario " + scenario(folder, "")) == -3);
    CHECK(value("--scenario " + scenario(folder, "") + " --dace 2.0.0a10") == -3);
    CHECK(value("--scenario " + scenario(folder, "") + " --dace 2.0.0b1") == -4);
    CHECK(value("--scenario " + scenario(folder, "2.0.0b1")) == -4);
    CHECK(value("--scenario " + scenario(folder, "2.0.0b1") + " --dace 1.0.2") == -3);
    const auto bad = runMw("run " + graph + kGrid + " --dace newest");
    CHECK(bad.exit != 0);
    CHECK(contains(bad.text, "'newest' is no version of DaCe"));
}

TEST_CASE("check names what newer versions compute otherwise, with both results") {
    const Folder folder;
    const std::string divides = file(folder, "divides", kDivides);
    const auto old = runMw("check " + divides);
    CHECK(contains(old.text, "version-dependent"));
    CHECK(contains(old.text, "the tasklet 't'"));
    CHECK(contains(old.text, "-7 // 2 is -3, from 2.0.0b1 on -4"));
    CHECK_FALSE(contains(runMw("check " + divides + " --dace 2.0.0b1").text, "version-dependent"));
    const std::string copies = file(folder, "copies", kCopies);
    const auto copied = runMw("check " + copies);
    CHECK(contains(copied.text,
                   "here it is [0:3], as in DaCe up to 2.0.0a6; from 2.0.0a7 on it is [2:5]"));
    CHECK_FALSE(contains(runMw("check " + copies + " --dace 2.0.0a7").text, "copy-unsaid-region"));
}

TEST_CASE("a project keeps the DaCe that a program is for, and its steps hold it there") {
    const Folder folder;
    const std::string graph = file(folder, "copies", kCopies);
    const std::string project = folder / "p.mapwright";
    const std::string in = " --project " + project;
    REQUIRE(runMw("apply " + graph + in + " --dace 2.0.0b1 copy-to-map").exit == 0);
    CHECK(contains(runMw("info " + graph + in + " --json").text, "2.0.0b1"));
    const auto other = runMw("info " + graph + in + " --dace 1.0.2");
    CHECK(other.exit != 0);
    CHECK(contains(other.text, "for DaCe 2.0.0b1"));
    CHECK(runMw("info " + graph + in + " --dace 2.0.0b1").exit == 0);
}

TEST_CASE("convert --dace writes what that version reads as the same, with views for parts") {
    const Folder folder;
    const std::string graph = file(folder, "nested", R"(sdfg outer {
  array a float64 [10]
  array o float64 [10]
  state s {
    x = access a
    n = nested n {} = sdfg n {
      array v float64 [1]
      array w float64 [4]
      state t {
        p = access v
        m = map m [i = 0:4] -> e
        q = tasklet q `o = (2.0 * i)`
        e = exit m
        r = access w
        p -> m.IN_v : v[0]
        m.OUT_v -> q.i : v[0]
        q.o -> e.IN_w : w[i]
        e.OUT_w -> r : w[0:4]
      }
    }
    z = access o
    x -> n.v : a[3]
    n.w -> z : o[2:6]
  }
}
)");
    const std::string newer = folder / "newer.sdfg", older = folder / "older.sdfg";
    REQUIRE(runMw("convert " + graph + " --dace 2.0.0b1 -o " + newer).exit == 0);
    const auto text = test::contents(newer);
    CHECK(contains(text, "\"dace_version\": \"2.0.0b1\""));
    CHECK(contains(text, "ArrayView"));
    CHECK(contains(text, "v_view"));
    CHECK(contains(text, "w_view"));
    const std::string same = "verify " + graph + " " + newer + kGrid + " --target interp";
    const auto verified = runMw(same);
    INFO(verified.text);
    CHECK(verified.exit == 0);
    REQUIRE(runMw("convert " + graph + " --dace 2.0.0a6 -o " + older).exit == 0);
    CHECK_FALSE(contains(test::contents(older), "ArrayView"));
    CHECK(runMw("convert " + graph + " --dace 2.0.0b1 --dialect plain -o " + older).exit != 0);
}

TEST_CASE("types that nobody knows are named by check, run and compile, and kept when written") {
    const Folder folder;
    const std::string graph = file(folder, "copies", kCopies);
    const auto original = nlohmann::json::parse(test::contents(graph));
    const auto with = [&](const char* name, const auto& change) {
        auto json = original;
        change(json["attributes"]["_arrays"]["a"]);
        const std::string path = folder / (std::string(name) + ".sdfg");
        write(path, json.dump());
        return path;
    };
    const std::string type = with("type", [](auto& a) { a["attributes"]["dtype"] = "float63"; });
    const std::string kind = with("kind", [](auto& a) { a["type"] = "Strange"; });
    for (const auto& [path, name] : {std::pair(type, "float63"), std::pair(kind, "Strange")}) {
        const auto checked = runMw("check " + path);
        CHECK(contains(checked.text, "unknown-type"));
        CHECK(contains(checked.text, name));
        for (const char* verb : {"run ", "compile "}) {
            const auto refused = runMw(verb + path + (*verb == 'r' ? kGrid : ""));
            INFO(verb << refused.text);
            CHECK(refused.exit != 0);
            CHECK(contains(refused.text, name));
        }
        const std::string again = folder / "again.sdfg";
        REQUIRE(runMw("convert " + path + " -o " + again).exit == 0);
        CHECK(nlohmann::json::parse(test::contents(again)) ==
              nlohmann::json::parse(test::contents(path)));
    }
}

TEST_CASE("a storage with parameters is read, kept, and left out for versions without them") {
    const Folder folder;
    const std::string graph = file(folder, "copies", kCopies);
    auto json = nlohmann::json::parse(test::contents(graph));
    json["dace_version"] = "2.0.0a10";
    json["attributes"]["_arrays"]["a"]["attributes"]["storage"] = {{"type", "StorageType.CPU_Heap"},
                                                                   {"dynamic", true}};
    const std::string path = folder / "storage.sdfg", again = folder / "again.sdfg";
    write(path, json.dump());
    REQUIRE(runMw("convert " + path + " -o " + again).exit == 0);
    CHECK(nlohmann::json::parse(test::contents(again)) == json);
    REQUIRE(runMw("convert " + path + " --dace 2.0.0a6 -o " + again).exit == 0);
    CHECK(nlohmann::json::parse(test::contents(
              again))["attributes"]["_arrays"]["a"]["attributes"]["storage"] == "CPU_Heap");
}

TEST_CASE("the dialect of a file is told by its text") {
    const Folder folder;
    const std::string graph = file(folder, "sized", R"(sdfg sized {
  symbols N:int32
  array a float64 [N]
  state s {
    t = tasklet t `o = 1.0`
    z = access a
    t.o -> z : a[N - 1]
  }
}
)");
    const auto said = [&](const std::string& version, const std::string& dialect) {
        const std::string there = folder / "there.sdfg";
        REQUIRE(runMw("convert " + graph + " --dialect " + dialect + " -o " + there).exit == 0);
        auto json = nlohmann::json::parse(test::contents(there));
        json["dace_version"] = version;
        write(there, json.dump());
        const auto done = runMw("run " + there + kGrid + " --set N=4 --target interp");
        INFO(version << " " << dialect << ": " << done.text);
        CHECK(done.exit == 0);
        const std::string again = folder / "again.sdfg";
        REQUIRE(runMw("convert " + there + " -o " + again).exit == 0);
        CHECK(nlohmann::json::parse(test::contents(again)) == json);
    };
    for (const char* version : {"1.0.2", "2.0.0a3", "2.0.0a6", "43!2026.04.27", "2.0.0b1"})
        for (const char* dialect : {"plain", "dollar"})
            said(version, dialect);
}

} // namespace dace_versions_cli_test
