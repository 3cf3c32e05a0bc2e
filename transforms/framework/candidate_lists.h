#pragma once

#include "transforms/framework/apply.h"

#include <memory>
#include <stop_token>
#include <vector>

// The lists that users wait for: what every transformation finds, made by several threads.

namespace mw::transforms {

/// Lists of one document after the other. After an edit only what it may have changed is looked
/// into. Every transformation has its thread, which keeps what it found out: the lists are those
/// that one thread makes. For one caller at a time.
class CandidateLists {
public:
    struct Asked {
        const Transformation* transformation = nullptr;
        Params params; ///< complete
    };

    /// `threads`: at least 1. The usual number is what the machine has, 4 at most.
    explicit CandidateLists(unsigned threads = usualThreads());
    ~CandidateLists();
    CandidateLists(const CandidateLists&) = delete;
    CandidateLists& operator=(const CandidateLists&) = delete;

    /// The candidates for each of `asked`, in its order and without their plans. `elements`: what a
    /// Region is made of; empty: the whole document. Empty when a stop was requested meanwhile.
    std::vector<std::vector<Candidate>> of(const ir::DocumentPtr& document,
                                           const std::vector<ElementId>& elements,
                                           const std::vector<Asked>& asked,
                                           const std::stop_token& stop = {});

    static unsigned usualThreads();

private:
    class Lane;
    std::vector<std::unique_ptr<Lane>> lanes_;
};

} // namespace mw::transforms
