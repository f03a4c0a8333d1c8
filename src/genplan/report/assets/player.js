// The stepper: what the controls do, and what is shown after each step.

const PLAN_SHOWN = 60;

class Player {
  constructor(data) {
    this.data = data;
    this.part = (id) => document.getElementById(id);
    this.speed = 2;
    this.timer = null;
    this.lines = new Map();
    for (const row of document.querySelectorAll("[data-line]")) {
      for (const line of row.dataset.line.split(" ")) {
        this.lines.set(line, [...(this.lines.get(line) || []), row]);
      }
    }
    this.listen();
    this.choose(data.chosen);
  }

  listen() {
    const on = (id, event, act) => this.part(id).addEventListener(event, act);
    on("first", "click", () => this.stop(() => this.go(0)));
    on("back", "click", () => this.stop(() => this.go(this.run.position - 1)));
    on("play", "click", () => this.toggle());
    on("step", "click", () => this.stop(() => this.go(this.run.position + 1)));
    on("last", "click", () => this.stop(() => this.go(this.run.length)));
    on("slider", "input", (e) => this.stop(() => this.go(Number(e.target.value))));
    on("speed", "change", (e) => { this.speed = Number(e.target.value); if (this.timer) this.play(); });
    if (this.part("instance")) on("instance", "change", (e) => this.choose(Number(e.target.value)));
    if (this.part("with-pointers")) {
      on("with-pointers", "change", () => this.drawGraph());
      on("with-natural", "change", () => this.drawGraph());
    }
    document.addEventListener("keydown", (e) => this.key(e));
    window.addEventListener("beforeprint", () => {
      for (const details of document.querySelectorAll("details")) details.open = true;
    });
  }

  key(event) {
    const inField = event.target.closest("input, select, textarea");
    const onControl = event.target.closest("button, summary, a");
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if (inField && !["Home", "End"].includes(event.key)) return;
    if (inField) return;
    if (event.key === " " && onControl) return;
    const act = {
      ArrowRight: () => this.go(this.run.position + 1),
      ArrowLeft: () => this.go(this.run.position - 1),
      Home: () => this.go(0),
      End: () => this.go(this.run.length),
    }[event.key];
    if (act) this.stop(act);
    else if (event.key === " ") this.toggle();
    else return;
    event.preventDefault();
  }

  choose(number) {
    this.stop();
    this.run = new Run(this.data.runs[number]);
    this.world = new World(this.part("world"), this.run);
    this.part("slider").max = this.run.length;
    const cut = this.run.data.outcome === "cut";
    this.part("cut").hidden = !cut;
    this.part("cut").textContent = `Only the first ${this.run.length.toLocaleString("en")} steps of this run are in the page.`;
    this.pointers();
    this.graph = this.run.data.graph && this.part("graph") ? new Graph(this.part("graph"), this.run) : null;
    if (this.part("landmarks")) this.part("landmarks").classList.toggle("without", !this.graph);
    if (this.graph) {
      const { all, facts } = this.run.data.graph;
      this.part("with-pointers").disabled = !all || !facts;
      this.part("with-pointers").checked = Boolean(all) && (!facts || all.nodes.length <= 24);
      this.part("with-natural").disabled = !(all || facts || { natural: [] }).natural.length;
      this.part("with-natural").checked = false;
    }
    this.statics();
    this.drawGraph();
  }

  statics() {
    const { shown, more } = this.run.data.static;
    this.part("static-box").hidden = !shown.length;
    this.part("static").textContent = shown.join(" ") + (more ? ` … and ${more} more` : "");
  }

  pointers() {
    const rows = this.run.data.pointers.map(([name, type], p) => {
      const row = element("tr");
      const head = element("th");
      head.scope = "row";
      head.append(this.world.tag(p));
      row.append(head, element("td", "at"), element("td", "type", type));
      row.dataset.pointer = name;
      return row;
    });
    this.part("pointers").replaceChildren(...rows);
  }

