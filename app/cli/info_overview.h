#pragma once

#include "app/cli/info_data.h"
#include "core/analysis/analysis.h"
#include "core/support/diagnostic.h"

#include <optional>
#include <string>
#include <vector>

namespace mw::cli {

/// What is in a program, on a page: its size, the kernels and temporaries with most bytes, what it
/// moves against the minimum, how many findings there are, and what to ask next.
struct Overview {
    const ir::Document& document;
    const analysis::ProgramSummary& summary;
    const ProgramInfo& info;
    std::string sizes;                ///< a sentence about the sizes that numbers are of
    std::vector<Diagnostic> findings; ///< hints too
    std::string words; ///< which program, as the command line said it: "nabla4.sdfg --grid ..."
    std::optional<std::size_t> most{}; ///< entries of each list, 0: all; none: the usual number
};
/// At most 40 lines unless `most` says more.
std::string overviewText(const Overview& overview);

/// The first lines of overview and tables: how much there is of what, and of which dialect.
std::string infoHead(const ir::Document& document, const analysis::ProgramSummary& summary,
                     const ProgramInfo& info);

} // namespace mw::cli
