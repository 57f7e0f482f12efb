"use strict";
/* Marking errors in a text: by mouse (drag), touch (first letter, last letter) or keys. Places are whole graphemes on the
   page, code points in the form. */
(() => {
  const graphemes = (text) => {
    if (window.Intl && Intl.Segmenter) return [...new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(text)].map((one) => one.segment);
    return [...text];
  };
  const wordsOf = (text, language) => {
    if (!(window.Intl && Intl.Segmenter)) return [...text.matchAll(/\S+/g)].map((one) => [one.index, one.index + one[0].length]);
    let cutter;
    try { cutter = new Intl.Segmenter(language || undefined, { granularity: "word" }); } catch { cutter = new Intl.Segmenter(undefined, { granularity: "word" }); }
    return [...cutter.segment(text)].filter((one) => one.isWordLike).map((one) => [one.index, one.index + one.segment.length]);
  };
  const GRAVITY = ["neutral", "minor", "major", "critical"];
  const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);
  const element = (name, options = {}, children = []) => {
    const made = Object.assign(document.createElement(name), options);
    made.append(...children);
    return made;
  };

  const start = (box) => {
    const view = box.querySelector(".markable");
    const field = box.querySelector("input[type=hidden]");
    const list = box.querySelector(".errors");
    const picked = box.querySelector(".picked");
    const severities = box.dataset.severities.split("|");
    const categories = box.dataset.categories ? box.dataset.categories.split("|") : [];
    const buttons = [...box.querySelectorAll("[data-severity]")];
    const units = graphemes(view.textContent);
    const rightToLeft = () => getComputedStyle(view).direction === "rtl";

    /* Code points before each grapheme, and back. */
    const points = [0];
    for (const unit of units) points.push(points[points.length - 1] + [...unit].length);
    const unitAt = (point) => { const found = points.findIndex((place) => place > point); return found < 0 ? units.length : found - 1; };
    const unitEnd = (point) => { const found = points.findIndex((place) => place >= point); return found < 0 ? units.length : found; };
    const words = (first, last) => units.slice(first, last).join("");

    /* First and last grapheme of each word, also in scripts without spaces. */
    const wordRanges = wordsOf(view.textContent, view.lang).map(([from, to]) => [unitAt([...view.textContent.slice(0, from)].length), unitEnd([...view.textContent.slice(0, to)].length) - 1]);

    let errors = JSON.parse(field.value || "[]").map((one) => ({
      missing: Boolean(one.missing), severity: one.severity, category: one.category || "",
      first: one.missing ? 0 : unitAt(one.start), last: one.missing ? 0 : unitEnd(one.end),
    }));
    let cursor = 0;      /* the grapheme the keys are at */
    let anchor = null;   /* where a selection began */
    let waiting = false; /* a first letter was tapped, the last one is awaited */

    const range = () => (anchor === null ? null : [Math.min(anchor, cursor), Math.max(anchor, cursor) + 1]);
    const store = () => {
      field.value = JSON.stringify(errors.map((one) => ({
        ...(one.missing ? { missing: true } : { start: points[one.first], end: points[one.last] }),
        severity: one.severity, category: one.category,
      })));
    };

    /* The text is drawn in runs that look alike; nothing changes its width, so places stay where they are. */
    const look = (place) => {
      const over = errors.filter((one) => !one.missing && one.first <= place && place < one.last).map((one) => one.severity);
      const gravest = over.sort((a, b) => GRAVITY.indexOf(b) - GRAVITY.indexOf(a))[0] || "";
      const chosen = range();
      const selected = chosen && chosen[0] <= place && place < chosen[1] ? " selected" : "";
      return `${gravest}${selected}${place === cursor ? " cursor" : ""}`.trim();
    };
    const draw = () => {
      const runs = [];
      units.forEach((unit, place) => {
        const kind = look(place);
        if (runs.length && runs[runs.length - 1].kind === kind) runs[runs.length - 1].text += unit;
        else runs.push({ kind, text: unit });
      });
      view.replaceChildren(...runs.map((run) => (run.kind ? element(/minor|major|neutral|critical/.test(run.kind) ? "mark" : "span", { className: run.kind, textContent: run.text }) : document.createTextNode(run.text))));
      const chosen = range();
      for (const button of buttons) button.disabled = !chosen;
    };

    const severityButton = (one) => {
      const next = severities[(severities.indexOf(one.severity) + 1) % severities.length];
      const button = element("button", { type: "button", className: `severity ${one.severity}`, textContent: capital(one.severity) });
      button.setAttribute("aria-label", `${capital(one.severity)}; make it ${next}`);
      button.addEventListener("click", () => { one.severity = next; changed(errors.indexOf(one), ".severity"); });
      return button;
    };
    const categorySelect = (one) => {
      const options = ["", ...categories].map((name) => element("option", { value: name, textContent: name || "choose a category …", selected: name === one.category }));
      const select = element("select", { required: true }, options);
      select.setAttribute("aria-label", "Category");
      select.addEventListener("change", () => { one.category = select.value; store(); });
      return select;
    };
    const row = (one) => {
      const shown = element("span", { className: "error-text", textContent: one.missing ? "something is missing" : words(one.first, one.last) });
      if (!one.missing) { shown.dir = view.dir; shown.lang = view.lang; }
      const remove = element("button", { type: "button", className: "remove", textContent: "×" });
      remove.setAttribute("aria-label", one.missing ? "Remove: something is missing" : `Remove the error ${words(one.first, one.last)}`);
      remove.addEventListener("click", () => { drop(one); view.focus(); });
      return element("li", {}, [severityButton(one), ...(categories.length ? [categorySelect(one)] : []), shown, remove]);
    };
    const changed = (focused, part) => {
      store();
      draw();
      list.replaceChildren(...errors.map(row));
      if (focused !== undefined && list.children[focused]) list.children[focused].querySelector(part).focus();
    };
    const drop = (one) => {
      errors = errors.filter((other) => other !== one);
      picked.textContent = "Removed.";
      changed();
    };
    const add = (one) => {
      errors.push(one);
      errors.sort((a, b) => a.missing - b.missing || a.first - b.first || a.last - b.last);
      anchor = null;
      waiting = false;
      picked.textContent = `${capital(one.severity)}: ${one.missing ? "something is missing" : words(one.first, one.last)}`;
      if (categories.length) changed(errors.indexOf(one), "select");
      else changed();
    };
    const mark = (severity) => {
      const chosen = range();
      if (!chosen) return;
      add({ missing: false, severity, category: "", first: chosen[0], last: chosen[1] });
      if (!categories.length) view.focus({ preventScroll: true });
    };
    const markMissing = () => add({ missing: true, severity: severities.includes("minor") ? "minor" : severities[0], category: "", first: 0, last: 0 });
    const tell = () => {
      const chosen = range();
      picked.textContent = chosen ? `Selected: ${words(...chosen)}` : "";
    };

    /* Where each grapheme is on the screen, in the order of the text; read once per gesture. */
    const places = () => {
      const found = [];
      const walker = document.createTreeWalker(view, NodeFilter.SHOW_TEXT);
      let place = 0;
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        let offset = 0;
        while (offset < node.length) {
          const unit = units[place++];
          const around = document.createRange();
          around.setStart(node, offset);
          offset += unit.length;
          around.setEnd(node, offset);
          found.push(around.getBoundingClientRect());
        }
      }
      return found;
    };
    const nearest = (event) => {
      let best = -1;
      let least = Infinity;
      places().forEach((box, place) => {
        if (!box.width && !box.height) return;
        const down = Math.max(box.top - event.clientY, 0, event.clientY - box.bottom);
        const across = Math.max(box.left - event.clientX, 0, event.clientX - box.right);
        const distance = down * 1000 + across;
        if (distance < least) { least = distance; best = place; }
      });
      return best;
    };
    let drag = null;
    view.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || event.pointerType === "touch") return;
      event.preventDefault();
      delete view.dataset.dragged;
      view.focus({ preventScroll: true });
      view.setPointerCapture(event.pointerId);
      drag = { from: nearest(event), moved: false };
    });
    view.addEventListener("pointermove", (event) => {
      if (!drag || drag.from < 0) return;
      const place = nearest(event);
      if (place === drag.from && !drag.moved) return;
      drag.moved = true;
      waiting = false;
      anchor = drag.from;
      cursor = place;
      draw();
    });
    view.addEventListener("pointerup", () => {
      if (drag && drag.moved) { tell(); view.dataset.dragged = "true"; }
      drag = null;
    });
    view.addEventListener("pointercancel", () => { drag = null; });
    view.addEventListener("click", (event) => {
      if (view.dataset.dragged) { delete view.dataset.dragged; return; }
      const place = nearest(event);
      if (place < 0) return;
      cursor = place;
      if (waiting) {
        waiting = false;
        tell();
      } else {
        anchor = place;
        waiting = true;
        picked.textContent = `Starts at ${units[place]}. Tap the last letter, or say how bad it is.`;
      }
      draw();
    });

    view.addEventListener("dblclick", () => {
      const word = wordRanges.find(([first, last]) => first <= cursor && cursor <= last);
      if (!word) return;
      [anchor, cursor] = word;
      waiting = false;
      draw();
      tell();
    });

    const isSpace = (place) => place < 0 || place >= units.length || /^\s+$/.test(units[place]);
    const step = (way, byWord) => {
      const beyond = way > 0 ? wordRanges.find(([, last]) => last > cursor) : [...wordRanges].reverse().find(([first]) => first < cursor);
      const place = !byWord ? cursor + way : beyond ? beyond[way > 0 ? 1 : 0] : way > 0 ? units.length - 1 : 0;
      return Math.max(0, Math.min(units.length - 1, place));
    };
    const move = (place, extend) => {
      if (extend && anchor === null) { anchor = cursor; waiting = false; if (place === cursor) { draw(); tell(); return; } }
      if (!extend) { anchor = null; waiting = false; }
      cursor = place;
      draw();
      if (extend) tell();
      else picked.textContent = `${isSpace(cursor) ? "space" : units[cursor]}`;
    };
    const keys = (event) => {
      const ahead = rightToLeft() ? "ArrowLeft" : "ArrowRight";
      const back = rightToLeft() ? "ArrowRight" : "ArrowLeft";
      const byWord = event.ctrlKey || event.altKey;
      if (event.key === ahead) move(step(1, byWord), event.shiftKey);
      else if (event.key === back) move(step(-1, byWord), event.shiftKey);
      else if (event.key === "Home") move(0, event.shiftKey);
      else if (event.key === "End") move(units.length - 1, event.shiftKey);
      else if (event.ctrlKey || event.metaKey || event.altKey) return false;
      else if (event.key === " ") { anchor = anchor === null ? cursor : null; waiting = false; draw(); tell(); }
      else if (event.key === "Escape" && anchor !== null) { anchor = null; waiting = false; draw(); tell(); }
      else if (event.key === "0") markMissing();
      else if (/^[1-9]$/.test(event.key) && severities[Number(event.key) - 1]) {
        if (anchor === null) anchor = cursor;
        mark(severities[Number(event.key) - 1]);
      } else if (event.key === "Delete" || event.key === "Backspace") {
        const here = errors.filter((one) => !one.missing && one.first <= cursor && cursor < one.last).pop();
        if (here) drop(here);
      } else return false;
      return true;
    };
    view.addEventListener("keydown", (event) => {
      if (!keys(event)) return;
      event.preventDefault();
      event.stopPropagation();
    });
    for (const button of buttons) button.addEventListener("click", () => mark(button.dataset.severity));
    box.querySelector(".missing-button").addEventListener("click", markMissing);
    changed();
  };
  for (const box of document.querySelectorAll(".marking")) start(box);
})();
