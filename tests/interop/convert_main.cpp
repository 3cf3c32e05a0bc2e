// interop_convert IN OUT [plain|dollar]: reads and writes, for roundtrip.py.

#include "core/io/sdfg_io.h"

#include <iostream>
#include <string>

int main(int argc, char** argv) {
    using namespace mw;
    if (argc != 3 && argc != 4)
        return 2;
    io::WriteOptions options;
    if (argc == 4)
        options.dialect =
            std::string(argv[3]) == "dollar" ? symbolic::Dialect::dollar : symbolic::Dialect::plain;
    const auto document = io::readSdfgFile(argv[1]);
    if (!document) {
        std::cerr << toString(document.error()) << '\n';
        return 1;
    }
    const auto written = io::writeSdfgFile(**document, argv[2], options);
    if (!written) {
        std::cerr << toString(written.error()) << '\n';
        return 1;
    }
    return 0;
}
