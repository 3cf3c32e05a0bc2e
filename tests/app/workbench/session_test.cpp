// Sessions come back, those of older versions too.

#include "app/workbench/session_store.h"
#include "core/ir/equality.h"
#include "tests/app/workbench/folder.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace session_test {

using namespace mw;
using test::Folder;

namespace {

/// Ids alone: a step as recipes of version 1 had it.
nlohmann::json firstForm(const history::Record& record) {
    const auto& fusion = std::get<history::TransformationRecord>(record);
    nlohmann::json elements = nlohmann::json::array();
    for (const auto& anchor : fusion.site.elements())
        elements.push_back(anchor.id.value);
    return {{"transformation", fusion.name},
            {"match", {{"state", 0}, {"elements", elements}, {"label", fusion.site.label}}},
            {"params", nlohmann::json::object()}};
}

/// The program as sessions of version 2 had it: one branch per leaf.
std::string secondForm(const workbench::Program& program) {
    const auto& history = *program.history;
    nlohmann::json branches = nlohmann::json::array();
    for (const auto& leaf : history.variants()) {
        if (!history.children(leaf.id).empty())
            continue;
        nlohmann::json steps = nlohmann::json::array();
        nlohmann::json ids, names, pins, measured, exported;
        for (const auto id : history.path(leaf.id)) {
            const auto& variant = *history.find(id);
            if (variant.record)
                steps.push_back(firstForm(*variant.record));
            ids.push_back(id.value);
            names.push_back(variant.name);
            pins.push_back(variant.pinned);
            measured.push_back(nlohmann::json(variant.measured));
            exported.push_back(false);
        }
        const nlohmann::json recipe{{"recipe", 1}, {"program", "nabla4"}, {"steps", steps}};
        branches.push_back({{"recipe", recipe.dump()},
                            {"ids", ids},
                            {"names", names},
                            {"pinned", pins},
                            {"measured", measured},
                            {"exported", exported}});
    }
    return nlohmann::json{{"session", 2},
                          {"path", program.path},
                          {"content", workbench::contentKey(*program.content)},
                          {"program", "nabla4"},
                          {"variants", history.variants().size()},
                          {"current", program.current().id.value},
                          {"branches", branches}}
        .dump();
}

void checkBack(const workbench::Program& before, const std::filesystem::path& file) {
    const auto info = workbench::readSessionInfo(file);
    REQUIRE(info.has_value());
    CHECK(info->program == "nabla4");
    CHECK(info->variants == 12);
    const auto restored = workbench::restoreSession(file, {});
    REQUIRE(restored.has_value());
    CHECK(restored->lost.empty());
    const auto& after = *restored->program->history;
    REQUIRE(after.variants().size() == before.history->variants().size());
    CHECK(ir::equivalent(*after.current().document->root, *before.current().document->root));
    REQUIRE(after.pinned().size() == 1);
    CHECK(after.find(after.pinned().front())->name == "one fusion");
    CHECK(after.find(after.pinned().front())->measured.at("device-us") == 12.5);
}

} // namespace

TEST_CASE("a session comes back: variants, names, pins, times, the current one") {
    const Folder folder;
    const auto program = test::worked(folder.input());
    REQUIRE(workbench::saveSession(*program, folder / "s.json"));
    checkBack(*program, folder / "s.json");
    // The input may have gone: its bytes lie beside the session.
    std::filesystem::remove(folder.input());
    checkBack(*program, folder / "s.json");
}

TEST_CASE("sessions of the earlier form still open") {
    const Folder folder;
    const auto program = test::worked(folder.input());
    REQUIRE(io::writeFileAtomically(folder / "old.json", secondForm(*program)));
    checkBack(*program, folder / "old.json");
}

TEST_CASE("a session that can't be read says so") {
    const Folder folder;
    CHECK(workbench::readSessionInfo(folder / "none.json").error().code == "no-session");
    REQUIRE(io::writeFileAtomically(folder / "bad.json",
                                    R"({"session": 1, "branches": [{"recipe": 3}], "path": 4})"));
    CHECK(workbench::restoreSession(folder / "bad.json", {}).error().code == "damaged-file");
}

