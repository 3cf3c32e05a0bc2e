// What a rewrite changes in the figures of a program, for `mw apply --preview`.
#include "app/cli/preview.h"

#include "app/cli/console.h"
#include "core/analysis/figures.h"
#include "core/support/amounts.h"

namespace mw::cli {

namespace {

std::string row(std::string_view what, const std::string& before, const std::string& after) {
    return fmt::format("  {:<28}{:>12}{:>12}\n", what, before, after);
}

std::string bytes(const std::optional<std::int64_t>& number) {
    return number ? sizeText(*number) : "unknown";
}

std::string count(const std::optional<std::int64_t>& number) {
    return number ? fmt::format("{}", *number) : "unknown";
}

} // namespace

std::string previewText(const ir::Document& before, const ir::Document& after, const Sizes& sizes) {
    const auto was = analysis::figures(before, sizes.values);
    const auto is = analysis::figures(after, sizes.values);
    const auto number = [](std::size_t n) { return std::to_string(n); };
    const bool copies = was.copies + is.copies > 0;
    return (sizes.of.empty() ? "" : line("sizes of {}", sizes.of)) + row("", "before", "after") +
           row("kernels", number(was.kernels), number(is.kernels)) +
           (copies ? row("copies", number(was.copies), number(is.copies)) : "") +
           row("maps", number(was.maps), number(is.maps)) +
           row("temporaries", number(was.temporaries), number(is.temporaries)) +
           row("  their bytes", bytes(was.temporaryBytes), bytes(is.temporaryBytes)) +
           row("  most at a time", bytes(was.peakBytes), bytes(is.peakBytes)) +
           row(copies ? "bytes moved" : "bytes that kernels move", bytes(was.bytes),
               bytes(is.bytes)) +
           (copies ? row("  by copies", bytes(was.copyBytes), bytes(is.copyBytes)) : "") +
           row("  of the arguments alone", bytes(was.argumentBytes), bytes(is.argumentBytes)) +
           row("operations", count(was.operations), count(is.operations));
}

} // namespace mw::cli
