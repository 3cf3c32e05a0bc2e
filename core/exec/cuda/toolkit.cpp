// Where CUDA's libraries may be: the chosen folder, toolkits, Python packages.
#include "core/exec/cuda/toolkit.h"

#include "core/exec/gpu/library.h"
#include "core/support/environment.h"

#include <algorithm>
#include <filesystem>

namespace mw::exec {

namespace {

namespace fs = std::filesystem;

void addFolder(std::vector<std::string>& files, const std::string& folder, const char* prefix) {
    for (std::string& file : librariesIn(folder, prefix))
        files.push_back(std::move(file));
}

/// Below a folder into which one of NVIDIA's wheels was unpacked, whatever its layout.
void addTree(std::vector<std::string>& files, const std::string& root, const char* prefix) {
    std::error_code error;
    std::vector<std::string> folders;
    for (const auto& entry : fs::recursive_directory_iterator(root, error))
        if (entry.is_directory(error) && entry.path().filename() == "lib")
            folders.push_back(entry.path().string());
    std::sort(folders.begin(), folders.end());
    addFolder(files, root, prefix);
    for (const std::string& folder : folders)
        addFolder(files, folder, prefix);
}

void addChosen(std::vector<std::string>& files, const ToolkitLibrary& library) {
    const std::string chosen = environmentVariable(library.variable);
    if (chosen.empty())
        return;
    std::error_code error;
    if (fs::is_directory(chosen, error))
        addTree(files, chosen, library.prefix);
    else
        files.push_back(chosen);
}

} // namespace

std::vector<std::string> candidates(const ToolkitLibrary& library) {
    std::vector<std::string> files;
    addChosen(files, library);
    for (const char* folder : library.beside)
        addTree(files, programFolder() + folder, library.prefix);
    std::vector<std::string> toolkits;
    for (const char* variable : {"CUDA_HOME", "CUDA_PATH"})
        if (std::string home = environmentVariable(variable); !home.empty())
            toolkits.push_back(std::move(home));
    for (std::string& toolkit : librariesIn("/usr/local", "cuda"))
        toolkits.push_back(std::move(toolkit));
    for (const std::string& toolkit : toolkits)
        for (const char* folder : library.folders)
            addFolder(files, toolkit + folder, library.prefix);
    // The loader's own search: LD_LIBRARY_PATH, then what ldconfig knows.
    for (const char* name : library.names)
        files.emplace_back(name);
    for (const char* package : library.pipFolder)
        for (const std::string& folder : pythonPackageFolders(package))
            addFolder(files, folder, library.prefix);
    return files;
}

ToolkitLibrary nvrtcLibrary() {
    // Beside an installed program, and in the build folder, where tools/setup puts the wheel.
    return {"libnvrtc.so",
            "MAPWRIGHT_NVRTC",
            {"/../nvrtc", "/../../nvrtc"},
            {"/lib64", "/lib", "/targets/x86_64-linux/lib"},
            {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2", "libnvrtc.so"},
            {"nvidia/cu13", "nvidia/cuda_nvrtc"}};
}

ToolkitLibrary cuptiLibrary() {
    return {"libcupti.so",
            "MAPWRIGHT_CUPTI",
            {"/../cupti", "/../../cupti"},
            {"/extras/CUPTI/lib64", "/lib64", "/lib", "/targets/x86_64-linux/lib"},
            {"libcupti.so.13", "libcupti.so.12", "libcupti.so"},
            {"nvidia/cu13", "nvidia/cuda_cupti"}};
}

ToolkitLibrary runtimeLibrary() {
    return {"libcudart.so",
            "MAPWRIGHT_CUDART",
            {},
            {"/lib64", "/lib", "/targets/x86_64-linux/lib"},
            {"libcudart.so.13", "libcudart.so.12", "libcudart.so"},
            {"nvidia/cu13", "nvidia/cuda_runtime"}};
}

std::vector<std::string> runtimeOptions() {
    std::error_code error;
    for (const std::string& file : candidates(runtimeLibrary())) {
        const fs::path library = file;
        if (!library.is_absolute() || !fs::exists(library, error))
            continue;
        for (const char* up : {"../include", "../../include"}) {
            const fs::path headers = library.parent_path() / up;
            if (fs::exists(headers / "cuda_runtime.h", error))
                return {"-I" + headers.string(), file,
                        "-Wl,-rpath," + library.parent_path().string()};
        }
    }
    return {};
}

} // namespace mw::exec
