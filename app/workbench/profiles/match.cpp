// A program's kernels in profiles: whole calls first, else each kernel by itself.
#include "app/workbench/profiles/match.h"

#include "app/workbench/profiles/find_calls.h"
#include "core/support/amounts.h"
#include "core/support/statistics.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace mw::workbench {

namespace {

using Index = std::size_t;

KernelTimes timesOf(const std::vector<double>& seconds) {
    return {static_cast<std::int64_t>(seconds.size()), quantile(seconds, 0.5),
            quantile(seconds, 0.25), quantile(seconds, 0.75)};
}

/// One profile.
class Matching {
public:
    Matching(const ExpectedCall& call, const Profile& profile)
        : call_(call), profile_(profile), fitting_(fitting(call, profile)),
          matches_(call.kernels.size()) {}

    void run() {
        auto found = readings(call_, profile_, fitting_);
        if (const auto chosen = choose(found))
            return use(found[*chosen]);
        if (found.size() > 1)
            return note(fmt::format("{} different sequences of kernels could be the call: nothing "
                                    "of it is set beside; {}",
                                    found.size(), exampleOf(found)));
        if (profile_.isTrace())
            note(call_.openOrder.empty()
                     ? fmt::format("no call with all {} was found in their order: kernels are "
                                   "matched one by one",
                                   counted(call_.launches.size(), "launch", "launches"))
                     : call_.openOrder + ": kernels are matched one by one");
        else
            note(std::string("a summary has no order") +
                 (hasGrids() ? "" : " and no grids: names alone decide, a trace says more"));
        oneByOne();
    }
    std::vector<std::optional<MatchedKernel>> takeMatches() { return std::move(matches_); }
    std::vector<std::string> takeNotes() { return std::move(notes_); }
    std::optional<std::int64_t> calls() const { return calls_; }

private:
    void note(const std::string& sentence) { notes_.push_back(profile_.name + ": " + sentence); }
    bool hasGrids() const {
        return std::ranges::any_of(profile_.kernels,
                                   [](const ProfiledKernel& k) { return k.grid.has_value(); });
    }
    int namedIn(const Reading& reading) const {
        int named = 0;
        for (Index ours = 0; ours < reading.names.size(); ++ours)
            if (reading.names[ours] && namedBy(*reading.names[ours], call_) == ours)
                ++named;
        return named;
    }
    /// The only reading, or the one that most names speak for.
    std::optional<Index> choose(const std::vector<Reading>& found) {
        if (found.size() == 1)
            return 0;
        std::optional<Index> best;
        int most = 0;
        for (Index i = 0; i < found.size(); ++i) {
            const int named = namedIn(found[i]);
            if (named > most)
                best = i;
            else if (named == most)
                best.reset();
            most = std::max(most, named);
        }
        if (best)
            note(fmt::format("{} different sequences of kernels could be the call; names decided",
                             found.size()));
        return best;
    }
    std::string exampleOf(const std::vector<Reading>& found) const {
        std::set<std::string> names;
        for (const Reading& reading : found)
            if (reading.names.front())
                names.insert(*reading.names.front());
        return fmt::format("{} could be {}", call_.kernels.front().name, fmt::join(names, " or "));
    }
    void use(const Reading& reading) {
        calls_ = reading.calls;
        for (Index ours = 0; ours < matches_.size(); ++ours) {
            if (!reading.open[ours].empty())
                noteOpen(ours, reading.open[ours]);
            else if (const auto& name = reading.names[ours])
                matches_[ours] =
                    MatchedKernel{*name, reading.byName[ours] ? Evidence::name : Evidence::order,
                                  timesOf(reading.seconds.at(*name))};
        }
    }
    void noteOpen(Index ours, const std::vector<std::string>& names) {
        note(fmt::format("{} could be {}: not set beside", call_.kernels[ours].name,
                         fmt::join(names, " or ")));
    }

