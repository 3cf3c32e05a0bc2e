// mw-runner: the process that owns a device.
#include "app/runner/guard.h"
#include "core/exec/host/cores.h"
#include "core/exec/runner/server.h"
#include "core/io/standard_streams.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <unistd.h>

namespace {

constexpr const char* kHelp =
    "mw-runner owns a compute device for mapwright and mw, which start it and talk to it on its\n"
    "standard streams; it ends when its standard input does. Remote: MAPWRIGHT_RUNNER,\n"
    "`mw --runner \"ssh HOST mw-runner\"`, `mw --slurm OPTIONS`.\n"
    "  --silence MINUTES    end when nothing was asked for so long (default: never), for\n"
    "                       connections that break without an end\n"
    "  --guard COMMAND ...  start a command on the same streams, and end it when standard input\n"
    "                       is closed (mw starts srun so)\n";

int misused(const char* sentence) {
    std::fprintf(stderr, "mw-runner: %s\n%s", sentence, kHelp);
    return 2;
}

/// Minutes of a text; 0: it is no such time.
double minutesOf(const char* text) {
    char* end = nullptr;
    const double minutes = std::strtod(text, &end);
    constexpr double kMost = 1e6;
    return *end == '\0' && minutes > 0 && minutes <= kMost ? minutes : 0;
}

} // namespace

/// Speaks the runner's protocol on its standard streams; `mapwright` and `mw` start it.
int main(int argc, char** argv) {
    std::chrono::milliseconds silence{};
    if (argc > 1) {
        const std::string_view first = argv[1];
        if (first == "--help") {
            std::fputs(kHelp, stdout);
            return 0;
        }
        if (first == "--guard")
            return argc > 2 ? guard(argv + 2) : misused("--guard names no command");
        const double minutes = first == "--silence" && argc == 3 ? minutesOf(argv[2]) : 0;
        if (minutes == 0)
            return misused(first == "--silence" ? "--silence takes minutes, more than 0"
                                                : "its arguments are not understood");
        silence = std::chrono::milliseconds(static_cast<std::int64_t>(minutes * 60000));
    }
    mw::io::guardStandardStreams();
    mw::exec::setUpOpenMp();
    // Code of a graph may print: that must not end up between the messages.
    const int out = dup(STDOUT_FILENO);
    dup2(STDERR_FILENO, STDOUT_FILENO);
    return mw::exec::serve(STDIN_FILENO, out, mw::exec::makeBackend, silence);
}
