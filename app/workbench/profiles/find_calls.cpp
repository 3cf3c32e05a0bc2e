// Calls of a program in a trace: as many launches in a row as a call has, with the grids that its
// kernels have, in an order that its data allow.
#include "app/workbench/profiles/find_calls.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace mw::workbench {

namespace {

using Index = std::size_t;

class Groups {
public:
    explicit Groups(Index count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0); }
    Index of(Index i) const { return parent_[i] == i ? i : of(parent_[i]); }
    void join(Index a, Index b) { parent_[of(a)] = of(b); }

private:
    std::vector<Index> parent_;
};

/// Characters that the label has in common with the beginning of the name; 0: it is another name.
std::size_t commonName(const std::string& label, const std::string& foreign) {
    // "void ns::name(...)", "range/name(...)" where nsys puts the range around a launch before it:
    // the name begins behind the last of them before parentheses.
    const std::string head = foreign.substr(0, foreign.find_first_of("(<"));
    const auto start = head.find_last_of(" :/");
    const std::string name = start == std::string::npos ? head : head.substr(start + 1);
    if (label.empty() || !name.starts_with(label))
        return 0;
    const bool ends =
        name.size() == label.size() || name[label.size()] == '_' || name[label.size()] == '.';
    return ends ? label.size() : 0;
}

/// Launches in a row that could be one call, and what each of ours is among them.
class Window {
public:
    Window(const ExpectedCall& call, const Profile& profile, const Fitting& fitting,
           const std::vector<Index>& kernels)
        : call_(call), profile_(profile), fitting_(fitting), kernels_(kernels),
          candidates_(call.launches.size()) {}

    /// Nothing where the order or the names contradict.
    std::optional<Reading> read() {
        start();
        narrow();
        const auto decided = candidates_;
        byNames();
        if (std::ranges::any_of(candidates_, [](const auto& some) { return some.empty(); }) ||
            !inOrder())
            return std::nullopt;
        return reading(decided);
    }

private:
    const std::string& nameAt(Index position) const {
        return profile_.kernels[kernels_[position]].name;
    }
    bool canBe(Index slot, Index position) const {
        return std::ranges::binary_search(fitting_.ofOurs[call_.launches[slot]],
                                          kernels_[position]);
    }
    /// Of a group, the launch with so many that must come before it and so many after.
    void start() {
        std::map<Index, std::vector<Index>> slots, positions;
        for (Index i = 0; i < kernels_.size(); ++i) {
            slots[fitting_.groupOfOurs[call_.launches[i]]].push_back(i);
            positions[*fitting_.group[kernels_[i]]].push_back(i);
        }
        for (const auto& [group, ours] : slots)
            for (const Index slot : ours) {
                const auto first = std::ranges::count_if(
                    ours, [&](Index other) { return other < slot && call_.before[other][slot]; });
                const auto after = std::ranges::count_if(
                    ours, [&](Index other) { return other > slot && call_.before[slot][other]; });
                const auto& places = positions[group];
                for (auto at = first; at < std::ssize(places) - after; ++at)
                    if (const Index place = places[static_cast<Index>(at)]; canBe(slot, place))
                        candidates_[slot].push_back(place);
            }
    }
    /// What one launch is, no other one can be; what no other one can be, this one is.
    void narrow() {
        for (bool changed = true; changed;) {
            changed = false;
            for (Index slot = 0; slot < candidates_.size(); ++slot)
                changed |= candidates_[slot].size() == 1 && onlyOf(slot, candidates_[slot][0]);
            for (Index position = 0; position < kernels_.size(); ++position)
                changed |= takeLast(position);
        }
    }
    bool onlyOf(Index slot, Index position) {
        bool changed = false;
        for (Index other = 0; other < candidates_.size(); ++other)
            if (other != slot)
                changed |= std::erase(candidates_[other], position) > 0;
        return changed;
    }
    bool takeLast(Index position) {
        std::vector<Index> slots;
        for (Index slot = 0; slot < candidates_.size(); ++slot)
            if (std::ranges::find(candidates_[slot], position) != candidates_[slot].end())
                slots.push_back(slot);
        if (slots.size() != 1 || candidates_[slots[0]].size() == 1)
            return false;
        candidates_[slots[0]] = {position};
        return true;
    }
    /// Where several are left, those whose name says so.
    void byNames() {
        for (Index slot = 0; slot < candidates_.size(); ++slot) {
            if (candidates_[slot].size() < 2)
                continue;
            std::vector<Index> named;
            for (const Index position : candidates_[slot])
                if (namedBy(nameAt(position), call_) == call_.launches[slot])
                    named.push_back(position);
            if (named.size() == 1) {
                candidates_[slot] = named;
                narrow();
            }
        }
    }
    /// Every launch of ours that is known stands where its data allow, and each kernel has one
    /// name.
    bool inOrder() const {
        std::map<Index, std::string> names;
        std::map<std::string, Index> kernels;
        for (Index slot = 0; slot < candidates_.size(); ++slot) {
            if (candidates_[slot].size() != 1)
                continue;
            const std::string& name = nameAt(candidates_[slot][0]);
            const Index ours = call_.launches[slot];
            if (names.try_emplace(ours, name).first->second != name ||
                kernels.try_emplace(name, ours).first->second != ours)
                return false;
            for (Index later = slot + 1; later < candidates_.size(); ++later)
                if (call_.before[slot][later] && candidates_[later].size() == 1 &&
                    candidates_[later][0] < candidates_[slot][0])
                    return false;
        }
        return true;
    }
    Reading reading(const std::vector<std::vector<Index>>& decided) const {
        Reading reading;
        reading.names.resize(call_.kernels.size());
        reading.byName.resize(call_.kernels.size());
        reading.open.resize(call_.kernels.size());
        for (Index slot = 0; slot < candidates_.size(); ++slot) {
            const Index ours = call_.launches[slot];
            std::set<std::string> names;
            for (const Index position : candidates_[slot])
                names.insert(nameAt(position));
            if (names.size() > 1) {
                reading.open[ours].assign(names.begin(), names.end());
                continue;
            }
            reading.names[ours] = *names.begin();
            reading.byName[ours] = reading.byName[ours] || decided[slot].size() > 1;
        }
        for (Index ours = 0; ours < call_.kernels.size(); ++ours)
            if (!reading.open[ours].empty())
                reading.names[ours].reset();
        return reading;
    }