TEST_CASE("the store finds sessions by path and content, and keeps those of other content") {
    const Folder folder;
    const workbench::SessionStore store(folder / "sessions", folder / "legacy.json");
    auto program = test::worked(folder.input());
    program->kept = false;
    REQUIRE(store.keep(*program));
    CHECK(program->kept);
    const auto found = store.find(folder.input(), *program->content);
    REQUIRE(found.has_value());
    CHECK(store.newest()->file == found->file);
    CHECK(store.inputs() == std::vector{program->path});
    CHECK(store.inputsAt(folder.input()) == std::vector{program->path});
    CHECK(store.inputsAt(folder / "other.sdfg").empty());
    const auto symbolic = folder / "symbolic.sdfg";
    std::filesystem::create_symlink(folder.input(), symbolic);
    CHECK(store.inputsAt(symbolic) == std::vector{program->path});
    const auto hard = folder / "hard.sdfg";
    std::filesystem::create_hard_link(folder.input(), hard);
    CHECK(store.inputsAt(hard) == std::vector{program->path});
    CHECK_FALSE(store.find(folder.input(), *program->content + " ").has_value());
    CHECK(store.ofOlderContent(folder.input(), *program->content + " ")->file == found->file);
    CHECK_FALSE(store.ofOlderContent(folder.input(), *program->content).has_value());
    store.setAside(found->file);
    CHECK(std::filesystem::exists(found->file.string().substr(0, found->file.string().size() - 5) +
                                  ".before-1"));
}

TEST_CASE("work on a project that its file does not have is kept in a copy") {
    const Folder folder;
    const workbench::SessionStore store(folder / "sessions", folder / "legacy.json");
    workbench::Project project;
    const auto file = folder / "p.mapwright";
    REQUIRE(project.open(folder.input()));
    REQUIRE(workbench::saveProject(project, file));
    const auto saved = test::contents(file);
    REQUIRE(store.keepProject(project));
    CHECK_FALSE(store.takeCopy(file)); // the file has everything
    project.programs = {test::worked(folder.input())};
    project.changed();
    REQUIRE(store.keepProject(project));
    CHECK(project.isKept());
    CHECK_FALSE(project.isSaved());
    CHECK(test::contents(file) == saved);
    SECTION("it comes back once") {
        const auto copy = store.takeCopy(file);
        REQUIRE(copy);
        const auto opened = workbench::readProject(*copy);
        REQUIRE(opened.has_value());
        CHECK(opened->project.find(folder.input())->history->variants().size() == 12);
        CHECK_FALSE(store.takeCopy(file));
    }
    SECTION("unless it is not wanted") {
        store.drop(project);
        CHECK_FALSE(store.takeCopy(file));
    }
    SECTION("as the last session, with what was not saved") {
        const auto found = store.newestProject({});
        REQUIRE(found);
        CHECK(found->info.file == file);
        CHECK(found->info.variants == 12);
        CHECK_FALSE(store.newestProject(project)); // it is open
        const auto opened = workbench::readProjectSession(found->session);
        REQUIRE(opened.has_value());
        CHECK(opened->project.file == file);
        CHECK_FALSE(opened->project.isSaved());
        CHECK(opened->project.programs.front()->history->variants().size() == 12);
    }
    CHECK_FALSE(store.newest()); // a copy is no session of a program
}

TEST_CASE("the session of a project has programs that nothing was done to, and what is shown") {
    const Folder folder;
    const workbench::SessionStore store(folder / "sessions", folder / "legacy.json");
    workbench::Project project;
    const auto worked = test::worked(folder.input());
    project.add(worked);
    const auto other = *project.open(test::sourceFile("samples/laplacian.sdfg"));
    const auto root = worked->history->root().id;
    project.shown = {{{{{worked, root}, {other, other->current().id}}, 1, true},
                      {{{worked, worked->current().id}}, 0, false}},
                     1};
    REQUIRE(store.keepProject(project));
    std::filesystem::remove(folder.input());
    const auto found = store.newestProject({});
    REQUIRE(found);
    CHECK(found->info.file.empty());
    CHECK(found->info.programs == std::vector{worked->path, other->path});
    const auto opened = workbench::readProjectSession(found->session);
    REQUIRE(opened.has_value());
    CHECK(opened->project.file.empty());
    const auto& programs = opened->project.programs;
    REQUIRE(programs.size() == 2);
    const workbench::Shown expected{
        {{{{programs[0], root}, {programs[1], programs[1]->current().id}}, 1, true},
         {{{programs[0], programs[0]->current().id}}, 0, false}},
        1};
    CHECK(opened->project.shown == expected);
    // It goes on in the same session.
    REQUIRE(store.keepProject(project));
    CHECK_FALSE(store.newestProject(opened->project));
}

TEST_CASE("the session of a saved project does not hide what others wrote to its file") {
    const Folder folder;
    const workbench::SessionStore store(folder / "sessions", folder / "legacy.json");
    workbench::Project project;
    const auto program = *project.open(folder.input());
    REQUIRE(workbench::saveProject(project, folder / "p.mapwright"));
    REQUIRE(store.keepProject(project));
    workbench::keepMeasurement(*program, {}, {});
    REQUIRE(workbench::writeProject(project, folder / "p.mapwright"));
    const auto opened = workbench::readProjectSession(store.newestProject({})->session);
    REQUIRE(opened.has_value());
    CHECK(opened->project.programs.front()->measurements.size() == 1);
}

} // namespace session_test
