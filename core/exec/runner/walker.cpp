// Walks a plan for concrete symbols and hands out launches, copies and fills.
#include "core/exec/runner/walker.h"

#include "core/codegen/launch/tile_gathers.h"
#include "core/exec/runner/box_copy.h"
#include "core/symbolic/literal.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace mw::exec {

using symbolic::Expr;
using symbolic::Op;
using symbolic::Value;

namespace {

/// A loop of the host beyond this many turns does not end.
constexpr std::int64_t kMaxTurns = 100'000'000;

template <class Visit>
void forEachChild(const codegen::Step& step, const Visit& visit) {
    if (const auto* branch = std::get_if<codegen::HostIf>(&step.kind)) {
        visit(branch->then);
        visit(branch->otherwise);
    } else if (const auto* loop = std::get_if<codegen::HostLoop>(&step.kind)) {
        visit(loop->init);
        visit(loop->body);
        visit(loop->update);
    } else if (const auto* scope = std::get_if<codegen::HostScope>(&step.kind)) {
        visit(scope->body);
    }
}

PreparedLaunch::Slot pointerSlot(void* pointer) {
    PreparedLaunch::Slot slot;
    std::copy_n(reinterpret_cast<const std::byte*>(&pointer), sizeof pointer, slot.bytes.data());
    return slot;
}

std::shared_ptr<const PreparedStep> share(PreparedLaunch launch) {
    auto step = std::make_shared<PreparedStep>(std::move(launch));
    std::get<PreparedLaunch>(*step).bind();
    return step;
}

bool mentionsElements(const Expr& e, const ProgramMemory& memory) {
    for (const std::string& name : symbolic::freeSymbols(e))
        if (memory.find(name))
            return true;
    return false;
}

} // namespace

bool hasCopies(const codegen::Steps& steps) {
    for (const codegen::Step& step : steps) {
        bool found = std::holds_alternative<codegen::CopyBox>(step.kind);
        forEachChild(step, [&](const codegen::Steps& inner) { found = found || hasCopies(inner); });
        if (found)
            return true;
    }
    return false;
}

StepWalker::StepWalker(const codegen::Plan& plan, ProgramMemory& memory, const Module& module,
                       bool runsInline, TileLists* tiles, void* state)
    : plan_(plan), memory_(memory), module_(module), runsInline_(runsInline), tiles_(tiles),
      state_(state) {}

Expected<void> StepWalker::walk(symbolic::Bindings symbols, Sink sink, ElementReader readElement) {
    symbols_ = std::move(symbols);
    sink_ = std::move(sink);
    readElement_ = std::move(readElement);
    turns_ = 0;
    jump_.reset();
    return steps(plan_.steps);
}

/// Stops behind a jump: the loop or region that it leaves takes it from `jump_`.
Expected<void> StepWalker::steps(const codegen::Steps& steps) {
    for (const codegen::Step& one : steps) {
        if (jump_)
            return {};
        MW_CHECK(std::visit([&](const auto& kind) { return step(kind); }, one.kind));
    }
    return {};
}

Expected<void> StepWalker::step(const codegen::HostJump& jump) {
    jump_ = jump.kind;
    return {};
}

Expected<void> StepWalker::step(const codegen::HostScope& scope) {
    MW_CHECK(steps(scope.body));
    if (jump_ == codegen::HostJump::Kind::leaveScope)
        jump_.reset();
    return {};
}

Expected<void> StepWalker::step(const codegen::ZeroArray& zero) {
    MW_TRY(const auto* array, memory_.at(zero.array, symbols_));
    if (!array)
        return fail("bad-plan",
                    fmt::format("a step zeroes an array '{}' that is not there", zero.array));
    return sink_(
        std::make_shared<const PreparedStep>(PreparedFill{array->data, 0, array->layout.bytes()}));
}

