// Stencils of several files side by side.
#include "app/workbench/timers/match.h"

#include "app/workbench/timers/openacc_names.h"
#include "core/support/amounts.h"
#include "core/support/statistics.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace mw::workbench {

namespace {

/// Without the call that compiled.
std::vector<double> counting(const std::vector<double>& calls) {
    std::vector<double> some;
    std::ranges::copy_if(calls, std::back_inserter(some), [](double t) { return !std::isnan(t); });
    return some;
}

enum class Calls : std::uint8_t { onDevice, whole };

/// Whole calls are taken where asked for, or where there is nothing else. nullopt: no call counts.
std::optional<StencilTimes> timesOf(const std::vector<double>& compute,
                                    const std::vector<double>& total,
                                    Calls calls = Calls::onDevice) {
    StencilTimes times;
    times.whole = compute.empty() || (calls == Calls::whole && !total.empty());
    const auto& all = times.whole ? total : compute;
    const auto taken = counting(all);
    if (taken.empty())
        return std::nullopt;
    times.calls = std::ssize(all);
    times.typical = quantile(taken, 0.5);
    times.fastest = std::ranges::min(taken);
    times.low = quantile(taken, 0.25);
    times.high = quantile(taken, 0.75);
    if (const double call = quantile(counting(total), 0.5); !times.whole && call > 0) {
        times.python = call - times.typical;
        times.ofTotal = *times.python / call;
    }
    return times;
}

std::optional<StencilTimes> timesOf(const ProgramTimes& program, Calls calls = Calls::onDevice) {
    if (const auto& all = program.summary)
        return StencilTimes{.calls = all->calls,
                            .typical = all->median,
                            .fastest = all->fastest,
                            .low = all->low,
                            .high = all->high,
                            .whole = true};
    return timesOf(program.compute, program.total, calls);
}

StencilTimes timesOf(const TimerTimes& timer) {
    return {.calls = timer.calls,
            .typical = timer.mean,
            .isMean = true,
            .fastest = timer.fastest,
            .low = timer.fastest,
            .high = timer.slowest};
}

std::string labelOf(const ProgramTimes& program) {
    if (program.arguments.empty())
        return program.name;
    std::vector<std::string> arguments;
    for (const auto& [name, value] : program.arguments)
        arguments.push_back(name + "=" + value);
    return fmt::format("{} ({})", program.name, fmt::join(arguments, ", "));
}

/// A program by its label, and by its back end where that counts; nullptr: the file has none.
const ProgramTimes* byLabel(const std::string& label, const std::optional<std::string>& backend,
                            const TimesFile& file) {
    const auto found = std::ranges::find_if(file.programs, [&](const auto& one) {
        return labelOf(one) == label && (!backend || one.backend == *backend);
    });
    return found == file.programs.end() ? nullptr : &*found;
}

std::optional<StencilTimes> byTimer(const std::string& timer, const TimesFile& file) {
    for (const TimerTimes& one : file.timers)
        if (one.name == timer && one.calls > 0)
            return timesOf(one);
    return std::nullopt;
}

class Comparing {
public:
    explicit Comparing(const std::vector<TimesFile>& files) : files_(files) {}

    Expected<TimesComparison> run() {
        for (const TimesFile& file : files_)
            result_.files.push_back(file.name);
        const bool timers = files_.front().kind == TimesFile::Kind::openacc;
        for (const TimesFile& file : files_)
            if (!timers && file.kind == TimesFile::Kind::openacc)
                return fail("no-stencils", fmt::format("{} has ICON's own timers: name it first, "
                                                       "to set GT4Py's programs against it",
                                                       file.name));
        if (timers)
            rowsOfTimers();
        else
            rowsOfPrograms();
        for (const auto& [sentence, names] : whole_)
            result_.notes.push_back(fmt::format("{}: {}", sentence, fmt::join(names, ", ")));
        std::ranges::stable_sort(result_.rows, std::greater{}, [](const StencilRow& row) {
            const auto& first = row.times.front();
            return first ? first->typical * static_cast<double>(first->calls) : 0;
        });
        noteBackends();
        noteCompiled();
        for (std::size_t file = 1; file < files_.size(); ++file) {
            if (std::ranges::none_of(result_.rows, [&](const StencilRow& row) {
                    return row.times.front() && row.times[file];
                }))
                return fail("no-stencils", fmt::format("{} and {} have no stencil in common",
                                                       files_.front().name, files_[file].name));
            noteDifferences(file);
        }
        return std::move(result_);
    }

private:
    void rowsOfTimers() {
        std::vector<std::string> others, never;
        for (const TimerTimes& timer : files_.front().timers) {
            if (!isStencilTimer(timer.name)) {
                others.push_back(timer.name);
                continue;
            }
            if (timer.calls == 0) {
                never.push_back(timer.name);
                continue;
            }
            StencilRow row{timer.name, {timesOf(timer)}};
            for (std::size_t file = 1; file < files_.size(); ++file)
                row.times.push_back(ofTimer(timer.name, files_[file]));
            noteWhole(row);
            result_.rows.push_back(std::move(row));
        }
        if (!others.empty())
            result_.notes.push_back(
                fmt::format("{} of {} {} for no program of icon4py's: {}",
                            counted(others.size(), "timer"), files_.front().name,
                            others.size() == 1 ? "stands" : "stand", fmt::join(others, ", ")));
        noteNoTimes(files_.front(), never);
        for (std::size_t file = 1; file < files_.size(); ++file)
            rowsOfOtherPrograms(file);
    }

