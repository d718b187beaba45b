// The page of a reader: it shows what it is sent and says what is clicked; it knows nothing of books.
//
// Outward it is what an app's web view holds. Commands come as events of `window`, their value in `detail`:
//
//     window.dispatchEvent(new CustomEvent("goToPage", {detail: 7}))
//
// and messages `{event, value}` go to the app: to the web view's handler `reader`, to a page that frames
// this one, and as the event `message-to-app` of `window`.
// Inward it speaks with the host beside it: commands by POST, events by a stream.
"use strict";

const commands = [
  "loadBook", "goToPage", "goTo", "nextPage", "previousPage", "back", "forward", "changeTheme",
  "changeFont", "changeFontSize", "highlightWords", "unhighlightWords",
];
const page = document.getElementById("page");
const status = document.getElementById("status");
/// The viewport that the reader knows.
let viewport = null;
let isLoaded = false;

// Outward

for (const name of commands) {
  window.addEventListener(name, (event) => send(name, event.detail));
}

function tellApp(message) {
  window.webkit?.messageHandlers?.reader?.postMessage(message);
  if (window.parent !== window) window.parent.postMessage(message, document.referrer || location.origin);
  window.dispatchEvent(new CustomEvent("message-to-app", {detail: message}));
}

// Inward: one command after another, as they were given

let turn = Promise.resolve();

function send(command, value) {
  const answer = turn.then(() => ask(command, value));
  turn = answer.catch(() => {});
  return answer.catch((error) => tellApp({event: "error", value: error}));
}

async function ask(command, value) {
  if (command === "loadBook") {
    viewport = measure();
    value = {viewport, ...value};
  }
  const response = await fetch("command", {
    method: "POST", headers: {"Content-Type": "application/json"},
    body: JSON.stringify({command, value: value ?? null}),
  });
  const answer = await response.json();
  if (answer.error) throw answer.error;
  return answer.result;
}

const stream = new EventSource("events");
stream.onmessage = ({data}) => {
  const message = JSON.parse(data);
  switch (message.event) {
    case "onBookLoaded":
      isLoaded = true;
      document.title = message.value.title;
      break;
    case "setSavedData":
      adopt(message.value);
      redraw();
      break;
    case "relocated":
      redraw();
      break;
  }
  tellApp(message);
};
stream.onopen = async () => {
  const start = await (await fetch("start")).json();
  if (start && !isLoaded) send("loadBook", start);
};

function adopt({theme, font, fontSize}) {
  const style = document.documentElement.style;
  document.documentElement.dataset.theme = theme;
  style.setProperty("--font", font === "serif" ? "monospace" : JSON.stringify(font));
  style.setProperty("--size", `${fontSize}px`);
}

// Drawing

let isDrawing = false;

/// Several changes at once are one drawing.
function redraw() {
  if (isDrawing) return;
  isDrawing = true;
  turn = turn.then(async () => {
    isDrawing = false;
    show(await ask("page"));
  }).catch(() => { isDrawing = false });
}

function show(drawn) {
  page.replaceChildren(...drawn.lines.map(row));
  page.style.width = `${drawn.width}ch`;
  status.textContent = `${drawn.locator.title ?? ""}  ${drawn.page} / ${drawn.pages}`;
  page.hidden = status.hidden = false;
}

function row(line) {
  const element = document.createElement("p");
  let column = 0;
  let open = null;
  for (const cluster of clusters(line.text)) {
    const cells = width(cluster);
    const at = column;
    const span = line.spans.find((span) => at >= span.start && at < span.start + span.length);
    if (!open || open.span !== span) {
      open = {span, element: look(span)};
      element.append(open.element);
    }
    if (cells === 2) {
      const wide = document.createElement("span");
      wide.className = "wide";
      wide.textContent = cluster;
      open.element.append(wide);
    } else {
      open.element.append(cluster);
    }
    column += cells;
  }
  element.normalize();
  return element;
}

function look(span) {
  const element = document.createElement(
    span?.styles.includes("super") ? "sup" : span?.styles.includes("sub") ? "sub" : "span");
  element.classList.add(...(span?.styles ?? []));
  if (span?.highlight) {
    element.classList.add("highlight");
    element.style.background = span.highlight;
  }
  if (span?.href) {
    element.tabIndex = 0;
    element.dataset.href = span.href;
  }
  return element;
}

// Cells, by the same rule as the reader's

const segmenter = new Intl.Segmenter(undefined, {granularity: "grapheme"});
const wide = new RegExp(
  "[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97c" +
  "\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|" +
  "\\p{Emoji_Presentation}", "u");

function clusters(text) {
  return Array.from(segmenter.segment(text), ({segment}) => segment);
}

function width(cluster) {
  if (cluster.includes("\ufe0f") || cluster.includes("\u200d")) return 2;
  let cells = 0;
  for (const character of cluster) {
    if (/\p{Mn}|\p{Me}|\p{Cf}/u.test(character)) continue;
    cells += wide.test(character) ? 2 : 1;
  }
  return /\p{Emoji_Presentation}|\p{RI}/u.test(cluster) ? 2 : cells;
}

// Clicks and keys

page.addEventListener("click", (event) => {
  const link = event.target.closest("[data-href]");
  if (link && !/^[a-z][a-z0-9+.-]*:/i.test(link.dataset.href)) {
    send("goTo", {href: link.dataset.href});
    return;
  }
  const cell = cellAt(event.clientX, event.clientY);
  if (cell) send("selectWord", cell);
});

/// The cell of the letter at a place of the window.
function cellAt(x, y) {
  const caret = document.caretRangeFromPoint?.(x, y) ?? position(x, y);
  const line = caret && (caret.startContainer.parentElement ?? caret.startContainer).closest("p");
  if (!line) return null;
  const before = document.createRange();
  before.selectNodeContents(line);
  before.setEnd(caret.startContainer, caret.startOffset);
  let column = clusters(before.toString()).reduce((sum, cluster) => sum + width(cluster), 0);
  // A caret stands between two letters: the one before it was meant when it reaches to the place.
  before.setStart(caret.startContainer, Math.max(0, caret.startOffset - 1));
  const box = before.getBoundingClientRect();
  if (column > 0 && x < box.right && x >= box.left) column -= 1;
  return {row: Array.from(page.children).indexOf(line), column};
}

function position(x, y) {
  const found = document.caretPositionFromPoint(x, y);
  return found && {startContainer: found.offsetNode, startOffset: found.offset};
}

window.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const command = {
    ArrowRight: "nextPage", PageDown: "nextPage", " ": "nextPage",
    ArrowLeft: "previousPage", PageUp: "previousPage", Backspace: "back",
  }[event.key];
  if (!command || !isLoaded) return;
  event.preventDefault();
  send(command);
});

// The window's size in cells of 16 pixels

function measure() {
  const cell = document.getElementById("cell").getBoundingClientRect();
  return {
    columns: Math.max(20, Math.min(72, Math.floor((innerWidth - 48) / cell.width))),
    rows: Math.max(5, Math.floor((innerHeight - 88) / cell.height)),
  };
}

let resizing = 0;
window.addEventListener("resize", () => {
  clearTimeout(resizing);
  resizing = setTimeout(() => {
    const size = measure();
    if (!isLoaded || (size.columns === viewport.columns && size.rows === viewport.rows)) return;
    viewport = size;
    send("resize", size);
  }, 100);
});
