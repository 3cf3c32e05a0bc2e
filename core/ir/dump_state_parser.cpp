// Reads states of the compact text form.
#include "core/ir/dump_parser.h"
#include "core/ir/dump_text.h"
#include "core/ir/index.h"

namespace mw::ir {

using Kind = DumpToken::Kind;

Expected<State> DumpParser::state() {
    OpenState open;
    MW_CHECK(body([&] { return stateStatement(open); }));
    MW_CHECK(linkScopes(open));
    return State{{open.nodes.begin(), open.nodes.end()}, {open.edges.begin(), open.edges.end()}};
}

Expected<void> DumpParser::stateStatement(OpenState& open) {
    const bool isNode = at_.peek().kind == Kind::word && at_.is(Kind::symbol, "=", 1);
    MW_CHECK(isNode ? node(open) : edge(open));
    return at_.expectStatementEnd();
}

/// Gives entries their exits and exits their entries; `-> n3` at an entry is optional, its exit
/// names it in any case.
Expected<void> DumpParser::linkScopes(OpenState& open) const {
    for (const auto& link : open.links) {
        if (link.to == "?")
            continue;
        const auto found = open.byName.find(link.to);
        if (found == open.byName.end())
            return DumpCursor::error("no node '" + link.to + "' in this state", link.token);
        Node& from = *open.nodes[link.from];
        Node& to = *open.nodes[found->second];
        Node& entry = from.isEntry() ? from : to;
        Node& exit = from.isEntry() ? to : from;
        if (!entry.isEntry() || !exit.isExit())
            return DumpCursor::error("'" + link.to + "' is no " +
                                         (from.isEntry() ? "exit" : "entry") + " of a scope",
                                     link.token);
        if (entryOf(exit) && entryOf(exit) != entry.id)
            return DumpCursor::error("'" + link.to + "' belongs to another scope", link.token);
        if (entry.as<ConsumeEntry>())
            exit.kind = ConsumeExit{entry.id};
        else
            exit.kind = MapExit{entry.id};
        NodeId& ofEntry =
            entry.as<MapEntry>() ? entry.as<MapEntry>()->exit : entry.as<ConsumeEntry>()->exit;
        if (ofEntry && ofEntry != exit.id)
            return DumpCursor::error("the scope of '" + link.to + "' has another exit already",
                                     link.token);
        ofEntry = exit.id;
    }
    return {};
}

Expected<void> DumpParser::node(OpenState& open) {
    const DumpToken token = at_.peek();
    MW_TRY(auto name, at_.expectName("a node's name"));
    MW_CHECK(at_.expectSymbol("="));
    if (!open.byName.emplace(name, open.nodes.size()).second)
        return DumpCursor::error("a second node '" + name + "'", token);
    auto made = std::make_shared<Node>();
    made->id = newId<NodeId>();
    open.nodes.push_back(made);
    MW_TRY(const auto keyword, at_.expectName("the kind of node"));
    MW_TRY(made->kind, nodeKind(open, keyword));
    while (at_.isWord("in") || at_.isWord("out"))
        MW_CHECK(connectors(at_.next().text == "in" ? made->in : made->out));
    if (auto* inner = made->as<NestedSdfg>(); inner && at_.acceptSymbol("=")) {
        MW_TRY(inner->sdfg, sdfg());
    }
    const DumpToken arrow = at_.peek();
    if (made->isEntry() && at_.acceptArrow()) {
        std::string exit = "?";
        if (!at_.acceptSymbol("?")) {
            MW_TRY(exit, at_.expectName("the exit's name"));
        }
        open.links.push_back({open.byName.find(name)->second, std::move(exit), arrow});
    }
    return {};
}

Expected<Node::Kind> DumpParser::nodeKind(OpenState& open, const std::string& keyword) {
    if (keyword == "access") {
        AccessNode access;
        MW_TRY(access.data, at_.expectName("a container's name"));
        access.setZero = at_.acceptWord("setzero");
        return access;
    }
    if (keyword == "exit") {
        const DumpToken token = at_.peek();
        std::string entry = "?";
        if (!at_.acceptSymbol("?")) {
            MW_TRY(entry, at_.expectName("the entry's name"));
        }
        open.links.push_back({open.nodes.size() - 1, std::move(entry), token});
        return MapExit{};
    }
    if (keyword == "unknown") {
        UnknownNode unknown;
        MW_TRY(unknown.typeName, at_.expectName("the node's type"));
        MW_TRY(unknown.label, at_.expectName("the node's label"));
        return unknown;
    }
    if (keyword == "tasklet")
        return tasklet();
    if (keyword == "map")
        return map();
    if (keyword == "consume")
        return consume();
    if (keyword == "nested")
        return nested();
    if (keyword == "library")
        return library();
    return at_.error("unknown kind of node '" + keyword + "'");
}

Expected<Node::Kind> DumpParser::tasklet() {
    Tasklet result;
    MW_TRY(result.label, at_.expectName("the tasklet's label"));
    MW_TRY(result.code, at_.expectCode("the code"));
    for (;;) {
        if (at_.acceptWord("global")) {
            MW_TRY(result.codeGlobal, at_.expectCode("the global code"));
        } else if (at_.acceptWord("init")) {
            MW_TRY(result.codeInit, at_.expectCode("the code of init"));
        } else if (at_.acceptWord("exit")) {
            MW_TRY(result.codeExit, at_.expectCode("the code of exit"));
        } else if (at_.acceptWord("field")) {
            MW_TRY(auto field, at_.expectCodeText("the field"));
            result.stateFields.push_back(std::move(field));
        } else if (at_.isWord("sideeffects") || at_.isWord("nosideeffects")) {
            result.sideEffects = at_.next().text == "sideeffects";
        } else {
            return result;
        }
    }
}

Expected<Node::Kind> DumpParser::consume() {
    ConsumeEntry result;
    MW_TRY(result.label, at_.expectName("the consume scope's label"));
    MW_TRY(const auto range, at_.expectBracket("the number of processing elements"));
    const auto equals = range.text.find('=');
    if (equals == std::string_view::npos)
        return DumpCursor::error("expected 'index = count' in []", range);
    result.peIndex = trimmed(range.text.substr(0, equals));
    MW_TRY(result.numPes, expr(range.text.substr(equals + 1), range));
    if (at_.acceptWord("if")) {
        MW_TRY(result.condition, at_.expectCode("the condition"));
    }
    if (at_.acceptWord("schedule")) {
        MW_TRY(result.schedule, schedule());
    }
    if (at_.acceptWord("chunk")) {
        MW_TRY(result.chunkSize, at_.expectInt("the chunk size"));
    }
    return result;
}

Expected<Node::Kind> DumpParser::nested() {
    NestedSdfg result;
    MW_TRY(result.label, at_.expectName("the nested SDFG's label"));
    if (at_.is(Kind::symbol, "{")) {
        const DumpToken token = at_.peek();
        MW_TRY(const auto mapping, at_.expectBraces());
        for (const auto part : splitDumpList(mapping)) {
            const auto colon = part.find(':');
            if (colon == std::string_view::npos)
                return DumpCursor::error("expected 'symbol: expression' in {}", token);
            MW_TRY(result.symbolMapping[std::string(trimmed(part.substr(0, colon)))],
                   expr(part.substr(colon + 1), token));
        }
    }
    result.noInline = at_.acceptWord("noinline");
    return result;
}

Expected<Node::Kind> DumpParser::library() {
    LibraryNode result;
    MW_TRY(result.label, at_.expectName("the library node's label"));
    MW_TRY(result.classpath, at_.expectName("the library node's class path"));
    result.name = result.label;
    if (at_.acceptWord("name")) {
        MW_TRY(result.name, at_.expectName("the library node's name"));
    }
    if (at_.acceptWord("implementation")) {
        MW_TRY(result.implementation, at_.expectName("the implementation"));
    }
    if (at_.acceptWord("schedule")) {
        MW_TRY(result.schedule, schedule());
    }
    while (at_.acceptWord("with")) {
        MW_TRY(auto key, at_.expectName("a property's name"));
        MW_CHECK(at_.expectSymbol("="));
        MW_TRY(result.properties[key], at_.expectCodeText("the property's value"));
    }
    return result;
}

Expected<void> DumpParser::connectors(Connectors& into) {
    MW_CHECK(at_.expectSymbol("("));
    while (!at_.acceptSymbol(")")) {
        MW_TRY(auto connector, at_.expectName("a connector's name"));
        DType connectorType{ScalarType::none, {}};
        if (at_.acceptSymbol(":")) {
            MW_TRY(connectorType, type());
        }
        into[connector] = std::move(connectorType);
    }
    return {};
}

/// `n1`, `n1.IN_a`, `n1."odd name"` or `?`.
Expected<DumpParser::EdgeEnd> DumpParser::edgeEnd() {
    EdgeEnd end;
    end.token = at_.peek();
    if (at_.acceptSymbol("?"))
        return end;
    if (at_.peek().kind != Kind::word)
        return at_.errorExpected("a statement of the state");
    const std::string_view text = at_.next().text;
    const auto dot = text.find('.');
    end.node = text.substr(0, dot);
    if (dot == std::string_view::npos)
        return end;
    end.connector = text.substr(dot + 1);
    if (end.connector.empty()) {
        MW_TRY(end.connector, at_.expectName("the connector"));
    }
    return end;
}

Expected<NodeId> DumpParser::resolve(OpenState& open, const EdgeEnd& end, bool isSource) {
    if (end.node.empty())
        return NodeId{};
    const auto found = open.byName.find(end.node);
    if (found == open.byName.end())
        return DumpCursor::error("no node '" + end.node + "' before this edge", end.token);
    Node& node = *open.nodes[found->second];
    if (!end.connector.empty())
        (isSource ? node.out : node.in).try_emplace(end.connector, DType{ScalarType::none, {}});
    return node.id;
}

Expected<void> DumpParser::edge(OpenState& open) {
    auto made = std::make_shared<Edge>();
    MW_TRY(const auto src, edgeEnd());
    if (!at_.acceptArrow())
        return at_.errorExpected("'->'");
    MW_TRY(const auto dst, edgeEnd());
    made->id = newId<EdgeId>();
    MW_TRY(made->src, resolve(open, src, true));
    MW_TRY(made->dst, resolve(open, dst, false));
    made->srcConnector = src.connector;
    made->dstConnector = dst.connector;
    if (at_.acceptSymbol(":")) {
        MW_TRY(made->memlet, memlet());
    }
    open.edges.push_back(std::move(made));
    return {};
}

Expected<Memlet> DumpParser::memlet() {
    Memlet result;
    MW_TRY(result.data, at_.expectName("a container's name"));
    if (at_.peek().kind == Kind::bracket) {
        const DumpToken token = at_.next();
        MW_TRY(result.subset, subset(token, token.text));
    }
    if (at_.acceptArrow()) {
        MW_TRY(const auto token, at_.expectBracket("the other subset"));
        MW_TRY(result.otherSubset, subset(token, token.text));
    }
    if (at_.acceptWord("wcr")) {
        MW_TRY(result.wcr, at_.expectCodeText("the conflict resolution"));
    }
    result.wcrNonatomic = at_.acceptWord("nonatomic");
    result.dynamic = at_.acceptWord("dynamic");
    result.allowOutOfBounds = at_.acceptWord("outofbounds");
    if (at_.acceptWord("atend"))
        result.isDataSource = false;
    if (result.subset && !result.dynamic)
        result.volume = result.subset->volume();
    if (at_.acceptWord("volume")) {
        MW_TRY(result.volume, bracketExpr("the volume"));
    }
    return result;
}

} // namespace mw::ir
