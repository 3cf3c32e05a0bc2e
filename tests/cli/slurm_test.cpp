// Runners in a real Slurm of one node: what they measure, and that nothing of them stays in its
// queue, however mw ends.
#include "core/exec/session.h"
#include "core/exec/slurm.h"
#include "tests/cli/run_mw.h"
#include "tests/cli/slurm_cluster.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <functional>
#include <thread>

namespace slurm_test {

using namespace mw;
using namespace mw::test;

namespace {

constexpr double kSoon = 30; ///< seconds in which a job that was ended leaves the queue

/// One for all tests of this process; null: skipped, which is said.
const SlurmCluster* cluster() {
    static std::string why;
    static const std::unique_ptr<SlurmCluster> one = SlurmCluster::start(why);
    if (!one)
        skip(why);
    return one.get();
}

std::string smallInputs() {
    return sourceFile("samples/nabla4.scenario.json").string();
}

/// Tunes in two runners of one processor each, on a grid on which that takes its time. Nothing is
/// taken from a cache.
std::string tuneCommand(const Folder& folder, const std::string& budget, const std::string& grid) {
    setenv("MAPWRIGHT_CACHE", "off", 1);
    return fmt::format("tune {} --grid {} --target cpu --launches-only "
                       "--budget {} --choices {} --log {} --slurm '--count=2 --cpus-per-task=1'",
                       sample(), grid, budget, folder / "choices.json", folder / "log.json");
}

/// mw on its way, to be ended; its output goes to a file.
class Running {
public:
    Running(const std::string& arguments, const std::string& output) {
        child_ = fork();
        if (child_ == 0) {
            const std::string line =
                fmt::format("exec {} {} >{} 2>&1", MW_PROGRAM, arguments, output);
            execl("/bin/sh", "sh", "-c", line.c_str(), nullptr);
            _exit(127);
        }
    }
    ~Running() {
        if (child_ > 0)
            finish(SIGKILL);
    }
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;

