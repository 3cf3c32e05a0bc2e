// The .mapwright file: what goes in comes out, and what is wrong is said in one sentence.

#include "app/workbench/project.h"
#include "core/ir/equality.h"
#include "tests/app/workbench/folder.h"

#include <nlohmann/json.hpp>

namespace project_test {

using namespace mw;
using test::Folder;

namespace {

workbench::Project sample(const Folder& folder) {
    workbench::Project project;
    project.programs.push_back(test::worked(folder.input()));
    project.programs.front()->measurements.push_back(
        {{project.programs.front()->current().id}, "{\n  \"device\": \"a machine\"\n}\n"});
    project.programs.front()->calls = 42;
    project.programs.front()->baseline = project.programs.front()->history->pinned().front();
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
    for (std::size_t i = 0; i < history.variants().size(); ++i) {
        CHECK(history.variants()[i].name == before.history->variants()[i].name);
        CHECK(history.variants()[i].batch == before.history->variants()[i].batch);
    }
    CHECK(history.variants().back().batch->title == "everywhere");
    CHECK(program->baseline == before.baseline);
    CHECK(program->calls == 42);
    REQUIRE(program->measurements.size() == 1);
    CHECK(program->measurements.front().variants == std::vector{before.current().id});
    REQUIRE(workbench::writeProject(opened->project, folder / "again.mapwright"));
    CHECK(test::contents(folder / "again.mapwright") == test::contents(file));
}

TEST_CASE("variants of older files that nobody named are called by what their steps did") {
    const Folder folder;
    auto project = sample(folder);
    auto& before = *project.programs.front()->history;
    const auto& last = before.variants().back();
    CHECK(last.name == "everywhere: 10 steps"); // the action that made it
    const auto effect = last.effect;
    before.rename(last.id, history::text(*last.record)); // as files of the past have it
    REQUIRE(workbench::writeProject(project, folder / "p.mapwright"));
    const auto opened = workbench::readProject(folder / "p.mapwright");
    REQUIRE(opened.has_value());
    const auto& after = *opened->project.programs.front()->history;
    CHECK(after.variants().back().name == effect);
    CHECK(effect.starts_with("fused "));
    CHECK(after.variants()[1].name == "one fusion");
}

TEST_CASE("what was done while a copy was being saved is not saved") {
    const Folder folder;
    auto project = sample(folder);
    const auto programs = project.programs;
    auto copy = project.copy();
    bool isSaved = false;
    SECTION("nothing was done") {
        isSaved = true;
    }
    SECTION("a program was worked on") {
        programs.front()->changed();
    }
    SECTION("a program joined it") {
        REQUIRE(project.open(test::sourceFile("samples/laplacian.sdfg")));
    }
    REQUIRE(workbench::saveProject(copy, folder / "p.mapwright"));
    CHECK_FALSE(project.isSaved());
    project.takeSaved(copy, programs);
    CHECK(project.isSaved() == isSaved);
    CHECK(project.file == folder / "p.mapwright");
    CHECK(project.fileKey == copy.fileKey);
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

TEST_CASE("a program takes the values that it has, and those that none of the project has") {
    workbench::Project project;
    for (const char* name : {"samples/nabla4.sdfg", "samples/laplacian.sdfg"})
        REQUIRE(project.open(test::sourceFile(name)).has_value());
    const std::vector<std::string> set{"__u_vert_K_stride=99", "nothing=1", "vertical_end=4"};
    project.inputs = {"", "torus:4,3,5", set};
    const auto taken = [&](std::size_t program) {
        return project.inputsFor(*project.programs[program]->current().document->root).set;
    };
    CHECK(taken(0) == set);
    CHECK(taken(1) == std::vector<std::string>{"nothing=1", "vertical_end=4"});
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

TEST_CASE("a project opens without its inputs, in another place, as it was") {
    const Folder folder;
    std::filesystem::create_directories(folder / "here");
    std::filesystem::create_directories(folder / "elsewhere");
    const bool isCompressed = GENERATE(false, true);
    const auto input = folder / (isCompressed ? "here/nabla4.sdfgz" : "here/nabla4.sdfg");
    REQUIRE(io::writeFileAtomically(input, isCompressed ? *io::gzip(test::contents(folder.input()))
                                                        : test::contents(folder.input())));
    workbench::Project project;
    const auto before = project.programs.emplace_back(test::worked(input));
    workbench::keepMeasurement(*before, {}, {before->current().id});
    REQUIRE(workbench::writeProject(project, folder / "here/p.mapwright"));
    const auto text = test::contents(folder / "here/p.mapwright");
    CHECK(text.size() < before->content->size() * 4 + 40'000);
    std::filesystem::rename(folder / "here/p.mapwright", folder / "elsewhere/p.mapwright");
    std::filesystem::remove_all(folder / "here");

    const auto opened = workbench::readProject(folder / "elsewhere/p.mapwright");
    REQUIRE(opened.has_value());
    CHECK(opened->lost.empty());
    REQUIRE(opened->inputs.size() == 1);
    CHECK(opened->inputs.front().code == "input-missing");
    CHECK(opened->inputs.front().location.file == (folder / "elsewhere" / input.filename()));
    REQUIRE(opened->project.programs.size() == 1);
    const auto& after = *opened->project.programs.front();
    CHECK(*after.content == *before->content);
    CHECK(ir::equivalent(*after.current().document->root, *before->current().document->root));
    REQUIRE(after.measurements.size() == 1);
    CHECK(after.measurements.front().variants == std::vector{before->current().id});
    REQUIRE(workbench::writeProject(opened->project, folder / "elsewhere/again.mapwright"));
    CHECK(test::contents(folder / "elsewhere/again.mapwright") == text);
    auto reopened = std::move(opened->project);
    CHECK(*reopened.open(after.path) == reopened.programs.front()); // nothing else can be had of it
}

TEST_CASE("a copy of a project for a job is written as the project is, and goes its own way") {
    const Folder folder;
    workbench::Project project;
    const auto program = workbench::openProgram(folder.input());
    REQUIRE(program.has_value());
    project.add(*program);
    (*program)->calls = 7;
    project.shown.panes.push_back({{{*program, (*program)->history->root().id}}, 0, true});
    const auto copy = project.copy();
    CHECK(copy.programs.front()->content == (*program)->content); // megabytes, which both have
    REQUIRE(workbench::writeProjectSession(project, folder / "a.mapwright"));
    REQUIRE(workbench::writeProjectSession(copy, folder / "b.mapwright"));
    CHECK(*io::readFile(folder / "a.mapwright") == *io::readFile(folder / "b.mapwright"));
    (*program)->history->rename((*program)->history->root().id, "renamed");
    CHECK(copy.programs.front()->history->root().name != "renamed");
}

TEST_CASE("an input that changed is shown as it was, and is a further program as it is now") {
    const Folder folder;
    const auto file = folder / "p.mapwright";
    const auto before = sample(folder);
    REQUIRE(workbench::writeProject(before, file));
    std::filesystem::copy_file(test::sourceFile("samples/laplacian.sdfg"), folder.input(),
                               std::filesystem::copy_options::overwrite_existing);
    auto opened = workbench::readProject(file);
    REQUIRE(opened.has_value());
    CHECK(opened->lost.empty());
    REQUIRE(opened->inputs.size() == 1);
    CHECK(opened->inputs.front().code == "input-changed");
    CHECK(opened->inputs.front().location.file == folder.input().string());
    auto& project = opened->project;
    const auto was = project.programs.front();
    CHECK(was->history->variants().size() == 12);
    CHECK(*was->content == *before.programs.front()->content);
    const auto now = project.open(folder.input());
    REQUIRE(now.has_value());
    REQUIRE(project.programs == std::vector{was, *now});
    CHECK((*now)->history->root().document->root->name == "laplacian");
    CHECK((*now)->measurements.empty());
    CHECK((*now)->history->root().measured.empty());
    CHECK(*project.open(folder.input()) == *now);
    // Both are kept, each with what was done to it.
    REQUIRE(workbench::writeProject(project, file));
    const auto again = workbench::readProject(file);
    REQUIRE(again.has_value());
    CHECK(again->inputs.size() == 1);
    REQUIRE(again->project.programs.size() == 2);
    CHECK(again->project.programs[0]->measurements.size() == 1);
    CHECK(again->project.programs[1]->measurements.empty());
}

namespace {

/// As version 1 had it: the inputs by path and key alone.
std::string firstForm(const std::string& text) {
    auto json = nlohmann::ordered_json::parse(text);
    json["mapwright"] = 1;
    for (auto& program : json["programs"])
        program.erase("original");
    return json.dump(1) + "\n";
}

} // namespace

TEST_CASE("a project of the first form opens, and what is not as it was stays in it") {
    const Folder folder;
    const auto file = folder / "p.mapwright";
    auto project = sample(folder);
    REQUIRE(project.open(test::sourceFile("samples/diffusion_step.sdfg")));
    REQUIRE(workbench::writeProject(project, file));
    const auto text = test::contents(file);
    REQUIRE(io::writeFileAtomically(file, firstForm(text)));
    const auto same = workbench::readProject(file);
    REQUIRE(same.has_value());
    CHECK(same->inputs.empty());
    REQUIRE(workbench::writeProject(same->project, folder / "same.mapwright"));
    CHECK(test::contents(folder / "same.mapwright") == text);

    const auto input = test::contents(folder.input());
    const bool isGone = GENERATE(true, false);
    if (isGone)
        std::filesystem::remove(folder.input());
    else
        REQUIRE(io::writeFileAtomically(folder.input(), input + "\n"));
    const auto changed = workbench::readProject(file);
    REQUIRE(changed.has_value());
    REQUIRE(changed->inputs.size() == 1);
    CHECK(changed->inputs.front().code == (isGone ? "input-missing" : "input-changed"));
    REQUIRE(changed->project.programs.size() == 1); // the other one
    CHECK(changed->project.programs.front()->history->root().document->root->name ==
          "diffusion_step");
    CHECK(changed->project.inputPaths() ==
          std::vector{changed->project.programs.front()->path, folder.input().string()});
    REQUIRE(workbench::writeProject(changed->project, file));
    REQUIRE(io::writeFileAtomically(folder.input(), input));
    const auto back = workbench::readProject(file);
    REQUIRE(back.has_value());
    CHECK(back->inputs.empty());
    REQUIRE(back->project.programs.size() == 2);
    CHECK(back->project.programs.back()->history->variants().size() == 12);
    CHECK(back->project.programs.back()->measurements.size() == 1);
}

TEST_CASE("steps that cannot be done again stay in the file") {
    const Folder folder;
    const auto file = folder / "p.mapwright";
    REQUIRE(workbench::writeProject(sample(folder), file));
    const auto text = test::contents(file);
    const std::string is = "\"map-fusion-vertical\"";
    const std::string was = "\"map-fusion-of-old\"";
    const auto all = [](std::string in, const std::string& what, const std::string& by) {
        for (auto at = in.find(what); at != std::string::npos; at = in.find(what))
            in.replace(at, what.size(), by);
        return in;
    };
    REQUIRE(io::writeFileAtomically(file, all(text, is, was)));
    const auto opened = workbench::readProject(file);
    REQUIRE(opened.has_value());
    CHECK(opened->lost.size() == 2); // one per branch
    const auto& program = *opened->project.programs.front();
    CHECK(program.history->variants().size() == 1);
    CHECK(program.detached.size() == 11);
    REQUIRE(workbench::writeProject(opened->project, file));
    // The transformation is back, and so is everything.
    REQUIRE(io::writeFileAtomically(file, all(test::contents(file), was, is)));
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
    const auto newer = errorOf(file, test::replaced(text, "\"mapwright\": 2", "\"mapwright\": 3"));
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
    CHECK(place("\"content\": \"", "\"content\": \"0") == "/programs/0/original");
    std::filesystem::remove(folder.input()); // the copy is what there is
    CHECK(place("\"original\": \"", "\"original\": \"?") == "/programs/0/original");
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

TEST_CASE("bookmarks and notes are in the file, and outlast a step that does not") {
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
    // Of a variant that does not come back: the mark stays, at the original, without its element.
    history.goTo(history.variants().back().id);
    history.addBookmark(firstMap(*project.programs.front()), "map of the last one");
    REQUIRE(workbench::writeProject(project, file));
    auto json = nlohmann::ordered_json::parse(test::contents(file));
    json["programs"][0]["variants"].back()["step"]["transformation"] = "map-fusion-of-old";
    REQUIRE(io::writeFileAtomically(file, json.dump()));
    const auto changed = workbench::readProject(file);
    REQUIRE(changed);
    REQUIRE(changed->lost.size() == 1);
    const auto& marks = changed->project.programs.front()->history->bookmarks();
    REQUIRE(marks.size() == 2);
    CHECK(marks[0].element == map);
    CHECK(marks[1].variant == changed->project.programs.front()->history->root().id);
    CHECK(marks[1].site.label == "map of the last one");
}

namespace {

void addFusion(workbench::Program& program, history::VariantId below) {
    program.history->goTo(below);
    auto step = workbench::applyFirst(test::fusion(), program.current().document, {});
    REQUIRE(step.has_value());
    workbench::add(*program.history, std::move(*step));
}

} // namespace

TEST_CASE("what another process saved meanwhile stays, or saving is refused") {
    const Folder folder;
    const auto file = folder / "p.mapwright";
    auto project = sample(folder);
    REQUIRE(workbench::saveProject(project, file));
    auto opened = workbench::readProject(file);
    REQUIRE(opened.has_value());
    auto& other = opened->project;
    const auto here = project.programs.front();
    const auto there = other.programs.front();
    const auto root = here->history->root().id;
    SECTION("settings of which each changed one") {
        other.settings.repeats = 9;
        project.settings.warmup = 5;
        REQUIRE(workbench::saveProject(other, file));
        REQUIRE(workbench::saveProject(project, file));
        opened = workbench::readProject(file);
        REQUIRE(opened.has_value());
        CHECK(opened->project.settings.repeats == 9);
        CHECK(opened->project.settings.warmup == 5);
    }
    SECTION("a setting that both changed") {
        other.settings.repeats = 9;
        project.settings.repeats = 8;
        REQUIRE(workbench::saveProject(other, file));
        const auto before = test::contents(file);
        const auto saved = workbench::saveProject(project, file);
        REQUIRE_FALSE(saved.has_value());
        CHECK(saved.error().code == "project-conflict");
        CHECK(test::contents(file) == before);
    }
    SECTION("a name that both changed") {
        there->history->rename(root, "theirs");
        here->history->rename(root, "ours");
        REQUIRE(workbench::saveProject(other, file));
        CHECK_FALSE(workbench::saveProject(project, file).has_value());
    }
    SECTION("a program that was closed here and changed there") {
        there->history->setNote(root, "changed");
        project.close(here);
        REQUIRE(workbench::saveProject(other, file));
        CHECK_FALSE(workbench::saveProject(project, file).has_value());
    }
    SECTION("something that is no project") {
        REQUIRE(io::writeFileAtomically(file, "{"));
        const auto saved = workbench::saveProject(project, file);
        REQUIRE_FALSE(saved.has_value());
        CHECK(saved.error().code == "damaged-file");
        CHECK(saved.error().location.file == file.string());
    }
    SECTION("variants of one name, whose number was given by hand") {
        for (const auto& program : {here, there}) {
            addFusion(*program, root);
            program->history->rename(program->current().id, "blocks (32)");
        }
        REQUIRE(workbench::saveProject(other, file));
        REQUIRE(workbench::saveProject(project, file));
        opened = workbench::readProject(file);
        REQUIRE(opened.has_value());
        CHECK(opened->project.programs.front()->history->variants().back().name ==
              "blocks (32) (2)");
    }
    SECTION("variants and measurements of both, saved twice by one that did not read the file") {
        const auto variants = here->history->variants().size();
        for (const auto& program : {here, there})
            addFusion(*program, root);
        there->measurements.push_back({{there->current().id}, "{\n  \"device\": \"theirs\"\n}\n"});
        here->measurements.push_back({{here->current().id}, "{\n  \"device\": \"ours\"\n}\n"});
        REQUIRE(workbench::saveProject(other, file));
        CHECK(workbench::newsOfFile(project)->added == 1);
        REQUIRE(workbench::saveProject(project, file));
        const auto news = workbench::newsOfFile(project); // nobody was told of it yet
        REQUIRE(news.has_value());
        CHECK(news->added == 1);
        project.seenKey = news->key;
        REQUIRE(workbench::saveProject(project, file));
        CHECK_FALSE(workbench::newsOfFile(project).has_value());
        opened = workbench::readProject(file);
        REQUIRE(opened.has_value());
        const auto& merged = *opened->project.programs.front();
        CHECK(merged.history->variants().size() == variants + 2);
        REQUIRE(merged.measurements.size() == 3);
        CHECK(merged.measurements[1].variants != merged.measurements[2].variants);
    }
}

TEST_CASE("a step that was done here is no step that could not be done again") {
    const Folder folder;
    const auto file = folder / "p.mapwright";
    REQUIRE(workbench::writeProject(sample(folder), file));
    auto json = nlohmann::ordered_json::parse(test::contents(file));
    json["programs"][0]["variants"].back()["step"]["transformation"] = "map-fusion-of-old";
    REQUIRE(io::writeFileAtomically(file, json.dump()));
    auto opened = workbench::readProject(file);
    auto other = workbench::readProject(file);
    REQUIRE((opened && other));
    const auto here = opened->project.programs.front();
    REQUIRE(here->detached.size() == 1);
    const auto variants = here->history->variants().size();
    // It has the number now that the other one has in the file, and the same parent.
    addFusion(*here, here->detached.front().parent);
    other->project.settings.repeats = 9;
    REQUIRE(workbench::saveProject(other->project, file));
    REQUIRE(workbench::saveProject(opened->project, file));
    const auto merged = workbench::readProject(file);
    REQUIRE(merged);
    CHECK(merged->project.programs.front()->history->variants().size() == variants + 1);
    CHECK(merged->project.programs.front()->detached.size() == 1);
}

TEST_CASE("a session takes nothing from a file that has changed since") {
    const Folder folder;
    const auto file = folder / "p.mapwright", session = folder / "session.json";
    auto project = sample(folder);
    project.programs.front()->calls = 0;
    project.programs.front()->baseline = {};
    REQUIRE(workbench::saveProject(project, file));
    auto other = workbench::readProject(file);
    REQUIRE(other);
    project.settings.warmup = 5;
    project.changed();
    REQUIRE(workbench::writeProjectSession(project, session));
    const auto there = other->project.programs.front();
    const auto root = there->history->root().id;
    const auto fused = there->history->pinned().front();
    there->calls = 7;
    there->baseline = root;
    there->history->setNote(root, "theirs");
    there->history->setBatch(fused, {fused, "their batch"});
    addFusion(*there, root);
    REQUIRE(workbench::saveProject(other->project, file));

    auto restored = workbench::readProjectSession(session);
    REQUIRE(restored);
    const auto news = workbench::newsOfFile(restored->project);
    REQUIRE(news.has_value());
    CHECK(news->added == 0); // nobody knows how many
    REQUIRE(workbench::saveProject(restored->project, file));
    const auto merged = workbench::readProject(file);
    REQUIRE(merged);
    CHECK(merged->project.settings.warmup == 5);
    const auto& program = *merged->project.programs.front();
    CHECK(program.calls == 7);
    CHECK(program.baseline == program.history->root().id);
    CHECK(program.history->root().note == "theirs");
    CHECK(program.history->find(fused)->batch == history::Batch{fused, "their batch"});
    CHECK(program.history->variants().size() == there->history->variants().size());
}

} // namespace project_test
