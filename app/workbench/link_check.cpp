// A linked program against its calls one by one.
#include "app/workbench/link_check.h"

#include "app/workbench/interpret.h"
#include "core/bench/prepare.h"
#include "core/conventions/conventions.h"
#include "core/inputs/check_inputs.h"

#include <fmt/format.h>

#include <functional>
#include <memory>

namespace mw::workbench {

namespace {

/// A program with its inputs but the arrays.
struct Runnable {
    std::string name;
    ir::DocumentPtr document;
    inputs::Scenario scenario;
};
/// The programs of a sequence in their order, and behind them the linked one.
std::vector<Runnable> runnables(const inputs::SequenceInput& sequence, const link::Linked& linked) {
    std::vector<Runnable> all;
    for (const auto& program : sequence.programs)
        all.push_back(
            {fmt::format("the program '{}'", program.name), program.document, program.scenario});
    all.push_back({"the linked program", linked.document, linked.scenario});
    return all;
}

/// Runs one of the programs, by number, on these arrays: what it writes.
using Run = std::function<Expected<inputs::HostArrays>(std::size_t program,
                                                       const inputs::HostArrays& arrays)>;

class Check {
public:
    Check(const inputs::SequenceInput& sequence, const link::Linked& linked, const Run& run)
        : sequence_(sequence), linked_(linked), run_(run) {}

    Expected<bench::Verdict> verdict(double tolerance) {
        MW_CHECK(makeArrays());
        MW_TRY(auto got, run_(sequence_.programs.size(), given_));
        MW_TRY(const auto expected, oneByOne());
        // What stands behind conditions that do not hold is written in no compiled form: it is as
        // it was given.
        for (const auto& name : bench::outputsOf(*linked_.document->root, linked_.scenario))
            if (const auto given = given_.find(name); given != given_.end())
                got.insert(*given);
        return bench::verify(got, expected, tolerance, given_);
    }

private:
    /// Those of the linked program, and the internal ones as a program that has them says.
    Expected<void> makeArrays() {
        for (const auto& [name, input] : linked_.scenario.arrays) {
            MW_TRY(given_[name], inputs::makeArray(name, input, linked_.scenario.grid));
        }
        for (std::size_t p = 0; p < sequence_.programs.size(); ++p)
            for (const auto& [argument, name] : linked_.arrays[p]) {
                const auto& scenario = sequence_.programs[p].scenario;
                const auto input = scenario.arrays.find(argument);
                if (given_.contains(name) || internal_.contains(name) ||
                    input == scenario.arrays.end())
                    continue;
                MW_TRY(internal_[name], inputs::makeArray(argument, input->second, scenario.grid));
            }
        return {};
    }

    Expected<inputs::HostArrays> oneByOne() const {
        inputs::HostArrays arrays = given_, written;
        arrays.insert(internal_.begin(), internal_.end());
        for (const auto& call : sequence_.calls) {
            if (!call.condition.empty()) {
                MW_TRY(const bool made, inputs::isMade(sequence_, call, linked_.scenario.symbols));
                if (!made)
                    continue;
            }
            for (int i = 0; i < call.count; ++i)
                MW_CHECK(runCall(call.program, arrays, written));
        }
        return written;
    }
    Expected<void> runCall(std::size_t program, inputs::HostArrays& arrays,
                           inputs::HostArrays& written) const {
        const auto& names = linked_.arrays[program];
        inputs::HostArrays arguments;
        for (const auto& [argument, name] : names)
            if (const auto array = arrays.find(name); array != arrays.end())
                arguments.emplace(argument, array->second);
        MW_TRY(auto results, run_(program, arguments));
        for (auto& [argument, array] : results) {
            const auto name = names.find(argument);
            if (name == names.end() || conventions::isMeasurement(name->second))
                continue;
            if (!internal_.contains(name->second))
                written[name->second] = array;
            arrays[name->second] = std::move(array);
        }
        return {};
    }

    const inputs::SequenceInput& sequence_;
    const link::Linked& linked_;
    const Run& run_;
    inputs::HostArrays given_;    ///< arguments of the linked program
    inputs::HostArrays internal_; ///< its temporaries
};

/// Programs that are compiled and loaded, all before the first runs.
class Loaded {
public:
    Loaded(std::vector<Runnable> programs, const bench::BenchOptions& options)
        : programs_(std::move(programs)), options_(options),
          session_(options.session ? options.session
                                   : std::make_shared<exec::Session>(options.runner)) {
        if (!options_.memo)
            options_.memo = std::make_shared<codegen::KernelMemo>();
    }

    Expected<void> load() {
        for (const Runnable& program : programs_) {
            auto plan = bench::lowered(*program.document, program.scenario, options_);
            if (!plan)
                return bench::withName(program.name, plan.error());
            plans_.push_back(std::move(*plan));
        }
        std::vector<bench::PlannedProgram> planned;
        for (std::size_t p = 0; p < plans_.size(); ++p)
            planned.push_back({*programs_[p].document->root, plans_[p]});
        MW_CHECK(bench::askConsent(options_, planned));
        for (std::size_t p = 0; p < plans_.size(); ++p) {
            auto handle = bench::load(*session_, plans_[p], options_, bench::Arithmetic::asBefore);
            if (!handle)
                return bench::withName(programs_[p].name, handle.error());
            handles_.push_back(*handle);
        }
        return {};
    }
    Expected<inputs::HostArrays> run(std::size_t p, const inputs::HostArrays& arrays) const {
        auto results = resultsOf(p, arrays);
        return results ? std::move(results) : bench::withName(programs_[p].name, results.error());
    }

private:
    Expected<inputs::HostArrays> resultsOf(std::size_t p, const inputs::HostArrays& arrays) const {
        const Runnable& program = programs_[p];
        MW_CHECK(inputs::checkInputs(*program.document->root, program.scenario, arrays));
        MW_CHECK(session_->setInputs(handles_[p], program.scenario.symbols,
                                     bench::argumentsOf(plans_[p], arrays),
                                     options_.measure.allocation));
        std::vector<std::string> written;
        for (const codegen::PlanArray& array : plans_[p].arrays)
            if (array.argument && array.written && !conventions::isMeasurement(array.name))
                written.push_back(array.name);
        return session_->run(handles_[p], written);
    }

    std::vector<Runnable> programs_;
    bench::BenchOptions options_;
    std::shared_ptr<exec::Session> session_;
    std::vector<codegen::Plan> plans_;
    std::vector<exec::ProgramHandle> handles_;
};

} // namespace

Expected<bench::Verdict> checkLinked(const inputs::SequenceInput& sequence,
                                     const link::Linked& linked, double tolerance,
                                     double timeoutSeconds) {
    const auto programs = runnables(sequence, linked);
    const Run run = [&](std::size_t p,
                        const inputs::HostArrays& arrays) -> Expected<inputs::HostArrays> {
        auto result =
            interpretOn(*programs[p].document, programs[p].scenario, arrays, timeoutSeconds);
        if (!result)
            return bench::withName(programs[p].name, result.error());
        return std::move(result->outputs);
    };
    return Check(sequence, linked, run).verdict(tolerance);
}

Expected<bench::Verdict> checkLinked(const inputs::SequenceInput& sequence,
                                     const link::Linked& linked, double tolerance,
                                     const bench::BenchOptions& options) {
    Loaded loaded(runnables(sequence, linked), options);
    MW_CHECK(loaded.load());
    const Run run = [&](std::size_t p, const inputs::HostArrays& arrays) {
        return loaded.run(p, arrays);
    };
    return Check(sequence, linked, run).verdict(tolerance);
}

} // namespace mw::workbench
