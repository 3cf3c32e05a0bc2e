// Which kernels of two variants do the same work.
#include "core/bench/pairs.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <tuple>
#include <utility>

namespace mw::bench {

namespace {

using Names = std::set<std::string>;
/// All that has to agree before two kernels count as one and the same without any provenance.
using Signature =
    std::tuple<std::string, std::string, std::vector<KernelArray>, std::vector<KernelArray>, Names>;

/// The kernels of one variant, and who writes what. A temporary goes by its name and the arguments
/// that its values come from in the end: in another file the name alone may mean something else.
class Side {
public:
    explicit Side(const VariantResult& variant) : kernels_(variant.kernels) {
        for (int k = 0; k < size(); ++k)
            for (const auto& array : kernel(k).writes)
                writersByName_[array.name].push_back(k);
        for (int k = 0; k < size(); ++k)
            for (const auto* list : {&kernel(k).reads, &kernel(k).writes})
                for (const auto& array : *list)
                    if (!keys_.contains(array.name))
                        keys_[array.name] = makeKey(array);
        for (const auto& [name, writers] : writersByName_)
            writers_[keys_.at(name)] = writers;
    }

    int size() const { return static_cast<int>(kernels_.size()); }
    const KernelRow& kernel(int k) const { return kernels_[static_cast<std::size_t>(k)]; }
    /// The array's name, for temporaries with the arguments that their values come from.
    const std::string& key(const KernelArray& array) const { return keys_.at(array.name); }
    const std::vector<int>& writersOf(const std::string& key) const { return of(writers_, key); }
    const std::map<std::string, std::vector<int>>& writers() const { return writers_; }

    bool knowsOrigins() const {
        return std::ranges::none_of(kernels_, [](const KernelRow& k) { return k.origins.empty(); });
    }
    Signature signature(int k) const {
        const auto& row = kernel(k);
        return {row.work, row.label, row.reads, row.writes, argumentsBehind(k)};
    }

private:
    std::string makeKey(const KernelArray& array) const {
        if (array.argument)
            return array.name;
        Names behind;
        for (const int writer : of(writersByName_, array.name))
            behind.merge(argumentsBehind(writer));
        auto text = array.name + " from";
        for (const auto& name : behind)
            text += " " + name;
        return text;
    }

    /// The arguments that the kernel's inputs come from in the end.
    Names argumentsBehind(int k) const {
        Names arguments;
        std::set<int> seen{k};
        std::vector<int> next{k};
        while (!next.empty()) {
            const int at = next.back();
            next.pop_back();
            for (const auto& array : kernel(at).reads) {
                if (array.argument)
                    arguments.insert(array.name);
                for (const int writer : of(writersByName_, array.name))
                    if (writer < at && seen.insert(writer).second)
                        next.push_back(writer);
            }
        }
        return arguments;
    }

    using Writers = std::map<std::string, std::vector<int>>;
    static const std::vector<int>& of(const Writers& writers, const std::string& name) {
        static const std::vector<int> kNone;
        const auto found = writers.find(name);
        return found == writers.end() ? kNone : found->second;
    }

    const std::vector<KernelRow>& kernels_;
    Writers writersByName_;
    std::map<std::string, std::string> keys_; ///< by name
    Writers writers_;                         ///< by key
};

/// Sets of kernels of both variants that are joined step by step.
class Joined {
public:
    Joined(int first, int second) : parent_(static_cast<std::size_t>(first + second)) {
        std::iota(parent_.begin(), parent_.end(), 0);
    }
    int find(int k) {
        while (parent_[static_cast<std::size_t>(k)] != k)
            k = parent_[static_cast<std::size_t>(k)] =
                parent_[static_cast<std::size_t>(parent_[static_cast<std::size_t>(k)])];
        return k;
    }
    bool join(int a, int b) {
        a = find(a);
        b = find(b);
        parent_[static_cast<std::size_t>(std::max(a, b))] = std::min(a, b);
        return a != b;
    }

private:
    std::vector<int> parent_; ///< the second variant's kernels follow the first's
};

class Pairing {
public:
    Pairing(const VariantResult& first, const VariantResult& second)
        : first_(first), second_(second),
          byOrigins_(first_.knowsOrigins() && second_.knowsOrigins()),
          joined_(first_.size(), second_.size()) {}

    std::vector<KernelGroup> run() {
        if (byOrigins_)
            joinByOrigins();
        else
            joinByArrays();
        while (absorbVanished(first_, second_, 0) ||
               absorbVanished(second_, first_, first_.size())) {
        }
        std::vector<KernelGroup> groups;
        for (auto& group : all())
            if (doesTheSame(group))
                groups.push_back(std::move(group));
        return groups;
    }

private:
    /// The number of a kernel of the second variant among all.
    int other(int k) const { return first_.size() + k; }

    void joinByOrigins() {
        std::map<NodeId, int> owner;
        const auto add = [&](const Side& side, int offset) {
            for (int k = 0; k < side.size(); ++k)
                for (const NodeId origin : side.kernel(k).origins) {
                    const auto [found, fresh] = owner.emplace(origin, offset + k);
                    if (!fresh)
                        joined_.join(found->second, offset + k);
                }
        };
        add(first_, 0);
        add(second_, first_.size());
    }

