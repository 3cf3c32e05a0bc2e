// Reads documents and control flow of the compact text form.
#include "core/ir/dump_parser.h"

#include "core/ir/dump.h"
#include "core/ir/index.h"

#include <algorithm>
#include <charconv>

namespace mw::ir {

namespace {

using Kind = DumpToken::Kind;

} // namespace

Expected<DocumentPtr> parseDump(std::string_view text) {
    MW_TRY(auto tokens, tokenizeDump(text));
    return DumpParser(DumpCursor(text, std::move(tokens))).document();
}

Expected<DocumentPtr> DumpParser::document() {
    at_.skipLineEnds();
    auto document = std::make_shared<Document>();
    MW_TRY(document->root, sdfg());
    at_.skipLineEnds();
    if (at_.peek().kind != Kind::end)
        return at_.errorExpected("the end of the text");
    document->nextId = nextId_;
    return document;
}

Expected<void> DumpParser::body(const std::function<Expected<void>()>& statement) {
    if (++depth_ > kMaxDepth)
        return at_.error("more than " + std::to_string(kMaxDepth) + " nested levels");
    MW_CHECK(at_.expectSymbol("{"));
    at_.skipLineEnds();
    while (!at_.acceptSymbol("}")) {
        if (at_.peek().kind == Kind::end)
            return at_.errorExpected("'}'");
        MW_CHECK(statement());
        at_.skipLineEnds();
    }
    --depth_;
    return {};
}

Expected<SdfgPtr> DumpParser::sdfg() {
    if (!at_.acceptWord("sdfg"))
        return at_.errorExpected("'sdfg'");
    auto result = std::make_shared<Sdfg>();
    result->id = newId<SdfgId>();
    MW_TRY(result->name, at_.expectName("the name of the SDFG"));
    MW_TRY(result->body, region(result.get()));
    forEachBlock(result->body, [&](const Block& block) {
        result->usingExplicitControlFlow |= block.as<State>() == nullptr;
    });
    return result;
}

/// False when the statement is not one of an SDFG's own.
Expected<bool> DumpParser::sdfgStatement(Sdfg& sdfg) {
    if (at_.acceptWord("args")) {
        while (at_.atName()) {
            MW_TRY(auto name, at_.expectName("an argument's name"));
            sdfg.argNames.push_back(std::move(name));
        }
    } else if (at_.acceptWord("symbols")) {
        while (at_.atName()) {
            MW_TRY(auto name, at_.expectName("a symbol's name"));
            MW_CHECK(at_.expectSymbol(":"));
            MW_TRY(sdfg.symbols[name], type());
        }
    } else if (at_.acceptWord("constant")) {
        MW_CHECK(constant(sdfg));
    } else if (at_.acceptWord("constantarray")) {
        MW_TRY(auto name, at_.expectName("a constant's name"));
        sdfg.constantArrays.push_back(std::move(name));
    } else {
        for (auto [word, codes] :
             {std::pair{"globalcode", &sdfg.globalCode}, std::pair{"initcode", &sdfg.initCode},
              std::pair{"exitcode", &sdfg.exitCode}}) {
            if (!at_.acceptWord(word))
                continue;
            MW_TRY(auto file, at_.expectName("the generated file's name"));
            MW_TRY((*codes)[file], at_.expectCode("the code"));
            return true;
        }
        return dataStatement(sdfg);
    }
    return true;
}

Expected<void> DumpParser::constant(Sdfg& sdfg) {
    MW_TRY(auto name, at_.expectName("a constant's name"));
    MW_CHECK(at_.expectSymbol("="));
    const DumpToken token = at_.peek();
    const char* const end = token.text.data() + token.text.size();
    std::int64_t integer = 0;
    double real = 0;
    if (token.kind != Kind::word)
        return at_.errorExpected("a number");
    if (const auto r = std::from_chars(token.text.data(), end, integer);
        r.ec == std::errc{} && r.ptr == end)
        sdfg.constants[name] = symbolic::Value::integer(integer);
    else if (const auto d = std::from_chars(token.text.data(), end, real);
             d.ec == std::errc{} && d.ptr == end)
        sdfg.constants[name] = symbolic::Value::real(real);
    else
        return at_.errorExpected("a number");
    at_.next();
    return {};
}

/// `sdfg`: the SDFG whose own body this is, or null inside a loop or branch.
Expected<Region> DumpParser::region(Sdfg* sdfg) {
    OpenRegion open;
    MW_CHECK(body([&]() -> Expected<void> {
        if (sdfg && !atInterstateEdge()) {
            MW_TRY(const bool done, sdfgStatement(*sdfg));
            if (done)
                return at_.expectStatementEnd();
        }
        return regionStatement(open);
    }));
    MW_CHECK(link(open));
    return std::move(open.region);
}

bool DumpParser::atInterstateEdge() const {
    const std::size_t afterLabel = at_.is(Kind::symbol, "#", 1) ? 3 : 1;
    return (at_.atName() || at_.is(Kind::symbol, "?")) && at_.is(Kind::arrow, "->", afterLabel);
}

Expected<void> DumpParser::regionStatement(OpenRegion& open) {
    if (atInterstateEdge()) {
        MW_CHECK(interstateEdge(open));
        return at_.expectStatementEnd();
    }
    if (at_.acceptWord("start")) {
        MW_TRY(auto reference, blockReference());
        open.start = {std::move(reference)};
        return at_.expectStatementEnd();
    }
    MW_TRY(auto keyword, at_.expectName("a statement"));
    MW_TRY(auto made, block(keyword));
    open.region.blocks.push_back(std::move(made));
    return {};
}

Expected<DumpParser::BlockReference> DumpParser::blockReference() {
    BlockReference reference;
    reference.token = at_.peek();
    if (at_.acceptSymbol("?"))
        return reference;
    MW_TRY(reference.label, at_.expectName("a block's label"));
    if (at_.acceptSymbol("#")) {
        MW_TRY(reference.place, at_.expectInt("a block's place"));
    }
    return reference;
}

Expected<void> DumpParser::interstateEdge(OpenRegion& open) {
    PendingEdge pending;
    MW_TRY(pending.src, blockReference());
    at_.acceptArrow();
    MW_TRY(pending.dst, blockReference());
    pending.edge.id = newId<EdgeId>();
    if (at_.acceptWord("if")) {
        MW_TRY(pending.edge.condition, at_.expectCode("the condition"));
    }
    while (at_.acceptWord("with")) {
        MW_TRY(auto name, at_.expectName("the assigned symbol"));
        MW_CHECK(at_.expectSymbol("="));
        MW_TRY(auto value, at_.expectCodeText("the assigned value"));
        pending.edge.assignments.emplace_back(std::move(name), std::move(value));
    }
    open.edges.push_back(std::move(pending));
    return {};
}

Expected<BlockId> DumpParser::resolve(const OpenRegion& open,
                                      const BlockReference& reference) const {
    if (reference.token.text == "?" && reference.label.empty())
        return BlockId{};
    const auto& blocks = open.region.blocks;
    auto at = std::ranges::find(blocks, reference.label, [](const auto& b) { return b->label; });
    if (reference.place >= 0)
        at = std::min(blocks.begin() + reference.place, blocks.end());
    if (at == blocks.end() || (*at)->label != reference.label)
        return DumpCursor::error("no block '" + reference.label + "' in this region",
                                 reference.token);
    return (*at)->id;
}

Expected<void> DumpParser::link(OpenRegion& open) const {
    for (auto& pending : open.edges) {
        MW_TRY(pending.edge.src, resolve(open, pending.src));
        MW_TRY(pending.edge.dst, resolve(open, pending.dst));
        open.region.edges.push_back(std::move(pending.edge));
    }
    for (const auto& reference : open.start) {
        MW_TRY(open.region.start, resolve(open, reference));
    }
    return {};
}

Expected<BlockPtr> DumpParser::block(const std::string& keyword) {
    static constexpr std::array<const char*, 3> kJumps{"break", "continue", "return"};
    auto result = std::make_shared<Block>();
    result->id = newId<BlockId>();
    const auto jump = std::ranges::find(kJumps, keyword);
    const bool isKnown = keyword == "state" || keyword == "region" || keyword == "loop" ||
                         keyword == "branch" || keyword == "unknown" || jump != kJumps.end();
    if (!isKnown)
        return at_.error("unknown statement '" + keyword + "'");
    if (keyword == "unknown") {
        UnknownBlock unknown;
        MW_TRY(unknown.typeName, at_.expectName("the block's type"));
        result->kind = std::move(unknown);
    }
    MW_TRY(result->label, at_.expectName("the block's label"));
    if (keyword == "state") {
        MW_TRY(result->kind, state());
    } else if (keyword == "region") {
        MW_TRY(result->kind, plainRegion());
    } else if (keyword == "loop") {
        MW_TRY(result->kind, loop());
    } else if (keyword == "branch") {
        MW_TRY(result->kind, conditional(result->label));
    } else if (jump != kJumps.end()) {
        result->kind = JumpBlock{static_cast<Jump>(jump - kJumps.begin())};
    }
    return result;
}

Expected<ControlFlowRegion> DumpParser::plainRegion() {
    ControlFlowRegion result;
    if (at_.acceptWord("named"))
        result.flavour = RegionFlavour::named;
    else if (at_.acceptWord("function"))
        result.flavour = RegionFlavour::functionCall;
    else if (at_.acceptWord("unstructured"))
        result.flavour = RegionFlavour::unstructured;
    MW_TRY(result.body, region(nullptr));
    return result;
}

Expected<LoopRegion> DumpParser::loop() {
    LoopRegion result;
    MW_TRY(result.init, at_.expectCode("the loop's start"));
    MW_TRY(result.condition, at_.expectCode("the loop's condition"));
    MW_TRY(result.update, at_.expectCode("the loop's step"));
    while (at_.peek().kind == Kind::word) {
        if (at_.acceptWord("variable")) {
            MW_TRY(result.loopVariable, at_.expectName("the loop variable"));
        } else if (at_.acceptWord("inverted")) {
            result.inverted = true;
        } else if (at_.acceptWord("updateafter")) {
            result.updateBeforeCondition = false;
        } else if (at_.isWord("unroll") || at_.isWord("unrollfactor")) {
            result.unroll = at_.next().text == "unroll";
            MW_TRY(result.unrollFactor, at_.expectInt("the unroll factor"));
        } else {
            return at_.error("unknown attribute '" + std::string(at_.peek().text) + "' of a loop");
        }
    }
    MW_TRY(result.body, region(nullptr));
    return result;
}

Expected<ConditionalBlock> DumpParser::conditional(const std::string& label) {
    ConditionalBlock result;
    MW_CHECK(body([&]() -> Expected<void> {
        Branch branch;
        if (at_.acceptWord("if")) {
            MW_TRY(branch.condition, at_.expectCode("the condition"));
        } else if (!at_.acceptWord("else")) {
            return at_.errorExpected("'if' or 'else'");
        }
        auto inner = std::make_shared<Block>();
        inner->id = newId<BlockId>();
        inner->label = label + "_body_" + std::to_string(result.branches.size());
        if (at_.atName()) {
            MW_TRY(inner->label, at_.expectName("the branch's label"));
        }
        MW_TRY(inner->kind, plainRegion());
        branch.body = std::move(inner);
        result.branches.push_back(std::move(branch));
        return {};
    }));
    return result;
}

} // namespace mw::ir
