#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace mw::ir {

/// Element types of the format (facts: dtype JSON). `other`: vectors, structs, callbacks, opaque
/// types, kept as their JSON text. `none`: a connector whose type is not inferred yet (JSON null).
enum class ScalarType : std::uint8_t {
    none,
    boolean,
    int8,
    int16,
    int32,
    int64,
    uint8,
    uint16,
    uint32,
    uint64,
    float16,
    float32,
    float64,
    bfloat16,
    complex64,
    complex128,
    other,
};

struct DType {
    ScalarType scalar = ScalarType::int32;
    std::string text; ///< compact JSON text when scalar == other

    bool operator==(const DType&) const = default;
    bool isFloating() const;
    bool isInteger() const; ///< signed and unsigned integers and bool
};

/// The name of a type that is no scalar and no type object of DaCe's (pointer, vector, struct);
/// empty: it is one of these.
std::string unknownTypeName(const DType& type);

/// Bytes of one element; 0 for none and other.
int sizeOf(ScalarType type);
/// Name as in the file ("float64", "bool").
std::string_view name(ScalarType type);
/// nullopt for a name that is not a plain scalar type; accepts "bool_".
std::optional<ScalarType> scalarTypeFromName(std::string_view name);

/// Enumerations by their file names; `other`: a name of an older or newer DaCe, kept as written.
enum class Storage : std::uint8_t {
    Default,
    Register,
    CPU_Pinned,
    CPU_Heap,
    CPU_ThreadLocal,
    GPU_Global,
    GPU_Shared,
    other,
};
enum class Lifetime : std::uint8_t { Scope, State, SDFG, Global, Persistent, External, other };
enum class Schedule : std::uint8_t {
    Default,
    Sequential,
    MPI,
    CPU_Multicore,
    CPU_Persistent,
    GPU_Device,
    GPU_ThreadBlock,
    GPU_ThreadBlock_Dynamic,
    GPU_Persistent,
    other,
};
enum class Language : std::uint8_t { Python, CPP, other };

std::string_view name(Storage value);
std::string_view name(Lifetime value);
std::string_view name(Schedule value);
std::string_view name(Language value);
Storage storageFromName(std::string_view text);
Lifetime lifetimeFromName(std::string_view text);
Schedule scheduleFromName(std::string_view text);
Language languageFromName(std::string_view text);

struct CodeBlock {
    std::string text;
    Language language = Language::Python;

    bool operator==(const CodeBlock&) const = default;
    bool empty() const { return text.empty(); }
};

} // namespace mw::ir
