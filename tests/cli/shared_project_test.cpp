// Several processes keep what they do in one project.
#include "app/workbench/project.h"
#include "tests/cli/run_mw.h"

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <set>
#include <thread>
#include <unistd.h>
#include <vector>

namespace shared_project_test {

using namespace mw;
using namespace mw::test;
namespace fs = std::filesystem;

namespace {

bool isLong() {
    return std::getenv("MAPWRIGHT_LONG") != nullptr;
}

/// A process that makes maps of maps and maps of those again, and says of each step that it was
/// kept. The shell is the leader of a group of its own, so that all of it can be killed. Each
/// process of it has `theirs` open.
::pid_t startSaver(const std::string& project, int steps, const std::string& log, int theirs = -1) {
    const auto apply = MW_PROGRAM " apply " + sample() + " --project " + project;
    const auto command = "for i in $(seq " + std::to_string(steps) + "); do { " + apply +
                         " map-expansion || " + apply + " map-collapse --any-schedule 1; } >> " +
                         log + " 2>&1; done";
    const auto pid = ::fork();
    REQUIRE(pid >= 0);
    if (pid == 0) {
        ::setpgid(0, 0);
        if (theirs >= 0)
            ::fcntl(theirs, F_SETFD, 0);
        ::execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
        ::_exit(127);
    }
    ::setpgid(pid, pid);
    return pid;
}

/// Starts a saver, kills all of it after `delay` and waits until the last of it has ended.
void killSaver(const std::string& project, const std::string& log,
               std::chrono::milliseconds delay) {
    int ends[2] = {-1, -1};
    REQUIRE(::pipe2(ends, O_CLOEXEC) == 0);
    const auto saver = startSaver(project, 1000, log, ends[1]);
    ::close(ends[1]);
    std::this_thread::sleep_for(delay);
    ::kill(-saver, SIGKILL);
    REQUIRE(::waitpid(saver, nullptr, 0) == saver);
    char none = 0;
    CHECK(::read(ends[0], &none, 1) == 0); // a zombie has nothing open
    ::close(ends[0]);
}

std::size_t keptIn(const std::string& log) {
    const auto text = contents(log);
    std::size_t kept = 0;
    for (auto at = text.find("kept in"); at != std::string::npos; at = text.find("kept in", at + 1))
        ++kept;
    return kept;
}

std::size_t stepsIn(const std::string& file) {
    const auto opened = workbench::readProject(file);
    REQUIRE(opened.has_value());
    CHECK(opened->lost.empty());
    REQUIRE(opened->project.programs.size() == 1);
    const auto& variants = opened->project.programs.front()->history->variants();
    std::set<std::string> names;
    for (const auto& variant : variants)
        names.insert(variant.name);
    CHECK(names.size() == variants.size());
    return variants.size() - 1;
}

} // namespace

TEST_CASE("what several processes do to one project at once is all there") {
    const Folder folder;
    const auto project = folder / "p.mapwright";
    const int processes = isLong() ? 8 : 4;
    const int steps = isLong() ? 100 : 5;
    std::vector<::pid_t> savers;
    for (int i = 0; i < processes; ++i)
        savers.push_back(startSaver(project, steps, folder / ("log" + std::to_string(i))));
    for (const auto saver : savers)
        REQUIRE(::waitpid(saver, nullptr, 0) == saver);
    std::size_t kept = 0;
    for (int i = 0; i < processes; ++i) {
        const auto log = folder / ("log" + std::to_string(i));
        INFO(contents(log));
        CHECK(keptIn(log) == static_cast<std::size_t>(steps));
        kept += keptIn(log);
    }
    CHECK(stepsIn(project) == kept);
    for (const auto& entry : fs::directory_iterator(fs::path(project).parent_path()))
        CHECK((entry.path().filename() == "p.mapwright" ||
               entry.path().filename().string().starts_with("log")));
}

TEST_CASE("a step that was said to be kept is there, whenever its process is killed") {
    const Folder folder;
    const auto project = folder / "p.mapwright";
    const int kills = isLong() ? 100 : 5;
    std::srand(1);
    std::size_t before = 0;
    for (int i = 0; i < kills; ++i) {
        const auto log = folder / "log";
        fs::remove(log);
        killSaver(project, log, std::chrono::milliseconds(100 + std::rand() % 200));
        const auto kept = fs::exists(log) ? keptIn(log) : 0;
        const auto now = fs::exists(project) ? stepsIn(project) : 0;
        CHECK(now >= before + kept);
        before = now;
    }
    const auto log = folder / "log";
    fs::remove(log);
    REQUIRE(::waitpid(startSaver(project, 1, log), nullptr, 0) > 0);
    CHECK(keptIn(log) == 1);
    CHECK(stepsIn(project) == before + 1);
    for (const auto& entry : fs::directory_iterator(fs::path(project).parent_path()))
        CHECK(entry.path().extension() != ".tmp");
}

} // namespace shared_project_test