/// The lists that the kernel reads, which are made if they are not there.
Expected<void> StepWalker::addTiles(const codegen::Kernel& kernel, PreparedLaunch& launch) {
    const codegen::TileGathers& tile = kernel.tile;
    TileLists::Request request;
    request.limit = std::numeric_limits<std::int32_t>::max();
    for (const codegen::BufferParam& buffer : kernel.buffers) {
        const auto* array = memory_.find(buffer.array);
        if (buffer.name == tile.table)
            request.table = array->data;
        if (std::ranges::find(tile.fields, buffer.name) != tile.fields.end())
            request.limit = std::min(request.limit, array->layout.elements);
    }
    if (!request.table || kernel.dims.empty())
        return fail("bad-plan",
                    fmt::format("the kernel '{}' has no table for its tiles", kernel.name));
    for (const Expr& column : tile.columns) {
        MW_TRY(request.columns.emplace_back(), integer(column));
    }
    MW_TRY(request.stride, integer(tile.stride));
    const codegen::LaunchDim& points = kernel.dims.back();
    MW_TRY(request.points, integer(symbolic::Range{points.begin, points.end, points.step}.size()));
    request.threads = kernel.launch.block[0];
    request.room = codegen::tileRoom(tile, request.threads);
    MW_TRY(const TileLists::Addresses addresses, tiles_->of(request));
    for (void* const address : addresses)
        launch.values.push_back(pointerSlot(address));
    return {};
}

/// How many a thread works through, and which run of them is the last.
Expected<void> StepWalker::addLevels(const codegen::Kernel& kernel, PreparedLaunch& launch) {
    const codegen::LaunchDim& levels = kernel.dims[kernel.dims.size() - 2];
    MW_TRY(const std::int64_t count,
           integer(symbolic::Range{levels.begin, levels.end, levels.step}.size()));
    const int each = launch.shape.levels;
    for (const std::int64_t value : {std::int64_t{each}, (count - 1) / each}) {
        PreparedLaunch::Slot slot;
        if (!writeElement(Value::integer(value), ir::ScalarType::int32, slot.bytes.data()))
            return fail("bad-plan", "a number of levels cannot be passed");
        launch.values.push_back(slot);
    }
    return {};
}

Expected<void> StepWalker::addScalars(const codegen::Kernel& kernel, PreparedLaunch& launch) {
    for (const codegen::ScalarParam& scalar : kernel.scalars) {
        MW_TRY(const Value value, evaluate(scalar.value));
        PreparedLaunch::Slot slot;
        if (!writeElement(value, scalar.type, slot.bytes.data()))
            return fail("bad-plan", fmt::format("the parameter '{}' of the kernel '{}' has a type "
                                                "that cannot be passed",
                                                scalar.name, kernel.name));
        launch.values.push_back(slot);
    }
    return {};
}

Expected<void> StepWalker::step(const codegen::Launch& launch) {
    const auto index = static_cast<std::size_t>(launch.kernel);
    if (index >= plan_.kernels.size())
        return fail("bad-plan", "a launch names a kernel that is not there");
    const codegen::Kernel& kernel = plan_.kernels[index];
    PreparedLaunch prepared;
    prepared.kernel = launch.kernel;
    prepared.function = module_.function(index);
    MW_TRY(prepared.shape, codegen::launchShape(kernel, symbols_));
    if (prepared.shape.grid[0] == 0 || prepared.shape.grid[1] == 0 || prepared.shape.grid[2] == 0)
        return {};
    for (const codegen::BufferParam& buffer : kernel.buffers) {
        MW_TRY(const auto* array, memory_.at(buffer.array, symbols_));
        if (!array)
            return fail("bad-plan", fmt::format("the kernel '{}' uses an array '{}' that is not "
                                                "there",
                                                kernel.name, buffer.array));
        prepared.values.push_back(pointerSlot(array->data));
    }
    if (tiles_ && kernel.launch.tiles)
        MW_CHECK(addTiles(kernel, prepared));
    MW_CHECK(addScalars(kernel, prepared));
    if (!runsInline_ && kernel.launch.places > 0)
        MW_CHECK(addLevels(kernel, prepared));
    if (kernel.usesState)
        prepared.values.push_back(pointerSlot(state_));
    return sink_(share(std::move(prepared)));
}

