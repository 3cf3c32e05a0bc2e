// Run-time compilation: NVRTC and hiprtc have the same shape.
#include "core/exec/gpu/rtc.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <sstream>
#include <thread>

namespace mw::exec {

namespace {

std::vector<std::string> lines(const std::string& text, std::size_t limit) {
    std::istringstream in(text);
    std::vector<std::string> list;
    for (std::string line; list.size() < limit && std::getline(in, line);)
        list.push_back(line);
    return list;
}

std::string logOf(const RtcApi& rtc, void* program) {
    std::size_t size = 0;
    if (rtc.logSize(program, &size) != 0 || size <= 1)
        return {};
    std::string log(size, '\0');
    if (rtc.log(program, log.data()) != 0)
        return {};
    log.resize(log.find('\0') == std::string::npos ? log.size() : log.find('\0'));
    return log;
}

int readAssembly(const RtcApi& rtc, void* program, std::string& text) {
    std::size_t size = 0;
    if (const int result = rtc.assemblySize(program, &size); result != 0)
        return result;
    text.resize(size);
    const int result = rtc.assembly(program, text.data());
    text.resize(std::min(text.find('\0'), text.size()));
    return result;
}

/// Destroys the compiler's program at the end of a scope.
struct ProgramGuard {
    const RtcApi& rtc;
    void* program = nullptr;
    explicit ProgramGuard(const RtcApi& api) : rtc(api) {}
    ~ProgramGuard() {
        if (program)
            rtc.destroy(&program);
    }
    ProgramGuard(const ProgramGuard&) = delete;
    ProgramGuard& operator=(const ProgramGuard&) = delete;
};

} // namespace

Expected<const RtcApi*> RuntimeCompiler::api() {
    if (!api_)
        api_ = compiler_.load();
    if (!*api_)
        return fail(api_->error());
    return &**api_;
}

Expected<std::string> RuntimeCompiler::version() {
    MW_TRY(const RtcApi* const rtc, api());
    if (compiler_.version)
        return compiler_.version();
    int major = 0;
    int minor = 0;
    rtc->version(&major, &minor);
    return fmt::format("{} {}.{}", compiler_.name, major, minor);
}

Expected<void> RuntimeCompiler::check(const std::string& architecture) {
    MW_TRY([[maybe_unused]] const RtcApi* const rtc, api());
    return compiler_.check(architecture);
}

std::vector<std::string> RuntimeCompiler::options(const std::string& architecture,
                                                  const KernelSource& source,
                                                  std::size_t unit) const {
    const int maxRegisters = source.units[unit].maxRegisters;
    auto list = compiler_.options(architecture);
    if (source.listed && !compiler_.lineOption.empty())
        list.push_back(compiler_.lineOption);
    if (source.contraction == Contraction::never)
        list.push_back(compiler_.uncontracted);
    if (maxRegisters > 0 && compiler_.registerLimit)
        list.push_back(compiler_.registerLimit(maxRegisters));
    return list;
}

/// Of each unit: everything that its code depends on.
Expected<std::vector<std::string>> RuntimeCompiler::keysOf(const KernelSource& source,
                                                           const std::string& architecture) {
    MW_TRY(const std::string compiler, version());
    const std::string shared = BinaryCache::key({source.helpers, compiler, architecture});
    std::vector<std::string> keys;
    for (std::size_t unit = 0; unit < source.units.size(); ++unit) {
        std::string joined = source.listed ? "listed " : ""; // lines are counted otherwise
        for (const std::string& option : options(architecture, source, unit))
            joined += option + ' ';
        keys.push_back(BinaryCache::key({shared, source.units[unit].text, joined}));
    }
    return keys;
}

/// Null where there is none that is whole.
ImagePtr RuntimeCompiler::stored(const std::string& key, bool withAssembly) const {
    auto code = cache_.read(key, ".bin");
    auto assembly = withAssembly ? cache_.read(key, ".asm") : std::optional<std::string>("");
    if (!code || !assembly)
        return nullptr;
    return std::make_shared<const Image>(
        Image{std::move(*code), cache_.read(key, ".log").value_or(""), key, std::move(*assembly)});
}

Expected<std::vector<ImagePtr>> RuntimeCompiler::known(const KernelSource& source,
                                                       const std::vector<std::string>& keys) {
    MW_TRY(const RtcApi* const rtc, api());
    std::map<std::string, ImagePtr> read;
    std::vector<ImagePtr> images;
    for (const std::string& key : keys) {
        ImagePtr image;
        if (const auto used = inUse_.find(key); used != inUse_.end())
            image = used->second.lock();
        if (!image) {
            const std::string imageKey = cache_.read(key, ".ref").value_or("");
            ImagePtr& slot = read[imageKey];
            if (!slot && !imageKey.empty())
                slot = stored(imageKey, source.listed && rtc->assembly);
            image = slot;
        }
        images.push_back(std::move(image));
    }
    return images;
}

/// An image of an earlier program may hold other kernels of the same names: each kernel has those
/// of the image that its unit is taken from.
void RuntimeCompiler::addResources(const KernelSource& source, Binary& binary) const {
    std::vector<std::map<std::string, CompileResult::Resources>> ofImage;
    for (const ImagePtr& image : binary.images)
        ofImage.push_back(compiler_.resources(*image));
    for (std::size_t unit = 0; unit < source.units.size(); ++unit)
        for (const std::string& name : source.units[unit].kernels) {
            const auto& known = ofImage[binary.imageOf[unit]];
            if (const auto found = known.find(name); found != known.end())
                binary.resources[name] = found->second;
        }
}

Expected<Binary> RuntimeCompiler::compile(const KernelSource& source,
                                          const std::string& architecture) {
    MW_TRY(const auto keys, keysOf(source, architecture));
    const auto start = std::chrono::steady_clock::now();
    MW_TRY(auto images, known(source, keys));
    Binary binary;
    binary.cached = std::find(images.begin(), images.end(), nullptr) == images.end();
    if (!binary.cached)
        MW_CHECK(compileMissing(source, architecture, keys, images));
    std::erase_if(inUse_, [](const auto& one) { return one.second.expired(); });
    for (std::size_t unit = 0; unit < images.size(); ++unit) {
        const ImagePtr& image = images[unit];
        auto found = std::find(binary.images.begin(), binary.images.end(), image);
        if (found == binary.images.end()) {
            binary.log += image->log;
            found = binary.images.insert(found, image);
        }
        binary.imageOf.push_back(static_cast<std::size_t>(found - binary.images.begin()));
        // variables of the graph's own code belong to one program
        if (!source.sharesState)
            inUse_[keys[unit]] = image;
    }
    addResources(source, binary);
    binary.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return binary;
}

Expected<void> RuntimeCompiler::compileMissing(const KernelSource& source,
                                               const std::string& architecture,
                                               const std::vector<std::string>& keys,
                                               std::vector<ImagePtr>& images) {
    MW_TRY(const RtcApi* const rtc, api());
    std::vector<std::size_t> missing;
    for (std::size_t unit = 0; unit < keys.size(); ++unit)
        if (!images[unit])
            missing.push_back(unit);
    const std::size_t parts =
        compiler_.inParallel ? std::max(1U, std::thread::hardware_concurrency()) : 1;
    std::vector<Job> jobs;
    for (auto& units : shareOut(source, missing, parts)) {
        std::string all;
        for (const std::size_t unit : units)
            all += keys[unit];
        jobs.push_back({std::move(units), BinaryCache::key({all}), ImagePtr{}});
    }
    const auto run = [&](Job& job) {
        job.image =
            compileNew(*rtc, source.joined(job.units),
                       options(architecture, source, job.units.front()), job.key, source.listed);
    };
    {
        std::vector<std::jthread> threads;
        for (std::size_t j = 1; j < jobs.size() && compiler_.inParallel; ++j)
            threads.emplace_back([&run, &job = jobs[j]] { run(job); });
        for (std::size_t j = 0; j < (threads.empty() ? jobs.size() : 1); ++j)
            run(jobs[j]);
    }
    for (const Job& job : jobs) {
        if (!job.image)
            return fail(job.image.error());
        store(source, job, keys);
        for (const std::size_t unit : job.units)
            images[unit] = *job.image;
    }
    return {};
}

void RuntimeCompiler::store(const KernelSource& source, const Job& job,
                            const std::vector<std::string>& keys) {
    cache_.write(job.key, ".cu", source.joined(job.units));
    cache_.write(job.key, ".log", (*job.image)->log);
    cache_.write(job.key, ".bin", (*job.image)->code);
    if (!(*job.image)->assembly.empty())
        cache_.write(job.key, ".asm", (*job.image)->assembly);
    for (const std::size_t unit : job.units) // last: what is found is complete
        cache_.write(keys[unit], ".ref", job.key);
}

Expected<ImagePtr> RuntimeCompiler::compileNew(const RtcApi& rtc, const std::string& source,
                                               const std::vector<std::string>& options,
                                               const std::string& key, bool listed) const {
    std::vector<const char*> arguments;
    for (const std::string& option : options)
        arguments.push_back(option.c_str());
    ProgramGuard guard(rtc);
    int result = rtc.create(&guard.program, source.c_str(), kSourceName, 0, nullptr, nullptr);
    if (result == 0)
        result = rtc.compile(guard.program, static_cast<int>(arguments.size()), arguments.data());
    Image image;
    image.key = key;
    image.log = guard.program ? logOf(rtc, guard.program) : "";
    std::size_t size = 0;
    if (result == 0)
        result = rtc.codeSize(guard.program, &size);
    image.code.resize(size);
    if (result == 0)
        result = rtc.code(guard.program, image.code.data());
    if (result == 0 && listed && rtc.assembly)
        result = readAssembly(rtc, guard.program, image.assembly);
    if (result == 0)
        return std::make_shared<const Image>(std::move(image));
    Diagnostic diagnostic;
    diagnostic.code = "compile-failed";
    diagnostic.sentence =
        fmt::format("{} does not accept the kernels ({})", compiler_.name, rtc.errorText(result));
    diagnostic.notes = lines(image.log, 40);
    return Unexpected(std::move(diagnostic));
}

} // namespace mw::exec
