// How a connection to a runner begins and ends: greetings, silence, and what is left behind.
#include "core/exec/greeting.h"
#include "core/exec/idle_runners.h"
#include "core/exec/lost_runner.h"
#include "core/exec/session.h"
#include "core/exec/slurm.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace connection_test {

using namespace mw;
using namespace mw::exec;

namespace {

Process::Deadline in(double seconds) {
    return std::chrono::steady_clock::now() +
           std::chrono::milliseconds(static_cast<std::int64_t>(1000 * seconds));
}

/// A file of this test's own, which is not there yet.
std::string markFile(const char* name) {
    const auto file = std::filesystem::temp_directory_path() /
                      ("mw-connection-" + std::to_string(getpid()) + "-" + name);
    std::filesystem::remove(file);
    return file.string();
}

std::string contentOf(const std::string& file) {
    std::ifstream stream(file);
    return {std::istreambuf_iterator<char>(stream), {}};
}

} // namespace

TEST_CASE("what does not answer a greeting is named with the likely cause") {
    RunnerOptions options{{"sleep", "100"}};
    options.greetingSeconds = 0.3;
    Session session(options);
    const auto devices = session.devices();
    REQUIRE_FALSE(devices);
    CHECK(devices.error().code == "no-greeting");
    CHECK(devices.error().sentence.starts_with(
        "'sleep 100' did not answer a greeting within 0.3 s: it is no mw-runner"));
}

TEST_CASE("causes of silence: srun that holds lines back, queues, passwords") {
    const auto has = [](const std::string& text, const char* part) {
        return text.find(part) != std::string::npos;
    };
    CHECK(has(likelyCause({"srun", "-n1", "mw-runner"}, {}), "use 'srun -u'"));
    CHECK(has(likelyCause({"env", "A=1", "/usr/bin/srun", "-n1", "mw-runner"}, {}), "srun -u"));
    CHECK_FALSE(has(likelyCause({"srun", "-u", "-n1", "mw-runner"}, {}), "holds back"));
    CHECK_FALSE(has(likelyCause({"srun", "--unbuffered", "mw-runner"}, {}), "holds back"));
    CHECK(has(
        likelyCause({"srun", "-u", "mw-runner"}, {"srun: job 7 queued and waiting for resources"}),
        "waits in Slurm's queue"));
    CHECK(has(likelyCause({"ssh", "host", "mw-runner"}, {}), "password"));
}

TEST_CASE("a process is ended by the end of its input, before any signal") {
    const std::string mark = markFile("input");
    {
        const auto process = Process::start(
            {"sh", "-c", "trap 'echo signal > " + mark + "' TERM; cat; echo input > " + mark});
        REQUIRE(process);
    }
    CHECK(contentOf(mark) == "input\n");
    std::filesystem::remove(mark);
}

TEST_CASE("what goes on without its input is sent SIGTERM, and can end what it started") {
    const std::string mark = markFile("term");
    {
        const auto process = Process::start(
            {"sh", "-c",
             "trap 'echo signal > " + mark + "; exit' TERM; while :; do sleep 0.05; done"});
        REQUIRE(process);
    }
    CHECK(contentOf(mark) == "signal\n");
    std::filesystem::remove(mark);
}