    /// Its exit code, or 128 and the signal that ended it. `signal`: sent before; 0: none.
    int finish(int signal = 0) {
        if (signal != 0)
            kill(child_, signal);
        int status = 0;
        waitpid(std::exchange(child_, 0), &status, 0);
        return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    }

private:
    pid_t child_ = 0;
};

std::size_t trialsIn(const std::string& log) {
    const auto json = nlohmann::json::parse(contents(log), nullptr, false);
    return json.is_object() ? json["trials"].size() : 0;
}

bool waitFor(const std::function<bool()>& holds, double seconds = 60) {
    for (int i = 0; i < 10 * seconds && !holds(); ++i)
        usleep(100'000);
    return holds();
}

} // namespace

TEST_CASE("bench, run and devices through Slurm leave nothing in the queue") {
    const auto* slurm = cluster();
    if (!slurm)
        return;
    for (const std::string& what :
         {fmt::format("bench {} --scenario {} --target cpu --repeats 3", sample(), smallInputs()),
          fmt::format("run {} --scenario {} --target cpu", sample(), smallInputs()),
          std::string("devices")}) {
        INFO(what);
        const auto outcome = runMw(what + " --slurm '--time=10 --cpus-per-task=1'");
        INFO(outcome.text);
        CHECK(outcome.exit == 0);
        CHECK(slurm->isEmptyWithin(kSoon));
    }
}

TEST_CASE("tune shares its rounds out among two runners, and says which measured what") {
    const auto* slurm = cluster();
    if (!slurm)
        return;
    const Folder folder;
    const auto outcome = runMw(tuneCommand(folder, "10s", "torus:32,32,20") + " --json");
    INFO(outcome.text);
    REQUIRE(outcome.exit == 0);
    CHECK(slurm->isEmptyWithin(kSoon));
    const auto result = nlohmann::json::parse(outcome.text.substr(outcome.text.find('{')));
    REQUIRE(result["runners"].size() == 2);
    for (const auto& runner : result["runners"]) {
        CHECK(runner["node"] == "localhost");
        CHECK(runner["forms"] > 0);
        CHECK(runner["device"].get<std::string>().ends_with("1 thread"));
    }
    CHECK(result["runners"][0]["job"] != result["runners"][1]["job"]);
    const auto log = nlohmann::json::parse(contents(folder / "log.json"));
    std::size_t placed = 0;
    for (const auto& trial : log["trials"])
        placed += trial.value("where", "").starts_with("localhost, ") ? 1 : 0;
    CHECK(placed > 0);
}

TEST_CASE("a runner that is taken away leaves its round to the other, and what it measured stays") {
    const auto* slurm = cluster();
    if (!slurm)
        return;
    const Folder folder;
    Running tune(tuneCommand(folder, "15s", "torus:128,128,40"), folder / "out.txt");
    REQUIRE(slurm->hasWithin(2, "RUNNING", 60));
    usleep(4'000'000); // each is in its first round, which takes longer
    const auto before = trialsIn(folder / "log.json");
    slurm->cancel(slurm->jobs("RUNNING").front());
    const int exit = tune.finish();
    INFO(contents(folder / "out.txt"));
    CHECK(exit == 0);
    CHECK(contains(contents(folder / "out.txt"), "its job was cancelled"));
    CHECK(trialsIn(folder / "log.json") > before);
    CHECK_FALSE(contains(contents(folder / "log.json"), "was lost")); // no form is blamed
    CHECK(slurm->isEmptyWithin(kSoon));
}

TEST_CASE("a node that goes down is said, and what was measured stays") {
    if (!getenv("MAPWRIGHT_LONG"))
        return skip("tunes until its node is gone; MAPWRIGHT_LONG asks for it");
    const auto* slurm = cluster();
    if (!slurm)
        return;
    const Folder folder;
    // A grid on which a round takes longer than Slurm to set a node down.
    Running tune(tuneCommand(folder, "300s", "torus:192,192,60"), folder / "out.txt");
    REQUIRE(slurm->hasWithin(2, "RUNNING", 60));
    REQUIRE(waitFor([&] { return trialsIn(folder / "log.json") > 0; }, 240));
    slurm->setNode("DOWN");
    const int exit = tune.finish();
    slurm->setNode("RESUME");
    INFO(contents(folder / "out.txt"));
    CHECK(exit != 0);
    CHECK(contains(contents(folder / "out.txt"), "its node failed"));
    CHECK(trialsIn(folder / "log.json") > 0);
    CHECK_FALSE(contains(contents(folder / "log.json"), "was lost")); // no form is blamed
    CHECK(slurm->isEmptyWithin(kSoon));
}

TEST_CASE("two runners take at most 0.6 of the time of one for the same combinations") {
    if (!getenv("MAPWRIGHT_LONG"))
        return skip("measures for two minutes; MAPWRIGHT_LONG asks for it");
    double load = 0;
    if (getloadavg(&load, 1) == 1 && load > 1) // then two get no more processors than one
        return skip(fmt::format("the machine is busy with other work (load {:.1f})", load));
    const auto* slurm = cluster();
    if (!slurm)
        return;
    setenv("MAPWRIGHT_CACHE", "off", 1); // each compiles what it measures
    std::array<double, 2> seconds{};
    std::array<nlohmann::json, 2> graphs;
    for (const int count : {1, 2}) {
        const auto begin = std::chrono::steady_clock::now();
        const auto outcome = runMw(fmt::format(
            "sweep {} --scenario {} --target cpu --json --repeats 3 --param vectors=on,off "
            "--param single-assignment=on,off --param load-once=on,off --param loads-first=on,off "
            "--param narrow-indices=on,off --param write-out-loops=on,off "
            "--slurm '--count={} --cpus-per-task=1'",
            sample(), smallInputs(), count));
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
        INFO(outcome.text);
        REQUIRE(outcome.exit == 0);
        CHECK(slurm->isEmptyWithin(kSoon));
        const auto at = static_cast<std::size_t>(count - 1);
        seconds.at(at) = took.count();
        graphs.at(at) =
            nlohmann::json::parse(outcome.text.substr(outcome.text.find('{')))["graphs"];
    }
    WARN(fmt::format("one runner {:.1f} s, two {:.1f} s: {:.2f}", seconds[0], seconds[1],
                     seconds[1] / seconds[0]));
    CHECK(seconds[1] <= 0.6 * seconds[0]);
    const auto states = [](const nlohmann::json& all) {
        std::vector<std::string> list;
        for (const auto& cell : all[0]["program"]["cells"])
            list.push_back(cell["state"]);
        return list;
    };
    CHECK(states(graphs[0]) == states(graphs[1]));
}

TEST_CASE("mw ended by a signal leaves nothing in the queue") {
    const auto* slurm = cluster();
    if (!slurm)
        return;
    for (const int signal : {SIGTERM, SIGKILL}) {
        INFO(signal);
        const Folder folder;
        Running tune(tuneCommand(folder, "300s", "torus:192,192,60"), folder / "out.txt");
        REQUIRE(slurm->hasWithin(2, "RUNNING", 60));
        CHECK(tune.finish(signal) == 128 + signal);
        CHECK(slurm->isEmptyWithin(kSoon));
    }
}

TEST_CASE("a runner that waits in the queue is said to, and leaves it with mw") {
    const auto* slurm = cluster();
    if (!slurm)
        return;
    const Folder folder;
    Running first(tuneCommand(folder, "300s", "torus:192,192,60"),
                  folder / "out.txt"); // both processors
    REQUIRE(slurm->hasWithin(2, "RUNNING", 60));
    const auto outcome = runMw("devices --slurm '' --runner-wait 3");
    INFO(outcome.text);
    CHECK(outcome.exit != 0);
    CHECK(
        contains(outcome.text, "did not answer a greeting within 3 s: it waits in Slurm's queue"));
    CHECK(slurm->hasWithin(0, "PENDING", kSoon));
    Running waiting("devices --slurm ''", folder / "waiting.txt");
    const bool waits = slurm->hasWithin(1, "PENDING", kSoon);
    INFO(contents(folder / "waiting.txt"));
    REQUIRE(waits);
    waiting.finish(SIGKILL);
    CHECK(slurm->hasWithin(0, "PENDING", kSoon));
    first.finish(SIGKILL);
    CHECK(slurm->isEmptyWithin(kSoon));
}

TEST_CASE("a campaign through Slurm goes on where it was killed") {
    const auto* slurm = cluster();
    if (!slurm)
        return;
    const Folder folder;
    const auto file = folder / "icon.json", results = folder / "icon.results.json";
    std::ofstream(file) << fmt::format(
        R"({{"version": 1, "launches_only": true, "budgets": ["2s"],
 "programs": [{{"graph": "{0}", "name": "one", "scenario": "{1}"}},
              {{"graph": "{0}", "name": "two", "grid": "torus:64,64,40"}}],
 "devices": [{{"name": "node", "target": "cpu", "slurm": "--count=2 --cpus-per-task=1"}}]}})",
        sample(), smallInputs());
    Running first("tune --campaign " + file, folder / "out.txt");
    const bool hasOne = waitFor([&] { return std::filesystem::exists(results); });
    INFO(contents(folder / "out.txt"));
    REQUIRE(hasOne);
    first.finish(SIGKILL);
    CHECK(slurm->isEmptyWithin(kSoon));
    const auto again = runMw("tune --campaign " + file);
    INFO(again.text);
    CHECK(again.exit == 0);
    CHECK(contains(again.text, "mw: one on node, 2s: known"));
    CHECK(contains(again.text, "program  budget  node"));
    CHECK(contains(again.text, "measured by:"));
    CHECK(slurm->isEmptyWithin(kSoon));
}

