// Precision: temporaries, or arguments behind copies, are kept in fewer bytes, or in more.
//
//     t float64 [N] transient         =>    t float32 [N] transient
//     a -> t : a[0:N] -> [0:N]              a -> map convert_a_t [i0 = 0:N] (out = in) -> t
//
// Conditions, in this order:
//  1. The match names an access node.
//  2. It stands for a plain array or scalar of floating-point numbers, of another type than the one
//     that is asked for.
//  3. It is a temporary, or an argument of the program that `border` lets a temporary stand for;
//     so is what `with` names.
//  4. What sees its memory gets the type too: views, containers of nested SDFGs. None of them sees
//     other memory as well, or the elements as another type.
//  5. No code counts on the type: C++, libraries, numbers that the type does not have; nothing
//  reads
//     the value by its name, as conditions and ranges do.
//  6. A copy from or to what keeps its type says which elements become which, and can be a step of
//     its own.
//  7. Of an argument, it is known which elements are written, and where the program ends; it is no
//     other argument's memory, and something is computed with it.
//
// Effect: the containers have the type, and so have connectors that say theirs; where an element is
// copied from or to another type, a tasklet converts it. Values are rounded where they are kept;
// code computes as C does, in the wider type of its operands. An argument keeps its type: a
// temporary stands for it, which is copied in at the beginning and, what is written, out in the
// end.

#include "core/conventions/conventions.h"
#include "transforms/change_precision/plan.h"
#include "transforms/toolkit/find.h"
#include "transforms/toolkit/options.h"
#include "transforms/toolkit/pattern.h"
#include "transforms/toolkit/users.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::transforms::change_precision {

namespace {

constexpr auto kTo = "to";
constexpr auto kWith = "with";
constexpr auto kAll = "all-temporaries";
constexpr auto kBorder = "border";

/// Condition 1: what a match names.
struct Found {
    StateView at;
    const ir::Node* container = nullptr;

    const std::string& name() const { return container->as<ir::AccessNode>()->data; }
    ContainerKey key() const { return {at.sdfg->id, name()}; }
};

const Pattern<Found>& pattern() {
    static const Pattern<Found> kPattern("an access node",
                                         {role<ir::AccessNode>("container", &Found::container)});
    return kPattern;
}

bool isNumbers(const ir::DataDescriptor* data) {
    return data && (data->kind == ir::DataKind::array || data->isScalar()) &&
           (data->dtype.scalar == ir::ScalarType::float64 ||
            data->dtype.scalar == ir::ScalarType::float32);
}

bool isArgument(const DocumentView& view, const ContainerKey& key) {
    return key.sdfg == view.document()->root->id &&
           !view.document()->root->data(key.name)->transient;
}

/// A temporary that kernels hand on, or an argument.
bool isCandidate(const StateView& at, const ir::Node& node) {
    const std::string& name = node.as<ir::AccessNode>()->data;
    const auto* data = at.sdfg->data(name);
    if (!isNumbers(data) || conventions::isMeasurement(name) || at.index->scope(node.id))
        return false;
    return data->transient ? !isInsideMap(*at.document, at.sdfg->id)
                           : at.document->document()->root->id == at.sdfg->id;
}

/// One match per container, at the first of its nodes outside of maps.
std::vector<Match> find(const DocumentView& view, const Region& region) {
    auto matches = findNodes<ir::AccessNode, pattern>(
        view, region, [](const StateView& at, const ir::Node& node) {
            return labelIf(isCandidate(at, node), node.as<ir::AccessNode>()->data);
        });
    return keepFirstOfEachLabel(view, std::move(matches));
}

struct PrecisionPlan {
    Retyping retyping;
    std::vector<Border> borders;
};

/// Conditions 2 to 7 for one match.
class Question {
public:
    Question(const DocumentView& view, const Found& found, const Params& params)
        : view_(view), found_(found), params_(params),
          to_(*ir::scalarTypeFromName(textOf(params, kTo))),
          from_(to_ == ir::ScalarType::float32 ? ir::ScalarType::float64
                                               : ir::ScalarType::float32) {}

    CheckResult check();

private:
    MaybeRefusal checkContainer(const ContainerKey& key, ElementId where) const;
    std::variant<std::set<ContainerKey>, Refusal> named() const;
    std::set<ContainerKey> others() const;
    std::variant<PrecisionPlan, Refusal> planFor(std::set<ContainerKey> asked,
                                                 const std::set<ContainerKey>& optional) const;

