// Iterations of one map that touch the same element without an order.
#include "core/validate/iterations.h"

#include "core/analysis/assumed.h"
#include "core/analysis/map_accesses.h"
#include "core/tasklet/tasklet.h"
#include "core/validate/findings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string_view>

namespace mw::validate {

namespace {

using analysis::MapAccess;
using symbolic::Bindings;
using symbolic::Expr;
using symbolic::Value;

using Values = std::vector<std::int64_t>;

/// One element, as one iteration touches it.
struct Touch {
    Values element;
    Values iteration; ///< of the map's own parameters
    const MapAccess* access = nullptr;
};

struct Conflict {
    Touch first, second; ///< `first` writes
};

/// One map with values for the symbols of the program.
class TriedMap {
public:
    /// `ordered`: of updates by these functions the order matters.
    TriedMap(const analysis::MapAccesses& map, Bindings symbols,
             const std::set<std::string>& ordered)
        : map_(map), values_(std::move(symbols)), ordered_(ordered) {}

    /// Of every container the first conflict; nothing where an access leaves its container, so that
    /// the program does not run with these values.
    std::vector<Conflict> conflicts() {
        isWhole_ = placeOuter();
        if (!isWhole_)
            return {};
        for (const MapAccess& access : map_.accesses)
            if (counts(access) && !collect(access))
                return {};
        std::vector<Conflict> found;
        for (auto& [container, touches] : touches_)
            if (auto conflict = conflictIn(touches))
                found.push_back(std::move(*conflict));
        return found;
    }

    /// No access has more iterations than are looked at.
    bool isWhole() const { return isWhole_; }

private:
    static bool counts(const MapAccess& access) {
        const bool known = std::ranges::none_of(access.dims, [](const auto& dim) {
            return dim.low.op() == symbolic::Op::undefined ||
                   dim.high.op() == symbolic::Op::undefined;
        });
        return known && !access.isPrivate && access.whole && access.data &&
               access.data->kind == ir::DataKind::array && !access.data->allowConflicts;
    }

    static constexpr std::size_t kMostTouches =
        4096; ///< of one access, iterations that skip it too

    std::optional<std::int64_t> value(const Expr& e) const {
        if (e.op() == symbolic::Op::undefined)
            return std::nullopt;
        const auto value = symbolic::evaluateInteger(e, values_);
        return value ? std::optional(*value) : std::nullopt;
    }

    std::optional<std::array<std::int64_t, 3>> rangeOf(const std::string& parameter) const {
        const auto name = map_.names.find(parameter);
        const auto* known = name == map_.names.end()
                                ? nullptr
                                : std::get_if<analysis::IndexParameter>(&name->second);
        if (!known)
            return std::nullopt;
        const auto begin = value(known->range.begin);
        const auto end = value(known->range.end);
        const auto step = value(known->range.step);
        if (!begin || !end || !step || *step <= 0)
            return std::nullopt;
        return std::array{*begin, *end, *step};
    }

    std::size_t outer() const { return map_.parameters.size() - map_.own; }

    /// One iteration of what is around the map: the last one of each.
    bool placeOuter() {
        for (std::size_t i = 0; i < outer(); ++i) {
            const auto range = rangeOf(map_.parameters[i]);
            if (!range || (*range)[1] < (*range)[0])
                return false;
            const auto [begin, end, step] = *range;
            values_[map_.parameters[i]] = Value::integer(begin + (end - begin) / step * step);
        }
        return true;
    }

    /// False: it leaves its container.
    bool collect(const MapAccess& access) {
        std::vector<std::string> loops(
            map_.parameters.begin() + static_cast<std::ptrdiff_t>(outer()), map_.parameters.end());
        loops.insert(loops.end(), access.inner.begin(), access.inner.end());
        left_ = kMostTouches;
        inside_ = true;
        loop(access, loops, 0);
        isWhole_ = isWhole_ && left_ > 0;
        for (const std::string& name : loops)
            values_.erase(name);
        return inside_;
    }

    void loop(const MapAccess& access, const std::vector<std::string>& loops, std::size_t at) {
        if (at == loops.size())
            return touch(access);
        const auto range = rangeOf(loops[at]);
        if (!range)
            return;
        for (auto i = (*range)[0]; i <= (*range)[1] && left_ > 0 && inside_; i += (*range)[2]) {
            values_[loops[at]] = Value::integer(i);
            loop(access, loops, at + 1);
        }
    }

