// The first click on a column sorts it best first.
const FIRST = { high: "descending", low: "ascending" };
const turned = (head, best) => { const now = head.getAttribute("aria-sort"); return now === FIRST[best] ? (now === "descending" ? "ascending" : "descending") : FIRST[best]; };
const compareValues = (x, y, way) => {
  const lost = (value) => value === null || value === undefined || Number.isNaN(value);
  if (lost(x) || lost(y)) return lost(x) - lost(y);
  const order = typeof x === "number" && typeof y === "number" ? x - y : String(x).localeCompare(String(y), undefined, { numeric: true });
  return way === "descending" ? -order : order;
};
const cellValue = (cell) => {
  const text = cell.dataset.value ?? cell.textContent.trim();
  if (/^(–|nan)$/i.test(text)) return NaN;
  return /^[-−+]?[\d.]+(e[-+]?\d+)?/i.test(text) ? parseFloat(text.replace("−", "-")) : text;
};
const sortButton = (head) => {
  const button = make("button", { type: "button" }, ...head.childNodes);
  head.replaceChildren(button);
  return button;
};
const sortByClick = (table) => {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    if (!head.dataset.best) return;
    sortButton(head).addEventListener("click", () => {
      const way = turned(head, head.dataset.best);
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", way);
      const rows = [...table.tBodies[0].rows].sort((a, b) => compareValues(cellValue(a.cells[column]), cellValue(b.cells[column]), way));
      table.tBodies[0].append(...rows);
      table.classList.toggle("resorted", column !== 2 || way !== FIRST[head.dataset.best]);
    });
  });
};

// A table of rows that are data: sorted as a whole, drawn a few at a time.
class DataTable {
  constructor({ label, columns, rows, shown = 25, sorted = null }) {
    Object.assign(this, { columns, rows, step: shown, drawn: 0 });
    this.heads = columns.map((column, place) => {
      const head = make("th", { scope: "col", class: column.number ? "number" : null }, column.title);
      if (column.value) sortButton(head).addEventListener("click", () => this.sort(place, turned(head, column.best)));
      return head;
    });
    this.body = make("tbody");
    this.button = make("button", { type: "button", class: "show-more" });
    this.button.addEventListener("click", () => this.more(this.step * 8));
    this.node = make("div", {}, make("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": label }, make("table", {}, make("thead", {}, make("tr", {}, ...this.heads)), this.body)), this.button);
    if (sorted) this.heads[sorted[0]].setAttribute("aria-sort", sorted[1]);
    this.restart();
  }
  sort(place, way) {
    this.heads.forEach((head) => head.removeAttribute("aria-sort"));
    this.heads[place].setAttribute("aria-sort", way);
    const value = this.columns[place].value;
    this.rows = this.rows.slice().sort((a, b) => compareValues(value(a), value(b), way));
    this.restart();
  }
  restart() { this.body.replaceChildren(); this.drawn = 0; this.more(this.step); }
  more(count) {
    for (const row of this.rows.slice(this.drawn, this.drawn + count)) this.body.append(make("tr", {}, ...this.columns.map((column) => this.cell(column, row))));
    this.drawn = Math.min(this.drawn + count, this.rows.length);
    const left = this.rows.length - this.drawn;
    this.button.hidden = !left;
    this.button.textContent = `Show ${Math.min(left, this.step * 8)} more of ${left}`;
  }
  cell(column, row) {
    const content = column.text(row);
    return make(column.head ? "th" : "td", { scope: column.head ? "row" : null, class: [column.number ? "number" : "", column.tone ? column.tone(row) : ""].join(" ").trim() || null, dir: column.head ? "auto" : null }, content);
  }
}
