// A module by which Fortran calls a library.
#include "app/workbench/callers/fortran_module.h"

#include "app/workbench/callers/fortran_sizes.h"
#include "app/workbench/callers/fortran_words.h"
#include "core/support/text_writer.h"
#include "core/symbolic/literal.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace mw::workbench {

namespace {

using Kind = codegen::LibraryArgument::Kind;
using FortranWords = std::map<std::string, std::string, std::less<>>;

class ModulePrinter {
public:
    explicit ModulePrinter(const CallDescription& description)
        : description_(description), plan_(planSizes(description)), out_(2) {
        FortranNames ofModule({"handle", "nothing", "c_program", "c_begin", "c_end", "c_error",
                               "c_set_stream", "apart", "text_of", "digits_of"});
        procedure_ = ofModule.add(description.program);
        FortranNames names({"handle", "nothing", "status", "message", "code", "failed", "refuse",
                            "c_program", "c_begin", "c_end", "c_error", "apart", "text_of",
                            "digits_of", "size", "int", "c_loc", lowerCase(procedure_)});
        for (const CalledArgument& one : description.arguments)
            names_.emplace(one.argument.name, names.add(one.argument.name));
        int measured = 0;
        for (const std::string& symbol : plan_.derived)
            sizes_.emplace(symbol, fmt::format("mw_{}", ++measured));
        for (const CalledArgument& one : description.arguments)
            if (one.argument.kind != Kind::array && isPassed(one) &&
                fortranType(one.argument.type).starts_with("integer"))
                sizes_.emplace(one.argument.name, fmt::format("mw_{}", ++measured));
        for (const auto& [symbol, value] : plan_.fixed)
            sizes_.emplace(symbol, fmt::format("mw_{}", ++measured));
    }

    Expected<std::string> print() {
        for (const auto& [name, value] : description_.constants)
            if (value.isReal && !std::isfinite(value.d))
                return fail("not-in-fortran",
                            fmt::format("the argument '{}' is {}, which Fortran cannot write", name,
                                        value.d));
        symbolic::Substitution fixed;
        for (const auto& [name, value] : plan_.fixed)
            fixed.emplace(name, symbolic::literal(value));
        for (const CalledArgument& one : description_.arguments)
            if (!symbolic::substitute(one.offset, fixed).isInteger(0))
                return fail("not-in-fortran",
                            fmt::format("the first element of the argument '{}' lies {} elements "
                                        "behind where the program takes it to begin, and arrays of "
                                        "Fortran begin with their first one",
                                        one.argument.name, symbolic::print(one.offset)));
        for (const CalledArgument& one : description_.arguments)
            if (fortranType(one.argument.type).empty())
                return fail("not-in-fortran",
                            fmt::format("the argument '{}' has the type {}, which Fortran has no "
                                        "kind for",
                                        one.argument.name, ir::name(one.argument.type)));
        head();
        interfaces();
        out_.line("contains");
        out_.line();
        procedure();
        end();
        if (onDevice())
            setStream();
        helpers();
        out_.line(fmt::format("end module mw_{}", procedure_));
        return out_.take();
    }

private:
    bool onDevice() const { return description_.target != codegen::Target::cpu; }
    /// Whether callers pass it: no symbol that follows or has one value.
    bool isPassed(const CalledArgument& one) const {
        return !one.usual && (one.argument.kind == Kind::array ||
                              (!plan_.derived.contains(one.argument.name) &&
                               !plan_.fixed.contains(one.argument.name) &&
                               !description_.constants.contains(one.argument.name)));
    }
    const std::string& nameOf(const CalledArgument& one) const {
        return names_.find(one.argument.name)->second;
    }
    /// Prints `begin`, the items with commas, `end`, in lines of fewer than 100 characters.
    void list(const std::string& begin, const std::vector<std::string>& items,
              const std::string& end) {
        constexpr std::size_t kWidth = 96;
        std::string line = begin;
        for (std::size_t i = 0; i < items.size(); ++i) {
            const std::string item = items[i] + (i + 1 < items.size() ? ", " : "");
            if (line.size() + item.size() > kWidth) {
                out_.line(line + " &");
                line = "    ";
            }
            line += item;
        }
        out_.line(line + end);
    }
    /// Ends the call where a condition holds. `sentence`: an expression of characters.
    void refuseIf(const std::string& condition, const std::vector<std::string>& sentence) {
        out_.line(fmt::format("if ({}) then", condition));
        out_.line("  call refuse( &");
        for (std::size_t i = 0; i < sentence.size(); ++i)
            out_.line(
                fmt::format("    {}{}", sentence[i], i + 1 < sentence.size() ? " // &" : ")"));
        out_.line("  return");
        out_.line("end if");
    }

