// Reads the resources of kernels out of code objects.
#include "core/exec/hip/code_object.h"

#include <nlohmann/json.hpp>

#include <cstring>
#include <elf.h>
#include <optional>

namespace mw::exec {

namespace {

using Json = nlohmann::json;

constexpr std::uint32_t kMetadata = 32; ///< NT_AMDGPU_METADATA
constexpr std::string_view kOwner("AMDGPU\0", 7);
constexpr int kRegisterBytes = 4; ///< of one thread

/// `bytes` up to `size` from `at`; empty where they are not all there.
std::string_view part(std::string_view bytes, std::uint64_t at, std::uint64_t size) {
    return at <= bytes.size() && size <= bytes.size() - at ? bytes.substr(at, size)
                                                           : std::string_view();
}

template <class T>
std::optional<T> valueAt(std::string_view bytes, std::uint64_t at) {
    const std::string_view found = part(bytes, at, sizeof(T));
    if (found.empty())
        return std::nullopt;
    T value;
    std::memcpy(&value, found.data(), sizeof(T));
    return value;
}

std::uint64_t aligned(std::uint64_t size) {
    return (size + 3) / 4 * 4;
}

/// The MessagePack among the notes of one segment; empty: it has none.
std::string_view metadataIn(std::string_view notes) {
    for (std::uint64_t at = 0; const auto note = valueAt<Elf64_Nhdr>(notes, at);) {
        const std::uint64_t name = at + sizeof(Elf64_Nhdr);
        const std::uint64_t text = name + aligned(note->n_namesz);
        if (note->n_type == kMetadata && part(notes, name, note->n_namesz) == kOwner)
            return part(notes, text, note->n_descsz);
        at = text + aligned(note->n_descsz);
    }
    return {};
}

std::optional<Elf64_Ehdr> headerOf(std::string_view elf) {
    const auto header = valueAt<Elf64_Ehdr>(elf, 0);
    if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
        header->e_ident[EI_CLASS] != ELFCLASS64)
        return std::nullopt;
    return header;
}

/// Notes stand in a segment of what is linked, and in a section of what is not.
std::string_view metadataOf(std::string_view elf) {
    const auto header = headerOf(elf);
    if (!header)
        return {};
    std::string_view found;
    for (unsigned i = 0; i < header->e_phnum && found.empty(); ++i) {
        const auto segment =
            valueAt<Elf64_Phdr>(elf, header->e_phoff + std::uint64_t{i} * header->e_phentsize);
        if (segment && segment->p_type == PT_NOTE)
            found = metadataIn(part(elf, segment->p_offset, segment->p_filesz));
    }
    for (unsigned i = 0; i < header->e_shnum && found.empty(); ++i) {
        const auto section =
            valueAt<Elf64_Shdr>(elf, header->e_shoff + std::uint64_t{i} * header->e_shentsize);
        if (section && section->sh_type == SHT_NOTE)
            found = metadataIn(part(elf, section->sh_offset, section->sh_size));
    }
    return found;
}

int numberOf(const Json& kernel, const char* key) {
    const auto found = kernel.find(key);
    return found != kernel.end() && found->is_number_integer() ? found->get<int>() : -1;
}

CompileResult::Resources resourcesOf(const Json& kernel) {
    CompileResult::Resources r;
    r.registers = numberOf(kernel, ".vgpr_count");
    r.scalarRegisters = numberOf(kernel, ".sgpr_count");
    r.sharedBytes = numberOf(kernel, ".group_segment_fixed_size");
    r.localBytes = numberOf(kernel, ".private_segment_fixed_size");
    if (const int spilled = numberOf(kernel, ".vgpr_spill_count"); spilled >= 0)
        r.spillBytes = spilled * kRegisterBytes;
    return r;
}

} // namespace

bool isLinked(std::string_view elf) {
    const auto header = headerOf(elf);
    return header && header->e_type == ET_DYN;
}

std::map<std::string, CompileResult::Resources> readCodeObject(std::string_view elf) {
    std::map<std::string, CompileResult::Resources> all;
    const std::string_view text = metadataOf(elf);
    const Json metadata = Json::from_msgpack(text.begin(), text.end(), true, false);
    if (!metadata.is_object() || !metadata.contains("amdhsa.kernels"))
        return all;
    for (const Json& kernel : metadata["amdhsa.kernels"])
        if (kernel.is_object() && kernel.contains(".name") && kernel[".name"].is_string())
            all[kernel[".name"].get<std::string>()] = resourcesOf(kernel);
    return all;
}

} // namespace mw::exec
