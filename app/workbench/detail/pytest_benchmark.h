#pragma once

#include "app/workbench/detail/json_fields.h"
#include "app/workbench/timers/read.h"

// What pytest-benchmark writes (--benchmark-json) of icon4py's stencil tests, whose CI keeps it:
// https://pytest-benchmark.readthedocs.io, and icon4py's model/testing (stencil_tests.py,
// pytest_hooks.py) for `extra_info.gtx_metrics`.

namespace mw::workbench {

bool isPytestBenchmark(const Json& json);

/// Each benchmark is a program: "TestSmoothField[none]" is smooth_field, another variant
/// keeps its name in brackets. GT4Py's times on the device (`extra_info.gtx_metrics`, seconds, from
/// which icon4py took warm-up calls already) where they were taken; of whole calls those of each
/// round, or what `stats` says of all. "bad-times" names the benchmark and what it lacks.
Expected<TimesFile> readPytestBenchmark(const Json& json);

} // namespace mw::workbench
