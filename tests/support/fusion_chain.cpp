// Random maps in a row, each of which reads what those before it have written.
#include "tests/support/fusion_chain.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::test {

namespace {

constexpr const char* kSum = " wcr `lambda a, b: (a + b)`";

} // namespace

/// Both axes may have one range: then a parameter can stand for either.
std::vector<Axis> FusionChain::someAxes(RandomSource& random) {
    static const std::vector<std::string> kRanges{"1:{0} + 1", "1:{0} + 1", "h:{0}", "2:{0} + 1:2",
                                                  "2:{0}"};
    const std::string range = random.of(kRanges);
    std::vector<Axis> axes;
    const std::string second = random.chance(50) ? "N" : "M";
    if (random.chance(8)) // a number: small enough for arrays inside a kernel
        return {{"4", fmt::format(fmt::runtime(range), "4")}};
    for (const std::string& symbol : {std::string("N"), second})
        axes.push_back({symbol, fmt::format(fmt::runtime(range), symbol)});
    if (random.chance(55))
        axes.pop_back();
    return axes;
}

FusionChain::FusionChain(RandomSource& random, std::set<std::string>& patterns)
    : random_(random), patterns_(patterns), text_(random, someAxes(random)),
      bodies_(random, text_, patterns) {}

void FusionChain::chooseSurroundings() {
    const int kind = random_.below(100);
    inner_ = text_.axes()[0].symbol == "4";
    row_ = 3 + random_.below(2);
    if (inner_) {
        std::set<std::string> taken;
        outerParam_ = bodies_.name(taken);
        text_.node(fmt::format("outer = map outer [{} = 0:3] schedule Sequential -> x_outer",
                               outerParam_));
        text_.node("x_outer = exit outer");
        mark("everything inside one more map");
        return;
    }
    loop_ = kind >= 90;
    if (loop_)
        mark("everything in a loop");
    nested_ = kind < 12;
    dynamic_ = kind >= 12 && kind < 20;
    overlaps_ = kind >= 20 && kind < 32;
    static const std::vector<std::string> kSchedules{"", "", "", " schedule Sequential",
                                                     " schedule CPU_Multicore"};
    schedule_ = overlaps_ ? " schedule Sequential" : random_.of(kSchedules);
    if (nested_)
        mark("everything in a nested SDFG");
    if (dynamic_)
        mark("ranges that data gives");
}

Field& FusionChain::addField(const std::string& name, bool row, bool transient,
                             const std::string& type) {
    Field field;
    field.name = name;
    field.type = type;
    field.transient = transient;
    for (std::size_t axis = 0; axis < text_.axes().size(); ++axis)
        field.dims.push_back(static_cast<int>(axis));
    if (random_.chance(25))
        std::reverse(field.dims.begin(), field.dims.end());
    if (row) {
        field.row = row_;
        const auto place = random_.below(static_cast<int>(field.dims.size()) + 1);
        field.dims.insert(field.dims.begin() + place, Field::kRow);
        field.blocked = text_.axes().size() == 1 && random_.chance(20);
        if (field.blocked) {
            field.dims = {0};
            mark("rows one behind the other");
        } else if (transient && random_.chance(15)) {
            field.rowOffset = 1 + random_.below(2);
            mark("an offset in the descriptor");
        }
    }
    if (transient && !row && field.type == "float64" && random_.chance(12)) {
        field.type = "float32";
        mark("a temporary of a narrower type");
    }
    text_.declare(field);
    fields_.push_back(field);
    return fields_.back();
}

void FusionChain::addInputs() {
    addField("a", false, false);
    addField("b", false, false);
    addField("c", true, false);
    addField("n0", false, false, "int32");
}

std::vector<std::string> FusionChain::someParams() {
    std::vector<std::string> params;
    std::set<std::string> taken;
    for (std::size_t axis = 0; axis < text_.axes().size(); ++axis)
        params.push_back(random_.chance(45) ? std::string(axis == 0 ? "i" : "j")
                                            : bodies_.name(taken));
    if (params.size() == 2 && params[0] == params[1])
        params[1] += "1";
    return params;
}

