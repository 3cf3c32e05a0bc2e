// Runs campaigns.
#include "app/workbench/campaign/run.h"

#include "app/workbench/tune/budget.h"
#include "app/workbench/tune/kept.h"
#include "app/workbench/tune/tune.h"
#include "core/bench/prepare.h"
#include "core/exec/idle_runners.h"
#include "core/exec/lost_runner.h"
#include "core/support/hash.h"

#include <fmt/format.h>

namespace mw::workbench {

namespace {

/// So often a cell is begun anew where all of its runners were lost.
constexpr int kAttempts = 3;

class CampaignRun {
public:
    CampaignRun(const Campaign& campaign, RunSettings settings, const CampaignTalk& talk)
        : campaign_(campaign), settings_(std::move(settings)), talk_(talk) {}

    Expected<CampaignResults> run() {
        MW_TRY(results_, readResults(resultsFile(campaign_)));
        MW_CHECK(openProject());
        for (const auto& device : campaign_.devices) {
            settings_.idle = std::make_shared<exec::IdleRunners>(); // that of the last one ends
            for (const auto& program : campaign_.programs)
                for (const std::string& budget : campaign_.budgets)
                    MW_CHECK(cell(program, device, budget));
        }
        return std::move(results_);
    }

private:
    Expected<void> openProject() {
        project_.file = campaign_.project;
        std::error_code ignored;
        if (std::filesystem::exists(campaign_.project, ignored)) {
            MW_TRY(auto opened, readProject(campaign_.project));
            project_ = std::move(opened.project);
        }
        for (const auto& program : campaign_.programs)
            MW_CHECK(project_.open(program.file));
        return {};
    }

    RunSettings settingsFor(const CampaignDevice& device) const {
        RunSettings settings = settings_;
        settings.target = codegen::name(device.target);
        settings.slurm = device.slurm;
        settings.runner = device.runners.empty() ? "" : device.runners.front();
        return settings;
    }

    static std::vector<exec::RunnerOptions> runnersFor(const CampaignDevice& device,
                                                       RunSettings settings) {
        if (device.runners.empty())
            return runnersOf(settings);
        std::vector<exec::RunnerOptions> runners;
        for (const std::string& command : device.runners) {
            settings.runner = command;
            runners.push_back(runnerOptions(settings));
        }
        return runners;
    }

    Expected<TuneSetup> setupFor(const CampaignProgram& program, const CampaignDevice& device,
                                 const Program& open) const {
        const auto& document = open.history->root().document;
        const RunSettings settings = settingsFor(device);
        MW_TRY(auto setup, tuneSetup({program.name, document}, program.inputs,
                                     measuringGrid(*document->root, device.target), settings,
                                     device.target, talk_.consent(open.path)));
        setup.rigs.runners = runnersFor(device, settings);
        setup.rigs.how.runner = setup.rigs.runners.front();
        if (campaign_.launchesOnly)
            setup.pipeline = {};
        return setup;
    }

    static std::string keyOf(const TuneSetup& setup) {
        const auto& how = setup.rigs.how;
        return toHex(fnv1a64(fmt::format(
            "{}|{}|{}|{}|{}|{}", structuralKey(setup.rigs.start.document),
            toJson(setup.rigs.scenario), codegen::name(how.target), name(how.measure.allocation),
            name(how.contraction), setup.pipeline.stages.size())));
    }

    /// The error: the project or the results cannot be written.
    Expected<void> cell(const CampaignProgram& program, const CampaignDevice& device,
                        const std::string& budget) {
        const auto open = project_.open(program.file);
        const auto setup =
            open ? setupFor(program, device, **open) : Expected<TuneSetup>(fail(open.error()));
        CampaignCell cell{.program = program.name, .device = device.name, .budget = budget};
        cell.date = bench::today();
        const auto what = fmt::format("{} on {}, {}", program.name, device.name, budget);
        if (!setup) {
            cell.problem = setup.error().sentence;
            return done(what, std::move(cell));
        }
        cell.key = keyOf(*setup);
        if (results_.find(program.name, device.name, budget, cell.key)) {
            talk_.say(what + ": known");
            return {};
        }
        auto tuned = tuneCell(*setup, **open, *secondsOf(budget));
        if (!tuned)
            cell.problem = tuned.error().sentence;
        else
            MW_CHECK(take(cell, *setup, **open, std::move(*tuned)));
        return done(what, std::move(cell));
    }

    Expected<TunedProgram> tuneCell(const TuneSetup& setup, Program& program, double budget) {
        TuneOptions options;
        options.target = setup.rigs.how.target;
        options.budget = budget;
        options.progress = talk_.progress;
        if (options.target == codegen::Target::cpu) // a program of each is in memory
            options.formsPerRound = 4;
        options.keep = [&](const TuneLog& log) {
            program.tuning = log;
            program.changed();
            [[maybe_unused]] const auto kept = saveProject(project_, project_.file);
        };
        for (int attempt = 1;; ++attempt) {
            TuneLog log = program.tuning;
            auto tuned = tune(setup, options, log);
            program.tuning = log;
            if (tuned || !exec::isLoss(tuned.error()) || attempt == kAttempts)
                return tuned;
            talk_.say(fmt::format("{}; it is asked for again", tuned.error().sentence));
        }
    }

    /// The result as a variant of the project.
    Expected<void> take(CampaignCell& cell, const TuneSetup& setup, Program& program,
                        TunedProgram tuned) {
        auto& history = *program.history;
        history.goTo(history.root().id);
        auto steps = stepsOf(setup, tuned);
        if (!steps) {
            cell.problem = steps.error().sentence;
            return {};
        }
        cell.hardware = tuned.whole.device;
        cell.whole = tuned.whole;
        cell.measured = tuned.launches.measured + tuned.graphs.size() + (tuned.optimised ? 1 : 0);
        cell.complete = tuned.launches.complete;
        cell.runners = std::move(tuned.runners);
        if (!steps->empty()) {
            add(history, std::move(*steps), "Tune");
            cell.variant = fmt::format("{}, {}", cell.device, cell.budget);
            history.rename(history.current().id, cell.variant);
            keepTuned(program.tuning, history.current().document,
                      history.choicesOf(history.current().id), std::move(tuned.whole));
        }
        program.changed();
        return saveProject(project_, project_.file);
    }

    Expected<void> done(const std::string& what, CampaignCell cell) {
        talk_.say(fmt::format(
            "{}: {}", what,
            !cell.problem.empty() ? cell.problem
            : !cell.whole.isFaster()
                ? "the start stays"
                : fmt::format("{:.1f} us -> {:.1f} us", cell.whole.before, cell.whole.time)));
        results_.set(std::move(cell));
        return writeResults(results_, resultsFile(campaign_));
    }

    const Campaign& campaign_;
    RunSettings settings_;
    const CampaignTalk& talk_;
    Project project_;
    CampaignResults results_;
};

} // namespace

Expected<CampaignResults> runCampaign(const Campaign& campaign, const RunSettings& settings,
                                      const CampaignTalk& talk) {
    return CampaignRun(campaign, settings, talk).run();
}

} // namespace mw::workbench
