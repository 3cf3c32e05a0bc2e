#pragma once

#include "core/bench/verify.h"
#include "core/support/expected.h"

#include <functional>

// Why the results of two runs differ, where the programs are not to blame or say so themselves.

namespace mw::bench {

/// How a program computes when it is run once more.
enum class Arithmetic : std::uint8_t {
    asBefore,
    uncontracted, ///< without fused multiply-adds
    magnitudes,   ///< codegen::sumMagnitudes, without them as well
};

/// One of two runs whose results were compared.
struct ComparedRun {
    std::string name;         ///< for people: of the program
    ir::DocumentPtr document; ///< null: the results are from elsewhere
    const inputs::HostArrays& outputs;
    /// Runs it again on the same inputs. Empty: it computes the same however it is asked.
    std::function<Expected<inputs::HostArrays>(Arithmetic)> again = {};
};

/// What a verdict that something differs was found on.
struct ComparedInputs {
    double float64Tolerance = 0;
    const inputs::HostArrays& arrays;
    const symbolic::Bindings& symbols;
};

/// Looks for the reason of a difference. Where both sides give the same results again when they are
/// run again, and these agree once neither side fuses multiply-adds, Verdict::contraction says how
/// much that makes, and the verdict is that they are
/// the same. Otherwise Verdict::reasons has what the programs themselves leave open
/// (validate::reasonsToDiffer). Does nothing where nothing differs.
void explain(Verdict& verdict, const ComparedRun& got, const ComparedRun& reference,
             const ComparedInputs& inputs);

/// What programs leave open, as sentences; those that not all of them have with the name of theirs.
std::vector<std::string>
reasonsToDiffer(const std::vector<std::pair<std::string, ir::DocumentPtr>>& programs,
                const symbolic::Bindings& values);

} // namespace mw::bench
