#pragma once

#include "core/codegen/flow/control_flow.h"
#include "core/codegen/frame/plan_context.h"
#include "core/tasklet/tasklet.h"

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace mw::codegen {

/// An operand of a tasklet: a value, or (for connectors with more than one element) a region.
struct Operand {
    ValuePtr value;
    const Place* place = nullptr;        ///< of a region
    symbolic::Expr offset = 0;           ///< linear, of the region's begin
    std::vector<symbolic::Expr> strides; ///< of the dimensions that subscripts name
    std::vector<symbolic::Expr> allStrides;
};
using Operands = std::map<std::string, Operand, std::less<>>;

/// Lowers what runs inside one kernel. Statements go to the innermost open block.
class KernelLowering {
public:
    KernelLowering(PlanContext& context, Kernel& kernel);

    /// The dataflow inside a map whose first `bound` parameters are bound in the frame already;
    /// loops over the others around it.
    Expected<void> mapBody(Frame& frame, const ir::Block& block, const ir::StateIndex& index,
                           NodeId entry, std::size_t bound);
    /// One node at top level of a state: tasklet or library node.
    Expected<void> singleNode(Frame& frame, const ir::StateIndex& index, NodeId node);
    /// An element-wise copy of a box, all loops included.
    Expected<void> copy(Frame& frame, const CopyEnds& ends, const std::string& wcr,
                        ElementId element);

    std::string fresh(const std::string& wish) { return names_.fresh(wish); }

private:
    friend class ValueLowering;

    // scopes
    Expected<void> scope(Frame& frame, const ir::Block* block, const ir::StateIndex& index,
                         NodeId entry);
    Expected<void> node(Frame& frame, const ir::StateIndex& index, const ir::Node& node);
    Expected<void> accessNode(Frame& frame, const ir::StateIndex& index, const ir::Node& node);
    Expected<void> copyEdge(Frame& frame, const ir::StateIndex& index, const ir::Edge& edge);
    Expected<void> innerMap(Frame& frame, const ir::StateIndex& index, const ir::Node& node);
    /// Loops over the parameters from `first` on.
    Expected<void> mapLoops(Frame& frame, const ir::Map& map, std::size_t first,
                            const std::function<Expected<void>()>& body);
    Expected<void> dynamicInputs(Frame& frame, const ir::StateIndex& index, const ir::Node& entry);
    Expected<void> declareLocals(Frame& frame, BlockId state, NodeId scope);
    Expected<void> declareLocal(Frame& frame, const std::string& name,
                                const ir::DataDescriptor& data, const Usage& use);
    Expected<void> bindViews(Frame& frame, const ir::StateIndex& index, NodeId scope);
    Expected<void> bindView(Frame& frame, const ir::StateIndex& index, const ir::Node& node);

    // nested SDFGs and control flow
    Expected<void> nested(Frame& frame, const ir::StateIndex& index, const ir::Node& node);
    Expected<void> bindConnectors(Frame& outer, Frame& inner, const ir::StateIndex& index,
                                  const ir::Node& node);
    Expected<void> flow(Frame& frame, const FlowList& list);
    Expected<void> flowWithReturns(Frame& frame, const FlowList& list);
    Expected<void> jump(const FlowJump& jump);
    Expected<void> flowState(Frame& frame, const ir::Block& block);
    Expected<void> assignments(Frame& frame, const ir::InterstateEdge& edge);
    Expected<void> assignText(Frame& frame, const std::string& name, const std::string& text,
                              ElementId element);
    Expected<void> statementText(Frame& frame, const std::string& text, ElementId element);
    Expected<void> branch(Frame& frame, const FlowBranch& branch, std::size_t arm);
    Expected<void> loop(Frame& frame, const FlowLoop& loop);
    Expected<bool> countedLoop(Frame& frame, const FlowLoop& loop);
    bool isRealValued(const Frame& frame, const symbolic::Expr& e) const;
    Expected<ValuePtr> condition(Frame& frame, const std::string& text, ElementId element);
    Expected<std::vector<DeclareScalar>> symbolVariables(Frame& frame, const FlowList& list,
                                                         const ir::Node& node);

    // tasklets
    Expected<void> tasklet(Frame& frame, const ir::StateIndex& index, const ir::Node& node);
    Expected<Operands> inputs(Frame& frame, const ir::StateIndex& index, const ir::Node& node,
                              const tasklet::Code& code);
    Expected<Operand> operand(Frame& frame, const ir::Edge& edge);
    Expected<void> outputs(Frame& frame, const ir::StateIndex& index, const ir::Node& node,
                           Operands& values);
    void assignLocal(Operands& values, const std::string& name, const ValuePtr& value,
                     ir::ScalarType outputType);
    static ir::ScalarType outputType(const Frame& frame, const ir::StateIndex& index,
                                     const ir::Node& node, const std::string& name);
    Expected<void> storeElement(Frame& frame, const ir::StateIndex& index, const ir::Edge& edge,
                                const ValuePtr& value);
    Expected<void> regionStore(Frame& frame, const ir::StateIndex& index, const ir::Node& node,
                               const tasklet::Assignment& statement, const Operands& operands);

    // raw C++ (kernel_raw.cpp)
    Expected<void> rawTasklet(Frame& frame, const ir::StateIndex& index, const ir::Node& node);
    Expected<void> rawInput(Frame& frame, const ir::Node& node, const ir::Edge& edge, Raw& raw);
    Expected<ValuePtr> rawOutput(Frame& frame, const ir::Node& node, const ir::Edge& edge,
                                 Raw& raw);
    Raw::Name rawPointer(const Place& place, const symbolic::Expr& index, const std::string& name,
                         bool write);
    std::string rawLocal(const std::string& name, const ValuePtr& value, ir::ScalarType type);
    void rawSymbols(Frame& frame, Raw& raw);

    // library nodes
    Expected<void> library(Frame& frame, const ir::StateIndex& index, const ir::Node& node);
    Expected<void> reduce(Frame& frame, const ir::StateIndex& index, const ir::Node& node);
    Expected<void> reduceSkip(Frame& frame, const ir::StateIndex& index, const ir::Node& node);
    Expected<void> fill(Frame& frame, const ir::StateIndex& index, const ir::Node& node);

    // elements
    Expected<Place*> place(Frame& frame, const std::string& container, ElementId element);
    ValuePtr load(const Place& place, const symbolic::Expr& linear);
    ValuePtr loadElement(const Place& place, const std::vector<symbolic::Expr>& index);
    /// `wcr`: a reduction's name, or empty.
    Expected<void> assign(Place& place, const symbolic::Expr& linear, const ValuePtr& value,
                          const std::string& wcr, bool nonatomic);
    /// As assign, by a memlet's conflict resolution, whatever lambda it is.
    Expected<void> resolve(Frame& frame, Place& place, const symbolic::Expr& linear,
                           const ValuePtr& value, const std::string& lambda, bool nonatomic,
                           ElementId element);
    /// The value itself if nothing can change it, else a constant local with it.
    ValuePtr keep(const ValuePtr& value, const std::string& wish);
    std::string bufferName(const Place& place, bool write);
    /// An integer value as an expression: itself, or a new local that holds it.
    symbolic::Expr integerLocal(const ValuePtr& value, const std::string& wish);
    bool isVariable(const symbolic::Expr& e) const;
    ir::ScalarType localType(const std::string& name) const;

    void emit(Statement statement);
    /// Lowers into `target` with `body`, restoring the block and the locals known before.
    template <class F>
    Expected<void> inside(Statements& target, F body) {
        Statements* before = std::exchange(out_, &target);
        auto known = knownLoads_;
        Expected<void> result = body();
        knownLoads_ = std::move(known);
        out_ = before;
        return result;
    }
    /// Loops over the sizes of the box around `body(indices)`; sizes of 1 make no loop.
    Expected<void>
    loops(const std::vector<symbolic::Expr>& sizes,
          const std::function<Expected<void>(const std::vector<symbolic::Expr>&)>& body);

    PlanContext& context_;
    Kernel& kernel_;
    Statements* out_;
    Names names_;
    std::map<std::string, std::string> buffers_;    ///< plan array -> parameter
    std::map<std::string, std::string> knownLoads_; ///< load text -> integer local
    std::map<std::string, ir::ScalarType> localTypes_;
    std::set<std::string> writtenArrays_;   ///< plan arrays written by the kernel
    std::set<std::string> variables_;       ///< locals that are assigned after their declaration
    std::map<EdgeId, ValuePtr> edgeValues_; ///< on edges between two code nodes
    /// What a `continue` runs before it jumps, per open loop; empty where the loop does it.
    std::vector<std::function<Expected<void>()>> beforeContinue_;
    std::string returned_;            ///< flag of the innermost SDFG that may return early
    std::vector<Statement> deferred_; ///< stores to arrays that the kernel also reads
    NodeId outermost_;
    int depth_ = 0;

    Expected<void> collectWritten(Frame& frame, const ir::StateIndex& index, NodeId entry);
};

ValuePtr makeValue(Value::Kind kind, ir::ScalarType type);
ValuePtr castTo(const ValuePtr& value, ir::ScalarType type);

} // namespace mw::codegen
