#pragma once

#include "app/workbench/steps.h"
#include "core/bench/bench.h"
#include "core/inputs/scenario.h"
#include "core/interp/coverage.h"
#include "core/ir/sdfg.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace mw::workbench {

/// A name for people and what a program is run with.
struct SmallInputs {
    std::string name; ///< "torus:3,5,7 with empty ranges"
    inputs::Scenario scenario;
};

/// Inputs that tell two programs apart and that the reference executor runs in little time.
/// Programs over a grid: a torus without a dimension of another's size, or the grid that the
/// pipeline uses; the same with beginnings and ends of ranges moved inwards, each by its own
/// amount; the same with empty ranges, in one dimension after the other; the same with a single
/// level. Others: every symbol its own prime that divides no size in the graph; the same in the
/// opposite order and larger; one symbol 1; all symbols 1; with them integers that are no sizes are
/// 2, 0, 1 and -1. Of either kind one more where strides of arguments are symbols: with memory left
/// between elements. Only those that fit the program and are small: none where it carries a large
/// grid's sizes as literals. `fixed`: values that symbols have in all of them.
struct SmallInputSets {
    std::vector<SmallInputs> inputs;
    std::string reason; ///< why the first that was left out does not fit
};
SmallInputSets smallInputs(const ir::Sdfg& program, const symbolic::Bindings& fixed = {});
/// Of all arrays.
std::size_t elementsOf(const inputs::Scenario& scenario);

/// Changes of made inputs that may make a condition come out otherwise: other values of the names
/// that it looks at, of all flags, and of all arrays. Those that were given by `fixed` stay.
std::vector<SmallInputs> otherInputs(const ir::Sdfg& program, const SmallInputs& like,
                                     const std::vector<std::string>& conditions,
                                     const symbolic::Bindings& fixed = {});

/// Changes of made inputs on which a number or a comparison that changed shows: other values in all
/// arrays, and of every argument that the control flow compares, values on both sides of what it is
/// compared with, in each of those that are known. As many as their time is worth, by the size of
/// the program. Those that were given by `fixed` stay.
std::vector<SmallInputs> edgeInputs(const ir::Sdfg& program, const std::vector<SmallInputs>& known,
                                    const symbolic::Bindings& fixed = {});

/// What running two programs on the same inputs says.
struct RewriteCheck {
    enum class Result : std::uint8_t {
        same,    ///< on all inputs on which the first one runs
        differs, ///< on some
        notRun   ///< the first one runs on none, or the time was over
    };
    Result result = Result::notRun;
    /// What differs, with array, element, values and inputs; or why nothing was compared.
    std::string sentence;
    std::vector<std::string> inputs; ///< names of those on which both agree
    std::size_t more = 0;            ///< changes of them with other values, on which they agree too
    /// With all effort: what of the program before ran on none of the inputs, each as a sentence:
    /// `same` says nothing of it.
    std::vector<std::string> neverRan;
    bool byPrecision = false; ///< it differs as another precision does, and says by how much
    /// Of a sequence: steps that change results on purpose, and by how much, each as a sentence.
    std::vector<std::string> onPurpose = {};

    bool operator==(const RewriteCheck&) const = default;
};
/// "same results on torus:3,5,7, torus:4,3,1, and with 9 other sets of values", with "; but the
/// branch 'flag == 0' never ran" where something did not; "different results: ...", "not compared:
/// ...".
std::string toText(const RewriteCheck& check);

/// Holds rewrites of one program against it, in the reference executor. What the program itself
/// gives is computed once, so that a sequence of rewrites costs one run each. A rewrite that is
/// specialised is compared on inputs with its own values. Each rewrite runs in the order of its
/// file and, with all effort, in another that its graph allows, so that an order that was lost
/// shows.
class RewriteChecker {
public:
    struct Options {
        /// Used as well; the only ones where nothing small can be made.
        std::optional<inputs::Scenario> scenario = std::nullopt;
        std::chrono::duration<double> perRun = std::chrono::seconds(20);
        std::optional<double> tolerance = {}; ///< of float64, in place of that of the inputs
        symbolic::Bindings fixed = {};        ///< values that symbols have in all inputs
    };
    RewriteChecker(ir::DocumentPtr before, Options options);
    explicit RewriteChecker(ir::DocumentPtr before)
        : RewriteChecker(std::move(before), Options{}) {}

    /// usual: the usual inputs, in the order of the file. all: further values, and other orders.
    enum class Effort : std::uint8_t { usual, all };
    /// Whole arrays, halo included, with the tolerance of the inputs.
    RewriteCheck check(const ir::Document& after, const std::stop_token& stop = {},
                       Effort effort = Effort::all);

private:
    struct Reference {
        SmallInputs inputs;
        bench::RunResult result;
        interp::Coverage coverage;
        bool isChange = false;                   ///< of other inputs, with other values
        std::optional<bool> dependsOnOrder = {}; ///< of the program itself, found when asked for
    };
    struct References {
        std::vector<Reference> runs; ///< on the inputs on which the program runs
        std::string reason;          ///< why there are none, or fewer
    };
    /// The program before, on these inputs.
    Expected<Reference> runOn(SmallInputs inputs, bool isChange, const std::stop_token& stop) const;
    /// Runs the program on more inputs, until every branch and both sides of every condition ran,
    /// or nothing more is known to try.
    void reachMore(References& found, const std::stop_token& stop,
                   const symbolic::Bindings& fixed) const;
    /// Adds inputs near the numbers that the program compares with, changes of the largest inputs
    /// and of those that reach what these do not.
    void addEdges(References& found, const std::stop_token& stop,
                  const symbolic::Bindings& fixed) const;
    /// With these values of symbols; null when it is stopped.
    References* references(const symbolic::Bindings& fixed, const std::stop_token& stop);
    struct Comparison {
        bool ran = false;
        std::string sentence;     ///< what differs, empty: nothing; or why it did not run
        bool byPrecision = false; ///< the sentence is the error that another precision makes
    };
    /// `order`: of interp::Options.
    Comparison compare(const ir::Document& after, const Reference& reference,
                       std::optional<std::uint64_t> order, const std::stop_token& stop) const;
    /// What differs in an order that the graph allows besides that of the file; empty: nothing, the
    /// program before it depends on the order too, or there was no time to find that out.
    std::string compareOrder(const ir::Document& after, Reference& reference, std::uint64_t order,
                             const std::stop_token& stop) const;

    ir::DocumentPtr before_;
    Options options_;
    std::map<std::string, References> references_; ///< by the values that are fixed
};

/// As a history keeps it.
history::Agreement agreementOf(const RewriteCheck& check);
/// Of a step beside the variant before it. A step that changes results because the user edited them
/// says so where they differ.
history::Agreement agreementOf(const RewriteCheck& check, const history::Record& step);

/// Holds the result of every step against the program before all of them, the last one with all
/// effort (what is lost stays lost; then the step that lost it is looked for). The error
/// "different-results" names the first step with other results; otherwise what holds for all:
/// `same` with the inputs on which every step was compared, or `notRun` for the first that was not.
/// What changes results on purpose begins a sequence of its own, whose steps are held against it.
Expected<RewriteCheck> checkSteps(const ir::DocumentPtr& before, const std::vector<Step>& steps,
                                  const RewriteChecker::Options& options,
                                  const std::stop_token& stop = {});

} // namespace mw::workbench