    void head() {
        const std::string& program = description_.program;
        out_.line(fmt::format("! {}: a program as a library for {}, written by mw export.", program,
                              codegen::name(description_.target)));
        out_.line(
            "! Arrays may have any strides that the program takes: they are checked, as sizes "
            "are, and not copied.");
        out_.line("! A refused call gives status /= 0 and a message; without status it stops the "
                  "program.");
        if (onDevice()) {
            out_.line("! Arrays lie on the device:");
            out_.line("!   !$acc host_data use_device(...)");
            out_.line(fmt::format("!   call {}(...)", procedure_));
            out_.line("!   !$acc end host_data");
        }
        out_.line(fmt::format("module mw_{}", procedure_));
        out_.line("  use, intrinsic :: iso_c_binding");
        out_.line("  use, intrinsic :: iso_fortran_env, only: error_unit");
        out_.line("  implicit none");
        out_.line("  private");
        out_.line(fmt::format("  public :: {0}, {0}_end{1}", procedure_,
                              onDevice() ? fmt::format(", {}_set_stream", procedure_) : ""));
        out_.line();
        out_.line("  type(c_ptr), save :: handle = c_null_ptr");
        out_.line("  real(c_double), target, save :: nothing(2) = 0");
        if (onDevice())
            out_.line("  integer(c_intptr_t), save :: stream_of_calls = 0");
        out_.line();
    }

    void interfaces() {
        out_.line("  interface");
        function("c_begin", "__dace_init_" + description_.program, false);
        function("c_program", "__program_" + description_.program, true);
        out_.lines(fmt::format("    function c_end(handle) bind(C, name='__dace_exit_{0}') "
                               "result(code)\n"
                               "      import :: c_ptr, c_int\n"
                               "      type(c_ptr), value :: handle\n"
                               "      integer(c_int) :: code\n"
                               "    end function\n"
                               "    function c_error(handle) bind(C, name='__mw_error_{0}') "
                               "result(text)\n"
                               "      import :: c_ptr\n"
                               "      type(c_ptr), value :: handle\n"
                               "      type(c_ptr) :: text\n"
                               "    end function\n",
                               description_.program));
        if (onDevice())
            out_.lines("    subroutine c_set_stream(handle, stream) bind(C, "
                       "name='__dace_gpu_set_all_streams')\n"
                       "      import :: c_ptr, c_intptr_t\n"
                       "      type(c_ptr), value :: handle\n"
                       "      integer(c_intptr_t), value :: stream\n"
                       "    end subroutine\n");
        out_.line("  end interface");
        out_.line();
    }
    void function(const std::string& name, const std::string& symbol, bool all) {
        std::vector<std::string> parameters;
        if (all)
            parameters.emplace_back("handle");
        std::vector<std::size_t> taken;
        for (std::size_t i = 0; i < description_.arguments.size(); ++i)
            if (all || description_.arguments[i].argument.kind == Kind::symbol) {
                taken.push_back(i);
                parameters.push_back(fmt::format("a{}", i + 1));
            }
        list(fmt::format("    function {}(", name), parameters, ") &");
        out_.line(fmt::format("        bind(C, name='{}') result(it)", symbol));
        out_.line("      import");
        if (all)
            out_.line("      type(c_ptr), value :: handle");
        for (const std::size_t i : taken) {
            const auto& argument = description_.arguments[i].argument;
            out_.line(fmt::format(
                "      {}, value :: a{}",
                argument.kind == Kind::array ? "type(c_ptr)" : fortranType(argument.type), i + 1));
        }
        out_.line(all ? "      integer(c_int) :: it" : "      type(c_ptr) :: it");
        out_.line("    end function");
    }

