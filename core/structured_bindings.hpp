// Structured programs for Python: running and searching them.
#pragma once

#include <nanobind/nanobind.h>

namespace genplan {

void bind_structured(nanobind::module_& module);

}  // namespace genplan
