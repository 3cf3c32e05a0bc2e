#include "core/codegen/finish.h"

#include "core/codegen/index_width.h"
#include "core/codegen/traffic.h"
#include "core/codegen/walk.h"
#include "core/ir/predicates.h"
#include "core/support/overload.h"

#include <algorithm>
#include <limits>

namespace mw::codegen {

using ir::ScalarType;
using symbolic::Expr;

namespace {

/// Change of `e` when `name` grows by one.
Expr difference(const Expr& e, const std::string& name) {
    const auto next = symbolic::substitute(e, {{name, Expr::symbol(name) + 1}});
    return symbolic::simplify(next - e);
}

/// Calls `visit(buffer, index)` for every access to memory.
void forEachAccess(const Kernel& kernel,
                   const std::function<void(const std::string&, const Expr&, bool)>& visit) {
    walk(
        kernel.body,
        [&](const Statement& s) {
            if (const auto* store = std::get_if<Store>(&s.kind))
                visit(store->buffer, store->index, true);
        },
        [&](const Value& v) {
            if (const auto* load = std::get_if<Load>(&v.kind))
                visit(load->buffer, load->index, false);
        });
}

/// The parameter along which most accesses have unit stride goes last: to x, and to the innermost
/// loop of the CPU.
void chooseInnermost(Kernel& kernel) {
    if (kernel.dims.size() < 2)
        return;
    std::vector<int> votes(kernel.dims.size(), 0);
    forEachAccess(kernel, [&](const std::string&, const Expr& index, bool) {
        for (std::size_t d = 0; d < kernel.dims.size(); ++d)
            if (difference(index, kernel.dims[d].param).isInteger(1))
                ++votes[d];
    });
    std::size_t best = kernel.dims.size() - 1;
    for (std::size_t d = kernel.dims.size(); d-- > 0;)
        if (votes[d] > votes[best])
            best = d;
    std::rotate(kernel.dims.begin() + static_cast<std::ptrdiff_t>(best),
                kernel.dims.begin() + static_cast<std::ptrdiff_t>(best) + 1, kernel.dims.end());
}

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

void addScalars(const PlanContext& context, Kernel& kernel) {
    for (const std::string& name : FreeNames(kernel).result()) {
        ScalarType type = symbolType(context, name);
        if (kernel.wideIndex && isSigned(type)) // unsigned ones wrap at their own width
            type = ScalarType::int64;
        kernel.scalars.push_back({name, type, Expr::symbol(name)});
    }
    std::sort(kernel.scalars.begin(), kernel.scalars.end(),
              [](const auto& a, const auto& b) { return a.name < b.name; });
    std::sort(kernel.buffers.begin(), kernel.buffers.end(),
              [](const auto& a, const auto& b) { return a.name < b.name; });
}

// ---- operations

/// Number of times that a loop over begin, begin + step, ... to end (inclusive) runs.
Expr tripsOf(const Expr& begin, const Expr& end, const Expr& step) {
    const bool downwards = step.isInteger() && step.value() < 0;
    const Expr size = downwards ? symbolic::Range{end, begin, -step}.size()
                                : symbolic::Range{begin, end, step}.size();
    return symbolic::max(0, size);
}

std::int64_t operationsOf(const Value& value) {
    std::int64_t count = 0;
    walkValue(value, [&](const Value& v) {
        if (!ir::isFloatingPoint(v.type))
            return;
        if (const auto* unary = std::get_if<Unary>(&v.kind))
            count +=
                unary->op == "-" && !std::holds_alternative<Literal>(unary->operand->kind) ? 1 : 0;
        else if (std::holds_alternative<Binary>(v.kind) || std::holds_alternative<Call>(v.kind))
            ++count;
    });
    return count;
}

/// Operations of one execution; of a branch the longer side where that is known, else the first.
Expr operations(const Statements& body) {
    Expr total = 0;
    for (const Statement& s : body) {
        std::visit(Overload{
                       [&](const DeclareScalar& d) {
                           total = total + (d.init ? operationsOf(*d.init) : 0);
                       },
                       [&](const AssignScalar& a) { total = total + operationsOf(*a.value); },
                       [&](const Store& d) {
                           total = total + operationsOf(*d.value) + (d.wcr.empty() ? 0 : 1);
                       },
                       [&](const For& f) {
                           const Expr inner = operations(f.body);
                           if (!inner.isInteger(0))
                               total = total + tripsOf(f.begin, f.end, f.step) * inner;
                       },
                       [&](const If& i) {
                           const Expr then = operations(i.then), other = operations(i.otherwise);
                           const bool less = then.isInteger() && other.isInteger() &&
                                             then.value() < other.value();
                           total = total + (less ? other : then);
                       },
                       [&](const While& w) { total = total + operations(w.body); },
                       [](const auto&) {},
                   },
                   s.kind);
    }
    return total;
}

Expr iterations(const Kernel& kernel) {
    Expr total = 1;
    for (const auto& dim : kernel.dims)
        total = total * tripsOf(dim.begin, dim.end, dim.step);
    return symbolic::simplify(total);
}

bool mayVectorise(const Kernel& kernel) {
    bool plain = true;
    walk(
        kernel.body,
        [&](const Statement& s) {
            if (std::holds_alternative<DeclareArray>(s.kind) ||
                std::holds_alternative<While>(s.kind) || std::holds_alternative<Raw>(s.kind) ||
                std::holds_alternative<Jump>(s.kind))
                plain = false;
            if (const auto* store = std::get_if<Store>(&s.kind))
                plain = plain && store->wcr.empty();
        },
        [](const Value&) {});
    return plain;
}

void insertNew(std::vector<Expr>& list, const Expr& e) {
    if (std::find(list.begin(), list.end(), e) == list.end())
        list.push_back(e);
}

/// Whether different iterations touch different elements: the index moves with every dimension.
bool movesWithAll(const Kernel& kernel, const Expr& index) {
    return std::all_of(kernel.dims.begin(), kernel.dims.end(), [&](const LaunchDim& dim) {
        return !difference(index, dim.param).isInteger(0);
    });
}

void markElementwise(Kernel& kernel) {
    if (kernel.sequential || kernel.dims.empty())
        return;
    std::map<std::string, std::vector<Expr>> touched;
    std::set<std::string> conflicting;
    walk(
        kernel.body,
        [&](const Statement& s) {
            if (const auto* store = std::get_if<Store>(&s.kind)) {
                insertNew(touched[store->buffer], store->index);
                if (!store->wcr.empty())
                    conflicting.insert(store->buffer);
            }
        },
        [&](const Value& v) {
            if (const auto* load = std::get_if<Load>(&v.kind))
                insertNew(touched[load->buffer], load->index);
        });
    for (auto& buffer : kernel.buffers) {
        const auto& indices = touched[buffer.name];
        buffer.elementwise = indices.size() == 1 && buffer.read != buffer.written &&
                             !conflicting.contains(buffer.name) &&
                             movesWithAll(kernel, indices.front());
    }
}

} // namespace

void finishKernel(const PlanContext& context, Kernel& kernel) {
    if (!kernel.sequential)
        chooseInnermost(kernel);
    if (kernel.block[0] <= 0)
        kernel.block = defaultBlock(kernel, context.warp);
    kernel.wideIndex = needsWideIndex(context, kernel);
    if (kernel.wideIndex)
        widenIndices(kernel);
    addScalars(context, kernel);
    markElementwise(kernel);
    kernel.flops = symbolic::simplify(iterations(kernel) * operations(kernel.body));
    kernel.simd = mayVectorise(kernel);
    kernel.collapse = std::max<int>(1, static_cast<int>(kernel.dims.size()) - 1);
}

void markStreaming(Plan& plan) {
    std::map<std::string, int> users;
    for (const Kernel& kernel : plan.kernels)
        for (const auto& buffer : kernel.buffers)
            ++users[buffer.array];
    for (Kernel& kernel : plan.kernels)
        for (auto& buffer : kernel.buffers)
            buffer.streaming = buffer.elementwise && users[buffer.array] == 1;
}

namespace {

class Liveness {
public:
    explicit Liveness(Plan& plan) : plan_(plan) {
        for (auto& array : plan.arrays) {
            array.firstUse = std::numeric_limits<int>::max();
            array.lastUse = -1;
            byName_[array.name] = &array;
        }
    }
    void run() {
        steps(plan_.steps);
        for (auto& array : plan_.arrays)
            if (array.lastUse < 0)
                array.firstUse = array.lastUse = 0;
    }

private:
    void use(const std::string& name, int at) {
        const auto found = byName_.find(name);
        if (found == byName_.end())
            return;
        PlanArray& array = *found->second;
        array.firstUse = std::min(array.firstUse, at);
        array.lastUse = std::max(array.lastUse, at);
        if (loops_ > 0)
            inLoop_.insert(name);
    }
    void expr(const Expr& e, int at) {
        for (const auto& name : symbolic::freeSymbols(e))
            use(name, at);
    }
    void steps(const Steps& list) {
        for (const Step& step : list) {
            const int at = next_++;
            std::visit(Overload{
                           [&](const Launch& s) {
                               for (const auto& b :
                                    plan_.kernels[static_cast<std::size_t>(s.kernel)].buffers)
                                   use(b.array, at);
                           },
                           [&](const CopyBox& s) {
                               use(s.src, at);
                               use(s.dst, at);
                           },
                           [&](const ZeroArray& s) { use(s.array, at); },
                           [&](const AssignSymbol& s) { expr(s.value, at); },
                           [&](const HostIf& s) {
                               expr(s.condition, at);
                               steps(s.then);
                               steps(s.otherwise);
                           },
                           [](const HostJump&) {},
                           [&](const HostScope& s) { steps(s.body); },
                           [&](const HostLoop& s) { loop(s, at); },
                       },
                       step.kind);
        }
    }
    void loop(const HostLoop& s, int at) {
        ++loops_;
        expr(s.condition, at);
        steps(s.init);
        steps(s.body);
        steps(s.update);
        --loops_;
        if (loops_ > 0)
            return;
        for (const auto& name : inLoop_) {
            use(name, at);
            use(name, next_ - 1);
        }
        inLoop_.clear();
    }

    Plan& plan_;
    std::map<std::string, PlanArray*> byName_;
    std::set<std::string> inLoop_;
    int next_ = 0, loops_ = 0;
};

} // namespace

void markLiveness(Plan& plan) {
    Liveness(plan).run();
}

} // namespace mw::codegen
