// The case browser.
const SHOWN_SYSTEMS = 4, NOTHING = "none";

class CaseBrowser {
  constructor() {
    this.suite = withCases[0];
    this.run = 0;
    this.finding = null;
    this.list = new VirtualList(byId("list"), (...given) => this.card(...given));
    options(byId("pick-suite"), withCases.map((suite, place) => [place, `${suite.name} (${grouped(suite.cases)})`]));
    for (const id of ["pick-metric", "pick-order", "pick-slice", "pick-outcome", "pick-length"]) byId(id).addEventListener("change", () => this.update());
    byId("pick-against").addEventListener("change", () => this.redraw());
    byId("pick-suite").addEventListener("change", () => this.open(withCases[byId("pick-suite").value]));
    let timer = 0;
    byId("find").addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(() => this.update(), 150); });
    byId("browse").addEventListener("submit", (event) => event.preventDefault());
    byId("export").addEventListener("click", () => this.save());
    document.addEventListener("keydown", (event) => this.key(event));
  }
  async open(suite) {
    this.suite = suite;
    this.finding = null;
    byId("pick-suite").value = withCases.indexOf(suite);
    const many = suite.systems.length > SHOWN_SYSTEMS + 1;
    this.systems = new Set([...suite.systems.keys()].filter((place) => !many || place < SHOWN_SYSTEMS));
    options(byId("pick-metric"), suite.compared.map((metric, place) => [place, metric.spec]));
    const several = suite.systems.length > 1;
    options(byId("pick-order"), [...(several ? [["disagreement", "most disagreement first"]] : []), ["worst", "worst first"], ["best", "best first"], ["file", "as in the file"], ["long", "longest first"]], several ? "disagreement" : "worst");
    options(byId("pick-against"), [
      ...Array.from({ length: suite.references }, (_, place) => [`reference-${place}`, suite.references > 1 ? `reference ${place + 1}` : "the reference"]),
      ...(several ? suite.systems.map((name, place) => [`system-${place}`, name]) : []),
      [NOTHING, "nothing: plain text"],
    ]);
    const index = await suite.index();
    await pause();
    options(byId("pick-slice"), [["", "all"], ...index.tags.map((tag, place) => [place, tag])]);
    options(byId("pick-outcome"), this.outcomeChoices(await this.outcomeColumns()));
    this.systemChoices();
    await pause();
    await this.update();
  }
  get metric() { return this.suite.compared[byId("pick-metric").value]; }
  outcomeColumns() { return Promise.all(this.suite.systems.map((_, system) => this.suite.outcomeColumn(system))); }
  outcomeChoices(columns) {
    const met = new Uint8Array(256);
    for (const column of columns) for (let i = 0; i < column.length; i++) met[column[i]] = 1;
    const names = this.suite.outcomes.map((name, place) => [place, name]).filter(([place]) => met[place]);
    return [["", "all"], ...(names.length > 1 && columns.length > 1 ? [["mixed", "systems differ"]] : []), ...(names.length > 1 ? names : [])];
  }
  systemChoices() {
    const box = byId("pick-systems");
    box.replaceChildren(...this.suite.systems.map((name, place) => {
      const tick = make("input", { type: "checkbox" });
      tick.checked = this.systems.has(place);
      tick.addEventListener("change", () => { if (tick.checked) this.systems.add(place); else this.systems.delete(place); this.counted(); this.redraw(); });
      return make("label", {}, tick, ` ${name}`);
    }));
    this.counted();
  }
  counted() { byId("systems-shown").textContent = `Systems shown: ${this.systems.size} of ${this.suite.systems.length}`; }
  // Positions that pass all filters but the search; what is worst, or in dispute, among the systems shown comes first.
  async chosen() {
    const { suite, metric } = this, index = await suite.index(), outcomes = await this.outcomeColumns();
    const scores = [];
    const shown = this.systems.size ? this.systems : new Set(suite.systems.keys());
    for (const system of metric ? shown : []) { scores.push(await suite.column(metric, system)); await pause(); }
    const tag = byId("pick-slice").value, outcome = byId("pick-outcome").value, least = Number(byId("pick-length").value) || 0;
    const named = this.finding ? new Set(this.finding.cases) : null, found = [];
    for (let i = 0; i < suite.cases; i++) {
      if (index.lengths[i] < least || (named && !named.has(i))) continue;
      if (tag !== "" && !index.tagged[i].includes(Number(tag))) continue;
      if (outcome === "mixed" && outcomes.every((column) => column[i] === outcomes[0][i])) continue;
      if (outcome !== "" && outcome !== "mixed" && !outcomes.some((column) => column[i] === Number(outcome))) continue;
      found.push(i);
    }
    await pause();
    return this.ordered(found, scores, outcomes.filter((_, system) => shown.has(system)), index.lengths);
  }
  async ordered(found, scores, outcomes, lengths) {
    const order = byId("pick-order").value, sign = this.metric && !this.metric.higher ? -1 : 1;
    if (order === "file") return found;
    const key = new Float64Array(this.suite.cases);
    for (const i of found) key[i] = order === "long" ? lengths[i] : order === "disagreement" ? spreadOf(scores, outcomes, i) : (order === "best" ? 1 : -1) * sign * meanOf(scores, i);
    await pause();
    found.sort((a, b) => key[b] - key[a] || a - b);
    await pause();
    return found;
  }
  async update(wanted = null) {
    const run = ++this.run, sought = byId("find").value.trim().toLowerCase();
    const base = await this.chosen();
    if (run !== this.run) return;
    this.sought = sought;
    this.chosenNote();
    if (!sought) { this.present(base); if (wanted !== null) this.focus(base.indexOf(wanted)); return; }
    const hit = new Uint8Array(this.suite.cases);
    byId("count").textContent = "searching …";
    let shown = performance.now(), blocks = this.suite.blocks.length - 1;
    for (let block = 0; block < blocks; block++) {
      await this.searchBlock(block, sought, hit);
      if (run !== this.run) return;
      if (performance.now() - shown > 500) { shown = performance.now(); this.present(base.filter((i) => hit[i]), (block + 1) / blocks); await pause(); }
    }
    this.present(base.filter((i) => hit[i]));
  }
  async searchBlock(block, sought, hit) {
    const { suite } = this, text = await suite.blockText(block);
    const escaped = JSON.stringify(sought).slice(1, -1), start = suite.blocks[block], ids = (await suite.index()).ids;
    for (let i = start; i < suite.blocks[block + 1]; i++) if (ids[i].toLowerCase() === sought) hit[i] = 1;
    if (!text.toLowerCase().includes(escaped)) return;
    JSON.parse(text).forEach((one, place) => { if (one.slice(0, 4).flat().some((part) => part.toLowerCase().includes(sought))) hit[start + place] = 1; });
  }
  present(found, progress = null) {
    this.found = found;
    const searching = progress === null ? "" : `, searching: ${Math.round(100 * progress)} %`;
    byId("count").textContent = `${grouped(found.length)} of ${grouped(this.suite.cases)} cases${searching}`;
    this.show(0);
  }
  show(part) {
    // Lines are about three times as many on a phone.
    this.list.guess = (120 + 48 * this.systems.size) * (innerWidth < 640 ? 3.2 : 1);
    this.list.show(this.found, part);
    const parts = Math.ceil(this.found.length / this.list.size), bar = byId("parts");
    bar.hidden = parts < 2;
    bar.replaceChildren(...Array.from({ length: parts > 1 ? parts : 0 }, (_, place) => {
      const button = make("button", { type: "button", "aria-pressed": String(place === part) }, `from ${grouped(place * this.list.size + 1)}`);
      button.addEventListener("click", () => this.show(place));
      return button;
    }));
  }
  // Another number of systems makes other heights, and so other parts.
  redraw() { this.found = this.found.slice(); this.show(0); }
  chosenNote() {
    const note = byId("chosen");
    note.hidden = !this.finding;
    if (!this.finding) return;
    const button = make("button", { type: "button" }, "show all cases");
    button.addEventListener("click", () => { this.finding = null; this.update(); });
    note.replaceChildren(`Only the cases of: ${this.finding.title} `, button);
  }
  card(position, place, total, changed) {
    const item = make("li", { class: "case", tabindex: -1, "aria-posinset": place + 1, "aria-setsize": total });
    const box = make("dl");
    item.dataset.position = position;
    item.append(make("div", { class: "meta" }), box);
    this.fillCard(item, box, position).then(changed, (problem) => { box.append(make("dt", {}, "problem"), make("dd", {}, String(problem.message))); });
    return item;
  }
  async fillCard(item, box, position) {
    const { suite, metric } = this, index = await suite.index(), texts = await suite.texts(position), outcomes = await this.outcomeColumns();
    const scores = await Promise.all(suite.compared.filter((one) => one.place >= 0).map(async (one) => [one, await Promise.all([...this.systems].map((system) => suite.column(one, system)))]));
    const id = index.ids[position], link = make("a", { href: caseLink(suite, id), title: "Link to this case" }, `#${id}`);
    item.firstChild.append(link, ...index.tagged[position].map((tag) => make("span", {}, index.tags[tag])));
    if (!texts) { this.line(box, "text", "left out: the page would have been larger than 60 MB", ""); return; }
    const [source, references, contrasts, answers, marks] = texts, [from, to] = suite.languages, against = this.against(references, answers);
    if (source) this.line(box, "source", withHits(source, this.sought), from);
    references.forEach((text, place) => this.line(box, references.length > 1 ? `reference ${place + 1}` : "reference", withHits(text, this.sought), to));
    contrasts.forEach((text, place) => this.line(box, contrasts.length > 1 ? `contrast ${place + 1}` : "contrast", marked(references[0] ?? null, text, this.sought), to, directionOf(text)));
    [...this.systems].sort((a, b) => a - b).forEach((system) => {
      const outcome = suite.outcomes[outcomes[system][position]], own = against && against.system !== system ? against.text : null;
      const line = this.line(box, suite.systems[system], marked(outcome === "scored" || against?.system !== undefined ? own : null, answers[system], this.sought), to, directionOf(answers[system]));
      if (outcome !== "scored") line.append(" ", make("span", { class: `outcome ${outcome}` }, outcome));
      for (const [one, columns] of scores) {
        const value = columns[[...this.systems].indexOf(system)][position];
        if (!Number.isNaN(value)) line.append(" ", make("span", { class: one === metric ? "outcome chosen" : "outcome" }, `${one.spec} ${fixed(value, one.decimals)}`));
      }
      for (const [name, spec, target, origin, missing] of marks?.[system] ?? []) {
        this.line(box, `errors: ${name}`, markedErrors(target), to, directionOf(answers[system])).title = spec;
        if (origin.length) this.line(box, "… in the source", markedErrors(origin), from);
        if (missing) this.line(box, "… without a place", missing, "");
      }
    });
  }
  against(references, answers) {
    const [kind, place] = byId("pick-against").value.split("-");
    if (kind === "reference") { const text = references[place] ?? references[0]; return text === undefined ? null : { text }; }
    return kind === "system" ? { text: answers[place], system: Number(place) } : null;
  }
  line(box, name, content, language, direction = "auto") {
    const value = make("dd", { dir: direction, lang: language || null }, content);
    box.append(make("dt", {}, name), value);
    return value;
  }
  focus(place) {
    if (place < 0) return;
    const part = Math.floor(place / this.list.size);
    if (part !== (this.list.part ?? 0)) this.show(part);
    const node = this.list.bring(place);
    if (node) node.focus({ preventScroll: true });
  }
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
    if (event.key === "Escape" && typing) event.target.blur();
    if (typing || document.querySelector("dialog[open]")) return;
    if (event.key === "/") { event.preventDefault(); byId("find").focus(); }
    if (event.key === "j" || event.key === "k") this.step(event.key === "j" ? 1 : -1);
  }
  step(by) {
    if (!this.found?.length) return;
    const now = document.activeElement.closest?.(".case"), at = now ? Number(now.getAttribute("aria-posinset")) - 1 : by > 0 ? -1 : 1;
    this.focus(Math.min(Math.max(at + by, 0), this.found.length - 1));
  }
  async goTo(suite, position) {
    byId("find").value = ""; byId("pick-length").value = 0; byId("pick-slice").value = ""; byId("pick-outcome").value = "";
    this.finding = null;
    if (suite !== this.suite || !this.found) await this.open(suite);
    await this.update(position);
  }
  async showFinding(suite, number, title) {
    const all = await suite.json("findings");
    if (suite !== this.suite || !this.found) await this.open(suite);
    byId("find").value = "";
    this.finding = { cases: all[number - 1], title };
    await this.update();
    byId("cases").scrollIntoView();
  }
  async table(report) {
    const { suite } = this, index = await suite.index(), outcomes = await this.outcomeColumns(), metrics = suite.compared.filter((one) => one.place >= 0);
    const columns = await Promise.all(metrics.map((one) => Promise.all(suite.systems.map((_, system) => suite.column(one, system)))));
    const heads = ["id", "slices", "source", ...Array.from({ length: suite.references }, (_, i) => i ? `reference ${i + 1}` : "reference"),
      ...suite.fullNames.flatMap((name) => [name, `${name}: outcome`, ...metrics.map((one) => `${name}: ${one.spec}`)])];
    const lines = [heads.map(tsvCell).join("\t")];
    for (const [done, position] of this.found.entries()) {
      const [source, references, , answers] = (await suite.texts(position)) ?? ["", [], [], []];
      const cells = [index.ids[position], index.tagged[position].map((tag) => index.tags[tag]).join("; "), source, ...Array.from({ length: suite.references }, (_, i) => references[i] ?? ""),
        ...suite.systems.flatMap((_, system) => [answers[system] ?? "", suite.outcomes[outcomes[system][position]], ...columns.map((own) => own[system][position])])];
      lines.push(cells.map(tsvCell).join("\t"));
      if (done % 500 === 499) { report(done / this.found.length); await pause(); }
    }
    return `${lines.join("\n")}\n`;
  }
  async save() {
    const button = byId("export"), name = button.textContent;
    button.disabled = true;
    const text = await this.table((share) => { button.textContent = `Saving: ${Math.round(100 * share)} %`; });
    button.disabled = false;
    button.textContent = name;
    const address = URL.createObjectURL(new Blob([text], { type: "text/tab-separated-values;charset=utf-8" }));
    make("a", { href: address, download: `${this.suite.name.replace(/[^\p{L}\p{N}._-]+/gu, "-")}-cases.tsv` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 60000);
  }
}
// A text whose pieces are under errors or not: text, worst severity, all errors on it.
const markedErrors = (pieces) => {
  const box = make("span", { class: "marked" });
  box.append(...pieces.map(([text, severity, errors]) => severity ? make("mark", { class: `error ${severity}`, title: errors }, text) : text));
  return box;
};
// Tabs and line ends would break the table; what a spreadsheet takes for a formula gets an apostrophe.
const tsvCell = (value) => typeof value === "number" ? (Number.isNaN(value) ? "" : String(value)) : value.replace(/[\t\r\n\u2028\u2029]+/g, " ").replace(/^(?=[=+\-@].)/, "'");
const caseLink = (suite, id) => `#case/${suite.number}/${encodeURIComponent(id)}`;
const meanOf = (scores, i) => {
  let sum = 0, count = 0;
  for (const column of scores) if (!Number.isNaN(column[i])) { sum += column[i]; count++; }
  return count ? sum / count : 0;
};
const spreadOf = (scores, outcomes, i) => {
  let low = Infinity, high = -Infinity;
  for (const column of scores) { const value = column[i]; if (value < low) low = value; if (value > high) high = value; }
  let mixed = false;
  for (const column of outcomes) if (column[i] !== outcomes[0][i]) mixed = true;
  return (mixed ? 1e6 : 0) + (high > low ? high - low : 0);
};