    /// Kernels that agree in everything, as often on both sides; then, among the others, all that
    /// write the same array.
    void joinByArrays() {
        std::map<Signature, std::pair<std::vector<int>, std::vector<int>>> same;
        for (int k = 0; k < first_.size(); ++k)
            same[first_.signature(k)].first.push_back(k);
        for (int k = 0; k < second_.size(); ++k)
            same[second_.signature(k)].second.push_back(k);
        std::map<int, int> exact; // by number among all
        for (const auto& [signature, kernels] : same)
            if (kernels.first.size() == kernels.second.size())
                for (std::size_t i = 0; i < kernels.first.size(); ++i) {
                    exact[kernels.first[i]] = other(kernels.second[i]);
                    exact[other(kernels.second[i])] = kernels.first[i];
                }
        dropDoubtful(exact);
        for (const auto& [a, b] : exact)
            joined_.join(a, b);
        for (const auto& [array, writers] : first_.writers())
            joinRest(writers, second_.writersOf(array), exact);
    }

    /// Where one writer of an array has no partner, none of the array's writers is sure of its own:
    /// what that one did may have gone into another.
    void dropDoubtful(std::map<int, int>& exact) const {
        bool dropped = true;
        while (std::exchange(dropped, false)) {
            const auto check = [&](const Side& side, int offset) {
                for (const auto& [array, writers] : side.writers()) {
                    const auto has = [&](int k) { return exact.contains(offset + k); };
                    if (std::ranges::all_of(writers, has) || std::ranges::none_of(writers, has))
                        continue;
                    for (const int k : writers)
                        if (const auto found = exact.find(offset + k); found != exact.end()) {
                            const int partner = found->second;
                            exact.erase(found);
                            exact.erase(partner);
                            dropped = true;
                        }
                }
            };
            check(first_, 0);
            check(second_, first_.size());
        }
    }

    void joinRest(const std::vector<int>& mine, const std::vector<int>& theirs,
                  const std::map<int, int>& exact) {
        std::vector<int> rest;
        bool both[2] = {false, false};
        for (const int k : mine)
            if (!exact.contains(k)) {
                rest.push_back(k);
                both[0] = true;
            }
        for (const int k : theirs)
            if (!exact.contains(other(k))) {
                rest.push_back(other(k));
                both[1] = true;
            }
        if (!both[0] || !both[1])
            return;
        for (const int k : rest)
            joined_.join(rest.front(), k);
    }

    /// Joins the kernel that fills a temporary with the group that reads it, where the other
    /// variant has no such temporary. True: something was joined.
    bool absorbVanished(const Side& side, const Side& otherSide, int offset) {
        bool any = false;
        const auto withPartner = rootsOnBothSides();
        for (int k = 0; k < side.size(); ++k) {
            if (!withPartner.contains(joined_.find(offset + k)))
                continue;
            for (const auto& array : side.kernel(k).reads)
                if (const auto& key = side.key(array);
                    !array.argument && otherSide.writersOf(key).empty())
                    for (const int writer : side.writersOf(key))
                        any = joined_.join(offset + k, offset + writer) || any;
        }
        return any;
    }

    std::set<int> rootsOnBothSides() {
        std::set<int> mine;
        std::set<int> both;
        for (int k = 0; k < first_.size(); ++k)
            mine.insert(joined_.find(k));
        for (int k = 0; k < second_.size(); ++k)
            if (const int root = joined_.find(other(k)); mine.contains(root))
                both.insert(root);
        return both;
    }

    std::vector<KernelGroup> all() {
        std::map<int, KernelGroup> groups;
        for (int k = 0; k < first_.size(); ++k)
            groups[joined_.find(k)].first.push_back(k);
        for (int k = 0; k < second_.size(); ++k)
            groups[joined_.find(other(k))].second.push_back(k);
        std::vector<KernelGroup> list;
        for (auto& [root, group] : groups)
            if (!group.first.empty() && !group.second.empty())
                list.push_back(std::move(group));
        return list; // roots are the smallest numbers: the first variant's order
    }

    static Names argumentsOf(const Side& side, const std::vector<int>& kernels,
                             std::vector<KernelArray> KernelRow::*which) {
        Names names;
        for (const int k : kernels)
            for (const auto& array : side.kernel(k).*which)
                if (array.argument)
                    names.insert(array.name);
        return names;
    }

    /// Temporaries that come from kernels outside the group.
    static Names temporariesFromOutside(const Side& side, const std::vector<int>& kernels) {
        Names names;
        for (const int k : kernels)
            for (const auto& array : side.kernel(k).reads)
                if (!array.argument)
                    names.insert(side.key(array));
        for (const int k : kernels)
            for (const auto& array : side.kernel(k).writes)
                names.erase(side.key(array));
        return names;
    }

    /// The last word: both sides write the same arguments, and one of them reads no argument that
    /// the other does without. Without provenance, what they get from other kernels agrees too: a
    /// temporary's name may mean something else in another file.
    bool doesTheSame(const KernelGroup& group) const {
        if (argumentsOf(first_, group.first, &KernelRow::writes) !=
            argumentsOf(second_, group.second, &KernelRow::writes))
            return false;
        if (!byOrigins_ && temporariesFromOutside(first_, group.first) !=
                               temporariesFromOutside(second_, group.second))
            return false;
        const auto a = argumentsOf(first_, group.first, &KernelRow::reads);
        const auto b = argumentsOf(second_, group.second, &KernelRow::reads);
        return std::ranges::includes(a, b) || std::ranges::includes(b, a);
    }

    Side first_, second_;
    bool byOrigins_;
    Joined joined_;
};

} // namespace

std::vector<KernelGroup> pairKernels(const VariantResult& first, const VariantResult& second) {
    return Pairing(first, second).run();
}

} // namespace mw::bench
