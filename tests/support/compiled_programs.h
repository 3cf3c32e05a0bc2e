#pragma once

#include "core/codegen/codegen.h"
#include "tests/support/execution.h"

#include <filesystem>
#include <span>
#include <vector>

namespace mw::test {

/// A folder that goes with the object.
struct Folder {
    std::filesystem::path path;
    Folder();
    ~Folder();
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
};

/// One C++ source with the kernels of all plans.
std::string sourceOf(std::span<const codegen::Plan* const> plans);
/// Writes `base`.cpp and `base`.so; what the compiler said, when it refused. Integers wrap.
std::string compileTo(const std::filesystem::path& base, const std::string& source,
                      const std::string& optimisation = "-O1");

/// Programs on the C++ back end: lowered one by one, compiled many to a call of the compiler (whose
/// own start is what costs), run each in a process of its own, so that a crash or an endless loop
/// is a result like any other.
class CompiledPrograms {
public:
    explicit CompiledPrograms(std::size_t perCall = 25, std::string optimisation = "-O0");

    /// Lowers; the program's number.
    std::size_t add(const ir::Document& program, codegen::LowerOptions options = {});
    /// A plan that was made of `program`.
    std::size_t add(codegen::Plan plan, const ir::Sdfg& program);
    /// Compiles what was added since the last time, in two threads.
    void compile();
    /// Errors: what lowering said; "compiler-refused"; "crashed"; "endless"; the runner's own.
    Expected<Outputs> run(std::size_t program, const RunInputs& inputs) const;

private:
    struct Entry {
        codegen::Plan plan;
        std::optional<Diagnostic> problem;
        std::string object;                 ///< empty: not compiled yet
        std::vector<std::string> untouched; ///< arguments that the plan does not have
    };
    void compileTogether(std::span<Entry* const> entries, const std::string& name) const;

    Folder folder_;
    std::size_t perCall_;
    std::string optimisation_;
    std::vector<Entry> entries_;
    int calls_ = 0;
};

/// Is there a compiler for it? Says so where there is none.
bool canCompile();

} // namespace mw::test
