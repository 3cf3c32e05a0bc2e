#pragma once

#include "core/inputs/grid.h"
#include "core/ir/dace_version.h"
#include "core/ir/sdfg.h"
#include "core/support/expected.h"
#include "core/symbolic/expr.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace mw::inputs {

/// How an array gets its values.
struct TableFill {
    std::string table; ///< "E2C2V": neighbour table of the grid
};
struct HashedFill { ///< low + (high - low) * hash(name, index); integers: floor
    double low = 0.5, high = 1.5;
    bool floor = false;
    bool signs = false; ///< of either sign, by another bit of the hash
    /// Values that some elements take instead: in turn 0 a quarter of them, by the hash; in later
    /// turns half of them, one value after the other (turns 1 and 2 one half each, and so on).
    std::vector<double> also = {};
    std::uint64_t turn = 0; ///< 0: the usual values; others: further sets for the same names
};
struct MaskFill {
    double density = 0.5; ///< true where the hash is below
};
struct ZeroFill {};
struct FileFill {
    std::string path; ///< .npy, or .npz (member = the array's name)
};
using Fill = std::variant<HashedFill, TableFill, MaskFill, ZeroFill, FileFill>;

struct ArrayInput {
    std::vector<std::int64_t> shape; ///< logical; memory: first dimension fastest, dense
    ir::ScalarType type = ir::ScalarType::float64;
    Fill fill;
    /// Not part of the file: every value is rounded to this type once, and kept in its own.
    std::optional<ir::ScalarType> rounded = {};
};

/// Everything a run needs besides the program: the reference.json of the corpus is the format.
struct Scenario {
    std::string program;
    Grid grid;
    std::string horizontal; ///< dimension that the program iterates over; may be empty
    symbolic::Bindings symbols;
    std::map<std::string, ArrayInput, std::less<>> arrays;
    std::vector<std::string> outputs; ///< empty: every written argument
    double tolerance = 1e-12;
    /// The DaCe that the program is for; nullopt: what its file states.
    std::optional<ir::DaceVersion> dace = {};
    /// What was chosen where nobody said it, each as a sentence; not part of the file.
    std::vector<std::string> notes;
};
/// A tolerance is a number that is not negative; infinity would call everything the same.
Expected<double> checkedTolerance(double tolerance);
/// The same inputs with every floating-point number of the arrays rounded to this type once, where
/// it has fewer digits.
Scenario withRoundedInputs(Scenario scenario, ir::ScalarType type);
Expected<Scenario> parseScenario(std::string_view json);
Expected<Scenario> readScenario(const std::filesystem::path& path);
std::string toJson(const Scenario& scenario);

/// A scenario for this program made from its own descriptors, naming conventions of both
/// generations and what it touches (choose_bounds.h); `symbols`: values that are given. The error
/// names the symbol or array that nothing gives a value to.
Expected<Scenario> makeScenario(const ir::Sdfg& program, const Grid& grid,
                                const symbolic::Bindings& symbols = {});
/// Fills in what the program's arguments need and `given` lacks: strides from the dense layout,
/// sizes from the arrays and the grid, gt_metrics_level = 0, gt_compute_time. Ignores what the
/// program lacks. Checks that shapes fit the grid's literals where they can be checked.
Expected<Scenario> completeScenario(const ir::Sdfg& program, const Scenario& given);

/// One array in memory: dense, first dimension fastest.
struct HostArray {
    ir::ScalarType type = ir::ScalarType::float64;
    std::vector<std::int64_t> shape;
    std::vector<std::byte> bytes;

    std::int64_t elements() const;
};
using HostArrays = std::map<std::string, HostArray, std::less<>>;
/// The hash is splitmix64 of name and position, so values are the same on every machine. Relative
/// FileFill paths: relative to `base`.
Expected<HostArray> makeArray(const std::string& name, const ArrayInput& input, const Grid& grid,
                              const std::filesystem::path& base = {});

/// Every float64 number rounded to float32 once, where that is the type; other arrays and types
/// stay.
void roundOnce(HostArray& array, ir::ScalarType type);

/// .npy and .npz (stored and deflated members; C and Fortran order).
Expected<HostArrays> readNpz(const std::filesystem::path& path);
Expected<void> writeNpz(const HostArrays& arrays, const std::filesystem::path& path);
Expected<HostArray> readNpy(std::string_view bytes);

} // namespace mw::inputs
