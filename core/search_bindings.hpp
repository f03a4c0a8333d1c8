// Searches for Python. What every language's search has in common is a PythonSearch; the function
// for a language makes the language and lets that run it.
#pragma once

#include <nanobind/nanobind.h>

#include <chrono>
#include <functional>
#include <memory>
#include <vector>

#include "control.hpp"
#include "progress.hpp"
#include "search.hpp"
#include "task.hpp"

namespace genplan {

// One search, as Python asks for it: a dict of options, an observer and a switch to stop it.
class PythonSearch {
public:
    PythonSearch(const nanobind::dict& options, nanobind::object observer,
                 nanobind::object cancelled);

    Control& control() { return control_; }
    // The landmarks of an instance, null where they are not asked for.
    std::unique_ptr<const LandmarkProgress> make_progress(const Instance& instance,
                                                          bool with_pointers);
    // How programs are reported; as their codes, unless a language says otherwise.
    using Show = std::function<nanobind::object(const std::vector<Code>&)>;
    // Searches and reports; the GIL is released meanwhile.
    nanobind::dict run(Language& language, Show show = {});

private:
    bool tell_and_ask();
    void save(const Search& search);
    double search_seconds() const;
    nanobind::dict report(const Search& search) const;
    nanobind::object shown(const std::vector<Code>& code) const;

    nanobind::object observer_;
    nanobind::object cancelled_;
    double interval_;
    int landmark_mode_;
    SearchOptions options_;
    Control control_;
    Show show_;
    nanobind::object saver_;  // has begin(), write(bytes) and commit(), or is None
    nanobind::object saved_;  // has read(count), or is None
    double landmark_seconds_ = 0;
    double seconds_ = 0;  // of all runs before this one
    double began_ = 0;
    const Search* running_ = nullptr;
    std::chrono::steady_clock::time_point last_told_;
};

void bind_search(nanobind::module_& module);

}  // namespace genplan
