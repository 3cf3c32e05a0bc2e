#pragma once

#include "core/analysis/view_places.h"
#include "core/interp/frame.h"
#include "core/interp/interp.h"
#include "core/interp/order.h"
#include "core/ir/index.h"
#include "core/tasklet/tasklet.h"

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace mw::interp {

/// A connector of a tasklet: one element, or memory that the code subscripts.
struct Operand {
    Scalar value;
    const View* view = nullptr;           ///< set for memory
    std::vector<std::int64_t> origin;     ///< of memory: index of the memlet's first element
    std::vector<std::size_t> subscripted; ///< dimensions that the code's indices mean
    const std::string* wcr = nullptr;     ///< conflict resolution of what the code stores
    bool stored = false;                  ///< the code has stored an element
};

/// What the names in a tasklet's code mean while it runs. They are few and are looked through; the
/// texts are the graph's and the code's.
class Names {
public:
    const Operand* find(std::string_view name) const {
        for (const auto& [known, operand] : list_)
            if (*known == name)
                return &operand;
        return nullptr;
    }
    Operand* find(std::string_view name) {
        return const_cast<Operand*>(std::as_const(*this).find(name));
    }
    /// Good until another one is added.
    Operand& operator[](const std::string& name) {
        Operand* known = find(name);
        return known ? *known : list_.emplace_back(&name, Operand()).second;
    }
    void clear() { list_.clear(); }

private:
    std::vector<std::pair<const std::string*, Operand>> list_;
};

/// What is worked out once per tasklet.
struct TaskletInfo {
    /// An edge at a connector.
    struct Connection {
        const ir::Edge* edge = nullptr;
        const std::string* name = nullptr; ///< of the connector
        bool isRegion = false;             ///< a dimension of its memlet is no point
        std::uint32_t container = 0;       ///< number of its memlet's
    };
    const tasklet::Code* code = nullptr;
    std::vector<Connection> inputs, outputs;
    std::vector<ir::ScalarType> targets; ///< by statement: of the container that it goes to
};

/// What an access node copies, each time that it runs.
struct CopyInfo {
    const ir::Edge* edge = nullptr;
    const std::string *from = nullptr, *to = nullptr;
    std::optional<symbolic::Subset> source, target; ///< none on both sides: all of either
};

/// What runs in a scope, in order.
struct ScopeInfo {
    const SdfgFacts::NameSet* zeroed = nullptr; ///< begin as zeros
    std::vector<const ir::Node*> views;         ///< in binding order
    std::vector<const ir::Node*> nodes;
};

/// What is worked out once per state: order, scopes, parsed code.
struct StateInfo {
    explicit StateInfo(const ir::State& state) : index(state) {}
    ir::StateIndex index;
    std::map<NodeId, ScopeInfo> scopes; ///< by entry; none: the top level
    std::set<NodeId> viewsSeen;
    analysis::ViewOfTwoPlaces twoPlaces; ///< for which the state is refused
    std::unordered_map<const ir::Node*, TaskletInfo> tasklets;
    std::unordered_map<const ir::Node*, std::vector<CopyInfo>> copies;
};

class Executor {
public:
    explicit Executor(const Options& options) : options_(options) {
        if (options.randomOrder)
            random_.emplace(*options.randomOrder);
    }

    Expected<void> runSdfg(Frame& frame);

private:
    /// Whether to go on; asked for every step of the control flow, iteration, tasklet and element
    /// that is moved, looks at the clock now and then.
    Expected<void> proceed();

    // control flow (control.cpp)
    enum class Flow : std::uint8_t { normal, breakLoop, continueLoop, returnProgram };
    Expected<Flow> runRegion(Frame& frame, const ir::Region& region);
    Expected<Flow> runBlock(Frame& frame, const ir::Block& block);
    Expected<Flow> runLoop(Frame& frame, const ir::LoopRegion& loop);
    Expected<Flow> runConditional(Frame& frame, BlockId block,
                                  const ir::ConditionalBlock& conditional);
    Expected<const ir::InterstateEdge*> chooseEdge(Frame& frame, const ir::Region& region,
                                                   BlockId from);
    Expected<Scalar> evaluateText(Frame& frame, const std::string& python);
    Expected<bool> evaluateCondition(Frame& frame, const ir::CodeBlock& code);
    Expected<void> runStatement(Frame& frame, const ir::CodeBlock& code);

    // dataflow (dataflow.cpp)
    StateInfo& info(const Frame& frame, const ir::State& state);
    const std::vector<CopyInfo>& copiesOf(const Frame& frame, StateInfo& state,
                                          const ir::Node& node);
    Expected<void> runState(Frame& frame, const ir::State& state);
    Expected<void> runScope(Frame& frame, StateInfo& state, NodeId entry);
    Expected<void> runMap(Frame& frame, StateInfo& state, const ir::Node& entry);
    Expected<void> iterate(Frame& frame, const ir::Map& map, std::size_t dim,
                           const std::function<Expected<void>()>& body);
    /// The same with the iterations in a random order.
    Expected<void> iterateShuffled(Frame& frame, const ir::Map& map,
                                   const std::function<Expected<void>()>& body);
    Expected<void> runAccess(Frame& frame, StateInfo& state, const ir::Node& node);
    Expected<void> copy(Frame& frame, const CopyInfo& info);
    Expected<void> aliasView(Frame& frame, StateInfo& state, const ir::Node& node);
    Expected<void> runNested(Frame& frame, StateInfo& state, const ir::Node& node);
    /// Elements of one box into another of as many, in row-major order of both.
    Expected<void> move(Frame& frame, const ir::Memlet& memlet, const std::string& from,
                        const Box& sourceBox, const std::string& to, const Box& targetBox);
    /// One element, by the memlet's conflict resolution if it has one.
    Expected<void> write(Frame& frame, const ir::Memlet& memlet, const View& view, std::byte* at,
                         const Scalar& value);

    // tasklets (code.cpp)
    Expected<void> runTasklet(Frame& frame, StateInfo& state, const ir::Node& node);
    Expected<const tasklet::Code*> parsed(const std::string& text);
    /// `isRegion`: a dimension of its memlet is no point.
    Expected<Operand> operand(Frame& frame, const ir::Edge& edge, bool isRegion, const View& view);
    Expected<Operand> operand(Frame& frame, const ir::Edge& edge, const View& view) {
        return operand(frame, edge, isRegion(edge.memlet), view);
    }
    static bool isRegion(const ir::Memlet& memlet);
    Expected<const TaskletInfo*> info(Frame& frame, StateInfo& state, const ir::Node& node,
                                      const ir::Tasklet& tasklet);
    Expected<void> runCode(Frame& frame, StateInfo& state, const ir::Node& node,
                           const ir::Tasklet& tasklet);
    Expected<void> connectors(Frame& frame, const TaskletInfo& tasklet);
    Expected<void> writeOutputs(Frame& frame, const TaskletInfo& tasklet);
    Expected<Scalar> evaluate(Frame& frame, const Names& names, const tasklet::Ast& ast);
    Expected<Scalar> lookUp(Frame& frame, const Names& names, const std::string& name);
    Expected<Scalar> subscript(Frame& frame, const Names& names, const tasklet::Ast& ast);
    Expected<std::byte*> element(Frame& frame, const Names& names, const Operand& memory,
                                 const tasklet::Ast& ast);
    Expected<Scalar> powerOf(Frame& frame, const Names& names, const tasklet::Ast& ast);
    Expected<Scalar> selected(Frame& frame, const Names& names, const tasklet::Ast& ast);
    Expected<ir::ScalarType> typeOf(Frame& frame, const Names& names, const tasklet::Ast& ast);
    /// `outputType`: of the container that the assigned output goes to, none for other names.
    Expected<void> assign(Frame& frame, Names& names, const tasklet::Assignment& statement,
                          ir::ScalarType outputType);

    // library nodes (library.cpp)
    Expected<void> runLibrary(Frame& frame, StateInfo& state, const ir::Node& node);
    Expected<void> runReduce(Frame& frame, StateInfo& state, const ir::Node& node,
                             const ir::LibraryNode& reduce);
    Expected<void> runCopyNode(Frame& frame, StateInfo& state, const ir::Node& node);
    Expected<void> runFill(Frame& frame, StateInfo& state, const ir::Node& node,
                           const ir::LibraryNode& fill);
    Expected<void> runReduceWithSkipValues(Frame& frame, StateInfo& state, const ir::Node& node,
                                           const ir::LibraryNode& reduce);
    /// A conflict resolution, taken apart once.
    struct Lambda {
        std::string old, fresh;
        tasklet::AstPtr body;
    };
    Expected<const Lambda*> lambda(const std::string& text);
    Expected<Scalar> resolve(Frame& frame, const std::string& wcr, const Scalar& old,
                             const Scalar& value);

    /// Which side of a condition in a tasklet a run took.
    void note(const tasklet::Ast& condition, bool holds);

    Options options_;
    NodeId tasklet_; ///< whose code runs; none: a condition of the control flow
    Names names_;    ///< of the tasklet that runs
    std::unordered_map<const tasklet::Ast*, std::string> conditionTexts_;
    std::optional<OrderSource> random_; ///< none: the order of the file
    std::uint64_t taskletRuns_ = 0;
    std::uint64_t steps_ = 0; ///< since the beginning
    std::unordered_map<const ir::State*, std::unique_ptr<StateInfo>> states_;
    std::unordered_map<std::string, tasklet::Code> code_;
    std::unordered_map<const tasklet::Ast*, Scalar> literals_; ///< of that code
    std::unordered_map<std::string, Lambda> lambdas_;
    std::unordered_map<const ir::Sdfg*, SdfgFacts> facts_;
    std::unordered_map<const ir::Sdfg*, NameNumbers> numbers_;
    std::map<EdgeId, Scalar> values_; ///< on edges between two code nodes
};

} // namespace mw::interp
