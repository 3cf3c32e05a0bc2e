// A measurement of a sequence as a table for terminals, and as JSON.
#include "core/bench/detail/summary_json.h"
#include "core/bench/sequence.h"
#include "core/bench/table.h"
#include "core/support/printable.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mw::bench {

namespace {

using Json = nlohmann::ordered_json;

std::string times(const Summary& s) {
    return fmt::format("{:.2f}", s.median);
}

std::vector<Row> programRows(const SequenceResult& result) {
    std::vector<Row> rows = {{"program", "calls", "kernels", "inside us", "alone us",
                              "alone x calls", "inside / alone", "GB/s inside"}};
    const auto ratio = [](double inside, double alone) {
        return alone > 0 ? fmt::format("{:.3f}", inside / alone) : std::string("-");
    };
    double bytes = 0;
    int calls = 0;
    for (const SequenceProgramRow& row : result.programs) {
        const double alone = row.calls * row.alone.median;
        rows.push_back(
            {row.name, std::to_string(row.calls), std::to_string(row.kernels), times(row.inside),
             times(row.alone), fmt::format("{:.2f}", alone), ratio(row.inside.median, alone),
             row.inside.median > 0 ? fmt::format("{:.1f}", row.bytes / row.inside.median / 1000)
                                   : "-"});
        bytes += row.bytes;
        calls += row.calls;
    }
    rows.push_back(
        {"all", std::to_string(calls), "", times(result.pass), "", times(result.alone),
         ratio(result.pass.median, result.alone.median),
         result.pass.median > 0 ? fmt::format("{:.1f}", bytes / result.pass.median / 1000) : "-"});
    return rows;
}

std::string how(const SequenceResult& result) {
    const std::string one = result.target == codegen::Target::cpu ? "a loop over the programs"
                            : result.oneGraph                     ? "one graph of the device"
                                              : "started step by step: it depends on what is "
                                                "computed";
    return fmt::format("A pass is {}; {} timed passes on the host {} us, back to back {} us each; "
                       "times by {}{}.",
                       one, result.measure.repeats, times(result.call), times(result.sustained),
                       name(result.clock),
                       result.clockNote.empty() ? "" : " (" + result.clockNote + ")");
}

std::string sharedText(const SequenceResult& result) {
    std::string text;
    for (const SharedArray& array : result.shared)
        text += fmt::format("{} = {}\n", array.name, fmt::join(array.users, ", "));
    return text;
}

} // namespace

std::string toText(const SequenceResult& result) {
    std::string text = fmt::format("{} on {}: {} programs\n{}\nMachine during the measurement: {}."
                                   "\n\n",
                                   result.name, result.device, result.programs.size(),
                                   result.versions, exec::toText(result.load));
    text += aligned(programRows(result));
    text += fmt::format("\n{}\nInside against alone: {:.3f} to {:.3f} of the time.\n", how(result),
                        result.ratio.low, result.ratio.high);
    text +=
        fmt::format("\nCompared with {}: {}\n", result.reference,
                    result.verified ? result.verification : "DIFFERENT. " + result.verification);
    text += "\nArrays that programs share:\n" + sharedText(result);
    for (const std::string& note : result.notes)
        text += note + "\n";
    return printableLines(text);
}

std::string toJson(const SequenceResult& result) {
    Json programs = Json::array(), calls = Json::array(), shared = Json::array();
    for (const SequenceProgramRow& row : result.programs)
        programs.push_back({{"name", row.name},
                            {"calls", row.calls},
                            {"kernels", row.kernels},
                            {"inside_us", summaryJson(row.inside)},
                            {"alone_us", summaryJson(row.alone)},
                            {"bytes", row.bytes},
                            {"inside_samples_us", row.insideSamples},
                            {"alone_samples_us", row.aloneSamples}});
    for (const SequenceCall& call : result.calls)
        calls.push_back({{"program", result.programs[call.program].name}, {"count", call.count}});
    for (const SharedArray& array : result.shared)
        shared.push_back({{"name", array.name}, {"arguments", array.users}});
    const Json all = {{"sequence", result.name},
                      {"device", result.device},
                      {"versions", result.versions},
                      {"date", result.date},
                      {"target", codegen::name(result.target)},
                      {"one_graph", result.oneGraph},
                      {"timed_by", name(result.clock)},
                      {"timed_by_note", result.clockNote},
                      {"symbols_compiled_in", result.specialised},
                      {"contract", name(result.contraction)},
                      {"verified", result.verified},
                      {"compared_with", result.reference},
                      {"verification", result.verification},
                      {"pass_us", summaryJson(result.pass)},
                      {"call_us", summaryJson(result.call)},
                      {"sustained_us", summaryJson(result.sustained)},
                      {"alone_us", summaryJson(result.alone)},
                      {"ratio_low", result.ratio.low},
                      {"ratio_high", result.ratio.high},
                      {"pass_samples_us", result.passSamples},
                      {"programs", std::move(programs)},
                      {"calls", std::move(calls)},
                      {"shared_arrays", std::move(shared)},
                      {"notes", result.notes}};
    return all.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace mw::bench
