// `order_bench FILE ORDER`: reads the graph once; then, for every line on standard input, applies
// the order of transformations to it until none applies, and prints the seconds, how often
// something was applied, and the maps at the top level that are left. fuse_against_dace.py takes
// turns with DaCe by it.

#include "app/workbench/steps.h"
#include "core/analysis/analysis.h"
#include "core/io/sdfg_io.h"

#include <chrono>
#include <iostream>
#include <string>

namespace {

using namespace mw;

int serve(const ir::DocumentPtr& document, const std::vector<transforms::Pass>& passes) {
    for (std::string line; std::getline(std::cin, line);) {
        const auto begin = std::chrono::steady_clock::now();
        const auto steps = workbench::applyInOrder(passes, document);
        const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
        if (!steps) {
            std::cerr << toString(steps.error()) << "\n";
            return 1;
        }
        std::cout << time.count() << " " << steps->size() << " "
                  << analysis::summarise(*steps->back().result.document).topLevelMaps << std::endl;
    }
    return 0;
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 3) {
        std::cerr << "order_bench FILE ORDER\n";
        return 2;
    }
    const auto document = io::readSdfgFile(argv[1]);
    const auto passes = workbench::readOrder(argv[2]);
    if (document && passes)
        return serve(*document, *passes);
    std::cerr << toString(document ? passes.error() : document.error()) << "\n";
    return 1;
}
