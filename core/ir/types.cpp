// Scalar types, storages and schedules by name.
#include "core/ir/types.h"

#include <array>
#include <cstddef>
#include <span>

namespace mw::ir {

namespace {

struct ScalarInfo {
    std::string_view name;
    int bytes;
};

// In the order of ScalarType.
constexpr std::array<ScalarInfo, 17> kScalars{{
    {"none", 0},
    {"bool", 1},
    {"int8", 1},
    {"int16", 2},
    {"int32", 4},
    {"int64", 8},
    {"uint8", 1},
    {"uint16", 2},
    {"uint32", 4},
    {"uint64", 8},
    {"float16", 2},
    {"float32", 4},
    {"float64", 8},
    {"bfloat16", 2},
    {"complex64", 8},
    {"complex128", 16},
    {"other", 0},
}};

constexpr std::array<std::string_view, 8> kStorages{
    "Default",         "Register",   "CPU_Pinned", "CPU_Heap",
    "CPU_ThreadLocal", "GPU_Global", "GPU_Shared", "other"};
constexpr std::array<std::string_view, 7> kLifetimes{"Scope",      "State",    "SDFG", "Global",
                                                     "Persistent", "External", "other"};
constexpr std::array<std::string_view, 10> kSchedules{"Default",
                                                      "Sequential",
                                                      "MPI",
                                                      "CPU_Multicore",
                                                      "CPU_Persistent",
                                                      "GPU_Device",
                                                      "GPU_ThreadBlock",
                                                      "GPU_ThreadBlock_Dynamic",
                                                      "GPU_Persistent",
                                                      "other"};
constexpr std::array<std::string_view, 3> kLanguages{"Python", "CPP", "other"};

/// The enumerator whose name is `text`; the last one, `other`, where there is none.
template <class Enum, std::size_t N>
Enum fromName(const std::array<std::string_view, N>& names, std::string_view text) {
    for (std::size_t i = 0; i + 1 < N; ++i)
        if (names[i] == text)
            return static_cast<Enum>(i);
    return static_cast<Enum>(N - 1);
}

} // namespace

bool DType::isFloating() const {
    return scalar == ScalarType::float16 || scalar == ScalarType::float32 ||
           scalar == ScalarType::float64 || scalar == ScalarType::bfloat16;
}

bool DType::isInteger() const {
    return scalar >= ScalarType::boolean && scalar <= ScalarType::uint64;
}

std::string unknownTypeName(const DType& type) {
    const bool quoted = type.text.size() > 2 && type.text.front() == '"';
    return type.scalar == ScalarType::other && quoted ? type.text.substr(1, type.text.size() - 2)
                                                      : std::string();
}

int sizeOf(ScalarType type) {
    return kScalars[static_cast<std::size_t>(type)].bytes;
}

std::string_view name(ScalarType type) {
    return kScalars[static_cast<std::size_t>(type)].name;
}

std::optional<ScalarType> scalarTypeFromName(std::string_view text) {
    if (text == "bool_")
        return ScalarType::boolean;
    for (std::size_t i = 1; i + 1 < kScalars.size(); ++i)
        if (kScalars[i].name == text)
            return static_cast<ScalarType>(i);
    return std::nullopt;
}

std::string_view name(Storage value) {
    return kStorages[static_cast<std::size_t>(value)];
}
std::string_view name(Lifetime value) {
    return kLifetimes[static_cast<std::size_t>(value)];
}
std::string_view name(Schedule value) {
    return kSchedules[static_cast<std::size_t>(value)];
}
std::string_view name(Language value) {
    return kLanguages[static_cast<std::size_t>(value)];
}

Storage storageFromName(std::string_view text) {
    return fromName<Storage>(kStorages, text);
}
Lifetime lifetimeFromName(std::string_view text) {
    return fromName<Lifetime>(kLifetimes, text);
}
Schedule scheduleFromName(std::string_view text) {
    return fromName<Schedule>(kSchedules, text);
}
Language languageFromName(std::string_view text) {
    return fromName<Language>(kLanguages, text);
}

} // namespace mw::ir
