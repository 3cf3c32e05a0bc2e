#pragma once

#include "samples/builder/graph_text.h"
#include "samples/builder/node.h"

#include <set>

namespace mw::samples {

/// A graph while it is written: evaluates fields over domains into containers. A value: a copy can
/// be asked what would be done.
class Lowering {
public:
    Lowering(const Program& program, Generation generation);

    void statement(const Statement& statement, std::size_t number);
    std::string text() const;

private:
    /// Where the field's values over the domain are; computed once.
    Value evaluate(const Field& field, const Domain& domain);
    Value compute(const Field& field, const Domain& domain);

    /// A number or a scalar of the caller, which a tasklet writes to a container.
    Value constant(const Node& node);
    Value operation(const Field& field, const Domain& domain);
    Value entry(const Field& field, const Domain& domain);
    Value gather(const Field& field, const Domain& domain);
    Value lookup(const Field& field, const Domain& domain);
    Value shift(const Field& field, const Domain& domain);
    Value where(const Field& field, const Domain& domain);
    Value concat(const Field& field, const Domain& domain);
    Value choice(const Field& field, const Domain& domain);
    Value kept(const Field& field, const Domain& domain);
    // lower_lists.cpp
    Value neighbours(const Field& field, const Domain& domain);
    Value lists(const Field& field, const Domain& domain);
    Value reduction(const Field& field, const Domain& domain);
    std::string connectorsOfMasked() const;
    /// The table of a local axis, where it has skip values.
    const Value* maskOf(const Axis& local) const;
    // lower_scan.cpp
    Value scan(const Field& field, const Domain& domain);
    std::string scanBody(const ScanNode& scan, const std::vector<Value>& inputs,
                         const std::string& firstLevel, std::string& containers);

    /// A value that has these axes as it is, another one copied by a map to a temporary that has
    /// them; without axes: copied to one with its own.
    Value spread(const Value& value, const std::vector<Axis>& axes, const Domain& domain);
    /// Copies what `from` has of a part of the target's domain.
    void copy(const Value& from, const Value& target, const Domain& part);
    /// Evaluates what both fields need, so that it is done before a branch.
    void share(const Field& a, const Field& b, const Domain& domain);

    Value temporary(ir::ScalarType type, const std::vector<Axis>& axes, const Domain& domain);
    Value declared(Value value, const std::string& kind = "array", bool transient = true);
    /// A view that leaves out all axes but one.
    Value view(const Value& value, const Axis& axis);
    /// The domain with the whole of an axis, as an argument that the field is made of has it.
    Domain wholeOf(const Axis& axis, const Field& field, const Domain& domain) const;
    std::string mapLabel() { return "map_" + std::to_string(maps_++) + "_fieldop"; }
    std::string taskletLabel(const std::string& what) {
        return "tlet_" + std::to_string(tasklets_++) + "_" + what;
    }
    std::string unique(const std::string& name);

    StateText& state() { return states_.back(); }
    void nextState(const std::string& label);
    void link(const std::string& from, const std::string& to, const std::string& condition = {});

    const Program* program_;
    Range levels_{}; ///< of the statement
    Names names_;
    std::map<std::string, Value> arguments_; ///< and tables
    std::set<std::string_view> skipping_;    ///< tables with skip values
    std::string containers_;
    std::vector<StateText> states_;
    std::string links_;
    std::map<std::string, Value> done_; ///< of a field and domain
    struct Wanted {
        std::string key;
        Field field;
        Domain domain;
    };
    std::vector<Wanted> order_;   ///< of done_
    std::set<std::string> taken_; ///< names of containers
    std::set<std::string> read_;  ///< arguments
    int maps_ = 0, tasklets_ = 0, temporaries_ = 0, reductions_ = 0, branches_ = 0, scans_ = 0,
        choices_ = 0;
};

} // namespace mw::samples
