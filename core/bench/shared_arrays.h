#pragma once

#include "core/bench/sequence.h"
#include "core/codegen/plan.h"
#include "core/exec/sequence.h"

#include <map>
#include <string>
#include <vector>

namespace mw::bench {

/// Which array every argument of the programs of a sequence is.
class SharedArrays {
public:
    /// An argument of a program, by index.
    struct Argument {
        std::size_t program = 0;
        std::string name;
        auto operator<=>(const Argument&) const = default;
    };
    /// `plans`: of the programs, whose scenarios are complete. Errors: "sequence-binding".
    static Expected<SharedArrays> find(const SequenceInput& input,
                                       const std::vector<codegen::Plan>& plans);

    /// What an argument's array is called, for all arguments that it is.
    const std::string& placeOf(const Argument& argument) const { return places_.at(argument); }
    bool has(const Argument& argument) const { return places_.contains(argument); }
    /// The arguments that an array is: the first gives it its values.
    const std::map<std::string, std::vector<Argument>>& users() const { return users_; }
    std::vector<SharedArray> shared(const SequenceInput& input) const;
    /// What the runner is told, with the programs' handles.
    std::vector<exec::Sequence::Share>
    shares(const std::vector<exec::ProgramHandle>& handles) const;
    const std::vector<std::string>& notes() const { return notes_; }

private:
    std::map<Argument, std::string> places_;
    std::map<std::string, std::vector<Argument>> users_;
    std::vector<std::string> notes_;
};

} // namespace mw::bench
