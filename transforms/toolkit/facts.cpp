// Facts for proofs about what happens at one place of a graph.

#include "transforms/toolkit/facts.h"

#include "core/analysis/analysis.h"
#include "core/analysis/assumed.h"
#include "transforms/framework/kept.h"

namespace mw::transforms {

namespace {

symbolic::Assumptions assumed(const ir::Sdfg& program) {
    return analysis::assumedFacts(program);
}

} // namespace

symbolic::Assumptions factsInside(const StateView& at, NodeId scope) {
    auto all = analysis::scopeAssumptions(*at.index, scope);
    const auto& more = kept<assumed>(*at.document, at.sdfg).facts;
    all.facts.insert(all.facts.end(), more.begin(), more.end());
    return all;
}

} // namespace mw::transforms
