#pragma once

#include "app/cli/exit_code.h"
#include "app/cli/run_options.h"
#include "core/bench/verify.h"
#include "core/inputs/sequence.h"
#include "core/link/link.h"

#include <string>
#include <vector>

namespace mw::cli {

/// A linked program against the calls one by one, in one executor.
struct LinkedCheck {
    std::string executor; ///< "in the interpreter", "on cpu"
    bench::Verdict verdict;
};
/// In the interpreter and on the C++ back end, or where the target says. `graphs`: files of the
/// programs, for consent to C++ of their own.
Expected<std::vector<LinkedCheck>> checkLinked(const inputs::SequenceInput& sequence,
                                               const std::vector<std::string>& graphs,
                                               const link::Linked& linked, double tolerance,
                                               const RunOptions& run);
bool allSame(const std::vector<LinkedCheck>& checks);

/// What a command that writes one or the other says.
struct LinkReport {
    std::vector<std::string> files; ///< written, where all is the same
    std::string fields;             ///< a JSON object: what JSON has beside files and checks
    std::string before, after;      ///< lines around those of the checks
    std::string wrote;              ///< the last line, of the files
};
/// Prints it, as JSON or as text; the exit code for the command.
Exit tell(const std::vector<LinkedCheck>& checks, const LinkReport& report, bool asJson);

/// `--verify`, `--tolerance`, `--target`, `--timeout`, `--trust`.
void addCheckOptions(CLI::App& command, bool& verify, double& tolerance, RunOptions& run,
                     const std::string& help);

} // namespace mw::cli
