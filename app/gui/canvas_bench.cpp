// --bench: prints what a user waits for with a file.
#include "app/gui/canvas_bench.h"

#include "app/gui/bench_graphs.h"
#include "app/gui/window_bench.h"
#include "core/io/sdfg_io.h"
#include "core/support/statistics.h"
#include "viewers/canvas/bench.h"
#include "viewers/program/bench.h"

#include <nlohmann/json.hpp>

#include <QTemporaryDir>

#include <cstdio>
#include <filesystem>

namespace mw::app {

namespace {

constexpr int kUnreadable = 3;

using Json = nlohmann::ordered_json;

Json toJson(const viewers::CanvasBench& bench) {
    return {{"nodes", bench.nodes},
            {"edges", bench.edges},
            {"open_ms", bench.open},
            {"layout_ms", bench.layout},
            {"scene_ms", bench.scene},
            {"first_paint_ms", bench.firstPaint},
            {"first_picture_ms", bench.firstPicture},
            {"first_picture_p95_ms", bench.firstPictureP95},
            {"frame_median_ms", bench.frameMedian},
            {"frame_p95_ms", bench.frameP95},
            {"hit_test_p99_ms", bench.hitTestP99},
            {"collapse_ms", bench.collapse},
            {"collapse_p95_ms", bench.collapseP95},
            {"expand_ms", bench.expand},
            {"expand_p95_ms", bench.expandP95},
            {"resident_mb", bench.residentMegabytes}};
}

/// Medians and 95th percentiles, with how many samples they are of.
void add(Json& json, const WindowBench& window) {
    const auto row = [&](const std::string& name, const std::vector<double>& samples) {
        if (samples.empty())
            return;
        json[name + "_ms"] = quantile(samples, 0.5);
        json[name + "_p95_ms"] = quantile(samples, 0.95);
    };
    row("cold_start", window.coldStart);
    row("matches", window.matches);
    row("undo", window.undo);
    row("redo", window.redo);
    row("switch_variant", window.goTo);
    if (window.residentMegabytes > 0)
        json["window_resident_mb"] = window.residentMegabytes;
}

} // namespace

int printCanvasBench(const QString& name, int repeats, bool json) {
    const QTemporaryDir folder;
    const auto generated = generatedFile(name, folder.path());
    if (!generated) {
        std::fprintf(stderr, "mapwright: %s\n", toString(generated.error()).c_str());
        return kUnreadable;
    }
    const auto file = generated->isEmpty() ? name : *generated;
    const std::filesystem::path path(file.toStdString());
    const auto first = io::readSdfgFile(path);
    if (!first) {
        std::fprintf(stderr, "mapwright: %s\n", toString(first.error()).c_str());
        return kUnreadable;
    }
    const auto load = [&path] { return io::readSdfgFile(path).value_or(nullptr); };
    auto result = toJson(viewers::benchCanvas(load, repeats));
    const auto program = viewers::benchProgramView(load, repeats);
    result["program_rows"] = program.rows;
    result["program_lanes"] = program.lanes;
    result["program_list_ms"] = program.list;
    result["program_first_picture_ms"] = program.firstPicture;
    result["program_first_picture_p95_ms"] = program.firstPictureP95;
    result["program_frame_p95_ms"] = program.frameP95;
    const auto window = benchWindow(file, repeats);
    add(result, window);
    if (json) {
        result["file"] = path.filename().string();
        result["repeats"] = repeats;
        result["step"] = window.step.toStdString();
        std::puts(result.dump(2).c_str());
        return 0;
    }
    for (const auto& [row, value] : result.items())
        std::printf("%-30s %10.3f\n", row.c_str(), value.get<double>());
    return 0;
}

} // namespace mw::app
