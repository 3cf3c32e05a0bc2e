// Runs a program as an exported library, in this process.
#include "tests/core/exec/library_way.h"

#include "core/codegen/ctext.h"
#include "core/codegen/library/library.h"
#include "core/exec/host/host_compiler.h"
#include "core/io/file.h"
#include "tests/support/host_compile.h"

#include <fmt/format.h>

#include <dlfcn.h>

namespace mw::test {

namespace {

using Kind = codegen::LibraryArgument::Kind;

std::string typeOf(const codegen::LibraryArgument& argument) {
    return argument.kind == Kind::array ? "void*" : std::string(codegen::cType(argument.type));
}

/// Calls of any signature: `args[i]` points to the i-th value.
std::string callers(const codegen::LibraryInterface& interface) {
    std::string all;
    std::string symbols;
    for (std::size_t i = 0; i < interface.arguments.size(); ++i) {
        const auto& argument = interface.arguments[i];
        const std::string value = fmt::format("*static_cast<{}*>(args[{}])", typeOf(argument), i);
        all += ", " + value;
        if (argument.kind == Kind::symbol)
            symbols += (symbols.empty() ? "" : ", ") + value;
    }
    return fmt::format(
        "extern \"C\" void* test_init([[maybe_unused]] void** args) {{ return "
        "__dace_init_{0}({1}); }}\n"
        "extern \"C\" int test_call(void* handle, [[maybe_unused]] void** args) {{ return "
        "__program_{0}(static_cast<Handle*>(handle){2}); }}\n"
        "extern \"C\" int test_exit(void* handle) {{ return "
        "__dace_exit_{0}(static_cast<Handle*>(handle)); }}\n"
        "extern \"C\" const char* test_error(void* handle) {{ return "
        "__mw_error_{0}(static_cast<Handle*>(handle)); }}\n",
        interface.name, symbols, all);
}

template <class Function>
Function* symbol(void* library, const char* name) {
    return reinterpret_cast<Function*>(dlsym(library, name));
}

struct Argument {
    std::array<std::byte, 16> value{};
    std::vector<std::byte> memory;
    std::optional<exec::ArrayLayout> layout;
};

Expected<std::vector<Argument>> argumentsOf(const TwoWays& program,
                                            const codegen::LibraryInterface& interface) {
    std::vector<Argument> arguments;
    for (const auto& wanted : interface.arguments) {
        Argument& argument = arguments.emplace_back();
        const auto given = program.symbols.find(wanted.name);
        if (wanted.kind != Kind::array) {
            const auto array = program.inputs.find(wanted.name);
            if (array != program.inputs.end())
                std::copy(array->second.bytes->begin(), array->second.bytes->end(),
                          argument.value.begin());
            else if (given != program.symbols.end())
                exec::writeElement(given->second, wanted.type, argument.value.data());
            continue;
        }
        const auto& data = *program.document->root->data(wanted.name);
        codegen::PlanArray array;
        array.type = wanted.type;
        array.elements = data.totalSize;
        array.shape = data.shape;
        array.strides = data.strides;
        MW_TRY(argument.layout, exec::layoutOf(array, program.symbols));
        const auto input = program.inputs.find(wanted.name);
        if (input != program.inputs.end())
            argument.memory = exec::scatter(*argument.layout, *input->second.bytes);
        argument.memory.resize(std::max<std::size_t>(argument.layout->bytes(), 16));
        void* const address = argument.memory.data();
        std::memcpy(argument.value.data(), &address, sizeof address);
    }
    return arguments;
}

} // namespace

Expected<LibraryForm> libraryOf(const TwoWays& program, const symbolic::Bindings& constants) {
    LibraryForm form;
    MW_CHECK(codegen::fitsLibrary(*program.document->root));
    MW_TRY(form.interface, codegen::libraryInterface(*program.document->root));
    symbolic::Bindings checked;
    for (const auto& argument : form.interface.arguments)
        if (const auto value = constants.find(argument.name); value != constants.end())
            checked.insert(*value);
    MW_TRY(const auto source,
           codegen::printLibrary(program.plan, form.interface, checked, codegen::Target::cpu));
    form.text = source.host + callers(form.interface);
    return form;
}

Expected<void> compileTogether(const std::filesystem::path& base, const std::string& kernels,
                               const LibraryForm& library) {
    // Of a header of the system's the compiler warns nobody.
    const auto header = base.filename().string() + ".h";
    MW_CHECK(
        io::writeFileAtomically(base.string() + ".h", "#pragma GCC system_header\n" + kernels));
    MW_CHECK(io::writeFileAtomically(base.string() + ".cpp",
                                     "#include \"" + header + "\"\n" + library.text));
    const auto refused = compileShared(
        base, {"-std=c++17", "-O0", "-fwrapv", "-fopenmp", "-ffp-contract=off", "-frounding-math",
               "-Wall", "-Wextra", "-Werror", "-Wno-unused-label", "-Wno-unused-function",
               "-Wno-unused-const-variable", "-fPIC", "-fno-exceptions", "-fno-rtti"});
    return refused.empty() ? Expected<void>{} : fail("compiler-refused", refused);
}

Expected<exec::InputArrays> callLibrary(const TwoWays& program, const LibraryForm& form,
                                        const std::filesystem::path& object) {
    const auto& interface = form.interface;
    void* const library = dlopen(object.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return fail("load-failed", dlerror());
    MW_TRY(auto arguments, argumentsOf(program, interface));
    std::vector<void*> addresses;
    for (Argument& argument : arguments)
        addresses.push_back(argument.value.data());
    addresses.push_back(nullptr);
    void* const handle = symbol<void*(void**)>(library, "test_init")(addresses.data());
    if (!handle)
        return fail("init-failed", "the library's init function gives null");
    const int refused = symbol<int(void*, void**)>(library, "test_call")(handle, addresses.data());
    const std::string why = symbol<const char*(void*)>(library, "test_error")(handle);
    const int exit = symbol<int(void*)>(library, "test_exit")(handle);
    if (refused != 0)
        return fail("refused", why);
    if (exit != 0)
        return fail("exit-failed", fmt::format("the library's exit function gives {}", exit));
    exec::InputArrays results;
    for (std::size_t i = 0; i < arguments.size(); ++i)
        if (const auto& layout = arguments[i].layout) {
            arguments[i].memory.resize(layout->bytes());
            results[interface.arguments[i].name] = {
                interface.arguments[i].type, layout->shape,
                std::make_shared<const std::vector<std::byte>>(
                    layout->isDense() ? arguments[i].memory
                                      : exec::gather(*layout, arguments[i].memory))};
        }
    return results;
}

} // namespace mw::test
