/** The families that the pages can play: a folder each, and a line here. docs/play.md tells more. */

export { default as stars } from "./stars/index.js";
