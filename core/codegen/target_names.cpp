// Names of generated code: one function makes them, whatever text they come from.
#include "core/codegen/ctext.h"
#include "core/support/hash.h"
#include "core/support/identifiers.h"
#include "core/support/printable.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_set>

namespace mw::codegen {

namespace {

/// Keywords of C++ up to C++20 and of GNU C++, alternative tokens included; words that a lambda or
/// OpenMP gives a meaning are none.
constexpr std::string_view kKeywords =
    " alignas alignof and and_eq asm auto bitand bitor bool break case catch char char16_t "
    "char32_t char8_t class co_await co_return co_yield compl concept const const_cast consteval "
    "constexpr constinit continue decltype default delete do double dynamic_cast else enum "
    "explicit export extern false float for friend goto if inline int long mutable namespace new "
    "noexcept not not_eq nullptr operator or or_eq private protected public register "
    "reinterpret_cast requires return short signed sizeof static static_assert static_cast struct "
    "switch template this thread_local throw true try typedef typeid typename typeof union "
    "unsigned using virtual void volatile wchar_t while xor xor_eq ";

/// Names that generated text uses without a prefix: functions, the devices' variables, namespaces,
/// the entry point.
constexpr std::string_view kUsed =
    " abs acos acosh args asin asinh atan atan2 atanh atomicAdd atomicCAS blockDim blockIdx cbrt "
    "ceil cos cosh cuda erf exp exp2 expm1 fabs floor fmod gridDim hip isfinite isinf isnan "
    "llrint log log10 log1p log2 main max min pow printf round sin sinh sqrt std tan tanh tgamma "
    "threadIdx trunc warpSize ";

/// Macros that the compilers predefine, and those of the headers that generated text and the
/// graph's own C++ get: a name that is one of them is not what it seems to be.
constexpr std::string_view kMacros =
    " assert complex i386 linux unix "
    "BIG_ENDIAN BUFSIZ BYTE_ORDER CLOCKS_PER_SEC CSIGNAL E2BIG EACCES EADDRINUSE "
    "EADDRNOTAVAIL EADV EAFNOSUPPORT EAGAIN EALREADY EBADE EBADF EBADFD EBADMSG EBADR "
    "EBADRQC EBADSLT EBFONT EBUSY ECANCELED ECHILD ECHRNG ECOMM ECONNABORTED ECONNREFUSED "
    "ECONNRESET EDEADLK EDEADLOCK EDESTADDRREQ EDOM EDOTDOT EDQUOT EEXIST EFAULT EFBIG "
    "EHOSTDOWN EHOSTUNREACH EHWPOISON EIDRM EILSEQ EINPROGRESS EINTR EINVAL EIO EISCONN "
    "EISDIR EISNAM EKEYEXPIRED EKEYREJECTED EKEYREVOKED EL2HLT EL2NSYNC EL3HLT EL3RST "
    "ELIBACC ELIBBAD ELIBEXEC ELIBMAX ELIBSCN ELNRNG ELOOP EMEDIUMTYPE EMFILE EMLINK "
    "EMSGSIZE EMULTIHOP ENAMETOOLONG ENAVAIL ENETDOWN ENETRESET ENETUNREACH ENFILE ENOANO "
    "ENOBUFS ENOCSI ENODATA ENODEV ENOENT ENOEXEC ENOKEY ENOLCK ENOLINK ENOMEDIUM ENOMEM "
    "ENOMSG ENONET ENOPKG ENOPROTOOPT ENOSPC ENOSR ENOSTR ENOSYS ENOTBLK ENOTCONN ENOTDIR "
    "ENOTEMPTY ENOTNAM ENOTRECOVERABLE ENOTSOCK ENOTSUP ENOTTY ENOTUNIQ ENXIO EOF "
    "EOPNOTSUPP EOVERFLOW EOWNERDEAD EPERM EPFNOSUPPORT EPIPE EPROTO EPROTONOSUPPORT "
    "EPROTOTYPE ERANGE EREMCHG EREMOTE EREMOTEIO ERESTART ERFKILL EROFS ESHUTDOWN "
    "ESOCKTNOSUPPORT ESPIPE ESRCH ESRMNT ESTALE ESTRPIPE ETIME ETIMEDOUT ETOOMANYREFS "
    "ETXTBSY EUCLEAN EUNATCH EUSERS EWOULDBLOCK EXDEV EXFULL EXIT_FAILURE EXIT_SUCCESS "
    "FD_CLR FD_ISSET FD_SET FD_SETSIZE FD_ZERO FILENAME_MAX FOPEN_MAX INFINITY "
    "LITTLE_ENDIAN L_ctermid L_cuserid L_tmpnam MATH_ERREXCEPT MATH_ERRNO MAXFLOAT "
    "MB_CUR_MAX NAN NFDBITS NULL PDP_ENDIAN PTRDIFF_MAX PTRDIFF_MIN PTRDIFF_WIDTH "
    "P_tmpdir RAND_MAX RENAME_EXCHANGE RENAME_NOREPLACE RENAME_WHITEOUT SEEK_CUR "
    "SEEK_DATA SEEK_END SEEK_HOLE SEEK_SET SIG_ATOMIC_MAX SIG_ATOMIC_MIN SIG_ATOMIC_WIDTH "
    "SIZE_MAX SIZE_WIDTH TIMER_ABSTIME TIME_UTC TMP_MAX WCHAR_MAX WCHAR_MIN WCHAR_WIDTH "
    "WCONTINUED WEOF WEXITED WEXITSTATUS WIFCONTINUED WIFEXITED WIFSIGNALED WIFSTOPPED "
    "WINT_MAX WINT_MIN WINT_WIDTH WNOHANG WNOWAIT WSTOPPED WSTOPSIG WTERMSIG WUNTRACED "
    "alloca be16toh be32toh be64toh errno htobe16 htobe32 htobe64 htole16 htole32 htole64 "
    "issubnormal le16toh le32toh le64toh math_errhandling offsetof sched_priority stderr "
    "stdin stdout strdupa strndupa ";
/// Families of such macros.
constexpr std::array<std::string_view, 24> kMacroFamilies = {
    "ADJ_", "CLOCK_", "CLONE_",   "CPU_",   "CUDA_",   "FE_",  "FLT_",  "DBL_",
    "FP_",  "HIP_",   "HUGE_VAL", "INT_",   "INTMAX_", "LC_",  "LDBL_", "MOD_",
    "MW_",  "M_",     "PTHREAD_", "SCHED_", "SNAN",    "STA_", "UINT",  "pthread_cleanup",
};
/// `INT32_MAX` and its like.
bool isIntegerMacro(std::string_view name) {
    return name.starts_with("INT") && name.find('_') != std::string_view::npos;
}

/// Names with two underscores in front belong to the compilers, and the front ends use them too:
/// taken are those that a compiler or its headers are known to mean something by.
constexpr std::array<std::string_view, 21> kCompilerFamilies = {
    "__atomic_", "__attr",  "__builtin_", "__cpp",   "__cuda",  "__cxa",  "__glibc",
    "__gnu",     "__gthrw", "__half",     "__has_",  "__hip",   "__is_",  "__llvm",
    "__nonnull", "__nv",    "__ocml_",    "__ockl_", "__stub_", "__sync", "__va_",
};
constexpr std::string_view kCompilerWords =
    " __alignof __alignof__ __always_inline __amd64 __amd64__ __asm __asm__ __auto_type __bases "
    "__bos __bos0 __catch __code_model_small__ __complex __complex__ __const __const__ "
    "__constant__ "
    "__decltype __device__ __direct_bases __errordecl __exctype __exctype_l __extension__ "
    "__extern_inline __f128 __f32 __f32x __f64 __f64x __flexarr __float128 __float80 "
    "__fortify_function __func__ __global__ __grid_constant__ __host__ __i386 __i386__ __imag "
    "__imag__ __inline __inline__ __int128 __isleap __k8 __k8__ __label__ __launch_bounds__ __ldcs "
    "__ldg __linux __linux__ __local__ __longlong_as_double __managed__ __noinline__ __null "
    "__pic__ "
    "__pie__ __ptr_t __real __real__ __restrict __restrict__ __restrict_arr __returns_nonnull "
    "__shared__ __signed __signed__ __size_t __size_t__ __stcs __thread __try __typeof __typeof__ "
    "__underlying_type __unix __unix__ __volatile __volatile__ __warnattr __wchar_t__ __wur "
    "__x86_64 __x86_64__ ";

using WordSet = std::unordered_set<std::string_view>;

WordSet setOf(std::string_view words) {
    WordSet set;
    forEachWord(words, [&](const Word& word) { set.insert(word.text); });
    return set;
}
template <class List>
bool beginsLike(const List& families, std::string_view name) {
    return std::any_of(families.begin(), families.end(),
                       [&](std::string_view family) { return name.starts_with(family); });
}
bool isUpper(char c) {
    return c >= 'A' && c <= 'Z';
}
bool isDigit(char c) {
    return c >= '0' && c <= '9';
}
bool isCompilers(std::string_view name) {
    if (!name.starts_with('_'))
        return false;
    const std::string_view rest = name.substr(name.starts_with("__") ? 2 : 1);
    if (name.starts_with("__") && !rest.empty() && isUpper(rest.front()))
        return true; // __LINE__, __CUDA_ARCH__
    constexpr std::string_view kWords = " _Atomic _Bool _Complex _Float128 _Float16 _Float32 "
                                        "_Float32x _Float64 _Float64x _Generic _Imaginary "
                                        "_Noreturn _Pragma _Static_assert _Thread_local ";
    static const WordSet kTaken = setOf(kWords), kTakenToo = setOf(kCompilerWords);
    return kTaken.contains(name) || kTakenToo.contains(name) ||
           beginsLike(kCompilerFamilies, name) || name.ends_with("_defined") ||
           (name.starts_with("_GLIBCXX") || name.starts_with("_GNU") || name.starts_with("_POSIX"));
}

/// Compilers take longer names, but they serve no reader, and some linkers refuse them.
constexpr std::size_t kLongest = 200;

} // namespace

bool isReserved(std::string_view name) {
    static const WordSet kTaken = setOf(kUsed);
    return kTaken.contains(name) || !isDeclarable(name);
}

bool isDeclarable(std::string_view name) {
    static const WordSet kWords = setOf(kKeywords), kDefined = setOf(kMacros);
    return isIdentifier(name) && !kWords.contains(name) && !kDefined.contains(name) &&
           !beginsLike(kMacroFamilies, name) && !isIntegerMacro(name) && !isCompilers(name);
}

bool isIdentifier(std::string_view text) {
    constexpr std::size_t kNumbers = 24; // what tells equal ones apart
    return !text.empty() && !isDigit(text.front()) && text.size() <= kLongest + kNumbers &&
           std::all_of(text.begin(), text.end(), isWordCharacter);
}

std::string identifier(std::string_view text) {
    std::string name(text.substr(0, std::min(text.size(), kLongest)));
    if (text.size() > kLongest) // what was cut off still tells two of them apart
        name.replace(kLongest - 17, 17, "_" + toHex(fnv1a64(text)));
    std::replace_if(
        name.begin(), name.end(), [](char c) { return !isWordCharacter(c); }, '_');
    if (name.empty() || isDigit(name.front()))
        name = "v" + name;
    if (isReserved(name))
        name += '_';
    return isReserved(name) ? "v" + name : name;
}

std::string comment(std::string_view text) {
    constexpr std::size_t kLongestComment = 4000;
    std::string line = printable(text, kLongestComment);
    // a backslash at the end would take the next line into the comment, also behind blanks
    if (const auto last = line.find_last_not_of(' ');
        last != std::string::npos && line[last] == '\\')
        line += '.';
    for (const std::string_view pair : {"??", "*/", "/*"}) // ??/ is a backslash in older C++
        for (std::size_t at = line.find(pair); at != std::string::npos; at = line.find(pair, at))
            line.insert(at + 1, 1, ' ');
    return "// " + line;
}

} // namespace mw::codegen
