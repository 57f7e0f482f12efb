// Scatter and histogram of two systems' scores of single cases.
const BINS = 31;
const niceStep = (span) => { const rough = span / 4, power = 10 ** Math.floor(Math.log10(rough)); return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= rough); };
const ticksOf = (low, high) => {
  const step = niceStep(high - low), found = [];
  for (let i = Math.ceil(low / step); i * step <= high + step * 1e-9; i++) found.push(Number((i * step).toPrecision(12)));
  return found;
};
const tickText = (value) => String(value).replace("-", "−");

// Points too many for elements: a canvas, with its axes around it.
const scatter = (a, b, names, spec, pick) => {
  const size = 300, pad = { left: 40, bottom: 36, top: 8, right: 18 }, canvas = make("canvas", { width: size * 2, height: size * 2, role: "img", "aria-label": `Every case: ${spec} of ${names[0]} across, of ${names[1]} upwards` });
  let low = Infinity, high = -Infinity;
  for (let i = 0; i < a.length; i++) { low = Math.min(low, a[i], b[i]); high = Math.max(high, a[i], b[i]); }
  if (!(high > low)) { low -= 1; high += 1; }
  const inner = size - pad.left - pad.right, tall = size - pad.top - pad.bottom;
  const x = (value) => pad.left + inner * (value - low) / (high - low), y = (value) => pad.top + tall * (1 - (value - low) / (high - low));
  const paint = () => {
    const style = getComputedStyle(document.documentElement), ink = style.getPropertyValue("--dim"), context = canvas.getContext("2d");
    context.setTransform(2, 0, 0, 2, 0, 0);
    context.clearRect(0, 0, size, size);
    context.strokeStyle = ink; context.fillStyle = ink; context.lineWidth = 1;
    context.strokeRect(pad.left, pad.top, inner, tall);
    context.setLineDash([4, 4]); context.beginPath(); context.moveTo(x(low), y(low)); context.lineTo(x(high), y(high)); context.stroke(); context.setLineDash([]);
    context.font = "12px system-ui, sans-serif";
    for (const tick of ticksOf(low, high)) {
      context.textAlign = "center"; context.fillText(tickText(tick), x(tick), size - pad.bottom + 15);
      context.textAlign = "right"; context.fillText(tickText(tick), pad.left - 5, y(tick) + 4);
    }
    context.textAlign = "center"; context.fillText("A", pad.left + inner / 2, size - 5); context.fillText("B", 7, pad.top + tall / 2);
    context.globalAlpha = Math.max(0.06, Math.min(0.6, 400 / a.length)); context.fillStyle = style.getPropertyValue("--accent");
    for (let i = 0; i < a.length; i++) context.fillRect(x(a[i]) - 1.5, y(b[i]) - 1.5, 3, 3);
    context.globalAlpha = 1;
  };
  canvas.addEventListener("click", (event) => {
    const box = canvas.getBoundingClientRect(), left = (event.clientX - box.left) * size / box.width, top = (event.clientY - box.top) * size / box.height;
    let best = -1, nearest = 100;
    for (let i = 0; i < a.length; i++) { const far = (x(a[i]) - left) ** 2 + (y(b[i]) - top) ** 2; if (far < nearest) { nearest = far; best = i; } }
    if (best >= 0) pick(best);
  });
  paint();
  return { node: canvas, paint };
};

const histogramBins = (differences) => {
  let limit = 0;
  for (const value of differences) limit = Math.max(limit, Math.abs(value));
  const width = (2 * limit || 1) / BINS, counts = new Int32Array(BINS);
  for (const value of differences) counts[Math.min(BINS - 1, Math.max(0, Math.floor((value + width * BINS / 2) / width)))]++;
  return { counts, width, limit: width * BINS / 2 };
};
const histogram = (differences, spec) => {
  const { counts, width, limit } = histogramBins(differences), wide = 300, tall = 300, floor = tall - 36, most = Math.max(...counts, 1);
  const step = (wide - 16) / BINS, node = draw("svg", { viewBox: `0 0 ${wide} ${tall}`, role: "img", class: "histogram", "aria-label": `How often A − B on ${spec} is so large` });
  counts.forEach((count, place) => {
    const height = (floor - 8) * count / most, middle = (place + 0.5) * width - limit;
    const tone = Math.abs(middle) < width / 2 ? "even" : middle > 0 ? "above" : "below";
    node.append(draw("rect", { x: 8 + place * step, y: floor - height, width: step - 1, height, class: tone }, draw("title", {}, `${fixed(place * width - limit, 2)} to ${fixed((place + 1) * width - limit, 2)}: ${count}`)));
  });
  for (const tick of ticksOf(-limit, limit)) node.append(draw("text", { x: 8 + (wide - 16) * (tick + limit) / (2 * limit), y: floor + 15, "text-anchor": "middle" }, tickText(tick)));
  node.append(draw("line", { x1: 8, x2: wide - 8, y1: floor, y2: floor }), draw("text", { x: wide / 2, y: tall - 5, "text-anchor": "middle" }, "A − B"));
  return node;
};

const shareBar = (parts) => {
  const total = parts.reduce((sum, part) => sum + part.count, 0) || 1, node = draw("svg", { class: "shares", width: "100%", height: 22, role: "img", "aria-label": parts.map((part) => `${part.name}: ${part.count}`).join(", ") });
  let left = 0;
  for (const { count, tone } of parts) { const width = 100 * count / total; node.append(draw("rect", { x: `${left}%`, width: `${width}%`, height: 22, class: tone })); left += width; }
  return node;
};
