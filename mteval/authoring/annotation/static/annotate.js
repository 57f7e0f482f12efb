"use strict";
/* Time spent (idle time not counted), sliders, shortcuts, live preview. No dependencies, no network but this server. */
(() => {
  const form = document.getElementById("task");
  if (!form) return;
  const status = document.getElementById("status");
  const say = (text) => { if (status) status.textContent = text; };

  /* Time: a stretch between two signs of life counts, up to the idle limit; a hidden page does not. */
  const idle = Number(form.dataset.idle) * 1000;
  let active = 0;
  let onValues = 0;
  let atValues = false;
  let last = performance.now();
  const alive = () => {
    const now = performance.now();
    if (!document.hidden && now - last <= idle) {
      active += now - last;
      if (atValues) onValues += now - last;
    }
    last = now;
    atValues = Boolean(document.activeElement && document.activeElement.matches(".slots-input"));
  };
  for (const kind of ["pointermove", "pointerdown", "keydown", "input", "scroll", "focusin", "touchstart"]) {
    document.addEventListener(kind, alive, { passive: true, capture: true });
  }
  document.addEventListener("visibilitychange", () => { last = performance.now(); });

  let sent = false;
  form.addEventListener("submit", (event) => {
    if (sent || !ready(event)) { event.preventDefault(); return; }
    alive();
    form.elements.active_ms.value = String(Math.round(active));
    form.elements.values_ms.value = String(Math.round(onValues));
    sent = true;
    setTimeout(() => { for (const button of form.querySelectorAll("button")) button.disabled = true; }, 0);
  });
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) window.location.reload();
  });

  /* Sliders start unset; any touch sets them. */
  const sliders = [...form.querySelectorAll("input[type=range]")];
  const field = (slider) => form.elements[slider.dataset.field];
  const isPercent = (slider) => Boolean(slider.dataset.anchors);
  /* What a value means: its word from 1 to 5, the nearest anchor from 0 to 100. */
  const meaningOf = (slider) => {
    if (!isPercent(slider)) return slider.dataset.meanings.split("|")[slider.value - 1];
    const anchors = slider.dataset.anchors.split("|").map((one) => [Number(one.split("=")[0]), one.slice(one.indexOf("=") + 1)]);
    const distance = ([place]) => Math.abs(place - slider.value);
    const nearest = anchors.reduce((best, one) => (distance(one) < distance(best) ? one : best));
    return nearest[0] === Number(slider.value) ? nearest[1] : `near ${nearest[0]}, ${nearest[1]}`;
  };
  const set = (slider) => {
    const meaning = meaningOf(slider);
    field(slider).value = slider.value;
    slider.setAttribute("aria-valuetext", `${slider.value}, ${meaning}`);
    slider.closest(".slider").dataset.unset = "false";
    slider.closest(".slider").classList.remove("missing");
    document.getElementById(`meaning-${slider.dataset.field}`).textContent = `${slider.value} – ${meaning}`;
  };
  const unset = () => sliders.filter((slider) => !field(slider).value);
  for (const slider of sliders) {
    if (field(slider).value) { slider.value = field(slider).value; set(slider); }
    slider.addEventListener("input", () => set(slider));
    slider.addEventListener("click", () => set(slider));
    slider.addEventListener("keydown", (event) => { if (event.key === " ") { event.preventDefault(); set(slider); } });
  }
  const ready = () => {
    const missing = unset();
    for (const slider of missing) slider.closest(".slider").classList.add("missing");
    if (missing.length) {
      missing[0].focus();
      say(missing.length === 1 ? "One rating is missing." : `${missing.length} ratings are missing.`);
    }
    return !missing.length;
  };

  /* A document opens at the segment to judge, unless something must be said first. */
  const current = document.querySelector("[data-scroll]");
  if (current && !document.getElementById("error")) current.scrollIntoView();

  /* Verdicts of the dictionary job. */
  const which = document.getElementById("which");
  const verdicts = [...form.querySelectorAll("input[name=verdict]")];
  const showWhich = () => { if (which) which.hidden = !verdicts.some((one) => one.checked && one.value === "gold-wrong"); };
  for (const one of verdicts) one.addEventListener("change", showWhich);

  /* Keys. Plain keys never act while somebody writes. */
  const writing = (node) => node.matches("textarea, select, input[type=text]");
  const percent = sliders.filter(isPercent);
  /* Digits typed on a score are read as one number, until something else is done. */
  let typed = "";
  for (const slider of percent) {
    slider.addEventListener("blur", () => { typed = ""; });
    slider.addEventListener("pointerdown", () => { typed = ""; });
    slider.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !/^[0-9]$/.test(event.key)) { typed = ""; return; }
      typed = Number(typed + event.key) > 100 ? event.key : typed + event.key;
      slider.value = Number(typed);
      set(slider);
      event.preventDefault();
    });
  }
  const rate = (digit) => {
    if (percent.length) return false;
    const focused = sliders.includes(document.activeElement) ? document.activeElement : unset()[0];
    if (!focused || digit > 5) return false;
    focused.value = digit;
    set(focused);
    const next = unset()[0];
    (next || document.getElementById("submit")).focus();
    return true;
  };
  document.addEventListener("keydown", (event) => {
    if (event.altKey && !event.ctrlKey && !event.metaKey) {
      const button = form.querySelector(`button[data-key="${CSS.escape(event.key.toLowerCase())}"]`);
      if (button && !button.disabled) { event.preventDefault(); button.click(); }
      return;
    }
    if (event.ctrlKey || event.metaKey || writing(event.target)) return;
    const digit = Number(event.key);
    if (digit >= 1 && sliders.length && rate(digit)) event.preventDefault();
    if (digit >= 1 && verdicts[digit - 1]) {
      verdicts[digit - 1].checked = true;
      verdicts[digit - 1].focus();
      showWhich();
    }
    const submit = document.getElementById("submit");
    if (event.key === "Enter" && submit && !event.target.matches("button, summary, a")) {
      event.preventDefault();
      form.requestSubmit(submit);
    }
  });

  /* Templates: slots to press, live preview of instances. */
  const inputs = [...form.querySelectorAll(".template-input:not(.slots-input)")];
  const slots = form.querySelector(".slots-input");
  if (!inputs.length) return;
  let edited = inputs[0];
  for (const input of inputs) input.addEventListener("focus", () => { edited = input; });
  for (const button of form.querySelectorAll("[data-insert]")) {
    button.addEventListener("click", () => {
      edited.setRangeText(button.dataset.insert, edited.selectionStart, edited.selectionEnd, "end");
      edited.focus();
      edited.dispatchEvent(new Event("input", { bubbles: true }));
    });
  }
  const original = inputs.map((input) => input.defaultValue);
  const edit = document.getElementById("edit");
  const accept = document.getElementById("accept");
  const list = document.getElementById("preview");
  const note = document.getElementById("preview-note");
  const count = document.getElementById("preview-count");
  const draw = (found) => {
    list.replaceChildren(...(found.instances || []).map((text) => {
      const line = document.createElement("li");
      line.textContent = text;
      line.dir = inputs[0].dir;
      line.lang = inputs[0].lang;
      return line;
    }));
    note.textContent = found.error || "";
    count.textContent = found.count ? `(${found.count === 1 ? "1 instance" : `${found.count} instances`})` : "";
    for (const input of inputs) input.setAttribute("aria-invalid", String(Boolean(found.error)));
  };
  let asked = 0;
  const preview = async () => {
    const number = ++asked;
    const filled = inputs.filter((input) => input.value.trim());
    if (!inputs.every((input) => input.value.trim() || input.dataset.optional)) { draw({}); return; }
    const body = new URLSearchParams({ form_token: form.elements.form_token.value });
    filled.forEach((input, place) => body.append(`template-${place}`, input.value));
    if (slots) body.append("slots", slots.value);
    try {
      const response = await fetch(form.dataset.preview, { method: "POST", body });
      if (response.ok && number === asked) draw(await response.json());
    } catch {
      note.textContent = "The server cannot be reached; the preview will be back.";
    }
  };
  let timer = 0;
  const changed = () => {
    const different = inputs.some((input, place) => input.value.trim() !== original[place].trim());
    if (edit) { edit.disabled = !different; accept.disabled = different; }
    clearTimeout(timer);
    timer = setTimeout(preview, 200);
  };
  for (const input of inputs) input.addEventListener("input", changed);
  if (slots) slots.addEventListener("input", changed);
  changed();
})();
