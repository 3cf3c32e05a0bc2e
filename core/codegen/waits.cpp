// How many loads of a kernel wait for each other.
#include "core/codegen/waits.h"

#include "core/codegen/dependence.h"
#include "core/codegen/walk.h"
#include "core/support/overload.h"

#include <algorithm>
#include <map>

namespace mw::codegen {

using symbolic::Expr;

namespace {

class Chains {
public:
    explicit Chains(const Kernel& kernel)
        : kernel_(kernel), runs_(kernel.launch.levelsPerThread > 1 && kernel.dims.size() > 1),
          acrossLevels_(kernel.body,
                        runs_ ? kernel.dims[kernel.dims.size() - 2].param : std::string()) {}

    Waits count() {
        walk(kernel_.body, 0);
        return {shared_, own_, behindBranches_};
    }

private:
    /// `begin`: loads that have to be there before the first statement. Those of the longest chain.
    int walk(const Statements& body, int begin) {
        int longest = begin;
        for (const Statement& statement : body)
            longest = std::max(longest, walk(statement, begin));
        return longest;
    }
    int walk(const Statement& statement, int begin) {
        return std::visit(Overload{[&](const DeclareScalar& s) {
                                       if (!s.init)
                                           return begin;
                                       if (runs_ && !acrossLevels_.on(*s.init))
                                           sharedKnown_[s.name] = sharedUntil(*s.init);
                                       return known_[s.name] = chain(*s.init, begin);
                                   },
                                   [&](const AssignScalar& s) {
                                       return known_[s.name] =
                                                  std::max(known_[s.name], chain(*s.value, begin));
                                   },
                                   [&](const Store& s) { return chain(*s.value, begin); },
                                   [&](const For& s) { return walk(s.body, begin); },
                                   [&](const If& s) { return walk(s, begin); },
                                   [&](const While& s) {
                                       chain(*s.condition, begin);
                                       return walk(s.body, begin);
                                   },
                                   [&](const auto&) { return begin; }},
                          statement.kind);
    }
    int walk(const If& branch, int begin) {
        const int condition = chain(*branch.condition, begin);
        const bool waits = condition > 0 && (hasLoads(branch.then) || hasLoads(branch.otherwise));
        const int inside = waits ? std::max(begin, condition) : begin;
        const int then = walk(branch.then, inside), otherwise = walk(branch.otherwise, inside);
        const int longest = std::max(then, otherwise);
        if (waits)
            behindBranches_ += longest - inside;
        return longest;
    }

    /// Loads until the value is known, one after the other.
    int chain(const Value& value, int begin) {
        int longest = 0;
        walkValue(value, [&](const Value& v) {
            if (const auto* local = std::get_if<LocalRef>(&v.kind))
                longest = std::max(longest, knownAfter(local->name));
            else if (const auto* index = std::get_if<Index>(&v.kind))
                longest = std::max(longest, knownAfter(index->expr));
            else if (const auto* load = std::get_if<Load>(&v.kind); load && inMemory(load->buffer))
                longest = std::max(longest, chain(*load, begin));
        });
        return longest;
    }
    int chain(const Load& load, int begin) {
        if (runs_ && !acrossLevels_.on(load.index)) { // it is there before the first level
            shared_ = std::max(shared_, 1 + sharedBefore(load.index));
            return 0;
        }
        const int loads = 1 + std::max(begin, knownAfter(load.index));
        own_ = std::max(own_, loads);
        return loads;
    }
    int knownAfter(const std::string& local) const {
        const auto found = known_.find(local);
        return found == known_.end() ? 0 : found->second;
    }
    int knownAfter(const Expr& e) const {
        int longest = 0;
        for (const std::string& name : symbolic::freeSymbols(e))
            longest = std::max(longest, knownAfter(name));
        return longest;
    }
    /// Loads that all levels share until what is in an expression is known.
    int sharedBefore(const Expr& e) const {
        int longest = 0;
        for (const std::string& name : symbolic::freeSymbols(e))
            if (const auto found = sharedKnown_.find(name); found != sharedKnown_.end())
                longest = std::max(longest, found->second);
        return longest;
    }
    int sharedUntil(const Value& value) const {
        int longest = 0;
        walkValue(value, [&](const Value& v) {
            if (const auto* local = std::get_if<LocalRef>(&v.kind))
                longest = std::max(longest, sharedBefore(Expr::symbol(local->name)));
            else if (const auto* index = std::get_if<Index>(&v.kind))
                longest = std::max(longest, sharedBefore(index->expr));
            else if (const auto* load = std::get_if<Load>(&v.kind); load && inMemory(load->buffer))
                longest = std::max(longest, 1 + sharedBefore(load->index));
        });
        return longest;
    }
    bool inMemory(const std::string& buffer) const {
        return std::ranges::find(kernel_.buffers, buffer, &BufferParam::name) !=
               kernel_.buffers.end();
    }

    const Kernel& kernel_;
    bool runs_; ///< a thread works through several levels
    Dependence acrossLevels_;
    std::map<std::string, int, std::less<>> known_;       ///< locals: loads until they are known
    std::map<std::string, int, std::less<>> sharedKnown_; ///< likewise, loads that levels share
    int shared_ = 0, own_ = 0, behindBranches_ = 0;
};

} // namespace

Waits waitsOf(const Kernel& kernel) {
    return Chains(kernel).count();
}

} // namespace mw::codegen
