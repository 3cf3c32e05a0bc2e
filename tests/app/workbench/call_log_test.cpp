// The log of a step's calls as a sequence: names, bindings, exchanges, candidates, what is wrong.
#include "app/workbench/call_log.h"
#include "app/workbench/sequence_file.h"
#include "core/io/file.h"
#include "core/io/sdfg_io.h"
#include "core/ir/dump.h"
#include "tests/app/workbench/folder.h"
#include "tests/support/catch.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace call_log_test {

using namespace mw;
namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

/// `b[i] = a[i] * f` as the package saves a program.
void saveProgram(const fs::path& folder, const std::string& name, const std::string& from,
                 const std::string& to) {
    const auto document = ir::parseDump(fmt::format(R"(sdfg {0} {{
  symbols N:int32
  array {1} float64 [N]
  array {2} float64 [N]
  state s {{
    a = access {1}
    m = map m [i = 0:N] -> e
    t = tasklet t `o = (x * 2.0)`
    e = exit m
    b = access {2}
    a -> m.IN_a : {1}[0:N]
    m.OUT_a -> t.x : {1}[i]
    t.o -> e.IN_b : {2}[i]
    e.OUT_b -> b : {2}[0:N]
  }}
}}
)",
                                                    name, from, to));
    REQUIRE(document);
    fs::create_directories(folder);
    REQUIRE(io::writeSdfgFile(**document, folder / "lowered.sdfgz"));
}

Json call(const std::string& program, const Json& arrays, const std::vector<int>& changed = {}) {
    return {{"program", "../" + program},
            {"where", "step.py:7 in run"},
            {"symbols", {{"N", 6}}},
            {"arrays", arrays},
            {"changed", changed}};
}

struct Step {
    test::Folder folder;
    Json log;

    Step() {
        saveProgram(folder / "first-cpu-1", "first", "a", "b");
        saveProgram(folder / "second-cpu-2", "second", "x", "b");
        Json arrays = Json::array();
        for (const char* argument : {"a", "b", "b", "b"})
            arrays.push_back({{"file", fmt::format("m{}.npy", arrays.size())},
                              {"argument", argument},
                              {"shape", {6}},
                              {"dtype", "float64"}});
        log = {
            {"version", 1},
            {"calls",
             {call("first-cpu-1", {{"a", 0}, {"b", 1}}), call("second-cpu-2", {{"x", 1}, {"b", 2}}),
              call("second-cpu-2", {{"x", 1}, {"b", 2}}),
              call("first-cpu-1", {{"a", 2}, {"b", 3}})}},
            {"arrays", arrays},
            {"changed", Json::array()},
            {"overlap", Json::array()}};
    }
    Expected<workbench::LoggedSequence> read() {
        fs::create_directories(folder / "step");
        REQUIRE(io::writeFileAtomically(folder / "step/calls.json", log.dump()));
        return workbench::readCallLog(folder / "step", "lowered");
    }
    std::string fault() {
        const auto made = read();
        return made ? "" : made.error().sentence;
    }
};

} // namespace

TEST_CASE("a log of calls: a program is a graph with its fields, an array is a memory") {
    Step step;
    const auto made = step.read();
    if (!made)
        FAIL(toString(made.error()));
    const auto& sequence = made->sequence;
    REQUIRE(sequence.programs.size() == 3);
    CHECK(sequence.programs[2].name == "first_2");
    using Bindings = std::map<std::string, std::string, std::less<>>;
    CHECK(sequence.programs[0].bindings.empty());
    CHECK(sequence.programs[1].bindings == Bindings{{"x", "b"}, {"b", "b_2"}});
    CHECK(sequence.programs[2].bindings == Bindings{{"a", "b_2"}, {"b", "b_3"}});
    REQUIRE(sequence.calls.size() == 3);
    CHECK(sequence.calls[1].count == 2); // the same twice in a row
    REQUIRE(made->arrays.size() == 4);
    CHECK(made->arrays[1].users == std::vector<std::string>{"b of first", "x of second"});
    CHECK(made->arrays[1].writers == std::vector<std::string>{"first"});
    CHECK(made->candidates == std::vector<std::string>{"b", "b_2"});
    CHECK(made->notes.empty());

    const auto file = step.folder / "made.sequence.json";
    const auto written = workbench::exportCallLog(*made, file);
    REQUIRE(written);
    CHECK(written->size() == 4);
    const auto read = workbench::readSequence(file, "", codegen::Target::cpu);
    if (!read)
        FAIL(toString(read.error()));
    CHECK(read->input.programs[1].bindings == sequence.programs[1].bindings);
    CHECK(read->input.programs[0].scenario.symbols.at("N").i == 6);
}

TEST_CASE("a log of calls: what something else changed is an exchange, and no candidate") {
    Step step;
    step.log["calls"][1]["changed"] = {1};
    step.log["calls"][2]["changed"] = {1};
    step.log["changed"] = {3};
    step.log["overlap"] = {{0, 3}};
    const auto made = step.read();
    REQUIRE(made);
    REQUIRE(made->sequence.exchanges.size() == 2);
    CHECK(made->sequence.exchanges[0].before == 1);
    CHECK(made->sequence.exchanges[0].fields == std::vector<std::string>{"b"});
    CHECK(made->sequence.calls.size() == 4); // one stands between the two that are alike
    CHECK(made->candidates == std::vector<std::string>{"b_2"});
    REQUIRE(made->notes.size() == 4);
    CHECK(made->notes[0] ==
          "between 'first' (step.py:7 in run) and 'second' (step.py:7 in run) something else "
          "changed b: an exchange stands there");
    CHECK(made->notes[2] == "after the last call something else changed b_3");
    CHECK(made->notes[3].starts_with("'a' and 'b_3' share memory and are not the same array"));
}

TEST_CASE("a log of calls: what is wrong is said") {
    CHECK(Step().fault().empty());
    Step none;
    none.log["calls"] = Json::array();
    CHECK(none.fault() == "the log of calls is damaged: it needs one call or more here");
    Step number;
    number.log["calls"][0]["arrays"]["a"] = 4;
    CHECK(number.fault() == "the log of calls is damaged: it needs the number of an array here");
    Step newer;
    newer.log["version"] = 2;
    CHECK(newer.fault().find("newer") != std::string::npos);
    Step gone;
    fs::remove(gone.folder / "first-cpu-1/lowered.sdfgz");
    CHECK(gone.fault().find("of which there is no graph") != std::string::npos);
    const test::Folder empty;
    CHECK(workbench::readCallLog(empty / "", "lowered")
              .error()
              .sentence.find("holds no log of calls") != std::string::npos);
}

} // namespace call_log_test
