#pragma once

#include "core/analysis/analysis.h"
#include "core/analysis/names.h"
#include "core/analysis/path_ends.h"
#include "core/analysis/symbol_use.h"
#include "core/ir/dace_version.h"
#include "core/validate/certainty.h"
#include "core/validate/validate.h"
#include "core/validate/validate_parts.h"

#include <deque>
#include <string>
#include <unordered_map>
#include <vector>

namespace mw::validate {

/// Where the checks of `validate` put what they find. The numbers in the comments at the checks
/// are those of DaCe's validation, as docs/validation.md lists them. `place` says what inside the
/// first element the finding is about, as a JSON pointer without the leading slash
/// ("in_connectors/IN_a", "symbols/N"): together with the code and the elements it names the
/// finding, which is how a repair is recorded.
class Findings {
public:
    using Elements = std::vector<ElementId>;

    void error(std::string code, std::string sentence, Elements elements, std::string place = {}) {
        add(Severity::error, std::move(code), std::move(sentence), std::move(elements),
            std::move(place));
    }
    void warning(std::string code, std::string sentence, Elements elements,
                 std::string place = {}) {
        add(Severity::warning, std::move(code), std::move(sentence), std::move(elements),
            std::move(place));
    }
    void hint(std::string code, std::string sentence, Elements elements, std::string place = {}) {
        add(Severity::hint, std::move(code), std::move(sentence), std::move(elements),
            std::move(place));
    }
    void add(Severity severity, std::string code, std::string sentence, Elements elements,
             std::string place = {});

    std::vector<Diagnostic> all;
};

/// What the checks of one document share: results that several of them ask for.
struct Shared {
    analysis::SymbolUses symbols;
};

/// A state with what is derived from it once, when it is first asked for.
class StateParts {
public:
    StateParts(const ir::Block& owner, const ir::State& content, const PartChoice& only)
        : block(owner), state(content), only_(only) {}
    StateParts(const StateParts&) = delete;
    StateParts& operator=(const StateParts&) = delete;

    const ir::StateIndex& index() const;
    const analysis::PathEnds& ends() const;

    const ir::Block& block;
    const ir::State& state;

private:
    const PartChoice& only_;
    mutable std::shared_ptr<const ir::StateIndex> index_;
    mutable std::unique_ptr<const analysis::PathEnds> ends_;
};

/// What is known about one SDFG (not about nested ones) before its checks begin.
struct SdfgFacts {
    /// `only`: what will be looked into. Who writes what is collected for warnings alone.
    SdfgFacts(const ir::Sdfg& sdfg, const PartChoice& only, const ValidateOptions& options);

    std::deque<StateParts> states; ///< in file order, those of inner regions included
    std::unordered_map<BlockId, const StateParts*> byBlock;
    /// Whether code of the SDFG may name it: what is declared, what its edges assign, its loop
    /// variables.
    bool knows(std::string_view name) const { return declares(name) || assigned_.contains(name); }
    bool declares(std::string_view name) const; ///< a symbol, a constant or a container
    analysis::NameSet declared() const;         ///< all of these
    analysis::NameSet written;                  ///< containers that some edge writes
    analysis::NameSet
        overwritten; ///< those that some edge without a write-conflict resolution writes

private:
    void collectAssigned();
    void collectWrites(const StateParts& parts);

    const ir::Sdfg& sdfg_;
    analysis::NameSet assigned_;
};

/// How the rules of the canonical form apply to a program.
struct CanonicalForm {
    static CanonicalForm of(const ir::Sdfg& root);

    bool fromGt4py = false; ///< map variables are named as GT4Py names them
    /// No two dataflow states follow each other unconditionally: simplify would have fused them.
    bool looksSimplified = true;

    Severity severity() const { return fromGt4py ? Severity::warning : Severity::hint; }
    Severity severitySimplified() const { return looksSimplified ? severity() : Severity::hint; }
};

struct StateContext;

/// One SDFG as the checks see it.
struct SdfgContext {
    const ir::Sdfg& sdfg;
    const SdfgFacts& facts;
    Shared& shared;
    Certainty& certainty;                ///< of this SDFG
    const ir::Node* holder = nullptr;    ///< the nested SDFG node around it; null for the root
    const StateContext* outer = nullptr; ///< where the holder stands
    bool oldGeneration = false;          ///< DaCe 1: connector names may equal symbols
    ir::DaceRules rules;                 ///< of the DaCe that the graph is for
    ValidateOptions options;
    bool onDevice = false;     ///< inside a map with a GPU schedule
    bool scheduleOpen = false; ///< inside a map with schedule Default: where it runs is not known
    bool insideMap = false;    ///< the holder, or one around it, is
    CanonicalForm canonical;
};

struct StateContext {
    StateContext(const SdfgContext& sdfg, const StateParts& parts, const PartChoice& choice);

