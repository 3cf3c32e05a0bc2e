// Why two right programs, or one program twice, may give different results.
#include "core/validate/reasons_to_differ.h"

#include "core/validate/iterations.h"
#include "core/validate/unwritten.h"
#include "core/validate/validate.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

namespace mw::validate {

std::vector<Diagnostic> reasonsToDiffer(const ir::DocumentIndex& index,
                                        const symbolic::Bindings& values) {
    constexpr std::array<std::string_view, 4> kReasons{"never-written", "read-before-write",
                                                       "unordered-accesses", "unresolved-conflict"};
    auto reasons = validate(index, {.hints = false});
    std::erase_if(reasons, [&](const Diagnostic& finding) {
        return std::ranges::find(kReasons, finding.code) == kReasons.end();
    });
    UnwrittenOptions unwritten;
    unwritten.values = values;
    std::ranges::copy_if(unwrittenReads(index, unwritten), std::back_inserter(reasons),
                         [](const Diagnostic& f) { return f.severity == Severity::warning; });
    std::ranges::copy(conflictingIterations(index, values), std::back_inserter(reasons));
    return reasons;
}

} // namespace mw::validate
