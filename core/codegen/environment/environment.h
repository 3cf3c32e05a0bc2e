#pragma once

#include "core/codegen/environment/copy_shape.h"
#include "core/codegen/plan.h"
#include "core/ir/index.h"
#include "core/ir/sdfg.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace mw::codegen {

/// Where the elements of a container lie, seen from one SDFG.
struct ContainerStorage {
    enum class Kind : std::uint8_t {
        pending,     ///< a temporary that needs no memory yet
        buffer,      ///< name: the plan's array
        localArray,  ///< name: a private array of the kernel
        localScalar, ///< name: a scalar of the kernel
        hostValue,   ///< a scalar that the host knows: value, over plan symbols
    };
    Kind kind = Kind::pending;
    std::string name;
    ir::ScalarType type = ir::ScalarType::float64;
    symbolic::Expr offset = 0; ///< linear, of the element with all indices 0
    std::vector<symbolic::Expr> strides;
    std::vector<symbolic::Expr> shape;
    ValuePtr value;
    bool declared = true; ///< of local scalars: false = becomes a constant where it is written
    /// Of a view that sees elements as another type of their size: the type that they have in
    /// memory, `type` is what is seen; else none.
    ir::ScalarType stored = ir::ScalarType::none;

    ir::ScalarType memoryType() const { return stored == ir::ScalarType::none ? type : stored; }
};

/// A table by name. Copies share one until one of them changes: taking a copy costs nothing, and
/// tables that are equal are mostly the same one.
template <class Value>
class SharedTable {
public:
    using Map = std::map<std::string, Value, std::less<>>;

    const Map& all() const { return *map_; }
    auto find(std::string_view name) const { return map_->find(name); }
    auto end() const { return map_->end(); }
    bool contains(std::string_view name) const { return map_->contains(name); }
    const Value& at(const std::string& name) const { return map_->at(name); }
    bool empty() const { return map_->empty(); }

    void set(const std::string& name, Value value) {
        if (map_.use_count() > 1)
            map_ = std::make_shared<Map>(*map_);
        map_->insert_or_assign(name, std::move(value));
    }
    void erase(const std::string& name) {
        if (!contains(name))
            return;
        if (map_.use_count() > 1)
            map_ = std::make_shared<Map>(*map_);
        map_->erase(name);
    }
    bool operator==(const SharedTable& other) const {
        return map_ == other.map_ || *map_ == *other.map_;
    }

private:
    std::shared_ptr<Map> map_ = std::make_shared<Map>();
};
/// Symbols and what they mean outside.
using SymbolTable = SharedTable<symbolic::Expr>;
using SymbolTypes = SharedTable<ir::ScalarType>;

/// One SDFG being lowered: what its names mean outside.
struct Environment {
    const ir::Sdfg* sdfg = nullptr;
    SymbolTable symbols; ///< symbol here -> expression over plan or kernel names
    /// Symbols here that the control flow assigns: each stands for one variable of its own.
    std::set<std::string, std::less<>> variables;
    std::map<std::string, ContainerStorage, std::less<>> storage; ///< of its containers
    std::vector<std::string> zeroed; ///< plan arrays that are zeros when the SDFG begins

    symbolic::Expr outer(const symbolic::Expr& e) const {
        return symbols.empty() ? e : symbolic::substitute(e, symbols.all());
    }
};

/// Linear index of an element.
symbolic::Expr linearIndex(const ContainerStorage& storage,
                           const std::vector<symbolic::Expr>& index);
/// Begins of the subset in outer names.
std::vector<symbolic::Expr> begins(const Environment& env, const symbolic::Subset& subset);

/// The elements of the subset as they lie in memory.
BoxDims boxOf(const Environment& env, const ContainerStorage& storage,
              const symbolic::Subset& subset);

/// Names taken so far; gives out fresh identifiers, the same for the same sequence of wishes.
class Names {
public:
    /// `taken`: names that are taken besides, now and later; may be null.
    explicit Names(const SymbolTypes* taken = nullptr) : others_(taken) {}

    void reserve(const std::string& name) { taken_.insert(name); }
    bool contains(const std::string& name) const {
        return taken_.contains(name) || (others_ && others_->contains(name));
    }
    std::string fresh(const std::string& wish);

private:
    const SymbolTypes* others_;
    std::set<std::string, std::less<>> taken_;
};

/// One end of a copy edge.
struct CopyEnds {
    std::string srcData, dstData;
    symbolic::Subset src, dst; ///< both given, in the environment's own symbols
};
/// Both ends of an edge between containers (through scopes too).
CopyEnds copyEnds(const ir::Memlet& memlet, const std::string& srcData, const std::string& dstData,
                  const ir::Sdfg& sdfg);

/// The access node at the outer end of a path that enters through scope entries (or leaves through
/// exits); nullptr when it is a code node.
const ir::AccessNode* pathSource(const ir::StateIndex& index, const ir::Edge& edge);
const ir::AccessNode* pathTarget(const ir::StateIndex& index, const ir::Edge& edge);

/// The edge that makes a view an alias; nullptr when none does.
const ir::Edge* viewingEdge(const ir::StateIndex& index, const ir::Node& view);

/// The storage of a view or of a nested SDFG's connector: `inner` looks at `outer` from `begin` on.
/// The same for a view, which may see the bits as another type of the same size.
Expected<ContainerStorage> viewOf(const ContainerStorage& viewed,
                                  const std::vector<symbolic::Expr>& begin, const std::string& view,
                                  const Environment& env, ElementId element);
ContainerStorage aliasOf(const ContainerStorage& outer, const std::vector<symbolic::Expr>& begin,
                         const ir::DataDescriptor& inner, const Environment& innerEnv);

/// Symbols of a nested SDFG in the names of `outer`; its containers are not bound yet. An error for
/// an SDFG that is in another file, or that writes around a conflict resolution.
Expected<Environment> enterNested(const Environment& outer, const ir::StateIndex& index,
                                  const ir::Node& node);

Unexpected cannotLower(const std::string& what, ElementId element);

} // namespace mw::codegen
