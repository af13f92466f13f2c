/** Choices that both pages share, kept in the browser: the theme, patterns, letters. */

import { recall, remember } from "./store.js";

const root = document.documentElement;

/** Apply what was chosen, and follow the switches of the page: `{ theme, patterns, letters }`. */
export function followSettings({ theme, patterns, letters }) {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const show = () => {
    const dark = (recall("theme") ?? (system.matches ? "dark" : "light")) === "dark";
    root.dataset.theme = dark ? "dark" : "light";
    const paper = getComputedStyle(root).getPropertyValue("--paper");
    document.querySelector("meta[name=theme-color]").content = paper;
    theme.setAttribute("aria-pressed", dark);
  };
  theme.addEventListener("click", () => {
    remember("theme", root.dataset.theme === "dark" ? "light" : "dark");
    show();
  });
  system.addEventListener("change", show);
  show();
  followSwitch(patterns, "patterns", (on) => root.classList.toggle("with-patterns", on));
  followSwitch(letters, "letters", (on) => root.classList.toggle("with-letters", on));
}

/** A checkbox whose state is kept; `act` is told of it now and at each change. */
export function followSwitch(box, name, act = () => {}) {
  box.checked = recall(name, false);
  act(box.checked);
  box.addEventListener("change", () => {
    remember(name, box.checked);
    act(box.checked);
  });
}
