#pragma once

#include "core/io/detail/codec.h"

#include <string>
#include <vector>

namespace mw::io {

/// Rewrites the parts of an element's JSON that the graph does not model into the encoder's
/// dialect: debug information, ranges, shapes of member descriptors, execution counts. Drops the
/// recorded history of transformations, which embeds whole graphs in the old dialect.
class OpaqueConverter {
public:
    /// `sourceFiles`: file names by `file_index`; read when `from` is the dollar dialect, extended
    /// when it is the plain one.
    /// `from` and `check` read the old and the new dialect.
    OpaqueConverter(Decoder& from, Decoder& check, const Encoder& to,
                    std::vector<std::string>& sourceFiles)
        : from_(from), check_(check), to_(to), sourceFiles_(sourceFiles) {}

    void convert(Json& json);

private:
    void convertDebugInfo(Json& json);
    void convertSymbolic(Json& json);

    Decoder& from_;
    Decoder& check_;
    const Encoder& to_;
    std::vector<std::string>& sourceFiles_;
};

} // namespace mw::io
