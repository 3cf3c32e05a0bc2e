#pragma once

#include "core/analysis/index_code.h"
#include "core/analysis/index_program.h"
#include "core/analysis/index_use.h"

#include <deque>
#include <set>

namespace mw::analysis {

/// One SDFG where it stands: nested ones once per node that runs them.
struct Level {
    int id = 0;
    const SdfgParts* parts = nullptr;
    const Level* outer = nullptr; ///< null for the program itself
    const StatePart* state = nullptr;
    const ir::Node* node = nullptr; ///< of the outer level that runs this one
    const ir::NestedSdfg* nested = nullptr;
};

/// A place that names and containers are looked up at.
struct Position {
    const Level* level = nullptr;
    const FlowPosition* place = nullptr;
    const StatePart* state = nullptr; ///< null for the control flow
    NodeId scope;                     ///< the entry around it; 0 at the top of the state
};

/// Looks up where values come from, and keeps the names that stand for them.
class IndexValues {
public:
    using Expr = symbolic::Expr;
    using Indices = std::vector<std::optional<Expr>>; ///< nullopt: anywhere

    explicit IndexValues(const ir::Sdfg& program);

    const Level& program() const { return levels_.front(); }
    const Level& inside(const Level& outer, const StatePart& state, const ir::Node& node);
    /// Where a nested SDFG stands.
    static Position around(const Level& level);
    static Position at(const Level& level, const StatePart& state, NodeId node);

    Expr substitute(const Position& at, const Expr& e);
    /// The parameters of maps and loops around a position, outermost first.
    std::vector<std::string> parameters(const Position& at);
    /// What holds whenever control reaches the position.
    const std::vector<Expr>& conditions(const Position& at);
    /// Runs through a tasklet; `report` as in IndexCode::Surroundings, with the edge.
    using Subscript = std::function<void(const ir::Edge& edge, const Indices& indices,
                                         const std::vector<Expr>& conditions, bool write)>;
    void tasklet(const Position& at, const ir::Node& node, const Subscript& report);
    /// The container around the nested SDFG that one of its containers is a window of, with the
    /// same element there; nullopt when the dimensions do not correspond.
    struct Outer {
        Position at;
        std::string container;
        Indices indices;
    };
    std::optional<Outer> outward(const Level& level, const std::string& container,
                                 const Indices& indices);
    /// The same for a view that stands in the state of the position.
    std::optional<Outer> viewed(const Position& at, const std::string& view,
                                const Indices& indices);
    /// Whether the value of a name of the program changes with memory.
    bool readsMemory(const Expr& e) const;

    IndexNames names;

private:
    /// What is defined elsewhere was computed at another time: a name that is assigned several
    /// times is not the same one there. Empty: here.
    using Elsewhere = std::string;

    Expr name(const Position& at, const std::string& name, const Elsewhere& elsewhere);
    std::optional<Expr> scopeName(const Position& at, const std::string& name,
                                  const Elsewhere& elsewhere);
    std::optional<Expr> loopName(const Position& at, const std::string& name,
                                 const Elsewhere& elsewhere);
    std::optional<Expr> assignedName(const Position& at, const std::string& name,
                                     const Elsewhere& elsewhere);
    Expr outerName(const Position& at, const std::string& name, const Elsewhere& elsewhere);
    Expr parameter(const Position& at, const Position& outside, const std::string& key,
                   const std::string& name, const symbolic::Range& range,
                   const std::vector<std::string>& hidden);
    Expr substitute(const Position& at, const Expr& e, const Elsewhere& elsewhere);
    Expr text(const Position& at, const std::string& text, const Elsewhere& elsewhere);

    Expr element(const Position& at, const std::string& container, const Indices& indices,
                 const Elsewhere& elsewhere);
    Expr argumentElement(const std::string& argument, const ir::DataDescriptor& data,
                         const Indices& indices);
    Expr written(const Level& level, const std::string& container, const Indices& indices,
                 const Elsewhere& elsewhere);
    Expr writtenBy(const Level& level, const ContainerWrite& write, const Indices& indices);
    Indices copied(const Position& at, const ContainerWrite& write, const std::string& source,
                   const Indices& indices);
    Expr throughView(const Position& at, const std::string& view, const Indices& indices,
                     const Elsewhere& elsewhere);
    Expr anyOfView(const Position& at, const std::string& view);
    /// A container that is a window of another one: of its dimensions those without a single index.
    struct Window {
        const symbolic::Subset& region; ///< of the outer container
        const ir::DataDescriptor &outer, &inner;
        Position outside, inside;
        const symbolic::Substitution& symbols; ///< of the inner one, outside
    };
    Indices throughWindow(const Window& window, const Indices& indices);
    Expr memletValue(const Position& at, const ir::Edge& edge, const Elsewhere& elsewhere);
    Expr connector(const Position& at, const ir::Edge& edge, const Elsewhere& elsewhere);
    Expr output(const Position& at, const ir::Node& node, const std::string& name);
    const tasklet::Code* code(const ir::Node& node);

    /// A name for `what`, the same for the same key.
    Expr named(const std::string& key, const std::string& readable,
               const std::function<IndexName()>& what);
    std::vector<Expr> branchConditions(const Position& at, const FlowPosition& place);
    std::vector<Expr> edgeConditions(const Position& at, const FlowPosition& place);
    const SdfgParts& partsOf(const ir::Sdfg& sdfg);
    bool begin(const std::string& definition);
    Expr unknown();

    std::map<const ir::Sdfg*, SdfgParts> parts_;
    std::deque<Level> levels_;
    std::map<std::pair<int, NodeId>, const Level*> inside_;
    std::map<std::string, std::string> byKey_;
    std::map<const ir::Node*, std::optional<tasklet::Code>> code_;
    std::map<std::pair<int, NodeId>, std::map<std::string, Expr>> outputs_;
    std::map<std::pair<int, const FlowPosition*>, std::vector<Expr>> conditions_;
    std::set<std::string> pending_; ///< definitions that are being followed
    int followed_ = 0;              ///< definitions since the last question
};

} // namespace mw::analysis
