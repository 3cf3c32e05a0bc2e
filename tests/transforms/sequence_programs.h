#pragma once

#include "tests/transforms/sequence.h"
#include "tests/transforms/suite_programs.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <vector>

namespace mw::test {

/// Programs for sequences, each by a number: most are random ones of maps in a row; every eighth is
/// a stencil of random shape, every eighth one of the small graphs of the refusals, every eighth a
/// real graph on the inputs of its reference, where the corpus is there.
class SequencePrograms {
public:
    SequencePrograms();

    /// Depends on nothing but the seed.
    const SequenceProgram& at(std::uint64_t seed);

private:
    SequenceProgram made(std::uint64_t seed) const;
    const SequenceProgram& realGraph(const std::filesystem::path& file);

    std::vector<SmallText> small_;
    std::vector<std::filesystem::path> real_;
    std::map<std::filesystem::path, SequenceProgram> read_; ///< of the real graphs
    SequenceProgram last_;                                  ///< of the others
};

} // namespace mw::test
