// Several runners that measure forms of one program.
#include "app/workbench/tune/rigs.h"

#include "core/analysis/raw_code.h"
#include "core/bench/prepare.h"
#include "core/support/hash.h"

#include <fmt/format.h>

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

Expected<void> TuneRigs::describe(TuneOptions& options) {
    options.device.clear();
    for (const auto& rig : rigs_) {
        MW_TRY(const std::string device, rig->device());
        if (!options.device.empty() && device != options.device)
            return fail("other-device", fmt::format("the runners have different devices, {} and "
                                                    "{}: measure on one of them",
                                                    options.device, device));
        options.device = device;
    }
    options.machine =
        fmt::format("{}|{}|{}|{}", options.device, toHex(fnv1a64(toJson(scenario_))),
                    how_.measure.coldCache ? "cold" : "warm", name(how_.measure.allocation));
    if (how_.contraction != exec::Contraction::usual) // logs from before have none
        options.machine += fmt::format("|contract {}", name(how_.contraction));
    return {};
}

std::vector<TuneMeasure> TuneRigs::measurers(const TuneOptions& options) const {
    std::vector<TuneMeasure> measurers;
    // On a device the next round is compiled meanwhile; on the CPU that would be measured too.
    const int lanes = options.target == codegen::Target::cpu ? 1 : 2;
    for (const auto& rig : rigs_) {
        rig->setStop(options.stop);
        for (int lane = 0; lane < lanes; ++lane)
            measurers.push_back([&one = *rig](const std::vector<TuneForm>& forms, int repeats) {
                return one.measure(forms, repeats);
            });
    }
    return measurers;
}

} // namespace mw::workbench
