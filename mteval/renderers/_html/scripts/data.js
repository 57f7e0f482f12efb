// What the page holds: facts of all suites at once, everything else opened when it is wanted.
const suites = JSON.parse(byId("facts").textContent);
const MISSING = -2147483648, KEPT_BLOCKS = 96, PASSED = "passed", FAILED = "failed", OUTCOME_METRIC = "outcome";

const fromBase64 = (text) => {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const binary = atob(text), bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
};
const inflate = async (bytes) => {
  if (!("DecompressionStream" in window)) return inflateBytes(bytes);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
};
// Many times faster than Float64Array.from with a function.
const numbersOf = (column, number) => {
  const found = new Float64Array(column.length);
  for (let i = 0; i < column.length; i++) found[i] = number(column[i]);
  return found;
};
const utf8 = new TextDecoder();

class SuiteData {
  constructor(facts, number) {
    Object.assign(this, facts);
    this.number = number;
    this.opened = new Map();
    this.blockTexts = new Map();
    // Outcomes are compared as a metric where there are any and nothing else scores single cases.
    this.compared = (this.scored ?? []).map((metric, place) => ({ ...metric, place }));
    if (this.outcomes && this.outcomes.includes(PASSED)) this.compared.push({ spec: OUTCOME_METRIC, higher: true, decimals: 0, place: -1 });
  }
  has(name) { return Boolean(byId(`data-${this.number}-${name}`)); }
  bytes(name) { return inflate(fromBase64(byId(`data-${this.number}-${name}`).textContent)); }
  once(name, open) {
    if (!this.opened.has(name)) this.opened.set(name, this.bytes(name).then(open));
    return this.opened.get(name);
  }
  json(name) { return this.once(name, (bytes) => JSON.parse(utf8.decode(bytes))); }
  index() { return this.json("index"); }
  outcomeColumn(system) { return this.once(`outcome-${system}`, (bytes) => bytes); }
  async column(metric, system) {
    if (metric.place < 0) {
      const passed = this.outcomes.indexOf(PASSED), failed = this.outcomes.indexOf(FAILED);
      return numbersOf(await this.outcomeColumn(system), (one) => one === passed ? 1 : one === failed ? 0 : NaN);
    }
    return this.once(`score-${metric.place}-${system}`, (bytes) => {
      const whole = new Int32Array(bytes.slice().buffer), scale = 10 ** metric.places[system];
      return numbersOf(whole, (one) => one === MISSING ? NaN : one / scale);
    });
  }
  blockOf(position) {
    let low = 0, high = this.blocks.length - 1;
    while (low + 1 < high) { const middle = (low + high) >> 1; if (this.blocks[middle] <= position) low = middle; else high = middle; }
    return low;
  }
  async blockText(block) { return utf8.decode(await this.bytes(`block-${block}`)); }
  block(block) {
    const held = this.blockTexts.get(block) ?? this.blockText(block).then(JSON.parse);
    this.blockTexts.delete(block);
    this.blockTexts.set(block, held);
    if (this.blockTexts.size > KEPT_BLOCKS) this.blockTexts.delete(this.blockTexts.keys().next().value);
    return held;
  }
  // Source, references, contrasts and answers of one case; null where its text was left out.
  async texts(position) {
    if (position >= this.textsEnd) return null;
    const block = this.blockOf(position);
    return (await this.block(block))[position - this.blocks[block]];
  }
  get textsEnd() { return this.blocks[this.blocks.length - 1]; }
}
const opened = suites.map((facts, place) => new SuiteData(facts, place + 1));
const withCases = opened.filter((suite) => suite.cases);