    /// Kernels of the profile that ours can be, by name.
    std::set<std::string> possible(Index ours) const {
        std::set<std::string> names;
        for (const ProfiledKernel& foreign : profile_.kernels)
            if (!foreign.grid || fits(call_.kernels[ours], *foreign.grid))
                names.insert(foreign.name);
        return names;
    }
    void oneByOne() {
        for (Index ours = 0; ours < matches_.size(); ++ours) {
            const auto names = possible(ours);
            std::vector<std::string> named;
            for (const std::string& name : names)
                if (namedBy(name, call_) == ours)
                    named.push_back(name);
            if (named.size() == 1)
                matches_[ours] = MatchedKernel{named[0], Evidence::name, timesIn(ours, named[0])};
            else if (hasGrids() && names.size() == 1 && isOnlyFor(ours, *names.begin()))
                matches_[ours] =
                    MatchedKernel{*names.begin(), Evidence::grid, timesIn(ours, *names.begin())};
            else if (!names.empty() && hasGrids())
                noteOpen(ours, {names.begin(), names.end()});
        }
    }
    bool isOnlyFor(Index ours, const std::string& name) const {
        for (Index other = 0; other < matches_.size(); ++other)
            if (other != ours && possible(other).contains(name))
                return false;
        return true;
    }
    KernelTimes timesIn(Index ours, const std::string& name) const {
        std::vector<double> seconds;
        for (const auto& device : profile_.devices)
            for (const ProfiledLaunch& launch : device)
                if (isIt(ours, profile_.kernels[launch.kernel], name))
                    seconds.push_back(launch.seconds);
        if (!seconds.empty())
            return timesOf(seconds);
        for (const ProfiledKernel& foreign : profile_.kernels)
            if (foreign.times && isIt(ours, foreign, name))
                return *foreign.times;
        return {};
    }
    bool isIt(Index ours, const ProfiledKernel& foreign, const std::string& name) const {
        return foreign.name == name && (!foreign.grid || fits(call_.kernels[ours], *foreign.grid));
    }

    const ExpectedCall& call_;
    const Profile& profile_;
    Fitting fitting_;
    std::vector<std::optional<MatchedKernel>> matches_; ///< per kernel of ours
    std::vector<std::string> notes_;
    std::optional<std::int64_t> calls_;
};

void noteMissing(ProfileComparison& comparison, std::size_t file) {
    std::vector<std::string> missing;
    for (const ProfileRow& row : comparison.rows)
        if (!row.matches[file])
            missing.push_back(row.kernel.name);
    if (!missing.empty())
        comparison.notes.push_back(
            fmt::format("{} has no time for {}", comparison.files[file], fmt::join(missing, ", ")));
    for (const ProfileRow& row : comparison.rows)
        if (row.matches[file] && row.matches[file]->times.isMean)
            return comparison.notes.push_back(fmt::format(
                "{} has no medians: its times are means, with all launches as the range",
                comparison.files[file]));
}

} // namespace

std::string_view name(Evidence evidence) {
    constexpr std::array kNames{"order", "name", "grid"};
    return kNames.at(static_cast<std::size_t>(evidence));
}

double ProfileComparison::perCall(const ProfileRow& row, std::size_t file) const {
    const auto& match = row.matches[file];
    return match ? match->times.median * static_cast<double>(row.kernel.launches) : 0;
}

double ProfileComparison::speedup(const ProfileRow& row, std::size_t file) const {
    const double other = perCall(row, file);
    return other > 0 ? perCall(row, 0) / other : 0;
}

double ProfileComparison::totalSeconds(std::size_t file, std::size_t against) const {
    double sum = 0;
    for (const ProfileRow& row : rows)
        if (row.matches.front() && row.matches[against])
            sum += perCall(row, file);
    return sum;
}

double ProfileComparison::totalSpeedup(std::size_t file) const {
    const double other = totalSeconds(file, file);
    return other > 0 ? totalSeconds(0, file) / other : 0;
}

std::size_t ProfileComparison::common(std::size_t file) const {
    return static_cast<std::size_t>(std::ranges::count_if(
        rows, [&](const ProfileRow& row) { return row.matches.front() && row.matches[file]; }));
}

Expected<ProfileComparison> compareProfiles(const ExpectedCall& call,
                                            const std::vector<Profile>& profiles) {
    ProfileComparison comparison;
    comparison.program = call.program;
    for (const ExpectedKernel& kernel : call.kernels)
        if (kernel.launches > 0 || !call.openOrder.empty())
            comparison.rows.push_back({kernel, {}});
    for (const Profile& profile : profiles) {
        Matching matching(call, profile);
        matching.run();
        const auto matches = matching.takeMatches();
        for (std::string& note : matching.takeNotes())
            comparison.notes.push_back(std::move(note));
        if (std::ranges::none_of(matches, [](const auto& match) { return match.has_value(); })) {
            auto why = fmt::format("no kernel of {} is certain in {}", call.program, profile.name);
            for (const std::string& note : comparison.notes)
                why += "; " + note;
            return fail("no-kernels", why);
        }
        if (!profile.remark.empty())
            comparison.notes.push_back(profile.name + ": " + profile.remark);
        comparison.files.push_back(profile.name);
        comparison.tools.push_back(profile.tool);
        comparison.calls.push_back(matching.calls());
        for (ProfileRow& row : comparison.rows)
            for (Index ours = 0; ours < call.kernels.size(); ++ours)
                if (call.kernels[ours].name == row.kernel.name)
                    row.matches.push_back(matches[ours]);
    }
    for (std::size_t file = 0; file < comparison.files.size(); ++file)
        noteMissing(comparison, file);
    return comparison;
}

} // namespace mw::workbench
