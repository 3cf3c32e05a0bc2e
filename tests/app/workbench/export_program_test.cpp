// What leaves the tool takes its launches along, or says that it does not.

#include "app/workbench/export_program.h"
#include "app/workbench/launches.h"
#include "app/workbench/tune/kept.h"
#include "core/io/sdfg_io.h"
#include "tests/app/workbench/folder.h"

#include <nlohmann/json.hpp>

namespace export_program_test {

using namespace mw;
using test::Folder;
using Json = nlohmann::json;

namespace {

std::vector<std::string> kernelsOf(const ir::DocumentPtr& document) {
    const auto plan = codegen::lower(*document);
    REQUIRE(plan.has_value());
    std::vector<std::string> names;
    for (const auto& kernel : plan->kernels)
        names.push_back(kernel.name);
    return names;
}

/// The sample with a step that chooses launches of its first kernel.
workbench::ProgramPtr launched(const Folder& folder, const codegen::KernelChoice& choice) {
    auto program = workbench::openProgram(folder.input());
    REQUIRE(program.has_value());
    const auto& document = (*program)->current().document;
    workbench::add(*(*program)->history,
                   {workbench::launchStep(document, {{kernelsOf(document).front(), choice}})});
    return *program;
}

workbench::Exported exported(const workbench::Program& program,
                             const workbench::ExportRequest& request) {
    auto result = workbench::exportProgram(program, request, {program.path});
    if (!result)
        FAIL(toString(result.error()));
    return std::move(*result);
}

Json recordOf(const std::filesystem::path& file) {
    return Json::parse(test::contents(file.string() + ".json"));
}

const codegen::KernelChoice kChoice{.block = {{96, 1, 1}}, .levelsPerThread = 4};

} // namespace

TEST_CASE("a graph has the block of chosen launches, and what it cannot say is beside it") {
    const Folder folder;
    const auto program = launched(folder, kChoice);
    const auto kernel = kernelsOf(program->current().document).front();
    const auto done = exported(*program, {.file = folder / "out.sdfgz"});
    const auto read = io::readSdfgFile(folder / "out.sdfgz");
    REQUIRE(read.has_value());
    const auto text = io::writeSdfg(**read);
    REQUIRE(text.has_value());
    CHECK(text->find("\"gpu_block_size\"") != std::string::npos);
    CHECK(workbench::readChoices(folder / "out.choices.json").value() ==
          codegen::Choices{{kernel, kChoice}});
    REQUIRE(done.record.notes.size() == 1);
    CHECK(done.record.notes[0] == "the launch of '" + kernel +
                                      "': 4 levels per thread: a graph has no words for it; "
                                      "out.choices.json has it for mw, DaCe does without");
    const auto record = recordOf(folder / "out.sdfgz");
    CHECK(record["choices"]["kernels"].contains(kernel));
    CHECK(record["notes"].size() == 1);
}

TEST_CASE("a graph without chosen launches has no choices beside it, one with an input's name is "
          "refused") {
    const Folder folder;
    const auto plain = workbench::openProgram(folder.input());
    REQUIRE(plain.has_value());
    CHECK(exported(**plain, {.file = folder / "out.sdfg"}).record.notes.empty());
    CHECK_FALSE(std::filesystem::exists(folder / "out.choices.json"));
    const auto refused =
        workbench::exportProgram(*launched(folder, kChoice), {.file = folder / "out.sdfg"},
                                 {(folder / "out.choices.json").string()});
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().code == "input-file");
}

TEST_CASE("what steps chose of kernels that are gone is left out with a note; what the user names "
          "has to fit") {
    const Folder folder;
    auto program = launched(folder, kChoice);
    auto& history = *program->history;
    const auto gone = kernelsOf(program->current().document).front();
    auto all = workbench::applyEverywhere(test::fusion(), history.current().document, {});
    REQUIRE(all.has_value());
    workbench::add(history, std::move(*all));
    const auto names = kernelsOf(program->current().document);
    REQUIRE(std::ranges::find(names, gone) == names.end());
    const auto done = exported(*program, {.file = folder / "out.sdfg"});
    REQUIRE(done.record.notes.size() == 1);
    CHECK(done.record.notes[0] ==
          "the launch chosen for '" + gone + "' is left out: a later step took its kernel away");
    const auto named = workbench::exportProgram(
        *program, {.file = folder / "named.sdfg", .choices = codegen::Choices{{gone, kChoice}}},
        {});
    REQUIRE_FALSE(named.has_value());
    CHECK(named.error().code == "bad-choices");
    CHECK_FALSE(std::filesystem::exists(folder / "named.sdfg"));
}

TEST_CASE("a record has what tuning came to, of the variant that it led to alone") {
    const Folder folder;
    const auto program = launched(folder, kChoice);
    auto& history = *program->history;
    workbench::Trial whole;
    whole.device = "some device";
    whole.ratio = 0.5;
    whole.low = 0.4;
    whole.high = 0.6;
    whole.time = 20;
    whole.before = 40;
    whole.repeats = 10;
    workbench::keepTuned(program->tuning, program->current().document,
                         history.choicesOf(history.current().id), whole);
    // as a project's file keeps it
    REQUIRE(workbench::writeTuneLog(program->tuning, folder / "log.json"));
    program->tuning = *workbench::readTuneLog(folder / "log.json");
    exported(*program, {.file = folder / "tuned.sdfg"});
    const auto tuned = recordOf(folder / "tuned.sdfg").at("tuned");
    CHECK(tuned["time_us"] == 20);
    CHECK(tuned["before_us"] == 40);
    CHECK(tuned["device"] == "some device");
    history.goTo(history.root().id);
    exported(*program, {.file = folder / "first.sdfg"});
    CHECK_FALSE(recordOf(folder / "first.sdfg").contains("tuned"));
}

} // namespace export_program_test
