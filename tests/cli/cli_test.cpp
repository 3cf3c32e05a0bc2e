// mw as a user calls it: arguments in, text, files and exit codes out.

#include "tests/cli/run_mw.h"

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <fstream>
#include <map>

namespace cli_test {

namespace fs = std::filesystem;
using namespace mw::test;

TEST_CASE("a command that there is not is named") {
    const auto none = runMw("foo " + sample());
    CHECK(none.exit == 2);
    CHECK(contains(none.text, "There is no command 'foo'"));
}

TEST_CASE("access shows which elements an iteration touches, through tables too") {
    const auto text = runMw("access --map project_0 --at Edge=7,K=3 " + sample());
    INFO(text.text);
    CHECK(text.exit == 0);
    CHECK(contains(text.text, "map 'project_0' at Edge=7 (0 to 143), K=3 (0 to 9)"));
    CHECK(contains(text.text, "warp: Edge 0 to 31, this one is lane 7"));
    CHECK(contains(text.text, "reads [E2C2V[Edge, 0], K] -> [2, 3]\n    through E2C2V[7, 0] = 2"));
    // A temporary of DaCe's: its levels lie side by side, so that edges take a sector each.
    CHECK(contains(text.text, "writes [Edge, K] -> [7, 3]\n    next element: Edge +10, K +1\n"
                              "    warp: 32 sectors, 8 at best"));
    const auto json = nlohmann::json::parse(
        runMw("access --json --map 0 --at i_K_gtx_vertical=9 --warp K " + sample()).text);
    CHECK(json.at("iteration").at("K") == 9);
    CHECK(json.at("warp").at("parameter") == "K");
    const auto& gather = json.at("containers").at(0).at("accesses").at(0);
    CHECK(gather.at("strides").at("Edge") == "table");
    CHECK(gather.at("elements").at(0).at("inside") == true);
}

TEST_CASE("access says which maps and parameters there are, and which iterations") {
    const auto none = runMw("access --map nabla " + sample());
    CHECK(none.exit == 2);
    CHECK(contains(none.text, "no map outside of maps is called 'nabla': there are 0: "
                              "'project_0', 1: 'project_1'"));
    CHECK(contains(runMw("access --map 0 --at Cell=3 " + sample()).text,
                   "map 'project_0' has no parameter 'Cell'; it has Edge, K"));
    CHECK(contains(runMw("access --map 0 --at K " + sample()).text, "expected NAME=NUMBER"));
    CHECK(contains(runMw("access --map 0 --at K=10 " + sample()).text,
                   "'K' goes from 0 to 9, and 10 is none of that"));
}

TEST_CASE("show and convert say what they wrote, also as JSON") {
    const Folder folder;
    const std::string dot = folder / "graph.dot", dollar = folder / "dollar.sdfg";
    const auto shown = nlohmann::json::parse(runMw("show " + sample() + " --json -o " + dot).text);
    CHECK(shown.at("written") == dot);
    CHECK(shown.at("bytes") == contents(dot).size());
    CHECK(runMw("convert " + sample() + " --dialect dollar -o " + dollar).text ==
          "wrote " + dollar + "\n");
    CHECK(runMw("diff " + sample() + " " + dollar).exit == 0);
    CHECK(runMw("show " + sample() + " -o " + (folder / "graph.bmp")).exit == 2);
}

TEST_CASE("hash is the same for the same structure, whatever the file, and for that alone") {
    const Folder folder;
    const std::string other = folder / "other.sdfgz", fused = folder / "fused.sdfg";
    REQUIRE(runMw("convert " + sample() + " --dialect dollar -o " + other).exit == 0);
    REQUIRE(runMw("apply " + sample() + " map-fusion-vertical -o " + fused).exit == 0);
    const auto said = runMw("hash " + sample() + " " + other + " " + fused + " --json");
    INFO(said.text);
    REQUIRE(said.exit == 0);
    const auto list = nlohmann::json::parse(said.text);
    REQUIRE(list.size() == 3);
    CHECK(list[0]["hash"].get<std::string>().size() == 16);
    CHECK(list[0]["hash"] == list[1]["hash"]);
    CHECK(list[0]["hash"] != list[2]["hash"]);
    CHECK(runMw("hash " + sample()).text ==
          list[0]["hash"].get<std::string>() + "  " + sample() + "\n");
    CHECK(runMw("hash " + (folder / "nowhere.sdfg")).exit == 3);
}

TEST_CASE("pipeline collect makes a project of what was saved, and adds to one that is there") {
    const Folder folder;
    const std::string saved = folder / "saved/nabla4-01234567/";
    fs::create_directories(saved);
    fs::copy_file(sample(), saved + "lowered.sdfgz");
    std::ofstream(saved + "program.json") << "{}";
    std::ofstream(saved + "calls-a-1.json") << R"({"calls": 1})";
    const std::string project = folder / "p.mapwright";
    const std::string collect = "pipeline collect " + (folder / "saved") + " -o " + project;
    const auto first = runMw(collect);
    INFO(first.text);
    REQUIRE(first.exit == 0);
    CHECK(contains(first.text, ", 1 call\n1 program, wrote "));
    std::ofstream(saved + "calls-a-2.json") << R"({"calls": 9})";
    REQUIRE(runMw(collect).exit == 0);
    const auto shown = runMw("project " + project).text;
    CHECK(contains(shown, "lowered.sdfgz, 10 calls"));
    CHECK(shown.find("lowered.sdfgz") == shown.rfind("lowered.sdfgz"));
    fs::create_directories(folder / "cache/nabla4_pyext_0123456789abcdef_1.2.1");
    const auto none = runMw("pipeline collect " + (folder / "cache") + " -o " + project);
    CHECK(none.exit == 1);
    CHECK(contains(none.text, "DACE_compiler_build_folder_mode"));
    CHECK(runMw("pipeline collect " + (folder / "nowhere") + " -o " + project).exit == 3);
    const auto unlike =
        runMw("pipeline collect " + (folder / "saved") + " -o " + (folder / "d.txt"));
    CHECK(unlike.exit == 2);
    CHECK(contains(unlike.text, "a name that ends in .mapwright, not"));
    CHECK_FALSE(std::filesystem::exists(folder / "d.txt"));
}

TEST_CASE("what runs takes the captured call beside a graph, and says so") {
    const Folder folder;
    const std::string graph = folder / "lowered.sdfg";
    fs::copy_file(sample(), graph);
    const auto said = [](const std::string& command) {
        const auto text = runMw(command).text;
        INFO(text);
        return contains(text,
                        "inputs: the captured call in lowered.scenario.json, beside the graph");
    };
    const std::vector<std::string> commands{
        "run " + graph + " --target interp", "verify " + graph + " " + graph + " --target interp",
        "bench " + graph + " --target cpu", "tune " + graph + " --target cpu"};
    std::ofstream(folder / "lowered.scenario.json")
        << R"({"program": "nabla4", "grid": {"kind": "captured"}, "symbols": {}, "arrays": {},
               "outputs": []})";
    for (const auto& command : commands) {
        CHECK(said(command));
        CHECK(runMw(command).exit == 3); // it says no sizes: nothing is made up
    }
    CHECK_FALSE(said("run " + graph + " --target interp --grid torus:8,6,10"));
    // times on the small grid of a sample would say little: it is for runs that compute
    std::ofstream(folder / "lowered.scenario.json")
        << contents(mw::test::sourceFile("samples/nabla4.scenario.json").string());
    const auto ran = runMw("run " + graph + " --target interp");
    CHECK(ran.exit == 0);
    CHECK(contains(ran.text, "inputs: lowered.scenario.json, beside the graph"));
}

