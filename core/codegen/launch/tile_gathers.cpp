// Gathers of neighbouring points through one table.
#include "core/codegen/launch/tile_gathers.h"

#include "core/codegen/launch/schedule_levels.h"
#include "core/codegen/passes/load_facts.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::codegen {

using symbolic::Expr;

namespace {

constexpr std::size_t kTwo = 2;

/// A local that holds an entry of a table.
struct Entry {
    std::string table; ///< buffer
    Expr column, stride;
};
/// What is gathered through one table.
struct Found {
    std::vector<std::string> entries; ///< in the order of the text
    NameSet loads, fields;
    std::map<std::string, int> planes; ///< with their bytes
};

/// No other part of the program decides what is gathered (areTables).
bool isTable(const PlanContext& context, const BufferParam& buffer) {
    const PlanArray* array = context.array(buffer.array);
    return array && array->argument && !array->written && buffer.type == ir::ScalarType::int32;
}

class TileSearch {
public:
    TileSearch(const PlanContext& context, const Kernel& kernel)
        : context_(context), kernel_(kernel), uses_(kernel), point_(kernel.dims.back()),
          level_(kernel.dims[kernel.dims.size() - kTwo].param) {
        for (const LaunchDim& dim : kernel.dims)
            dims_.insert(dim.param);
        for (const ScalarParam& scalar : kernel.scalars)
            scalars_.emplace(scalar.name, scalar.value);
    }

    TileGathers run() {
        for (const Statement& s : kernel_.body) {
            const auto* declare = std::get_if<DeclareScalar>(&s.kind);
            if (!declare || !declare->init || !uses_.isConstant(declare->name) || addCopy(*declare))
                continue;
            const auto* load = std::get_if<Load>(&declare->init->kind);
            const auto* buffer = load ? bufferOf(load->buffer) : nullptr;
            if (!buffer || !uses_.constant.contains(buffer->name))
                continue;
            if (!addEntry(*declare, *load, *buffer))
                addGather(*declare, *load, *buffer);
        }
        const auto best = std::ranges::max_element(
            found_, {}, [](const auto& one) { return one.second.loads.size(); });
        return best == found_.end() || best->second.loads.size() < kTwo ? TileGathers{}
                                                                        : result(*best);
    }

private:
    const BufferParam* bufferOf(const std::string& name) const {
        const auto found = std::ranges::find(kernel_.buffers, name, &BufferParam::name);
        return found == kernel_.buffers.end() ? nullptr : &*found;
    }
    /// No dimension of the grid and no local: a number, or a parameter of the kernel.
    bool isFixed(const Expr& e) const {
        return std::ranges::all_of(symbolic::freeSymbols(e), [&](const std::string& name) {
            return scalars_.contains(name);
        });
    }

    static bool isIndex(const DeclareScalar& declare) {
        return declare.type == ir::ScalarType::int32 || declare.type == ir::ScalarType::int64;
    }

    /// An entry under another name: with more bits, for wide indices.
    bool addCopy(const DeclareScalar& declare) {
        const auto* local = std::get_if<LocalRef>(&declare.init->kind);
        const auto entry = local ? entries_.find(local->name) : entries_.end();
        if (entry == entries_.end() || !isIndex(declare))
            return false;
        const Entry copied = entry->second;
        entries_.emplace(declare.name, copied);
        return true;
    }
    bool addEntry(const DeclareScalar& declare, const Load& load, const BufferParam& buffer) {
        if (!isIndex(declare) || !isTable(context_, buffer) ||
            !symbolic::freeSymbols(load.index).contains(point_.param))
            return false;
        const auto at = [&](const Expr& point) {
            return symbolic::simplify(
                symbolic::substitute(load.index, symbolic::Substitution{{point_.param, point}}));
        };
        const Expr point = Expr::symbol(point_.param);
        const Expr stride = symbolic::simplify(at(point + point_.step) - at(point));
        const Expr column = at(point_.begin);
        if (!isFixed(stride) || !isFixed(column))
            return false;
        entries_.emplace(declare.name, Entry{buffer.name, column, stride});
        return true;
    }

    void addGather(const DeclareScalar& declare, const Load& load, const BufferParam& buffer) {
        const int bytes = ir::sizeOf(buffer.type);
        if (declare.type != declare.init->type || declare.type != buffer.type ||
            (bytes != 4 && bytes != 8))
            return;
        std::string entry;
        bool ofLevel = false;
        for (const std::string& name : symbolic::freeSymbols(load.index)) {
            if (entries_.contains(name) && entry.empty())
                entry = name;
            else if (!scalars_.contains(name) && (!dims_.contains(name) || name == point_.param))
                return;
            ofLevel = ofLevel || name == level_;
        }
        if (entry.empty() || !ofLevel)
            return;
        Found& found = found_[entries_.at(entry).table];
        if (!found.entries.empty() &&
            entries_.at(found.entries.front()).stride != entries_.at(entry).stride)
            return;
        if (std::ranges::find(found.entries, entry) == found.entries.end())
            found.entries.push_back(entry);
        found.loads.insert(declare.name);
        found.fields.insert(buffer.name);
        found.planes[tilePlane(load, entry)] = bytes;
    }

    TileGathers result(const std::pair<const std::string, Found>& best) const {
        TileGathers tile;
        tile.table = best.first;
        tile.entries = best.second.entries;
        for (const std::string& entry : tile.entries)
            tile.columns.push_back(symbolic::substitute(entries_.at(entry).column, scalars_));
        tile.stride = symbolic::substitute(entries_.at(tile.entries.front()).stride, scalars_);
        tile.loads = {best.second.loads.begin(), best.second.loads.end()};
        tile.fields = {best.second.fields.begin(), best.second.fields.end()};
        for (const auto& [plane, bytes] : best.second.planes)
            tile.bytes += bytes;
        return tile;
    }

    const PlanContext& context_;
    const Kernel& kernel_;
    BufferUses uses_;
    const LaunchDim& point_;
    std::string level_;
    NameSet dims_;
    symbolic::Substitution scalars_; ///< values over symbols of the plan
    std::map<std::string, Entry, std::less<>> entries_;
    std::map<std::string, Found, std::less<>> found_; ///< by table
};

} // namespace

std::string tilePlane(const Load& gather, const std::string& entry) {
    const Expr index = symbolic::substitute(
        gather.index, symbolic::Substitution{{entry, Expr::symbol("mw_entry")}});
    return fmt::format("{}[{}]", gather.buffer, symbolic::print(index));
}

std::vector<bool> areTables(const PlanContext& context, const Kernel& kernel) {
    std::vector<bool> are;
    for (const BufferParam& buffer : kernel.buffers)
        are.push_back(isTable(context, buffer));
    return are;
}

TileGathers tileGathers(const PlanContext& context, const Kernel& kernel) {
    return maySchedule(kernel) ? TileSearch(context, kernel).run() : TileGathers{};
}

int tileRoom(const TileGathers& tile, int threads) {
    return threads * std::min(static_cast<int>(tile.columns.size()), 2);
}

std::int64_t tileBytes(const TileGathers& tile, int threads, int levelsPerGroup) {
    constexpr std::int64_t kHalves = 2; // one is read while the other is filled
    return kHalves * levelsPerGroup * tileRoom(tile, threads) * tile.bytes;
}

} // namespace mw::codegen
