// The pass "collect-parameters".
#include "core/codegen/passes/passes.h"
#include "core/codegen/walk.h"
#include "core/support/overload.h"

#include <algorithm>
#include <iterator>

namespace mw::codegen {

using ir::ScalarType;
using symbolic::Expr;

namespace {

/// Names that are used and not declared.
class FreeNames {
public:
    explicit FreeNames(const Kernel& kernel) {
        for (const auto& dim : kernel.dims) {
            declared_.insert(dim.param);
            expr(dim.begin);
            expr(dim.end);
            expr(dim.step);
        }
        walk(
            kernel.body, [&](const Statement& s) { statement(s); },
            [&](const Value& v) { value(v); });
    }
    std::set<std::string, std::less<>> result() const {
        std::set<std::string, std::less<>> names;
        std::set_difference(used_.begin(), used_.end(), declared_.begin(), declared_.end(),
                            std::inserter(names, names.end()));
        return names;
    }

private:
    void expr(const Expr& e) { symbolic::collectSymbols(e, used_); }
    void statement(const Statement& s) {
        std::visit(Overload{
                       [&](const DeclareScalar& d) { declared_.insert(d.name); },
                       [&](const DeclareArray& d) { declared_.insert(d.name); },
                       [&](const AssignScalar& a) { used_.insert(a.name); },
                       [&](const Store& d) {
                           expr(d.index);
                           declared_.insert(d.old); // of its own conflict resolution
                       },
                       [&](const Raw& r) {
                           for (const auto& name : r.names)
                               expr(name.index);
                       },
                       [&](const For& f) {
                           declared_.insert(f.variable);
                           expr(f.begin);
                           expr(f.end);
                           expr(f.step);
                       },
                       [](const auto&) {},
                   },
                   s.kind);
    }
    void value(const Value& v) {
        if (const auto* local = std::get_if<LocalRef>(&v.kind))
            used_.insert(local->name);
        else if (const auto* index = std::get_if<Index>(&v.kind))
            expr(index->expr);
        else if (const auto* load = std::get_if<Load>(&v.kind))
            expr(load->index);
    }

    std::set<std::string, std::less<>> used_, declared_;
};

ScalarType symbolType(const PlanContext& context, const std::string& name) {
    const auto found = context.symbolTypes.find(name);
    return found == context.symbolTypes.end() ? ScalarType::int32 : found->second;
}

bool isSigned(ScalarType t) {
    return t == ScalarType::int8 || t == ScalarType::int16 || t == ScalarType::int32 ||
           t == ScalarType::int64;
}

template <class Params>
void sortByName(Params& params) {
    std::sort(params.begin(), params.end(),
              [](const auto& a, const auto& b) { return a.name < b.name; });
}

} // namespace

void collectParameters(const PlanContext& context, Kernel& kernel) {
    for (const std::string& name : FreeNames(kernel).result()) {
        ScalarType type = symbolType(context, name);
        if (kernel.wideIndex && isSigned(type)) // unsigned ones wrap at their own width
            type = ScalarType::int64;
        kernel.scalars.push_back({name, type, Expr::symbol(name)});
    }
    sortByName(kernel.scalars);
    sortByName(kernel.buffers);
}

} // namespace mw::codegen