Expected<void> StepWalker::step(const codegen::CopyBox& copy) {
    MW_TRY(const auto* src, memory_.at(copy.src, symbols_));
    MW_TRY(const auto* dst, memory_.at(copy.dst, symbols_));
    if (!src || !dst)
        return fail("bad-plan", fmt::format("a copy uses an array '{}' that is not there",
                                            src ? copy.dst : copy.src));
    BoxCopy box;
    MW_TRY(box.srcOffset, integer(copy.srcOffset));
    MW_TRY(box.dstOffset, integer(copy.dstOffset));
    for (std::size_t d = 0; d < copy.counts.size(); ++d) {
        BoxCopy::Dim dim;
        MW_TRY(dim.count, integer(copy.counts[d]));
        MW_TRY(dim.srcStride, integer(copy.srcStrides.at(d)));
        MW_TRY(dim.dstStride, integer(copy.dstStrides.at(d)));
        box.dims.push_back(dim);
    }
    box.elementBytes = ir::sizeOf(copy.type);
    MW_CHECK(checkBox(box, copy.src, src->layout.elements, copy.dst, dst->layout.elements));
    if (!simplifyBox(box))
        return {};
    auto* to = static_cast<std::byte*>(dst->data) + box.dstOffset * box.elementBytes;
    const auto* from = static_cast<const std::byte*>(src->data) + box.srcOffset * box.elementBytes;
    if (const auto bytes = contiguousBytes(box))
        return sink_(std::make_shared<const PreparedStep>(PreparedCopy{to, from, *bytes}));
    const std::size_t helper = plan_.kernels.size() + copyKernelIndex(box.elementBytes);
    MW_TRY(PreparedLaunch launch,
           boxLaunch(box, to, const_cast<std::byte*>(from), module_.function(helper), runsInline_));
    return sink_(share(std::move(launch)));
}

Expected<void> StepWalker::step(const codegen::AssignSymbol& assign) {
    MW_TRY(symbols_[assign.name], evaluate(assign.value));
    return {};
}

Expected<void> StepWalker::step(const codegen::HostIf& branch) {
    MW_TRY(const Value condition, evaluate(branch.condition));
    return steps(condition.truthy() ? branch.then : branch.otherwise);
}

Expected<void> StepWalker::step(const codegen::HostLoop& loop) {
    MW_CHECK(steps(loop.init));
    bool first = loop.checkAfterBody;
    while (true) {
        if (!first) {
            MW_TRY(const Value condition, evaluate(loop.condition));
            if (!condition.truthy())
                break;
        }
        first = false;
        if (++turns_ > kMaxTurns)
            return fail("endless-loop", "a loop of the program does not end");
        MW_CHECK(steps(loop.body));
        if (jump_ == codegen::HostJump::Kind::nextTurn)
            jump_.reset();
        MW_CHECK(steps(loop.update));
        if (jump_)
            break;
    }
    if (jump_ == codegen::HostJump::Kind::leaveLoop)
        jump_.reset();
    return {};
}

Expected<Value> StepWalker::evaluate(const Expr& e) {
    if (!mentionsElements(e, memory_))
        return symbolic::evaluate(e, symbols_);
    MW_TRY(const Expr resolved, resolveElements(e));
    return symbolic::evaluate(resolved, symbols_);
}

Expected<std::int64_t> StepWalker::integer(const Expr& e) {
    MW_TRY(const Value value, evaluate(e));
    if (value.isReal)
        return fail("not-an-integer", fmt::format("'{}' is not an integer", symbolic::print(e)));
    return value.i;
}

/// The expression with every element of an array replaced by its value.
Expected<Expr> StepWalker::resolveElements(const Expr& e) {
    if (e.op() == Op::symbol && memory_.find(e.name())) // what is given is what it begins with
        return element(e.name(), {});
    if (e.op() == Op::subscript && e.args()[0].isSymbol())
        return element(e.args()[0].name(), e.args().subspan(1));
    if (e.args().empty())
        return e;
    std::vector<Expr> args;
    for (const Expr& arg : e.args()) {
        MW_TRY(Expr resolved, resolveElements(arg));
        args.push_back(std::move(resolved));
    }
    return Expr::make(e.op(), std::move(args), e.name());
}

Expected<Expr> StepWalker::element(const std::string& array, std::span<const Expr> indices) {
    MW_TRY(const auto* found, memory_.at(array, symbols_));
    if (!found)
        return fail("bad-plan",
                    fmt::format("a condition reads the array '{}', which is not there", array));
    const auto& strides = found->layout.strides;
    if (indices.size() > 1 && indices.size() != strides.size())
        return fail("bad-plan", fmt::format("a condition reads the array '{}' with {} indices",
                                            array, indices.size()));
    std::int64_t at = 0;
    for (std::size_t d = 0; d < indices.size(); ++d) {
        MW_TRY(const std::int64_t index, integer(indices[d]));
        at += index * (indices.size() == strides.size() ? strides[d] : 1);
    }
    if (at < 0 || at >= found->layout.elements)
        return fail("out-of-bounds",
                    fmt::format("a condition reads element {} of the array '{}', which has {}", at,
                                array, found->layout.elements));
    MW_TRY(const Value value, readElement_(*found, at));
    return symbolic::literal(value);
}

} // namespace mw::exec
