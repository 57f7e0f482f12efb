// A against B: two systems on one metric, case by case.
const EXAMPLES = 5, LISTED_WORDS = 12, MANY_SLICES = 15, COUNTED_AT_ONCE = 5000;

class PairView {
  constructor(browser) {
    this.browser = browser;
    this.suites = withCases.filter((suite) => suite.systems.length > 1 && suite.compared.length);
    if (!this.suites.length) { byId("pairs").hidden = true; document.querySelector('nav a[href="#pairs"]').hidden = true; return; }
    options(byId("pair-suite"), this.suites.map((suite, place) => [place, suite.name]));
    byId("pair-suite").addEventListener("change", () => this.open());
    for (const id of ["pair-a", "pair-b", "pair-metric"]) byId(id).addEventListener("change", () => this.update());
    byId("pair-controls").addEventListener("submit", (event) => event.preventDefault());
    this.paints = [];
    this.run = 0;
  }
  repaint() { for (const paint of this.paints) paint(); }
  open() {
    this.suite = this.suites[byId("pair-suite").value || 0];
    const systems = [...this.suite.systems.entries()];
    options(byId("pair-a"), systems, 0);
    options(byId("pair-b"), systems, 1);
    options(byId("pair-metric"), this.suite.compared.map((metric, place) => [place, metric.spec]));
    return this.update();
  }
  async show(number, a, b) {
    const place = this.suites.findIndex((suite) => String(suite.number) === number);
    if (place < 0) return;
    if (Number(byId("pair-suite").value) !== place) { byId("pair-suite").value = place; await this.open(); }
    if (byId("pair-a").options[a] && byId("pair-b").options[b]) { byId("pair-a").value = a; byId("pair-b").value = b; }
    await this.update();
  }
  async update() {
    const run = ++this.run, { suite } = this, a = Number(byId("pair-a").value), b = Number(byId("pair-b").value), metric = suite.compared[byId("pair-metric").value];
    const body = byId("pair-body");
    this.paints = [];
    if (a === b) { byId("pair-sentence").textContent = "Choose two different systems."; body.replaceChildren(); return; }
    const [inA, inB] = await Promise.all([suite.column(metric, a), suite.column(metric, b)]);
    const positions = [], left = [], right = [];
    for (let i = 0; i < inA.length; i++) if (!Number.isNaN(inA[i]) && !Number.isNaN(inB[i])) { positions.push(i); left.push(inA[i]); right.push(inB[i]); }
    // Rounded as the data are, so that equal scores differ by nothing.
    const scale = 10 ** (metric.decimals + 2), differences = left.map((value, place) => Math.round((value - right[place]) * scale) / scale);
    await pause();
    const pair = { suite, a, b, metric, names: [suite.systems[a], suite.systems[b]], positions, left, right, differences, sign: metric.higher ? 1 : -1 };
    byId("pair-sentence").textContent = this.sentence(pair);
    const words = make("div", { class: "word-tables" });
    const parts = [], made = [() => this.shares(pair), () => this.pictures(pair), () => this.examples(pair), async () => this.lengths(pair, (await suite.index()).lengths), () => this.slices(pair)];
    for (const one of made) { parts.push(await one()); await pause(); }
    if (run !== this.run) return;
    body.replaceChildren(...parts.filter(Boolean), words);
    if (!suite.references) return;
    const count = () => this.words(pair, words, () => run === this.run);
    if (suite.textsEnd <= COUNTED_AT_ONCE) count(); else whenSeen(words, count);
  }
  sentence({ suite, a, b, metric, names }) {
    const place = suite.metrics.findIndex((one) => one.spec === metric.spec), at = place < 0 ? 0 : place, whole = suite.metrics[at];
    if (!whole) return "";
    const values = [whole.values[a], whole.values[b]].map((value) => fixed(value, whole.decimals));
    const start = `${whole.spec} over all cases: A, ${names[0]}, ${values[0]}; B, ${names[1]}, ${values[1]}.`;
    const test = suite.tests.find(([one, x, y]) => one === at && ((x === a && y === b) || (x === b && y === a)));
    if (!test) return start;
    const turn = test[1] === a ? 1 : -1, [, , , size, low, high, p, adjusted] = test, bounds = low === null ? "" : ` [${(turn > 0 ? [low, high] : [-high, -low]).map((value) => signed(value, whole.decimals)).join(", ")}]`;
    const sure = adjusted !== null && adjusted < 0.05 ? "significant" : "not significant";
    return `${start} A − B = ${signed(size === null ? NaN : turn * size, whole.decimals)}${bounds}, ${sure}: ${pText(p)}, corrected ${pText(adjusted)} (${whole.test}).`;
  }
  shares({ differences, sign, names, metric }) {
    const better = differences.filter((value) => value * sign > 0).length, worse = differences.filter((value) => value * sign < 0).length, even = differences.length - better - worse;
    const mean = differences.length ? differences.reduce((sum, value) => sum + value, 0) / differences.length : NaN;
    return make("div", { class: "outcomes" }, make("h3", {}, `Case by case on ${metric.spec}`),
      shareBar([{ name: "A better", count: better, tone: "above" }, { name: "equal", count: even, tone: "even" }, { name: "B better", count: worse, tone: "below" }]),
      make("p", { id: "pair-shares" }, make("b", {}, `A better ${grouped(better)}`), ` · equal ${grouped(even)} · `, make("b", {}, `B better ${grouped(worse)}`), ` · of ${plural(differences.length, "case")} · mean difference ${signed(mean, metric.decimals)}`),
      make("p", { class: "dim" }, `A is ${names[0]}, B is ${names[1]}.`));
  }
  pictures({ suite, left, right, differences, names, metric, positions }) {
    const cloud = scatter(left, right, names, metric.spec, (place) => this.goTo(suite, positions[place]));
    this.paints.push(cloud.paint);
    const outcome = metric.place < 0;
    return outcome ? null : make("div", { class: "pictures" },
      make("figure", {}, make("figcaption", {}, `${metric.spec} of each case; click a point to read it`), cloud.node),
      make("figure", {}, make("figcaption", {}, `Differences, ${metric.higher ? "right" : "left"}: A better`), histogram(differences, metric.spec)));
  }
  goTo(suite, position) { suite.index().then((index) => { location.hash = caseLink(suite, index.ids[position]); }); }
  async examples(pair) {
    const { differences, sign, positions, metric, suite, a, b } = pair, order = [...differences.keys()].filter((place) => differences[place] !== 0).sort((x, y) => sign * (differences[y] - differences[x]) || x - y);
    const better = order.filter((place) => sign * differences[place] > 0).slice(0, EXAMPLES), worse = order.filter((place) => sign * differences[place] < 0).reverse().slice(0, EXAMPLES);
    const box = make("div", { class: "examples" });
    const list = async (title, id, places, note) => {
      const items = await Promise.all(places.map(async (place) => this.example(pair, positions[place], note(place))));
      if (items.length) box.append(make("div", { id }, make("h3", {}, title), make("ul", {}, ...items)));
    };
    const size = (place) => `A − B = ${signed(differences[place], metric.decimals)}`;
    await list("Where A is much better", "examples-a", better, size);
    await list("Where B is much better", "examples-b", worse, size);
    await pause();
    const other = suite.compared.find((one) => one !== metric && one.place >= 0);
    if (other && metric.place >= 0) {
      const [inA, inB] = await Promise.all([suite.column(other, a), suite.column(other, b)]), theirs = positions.map((i) => inA[i] - inB[i]);
      await pause();
      const places = disagreements(differences.map((value) => value * sign), theirs.map((value) => value * (other.higher ? 1 : -1)));
      await list(`Where ${metric.spec} and ${other.spec} disagree`, "examples-disagree", places.slice(0, EXAMPLES), (place) => `${size(place)}, ${other.spec} ${signed(theirs[place], other.decimals)}`);
    }
    return box;
  }
  async example({ suite, a, b }, position, note) {
    const texts = await suite.texts(position), id = (await suite.index()).ids[position], reference = texts?.[1][0];
    const line = (name, content) => make("div", {}, make("span", { class: "dim" }, `${name} `), make("span", { dir: "auto", lang: suite.languages[1] || null }, content));
    return make("li", {}, make("a", { href: caseLink(suite, id) }, `#${id}`), ` ${note}`, ...(texts ? [reference === undefined ? null : line("reference", reference), line("A", texts[3][a]), line("B", texts[3][b])] : []));
  }
  lengths({ left, right, positions, metric }, lengths) {
    const groups = LENGTHS.map(([name]) => ({ name, n: 0, a: 0, b: 0 }));
    positions.forEach((position, place) => {
      const group = groups[LENGTHS.findIndex(([, low, high]) => lengths[position] >= low && lengths[position] <= high)];
      group.n++; group.a += left[place]; group.b += right[place];
    });
    const rows = groups.filter((group) => group.n).map((group) => ({ ...group, a: group.a / group.n, b: group.b / group.n }));
    return this.comparison("pair-lengths", `Mean ${metric.spec} of cases by length`, rows, Math.max(metric.decimals, 2), metric.higher, { group: "words in the reference", size: "cases" });
  }
  // A table of both systems over groups, with the better one marked.
  comparison(id, title, rows, decimals, higher, { group = "group", size = "n", more = [] } = {}) {
    if (!rows.length) return null;
    const gap = (row) => row.a - row.b, best = higher ? "high" : "low";
    const table = new DataTable({
      label: title, rows, shown: MANY_SLICES,
      columns: [
        { title: group, head: true, text: (row) => row.name },
        { title: size, number: true, best: "high", value: (row) => row.n, text: (row) => String(row.n) },
        ...more,
        { title: "A", number: true, best, value: (row) => row.a, text: (row) => fixed(row.a, decimals) },
        { title: "B", number: true, best, value: (row) => row.b, text: (row) => fixed(row.b, decimals) },
        { title: "A − B", number: true, best, value: gap, text: (row) => signed(gap(row), decimals), tone: (row) => Math.abs(gap(row)) < 0.5 * 10 ** -decimals || Number.isNaN(gap(row)) ? "" : (gap(row) > 0) === higher ? "above" : "below" },
      ],
    });
    return make("div", { id, class: "comparison" }, make("h3", {}, title), table.node);
  }
  async slices({ suite, a, b, metric }) {
    const place = suite.metrics.findIndex((one) => one.spec === metric.spec), at = place < 0 ? 0 : place;
    if (!suite.has("slices") || !suite.metrics[at]) return null;
    const found = new Map();
    for (const [one, tag, value, system, n, , score] of await suite.json("slices")) {
      if (one !== at || (system !== a && system !== b)) continue;
      const name = `${tag}: ${value}`;
      if (!found.has(name)) found.set(name, { name, n, a: NaN, b: NaN });
      found.get(name)[system === a ? "a" : "b"] = score ?? NaN;
    }
    const rows = [...found.values()].sort((x, y) => Math.abs(y.a - y.b || 0) - Math.abs(x.a - x.b || 0));
    return this.comparison("pair-slices", `${suite.metrics[at].spec} by slice, largest difference first`, rows, suite.metrics[at].decimals, suite.metrics[at].higher, { group: "slice" });
  }
  async words(pair, box, wanted) {
    const { suite, a, b } = pair, counts = new WordCounts(), blocks = suite.blocks.length - 1, every = Math.max(1, Math.ceil(suite.textsEnd / COUNTED_CASES));
    const progress = make("p", { role: "status" });
    let taken = 0, since = performance.now();
    box.replaceChildren(progress);
    for (let block = 0; block < blocks; block += every) {
      for (const [, references, , answers] of await suite.block(block)) {
        if (!references.length) continue;
        counts.take(references[0], answers[a], answers[b]);
        taken++;
        if (performance.now() - since > 40) {
          progress.textContent = `Counting words: ${Math.round(100 * (block + 1) / blocks)} %`;
          await pause();
          since = performance.now();
          if (!wanted()) return;
        }
      }
    }
    if (!taken) { box.replaceChildren(); return; }
    const classes = suite.has("classes") ? await suite.json("classes") : null;
    if (!wanted()) return;
    const note = every > 1 ? `Counted over ${grouped(taken)} cases, evenly spread over all ${grouped(suite.cases)}.` : `Counted over ${plural(taken, "case")}.`;
    box.replaceChildren(make("p", { class: "dim" }, `${note} Words are lower-cased runs of letters and digits; with several references, the first one counts.`),
      ...(await this.wordTables(counts, classes)).filter(Boolean));
  }
  async wordTables(counts, classes) {
    const f1Rows = (groups) => groups.filter(Boolean).map(({ name, types, sums }) => ({ name, n: types, a: f1(sums[3], sums[1], sums[0]), b: f1(sums[4], sums[2], sums[0]), wanted: sums[0] }));
    const bucket = (word, row) => FREQUENCIES.find(([, low, high]) => row[0] >= low && row[0] <= high)[0];
    const frequent = groupWords(counts.words, bucket);
    await pause();
    const wanted = { title: "occurrences", number: true, best: "high", value: (row) => row.wanted, text: (row) => String(row.wanted) };
    const byFrequency = this.comparison("pair-frequency", "Word F1 by frequency in the references", f1Rows(FREQUENCIES.slice(1).map(([name]) => frequent.get(name))), 2, true, { group: "times in the references", size: "words", more: [wanted] });
    const byClass = classes ? this.comparison("pair-classes", "Word F1 by part of speech", f1Rows([...groupWords(counts.words, (word) => classes[word] ?? "not tagged").values()].filter((group) => group.sums[0]).sort((x, y) => y.sums[0] - x.sums[0])), 2, true, { group: "part of speech", size: "words", more: [wanted] }) : null;
    const out = [byFrequency, byClass];
    for (const [system, title, least] of [[1, "A", true], [1, "A", false], [2, "B", true], [2, "B", false]]) out.push(this.produced(counts.words, system, title, least));
    await pause();
    for (let order = 1; order <= LONGEST; order++) { out.push(this.gains(counts.grams[order - 1], order)); await pause(); }
    return out;
  }
  produced(words, system, title, over) {
    const sign = over ? 1 : -1, rows = [];
    for (const [word, row] of words) if (sign * (row[system] - row[0]) > 0) rows.push({ word, row, much: sign * excess(row[system], row[0]) });
    rows.sort((x, y) => y.much - x.much || (x.word < y.word ? -1 : 1));
    return this.wordTable(`produced-${title.toLowerCase()}-${over ? "over" : "under"}`, `Words ${title} ${over ? "over" : "under"}-produces`, rows.slice(0, LISTED_WORDS).map(({ word, row }) => [word, row[0], row[1], row[2]]), ["word", "references", "A", "B"]);
  }
  gains(grams, order) {
    const rows = [...grams].filter(([, [a, b]]) => a !== b).map(([gram, [a, b]]) => [gram, a, b]), by = (sign) => (x, y) => sign * ((y[1] - y[2]) - (x[1] - x[2])) || (x[0] < y[0] ? -1 : 1);
    const name = order === 1 ? "Words" : `${order}-grams`;
    return make("div", { class: "gains", id: `gains-${order}` },
      this.wordTable(`gains-${order}-a`, `${name} A has right more often`, rows.filter((row) => row[1] > row[2]).sort(by(1)).slice(0, LISTED_WORDS), [order === 1 ? "word" : "n-gram", "only A", "only B"]),
      this.wordTable(`gains-${order}-b`, `${name} B has right more often`, rows.filter((row) => row[2] > row[1]).sort(by(-1)).slice(0, LISTED_WORDS), [order === 1 ? "word" : "n-gram", "only A", "only B"]));
  }
  wordTable(id, title, rows, heads) {
    if (!rows.length) return null;
    return make("div", { id, class: "words" }, make("h3", {}, title), make("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": title }, make("table", {}, make("thead", {}, make("tr", {}, ...heads.map((head, place) => make("th", { scope: "col", class: place ? "number" : null }, head)))),
      make("tbody", {}, ...rows.map(([word, ...numbers]) => make("tr", {}, make("th", { scope: "row", dir: "auto" }, word), ...numbers.map((number) => make("td", { class: "number" }, String(number)))))))));
  }
}
// Cases that two metrics judge oppositely: first where even the smaller of the two differences, in standard deviations, is large.
const disagreements = (mine, theirs) => {
  const spread = (values) => { const known = values.filter((value) => !Number.isNaN(value)), mean = known.reduce((sum, value) => sum + value, 0) / known.length; return Math.sqrt(known.reduce((sum, value) => sum + (value - mean) ** 2, 0) / known.length) || 1; };
  const [here, there] = [spread(mine), spread(theirs)], much = mine.map((value, place) => value * theirs[place] < 0 ? Math.min(Math.abs(value) / here, Math.abs(theirs[place]) / there) : 0);
  return [...much.keys()].filter((place) => much[place] > 0).sort((x, y) => much[y] - much[x] || x - y);
};