OpenMap FusionChain::openMap() {
    OpenMap map;
    map.entry = text_.fresh("m");
    map.exit = "x_" + map.entry;
    map.params = someParams();
    map.taken.insert(map.params.begin(), map.params.end());
    if (inner_ && map.taken.insert(outerParam_).second)
        map.outer.push_back(outerParam_);
    else if (inner_)
        mark("a parameter that hides an outer one");
    return map;
}

/// In any order of the parameters, and sometimes over another part.
std::string FusionChain::rangesOf(const OpenMap& map) {
    std::vector<std::string> ranges;
    for (std::size_t axis = 0; axis < map.params.size(); ++axis) {
        std::string range = text_.axes()[axis].range;
        if (dynamic_ && axis == 0)
            range = "1:hi";
        ranges.push_back(fmt::format("{} = {}", map.params[axis], range));
    }
    if (ranges.size() == 2 && random_.chance(30)) {
        std::swap(ranges[0], ranges[1]);
        mark("ranges in another order");
    }
    return fmt::format("{}", fmt::join(ranges, ", "));
}

std::string FusionChain::index(Indexing indexing, std::size_t axis, const OpenMap& map) const {
    const std::string& own = map.params[axis];
    switch (indexing) {
    case Indexing::own:
        break;
    case Indexing::next:
        return own + " + 1";
    case Indexing::previous:
        return own + " - 1";
    case Indexing::mirrored:
        return text_.axes()[axis].mirrored(own);
    case Indexing::halved:
        return fmt::format("int_floor({}, 2)", own);
    case Indexing::fixed:
        return "2";
    case Indexing::wrapped:
        return fmt::format("({} + 1) % {}", own, text_.axes()[axis].symbol);
    case Indexing::swapped:
        return map.params[map.params.size() - 1 - axis];
    }
    return own;
}

std::vector<std::string> FusionChain::at(const std::vector<Indexing>& indexing,
                                         const OpenMap& map) const {
    std::vector<std::string> indices;
    for (std::size_t axis = 0; axis < indexing.size(); ++axis)
        indices.push_back(index(indexing[axis], axis, map));
    return indices;
}

std::vector<Indexing> FusionChain::writeIndexing() {
    std::vector<Indexing> indexing(text_.axes().size(), Indexing::own);
    if (overlaps_ && random_.chance(60)) {
        indexing[0] = random_.chance(50) ? Indexing::halved : Indexing::fixed;
        mark("a producer whose iterations overwrite each other");
    } else if (random_.chance(12)) {
        static const std::vector<Indexing> kElsewhere{Indexing::next, Indexing::previous,
                                                      Indexing::mirrored};
        indexing.back() = random_.of(kElsewhere);
        mark("a producer that writes beside its own place");
    }
    return indexing;
}

Indexing FusionChain::readIndexing() {
    static const std::vector<Indexing> kOthers{
        Indexing::next, Indexing::previous, Indexing::mirrored, Indexing::fixed, Indexing::wrapped};
    return random_.of(kOthers);
}

void FusionChain::addSource(OpenMap& map, const Field& field, std::vector<std::string> at) {
    std::string connector = field.name;
    for (const Source& other : map.sources)
        if (other.connector == connector)
            connector = text_.fresh(field.name + "_");
    map.sources.push_back({&field, std::move(at), connector});
}

/// Mostly where its map wrote it; else other elements, which then need values from before.
void FusionChain::readTemporary(OpenMap& map, Temporary& from) {
    auto indexing = from.indexing;
    if (inner_) { // there is nothing that would give first values
    } else if (random_.chance(20)) {
        const auto axis =
            static_cast<std::size_t>(random_.below(static_cast<int>(indexing.size())));
        const Indexing other = readIndexing();
        from.needsFirstValues = from.needsFirstValues || other != indexing[axis];
        indexing[axis] = other;
        mark("a consumer of a neighbour");
    } else if (indexing.size() == 2 && random_.chance(10)) {
        indexing = {Indexing::swapped, Indexing::swapped};
        from.needsFirstValues = true;
        mark("a consumer of the transposed");
    }
    const bool swapped = indexing[0] == Indexing::swapped;
    if (swapped && text_.axes()[0].symbol != text_.axes()[1].symbol)
        indexing = from.indexing;
    addSource(map, *from.field, at(indexing, map));
}

