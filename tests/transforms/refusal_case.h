#pragma once

#include "tests/transforms/applying.h"

#include <string>
#include <vector>

namespace mw::test {

/// One replacement in the text of a graph; `from` stands there exactly once.
struct Edit {
    std::string from, to;
};
Edit add(const std::string& lines);     ///< to the end of the last state
Edit declare(const std::string& lines); ///< containers, before the first state
std::string edited(std::string text, const std::vector<Edit>& edits);

/// What would become of the faulty graph if the condition did not refuse it.
enum class Without {
    wrong,     ///< other results, an invalid graph, or no graph at all
    refused,   ///< a later condition refuses it too
    same,      ///< the same results here: `because` says what the condition is for
    unexecuted ///< it cannot be run: `because` says why
};

/// A refusal and a graph that has one single fault: without the fault the transformation applies
/// to the very same match and the results stay what they were.
struct RefusalCase {
    std::string transformation;
    std::string refusal; ///< "6 view": condition and code
    std::string sound;   ///< the graph without the fault
    std::vector<Edit> fault = {};
    Params params = {};      ///< of the sound graph
    Params faultParams = {}; ///< of the faulty one; the same when empty
    std::string match = {};  ///< part of the match's label; empty: the first match
    /// Puts the access node of this container, the tasklet or nested SDFG of this label, or the
    /// entry of the map with it, in place of the match's element number `role`.
    std::string otherNode = {};
    std::size_t role = 0;
    bool unpaired = false; ///< entries and exits of the faulty graph have lost each other
    Without without = Without::wrong;
    std::string because = {};
    bool races = false; ///< of the faulty graph: several iterations write one element

    std::string faulty() const { return edited(sound, fault); }
    const Params& paramsOfFaulty() const { return faultParams.empty() ? params : faultParams; }
};

/// The cases of all transformations: of each what its test source says in
/// `<name>_test::refusals()`.
std::vector<RefusalCase> refusalCases();

/// The match of the case in one of its graphs; fails the test when there is none.
Match soundMatch(const RefusalCase& refusal, const ir::DocumentPtr& document);
/// The graph with its fault.
ir::DocumentPtr faultyDocument(const RefusalCase& refusal);
/// The match in it, with the fault that is in the match itself.
Match faultyMatch(const RefusalCase& refusal, const ir::DocumentPtr& document);

} // namespace mw::test
