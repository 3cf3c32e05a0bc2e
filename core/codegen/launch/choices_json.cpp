// Choices as text: JSON for files, words for people. One table has the fields of both.
#include "core/codegen/choices.h"
#include "core/support/members.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>

namespace mw::codegen {

namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr int kVersion = 1;
constexpr std::array<std::string_view, 3> kStreamingNames = {"none", "own", "all"};

/// A field with a whole number, and how people read it.
struct NumberField {
    std::string_view name;
    std::optional<int> KernelChoice::*value;
    int least;
    std::string_view words;
};
constexpr std::array kNumbers = {
    NumberField{"levels_per_thread", &KernelChoice::levelsPerThread, 1, "{} levels per thread"},
    NumberField{"levels_per_group", &KernelChoice::levelsPerGroup, 1, "{} at a time"},
    NumberField{"loads_ahead", &KernelChoice::prefetch, 0, "{} turns of loads ahead"},
    NumberField{"max_registers", &KernelChoice::maxRegisters, 0, "at most {} registers"},
    NumberField{"min_blocks", &KernelChoice::minBlocksPerSm, 0, "{} blocks per multiprocessor"},
    NumberField{"unroll", &KernelChoice::unroll, 0, "loops unrolled {} times"},
    NumberField{"shared_loops", &KernelChoice::sharedLoops, 1, "{} loops shared by the threads"},
};

/// A field that is true or false.
struct FlagField {
    std::string_view name;
    std::optional<bool> KernelChoice::*value;
    std::string_view yes, no; ///< in words
};
constexpr std::array kFlags = {
    FlagField{"gathers_ahead", &KernelChoice::gathersAhead, "gathers ahead of branches",
              "gathers behind branches"},
    FlagField{"tiles", &KernelChoice::tiles, "neighbours in tiles", "no tiles"},
    FlagField{"vectors", &KernelChoice::vectors, "vectors", "no vectors"},
};

Unexpected bad(const std::string& sentence) {
    return fail("bad-choices", sentence);
}
Unexpected badField(const std::string& kernel, std::string_view field, const std::string& wants,
                    const OrderedJson& got) {
    const auto of = kernel.empty() ? "" : fmt::format("the choices of the kernel '{}': ", kernel);
    return bad(fmt::format("{}'{}' is {}, not {}", of, field, wants,
                           got.dump(-1, ' ', true, OrderedJson::error_handler_t::replace)));
}

OrderedJson fieldsOf(const KernelChoice& choice) {
    OrderedJson json = OrderedJson::object();
    if (choice.block)
        json["block"] = *choice.block;
    for (const NumberField& field : kNumbers)
        if (const auto& value = choice.*field.value)
            json[std::string(field.name)] = *value;
    if (choice.streaming)
        json["streaming"] = name(*choice.streaming);
    for (const FlagField& field : kFlags)
        if (const auto& value = choice.*field.value)
            json[std::string(field.name)] = *value;
    for (const HandText& hand : choice.hand)
        json["hand"].push_back({{"target", name(hand.target)},
                                {"generated_sha256", hand.generatedHash},
                                {"text", hand.text}});
    return json;
}

Expected<std::array<int, 3>> readBlock(const std::string& kernel, const OrderedJson& value) {
    std::array<int, 3> block{1, 1, 1};
    const bool list = value.is_array() && !value.empty() && value.size() <= block.size();
    for (std::size_t i = 0; list && i < value.size(); ++i) {
        if (!value[i].is_number_integer() || value[i] < 1 || value[i] > kMaxBlockThreads)
            return badField(kernel, "block", "one to three numbers of threads from 1 to 1024",
                            value);
        block.at(i) = value[i].get<int>();
    }
    if (!list)
        return badField(kernel, "block", "one to three numbers of threads from 1 to 1024", value);
    return block;
}

/// False: there is no such field.
Expected<bool> readNumber(const std::string& kernel, const std::string& name,
                          const OrderedJson& value, KernelChoice& choice) {
    constexpr int kMost = 1 << 20;
    const auto* field = std::ranges::find(kNumbers, name, &NumberField::name);
    if (field == kNumbers.end())
        return false;
    if (!value.is_number_integer() || value < field->least || value > kMost)
        return badField(kernel, name, fmt::format("a whole number from {} on", field->least),
                        value);
    choice.*field->value = value.get<int>();
    return true;
}

Expected<Streaming> readStreaming(const std::string& kernel, const OrderedJson& value) {
    const auto streaming =
        streamingFromName(value.is_string() ? value.get<std::string>() : std::string());
    if (!streaming)
        return badField(kernel, "streaming", R"("none", "own" or "all")", value);
    return *streaming;
}

constexpr const char* kHandWanted =
    R"(a list with an object for each target with the texts "target", "generated_sha256" and "text")";

Expected<HandText> readHand(const std::string& kernel, const OrderedJson& value) {
    const auto textOf = [&](const char* field) {
        const auto found = value.is_object() ? value.find(field) : value.end();
        return found != value.end() && found->is_string() ? found->get<std::string>()
                                                          : std::string();
    };
    const auto target = targetFromName(textOf("target"));
    HandText hand{target.value_or(Target::cuda), textOf("generated_sha256"), textOf("text")};
    if (!target || hand.generatedHash.empty() || hand.text.empty())
        return badField(kernel, "hand", kHandWanted, value);
    return hand;
}

/// One alone needs no list.
Expected<void> readHands(const std::string& kernel, const OrderedJson& value,
                         KernelChoice& choice) {
    const OrderedJson list = value.is_array() ? value : OrderedJson::array({value});
    for (const OrderedJson& one : list) {
        MW_TRY(auto hand, readHand(kernel, one));
        if (handFor(choice, hand.target))
            return badField(kernel, "hand", kHandWanted, value);
        setHand(choice, std::move(hand));
    }
    return {};
}

std::string fieldNames() {
    std::string names = "block";
    for (const NumberField& field : kNumbers)
        names += fmt::format(", {}", field.name);
    names += ", streaming";
    for (const FlagField& field : kFlags)
        names += fmt::format(", {}", field.name);
    return names + ", hand";
}

Expected<void> readField(const std::string& kernel, const std::string& name,
                         const OrderedJson& value, KernelChoice& choice) {
    MW_TRY(const bool isNumber, readNumber(kernel, name, value, choice));
    if (isNumber)
        return {};
    if (name == "block") {
        MW_TRY(choice.block, readBlock(kernel, value));
    } else if (name == "streaming") {
        MW_TRY(choice.streaming, readStreaming(kernel, value));
    } else if (name == "hand") {
        MW_CHECK(readHands(kernel, value, choice));
    } else if (const auto* flag = std::ranges::find(kFlags, name, &FlagField::name);
               flag != kFlags.end()) {
        if (!value.is_boolean())
            return badField(kernel, name, "true or false", value);
        choice.*flag->value = value.get<bool>();
    } else {
        return bad(fmt::format("the choices of the kernel '{}' have no field '{}'; there are: {}",
                               kernel, name, fieldNames()));
    }
    return {};
}

/// "64x2" as [64, 2]; else the text.
OrderedJson blockJson(const std::string& text) {
    OrderedJson list = OrderedJson::array();
    std::size_t begin = 0;
    while (begin <= text.size()) {
        const auto end = std::min(text.find('x', begin), text.size());
        int threads = 0;
        const auto read = std::from_chars(text.data() + begin, text.data() + end, threads);
        if (read.ec != std::errc() || read.ptr != text.data() + end)
            return text;
        list.push_back(threads);
        begin = end + 1;
    }
    return list;
}

} // namespace