    const ExpectedCall& call_;
    const Profile& profile_;
    const Fitting& fitting_;
    const std::vector<Index>& kernels_;
    std::vector<std::vector<Index>> candidates_; ///< per launch of ours: positions
};

/// Launches of a device that can be ours at all, in order.
using Sequence = std::vector<const ProfiledLaunch*>;

class Finding {
public:
    Finding(const ExpectedCall& call, const Profile& profile, const Fitting& fitting)
        : call_(call), profile_(profile), fitting_(fitting), length_(call.launches.size()) {
        for (const Index kernel : call.launches)
            ++needed_[fitting.groupOfOurs[kernel]];
    }
    std::vector<Reading> run() {
        for (const auto& device : profile_.devices) {
            Sequence sequence;
            for (const ProfiledLaunch& launch : device)
                if (fitting_.group[launch.kernel])
                    sequence.push_back(&launch);
            scan(sequence);
        }
        return ranked();
    }

private:
    void scan(const Sequence& sequence) {
        std::map<Index, Index> seen;
        // Where the last call of each reading ended: calls do not overlap.
        std::map<Index, Index> ends;
        for (Index i = 0; i < sequence.size(); ++i) {
            ++seen[*fitting_.group[sequence[i]->kernel]];
            if (i + 1 < length_)
                continue;
            const Index first = i + 1 - length_;
            if (seen == needed_)
                take(sequence, first, ends);
            const auto gone = seen.find(*fitting_.group[sequence[first]->kernel]);
            if (--gone->second == 0)
                seen.erase(gone);
        }
    }
    void take(const Sequence& sequence, Index first, std::map<Index, Index>& ends) {
        std::vector<Index> kernels;
        for (Index i = first; i < first + length_; ++i)
            kernels.push_back(sequence[i]->kernel);
        const auto reading = readingOf(kernels);
        if (!reading || (ends.contains(*reading) && ends[*reading] > first))
            return;
        ends[*reading] = first + length_;
        Reading& found = found_[*reading];
        ++found.calls;
        found.covered += static_cast<std::int64_t>(length_);
        for (Index i = first; i < first + length_; ++i)
            found.seconds[profile_.kernels[sequence[i]->kernel].name].push_back(
                sequence[i]->seconds);
    }
    /// The index of what these launches say; nothing where they are no call.
    std::optional<Index> readingOf(const std::vector<Index>& kernels) {
        const auto [at, isNew] = known_.try_emplace(kernels, std::nullopt);
        if (!isNew)
            return at->second;
        auto reading = Window(call_, profile_, fitting_, kernels).read();
        if (!reading)
            return std::nullopt;
        const auto same = std::ranges::find_if(found_, [&](const Reading& other) {
            return other.names == reading->names && other.open == reading->open;
        });
        at->second = static_cast<Index>(same - found_.begin());
        if (same == found_.end())
            found_.push_back(std::move(*reading));
        return at->second;
    }
    /// Launches of a reading's kernels that are in none of its calls: a reading that begins in the
    /// middle of a call has some.
    std::int64_t leftOver(const Reading& reading) const {
        std::int64_t all = 0;
        for (const auto& device : profile_.devices)
            for (const ProfiledLaunch& launch : device)
                if (fitting_.group[launch.kernel])
                    all += reading.seconds.contains(profile_.kernels[launch.kernel].name) ? 1 : 0;
        return all - reading.covered;
    }
    std::vector<Reading> ranked() {
        const bool whole =
            std::ranges::any_of(found_, [&](const Reading& r) { return leftOver(r) == 0; });
        if (whole)
            std::erase_if(found_, [&](const Reading& r) { return leftOver(r) != 0; });
        return std::move(found_);
    }

