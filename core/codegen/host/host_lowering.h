#pragma once

#include "core/analysis/footprint.h"
#include "core/analysis/raw_code.h"
#include "core/codegen/kernel/kernel_lowering.h"
#include "core/codegen/memo/kernel_inputs.h"
#include "core/codegen/values/host_expr.h"

namespace mw::codegen {

/// SDFG -> plan: walks the control flow on the host and hands maps to KernelLowering.
class HostLowering {
public:
    HostLowering(const ir::Document& document, const LowerOptions& options);
    Expected<Plan> run();

private:
    // program (lower.cpp)
    Expected<void> declareArguments(Frame& frame);
    void collectSymbols();
    /// Consent, and the code for file scope.
    Expected<std::vector<analysis::RawCode>> rawCode();

    // control flow (host_flow.cpp)
    /// The flow of a whole SDFG, and in front of it the zeros that it begins with.
    Expected<void> zeroedFlow(Frame& frame, const FlowList& list, Steps& steps);
    Expected<void> flow(Frame& frame, const FlowList& list, Steps& steps);
    Expected<void> branch(Frame& frame, const FlowBranch& branch, std::size_t arm, Steps& steps);
    Expected<void> loop(Frame& frame, const FlowLoop& loop, Steps& steps);
    Expected<void> assignText(Frame& frame, const std::string& name, const std::string& text,
                              ElementId element, Steps& steps);
    Expected<void> statementText(Frame& frame, const std::string& text, ElementId element,
                                 Steps& steps);
    Expected<HostValue> hostExpr(Frame& frame, const std::string& text, ElementId element,
                                 Steps& steps);
    void declareSymbol(Frame& frame, const std::string& name, ir::ScalarType type);
    void declareSymbols(Frame& frame);
    Expected<void> declareSymbols(Frame& frame, const FlowList& list, const ir::Node& node,
                                  Steps& steps);
    bool isAddedAround(const FlowBranch& branch);

    // states (host_state.cpp)
    Expected<void> state(Frame& frame, const ir::Block& block, Steps& steps);
    Expected<void> node(Frame& frame, const ir::Block& block, const ir::StateIndex& index,
                        const ir::Node& node, Steps& steps);
    Expected<void> accessNode(Frame& frame, const ir::StateIndex& index, const ir::Node& node,
                              Steps& steps);
    Expected<void> zeroTemporaries(Frame& frame, const ir::Block& state, Steps& steps);
    const Usage* usageOf(const Frame& frame, const std::string& container);
    Expected<void> bindViews(Frame& frame, const ir::StateIndex& index);
    Expected<void> bindView(Frame& frame, const ir::StateIndex& index, const ir::Node& node,
                            const ir::Edge& edge);
    Expected<void> copy(Frame& frame, const ir::Edge& edge, const CopyEnds& ends, Steps& steps);
    std::optional<CopyBox> copyBox(Frame& frame, const CopyEnds& ends) const;
    Expected<void> tasklet(Frame& frame, const ir::StateIndex& index, const ir::Node& node,
                           Steps& steps);
    Expected<bool> hostScalar(Frame& frame, const ir::StateIndex& index, const ir::Node& node);
    bool mayChange(const Value& value) const;
    Expected<void> nested(Frame& frame, const ir::StateIndex& index, const ir::Node& node,
                          Steps& steps);

    // kernels (host_kernel.cpp)
    Expected<void> mapKernel(Frame& frame, const ir::Block& block, const ir::StateIndex& index,
                             const ir::Node& node, Steps& steps);
    Expected<void> dynamicInputs(Frame& frame, const ir::StateIndex& index, const ir::Node& node,
                                 Steps& steps);
    Expected<void> singleNodeKernel(Frame& frame, const ir::StateIndex& index, const ir::Node& node,
                                    Steps& steps);
    Expected<Kernel> lowerMap(Frame frame, const ir::Block& block, const ir::StateIndex& index,
                              const ir::Node& node);
    std::optional<KernelInputs> memoInputs(Frame& frame, const ir::StateIndex& index,
                                           const ir::Node& node);
    void traffic(const Frame& frame, const ir::StateIndex& index, const ir::Node& node,
                 Kernel& kernel);
    const ir::ScopeParts& partsOf(const ir::StateIndex& index);
    void addKernel(Kernel kernel, Steps& steps);
    /// What can be computed goes through the passes of one kernel.
    Expected<void> finish(Kernel& kernel);

    /// Memory for every container of the state that still has none and is not a kernel's own.
    Expected<void> materialise(Frame& frame, const std::string& container);
    Expected<void> materialiseAround(Frame& frame, const ir::StateIndex& index,
                                     const ir::Node& node);
    void note(const std::string& code, const std::string& sentence, ElementId element);
    symbolic::Expr elementOf(const Place& place, const symbolic::Expr& linear) const;

    const ir::Document& document_;
    bool rawCode_; ///< consent to the graph's own C++
    PlanContext context_;
    Names planNames_;
    int loopDepth_ = 0, depth_ = 0;

    std::shared_ptr<KernelMemo> memo_;               ///< may be null
    std::shared_ptr<const FrameInputs> frameInputs_; ///< of the last frame that was asked for
    const ir::Sdfg* frameInputsOf_ = nullptr;
    std::map<const ir::State*, ir::ScopeParts> parts_;
    std::map<const ir::Sdfg*, analysis::KernelFootprints> footprints_; ///< filled on demand
};

} // namespace mw::codegen
