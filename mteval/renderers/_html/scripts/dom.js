// Elements are made of tags, attributes and text; no text is ever read as markup.
const byId = (id) => document.getElementById(id);
const fill = (node, attributes, children) => {
  for (const [name, value] of Object.entries(attributes)) if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value === true ? "" : value);
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
};
const make = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children);
const draw = (tag, attributes = {}, ...children) => fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
const options = (select, pairs, chosen) => {
  select.replaceChildren(...pairs.map(([value, text]) => new Option(text, value, false, String(value) === String(chosen))));
  select.closest("label").hidden = pairs.length < 2;
};
const plural = (count, word) => `${grouped(count)} ${word}${count === 1 ? "" : "s"}`;
const grouped = (count) => count >= 10000 ? String(count).replace(/\B(?=(\d{3})+$)/g, "\u202f") : String(count);
const fixed = (value, decimals) => value === null || value === undefined || Number.isNaN(value) ? "–" : value.toFixed(decimals).replace(/^-(0(\.0*)?)$/, "$1").replace("-", "−");
const signed = (value, decimals) => { const text = fixed(value, decimals); return value > 0 && Number(text) !== 0 ? `+${text}` : text; };
const pText = (value) => value === null ? "p unknown" : value < 0.001 ? "p < 0.001" : `p = ${value.toFixed(3)}`;

// Lets the browser paint and answer between two pieces of work.
const channel = new MessageChannel(), waiting = [];
channel.port1.onmessage = () => waiting.shift()();
const pause = () => new Promise((resolve) => { waiting.push(resolve); channel.port2.postMessage(0); });

const whenSeen = (node, action) => {
  const watch = new IntersectionObserver((entries) => { if (entries.some((entry) => entry.isIntersecting)) { watch.disconnect(); action(); } }, { rootMargin: "300px" });
  watch.observe(node);
};

// The direction of a text's first letter; marks of what is missing from it must not decide.
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const directionOf = (text) => { const letter = text.match(/\p{L}/u); return letter && RIGHT_TO_LEFT.test(letter[0]) ? "rtl" : "ltr"; };
