#pragma once

#include "core/codegen/codegen.h"
#include "core/codegen/kernel_memo.h"
#include "core/ir/sdfg.h"
#include "core/support/expected.h"
#include "core/symbolic/expr.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

// How long a program is likely to take on a GPU, from its plan alone: to rank variants before any
// of them runs. Measured times decide in the end.

namespace mw::workbench {

/// What a device does in a microsecond. The defaults are fitted to the times of measured_times.h
/// and shorter ones (docs/measurements.md): of 159 kernels 132 are within 10 % of their
/// predictions. Those of other devices are made of these (device_models.h).
struct DeviceRates {
    std::string device = "H200";
    double memory = 4.9e6;      ///< bytes; some of them stay in the cache from kernel to kernel
    double cache = 46e6;        ///< bytes that threads ask of the cache behind them
    double instructions = 40e6; ///< floating-point, in double precision
    double launch = 1.5;        ///< microseconds from one kernel to the next
    double wait = 0.2;          ///< microseconds of a load that others wait for, in part hidden
    codegen::LaunchDevice launches = {}; ///< that launches are chosen for

    bool operator==(const DeviceRates&) const = default;
};

struct PredictedKernel {
    std::string name;
    NodeId map;
    std::string structure = {}; ///< as the plan has it: the same where the same is computed
    double bytes = 0;      ///< that it must move, arrays that each thread keeps for itself included
    double cacheBytes = 0; ///< codegen/traffic.h
    double instructions = 0; ///< codegen/operations.h
    double waits = 0; ///< loads that wait for each other (codegen/waits.h), as the launch has them
    double microseconds = 0;
    std::optional<codegen::LaunchShape> shape = {}; ///< nullopt: a size is open
    bool chosen = false; ///< somebody chose the launch, a search for instance
    codegen::LaunchChoice launch = {};
};

/// What most of a predicted time goes into.
enum class Limit : std::uint8_t { memory, cache, arithmetic, latency };
Limit limitOf(const PredictedKernel& kernel, const DeviceRates& rates);

struct Prediction {
    std::vector<PredictedKernel> kernels; ///< in order of first launch
    std::size_t copies = 0;
    double bytes = 0;        ///< of kernels and copies
    double microseconds = 0; ///< of one walk through the program
};

/// With the values of a scenario; what a kernel needs and has no value counts as nothing. The error
/// is that of lowering. `memo`: of earlier predictions, which are not made again of kernels that it
/// knows. `choices`: of launches, as far as they fit.
Expected<Prediction> predict(const ir::Document& document, const symbolic::Bindings& values,
                             const DeviceRates& rates = {},
                             std::shared_ptr<codegen::KernelMemo> memo = nullptr,
                             const codegen::Choices& choices = {});

/// Of a kernel as it is launched by its plan.
PredictedKernel predictKernel(const codegen::Kernel& kernel, const symbolic::Bindings& values,
                              const DeviceRates& rates = {});

} // namespace mw::workbench
