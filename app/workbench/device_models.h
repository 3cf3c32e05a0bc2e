#pragma once

#include "app/workbench/cost.h"
#include "core/codegen/target.h"
#include "core/exec/protocol.h"
#include "core/ir/sdfg.h"
#include "core/support/expected.h"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// The devices that predictions can be for: one table of what their makers publish, and what the
// cost model takes from it.

namespace mw::workbench {

/// Where a number of the cost model comes from.
enum class Source : std::uint8_t {
    fitted,    ///< to times that were measured on the device (docs/measurements.md)
    published, ///< by the maker, times what the fit on the H200 came to beside its published one
    assumed    ///< neither measured here nor published
};
std::string_view name(Source source);

/// A device, or what a program sees of one: of the MI250X one of its two.
struct DeviceModel {
    const char* name; ///< as --device takes it
    codegen::Target target;
    const char* what;           ///< "NVIDIA A100 SXM, 80 GB"
    const char* marks;          ///< what its driver's name contains; empty: known by its target
    double memoryBandwidth;     ///< GB/s, published
    double lastCache;           ///< MB before the memory, of all that one program sees
    int multiprocessors;        ///< or compute units, or cores
    int warp;                   ///< threads that run in step; of a CPU 1
    double clock;               ///< GHz, the highest that is published
    double firstCacheBytes;     ///< that a multiprocessor's first cache gives in a clock
    double doubles;             ///< TFLOPS in double precision, vector units
    double launch;              ///< us from one kernel to the next
    Source launchSource, rates; ///< of `launch`; of what deviceRates() has of the others
    const char* sources;        ///< documents that the published figures are from
};

std::span<const DeviceModel> deviceModels();
/// As --device has it, in any case. "no-device-model" names those that there are.
Expected<const DeviceModel*> deviceModelNamed(const std::string& name);
/// "A100, H100, ...".
std::string deviceModelNames();
/// "a" or "an", as the name of a model is spoken.
std::string_view articleOf(std::string_view model);
/// What predictions are for where nothing says another one, by target.
const DeviceModel& usualModel(codegen::Target target);
/// The model of a device that a runner found; nullptr: its name is none of the table's.
const DeviceModel* modelOf(const exec::DeviceInfo& device);

/// The same of a text that names the device, "NVIDIA A100-SXM4-80GB (sm_80), NVRTC 13.0".
const DeviceModel* modelNamedIn(const std::string& text, codegen::Target target);

/// What the cost model takes of a device.
DeviceRates deviceRates(const DeviceModel& model);

/// What a graph was made for, as far as it says so itself (schedules, storages, GT4Py's clock) or
/// program.json beside it does, which the Python package writes. Of a GPU not whose.
enum class MadeFor : std::uint8_t { unknown, cpu, gpu };
MadeFor madeFor(const ir::Document& document, const std::filesystem::path& file);

/// The device that predictions for a program are for, and why it is that one.
struct ChosenModel {
    const DeviceModel* model = nullptr;
    std::string why; ///< a sentence where nobody asked for it, else empty
};
struct ModelChoice {
    std::string device;                         ///< --device; empty: not said
    std::optional<codegen::Target> target = {}; ///< --target
};
/// The one that was asked for; else, of the kind that the graph was made for, the one at hand, else
/// the usual one; a graph that says nothing is for the GPU at hand, else for the H200. `devices`:
/// at hand. "no-device-model", or "other-target" where the two that were asked for differ.
Expected<ChosenModel> chooseModel(const ModelChoice& asked, MadeFor made,
                                  const std::vector<exec::DeviceInfo>& devices);

} // namespace mw::workbench