TEST_CASE("pipeline collect leaves out a program that cannot be read, and says so") {
    const Folder folder;
    for (const char* name : {"saved/cut-1", "saved/whole-2"}) {
        fs::create_directories(folder / name);
        std::ofstream((folder / name) + "/program.json") << "{}";
    }
    std::ofstream(folder / "saved/cut-1/lowered.sdfgz") << contents(sample()).substr(0, 5000);
    const std::string project = folder / "p.mapwright";
    const std::string collect = "pipeline collect " + (folder / "saved") + " -o " + project;
    CHECK(runMw(collect).exit == 3); // none is left
    CHECK_FALSE(fs::exists(project));
    fs::copy_file(sample(), folder / "saved/whole-2/lowered.sdfgz");
    const auto some = runMw(collect);
    INFO(some.text);
    CHECK(some.exit == 1);
    CHECK(contains(some.text, "cut-1/lowered.sdfgz: "));
    CHECK(contains(some.text, "1 program, wrote "));
    CHECK(contains(runMw("project " + project).text, "whole-2/lowered.sdfgz"));
}

TEST_CASE("what cannot be printed or written is said, and nothing is replaced or left") {
    const Folder folder;
    const auto shell = [](const std::string& command) {
        return runCommand("mw='" MW_PROGRAM "'; " + command);
    };
    const auto full = shell("$mw info " + sample() + " > /dev/full");
    CHECK(full.exit == 3);
    CHECK(
        full.text.starts_with("mw: standard output cannot be written: No space left on device\n"));
    CHECK(contains(full.text, "  what to do: Choose a folder that can be written"));
    CHECK(shell("$mw info " + sample() + " >&-").exit == 3);
    shell("{ $mw info " + sample() + "; echo $? > " + (folder / "exit") + "; } | true");
    CHECK(contents(folder / "exit") == "0\n");
    fs::remove(folder / "exit");
    // Standard output as a file: the graph alone.
    REQUIRE(shell("$mw convert " + sample() + " -o /dev/stdout 2>/dev/null | cat > " +
                  (folder / "piped.sdfg"))
                .exit == 0);
    CHECK(contents(folder / "piped.sdfg") == contents(sample()));
    // A closed standard output must not lend its number to the file.
    CHECK(shell("$mw convert " + sample() + " -o " + (folder / "closed.sdfg") + " >&-").exit == 3);
    CHECK(contents(folder / "closed.sdfg") == contents(sample()));
    const auto limited =
        shell("ulimit -f 1; $mw convert " + sample() + " -o " + (folder / "l.sdfg"));
    CHECK(limited.exit == 3);
    CHECK(contains(limited.text, "l.sdfg' cannot be written: File too large"));
    CHECK(std::distance(fs::directory_iterator(folder / ""), fs::directory_iterator()) == 2);
    const auto twice = runMw("apply " + sample() + " map-fusion-vertical -o " + (folder / "x") +
                             " --recipe " + (folder / "x"));
    CHECK(twice.exit == 3);
    CHECK(contains(twice.text, "is named for two different results"));
}

TEST_CASE("every graph of the corpus: the same info twice, the other dialect and back equal") {
    const auto root = mw::test::corpus();
    if (!root || !std::getenv("MAPWRIGHT_LONG"))
        return mw::test::skip("long: needs the corpus and MAPWRIGHT_LONG=1");
    const Folder folder;
    const std::string there = folder / "there.sdfg", back = folder / "back.sdfg";
    for (const auto& graph : mw::test::graphsBelow(*root)) {
        const std::string file = "'" + graph.string() + "'";
        INFO(file);
        const auto first = runMw("info --json " + file);
        REQUIRE(first.exit == 0);
        CHECK(runMw("info --json " + file).text == first.text);
        const bool dollar = nlohmann::json::parse(first.text).at("dialect") == "dollar";
        REQUIRE(runMw("convert " + file + " --dialect " + (dollar ? "plain" : "dollar") + " -o " +
                      there)
                    .exit == 0);
        REQUIRE(runMw("convert " + there + " --dialect " + (dollar ? "dollar" : "plain") + " -o " +
                      back)
                    .exit == 0);
        for (const auto& form : {there, back}) {
            const auto compared = runMw("diff " + file + " " + form);
            INFO(compared.text);
            CHECK(compared.exit == 0);
        }
    }
}

TEST_CASE("apply writes one fusion by default and the fixed point with --all") {
    const Folder folder;
    const auto maps = [](const std::string& file) {
        return nlohmann::json::parse(runMw("info --json " + file).text).at("maps").get<int>();
    };
    const int before = maps(sample());
    const auto one =
        runMw("apply " + sample() + " map-fusion-vertical -o " + (folder / "one.sdfg"));
    INFO(one.text);
    REQUIRE(one.exit == 0);
    CHECK(maps(folder / "one.sdfg") == before - 1);
    const auto all = runMw("apply " + sample() + " map-fusion-vertical --all -o " +
                           (folder / "all.sdfg") + " --recipe " + (folder / "recipe.json"));
    INFO(all.text);
    REQUIRE(all.exit == 0);
    CHECK(maps(folder / "all.sdfg") < before - 2);

    SECTION("nothing is left to apply then") {
        const auto again = runMw("apply " + (folder / "all.sdfg") + " map-fusion-vertical");
        CHECK(again.exit == 1);
        CHECK(contains(again.text, "applies nowhere"));
    }
    SECTION("the recipe replays to the same bytes") {
        const auto replay = runMw("replay " + sample() + " " + (folder / "recipe.json") + " -o " +
                                  (folder / "replayed.sdfg"));
        INFO(replay.text);
        REQUIRE(replay.exit == 0);
        CHECK(contents(folder / "replayed.sdfg") == contents(folder / "all.sdfg"));
    }
    SECTION("twice gives the same bytes") {
        runMw("apply " + sample() + " map-fusion-vertical --all -o " + (folder / "again.sdfg"));
        CHECK(contents(folder / "again.sdfg") == contents(folder / "all.sdfg"));
    }
}

TEST_CASE("a transformation's parameters are options with types, defaults and help") {
    const Folder folder;
    const auto help = runMw("apply " + sample() + " map-fusion-vertical --help");
    CHECK(help.exit == 0);
    CHECK(contains(help.text, "--strict-dataflow BOOL=false"));
    CHECK(contains(help.text, "Fuse only maps inside other maps."));
    CHECK_FALSE(contains(help.text, "A first session")); // that is of mw --help
    const auto unknown = runMw("apply " + sample() + " map-fusion-vertical --strict");
    CHECK(unknown.exit == 2);
    CHECK(contains(unknown.text, "--strict"));
    CHECK(runMw("apply " + sample() + " map-fusion-vertical --strict-dataflow=maybe").exit == 2);
    const auto recipe = folder / "recipe.json";
    REQUIRE(runMw("apply " + sample() + " --recipe " + recipe +
                  " map-fusion-vertical --strict-dataflow --assume-always-shared no --match 1")
                .exit == 0);
    const auto step = nlohmann::json::parse(contents(recipe)).at("steps").at(0);
    CHECK(step.at("params").at("strict-dataflow") == true);
    CHECK(step.at("params").at("assume-always-shared") == false);
}

