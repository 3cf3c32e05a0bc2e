#pragma once

#include "core/io/detail/added_keys.h"
#include "core/io/detail/codec.h"
#include "core/io/detail/origin.h"
#include "core/io/detail/respell.h"
#include "core/io/detail/symbol_scopes.h"

#include <list>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace mw::io {

/// Turns a document into JSON. Every element starts from a copy of its origin, in which only what
/// differs from the element is replaced. Remembers whether anything inside the SDFG that is being
/// written differs from what was read, because then the stored hash no longer holds.
class Writer {
public:
    Writer(const ir::Document& document, const Spelling& target, std::string daceVersion);

    Json document();

    // For the field writer.
    Encoder& encoder() { return encoder_; }
    Decoder& decoder(const Spelling& spelling);
    void markChanged() { changed_ = true; }

private:
    struct StateContext;
    using Positions = std::unordered_map<std::uint32_t, std::size_t>;

    // SDFGs and regions
    Json sdfg(const ir::Sdfg& sdfg);
    void rootKeys(Json& out);
    Json arrays(const ir::Sdfg& sdfg);
    Json descriptor(const ir::DataDescriptor& data);
    void regionParts(const ir::Region& region, bool kept, Json& out);
    void regionNumber(const ir::Origin* origin, Json& out);
    Json block(const ir::Block& block, std::optional<std::size_t> index, bool kept);
    void loopParts(const ir::LoopRegion& loop, const ir::Origin* origin, Json& out);
    void conditionalParts(const ir::ConditionalBlock& conditional, const ir::Origin* origin,
                          Json& out);
    Json branchCondition(const ir::Branch& branch, const ir::Origin* origin, std::size_t index);
    Json interstateEdge(const ir::InterstateEdge& edge, const Positions& positions);

    // states
    void stateParts(const ir::State& state, const ir::Origin* origin, Json& out);
    Json node(const ir::Node& node, StateContext& context);
    bool kindFields(const ir::Node& node, const ir::Origin* origin, Json& out);
    bool libraryProperties(const ir::LibraryNode& library, const ir::Origin* origin, Json& out);
    void scopeKeys(const ir::Node& node, StateContext& context, Json& out);
    Json edge(const ir::Edge& edge, StateContext& context);
    ir::Memlet spelt(const ir::Edge& edge, StateContext& context);
    Json memlet(const ir::Edge& edge, StateContext& context);
    void derivedMemletKeys(const ir::Edge& edge, StateContext& context, Json& attributes);
    Json scopeDict(StateContext& context);

    // helpers
    bool converts(const ir::Origin* origin) const;
    /// The origin's JSON, opaque parts already in the target dialect; `frame` for a new element.
    Json start(const ir::Origin* origin, Json frame);
    void setPosition(Json& out, const char* key, std::optional<std::size_t> position, bool asText);
    template <class Describe>
    bool fields(const ir::Origin* origin, const Json* originFields, Json& out, Describe describe);
    template <class Describe>
    bool attributeFields(const ir::Origin* origin, Json& out, Describe describe);

    const ir::Document& document_;
    Encoder encoder_;
    std::string daceVersion_;
    std::list<Decoder> decoders_; ///< one of each spelling that was met
    bool changed_ = false;
    bool keepsRegionNumbers_ = false;
    int nextRegionNumber_ = 0;
    const ir::Sdfg* sdfg_ = nullptr; ///< the SDFG that is being written
    std::shared_ptr<const SymbolTypes> symbolTypes_;
    std::vector<std::string> sourceFiles_; ///< file names by DebugInfo `file_index`
};

/// The writing side of detail/fields.h: leaves in `out`, which starts as a copy of the origin, what
/// still says the same.
class FieldWriter {
public:
    FieldWriter(Writer& writer, const ir::Origin* origin, const Json* originFields, Json& out)
        : writer_(writer), origin_(origin), old_(originFields), out_(out) {}

