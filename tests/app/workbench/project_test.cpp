// The .mapwright file: what goes in comes out, and what is wrong is said in one sentence.

#include "app/workbench/project.h"
#include "core/ir/equality.h"
#include "tests/app/workbench/folder.h"

using namespace mw;
using test::Folder;

namespace {

workbench::Project sample(const Folder& folder) {
    workbench::Project project;
    project.programs.push_back(test::worked(folder.input()));
    project.programs.front()->measurements.push_back(
        {{project.programs.front()->current().id}, "{\n  \"device\": \"a machine\"\n}\n"});
    project.programs.front()->calls = 42;
    project.inputs = {"", "torus:8,6,10", {"vertical_end=7"}};
    project.settings.target = "cpu";
    project.settings.repeats = 7;
    project.settings.coldCache = true;
    return project;
}

Diagnostic errorOf(const std::filesystem::path& file, const std::string& text) {
    REQUIRE(io::writeFileAtomically(file, text));
    const auto opened = workbench::readProject(file);
    REQUIRE_FALSE(opened.has_value());
    return opened.error();
}

} // namespace

TEST_CASE("a project reads back as it was written") {
    const Folder folder;
    const auto file = folder / "p.mapwright";
    const auto project = sample(folder);
    REQUIRE(workbench::writeProject(project, file));
    const auto opened = workbench::readProject(file);
    REQUIRE(opened.has_value());
    CHECK(opened->lost.empty());
    CHECK(opened->project.inputs == project.inputs);
    CHECK(opened->project.settings == project.settings);
    const auto& before = *project.programs.front();
    const auto program = opened->project.find(folder.input());
    REQUIRE(program);
    const auto& history = *program->history;
    REQUIRE(history.variants().size() == before.history->variants().size());
    CHECK(ir::equivalent(*program->current().document->root, *before.current().document->root));
    REQUIRE(history.pinned().size() == 1);
    CHECK(history.find(history.pinned().front())->name == "one fusion");
    CHECK(history.find(history.pinned().front())->measured.at("device-us") == 12.5);
    CHECK(program->calls == 42);
    REQUIRE(program->measurements.size() == 1);
    CHECK(program->measurements.front().variants == std::vector{before.current().id});
    REQUIRE(workbench::writeProject(opened->project, folder / "again.mapwright"));
    CHECK(test::contents(folder / "again.mapwright") == test::contents(file));
}

TEST_CASE("a project knows what its file does not have yet") {
    const Folder folder;
    auto project = sample(folder);
    CHECK_FALSE(project.isSaved()); // no file
    REQUIRE(workbench::saveProject(project, folder / "p.mapwright"));
    CHECK(project.isSaved());
    CHECK(project.isKept());
    const auto program = project.programs.front();
    SECTION("a program was worked on") {
        program->changed();
    }
    SECTION("something was measured") {
        workbench::keepMeasurement(*program, {}, {});
    }
    SECTION("it is run in another way") {
        CHECK_FALSE(project.setRun(project.inputs, project.settings));
        CHECK(project.isSaved());
        auto settings = project.settings;
        ++settings.repeats;
        CHECK(project.setRun(project.inputs, settings));
    }
    SECTION("a program joined it") {
        REQUIRE(project.open(test::sourceFile("samples/laplacian.sdfg")));
    }
    SECTION("a program left it") {
        CHECK(project.close(program) == nullptr);
    }
    CHECK_FALSE(project.isSaved());
    CHECK_FALSE(project.isKept());
    REQUIRE(workbench::saveProject(project, project.file));
    CHECK(project.isSaved());
    const auto opened = workbench::readProject(project.file);
    REQUIRE(opened.has_value());
    CHECK(opened->project.file == project.file);
    CHECK(opened->project.isSaved());
}

