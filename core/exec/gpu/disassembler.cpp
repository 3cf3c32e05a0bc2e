// Finds the disassemblers of CUDA's toolkit and of LLVM, and runs them.
#include "core/exec/gpu/disassembler.h"

#include "core/exec/gpu/library.h"
#include "core/exec/host/host_compiler.h"
#include "core/exec/host/shared_library.h"
#include "core/support/environment.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <sstream>
#include <unistd.h>

namespace mw::exec {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostText = std::size_t{1} << 28U;

void addChosen(std::vector<std::string>& folders, std::initializer_list<const char*> variables,
               const char* below) {
    for (const char* variable : variables)
        if (const std::string home = environmentVariable(variable); !home.empty())
            folders.push_back(home + below);
}

void addPath(std::vector<std::string>& folders) {
    std::istringstream path(environmentVariable("PATH"));
    for (std::string folder; std::getline(path, folder, ':');)
        if (!folder.empty())
            folders.push_back(folder);
}

/// bin/ of the wheels that tools/setup and pip unpack.
void addWheels(std::vector<std::string>& folders) {
    for (const char* beside : {"/../nvrtc/nvidia", "/../../nvrtc/nvidia"})
        for (const std::string& package : librariesIn(programFolder() + beside, ""))
            folders.push_back(package + "/bin");
    for (const char* package : {"nvidia/cu13", "nvidia/cuda_nvdisasm", "nvidia/cuda_cuobjdump"})
        for (const std::string& lib : pythonPackageFolders(package))
            folders.push_back(lib + "/../bin");
}

std::vector<std::string> cudaFolders() {
    std::vector<std::string> folders;
    addChosen(folders, {"CUDA_HOME", "CUDA_PATH"}, "/bin");
    addPath(folders);
    for (const std::string& toolkit : librariesIn("/usr/local", "cuda"))
        folders.push_back(toolkit + "/bin");
    addWheels(folders);
    return folders;
}

std::vector<std::string> llvmFolders() {
    std::vector<std::string> folders;
    addChosen(folders, {"ROCM_PATH", "HIP_PATH"}, "/llvm/bin");
    folders.emplace_back("/opt/rocm/llvm/bin");
    addPath(folders);
    return folders;
}

/// Also under a name with a version, the highest first: "llvm-objdump-14".
std::string programIn(const std::string& folder, const std::string& name) {
    auto files = librariesIn(folder, name + "-");
    files.insert(files.begin(), folder + "/" + name);
    std::error_code error;
    for (const std::string& file : files)
        if (fs::is_regular_file(file, error) && access(file.c_str(), X_OK) == 0)
            return file;
    return {};
}

std::vector<std::string> commandOf(const Disassembler& with, const std::string& file,
                                   const std::string& architecture) {
    if (with.name == "nvdisasm")
        return {with.path, "-c", "-gi", file};
    if (with.name == "cuobjdump")
        return {with.path, "-sass", file};
    return {with.path, "-d", "-l", "--no-show-raw-insn", "--mcpu=" + architecture, file};
}

InstructionText readAsOf(const Disassembler& with, const std::string& text) {
    return with.name == "nvdisasm"    ? readNvdisasm(text)
           : with.name == "cuobjdump" ? readCuobjdump(text)
                                      : readObjdump(text);
}

Unexpected failedWith(const Disassembler& with, const std::string& output) {
    Diagnostic diagnostic;
    diagnostic.code = "tool-failed";
    diagnostic.sentence = fmt::format("{} cannot list the compiled kernels", with.path);
    std::istringstream in(output);
    for (std::string line; diagnostic.notes.size() < 10 && std::getline(in, line);)
        diagnostic.notes.push_back(line);
    return Unexpected(std::move(diagnostic));
}

} // namespace

Expected<Disassembler> findDisassembler(Instructions kind) {
    const bool amd = kind == Instructions::amdgcn;
    const auto folders = amd ? llvmFolders() : cudaFolders();
    const auto names = amd ? std::vector<std::string>{"llvm-objdump"}
                           : std::vector<std::string>{"nvdisasm", "cuobjdump"};
    for (const std::string& name : names)
        for (const std::string& folder : folders)
            if (std::string path = programIn(folder, name); !path.empty())
                return Disassembler{std::move(path), name};
    return fail("no-tool", amd ? "llvm-objdump is not installed: it is part of ROCm (ROCM_PATH "
                                 "names its folder) and of LLVM"
                               : "nvdisasm is not installed: it is part of the CUDA toolkit "
                                 "(CUDA_HOME names its folder), and a Python package of its own, "
                                 "nvidia-cuda-nvdisasm");
}

Expected<InstructionText> disassemble(const Disassembler& with, const std::string& code,
                                      const std::string& architecture, const BinaryCache& cache) {
    MW_TRY(const ScratchFile file, ScratchFile::of(cache, ".bin", code));
    MW_TRY(const CommandResult result,
           runCommand(commandOf(with, file.path(), architecture), kMostText));
    if (result.status != 0)
        return failedWith(with, result.output);
    return readAsOf(with, result.output);
}

} // namespace mw::exec
