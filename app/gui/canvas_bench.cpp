// --bench: prints the times of the canvas on a file.
#include "app/gui/canvas_bench.h"

#include "core/io/sdfg_io.h"
#include "viewers/canvas/bench.h"
#include "viewers/program/bench.h"

#include <nlohmann/json.hpp>

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
            {"frame_median_ms", bench.frameMedian},
            {"frame_p95_ms", bench.frameP95},
            {"hit_test_p99_ms", bench.hitTestP99},
            {"collapse_ms", bench.collapse},
            {"expand_ms", bench.expand},
            {"resident_mb", bench.residentMegabytes}};
}

} // namespace

int printCanvasBench(const QString& file, int repeats, bool json) {
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
    result["program_frame_p95_ms"] = program.frameP95;
    if (json) {
        result["file"] = path.filename().string();
        result["repeats"] = repeats;
        std::puts(result.dump(2).c_str());
        return 0;
    }
    for (const auto& [name, value] : result.items())
        std::printf("%-26s %10.3f\n", name.c_str(), value.get<double>());
    return 0;
}

} // namespace mw::app
