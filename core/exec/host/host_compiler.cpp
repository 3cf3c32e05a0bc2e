// Finds the host's C++ compiler and runs it.
#include "core/exec/host/host_compiler.h"

#include "core/exec/host/cores.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <spawn.h>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ; // NOLINT(readability-redundant-declaration): POSIX leaves it to the program

namespace mw::exec {

namespace {

std::vector<std::string> words(const std::string& text) {
    std::istringstream in(text);
    std::vector<std::string> list;
    for (std::string word; in >> word;)
        list.push_back(word);
    return list;
}

std::string drain(int fd, std::size_t mostOutput) {
    std::string output;
    std::array<char, 4096> buffer{};
    while (true) {
        const ssize_t count = read(fd, buffer.data(), buffer.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return output;
        if (output.size() < mostOutput)
            output.append(buffer.data(), static_cast<std::size_t>(count));
    }
}

std::optional<HostCompiler> probe(const std::vector<std::string>& command) {
    auto asked = command;
    asked.emplace_back("--version");
    const auto answer = runCommand(asked);
    if (!answer || answer->status != 0)
        return std::nullopt;
    return HostCompiler{command, answer->output.substr(0, answer->output.find('\n'))};
}

std::optional<HostCompiler> findCompiler() {
    if (const char* set = std::getenv("CXX"); set && !words(set).empty())
        if (auto found = probe(words(set)))
            return found;
    for (const char* name : {"c++", "g++", "clang++"})
        if (auto found = probe({name}))
            return found;
    return std::nullopt;
}

HostProcessor readProcessor() {
    HostProcessor processor;
    processor.name = "CPU";
    processor.threads = availableCores();
    std::ifstream info("/proc/cpuinfo");
    for (std::string line; std::getline(info, line) && !line.empty();) { // the first processor
        const auto colon = line.find(": ");
        if (colon == std::string::npos)
            continue;
        if (line.starts_with("model name"))
            processor.name = line.substr(colon + 2);
        if (line.starts_with("flags") || line.starts_with("Features"))
            processor.features = line.substr(colon + 2);
    }
    return processor;
}

} // namespace

Expected<CommandResult> runCommand(const std::vector<std::string>& command,
                                   std::size_t mostOutput) {
    std::array<int, 2> fds{};
    if (pipe2(fds.data(), O_CLOEXEC) != 0)
        return fail("command",
                    fmt::format("'{}' cannot be started: {}", command[0], std::strerror(errno)));
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, fds[1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, fds[1], STDERR_FILENO);
    std::vector<char*> arguments;
    for (const std::string& argument : command)
        arguments.push_back(const_cast<char*>(argument.c_str())); // NOLINT: POSIX signature
    arguments.push_back(nullptr);
    pid_t pid = 0;
    const int error =
        posix_spawnp(&pid, arguments[0], &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    close(fds[1]);
    CommandResult result;
    if (error == 0) {
        result.output = drain(fds[0], mostOutput);
        while (waitpid(pid, &result.status, 0) < 0 && errno == EINTR) {
        }
    }
    close(fds[0]);
    if (error != 0)
        return fail("command",
                    fmt::format("'{}' cannot be started: {}", command[0], std::strerror(error)));
    return result;
}

const std::optional<HostCompiler>& hostCompiler() {
    static const std::optional<HostCompiler> compiler = findCompiler();
    return compiler;
}

const HostProcessor& hostProcessor() {
    static const HostProcessor processor = readProcessor();
    return processor;
}

} // namespace mw::exec