TEST_CASE("what is done in the terminal is kept in a project") {
    const Folder folder;
    const std::string project = " --project " + (folder / "p.mapwright");
    const std::string file = folder / "nabla4.sdfg";
    fs::copy_file(sample(), file);
    REQUIRE(runMw("apply " + file + " map-fusion-vertical --recipe " + (folder / "r.json")).exit ==
            0);
    CHECK(runMw("replay " + file + " " + (folder / "r.json") + project).exit == 0);
    const auto all = runMw("apply " + file + " map-fusion-vertical --all" + project);
    INFO(all.text);
    REQUIRE(all.exit == 0);
    CHECK(contains(all.text, "applied 9 times: 10 maps became 1"));
    CHECK(runMw("matches " + file + " map-fusion-vertical" + project).exit == 1); // current variant
    CHECK(contains(runMw("info " + file + project).text, " 1 map, 1 kernel\n"));
    const auto bench =
        runMw("bench " + file + project + " --target cpu --grid torus:8,6,10 --repeats 3 --json");
    INFO(bench.text);
    REQUIRE(bench.exit == 0);
    CHECK(nlohmann::json::parse(bench.text).at("variants").size() == 2);
    const auto kept = nlohmann::json::parse(contents(folder / "p.mapwright"));
    CHECK(kept.at("settings").at("repeats") == 3);
    const auto program = kept.at("programs").at(0);
    CHECK(program.at("inputs").at("grid") == "torus:8,6,10"); // of this program alone
    CHECK(kept.at("inputs").at("grid") == "");
    CHECK(program.at("path") == "nabla4.sdfg");
    CHECK(program.at("variants").size() == 11);
    CHECK(program.at("variants").at(10).at("measured").contains("device-us"));
    CHECK(program.at("measurements").at(0).at("result") == nlohmann::json::parse(bench.text));
    const auto shown = runMw("project " + (folder / "p.mapwright"));
    CHECK(shown.exit == 0);
    CHECK(contains(shown.text, "nabla4: "));
    CHECK(contains(shown.text, "    fused normal_0 into "));
    CHECK(contains(shown.text, " us  current\n"));
    CHECK(contains(shown.text, "  inputs: torus:8,6,10\n")); // of the program
    CHECK(contains(shown.text, "target: cpu; 3 repeats"));
    const auto compared = runMw("compare" + project);
    CHECK(compared.exit == 0);
    CHECK(contains(compared.text, "measured on "));
    CHECK(contains(compared.text, "original: "));
    CHECK(runMw("compare " + sample()).exit == 1); // never measured
    // What is not said on the command line is as the project has it.
    const auto again = runMw("bench" + project + " --target cpu --warmup 0 --set vertical_end=7");
    INFO(again.text);
    CHECK(again.exit == 0);
    const auto now = nlohmann::json::parse(contents(folder / "p.mapwright"));
    const auto inputs = now.at("programs").at(0).at("inputs");
    CHECK(inputs.at("grid") == "torus:8,6,10");
    CHECK(inputs.at("set") == nlohmann::json{"vertical_end=7"});
    CHECK(now.at("settings").at("repeats") == 3);
    CHECK(now.at("settings").at("warmup") == 0);
    CHECK(now.at("programs").at(0).at("measurements").size() == 2);
    // A damaged project is refused and stays as it is.
    std::ofstream(folder / "p.mapwright") << "{\"mapwright\": 1}";
    const auto refused = runMw("apply " + file + " map-fusion-vertical" + project);
    CHECK(refused.exit == 3);
    CHECK(contains(refused.text, "the project is damaged"));
    CHECK(contents(folder / "p.mapwright") == "{\"mapwright\": 1}");
}

TEST_CASE("commands take the current variant of a project, whose only program needs no name") {
    const Folder folder;
    const std::string project = " --project " + (folder / "p.mapwright");
    const std::string file = folder / "nabla4.sdfg";
    fs::copy_file(sample(), file);
    CHECK(runMw("info" + project).exit == 3); // there is no such project
    REQUIRE(runMw("apply " + file + " map-fusion-vertical --all" + project + " --recipe " +
                  (folder / "r.json"))
                .exit == 0);
    const auto out = folder / "out.sdfg";
    CHECK(runMw("convert -o " + out + project).exit == 0);
    CHECK(contains(runMw("info " + out).text, " 1 map, 1 kernel\n"));
    CHECK(runMw("info --all" + project).text == runMw("info --all " + file + project).text);
    CHECK(runMw("matches map-fusion-vertical" + project).exit == 1);
    CHECK(runMw("matches" + project).text == runMw("matches " + out).text);
    CHECK(runMw("apply map-fusion-vertical" + project).exit == 1); // nothing is left
    CHECK(runMw("replay " + (folder / "r.json") + project).exit == 1);
    CHECK(runMw("compile --source" + project).text == runMw("compile --source " + out).text);
    CHECK(runMw("check" + project).exit == runMw("check " + out).exit);
    CHECK(runMw("show -o " + (folder / "g.dot") + project).exit == 0);
    CHECK(runMw("diff" + project).text == runMw("diff " + file + " " + out).text);
    const auto run = runMw("run --target interp -o " + (folder / "o.npz") + project);
    INFO(run.text);
    CHECK(run.exit == 0);
    CHECK(runMw("run --target interp --compare " + (folder / "o.npz") + " " + file).exit == 0);
    CHECK(runMw("verify --target interp" + project).exit == 0);
    CHECK(runMw("verify " + file + " " + out + project).exit == 2);
}

TEST_CASE("a command that cannot know which program is meant lists them") {
    const Folder folder;
    const std::string project = " --project " + (folder / "p.mapwright");
    const auto nothing = runMw("info");
    CHECK(nothing.exit == 2);
    CHECK(contains(nothing.text, "name a FILE, or a project that has one (--project)"));
    const auto other = mw::test::sourceFile("samples/diffusion_step.sdfg").string();
    REQUIRE(runMw("apply " + sample() + " map-fusion-vertical" + project).exit == 0);
    REQUIRE(runMw("apply " + other + " map-fusion-vertical" + project).exit == 0);
    const auto which = runMw("info" + project);
    CHECK(which.exit == 2);
    CHECK(contains(which.text, "has several programs; name one as FILE: "));
    CHECK(contains(which.text, "nabla4.sdfg, "));
    CHECK(contains(which.text, "diffusion_step.sdfg"));
    CHECK(runMw("info " + other + project).exit == 0);
}

TEST_CASE("no command writes over its input") {
    const Folder folder;
    const std::string file = folder / "nabla4.sdfg";
    fs::copy_file(sample(), file);
    fs::create_symlink(file, folder / "link.sdfg");
    const auto before = contents(file);
    for (const std::string& command :
         {"apply " + file + " map-fusion-vertical -o " + (folder / "link.sdfg"),
          "apply " + file + " map-fusion-vertical --recipe " + file,
          "convert " + (folder / "link.sdfg") + " -o " + file,
          "check " + file + " --repair -o " + file, "show " + file + " -o " + file,
          "run " + file + " --target interp -o " + file,
          "bench " + file + " --target cpu --repeats 1 --report " + file}) {
        const auto refused = runMw(command);
        INFO(command << ": " << refused.text);
        CHECK(refused.exit == 3);
        CHECK(contains(refused.text, "inputs are never written"));
    }
    CHECK(contents(file) == before);
}

TEST_CASE("replay says what became of each step, and leaves out misfits when told to") {
    const Folder folder;
    const auto recipe = folder / "r.json";
    const auto out = folder / "out.sdfg";
    REQUIRE(runMw("apply " + sample() + " map-fusion-vertical --match 1 --recipe " + recipe).exit ==
            0);
    const auto same = runMw("replay " + sample() + " " + recipe + " -o " + out);
    CHECK(same.exit == 0);
    CHECK(
        contains(same.text, "1 map-fusion-vertical project_0 -> normal_0 -> add_primal: applied"));
    const auto other = mw::test::sourceFile("samples/laplacian.sdfg").string();
    const auto refused = runMw("replay " + other + " " + recipe + " -o " + (folder / "no.sdfg"));
    CHECK(refused.exit == 1);
    CHECK(contains(refused.text, "nothing like"));
    CHECK_FALSE(fs::exists(folder / "no.sdfg"));
    const auto skipped =
        runMw("replay " + other + " " + recipe + " --skip -o " + (folder / "no.sdfg"));
    CHECK(skipped.exit == 1);
    CHECK(contains(skipped.text, "does not apply"));
    CHECK(runMw("diff " + other + " " + (folder / "no.sdfg")).exit == 0);
    CHECK(runMw("replay " + sample() + " " + recipe).exit == 2);
}

