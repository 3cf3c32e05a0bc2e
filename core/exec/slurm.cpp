// Command lines of srun.
#include "core/exec/slurm.h"

#include "core/exec/detail/runner_requests.h"
#include "core/support/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace mw::exec {

namespace {

constexpr std::array<std::string_view, 26> kOurs = {
    "-n",    "--ntasks",          "-N",    "--nodes",      "-u",      "--unbuffered",
    "-l",    "--label",           "-i",    "--input",      "-o",      "--output",
    "-e",    "--error",           "--pty", "--multi-prog", "--jobid", "--overlap",
    "--mpi", "--ntasks-per-node", "-a",    "--array",      "-W",      "--wait",
    "-J",    "--job-name"};

/// "--gpus" of "--gpus=1", "-p" of "-pgpu".
std::string_view nameOf(std::string_view word) {
    if (word.starts_with("--"))
        return word.substr(0, word.find('='));
    return word.substr(0, 2);
}

Unexpected bad(const std::string& what) {
    return fail("bad-slurm", fmt::format("--slurm: {}", what));
}

constexpr int kMostRunners = 1000;

/// 0: it is none.
int countOf(std::string_view text) {
    int number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool isWhole = read.ec == std::errc() && read.ptr == text.data() + text.size();
    return isWhole && number >= 1 && number <= kMostRunners ? number : 0;
}

/// The first words of every command line: one task that says everything at once.
std::vector<std::string> srun(const std::vector<std::string>& options) {
    std::vector<std::string> command = {
        runnerCommand({}).front(), "--guard", "srun", "--unbuffered", "--ntasks=1", "--mpi=none"};
    command.insert(command.end(), options.begin(), options.end());
    return command;
}

std::vector<std::string> runnerWords(const RunnerOptions& common) {
    auto words = runnerCommand(common);
    words.insert(words.end(), {"--silence", std::to_string(kSlurmSilenceMinutes)});
    return words;
}

} // namespace

Expected<SlurmRequest> parseSlurm(std::string_view text) {
    const auto words = splitWords(text);
    if (!words)
        return bad(words.error().sentence);
    SlurmRequest request;
    bool takesValue = false; // the word before was an option without its value
    for (std::size_t i = 0; i < words->size(); ++i) {
        const std::string& word = (*words)[i];
        if (!word.starts_with("-") || word.size() < 2) {
            if (!takesValue || word.empty())
                return bad(fmt::format("'{}' is no option of srun; what runs is mw-runner", word));
            takesValue = false;
            request.options.push_back(word);
            continue;
        }
        const auto name = nameOf(word);
        if (std::ranges::find(kOurs, name) != kOurs.end())
            return bad(
                fmt::format("'{}' is set by mw: each runner is a job of one task{}", word,
                            name == "-n" || name == "--ntasks" ? " (--count says how many)" : ""));
        if (name == "--count") {
            const bool apart = word == "--count";
            const std::string number =
                !apart ? word.substr(std::string_view("--count=").size())
                       : (i + 1 < words->size() ? (*words)[++i] : std::string());
            request.count = countOf(number);
            if (request.count == 0)
                return bad(fmt::format("--count '{}' is no number of runners, 1 to {}", number,
                                       kMostRunners));
            takesValue = false;
            continue;
        }
        takesValue = word.starts_with("--") ? name == word : word.size() == 2;
        request.options.push_back(word);
    }
    return request;
}

std::vector<RunnerOptions> slurmRunners(const SlurmRequest& request, const RunnerOptions& common) {
    std::vector<RunnerOptions> runners(static_cast<std::size_t>(request.count), common);
    for (std::size_t i = 0; i < runners.size(); ++i) {
        auto options = request.options;
        options.insert(options.end(), {"--nodes=1", "--job-name=mapwright"});
        runners[i].command = srun(options);
        const auto runner = runnerWords(common);
        runners[i].command.insert(runners[i].command.end(), runner.begin(), runner.end());
        runners[i].name = fmt::format("srun{}{}", request.options.empty() ? "" : " ",
                                      fmt::join(request.options, " "));
        runners[i].slurm = true;
    }
    return runners;
}

RunnerOptions besideRunner(const RunnerOptions& runner, const RunnerPlace& place) {
    if (!runner.slurm || place.job.empty())
        return runner;
    RunnerOptions beside = runner;
    beside.command = srun({"--jobid=" + place.job, "--overlap"});
    const auto words = std::ranges::find(runner.command, "--job-name=mapwright");
    if (words != runner.command.end())
        beside.command.insert(beside.command.end(), words + 1, runner.command.end());
    beside.name = "srun --jobid=" + place.job;
    beside.idle.reset();
    return beside;
}

} // namespace mw::exec
