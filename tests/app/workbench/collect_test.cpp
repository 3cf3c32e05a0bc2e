// Programs that a pipeline left on disk: which are found, with which graph and how many calls.

#include "app/workbench/collect.h"
#include "tests/app/workbench/folder.h"

#include <sys/stat.h>

namespace collect_test {

using namespace mw;
using test::Folder;
namespace fs = std::filesystem;

namespace {

void put(const fs::path& file, const std::string& text = "{}") {
    fs::create_directories(file.parent_path());
    REQUIRE(io::writeFileAtomically(file, text));
}

/// A build cache as GT4Py leaves it: one program with its graph, one without.
void putCache(const fs::path& folder) {
    put(folder / "nabla_pyext_0123456789abcdef_1.2.1_fedcba9876543210" / "program.sdfgz");
    put(folder / "damping_pyext_0123456789abcdef_1.2.1" / "libdamping.so");
    put(folder / "old_1F2E" / "program.sdfg");
    put(folder / "mass_0123456789ABCDEF" / "dace.conf");
    put(folder / "no_program_0123456789ABCDEF" / "notes.txt");
    put(folder / "translation_cache" / "dace" / "key.pkl");
}

} // namespace

TEST_CASE(
    "a saved program counts by the stage that is asked for, with its calls in all processes") {
    const Folder folder;
    const auto saved = folder / "saved" / "nabla-01234567";
    put(saved / "program.json");
    put(saved / "lowered.sdfgz");
    put(saved / "finished.sdfgz");
    put(saved / "calls-one-7.json", R"({"calls": 12})");
    put(saved / "calls-two-8.json", R"({"calls": 30})");
    put(folder / "saved" / "late-89abcdef" / "program.json");
    put(folder / "saved" / "late-89abcdef" / "finished.sdfgz");
    const auto found = workbench::collectPrograms(folder / "saved", "lowered");
    REQUIRE(found);
    REQUIRE(found->programs.size() == 2);
    CHECK(found->programs[0].graph == folder / "saved/late-89abcdef/finished.sdfgz");
    CHECK(found->programs[0].calls == 0);
    CHECK(found->programs[1].graph == saved / "lowered.sdfgz");
    CHECK(found->programs[1].calls == 42);
    CHECK(workbench::collectPrograms(folder / "saved", "finished")->programs[1].graph ==
          saved / "finished.sdfgz");
}

TEST_CASE("a call that was to be captured and did not come is said") {
    const Folder folder;
    const auto program = [&](const std::string& name, const std::string& record) {
        put(folder / "saved" / name / "program.json", record);
        put(folder / "saved" / name / "lowered.sdfgz");
        put(folder / "saved" / name / "calls-one-7.json", R"({"calls":    3})");
        return folder / "saved" / name;
    };
    put(program("captured", R"({"capture": 2})") / "outputs.npz");
    put(program("ended", R"({"capture": 2})") / "captured-by");
    program("late", R"({"capture": 5})");
    program("none", R"({"capture": 0})");
    program("earlier", "{}");
    const auto found = workbench::collectPrograms(folder / "saved", "lowered");
    REQUIRE(found);
    REQUIRE(found->programs.size() == 5);
    CHECK(found->programs[0].calls == 3);
    CHECK(found->notes ==
          std::vector<std::string>{"'ended' has no captured call: the process that captured it "
                                   "ended before call 2 returned",
                                   "'late' has no captured call: call 5 was to be captured, and "
                                   "no process called it more than 3 times"});
}

TEST_CASE("a build cache gives the graphs that it holds, and says what would keep the others") {
    const Folder folder;
    putCache(folder / "run" / ".gt4py_cache");
    const auto found = workbench::collectPrograms(folder / "run", "lowered");
    REQUIRE(found);
    REQUIRE(found->programs.size() == 2);
    CHECK(found->programs[0].graph.filename() == "program.sdfgz");
    CHECK(found->programs[1].graph.filename() == "program.sdfg");
    REQUIRE(found->notes.size() == 2);
    CHECK(found->notes[1].find("'mass_0123456789ABCDEF' keeps no graph") != std::string::npos);
    CHECK(found->notes[0].find("'damping_pyext_0123456789abcdef_1.2.1'") != std::string::npos);
    CHECK(found->notes[0].find("DACE_compiler_build_folder_mode") != std::string::npos);
}

TEST_CASE("what cannot be collected is said with the folder's or the file's name") {
    const Folder folder;
    const auto codeOf = [&](const char* name) {
        const auto found = workbench::collectPrograms(folder / name, "lowered");
        REQUIRE_FALSE(found);
        return found.error().code + " " + toString(found.error());
    };
    CHECK(codeOf("nowhere").starts_with("no-folder"));
    fs::create_directories(folder / "empty");
    CHECK(codeOf("empty").starts_with("nothing-collected"));
}

TEST_CASE("a saved program without the file that it is known by is named") {
    const Folder folder;
    put(folder / "saved" / "nabla-01234567" / "lowered.sdfgz");
    put(folder / "saved" / "nabla-01234567" / "calls-one-7.json", R"({"calls": 12})");
    const auto found = workbench::collectPrograms(folder / "saved", "lowered");
    REQUIRE(found);
    CHECK(found->programs.empty());
    REQUIRE(found->notes.size() == 1);
    CHECK(found->notes[0] ==
          "'nabla-01234567' has 'lowered.sdfgz' and counts of calls, and is left "
          "out: program.json, by which a saved program is known, is not there");
}

TEST_CASE("a count of calls that cannot be read is said, and the others count") {
    const Folder folder;
    put(folder / "some" / "program.json");
    put(folder / "some" / "lowered.sdfgz");
    put(folder / "some" / "calls-a-1.json", R"({"calls": 7})");
    put(folder / "some" / "calls-b-2.json", R"({"calls": "many"})");
    put(folder / "some" / "calls-c-3.json", R"({"ca)");
    // What would be read without an end is no count.
    REQUIRE(mkfifo((folder / "some" / "calls-d-4.json").c_str(), 0600) == 0);
    fs::create_symlink("/dev/zero", folder / "some" / "calls-e-5.json");
    const auto found = workbench::collectPrograms(folder / "some", "lowered");
    REQUIRE(found);
    REQUIRE(found->programs.size() == 1);
    CHECK(found->programs[0].calls == 7);
    REQUIRE(found->notes.size() == 2);
    std::string notes = found->notes[0] + found->notes[1];
    CHECK(notes.find("'calls-b-2.json' is left out of the calls of 'some': ") != std::string::npos);
    CHECK(notes.find("'calls-c-3.json'") != std::string::npos);
}

} // namespace collect_test
