// The landmark graph of a run: drawn once, coloured as the stepper goes.

const SVG = "http://www.w3.org/2000/svg";

function svg(tag, attributes) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes || {})) made.setAttribute(name, value);
  return made;
}

class Graph {
  constructor(root, run) {
    this.root = root;
    this.run = run;
    this.graph = run.data.graph;
    this.known = new Map(this.graph.landmarks.map((m) => [m.id, m]));
  }

  // Draw with or without pointer landmarks and natural orderings.
  build(withPointers, withNatural) {
    const drawing = withPointers && this.graph.all ? this.graph.all : this.graph.facts;
    this.nodes = new Map();
    if (!drawing) { this.root.replaceChildren(); return false; }
    const picture = svg("svg", {
      viewBox: `0 0 ${drawing.width} ${drawing.height}`, width: drawing.width, height: drawing.height,
      role: "img", "aria-label": `Landmark graph: ${drawing.nodes.length} landmarks, ${drawing.edges.length} greedy-necessary orderings. The list below says the same in words.`,
    });
    const marker = svg("marker", { id: "arrow", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto" });
    marker.append(svg("path", { d: "M0 0L8 4L0 8z", class: "head" }));
    const defs = svg("defs");
    defs.append(marker);
    picture.append(defs);
    const place = new Map(drawing.nodes.map((n) => [n[0], n]));
    if (withNatural) for (const edge of drawing.natural) picture.append(this.edge(edge, place, "natural"));
    for (const edge of drawing.edges) picture.append(this.edge(edge, place, "greedy"));
    for (const [id, x, y, width, height] of drawing.nodes) {
      const landmark = this.known.get(id);
      const kinds = ["node", landmark.goal && "goal", landmark.pointer && "pointer"].filter(Boolean);
      const node = svg("g", { class: kinds.join(" "), "data-landmark": id });
      const title = svg("title");
      node.append(title);
      const box = (out) => svg("rect", {
        x: x - width / 2 - out, y: y - height / 2 - out, width: width + 2 * out, height: height + 2 * out,
        rx: landmark.pointer ? height / 2 : 6, class: out ? "outer" : "",
      });
      if (landmark.goal) node.append(box(4));
      node.append(box(0));
      landmark.lines.forEach((line, i) => {
        const text = svg("text", { x, y: y + 16 * (i - (landmark.lines.length - 1) / 2) + 4.5, "text-anchor": "middle" });
        text.textContent = line;
        node.append(text);
      });
      picture.append(node);
      this.nodes.set(id, [node, title]);
    }
    this.root.replaceChildren(picture);
    return true;
  }

  edge([from, to, ...passed], place, kind) {
    const [, x1, y1, , h1] = place.get(from);
    const [, x2, y2, , h2] = place.get(to);
    const down = y2 >= y1;
    const points = [[x1, y1 + (down ? h1 : -h1) / 2]];
    for (let i = 0; i < passed.length; i += 2) points.push([passed[i], passed[i + 1]]);
    points.push([x2, y2 - (down ? h2 : -h2) / 2 - (down ? 5 : -5)]);
    let d = `M${points[0].join(" ")}`;
    for (let i = 1; i < points.length; i += 1) {
      const [[a, b], [x, y]] = [points[i - 1], points[i]];
      const bend = Math.max(14, Math.abs(y - b) / 2.4) * (down ? 1 : -1);
      d += `C${a} ${b + bend} ${x} ${y - bend} ${x} ${y}`;
    }
    return svg("path", { d, class: "edge " + kind, "marker-end": "url(#arrow)" });
  }

  // Colour what is reached; return the landmarks reached by the step that led here.
  update() {
    const fresh = [];
    for (const [id, at] of this.run.reachedAt) if (at === this.run.position && at > 0) fresh.push(id);
    for (const [id, [node, title]] of this.nodes) {
      const at = this.run.reachedAt.get(id);
      const reached = at !== undefined && at <= this.run.position;
      node.classList.toggle("reached", reached);
      node.classList.toggle("fresh", fresh.includes(id));
      title.textContent = this.known.get(id).text + (reached ? ` — reached ${Graph.when(at)}` : " — not reached yet");
    }
    this.reveal(fresh);
    return fresh;
  }

  // Scroll the drawing, never the page, to what was reached just now.
  reveal(fresh) {
    const box = this.root.parentElement;
    const found = fresh.map((id) => this.nodes.get(id)).find(Boolean);
    if (!found || box.scrollHeight <= box.clientHeight) return;
    const [outer, inner] = [box.getBoundingClientRect(), found[0].getBoundingClientRect()];
    if (inner.top < outer.top || inner.bottom > outer.bottom) {
      box.scrollTop += inner.top - outer.top - outer.height / 2;
    }
    if (inner.left < outer.left || inner.right > outer.right) {
      box.scrollLeft += inner.left - outer.left - outer.width / 2;
    }
  }

  static when(at) { return at ? `at step ${at}` : "at the start"; }

  list(root) {
    const items = this.graph.landmarks.map((m) => {
      const at = this.run.reachedAt.get(m.id);
      const reached = at !== undefined && at <= this.run.position;
      const item = element("li", reached ? "reached" : "");
      item.append(element("span", "text", m.text));
      const words = [m.goal && "goal", reached ? `reached ${Graph.when(at)}` : "not reached yet"].filter(Boolean);
      item.append(element("small", "", ` ${words.join(", ")}`));
      return item;
    });
    if (this.graph.more) items.push(element("li", "more", `and ${this.graph.more} more`));
    root.replaceChildren(...items);
  }
}