void FusionChain::readInput(OpenMap& map) {
    const Field& field = fields_[static_cast<std::size_t>(random_.below(3))];
    std::vector<Indexing> indexing(text_.axes().size(), Indexing::own);
    const bool square = indexing.size() == 2 && text_.axes()[0].symbol == text_.axes()[1].symbol;
    if (random_.chance(30))
        indexing[0] = readIndexing();
    else if (square && random_.chance(30))
        indexing = {Indexing::swapped, Indexing::swapped};
    const bool view = !inner_ && !field.blocked && random_.chance(12);
    addSource(map, view ? viewOf(field) : field, at(indexing, map));
}

/// A view of all of it, with the container's own layout.
const Field& FusionChain::viewOf(const Field& field) {
    Field view = field;
    view.name = text_.fresh("u");
    view.viewOf = field.name;
    view.transient = true;
    text_.declareLine(fmt::format("view {} {} [{}] strides [{}] transient", view.name, view.type,
                                  fmt::join(view.shape, ", "), fmt::join(view.strides, ", ")));
    fields_.push_back(view);
    mark("a view before a map");
    return fields_.back();
}

void FusionChain::chooseSources(OpenMap& map, int number) {
    if (!temporaries_.empty()) {
        Temporary& newest = temporaries_.back();
        if (random_.chance(92))
            readTemporary(map, newest);
        else
            linear_ = false;
        if (temporaries_.size() > 1 && random_.chance(35))
            readTemporary(map, temporaries_[static_cast<std::size_t>(
                                   random_.below(static_cast<int>(temporaries_.size())))]);
    }
    if (number == 0 ? random_.chance(85) : random_.chance(40))
        readInput(map);
}

void FusionChain::addTarget(OpenMap& map, const Field& field, std::vector<std::string> at) {
    map.targets.push_back({&field, std::move(at), "", field.name});
}

void FusionChain::writeTemporaries(OpenMap& map) {
    const int count = random_.chance(20) ? 2 : 1;
    const bool lengths = count == 1 && random_.chance(6);
    for (int i = 0; i < count; ++i) {
        const bool row = count == 1 && !lengths && random_.chance(45);
        const bool transient = inner_ || lengths || random_.chance(88);
        Field& field = addField(text_.fresh("t"), row, transient, lengths ? "int32" : "float64");
        if (!transient)
            mark("an intermediate that is an argument");
        Temporary temporary;
        temporary.field = &field;
        temporary.indexing = writeIndexing();
        temporary.needsFirstValues =
            dynamic_ || (overlaps_ && temporary.indexing[0] != Indexing::own);
        addTarget(map, field, at(temporary.indexing, map));
        temporaries_.push_back(temporary);
    }
    if (lengths)
        map.sources.clear();
    if (count == 2)
        mark("two outputs");
}

/// The map reads a temporary and writes it again, each iteration its own element.
void FusionChain::rewrite(OpenMap& map, Temporary& temporary) {
    map.sources.clear();
    map.inPlace = true;
    addSource(map, *temporary.field, at(temporary.indexing, map));
    addTarget(map, *temporary.field, at(temporary.indexing, map));
    mark("a container that a map reads and writes");
}

