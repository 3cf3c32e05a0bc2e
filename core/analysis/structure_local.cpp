// The part of the structural hash that one element has by itself.
#include "core/analysis/structure_local.h"

#include "core/analysis/analysis.h"
#include "core/ir/connectors.h"
#include "core/support/hash.h"
#include "core/support/identifiers.h"
#include "core/symbolic/subset.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>

namespace mw::analysis {

namespace {

using Hash = std::uint64_t;
using symbolic::Expr;

/// Parts in order.
class Parts {
public:
    explicit Parts(Hash seed) : hash_(seed) {}
    template <class... Values>
    Parts& add(const Values&... values) {
        ((hash_ = hashCombine(hash_, of(values))), ...);
        return *this;
    }
    Hash hash() const { return hash_; }

private:
    static Hash of(Hash value) { return value; }
    static Hash of(bool value) { return value ? 1 : 2; }
    static Hash of(int value) { return static_cast<Hash>(value); }
    static Hash of(const std::string& text) { return fnv1a64(text) ^ text.size(); }
    template <class Enum>
    requires std::is_enum_v<Enum>
    static Hash of(Enum value) { return static_cast<Hash>(value); }
    template <class T>
    static Hash of(const std::vector<T>& list) {
        Parts parts(list.size());
        for (const T& item : list)
            parts.add(item);
        return parts.hash();
    }
    static Hash of(const std::optional<bool>& value) { return value ? 1 + of(*value) : 0; }