    void touch(const MapAccess& access) {
        --left_;
        for (const Expr& condition : access.conditions) {
            const auto holds = symbolic::evaluate(condition, values_);
            if (!holds || !holds->truthy())
                return;
        }
        Values low, high;
        for (const auto& dim : access.dims) {
            const auto first = value(dim.low);
            const auto last = value(dim.high);
            const auto size = value(dim.size);
            if (!first || !last || !size || *last < *first)
                return;
            inside_ = inside_ && *first >= 0 && *last < *size;
            low.push_back(*first);
            high.push_back(*last);
        }
        Values iteration;
        for (std::size_t i = outer(); i < map_.parameters.size(); ++i)
            iteration.push_back(values_.at(map_.parameters[i]).i);
        Touch touched{low, std::move(iteration), &access};
        auto& all = touches_[{access.container, access.data.get()}];
        while (inside_) {
            all.push_back(touched);
            std::size_t d = 0;
            for (; d < low.size() && touched.element[d] == high[d]; ++d)
                touched.element[d] = low[d];
            if (d == low.size() || left_ == 0)
                return;
            --left_;
            ++touched.element[d];
        }
    }

    std::optional<Conflict> conflictIn(std::vector<Touch>& touches) {
        std::ranges::stable_sort(touches, {}, &Touch::element);
        for (auto begin = touches.begin(); begin != touches.end();) {
            const auto end = std::find_if(begin, touches.end(), [&](const Touch& touch) {
                return touch.element != begin->element;
            });
            if (auto conflict = conflictAt(begin, end))
                return conflict;
            begin = end;
        }
        return std::nullopt;
    }

    /// Among those of one element.
    template <typename Iterator>
    std::optional<Conflict> conflictAt(Iterator begin, Iterator end) {
        const auto with = [&](Iterator write, bool updates) -> std::optional<Conflict> {
            for (auto other = begin; other != end; ++other)
                if (other->iteration != write->iteration &&
                    (!updates || other->access->wcr == write->access->wcr))
                    return Conflict{*write, *other};
            return std::nullopt;
        };
        const auto write = std::find_if(begin, end, [](const Touch& touch) {
            return touch.access->write && !touch.access->reduces();
        });
        if (write != end)
            return with(write, false);
        const auto update = std::find_if(begin, end, [this](const Touch& touch) {
            return ordered_.contains(touch.access->wcr);
        });
        return update != end ? with(update, true) : std::nullopt;
    }

    const analysis::MapAccesses& map_;
    Bindings values_;
    const std::set<std::string>& ordered_;
    std::map<std::pair<std::string, const ir::DataDescriptor*>, std::vector<Touch>> touches_;
    std::size_t left_ = 0;
    bool inside_ = true;
    bool isWhole_ = true;
};

/// Looks through the maps of a program.
class IterationSearch {
public:
    IterationSearch(const ir::Sdfg& program, const Bindings& run, const std::function<bool()>& stop)
        : program_(program), run_(run), stop_(stop) {
        for (const std::string& text : analysis::assumptionsOf(program))
            if (auto parsed = symbolic::parse(text, symbolic::Dialect::code))
                assumptions_.push_back(std::move(*parsed));
    }

    void inSdfg(const ir::Sdfg& sdfg) {
        ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
            const auto* state = block.as<ir::State>();
            if (!state)
                return;
            for (const auto& node : state->nodes)
                if (const auto* map = node->as<ir::MapEntry>();
                    map && map->map.schedule != ir::Schedule::Sequential && !(stop_ && stop_()))
                    inMap(node->id);
            for (const auto& node : state->nodes)
                if (const auto* nested = node->as<ir::NestedSdfg>(); nested && nested->sdfg)
                    inSdfg(*nested->sdfg);
        });
    }

    Findings findings;

private:
    /// Every iteration has its own elements: each parameter of the map alone is the index of some
    /// dimension, moved by the same in all accesses. Most maps are so and need not be tried.
    static bool isPointwise(const analysis::MapAccesses& map) {
        std::map<std::pair<std::string, const ir::DataDescriptor*>, std::vector<const MapAccess*>>
            byContainer;
        for (const MapAccess& access : map.accesses)
            if (!access.isPrivate)
                byContainer[{access.container, access.data.get()}].push_back(&access);
        const auto own = map.parameters.end() - static_cast<std::ptrdiff_t>(map.own);
        return std::ranges::all_of(byContainer, [&](const auto& entry) {
            const auto& accesses = entry.second;
            return std::ranges::none_of(accesses, &MapAccess::write) ||
                   std::all_of(own, map.parameters.end(), [&](const std::string& parameter) {
                       return hasOwnDimension(map, accesses, parameter);
                   });
        });
    }

