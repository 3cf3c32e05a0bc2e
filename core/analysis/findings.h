#pragma once

#include "core/analysis/analysis.h"
#include "core/analysis/names.h"

#include <string>
#include <vector>

namespace mw::analysis {

/// Where the checks of `validate` put what they find. The numbers in the comments at the checks
/// are those of facts/sdfg-format 9.
class Findings {
public:
    void error(std::string code, std::string sentence, std::vector<ElementId> elements) {
        add(Severity::error, std::move(code), std::move(sentence), std::move(elements));
    }
    void warning(std::string code, std::string sentence, std::vector<ElementId> elements) {
        add(Severity::warning, std::move(code), std::move(sentence), std::move(elements));
    }
    void hint(std::string code, std::string sentence, std::vector<ElementId> elements) {
        add(Severity::hint, std::move(code), std::move(sentence), std::move(elements));
    }
    void add(Severity severity, std::string code, std::string sentence,
             std::vector<ElementId> elements) {
        Diagnostic found;
        found.severity = severity;
        found.code = std::move(code);
        found.sentence = std::move(sentence);
        found.location.elements = std::move(elements);
        all.push_back(std::move(found));
    }

    std::vector<Diagnostic> all;
};

/// One SDFG as the checks see it.
struct SdfgContext {
    const ir::Sdfg& sdfg;
    const ir::Node* holder = nullptr; ///< the nested SDFG node around it; null for the root
    bool oldGeneration = false;       ///< DaCe 1: connector names may equal symbols
    bool hints = true;
};

struct StateContext {
    const SdfgContext& in;
    const ir::Block& block;
    const ir::State& state;
    const ir::StateIndex& index;
};

void checkSdfg(const SdfgContext& context, Findings& findings);
void checkControlFlow(const SdfgContext& context, Findings& findings);
void checkNodes(const StateContext& context, Findings& findings);
void checkConnectors(const StateContext& context, Findings& findings);
void checkEdges(const StateContext& context, Findings& findings);
void checkNested(const StateContext& context, const ir::Node& node, Findings& findings);

} // namespace mw::analysis
