// The search for launch choices, with times that a function invents: what it finds, what it must
// not take, what it remembers.
#include "app/workbench/tune/candidates.h"
#include "app/workbench/tune/graphs.h"
#include "app/workbench/tune/learn.h"
#include "app/workbench/tune/search.h"
#include "app/workbench/tune/tune.h"
#include "tests/app/workbench/folder.h"
#include "tests/app/workbench/made_up_device.h"

#include <algorithm>
#include <atomic>

namespace tune_test {

using namespace mw;
using namespace mw::workbench;
using codegen::Choices;
using codegen::KernelChoice;
using codegen::Target;
using test::Bench;
using test::chainOf;
using test::planOf;
using test::twoMaps;

namespace {

constexpr const char* kFirst = "first__z";
constexpr const char* kSecond = "second__y";

/// Fastest with 40 levels, 4 at a time, in blocks of 64 threads.
double bowl(const codegen::Kernel& kernel) {
    const auto& launch = kernel.launch;
    const double levels = std::abs(std::log2(launch.levelsPerThread / 40.0));
    const double group = std::abs(std::log2(launch.levelsPerGroup / 4.0));
    const double block = std::abs(std::log2(launch.block[0] * launch.block[1] / 64.0));
    return 50 * (1 + 0.1 * levels + 0.05 * group + 0.03 * block);
}

Expected<TuneResult> tuned(Bench& bench, TuneOptions options, TuneLog& log, std::size_t runners = 1,
                           const Choices& from = {}) {
    const TuneForm start{twoMaps(), from};
    const std::vector<TuneMeasure> measurers(runners, bench.measurer());
    return tuneKernels(start, planOf(start), measurers, options, log);
}

} // namespace

TEST_CASE("tuning finds the fastest launch of every kernel") {
    Bench bench{bowl};
    TuneLog log;
    const auto result = tuned(bench, bench.options(), log);
    REQUIRE(result);
    CHECK(result->complete);
    CHECK(result->whole.isFaster());
    for (const char* kernel : {kFirst, kSecond}) {
        const auto& choice = result->choices.at(kernel);
        CHECK(choice.levelsPerThread == 40);
        CHECK(choice.levelsPerGroup == 4);
        CHECK((*choice.block)[0] * (*choice.block)[1] == 64);
    }
    CHECK(result->kernels.at(0).ratio < 1);
}

TEST_CASE(
    "several kernels are tried in one round, and the same measurements give the same result") {
    Bench bench{bowl}, again{bowl};
    TuneLog log, other;
    const auto result = tuned(bench, bench.options(), log);
    REQUIRE(result);
    CHECK(result->measured > bench.forms);
    CHECK(tuned(again, again.options(), other)->choices == result->choices);
    CHECK(other.trials() == log.trials());
}

TEST_CASE("two runners give the result of one, in half of the rounds each") {
    Bench one{bowl}, two{bowl};
    TuneLog log, shared;
    const auto alone = tuned(one, one.options(), log);
    const auto together = tuned(two, two.options(), shared, 2);
    REQUIRE(together);
    CHECK(together->choices == alone->choices);
    CHECK(shared.trials() == log.trials());
}

TEST_CASE("a runner that is lost leaves its round to the others") {
    Bench bench{bowl};
    const TuneForm start{twoMaps(), {}};
    std::atomic<int> calls = 0;
    const TuneMeasure dying = [&](const auto& all, int repeats) {
        return ++calls > 1 ? Expected<std::vector<FormResult>>(fail("lost", "the runner died"))
                           : bench.measure(all, repeats);
    };
    TuneLog log;
    const auto result =
        tuneKernels(start, planOf(start), {dying, bench.measurer()}, bench.options(), log);
    REQUIRE(result);
    CHECK(result->choices.at(kFirst).levelsPerThread == 40);
    const auto none = tuneKernels(start, planOf(start), {dying}, bench.options(), log);
    CHECK((none || none.error().sentence == "the runner died"));
}

TEST_CASE("a runner that is lost before it measured anything leaves the beginning to the next") {
    Bench bench{bowl};
    const TuneForm start{twoMaps(), {}};
    const TuneMeasure lost = [](const auto&, int) {
        return Expected<std::vector<FormResult>>(fail("runner-lost", "Slurm preempted its job"));
    };
    TuneLog log;
    const auto result =
        tuneKernels(start, planOf(start), {lost, bench.measurer()}, bench.options(), log);
    REQUIRE(result);
    CHECK(result->choices.at(kFirst).levelsPerThread == 40);
    TuneLog none;
    const auto all = tuneKernels(start, planOf(start), {lost, lost}, bench.options(), none);
    REQUIRE_FALSE(all);
    CHECK(all.error().code == "runner-lost");
}

TEST_CASE("the log says which node and device measured a form") {
    const test::Folder folder;
    Bench bench{bowl};
    const TuneForm start{twoMaps(), {}};
    const TuneMeasure placed = [&](const auto& forms, int repeats) {
        auto results = bench.measure(forms, repeats);
        for (FormResult& one : *results)
            one.where = "n1, NVIDIA H200 0000:3b:00.0";
        return results;
    };
    TuneLog log;
    REQUIRE(tuneKernels(start, planOf(start), {placed}, bench.options(), log));
    REQUIRE(writeTuneLog(log, folder / "g.tune.json"));
    const auto read = readTuneLog(folder / "g.tune.json");
    REQUIRE(read);
    CHECK(read->trials() == log.trials());
    CHECK(std::ranges::all_of(read->trials(), [](const Trial& trial) {
        return trial.where == "n1, NVIDIA H200 0000:3b:00.0";
    }));
}

TEST_CASE("a launch that computes something else is never taken, however fast") {
    Bench bench{[](const codegen::Kernel& kernel) {
        return kernel.launch.levelsPerGroup == 8 ? 1.0 : bowl(kernel);
    }};
    bench.differs = [](const codegen::Kernel& kernel) {
        return kernel.name == kFirst && kernel.launch.levelsPerGroup == 8;
    };
    TuneLog log;
    const auto result = tuned(bench, bench.options(), log);
    REQUIRE(result);
    CHECK(result->choices.at(kFirst).levelsPerGroup != 8);
    CHECK(result->choices.at(kSecond).levelsPerGroup == 8); // it was in the same forms
    const auto refused = std::ranges::count(log.trials(), Trial::Outcome::differs, &Trial::outcome);
    CHECK(refused > 0);
}

TEST_CASE("what is not faster for certain is left: the start stays") {
    Bench same{[](const auto&) { return 50.0; }};
    TuneLog log;
    const auto result = tuned(same, same.options(), log);
    REQUIRE(result);
    CHECK(result->choices.empty());
    CHECK_FALSE(result->whole.isFaster());

    // every kernel is faster alone, the program is not
    Bench apart{bowl};
    const TuneMeasure slow = [&](const auto& all, int repeats) {
        auto results = apart.measure(all, repeats);
        for (std::size_t i = 1; i < results->size(); ++i)
            for (double& sample : (*results)[i].device)
                sample *= 3;
        return results;
    };
    const TuneForm start{twoMaps(), {{kFirst, {.unroll = 2}}}};
    TuneLog other;
    const auto kept = tuneKernels(start, planOf(start), {slow}, apart.options(), other);
    REQUIRE(kept);
    CHECK(kept->choices == start.choices);
}

TEST_CASE("of winners that do not hold together the better half is taken") {
    Bench bench{bowl};
    const TuneMeasure measure = [&](const auto& all, int repeats) {
        auto results = bench.measure(all, repeats);
        for (std::size_t i = 1; i < results->size(); ++i)
            if (all[i].choices.size() == 2)
                (*results)[i].device = bench.samples(1000, repeats);
        return results;
    };
    const TuneForm start{twoMaps(), {}};
    TuneLog log;
    const auto result = tuneKernels(start, planOf(start), {measure}, bench.options(), log);
    REQUIRE(result);
    CHECK(result->choices.size() == 1);
    CHECK(result->whole.isFaster());
}

TEST_CASE("the budget ends the search, and what was measured decides") {
    Bench bench{bowl};
    TuneLog log;
    auto options = bench.options();
    options.formsPerRound = 2;
    options.budget = 2;
    const auto result = tuned(bench, options, log);
    REQUIRE(result);
    CHECK_FALSE(result->complete);
    CHECK(bench.clock < 4); // the best side by side, and the whole, come after it
    Bench none{bowl};
    TuneLog empty;
    options = none.options();
    options.budget = 0.05;
    CHECK(tuned(none, options, empty)->choices.empty());
}

TEST_CASE("a search goes on where it ended, and measures nothing twice") {
    Bench whole{bowl}, parts{bowl};
    TuneLog log, kept;
    const auto result = tuned(whole, whole.options(), log);
    auto options = parts.options();
    options.formsPerRound = 2;
    options.budget = 3;
    Expected<TuneResult> last = TuneResult{};
    for (int i = 0; i < 40 && !last->complete; ++i) {
        last = tuned(parts, options, kept);
        REQUIRE(last);
    }
    CHECK(last->complete);
    CHECK(last->choices == result->choices);

    const auto before = whole.forms;
    const auto again = tuned(whole, whole.options(), log);
    REQUIRE(again);
    CHECK(whole.forms == before);
    CHECK(again->measured == 0);
    CHECK(again->choices == result->choices);
    CHECK(again->whole == result->whole);

    auto elsewhere = whole.options();
    elsewhere.machine = "another device";
    CHECK(tuned(whole, elsewhere, log)->measured > 0);
}

TEST_CASE("a log is read as it was written") {
    const test::Folder folder;
    Bench bench{bowl};
    bench.differs = [](const auto& kernel) { return kernel.launch.levelsPerGroup == 5; };
    TuneLog log;
    REQUIRE(tuned(bench, bench.options(), log));
    const auto file = folder / "g.tune.json";
    REQUIRE(writeTuneLog(log, file));
    const auto read = readTuneLog(file);
    REQUIRE(read);
    CHECK(read->trials() == log.trials());
    CHECK(readTuneLog(folder / "none.json")->trials().empty());
    REQUIRE(io::writeFileAtomically(folder / "bad.json", R"({"version": 1, "trials": [3]})"));
    CHECK(readTuneLog(folder / "bad.json").error().code == "damaged-file");
}

namespace {

/// What a pipeline of vertical fusion could do to the graphs above, however it is predicted.
GraphSearch fusions() {
    const auto fusion = transforms::parsePipeline("p", "by cost: try\nmap-fusion-vertical\n");
    REQUIRE(fusion);
    GraphSearch graphs;
    graphs.lower = [](const TuneForm& form) -> Expected<codegen::Plan> { return planOf(form); };
    graphs.pipeline = *fusion;
    graphs.margin = 10;
    return graphs;
}

/// Maps that are fused in a kernel of the chain.
std::ptrdiff_t mapsIn(const codegen::Kernel& kernel) {
    return std::ranges::count_if(kernel.buffers, &codegen::BufferParam::written);
}

} // namespace

TEST_CASE("steps of the graph are tried, and done where they are faster for certain") {
    const GraphSearch graphs = fusions();
    const TuneForm start{twoMaps(), {}};
    const auto tuned = [&](Bench& bench, TuneLog& log) {
        auto result = tuneProgram(start, graphs, {bench.measurer()}, bench.options(), log);
        REQUIRE(result);
        return std::move(*result);
    };
    // a launch costs what it costs: one kernel is better than two
    Bench bench{bowl};
    TuneLog log;
    const auto result = tuned(bench, log);
    REQUIRE(result.steps.size() == 1);
    CHECK(history::text(result.steps.front().record).starts_with("map-fusion-vertical"));
    CHECK(result.whole.isFaster());
    CHECK(result.whole.ratio < 0.6);
    REQUIRE(result.launches.choices.size() == 1); // of the one kernel, tuned once more
    CHECK(result.launches.choices.begin()->second.levelsPerThread == 40);
    const auto before = bench.forms;
    CHECK(tuned(bench, log).launches.choices == result.launches.choices);
    CHECK(bench.forms == before); // all of it was known

    std::vector<std::pair<std::size_t, codegen::Choices>> found; // steps and launches
    Bench told{bowl};
    TuneLog empty;
    auto options = told.options();
    options.found = [&](const auto& steps, const codegen::Choices& choices) {
        found.emplace_back(steps.size(), choices);
    };
    REQUIRE(tuneProgram(start, graphs, {told.measurer()}, options, empty));
    REQUIRE(found.size() >= 3); // launches of the start, the fused graph, its launches
    CHECK(found.front().first == 0);
    CHECK(found.front().second.size() == 2);
    CHECK(found[1] == std::pair(std::size_t{1}, codegen::Choices()));
    CHECK(found.back() == std::pair(std::size_t{1}, result.launches.choices));

    const auto isFused = [](const codegen::Kernel& kernel) { return mapsIn(kernel) == 2; };
    Bench wrong{bowl};
    wrong.differs = isFused;
    TuneLog other;
    CHECK(tuned(wrong, other).steps.empty());
    Bench slower{[&](const auto& kernel) { return bowl(kernel) * (isFused(kernel) ? 3 : 1); }};
    TuneLog third;
    const auto kept = tuned(slower, third);
    CHECK(kept.steps.empty());
    CHECK(kept.graphs.size() == 1);
    CHECK(kept.launches.choices.size() == 2);
}

TEST_CASE(
    "a graph that is not optimised yet is optimised first, where that is faster for certain") {
    const TuneForm start{twoMaps(), {}};
    GraphSearch graphs = fusions();
    const auto fused =
        applyFirst(*transforms::findTransformation("map-fusion-vertical"), start.document, {});
    REQUIRE(fused);
    graphs.first = *fused;
    Bench bench{bowl};
    TuneLog log;
    auto options = bench.options();
    options.budget = 0.5; // of little time none goes to launches that nobody would keep
    const auto result = tuneProgram(start, graphs, {bench.measurer()}, options, log);
    REQUIRE(result);
    REQUIRE(result->optimised);
    CHECK(result->optimised->taken);
    CHECK(result->optimised->steps == 1);
    CHECK(result->optimised->before.kernels.size() == 2);
    CHECK(result->optimised->after.kernels.size() == 1);
    CHECK(result->steps.size() == 1);
    CHECK(result->whole.isFaster());
    CHECK(result->whole.ratio < 0.6);
    CHECK(std::ranges::none_of(log.trials(), [](const Trial& trial) {
        return trial.name == kFirst || trial.name == kSecond;
    }));

    Bench longer{bowl};
    TuneLog more;
    const auto tuned = tuneProgram(start, graphs, {longer.measurer()}, longer.options(), more);
    REQUIRE(tuned);
    REQUIRE(tuned->launches.choices.size() == 1);
    CHECK(tuned->launches.choices.begin()->second.levelsPerThread == 40);
    CHECK(tuned->whole.ratio < result->whole.ratio); // against the start, with its launches
    CHECK(tuned->whole.before == Approx(result->whole.before));

    const auto isFused = [](const codegen::Kernel& kernel) { return mapsIn(kernel) == 2; };
    Bench slower{[&](const auto& kernel) { return bowl(kernel) * (isFused(kernel) ? 3 : 1); }};
    Bench wrong{bowl};
    wrong.differs = isFused;
    for (Bench* one : {&slower, &wrong}) {
        TuneLog other;
        const auto kept = tuneProgram(start, graphs, {one->measurer()}, one->options(), other);
        REQUIRE(kept);
        REQUIRE(kept->optimised);
        CHECK_FALSE(kept->optimised->taken);
        CHECK(kept->steps.empty());
        CHECK(kept->launches.choices.size() == 2); // of the start
        CHECK(kept->whole.isFaster());
    }
}

TEST_CASE("what is measured while tuning is kept beside its prediction") {
    const TuneForm start{twoMaps(), {}};
    GraphSearch graphs = fusions();
    graphs.model = modelKey(graphs.rates);
    Bench bench{bowl};
    TuneLog log;
    auto options = bench.options();
    options.model = graphs.model;
    options.predict = [](const codegen::Kernel& kernel) {
        return predictKernel(kernel, {}).microseconds;
    };
    REQUIRE(tuneProgram(start, graphs, {bench.measurer()}, options, log));
    std::size_t kernels = 0, programs = 0;
    for (const Trial& trial : log.trials()) {
        if (trial.model.empty())
            continue;
        CHECK(trial.model == graphs.model);
        CHECK(trial.predicted > 0);
        ++(trial.name.empty() ? programs : kernels);
    }
    CHECK(kernels == 3); // as the rules launch them: two, and the one that they became
    CHECK(programs >= 1);
}

TEST_CASE("a step that costs a little is gone on from, where the next one pays for it") {
    const TuneForm start{chainOf({"first", "second", "third"}, "xzyv"), {}};
    Bench bench{[](const codegen::Kernel& kernel) {
        return std::array{0.0, 50.0, 102.0, 90.0}.at(static_cast<std::size_t>(mapsIn(kernel)));
    }};
    TuneLog log;
    const auto result = tuneProgram(start, fusions(), {bench.measurer()}, bench.options(), log);
    REQUIRE(result);
    CHECK(result->steps.size() == 2);
    CHECK(result->whole.ratio == Approx(0.6).margin(0.01));
    const auto before = bench.forms;
    const auto again = tuneProgram(start, fusions(), {bench.measurer()}, bench.options(), log);
    REQUIRE(again);
    CHECK(again->steps.size() == 2);
    CHECK(bench.forms == before);

    // nothing pays for it: the start stays
    Bench never{[](const codegen::Kernel& kernel) {
        return std::array{0.0, 50.0, 102.0, 160.0}.at(static_cast<std::size_t>(mapsIn(kernel)));
    }};
    TuneLog other;
    const auto kept = tuneProgram(start, fusions(), {never.measurer()}, never.options(), other);
    REQUIRE(kept);
    CHECK(kept->steps.empty());
    CHECK_FALSE(kept->whole.isFaster());
}

TEST_CASE("what the graphs leave of the budget goes to the launches") {
    const auto time = [](const codegen::Kernel& kernel) {
        return bowl(kernel) * (mapsIn(kernel) == 2 ? 3 : 1); // fusion does not pay
    };
    Bench launches{time};
    TuneLog all;
    REQUIRE(tuned(launches, launches.options(), all)->complete);
    Bench bench{time};
    TuneLog log;
    auto options = bench.options();
    options.formsPerRound = 2;
    options.budget = 1.3 * launches.clock; // more than all launches take, which is more than the
                                           // share that they begin with
    const auto result = tuneProgram({twoMaps(), {}}, fusions(), {bench.measurer()}, options, log);
    REQUIRE(result);
    CHECK(result->steps.empty());
    CHECK(result->launches.measured >= all.trials().size() / 2);
    CHECK(bench.clock > 0.9 * options.budget);
    Bench shorter{time};
    TuneLog some;
    options = shorter.options();
    options.budget = 0.5 * launches.clock;
    const auto part = tuneProgram({twoMaps(), {}}, fusions(), {shorter.measurer()}, options, some);
    REQUIRE(part);
    CHECK_FALSE(part->launches.complete);
}

TEST_CASE("a launch that pays only together with another change is found") {
    // as measured: nothing past the caches pays with long runs of levels alone
    Bench together{[](const codegen::Kernel& kernel) {
        const auto& launch = kernel.launch;
        return launch.levelsPerThread == 80 && launch.levelsPerGroup == 8 &&
                       launch.streaming == codegen::Streaming::none
                   ? 36.7
                   : 38.5;
    }};
    TuneLog log;
    const auto result = tuned(together, together.options(), log);
    REQUIRE(result);
    REQUIRE(result->choices.contains(kFirst));
    CHECK(result->choices.at(kFirst).streaming == codegen::Streaming::none);

    // on the way to the best there is nothing but what is slower than the start
    const auto start = planOf({twoMaps(), {}}).kernels.at(0).launch;
    Bench hill{[&](const codegen::Kernel& kernel) {
        const auto& launch = kernel.launch;
        const bool group = launch.levelsPerGroup == 5;
        return launch == start                         ? 50.0
               : group && launch.levelsPerThread == 27 ? 45.0
               : group && launch.levelsPerThread == 20 ? 50.5
                                                       : 52.0;
    }};
    TuneLog other;
    const auto over = tuned(hill, hill.options(), other);
    REQUIRE(over);
    REQUIRE(over->choices.contains(kFirst));
    CHECK(over->choices.at(kFirst).levelsPerThread == 27);
}

TEST_CASE("what was found for a kernel that is alike is tried first") {
    const auto plan = planOf({twoMaps(), {}});
    const auto& kernel = plan.kernels.at(0);
    const auto facts = factsOf(kernel);
    TuneLog log;
    const auto add = [&](const std::string& subject, const std::vector<double>& of,
                         const KernelChoice& best, const std::string& device = "a device") {
        log.add({.subject = subject,
                 .form = "{}",
                 .ratio = 1,
                 .low = 1,
                 .high = 1,
                 .repeats = 10,
                 .device = device,
                 .facts = of});
        log.add({.subject = subject,
                 .form = codegen::toJson(best),
                 .ratio = 0.8,
                 .low = 0.7,
                 .high = 0.9,
                 .repeats = 10});
    };
    auto near = facts, far = facts;
    near.back() += 1;
    far.front() += 4; // another kind of kernel
    add("near", near, {.levelsPerThread = 13, .levelsPerGroup = 3});
    add("nearest", facts, // a log may come from anywhere: text by hand is never tried
        {.levelsPerThread = 11, .hand = {codegen::HandText{codegen::Target::cuda, "of", "text"}}});
    add("far", far, {.unroll = 3});
    add("elsewhere", facts, {.unroll = 5}, "another device");
    add("own", facts, {.unroll = 7});
    CHECK(learned(log, "a device", {"own"}, facts) ==
          std::vector<KernelChoice>{{.levelsPerThread = 11},
                                    {.levelsPerThread = 13, .levelsPerGroup = 3}});

    Bench bench{[](const codegen::Kernel& one) {
        return one.launch.levelsPerThread == 13 ? 10.0 : bowl(one);
    }};
    auto options = bench.options();
    options.device = "a device";
    const auto result = tuned(bench, options, log);
    REQUIRE(result);
    CHECK(result->choices.at(kFirst).levelsPerThread == 13); // no list has it
}

TEST_CASE("candidates: forms of the facts, none twice, none that a kernel cannot take") {
    const auto plan = planOf({twoMaps(), {}});
    const auto& kernel = plan.kernels.at(0);
    for (const auto target : {Target::cuda, Target::hip, Target::cpu}) {
        const auto all = firstChoices(kernel, target);
        const auto list = distinct(kernel, target, all, {{}});
        CHECK_FALSE(list.empty());
        CHECK(distinct(kernel, target, list, {{}}) == list);
        CHECK(distinct(kernel, target, list, list).empty());
        for (const auto& choice : list)
            CHECK(codegen::chosenLaunch(kernel, codegen::launchDevice(target), choice));
    }
    const auto every = everyChoice(kernel, Target::cuda);
    CHECK(every.size() > 100);
    for (const auto streaming : {codegen::Streaming::none, codegen::Streaming::all})
        CHECK(std::ranges::count(every, KernelChoice{.block = {{128, 1, 1}},
                                                     .levelsPerThread = 27,
                                                     .levelsPerGroup = 8,
                                                     .minBlocksPerSm = 6,
                                                     .streaming = streaming}) == 1);
    codegen::Kernel own = kernel; // the graph's own loop over levels: none on top of it
    own.facts.maySchedule = false;
    for (const auto& choice : firstChoices(own, Target::cuda))
        CHECK(choice.levelsPerThread.value_or(1) == 1);
    codegen::Kernel scan = own; // its registers are a choice too
    scan.facts.rank = 1;
    scan.facts.prefetchableLoads = 4;
    for (const auto& list : {firstChoices(scan, Target::cuda), neighbours(scan, Target::cuda, {})})
        CHECK(std::ranges::any_of(
            list, [](const KernelChoice& one) { return one.minBlocksPerSm.has_value(); }));
    codegen::Kernel one = kernel;
    one.facts.oneThread = true;
    CHECK(firstChoices(one, Target::cuda).empty());
}

TEST_CASE("block and registers go into the graph where that says all of a choice") {
    const auto document = twoMaps();
    const Choices choices = {
        {kFirst, {.block = {{64, 1, 1}}, .levelsPerThread = 1, .minBlocksPerSm = 0}},
        {kSecond, {.levelsPerThread = 40, .levelsPerGroup = 4}}};
    const auto lower = [](const ir::Document& program) { return codegen::lower(program); };
    const auto written = writeChoices(document, choices, Target::cuda, lower);
    REQUIRE(written);
    REQUIRE(written->steps.size() == 1);
    CHECK(written->rest == Choices{{kSecond, choices.at(kSecond)}});
    const auto& after = written->steps.back().result.document;
    const auto same = planOf({after, written->rest});
    const auto wanted = planOf({document, choices});
    for (std::size_t k = 0; k < 2; ++k)
        CHECK(same.kernels[k].launch == wanted.kernels[k].launch);
    // blocks that are to fit: DaCe has a word for it
    const Choices bound = {
        {kFirst, {.block = {{64, 1, 1}}, .levelsPerThread = 1, .minBlocksPerSm = 6}}};
    const auto said = writeChoices(document, bound, Target::cuda, lower);
    REQUIRE(said);
    REQUIRE(said->steps.size() == 1);
    CHECK(said->rest.empty());
    CHECK(planOf({said->steps.back().result.document, {}}).kernels.at(0).launch ==
          planOf({document, bound}).kernels.at(0).launch);
    // 256 threads along a parameter of 80 values: the graph would say less
    const Choices wide = {
        {kFirst, {.block = {{256, 1, 1}}, .levelsPerThread = 1, .minBlocksPerSm = 0}}};
    const auto beside = writeChoices(document, wide, Target::cuda, lower);
    REQUIRE(beside);
    CHECK(beside->steps.empty());
    CHECK(beside->rest == wide);
    CHECK(writeChoices(document, choices, Target::cpu, lower)->rest == choices);
}

} // namespace tune_test
