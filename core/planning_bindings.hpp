// Plans for goal facts, as Python sees them.
#pragma once

#include <nanobind/nanobind.h>

namespace genplan {

void bind_planning(nanobind::module_& module);

}  // namespace genplan