TEST_CASE("exit codes tell usage, files and matches apart") {
    const Folder folder;
    CHECK(runMw("").exit == 2);
    CHECK(runMw("frobnicate").exit == 2);
    CHECK(runMw("--help").exit == 0);
    CHECK(runMw("apply " + sample() + " no-such-thing").exit == 2);
    CHECK(runMw("apply " + sample() + " map-fusion-vertical --no-such-parameter").exit == 2);
    CHECK(runMw("apply " + sample() + " map-fusion-vertical --match 9999").exit == 1);
    CHECK(runMw("run " + sample() + " --target abacus").exit == 2);
    CHECK(runMw("run " + sample() + " --grid torus:0,6,10 --target cpu").exit == 3);
    const auto missing = runMw("info " + (folder / "nowhere.sdfg"));
    CHECK(missing.exit == 3);
    CHECK(contains(missing.text, "nowhere.sdfg"));
}

TEST_CASE("a broken file is refused with its place and nothing is written") {
    const Folder folder;
    auto json = nlohmann::json::parse(contents(sample()));
    json["nodes"][0].erase("type");
    std::ofstream(folder / "broken.sdfg") << json;
    const auto broken = runMw("apply " + (folder / "broken.sdfg") + " map-fusion-vertical -o " +
                              (folder / "out.sdfg"));
    CHECK(broken.exit == 3);
    CHECK(contains(broken.text, "/nodes/0"));
    CHECK_FALSE(fs::exists(folder / "out.sdfg"));
}

namespace {

/// The sample with a symbol and a temporary of no use, and a connector that leads nowhere.
std::string flawed(const Folder& folder) {
    auto json = nlohmann::json::parse(contents(sample()));
    json["attributes"]["symbols"]["of_no_use"] = "int32";
    json["attributes"]["_arrays"]["forgotten"] = {
        {"type", "Scalar"},
        {"attributes", {{"dtype", "float64"}, {"shape", {"1"}}, {"transient", true}}}};
    for (auto& state : json["nodes"])
        for (auto& node : state["nodes"])
            if (node["type"] == "MapEntry") {
                node["attributes"]["in_connectors"]["IN_lost"] = nullptr;
                node["attributes"]["out_connectors"]["OUT_lost"] = nullptr;
                std::ofstream(folder / "flawed.sdfg") << json;
                return folder / "flawed.sdfg";
            }
    return {};
}

} // namespace

TEST_CASE("an edge from a map entry to itself ends every command with a sentence") {
    const Folder folder;
    auto graph = nlohmann::json::parse(contents(sample()));
    auto& state = graph.at("nodes").at(0);
    for (std::size_t i = 0; i < state.at("nodes").size(); ++i)
        if (state["nodes"][i].at("type") == "MapEntry") {
            auto edge = state.at("edges").at(0);
            edge["src"] = edge["dst"] = std::to_string(i);
            state["edges"].push_back(edge);
        }
    const std::string file = folder / "loop.sdfg";
    std::ofstream(file) << graph.dump();
    const auto checked = runMw("check " + file);
    CHECK(checked.exit == 1);
    CHECK(contains(checked.text, "has a cycle: a state must be acyclic"));
    CHECK(runMw("info " + file).exit == 0);
    CHECK(runMw("diff " + file + " " + sample()).exit == 1);
    const std::string run = "run --grid torus:4,4,3 " + file;
    for (const auto& command : {run + " --target interp", run + " --target cpu",
                                "apply " + file + " map-fusion-vertical"}) {
        const auto refused = runMw(command);
        INFO(command << "\n" << refused.text);
        CHECK(refused.exit != 0);
        CHECK(contains(refused.text, "cycle"));
    }
}

TEST_CASE("check lists findings and repairs them as a recipe that replays") {
    const Folder folder;
    const std::string file = flawed(folder);
    REQUIRE_FALSE(file.empty());
    CHECK(runMw("check --hints " + sample()).exit == 0);
    const auto found = nlohmann::json::parse(runMw("check --hints --json " + file).text);
    std::map<std::string, nlohmann::json> byCode;
    for (const auto& finding : found)
        byCode[finding.at("code")] = finding;
    REQUIRE(byCode.contains("dead-symbols"));
    CHECK(byCode["dead-symbols"].at("kind") == "advice");
    CHECK(byCode["dead-symbols"].at("severity") == "hint");
    CHECK(byCode["dead-symbols"].at("repair") == "Remove the symbol 'of_no_use'");
    CHECK(byCode["dangling-connector"].at("severity") == "error");
    CHECK(byCode["unused-containers"].at("place") == "_arrays");

    SECTION("errors and warnings are repaired by default") {
        const auto outcome = runMw("check " + file + " --repair -o " + (folder / "out.sdfg") +
                                   " --recipe " + (folder / "recipe.json"));
        INFO(outcome.text);
        CHECK(outcome.exit == 0);
        CHECK(contains(outcome.text, "Remove the connector"));
        CHECK(runMw("check " + (folder / "out.sdfg")).exit == 0);
        CHECK(contains(runMw("check --hints " + (folder / "out.sdfg")).text, "[dead-symbols"));
        REQUIRE(runMw("replay " + file + " " + (folder / "recipe.json") + " -o " +
                      (folder / "again.sdfg"))
                    .exit == 0);
        CHECK(contents(folder / "again.sdfg") == contents(folder / "out.sdfg"));
    }
    SECTION("hints when they are asked for, by code or all") {
        REQUIRE(
            runMw("check " + file + " --repair dead-symbols -o " + (folder / "one.sdfg")).exit ==
            0);
        const auto left = runMw("check --hints " + (folder / "one.sdfg")).text;
        CHECK_FALSE(contains(left, "dead-symbols"));
        CHECK(contains(left, "unused-containers"));
        REQUIRE(runMw("check --hints " + file + " --repair -o " + (folder / "all.sdfg")).exit == 0);
        CHECK(runMw("check --hints " + (folder / "all.sdfg")).exit == 0);
        CHECK(runMw("diff " + sample() + " " + (folder / "all.sdfg")).exit == 0);
    }
    SECTION("nothing to repair, and codes that do not exist") {
        CHECK(runMw("check " + sample() + " --repair").exit == 1);
        const auto unknown = runMw("check " + file + " --repair dead-symbol");
        CHECK(unknown.exit == 2);
        CHECK(contains(unknown.text, "'dead-symbol', only of alias-lifetime, "));
        CHECK(runMw("check " + file + " --repair no-start").exit == 2);
        CHECK(runMw("check " + file + " -o " + (folder / "x.sdfg")).exit == 2);
    }
}

TEST_CASE("matches says where fusion applies and why not elsewhere") {
    const auto outcome = runMw("matches " + sample() + " map-fusion-vertical");
    INFO(outcome.text);
    CHECK(outcome.exit == 0);
    CHECK(contains(outcome.text, " + "));
}

TEST_CASE("run and bench on the CPU: the fused sample computes the same") {
    const Folder folder;
    REQUIRE(runMw("apply " + sample() + " map-fusion-vertical --all -o " + (folder / "fused.sdfg"))
                .exit == 0);
    const auto run = runMw("run " + sample() + " --target cpu -o " + (folder / "out.npz"));
    INFO(run.text);
    REQUIRE(run.exit == 0);
    const auto same =
        runMw("run " + (folder / "fused.sdfg") + " --target cpu --compare " + (folder / "out.npz"));
    INFO(same.text);
    CHECK(same.exit == 0);
    CHECK(contains(same.text, "inputs: those of "));
    const auto other = runMw("run " + (folder / "fused.sdfg") +
                             " --target cpu --grid torus:9,6,10 --compare " + (folder / "out.npz"));
    INFO(other.text);
    CHECK(other.exit == 3);
    CHECK(contains(other.text, "was computed from other inputs"));
    const auto bench = runMw("bench " + sample() + " " + (folder / "fused.sdfg") +
                             " --target cpu --grid torus:8,6,10 --repeats 3 --json --report " +
                             (folder / "report.html"));
    INFO(bench.text);
    REQUIRE(bench.exit == 0);
    const auto json = nlohmann::json::parse(bench.text);
    CHECK(json.at("variants").size() == 2);
    CHECK(json.at("variants").at(1).at("verified") == true);
    CHECK(contains(contents(folder / "report.html"), "<svg"));
}

