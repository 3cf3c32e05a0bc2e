#pragma once

#include "app/workbench/run_setup.h"
#include "app/workbench/tune/log.h"
#include "core/bench/bench.h"
#include "core/history/history.h"
#include "core/ir/dace_version.h"
#include "core/support/expected.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace mw::workbench {

/// What was measured at one time, whole.
struct Measurement {
    std::vector<history::VariantId> variants; ///< in the order of the result
    std::string result;                       ///< JSON, as `mw bench --json` prints it
    symbolic::Bindings sizes = {};            ///< values of the symbols that it was made with
    std::string grid = {};                    ///< and their grid, as it is written
};

/// A variant of a file that could not be made again on the input as it is now. It stays in the file
/// as it was, below the variant or the other one of these that it stood below.
struct DetachedVariant {
    history::VariantId parent; ///< 0: `below` says it
    std::size_t below = 0;     ///< index of another detached variant
    std::string json;
};

/// One open program: the input it came from, the tree of its variants, what was measured.
struct Program {
    std::unique_ptr<history::History> history;
    std::string path; ///< of the input, which is never written
    /// The DaCe that the graph is for, where somebody said so; nullopt: what the file states.
    std::optional<ir::DaceVersion> dace;
    /// The input's bytes as read, so that work survives a change of the file. Copies share them.
    std::shared_ptr<const std::string> content = std::make_shared<const std::string>();
    std::shared_ptr<const std::string> packed; ///< packed(*content), as project files have it;
                                               ///< nullptr: not needed yet
    std::set<history::VariantId> exported;     ///< variants that some file holds
    std::vector<Measurement> measurements;     ///< oldest first
    history::VariantId baseline;             ///< that times are set against; 0: the first measured
    TuneLog tuning;                          ///< what was tried while tuning
    std::optional<bench::BenchResult> bench; ///< the last one of this session
    std::vector<DetachedVariant> detached;
    /// What its runs take; nullopt: what its project has for programs of which nobody said it.
    std::optional<InputChoice> inputs;
    std::int64_t calls = 0;    ///< of it in the pipeline that it is from; 0: nobody counted
    bool kept = true;          ///< nothing happened since it was autosaved, looking around included
    bool saved = true;         ///< nothing was done since the file of its project was written
    std::uint64_t changes = 0; ///< how often something was done

    /// There is more than the graph as it was read: steps, names, pins, notes, measurements.
    bool hasWork() const;
    /// How many variants are in no file of their own; the original is one.
    std::size_t unexported() const;
    const history::Variant& current() const { return history->current(); }
    bool isCurrentExported() const;
    /// Something was done to it.
    void changed() {
        kept = saved = false;
        ++changes;
    }
};
using ProgramPtr = std::shared_ptr<Program>;

/// As it is now, with a history of its own; without the last result, which no file has.
ProgramPtr copyOf(const Program& program);
/// Reads the input for this DaCe (nullopt: the one that the file states); the error names the file.
Expected<ProgramPtr> openProgram(const std::filesystem::path& path,
                                 const std::optional<ir::DaceVersion>& dace = {});
/// A program of these bytes, for inputs that are not (any more) what a file holds.
Expected<ProgramPtr> programOf(std::string path, std::string content,
                               const std::optional<ir::DaceVersion>& dace = {});

/// What is written about an input in keys and files: the hash of its bytes.
std::string contentKey(const std::string& content);
/// The bytes compressed, as text: how project files have them. Takes tens of milliseconds for the
/// largest graphs.
Expected<std::string> packed(const std::string& content);
/// The bytes again; an error for what packed() did not write.
Expected<std::string> unpacked(const std::string& text);
/// The same for programs that are structurally equal (analysis::StructuralHashes::whole), and for
/// them alone: by it callers recognise what an export stands for.
std::string structuralKey(const ir::DocumentPtr& document);
/// Two names for one file: spelling, symbolic and hard links do not count. Works for files that are
/// not there.
bool isSameFile(const std::filesystem::path& a, const std::filesystem::path& b);
/// As little as names of files may differ in: absolute, without links as far as it exists.
std::filesystem::path canonicalPath(const std::filesystem::path& path);

/// Notes a measurement of these variants, in the order of the result.
void keepMeasurement(Program& program, bench::BenchResult result,
                     const std::vector<history::VariantId>& variants);

/// Of which grid a time is, and which times are of the same sizes: those with the same number.
struct OtherSizes {
    std::string grid;
    std::size_t alike = 0;

    bool operator==(const OtherSizes&) const = default;
};
/// The variants that were measured last with other sizes than these.
std::map<history::VariantId, OtherSizes> measuredOnOtherSizes(const Program& program,
                                                              const symbolic::Bindings& shown);
/// The pinned variants; when none is pinned the current one, beside the original.
std::vector<history::VariantId> variantsToRun(const Program& program);

} // namespace mw::workbench
