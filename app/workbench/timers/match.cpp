// Stencils of several files side by side.
#include "app/workbench/timers/match.h"

#include "app/workbench/timers/openacc_names.h"
#include "core/support/amounts.h"
#include "core/support/statistics.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

namespace mw::workbench {

namespace {

double mean(const std::vector<double>& values) {
    return values.empty() ? 0
                          : std::accumulate(values.begin(), values.end(), 0.0) /
                                static_cast<double>(values.size());
}

StencilTimes timesOf(const std::vector<double>& compute, const std::vector<double>& total) {
    StencilTimes times;
    times.calls = static_cast<std::int64_t>(compute.size());
    times.mean = mean(compute);
    times.fastest = std::ranges::min(compute);
    times.low = quantile(compute, 0.25);
    times.high = quantile(compute, 0.75);
    if (total.size() == compute.size() && mean(total) > 0) {
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

/// A stencil by its label in a file of GT4Py's.
std::optional<StencilTimes> byLabel(const std::string& label, const TimesFile& file) {
    for (const ProgramTimes& program : file.programs)
        if (labelOf(program) == label && !program.compute.empty())
            return timesOf(program.compute, program.total);
    return std::nullopt;
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
        std::vector<std::string> others;
        for (const TimerTimes& timer : files_.front().timers) {
            if (!isStencilTimer(timer.name) || timer.calls == 0) {
                others.push_back(timer.name);
                continue;
            }
            StencilRow row{timer.name, {timesOf(timer)}};
            for (std::size_t file = 1; file < files_.size(); ++file)
                row.times.push_back(ofTimer(timer.name, files_[file]));
            result_.rows.push_back(std::move(row));
        }
        if (!others.empty())
            result_.notes.push_back(fmt::format(
                "{} of {} {} for no program of icon4py's", counted(others.size(), "timer"),
                files_.front().name, others.size() == 1 ? "stands" : "stand"));
    }

    std::optional<StencilTimes> ofTimer(const std::string& timer, const TimesFile& file) {
        if (file.kind == TimesFile::Kind::openacc)
            return byTimer(timer, file);
        const auto calls = callsOfTimer(timer, file);
        if (!calls)
            return std::nullopt;
        if (!calls->problem.empty()) {
            result_.notes.push_back(
                fmt::format("{} is left out: in {}, {}", timer, file.name, calls->problem));
            return std::nullopt;
        }
        return timesOf(calls->compute, calls->total);
    }

    void rowsOfPrograms() {
        for (const ProgramTimes& program : files_.front().programs) {
            if (program.compute.empty())
                continue;
            const std::string label = labelOf(program);
            StencilRow row{label, {timesOf(program.compute, program.total)}};
            for (std::size_t file = 1; file < files_.size(); ++file)
                row.times.push_back(byLabel(label, files_[file]));
            result_.rows.push_back(std::move(row));
        }
    }

    void noteDifferences(std::size_t file) {
        std::vector<std::string> missing;
        for (const StencilRow& row : result_.rows) {
            const auto& first = row.times.front();
            const auto& other = row.times[file];
            if (!other)
                missing.push_back(row.name);
            else if (first && other->calls != first->calls)
                result_.notes.push_back(
                    fmt::format("{}: {} in {}, {} in {}; both are weighted with the first",
                                row.name, counted(first->calls, "call"), result_.files.front(),
                                other->calls, result_.files[file]));
        }
        if (!missing.empty())
            result_.notes.push_back(
                fmt::format("{} does not have: {}", result_.files[file], fmt::join(missing, ", ")));
    }

    const std::vector<TimesFile>& files_;
    TimesComparison result_;
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
