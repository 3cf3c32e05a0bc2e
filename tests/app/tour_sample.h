#pragma once

#include "app/gui/tour/scene.h"
#include "app/workbench/steps.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace mw::test {

/// The tour's sample with a scene of it, as the window would show it.
struct TourSample {
    explicit TourSample(const char* file = "samples/nabla4.sdfg")
        : program(*workbench::openProgram(sourceFile(file))) {}

    workbench::ProgramPtr program;
    app::TourScene shown;

    history::History& history() const { return *program->history; }
    app::TourScene scene() const {
        auto scene = shown;
        scene.program = program.get();
        scene.index = std::make_shared<const ir::DocumentIndex>(program->current().document);
        return scene;
    }
    void apply(const char* name, bool everywhere = false, const Params& params = {}) const {
        const auto& t = *transforms::findTransformation(name);
        const auto& document = program->current().document;
        auto steps = everywhere ? workbench::applyEverywhere(t, document, params)
                                : workbench::applyFirst(t, document, params);
        REQUIRE(steps.has_value());
        workbench::add(history(), std::move(*steps));
    }
    void fuseAll() const { apply("map-fusion-vertical", true); }
    void block() const { apply("loop-blocking", false, {{"promote-independent-memlets", true}}); }
    ElementId node(const std::string& name) const {
        const auto index = scene().index;
        for (const auto state : index->states())
            for (const auto& node : index->find(state)->block->as<ir::State>()->nodes)
                if (ir::displayName(*node) == name)
                    return node->id;
        FAIL("no node " << name);
        return {};
    }
    /// As a run of these variants would leave it: device time in us, constant in all repeats.
    void measure(const std::vector<std::pair<history::VariantId, double>>& times) const {
        bench::BenchResult result;
        std::vector<history::VariantId> variants;
        for (const auto& [id, time] : times) {
            auto& one = result.variants.emplace_back();
            one.name = history().find(id)->name;
            one.verified = true;
            one.verification = "z_nabla4_e2: 10 elements agree";
            for (int i = 0; i < 20; ++i)
                one.deviceSamples.push_back(time * (1 + 0.001 * (i % 5)));
            one.device = summarise(one.deviceSamples);
            variants.push_back(id);
        }
        workbench::keepMeasurement(*program, std::move(result), variants);
    }
};

} // namespace mw::test