TEST_CASE("a project keeps what was tried while tuning") {
    const Folder folder;
    auto project = sample(folder);
    const workbench::Trial fast{.subject = "s",
                                .name = "k",
                                .form = R"({"unroll":2})",
                                .text = "loops unrolled 2 times",
                                .ratio = 0.5,
                                .low = 0.4,
                                .high = 0.6,
                                .time = 10,
                                .before = 20,
                                .repeats = 10,
                                .device = "a device",
                                .facts = {1, 2.5}};
    const workbench::Trial wrong{.subject = "s",
                                 .name = "k",
                                 .form = "{}",
                                 .text = "by the rules",
                                 .outcome = workbench::Trial::Outcome::differs,
                                 .problem = "1 of 2 elements differ"};
    for (const auto& trial : {fast, wrong})
        project.programs.front()->tuning.add(trial);
    REQUIRE(workbench::saveProject(project, folder / "p.mapwright"));
    const auto opened = workbench::readProject(project.file);
    REQUIRE(opened.has_value());
    CHECK(opened->project.programs.front()->tuning.trials() == std::vector{fast, wrong});
    const auto text = test::contents(project.file);
    REQUIRE(io::writeFileAtomically(folder / "bad.mapwright",
                                    test::replaced(text, R"("subject": "s")", R"("subject": 3)")));
    CHECK(workbench::readProject(folder / "bad.mapwright").error().code == "damaged-file");
}

TEST_CASE("programs stay in the order in which they joined, each once") {
    const Folder folder;
    workbench::Project project;
    const auto one = *project.open(folder.input());
    const auto two = *project.open(test::sourceFile("samples/laplacian.sdfg"));
    const auto three = *project.open(test::sourceFile("samples/diffusion_step.sdfg"));
    CHECK(*project.open(folder.input()) == one);
    project.add(two);
    CHECK(project.programs == std::vector{one, two, three});
    CHECK(project.close(two) == three); // the next one
    CHECK(project.close(three) == one); // the last one: the one before
    CHECK(project.close(three) == nullptr);
    CHECK(project.inputPaths() == std::vector{one->path});
}

TEST_CASE("a project is never saved over an input") {
    const Folder folder;
    auto project = sample(folder);
    const auto before = test::contents(folder.input());
    const auto refused = workbench::saveProject(project, folder.input());
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().code == "input-file");
    CHECK(test::contents(folder.input()) == before);
    CHECK(project.file.empty());
}

TEST_CASE("a project moves with its inputs") {
    const Folder folder;
    std::filesystem::create_directories(folder / "here");
    std::filesystem::copy_file(folder.input(), folder / "here/nabla4.sdfg");
    workbench::Project project;
    project.programs.push_back(test::worked(folder / "here/nabla4.sdfg"));
    REQUIRE(workbench::writeProject(project, folder / "here/p.mapwright"));
    std::filesystem::rename(folder / "here", folder / "there");
    const auto opened = workbench::readProject(folder / "there/p.mapwright");
    REQUIRE(opened.has_value());
    CHECK(opened->project.find(folder / "there/nabla4.sdfg"));
}

TEST_CASE("an input that changed keeps what still fits, and nothing is lost") {
    const Folder folder;
    const auto file = folder / "p.mapwright";
    REQUIRE(workbench::writeProject(sample(folder), file));
    const auto text = test::contents(folder.input());
    // Another program altogether: no step fits.
    std::filesystem::copy_file(test::sourceFile("samples/laplacian.sdfg"), folder.input(),
                               std::filesystem::copy_options::overwrite_existing);
    const auto changed = workbench::readProject(file);
    REQUIRE(changed.has_value());
    CHECK(changed->lost.size() == 2); // one per branch
    const auto& program = *changed->project.programs.front();
    CHECK(program.history->variants().size() == 1);
    CHECK(program.detached.size() == 11);
    REQUIRE(workbench::writeProject(changed->project, file));
    // The input is back, and so is everything.
    REQUIRE(io::writeFileAtomically(folder.input(), text));
    const auto back = workbench::readProject(file);
    REQUIRE(back.has_value());
    CHECK(back->lost.empty());
    CHECK(back->project.programs.front()->history->variants().size() == 12);
    CHECK(back->project.programs.front()->detached.empty());
}