    void procedure() {
        const TextWriter::Block block(out_);
        std::vector<std::string> parameters;
        for (const CalledArgument& one : description_.arguments)
            if (isPassed(one))
                parameters.push_back(nameOf(one));
        parameters.emplace_back("status");
        parameters.emplace_back("message");
        list(fmt::format("subroutine {}(", procedure_), parameters, ")");
        {
            const TextWriter::Block body(out_);
            declarations();
            measure();
            touched();
            call();
        }
        out_.line();
        out_.lines("contains\n"
                   "\n"
                   "  subroutine refuse(sentence)\n"
                   "    character(len=*), intent(in) :: sentence");
        out_.line(fmt::format("    character(len=*), parameter :: program_name = {}",
                              fortranQuoted(description_.program)));
        out_.lines("    if (.not. present(status)) then\n"
                   "      write (error_unit, '(a)') program_name // ': ' // sentence\n"
                   "      error stop 1\n"
                   "    end if\n"
                   "    status = 1\n"
                   "    if (present(message)) message = program_name // ': ' // sentence\n"
                   "  end subroutine");
        out_.line(fmt::format("end subroutine {}", procedure_));
        out_.line();
    }
    void declarations() {
        for (const CalledArgument& one : description_.arguments) {
            if (!isPassed(one))
                continue;
            const std::string type = fortranType(one.argument.type);
            if (one.argument.kind != Kind::array) {
                out_.line(fmt::format("{}, intent(in) :: {}", type, nameOf(one)));
                continue;
            }
            std::vector<std::string> colons(one.shape.size(), ":");
            std::vector<std::string> names;
            for (const std::string& dimension : one.dimensions)
                names.push_back(dimension.empty() ? "?" : dimension);
            out_.line(fmt::format("{}, intent({}), target :: {}({}) ! {}", type,
                                  one.writes ? "inout" : "in", nameOf(one), fmt::join(colons, ","),
                                  fmt::join(names, ", ")));
        }
        out_.line("integer, intent(out), optional :: status");
        out_.line("character(len=:), allocatable, intent(out), optional :: message");
        for (const auto& [symbol, name] : sizes_)
            out_.line(fmt::format("integer(c_int64_t) :: {} ! {}", name, symbol));
        out_.line("integer(c_int64_t) :: mw_size");
        out_.line("integer(c_int) :: code");
        out_.line();
        out_.line("if (present(status)) status = 0");
        out_.line("if (present(message)) message = ''");
        for (const auto& [symbol, value] : plan_.fixed)
            out_.line(fmt::format("{} = {}_c_int64_t", sizes_.at(symbol), value.i));
        for (const CalledArgument& one : description_.arguments)
            if (one.argument.kind != Kind::array && isPassed(one) &&
                sizes_.contains(one.argument.name))
                out_.line(fmt::format("{} = int({}, c_int64_t)", sizes_.at(one.argument.name),
                                      nameOf(one)));
    }