TEST_CASE("a guarded command is ended when nobody is there any more") {
    const std::string mark = markFile("guard");
    {
        // In a session of its own: no signal to the group of the process reaches it.
        const auto guarded =
            Process::start({"setsid", MW_RUNNER, "--guard", "sh", "-c",
                            "trap 'echo ended > " + mark +
                                "; exit 3' TERM; echo begun; while :; do sleep 0.05; done"});
        REQUIRE(guarded);
        CHECK_FALSE((*guarded)->receive(in(30))); // no message, but it runs by then
    }
    const auto end = in(30);
    while (contentOf(mark).empty() && std::chrono::steady_clock::now() < end)
        usleep(50'000);
    CHECK(contentOf(mark) == "ended\n");
    const auto direct = Process::start({MW_RUNNER, "--guard", "no-such-program"});
    REQUIRE(direct);
    const auto none = (*direct)->receive(in(30));
    REQUIRE_FALSE(none);
    CHECK(none.error().sentence.find("exit code 127") != std::string::npos);
    std::filesystem::remove(mark);
}

TEST_CASE("a runner that nobody asks for anything ends, and says why") {
    const auto process = Process::start({MW_RUNNER, "--silence", "0.005"});
    REQUIRE(process);
    const auto nothing = (*process)->receive(in(30));
    REQUIRE_FALSE(nothing);
    REQUIRE_FALSE(nothing.error().notes.empty());
    CHECK(nothing.error().notes.back() ==
          "mw-runner: nothing was asked for longer than --silence allows; it ends");
}

TEST_CASE("a runner that was taken away is told from one that died of its work") {
    CHECK(lossOf({"slurmstepd: error: *** STEP 12.0 ON n1 CANCELLED AT 2026-11-29T21:00:00 DUE TO "
                  "TIME LIMIT ***"}) == "Slurm ended its job at its time limit (--time)");
    CHECK(lossOf({"slurmstepd: error: *** STEP 12.0 ON n1 CANCELLED AT 2026-11-29T21:00:00 DUE TO "
                  "PREEMPTION ***"}) == "Slurm preempted its job");
    CHECK(exec::lossOf({"srun: Job step aborted: Waiting up to 4 seconds for job step to finish.",
                        "srun: error: localhost: task 0: Terminated"}) ==
          "its job was cancelled, or ended by Slurm");
    CHECK(lossOf({"srun: Force Terminated job 12",
                  "slurmstepd: error: *** STEP 12.0 ON n1 CANCELLED AT 2026-11-29T21:00:00 ***"}) ==
          "its job was cancelled");
    CHECK(
        lossOf({"slurmstepd-n1: error: *** STEP 1.0 ON n1 CANCELLED AT 2026-11-29T22:38:30 ***"}) ==
        "its job was cancelled"); // of slurmd -N
    CHECK(lossOf({"srun: error: Node failure on n1"}) == "its node failed");
    CHECK(lossOf({"client_loop: send disconnect: Broken pipe"}) ==
          "the connection to its machine broke");
    CHECK(lossOf({"srun: error: n1: task 0: Segmentation fault"}).empty());
    CHECK(lossOf({"the kernel says: CANCELLED AT will, Broken pipe"}).empty());
    Session session(
        RunnerOptions{{"sh", "-c", "echo 'srun: Force Terminated job 12' >&2; exit 1"}});
    CHECK(session.devices().error().code == "runner-lost");
}

TEST_CASE("a session leaves its runner to the next one, without its programs") {
    RunnerOptions options{{MW_RUNNER}};
    options.idle = std::make_shared<IdleRunners>();
    {
        Session first(options);
        REQUIRE(first.devices());
    }
    auto runner = options.idle->take({MW_RUNNER});
    REQUIRE(runner);
    CHECK(runner->process->isRunning());
    CHECK_FALSE(runner->place.node.empty());
    CHECK_FALSE(options.idle->take({MW_RUNNER}));
    options.idle->give({MW_RUNNER}, std::move(*runner));
    Session second(options);
    REQUIRE(second.devices());
    CHECK_FALSE(options.idle->take({MW_RUNNER})); // it has it
}

TEST_CASE("options for Slurm: srun's own, and how many runners") {
    const auto request = parseSlurm("-p gpu --account=g110 --gpus 1 -t30 --count=3");
    REQUIRE(request);
    CHECK(request->count == 3);
    CHECK(request->options ==
          std::vector<std::string>{"-p", "gpu", "--account=g110", "--gpus", "1", "-t30"});
    CHECK(parseSlurm("")->options.empty());
    CHECK(parseSlurm("--count 2")->count == 2);
    for (const auto& [text, sentence] :
         {std::pair{"-n 2", "--slurm: '-n' is set by mw: each runner is a job of one task (--count "
                            "says how many)"},
          std::pair{"--jobid=7", "--slurm: '--jobid=7' is set by mw: each runner is a job of one "
                                 "task"},
          std::pair{"--gpus=1 other", "--slurm: 'other' is no option of srun; what runs is "
                                      "mw-runner"},
          std::pair{"--count=0", "--slurm: --count '0' is no number of runners, 1 to 1000"},
          std::pair{"--count", "--slurm: --count '' is no number of runners, 1 to 1000"}}) {
        const auto bad = parseSlurm(text);
        REQUIRE_FALSE(bad);
        CHECK(bad.error().sentence == sentence);
    }
}

TEST_CASE("command lines of Slurm's runners, and of those beside them") {
    const auto runners = slurmRunners({{"--gpus=1"}, 2}, {{"/opt/mw-runner"}});
    REQUIRE(runners.size() == 2);
    const auto& command = runners.front().command;
    REQUIRE(command.size() == 12);
    CHECK(std::vector(command.begin() + 1, command.end()) ==
          std::vector<std::string>{"--guard", "srun", "--unbuffered", "--ntasks=1", "--mpi=none",
                                   "--gpus=1", "--nodes=1", "--job-name=mapwright",
                                   "/opt/mw-runner", "--silence", "60"});
    const auto beside = besideRunner(runners.front(), {"n1", "12", 8});
    CHECK(std::vector(beside.command.begin() + 1, beside.command.end()) ==
          std::vector<std::string>{"--guard", "srun", "--unbuffered", "--ntasks=1", "--mpi=none",
                                   "--jobid=12", "--overlap", "/opt/mw-runner", "--silence", "60"});
    CHECK(besideRunner({{"ssh", "host", "mw-runner"}}, {"host", "", 8}).command ==
          std::vector<std::string>{"ssh", "host", "mw-runner"});
}

} // namespace connection_test
