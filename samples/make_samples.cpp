// Writes the sample graphs: FOLDER/NAME.graph -> OUT/NAME.sdfg. Run it after a change of a .graph
// file; a test compares the .sdfg files with what this writes.
#include "samples/samples.h"

#include <cstdio>

int main(int argc, char** argv) {
    if (argc != 3) {
        std::fprintf(stderr, "usage: mw_make_samples FOLDER OUT\n");
        return 2;
    }
    for (const char* name : mw::samples::kNames) {
        const auto written = mw::samples::write(argv[1], name, argv[2]);
        if (!written) {
            std::fprintf(stderr, "%s\n", mw::toString(written.error()).c_str());
            return 1;
        }
    }
    return 0;
}
