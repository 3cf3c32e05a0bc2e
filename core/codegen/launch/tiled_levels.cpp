// Blocks whose points gather together: stages of shared memory in a loop over groups of levels.
#include "core/codegen/launch/tiled_levels.h"

#include "core/codegen/launch/level_parts.h"
#include "core/codegen/launch/tile_gathers.h"
#include "core/codegen/values/make_value.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::codegen {

using ir::ScalarType;
using symbolic::Expr;

namespace {

ValuePtr indexValue(const Expr& e) {
    return makeValue(Index{e}, ScalarType::int32);
}
ValuePtr compared(const Expr& a, const char* op, const Expr& b) {
    return makeValue(Binary{op, indexValue(a), indexValue(b)}, ScalarType::boolean);
}
ValuePtr both(const ValuePtr& a, const ValuePtr& b) {
    return !a ? b : !b ? a : makeValue(Binary{"&&", a, b}, ScalarType::boolean);
}
Statement declare(ScalarType type, const std::string& name, const ValuePtr& value,
                  ElementId element = {}) {
    return {DeclareScalar{type, name, value}, element};
}
void append(Statements& to, Statements from) {
    std::move(from.begin(), from.end(), std::back_inserter(to));
}

/// What is gathered of every neighbour on every level, and the shared array that it goes to.
struct Plane {
    std::string array;
    const Load* gather = nullptr; ///< one of them
    std::string entry;            ///< that it comes through
    ScalarType type = ScalarType::float64;
};

class TiledLevels {
public:
    explicit TiledLevels(const Kernel& kernel)
        : kernel_(kernel), tile_(kernel.tile), point_(kernel.dims.back()),
          level_(kernel.dims[kernel.dims.size() - 2]), names_(freshNames(kernel)),
          threads_(kernel.launch.block[0]), room_(tileRoom(kernel.tile, threads_)),
          group_(std::min(kernel.launch.levelsPerGroup, kernel.launch.levelsPerThread)),
          whole_(hasFullRuns(kernel) && kernel.launch.levelsPerThread % group_ == 0) {
        nameAll();
        NameSet apart = entryLocals();
        collect(apart);
        apart.insert(tile_.loads.begin(), tile_.loads.end());
        parts_ = levelParts(kernel, apart);
    }

    Kernel run() {
        Kernel result = kernel_;
        const std::string run = names_.fresh(level_.param + "_run");
        result.dims[result.dims.size() - 2] =
            runsOfLevels(kernel_, run, kernel_.launch.levelsPerThread);
        result.dims.back().param = thread_;
        result.wholeBlocks = true;
        result.launch.levelsPerThread = result.launch.levelsPerGroup = 1;
        for (const auto& [name, type] : {std::pair{sizes_, ScalarType::int32},
                                         {points_, ScalarType::int32},
                                         {at_, ScalarType::uint16}})
            result.buffers.push_back({name, "", type, false, true});
        result.body = before(run);
        If tile{makeValue(Call{"mw_staged_and", {agreement()}}, ScalarType::boolean),
                stagedLoop(),
                {{If{makeValue(LocalRef{on_}, ScalarType::boolean), {plainLoop()}, {}}}}};
        result.body.push_back({std::move(tile)});
        return result;
    }

private:
    static Expr symbol(const std::string& name) { return Expr::symbol(name); }

    void nameAll() {
        thread_ = names_.fresh(point_.param + "_thread");
        on_ = names_.fresh("mw_on");
        number_ = names_.fresh("mw_tile");
        place_ = names_.fresh("mw_point");
        size_ = names_.fresh("mw_size");
        half_ = names_.fresh("mw_half");
        sizes_ = names_.fresh("mw_tile_sizes");
        points_ = names_.fresh("mw_tile_points");
        at_ = names_.fresh("mw_tile_at");
        first_ = names_.fresh(level_.param + "_first");
        last_ = names_.fresh(level_.param + "_last");
        for (int i = 0; i < room_ / threads_; ++i)
            own_.push_back(names_.fresh(fmt::format("mw_own_{}", i)));
        for (std::size_t c = 0; c < tile_.entries.size(); ++c)
            ats_.push_back(names_.fresh(fmt::format("mw_at_{}", c)));
    }

    /// The entries, and what they are copies of.
    NameSet entryLocals() const {
        NameSet locals(tile_.entries.begin(), tile_.entries.end());
        for (const Statement& s : kernel_.body)
            if (const auto* one = std::get_if<DeclareScalar>(&s.kind);
                one && locals.contains(one->name))
                if (const auto* copied = std::get_if<LocalRef>(&one->init->kind))
                    locals.insert(copied->name);
        return locals;
    }

