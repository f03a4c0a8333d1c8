#include "statement.hpp"

#include <algorithm>

namespace genplan {

namespace {

bool has_effect(const Action& action, int predicate, const std::vector<int>& terms, bool positive) {
    return std::any_of(action.effects.begin(), action.effects.end(), [&](const Literal& e) {
        return e.predicate == predicate && e.positive == positive && e.terms == terms;
    });
}

// The precondition that says where something is that the action moves from one parameter to
// the other, -1 if there is none.
int moved_precondition(const Action& action, int from, int to) {
    for (std::size_t i = 0; i < action.preconditions.size(); ++i) {
        const Literal& q = action.preconditions[i];
        const auto mentions = [&](int parameter) {
            return std::find(q.terms.begin(), q.terms.end(), parameter) != q.terms.end();
        };
        if (!q.positive || !mentions(from) || mentions(to)) continue;
        std::vector<int> moved = q.terms;
        std::replace(moved.begin(), moved.end(), from, to);
        if (has_effect(action, q.predicate, q.terms, false) &&
            has_effect(action, q.predicate, moved, true))
            return static_cast<int>(i);
    }
    return -1;
}

}  // namespace

Movement find_movement(const Action& action) {
    const int count = static_cast<int>(action.parameter_types.size());
    for (int from = 0; from < count; ++from)
        for (int to = 0; to < count; ++to) {
            if (from == to || action.parameter_types[from] != action.parameter_types[to]) continue;
            const int precondition = moved_precondition(action, from, to);
            if (precondition >= 0) return {precondition, from, to};
        }
    return {};
}

}  // namespace genplan
