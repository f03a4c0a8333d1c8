// The Python module genplan._core.
#include <nanobind/nanobind.h>

NB_MODULE(_core, module) {
    module.attr("version") = GENPLAN_VERSION;
}