    /// Those that no timer of the first file stands for.
    void rowsOfOtherPrograms(std::size_t file) {
        for (const ProgramTimes& program : files_[file].programs)
            if (!used_.contains(&program))
                addLaterRow(file, program);
    }

    std::optional<StencilTimes> ofTimer(const std::string& timer, const TimesFile& file) {
        if (file.kind == TimesFile::Kind::openacc)
            return byTimer(timer, file);
        const auto calls = callsOfTimer(timer, file);
        if (!calls)
            return std::nullopt;
        used_.insert(calls->variants.begin(), calls->variants.end());
        if (!calls->problem.empty()) {
            result_.notes.push_back(
                fmt::format("{} is left out: in {}, {}", timer, file.name, calls->problem));
            return std::nullopt;
        }
        return timesOf(calls->compute, calls->total);
    }

    void rowsOfPrograms() {
        for (const TimesFile& file : files_)
            for (const ProgramTimes& program : file.programs)
                if (known_.insert(labelOf(program)).second)
                    addRows(labelOf(program));
        for (const TimesFile& file : files_) {
            std::vector<std::string> none;
            for (const ProgramTimes& program : file.programs)
                if (!program.hasTimes())
                    none.push_back(labelOf(program));
            noteNoTimes(file, none);
        }
    }

    /// One for each back end, where a file has the program with several.
    void addRows(const std::string& label) {
        std::vector<std::string> backends;
        bool several = false;
        for (const TimesFile& file : files_) {
            std::size_t here = 0;
            for (const ProgramTimes& program : file.programs) {
                if (labelOf(program) != label)
                    continue;
                several = several || ++here > 1;
                if (std::ranges::find(backends, program.backend) == backends.end())
                    backends.push_back(program.backend);
            }
        }
        if (!several)
            return addRow(label, std::nullopt);
        for (const std::string& backend : backends)
            addRow(label, backend);
    }

    /// A program in all files that have times of it. Where one of them has whole calls alone, those
    /// of the others are set beside them.
    void addRow(const std::string& label, const std::optional<std::string>& backend) {
        std::vector<const ProgramTimes*> programs;
        auto calls = Calls::onDevice;
        for (const TimesFile& file : files_) {
            const auto* program = byLabel(label, backend, file);
            programs.push_back(program && program->hasTimes() ? program : nullptr);
            if (programs.back() && program->compute.empty())
                calls = Calls::whole;
        }
        StencilRow row{backend ? fmt::format("{} [{}]", label, *backend) : label, {}};
        for (const auto* program : programs)
            row.times.push_back(program ? timesOf(*program, calls) : std::nullopt);
        if (std::ranges::none_of(row.times, [](const auto& one) { return one.has_value(); }))
            return;
        noteWhole(row);
        result_.rows.push_back(std::move(row));
    }

    /// Of one file, beside timers.
    void addLaterRow(std::size_t file, const ProgramTimes& program) {
        if (!program.hasTimes())
            return noteNoTimes(files_[file], {labelOf(program)});
        StencilRow row{labelOf(program), std::vector<std::optional<StencilTimes>>(files_.size())};
        row.times[file] = timesOf(program);
        result_.rows.push_back(std::move(row));
    }

