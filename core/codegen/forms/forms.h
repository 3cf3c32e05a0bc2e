#pragma once

#include "core/codegen/forms/memory_facts.h"
#include "core/codegen/plan.h"

namespace mw::codegen {

// A program whose sizes and strides stay arguments has two forms, where that makes a difference.
// The quick one is for calls with memory as GT4Py has it (memory_facts.h) and with sizes whose
// indices 32 bits hold; the general one is for all others. The host chooses before the first step,
// from what it is called with: nothing is taken for granted.

/// One plan of both. Kernels that are the same in both stand once; others of the general form are
/// called NAME_general. `facts`: what the quick one relies on besides the bounds of its kernels.
/// The general one alone where the quick one is no other.
Plan joined(Plan quick, Plan general, const MemoryFacts& facts);

/// The form that a call with these symbols runs, alone; the plan as it is where that is not known,
/// or where there is one form.
Plan chosenForm(Plan plan, const symbolic::Bindings& symbols);

/// In a plan of two forms, whether calls with these symbols run the quick one; nullopt: there is
/// one form, or it is not known.
std::optional<bool> runsQuickForm(const Plan& plan, const symbolic::Bindings& symbols);

} // namespace mw::codegen
