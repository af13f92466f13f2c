/** What the browser keeps; where it keeps nothing (private windows), the page still works. */

const PREFIX = "moat-bank:";

export function recall(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function remember(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Full or forbidden: progress is lost with the page, nothing else.
  }
}