Expected<void> setField(KernelChoice& choice, const std::string& field, const std::string& value) {
    if (field == "block")
        return readField("", field, blockJson(value), choice);
    const OrderedJson parsed = OrderedJson::parse(value, nullptr, false);
    return readField(
        "", field, parsed.is_number() || parsed.is_boolean() ? parsed : OrderedJson(value), choice);
}

std::string_view name(Streaming streaming) {
    return kStreamingNames.at(static_cast<std::size_t>(streaming));
}

std::optional<Streaming> streamingFromName(std::string_view name) {
    const auto* found = std::ranges::find(kStreamingNames, name);
    return found == kStreamingNames.end()
               ? std::nullopt
               : std::optional(static_cast<Streaming>(found - kStreamingNames.begin()));
}

std::string toText(const KernelChoice& choice) {
    std::string text;
    const auto add = [&](const std::string& one) { text += (text.empty() ? "" : ", ") + one; };
    if (choice.block)
        add(fmt::format("{}", fmt::join(*choice.block, "x")));
    for (const NumberField& field : kNumbers)
        if (const auto& value = choice.*field.value)
            add(fmt::format(fmt::runtime(field.words), *value));
    if (choice.streaming)
        add(fmt::format("streaming {}", name(*choice.streaming)));
    for (const FlagField& field : kFlags)
        if (const auto& value = choice.*field.value)
            add(std::string(*value ? field.yes : field.no));
    for (const HandText& hand : choice.hand)
        add(fmt::format("by hand ({})", name(hand.target)));
    return text.empty() ? "by the rules" : text;
}

