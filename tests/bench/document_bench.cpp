// Times of whole documents: `document_bench FILE` prints what an edit costs around the edit itself
// (copy, index, validation); `document_bench --serve FILE` reads the file once per line on standard
// input and prints the seconds, so that read_against_dace.py can take turns with DaCe.
#include "core/analysis/analysis.h"
#include "core/io/sdfg_io.h"
#include "core/ir/edit.h"
#include "core/ir/index.h"
#include "core/validate/validate.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <iostream>
#include <string>
#include <vector>

namespace {

using namespace mw;

double seconds(const std::function<void()>& work) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

double median(const std::function<void()>& work) {
    constexpr int kWarmUp = 3, kRepeats = 21;
    std::vector<double> times;
    for (int i = 0; i < kWarmUp + kRepeats; ++i)
        if (const double time = seconds(work); i >= kWarmUp)
            times.push_back(time);
    std::nth_element(times.begin(), times.begin() + kRepeats / 2, times.end());
    return times[kRepeats / 2];
}

/// Every state, node and edge anew: more than any edit copies.
ir::DocumentPtr deepCopy(const ir::DocumentIndex& index) {
    ir::Editor editor(index.document());
    for (const BlockId id : index.states()) {
        const auto& state = *index.find(id)->block->as<ir::State>();
        for (const auto& node : state.nodes)
            editor.node(id, node->id);
        for (const auto& edge : state.edges)
            editor.edge(id, edge->id);
    }
    return editor.commit().document;
}

int serve(const std::string& file) {
    for (std::string line; std::getline(std::cin, line);) {
        bool read = false;
        const double time = seconds([&] { read = io::readSdfgFile(file).has_value(); });
        if (!read)
            return 1;
        std::cout << time << std::endl;
    }
    return 0;
}

} // namespace

int main(int argc, char** argv) {
    const std::vector<std::string> args(argv + 1, argv + argc);
    if (args.size() == 2 && args[0] == "--serve")
        return serve(args[1]);
    const auto document = args.size() == 1 ? io::readSdfgFile(args[0])
                                           : fail("usage", "document_bench [--serve] FILE");
    if (!document) {
        std::cerr << toString(document.error()) << "\n";
        return 1;
    }
    const ir::DocumentIndex index(*document);
    const auto summary = analysis::summarise(**document);
    std::size_t findings = 0;
    const double copy = median([&] { deepCopy(index); });
    const double indexing = median([&] { ir::DocumentIndex again(*document); });
    // As after every edit; the window runs the rest beside it.
    const validate::ValidateOptions errorsOnly{.hints = false, .warnings = false};
    const double validating =
        median([&] { findings += 1 + validate::validate(index, errorsOnly).size(); });
    const double everything = median([&] { findings += validate::validate(index).size(); });
    std::cout << (*document)->root->name << ": " << summary.nodes << " nodes, " << summary.edges
              << " edges\n"
              << "copy of every element " << copy * 1e3 << " ms, index " << indexing * 1e3
              << " ms, validation after an edit " << validating * 1e3 << " ms; together "
              << (copy + indexing + validating) * 1e3 << " ms\nvalidation with warnings and "
              << "hints " << everything * 1e3 << " ms\n";
    return findings == 0 ? 1 : 0;
}
