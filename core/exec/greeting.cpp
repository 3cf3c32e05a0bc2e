// The first words with a runner.
#include "core/exec/greeting.h"

#include "core/exec/detail/runner_requests.h"
#include "core/support/printable.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace mw::exec {

namespace {

using Json = nlohmann::json;

constexpr std::size_t kAnswerShown = 200;

bool names(const std::vector<std::string>& command, std::string_view program) {
    return std::ranges::any_of(command, [&](const std::string& word) {
        return std::filesystem::path(word).filename() == program;
    });
}

bool says(const std::vector<std::string>& lines, std::string_view part) {
    return std::ranges::any_of(
        lines, [&](const std::string& line) { return line.find(part) != std::string::npos; });
}

/// `-u`, alone or among other letters ("-un1"), or `--unbuffered`.
bool isUnbuffered(const std::vector<std::string>& command) {
    return std::ranges::any_of(command, [](const std::string& word) {
        return word == "--unbuffered" || word == "-u" || word.starts_with("-u");
    });
}

Unexpected noGreeting(Process& process, const RunnerOptions& options) {
    const auto command = runnerCommand(options);
    const auto lines = process.lastLines();
    Diagnostic diagnostic;
    diagnostic.code = "no-greeting";
    diagnostic.sentence =
        fmt::format("'{}' did not answer a greeting within {:g} s: {}", fmt::join(command, " "),
                    options.greetingSeconds, likelyCause(command, lines));
    diagnostic.notes = lines;
    return Unexpected(std::move(diagnostic));
}

Expected<RunnerPlace> placeOf(const Json& reply, const std::string& command) {
    if (reply.value("reply", "") != "ok")
        return fail("not-a-runner",
                    fmt::format("'{}' does not start mw-runner: it answers '{}'", command,
                                printable(reply.dump(-1, ' ', true), kAnswerShown)));
    if (const Json version = reply.value("protocol", Json()); version != kProtocolVersion)
        return fail(
            "not-a-runner",
            fmt::format("the mw-runner that '{}' starts is of another version (protocol {}, "
                        "here {}): install the same on both machines",
                        command, printable(version.dump(), kAnswerShown), kProtocolVersion));
    const Json place = reply.value("place", Json::object());
    return RunnerPlace{place.value("node", ""), place.value("job", ""),
                       place.value("processors", 0)};
}

} // namespace

std::string likelyCause(const std::vector<std::string>& command,
                        const std::vector<std::string>& lines) {
    constexpr std::string_view kLonger = "--runner-wait SECONDS gives it longer";
    if (says(lines, "queued and waiting for resources") || says(lines, "Pending job allocation"))
        return fmt::format("it waits in Slurm's queue; {}", kLonger);
    if (names(command, "srun") && !isUnbuffered(command))
        return "srun without -u holds back what mw-runner says until a line ends: use 'srun -u', "
               "or --slurm";
    if (names(command, "srun"))
        return fmt::format("it may wait for a node; {}", kLonger);
    if (names(command, "ssh"))
        return fmt::format("ssh may wait for a password or for consent to a host key, which nobody "
                           "is asked for here; {}",
                           kLonger);
    return fmt::format("it is no mw-runner, or the machine is very busy; {}", kLonger);
}

Expected<RunnerPlace> greet(Process& process, const RunnerOptions& options) {
    const auto deadline =
        std::chrono::steady_clock::now() +
        std::chrono::milliseconds(static_cast<std::int64_t>(options.greetingSeconds * 1000));
    const Json hello = {{"request", "hello"}};
    auto sent = process.send({hello.dump(), {}}, deadline);
    auto answer = sent ? process.receive(deadline) : Expected<Message>(fail(sent.error()));
    if (!answer && answer.error().code == "timeout")
        return noGreeting(process, options);
    if (!answer)
        return fail(answer.error());
    const Json reply = Json::parse(answer->header, nullptr, false);
    if (!reply.is_object())
        return fail("bad-message", "a message of the runner's protocol is damaged");
    try {
        return placeOf(reply, fmt::format("{}", fmt::join(runnerCommand(options), " ")));
    } catch (const Json::exception&) {
        return fail("bad-message", "the runner's answer is not understood; is it of this version?");
    }
}

} // namespace mw::exec
