// What mw says of rewrites before and after they are made: previews, checks, advice.

#include "tests/cli/run_mw.h"

#include <nlohmann/json.hpp>

#include <map>

namespace rewrites_test {

using namespace mw::test;

TEST_CASE("a preview says what would change and writes nothing") {
    const auto preview = runMw("apply " + sample() + " map-fusion-vertical --all --preview");
    INFO(preview.text);
    CHECK(preview.exit == 0);
    CHECK(contains(preview.text, "would apply 10 times; nothing is written"));
    CHECK(
        contains(preview.text, "sizes of " + sourceFile("samples/nabla4.scenario.json").string()));
    CHECK(contains(preview.text, "kernels                               11           1"));
    CHECK(contains(preview.text, "temporaries                           10           0"));
    const Folder folder;
    CHECK(runMw("apply " + sample() + " map-fusion-vertical --preview -o " + (folder / "x.sdfg"))
              .exit == 2);
    const auto grid =
        runMw("apply " + sample() + " map-fusion-vertical --preview --grid torus:5,4,3");
    CHECK(contains(grid.text, "sizes of torus:5,4,3"));
}

TEST_CASE("a checked step says on which inputs it was compared") {
    const Folder folder;
    const auto applied = runMw("apply " + sample() + " map-fusion-vertical --check --recipe " +
                               (folder / "r.json") + " -o " + (folder / "x.sdfg"));
    INFO(applied.text);
    CHECK(applied.exit == 0);
    CHECK(contains(applied.text, "same results on torus:3,5,7"));
    CHECK(contains(applied.text, "torus:3,5,1"));
    const auto replayed = runMw("replay " + sample() + " " + (folder / "r.json") + " --check -o " +
                                (folder / "y.sdfg"));
    INFO(replayed.text);
    CHECK(replayed.exit == 0);
    CHECK(contains(replayed.text, "same results on torus:3,5,7"));
    CHECK(contents(folder / "x.sdfg") == contents(folder / "y.sdfg"));
}

TEST_CASE("precision: advice, the change, and the error that it makes") {
    const Folder folder;
    const auto advice = runMw("advise " + sample() + " --precision --device H200 --json");
    INFO(advice.text);
    REQUIRE(advice.exit == 0);
    const auto json = nlohmann::json::parse(advice.text);
    CHECK(json.at("type") == "float32");
    REQUIRE(json.at("temporaries").size() == 10);
    const auto& best = json.at("temporaries").at(0);
    CHECK(best.at("saved_bytes") > 0);
    CHECK(best.at("predicted_saving_us") >= json.at("temporaries").at(9).at("predicted_saving_us"));
    CHECK(json.at("together").at("saved_bytes") > best.at("saved_bytes"));
    CHECK_FALSE(json.at("arguments").empty());
    const auto text = runMw("advise " + sample() + " --precision --device H200 --most 2");
    CHECK(contains(text.text, "--all-temporaries): "));
    CHECK(contains(text.text, "  and 8 more"));
    // The usual advice does not speak of it.
    CHECK_FALSE(contains(runMw("advise " + sample() + " --json").text, "change-precision"));

    const auto applied = runMw(
        "apply " + sample() + " change-precision --all-temporaries --match " +
        std::to_string(best.at("number").get<int>()) + " --check -o " + (folder / "single.sdfg"));
    INFO(applied.text);
    CHECK(applied.exit == 0);
    CHECK(contains(applied.text, "step 1 (change-precision"));
    CHECK(contains(applied.text, "changes them on purpose: different results: "));
    const auto verified = runMw("verify " + sample() + " " + (folder / "single.sdfg") +
                                " --target interp --grid torus:5,4,3");
    INFO(verified.text);
    CHECK(verified.exit == 1);
    CHECK(contains(verified.text, "kept in float32: "));
    CHECK(contains(verified.text, "DIFFERENT, on purpose"));
    const auto asJson = runMw("verify " + sample() + " " + (folder / "single.sdfg") +
                              " --target interp --grid torus:5,4,3 --json");
    const auto precision = nlohmann::json::parse(asJson.text).at("precision");
    CHECK(precision.at("containers").size() == 10);
    const auto& output = precision.at("outputs").at(0);
    CHECK(output.at("error").at("largest") > 0);
    CHECK(output.at("error").at("largest") >= output.at("error").at("root_mean_square"));
    CHECK(output.at("inputs_rounded_once").at("largest") > 0);
}

TEST_CASE("advice names what applies, with numbers that mw apply takes") {
    const auto advice = runMw("advise " + sample() + " --json");
    INFO(advice.text);
    REQUIRE(advice.exit == 0);
    const auto json = nlohmann::json::parse(advice.text);
    CHECK(json.at("kernels") == 11);
    CHECK(json.at("argument_bytes") < json.at("kernel_bytes"));
    const auto& best = json.at("possible").at(0);
    CHECK(best.at("saved_bytes") > 0);
    const auto preview =
        runMw("apply " + sample() + " " + best.at("transformation").get<std::string>() +
              " --match " + std::to_string(best.at("number").get<int>()) + " --preview");
    INFO(preview.text);
    CHECK(preview.exit == 0);
    const auto text = runMw("advise " + sample() + " --most 2");
    CHECK(contains(text.text, "11 kernels move"));
    CHECK(contains(text.text, "what applies, best first"));
    CHECK(contains(text.text, "more\n"));
    CHECK(runMw("advise " + sample() + " --most -1").exit == 2);
}

TEST_CASE("an order of transformations is applied until none applies, and is one recipe") {
    const Folder folder;
    const auto order = folder / "order.txt";
    std::ofstream(order) << "map-fusion-vertical --only-toplevel-maps\nmap-iteration-order\n";
    const auto applied = runMw("apply " + sample() + " --order " + order + " --check --recipe " +
                               (folder / "r.json") + " -o " + (folder / "x.sdfg"));
    INFO(applied.text);
    CHECK(applied.exit == 0);
    CHECK(contains(applied.text, "11 maps became 1"));
    CHECK(contains(applied.text, "same results on torus:3,5,7"));
    CHECK(runMw("replay " + sample() + " " + (folder / "r.json") + " -o " + (folder / "y.sdfg"))
              .exit == 0);
    CHECK(contents(folder / "x.sdfg") == contents(folder / "y.sdfg"));
    CHECK(runMw("apply " + sample() + " map-to-copy --order " + order).exit == 2);
    CHECK(runMw("apply " + sample() + " --all --order " + order).exit == 2);
    std::ofstream(order) << "map-to-nothing\n";
    const auto wrong = runMw("apply " + sample() + " --order " + order);
    CHECK(wrong.exit == 1);
    CHECK(contains(wrong.text, "line 1: there is no transformation 'map-to-nothing'"));
}

TEST_CASE("advice says what stands out, with what acts on it") {
    const auto advice = runMw("advise " + sample() + " --json");
    REQUIRE(advice.exit == 0);
    const auto json = nlohmann::json::parse(advice.text);
    std::map<std::string, int> topics;
    bool acted = false;
    for (const auto& one : json.at("observations")) {
        ++topics[one.at("topic").get<std::string>()];
        acted = acted || one.contains("action");
    }
    CHECK(topics["temporaries that are written once and read once"] > 0);
    CHECK(topics["maps that are not blocked over the levels"] > 0);
    CHECK(acted);
    for (const auto& one : json.at("refused"))
        CHECK(one.at("transformation") != "map-promotion"); // would not save the temporary
    const auto text = runMw("advise " + sample() + " --most 1").text;
    CHECK(contains(text, "temporaries that are written once and read once"));
}

TEST_CASE("a recipe is shown in words, and recorded from a project") {
    const Folder folder;
    const auto applied = runMw("apply " + sample() + " map-fusion-vertical --project " +
                               (folder / "p.mapwright") + " --recipe " + (folder / "r.json"));
    INFO(applied.text);
    REQUIRE(applied.exit == 0);
    const auto shown = runMw("recipe show " + (folder / "r.json"));
    INFO(shown.text);
    CHECK(shown.exit == 0);
    CHECK(contains(shown.text, "recipe of nabla4: 1 step\n"));
    CHECK(contains(shown.text, "  1 map-fusion-vertical "));
    CHECK(contains(shown.text, "first-exit: map exit "));
    CHECK(contains(shown.text, "only-inner-maps = false"));
    const auto recorded = runMw("recipe record --project " + (folder / "p.mapwright") + " -o " +
                                (folder / "again.json"));
    CHECK(recorded.exit == 0);
    CHECK(contents(folder / "again.json") == contents(folder / "r.json"));
    const auto original =
        runMw("recipe record --project " + (folder / "p.mapwright") + " --variant original");
    CHECK(contains(original.text, "\"steps\": []"));
    CHECK(runMw("recipe record --project " + (folder / "p.mapwright") + " --variant none").exit ==
          2);
    CHECK(runMw("recipe").exit == 2);
}

TEST_CASE(
    "the steps that lead to a variant are listed with what they did, and held against others") {
    const Folder folder;
    const std::string project = folder / "p.mapwright";
    REQUIRE(runMw("apply " + sample() + " map-fusion-vertical --all --project " + project +
                  " --recipe " + (folder / "all.json"))
                .exit == 0);
    REQUIRE(runMw("apply " + sample() + " map-fusion-vertical --recipe " + (folder / "one.json"))
                .exit == 0);
    const auto line = runMw("history " + project);
    INFO(line.text);
    CHECK(line.exit == 0);
    CHECK(contains(line.text, "  0  original "));
    CHECK(contains(line.text, "  1  fused "));
    CHECK(contains(line.text, ": -"));

    const auto both =
        runMw("history " + project + " " + (folder / "one.json") + " --on " + sample() + " --json");
    INFO(both.text);
    CHECK(both.exit == 1);
    const auto json = nlohmann::json::parse(both.text);
    CHECK(json.at("same") == 1);
    CHECK(json.at("first_divergence") == 1);
    CHECK(json.at("aligned").at(0).at("relation") == "same");
    CHECK(json.at("aligned").at(1).at("second").is_null());
    CHECK(json.at("aligned").at(1).at("first").at("after").at("bytes") <
          json.at("aligned").at(1).at("first").at("before").at("bytes"));

    const auto alone = runMw("history " + (folder / "one.json") + " " + (folder / "one.json"));
    CHECK(alone.exit == 0);
    CHECK(contains(alone.text, "1 step is the same: there is no difference\n"));
    const auto variants = runMw("history " + project + " --variant original --variant none");
    CHECK(variants.exit != 0);
    CHECK(contains(variants.text, "there is no variant 'none'"));
}

TEST_CASE("a recipe whose assumption is no text is shown as it is") {
    const Folder folder;
    REQUIRE(runMw("apply " + sample() + " map-fusion-vertical -o " + (folder / "x.sdfg") +
                  " --recipe " + (folder / "r.json"))
                .exit == 0);
    auto recipe = nlohmann::ordered_json::parse(contents(folder / "r.json"));
    recipe["steps"][0]["params"]["assume"] = 5;
    std::ofstream(folder / "odd.json") << recipe.dump();
    const auto shown = runMw("recipe show " + (folder / "odd.json"));
    CHECK(shown.exit == 0);
    CHECK(contains(shown.text, "assume = 5"));
    const auto replayed =
        runMw("replay " + sample() + " " + (folder / "odd.json") + " -o " + (folder / "y.sdfg"));
    CHECK(replayed.exit == 1);
    CHECK(contains(replayed.text, "assume takes conditions as text"));
}

TEST_CASE("what a command reads besides the graph is never written over") {
    const Folder folder;
    const auto refused = [&](const std::string& command, const std::string& file) {
        const std::string before = contents(file);
        const auto outcome = runMw(command);
        CAPTURE(command, outcome.text);
        CHECK(outcome.exit == 3);
        CHECK(contains(outcome.text, "inputs are never written"));
        CHECK(contents(file) == before);
    };
    const std::string recipe = folder / "r.json", order = folder / "order.txt";
    REQUIRE(runMw("apply " + sample() + " map-fusion-vertical -o " + (folder / "x.sdfg") +
                  " --recipe " + recipe)
                .exit == 0);
    std::ofstream(order) << "map-fusion-vertical\n";
    const std::string scenario = folder / "scenario.json";
    std::filesystem::copy_file(sourceFile("samples/nabla4.scenario.json"), scenario);
    refused("replay " + sample() + " " + recipe + " -o " + recipe, recipe);
    refused("apply " + sample() + " --order " + order + " -o " + order, order);
    refused("apply " + sample() + " specialise --scenario " + scenario + " -o " + scenario,
            scenario);
    refused("run " + sample() + " --target interp --scenario " + scenario + " -o " + scenario,
            scenario);
    refused("bench " + sample() + " --target cpu --recipe " + recipe + " --scenario " + scenario +
                " --json -o " + recipe,
            recipe);
    for (const char* command :
         {"optimise --scenario SCENARIO -o SCENARIO", "optimise --scenario=SCENARIO -oSCENARIO",
          "tune --target cpu --scenario SCENARIO --recipe SCENARIO",
          "sweep --target cpu --param vectors=on --scenario SCENARIO --report SCENARIO"}) {
        std::string text = command;
        for (auto at = text.find("SCENARIO"); at != std::string::npos; at = text.find("SCENARIO"))
            text.replace(at, std::string_view("SCENARIO").size(), scenario);
        refused(text.insert(text.find(' '), " " + sample()), scenario);
    }
    // What a scenario reads is nowhere on the command line.
    const std::string arrays = folder / "arrays.npz";
    const std::string run =
        "run " + sample() + " --target interp --scenario " + scenario + " --save-inputs ";
    REQUIRE(runMw(run + arrays).exit == 0);
    auto given = nlohmann::json::parse(contents(scenario));
    given["arrays"]["inv_primal_edge_length"] = {
        {"shape", {144}}, {"dtype", "float64"}, {"file", "arrays.npz"}};
    std::ofstream(scenario) << given;
    refused(run + arrays, arrays);
    for (const char* command :
         {"bench --target cpu --json -o", "optimise -o", "tune --target cpu -o",
          "sweep --target cpu --param vectors=on --report"}) {
        std::string text = command;
        text.insert(text.find(' '), " " + sample() + " --scenario " + scenario);
        refused(text + " " + arrays, arrays);
    }
}

TEST_CASE("a program does not run with values that it was not rewritten for") {
    const Folder folder;
    auto graph = nlohmann::ordered_json::parse(contents(sample()));
    graph["attributes"]["global_code"]["mapwright_assumptions"] = {
        {"string_data", "(vertical_end >= 1000)"}, {"language", "Python"}};
    std::ofstream(folder / "assuming.sdfg") << graph.dump();
    for (const std::string command : {"run", "bench"}) {
        const auto refused =
            runMw(command + " " + (folder / "assuming.sdfg") + " --grid torus:3,5,7 --target cpu");
        INFO(refused.text);
        CHECK(refused.exit == 5);
        CHECK(contains(refused.text, "was rewritten for runs with vertical_end >= 1000"));
        CHECK(contains(refused.text, "vertical_end is "));
    }
    const auto interpreted =
        runMw("run " + (folder / "assuming.sdfg") + " --grid torus:3,5,7 --target interp");
    CHECK(interpreted.exit == 5);
}

TEST_CASE("what cannot be assumed is said before anything is written") {
    const Folder folder;
    const auto bad = runMw("apply " + sample() + " map-fusion-vertical --all --assume 'Q > 1' -o " +
                           (folder / "x.sdfg"));
    INFO(bad.text);
    CHECK(bad.exit == 1);
    CHECK(contains(bad.text, "has no symbol 'Q'"));
    CHECK_FALSE(std::filesystem::exists(folder / "x.sdfg"));
}

TEST_CASE("a program is optimised by a pipeline, which explains itself") {
    const Folder folder;
    const auto done = runMw("optimise " + sample() + " --explain --check --recipe " +
                            (folder / "r.json") + " -o " + (folder / "x.sdfg"));
    INFO(done.text);
    CHECK(done.exit == 0);
    CHECK(contains(done.text, "one flow of data without what is not needed, in few kernels:"));
    CHECK(contains(done.text, "map-fusion-vertical"));
    CHECK(contains(done.text, " us  "));
    CHECK(contains(done.text, "before: 11 kernels"));
    CHECK(contains(done.text, "after:  1 kernel,"));
    CHECK(contains(done.text, "same results on"));
    const auto replayed =
        runMw("replay " + sample() + " " + (folder / "r.json") + " -o " + (folder / "y.sdfg"));
    CHECK(replayed.exit == 0);
    CHECK(contents(folder / "x.sdfg") == contents(folder / "y.sdfg"));

    const auto json = nlohmann::json::parse(runMw("optimise " + sample() + " --json").text);
    CHECK(json.at("pipeline") == "default");
    CHECK(json.at("after").at("kernels").size() == 1);
    CHECK(json.at("after").at("predicted_us") < json.at("before").at("predicted_us"));

    CHECK(contains(done.text, "forms that it could end at (nine of ten times lie between "));
    CHECK(contains(done.text, "\n  gt4py: "));
    CHECK(contains(done.text, "\n  start: 11 kernels, "));
    CHECK(contains(done.text, "taken: 'default': "));
    CHECK(contains(done.text, " us predicted ("));
    REQUIRE(json.at("forms").size() == 3);
    CHECK(json.at("taken") == "default");
    const double reached = json.at("after").at("predicted_us");
    for (const auto& form : json.at("forms")) {
        CHECK(reached <= form.at("predicted").at("predicted_us").get<double>());
        CHECK(form.at("predicted_low_us") < form.at("predicted_high_us"));
        CHECK(form.at("measured_us").is_null()); // nobody asked
    }
    CHECK(json.at("error_of_predictions").at("times") >= 10);
    const auto asked = runMw("optimise " + sample() + " --explain --pipeline gt4py");
    CHECK_FALSE(contains(asked.text, "forms that")); // what was asked for is carried out
    CHECK(runMw("optimise " + sample() + " --measure --no-measure").exit == 2);
}

TEST_CASE("a scenario that is optimised for becomes part of the program unless it is kept open") {
    const Folder folder;
    const std::string scenario = sourceFile("samples/nabla4.scenario.json").string();
    const auto fixed =
        runMw("optimise " + sample() + " --scenario " + scenario + " -o " + (folder / "x.sdfg"));
    INFO(fixed.text);
    CHECK(fixed.exit == 0);
    CHECK(contains(fixed.text, "a run with others is refused"));
    const auto open = runMw("optimise " + sample() + " --scenario " + scenario +
                            " --keep-symbols -o " + (folder / "y.sdfg"));
    CHECK(open.exit == 0);
    CHECK_FALSE(contains(open.text, "refused"));
}

TEST_CASE("a pipeline that there is not is a wrong word on the command line") {
    const auto unknown = runMw("optimise " + sample() + " --pipeline fast");
    CHECK(unknown.exit == 2);
    CHECK(contains(unknown.text, "there is no pipeline and no file 'fast'; pipelines: default, "
                                 "fuse, gt4py"));
    const Folder folder;
    std::ofstream(folder / "p.txt") << "everywhere: a\nmap-fusion\n";
    const auto bad = runMw("optimise " + sample() + " --pipeline " + (folder / "p.txt"));
    CHECK(bad.exit == 3);
    CHECK(contains(bad.text, "line 2 of the pipeline"));
}

} // namespace rewrites_test
