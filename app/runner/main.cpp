// mw-runner: the process that owns a device.
#include "core/exec/host/cores.h"
#include "core/exec/runner/server.h"
#include "core/io/standard_streams.h"

#include <cstdio>
#include <cstring>
#include <unistd.h>

/// Speaks the runner's protocol on its standard streams; `mapwright` and `mw` start it.
int main(int argc, char** argv) {
    if (argc > 1) {
        const bool help = std::strcmp(argv[1], "--help") == 0;
        std::fputs("mw-runner owns a compute device for mapwright and mw, which start it and talk "
                   "to it\non its standard streams. It takes no arguments. Remote: "
                   "MAPWRIGHT_RUNNER, `mw --runner \"ssh HOST mw-runner\"`.\n",
                   help ? stdout : stderr);
        return help ? 0 : 2;
    }
    mw::io::guardStandardStreams();
    mw::exec::setUpOpenMp();
    // Code of a graph may print: that must not end up between the messages.
    const int out = dup(STDOUT_FILENO);
    dup2(STDERR_FILENO, STDOUT_FILENO);
    return mw::exec::serve(STDIN_FILENO, out);
}
