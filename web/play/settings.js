/** Choices that both pages share, kept in the browser: the theme, and the switches of families. */

import { html } from "./dom.js";
import { recall, remember } from "./store.js";

const root = document.documentElement;

/** Apply the theme that was chosen, and follow its button. */
export function followTheme(button) {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const show = () => {
    const dark = (recall("theme") ?? (system.matches ? "dark" : "light")) === "dark";
    root.dataset.theme = dark ? "dark" : "light";
    const paper = getComputedStyle(root).getPropertyValue("--paper");
    document.querySelector("meta[name=theme-color]").content = paper;
    button.setAttribute("aria-pressed", dark);
  };
  button.addEventListener("click", () => {
    remember("theme", root.dataset.theme === "dark" ? "light" : "dark");
    show();
  });
  system.addEventListener("change", show);
  show();
}

/** Whether a switch is on. */
export const chosen = (name) => recall(name, false);

/**
 * A labelled checkbox for each switch `{name, words}`, whose state is kept. While it is on, the
 * document has the class `with-<name>`.
 */
export const switchesOf = (switches) =>
  switches.map(({ name, words }) => {
    const box = html("input", { id: name, type: "checkbox" });
    const apply = () => root.classList.toggle(`with-${name}`, box.checked);
    box.checked = chosen(name);
    apply();
    box.addEventListener("change", () => {
      remember(name, box.checked);
      apply();
    });
    return html("label", { class: "switch" }, box, words);
  });
