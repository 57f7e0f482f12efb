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
    const field = box.querySelector("input[type=hidden]");
    const list = box.querySelector(".errors");
    const picked = box.querySelector(".picked");
    const severities = box.dataset.severities.split("|");
    const categories = box.dataset.categories ? box.dataset.categories.split("|") : [];
    const buttons = [...box.querySelectorAll("[data-severity]")];
    const say = (text) => { picked.textContent = text; };

    /* The texts of a box, the translation and maybe its source, share one list of errors; at most one has a selection. */
    const panes = {};
    let errors = [];
    let active = null;
    const choose = (pane) => {
      if (active && active !== pane) active.forget();
      active = pane;
    };
    const enable = () => {
      const chosen = active && active.range();
      for (const button of buttons) button.disabled = !chosen;
    };
    const draw = () => {
      for (const pane of Object.values(panes)) pane.draw();
      enable();
    };
    const store = () => {
      field.value = JSON.stringify(errors.map((one) => ({
        ...(one.missing ? { missing: true } : panes[one.side].stored(one)),
        severity: one.severity, category: one.category,
        ...(one.side === "source" ? { side: "source" } : {}),
      })));
    };
    const wordsOfError = (one) => (one.missing ? "something is missing" : panes[one.side].words(one.first, one.last));

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
      const inSource = one.side === "source";
      const shown = element("span", { className: "error-text", textContent: wordsOfError(one) });
      if (!one.missing) { shown.dir = panes[one.side].view.dir; shown.lang = panes[one.side].view.lang; }
      const remove = element("button", { type: "button", className: "remove", textContent: "×" });
      remove.setAttribute("aria-label", one.missing ? "Remove: something is missing" : `Remove the error ${wordsOfError(one)}${inSource ? " in the source" : ""}`);
      remove.addEventListener("click", () => { drop(one); panes.target.view.focus(); });
      const place = inSource ? [element("span", { className: "label", textContent: "in the source" })] : [];
      return element("li", {}, [severityButton(one), ...(categories.length ? [categorySelect(one)] : []), ...place, shown, remove]);
    };
    const changed = (focused, part) => {
      store();
      draw();
      list.replaceChildren(...errors.map(row));
      if (focused !== undefined && list.children[focused]) list.children[focused].querySelector(part).focus();
    };
    const drop = (one) => {
      errors = errors.filter((other) => other !== one);
      say("Removed.");
      changed();
    };
    const add = (one) => {
      errors.push(one);
      errors.sort((a, b) => a.missing - b.missing || (a.side === "source") - (b.side === "source") || a.first - b.first || a.last - b.last);
      if (active) active.forget();
      say(`${capital(one.severity)}${one.side === "source" ? " in the source" : ""}: ${wordsOfError(one)}`);
      if (categories.length) changed(errors.indexOf(one), "select");
      else changed();
    };
    const mark = (severity) => {
      const chosen = active && active.range();
      if (!chosen) return;
      add({ missing: false, side: active.side, severity, category: "", first: chosen[0], last: chosen[1] });
      if (!categories.length) active.view.focus({ preventScroll: true });
    };
    const markMissing = () => add({ missing: true, side: "target", severity: severities.includes("minor") ? "minor" : severities[0], category: "", first: 0, last: 0 });

    const paneOf = (view) => {
      const side = view.dataset.side;
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

      let cursor = 0;      /* the grapheme the keys are at */
      let anchor = null;   /* where a selection began */
      let waiting = false; /* a first letter was tapped, the last one is awaited */
      const own = () => errors.filter((one) => !one.missing && one.side === side);
      const range = () => (anchor === null ? null : [Math.min(anchor, cursor), Math.max(anchor, cursor) + 1]);
      const forget = () => { anchor = null; waiting = false; drawText(); };

      /* The text is drawn in runs that look alike; nothing changes its width, so places stay where they are. */
      const look = (place) => {
        const over = own().filter((one) => one.first <= place && place < one.last).map((one) => one.severity);
        const gravest = over.sort((a, b) => GRAVITY.indexOf(b) - GRAVITY.indexOf(a))[0] || "";
        const chosen = range();
        const selected = chosen && chosen[0] <= place && place < chosen[1] ? " selected" : "";
        return `${gravest}${selected}${place === cursor ? " cursor" : ""}`.trim();
      };
      const drawText = () => {
        const runs = [];
        units.forEach((unit, place) => {
          const kind = look(place);
          if (runs.length && runs[runs.length - 1].kind === kind) runs[runs.length - 1].text += unit;
          else runs.push({ kind, text: unit });
        });
        view.replaceChildren(...runs.map((run) => (run.kind ? element(/minor|major|neutral|critical/.test(run.kind) ? "mark" : "span", { className: run.kind, textContent: run.text }) : document.createTextNode(run.text))));
      };
      const redraw = () => { choose(pane); drawText(); enable(); };
      const tell = () => {
        const chosen = range();
        say(chosen ? `Selected: ${words(...chosen)}` : "");
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
        redraw();
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
          say(`Starts at ${units[place]}. Tap the last letter, or say how bad it is.`);
        }
        redraw();
      });

      view.addEventListener("dblclick", () => {
        const word = wordRanges.find(([first, last]) => first <= cursor && cursor <= last);
        if (!word) return;
        [anchor, cursor] = word;
        waiting = false;
        redraw();
        tell();
      });

      const isSpace = (place) => place < 0 || place >= units.length || /^\s+$/.test(units[place]);
      const step = (way, byWord) => {
        const beyond = way > 0 ? wordRanges.find(([, last]) => last > cursor) : [...wordRanges].reverse().find(([first]) => first < cursor);
        const place = !byWord ? cursor + way : beyond ? beyond[way > 0 ? 1 : 0] : way > 0 ? units.length - 1 : 0;
        return Math.max(0, Math.min(units.length - 1, place));
      };
      const move = (place, extend) => {
        if (extend && anchor === null) { anchor = cursor; waiting = false; if (place === cursor) { redraw(); tell(); return; } }
        if (!extend) { anchor = null; waiting = false; }
        cursor = place;
        redraw();
        if (extend) tell();
        else say(isSpace(cursor) ? "space" : units[cursor]);
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
        else if (event.key === " ") { anchor = anchor === null ? cursor : null; waiting = false; redraw(); tell(); }
        else if (event.key === "Escape" && anchor !== null) { anchor = null; waiting = false; redraw(); tell(); }
        else if (event.key === "0") markMissing();
        else if (/^[1-9]$/.test(event.key) && severities[Number(event.key) - 1]) {
          if (anchor === null) anchor = cursor;
          choose(pane);
          mark(severities[Number(event.key) - 1]);
        } else if (event.key === "Delete" || event.key === "Backspace") {
          const here = own().filter((one) => one.first <= cursor && cursor < one.last).pop();
          if (here) drop(here);
        } else return false;
        return true;
      };
      view.addEventListener("keydown", (event) => {
        if (!keys(event)) return;
        event.preventDefault();
        event.stopPropagation();
      });

      const pane = {
        view, side, range, forget, words, draw: drawText,
        stored: (one) => ({ start: points[one.first], end: points[one.last] }),
        placed: (one) => ({ first: unitAt(one.start), last: unitEnd(one.end) }),
      };
      return pane;
    };

    for (const view of box.querySelectorAll(".markable")) panes[view.dataset.side] = paneOf(view);
    errors = JSON.parse(field.value || "[]").map((one) => {
      const known = { missing: Boolean(one.missing), side: one.side === "source" && panes.source ? "source" : "target", severity: one.severity, category: one.category || "" };
      return { ...known, ...(known.missing ? { first: 0, last: 0 } : panes[known.side].placed(one)) };
    });
    const folded = box.querySelector(".source-marks");
    if (folded && errors.some((one) => one.side === "source")) folded.open = true;
    for (const button of buttons) button.addEventListener("click", () => mark(button.dataset.severity));
    box.querySelector(".missing-button").addEventListener("click", markMissing);
    changed();
  };
  for (const box of document.querySelectorAll(".marking")) start(box);
})();