/// To an output, or to an input that earlier maps have read.
void FusionChain::writeOutput(OpenMap& map) {
    const bool inPlace =
        linear_ && !overlaps_ && !dynamic_ && !inner_ && !loop_ && random_.chance(25);
    const Field* field = inPlace ? &fields_[static_cast<std::size_t>(random_.below(2))] : nullptr;
    if (!field)
        field = &addField(text_.fresh("o"), random_.chance(25), false);
    std::vector<Indexing> indexing(text_.axes().size(), Indexing::own);
    if (random_.chance(25))
        indexing[0] = random_.chance(50) ? Indexing::mirrored : Indexing::next;
    std::erase_if(map.sources, [&](const Source& s) {
        return inPlace && (s.field == field || s.field->viewOf == field->name);
    });
    if (inPlace)
        mark("an input that a later map overwrites");
    addTarget(map, *field, at(indexing, map));
}

void FusionChain::accumulateOutput(OpenMap& map) {
    const Field& field = addField(text_.fresh("o"), false, false);
    std::vector<Indexing> indexing(text_.axes().size(), Indexing::own);
    indexing[0] = Indexing::fixed;
    addTarget(map, field, at(indexing, map));
    map.targets[0].wcr = kSum;
    mark("a consumer that accumulates");
}

void FusionChain::fillBody(OpenMap& map) {
    const bool single = map.targets.size() == 1 && map.targets[0].wcr.empty();
    Temporary* temporary = nullptr;
    for (Temporary& one : temporaries_)
        if (one.field == map.targets[0].field)
            temporary = &one;
    const bool argument = !map.targets[0].field->transient;
    const Field& target = *map.targets[0].field;
    if (target.type == "int32" && map.sources.empty())
        return bodies_.lengths(map);
    if (single && overlaps_ && temporary && text_.axes().size() == 1 && target.row == 0 &&
        temporary->indexing[0] == Indexing::own && random_.chance(50))
        return bodies_.overlapping(map);
    if (single && temporary && target.row > 0 && !inner_ && random_.chance(15)) {
        temporary->needsFirstValues = true;
        return bodies_.twoElements(map);
    }
    if (single && temporary && !inner_ && !dynamic_ && random_.chance(6)) {
        temporary->needsFirstValues = true;
        map.targets[0].wcr = kSum;
        mark("a producer that accumulates");
        return bodies_.full(map);
    }
    if (single && text_.axes().size() == 1 && target.row == 0 && random_.chance(8)) {
        const bool own = number_ > 0 && !inner_ && random_.chance(40);
        const Field& field =
            own ? *temporaries_[static_cast<std::size_t>(random_.below(static_cast<int>(number_)))]
                       .field
                : fields_[static_cast<std::size_t>(random_.below(2))];
        if (&target != &field && field.row == 0 && field.type != "int32") {
            for (Temporary& one : temporaries_)
                one.needsFirstValues = one.needsFirstValues || one.field == &field;
            addSource(map, field, map.params);
            addSource(map, fields_[3], map.params);
            return bodies_.gather(map, field, fields_[3]);
        }
    }
    if (!single || random_.chance(72) || (inner_ && temporary) || (!temporary && !argument))
        return bodies_.full(map);
    if (temporary)
        temporary->needsFirstValues = true;
    if (random_.chance(60))
        return bodies_.partial(map);
    if (random_.chance(50))
        addSource(map, fields_[3], map.params);
    if (temporary && temporary->field->transient && !nodes_.contains(temporary->field->name) &&
        random_.chance(30)) {
        temporary->setZero = true;
        mark("zeros under an accumulation");
    }
    bodies_.accumulating(map);
}

void FusionChain::close(OpenMap& map, const std::string& ranges) {
    text_.node(
        fmt::format("{} = map {} [{}]{} -> {}", map.entry, map.entry, ranges, schedule_, map.exit));
    text_.node(fmt::format("{} = exit {}", map.exit, map.entry));
    if (dynamic_) {
        const std::string limit = random_.chance(70) ? "l0" : "l1";
        text_.edge(fmt::format("{} -> {}.hi : {}[0]", text_.access(limit), map.entry, limit));
    }
    std::set<std::string> done;
    std::map<std::string, std::string> ends;
    for (const Source& source : map.sources) {
        if (!bodies_.reads(map, source) || !done.insert(source.connector).second)
            continue;
        auto& end = ends[source.field->name];
        if (end.empty())
            end = sourceEnd(*source.field);
        text_.edge(fmt::format("{} -> {}.IN_{} : {}{}", end, map.entry, source.connector,
                               source.field->name, text_.whole(*source.field)));
    }
    if (inner_ && ends.empty()) // a map without inputs belongs to the outer one too
        text_.edge(fmt::format("outer -> {}", map.entry));
    const Field* before = nullptr;
    for (const Target& target : map.targets) {
        const std::string from = fmt::format("{}.OUT_{}", map.exit, target.connector);
        if (target.field == before)
            text_.edge(fmt::format("{} -> {} : {}{}", from, nodes_.at(target.field->name),
                                   target.field->name, text_.whole(*target.field)));
        else
            targetEnd(*target.field, from, target.wcr);
        before = target.field;
    }
}

