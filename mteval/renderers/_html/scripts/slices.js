// Slices: a row for each slice and system, worst first.
const ENOUGH_CASES = 10;  // fewer than these say little, and would stand first by chance

class SliceBrowser {
  constructor() {
    this.suites = opened.filter((suite) => suite.has("slices"));
    options(byId("slice-suite"), this.suites.map((suite, place) => [place, suite.name]));
    byId("slice-suite").addEventListener("change", () => this.open());
    for (const id of ["slice-metric", "slice-tag", "slice-system", "slice-least"]) byId(id).addEventListener("change", () => this.update());
    byId("slice-controls").addEventListener("submit", (event) => event.preventDefault());
  }
  async open() {
    this.suite = this.suites[byId("slice-suite").value || 0];
    this.rows = (await this.suite.json("slices")).map(([metric, tag, value, system, n, size, score, low, high]) => ({ metric, tag, value, system, n, size, score, low, high }));
    const metrics = [...new Set(this.rows.map((row) => row.metric))];
    options(byId("slice-metric"), metrics.map((place) => [place, this.suite.metrics[place].spec]));
    const tags = [...new Set(this.rows.map((row) => row.tag))];
    options(byId("slice-tag"), [...(tags.length > 1 ? [["", "all"]] : []), ...tags.map((tag) => [tag, tag])]);
    const systems = [...this.suite.systems.entries()];
    options(byId("slice-system"), [...(systems.length > 1 ? [["", "all"]] : []), ...systems]);
    byId("slice-least").value = this.rows.some((row) => row.n >= ENOUGH_CASES) ? ENOUGH_CASES : 0;
    this.update();
  }
  update() {
    const metric = this.suite.metrics[byId("slice-metric").value], tag = byId("slice-tag").value, system = byId("slice-system").value, least = Number(byId("slice-least").value) || 0;
    const gap = (row) => row.score === null || metric.values[row.system] === null ? NaN : row.score - metric.values[row.system];
    const asked = this.rows.filter((row) => String(row.metric) === byId("slice-metric").value && (!tag || row.tag === tag) && (system === "" || row.system === Number(system)));
    const rows = asked.filter((row) => row.n >= least), few = asked.length - rows.length;
    const worst = metric.higher ? "ascending" : "descending", best = metric.higher ? "high" : "low";
    rows.sort((a, b) => compareValues(a.score, b.score, worst) || b.n - a.n);
    byId("slice-count").textContent = `${plural(rows.length, "row")}, worst first; beside each score how far it is from the system's score on the whole suite${few ? `; ${plural(few, "row")} of fewer than ${least} cases left out` : ""}`;
    const table = new DataTable({
      label: `Slices of ${this.suite.name} on ${metric.spec}`, rows, sorted: [3, worst],
      columns: [
        { title: "slice", head: true, best: "low", value: (row) => `${row.tag}: ${row.value}`, text: (row) => `${row.tag}: ${row.value}` },
        { title: "system", best: "low", value: (row) => this.suite.systems[row.system], text: (row) => this.suite.systems[row.system] },
        { title: "n", number: true, best: "high", value: (row) => row.n, text: (row) => row.size },
        { title: `${metric.spec} ${metric.higher ? "↑" : "↓"}`, number: true, best, value: (row) => row.score, text: (row) => make("span", {}, make("b", {}, fixed(row.score, metric.decimals)), " ", make("span", { class: "dim" }, row.low === null ? "" : `[${fixed(row.low, metric.decimals)}, ${fixed(row.high, metric.decimals)}]`)) },
        { title: "against the whole", number: true, best, value: gap, text: (row) => signed(gap(row), metric.decimals) },
      ],
    });
    byId("slice-table").replaceChildren(table.node);
  }
}