TEST_CASE("bench times recipes beside the graph and stores their steps with the result") {
    const Folder folder;
    const auto recipe = folder / "tuned.json";
    REQUIRE(runMw("apply " + sample() + " map-fusion-vertical --all --recipe " + recipe).exit == 0);
    const auto bench = runMw("bench " + sample() + " --recipe " + recipe +
                             " --target cpu --grid torus:8,6,10 --repeats 3 --json");
    INFO(bench.text);
    REQUIRE(bench.exit == 0);
    const auto variants = nlohmann::json::parse(bench.text).at("variants");
    REQUIRE(variants.size() == 2);
    CHECK(variants.at(0).at("recipe").is_null());
    CHECK(variants.at(1).at("name") == "tuned");
    CHECK(variants.at(1).at("recipe") == nlohmann::json::parse(contents(recipe)));
    CHECK(variants.at(1).at("verified") == true);
    CHECK(variants.at(1).at("kernels").size() < variants.at(0).at("kernels").size());
    // Of another program: one sentence that names the step.
    const auto other = runMw("bench " + mw::test::sourceFile("samples/laplacian.sdfg").string() +
                             " --recipe " + recipe + " --target cpu");
    CHECK(other.exit == 1);
    CHECK(contains(other.text, "step 1 of the recipe"));
}

TEST_CASE("verify compares whole outputs, on devices and in the interpreter") {
    const Folder folder;
    REQUIRE(runMw("apply " + sample() + " map-fusion-vertical --all -o " + (folder / "fused.sdfg"))
                .exit == 0);
    const auto same = runMw("verify " + sample() + " " + (folder / "fused.sdfg") +
                            " --target cpu --against interp");
    INFO(same.text);
    CHECK(same.exit == 0);
    CHECK(contains(same.text, "against the interpreter"));
    CHECK(contains(same.text, "same: 1728 elements compared"));
    auto text = contents(sample());
    const std::string factor = "4.0 *";
    text.replace(text.find(factor), factor.size(), "4.5 *");
    std::ofstream(folder / "other.sdfg") << text;
    const auto other = runMw("verify " + sample() + " " + (folder / "other.sdfg") +
                             " --target interp --grid torus:8,6,10 --json");
    INFO(other.text);
    CHECK(other.exit == 1);
    const auto json = nlohmann::json::parse(other.text);
    CHECK(json.at("same") == false);
    const auto& array = json.at("arrays").at(0);
    CHECK(array.at("array") == "z_nabla4_e2");
    CHECK(array.at("differing").get<int>() > 0);
    CHECK(array.at("first_difference").at("index").size() == 2);
    const auto tolerated = [&](const std::string& tolerance) {
        return runMw("verify " + sample() + " " + (folder / "other.sdfg") +
                     " --target interp --tolerance=" + tolerance);
    };
    CHECK(tolerated("1e9").exit == 0);
    CHECK(tolerated("0").exit == 1); // not "as the scenario says"
    for (const char* unusable : {"-1", "nan", "inf"})
        CHECK(tolerated(unusable).exit == 2);
    CHECK(runMw("verify " + sample() + " " + sample() + " --target abacus").exit == 2);
    CHECK(runMw("run " + sample() + " --target interp -o " + (folder / "out.npy")).exit == 0);
    CHECK(fs::file_size(folder / "out.npy") > 144 * 12 * 8);
}

TEST_CASE("a file that was given for another is said to be what it is") {
    const Folder folder;
    const std::string scenario = folder / "scenario.json", recipe = folder / "recipe.json",
                      npz = folder / "out.npz", other = folder / "other.json";
    std::ofstream(scenario) << R"({"grid": {"nx": 8, "ny": 6, "levels": 4}})";
    std::ofstream(other) << R"({"a": 1})";
    REQUIRE(runMw("apply " + sample() + " map-fusion-vertical --recipe " + recipe).exit == 0);
    REQUIRE(runMw("run " + sample() + " --target interp -o " + npz).exit == 0);
    const auto refused = [](const std::string& command, const std::string& sentence) {
        const auto outcome = runMw(command);
        INFO(command << "\n" << outcome.text);
        CHECK(outcome.exit == 3);
        CHECK(contains(outcome.text, sentence));
    };
    const std::string out = " -o " + (folder / "out.sdfg");
    refused("info " + scenario, scenario + ": this is a scenario, not an SDFG");
    refused("info " + recipe, recipe + ": this is a recipe, not an SDFG");
    refused("info " + npz, npz + ": this is a .npz archive, not an SDFG");
    refused("info " + other, other + ": this is JSON, but no SDFG: it has no 'type'");
    refused("info ''", "the name of the file to read is empty");
    refused("info " + (folder / ""), "this is a directory, not a file");
    refused("run " + sample() + " --scenario " + sample(), "this is an SDFG, not a scenario");
    refused("run " + sample() + " --scenario " + recipe, "this is a recipe, not a scenario");
    refused("run " + sample() + " --scenario " + npz, "this is a .npz archive, not a scenario");
    refused("replay " + sample() + " " + scenario + out,
            scenario + ": this is a scenario, not a recipe");
    refused("replay " + sample() + " " + sample() + out, "this is an SDFG, not a recipe");
    refused("run " + sample() + " --target interp --compare " + sample(),
            "not a readable .npz file");
    std::ofstream(npz) << std::string("PK\5\6") + std::string(18, '\0');
    refused("run " + sample() + " --target interp --compare " + npz, "it holds no array");
}

TEST_CASE("what takes too long or too much is refused, in the interpreter too") {
    const auto late = runMw("run " + sample() +
                            " --target interp --grid torus:160,140,80 "
                            "--timeout 0.2");
    CHECK(late.exit == 5);
    CHECK(contains(late.text, "the interpreter did not end in time"));
    for (const char* target : {"interp", "cpu"}) {
        const auto large =
            runMw("run " + sample() + " --grid torus:16000,14000,80 --target " + target);
        INFO(large.text);
        CHECK(large.exit == 4);
        CHECK(contains(large.text, "GB of memory, and "));
    }
    CHECK(runMw("devices --runner \"ssh 'host\"").exit == 2);
    CHECK(runMw("devices --runner ''").exit == 2);
    const auto copied = runMw("devices --runner cat");
    CHECK(copied.exit == 4);
    CHECK(contains(copied.text, "'cat' does not start mw-runner"));
}

TEST_CASE("run saves what it gave to the program, which is what the next run may be given") {
    const Folder folder;
    const std::string inputs = folder / "inputs.npz", out = folder / "out.npz";
    const auto saved = runMw("run " + sample() + " --target interp --grid torus:4,3,2 -o " + out +
                             " --save-inputs " + inputs);
    INFO(saved.text);
    REQUIRE(saved.exit == 0);
    const auto names = contents(inputs);
    CHECK(contains(names, "gt_conn_E2C2V.npy"));
    CHECK(contains(names, "u_vert.npy"));
    CHECK(runMw("run " + sample() + " --target interp --grid torus:4,3,2 --save-inputs " + sample())
              .exit == 3);
}

TEST_CASE("compile says what each kernel needs of the device") {
    const auto text = runMw("compile --target cpu --resources " + sample());
    INFO(text.text);
    REQUIRE(text.exit == 0);
    CHECK(contains(text.text, "registers"));
    CHECK(contains(text.text, "combine__z_nabla4_e2"));
    const auto json = nlohmann::json::parse(runMw("compile --target cpu --json " + sample()).text);
    CHECK(json.at("kernels").size() == 11);
    CHECK(json.at("kernels").at(0).at("registers").is_null()); // a host compiler does not say
}

