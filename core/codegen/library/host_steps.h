#pragma once

#include "core/codegen/codegen.h"
#include "core/codegen/library/host_text.h"
#include "core/codegen/library/interface.h"
#include "core/support/text_writer.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace mw::codegen {

/// What the host program has of an array of the plan.
struct HostArrayUse {
    const PlanArray* plan = nullptr;
    std::string variable;  ///< of its address: `a_NAME`
    int temporary = -1;    ///< place among those of the workspace
    int late = -1;         ///< place among those whose size hangs on what the program assigns
    bool counted = false;  ///< its number of elements is needed: `n_NAME`
    bool strided = false;  ///< its strides are needed: `d_NAME`
    bool launched = false; ///< a kernel has it
};

/// The names of a host program: variables of symbols and arrays, all members of the frame `f`.
class HostProgramNames {
public:
    HostProgramNames(const Plan& plan, const LibraryInterface& interface,
                     const symbolic::Bindings& constants);

    /// Symbols whose values callers bring, or that the program assigns; the name of the variable
    /// and whether it is real.
    struct Variable {
        std::string name;
        bool real = false;
    };
    const std::map<std::string, Variable, std::less<>>& variables() const { return variables_; }
    std::map<std::string, HostArrayUse, std::less<>>& arrays() { return arrays_; }
    const std::map<std::string, HostArrayUse, std::less<>>& arrays() const { return arrays_; }
    int temporaries() const { return temporaries_; }
    int late() const { return late_; }
    /// What the host does hangs on elements of arrays.
    bool readsElements() const { return readsElements_; }

    /// Text of expressions in the steps; reading elements marks the arrays.
    HostNames names();
    /// The same where no element may be read.
    HostNames sizes() const;

private:
    void declareSymbols(const Plan& plan, const LibraryInterface& interface,
                        const symbolic::Bindings& constants);
    void declareArrays(const Plan& plan);
    std::string fresh(std::string_view prefix, const std::string& name);
    Expected<HostText> variable(const std::string& symbol) const;
    Expected<HostText> element(const std::string& array, const std::vector<HostText>& index);

    std::map<std::string, Variable, std::less<>> variables_;
    std::map<std::string, HostArrayUse, std::less<>> arrays_;
    std::set<std::string> taken_;
    symbolic::Bindings constants_;
    int temporaries_ = 0, late_ = 0;
    bool readsElements_ = false;
};

/// Prints the steps of a plan as statements of `void steps(Frame& f)`, and marks in `names` what
/// they need of arrays. Copy kernels are launched by numbers that follow those of the plan's
/// kernels.
Expected<void> printSteps(const Plan& plan, HostProgramNames& names, TextWriter& out);

/// Whether a program with these steps needs the copy kernels.
bool copiesBoxes(const Steps& steps);

} // namespace mw::codegen
