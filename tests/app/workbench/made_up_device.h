#pragma once

#include "app/workbench/tune/search.h"
#include "core/ir/dump.h"
#include "tests/support/catch.h"

#include <functional>
#include <mutex>
#include <string>
#include <vector>

// A device whose times a function invents, and small programs for it.

namespace mw::test {

/// Every array is w[e] times the one before, each in a map of its own, over 1280 edges and 80
/// levels: z of x, then y of z, and so on.
inline ir::DocumentPtr chainOf(const std::vector<std::string>& maps, const std::string& arrays) {
    const auto access = [](const std::string& name) {
        return "  " + name + " = access " + name + "\n";
    };
    std::string text = "sdfg g {\n array w float64 [1280]\n";
    for (const char name : arrays)
        text += std::string(" array ") + name + " float64 [1280, 80] strides [1, 1280]\n";
    text += " state main {\n" + access("w");
    for (const char name : arrays)
        text += access(std::string(1, name));
    for (std::size_t m = 0; m < maps.size(); ++m) {
        const std::string n = "m" + std::to_string(m), in(1, arrays[m]), out(1, arrays[m + 1]);
        text += "  " + n + " = map " + maps[m] + " [e = 0:1280, k = 0:80] -> " + n + "x\n  " + n +
                "f = tasklet f `o = (a * b)`\n  " + n + "x = exit " + n + "\n  w -> " + n +
                ".IN_w : w[0:1280]\n  " + in + " -> " + n + ".IN_i : " + in + "[0:1280, 0:80]\n  " +
                n + ".OUT_w -> " + n + "f.a : w[e]\n  " + n + ".OUT_i -> " + n + "f.b : " + in +
                "[e, k]\n  " + n + "f.o -> " + n + "x.IN_o : " + out + "[e, k]\n  " + n +
                "x.OUT_o -> " + out + " : " + out + "[0:1280, 0:80]\n";
    }
    const auto document = ir::parseDump(text + " }\n}\n");
    if (!document)
        FAIL(document.error().sentence);
    return *document;
}
inline ir::DocumentPtr twoMaps() {
    return chainOf({"first", "second"}, "xzy");
}

inline codegen::Plan planOf(const workbench::TuneForm& form,
                            codegen::Target target = codegen::Target::cuda) {
    codegen::LowerOptions how;
    how.without = form.without;
    auto plan = codegen::lower(*form.document, how);
    REQUIRE(plan);
    REQUIRE(codegen::chooseLaunches(*plan, codegen::launchDevice(target), form.choices));
    return *plan;
}

/// A device that somebody made up.
struct Bench {
    /// us of a kernel with this launch.
    std::function<double(const codegen::Kernel&)> time;
    /// A form that has it computes something else.
    std::function<bool(const codegen::Kernel&)> differs = [](const auto&) { return false; };
    double secondsPerForm = 0.1;
    double jitter = 0.002; ///< of every sample, to either side
    std::mutex mutex{};
    double clock = 0;
    std::size_t forms = 0, rounds = 0;

    std::vector<double> samples(double us, int repeats) const {
        std::vector<double> list;
        for (int i = 0; i < repeats; ++i)
            list.push_back(us * (1 + jitter * (i % 3 - 1)));
        return list;
    }

    Expected<std::vector<workbench::FormResult>>
    measure(const std::vector<workbench::TuneForm>& all, int repeats) {
        std::vector<workbench::FormResult> results;
        for (const workbench::TuneForm& form : all) {
            workbench::FormResult result;
            double device = 0;
            for (const auto& kernel : planOf(form).kernels) {
                if (differs(kernel)) {
                    result.outcome = workbench::Trial::Outcome::differs;
                    result.problem = "z: 1 of 102400 elements differ";
                }
                result.kernels[kernel.name] = samples(time(kernel), repeats);
                device += time(kernel);
            }
            result.device = samples(device, repeats);
            results.push_back(std::move(result));
        }
        const std::lock_guard lock(mutex);
        ++rounds;
        forms += all.size();
        clock += secondsPerForm * static_cast<double>(all.size());
        return results;
    }

    workbench::TuneMeasure measurer() {
        return [this](const auto& all, int repeats) { return measure(all, repeats); };
    }
    workbench::TuneOptions options() {
        workbench::TuneOptions options;
        options.target = codegen::Target::cuda;
        options.machine = "a device";
        options.seconds = [this] {
            const std::lock_guard lock(mutex);
            return clock;
        };
        return options;
    }
};

} // namespace mw::test
