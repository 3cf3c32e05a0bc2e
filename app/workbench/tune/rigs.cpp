// Several runners that measure forms of one program.
#include "app/workbench/tune/rigs.h"

#include "app/workbench/tune/rounds.h"
#include "core/analysis/raw_code.h"
#include "core/bench/prepare.h"
#include "core/support/hash.h"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

namespace mw::workbench {

Expected<void> askConsent(RigSetup& setup, const exec::AskConsent& ask) {
    const ir::Document& document = *setup.start.document;
    bench::BenchOptions agreed = setup.how;
    agreed.rawCode = true;
    if (!analysis::rawCode(*document.root).empty()) { // else nothing needs to be lowered
        MW_TRY(const auto plan, bench::lowered(document, setup.scenario, agreed));
        MW_CHECK(exec::askConsent(ask, *document.root, plan, setup.how.target));
    }
    setup.how = std::move(agreed);
    return {};
}

Expected<TuneRigs> TuneRigs::make(const RigSetup& setup) {
    MW_TRY(auto scenario, inputs::completeScenario(*setup.start.document->root, setup.scenario));
    TuneRigs all(std::move(scenario), setup.how);
    auto runners = setup.runners;
    if (runners.empty())
        runners.push_back(setup.how.runner);
    for (const exec::RunnerOptions& runner : runners) {
        bench::BenchOptions how = setup.how;
        how.runner = runner;
        all.rigs_.push_back(std::make_unique<TuneRig>(setup.start, all.scenario_, how));
    }
    MW_CHECK(all.lower(setup.start));
    return all;
}

namespace {

/// What each has, asked for at once: they may wait in a queue.
std::vector<Expected<std::string>> devicesOf(const std::vector<std::unique_ptr<TuneRig>>& rigs) {
    std::vector<Expected<std::string>> devices(rigs.size());
    {
        std::vector<std::jthread> threads;
        for (std::size_t i = 0; i < rigs.size(); ++i)
            threads.emplace_back([&, i] { devices[i] = rigs[i]->device(); });
    }
    return devices;
}

/// The one that most have; of equals the first. Empty: none has any.
std::string commonest(const std::vector<Expected<std::string>>& devices) {
    std::string best;
    std::ptrdiff_t most = 0;
    for (const auto& one : devices) {
        const auto same =
            one ? std::ranges::count_if(devices,
                                        [&](const auto& other) { return other && *other == *one; })
                : 0;
        if (same > most) {
            best = *one;
            most = same;
        }
    }
    return best;
}

} // namespace

/// The device of all that measure.
Expected<std::string> TuneRigs::commonDevice() {
    const auto devices = devicesOf(rigs_);
    const std::string device = commonest(devices);
    for (std::size_t i = 0; i < rigs_.size(); ++i) {
        if (!devices[i] && (!how_.runner.slurm || device.empty()))
            return fail(devices[i].error());
        if (!devices[i]) {
            rigs_[i]->giveUp(devices[i].error());
        } else if (*devices[i] != device) {
            if (!how_.runner.slurm)
                return fail("other-device",
                            fmt::format("the runners have different devices, {} and "
                                        "{}: measure on one of them",
                                        device, *devices[i]));
            rigs_[i]->giveUp({Severity::error,
                              "other-device",
                              "times of another device say nothing of the others'",
                              {},
                              {}});
        }
    }
    return device;
}

std::vector<RunnerReport> TuneRigs::report() const {
    std::vector<RunnerReport> all;
    for (const auto& rig : rigs_)
        all.push_back(rig->report());
    return all;
}

Expected<void> TuneRigs::describe(TuneOptions& options) {
    MW_TRY(options.device, commonDevice());
    options.machine =
        fmt::format("{}|{}|{}|{}", options.device, toHex(fnv1a64(toJson(scenario_))),
                    how_.measure.coldCache ? "cold" : "warm", name(how_.measure.allocation));
    if (how_.contraction != exec::Contraction::usual) // logs from before have none
        options.machine += fmt::format("|contract {}", name(how_.contraction));
    return {};
}

std::vector<TuneMeasure> TuneRigs::measurers(const TuneOptions& options) const {
    std::vector<TuneMeasure> measurers;
    for (const auto& rig : rigs_) {
        rig->setStop(options.stop);
        for (std::size_t lane = 0; lane < lanesOf(options.target); ++lane)
            measurers.push_back([&one = *rig](const std::vector<TuneForm>& forms, int repeats) {
                return one.measure(forms, repeats);
            });
    }
    return measurers;
}

} // namespace mw::workbench
