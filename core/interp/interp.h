#pragma once

#include "core/interp/coverage.h"
#include "core/ir/sdfg.h"
#include "core/support/expected.h"
#include "core/symbolic/expr.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace mw::interp {

/// Memory of one container: elements of one type, without shape (the descriptors say how it is
/// read).
struct Buffer {
    ir::ScalarType type = ir::ScalarType::float64;
    std::vector<std::byte> bytes;

    std::int64_t elements() const;
};
using Memory = std::map<std::string, Buffer, std::less<>>;

struct Options {
    std::uint64_t maxTaskletRuns = 200'000'000; ///< then an error: this executor is for small sizes
    std::optional<std::chrono::steady_clock::time_point> deadline = {}; ///< then "timeout"
    std::stop_token stop = {};                                          ///< asked for: "cancelled"
    /// Nodes of a state in some order that its edges allow, and iterations of every map that is not
    /// sequential in any order: the same for the same number. Programs whose values depend on it
    /// race. nullopt: as the file has them.
    std::optional<std::uint64_t> randomOrder = {};
    Coverage* coverage = nullptr; ///< what runs is added to it; null: not asked for
};

/// Runs the program once: the reference that every back end and rewrite is held against. One
/// thread, one element at a time; bounds of every access are checked
/// against the container and an access outside is an error that names code, memlet and index.
/// Memory of temporaries starts as NaN (floats) or a large negative number (integers), so that
/// reading what was not written shows. `symbols`: a value for every symbol that the program uses.
/// `arguments`: memory of every non-transient container, changed in place (unspecified after an
/// error). What GT4Py adds around a program (stream synchronisation) is skipped; other raw C++ is
/// an error.
Expected<void> run(const ir::Document& document, const symbolic::Bindings& symbols,
                   Memory& arguments, const Options& options = {});

} // namespace mw::interp
