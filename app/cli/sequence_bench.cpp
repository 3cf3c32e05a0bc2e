// mw bench --sequence: programs one after the other on shared arrays, timed as one.

#include "app/cli/sequence_bench.h"

#include "app/cli/console.h"
#include "app/workbench/interpret.h"
#include "app/workbench/sequence_file.h"
#include "core/io/file.h"

namespace mw::cli {

namespace {

/// Each call in the reference executor.
bench::RunOne interpreted(double timeoutSeconds) {
    return [timeoutSeconds](const bench::SequenceProgram& program,
                            const inputs::HostArrays& arrays) -> Expected<inputs::HostArrays> {
        MW_TRY(auto result,
               workbench::interpretOn(*program.document, program.scenario, arrays, timeoutSeconds));
        return std::move(result.outputs);
    };
}

/// The sharpest of the programs': arrays go through all of them.
double toleranceOf(const bench::SequenceInput& input) {
    double tolerance = input.programs.front().scenario.tolerance;
    for (const bench::SequenceProgram& program : input.programs)
        tolerance = std::min(tolerance, program.scenario.tolerance);
    return tolerance;
}

} // namespace

Exit benchSequence(const SequenceOptions& options) {
    const auto target = targetFor(options.run);
    if (!target)
        return failed(target.error(), Exit::usage);
    const auto sequence = workbench::readSequence(options.file, options.run.inputs.grid, *target);
    if (!sequence)
        return failed(sequence.error(), Exit::badFile);
    auto inputs = sequence->graphs;
    inputs.push_back(options.file);
    if (!canWrite({options.output}, inputs))
        return Exit::badFile;
    auto execution = benchOptions(options.run, *target, sequence->input.programs.front().scenario);
    execution.tolerance = toleranceOf(sequence->input);
    execution.consent = consentFor(sequence->graphs, options.run);
    const bool interpreter = options.interpreter;
    const auto result = bench::measureSequence(
        sequence->input, execution,
        interpreter ? interpreted(execution.runner.timeoutSeconds) : bench::RunOne(),
        interpreter ? "the same calls one by one, in the reference executor" : "", progressSink());
    if (!result)
        return failed(result.error(),
                      result.error().code == "sequence-binding" ? Exit::badFile : Exit::runFailed);
    print(options.json ? bench::toJson(*result) : bench::toText(*result));
    if (!options.output.empty())
        if (const auto written = io::writeFileAtomically(options.output, bench::toJson(*result));
            !written)
            return failed(written.error(), Exit::badFile);
    return result->verified ? Exit::done : Exit::finding;
}

} // namespace mw::cli
