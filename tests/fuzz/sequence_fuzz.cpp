// Bytes -> a program and a sequence of applications, undo, redo, changes of variant, writing and
// reading: whatever is done, the document is valid and gives the program's results. The first byte
// chooses the program.

#include "tests/support/fusion_program.h"
#include "tests/transforms/applying.h"
#include "tests/transforms/sequence.h"

#include <cstdint>
#include <cstdlib>
#include <iostream>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace mw;
    constexpr std::size_t kMost = 4 * 24; ///< bytes of actions
    if (size == 0)
        return 0;
    const auto chosen = test::fusionProgram(data[0]);
    const auto program = test::sequenceProgram(chosen.text, chosen.document, chosen.inputs);
    const test::SequenceOptions options{test::keepingResults()};
    const auto actions = test::actionsOf({data + 1, std::min(size - 1, kMost)}); // NOLINT
    const auto result = test::runSequence(program, actions, options);
    if (result.problem.empty())
        return 0;
    std::cerr << test::describeFailure(program, actions, options) << '\n';
    std::abort();
}
