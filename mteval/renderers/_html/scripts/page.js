// What belongs to the whole page: colours, navigation, findings, links into it.
const root = document.documentElement;
const isDark = () => root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
for (const table of document.querySelectorAll("table.sortable")) sortByClick(table);

const nav = byId("nav"), navMore = byId("nav-more"), navFrame = byId("nav-frame");
const showMore = () => {
  const left = nav.scrollWidth - nav.clientWidth - nav.scrollLeft;
  navFrame.classList.toggle("more-right", left > 4);
  navFrame.classList.toggle("more-left", nav.scrollLeft > 4);
  navMore.hidden = nav.scrollWidth <= nav.clientWidth + 4;
  navMore.textContent = left > 4 ? "›" : "‹";
};
navMore.addEventListener("click", () => { const left = nav.scrollWidth - nav.clientWidth - nav.scrollLeft; nav.scrollTo({ left: left > 4 ? nav.scrollLeft + nav.clientWidth * 0.8 : 0 }); });
nav.addEventListener("scroll", showMore, { passive: true });
addEventListener("resize", showMore);
showMore();

const drawer = byId("findings");
if (drawer) {
  byId("open-findings").addEventListener("click", () => drawer.showModal());
  byId("close-findings").addEventListener("click", () => drawer.close());
  drawer.addEventListener("click", (event) => { if (event.target === drawer) drawer.close(); });
}

const browser = withCases.length ? new CaseBrowser() : null;
const pairs = browser && byId("pairs") ? new PairView(browser) : null;
// Parts are filled when they come near; one that a link leads past is filled before, so that it pushes nothing away.
const parts = [];
const fillLater = (id, open) => { let done = null; const once = () => done ??= open(); whenSeen(byId(id), once); parts.push({ id, once }); };
if (byId("slices")) { const slices = new SliceBrowser(); fillLater("slices", () => slices.open()); }
if (pairs && pairs.suites.length) fillLater("pairs", () => pairs.open());
if (browser) fillLater("cases", () => browser.found ? null : browser.open(withCases[0]));
byId("theme").addEventListener("click", () => { root.dataset.theme = isDark() ? "light" : "dark"; if (pairs) pairs.repaint(); });

// Where a link leads to stays in view while parts above it are filled, until the reader moves.
let staying = null;
const stay = (move) => { staying = move; move(); };
for (const kind of ["wheel", "touchstart", "keydown", "pointerdown"]) addEventListener(kind, () => { staying = null; }, { passive: true, capture: true });
const watchParts = new ResizeObserver(() => { if (staying) staying(); });
for (const { id } of parts) if (id !== "cases") watchParts.observe(byId(id));

// #case/SUITE/ID shows a case, #finding/SUITE/NUMBER the cases of a finding, #pair/SUITE/A/B two systems by their ranks from 0.
const follow = async () => {
  const target = parts.findIndex((part) => `#${part.id}` === location.hash);
  if (target >= 0) {
    for (const part of parts.slice(0, target + 1)) await part.once();
    stay(() => byId(parts[target].id).scrollIntoView());
    return;
  }
  const [kind, number, ...rest] = location.hash.slice(1).split("/");
  if (kind === "pair") {
    if (!pairs || !pairs.suites.length) return;
    for (const part of parts.slice(0, parts.findIndex((one) => one.id === "pairs") + 1)) await part.once();
    await pairs.show(number, Number(rest[0]), Number(rest[1]));
    stay(() => byId("pairs").scrollIntoView());
    return;
  }
  if (!browser || (kind !== "case" && kind !== "finding")) return;
  const suite = withCases.find((one) => String(one.number) === number);
  if (!suite) return;
  if (drawer && drawer.open) drawer.close();
  if (kind === "finding") {
    const link = [...document.querySelectorAll("a.to-cases")].find((one) => one.getAttribute("href") === location.hash);
    await browser.showFinding(suite, Number(rest[0]), link ? link.parentNode.querySelector("code").textContent : "the finding");
    return;
  }
  const position = (await suite.index()).ids.indexOf(decodeURIComponent(rest.join("/")));
  if (position < 0) return;
  for (const part of parts) await part.once();
  await browser.goTo(suite, position);
  stay(() => browser.focus(browser.found.indexOf(position)));
};
addEventListener("hashchange", follow);
// A link to where the page is already changes no address.
document.addEventListener("click", (event) => { const link = event.target.closest?.("a[href^='#case/'], a[href^='#finding/'], a[href^='#pair/']"); if (link && link.getAttribute("href") === location.hash) follow(); });
follow();