    static bool hasOwnDimension(const analysis::MapAccesses& map,
                                const std::vector<const MapAccess*>& accesses,
                                const std::string& parameter) {
        const auto own = map.parameters.end() - static_cast<std::ptrdiff_t>(map.own);
        const auto isFixed = [&](const std::string& name) {
            return !map.names.contains(name) || std::find(map.parameters.begin(), own, name) != own;
        };
        const auto& dims = accesses.front()->dims;
        for (std::size_t d = 0; d < dims.size(); ++d) {
            const Expr& index = dims[d].low;
            if (index.op() != symbolic::Op::undefined &&
                std::ranges::all_of(symbolic::freeSymbols(index - Expr::symbol(parameter)),
                                    isFixed) &&
                std::ranges::all_of(accesses, [&](const MapAccess* access) {
                    return access->dims[d].low == index && access->dims[d].high == index;
                }))
                return true;
        }
        return false;
    }

    void inMap(NodeId entry) {
        const auto map = analysis::mapAccesses(program_, entry);
        if (isPointwise(map))
            return;
        std::set<std::string, std::less<>> named, begins;
        std::int64_t largest = 4;
        const auto look = [&](const Expr& e) {
            symbolic::collectSymbols(e, named);
            largest = std::max(largest, largestNumber(e));
        };
        for (const auto& [name, what] : map.names)
            if (const auto* parameter = std::get_if<analysis::IndexParameter>(&what)) {
                symbolic::collectSymbols(parameter->range.begin, begins);
                look(parameter->range.begin);
                look(parameter->range.end);
                look(parameter->range.step);
            }
        std::set<std::string> ordered;
        bool conflicts = false; // where all that is written is updated in any order, none can be
        for (const MapAccess& access : map.accesses) {
            for (const auto& dim : access.dims) {
                look(dim.low);
                look(dim.high);
                look(dim.size);
            }
            for (const Expr& condition : access.conditions)
                look(condition);
            if (!access.wcr.empty() && dependsOnOrder(access.wcr))
                ordered.insert(access.wcr);
            conflicts = conflicts || (access.write && access.wcr.empty());
        }
        if (!conflicts && ordered.empty())
            return;
        std::erase_if(named, [&](const auto& name) { return map.names.contains(name); });
        std::set<std::string> reported;
        const auto tryOn = [&](const Bindings& values) {
            TriedMap tried(map, values, ordered);
            for (const Conflict& conflict : tried.conflicts())
                if (reported.insert(conflict.first.access->container).second)
                    report(entry, map, conflict, values);
            return tried.isWhole();
        };
        const bool known = !run_.empty() && std::ranges::all_of(named, [&](const auto& name) {
            return run_.contains(name);
        });
        if (known && tryOn(run_))
            return;
        for (const Bindings& values : valuesToTry({named.begin(), named.end()}, largest, begins))
            tryOn(values);
    }

    /// Among the numbers in an expression; no more than what is still small.
    static std::int64_t largestNumber(const Expr& e) {
        constexpr std::int64_t kMost = 64;
        std::int64_t largest = e.isInteger() ? std::min(e.value(), kMost) : 0;
        for (const Expr& part : e.args())
            largest = std::max(largest, largestNumber(part));
        return largest;
    }

    /// Small values: all the same, as large as the
    /// numbers beside them; each its own in both orders; where ranges begin 0.
    std::vector<Bindings> valuesToTry(const std::vector<std::string>& names, std::int64_t same,
                                      const std::set<std::string, std::less<>>& begins) const {
        std::vector<Bindings> all(4);
        for (std::size_t i = 0; i < names.size(); ++i) {
            const auto up = static_cast<std::int64_t>(3 + 2 * i);
            const auto down = static_cast<std::int64_t>(3 + 2 * (names.size() - 1 - i));
            const std::array<std::int64_t, 4> values{same, up, down,
                                                     begins.contains(names[i]) ? 0 : 5};
            for (std::size_t k = 0; k < all.size(); ++k) {
                const auto constant = program_.constants.find(names[i]);
                all[k][names[i]] = constant != program_.constants.end() ? constant->second
                                                                        : Value::integer(values[k]);
            }
        }
        all.erase(std::unique(all.begin(), all.end(),
                              [](const Bindings& a, const Bindings& b) {
                                  return std::ranges::equal(a, b, [](const auto& x, const auto& y) {
                                      return x.second.i == y.second.i;
                                  });
                              }),
                  all.end());
        std::erase_if(all, [&](const Bindings& values) {
            return std::ranges::any_of(assumptions_, [&](const Expr& assumption) {
                const auto holds = symbolic::evaluate(assumption, values);
                return holds && !holds->truthy();
            });
        });
        return all;
    }

