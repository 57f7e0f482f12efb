/* Several questions on one page: digits answer the current one and go on to the next that is open. */
"use strict";

(() => {
  const questions = [...document.querySelectorAll("fieldset.asked")];
  if (!questions.length) return;
  const answers = (question) => [...question.querySelectorAll("input[type=radio]")];
  const isOpen = (question) => !answers(question).some((one) => one.checked);
  let current = questions.find(isOpen) || questions[0];

  const go = (question) => {
    current = question;
    for (const one of questions) one.classList.toggle("current", one === question);
    const chosen = answers(question).find((one) => one.checked) || answers(question)[0];
    chosen.focus({ preventScroll: true });
    const box = question.getBoundingClientRect();
    if (box.top < 0 || box.bottom > window.innerHeight) question.scrollIntoView({ block: "nearest" });
  };
  const next = () => {
    const open = questions.find(isOpen);
    if (open) go(open);
    else document.getElementById("submit").focus();
  };

  for (const question of questions) {
    question.addEventListener("focusin", () => {
      current = question;
      for (const one of questions) one.classList.toggle("current", one === question);
    });
  }
  const writing = (node) => node.matches("textarea, select, input[type=text]");
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || writing(event.target)) return;
    const place = questions.indexOf(current);
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const other = questions[place + (event.key === "ArrowDown" ? 1 : -1)];
      if (other) { event.preventDefault(); go(other); }
      return;
    }
    if (!/^[1-9]$/.test(event.key)) return;
    const answer = answers(current)[Number(event.key) - 1];
    if (!answer) return;
    event.preventDefault();
    answer.checked = true;
    next();
  });

  const form = document.getElementById("task");
  form.addEventListener("invalid", (event) => {
    event.preventDefault();
    const open = questions.filter(isOpen);
    document.getElementById("status").textContent =
      open.length === 1 ? "One question is open." : `${open.length} questions are open.`;
    if (open.length) go(open[0]);
  }, true);
  go(current);
})();
