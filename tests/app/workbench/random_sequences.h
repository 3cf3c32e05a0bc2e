#pragma once

#include "core/inputs/sequence.h"
#include "tests/support/random_source.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace mw::test {

/// A sample program with its inputs.
struct Sample {
    std::string name;
    ir::DocumentPtr document;
    inputs::Scenario scenario;
};

/// Those of the folder for one generation and the usual grid, with the scenarios beside them.
std::vector<Sample> smallSamples(bool older);

/// Sequences of samples: bindings at random among arrays that earlier programs have; two arguments
/// of one program are never one array.
class RandomSequence {
public:
    RandomSequence(const std::vector<Sample>& all, std::uint64_t seed) : all_(all), random_(seed) {}

    inputs::SequenceInput make();
    /// Exchanges at random between the calls, of arrays that are not internal.
    void addExchanges(inputs::SequenceInput& input);
    /// Conditions at random on scalars of the sequence, which have values at random.
    void addConditions(inputs::SequenceInput& input);

private:
    void addProgram(inputs::SequenceInput& input);
    void shorten(inputs::Scenario& scenario);

    const std::vector<Sample>& all_;
    RandomSource random_;
    std::map<std::string, std::vector<std::string>> byKind_;
    std::map<std::string, std::string> kinds_; ///< of names that arrays have
    std::set<std::string> written_, touched_;
};

std::string described(const inputs::SequenceInput& input);

} // namespace mw::test
