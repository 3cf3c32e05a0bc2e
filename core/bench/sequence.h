#pragma once

#include "core/bench/bench.h"
#include "core/inputs/sequence.h"

#include <functional>

namespace mw::bench {

using inputs::SequenceCall;
using inputs::SequenceExchange;
using inputs::SequenceInput;
using inputs::SequenceProgram;

/// An array that several arguments are.
struct SharedArray {
    std::string name;
    std::vector<std::string> users; ///< "vn of nabla2", the first of them gave it its values
};
struct SequenceProgramRow {
    std::string name;
    int calls = 0;    ///< of one pass
    int kernels = 0;  ///< of one call's plan
    Summary inside;   ///< us, all its calls inside a pass
    Summary alone;    ///< us, device time of one call, measured by itself
    double bytes = 0; ///< compulsory traffic of the kernels of all its calls, each launched once
    std::vector<double> insideSamples, aloneSamples;
};
struct SequenceResult {
    std::string name, device, versions, date;
    codegen::Target target = codegen::Target::cpu;
    exec::MeasureOptions measure;
    bool specialised = true;
    exec::Contraction contraction = exec::Contraction::usual;
    std::vector<SharedArray> shared;
    std::vector<SequenceProgramRow> programs;
    std::vector<SequenceCall> calls;
    Summary pass, call, sustained; ///< us: on the device, on the host, many back to back
    std::vector<double> passSamples, aloneSamples; ///< per repeat: a pass; its calls each alone
    Summary alone;                                 ///< us, all calls of a pass, each by itself
    Interval ratio;                                ///< a pass against its calls by themselves
    bool verified = false;
    std::string reference;    ///< what the results were compared with
    std::string verification; ///< as of VariantResult
    bool oneGraph = false;    ///< a pass was one graph of the device
    exec::Clock clock = exec::Clock::host;
    std::string clockNote;
    std::vector<std::string> notes;
    exec::MachineLoad load;
};

/// Runs one program once on these arrays (by argument) and gives what it writes.
using RunOne = std::function<Expected<inputs::HostArrays>(const SequenceProgram& program,
                                                          const inputs::HostArrays& arrays)>;

/// Lowers and compiles every program, runs the sequence on one device with shared arrays, compares
/// all arrays that it writes with those of the same calls one by one, arrays handed on from one to
/// the next by the host (`runOne`, called `reference`; empty: the same back end, memory apart), and
/// times it as one, interleaved with its programs by themselves. Where results differ, the reason
/// is looked for as between variants (explain.h). Errors name program and argument:
/// "sequence-binding" for a binding of an argument that is none or is a scalar, two arguments of a
/// program that would be one array which it writes, and arrays that differ in type, shape or
/// strides.
Expected<SequenceResult> measureSequence(const SequenceInput& input, const BenchOptions& options,
                                         const RunOne& runOne = {},
                                         const std::string& reference = {},
                                         const exec::ProgressSink& progress = {},
                                         std::stop_token stop = {});

std::string toText(const SequenceResult& result);
std::string toJson(const SequenceResult& result);

} // namespace mw::bench