    const DocumentView& view_;
    const Found& found_;
    const Params& params_;
    ir::ScalarType to_, from_;
};

/// Conditions 2 and 3.
MaybeRefusal Question::checkContainer(const ContainerKey& key, ElementId where) const {
    const auto* data = view_.sdfg(key.sdfg)->data(key.name);
    if (!isNumbers(data) || conventions::isMeasurement(key.name))
        return refuse(
            2, "no-numbers",
            fmt::format("'{}' is no plain array or scalar of float64 or float32.", key.name),
            {where});
    if (data->dtype.scalar == to_)
        return refuse(2, "has-the-type",
                      fmt::format("'{}' is {} already.", key.name, ir::name(to_)), {where});
    if (data->transient)
        return std::nullopt;
    if (!isArgument(view_, key))
        return refuse(
            3, "given",
            fmt::format("'{}' is given to a nested SDFG: it has the type of the container "
                        "outside.",
                        key.name),
            {where});
    if (!isSet(params_, kBorder))
        return refuse(3, "argument",
                      fmt::format("'{}' is an argument, which keeps its type; with 'border' a "
                                  "temporary stands for it behind copies.",
                                  key.name),
                      {where});
    return std::nullopt;
}

/// The container of the match and those that `with` names.
std::variant<std::set<ContainerKey>, Refusal> Question::named() const {
    std::set<ContainerKey> all{found_.key()};
    if (auto refusal = checkContainer(found_.key(), found_.container->id))
        return *refusal;
    for (const std::string& name : listOf(params_, kWith)) {
        bool known = false;
        for (const SdfgId id : view_.index().sdfgs()) {
            const auto sdfg = view_.sdfg(id);
            const auto* data = sdfg->data(name);
            if (!data || (!data->transient && id != view_.document()->root->id))
                continue;
            if (auto refusal = checkContainer({id, name}, found_.container->id))
                return *refusal;
            all.insert({id, name});
            known = true;
        }
        if (!known)
            return refuse(3, "no-such-container",
                          fmt::format("The program has no temporary and no argument '{}'.", name),
                          {found_.container->id});
    }
    return all;
}

/// All other temporaries that kernels hand on.
std::set<ContainerKey> Question::others() const {
    std::set<ContainerKey> all;
    for (const Match& match : find(view_, {})) {
        const auto found = std::get<Found>(pattern().bind(view_, match));
        const auto* data = found.at.sdfg->data(found.name());
        if (data->transient && data->dtype.scalar == from_)
            all.insert(found.key());
    }
    return all;
}

/// Of those that are optional, those that can have the type together with the others.
std::variant<PrecisionPlan, Refusal>
Question::planFor(std::set<ContainerKey> asked, const std::set<ContainerKey>& optional) const {
    const std::set<ContainerKey> needed = asked;
    asked.insert(optional.begin(), optional.end());
    for (;;) {
        auto [retyping, obstacles] = planRetyping(view_, asked, from_, to_);
        if (obstacles.empty()) {
            PrecisionPlan plan{std::move(retyping), {}};
            for (const ContainerKey& key : needed) {
                if (!isArgument(view_, key))
                    continue;
                auto border = planBorder(view_, key.name, plan.retyping);
                if (auto* refusal = std::get_if<Refusal>(&border))
                    return *refusal;
                plan.borders.push_back(std::move(std::get<Border>(border)));
            }
            return plan;
        }
        const auto removable = [&](const RetypingObstacle& one) {
            return !needed.contains(one.asked);
        };
        if (std::ranges::none_of(obstacles, removable))
            return std::ranges::min_element(
                       obstacles, {},
                       [](const RetypingObstacle& one) { return one.refusal.condition; })
                ->refusal;
        for (const RetypingObstacle& one : obstacles)
            if (removable(one))
                asked.erase(one.asked);
    }
}

CheckResult Question::check() {
    auto asked = named();
    if (const auto* refusal = std::get_if<Refusal>(&asked))
        return *refusal;
    auto plan = planFor(std::move(std::get<0>(asked)),
                        isSet(params_, kAll) ? others() : std::set<ContainerKey>{});
    if (const auto* refusal = std::get_if<Refusal>(&plan))
        return *refusal;
    return Plan::of(std::move(std::get<PrecisionPlan>(plan)));
}

CheckResult check(const DocumentView& view, const Match& match, const Params& params) {
    const auto bound = pattern().bind(view, match);
    if (const auto* refusal = std::get_if<Refusal>(&bound))
        return *refusal;
    return Question(view, std::get<Found>(bound), params).check();
}

Expected<ir::EditResult> apply(const DocumentView& view, const Plan& plan) {
    const auto& [retyping, borders] = plan.as<PrecisionPlan>();
    std::set<std::string, std::less<>> held;
    for (const Border& border : borders)
        held.insert(border.argument);
    ir::Editor editor(view.document());
    retype(editor, view, retyping, held);
    putBehindCopies(editor, view, retyping.type, borders);
    return editor.commit();
}

std::vector<ParamSpec> parameters() {
    ParamSpec to = textParam(kTo, "The type of the elements from then on.");
    to.choices = {"float32", "float64"};
    to.defaultValue = to.choices.front();
    return {to, textParam(kWith, "Further temporaries and arguments, between commas."),
            flag(kAll, "Every other temporary that kernels hand on, too, where it can be."),
            flag(kBorder, "Arguments as well: a temporary stands for each, behind copies at the "
                          "beginning and the end of the program.")};
}

} // namespace

const Transformation& transformation() {
    static const Transformation t{
        "change-precision",
        "Change the precision",
        "Keeps a temporary, or an argument behind copies, in float32 in place of float64, or back. "
        "Changes results.",
        "What kernels hand on from one to the next in float32 takes half of the bytes. Whether the "
        "results stand it is a question to the model: the step changes them on purpose, "
        "verification says by how much, for every output, beside what rounding the inputs once "
        "would change.\n\n"
        "Values are rounded where they are kept. Code goes on computing as C does: in float64 "
        "where "
        "one of its operands is. Views and nested SDFGs that look at the container follow; where "
        "it "
        "is copied from or to something of another type, a tasklet converts each element. Several "
        "containers are changed at once with `with`, all temporaries that can be with "
        "`all-temporaries`: copies between them stay copies, and reductions from one to the other "
        "become possible.\n\n"
        "An argument keeps its type for whoever calls the program. With `border` a temporary "
        "stands "
        "for it, which is filled in the beginning and copied out in the end; only regions of which "
        "every element is written are. Nothing chooses this step unasked: neither optimise nor "
        "tune.",
        Category::data,
        parameters(),
        pattern().roleNames(),
        find,
        check,
        apply,
        true};
    return t;
}

} // namespace mw::transforms::change_precision
