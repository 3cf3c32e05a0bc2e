#pragma once

#include "core/analysis/assigned_symbols.h"
#include "core/interp/interp.h"
#include "core/interp/name_numbers.h"
#include "core/interp/scalar.h"
#include "core/ir/sdfg.h"
#include "core/symbolic/subset.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace mw::interp {

/// How one container of an SDFG reads memory: element address = base + sum((i_k + offset_k) *
/// stride_k), in elements of `buffer`.
struct View {
    Buffer* buffer = nullptr;
    std::int64_t base = 0;
    std::vector<std::int64_t> shape, strides, offset;
    ir::ScalarType type = ir::ScalarType::float64;
};

/// begin, end (inclusive), step of one dimension, evaluated.
struct Span {
    std::int64_t begin = 0, end = 0, step = 1;
    std::int64_t size() const { return end < begin ? 0 : (end - begin) / step + 1; }
};
using Box = std::vector<Span>;
std::int64_t volume(const Box& box);
Box wholeOf(const View& view);
/// Calls `visit(index)` for every element in row-major order; stops at the first error.
template <class Visit>
Expected<void> forEach(const Box& box, Visit visit) {
    if (volume(box) == 0)
        return {};
    std::vector<std::int64_t> index;
    for (const Span& span : box)
        index.push_back(span.begin);
    while (true) {
        MW_CHECK(visit(index));
        std::size_t d = box.size();
        while (d > 0) {
            --d;
            index[d] += box[d].step;
            if (index[d] <= box[d].end)
                break;
            index[d] = box[d].begin;
            if (d == 0)
                return {};
        }
        if (box.empty())
            return {};
    }
}

/// What is worked out once per SDFG.
struct SdfgFacts {
    using NameSet = std::set<std::string, std::less<>>;
    NameSet zeroed; ///< temporaries that start as zeros: an access node says so
    /// Those of them that live in one state or scope, and so start anew whenever it is entered.
    std::map<const ir::State*, NameSet> zeroedInState;
    std::map<NodeId, NameSet> zeroedInScope;
    std::map<std::string, NameSet, std::less<>>
        laidOutBy;                   ///< symbol -> containers with it in their layout
    analysis::AssignedSymbols types; ///< of symbols that the control flow assigns
};
SdfgFacts factsOf(const ir::Sdfg& sdfg);

/// One running SDFG: its symbols (map parameters of open scopes included) and containers.
struct Frame {
    const ir::Sdfg* sdfg = nullptr;
    symbolic::Bindings symbols; ///< of no container: a name has one meaning
    std::map<std::string, View, std::less<>> views;
    std::vector<std::unique_ptr<Buffer>> owned;
    std::set<std::string, std::less<>> stale; ///< to be laid out anew when they are used next
    const SdfgFacts* facts = nullptr;
    NameNumbers* numbers = nullptr; ///< of the SDFG

    /// A name in `e` is a symbol, or a container of one element: what stands in it now.
    Expected<std::int64_t> evaluate(const symbolic::Expr& e);
    Expected<symbolic::Value> value(const symbolic::Expr& e);
    /// Value of a known symbol in its declared type; map parameters and others that nothing
    /// declares are ints where they fit, as in the generated code.
    Scalar symbol(std::string_view name) const;
    void setSymbol(const std::string& name, const Scalar& value);
    /// It has no value any more.
    void forget(const std::string& symbol);
    /// A value from outside, in the declared type.
    void bindSymbol(const std::string& name, const symbolic::Value& value);
    Expected<Box> evaluate(const symbolic::Subset& subset);
    Expected<Span> evaluate(const symbolic::Range& range);
    /// Address of the first element of `subset` in `view`; an error names `name`.
    Expected<std::byte*> first(const View& view, const symbolic::Subset& subset,
                               const std::string& name);
    /// The container, allocated now if it is a temporary that nobody has touched yet.
    Expected<View*> view(const std::string& name);
    /// The same; `number`: of the name.
    Expected<View*> view(const std::string& name, std::uint32_t number);
    /// Memory for an argument of one element that was given as a value.
    Expected<void> hold(const std::string& name, const ir::DataDescriptor& data,
                        const symbolic::Value& value);
    /// Temporaries of a state or scope that is entered.
    Expected<void> zero(const SdfgFacts::NameSet& names);
    /// Layout of a descriptor over `buffer` with the current symbol values.
    Expected<View> layout(const ir::DataDescriptor& data, Buffer* buffer, std::int64_t base);

private:
    std::optional<ir::ScalarType> typeOf(std::string_view symbol) const;
    /// The symbols, and the containers of one element that `e` names; nullopt: it names none.
    Expected<std::optional<symbolic::Bindings>> withElements(const symbolic::Expr& e);
    Expected<View> allocate(const std::string& name, const ir::DataDescriptor& data);
    Expected<void> layOutAgain(const std::string& name, View& view);

    /// nullopt: it is no sum of whole numbers that have values.
    std::optional<std::int64_t> sum(const symbolic::Expr& e);

    std::vector<std::int64_t> index_; ///< for first()
    /// By number; null: not looked up yet.
    std::vector<const symbolic::Value*> symbolAt_;
    std::vector<View*> viewAt_;
};

/// Address of an element; an index outside the shape or the memory is an error that names `name`.
Expected<std::byte*> address(const View& view, const std::vector<std::int64_t>& index,
                             const std::string& name);
std::string indexText(const std::vector<std::int64_t>& index);

} // namespace mw::interp
