// Programs that are called one after the other on shared arrays.
#include "core/exec/runner/sequence.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace mw::exec {

namespace {

using Place = std::pair<const Program*, std::string>; ///< an argument

/// The array that an argument has: its own, or its owner's.
class Owners {
public:
    explicit Owners(const std::vector<ProgramSequence::Share>& shares) {
        for (const auto& share : shares)
            owners_[{share.argument.program, share.argument.name}] = {share.owner.program,
                                                                      share.owner.name};
    }
    Place of(const Place& argument) const {
        const auto found = owners_.find(argument);
        return found == owners_.end() ? argument : found->second;
    }

private:
    std::map<Place, Place> owners_;
};

} // namespace

Expected<ProgramSequence> ProgramSequence::create(std::vector<Call> calls,
                                                  const std::vector<Share>& shares) {
    ProgramSequence sequence;
    for (const Call& call : calls)
        if (std::ranges::find(sequence.programs_, call.program) == sequence.programs_.end())
            sequence.programs_.push_back(call.program);
    sequence.calls_ = std::move(calls);
    if (sequence.programs_.empty())
        return fail("bad-message", "a sequence has no calls");
    for (const Program* program : sequence.programs_)
        if (!program->hasInputs())
            return fail("no-inputs", "a program cannot run before its inputs are set");
    for (const Share& share : shares)
        MW_CHECK(share.argument.program->share(share.argument.name, *share.owner.program,
                                               share.owner.name));
    const Owners owners(shares);
    std::map<Place, std::set<const Program*>> writers;
    for (const Program* program : sequence.programs_)
        for (const codegen::PlanArray& array : program->plan().arrays)
            if (array.argument && array.written)
                writers[owners.of({program, array.name})].insert(program);
    for (Program* program : sequence.programs_) {
        std::set<std::string, std::less<>> changing;
        for (const codegen::PlanArray& array : program->plan().arrays)
            if (const auto found = writers.find(owners.of({program, array.name}));
                array.argument && found != writers.end() &&
                (found->second.size() > 1 || !found->second.contains(program)))
                changing.insert(array.name);
        MW_CHECK(program->othersWrite(std::move(changing)));
    }
    return sequence;
}

bool ProgramSequence::isStatic() const {
    return std::ranges::all_of(programs_, [](const Program* p) { return p->isStatic(); });
}

PreparedSteps ProgramSequence::stepsOf(std::size_t call) const {
    PreparedSteps all;
    const PreparedSteps& once = calls_[call].program->lastSteps();
    for (int i = 0; i < calls_[call].count; ++i)
        all.insert(all.end(), once.begin(), once.end());
    return all;
}

PreparedSteps ProgramSequence::steps() const {
    PreparedSteps all;
    for (std::size_t call = 0; call < calls_.size(); ++call)
        std::ranges::copy(stepsOf(call), std::back_inserter(all));
    return all;
}

Expected<void> ProgramSequence::restoreInputs() {
    for (Program* program : programs_)
        MW_CHECK(program->restoreInputs());
    return {};
}

Expected<void>
ProgramSequence::execute(const std::function<Expected<void>(std::size_t call)>& afterCall) {
    for (std::size_t call = 0; call < calls_.size(); ++call) {
        for (int i = 0; i < calls_[call].count; ++i)
            MW_CHECK(calls_[call].program->execute());
        if (afterCall)
            MW_CHECK(afterCall(call));
    }
    return {};
}

} // namespace mw::exec
