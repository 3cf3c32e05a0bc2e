// Measures a space of choices: what each kernel can keep of a point, in rounds with the default.
#include "app/workbench/sweep/sweep.h"

#include "app/workbench/optimise.h"
#include "app/workbench/tune/rounds.h"
#include "app/workbench/tune/subjects.h"
#include "core/bench/prepare.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace mw::workbench {

namespace {

using codegen::Kernel;
using codegen::KernelChoice;
using codegen::Plan;
using State = SweepCell::State;

/// What the rules came to, in words.
std::string launchText(const Kernel& kernel, codegen::Target target) {
    const auto& launch = kernel.launch;
    const auto ifMore = [](int value, int least) {
        return value > least ? std::optional(value) : std::nullopt;
    };
    if (kernel.facts.oneThread)
        return "one thread";
    KernelChoice stated;
    if (target == codegen::Target::cpu) {
        stated.sharedLoops = launch.sharedLoops > 0 ? launch.sharedLoops : kernel.collapse;
        stated.vectors = launch.vectors && kernel.simd;
        return toText(stated);
    }
    stated.block = launch.block;
    stated.levelsPerThread = ifMore(launch.levelsPerThread, 1);
    stated.levelsPerGroup = ifMore(launch.levelsPerGroup, 1);
    stated.prefetch = ifMore(launch.prefetch, 0);
    stated.maxRegisters = ifMore(launch.maxRegisters, 0);
    stated.minBlocksPerSm = ifMore(launch.minBlocksPerSm, 0);
    return toText(stated);
}

/// The sentence without the kernel that it is about: the row says that.
std::string reasonOf(const Diagnostic& error, const Kernel& kernel) {
    const auto about = fmt::format("the choices of the kernel '{}': ", kernel.name);
    return error.sentence.starts_with(about) ? error.sentence.substr(about.size()) : error.sentence;
}

void setCell(SweepCell& cell, const std::vector<double>& times, const std::vector<double>& before,
             int repeats) {
    Trial trial;
    setTimes(trial, times, before, repeats);
    cell = {State::measured, "", trial.time, trial.ratio, trial.low, trial.high};
}

void setProblem(SweepCell& cell, const FormResult& result) {
    cell.state = result.outcome == Trial::Outcome::differs ? State::differs : State::failed;
    cell.why = result.problem;
}

/// One graph of a sweep.
class GraphSweeper {
public:
    GraphSweeper(const SweepSetup& setup, RoundRunner& rounds, const TuneOptions& options,
                 ir::DocumentPtr document)
        : setup_(setup), rounds_(rounds), options_(options), default_{std::move(document), {}, {}},
          isStart_(default_ == setup.start) {}

    Expected<SweepGraph> run() {
        MW_TRY(plan_, setup_.lower(default_));
        MW_CHECK(measureDefault());
        for (std::size_t p = 0; p < setup_.space.points.size(); ++p)
            prepare(p);
        MW_CHECK(measure(forms_, "combinations"));
        MW_CHECK(measure(std::exchange(apart_, {}), "kernels by themselves"));
        for (const auto& [point, same] : twins_)
            copyCells(same, point);
        return std::move(graph_);
    }

private:
    /// A form with what it says something of.
    struct Planned {
        TuneForm form;
        std::size_t point = 0;
        std::optional<std::size_t> kernel{}; ///< that is changed alone
    };

    std::vector<TuneForm> bases() const {
        return isStart_ ? std::vector{setup_.start} : std::vector{setup_.start, default_};
    }
    SweepCell& cell(std::size_t kernel, std::size_t point) {
        return graph_.kernels[kernel].cells[point];
    }

    /// Rows, and how long everything takes by default.
    Expected<void> measureDefault() {
        const std::size_t points = setup_.space.points.size();
        graph_.program = {.name = "program", .cells = std::vector<SweepCell>(points)};
        for (const Kernel& kernel : plan_.kernels) {
            graph_.kernels.push_back({.name = kernel.name,
                                      .launch = launchText(kernel, options_.target),
                                      .cells = std::vector<SweepCell>(points)});
            keys_.push_back(kernelKey(plan_, kernel, options_));
        }
        FormResult mine;
        if (isStart_) {
            MW_TRY(mine, rounds_.first(setup_.start));
            if (mine.outcome != Trial::Outcome::measured)
                return fail("cannot-sweep",
                            fmt::format("the program cannot be measured: {}", mine.problem));
            graph_.whole = {State::same, "", summarise(mine.device).median, 1, 1, 1};
        } else {
            const auto take = [&](std::size_t, std::span<const FormResult> start,
                                  const FormResult& result) {
                mine = result;
                if (result.outcome == Trial::Outcome::measured)
                    setCell(graph_.whole, result.device, start.front().device, options_.repeats);
                else
                    setProblem(graph_.whole, result);
            };
            MW_CHECK(rounds_.run({setup_.start}, {default_}, options_.repeats, "graphs", take));
        }
        setDefaults(mine);
        return {};
    }

