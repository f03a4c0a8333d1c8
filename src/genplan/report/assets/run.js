// A recorded run as a model: the state after any number of steps. No drawing here.

class Run {
  constructor(data) {
    this.data = data;
    this.length = data.steps.length;
    // Where every pointer stands after each step; -1 is nowhere.
    let places = data.pointers.map((row) => row[2]);
    this.places = [places];
    for (const step of data.steps) {
      const moved = step[2] || [];
      if (moved.length) {
        places = places.slice();
        for (let i = 0; i < moved.length; i += 2) places[moved[i]] = moved[i + 1];
      }
      this.places.push(places);
    }
    // The step that reached each landmark; 0 is the start.
    this.reachedAt = new Map(data.reached.map((landmark) => [landmark, 0]));
    data.steps.forEach((step, i) => {
      for (const landmark of step[6] || []) this.reachedAt.set(landmark, i + 1);
    });
    this.position = 0;
    this.atoms = new Set(data.start);
  }

  // Go to the state after so many steps; the atoms are changed forward or backward on the way.
  go(position) {
    const target = Math.max(0, Math.min(this.length, position));
    while (this.position < target) {
      const step = this.data.steps[this.position++];
      for (const atom of step[4] || []) this.atoms.delete(atom);
      for (const atom of step[3] || []) this.atoms.add(atom);
    }
    while (this.position > target) {
      const step = this.data.steps[--this.position];
      for (const atom of step[3] || []) this.atoms.delete(atom);
      for (const atom of step[4] || []) this.atoms.add(atom);
    }
  }

  // The step that led here, null at the start.
  get step() { return this.position ? this.data.steps[this.position - 1] : null; }
  get line() { return this.step ? this.step[0] : -1; }
  get nextLine() {
    return this.position < this.length ? this.data.steps[this.position][0] : this.data.next;
  }
  get y() { return Boolean(this.step && this.step[1]); }
  get added() { return (this.step && this.step[3]) || []; }
  get deleted() { return (this.step && this.step[4]) || []; }
  get note() { return (this.step && this.step[7]) || ""; }
  get pointerPlaces() { return this.places[this.position]; }
  get atEnd() { return this.position === this.length; }

  moved(pointer) {
    return this.position > 0 && this.places[this.position][pointer] !== this.places[this.position - 1][pointer];
  }

  // The object at which a pointer stands, null if it stands nowhere.
  objectOf(pointer) {
    const place = this.pointerPlaces[pointer];
    const lane = this.data.lanes.find((l) => l.pointers.includes(pointer));
    return place < 0 || !lane ? null : lane.members[place];
  }

  objectName(number) { return this.data.objects[number]; }

  atomText(atom) {
    const [predicate, ...objects] = this.data.atoms[atom];
    return "(" + [this.data.predicates[predicate], ...objects.map((o) => this.objectName(o))].join(" ") + ")";
  }

  actionText(step) {
    if (!step[5]) return "";
    const [action, ...objects] = this.data.actions[step[5] - 1];
    return "(" + [action, ...objects.map((o) => this.objectName(o))].join(" ") + ")";
  }

  // The actions applied so far: numbers of steps.
  planSoFar() {
    if (!this.plan) {
      this.plan = [];
      this.data.steps.forEach((step, i) => { if (step[5]) this.plan.push(i); });
    }
    let low = 0;
    let high = this.plan.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.plan[middle] < this.position) low = middle + 1; else high = middle;
    }
    return this.plan.slice(0, low);
  }

  holds([atom, positive]) { return this.atoms.has(atom) === Boolean(positive); }

  reached() {
    return [...this.reachedAt].filter(([, at]) => at <= this.position).map(([landmark]) => landmark);
  }
}
