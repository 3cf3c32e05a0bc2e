#include "core/analysis/analysis.h"
#include "core/codegen/codegen.h"
#include "core/codegen/ctext.h"
#include "core/codegen/host/host_lowering.h"
#include "core/codegen/host/program_state.h"
#include "core/codegen/passes/passes.h"
#include "core/support/overload.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::codegen {

using symbolic::Expr;

HostLowering::HostLowering(const ir::Document& document, const LowerOptions& options)
    : document_(document), rawCode_(options.rawCode),
      memo_(options.observer ? nullptr : options.memo) {
    context_.constants = options.constants;
    context_.without = options.without;
    context_.observer = options.observer;
}

Expected<Plan> HostLowering::run() {
    const ir::Sdfg& root = *document_.root;
    context_.plan.program = root.name;
    if (memo_)
        memo_->store().begin();
    Frame frame;
    frame.sdfg = &root;
    for (const auto& [name, type] : root.symbols) {
        context_.symbolTypes.set(name, type.scalar);
        planNames_.reserve(name);
    }
    for (const auto& [name, value] : root.constants)
        frame.symbols.set(name, value.isReal ? Expr::real(value.d) : Expr(value.i));
    for (const auto& [name, value] : context_.constants)
        frame.symbols.set(name, value.isReal ? Expr::real(value.d) : Expr(value.i));
    for (const auto& entry : root.arrays)
        planNames_.reserve(entry.name);
    declareSymbols(frame);
    MW_CHECK(declareArguments(frame));
    MW_TRY(const auto code, rawCode());
    MW_TRY(const FlowList list, structure(root.body));
    MW_CHECK(zeroedFlow(frame, list, context_.plan.steps));
    context_.plan.state = programState(code, frame, context_);
    runPlanPasses(context_);
    std::sort(context_.plan.arrays.begin(), context_.plan.arrays.end(),
              [](const auto& a, const auto& b) { return a.name < b.name; });
    collectSymbols();
    MW_CHECK(chooseLaunches(context_.plan, {}));
    return std::move(context_.plan);
}

Expected<std::vector<analysis::RawCode>> HostLowering::rawCode() {
    const ir::Sdfg& root = *document_.root;
    for (const auto& [file, code] : root.initCode)
        if (!code.empty() && analysis::isAddedByGt4py(code))
            note(
                "skipped-init-code",
                fmt::format("the init code for '{}' is not run: the runner owns the streams", file),
                root.id);
    auto found = analysis::rawCode(root);
    if (!found.empty() && !rawCode_)
        return fail(analysis::untrustedCode(found));
    for (const analysis::RawCode& code : found)
        if (code.kind == analysis::RawCode::Kind::global)
            context_.plan.globals.push_back({code.file, code.text, code.element, code.where});
    return found;
}

Expected<void> HostLowering::declareArguments(Frame& frame) {
    const UsageTable& usage = context_.usageOf(*frame.sdfg);
    for (const auto& entry : frame.sdfg->arrays) {
        const ir::DataDescriptor& data = *entry.value;
        if (data.transient)
            continue;
        if (cType(data.dtype.scalar).empty() || data.kind == ir::DataKind::stream ||
            data.kind == ir::DataKind::structure || data.kind == ir::DataKind::other)
            return cannotLower(fmt::format("the argument '{}' ({} of {}) cannot be lowered",
                                           entry.name, data.typeName, ir::name(data.dtype.scalar)),
                               frame.sdfg->id);
        Place place;
        place.type = data.dtype.scalar;
        place.name = entry.name;
        const auto use = usage.find(entry.name);
        if (data.isScalar() && (use == usage.end() || !use->second.written)) {
            // by value: a symbol in all but the name
            place.kind = Place::Kind::hostValue;
            context_.symbolTypes.set(entry.name, place.type);
            const auto constant = frame.symbols.find(entry.name);
            place.value = constant == frame.symbols.end()
                              ? makeValue(LocalRef{entry.name}, place.type)
                              : makeValue(Literal{constant->second.op() == symbolic::Op::real
                                                      ? cLiteral(constant->second.realValue())
                                                      : cLiteral(constant->second.value())},
                                          place.type);
            frame.places[entry.name] = std::move(place);
            continue;
        }
        place.kind = Place::Kind::buffer;
        place = aliasOf(place, {}, data, frame);
        PlanArray array;
        array.name = entry.name;
        array.type = place.type;
        array.argument = true;
        array.scalar = data.isScalar();
        array.elements =
            data.isScalar() ? Expr(1) : symbolic::simplify(frame.outer(data.totalSize));
        array.shape = place.shape;
        array.strides = place.strides;
        context_.plan.arrays.push_back(std::move(array));
        frame.places[entry.name] = std::move(place);
    }
    return {};
}

