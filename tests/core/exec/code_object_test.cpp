// What is read of code objects for AMD GPUs, whole and damaged.
#include "core/exec/hip/code_object.h"
#include "tests/support/catch.h"

#include <nlohmann/json.hpp>

#include <cstring>
#include <elf.h>

namespace code_object_test {

using namespace mw::exec;

namespace {

template <class T>
void append(std::string& bytes, const T& value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof(T));
}

std::string padded(std::string text) {
    text.resize((text.size() + 3) / 4 * 4);
    return text;
}

std::string note(const std::string& owner, std::uint32_t type, const std::string& text) {
    Elf64_Nhdr header{};
    header.n_namesz = static_cast<std::uint32_t>(owner.size());
    header.n_descsz = static_cast<std::uint32_t>(text.size());
    header.n_type = type;
    std::string bytes;
    append(bytes, header);
    return bytes + padded(owner) + padded(text);
}

/// A file of one segment that holds these notes.
std::string elfWith(const std::string& notes) {
    Elf64_Ehdr header{};
    std::memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = ELFCLASS64;
    header.e_type = ET_DYN;
    header.e_phoff = sizeof(Elf64_Ehdr);
    header.e_phentsize = sizeof(Elf64_Phdr);
    header.e_phnum = 1;
    Elf64_Phdr segment{};
    segment.p_type = PT_NOTE;
    segment.p_offset = sizeof(Elf64_Ehdr) + sizeof(Elf64_Phdr);
    segment.p_filesz = notes.size();
    std::string bytes;
    append(bytes, header);
    append(bytes, segment);
    return bytes + notes;
}

/// What a compiler makes and a linker takes: no segments, notes in a section.
std::string objectWith(const std::string& notes) {
    Elf64_Ehdr header{};
    std::memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = ELFCLASS64;
    header.e_type = ET_REL;
    header.e_shoff = sizeof(Elf64_Ehdr);
    header.e_shentsize = sizeof(Elf64_Shdr);
    header.e_shnum = 1;
    Elf64_Shdr section{};
    section.sh_type = SHT_NOTE;
    section.sh_offset = sizeof(Elf64_Ehdr) + sizeof(Elf64_Shdr);
    section.sh_size = notes.size();
    std::string bytes;
    append(bytes, header);
    append(bytes, section);
    return bytes + notes;
}

std::string metadata(const nlohmann::json& json) {
    const auto packed = nlohmann::json::to_msgpack(json);
    return {packed.begin(), packed.end()};
}

const nlohmann::json kTwoKernels = {{"amdhsa.kernels",
                                     {{{".name", "small"},
                                       {".vgpr_count", 12},
                                       {".sgpr_count", 27},
                                       {".vgpr_spill_count", 0},
                                       {".group_segment_fixed_size", 1024},
                                       {".private_segment_fixed_size", 0}},
                                      {{".name", "large"},
                                       {".vgpr_count", 256},
                                       {".vgpr_spill_count", 7},
                                       {".group_segment_fixed_size", 0},
                                       {".private_segment_fixed_size", 96}}}}};

std::string codeObject() {
    return elfWith(note(std::string("GNU\0", 4), 3, "an identifier") +
                   note(std::string("AMDGPU\0", 7), 32, metadata(kTwoKernels)));
}

} // namespace

TEST_CASE("a code object says what each of its kernels needs") {
    const auto kernels = readCodeObject(codeObject());
    REQUIRE(kernels.size() == 2);
    CHECK(kernels.at("small").registers == 12);
    CHECK(kernels.at("small").scalarRegisters == 27);
    CHECK(kernels.at("large").scalarRegisters == -1);
    CHECK(kernels.at("small").sharedBytes == 1024);
    CHECK(kernels.at("small").spillBytes == 0);
    CHECK(kernels.at("large").spillBytes == 28);
    CHECK(kernels.at("large").localBytes == 96);
}

TEST_CASE("what is not linked yet says the same, and that it is not") {
    const auto object = objectWith(note(std::string("AMDGPU\0", 7), 32, metadata(kTwoKernels)));
    CHECK(readCodeObject(object).at("small").registers == 12);
    CHECK_FALSE(isLinked(object));
    CHECK(isLinked(codeObject()));
    CHECK_FALSE(isLinked(""));
    CHECK_FALSE(isLinked("not an object of any kind"));
    for (std::size_t size = 0; size < object.size() - 4; ++size)
        CHECK(readCodeObject(std::string_view(object).substr(0, size)).empty());
}

TEST_CASE("of a damaged code object nothing is read that is not there") {
    const std::string whole = codeObject();
    for (std::size_t size = 0; size < whole.size() - 4; ++size) // the last bytes may be padding
        CHECK(readCodeObject(std::string_view(whole).substr(0, size)).empty());
    for (std::size_t at = 0; at < whole.size(); ++at)
        for (const char byte : {'\0', '\x7f', '\xff'}) {
            std::string damaged = whole;
            damaged[at] = byte;
            CHECK(readCodeObject(damaged).size() <= 2);
        }
}

TEST_CASE("metadata of another shape says nothing of kernels") {
    const std::string owner("AMDGPU\0", 7);
    for (const nlohmann::json& other :
         {nlohmann::json(3), nlohmann::json::object(), nlohmann::json{{"amdhsa.kernels", 3}},
          nlohmann::json{{"amdhsa.kernels", {3, {{".name", 4}}}}}})
        CHECK(readCodeObject(elfWith(note(owner, 32, metadata(other)))).empty());
    const auto unknown = readCodeObject(
        elfWith(note(owner, 32, metadata({{"amdhsa.kernels", {{{".name", "k"}}}}}))));
    CHECK(unknown.at("k").registers == -1);
}

} // namespace code_object_test
