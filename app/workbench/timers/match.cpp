// Stencils of several files side by side.
#include "app/workbench/timers/match.h"

#include "app/workbench/timers/openacc_names.h"
#include "core/support/amounts.h"
#include "core/support/statistics.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace mw::workbench {

namespace {

double mean(const std::vector<double>& values) {
    return values.empty() ? 0
                          : std::accumulate(values.begin(), values.end(), 0.0) /
                                static_cast<double>(values.size());
}

enum class Calls : std::uint8_t { onDevice, whole };

/// Whole calls are taken where asked for, or where there is nothing else.
StencilTimes timesOf(const std::vector<double>& compute, const std::vector<double>& total,
                     Calls calls = Calls::onDevice) {
    StencilTimes times;
    times.whole = compute.empty() || (calls == Calls::whole && !total.empty());
    const auto& taken = times.whole ? total : compute;
    times.calls = static_cast<std::int64_t>(taken.size());
    times.mean = mean(taken);
    times.fastest = std::ranges::min(taken);
    times.low = quantile(taken, 0.25);
    times.high = quantile(taken, 0.75);
    if (!times.whole && total.size() == compute.size() && mean(total) > 0) {
        times.python = mean(total) - times.mean;
        times.ofTotal = *times.python / mean(total);
    }
    return times;
}

StencilTimes timesOf(const TimerTimes& timer) {
    return {timer.calls, timer.mean, timer.fastest, timer.fastest, timer.slowest, {}, 0};
}

std::string labelOf(const ProgramTimes& program) {
    if (program.arguments.empty())
        return program.name;
    std::vector<std::string> arguments;
    for (const auto& [name, value] : program.arguments)
        arguments.push_back(name + "=" + value);
    return fmt::format("{} ({})", program.name, fmt::join(arguments, ", "));
}

/// A program by its label; nullptr: the file has none.
const ProgramTimes* byLabel(const std::string& label, const TimesFile& file) {
    const auto found =
        std::ranges::find_if(file.programs, [&](const auto& one) { return labelOf(one) == label; });
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
            return first ? first->mean * static_cast<double>(first->calls) : 0;
        });
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
        for (std::size_t file = 0; file < files_.size(); ++file)
            for (const ProgramTimes& program : files_[file].programs)
                if (file == 0 || !known_.contains(labelOf(program)))
                    addRow(labelOf(program));
        for (const TimesFile& file : files_) {
            std::vector<std::string> none;
            for (const ProgramTimes& program : file.programs)
                if (!program.hasTimes())
                    none.push_back(labelOf(program));
            noteNoTimes(file, none);
        }
    }

    /// A program in all files that have times of it. Where one of them has whole calls alone, those
    /// of the others are set beside them.
    void addRow(const std::string& label) {
        known_.insert(label);
        std::vector<const ProgramTimes*> programs;
        auto calls = Calls::onDevice;
        for (const TimesFile& file : files_) {
            const auto* program = byLabel(label, file);
            programs.push_back(program && program->hasTimes() ? program : nullptr);
            if (programs.back() && program->compute.empty())
                calls = Calls::whole;
        }
        StencilRow row{label, {}};
        for (const auto* program : programs)
            row.times.push_back(
                program ? std::optional(timesOf(program->compute, program->total, calls))
                        : std::nullopt);
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
        row.times[file] = timesOf(program.compute, program.total);
        result_.rows.push_back(std::move(row));
    }

    void noteNoTimes(const TimesFile& file, const std::vector<std::string>& names) {
        if (!names.empty())
            result_.notes.push_back(
                fmt::format("{} has no times of: {}", file.name, fmt::join(names, ", ")));
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
    return first && other ? ratio(first->mean, other->mean) : 0;
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
            sum += row.times[file]->mean * static_cast<double>(row.times.front()->calls);
    return sum;
}

double TimesComparison::totalSpeedup(std::size_t file) const {
    return ratio(totalSeconds(0, file), totalSeconds(file, file));
}

Expected<TimesComparison> compareTimes(const std::vector<TimesFile>& files) {
    return Comparing(files).run();
}

} // namespace mw::workbench