    const SdfgContext& in;
    const ir::Block& block;
    const ir::State& state;
    const ir::StateIndex& index;
    const analysis::PathEnds& ends;
    std::vector<const ir::Node*> nodes; ///< those to look into, in the order of the state
    std::vector<const ir::Edge*> edges;
    const PartChoice& only;
};

/// "in state 's' of program".
std::string where(const StateContext& c);
/// "the tasklet 't' in state 's' of program".
std::string called(const StateContext& c, const ir::Node& node);
/// Letters, digits and _, not beginning with a digit; parts may be joined by dots.
bool isValidName(std::string_view name);
/// Place of a connector in its node.
std::string connectorPlace(bool input, std::string_view name);
/// Lives as the canonical form wants temporaries inside maps to live: Scope, Default or Register.
bool isLocal(const ir::DataDescriptor& temporary);
/// What runs at `scope` (0: top level of the state): adds the scopes around it to what the SDFG
/// itself is in.
struct Surroundings {
    bool onDevice = false;
    bool scheduleOpen = false;

    void enter(const ir::Node& entry); ///< of a map or consume scope
};
Surroundings surroundings(const StateContext& c, NodeId scope);

/// A parameter or dynamic input of `scope` or of one around it.
bool isScopeName(const StateContext& c, NodeId scope, const std::string& name);

/// 14: whether temporaries are written and references set before they are read. It sees the states
/// of one SDFG in the order in which DaCe visits them.
class InitialisationCheck {
public:
    InitialisationCheck(const SdfgContext& context, Findings& findings);
    void visit(const ir::Block& block);

private:
    void visit(const StateParts& parts, const ir::Node& node, const analysis::NameSet& written);

    const SdfgContext& c_;
    Findings& findings_;
    analysis::NameSet initialised_;
    bool asked_ = true; ///< only of references there are errors
};

void checkSdfg(const SdfgContext& context, Findings& findings, const PartChoice& only);
void checkControlFlow(const SdfgContext& context, Findings& findings);
/// Calls in symbolic text: those of the containers, and those of one state.
void checkFunctions(const ir::Sdfg& sdfg, Findings& findings, const PartChoice& only);
void checkFunctions(const StateContext& context, Findings& findings);
void checkNodes(const StateContext& context, Findings& findings);
void checkAccesses(const StateContext& context, Findings& findings);
void checkTasklet(const StateContext& context, const ir::Node& node, Findings& findings);
void checkLibraryNode(const StateContext& context, const ir::Node& node, Findings& findings);
void checkConnectors(const StateContext& context, Findings& findings);
void checkEdges(const StateContext& context, Findings& findings);
void checkRegions(const StateContext& context, const ir::Edge& edge, Findings& findings);
/// Divisions whose rounding depends on signs that are not known.
void checkDivisions(const StateContext& context, Findings& findings);
/// What a newer DaCe than the one that the graph is for computes otherwise.
void checkTaskletVersions(const StateContext& context, const ir::Node& node, Findings& findings);
void checkControlVersions(const SdfgContext& context, Findings& findings);
void checkNested(const StateContext& context, const ir::Node& node, Findings& findings);
/// What DaCe accepts, although it is a mistake or of no use.
void checkAdvice(const StateContext& context, Findings& findings);
void checkRawCode(const ir::Sdfg& root, Findings& findings);
void checkRaces(const StateContext& context, Findings& findings);
void checkOuterRegions(const StateContext& context, Findings& findings);
void checkUnused(const SdfgContext& context, Findings& findings);
/// The rules of the canonical form (docs/validation.md).
void checkCanonicalState(const StateContext& context, Findings& findings);
void checkCanonicalControlFlow(const SdfgContext& context, Findings& findings);
void checkGlobalsInPlace(const StateContext& context, Findings& findings);

} // namespace mw::validate