    void setDefaults(const FormResult& mine) {
        double all = 0;
        for (SweepRow& row : graph_.kernels)
            if (const auto samples = mine.kernels.find(row.name); samples != mine.kernels.end())
                all += row.time = summarise(samples->second).median;
        for (SweepRow& row : graph_.kernels)
            row.share = all > 0 ? row.time / all : 0;
        graph_.program.time = graph_.whole.time;
    }

    void setAll(std::size_t point, State state, const std::string& why) {
        graph_.program.cells[point] = {.state = state, .why = why};
        for (std::size_t k = 0; k < graph_.kernels.size(); ++k)
            cell(k, point) = {.state = state, .why = why};
    }

    /// The choice for all kernels that can keep it; the cells of the others say why not.
    TuneForm formOf(std::size_t point, const Plan& plain) {
        const auto& [values, choice, without] = setup_.space.points[point];
        TuneForm form{default_.document, {}, without};
        const auto device = codegen::launchDevice(options_.target);
        for (std::size_t k = 0; k < plain.kernels.size(); ++k) {
            const auto kept = codegen::chosenLaunch(plain.kernels[k], device, choice);
            if (!kept) {
                const bool byPass =
                    codegen::chosenLaunch(plan_.kernels[k], device, choice).has_value();
                cell(k, point) = {.state = State::impossible,
                                  .why = byPass ? "a pass that is left out makes it possible"
                                                : reasonOf(kept.error(), plain.kernels[k])};
            } else if (!choice.isEmpty()) {
                form.choices.emplace(plain.kernels[k].name, choice);
            }
        }
        return form;
    }

    void prepare(std::size_t point) {
        const auto plain =
            setup_.lower({default_.document, {}, setup_.space.points[point].without});
        if (!plain || plain->kernels.size() != plan_.kernels.size()) {
            setAll(point, State::failed,
                   plain ? "it has other kernels then" : plain.error().sentence);
            return;
        }
        TuneForm form = formOf(point, *plain);
        const auto plan = setup_.lower(form);
        if (!plan) {
            setAll(point, State::failed, plan.error().sentence);
            return;
        }
        std::vector<std::string> keys;
        bool possible = plan->kernels.empty();
        for (std::size_t k = 0; k < plan->kernels.size(); ++k) {
            keys.push_back(kernelKey(*plan, plan->kernels[k], options_));
            if (cell(k, point).state == State::impossible)
                continue;
            possible = true;
            if (keys.back() == keys_[k])
                cell(k, point) = {.state = State::same, .time = graph_.kernels[k].time};
        }
        place(point, std::move(form), keys, possible);
    }

    /// What is to be done about a point whose kernels are these.
    void place(std::size_t point, TuneForm form, const std::vector<std::string>& keys,
               bool possible) {
        SweepCell& program = graph_.program.cells[point];
        if (!possible)
            program = {.state = State::impossible, .why = "no kernel of it has such a form"};
        else if (keys == keys_)
            program = graph_.whole;
        else if (const auto [known, isNew] = points_.emplace(keys, point); isNew)
            forms_.push_back({std::move(form), point});
        else
            twins_.emplace(point, known->second);
    }

    Expected<void> measure(const std::vector<Planned>& planned, const char* what) {
        std::vector<TuneForm> forms;
        for (const Planned& one : planned)
            forms.push_back(one.form);
        return rounds_.run(bases(), forms, options_.repeats, what,
                           [&](std::size_t i, std::span<const FormResult> bases,
                               const FormResult& result) { take(planned[i], bases, result); });
    }

    void take(const Planned& one, std::span<const FormResult> bases, const FormResult& result) {
        if (result.outcome != Trial::Outcome::measured) {
            takeProblem(one, result);
            return;
        }
        if (!one.kernel) {
            SweepCell& whole = graph_.program.cells[one.point];
            setCell(whole, result.device, bases.front().device, options_.repeats);
            whole.where = result.where;
        }
        for (std::size_t k = 0; k < graph_.kernels.size(); ++k)
            if (SweepCell& into = cell(k, one.point);
                into.state == State::left && one.kernel.value_or(k) == k)
                takeKernel(into, graph_.kernels[k].name, bases.back(), result);
    }

