// Files that profilers write for themselves, by their endings.
#include "app/workbench/profiles/reports_of_tools.h"

#include <fmt/format.h>

#include <array>

namespace mw::workbench {

namespace {

struct ToolReport {
    const char* ending;
    const char* what;
    const char* command; ///< {0} is the file, {1} its name without the ending
};

constexpr std::array<ToolReport, 8> kReports{{
    {".nsys-rep", "a report of Nsight Systems",
     "nsys stats --report cuda_gpu_trace --format csv -o {1} {0}"},
    {".qdrep", "a report of Nsight Systems",
     "nsys stats --report cuda_gpu_trace --format csv -o {1} {0}"},
    {".sqlite", "Nsight Systems' database",
     "nsys stats --report cuda_gpu_trace --format csv -o {1} {0}"},
    {".ncu-rep", "a report of Nsight Compute", "ncu --import {0} --page raw --csv > {1}.csv"},
    {".nsight-cuprof-report", "a report of Nsight Compute",
     "nv-nsight-cu-cli --import {0} --page raw --csv > {1}.csv"},
    {".db", "rocprofv3's database", "rocpd convert -i {0} --output-format csv"},
    {".pftrace", "a trace for Perfetto",
     "rocprofv3 --kernel-trace --output-format csv -- PROGRAM, which writes a table"},
    {".otf2", "a trace in OTF2",
     "rocprofv3 --kernel-trace --output-format csv -- PROGRAM, which writes a table"},
}};

} // namespace

std::optional<std::string> howToExport(const std::filesystem::path& file) {
    const std::string name = file.filename().string();
    for (const ToolReport& report : kReports)
        if (name.ends_with(report.ending))
            return fmt::format(
                "{} is {}; what is read is a table of it: {}", name, report.what,
                fmt::format(fmt::runtime(report.command), file.string(), file.stem().string()));
    return std::nullopt;
}

} // namespace mw::workbench
