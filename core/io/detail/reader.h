#pragma once

#include "core/io/detail/codec.h"
#include "core/io/detail/origin.h"
#include "core/io/detail/path.h"
#include "core/io/sdfg_io.h"

#include <optional>
#include <string>
#include <vector>

namespace mw::io {

/// Builds the graph from parsed JSON, moving the JSON of each element into its origin. The first
/// problem is remembered and ends the reading: functions return what they have, callers check
/// failed() before they use it.
class Reader {
public:
    Reader(const ReadLimits& limits, const Spelling& spelling)
        : limits_(limits), decoder_(spelling) {}

    ir::SdfgPtr sdfg(Json& json, const Path& at);

    bool failed() const { return error_.has_value(); }
    const Diagnostic& error() const { return *error_; }
    std::uint32_t nextId() const { return nextId_; }

    // For the field reader.
    Decoder& decoder() { return decoder_; }
    void fail(const Path& at, std::string code, const std::string& problem);
    void failToDecode(const Path& attributes, std::string_view key);

private:
    // regions (read_region.cpp)
    ir::Region region(Json& owner, const Path& at);
    BlockId startOf(const Json& owner, const ir::Region& region);
    ir::InterstateEdge interstateEdge(Json& json, const Path& at,
                                      const std::vector<BlockId>& blocks);
    ir::BlockPtr block(Json& json, const Path& at, BlockId id);
    ir::Block::Kind blockKind(Json& json, const Path& at, const std::string& type,
                              ir::Origin& origin);
    ir::LoopRegion loop(Json& json, const Path& at);
    ir::ConditionalBlock conditional(Json& json, const Path& at, ir::Origin& origin);
    std::optional<ir::Branch> branch(Json& json, const Path& at);

    // states (read_state.cpp)
    ir::State state(Json& json, const Path& at);
    ir::NodePtr node(Json& json, const Path& at, NodeId id);
    ir::Node::Kind nodeKind(Json& json, const Path& at, const std::string& type);
    template <class T, class Describe>
    T described(const Json& json, const Path& at, Describe describe);
    ir::LibraryNode libraryNode(const Json& json, const Path& at);
    ir::NestedSdfg nestedSdfg(Json& json, const Path& at);
    NodeId partner(const Json& json, const Path& at, const char* key);
    void joinScopes(std::vector<ir::NodePtr>& nodes, const Path& at);
    ir::EdgePtr edge(Json& json, const Path& at);
    ir::Memlet memlet(Json& json, const Path& at);

    // SDFGs (read_sdfg.cpp)
    void arrays(Json& attributes, const Path& at, ir::Sdfg& sdfg);
    ir::DataPtr descriptor(Json& json, const Path& at);
    void readMembers(Json& attributes, const Path& at, ir::DataDescriptor& data);

    // helpers
    template <class IdType>
    IdType newId() {
        return IdType{nextId_++};
    }
    std::shared_ptr<ir::Origin> newOrigin();
    /// Counts towards the limit of elements; false: too many.
    bool countElements(std::size_t more, const Path& at);
    Json* list(Json& owner, const Path& at, const char* key);
    Json* attributesOf(Json& owner, const Path& at);
    std::optional<std::string> typeOf(const Json& json, const Path& at);
    std::optional<std::size_t> position(const Json& owner, const Path& at, const char* key,
                                        std::size_t count, std::string_view what);

    const ReadLimits& limits_;
    Decoder decoder_;
    std::optional<Diagnostic> error_;
    std::uint32_t nextId_ = 1;
    std::size_t elements_ = 0;
    const ir::Sdfg* sdfg_ = nullptr;             ///< the SDFG that is being read
    const std::vector<NodeId>* nodes_ = nullptr; ///< ids by position in the state being read
};

/// The reading side of detail/fields.h.
class FieldReader {
public:
    FieldReader(Reader& reader, const Json& attributes, const Path& at)
        : reader_(reader), attributes_(attributes), at_(at) {}

    bool has(const char* key) const { return find(attributes_, key) != nullptr; }
    template <class T>
    void field(const char* key, T& value, const T& otherwise) {
        if (const Json* json = find(attributes_, key))
            read(key, *json, value);
        else
            value = otherwise;
    }
    template <class T>
    void always(const char* key, T& value, const T& otherwise) {
        field(key, value, otherwise);
    }
    void number(const char* key, symbolic::Expr& value, const symbolic::Expr& otherwise) {
        field(key, value, otherwise);
    }
    template <class T>
    void nullMeansAbsent(const char* key, T& value, const T& otherwise) {
        const Json* json = find(attributes_, key);
        if (json && !json->is_null())
            read(key, *json, value);
        else
            value = otherwise;
    }
    template <class T>
    void nullable(const char* key, T& value) {
        field(key, value, T{});
    }
    template <class T>
    void required(const char* key, T& value) {
        if (const Json* json = find(attributes_, key))
            read(key, *json, value);
        else
            reader_.fail(at_, "missing-key", std::string("has no '") + key + "'");
    }

private:
    template <class T>
    void read(const char* key, const Json& json, T& value) {
        if (!reader_.failed() && !reader_.decoder().decode(json, value))
            reader_.failToDecode(at_, key);
    }

    Reader& reader_;
    const Json& attributes_;
    const Path& at_;
};

} // namespace mw::io