namespace {

/// Symbols that the steps read before any step assigns them.
class SymbolUse {
public:
    explicit SymbolUse(const Plan& plan) : plan_(plan) {}
    std::set<std::string, std::less<>> run() {
        for (const auto& array : plan_.arrays) {
            expr(array.elements);
            for (const Expr& e : array.shape)
                expr(e);
            for (const Expr& e : array.strides)
                expr(e);
        }
        for (const auto& s : plan_.state.scalars)
            expr(s.value);
        for (const auto& kernel : plan_.kernels) {
            for (const auto& s : kernel.scalars)
                expr(s.value);
            for (const auto& d : kernel.dims) {
                expr(d.begin);
                expr(d.end);
                expr(d.step);
            }
        }
        steps(plan_.steps);
        for (const auto& name : assigned_)
            used_.erase(name);
        for (const auto& array : plan_.arrays)
            used_.erase(array.name);
        return std::move(used_);
    }

private:
    void expr(const Expr& e) { symbolic::collectSymbols(e, used_); }
    void steps(const Steps& list) {
        for (const Step& step : list)
            std::visit(Overload{
                           [](const Launch&) {},
                           [&](const CopyBox& s) {
                               expr(s.srcOffset);
                               expr(s.dstOffset);
                               for (const auto* v : {&s.counts, &s.srcStrides, &s.dstStrides})
                                   for (const Expr& e : *v)
                                       expr(e);
                           },
                           [](const ZeroArray&) {},
                           [&](const AssignSymbol& s) {
                               expr(s.value);
                               assigned_.insert(s.name);
                           },
                           [&](const HostIf& s) {
                               expr(s.condition);
                               steps(s.then);
                               steps(s.otherwise);
                           },
                           [](const HostJump&) {},
                           [&](const HostScope& s) { steps(s.body); },
                           [&](const HostLoop& s) {
                               expr(s.condition);
                               steps(s.init);
                               steps(s.body);
                               steps(s.update);
                           },
                       },
                       step.kind);
    }

    const Plan& plan_;
    std::set<std::string, std::less<>> used_, assigned_;
};

} // namespace

void HostLowering::collectSymbols() {
    auto used = SymbolUse(context_.plan).run();
    if (!context_.assigned.empty()) // some begin with a value from outside
        for (const auto& name : analysis::usedSymbols(*document_.root))
            if (context_.assigned.contains(name))
                used.insert(name);
    for (const auto& name : used) {
        const auto type = context_.symbolTypes.find(name);
        context_.plan.symbols.push_back(
            {name, type == context_.symbolTypes.end() ? ir::ScalarType::int32 : type->second});
    }
}

void HostLowering::note(const std::string& code, const std::string& sentence, ElementId element) {
    context_.plan.notes.push_back(
        {Severity::hint, code, sentence, Location{{}, {}, {element}}, {}});
}

Expected<void> HostLowering::materialise(Frame& frame, const std::string& container) {
    const auto found = frame.places.find(container);
    if (found != frame.places.end() && found->second.kind != Place::Kind::pending)
        return {};
    const ir::DataDescriptor* data = frame.sdfg->data(container);
    if (!data)
        return cannotLower(fmt::format("there is no container '{}'", container), frame.sdfg->id);
    if (!data->transient || data->kind == ir::DataKind::view)
        return cannotLower(fmt::format("the container '{}' is not bound here", container),
                           frame.sdfg->id);
    if (cType(data->dtype.scalar).empty() ||
        (data->kind != ir::DataKind::array && data->kind != ir::DataKind::scalar))
        return cannotLower(fmt::format("the container '{}' ({} of {}) cannot be lowered", container,
                                       data->typeName, ir::name(data->dtype.scalar)),
                           frame.sdfg->id);
    Place place;
    place.kind = Place::Kind::buffer;
    place.type = data->dtype.scalar;
    // the root's own names are reserved for it; nested ones take them where they are free
    place.name = frame.sdfg == document_.root.get() ? container : planNames_.fresh(container);
    place = aliasOf(place, {}, *data, frame);
    PlanArray array;
    array.name = place.name;
    array.type = place.type;
    array.scalar = data->isScalar();
    array.elements = data->isScalar() ? Expr(1) : symbolic::simplify(frame.outer(data->totalSize));
    if (const Usage* use = usageOf(frame, container); use && use->setZero && !use->state) {
        if (mayChange(*makeValue(Index{array.elements}, ir::ScalarType::int64)))
            return cannotLower(fmt::format("the temporary '{}' begins as zeros, is shared by "
                                           "states, and has a size that the program computes",
                                           container),
                               frame.sdfg->id);
        frame.zeroed.push_back(array.name);
    }
    context_.plan.arrays.push_back(std::move(array));
    frame.places[container] = std::move(place);
    return {};
}

Expected<Plan> lower(const ir::Document& document, const LowerOptions& options) {
    if (!document.root)
        return fail("cannot-lower", "the document is empty");
    MW_CHECK(checkWithout(options.without));
    return HostLowering(document, options).run();
}

} // namespace mw::codegen
