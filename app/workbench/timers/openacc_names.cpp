// ICON's timers and the programs of icon4py that take their place.
#include "app/workbench/timers/openacc_names.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace mw::workbench {

namespace {

/// Which calls of a program a timer has: a time step has five substeps, of which the first may have
/// a timer of its own.
enum class Part : std::uint8_t { all, firstSubstep, otherSubsteps };
constexpr std::size_t kSubsteps = 5;

struct Argument {
    const char* name = nullptr;
    bool value = false;
};
struct Rule {
    const char* timer;
    const char* program; ///< nullptr: of the timer's name
    std::array<Argument, 2> arguments{};
    Part part = Part::all;
    /// Programs whose times are added, all of them.
    std::array<const char*, 3> added{};
    /// The same in earlier versions of icon4py.
    std::array<const char*, 3> earlier{};
};

constexpr const char* kFirst = "at_first_substep";
constexpr const char* kLast = "at_last_substep";
constexpr const char* kPrepare = "prepare_advection";
constexpr const char* kSkip = "skip_compute_predictor_vertical_advection";

/// As icon4py's compare_icon4py_openacc.py has them.
constexpr std::array<Rule, 28> kRules{{
    {"apply_diffusion_to_theta_and_exner", nullptr},
    {"apply_diffusion_to_vn", nullptr},
    {"apply_diffusion_to_w_and_compute_horizontal_gradients_for_turbulence", nullptr},
    {"apply_divergence_damping_and_update_vn", nullptr},
    {"calculate_diagnostic_quantities_for_turbulence", nullptr},
    {"calculate_enhanced_diffusion_coefficients_for_grid_point_cold_pools", nullptr},
    {"calculate_nabla2_and_smag_coefficients_for_vn", nullptr},
    {"compute_horizontal_velocity_quantities_and_fluxes", nullptr},
    {"compute_perturbed_quantities_and_interpolation", nullptr},
    {"compute_interpolation_and_nonhydro_buoy", nullptr},
    {"compute_rho_theta_pgrad_and_update_vn",
     nullptr,
     {},
     Part::all,
     {"compute_hydrostatic_correction_term"}},
    {"boundary_halo_cleanup",
     "",
     {},
     Part::all,
     {"compute_exner_from_rhotheta", "update_theta_and_exner_in_halo"},
     {"compute_theta_and_exner", "compute_exner_from_rhotheta", "update_theta_v"}},
    {"compute_dwdz_and_boundary_update_rho_theta_w",
     "",
     {},
     Part::all,
     {"stencils_61_62", "compute_dwdz_for_divergence_damping"}},
    {"compute_advection_in_horizontal_momentum_equation",
     "compute_advection_in_horizontal_momentum"},
    {"compute_advection_in_vertical_momentum_equation",
     "compute_advection_in_corrector_vertical_momentum"},
    {"compute_averaged_vn_and_fluxes_and_prepare_tracer_advection",
     "compute_averaged_vn_and_fluxes",
     {{{kFirst, false}, {kPrepare, true}}}},
    {"compute_averaged_vn_and_fluxes_and_prepare_tracer_advection_first",
     "compute_averaged_vn_and_fluxes",
     {{{kFirst, true}, {kPrepare, true}}}},
    {"compute_advection_in_predictor_vertical_momentum", nullptr, {{{kSkip, false}}}},
    {"compute_advection_in_predictor_vertical_momentum_skip",
     "compute_advection_in_predictor_vertical_momentum",
     {{{kSkip, true}}}},
    {"compute_diagnostics_from_normal_wind", nullptr, {{{kSkip, false}}}},
    {"compute_diagnostics_from_normal_wind_skip",
     "compute_diagnostics_from_normal_wind",
     {{{kSkip, true}}}},
    {"update_mass_flux_weighted", nullptr, {}, Part::otherSubsteps},
    {"update_mass_flux_weighted_first",
     "update_mass_flux_weighted",
     {},
     Part::firstSubstep,
     {"init_cell_kdim_field_with_zero_wp"}},
    {"vertically_implicit_solver_at_corrector_step", nullptr, {{{kFirst, false}, {kLast, false}}}},
    {"vertically_implicit_solver_at_corrector_step_first",
     "vertically_implicit_solver_at_corrector_step",
     {{{kFirst, true}, {kLast, false}}}},
    {"vertically_implicit_solver_at_corrector_step_last",
     "vertically_implicit_solver_at_corrector_step",
     {{{kFirst, false}, {kLast, true}}}},
    {"vertically_implicit_solver_at_predictor_step", nullptr, {{{kFirst, false}}}},
    {"vertically_implicit_solver_at_predictor_step_first",
     "vertically_implicit_solver_at_predictor_step",
     {{{kFirst, true}}}},
}};

const Rule* ruleFor(const std::string& timer) {
    const auto found =
        std::ranges::find_if(kRules, [&](const Rule& r) { return timer == r.timer; });
    return found == kRules.end() ? nullptr : &*found;
}

bool fits(const ProgramTimes& program, const Rule& rule) {
    return std::ranges::all_of(rule.arguments, [&](const Argument& argument) {
        if (!argument.name)
            return true;
        const auto known = program.arguments.find(argument.name);
        return known != program.arguments.end() &&
               known->second == (argument.value ? "true" : "false");
    });
}

std::vector<double> taken(const std::vector<double>& calls, Part part) {
    std::vector<double> some;
    for (std::size_t i = 0; i < calls.size(); ++i)
        if (part == Part::all || (i % kSubsteps == 0) == (part == Part::firstSubstep))
            some.push_back(calls[i]);
    return some;
}

/// All variants of a program that fit, one after another.
TimerCalls callsOf(const std::string& program, const Rule& rule, Part part,
                   const TimesFile& gt4py) {
    TimerCalls calls;
    for (const ProgramTimes& one : gt4py.programs) {
        if (one.name != program || !fits(one, rule))
            continue;
        if (!calls.variants.empty() && calls.variants.front()->backend != one.backend)
            calls.problem = fmt::format("{} ran with {} and {}: --backend chooses", program,
                                        calls.variants.front()->backend, one.backend);
        const auto compute = taken(one.compute, part);
        const auto total = taken(one.total, part);
        calls.compute.insert(calls.compute.end(), compute.begin(), compute.end());
        calls.total.insert(calls.total.end(), total.begin(), total.end());
        calls.programs = {program};
        calls.variants.push_back(&one);
    }
    return calls;
}

/// Call by call.
void addTo(std::vector<double>& sum, const std::vector<double>& other) {
    if (sum.size() != other.size())
        sum.clear();
    for (std::size_t i = 0; i < sum.size(); ++i)
        sum[i] += other[i];
}

std::size_t countOf(const TimerCalls& calls) {
    return calls.compute.empty() ? calls.total.size() : calls.compute.size();
}

void addTo(TimerCalls& sum, const TimerCalls& other) {
    if (sum.programs.empty()) {
        sum = other;
        return;
    }
    sum.programs.insert(sum.programs.end(), other.programs.begin(), other.programs.end());
    sum.variants.insert(sum.variants.end(), other.variants.begin(), other.variants.end());
    if (!other.problem.empty())
        sum.problem = other.problem;
    if (countOf(sum) != countOf(other)) {
        sum.problem = fmt::format("{} has {} calls where {} has {}", other.programs.front(),
                                  countOf(other), sum.programs.front(), countOf(sum));
        return;
    }
    addTo(sum.compute, other.compute);
    addTo(sum.total, other.total);
}

using ThreeNames = std::array<const char*, 3>;

bool has(const TimesFile& gt4py, const std::string& program) {
    return std::ranges::find(gt4py.programs, program, &ProgramTimes::name) != gt4py.programs.end();
}

std::size_t missingOf(const ThreeNames& names, const TimesFile& gt4py) {
    return static_cast<std::size_t>(
        std::ranges::count_if(names, [&](const char* name) { return name && !has(gt4py, name); }));
}

/// Which programs the file's version of icon4py adds up.
const ThreeNames& addedIn(const TimesFile& gt4py, const Rule& rule) {
    const bool earlier = rule.earlier.front() && missingOf(rule.earlier, gt4py) == 0;
    return earlier ? rule.earlier : rule.added;
}

/// Every one has to be there: a sum of some would pass for the whole.
void addAll(TimerCalls& calls, const Rule& rule, const TimesFile& gt4py) {
    std::vector<std::string> missing;
    for (const char* program : addedIn(gt4py, rule)) {
        if (!program)
            continue;
        const auto one = callsOf(program, Rule{rule.timer, program}, Part::all, gt4py);
        if (one.programs.empty())
            missing.emplace_back(program);
        else if (calls.problem.empty())
            addTo(calls, one);
    }
    if (!missing.empty() && !calls.programs.empty())
        calls.problem =
            fmt::format("{} {} not there, which the timer has with {}", fmt::join(missing, ", "),
                        missing.size() == 1 ? "is" : "are", fmt::join(calls.programs, ", "));
}

} // namespace

std::optional<TimerCalls> callsOfTimer(const std::string& timer, const TimesFile& gt4py) {
    const Rule* rule = ruleFor(timer);
    if (!rule)
        return std::nullopt;
    TimerCalls calls = callsOf(rule->program ? rule->program : timer, *rule, rule->part, gt4py);
    const bool wanted = !rule->program || *rule->program != '\0';
    if (wanted && calls.programs.empty())
        return std::nullopt;
    addAll(calls, *rule, gt4py);
    if (calls.programs.empty())
        return std::nullopt;
    if (calls.problem.empty() && countOf(calls) == 0)
        calls.problem = fmt::format("{} has no times", fmt::join(calls.programs, ", "));
    return calls;
}

bool isStencilTimer(const std::string& timer) {
    return ruleFor(timer) != nullptr;
}

} // namespace mw::workbench