    /// Entries, gathers and their planes out of the body.
    void collect(const NameSet& entries) {
        for (const Statement& s : kernel_.body) {
            const auto* one = std::get_if<DeclareScalar>(&s.kind);
            if (!one)
                continue;
            if (entries.contains(one->name))
                entries_.push_back(s);
            if (std::ranges::find(tile_.loads, one->name) != tile_.loads.end())
                addGather(*one, s.element);
        }
    }
    void addGather(const DeclareScalar& gather, ElementId element) {
        const auto& load = std::get<Load>(gather.init->kind);
        const auto symbols = symbolic::freeSymbols(load.index);
        const auto entry = std::ranges::find_if(
            tile_.entries, [&](const std::string& name) { return symbols.contains(name); });
        const auto [at, isNew] =
            planeOf_.emplace(tilePlane(load, *entry), static_cast<int>(planes_.size()));
        if (isNew)
            planes_.push_back(
                {names_.fresh(fmt::format("mw_near_{}", at->second)), &load, *entry, gather.type});
        gathers_.push_back({&gather, element, at->second,
                            static_cast<std::size_t>(entry - tile_.entries.begin())});
    }

    /// What stands before the loops, up to the first group on its way.
    Statements before(const std::string& run) {
        Statements body;
        const Expr point = symbol(thread_);
        body.push_back(declare(ScalarType::boolean, on_, compared(point, "<=", point_.end)));
        const Expr last =
            point_.begin + point_.step * symbolic::intFloor(point_.end - point_.begin, point_.step);
        body.push_back(
            declareIndex(kernel_, point_.param, symbolic::min(point, symbolic::simplify(last))));
        const auto builtIn = [&](const std::string& name, const char* text) {
            body.push_back(declare(
                indexScalar(kernel_), name,
                castTo(makeValue(Literal{text}, ScalarType::uint32), indexScalar(kernel_))));
        };
        builtIn(number_, "blockIdx.x");
        builtIn(place_, "threadIdx.x");
        addLists(body);
        append(body, entries_);
        append(body, parts_.invariant);
        const Expr steps = level_.step * Expr(kernel_.launch.levelsPerThread - 1);
        body.push_back(declareIndex(kernel_, first_,
                                    firstOfRun(kernel_, run, kernel_.launch.levelsPerThread)));
        const Expr runEnd = symbol(first_) + steps;
        body.push_back(declareIndex(
            kernel_, last_, hasFullRuns(kernel_) ? runEnd : symbolic::min(runEnd, level_.end)));
        for (const Plane& plane : planes_)
            body.push_back({DeclareArray{plane.type, plane.array, 2 * halfSize(), false, true}});
        body.push_back({Barrier{}}); // where a block comes here again
        append(body, stage(symbol(first_), 0));
        return body;
    }

    /// A thread's own neighbours, which it stages, and where those of its point are.
    void addLists(Statements& body) {
        const auto load = [&](ScalarType type, const std::string& name, const std::string& buffer,
                              ScalarType element, const Expr& index) {
            body.push_back(
                declare(type, name, castTo(makeValue(Load{buffer, index}, element), type)));
        };
        const Expr tile = symbol(number_), place = symbol(place_);
        load(ScalarType::int32, size_, sizes_, ScalarType::int32, tile);
        for (std::size_t i = 0; i < own_.size(); ++i)
            load(indexScalar(kernel_), own_[i], points_, ScalarType::int32,
                 tile * Expr(room_) + place + Expr(static_cast<int>(i) * threads_));
        const auto columns = static_cast<int>(ats_.size());
        for (int c = 0; c < columns; ++c)
            load(ScalarType::int32, ats_[static_cast<std::size_t>(c)], at_, ScalarType::uint16,
                 tile * Expr(columns * threads_) + place + Expr(c * threads_));
    }

    /// The lists say of this thread's point what the table says.
    ValuePtr agreement() const {
        ValuePtr all = compared(symbol(size_), ">", 0);
        for (std::size_t c = 0; c < ats_.size(); ++c) {
            const Expr at = symbol(number_) * Expr(room_) + symbol(ats_[c]);
            all = both(all, makeValue(Binary{"==", makeValue(Load{points_, at}, ScalarType::int32),
                                             indexValue(symbol(tile_.entries[c]))},
                                      ScalarType::boolean));
        }
        return all;
    }

    std::int64_t halfSize() const { return std::int64_t{group_} * room_; }

    Expr ofGroup(const Expr& level, int n) const { return level + level_.step * Expr(n); }