TEST_CASE("compile prints what the kernels become on a device, or what lacks for it") {
    const auto ptx = runMw("compile --emit ptx " + sample());
    if (ptx.exit == 0) {
        CHECK(ptx.text.starts_with("// nabla4: 11 kernels in PTX for sm_"));
        CHECK(runMw("compile --emit ptx " + sample()).text == ptx.text);
        const auto one = runMw("compile --emit ptx --kernel combine__z_nabla4_e2 " + sample());
        CHECK(one.exit == 0);
        CHECK(one.text.starts_with("// combine__z_nabla4_e2: "));
        CHECK(contains(ptx.text, one.text));
        const auto other = runMw("compile --emit ptx --arch sm_80 " + sample());
        CHECK(contains(other.text, ".target sm_80"));
    } else {
        CHECK(ptx.exit == 4);
        CHECK(contains(ptx.text, "NVRTC"));
    }
    for (const char* kind : {"sass", "amdgcn"}) {
        const auto shown = runMw(std::string("compile --emit ") + kind + " " + sample());
        INFO(shown.text);
        CHECK((shown.exit == 0 || shown.exit == 4)); // 4: a compiler or a disassembler lacks
        // Where nothing is to be found, that is said in one line.
        const std::string bare = std::string("compile --emit ") + kind + " " + sample();
        setenv("MW_TEST_PATH", getenv("PATH"), 1);
        setenv("PATH", "/nowhere", 1);
        const auto without = runMw(bare);
        setenv("PATH", getenv("MW_TEST_PATH"), 1);
        CHECK((without.exit == 0 || without.exit == 4));
        if (without.exit == 4)
            CHECK(without.text.starts_with("mw: "));
    }
    const auto wrong = runMw("compile --emit ptx --target hip " + sample());
    CHECK(wrong.exit == 2);
    CHECK(contains(wrong.text, "PTX is what kernels become with --target cuda"));
    CHECK(runMw("compile --emit asm " + sample()).exit == 2);
    CHECK(runMw("compile --emit ptx --source " + sample()).exit == 2);
    CHECK(runMw("compile --kernel combine__z_nabla4_e2 " + sample()).exit == 2);
    const auto source =
        runMw("compile --source --target cuda --kernel combine__z_nabla4_e2 " + sample());
    CHECK(source.exit == 0);
    CHECK(contains(source.text, "__global__"));
    CHECK(runMw("compile --source --kernel nothing " + sample()).exit == 2);
}

TEST_CASE("compile takes values for what is known, and does not pass over one silently") {
    const std::string set = " --set vertical_end=4";
    const auto alone = runMw("compile --source" + set + " " + sample());
    CHECK(alone.exit != 0);
    CHECK(contains(alone.text, "name one with --scenario or --grid"));
    const std::string onGrid = "compile --source --grid torus:4,3,5 " + sample();
    const auto known = runMw(onGrid + set);
    CHECK(known.exit == 0);
    CHECK(known.text != runMw(onGrid).text);
    CHECK(known.text == runMw(onGrid + set).text);
}

TEST_CASE("compile shows what each pass makes of the kernels, and leaves some out") {
    const auto shown = runMw("compile --dump-passes " + sample());
    INFO(shown.text);
    CHECK(shown.exit == 0);
    CHECK(contains(shown.text, "== lower: "));
    CHECK(contains(shown.text, "== unit-stride-innermost: "));
    CHECK_FALSE(contains(
        runMw("compile --dump-passes --without-pass unit-stride-innermost " + sample()).text,
        "== unit-stride-innermost: "));
    const auto needed = runMw("compile --source --without-pass widen-indices " + sample());
    CHECK(contains(needed.text, "the pass 'widen-indices' cannot be left out: "));
    CHECK(needed.exit == 2);
    const auto unknown = runMw("compile --source --without-pass x " + sample());
    CHECK(unknown.exit == 2);
    CHECK(contains(unknown.text, "there is no pass 'x' to leave out; there are: "
                                 "unroll-short-loops, write-out-loops, scalar-replacement, "));
}

namespace {

/// The sample with one tasklet written in C++ instead.
std::string withRawTasklet(std::string text) {
    const std::string python = R"("language": "Python")";
    const auto operation = text.find(R"("string_data": "__tlet_result = )");
    const auto at = text.find(python, operation);
    REQUIRE(at != std::string::npos);
    text.replace(at, python.size(), R"("language": "CPP")");
    const auto end = text.find("\",", operation);
    return text.insert(end, ";");
}

} // namespace

TEST_CASE("C++ of the graph itself is listed, refused, agreed to and remembered") {
    const Folder folder;
    setenv("XDG_CONFIG_HOME", (folder / "config").c_str(), 1);
    const std::string file = folder / "raw.sdfg";
    std::ofstream(file) << withRawTasklet(contents(sample()));
    CHECK(contains(runMw("info " + file).text, "C++ of its own"));
    CHECK(contains(runMw("check " + file).text, "[raw-code]"));
    for (const char* command : {"run ", "bench ", "compile "}) {
        const auto refused = runMw(command + file + " --target cpu");
        INFO(refused.text);
        CHECK(refused.exit == 6);
        CHECK(contains(refused.text, "tasklet '"));
        CHECK(contains(refused.text, "--trust"));
    }
    CHECK(runMw("compile --source " + file).exit == 0);
    REQUIRE(runMw("run " + sample() + " --target cpu -o " + (folder / "out.npz")).exit == 0);
    const std::string compared = "run " + file + " --target cpu --compare " + (folder / "out.npz");
    const auto agreed = runMw(compared + " --trust");
    INFO(agreed.text);
    CHECK(agreed.exit == 0);
    CHECK(runMw(compared).exit == 0);
    fs::copy_file(file, folder / "copy.sdfg");
    CHECK(runMw("run " + (folder / "copy.sdfg") + " --target cpu").exit == 6);
    unsetenv("XDG_CONFIG_HOME");
}

TEST_CASE("the corpus' nabla4 graphs reproduce their reference results") {
    const auto graphs = mw::test::nabla4Graphs();
    if (graphs.empty())
        return mw::test::skip("no corpus: set MAPWRIGHT_CORPUS");
    for (const auto& graph : graphs) {
        const auto folder = graph.parent_path();
        const auto outcome = runMw("run " + graph.string() + " --target cpu --scenario " +
                                   (folder / "reference.json").string() + " --compare " +
                                   (folder / "reference.npz").string());
        INFO(graph << "\n" << outcome.text);
        CHECK(outcome.exit == 0);
        CHECK(contains(outcome.text, "1728 elements agree"));
    }
}

TEST_CASE("map fusion on the corpus' initial graph does what DaCe does") {
    const auto graphs = mw::test::nabla4Graphs();
    if (graphs.empty())
        return mw::test::skip("no corpus: set MAPWRIGHT_CORPUS");
    const Folder folder;
    const auto outcome = runMw("apply " + graphs[3].string() + " map-fusion-vertical --all -o " +
                               (folder / "fused.sdfgz"));
    INFO(outcome.text);
    REQUIRE(outcome.exit == 0);
    CHECK(contains(outcome.text, "applied 29 times: 40 maps became 11"));
    const auto reference = graphs[3].parent_path();
    CHECK(runMw("run " + (folder / "fused.sdfgz") + " --target cpu --scenario " +
                (reference / "reference.json").string() + " --compare " +
                (reference / "reference.npz").string())
              .exit == 0);
}

TEST_CASE("symbols get their values from --set, and only those that the program has") {
    const auto wider = runMw("run " + sample() + " --target interp --set vertical_end=20");
    INFO(wider.text);
    CHECK(wider.exit != 0);
    CHECK(contains(wider.text, "has size 12; the program needs 20"));
    CHECK(runMw("run " + sample() + " --target interp --set vertical_end=5").exit == 0);
    const auto unknown = runMw("run " + sample() + " --target interp --set nothing=5");
    CHECK(unknown.exit != 0);
    CHECK(contains(unknown.text, "has no symbol or scalar 'nothing'"));
    CHECK(contains(runMw("run " + sample() + " --target interp --set vertical_end").text,
                   "expected NAME=VALUE"));
    const auto nothing =
        runMw("run " + sample() + " --target interp --set vertical_start=4 --set vertical_end=4");
    CHECK(nothing.exit == 0);
    CHECK(contains(nothing.text, "note: nothing is computed: no map or loop has an iteration"));
}

