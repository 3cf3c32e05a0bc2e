// Looks for the reason of a difference between two runs.
#include "core/bench/explain.h"

#include "core/validate/reasons_to_differ.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace mw::bench {

namespace {

double asReal(const inputs::Number& number) {
    return std::visit([](auto value) { return static_cast<double>(value); }, number);
}

/// Results of another run; the same as before where nothing about it can be another.
Expected<inputs::HostArrays> again(const ComparedRun& run, Arithmetic how) {
    return run.again ? run.again(how) : Expected<inputs::HostArrays>(run.outputs);
}

/// Bit for bit: what races, or reads what nobody wrote, mostly does not.
bool repeats(const ComparedRun& run) {
    const auto outputs = again(run, Arithmetic::asBefore);
    return outputs && std::ranges::all_of(run.outputs, [&](const auto& entry) {
               const auto found = outputs->find(entry.first);
               return found != outputs->end() && found->second.bytes == entry.second.bytes;
           });
}

/// The element with the largest error among those that differ.
ContractionDifference largestDifference(const Verdict& verdict, const inputs::HostArrays& got,
                                        const inputs::HostArrays& reference) {
    ContractionDifference found;
    for (const ArrayVerdict& array : verdict.arrays) {
        if (array.differing == 0)
            continue;
        const auto& expected = reference.at(array.name);
        const inputs::ElementComparison elements(got.at(array.name), expected);
        for (std::int64_t i = 0; i < elements.count(); ++i) {
            const double error = elements.error(i);
            if (error <= found.error)
                continue;
            found.array = array.name;
            found.number = i;
            found.index = inputs::indexOf(i / elements.perElement(), expected.shape);
            found.error = error;
            found.difference = std::abs(asReal(elements.got(i)) - asReal(elements.reference(i)));
            if (std::isnan(found.difference)) // a number beside none
                found.difference = error;
        }
    }
    return found;
}

/// Of the difference, relative to the terms that the element is made of; 0: not known.
double againstTerms(const ContractionDifference& contraction, const ComparedRun& run) {
    if (!run.again)
        return 0;
    const auto magnitudes = run.again(Arithmetic::magnitudes);
    if (!magnitudes)
        return 0;
    const auto found = magnitudes->find(contraction.array);
    if (found == magnitudes->end())
        return 0;
    const double terms =
        inputs::ElementReader(found->second).read(found->second.bytes.data(), contraction.number);
    return std::isfinite(terms) && terms > 0 ? contraction.difference / terms : 0;
}

std::optional<ContractionDifference> byContraction(const Verdict& verdict, const ComparedRun& got,
                                                   const ComparedRun& reference,
                                                   const ComparedInputs& inputs) {
    const bool comparable = std::ranges::all_of(verdict.arrays, [](const ArrayVerdict& array) {
        return array.problem.empty() && (array.differing == 0 || array.writer == Writer::both);
    });
    if (!comparable || (!got.again && !reference.again))
        return std::nullopt;
    if (!repeats(got) || !repeats(reference))
        return std::nullopt;
    const auto gotAgain = again(got, Arithmetic::uncontracted);
    const auto referenceAgain = again(reference, Arithmetic::uncontracted);
    if (!gotAgain || !referenceAgain ||
        !verify(*gotAgain, *referenceAgain, inputs.float64Tolerance, inputs.arrays).same())
        return std::nullopt;
    ContractionDifference found = largestDifference(verdict, got.outputs, reference.outputs);
    found.ofTerms = againstTerms(found, reference.again ? reference : got);
    return found;
}

} // namespace

std::vector<std::string>
reasonsToDiffer(const std::vector<std::pair<std::string, ir::DocumentPtr>>& programs,
                const symbolic::Bindings& values) {
    std::vector<std::vector<std::string>> found;
    for (const auto& [name, document] : programs) {
        found.emplace_back();
        for (auto& reason : validate::reasonsToDiffer(ir::DocumentIndex(document), values))
            found.back().push_back(std::move(reason.sentence));
    }
    std::vector<std::string> reasons;
    for (std::size_t i = 0; i < found.size(); ++i)
        for (const std::string& sentence : found[i]) {
            const auto has = [&](const auto& other) {
                return std::ranges::find(other, sentence) != other.end();
            };
            const bool all = std::ranges::all_of(found, has);
            if (!all)
                reasons.push_back(fmt::format("in {}: {}", programs[i].first, sentence));
            else if (i == 0 && !has(reasons))
                reasons.push_back(sentence);
        }
    return reasons;
}

void explain(Verdict& verdict, const ComparedRun& got, const ComparedRun& reference,
             const ComparedInputs& inputs) {
    if (verdict.same() || verdict.compared() == 0)
        return;
    verdict.contraction = byContraction(verdict, got, reference, inputs);
    if (verdict.contraction)
        return;
    std::vector<std::pair<std::string, ir::DocumentPtr>> programs;
    for (const ComparedRun* run : {&reference, &got})
        if (run->document)
            programs.emplace_back(run->name, run->document);
    verdict.reasons = reasonsToDiffer(programs, inputs.symbols);
}

} // namespace mw::bench
