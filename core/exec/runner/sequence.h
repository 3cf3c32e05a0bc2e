#pragma once

#include "core/exec/runner/program.h"

#include <string>
#include <vector>

namespace mw::exec {

/// Programs with inputs that are called one after the other on shared arrays, on one back end.
class ProgramSequence {
public:
    struct Call {
        Program* program = nullptr;
        int count = 1;
    };
    struct Argument {
        Program* program = nullptr;
        std::string name;
    };
    struct Share {
        Argument argument, owner;
    };

    /// Leads the shared arguments to their owners' arrays. Errors: a program without inputs,
    /// "wrong-array" where two arguments do not lie in memory alike.
    static Expected<ProgramSequence> create(std::vector<Call> calls,
                                            const std::vector<Share>& shares);

    const std::vector<Call>& calls() const { return calls_; }
    const std::vector<Program*>& programs() const { return programs_; } ///< each once
    Backend& backend() const { return programs_.front()->backend(); }
    /// Every pass has the same steps.
    bool isStatic() const;
    /// Of one pass, where they are always the same; and of one entry of the calls.
    PreparedSteps steps() const;
    PreparedSteps stepsOf(std::size_t call) const;

    Expected<void> restoreInputs();
    /// Not waited for. `afterCall`: after each entry of the calls.
    Expected<void> execute(const std::function<Expected<void>(std::size_t call)>& afterCall = {});

private:
    std::vector<Call> calls_;
    std::vector<Program*> programs_;
};

} // namespace mw::exec
