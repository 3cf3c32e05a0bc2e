// Symbolic text may call what the symbolic layer knows, and nothing else.
#include "core/symbolic/functions.h"

#include "core/validate/findings.h"

#include <fmt/format.h>

namespace mw::validate {

namespace {

using symbolic::Expr;

class FunctionCheck {
public:
    explicit FunctionCheck(Findings& findings) : findings_(findings) {}

    /// `owner`: gives what a finding calls the owner of the text.
    template <class Owner>
    void expr(const Expr& e, const Owner& owner, const ElementId& element,
              const std::string& place) {
        if (const Expr* call = symbolic::unknownFunction(e))
            findings_.error("unknown-function",
                            fmt::format("{} calls '{}' in '{}', which is no function that symbolic "
                                        "expressions have.",
                                        owner(), call->name(), symbolic::print(*call)),
                            {element}, place);
    }
    template <class Owner>
    void exprs(const std::vector<Expr>& list, const Owner& owner, const ElementId& element,
               const std::string& place) {
        for (const Expr& e : list)
            expr(e, owner, element, place);
    }
    template <class Owner>
    void subset(const symbolic::Subset& subset, const Owner& owner, const ElementId& element,
                const std::string& place) {
        for (const auto& dim : subset.dims)
            for (const Expr* e : {&dim.begin, &dim.end, &dim.step, &dim.tile})
                expr(*e, owner, element, place);
    }

private:
    Findings& findings_;
};

} // namespace

void checkFunctions(const ir::Sdfg& sdfg, Findings& findings, const PartChoice& only) {
    const auto* chosen = only.containers ? only.containers(sdfg) : nullptr;
    if (chosen && chosen->empty())
        return;
    FunctionCheck check(findings);
    for (const auto& [name, data] : sdfg.arrays) {
        if (chosen && !chosen->contains(name))
            continue;
        const auto owner = [&container = name, &sdfg] {
            return fmt::format("The container '{}' of {}", container, sdfg.name);
        };
        const std::string place = "_arrays/" + name;
        for (const auto* list : {&data->shape, &data->strides, &data->offset})
            check.exprs(*list, owner, sdfg.id, place);
        check.expr(data->totalSize, owner, sdfg.id, place);
        check.expr(data->startOffset, owner, sdfg.id, place);
    }
}

void checkFunctions(const StateContext& c, Findings& findings) {
    FunctionCheck check(findings);
    for (const ir::Node* node : c.nodes) {
        const auto owner = [&] { return called(c, *node); };
        if (const auto* map = node->as<ir::MapEntry>())
            check.subset(map->map.range, owner, node->id, "range");
        else if (const auto* consume = node->as<ir::ConsumeEntry>())
            check.expr(consume->numPes, owner, node->id, "num_pes");
        else if (const auto* nested = node->as<ir::NestedSdfg>())
            for (const auto& [name, value] : nested->symbolMapping)
                check.expr(value, owner, node->id, "symbol_mapping/" + name);
    }
    for (const ir::Edge* edge : c.edges) {
        const auto owner = [&] {
            return fmt::format("A memlet of '{}' {}", edge->memlet.data, where(c));
        };
        for (const auto* subset : {&edge->memlet.subset, &edge->memlet.otherSubset})
            if (*subset)
                check.subset(**subset, owner, edge->id, "subset");
    }
}

} // namespace mw::validate
