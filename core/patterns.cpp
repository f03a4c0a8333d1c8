#include "patterns.hpp"

namespace genplan {

AtomPattern Patterns::atom(int predicate, const std::vector<int>& terms,
                           const std::vector<std::uint32_t>& variables) {
    const Domain& domain = instance_.domain();
    AtomPattern atom;
    atom.base = instance_.bit_offset(predicate);
    atom.begin = static_cast<std::uint32_t>(terms_.size());
    for (std::size_t i = 0; i < terms.size(); ++i) {
        const int type = domain.predicate_types[predicate][i];
        const std::uint64_t stride = instance_.strides(predicate)[i];
        if (terms[i] < 0) {
            atom.base += stride * static_cast<std::uint64_t>(instance_.place(type, -1 - terms[i]));
            continue;
        }
        const std::uint32_t variable = variables[terms[i]];
        std::uint64_t first = 0;
        const std::int32_t* table = places(types_[variable], type, first);
        atom.base += stride * first;
        const AtomTerm term{variable, table, stride};
        if (table == nullptr && atom.first.stride == 0) atom.first = term;
        else if (table == nullptr && atom.second.stride == 0) atom.second = term;
        else terms_.push_back(term);
    }
    atom.end = static_cast<std::uint32_t>(terms_.size());
    return atom;
}

// Where the objects of one type stand among those of a supertype: a table, or, where they are
// consecutive there, null and the place of the first.
const std::int32_t* Patterns::places(int from, int to, std::uint64_t& first) {
    for (const auto& table : place_tables_) {
        if (table->from != from || table->to != to) continue;
        first = table->consecutive ? table->first : 0;
        return table->consecutive ? nullptr : table->places.data();
    }
    auto table = std::make_unique<PlaceTable>();
    table->from = from;
    table->to = to;
    for (int object : instance_.members(from)) table->places.push_back(instance_.place(to, object));
    table->consecutive = true;
    for (std::size_t i = 1; i < table->places.size(); ++i)
        table->consecutive &= table->places[i] == table->places[0] + static_cast<std::int32_t>(i);
    table->first = table->places.empty() ? 0 : static_cast<std::uint64_t>(table->places[0]);
    if (table->consecutive) table->places.clear();
    place_tables_.push_back(std::move(table));
    return places(from, to, first);
}

Argument Patterns::argument(int term, const std::vector<std::uint32_t>& variables) const {
    if (term < 0) return {nullptr, 0, -1 - term};
    const std::uint32_t variable = variables[term];
    return {members(variable).data(), variable, 0};
}

}  // namespace genplan
