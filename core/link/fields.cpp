// Internal fields: which of them nobody reads before it is written.
#include "core/link/detail/fields.h"

#include "core/analysis/analysis.h"
#include "core/link/detail/ordered_accesses.h"
#include "core/validate/coverage.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace mw::link {

namespace {

using symbolic::Subset;
using validate::Coverage;

/// Elements of an array that a program reads, and what was certainly written before.
struct Read {
    std::size_t program = 0;
    Subset region;
    std::vector<Subset> written;
};

class Fields {
public:
    Fields(const inputs::SequenceInput& sequence, const std::vector<ProgramUse>& uses,
           const Arrays& arrays, const Values& values,
           const std::vector<symbolic::Expr>& conditions)
        : sequence_(sequence), uses_(uses), arrays_(arrays), values_(values), made_(conditions) {
        given_.facts = assumptionsOf(sequence, uses, values);
        for (const auto& [name, value] : values.all)
            if (!value.scalar && value.value && !value.value->isReal)
                known_.emplace(name, symbolic::Expr(value.value->i));
    }

    Expected<InternalFields> run() {
        for (const std::string& name : sequence_.keep)
            if (!arrays_.find(name))
                return refuse(name, "is to be kept, and " + absence(name));
        for (const auto& exchange : sequence_.exchanges)
            for (const std::string& name : exchange.fields)
                if (!arrays_.find(name))
                    return refuse(name, "is exchanged, and " + absence(name));
        for (const std::string& name :
             std::set<std::string>(sequence_.internal.begin(), sequence_.internal.end())) {
            MW_CHECK(check(name));
            const LinkedArray& array = *arrays_.find(name);
            if (const auto open = firstOpenRead(array))
                stays(name, *open);
            else
                becomesTemporary(array);
        }
        return std::move(result_);
    }

private:
    Unexpected refuse(const std::string& field, const std::string& why) const {
        return fail("link-internal", fmt::format("in the sequence '{}', the field '{}' {}",
                                                 sequence_.name, field, why));
    }
    std::string absence(const std::string& name) const {
        for (const auto& [argument, called] : values_.names)
            if (called == name || argument.name == name)
                return fmt::format("is no array, but a {}",
                                   uses_[argument.program].sdfg().data(argument.name) ? "scalar"
                                                                                      : "symbol");
        return "no program that is called has an array of this name";
    }

    Expected<void> check(const std::string& name) const {
        if (std::ranges::find(sequence_.keep, name) != sequence_.keep.end())
            return refuse(name, "is internal and to be kept: it can be one of both");
        for (const auto& exchange : sequence_.exchanges)
            if (std::ranges::find(exchange.fields, name) != exchange.fields.end())
                return refuse(name, "is internal and exchanged, and an exchange is outside");
        const LinkedArray* array = arrays_.find(name);
        for (const auto& [argument, called] : arrays_.names)
            if (called == name && !uses_[argument.program].called &&
                uses_[argument.program].reads.contains(argument.name))
                return refuse(
                    name, fmt::format("is internal, but the program '{}', which is not called "
                                      "here, reads it as '{}'",
                                      sequence_.programs[argument.program].name, argument.name));
        if (!array)
            return refuse(name, "is internal, and " + absence(name));
        if (!array->written)
            return refuse(name, "is internal, and no program that is called writes it");
        return {};
    }

    // ---- what is read before it is written

    const OrderedAccesses& accesses(std::size_t program) {
        auto& known = accesses_[program];
        if (!known)
            known = std::make_unique<const OrderedAccesses>(uses_[program].sdfg());
        return *known;
    }
    /// In names of the linked program; nullopt: it has none for some.
    std::optional<Subset> outer(const Subset& region, std::size_t program) {
        auto& names = outside_[program];
        if (names.empty())
            names = outside(uses_[program], program, values_);
        analysis::NameSet used;
        symbolic::collectSymbols(region, used);
        for (const auto& name : used)
            if (!names.contains(name))
                return std::nullopt;
        return region.substitute(names);
    }

    /// The first read, in the order of the calls, that is not shown to be of what was written: by
    /// calls that are always made, or on the same condition.
    std::optional<Read> firstOpenRead(const LinkedArray& array) {
        std::map<std::string, std::vector<Subset>> written; // by condition; "": always
        std::set<std::pair<std::size_t, std::string>> seen;
        for (std::size_t c = 0; c < sequence_.calls.size(); ++c) {
            const std::size_t program = sequence_.calls[c].program;
            const auto condition = isAlways(made_[c]) ? "" : print(made_[c]);
            if (seen.contains({program, ""}) || !seen.insert({program, condition}).second)
                continue; // what was written stays written
            std::vector<Subset> before = written[""];
            if (!condition.empty())
                std::ranges::copy(written[condition], std::back_inserter(before));
            for (const Argument& user : array.users)
                if (user.program == program)
                    if (auto open = openRead(user, before))
                        return open;
            for (const Argument& user : array.users)
                if (user.program == program)
                    addWrites(user, written[condition]);
        }
        return std::nullopt;
    }
    static void add(std::vector<Subset>& regions, const Subset& region) {
        if (std::ranges::find(regions, region) == regions.end())
            regions.push_back(region);
    }
    void addWrites(const Argument& user, std::vector<Subset>& written) {
        const OrderedAccesses& program = accesses(user.program);
        const auto* all = program.of(user.name);
        for (std::size_t i = 0; all && i < all->size(); ++i)
            if ((*all)[i].write && program.isCertain((*all)[i]))
                if (const auto region = outer((*all)[i].region, user.program))
                    add(written, *region);
    }
    std::optional<Read> openRead(const Argument& user, const std::vector<Subset>& before) {
        const OrderedAccesses& program = accesses(user.program);
        const auto& data = *uses_[user.program].sdfg().data(user.name);
        const Subset whole = analysis::wholeContainer(data);
        if (program.unlistedReads().contains(user.name))
            if (Read read{user.program, outer(whole, user.program).value_or(whole), before};
                !isCovered(read))
                return read;
        const auto* all = program.of(user.name);
        for (std::size_t i = 0; all && i < all->size(); ++i) {
            const analysis::Access& access = (*all)[i];
            if (access.write)
                continue;
            Read read{user.program, {}, before};
            read.region = outer(access.region, user.program)
                              .value_or(outer(whole, user.program).value_or(whole));
            for (const analysis::Access& write : *all)
                if (write.write && program.isCertain(write) && program.precedes(write, access))
                    if (const auto region = outer(write.region, user.program))
                        add(read.written, *region);
            if (!isCovered(read))
                return read;
        }
        return std::nullopt;
    }