TEST_CASE("a cancelled request ends its job") {
    const auto* slurm = cluster();
    if (!slurm)
        return;
    exec::RunnerOptions common{{MW_RUNNER}};
    common.greetingSeconds = 120;
    exec::Session session(exec::slurmRunners(*exec::parseSlurm("--time=10"), common).front());
    REQUIRE(session.devices());
    CHECK(slurm->jobs("RUNNING").size() == 1);
    CHECK(session.place().job == slurm->jobs("RUNNING").front());
    std::atomic<bool> ended = false;
    std::jthread canceller([&] {
        while (!ended) {
            session.cancel(); // without effect until a request is under way
            std::this_thread::yield();
        }
    });
    const auto bandwidth = session.bandwidth(codegen::Target::cpu);
    ended = true;
    REQUIRE_FALSE(bandwidth);
    CHECK(bandwidth.error().code == "cancelled");
    CHECK(slurm->isEmptyWithin(kSoon));
}

TEST_CASE("srun that holds lines back is named when its runner does not answer") {
    const auto* slurm = cluster();
    if (!slurm)
        return;
    const auto outcome =
        runMw(fmt::format("devices --runner-wait 2 --runner 'srun -n1 {}'", MW_RUNNER));
    INFO(outcome.text);
    CHECK(outcome.exit != 0);
    CHECK(contains(outcome.text, "did not answer a greeting within 2 s"));
    CHECK(contains(outcome.text, "use 'srun -u'"));
    CHECK(slurm->isEmptyWithin(kSoon));
}

} // namespace slurm_test