    std::string element(const CalledArgument& one, std::size_t second) const {
        std::vector<std::string> at(one.shape.size(), "1");
        if (second < at.size())
            at[second] = "2";
        return fmt::format("{}({})", nameOf(one), fmt::join(at, ", "));
    }
    std::string dimensionText(const CalledArgument& one, std::size_t d) const {
        return one.dimensions[d].empty()
                   ? fmt::format("dimension {}", d + 1)
                   : fmt::format("dimension {} ({})", d + 1, one.dimensions[d]);
    }
    void measure() {
        for (const SizeStep& step : plan_.steps) {
            const CalledArgument& one = description_.arguments[step.argument];
            const std::string rest = fortranText(step.rest, sizes_);
            if (rest.empty())
                continue;
            const std::string extent =
                fmt::format("size({}, {}, c_int64_t)", nameOf(one), step.dimension + 1);
            if (step.stride)
                measureStride(one, step.dimension);
            else
                out_.line(fmt::format("mw_size = {}", extent));
            if (!step.symbol.empty()) {
                out_.line(fmt::format("{} = mw_size - ({})", sizes_.at(step.symbol), rest));
                continue;
            }
            refuseIf(fmt::format("mw_size /= {}{}", rest,
                                 step.stride ? fmt::format(" .and. {} > 1", extent) : ""),
                     {fortranQuoted(fmt::format("the argument '{}' has ", one.argument.name)),
                      "digits_of(mw_size)",
                      fortranQuoted(
                          fmt::format(" {} in {}, where ",
                                      step.stride ? "elements from one to the next" : "elements",
                                      dimensionText(one, step.dimension))),
                      fmt::format("digits_of(int({}, c_int64_t))", rest),
                      fortranQuoted(
                          original(step) == symbolic::Expr(1) ? " is needed"
                          : symbolic::freeSymbols(original(step)).empty()
                              ? " are needed"
                              : fmt::format(" are needed ({})", symbolic::print(original(step))))});
        }
        for (const CalledArgument& one : description_.arguments)
            if (plan_.derived.contains(one.argument.name) && ir::sizeOf(one.argument.type) < 8)
                refuseIf(fmt::format("{} > int(huge(0_c_int32_t), c_int64_t)",
                                     sizes_.at(one.argument.name)),
                         {fortranQuoted(fmt::format("the size '{}' would be ", one.argument.name)),
                          fmt::format("digits_of({})", sizes_.at(one.argument.name))});
    }
    const symbolic::Expr& original(const SizeStep& step) const {
        const CalledArgument& one = description_.arguments[step.argument];
        return step.stride ? one.strides[step.dimension] : one.shape[step.dimension];
    }
    /// Elements from one index to the next; where there is one index alone, as of dense memory.
    void measureStride(const CalledArgument& one, std::size_t d) {
        std::string dense = "1_c_int64_t";
        for (std::size_t before = 0; before < d; ++before)
            dense = before == 0 ? fmt::format("size({}, 1, c_int64_t)", nameOf(one))
                                : dense + fmt::format(" * size({}, {}, c_int64_t)", nameOf(one),
                                                      before + 1);
        out_.line(fmt::format("mw_size = {}", dense));
        out_.line(
            fmt::format("if (size({0}) > 0 .and. size({0}, {1}) > 1) then", nameOf(one), d + 1));
        out_.line(fmt::format("  mw_size = apart(c_loc({}), c_loc({}), {})",
                              element(one, one.shape.size()), element(one, d),
                              ir::sizeOf(one.argument.type)));
        out_.line("end if");
        refuseIf("mw_size < 0", {fortranQuoted(fmt::format(
                                    "the argument '{}' runs backwards, or not in whole elements, "
                                    "in {}",
                                    one.argument.name, dimensionText(one, d)))});
    }

    void touched() {
        for (const CalledArgument& one : description_.arguments) {
            if (one.argument.kind != Kind::array || !isPassed(one))
                continue;
            for (const TouchedBox& box : one.touched)
                touched(one, box);
        }
    }
    void touched(const CalledArgument& one, const TouchedBox& box) {
        if (touchesNothing(box))
            return;
        std::vector<std::string> conditions;
        for (const auto& trip : box.trips)
            conditions.push_back(fmt::format("{} > 0", fortranText(trip, sizes_)));
        for (std::size_t d = 0; d < box.high.size(); ++d)
            conditions.push_back(fmt::format("{} <= {}", fortranText(box.low[d], sizes_),
                                             fortranText(box.high[d], sizes_)));
        if (std::ranges::any_of(conditions, [](const std::string& text) {
                return text.starts_with(" ") || text.ends_with(" ");
            }))
            return;
        // What numbers alone say holds always.
        std::erase_if(conditions, [](const std::string& text) {
            return text.find("mw_") == std::string::npos;
        });
        if (!conditions.empty())
            out_.line(fmt::format("if ({}) then", fmt::join(conditions, " .and. &\n      ")));
        for (std::size_t d = 0; d < box.high.size() && d < one.shape.size(); ++d) {
            const std::string low = fortranText(box.low[d], sizes_);
            const std::string high = fortranText(box.high[d], sizes_);
            refuseIf(
                fmt::format("{} < 0 .or. {} >= size({}, {}, c_int64_t)", low, high, nameOf(one),
                            d + 1),
                {fortranQuoted(fmt::format("the argument '{}' has ", one.argument.name)),
                 fmt::format("digits_of(size({}, {}, c_int64_t))", nameOf(one), d + 1),
                 fortranQuoted(fmt::format(" elements in {}, and the program touches those from ",
                                           dimensionText(one, d))),
                 fmt::format("digits_of(int({}, c_int64_t) + 1)", low), fortranQuoted(" to "),
                 fmt::format("digits_of(int({}, c_int64_t) + 1)", high)});
        }
        if (!conditions.empty())
            out_.line("end if");
    }

