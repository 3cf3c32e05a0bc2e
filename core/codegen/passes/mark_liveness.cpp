// The pass "mark-liveness".
#include "core/codegen/passes/passes.h"
#include "core/support/overload.h"

#include <algorithm>
#include <limits>

namespace mw::codegen {

using symbolic::Expr;

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

void markLiveness(PlanContext& context) {
    markLiveness(context.plan);
}

void markLiveness(Plan& plan) {
    Liveness(plan).run();
}

} // namespace mw::codegen