  drawGraph() {
    if (this.graph) {
      const drawn = this.graph.build(this.part("with-pointers").checked, this.part("with-natural").checked);
      this.part("undrawn").hidden = drawn;
    }
    this.update();
  }

  go(position) {
    this.run.go(position);
    this.update();
  }

  toggle() { if (this.timer) this.stop(); else this.play(); }

  play() {
    if (this.timer) clearInterval(this.timer);
    if (this.run.atEnd) this.go(0);
    this.timer = setInterval(() => {
      this.go(this.run.position + 1);
      if (this.run.atEnd) this.stop();
    }, 1000 / this.speed);
    this.playing(true);
  }

  stop(andThen) {
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
    this.playing(false);
    if (andThen) andThen();
  }

  playing(yes) {
    this.part("play").classList.toggle("playing", yes);
    this.part("play").setAttribute("aria-label", yes ? "Pause" : "Play");
    this.part("status").setAttribute("aria-live", yes ? "off" : "polite");
  }

  update() {
    const run = this.run;
    this.part("slider").value = run.position;
    this.part("slider").setAttribute("aria-valuetext", `step ${run.position} of ${run.length}`);
    this.part("counter").textContent = `${run.position.toLocaleString("en")} / ${run.length.toLocaleString("en")}`;
    this.part("first").disabled = this.part("back").disabled = run.position === 0;
    this.part("last").disabled = this.part("step").disabled = run.atEnd;
    this.markLines();
    this.tellStatus();
    this.tellPointers();
    this.tellChanges();
    this.tellPlan();
    this.tellGoal();
    this.tellState();
    this.world.draw();
    this.tellLandmarks();
  }

  markLines() {
    for (const [line, rows] of this.lines) {
      for (const row of rows) {
        const current = line === String(this.run.line);
        const already = row.dataset.marked === String(this.run.position);
        if (!already) { row.classList.remove("current", "next"); row.removeAttribute("aria-current"); }
        row.dataset.marked = this.run.position;
        if (current) { row.classList.add("current"); row.setAttribute("aria-current", "step"); }
        if (line === String(this.run.nextLine)) row.classList.add("next");
        if (current) Player.reveal(row);
      }
    }
  }

  // Scroll a long listing, never the page.
  static reveal(row) {
    const box = row.closest(".listing");
    if (!box || box.scrollHeight <= box.clientHeight) return;
    const top = row.offsetTop;
    if (top < box.scrollTop || top + row.offsetHeight > box.scrollTop + box.clientHeight) {
      box.scrollTop = top - box.clientHeight / 3;
    }
  }

  tellStatus() {
    const run = this.run;
    const parts = [];
    if (!run.position) parts.push("At the start.");
    else parts.push(`Step ${run.position}: line ${run.line}, ${this.data.lines[run.line]}.`);
    if (run.step && run.step[5]) parts.push(`Applied: ${run.actionText(run.step)}.`);
    if (run.note && !(run.atEnd && run.note === run.data.note)) parts.push(`${run.note[0].toUpperCase()}${run.note.slice(1)}.`);
    const ends = {
      solved: "The program ends here; the goal holds.",
      incorrect: "The program ends here, but the goal does not hold.",
      infinite: "From here on the program repeats itself for ever.",
      undefined: "The program is not written further than this.",
      cut: "",
    };
    if (run.atEnd) {
      parts.push(ends[run.data.outcome] || run.data.outcome);
      if (run.data.outcome === "incorrect" && run.data.note) parts.push(`${run.data.note}.`);
    }
    this.part("status").textContent = parts.join(" ");
    this.part("status").className = run.atEnd ? `ended ${run.data.outcome}` : "";
  }

  tellPointers() {
    this.run.data.pointers.forEach((_, p) => {
      const row = this.part("pointers").children[p];
      const object = this.run.objectOf(p);
      row.classList.toggle("moved", this.run.moved(p));
      row.querySelector(".at").textContent = object === null ? "free" : this.run.objectName(object);
    });
    this.part("y").textContent = String(this.run.y);
  }