    bool changed() const { return changed_; }
    /// Once everything is described: keys that the origin lacks go where a new element has them.
    void place() { placeAdded(out_, described_); }
    bool has(const char* key) const { return old_ && find(*old_, key); }

    template <class T>
    void field(const char* key, const T& value, const T& otherwise) {
        const Json* old = describe(key);
        if (value == otherwise && (!old || !holds(*old, value)))
            return remove(key);
        keep(key, old, value);
    }
    template <class T>
    void always(const char* key, const T& value, const T& otherwise) {
        const Json* old = describe(key);
        if (!old_ || old || !(value == otherwise))
            keep(key, old, value);
    }
    template <class T>
    void required(const char* key, const T& value) {
        keep(key, describe(key), value);
    }
    void number(const char* key, const symbolic::Expr& value, const symbolic::Expr& otherwise) {
        const Json* old = describe(key);
        if (old ? old->is_number() && holds(*old, value) : value == otherwise)
            return;
        if (const auto integer = value.asInteger())
            replace(key, *integer);
        else
            field(key, value, otherwise);
    }
    template <class T>
    void nullable(const char* key, const T& value) {
        const Json* old = describe(key);
        const bool empty = value == T{};
        if ((!old && empty) || (old && holds(*old, value)))
            return;
        replace(key, empty ? Json(nullptr) : writer_.encoder().encode(value));
    }
    template <class T>
    void nullMeansAbsent(const char* key, const T& value, const T& otherwise) {
        const Json* old = describe(key);
        const bool absent = !old || old->is_null();
        if (absent && (old_ ? value == otherwise : value == T{}))
            return;
        if (absent || !holds(*old, value))
            replace(key, writer_.encoder().encode(value));
        else
            convert(key, value);
    }

private:
    const Json* oldValue(const char* key) const { return old_ ? find(*old_, key) : nullptr; }
    const Json* describe(const char* key) {
        if (old_ && (described_.empty() || described_.back().name != key))
            described_.push_back({key});
        return oldValue(key);
    }
    template <class T>
    void keep(const char* key, const Json* old, const T& value) {
        if (!old || !holds(*old, value))
            replace(key, writer_.encoder().encode(value));
        else
            convert(key, value);
    }
    template <class T>
    bool holds(const Json& old, const T& value) {
        T stated{};
        return writer_.decoder(origin_->spelling).decode(old, stated) && stated == value;
    }
    template <class T>
    void convert(const char* key, const T& value) {
        if constexpr (kDependsOnSpelling<T>)
            if (origin_->spelling != writer_.encoder().spelling())
                out_[key] = convertValue(*oldValue(key), value, writer_.encoder(),
                                         writer_.decoder(writer_.encoder().spelling()));
    }
    /// A new element would not say it either.
    void remove(const char* key) {
        if (out_.erase(key) == 0)
            return;
        changed_ = true;
        writer_.markChanged();
    }
    void replace(const char* key, Json value) {
        if (old_ && !find(out_, key))
            described_.back().added = true;
        out_[key] = std::move(value);
        changed_ = true;
        writer_.markChanged();
    }

    Writer& writer_;
    const ir::Origin* origin_;
    const Json* old_;
    Json& out_;
    std::vector<DescribedKey> described_; ///< where there is an origin
    bool changed_ = false;
};

template <class Describe>
bool Writer::fields(const ir::Origin* origin, const Json* originFields, Json& out,
                    Describe describe) {
    FieldWriter io(*this, origin, originFields, out);
    describe(io);
    io.place();
    return io.changed();
}

/// Runs `describe` over the attributes of an element. Returns whether any was replaced.
template <class Describe>
bool Writer::attributeFields(const ir::Origin* origin, Json& out, Describe describe) {
    const Json* old = origin ? find(origin->json, "attributes") : nullptr;
    Json& attributes = out["attributes"];
    if (attributes.is_null()) // an element may have none
        attributes = Json::object();
    return fields(origin, old, attributes, describe);
}

} // namespace mw::io
