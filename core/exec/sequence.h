#pragma once

#include "core/exec/session.h"

#include <string>
#include <vector>

namespace mw::exec {

/// Loaded programs with inputs, which are called one after the other on shared arrays.
struct Sequence {
    struct Call {
        ProgramHandle program = -1;
        int count = 1; ///< so many times in a row
    };
    struct Argument {
        ProgramHandle program = -1;
        std::string name;
    };
    /// `argument` is the very array that `owner` has, whose type, shape and strides are the same;
    /// an owner has its array itself. Stays so until the inputs of the program are set anew.
    struct Share {
        Argument argument, owner;
    };
    std::vector<Call> calls;
    std::vector<Share> shares;
};

/// Samples of a sequence in microseconds, taken interleaved with those of its programs, each called
/// by itself. docs/measuring.md defines each.
struct SequenceSamples {
    std::vector<double> call;                 ///< one synchronised pass over all calls, on the host
    std::vector<double> device;               ///< first start to last end on the device
    std::vector<double> sustained;            ///< per pass of several passes back to back
    std::vector<std::vector<double>> calls;   ///< [entry of Sequence::calls][repeat], inside a pass
    std::vector<std::vector<double>> singles; ///< [program][repeat]: device time of a call alone
    std::vector<ProgramHandle> programs;      ///< of `singles`, in the order of their first calls
    bool oneGraph = false;                    ///< all steps of a pass were one graph of the device
    Clock clock = Clock::host;
    std::string clockNote; ///< why it is not the device's own records
};

} // namespace mw::exec
