"use strict";
(() => {
  const root = document.documentElement;
  const dark = () => root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  document.getElementById("theme").addEventListener("click", () => { root.dataset.theme = dark() ? "light" : "dark"; });

  // Sortable tables: each header holds a button, so that the keyboard reaches it.
  for (const table of document.querySelectorAll("table.sortable")) {
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const down = head.getAttribute("aria-sort") !== "descending";
        heads.forEach((other) => other.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", down ? "descending" : "ascending");
        const key = (row) => { const cell = row.cells[column]; const text = cell.dataset.value ?? cell.textContent.trim(); const number = parseFloat(text); return Number.isNaN(number) ? text : number; };
        const rows = [...table.tBodies[0].rows];
        rows.sort((a, b) => { const x = key(a), y = key(b); const order = typeof x === "number" && typeof y === "number" ? x - y : String(x).localeCompare(String(y)); return down ? -order : order; });
        table.tBodies[0].append(...rows);
      });
    });
  }

  const data = document.getElementById("case-data");
  if (!data) return;
  const suites = JSON.parse(data.textContent);
  const element = (id) => document.getElementById(id);
  const [pickSuite, find, pickSlice, pickOutcome, pickOrder, list, count] =
    ["pick-suite", "find", "pick-slice", "pick-outcome", "pick-order", "list", "count"].map(element);
  const BATCH = 40;
  let shown = [], drawn = 0, suite = suites[0];

  const option = (value, text) => new Option(text, value);
  suites.forEach((one, index) => pickSuite.add(option(index, `${one.name} (${one.cases.length})`)));

  const spread = (one) => {
    const outcomes = new Set(one.a.map((answer) => answer[1]));
    const scores = one.a.map((answer) => answer[2]).filter((score) => score !== null);
    const range = scores.length > 1 ? Math.max(...scores) - Math.min(...scores) : 0;
    return (outcomes.size > 1 ? 1e6 : 0) + range;
  };
  const badness = (one) => {
    const failed = one.a.filter((answer) => answer[1] === "failed").length;
    const scores = one.a.map((answer) => answer[2]).filter((score) => score !== null);
    const mean = scores.length ? scores.reduce((sum, score) => sum + score, 0) / scores.length : 0;
    return failed * 1e6 + (suite.higher ? -mean : mean);
  };

  const prepare = () => {
    suite = suites[pickSuite.value || 0];
    const slices = new Set(), outcomes = new Set();
    suite.cases.forEach((one, index) => {
      one.n = index; one.spread = spread(one); one.bad = badness(one);
      one.text = [one.i, one.s, ...one.r, ...one.c, ...one.a.map((answer) => answer[0])].join("\n").toLocaleLowerCase();
      one.t.forEach((tag) => slices.add(tag));
      one.a.forEach((answer) => outcomes.add(answer[1]));
    });
    pickSlice.replaceChildren(option("", "all"), ...[...slices].sort().map((tag) => option(tag, tag)));
    pickOutcome.replaceChildren(option("", "all"), ...(suite.systems.length > 1 ? [option("mixed", "systems differ")] : []), ...[...outcomes].sort().map((name) => option(name, name)));
    update();
  };

  const orders = {
    disagreement: (a, b) => b.spread - a.spread || b.bad - a.bad || a.n - b.n,
    worst: (a, b) => b.bad - a.bad || a.n - b.n,
    best: (a, b) => a.bad - b.bad || a.n - b.n,
    file: (a, b) => a.n - b.n,
  };
  const update = () => {
    const words = find.value.toLocaleLowerCase(), tag = pickSlice.value, outcome = pickOutcome.value;
    const wanted = (one) => (!words || one.text.includes(words)) && (!tag || one.t.includes(tag)) &&
      (!outcome || (outcome === "mixed" ? new Set(one.a.map((answer) => answer[1])).size > 1 : one.a.some((answer) => answer[1] === outcome)));
    shown = suite.cases.filter(wanted).sort(orders[pickOrder.value]);
    count.textContent = `${shown.length} of ${suite.cases.length} cases`;
    list.replaceChildren(); drawn = 0; draw();
  };

  const pieces = (text) => text.match(/\s/) ? text.split(/(\s+)/).filter(Boolean) : [...text];
  // Longest common subsequence of tokens: marks what one text has and the other has not.
  const difference = (from, to) => {
    const a = pieces(from), b = pieces(to);
    if (a.length * b.length > 250000) return null;
    const width = b.length + 1, table = new Uint16Array((a.length + 1) * width);
    for (let i = a.length - 1; i >= 0; i--) for (let j = b.length - 1; j >= 0; j--)
      table[i * width + j] = a[i] === b[j] ? table[(i + 1) * width + j + 1] + 1 : Math.max(table[(i + 1) * width + j], table[i * width + j + 1]);
    const out = []; let i = 0, j = 0;
    while (i < a.length || j < b.length) {
      if (i < a.length && j < b.length && a[i] === b[j]) { out.push(["same", b[j]]); i++; j++; }
      else if (j < b.length && (i >= a.length || table[i * width + j + 1] >= table[(i + 1) * width + j])) { out.push(["new", b[j]]); j++; }
      else { out.push(["gone", a[i]]); i++; }
    }
    return out;
  };
  const marked = (reference, text) => {
    const out = document.createDocumentFragment(), parts = reference ? difference(reference, text) : null;
    if (!parts) { out.append(text); return out; }
    for (const [kind, part] of parts) {
      if (kind === "same" || !part.trim()) { if (kind !== "gone") out.append(part); continue; }
      const node = document.createElement(kind === "new" ? "mark" : "del");
      node.textContent = part; out.append(node, kind === "gone" ? " " : "");
    }
    return out;
  };
  const line = (box, name, content, language) => {
    const dt = document.createElement("dt"), dd = document.createElement("dd");
    dt.textContent = name; dd.dir = "auto"; if (language) dd.lang = language;
    dd.append(content); box.append(dt, dd); return dd;
  };
  const card = (one) => {
    const item = document.createElement("li"); item.className = "case"; item.tabIndex = 0;
    const meta = document.createElement("div"); meta.className = "meta";
    for (const text of [`#${one.i}`, ...one.t]) { const span = document.createElement("span"); span.textContent = text; meta.append(span); }
    const box = document.createElement("dl");
    if (one.s) line(box, "source", one.s, suite.languages[0]);
    one.r.forEach((text, index) => line(box, one.r.length > 1 ? `reference ${index + 1}` : "reference", text, suite.languages[1]));
    one.c.forEach((text, index) => line(box, one.c.length > 1 ? `contrast ${index + 1}` : "contrast", marked(one.r[0], text), suite.languages[1]));
    one.a.forEach(([text, outcome, score], index) => {
      const dd = line(box, suite.systems[index], outcome === "scored" ? marked(one.r[0], text) : text, suite.languages[1]);
      const note = outcome === "scored" ? "" : outcome;
      if (note) { const badge = document.createElement("span"); badge.className = `outcome ${outcome}`; badge.textContent = note; dd.append(" ", badge); }
      if (score !== null && outcome === "scored") { const badge = document.createElement("span"); badge.className = "outcome"; badge.textContent = `${suite.metric} ${score}`; dd.append(" ", badge); }
    });
    item.append(meta, box); return item;
  };
  const draw = () => { for (const one of shown.slice(drawn, drawn + BATCH)) list.append(card(one)); drawn = Math.min(drawn + BATCH, shown.length); };

  const end = document.createElement("div"); list.after(end);
  new IntersectionObserver((entries) => { if (entries.some((entry) => entry.isIntersecting) && drawn < shown.length) draw(); }, { rootMargin: "600px" }).observe(end);

  let timer = 0;
  find.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(update, 120); });
  pickSuite.addEventListener("change", prepare);
  for (const control of [pickSlice, pickOutcome, pickOrder]) control.addEventListener("change", update);
  element("browse").addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
    if (event.key === "Escape" && typing) { event.target.blur(); return; }
    if (typing) return;
    if (event.key === "/") { event.preventDefault(); find.focus(); }
    if (event.key === "j" || event.key === "k") {
      const cards = [...list.children], at = cards.indexOf(document.activeElement);
      const next = cards[event.key === "j" ? at + 1 : Math.max(at - 1, 0)];
      if (next) { next.focus(); if (event.key === "j" && at + 3 > cards.length) draw(); }
    }
  });
  prepare();
})();
