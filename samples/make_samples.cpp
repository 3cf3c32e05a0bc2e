// Writes the sample graphs below OUT: those of FOLDER/NAME.graph, and the rungs of the ladder from
// their descriptions. Run it after a change of either; a test compares the files with what this
// writes.
#include "samples/samples.h"

#include <cstdio>

int main(int argc, char** argv) {
    if (argc != 3) {
        std::fprintf(stderr, "usage: mw_make_samples FOLDER OUT\n");
        return 2;
    }
    const auto failed = [](const mw::Expected<void>& written) {
        if (!written)
            std::fprintf(stderr, "%s\n", mw::toString(written.error()).c_str());
        return !written;
    };
    for (const char* name : mw::samples::kNames)
        if (failed(mw::samples::write(argv[1], name, argv[2])))
            return 1;
    for (const auto& rung : mw::samples::ladder())
        if (failed(mw::samples::write(rung, argv[2])))
            return 1;
    return 0;
}
