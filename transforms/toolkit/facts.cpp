// Facts for proofs about what happens at one place of a graph.

#include "transforms/toolkit/facts.h"

#include "core/analysis/analysis.h"
#include "core/analysis/assumed.h"

namespace mw::transforms {

namespace {

/// Asked for at every match of a document.
const symbolic::Assumptions& assumed(const ir::SdfgPtr& program) {
    thread_local std::weak_ptr<const ir::Sdfg> last;
    thread_local symbolic::Assumptions facts;
    if (last.lock() != program) {
        facts = analysis::assumedFacts(*program);
        last = program;
    }
    return facts;
}

} // namespace

symbolic::Assumptions factsInside(const StateView& at, NodeId scope) {
    auto all = analysis::scopeAssumptions(*at.index, scope);
    const auto& more = assumed(at.sdfg).facts;
    all.facts.insert(all.facts.end(), more.begin(), more.end());
    return all;
}

} // namespace mw::transforms