    void noteNoTimes(const TimesFile& file, const std::vector<std::string>& names) {
        if (!names.empty())
            result_.notes.push_back(
                fmt::format("{} has no times of: {}", file.name, fmt::join(names, ", ")));
    }

    /// Which back end ran where, if that is not the same everywhere.
    void noteBackends() {
        std::set<std::string> lists;
        std::vector<std::string> sentences;
        for (const TimesFile& file : files_) {
            const auto backends = backendsOf(file);
            if (backends.empty())
                continue;
            lists.insert(fmt::format("{}", fmt::join(backends, ", ")));
            sentences.push_back(fmt::format("{} with {}", file.name, fmt::join(backends, ", ")));
        }
        if (lists.size() > 1)
            result_.notes.push_back(fmt::format("back ends: {} (those that end in _opt optimise)",
                                                fmt::join(sentences, "; ")));
    }

    /// Programs of which only the call that compiled is there.
    void noteCompiled() {
        for (const TimesFile& file : files_) {
            std::vector<std::string> once;
            for (const ProgramTimes& program : file.programs)
                if (program.compiled && std::max(program.compute.size(), program.total.size()) == 1)
                    once.push_back(labelOf(program));
            if (!once.empty())
                result_.notes.push_back(
                    fmt::format("{} has a single call, the one that compiled, of: {}", file.name,
                                fmt::join(once, ", ")));
        }
    }

    void noteWhole(const StencilRow& row) {
        std::vector<std::string> whole;
        bool others = false;
        for (std::size_t file = 0; file < row.times.size(); ++file)
            if (row.times[file] && row.times[file]->whole)
                whole.push_back(files_[file].name);
            else
                others = others || row.times[file].has_value();
        if (!whole.empty())
            whole_[fmt::format(
                       "whole calls, Python's part included, of {}{}", fmt::join(whole, ", "),
                       others ? ", beside times without it (the speed-up says little)" : "")]
                .push_back(row.name);
    }

    void noteDifferences(std::size_t file) {
        std::vector<std::string> missing, more;
        for (const StencilRow& row : result_.rows) {
            const auto& first = row.times.front();
            const auto& other = row.times[file];
            if (first && !other)
                missing.push_back(row.name);
            else if (!first && other)
                more.push_back(row.name);
            else if (first && other && other->calls != first->calls)
                result_.notes.push_back(
                    fmt::format("{}: {} in {}, {} in {}; both are weighted with the first",
                                row.name, counted(first->calls, "call"), result_.files.front(),
                                other->calls, result_.files[file]));
        }
        if (!missing.empty())
            result_.notes.push_back(
                fmt::format("{} does not have: {}", result_.files[file], fmt::join(missing, ", ")));
        if (!more.empty())
            result_.notes.push_back(fmt::format("{} has, where {} does not: {}",
                                                result_.files[file], result_.files.front(),
                                                fmt::join(more, ", ")));
    }

    const std::vector<TimesFile>& files_;
    TimesComparison result_;
    std::set<std::string> known_;                           ///< labels that have a row
    std::set<const ProgramTimes*> used_;                    ///< programs of timers
    std::map<std::string, std::vector<std::string>> whole_; ///< rows by what is to be said of them
};

double ratio(double first, double other) {
    return other > 0 ? first / other : 0;
}

} // namespace

double TimesComparison::speedup(const StencilRow& row, std::size_t file) const {
    const auto& first = row.times.front();
    const auto& other = row.times[file];
    return first && other ? ratio(first->typical, other->typical) : 0;
}

double TimesComparison::speedupOfFastest(const StencilRow& row, std::size_t file) const {
    const auto& first = row.times.front();
    const auto& other = row.times[file];
    return first && other ? ratio(first->fastest, other->fastest) : 0;
}

double TimesComparison::totalSeconds(std::size_t file, std::size_t against) const {
    double sum = 0;
    for (const StencilRow& row : rows)
        if (row.times.front() && row.times[against] && row.times[file])
            sum += row.times[file]->typical * static_cast<double>(row.times.front()->calls);
    return sum;
}

double TimesComparison::totalSpeedup(std::size_t file) const {
    return ratio(totalSeconds(0, file), totalSeconds(file, file));
}

Expected<TimesComparison> compareTimes(const std::vector<TimesFile>& files) {
    return Comparing(files).run();
}

} // namespace mw::workbench
