// The picture of a state: objects in lanes, lines and grids with their pointers, and matrices.
// Names come from models that anybody may have written: they are only ever set as text.

function element(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

const MOST_CELLS = 48;
const MOST_CHIPS = 8;

class World {
  constructor(root, run) {
    this.root = root;
    this.run = run;
    this.matrixPredicates = new Set(run.data.matrices.map((m) => m.predicate));
    this.arranged = new Set();
    for (const lane of run.data.lanes) {
      if (lane.predicate) for (const [object] of lane.cells) this.arranged.add(object);
    }
  }

  draw() {
    const chips = this.chips();
    const parts = [];
    const flags = chips.get(-1);
    if (flags) {
      const lane = element("div", "lane");
      lane.append(element("h4", "", "World"), this.chipList(flags, 40));
      parts.push(lane);
    }
    for (const matrix of this.run.data.matrices) parts.push(this.matrix(matrix));
    this.run.data.lanes.forEach((lane) => parts.push(this.lane(lane, chips)));
    this.root.replaceChildren(...parts);
  }

  // What is told at each object: [text, "new" | "gone" | "fixed" | "", …]; at -1 what is about none.
  chips() {
    const found = new Map();
    const added = new Set(this.run.added);
    const tell = (atom, state) => {
      const [predicate, ...objects] = this.run.data.atoms[atom];
      if (this.matrixPredicates.has(predicate)) return;
      const arranged = objects.findIndex((o) => this.arranged.has(o));
      const at = arranged >= 0 ? arranged : 0;
      const home = objects.length ? objects[at] : -1;
      const others = objects.filter((_, i) => i !== at).map((o) => this.run.objectName(o));
      const text = [this.run.data.predicates[predicate], ...others].join(" ");
      if (!found.has(home)) found.set(home, []);
      found.get(home).push([text, state, predicate, atom]);
    };
    for (const [object, predicate] of this.run.data.static.about) {
      if (!found.has(object)) found.set(object, []);
      found.get(object).push([this.run.data.predicates[predicate], "fixed", predicate, -1]);
    }
    for (const atom of this.run.atoms) tell(atom, added.has(atom) ? "new" : "");
    for (const atom of this.run.deleted) tell(atom, "gone");
    for (const list of found.values()) list.sort((a, b) => a[2] - b[2] || a[3] - b[3]);
    return found;
  }

  chipList(chips, most) {
    const box = element("div", "chips");
    const rank = ([, state]) => ["new", "gone", "", "fixed"].indexOf(state);
    const shown = chips.length <= most ? chips : chips.slice().sort((a, b) => rank(a) - rank(b)).slice(0, most);
    for (const [text, state] of shown) {
      const chip = element(state === "gone" ? "del" : "span", "chip " + state, text);
      chip.title = text + (state === "new" ? " (new)" : state === "gone" ? " (no longer)" : state === "fixed" ? " (always)" : "");
      box.append(chip);
    }
    if (chips.length > shown.length) box.append(element("span", "more", `+${chips.length - shown.length}`));
    return box;
  }

  lane(lane, chips) {
    const box = element("div", "lane");
    const grid = lane.rows > 1;
    const total = lane.cells.length;
    const title = element("h4", "", lane.type);
    const what = lane.predicate ? `${grid ? "grid" : "line"} of ${lane.predicate}, ` : "";
    title.append(element("small", "", ` ${what}${total} object${total === 1 ? "" : "s"}`));
    box.append(title);
    const cells = element("div", "cells" + (grid ? " grid" : lane.predicate ? " line" : ""));
    if (grid) {
      cells.style.setProperty("--columns", lane.columns);
      if (lane.columns > 12) cells.classList.add("small");
    }
    const standing = new Map();
    for (const pointer of lane.pointers) {
      const object = this.run.objectOf(pointer);
      if (object !== null) standing.set(object, [...(standing.get(object) || []), pointer]);
    }
    const list = lane.predicate && !grid
      ? lane.cells.slice().sort((a, b) => a[2] - b[2])
      : lane.cells.map((cell) => (lane.predicate ? cell : [cell, 0, 0]));
    let skipped = 0;
    const flush = () => {
      if (skipped) cells.append(element("div", "gap", `⋯ ${skipped} more ⋯`));
      skipped = 0;
    };
    const kept = grid || list.length <= MOST_CELLS ? null : this.windowOf(list, standing, chips);
    list.forEach(([object, row, column], i) => {
      if (kept && !kept.has(i)) { skipped += 1; return; }
      flush();
      const cell = this.cell(lane, object, standing.get(object) || [], chips.get(object) || []);
      if (grid) { cell.style.gridRow = row + 1; cell.style.gridColumn = column + 1; }
      else if (lane.predicate && i + 1 < list.length) cell.classList.add(lane.directed ? "leads" : "joined");
      cells.append(cell);
    });
    flush();
    box.append(cells);
    const free = lane.pointers.filter((p) => this.run.pointerPlaces[p] < 0);
    if (free.length) {
      const rest = element("p", "free", "free: ");
      free.forEach((p) => rest.append(this.tag(p)));
      box.append(rest);
    }
    return box;
  }

  // Which cells of a long lane are worth showing: its ends, around pointers, and what changed.
  windowOf(list, standing, chips) {
    const kept = new Set([0, 1, list.length - 2, list.length - 1]);
    list.forEach(([object], i) => {
      const reach = standing.has(object) ? 3 : (chips.get(object) || []).some((c) => c[1] === "new" || c[1] === "gone") ? 1 : -1;
      for (let j = i - reach; j <= i + reach; j += 1) if (j >= 0 && j < list.length) kept.add(j);
    });
    return kept;
  }

  cell(lane, object, pointers, chips) {
    const cell = element("div", "cell" + (pointers.length ? " pointed" : ""));
    const name = element("div", "name");
    name.append(element("span", "index", String(lane.members.indexOf(object))));
    name.append(element("span", "text", this.run.objectName(object)));
    name.title = this.run.objectName(object);
    cell.append(name, this.chipList(chips, MOST_CHIPS));
    if (lane.pointers.length) {
      const slots = element("div", "slots");
      lane.pointers.forEach((pointer) => {
        const slot = element("div", "slot");
        if (pointers.includes(pointer)) slot.append(this.tag(pointer));
        slots.append(slot);
      });
      cell.append(slots);
    }
    return cell;
  }

  tag(pointer) {
    const tag = element("span", `tag p${pointer % 6}` + (this.run.moved(pointer) ? " moved" : ""));
    tag.textContent = this.run.data.pointers[pointer][0];
    return tag;
  }

  matrix(matrix) {
    const [rows, columns] = matrix.members;
    const predicate = this.run.data.predicates[matrix.predicate];
    const box = element("div", "lane");
    const title = element("h4", "", predicate);
    title.append(element("small", "", ` ${matrix.types[0]} down, ${matrix.types[1]} across`));
    box.append(title);
    const at = (side) => {
      const found = new Map();
      this.run.data.pointers.forEach((row, p) => {
        const object = this.run.objectOf(p);
        if (matrix.members[side].includes(object)) found.set(object, [...(found.get(object) || []), p]);
      });
      return found;
    };
    const [down, across] = [at(0), at(1)];
    const state = new Map();
    for (const atom of this.run.atoms) this.mark(state, atom, matrix.predicate, "on");
    for (const atom of this.run.added) this.mark(state, atom, matrix.predicate, "on new");
    for (const atom of this.run.deleted) this.mark(state, atom, matrix.predicate, "gone");
    const table = element("table", "matrix" + (Math.max(rows.length, columns.length) > 24 ? " small" : ""));
    const count = [...state.values()].filter((s) => s.startsWith("on")).length;
    table.append(element("caption", "unseen", `${count} of ${rows.length * columns.length} hold`));
    const marks = element("tr");
    const head = element("tr");
    for (const line of [marks, head]) line.append(element("td", "corner"), element("td", "corner"));
    for (const c of columns) {
      marks.append(this.marker(across.get(c), "▼"));
      head.append(this.axis(c, across.has(c), "col"));
    }
    table.append(marks, head);
    for (const r of rows) {
      const line = element("tr");
      line.append(this.marker(down.get(r), "▶"), this.axis(r, down.has(r), "row"));
      for (const c of columns) {
        const value = state.get(`${r},${c}`) || "";
        const crossing = down.has(r) && across.has(c) ? " here" : "";
        const square = element("td", value + crossing);
        square.append(element("span", "unseen", value.startsWith("on") ? "yes" : ""));
        line.append(square);
      }
      table.append(line);
    }
    const scroller = element("div", "scroll");
    scroller.append(table);
    box.append(scroller);
    return box;
  }

  mark(state, atom, predicate, value) {
    const row = this.run.data.atoms[atom];
    if (row[0] === predicate) state.set(`${row[1]},${row[2]}`, value);
  }

  axis(object, pointed, scope) {
    const head = element("th", pointed ? "pointed" : "");
    head.scope = scope;
    head.append(element("span", "text", this.run.objectName(object)));
    head.title = this.run.objectName(object);
    return head;
  }

  // A sign beside a row or above a column for each pointer that stands there.
  marker(pointers, sign) {
    const cell = element("td", "corner");
    for (const p of pointers || []) {
      const mark = element("span", `sign-of s${p % 6}`, sign);
      mark.title = this.run.data.pointers[p][0];
      cell.append(mark);
    }
    return cell;
  }
}
