#pragma once

#include "core/codegen/environment/plan_context.h"
#include "core/codegen/rewrite.h"

namespace mw::codegen {

/// What a kernel's body does to buffers and locals, read off once.
struct BufferUses {
    explicit BufferUses(const Kernel& kernel);

    /// A load gives the same wherever it stands before the kernel's own store to the buffer.
    /// `stored`: buffers that are stored to before.
    bool movable(const Load& load, const NameSet& stored) const;
    /// Declared once, and never changed.
    bool isConstant(const std::string& local) const {
        return constants.contains(local) && !assigned.contains(local);
    }

    NameSet constants; ///< locals that are declared once, as constants
    NameSet constant;  ///< buffers whose array the kernel does not write
    NameSet inPlace;   ///< buffers of which every iteration touches one element of its own
    NameSet reloaded;  ///< of those that it also loads, at a place that does not change
    NameSet assigned;  ///< locals that change

private:
    void statement(const Statement& s);
    void touch(const std::string& buffer, const symbolic::Expr& index);
    bool movesWithAll(const Kernel& kernel, const std::string& buffer) const;

    std::map<std::string, symbolic::Expr, std::less<>> indices_;
    NameSet unclear_;
};

/// Adds the buffers that the statement stores to, at any depth.
void addStored(const Statement& statement, NameSet& stored);

/// Whether an index lies inside its buffer in every iteration: constant bounds, affine indices.
class InsideAlways {
public:
    InsideAlways(const PlanContext& context, const Kernel& kernel);
    bool operator()(const Load& load) const;
    /// Of a buffer, where that is a number.
    std::optional<std::int64_t> elements(const std::string& buffer) const {
        const auto found = elements_.find(buffer);
        return found == elements_.end() ? std::nullopt : std::optional(found->second);
    }

private:
    using Bounds = std::pair<std::int64_t, std::int64_t>;
    std::optional<Bounds> rangeOf(const symbolic::Expr& e) const;
    static Bounds product(const Bounds& a, const Bounds& b);

    std::map<std::string, Bounds, std::less<>> bounds_;
    std::map<std::string, std::int64_t, std::less<>> elements_;
};

/// Locals that depend on loaded elements: by value, or by the branch that assigns them.
NameSet dataLocals(const Statements& body);

} // namespace mw::codegen
