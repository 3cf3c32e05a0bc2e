#pragma once

#include "core/ir/sdfg.h"

namespace mw::analysis {

/// The program in which members of structures are containers of their own, called
/// `structure.member` (`structure.member.member` inside of structures): what executors compute with
/// and what inputs are made for. In place of
/// - an access node of a structure: one for each of its members that the node's edges name;
/// - a view of a structure: what it looks at;
/// - a structure passed into a nested SDFG: its members, each through connectors of its own.
///
/// Members that the program does not name are left out. Elements keep their ids; those that are new
/// have ids that the program lacks. A structure that is used as a whole otherwise (copied, given to
/// a tasklet, kept in an array of structures) stays: whyNotExecutable() names it. nullptr: the
/// program has no structure.
ir::SdfgPtr flattenStructures(const ir::Sdfg& program);

/// The same where there may be none, for those who only read: the program itself then.
class FlatProgram {
public:
    explicit FlatProgram(const ir::Sdfg& program)
        : flat_(flattenStructures(program)), program_(flat_ ? *flat_ : program) {}

    const ir::Sdfg& operator*() const { return program_; }
    const ir::Sdfg* operator->() const { return &program_; }

private:
    ir::SdfgPtr flat_;
    const ir::Sdfg& program_;
};

} // namespace mw::analysis
