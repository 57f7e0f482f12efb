// A list of any length of which only what is near the window is drawn; heights are measured as items appear.
const TALLEST = 12e6, MARGIN = 700;

class VirtualList {
  constructor(node, drawItem) {
    Object.assign(this, { node, drawItem, items: [], nodes: new Map(), frame: 0, base: 0, guess: 260 });
    const ask = () => { if (!this.frame) this.frame = requestAnimationFrame(() => { this.frame = 0; this.refresh(); }); };
    this.ask = ask;
    addEventListener("scroll", ask, { passive: true });
    addEventListener("resize", () => { this.forget(); ask(); });
  }
  show(items, part = 0) {
    // So many items that no browser's limit of a page's height is met; the others come part by part.
    if (items !== this.items) this.size = Math.max(1, Math.floor(TALLEST / this.guess));
    this.items = items;
    this.part = part;
    this.guesses = 0;
    this.base = part * this.size;
    this.count = Math.min(this.size, items.length - this.base);
    this.heights = new Float64Array(this.count).fill(NaN);
    for (const node of this.nodes.values()) node.remove();
    this.nodes.clear();
    this.sum();
    this.refresh();
  }
  forget() { if (this.heights) { this.heights.fill(NaN); this.sum(); } }
  sum() {
    this.tops = new Float64Array(this.count + 1);
    for (let i = 0; i < this.count; i++) this.tops[i + 1] = this.tops[i] + (Number.isNaN(this.heights[i]) ? this.guess : this.heights[i]);
  }
  at(offset) {
    let low = 0, high = this.count;
    while (low < high) { const middle = (low + high) >> 1; if (this.tops[middle + 1] <= offset) low = middle + 1; else high = middle; }
    return Math.min(low, this.count - 1);
  }
  refresh() {
    if (!this.count) { this.node.style.paddingTop = this.node.style.paddingBottom = "0px"; return; }
    const top = -this.node.getBoundingClientRect().top;
    const first = this.at(Math.max(0, top - MARGIN)), last = this.at(Math.max(0, top + innerHeight + MARGIN));
    this.place(first, last);
    this.measure(top);
  }
  place(first, last) {
    const active = document.activeElement;
    for (const [place, node] of this.nodes) if ((place < first || place > last) && !node.contains(active)) { node.remove(); this.nodes.delete(place); }
    let before = null;
    for (let place = last; place >= first; place--) {
      let node = this.nodes.get(place);
      if (!node) {
        node = this.drawItem(this.items[this.base + place], this.base + place, this.items.length, this.ask);
        this.nodes.set(place, node);
        this.node.insertBefore(node, before);
      }
      before = node;
    }
    // An item with the focus stays while the reader scrolls away, out of sight.
    for (const [place, node] of this.nodes) node.classList.toggle("aside", place < first || place > last);
    this.node.style.paddingTop = `${this.tops[first]}px`;
    this.node.style.paddingBottom = `${this.tops[this.count] - this.tops[last + 1]}px`;
    this.first = first;
  }
  measure(top) {
    const anchor = this.at(Math.max(0, top)), inside = top - this.tops[anchor];
    let changed = false;
    for (const [place, node] of this.nodes) {
      if (node.classList.contains("aside")) continue;
      const height = node.offsetHeight + 10;
      if (Math.abs((this.heights[place] || 0) - height) > 0.5) { this.heights[place] = height; changed = true; }
    }
    if (!changed) return;
    this.guessAgain();
    this.sum();
    const last = Math.max(...this.nodes.keys());
    this.node.style.paddingTop = `${this.tops[this.first]}px`;
    this.node.style.paddingBottom = `${this.tops[this.count] - this.tops[Math.min(last + 1, this.count)]}px`;
    const wanted = this.node.getBoundingClientRect().top + scrollY + this.tops[anchor] + inside;
    if (top > 0 && Math.abs(wanted - scrollY) > 0.5) scrollTo({ top: wanted, behavior: "instant" });
    this.ask();
  }
  // The mean of the first items seen; later the guess stays, so that the scroll bar does.
  guessAgain() {
    const known = [...this.nodes.keys()].map((place) => this.heights[place]).filter((height) => height > 0);
    if (this.guesses++ < 3 && known.length) this.guess = known.reduce((sum, height) => sum + height, 0) / known.length;
  }
  // Brings an item into the window and gives its element; drawn twice, since the first time its height was a guess.
  bring(place) {
    const local = place - this.base;
    for (let round = 0; round < 3; round++) {
      const top = this.node.getBoundingClientRect().top + scrollY;
      scrollTo({ top: top + this.tops[local] - 80, behavior: "instant" });
      this.refresh();
    }
    return this.nodes.get(local);
  }
}