    Hash hash_;
};

Hash exprsHash(const std::vector<Expr>& list, const Meaning& meaning) {
    Hash hash = list.size();
    for (const Expr& e : list)
        hash = hashCombine(hash, exprHash(e, meaning));
    return hash;
}

Hash subsetHash(const symbolic::Subset& subset, const Meaning& meaning) {
    Hash hash = subset.rank();
    for (const auto& [begin, end, step, tile] : subset.dims)
        for (const Expr* e : {&begin, &end, &step, &tile})
            hash = hashCombine(hash, exprHash(*e, meaning));
    return hash;
}
Hash subsetHash(const std::optional<symbolic::Subset>& subset, const Meaning& meaning) {
    return subset ? subsetHash(*subset, meaning) : 0x6e6f6e65;
}

Hash mapHash(const ir::Map& map, const Meaning& meaning) {
    // The label is for people.
    const auto& [label, params, range, schedule, unroll, unrollFactor, collapse, gpuBlockSize,
                 gpuLaunchBounds, gpuMaxRegisters, gpuMinWarps, gpuForceSyncthreads, ompNumThreads,
                 ompSchedule, ompChunkSize] = map;
    return Parts(subsetHash(range, meaning))
        .add(params, schedule, unroll, unrollFactor, collapse, gpuBlockSize, gpuLaunchBounds,
             gpuMaxRegisters, gpuMinWarps, gpuForceSyncthreads, ompNumThreads, ompSchedule,
             ompChunkSize)
        .hash();
}

/// Names and types of those connectors that are names in what the node computes.
Hash connectorsHash(const ir::Node& node) {
    Hash hash = 0;
    for (const auto* side : {&node.in, &node.out}) {
        hash = hashCombine(hash, 1);
        for (const auto& [name, type] : *side)
            if (nameCounts(node, name))
                hash = hashCombine(hashCombine(hash, fnv1a64(name)), typeHash(type));
    }
    return hash;
}

/// The names and numbers, and each other character, in order.
std::vector<std::string_view> wordsOf(std::string_view text) {
    std::vector<std::string_view> words;
    while (!text.empty()) {
        std::size_t length = 1;
        while (isWordCharacter(text.front()) && length < text.size() &&
               isWordCharacter(text[length]))
            ++length;
        words.push_back(text.substr(0, length));
        text.remove_prefix(length);
    }
    return words;
}

using OwnNames = std::set<std::string_view>;

/// Names that a code gives values to: what is assigned, and parameters of a lambda.
void addBound(std::string_view text, OwnNames& into) {
    std::string_view last;
    bool lambda = false;
    char before = ' ';
    for (const std::string_view word : wordsOf(text)) {
        const bool name = isWordCharacter(word.front());
        if (word == "=" && std::string_view("<>!=").find(before) == std::string_view::npos)
            into.insert(last);
        if (lambda && name)
            into.insert(word);
        lambda = (lambda && word != ":") || word == "lambda";
        if (name)
            last = word;
        if (word != " ")
            before = word.back();
    }
}

/// Names in a tasklet that are no symbols: connectors and locals; it cannot name containers.
OwnNames ownNames(const ir::Node& node, const ir::Tasklet& tasklet, const ir::Sdfg& sdfg) {
    OwnNames names;
    for (const auto* side : {&node.in, &node.out})
        for (const auto& [name, type] : *side)
            names.insert(name);
    for (const auto& [name, data] : sdfg.arrays)
        names.insert(name);
    addBound(tasklet.code.text, names);
    return names;
}

Hash hashOf(const ir::Node&, const ir::AccessNode& access, const ir::Sdfg& sdfg,
            const Meaning& meaning) {
    const auto& [name, setZero] = access;
    const auto* data = sdfg.data(name);
    return Parts(data ? descriptorHash(*data, meaning) : fnv1a64(name)).add(setZero).hash();
}

Hash hashOf(const ir::Node& node, const ir::Tasklet& tasklet, const ir::Sdfg& sdfg,
            const Meaning& meaning) {
    // The label is for people.
    const auto& [label, code, codeGlobal, codeInit, codeExit, stateFields, sideEffects] = tasklet;
    Parts parts(codeHash(code.text, meaning, ownNames(node, tasklet, sdfg)));
    parts.add(code.language, connectorsHash(node), stateFields, sideEffects);
    for (const auto* raw : {&codeGlobal, &codeInit, &codeExit})
        parts.add(codeHash(*raw, {}));
    return parts.hash();
}

Hash hashOf(const ir::Node& node, const ir::MapEntry& entry, const ir::Sdfg&,
            const Meaning& meaning) {
    const auto& [map, exit] = entry; // that the exit is another node shows at the edges
    return Parts(mapHash(map, meaning)).add(connectorsHash(node)).hash();
}

Hash hashOf(const ir::Node& node, const ir::ConsumeEntry& entry, const ir::Sdfg&,
            const Meaning& meaning) {
    const auto& [label, peIndex, numPes, condition, schedule, chunkSize, exit] = entry;
    return Parts(exprHash(numPes, meaning))
        .add(peIndex, codeHash(condition, meaning), schedule, chunkSize, connectorsHash(node))
        .hash();
}

/// Only the type counts: elements of the inner SDFG are hashed by themselves, the rest is advice.
Hash hashOf(const ir::Node&, const ir::NestedSdfg& nested, const ir::Sdfg&, const Meaning&) {
    const auto& [label, sdfg, symbolMapping, noInline] = nested;
    return sdfg ? 0x4e53 : Parts(0x4e53).add(label).hash(); // outside: only the label tells which
}

Hash hashOf(const ir::Node& node, const ir::LibraryNode& library, const ir::Sdfg&,
            const Meaning& meaning) {
    const auto& [label, name, classpath, implementation, schedule, properties] = library;
    Parts parts(fnv1a64(classpath));
    parts.add(implementation, schedule, connectorsHash(node));
    for (const auto& [key, text] : properties)
        if (propertyCounts(key))
            parts.add(key, codeHash(text, meaning));
    return parts.hash();
}

/// The meaning of its connectors is not known: all of them count.
Hash hashOf(const ir::Node& node, const ir::UnknownNode& unknown, const ir::Sdfg&, const Meaning&) {
    const auto& [typeName, label] = unknown;
    return Parts(connectorsHash(node)).add(typeName, label).hash();
}

/// All that an exit says is which entry it belongs to, which shows at the edges.
template <class Exit>
Hash hashOf(const ir::Node&, const Exit&, const ir::Sdfg&, const Meaning&) {
    return 0x45584954;
}

} // namespace

Hash exprHash(const Expr& e, const Meaning& meaning) {
    return symbolic::expand(symbolic::substitute(e, meaning)).hash();
}

namespace {

/// What stands for a word of code: a name is the word that it would be without a nested SDFG.
Hash wordHash(const Expr& meaning) {
    return meaning.isSymbol() ? fnv1a64(meaning.name()) : exprHash(meaning, {});
}

} // namespace

Hash codeHash(const std::string& text, const Meaning& meaning,
              const std::set<std::string_view>& own) {
    Hash hash = 0x434f4445;
    char before = ' ';
    for (const std::string_view word : wordsOf(text)) {
        const bool attribute = before == '.';
        const auto found = attribute || own.contains(word) ? meaning.end() : meaning.find(word);
        hash = hashCombine(hash, found == meaning.end() ? fnv1a64(word) : wordHash(found->second));
        before = word.back();
    }
    return hash;
}

Hash codeHash(const ir::CodeBlock& code, const Meaning& meaning) {
    const auto& [text, language] = code;
    return text.empty() ? 0 : hashCombine(codeHash(text, meaning), static_cast<Hash>(language));
}

Hash typeHash(const ir::DType& type) {
    const auto& [scalar, text] = type;
    return Parts(static_cast<Hash>(scalar)).add(text).hash();
}

Hash valueHash(const symbolic::Value& value) {
    const double one = value.d == 0 ? 0.0 : std::isnan(value.d) ? std::nan("") : value.d;
    return Parts(value.isReal ? std::bit_cast<Hash>(one) : static_cast<Hash>(value.i))
        .add(value.isReal)
        .hash();
}

Hash descriptorHash(const ir::DataDescriptor& data, const Meaning& meaning) {
    const auto& [kind, typeName, dtype, shape, strides, offset, totalSize, startOffset, transient,
                 storage, lifetime, alignment, mayAlias, allowConflicts, pool, members, origin] =
        data;
    Parts inside(members.size());
    for (const auto& [name, member] : members)
        inside.add(name, descriptorHash(*member, meaning));
    return Parts(typeHash(dtype))
        .add(kind, typeName, exprsHash(shape, meaning), exprsHash(strides, meaning),
             exprsHash(offset, meaning), exprHash(totalSize, meaning),
             exprHash(startOffset, meaning), transient, storage, lifetime, alignment, mayAlias,
             allowConflicts, pool, inside.hash())
        .hash();
}

Hash memletHash(const ir::StateIndex& index, const ir::Edge& edge, const Meaning& meaning) {
    // How many elements move follows from the subset.
    const auto& [data, subset, otherSubset, volume, dynamic, wcr, wcrNonatomic, allowOutOfBounds,
                 stated, origin] = edge.memlet;
    if (edge.memlet.empty())
        return 1;
    const auto known = meaning.find(data);
    OwnNames own;
    addBound(wcr, own);
    return Parts(known == meaning.end() ? fnv1a64(data) : exprHash(known->second, {}))
        .add(isDataSource(index, edge), subsetHash(subset, meaning),
             subsetHash(otherSubset, meaning), dynamic, codeHash(wcr, meaning, own), wcrNonatomic,
             allowOutOfBounds)
        .hash();
}

bool propertyCounts(const std::string& key) {
    return key != "guid" && key != "debuginfo" && key != "label" && key != "name";
}

bool nameCounts(const ir::Node& node, const std::string& connector) {
    if (node.as<ir::NestedSdfg>() || node.isExit())
        return false;
    return !node.isEntry() || (!ir::isPassIn(connector) && !ir::isPassOut(connector));
}

Hash localHash(const ir::Node& node, const ir::Sdfg& sdfg, const Meaning& meaning) {
    const auto own = [&](const auto& kind) { return hashOf(node, kind, sdfg, meaning); };
    return hashCombine(node.kind.index(), std::visit(own, node.kind));
}

std::string localText(const ir::Node& node, const ir::Sdfg& sdfg) {
    if (const auto* tasklet = node.as<ir::Tasklet>())
        return fmt::format("tasklet `{}`", tasklet->code.text);
    if (const auto* entry = node.as<ir::MapEntry>()) {
        std::string text = "map [";
        for (std::size_t i = 0; i < entry->map.params.size() && i < entry->map.range.rank(); ++i)
            text += fmt::format("{}{} = {}", i ? ", " : "", entry->map.params[i],
                                print(entry->map.range.dims[i]));
        return text + "]";
    }
    if (const auto* access = node.as<ir::AccessNode>()) {
        const auto* data = sdfg.data(access->data);
        std::string shape;
        if (data)
            for (const Expr& e : data->shape)
                shape += (shape.empty() ? "" : ", ") + symbolic::print(e);
        return fmt::format("{} [{}]", access->data, shape);
    }
    return ir::kindName(node) + " " + ir::displayName(node);
}

} // namespace mw::analysis