    /// Whatever the values of the symbols are, else for those of the scenarios, which is noted.
    bool isCovered(const Read& read) {
        std::vector<Subset> alike;
        for (const Subset& region : read.written)
            if (region.rank() == read.region.rank())
                alike.push_back(region);
        if (alike.empty())
            return false;
        if (validate::coverageOf(read.region, alike, given_).coverage == Coverage::covered)
            return true;
        for (const Subset& region : alike)
            if (const auto condition = conditionFor(read.region, region)) {
                conditions_.push_back(*condition);
                return true;
            }
        std::vector<Subset> numbers;
        numbers.reserve(alike.size());
        for (const Subset& region : alike)
            numbers.push_back(region.substitute(known_));
        if (validate::coverageOf(read.region.substitute(known_), numbers, given_).coverage !=
            Coverage::covered)
            return false;
        symbolic::collectSymbols(read.region, assumed_);
        for (const Subset& region : alike)
            symbolic::collectSymbols(region, assumed_);
        return true;
    }

    /// Under which one region alone covers the read, where the scenarios' values satisfy it.
    std::optional<symbolic::Expr> conditionFor(const Subset& read, const Subset& written) const {
        const auto text = validate::coverageOf(read, {written}, given_).condition;
        const auto condition = symbolic::parse(text, symbolic::Dialect::code);
        if (text.empty() || !condition)
            return std::nullopt;
        const auto value = symbolic::substitute(*condition, known_);
        const auto holds = symbolic::evaluate(value, {});
        return holds && holds->truthy() ? std::optional(*condition) : std::nullopt;
    }

    // ---- what becomes of them

    void note(Severity severity, const char* code, std::string sentence) {
        result_.notices.push_back({severity, code, std::move(sentence), {}, {}});
    }
    /// With the scenarios' values, where these say it all.
    std::string text(const std::vector<Subset>& regions) const {
        std::string all;
        for (const Subset& region : regions)
            all +=
                fmt::format("{}[{}]", all.empty() ? "" : " and ", print(region.substitute(known_)));
        return all;
    }
    void stays(const std::string& name, const Read& open) {
        assumed_.clear();
        conditions_.clear();
        note(Severity::warning, "unwritten-read",
             fmt::format("the internal field '{}' stays an argument: '{}' reads {} of it, and {}",
                         name, sequence_.programs[open.program].name, text({open.region}),
                         open.written.empty() ? "no program has certainly written any of it before"
                                              : fmt::format("only {} is certainly written before",
                                                            text(open.written))));
    }
    void becomesTemporary(const LinkedArray& array) {
        result_.names.insert(array.name);
        for (const auto& symbol : assumed_)
            if (const auto value = known_.find(symbol); value != known_.end())
                result_.assumed.push_back(symbolic::Expr::make(
                    symbolic::Op::compare, {symbolic::Expr::symbol(symbol), value->second}, "=="));
        std::ranges::copy(conditions_, std::back_inserter(result_.assumed));
        assumed_.clear();
        conditions_.clear();
        const bool isRead = std::ranges::any_of(array.users, [&](const Argument& user) {
            return uses_[user.program].reads.contains(user.name);
        });
        if (!isRead)
            note(Severity::hint, "never-read",
                 fmt::format("the internal field '{}' is computed for nobody: no program reads it",
                             array.name));
    }

    const inputs::SequenceInput& sequence_;
    const std::vector<ProgramUse>& uses_;
    const Arrays& arrays_;
    const Values& values_;
    const std::vector<symbolic::Expr>& made_; ///< when each call is
    symbolic::Assumptions given_;
    symbolic::Substitution known_; ///< integer symbols of the linked program, by their values
    /// What was needed for the field at hand: values of symbols, and conditions.
    analysis::NameSet assumed_;
    std::vector<symbolic::Expr> conditions_;
    std::map<std::size_t, std::unique_ptr<const OrderedAccesses>> accesses_;
    std::map<std::size_t, symbolic::Substitution> outside_;
    InternalFields result_;
};

} // namespace

Expected<InternalFields> internalFields(const inputs::SequenceInput& sequence,
                                        const std::vector<ProgramUse>& uses, const Arrays& arrays,
                                        const Values& values,
                                        const std::vector<symbolic::Expr>& conditions) {
    return Fields(sequence, uses, arrays, values, conditions).run();
}

} // namespace mw::link
