// Names, types and texts of Fortran.
#include "app/workbench/callers/fortran_words.h"

#include <fmt/format.h>

#include <string_view>

namespace mw::workbench {

std::string fortranType(ir::ScalarType type) {
    switch (type) {
    case ir::ScalarType::boolean:
        return "logical(c_bool)";
    case ir::ScalarType::float32:
        return "real(c_float)";
    case ir::ScalarType::float64:
        return "real(c_double)";
    case ir::ScalarType::int8:
    case ir::ScalarType::uint8:
        return "integer(c_int8_t)";
    case ir::ScalarType::int16:
    case ir::ScalarType::uint16:
        return "integer(c_int16_t)";
    case ir::ScalarType::int32:
    case ir::ScalarType::uint32:
        return "integer(c_int32_t)";
    case ir::ScalarType::int64:
    case ir::ScalarType::uint64:
        return "integer(c_int64_t)";
    case ir::ScalarType::complex64:
        return "complex(c_float_complex)";
    case ir::ScalarType::complex128:
        return "complex(c_double_complex)";
    default:
        return {};
    }
}

std::string lowerCase(std::string text) {
    for (char& c : text)
        if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c - 'A' + 'a');
    return text;
}

std::string FortranNames::add(const std::string& name) {
    // Fortran's names have 63 letters at most: room for _2 and what is put behind a program's.
    constexpr std::size_t kLongest = 63 - std::string_view("_2_set_stream").size();
    const auto letter = name.find_first_not_of("_0123456789");
    const std::string plain =
        letter == std::string::npos ? "argument" : name.substr(letter, kLongest);
    std::string one = plain;
    for (int i = 2; !taken_.insert(lowerCase(one)).second; ++i)
        one = fmt::format("{}_{}", plain, i);
    return one;
}

std::string fortranQuoted(const std::string& text) {
    std::string result = "'";
    for (const char c : text)
        result += c == '\'' ? std::string("''") : std::string(1, c);
    return result + "'";
}

std::string_view fortranHelpers() {
    return "  ! Elements from one address to another; -1: not a whole number of them.\n"
           "  pure function apart(first, second, bytes) result(elements)\n"
           "    type(c_ptr), intent(in) :: first, second\n"
           "    integer, intent(in) :: bytes\n"
           "    integer(c_int64_t) :: elements\n"
           "    elements = transfer(second, 0_c_intptr_t) - transfer(first, "
           "0_c_intptr_t)\n"
           "    elements = merge(elements / bytes, -1_c_int64_t, mod(elements, "
           "int(bytes, c_int64_t)) == 0)\n"
           "  end function apart\n"
           "\n"
           "  pure function digits_of(number) result(text)\n"
           "    integer(c_int64_t), intent(in) :: number\n"
           "    character(len=:), allocatable :: text\n"
           "    character(len=24) :: buffer\n"
           "    write (buffer, '(i0)') number\n"
           "    text = trim(buffer)\n"
           "  end function digits_of\n"
           "\n"
           "  function text_of(address) result(text)\n"
           "    type(c_ptr), intent(in) :: address\n"
           "    character(len=:), allocatable :: text\n"
           "    character(kind=c_char), pointer :: letters(:)\n"
           "    integer :: i\n"
           "    text = ''\n"
           "    if (.not. c_associated(address)) return\n"
           "    call c_f_pointer(address, letters, [4096])\n"
           "    do i = 1, 4096\n"
           "      if (letters(i) == c_null_char) exit\n"
           "      text = text // letters(i)\n"
           "    end do\n"
           "  end function text_of\n";
}

} // namespace mw::workbench
