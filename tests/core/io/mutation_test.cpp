// Random damage to real files must end in a clear error or in a valid document that can be written
// and read again, and the analyses survive what the reader accepts: never in a crash, a hang, or
// more than 2 GB. MAPWRIGHT_LONG=1: 10,000 mutations instead of 300.
#include "core/analysis/analysis.h"
#include "core/analysis/figures.h"
#include "core/analysis/structure.h"
#include "core/codegen/codegen.h"
#include "core/io/file.h"
#include "core/io/sdfg_io.h"
#include "core/ir/index.h"
#include "core/support/hash.h"
#include "core/validate/validate.h"
#include "tests/core/io/graph_texts.h"
#include "tests/support/catch.h"

#include <cstdlib>
#include <sys/resource.h>

namespace mutation_test {

using namespace mw;
using namespace mw::test;

namespace {

/// Same numbers on every machine.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    std::size_t below(std::size_t bound) {
        state_ = splitmix64(state_);
        return bound == 0 ? 0 : static_cast<std::size_t>(state_ % bound);
    }

private:
    std::uint64_t state_;
};

int mutations() {
    const char* set = std::getenv("MAPWRIGHT_LONG");
    return set && std::string(set) == "1" ? 10000 : 300;
}

void damageBytes(std::string& text, Random& random) {
    for (std::size_t n = 1 + random.below(4); n > 0 && !text.empty(); --n) {
        const std::size_t at = random.below(text.size());
        switch (random.below(4)) {
        case 0:
            text[at] = static_cast<char>(random.below(256));
            break;
        case 1:
            text.erase(at, 1 + random.below(40));
            break;
        case 2:
            text.insert(at, text.substr(random.below(text.size()), random.below(60)));
            break;
        default:
            text[at] = "{}[]\":,0-9eN$"[random.below(13)];
        }
    }
}

json strangeValue(Random& random) {
    switch (random.below(10)) {
    case 0:
        return nullptr;
    case 1:
        return -1;
    case 2:
        return 1e300;
    case 3:
        return "";
    case 4:
        return "N +";
    case 5:
        return json::array();
    case 6:
        return json::object();
    case 7:
        return "999999999999999999999999";
    case 8:
        return "MapExit";
    default:
        return std::uint64_t{18446744073709551615ULL};
    }
}

/// Walks down to a random value and replaces, removes, or duplicates it.
void damageValue(json& value, Random& random, int depth) {
    if ((!value.is_object() && !value.is_array()) || value.empty()) {
        value = strangeValue(random);
        return;
    }
    const std::size_t index = random.below(value.size());
    auto child = std::next(value.begin(), static_cast<std::ptrdiff_t>(index));
    if (depth > 0 && random.below(8) != 0) {
        damageValue(*child, random, depth - 1);
        return;
    }
    switch (random.below(4)) {
    case 0:
        value.erase(child);
        break;
    case 1:
        if (value.is_array())
            value.push_back(*child);
        else
            value[std::to_string(random.below(20))] = *child;
        break;
    case 2: {
        const std::size_t other = random.below(value.size());
        std::swap(*child, *std::next(value.begin(), static_cast<std::ptrdiff_t>(other)));
        break;
    }
    default:
        *child = strangeValue(random);
    }
}

/// Address space of the process while it lives; without effect under the address sanitizer, which
/// reserves terabytes.
class MemoryLimit {
public:
    explicit MemoryLimit([[maybe_unused]] rlim_t bytes) {
        getrlimit(RLIMIT_AS, &before_);
#ifndef __SANITIZE_ADDRESS__
        rlimit limit = before_;
        limit.rlim_cur = bytes;
        setrlimit(RLIMIT_AS, &limit);
#endif
    }
    ~MemoryLimit() {
        setrlimit(RLIMIT_AS, &before_);
    }
    MemoryLimit(const MemoryLimit&) = delete;
    MemoryLimit& operator=(const MemoryLimit&) = delete;

private:
    rlimit before_{};
};

/// Whatever the reader accepts, the analyses must survive.
void analyse(const ir::DocumentIndex& index) {
    (void)validate::validate(index);
    (void)analysis::summarise(*index.document());
    (void)analysis::estimate(*index.document());
    (void)analysis::structuralHashes(index);
    (void)codegen::lower(*index.document());
}

/// Empty: as it should be.
std::string judge(const std::string& bytes) {
    const auto document = io::readSdfg(bytes);
    if (!document) {
        const Diagnostic& error = document.error();
        const bool clear = !error.code.empty() && !error.sentence.empty() &&
                           error.code != "internal-error" && error.sentence.size() < 2000;
        return clear ? "" : "an unclear error: " + toString(error);
    }
    analyse(ir::DocumentIndex(*document));
    const auto text = io::writeSdfg(**document);
    if (!text)
        return "cannot be written: " + toString(text.error());
    const auto again = io::readSdfg(*text);
    if (!again)
        return "cannot be read again: " + toString(again.error());
    for (const auto dialect : {symbolic::Dialect::plain, symbolic::Dialect::dollar})
        if (const auto converted = io::writeSdfg(**document, {dialect, std::nullopt}); !converted)
            return "cannot be converted: " + toString(converted.error());
    return {};
}

std::vector<std::string> victims() {
    std::vector<std::string> texts{scaleGraph().dump(), everythingGraph().dump(),
                                   dollarGraph().dump()};
    for (const auto& file : corpusGraphs(40)) {
        if (std::filesystem::file_size(file) < 60'000)
            texts.push_back(fileValue(file).dump());
        if (texts.size() == 12)
            break;
    }
    return texts;
}

} // namespace

TEST_CASE("random damage ends in a clear error or a valid document") {
    const MemoryLimit twoGigabytes(rlim_t{2} << 30U);
    const auto texts = victims();
    std::vector<json> values;
    for (const std::string& text : texts)
        values.push_back(json::parse(text));
    for (int i = 0; i < mutations(); ++i) {
        Random random(static_cast<std::uint64_t>(i) * 7919 + 1);
        // Small graphs are quicker, so they are damaged more often.
        const std::size_t which =
            random.below(4) != 0 ? random.below(3) : random.below(texts.size());
        std::string bytes;
        if (random.below(3) == 0) {
            bytes = texts[which];
            damageBytes(bytes, random);
        } else {
            json value = values[which];
            for (std::size_t n = 1 + random.below(2); n > 0; --n)
                damageValue(value, random, 14);
            bytes = value.dump();
        }
        if (random.below(16) == 0) {
            bytes = *io::gzip(bytes);
            damageBytes(bytes, random);
        }
        INFO("mutation " << i);
        CHECK(judge(bytes) == "");
    }
}

} // namespace mutation_test