    const ExpectedCall& call_;
    const Profile& profile_;
    const Fitting& fitting_;
    Index length_;
    std::map<Index, Index> needed_; ///< per group: launches of a call
    std::map<std::vector<Index>, std::optional<Index>> known_;
    std::vector<Reading> found_;
};

} // namespace

Fitting fitting(const ExpectedCall& call, const Profile& profile) {
    Fitting result;
    Groups groups(call.kernels.size());
    result.ofOurs.resize(call.kernels.size());
    result.group.resize(profile.kernels.size());
    for (Index foreign = 0; foreign < profile.kernels.size(); ++foreign) {
        std::optional<Index> first;
        for (Index ours = 0; ours < call.kernels.size(); ++ours) {
            const auto& grid = profile.kernels[foreign].grid;
            if (!grid || !fits(call.kernels[ours], *grid))
                continue;
            result.ofOurs[ours].push_back(foreign);
            if (first)
                groups.join(*first, ours);
            else
                first = ours;
        }
        result.group[foreign] = first;
    }
    for (auto& group : result.group)
        if (group)
            group = groups.of(*group);
    for (Index ours = 0; ours < call.kernels.size(); ++ours)
        result.groupOfOurs.push_back(groups.of(ours));
    return result;
}

std::optional<std::size_t> namedBy(const std::string& foreign, const ExpectedCall& call) {
    std::optional<Index> best;
    std::size_t length = 0;
    for (Index ours = 0; ours < call.kernels.size(); ++ours) {
        const auto& kernel = call.kernels[ours];
        const auto common =
            std::max(commonName(kernel.label, foreign), commonName(kernel.name, foreign));
        if (common > length)
            best = ours;
        else if (common == length && common > 0)
            best.reset();
        length = std::max(length, common);
    }
    return best;
}

std::vector<Reading> readings(const ExpectedCall& call, const Profile& profile,
                              const Fitting& fitting) {
    if (call.launches.empty() || !call.openOrder.empty())
        return {};
    return Finding(call, profile, fitting).run();
}

} // namespace mw::workbench
