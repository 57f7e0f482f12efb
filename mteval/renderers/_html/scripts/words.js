// Words as mteval's unicode tokenizer cuts them: runs of letters, marks and digits, lower-cased; a character where a script has no spaces.
const UNSPACED = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}";
const WORD = new RegExp(`[${UNSPACED}]\\p{M}*|(?![${UNSPACED}])[\\p{L}\\p{N}](?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}\\u200c\\u200d])*`, "gu");
const wordsOf = (text) => text.toLowerCase().normalize("NFC").match(WORD) ?? [];
const LONGEST = 4, COUNTED_CASES = 20000;

const countGrams = (words, order) => {
  const found = new Map();
  for (let i = 0; i + order <= words.length; i++) {
    const gram = order === 1 ? words[i] : words.slice(i, i + order).join(" ");
    found.set(gram, (found.get(gram) ?? 0) + 1);
  }
  return found;
};
const add = (table, key, width, place, count) => {
  let row = table.get(key);
  if (!row) table.set(key, row = new Int32Array(width));
  row[place] += count;
};

// Counts over cases: per word how often it stands in the reference, in A and in B, and in how many places A and B have it right;
// per n-gram of the reference how often only A or only B has it. Several references: the one given first.
class WordCounts {
  constructor() { this.words = new Map(); this.grams = Array.from({ length: LONGEST }, () => new Map()); }
  take(reference, a, b) {
    const texts = [reference, a, b].map(wordsOf);
    for (let order = 1; order <= LONGEST; order++) {
      const [wanted, inA, inB] = texts.map((words) => countGrams(words, order));
      for (const [gram, count] of wanted) {
        const rightA = Math.min(count, inA.get(gram) ?? 0), rightB = Math.min(count, inB.get(gram) ?? 0);
        if (order === 1) { add(this.words, gram, 5, 0, count); add(this.words, gram, 5, 3, rightA); add(this.words, gram, 5, 4, rightB); }
        if (rightA > rightB) add(this.grams[order - 1], gram, 2, 0, rightA - rightB);
        if (rightB > rightA) add(this.grams[order - 1], gram, 2, 1, rightB - rightA);
      }
      if (order > 1) continue;
      for (const [word, count] of inA) add(this.words, word, 5, 1, count);
      for (const [word, count] of inB) add(this.words, word, 5, 2, count);
    }
  }
}
const f1 = (right, made, wanted) => made + wanted ? 200 * right / (made + wanted) : NaN;
// By how many standard deviations one count exceeds another, were they Poisson with one mean.
const excess = (made, wanted) => (made - wanted) / Math.sqrt(Math.max(made + wanted, 1));
const FREQUENCIES = [["not in the references", 0, 0], ["1", 1, 1], ["2–4", 2, 4], ["5–9", 5, 9], ["10–99", 10, 99], ["100–999", 100, 999], ["1000 and more", 1000, Infinity]];
const LENGTHS = [["1–9 words", 0, 9], ["10–19", 10, 19], ["20–29", 20, 29], ["30–39", 30, 39], ["40–59", 40, 59], ["60 and more", 60, Infinity]];
const groupWords = (words, groupOf) => {
  const groups = new Map();
  for (const [word, row] of words) {
    const name = groupOf(word, row);
    if (!groups.has(name)) groups.set(name, { name, types: 0, sums: new Float64Array(5) });
    const group = groups.get(name);
    group.types++;
    row.forEach((count, place) => { group.sums[place] += count; });
  }
  return groups;
};