    static std::string iterationText(const analysis::MapAccesses& map, const Values& iteration) {
        std::string text;
        for (std::size_t i = 0; i < iteration.size(); ++i)
            text += fmt::format("{}{} = {}", text.empty() ? "" : ", ",
                                analysis::readableIndex(Expr::symbol(
                                    map.parameters[map.parameters.size() - map.own + i])),
                                iteration[i]);
        return text;
    }

    static std::string triedText(const Bindings& values) {
        constexpr std::size_t kMostNamed = 4;
        std::string text;
        std::size_t named = 0;
        for (const auto& [name, value] : values)
            if (named++ < kMostNamed)
                text += fmt::format("{}{} = {}", text.empty() ? ", for example with " : ", ", name,
                                    value.i);
        return text + (named > kMostNamed ? ", ..." : "");
    }

    void report(NodeId entry, const analysis::MapAccesses& map, const Conflict& conflict,
                const Bindings& values) {
        const MapAccess& write = *conflict.first.access;
        const MapAccess& other = *conflict.second.access;
        const bool updates = write.reduces();
        std::vector<ElementId> elements{entry};
        for (const MapAccess* access : {&write, &other})
            if (!access->elements.empty() &&
                std::ranges::find(elements, access->elements.front()) == elements.end())
                elements.push_back(access->elements.front());
        const std::string element =
            fmt::format("'{}[{}]'", write.container, fmt::join(conflict.first.element, ", "));
        const std::string at = fmt::format("the iteration {} of the map '{}'",
                                           iterationText(map, conflict.first.iteration), map.label);
        const std::string second = iterationText(map, conflict.second.iteration);
        if (updates)
            findings.warning("order-of-updates",
                             fmt::format("{} is updated by {} and by {}{}, and '{}' gives another "
                                         "result when two updates change places",
                                         element, at, second, triedText(values), write.wcr),
                             elements);
        else
            findings.warning("racing-iterations",
                             fmt::format("{} is written by {} and {} by {}{}: iterations have no "
                                         "order",
                                         element, at, other.write ? "also" : "read", second,
                                         triedText(values)),
                             elements);
    }

    const ir::Sdfg& program_;
    const Bindings& run_;
    const std::function<bool()>& stop_;
    std::vector<Expr> assumptions_;
};

/// Of a write-conflict resolution.
struct Update {
    std::string older, newer;
    Expr result = 0;

    static std::optional<Update> of(const std::string& text) {
        auto parts = tasklet::lambdaParts(text);
        if (!parts)
            return std::nullopt;
        auto result = symbolic::parse(parts->body, symbolic::Dialect::plain);
        if (!result)
            return std::nullopt;
        return Update{std::move(parts->old), std::move(parts->fresh), std::move(*result)};
    }

    std::optional<double> apply(double older_, double newer_) const {
        const auto value = symbolic::evaluate(
            result, {{older, Value::real(older_)}, {newer, Value::real(newer_)}});
        return value ? std::optional(value->asReal()) : std::nullopt;
    }
    /// What two updates of `begin` leave.
    std::optional<double> twice(double begin, double first, double second) const {
        const auto once = apply(begin, first);
        return once ? apply(*once, second) : std::nullopt;
    }
};

} // namespace

bool dependsOnOrder(const std::string& wcr) {
    const auto update = Update::of(wcr);
    if (!update)
        return false;
    constexpr double kRounding = 1e-9;
    constexpr std::array<std::array<double, 3>, 3> kTried{{{1, 2, 3}, {2, -3, 5}, {0.5, 4, -1}}};
    return std::ranges::any_of(kTried, [&](const auto& tried) {
        const auto [begin, first, second] = tried;
        const auto one = update->twice(begin, first, second);
        const auto other = update->twice(begin, second, first);
        return one && other && std::abs(*one - *other) > kRounding * (1 + std::abs(*one));
    });
}

std::vector<Diagnostic> conflictingIterations(const ir::DocumentIndex& index, const Bindings& run,
                                              const std::function<bool()>& stop) {
    if (!index.document()->root)
        return {};
    IterationSearch search(*index.document()->root, run, stop);
    search.inSdfg(*index.document()->root);
    return std::move(search.findings.all);
}

} // namespace mw::validate
