// JSON that commands share.
#include "app/cli/detail/json_text.h"

#include <optional>

namespace mw::cli {

namespace {

Json numberOrNull(const std::optional<std::int64_t>& number) {
    return number ? Json(*number) : Json();
}

} // namespace

std::string jsonText(const Json& json) {
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json fileOrNull(const std::string& file) {
    return file.empty() ? Json() : Json(file);
}

Json toJson(const std::vector<workbench::Step>& steps) {
    auto list = Json::array();
    for (const auto& step : steps)
        list.push_back(history::text(step.record));
    return list;
}

Json toJson(const analysis::ProgramFigures& figures) {
    return {{"kernels", figures.kernels},
            {"copies", figures.copies},
            {"maps", figures.maps},
            {"temporaries", figures.temporaries},
            {"temporary_bytes", numberOrNull(figures.temporaryBytes)},
            {"peak_bytes", numberOrNull(figures.peakBytes)},
            {"bytes", numberOrNull(figures.bytes)},
            {"kernel_bytes", numberOrNull(figures.kernelBytes())},
            {"copy_bytes", numberOrNull(figures.copyBytes)},
            {"argument_bytes", numberOrNull(figures.argumentBytes)},
            {"operations", numberOrNull(figures.operations)}};
}

} // namespace mw::cli
