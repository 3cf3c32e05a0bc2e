#pragma once

#include "core/ir/types.h"
#include "core/support/id.h"
#include "core/symbolic/expr.h"

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace mw::codegen {

// Statements and values of a kernel body after lowering: everything that differs between CUDA, HIP
// and C++ has been decided before or is in the dialect table of the printer.

/// A computed value: a small typed tree. Reads of memory stand in Load only.
struct Value;
using ValuePtr = std::shared_ptr<const Value>;

struct Literal {
    std::string text; ///< C spelling, exact: "2.0", "1", "true"
};
struct LocalRef {
    std::string name; ///< scalar local, loop variable, or symbol argument
};
/// Element of a buffer: base pointer parameter (or local array) and linear index in elements.
struct Load {
    std::string buffer;
    symbolic::Expr index; ///< over symbols, loop variables and integer locals
};
struct Unary {
    std::string op; ///< "-", "!", "~"
    ValuePtr operand;
};
struct Binary {
    std::string op; ///< C operator text
    ValuePtr left, right;
};
struct Select {
    ValuePtr condition, then, otherwise;
};
struct Call {
    std::string function; ///< device-library name: "sqrt", "mw_min", "mw_ipow"...
    std::vector<ValuePtr> args;
};
struct Cast {
    ir::ScalarType to;
    ValuePtr operand;
};
/// An integer expression over symbols, loop variables and integer locals.
struct Index {
    symbolic::Expr expr;
};
struct Value {
    using Kind = std::variant<Literal, LocalRef, Load, Unary, Binary, Select, Call, Cast, Index>;
    Kind kind;
    ir::ScalarType type = ir::ScalarType::float64;
};

struct Statement;
using Statements = std::vector<Statement>;

struct DeclareScalar {
    ir::ScalarType type;
    std::string name;
    ValuePtr init; ///< null: uninitialised
    bool isConst = true;
};
struct DeclareArray { ///< of fixed size; private
    ir::ScalarType type;
    std::string name;
    std::int64_t elements;
    bool zero = false;   ///< starts as zeros
    bool shared = false; ///< by all threads of a block (a device's alone)
};
struct AssignScalar {
    std::string name;
    ValuePtr value;
};
struct Store {
    std::string buffer;
    symbolic::Expr index;
    ValuePtr value;
    ir::ScalarType type;
    std::string
        wcr; ///< "", or the reduction: "sum", "product", "min", "max", "and", "or", "custom"
    bool atomic = false;
    /// Of "custom": the new value, from the old one in the local `old`.
    ValuePtr combined = nullptr;
    std::string old = "mw_old";
};
struct For {
    /// What the loop goes over: a parameter of a map, the elements of a copy or a reduction, or
    /// what a loop of the graph says.
    enum class Over : std::uint8_t { map, box, flow };
    std::string variable;
    ir::ScalarType type = ir::ScalarType::int32;
    symbolic::Expr begin, end, step; ///< inclusive end; a negative step counts down
    int unroll = 0;                  ///< 0: as the compiler likes, -1: fully, n: factor
    Statements body;
    Over over = Over::flow;
};
struct If {
    ValuePtr condition;
    Statements then, otherwise;
};
struct While {
    ValuePtr condition;
    Statements body;
};
/// `break` or `continue` of the innermost loop.
struct Jump {
    bool leave = true; ///< break
};
struct Comment {
    std::string text;
};
/// Copies an element of a buffer to an array that a block shares: it is there behind the next
/// barrier.
struct Stage {
    std::string array;
    symbolic::Expr at;
    std::string buffer;
    symbolic::Expr index;
};
/// No thread of a block goes on before all of them are here, and what they staged is there.
struct Barrier {};
/// C++ of the graph itself (raw tasklets; only after consent), pasted in braces of its own. Every
/// name that the text may use stands for something outside with a name of ours: no name of the
/// graph can meet one of ours.
struct Raw {
    struct Name {
        enum class Kind : std::uint8_t {
            constant, ///< symbols: `outside` is a local; the text may shadow it
            input,    ///< `outside` is a local; the text may change its copy
            output,   ///< copied to the local `outside` after the text
            pointer,  ///< to buffer[index]; `outside` is the pointer's name before the braces
        };
        Kind kind = Kind::input;
        std::string name; ///< in the text
        std::string outside;
        ir::ScalarType type = ir::ScalarType::float64;
        std::string buffer{};
        symbolic::Expr index = 0;
        bool isConst = false; ///< of what a pointer points to
    };
    std::string text;
    std::vector<Name> names{};
    ElementId element{}; ///< where the text stands in the graph
    std::string where{}; ///< the same for people: "tasklet 't'"
};
struct Statement {
    using Kind = std::variant<DeclareScalar, DeclareArray, AssignScalar, Store, For, If, While,
                              Jump, Comment, Stage, Barrier, Raw>;
    Kind kind;
    ElementId element{}; ///< of the graph, that it was made of; 0: the kernel's map
};

} // namespace mw::codegen