    void takeKernel(SweepCell& into, const std::string& name, const FormResult& base,
                    const FormResult& result) const {
        const auto before = base.kernels.find(name), after = result.kernels.find(name);
        if (base.outcome != Trial::Outcome::measured)
            setProblem(into, base);
        else if (before != base.kernels.end() && after != result.kernels.end())
            setCell(into, after->second, before->second, options_.repeats);
        into.where = result.where;
    }

    /// Of a form that changes several kernels each of these is looked at by itself.
    void takeProblem(const Planned& one, const FormResult& result) {
        if (one.kernel) {
            setProblem(cell(*one.kernel, one.point), result);
            return;
        }
        setProblem(graph_.program.cells[one.point], result);
        const bool byPass = !one.form.without.empty();
        for (std::size_t k = 0; k < graph_.kernels.size(); ++k) {
            if (cell(k, one.point).state != State::left)
                continue;
            const auto choice = one.form.choices.find(graph_.kernels[k].name);
            if (byPass || choice == one.form.choices.end())
                setProblem(cell(k, one.point), result);
            else
                apart_.push_back({{default_.document, {*choice}, {}}, one.point, k});
        }
    }

    /// Of a point that comes to the same launches.
    void copyCells(std::size_t from, std::size_t to) {
        graph_.program.cells[to] = graph_.program.cells[from];
        for (SweepRow& row : graph_.kernels)
            if (row.cells[to].state == State::left)
                row.cells[to] = row.cells[from];
    }

    const SweepSetup& setup_;
    RoundRunner& rounds_;
    const TuneOptions& options_;
    TuneForm default_;
    bool isStart_;
    Plan plan_; ///< by default
    std::vector<std::string> keys_;
    std::vector<Planned> forms_, apart_;
    std::map<std::vector<std::string>, std::size_t> points_; ///< by the kernels they come to
    std::map<std::size_t, std::size_t> twins_;               ///< points -> the same, measured
    SweepGraph graph_;
};

} // namespace

std::optional<std::size_t> SweepRow::best() const {
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < cells.size(); ++i)
        if (cells[i].isFaster() && (!best || cells[i].ratio < cells[*best].ratio))
            best = i;
    return best;
}

Expected<SweepResult> sweep(const SweepSetup& setup, const std::vector<TuneMeasure>& measurers,
                            const TuneOptions& options) {
    SweepResult result;
    result.space = setup.space;
    result.target = options.target;
    result.repeats = options.repeats;
    result.program = setup.start.document->root->name;
    const TuneLog none;
    RoundRunner rounds(measurers, options, none);
    for (const bool fused : setup.space.fuse) {
        std::vector<Step> steps;
        if (fused) {
            MW_TRY(auto done, optimise(setup.start.document, setup.fusions,
                                       {.values = setup.values, .stop = options.stop}));
            steps = std::move(done.steps);
        }
        if (fused && steps.empty()) {
            result.notes.emplace_back("No fusion applies: fused, the program is as it is.");
            if (setup.space.fuse.size() > 1)
                continue;
        }
        GraphSweeper sweeper(setup, rounds, options,
                             steps.empty() ? setup.start.document : steps.back().result.document);
        MW_TRY(result.graphs.emplace_back(), sweeper.run());
        result.graphs.back().fused = !steps.empty();
        for (const Step& step : steps)
            result.graphs.back().steps.push_back(history::text(step.record));
    }
    if (rounds.isOver())
        result.notes.emplace_back("The budget ended before everything was measured.");
    return result;
}

Expected<SweepResult> sweep(const RigSetup& setup, const SweepSpace& space,
                            const transforms::Pipeline& fusions, TuneOptions options) {
    MW_TRY(auto rigs, TuneRigs::make(setup));
    MW_CHECK(rigs.describe(options));
    const SweepSetup what{setup.start, space, fusions, rigs.scenario().symbols,
                          [&rigs](const TuneForm& form) { return rigs.lower(form); }};
    MW_TRY(auto result, sweep(what, rigs.measurers(options), options));
    result.device = options.device;
    result.runners = rigs.report();
    result.date = bench::today();
    result.grid = toString(rigs.scenario().grid);
    if (auto note = bench::noteOf(setup.how.contraction); !note.empty())
        result.notes.push_back(std::move(note));
    return result;
}

} // namespace mw::workbench