    std::string passed(const CalledArgument& one) const {
        const std::string& name = one.argument.name;
        if (one.argument.kind == Kind::array)
            return "c_loc(nothing)";
        if (isPassed(one))
            return nameOf(one);
        if (const auto constant = description_.constants.find(name);
            constant != description_.constants.end() && constant->second.isReal)
            return fmt::format("real({:.17e}_c_double, {})", constant->second.d,
                               one.argument.type == ir::ScalarType::float32 ? "c_float"
                                                                            : "c_double");
        const std::string size = sizes_.at(name);
        if (one.argument.type == ir::ScalarType::boolean)
            return fmt::format("logical({} /= 0, c_bool)", size);
        const std::string type = fortranType(one.argument.type);
        const auto open = type.find('(');
        return fmt::format("{}({}, {})", type.starts_with("real") ? "real" : "int", size,
                           type.substr(open + 1, type.size() - open - 2));
    }
    /// The pointer of an array: the variable that it is put into.
    std::string address(const CalledArgument& one) const {
        return fmt::format("mw_at_{}", &one - description_.arguments.data() + 1);
    }
    void call() {
        std::vector<std::string> symbols;
        std::vector<std::string> all{"handle"};
        std::vector<std::string> pointers;
        for (const CalledArgument& one : description_.arguments) {
            const bool array = one.argument.kind == Kind::array && !one.usual;
            if (array)
                pointers.push_back(address(one));
            if (one.argument.kind == Kind::symbol)
                symbols.push_back(passed(one));
            all.push_back(array ? address(one) : passed(one));
        }
        out_.line("if (.not. c_associated(handle)) then");
        list("  handle = c_begin(", symbols, ")");
        out_.line("  if (.not. c_associated(handle)) then");
        out_.line("    call refuse('the library does not begin; it says why on standard error')");
        out_.line("    return");
        out_.line("  end if");
        if (onDevice())
            out_.line("  call c_set_stream(handle, stream_of_calls)");
        out_.line("end if");
        out_.line("block");
        if (!pointers.empty())
            list("  type(c_ptr) :: ", pointers, "");
        for (const CalledArgument& one : description_.arguments) {
            if (one.argument.kind != Kind::array || one.usual)
                continue;
            // An array without elements has no first one.
            out_.line(fmt::format("  {} = c_loc(nothing)", address(one)));
            out_.line(fmt::format("  if (size({}) > 0) {} = c_loc({})", nameOf(one), address(one),
                                  element(one, one.shape.size())));
        }
        list("  code = c_program(", all, ")");
        out_.line("end block");
        out_.line("if (code /= 0) call refuse(text_of(c_error(handle)))");
    }

    void end() {
        out_.lines(fmt::format("  ! Waits for what runs and frees; a further call begins anew.\n"
                               "  subroutine {0}_end()\n"
                               "    integer(c_int) :: code\n"
                               "    if (c_associated(handle)) code = c_end(handle)\n"
                               "    handle = c_null_ptr\n"
                               "  end subroutine {0}_end\n",
                               procedure_));
        out_.line();
    }
    void setStream() {
        out_.lines(fmt::format("  ! The stream of calls from now on, as acc_get_cuda_stream() has "
                               "it; 0: the default stream.\n"
                               "  subroutine {0}_set_stream(stream)\n"
                               "    integer(c_intptr_t), intent(in) :: stream\n"
                               "    stream_of_calls = stream\n"
                               "    if (c_associated(handle)) call c_set_stream(handle, stream)\n"
                               "  end subroutine {0}_set_stream\n",
                               procedure_));
        out_.line();
    }
    void helpers() {
        out_.lines(fortranHelpers());
        out_.line();
    }

    const CallDescription& description_;
    SizePlan plan_;
    TextWriter out_;
    std::string procedure_;
    FortranWords names_; ///< of arguments
    FortranWords sizes_; ///< of the integers that sizes are made of
};

} // namespace

Expected<std::string> fortranModule(const CallDescription& description) {
    return ModulePrinter(description).print();
}

} // namespace mw::workbench
