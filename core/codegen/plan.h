#pragma once

#include "core/codegen/hand_text.h"
#include "core/codegen/kernel_ir.h"
#include "core/codegen/kernel_memo.h"
#include "core/codegen/launch/launch_choice.h"
#include "core/ir/types.h"
#include "core/support/expected.h"
#include "core/support/id.h"
#include "core/symbolic/expr.h"

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace mw::codegen {

/// A pointer parameter of a kernel.
struct BufferParam {
    std::string name;  ///< name in the kernel's text
    std::string array; ///< Plan::arrays name it is bound to
    ir::ScalarType type;
    bool written = false;
    bool read = false;
    /// Every iteration reads or writes one element of its own, at one place of the text.
    bool elementwise = false;
    /// Nothing of the kernel writes it: its elements may come through a cache that sees no stores.
    bool readOnly = false;
    /// Elementwise, and no other kernel of the plan touches the array: its elements need no place
    /// in a cache.
    bool streaming = false;
};
/// A by-value parameter of a kernel: a symbol, or a scalar expression that the host evaluates.
struct ScalarParam {
    std::string name;
    ir::ScalarType type;
    symbolic::Expr value; ///< over Plan symbols
};

/// One loop dimension of a launch, outermost map parameter first.
struct LaunchDim {
    std::string param;
    symbolic::Expr begin, end, step; ///< inclusive end
};

/// Gathers through entries of one table that neighbouring points have in common, and where these
/// entries stand (launch/tile_gathers.h).
struct TileGathers {
    std::string table;                   ///< buffer; empty: there are none
    std::vector<std::string> entries;    ///< locals that hold its entries: one for each column
    std::vector<symbolic::Expr> columns; ///< of each, where the first point's stands
    symbolic::Expr stride = 0;           ///< from one point's to the next one's
    std::vector<std::string> loads;      ///< locals that are gathered
    std::vector<std::string> fields;     ///< buffers that they are gathered from
    int bytes = 0;                       ///< of all that is gathered of one neighbour on a level
};

/// What has to be so for a kernel with indices of 32 bits: a sum is at most `limit`. Its terms are
/// products of a factor and of parts, expressions over symbols with which a program begins, none
/// negative and none above 2^31.
struct IndexBound {
    struct Term {
        std::vector<symbolic::Expr> parts; ///< in the order of their contents; none: a number
        std::int64_t factor = 0;
    };
    std::vector<Term> terms; ///< in the order of their parts, each once
    std::int64_t limit = 0;
};

/// One map that becomes a kernel (or a loop nest on the CPU).
struct Kernel {
    std::string name;      ///< C identifier, stable: map label and outputs
    std::string label;     ///< the map's label
    std::string title;     ///< what it writes, as people read it (analysis::kernelNames)
    NodeId map;            ///< the map entry in the lowered document
    std::string structure; ///< hash text of outputs and range: pairs kernels across variants
    std::vector<BufferParam> buffers; ///< sorted by name
    std::vector<ScalarParam> scalars; ///< sorted by name
    std::vector<LaunchDim> dims;
    bool sequential = false; ///< run by one thread, in order
    int collapse = 1;        ///< CPU: number of outer loops shared by the threads
    bool simd = false;       ///< CPU: iterations of the innermost loop may run as vectors
    bool wideIndex = true;   ///< index arithmetic needs 64 bits (false: provably fits 32)
    /// What memory says of an index is added to the address, in 64 bits: the sum may need them.
    bool farIndices = false;
    /// Locals of which that is so; filled where the kernel is printed.
    std::set<std::string, std::less<>> farNames{};
    bool fitsGridY = false; ///< the second-innermost dimension needs no loop over the grid
    std::vector<IndexBound> bounds{}; ///< without them, `wideIndex` and a loop over y are right
    /// In a plan of two forms, of the general one: the kernel of the other form.
    std::string generalOf{};
    bool usesState = false; ///< C++ of the graph inside names `__state`: one more parameter
    Statements body;        ///< inside all dims; their params are in scope
    LaunchFacts facts;      ///< what its launch is chosen from
    /// Buffers that are gathered from behind a branch that loaded data decide, with their elements
    /// (launch/gathers_ahead.h).
    std::map<std::string, std::int64_t, std::less<>> waitingGathers;
    TileGathers tile; ///< columns and stride over Plan symbols
    /// Threads beyond the last iteration along x run too, for barriers: the body says what they do.
    bool wholeBlocks = false;
    /// The one part that depends on the device: `lower` chooses it for LaunchDevice{},
    /// `chooseLaunches` for another one.
    LaunchChoice launch;
    std::optional<HandText> hand{}; ///< by `chooseLaunches`, for its target
    /// Compulsory traffic per launch in bytes: every distinct element read once, written once.
    symbolic::Expr bytesRead, bytesWritten;
    symbolic::Expr flops; ///< arithmetic operations per launch
    /// By `lower` with a memo: the memo's own. Of it, passes over the plan change names, `tile`,
    /// `facts.sharesGathers` and what buffers stream, and nothing else; null where anybody changes
    /// more.
    std::shared_ptr<const KnownKernel> known{};
};

/// An array that the program needs: an argument, or a temporary.
struct PlanArray {
    std::string name; ///< unique over the plan
    ir::ScalarType type = ir::ScalarType::float64;
    symbolic::Expr elements; ///< to allocate
    bool argument = false;
    bool scalar = false; ///< a by-value argument or a single host-readable element
    bool written = false;
    std::vector<symbolic::Expr> shape, strides; ///< of arguments
    /// First and last step (in program order of steps, depth first) that touches a temporary.
    int firstUse = 0, lastUse = 0;
};

struct PlanSymbol {
    std::string name;
    ir::ScalarType type = ir::ScalarType::int32;
};

/// C++ of the graph for file scope, before all kernels (only after consent).
struct GlobalCode {
    std::string file; ///< DaCe's: "frame", "cuda", "null" = all
    std::string text;
    ElementId element; ///< where it stands in the graph
    std::string where; ///< the same for people
};

/// What the graph's own C++ keeps from call to call: the struct `__state` points to, as DaCe builds
/// it. Init code fills it before a program's first run, exit code runs when the program is
/// unloaded.
struct ProgramState {
    // Text only, not for the runner; in the order in which DaCe runs it.
    std::vector<GlobalCode> fields, init, exit;
    std::vector<ScalarParam> scalars; ///< symbols that the init code names, sorted by name
    bool used = false;                ///< there is any of it, or a kernel that uses the state
};

struct Step;
using Steps = std::vector<Step>;

struct Launch {
    int kernel = 0; ///< index into Plan::kernels
};
/// Strided box copy between two arrays, in elements. counts, strides: outermost first.
struct CopyBox {
    std::string src, dst;
    symbolic::Expr srcOffset, dstOffset;
    std::vector<symbolic::Expr> counts, srcStrides, dstStrides;
    ir::ScalarType type;
};
/// Fills an array with zeros: temporaries that begin so, whenever the scope that they live in does.
struct ZeroArray {
    std::string array;
};
/// Host assignment of a symbol, over symbols and single elements (`array[index]` as subscripts).
struct AssignSymbol {
    std::string name;
    symbolic::Expr value;
};
struct HostIf {
    symbolic::Expr condition;
    Steps then, otherwise;
};
struct HostLoop {
    Steps init;
    symbolic::Expr condition;
    Steps update;
    Steps body;
    bool checkAfterBody = false; ///< do-while
};
/// Leaves the innermost loop, its turn (the update still runs), or the innermost scope.
struct HostJump {
    enum class Kind : std::uint8_t { leaveLoop, nextTurn, leaveScope };
    Kind kind = Kind::leaveLoop;
};
/// A nested SDFG that may return early; the whole program is a scope too.
struct HostScope {
    Steps body;
};
struct Step {
    std::variant<Launch, CopyBox, ZeroArray, AssignSymbol, HostIf, HostLoop, HostJump, HostScope>
        kind;
};

/// Everything that a runner needs besides the compiled kernels; plain data. All but Kernel::launch
/// is the same for every target and device.
struct Plan {
    std::string program;
    std::vector<PlanArray> arrays;   ///< sorted by name
    std::vector<PlanSymbol> symbols; ///< sorted by name: those whose values a run must bring
    std::vector<Kernel> kernels;     ///< in order of first launch
    std::vector<GlobalCode> globals; ///< in the order of the file; text only, not for the runner
    ProgramState state;
    Steps steps;
    std::vector<Diagnostic> notes; ///< what was skipped (sync tasklets, metrics), as hints
    /// The steps are one HostIf between two forms of the program (forms/forms.h).
    bool twoForms = false;
};

struct LowerOptions {
    /// Values of symbols baked in as constants; others stay arguments.
    symbolic::Bindings constants;
    /// Where symbols stay arguments: a form for calls with memory as GT4Py has it and sizes that 32
    /// bits hold, beside the general one; the host chooses at the call (forms/forms.h).
    bool forms = false;
    /// Lower the graph's own C++ too; without, a graph that has some is an error "untrusted-code".
    bool rawCode = false;
    /// Kernels of earlier programs, to take from and to add to; null: everything is lowered anew.
    std::shared_ptr<KernelMemo> memo = nullptr;
    /// Kernels get their titles; false where nobody reads them: they take a quarter of the time of
    /// a program whose kernels are all known.
    bool titles = true;
    /// Passes to leave out (passes/passes.h), for comparison: those without which the program stays
    /// right. Others, and names that are no pass, are errors.
    std::set<std::string, std::less<>> without{};
    /// Called with every kernel and its index in the plan, as it was lowered ("lower") and after
    /// each pass: kernel by kernel, then pass by pass for those over the whole plan. Every kernel
    /// is lowered anew for it.
    std::function<void(std::string_view pass, std::size_t index, const Kernel& kernel)> observer{};
};

} // namespace mw::codegen