TEST_CASE("damaged and newer files are refused with the element, and stay as they are") {
    const Folder folder;
    const auto file = folder / "p.mapwright";
    REQUIRE(workbench::writeProject(sample(folder), file));
    const auto text = test::contents(file);
    CHECK(workbench::readProject(folder / "none.mapwright").error().code == "no-project");
    const auto newer = errorOf(file, test::replaced(text, "\"mapwright\": 1", "\"mapwright\": 2"));
    CHECK(newer.code == "newer-file");
    CHECK(newer.location.path == "/mapwright");
    const auto place = [&](const std::string& what, const std::string& by) {
        const auto error = errorOf(file, test::replaced(text, what, by));
        CHECK(error.code == "damaged-file");
        CHECK(error.location.file == file.string());
        return error.location.path;
    };
    CHECK(place("\"repeats\": 7", "\"repeats\": \"x\"") == "/settings/repeats");
    CHECK(place("\"alloc\": \"arena\"", "\"alloc\": \"arenas\"") == "/settings/alloc");
    CHECK(place("\"runner\": \"\"", "\"runner\": \"ssh 'open\"") == "/settings/runner");
    CHECK(place("\"grid\": \"torus:8,6,10\"", "\"grid\": 1") == "/inputs/grid");
    CHECK(place("\"parent\": 1", "\"parent\": 77") == "/programs/0/variants/1/parent");
    CHECK(place("\"id\": 2,", "\"id\": 1,") == "/programs/0/variants/1/id");
    CHECK(place("\"pinned\": true", "\"pinned\": 3") == "/programs/0/variants/1/pinned");
    CHECK(place("\"device-us\": 12.5", "\"device-us\": \"x\"") ==
          "/programs/0/variants/1/measured/device-us");
    CHECK(place("\"programs\": [", "\"programmes\": [") == "/programs");
    CHECK(errorOf(file, text.substr(0, text.size() / 2)).sentence ==
          "the project is damaged: it is not JSON");
    CHECK(errorOf(file, "{\"recipe\": 2}").sentence == "this is a recipe, not a project");
    const auto cut = errorOf(file, test::replaced(text, "\"transformation\"", "\"transform\""));
    CHECK(cut.location.path == "/programs/0/variants/1/step/transformation");
}

namespace {

/// The first map of the current variant.
NodeId firstMap(const workbench::Program& program) {
    const ir::DocumentIndex index(program.current().document);
    for (const auto state : index.states())
        for (const auto& node : index.find(state)->block->as<ir::State>()->nodes)
            if (node->as<ir::MapEntry>())
                return node->id;
    return {};
}

} // namespace

TEST_CASE("bookmarks and notes are in the file, and outlast a change of the input") {
    const Folder folder;
    const auto file = folder / "p.mapwright";
    const auto project = sample(folder);
    auto& history = *project.programs.front()->history;
    history.goTo(history.root().id);
    const auto map = firstMap(*project.programs.front());
    history.addBookmark(map, "map of the original");
    history.setBookmarkNote(0, "reads the halo");
    history.setNote(history.root().id, "as it came");
    CHECK(project.programs.front()->hasWork());
    REQUIRE(workbench::writeProject(project, file));
    const auto check = [&](const workbench::OpenedProject& opened, ElementId element) {
        const auto& back = *opened.project.programs.front()->history;
        REQUIRE(back.bookmarks().size() == 1);
        CHECK(back.bookmarks()[0].element == element);
        CHECK(back.bookmarks()[0].note == "reads the halo");
        CHECK(back.bookmarks()[0].site.label == "map of the original");
        CHECK(back.root().note == "as it came");
    };
    const auto opened = workbench::readProject(file);
    REQUIRE(opened);
    check(*opened, map);
    // Another program altogether: the mark stays, though its element is not there.
    const auto text = test::contents(folder.input());
    std::filesystem::copy_file(test::sourceFile("samples/laplacian.sdfg"), folder.input(),
                               std::filesystem::copy_options::overwrite_existing);
    const auto changed = workbench::readProject(file);
    REQUIRE(changed);
    check(*changed, {});
    REQUIRE(workbench::writeProject(changed->project, file));
    REQUIRE(io::writeFileAtomically(folder.input(), text));
    const auto back = workbench::readProject(file);
    REQUIRE(back);
    check(*back, map);
}