const HandText* handFor(const KernelChoice& choice, Target target) {
    const auto found = std::ranges::find(choice.hand, target, &HandText::target);
    return found == choice.hand.end() ? nullptr : &*found;
}

void dropHand(KernelChoice& choice, Target target) {
    std::erase_if(choice.hand, [&](const HandText& one) { return one.target == target; });
}

void setHand(KernelChoice& choice, HandText hand) {
    dropHand(choice, hand.target);
    choice.hand.insert(std::ranges::lower_bound(choice.hand, hand.target, {}, &HandText::target),
                       std::move(hand));
}

std::vector<std::string> kernelsByHand(const Choices& choices) {
    std::vector<std::string> names;
    for (const auto& [name, choice] : choices)
        if (!choice.hand.empty())
            names.push_back(name);
    return names;
}

std::string toJson(const KernelChoice& choice) {
    return fieldsOf(choice).dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

std::string toJson(const Choices& choices) {
    std::string lines;
    for (const auto& [name, choice] : choices)
        lines += fmt::format(
            "{}\n    {}: {}", lines.empty() ? "" : ",",
            OrderedJson(name).dump(-1, ' ', false, OrderedJson::error_handler_t::replace),
            toJson(choice));
    if (!lines.empty())
        lines += "\n  ";
    return fmt::format("{{\n  \"version\": {},\n  \"kernels\": {{{}}}\n}}\n", kVersion, lines);
}

Expected<Choices> choicesFromJson(std::string_view text) {
    const OrderedJson json = OrderedJson::parse(text, nullptr, false);
    if (!json.is_object() || !json.contains("kernels") || !json["kernels"].is_object())
        return bad(R"(a file of choices is a JSON object with "version" and "kernels")");
    if (const OrderedJson version = json.value("version", OrderedJson()); version != kVersion)
        return bad(fmt::format("the choices are of version {}, and version {} is known",
                               version.dump(-1, ' ', true, OrderedJson::error_handler_t::replace),
                               kVersion));
    constexpr std::array<std::string_view, 2> kMembers{"version", "kernels"};
    if (const auto unknown = unknownMember("a file of choices", membersOf(json), kMembers))
        return bad(*unknown);
    Choices choices;
    for (const auto& [kernel, fields] : json["kernels"].items()) {
        if (!fields.is_object())
            return bad(fmt::format("the choices of the kernel '{}' are no object", kernel));
        KernelChoice& choice = choices[kernel];
        for (const auto& [name, value] : fields.items())
            MW_CHECK(readField(kernel, name, value, choice));
    }
    return choices;
}

} // namespace mw::codegen
