// Cuts generated text into units that can be compiled apart.
#include "core/exec/runner/kernel_source.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::exec {

namespace {

/// Lines `first` to `last` (1-based, inclusive) of a text whose lines start at `starts`.
std::string linesOf(const std::string& text, const std::vector<std::size_t>& starts, int first,
                    int last) {
    const auto at = [&](int line) {
        const auto index = static_cast<std::size_t>(std::max(line, 1)) - 1;
        return index < starts.size() ? starts[index] : text.size();
    };
    return last < first ? std::string() : text.substr(at(first), at(last + 1) - at(first));
}

} // namespace

std::string KernelSource::joined(const std::vector<std::size_t>& chosen) const {
    std::string all = fmt::format("#line {} \"{}\"\n{}", helpersLine,
                                  listed ? kHelpersName : kSourceName, helpers);
    for (const std::size_t unit : chosen)
        all += fmt::format("\n#line {} \"{}\"\n{}", listed ? 1 : units[unit].firstLine, kSourceName,
                           units[unit].text);
    return all;
}

KernelSource splitSource(codegen::Source printed, const codegen::Plan& plan, std::string copies,
                         bool sharesState) {
    KernelSource source;
    std::vector<std::size_t> starts = {0};
    for (std::size_t at = printed.text.find('\n'); at != std::string::npos;
         at = printed.text.find('\n', at + 1))
        starts.push_back(at + 1);
    const int lastLine = static_cast<int>(starts.size());
    source.helpersLine = printed.helpersFirst;
    source.helpers = linesOf(printed.text, starts, printed.helpersFirst, printed.helpersLast);
    KernelSource::Unit all{{},
                           linesOf(printed.text, starts, printed.helpersLast + 1, lastLine) +
                               copies,
                           printed.helpersLast + 1,
                           0};
    for (const codegen::KernelLines& lines : printed.kernels) {
        const auto& kernel = plan.kernels.at(static_cast<std::size_t>(lines.kernel));
        all.kernels.push_back(kernel.name);
        source.units.push_back({{kernel.name},
                                linesOf(printed.text, starts, lines.firstLine, lines.lastLine),
                                lines.firstLine,
                                kernel.launch.maxRegisters});
    }
    source.text = std::move(printed.text) + copies;
    if (!copies.empty())
        source.units.push_back({{}, std::move(copies), lastLine, 0});
    source.sharesState = sharesState;
    if (sharesState)
        source.units = {std::move(all)};
    return source;
}

std::vector<std::vector<std::size_t>>
shareOut(const KernelSource& source, const std::vector<std::size_t>& chosen, std::size_t parts) {
    std::vector<std::vector<std::size_t>> shares;
    std::vector<std::size_t> free;
    for (const std::size_t unit : chosen) {
        if (source.units[unit].maxRegisters > 0)
            shares.push_back({unit});
        else
            free.push_back(unit);
    }
    const auto length = [&](std::size_t unit) { return source.units[unit].text.size(); };
    std::stable_sort(free.begin(), free.end(),
                     [&](std::size_t a, std::size_t b) { return length(a) > length(b); });
    std::vector<std::vector<std::size_t>> open(
        std::min(std::max<std::size_t>(parts, 1), free.size()));
    std::vector<std::size_t> sizes(open.size(), 0);
    for (const std::size_t unit : free) { // the longest first, each to the shortest share
        const auto least = std::min_element(sizes.begin(), sizes.end()) - sizes.begin();
        open[static_cast<std::size_t>(least)].push_back(unit);
        sizes[static_cast<std::size_t>(least)] += length(unit);
    }
    for (auto& share : open) {
        std::sort(share.begin(), share.end());
        shares.push_back(std::move(share));
    }
    return shares;
}

} // namespace mw::exec