TEST_CASE("bench --sequence measures programs as one, and says what is wrong with a file") {
    const std::string file = mw::test::sourceFile("samples/diffusion.sequence.json").string();
    const auto result = runMw("bench --target cpu --repeats 3 --json --sequence " + file);
    INFO(result.text);
    REQUIRE(result.exit == 0);
    const auto json = nlohmann::json::parse(result.text);
    CHECK(json.at("verified") == true);
    CHECK(json.at("programs").size() == 4);
    const auto interpreted =
        runMw("bench --target cpu --repeats 3 --against interp --sequence " + file);
    CHECK(interpreted.exit == 0);
    CHECK(contains(interpreted.text, "in the reference executor"));
    const Folder folder;
    std::ofstream(folder / "bad.json") << R"({"programs": [{"graph": "none.sdfg"}], "calls": []})";
    const auto bad = runMw("bench --target cpu --sequence " + (folder / "bad.json"));
    CHECK(bad.exit == 3);
    CHECK(contains(bad.text, "the program 'none': "));
    CHECK(runMw("bench --sequence " + file + " --recipe r.json").exit == 2);
}

TEST_CASE("passes over the kernels are listed, and left out of every run") {
    const auto list = runMw("compile --list-passes");
    CHECK(list.exit == 0);
    CHECK(contains(list.text, "hoist-shared"));
    CHECK(contains(list.text, "(needed: "));
    const std::string small = " --grid torus:8,6,10 ";
    CHECK(runMw("verify --target cpu --against interp --without-pass load-once" + small + sample() +
                " " + sample())
              .exit == 0);
    const auto json = nlohmann::json::parse(
        runMw("bench --target cpu --repeats 2 --json --without-pass vectorise" + small + sample())
            .text);
    CHECK(json.at("options").at("without_passes").at(0) == "vectorise");
    CHECK(contains(runMw("run --target cpu --without-pass name-kernels " + sample()).text,
                   "cannot be left out"));
    CHECK(contains(runMw("tune --target cpu --without-pass name-kernels " + sample()).text,
                   "cannot be left out"));
}

TEST_CASE(
    "tune: choices that are faster for certain, kept beside the graph and used by the others") {
    const Folder folder;
    const std::string inputs = " --target cpu --grid torus:8,6,10", out = folder / "tuned.sdfg";
    const auto tuned =
        runMw("tune " + sample() + inputs + " --budget 4s --launches-only -o " + out);
    INFO(tuned.text);
    REQUIRE(tuned.exit == 0);
    CHECK(contains(tuned.text, "program: "));
    const std::string choices = folder / "tuned.choices.json";
    CHECK(nlohmann::json::parse(contents(choices)).at("version") == 1);
    const auto trials = nlohmann::json::parse(contents(folder / "tuned.tune.json")).at("trials");
    CHECK(trials.size() >= 1);

    const auto known = runMw("tune " + sample() + inputs + " --budget 4s --json -o " + out);
    INFO(known.text);
    REQUIRE(known.exit == 0);
    CHECK(nlohmann::json::parse(known.text).at("choices").at("version") == 1);
    const auto first = nlohmann::json::parse(known.text).at("optimised_first");
    REQUIRE(first.is_object()); // the sample is as it was lowered
    CHECK(first.at("kernels_before") == 11);
    CHECK(first.at("kernels_after") == 1);
    const auto same = runMw("verify " + sample() + " " + out + inputs + " --choices " + choices);
    INFO(same.text);
    CHECK(same.exit == 0);
    const std::string project = " --project " + (folder / "p.mapwright");
    REQUIRE(runMw("tune " + sample() + inputs + " --budget 4s --launches-only" + project).exit ==
            0);
    CHECK_FALSE(std::filesystem::exists(folder / "p.tune.json"));
    const auto tuning = [&] { // forms of kernels, without the start
        const auto all = nlohmann::json::parse(contents(folder / "p.mapwright"));
        const auto& list = all.at("programs").at(0).at("tuning");
        CHECK_FALSE(list.empty());
        return std::count_if(list.begin(), list.end(), [](const auto& one) {
            return one.at("name") != "" && !one.contains("facts");
        });
    };
    const auto tried = tuning();
    // Which of the known forms it comes by depends on which of them are faster for certain.
    const auto again =
        runMw("tune " + sample() + inputs + " --budget 30s --launches-only --json" + project);
    CHECK(nlohmann::json::parse(again.text).at("known") > 0);
    CHECK(nlohmann::json::parse(again.text).at("optimised_first").is_null());
    CHECK(tuning() >= tried);
    const auto bad = runMw("tune " + sample() + " --budget soon");
    CHECK(bad.exit == 2);
    CHECK(contains(bad.text, "--budget soon: expected a time like 60s or 5m"));
    CHECK(runMw("tune " + sample() + inputs + " --budget 1s -o " + sample()).exit == 3);
}

TEST_CASE("link makes one graph of a sequence, which the other commands take") {
    const Folder folder;
    const std::string file = sourceFile("samples/diffusion.sequence.json").string();
    const std::string graph = folder / "granule.sdfgz", inputs = folder / "granule.scenario.json";
    const auto linked = runMw("link " + file + " --internal kappa --verify --json -o " + graph);
    INFO(linked.text);
    REQUIRE(linked.exit == 0);
    const auto json = nlohmann::json::parse(linked.text);
    CHECK(json.at("written") == nlohmann::json({graph, inputs}));
    CHECK(json.at("internal") == nlohmann::json({"kappa"}));
    CHECK(json.at("notices").at(0).at("code") == "exchanged-arrays");
    REQUIRE(json.at("verified").size() == 2); // interpreter and C++
    for (const auto& one : json.at("verified"))
        CHECK(one.at("same") == true);
    const auto bytes = contents(graph);
    CHECK(runMw("link " + file + " --internal kappa -o " + graph).exit == 0);
    CHECK(contents(graph) == bytes);
    CHECK(contains(runMw("check " + graph).text, "0 findings"));
    const auto verified = runMw("verify " + graph + " " + graph + " --scenario " + inputs +
                                " --target cpu "
                                "--against interp");
    INFO(verified.text);
    CHECK(verified.exit == 0);
    const std::string fast = folder / "fast.sdfgz";
    const auto optimised =
        runMw("optimise " + graph + " --no-measure --scenario " + inputs + " -o " + fast);
    INFO(optimised.text);
    CHECK(optimised.exit == 0);
    CHECK(runMw("verify " + graph + " " + fast + " --scenario " + inputs + " --target cpu").exit ==
          0);
    // Programs that are optimised before: fewer kernels, and the results of the sequence as it was.
    const std::string parts = folder / "parts.sdfgz";
    const auto optimisedBefore = runMw("link " + file +
                                       " --internal kappa --optimise --verify "
                                       "--tolerance 1e-12 -o " +
                                       parts);
    INFO(optimisedBefore.text);
    CHECK(optimisedBefore.exit == 0);
    const auto kernelsOf = [](const std::string& program) {
        const auto text = runMw("info --json " + program).text;
        return nlohmann::json::parse(text).at("kernels").size();
    };
    CHECK(kernelsOf(parts) < kernelsOf(graph));
    const auto stays = runMw("link " + file + " --internal theta_new -o " + graph);
    CHECK(contains(stays.text, "the internal field 'theta_new' stays an argument: 'step back' "));
    const auto bad = runMw("link " + file + " --internal none -o " + graph);
    CHECK(bad.exit == 3);
    CHECK(contains(bad.text, "no program that is called has an array of this name"));
    CHECK(runMw("link " + file + " -o " + file).exit == 3);
    const auto scenario = sourceFile("samples/nabla4.scenario.json").string(); // which is read
    CHECK(runMw("link " + file + " -o " + graph + " --scenario-out " + scenario).exit == 3);
}

