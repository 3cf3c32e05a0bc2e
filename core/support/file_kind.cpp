// What a file seems to be, for sentences about files that were given for another.
#include "core/support/file_kind.h"

namespace mw {

std::string_view kindOfJson(const std::function<bool(std::string_view key)>& has) {
    if (has("recipe"))
        return "a recipe";
    if (has("mapwright"))
        return "a project";
    if (has("variants"))
        return "a result of mw bench";
    if (has("grid"))
        return "a scenario";
    return has("type") && has("attributes") ? "an SDFG" : "";
}

std::string_view kindOfBytes(std::string_view bytes) {
    if (bytes.starts_with("PK\x03\x04") || bytes.starts_with("PK\x05\x06"))
        return "a .npz archive";
    if (bytes.starts_with("\x93NUMPY"))
        return "a .npy array";
    return bytes.starts_with("\x1f\x8b") ? "a compressed SDFG" : "";
}

} // namespace mw
