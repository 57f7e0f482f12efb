// Differences word by word, spaces kept; letters only inside a word that was changed a little.
const LONGEST_TABLE = 400000, ALIKE = 0.5;
const SIGNS = new RegExp(`\\s+|[${UNSPACED}]\\p{M}*|(?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}\\u200c\\u200d])+|[^]`, "gu");
const pieces = (text) => text.match(SIGNS) ?? [];

// Longest common subsequence: [kind, piece] with kinds same, new (only in `to`) and gone (only in `from`).
const subsequence = (a, b) => {
  let start = 0, endA = a.length, endB = b.length;
  while (start < endA && start < endB && a[start] === b[start]) start++;
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) { endA--; endB--; }
  const rows = endA - start, columns = endB - start;
  if (rows * columns > LONGEST_TABLE) return null;
  const width = columns + 1, table = new Uint16Array((rows + 1) * width);
  for (let i = rows - 1; i >= 0; i--) for (let j = columns - 1; j >= 0; j--)
    table[i * width + j] = a[start + i] === b[start + j] ? table[(i + 1) * width + j + 1] + 1 : Math.max(table[(i + 1) * width + j], table[i * width + j + 1]);
  const out = a.slice(0, start).map((piece) => ["same", piece]);
  for (let i = 0, j = 0; i < rows || j < columns;) {
    if (i < rows && j < columns && a[start + i] === b[start + j]) { out.push(["same", b[start + j]]); i++; j++; }
    else if (i < rows && (j >= columns || table[(i + 1) * width + j] >= table[i * width + j + 1])) { out.push(["gone", a[start + i]]); i++; }
    else { out.push(["new", b[start + j]]); j++; }
  }
  return [...out, ...a.slice(endA).map((piece) => ["same", piece])];
};

// Words first, so that spaces never decide what belongs together; then each run of changes as one piece gone and one new.
const difference = (from, to) => {
  const isWord = (piece) => piece.trim() !== "";
  const parts = subsequence(pieces(from).filter(isWord), pieces(to).filter(isWord));
  if (!parts) return null;
  const spaced = [], before = spaces(from), behind = spaces(to);
  let at = 0, where = 0;
  for (const [kind, piece] of parts) {
    const space = kind === "gone" ? before[where] : behind[at];
    spaced.push({ kind, piece, space });
    if (kind !== "gone") at++;
    if (kind !== "new") where++;
  }
  return joined(spaced);
};
// Two words that were never neighbours stand apart.
const SPACED_WORD = new RegExp(`^(?![${UNSPACED}])[\\p{L}\\p{N}]`, "u");
const between = (gone, fresh) => SPACED_WORD.test(gone) && SPACED_WORD.test(fresh) ? " " : "";
const spaces = (text) => {
  const found = [];
  let space = "";
  for (const piece of pieces(text)) if (piece.trim()) { found.push(space); space = ""; } else space = piece;
  return found;
};
// A word gone and a word new at the same place are shown as one word where most of their letters agree.
const joined = (parts) => {
  const out = [];
  for (let i = 0; i < parts.length;) {
    if (parts[i].kind === "same") { out.push(parts[i++]); continue; }
    const gone = [], fresh = [];
    while (i < parts.length && parts[i].kind !== "same") { (parts[i].kind === "gone" ? gone : fresh).push(parts[i]); i++; }
    const letters = gone.length === 1 && fresh.length === 1 ? lettersOf(gone[0].piece, fresh[0].piece) : null;
    if (letters) out.push({ kind: "changed", letters, space: fresh[0].space });
    else out.push(...gone, ...fresh.map((part, place) => place || !gone.length ? part : { ...part, space: part.space || between(gone[gone.length - 1].piece, part.piece) }));
  }
  return out;
};
// The letters in the middle that differ, where beginning and end agree in half the longer word.
const lettersOf = (from, to) => {
  const a = [...from], b = [...to], shorter = Math.min(a.length, b.length);
  let start = 0, end = 0;
  while (start < shorter && a[start] === b[start]) start++;
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  if (a.length < 3 || start + end < ALIKE * Math.max(a.length, b.length)) return null;
  const parts = [["same", a.slice(0, start)], ["gone", a.slice(start, a.length - end)], ["new", b.slice(start, b.length - end)], ["same", a.slice(a.length - end)]];
  return parts.filter(([, letters]) => letters.length).map(([kind, letters]) => [kind, letters.join("")]);
};

// Text with the sought words marked in it.
const withHits = (text, sought) => {
  const out = document.createDocumentFragment();
  if (!sought) { out.append(text); return out; }
  const low = text.toLowerCase();
  // Lower case may be longer than the text, in a few languages; then nothing is marked.
  if (low.length !== text.length) { out.append(text); return out; }
  let at = 0;
  for (let found = low.indexOf(sought); found >= 0; found = low.indexOf(sought, at)) {
    out.append(text.slice(at, found), make("mark", { class: "hit" }, text.slice(found, found + sought.length)));
    at = found + sought.length;
  }
  out.append(text.slice(at));
  return out;
};
const marked = (reference, text, sought) => {
  const out = document.createDocumentFragment(), parts = reference === null ? null : difference(reference, text);
  if (!parts) return withHits(text, sought);
  let run = "";
  const flush = () => { if (run) out.append(withHits(run, sought)); run = ""; };
  for (const { kind, piece, space, letters } of parts) {
    if (kind === "same") { run += space + piece; continue; }
    run += space;
    flush();
    if (kind === "changed") out.append(make("span", { class: "changed" }, ...letters.map(([what, letter]) => what === "same" ? letter : make(what === "gone" ? "del" : "ins", {}, letter))));
    else out.append(make(kind === "gone" ? "del" : "ins", {}, withHits(piece, sought)));
  }
  flush();
  return out;
};
