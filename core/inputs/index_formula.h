#pragma once

#include "core/analysis/index_use.h"
#include "core/inputs/scenario.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace mw::inputs {

/// Expressions made ready to be evaluated many times: names are slots.
class IndexFormula {
public:
    using Value = std::optional<std::int64_t>;

    /// What it is made of must outlive it.
    IndexFormula(const analysis::IndexNames& names, const symbolic::Bindings& symbols,
                 const HostArrays& arrays)
        : known_(names), symbols_(symbols), arrays_(arrays) {}

    /// -1 where a value in it is not known.
    int compile(const symbolic::Expr& e);
    /// nullopt: it is not known (-1), a table is left, or a number does not fit.
    Value evaluate(int node) const;

    struct Slot { ///< a parameter of a map or a loop
        std::string name;
        int begin = -1, end = -1, step = -1;
        std::int64_t value = 0;
    };
    std::vector<Slot>& slots() { return slots_; } ///< each after those that its range uses
    /// Of a parameter that some expression uses, else null.
    Slot* slot(std::string_view name);

private:
    struct Node {
        symbolic::Op op = symbolic::Op::integer;
        std::int64_t value = 0; ///< number, or slot
        std::string relation;
        const HostArray* array = nullptr;
        std::vector<int> args;
    };

    int add(Node node);
    int symbol(const std::string& name);
    int parameter(const std::string& name, const symbolic::Range& range);
    int element(const analysis::IndexElement& element);
    Value extreme(const Node& node) const;
    Value logic(const Node& node) const;
    Value loaded(const Node& node) const;
    Value arithmetic(const Node& node) const;

    const analysis::IndexNames& known_;
    const symbolic::Bindings& symbols_;
    const HostArrays& arrays_;
    std::vector<Node> nodes_;
    std::vector<Slot> slots_;
    std::map<std::string, int> names_;
    std::set<std::string> pending_;
};

/// Reads an integer or boolean element by its place in memory; nullopt for other types.
std::optional<std::int64_t> integerAt(const HostArray& array, std::int64_t position);

} // namespace mw::inputs