  tellChanges() {
    const item = (atom, kind) => {
      const row = element("li", kind);
      row.append(element("span", "sign", kind === "added" ? "+" : "−"), " ");
      row.append(element("span", "text", this.run.atomText(atom)));
      row.firstChild.setAttribute("aria-label", kind);
      return row;
    };
    const rows = [
      ...this.run.added.map((a) => item(a, "added")),
      ...this.run.deleted.map((a) => item(a, "deleted")),
    ];
    if (!rows.length) rows.push(element("li", "none", "nothing"));
    this.part("changes").replaceChildren(...rows);
  }

  tellPlan() {
    const plan = this.run.planSoFar();
    const skipped = Math.max(0, plan.length - PLAN_SHOWN);
    const rows = plan.slice(skipped).map((step) => {
      const now = step + 1 === this.run.position;
      return element("li", "text" + (now ? " now" : ""), this.run.actionText(this.run.data.steps[step]));
    });
    this.part("plan").start = skipped + 1;
    this.part("plan").replaceChildren(...rows);
    this.part("plan-length").textContent = plan.length.toLocaleString("en");
    this.part("plan-skipped").textContent = skipped ? `${skipped.toLocaleString("en")} earlier actions are not shown` : "";
    this.part("plan-box").scrollTop = this.part("plan-box").scrollHeight;
  }

  tellGoal() {
    const goal = this.run.data.goal;
    const held = goal.map((g) => this.run.holds(g));
    const count = held.filter(Boolean).length;
    this.part("goal-count").textContent = `${count} of ${goal.length}`;
    const rows = goal.slice(0, 60).map((g, i) => {
      const row = element("li", held[i] ? "holds" : "open");
      row.append(element("span", "sign", held[i] ? "✓" : "○"), " ");
      row.firstChild.setAttribute("aria-label", held[i] ? "holds" : "does not hold");
      const text = this.run.atomText(g[0]);
      row.append(element("span", "text", g[1] ? text : `(not ${text})`));
      return row;
    });
    if (goal.length > 60) rows.push(element("li", "more", `and ${goal.length - 60} more`));
    this.part("goal").replaceChildren(...rows);
  }

  // All atoms that can change and are true now, by predicate.
  tellState() {
    if (!this.part("state-box").open) return;
    const groups = new Map();
    const atoms = [...this.run.atoms].sort((a, b) => a - b);
    for (const atom of atoms) {
      const predicate = this.run.data.atoms[atom][0];
      groups.set(predicate, [...(groups.get(predicate) || []), atom]);
    }
    const added = new Set(this.run.added);
    const rows = [...groups].sort((a, b) => a[0] - b[0]).map(([predicate, members]) => {
      const row = element("tr");
      const head = element("th", "text", this.run.data.predicates[predicate]);
      head.scope = "row";
      const cell = element("td");
      for (const atom of members.slice(0, 80)) {
        cell.append(element("span", "chip" + (added.has(atom) ? " new" : ""), this.run.atomText(atom)), " ");
      }
      if (members.length > 80) cell.append(element("span", "more", `and ${members.length - 80} more`));
      row.append(head, cell);
      return row;
    });
    this.part("state").replaceChildren(...rows);
  }

  tellLandmarks() {
    if (!this.part("landmarks")) return;
    const told = this.part("landmarks-told");
    if (!this.graph) { told.textContent = "There is no landmark graph for this instance in the page."; return; }
    this.graph.update();
    this.graph.list(this.part("landmark-list"));
    const all = this.run.data.graph.landmarks;
    const reached = new Set(this.run.reached());
    const count = all.filter((m) => reached.has(m.id)).length;
    told.textContent = `${count} of ${all.length} reached at step ${this.run.position}`;
  }
}

const pageData = JSON.parse(document.getElementById("data").textContent);
if (pageData.runs.length) {
  const player = new Player(pageData);
  document.getElementById("state-box").addEventListener("toggle", () => player.tellState());
}
document.documentElement.classList.add("ready");
