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
        return {shared_, behindBranches_};
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
                                           sharedKnown_[s.name] = sharedChain(*s.init);
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

    using Known = std::map<std::string, int, std::less<>>; ///< by local: loads until it is known

    /// Loads until the value is known, one after the other. What levels share is there before them.
    int chain(const Value& value, int begin) {
        return longest(value, known_, [&](const Load& load) {
            if (!isShared(load))
                return 1 + std::max(begin, longest(load.index, known_));
            shared_ = std::max(shared_, 1 + longest(load.index, sharedKnown_));
            return 0;
        });
    }
    /// Of a value that levels share.
    int sharedChain(const Value& value) const {
        return longest(value, sharedKnown_,
                       [&](const Load& load) { return 1 + longest(load.index, sharedKnown_); });
    }
    template <class OfLoad>
    int longest(const Value& value, const Known& known, const OfLoad& ofLoad) const {
        int most = 0;
        walkValue(value, [&](const Value& v) {
            if (const auto* local = std::get_if<LocalRef>(&v.kind))
                most = std::max(most, after(local->name, known));
            else if (const auto* index = std::get_if<Index>(&v.kind))
                most = std::max(most, longest(index->expr, known));
            else if (const auto* load = std::get_if<Load>(&v.kind); load && inMemory(load->buffer))
                most = std::max(most, ofLoad(*load));
        });
        return most;
    }
    static int longest(const Expr& e, const Known& known) {
        int most = 0;
        for (const std::string& name : symbolic::freeSymbols(e))
            most = std::max(most, after(name, known));
        return most;
    }
    static int after(const std::string& local, const Known& known) {
        const auto found = known.find(local);
        return found == known.end() ? 0 : found->second;
    }
    bool isShared(const Load& load) const { return runs_ && !acrossLevels_.on(load.index); }
    bool inMemory(const std::string& buffer) const {
        return std::ranges::find(kernel_.buffers, buffer, &BufferParam::name) !=
               kernel_.buffers.end();
    }

    const Kernel& kernel_;
    bool runs_; ///< a thread works through several levels
    Dependence acrossLevels_;
    Known known_, sharedKnown_; ///< of all loads, of those that levels share
    int shared_ = 0, behindBranches_ = 0;
};

} // namespace

Waits waitsOf(const Kernel& kernel) {
    return Chains(kernel).count();
}

} // namespace mw::codegen
