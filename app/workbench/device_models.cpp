// The table of devices, and how one of them is chosen.
#include "app/workbench/device_models.h"

#include "app/workbench/detail/json_fields.h"
#include "core/conventions/conventions.h"
#include "core/io/file.h"
#include "core/ir/index.h"
#include "core/ir/predicates.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace mw::workbench {

namespace {

using codegen::Target;

/// Of the CPU it counts what one socket does; of the MI250X one of its two chips, which programs
/// see as a device each.
constexpr std::array<DeviceModel, 7> kModels{{
    {.name = "A100",
     .target = Target::cuda,
     .what = "NVIDIA A100 SXM, 80 GB",
     .marks = "A100",
     .memoryBandwidth = 2039,
     .lastCache = 40,
     .multiprocessors = 108,
     .warp = 32,
     .clock = 1.41,
     .firstCacheBytes = 128,
     .doubles = 9.7,
     .launch = 1.5,
     .launchSource = Source::assumed,
     .rates = Source::published,
     .sources = "NVIDIA A100 Tensor Core GPU datasheet (2021); A100 architecture white paper"},
    {.name = "H100",
     .target = Target::cuda,
     .what = "NVIDIA H100 SXM, 80 GB",
     .marks = "H100",
     .memoryBandwidth = 3350,
     .lastCache = 50,
     .multiprocessors = 132,
     .warp = 32,
     .clock = 1.98,
     .firstCacheBytes = 128,
     .doubles = 33.5,
     .launch = 1.5,
     .launchSource = Source::assumed,
     .rates = Source::published,
     .sources = "NVIDIA H100 Tensor Core GPU datasheet (2023); H100 architecture white paper"},
    {.name = "GH200",
     .target = Target::cuda,
     .what = "NVIDIA GH200, 96 GB of HBM3",
     .marks = "GH200",
     .memoryBandwidth = 4000,
     .lastCache = 50,
     .multiprocessors = 132,
     .warp = 32,
     .clock = 1.98,
     .firstCacheBytes = 128,
     .doubles = 33.5,
     .launch = 1.5,
     .launchSource = Source::assumed,
     .rates = Source::published,
     .sources = "NVIDIA GH200 Grace Hopper Superchip datasheet (2023)"},
    {.name = "H200",
     .target = Target::cuda,
     .what = "NVIDIA H200 SXM, 141 GB",
     .marks = "H200",
     .memoryBandwidth = 4800,
     .lastCache = 50,
     .multiprocessors = 132,
     .warp = 32,
     .clock = 1.98,
     .firstCacheBytes = 128,
     .doubles = 33.5,
     .launch = 1.5,
     .launchSource = Source::fitted,
     .rates = Source::fitted,
     .sources = "NVIDIA H200 Tensor Core GPU datasheet (2024)"},
    {.name = "MI250X",
     .target = Target::hip,
     .what = "AMD Instinct MI250X, one of its two chips",
     .marks = "MI250X",
     .memoryBandwidth = 1638,
     .lastCache = 8,
     .multiprocessors = 110,
     .warp = 64,
     .clock = 1.7,
     .firstCacheBytes = 64,
     .doubles = 23.95,
     .launch = 4,
     .launchSource = Source::assumed,
     .rates = Source::published,
     .sources = "AMD Instinct MI250X datasheet (2021); CDNA 2 architecture white paper"},
    {.name = "MI300A",
     .target = Target::hip,
     .what = "AMD Instinct MI300A",
     .marks = "MI300A",
     .memoryBandwidth = 5300,
     .lastCache = 256,
     .multiprocessors = 228,
     .warp = 64,
     .clock = 2.1,
     .firstCacheBytes = 64,
     .doubles = 61.3,
     .launch = 4,
     .launchSource = Source::assumed,
     .rates = Source::published,
     .sources = "AMD Instinct MI300A datasheet (2023); CDNA 3 architecture white paper"},
    {.name = "cpu",
     .target = Target::cpu,
     .what = "a CPU, with the figures of NVIDIA Grace (72 cores)",
     .marks = "",
     .memoryBandwidth = 500,
     .lastCache = 114,
     .multiprocessors = 72,
     .warp = 1,
     .clock = 3.1,
     .firstCacheBytes = 48,
     .doubles = 3.57,
     .launch = 5,
     .launchSource = Source::assumed,
     .rates = Source::published,
     .sources = "NVIDIA GH200 Grace Hopper Superchip datasheet (2023); Arm Neoverse V2 guide"},
}};

const DeviceModel& fitted() {
    return *std::ranges::find(kModels, Source::fitted, &DeviceModel::rates);
}

/// Bytes that all first caches give in a microsecond.
double firstCaches(const DeviceModel& model) {
    return model.multiprocessors * model.clock * 1e3 * model.firstCacheBytes;
}

std::string lower(std::string text) {
    std::ranges::transform(text, text.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

/// program.json of the folder where the Python package saved the graph.
MadeFor savedFor(const std::filesystem::path& file) {
    const auto text = io::readFile(file.parent_path() / "program.json", std::size_t{1} << 26U);
    const Json json = text ? Json::parse(*text, nullptr, false) : Json();
    const auto backend = json.is_object() ? json.find("backend") : json.end();
    if (!json.is_object() || backend == json.end() || !backend->is_string())
        return MadeFor::unknown;
    const auto name = backend->get<std::string>();
    return name.find("gpu") != std::string::npos   ? MadeFor::gpu
           : name.find("cpu") != std::string::npos ? MadeFor::cpu
                                                   : MadeFor::unknown;
}

class Looking {
public:
    MadeFor at(const ir::Sdfg& program) {
        look(program);
        return gpu_ ? MadeFor::gpu : cpu_ || clock_ ? MadeFor::cpu : MadeFor::unknown;
    }

private:
    void look(const ir::Sdfg& program) {
        for (const auto& [name, container] : program.arrays) {
            gpu_ = gpu_ || ir::isDeviceStorage(container->storage);
            clock_ = clock_ || name == conventions::kComputeTime;
        }
        ir::forEachBlock(program.body, [&](const ir::Block& block) {
            if (const auto* state = block.as<ir::State>())
                for (const auto& node : state->nodes)
                    look(*node);
        });
    }
    void look(const ir::Node& node) {
        using ir::Schedule;
        if (const auto* entry = node.as<ir::MapEntry>()) {
            const auto schedule = entry->map.schedule;
            gpu_ = gpu_ || schedule == Schedule::GPU_Device ||
                   schedule == Schedule::GPU_ThreadBlock || schedule == Schedule::GPU_Persistent;
            cpu_ =
                cpu_ || schedule == Schedule::CPU_Multicore || schedule == Schedule::CPU_Persistent;
        } else if (const auto* nested = node.as<ir::NestedSdfg>(); nested && nested->sdfg) {
            look(*nested->sdfg);
        }
    }

    bool gpu_ = false, cpu_ = false;
    bool clock_ = false; ///< finished, and so with a GPU's schedules if it were for one
};

const exec::DeviceInfo* atHand(Target target, const std::vector<exec::DeviceInfo>& devices) {
    const auto found = std::ranges::find_if(
        devices, [&](const auto& one) { return one.target == target && one.canRun; });
    return found == devices.end() ? nullptr : &*found;
}

/// Of a target: what is at hand, if the table has it.
ChosenModel ofTarget(Target target, const std::vector<exec::DeviceInfo>& devices,
                     const std::string& because) {
    const auto* device = atHand(target, devices);
    if (const auto* model = device ? modelOf(*device) : nullptr)
        return {model,
                because.empty() ? "" : fmt::format("{}: {} is at hand", because, device->name)};
    const auto& usual = usualModel(target);
    if (device)
        return {&usual, fmt::format("{} is at hand, which the table of devices does not have: "
                                    "--device chooses another one",
                                    device->name)};
    return {&usual, because.empty() ? "" : because + ": --device chooses another one"};
}

} // namespace

std::string_view name(Source source) {
    constexpr std::array kNames{"fitted", "published", "assumed"};
    return kNames.at(static_cast<std::size_t>(source));
}

std::span<const DeviceModel> deviceModels() {
    return kModels;
}

std::string deviceModelNames() {
    std::string names;
    for (const DeviceModel& model : kModels)
        names += (names.empty() ? "" : ", ") + std::string(model.name);
    return names;
}

Expected<const DeviceModel*> deviceModelNamed(const std::string& text) {
    for (const DeviceModel& model : kModels)
        if (lower(model.name) == lower(text))
            return &model;
    return fail("no-device-model", fmt::format("there is no model of a device '{}', but of: {}",
                                               text, deviceModelNames()));
}

std::string_view articleOf(std::string_view model) {
    return model == "cpu" || model.starts_with('G') ? "a" : "an";
}

const DeviceModel& usualModel(Target target) {
    if (target == Target::cuda)
        return fitted();
    return *std::ranges::find_if(kModels, [&](const DeviceModel& model) {
        return model.target == target && (target != Target::hip || model.warp == 64) &&
               std::string_view(model.name) != "MI250X";
    });
}

const DeviceModel* modelNamedIn(const std::string& text, Target target) {
    for (const DeviceModel& model : kModels) // none's name has another one's in it
        if (model.target == target && text.find(model.marks) != std::string::npos)
            return &model;
    return nullptr;
}

const DeviceModel* modelOf(const exec::DeviceInfo& device) {
    return modelNamedIn(device.name, device.target);
}

DeviceRates deviceRates(const DeviceModel& model) {
    const DeviceRates h200; // the fit
    const DeviceModel& of = fitted();
    DeviceRates rates;
    rates.device = model.name;
    rates.memory = h200.memory * (model.memoryBandwidth / of.memoryBandwidth);
    rates.cache = h200.cache * (firstCaches(model) / firstCaches(of));
    rates.instructions = h200.instructions * (model.doubles / of.doubles);
    rates.launch = model.launch;
    // Of other GPUs taken as the H200's; a core has other iterations to go on with.
    rates.wait = model.target == Target::cpu ? 0 : h200.wait;
    rates.launches = {.warp =
                          model.target == Target::cpu ? codegen::LaunchDevice{}.warp : model.warp,
                      .multiprocessors = model.multiprocessors,
                      .target = model.target};
    return rates;
}

MadeFor madeFor(const ir::Document& document, const std::filesystem::path& file) {
    const auto made = Looking().at(*document.root);
    return made == MadeFor::unknown ? savedFor(file) : made;
}

Expected<ChosenModel> chooseModel(const ModelChoice& asked, MadeFor made,
                                  const std::vector<exec::DeviceInfo>& devices) {
    if (!asked.device.empty()) {
        MW_TRY(const auto* model, deviceModelNamed(asked.device));
        if (asked.target && *asked.target != model->target)
            return fail("other-target", fmt::format("--device {} is no device of --target {}",
                                                    model->name, name(*asked.target)));
        return ChosenModel{model, ""};
    }
    if (asked.target)
        return ofTarget(*asked.target, devices, "");
    if (made == MadeFor::cpu)
        return ofTarget(Target::cpu, devices, "the graph is one of a CPU back end");
    const std::string why =
        made == MadeFor::gpu ? "the graph is one of a GPU back end" : "the graph is for any device";
    for (const auto target : {Target::cuda, Target::hip})
        if (atHand(target, devices))
            return ofTarget(target, devices, why);
    return ofTarget(Target::cuda, devices, why + ", and no GPU is at hand");
}

} // namespace mw::workbench