TEST_CASE("unlink takes a linked program apart where exchanges are, and the sequence goes on") {
    const Folder folder;
    auto sequence =
        nlohmann::json::parse(contents(sourceFile("samples/diffusion.sequence.json").string()));
    for (auto& program : sequence["programs"])
        program["graph"] = sourceFile("samples/" + program["graph"].get<std::string>()).string();
    sequence["internal"] = {"kappa"};
    const auto exchange = nlohmann::json::parse(R"({"exchange": ["theta"]})");
    sequence["calls"].insert(sequence["calls"].begin() + 1, exchange);
    const std::string file = folder / "s.sequence.json", graph = folder / "granule.sdfgz";
    std::ofstream(file) << sequence;
    REQUIRE(runMw("link " + file + " --verify -o " + graph).exit == 0);
    CHECK(contains(runMw("check " + graph).text, "0 findings"));
    const std::string fast = folder / "fast.sdfgz", parts = folder / "parts";
    const auto inputs = " --scenario " + (folder / "granule.scenario.json");
    REQUIRE(runMw("optimise " + graph + " --no-measure" + inputs + " -o " + fast).exit == 0);
    const auto apart = runMw("unlink " + fast + inputs + " --verify --json -o " + parts);
    INFO(apart.text);
    REQUIRE(apart.exit == 0);
    const auto json = nlohmann::json::parse(apart.text);
    CHECK(json.at("programs") == nlohmann::json({"diffusion_1", "diffusion_2"}));
    CHECK(json.at("internal") == nlohmann::json({"kappa"}));
    REQUIRE(json.at("verified").size() == 2);
    for (const auto& one : json.at("verified"))
        CHECK(one.at("same") == true);
    const std::string again = parts + "/diffusion.sequence.json";
    CHECK(json.at("written").at(0) == again);
    const auto written = nlohmann::json::parse(contents(again));
    CHECK(written.at("calls") ==
          nlohmann::json::parse(R"(["diffusion_1", {"exchange": ["theta"]}, "diffusion_2"])"));
    CHECK(contains(runMw("link " + again + " -o " + (folder / "again.sdfgz")).text,
                   "temporaries: kappa"));
    CHECK(runMw("bench --sequence " + again + " --target cpu --repeats 2").exit == 0);
    // Without inputs: those of a grid that the program was optimised for.
    const std::string larger = folder / "larger.sdfgz", pieces = folder / "pieces";
    REQUIRE(runMw("optimise " + graph + " --no-measure --grid torus:12,10,20 --static bounds -o " +
                  larger)
                .exit == 0);
    REQUIRE(runMw("unlink " + larger + " -o " + pieces).exit == 0);
    const auto piece = runMw("run " + pieces + "/diffusion_1.sdfgz --target interp");
    INFO(piece.text);
    CHECK(piece.exit == 0);
    CHECK(contains(piece.text, "torus:12,10,20"));
    const auto small = runMw("unlink " + larger + " --grid torus:8,6,10 -o " + (folder / "small"));
    CHECK(small.exit == 3);
    CHECK_FALSE(std::filesystem::exists(folder / "small"));
    const auto whole = runMw("unlink " + sample() + " -o " + parts);
    CHECK(whole.exit == 3);
    CHECK(contains(whole.text, "cannot be taken apart: it has no boundaries that must stay"));
}

TEST_CASE("sweep: a real one, as JSON, table and heat map") {
    const Folder folder;
    const std::string graph = sourceFile("samples/diffusion_step.sdfg").string();
    const std::string how = "sweep " + graph + " --target cpu --grid torus:8,6,10 --repeats 3";
    const std::string svg = folder / "map.svg", page = folder / "map.html";
    const auto swept = runMw(how + " --param vectors=on,off --param fuse=off,on --json --report " +
                             svg + " --report " + page);
    INFO(swept.text);
    REQUIRE(swept.exit == 0);
    const auto json = nlohmann::json::parse(swept.text);
    CHECK(json.at("combinations").size() == 2);
    REQUIRE(json.at("graphs").size() == 2);
    const auto& fused = json.at("graphs").at(1);
    CHECK_FALSE(fused.at("steps").empty());
    CHECK(fused.at("kernels").size() < json.at("graphs").at(0).at("kernels").size());
    CHECK(fused.at("default").at("ratio") > 0);
    for (const auto& one : json.at("graphs")) {
        CHECK(one.at("program").at("cells").at(1).at("state") == "measured");
        for (const auto& kernel : one.at("kernels")) {
            CHECK(kernel.at("default_us") > 0);
            for (const std::string& file : {svg, page}) // every kernel is named
                CHECK(contains(contents(file), kernel.at("name").get<std::string>() + ":"));
        }
    }
    CHECK(contains(contents(page), "<svg "));

    const auto text = runMw(how + " --param vectorise=off --param vectors=default,off");
    INFO(text.text);
    CHECK(text.exit == 0);
    CHECK(contains(text.text, "vectorise=off vectors=default"));
    CHECK(contains(text.text, "as it is: "));
    const auto bad = runMw(how + " --param levels=20");
    CHECK(bad.exit == 2);
    CHECK(contains(bad.text, "--param levels: kernels have no such choice on the target cpu"));
    CHECK(runMw(how).exit == 2); // nothing to sweep over
    CHECK(runMw(how + " --param vectors=on --report " + graph).exit == 3);
}

TEST_CASE("choices of kernels: compile, run, bench and verify use them and say what is wrong") {
    const Folder folder;
    const auto source = runMw("compile " + sample() + " --source --target cuda");
    const auto at = source.text.find("__launch_bounds__(");
    REQUIRE(at != std::string::npos);
    const auto open = source.text.find('(', at + 18), name = source.text.rfind(' ', open) + 1;
    const std::string kernel = source.text.substr(name, open - name);
    const auto write = [&](const std::string& fields) {
        std::ofstream(folder / "c.json")
            << R"({"version": 1, "kernels": {")" << kernel << R"(": {)" << fields << "}}}";
        return " --choices " + (folder / "c.json");
    };
    const std::string good = write(R"("block": [256, 1, 1], "shared_loops": 1, "vectors": false)");
    CHECK(contains(runMw("compile " + sample() + " --source --target cuda" + good).text,
                   "__launch_bounds__(256"));
    CHECK(contains(runMw("compile " + sample() + " --source" + good).text, kernel));
    const std::string inputs = " --target cpu --grid torus:8,6,10";
    CHECK(runMw("run " + sample() + inputs + good).exit == 0);
    CHECK(runMw("verify " + sample() + " " + sample() + inputs + good).exit == 0);
    const auto bench = runMw("bench " + sample() + inputs + " --repeats 2 --json" + good);
    INFO(bench.text);
    REQUIRE(bench.exit == 0);
    const auto variants = nlohmann::json::parse(bench.text).at("variants");
    REQUIRE(variants.size() == 2);
    CHECK(variants.at(0).at("choices").is_null());
    CHECK(variants.at(1).at("name") == "c");
    CHECK(variants.at(1).at("choices").at("kernels").at(kernel).at("shared_loops") == 1);
    CHECK(variants.at(1).at("kernels").at(0).at("launch").contains("levels_per_thread"));

    const auto bad = runMw("run " + sample() + inputs + write(R"("levels": 3)"));
    CHECK(bad.exit == 3);
    CHECK(contains(bad.text, "the choices of the kernel '" + kernel + "' have no field 'levels'"));
    CHECK(runMw("run " + sample() + inputs + " --choices " + (folder / "none.json")).exit == 3);
}

} // namespace cli_test