    /// Has the group that begins at `level` on its way into a half of the shared arrays.
    Statements stage(const Expr& level, const Expr& half) {
        Statements body;
        for (int n = 0; n < group_; ++n) {
            Statements one;
            for (std::size_t i = 0; i < own_.size(); ++i)
                one.push_back({If{compared(symbol(place_) + Expr(static_cast<int>(i) * threads_),
                                           "<", symbol(size_)),
                                  ofNeighbour(i, ofGroup(level, n), half + Expr(n * room_)),
                                  {}}});
            if (whole_ || n == 0)
                append(body, std::move(one));
            else
                body.push_back(
                    {If{compared(ofGroup(level, n), "<=", symbol(last_)), std::move(one), {}}});
        }
        return body;
    }
    /// All that is gathered of a thread's own neighbour on a level.
    Statements ofNeighbour(std::size_t own, const Expr& level, const Expr& at) const {
        Statements body;
        for (const Plane& plane : planes_) {
            const Expr index = symbolic::substitute(
                plane.gather->index,
                symbolic::Substitution{{plane.entry, symbol(own_[own])}, {level_.param, level}});
            const Expr to = at + symbol(place_) + Expr(static_cast<int>(own) * threads_);
            body.push_back({Stage{plane.array, symbolic::simplify(to), plane.gather->buffer,
                                  symbolic::simplify(index)}});
        }
        return body;
    }

    Statements stagedLoop() {
        const Expr level = symbol(level_.param), half = symbol(half_);
        const Expr other = Expr(halfSize()) - half;
        Statements body;
        const Expr next = ofGroup(level, group_);
        body.push_back({If{compared(next, "<=", symbol(last_)), stage(next, other), {}}});
        append(body, groupOfLevels());
        body.push_back({AssignScalar{half_, indexValue(other)}});
        body.push_back({Barrier{}});
        return {{DeclareScalar{ScalarType::int32, half_, makeValue(Literal{"0"}, ScalarType::int32),
                               false}},
                {levelLoop(kernel_, symbol(first_), symbol(last_), level_.step * Expr(group_),
                           std::move(body))}};
    }

    /// Loads of all levels of a group, then level by level what was staged, and the rest.
    Statements groupOfLevels() {
        Statements body, rest;
        for (int n = 0; n < group_; ++n) {
            const std::string number = n == 0 ? "" : fmt::format("_{}", n);
            Expr level = ofGroup(symbol(level_.param), n);
            if (n > 0 && !whole_) { // beyond the run: what is loaded has to be there
                const std::string held = names_.fresh(level_.param + number);
                body.push_back(declareIndex(kernel_, held, symbolic::min(level, symbol(last_))));
                level = symbol(held);
            }
            Rewrite at;
            at.replace(level_.param, level);
            for (const std::string& name : n == 0 ? NameSet{} : localsOfLevel())
                at.rename(name, names_.fresh(name + number));
            append(body, at.applied(parts_.loads));
            Statements one = at.applied(staged(n));
            append(one, at.applied(parts_.rest));
            if (whole_ || n == 0)
                append(rest, std::move(one));
            else
                rest.push_back({If{compared(ofGroup(symbol(level_.param), n), "<=", symbol(last_)),
                                   std::move(one),
                                   {}}});
        }
        body.push_back({If{makeValue(LocalRef{on_}, ScalarType::boolean), std::move(rest), {}}});
        return body;
    }
    NameSet localsOfLevel() const {
        NameSet names(tile_.loads.begin(), tile_.loads.end());
        for (const Statements* part : {&parts_.loads, &parts_.rest})
            names.merge(declaredNames(*part));
        return names;
    }
    /// The gathers of the n-th level of a group, out of shared memory.
    Statements staged(int n) const {
        Statements body;
        for (const Gather& gather : gathers_) {
            const Expr at = symbol(half_) + Expr(n * room_) + symbol(ats_[gather.column]);
            const Plane& plane = planes_[static_cast<std::size_t>(gather.plane)];
            body.push_back(declare(gather.local->type, gather.local->name,
                                   makeValue(Load{plane.array, at}, plane.type), gather.element));
        }
        return body;
    }

    /// Point by point, a level at a time: for tiles without a list.
    Statement plainLoop() const {
        Statements body = parts_.loads;
        for (const Gather& gather : gathers_)
            body.push_back({*gather.local, gather.element});
        append(body, parts_.rest);
        return {levelLoop(kernel_, symbol(first_), symbol(last_), level_.step, std::move(body))};
    }

    struct Gather {
        const DeclareScalar* local = nullptr;
        ElementId element{}; ///< that it is made of
        int plane = 0;
        std::size_t column = 0;
    };

    const Kernel& kernel_;
    const TileGathers& tile_;
    const LaunchDim& point_;
    const LaunchDim& level_;
    Names names_;
    int threads_, room_, group_;
    bool whole_; ///< all runs are as long, and whole groups
    std::string thread_, on_, number_, place_, size_, half_, sizes_, points_, at_, first_, last_;
    std::vector<std::string> own_, ats_;
    Statements entries_;
    std::vector<Plane> planes_;
    std::map<std::string, int> planeOf_; ///< by what tilePlane says
    std::vector<Gather> gathers_;
    LevelParts parts_;
};

} // namespace

Kernel tiled(const Kernel& kernel) {
    return TiledLevels(kernel).run();
}

} // namespace mw::codegen