void FusionChain::addMap(int number, bool last) {
    OpenMap map = openMap();
    chooseSources(map, number);
    const std::string ranges = rangesOf(map);
    if (last && random_.chance(12) && !overlaps_)
        accumulateOutput(map);
    else if (last)
        writeOutput(map);
    else if (number > 0 && linear_ && !overlaps_ && random_.chance(8) &&
             !temporaries_.back().setZero)
        rewrite(map, temporaries_.back());
    else
        writeTemporaries(map);
    fillBody(map);
    close(map, ranges);
}

/// Between two maps: a copy, or a value that one element decides.
void FusionChain::addBetween() {
    Temporary& newest = temporaries_.back();
    if (inner_ || newest.field->row > 0 || newest.field->type != "float64" || !random_.chance(16))
        return;
    newest.needsFirstValues = true;
    if (random_.chance(50))
        addCopy(newest);
    else
        addSide(newest);
}

void FusionChain::addCopy(Temporary& newest) {
    Field copy = *newest.field;
    copy.name = text_.fresh("t");
    copy.transient = true;
    text_.declare(copy);
    fields_.push_back(copy);
    const std::string node = text_.access(copy.name);
    text_.edge(fmt::format("{} -> {} : {}{} -> {}", sourceEnd(*newest.field), node,
                           newest.field->name, text_.whole(*newest.field), text_.whole(copy)));
    nodes_[copy.name] = node;
    Temporary temporary;
    temporary.field = &fields_.back();
    temporary.indexing = newest.indexing;
    temporaries_.push_back(temporary);
    mark("a copy between the maps");
}

/// One element, through a tasklet of its own, spread over a temporary that the next map reads
/// beside the whole: fusing would make a cycle.
void FusionChain::addSide(Temporary& newest) {
    Field& side = addField(text_.fresh("t"), false, true);
    const std::string tasklet = text_.fresh("c");
    std::vector<std::string> two(text_.axes().size(), "2");
    text_.node(fmt::format("{0} = tasklet {0} `z = (x - 4.0)`", tasklet));
    text_.edge(fmt::format("{} -> {}.x : {}{}", sourceEnd(*newest.field), tasklet,
                           newest.field->name, text_.element(*newest.field, two)));
    const std::string node = text_.access(side.name);
    text_.edge(
        fmt::format("{}.z -> {} : {}{}", tasklet, node, side.name, text_.element(side, two)));
    nodes_[side.name] = node;
    Temporary temporary;
    temporary.field = &side;
    temporary.indexing.assign(two.size(), Indexing::own);
    temporary.needsFirstValues = true;
    temporaries_.insert(temporaries_.end() - 1, temporary); // the whole stays the newest
    mark("a value beside the whole");
}

std::string FusionChain::text() {
    chooseSurroundings();
    addInputs();
    if (dynamic_) {
        text_.declareLine("array l0 int32 [1]");
        text_.declareLine("array l1 int32 [1]");
    }
    const int maps = 2 + random_.below(4);
    for (int number = 0; number < maps; ++number) {
        number_ = temporaries_.size();
        addMap(number, number + 1 == maps);
        if (number + 1 < maps && !temporaries_.empty())
            addBetween();
    }
    return wholeProgram(states());
}

} // namespace mw::test
