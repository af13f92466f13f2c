/** Elements without a framework. */

const SVG = "http://www.w3.org/2000/svg";

const fill = (node, attributes, children) => {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null && value !== false) {
      node.setAttribute(name, value === true ? "" : value);
    }
  }
  node.append(...children);
  return node;
};

export const html = (name, attributes = {}, ...children) =>
  fill(document.createElement(name), attributes, children);

export const svg = (name, attributes = {}, ...children) =>
  fill(document.createElementNS(SVG, name), attributes, children);

/** All elements with an id, by id: `{ board, title, ... }`. */
export const byId = () =>
  Object.fromEntries([...document.querySelectorAll("[id]")].map((node) => [node.id, node]));

/** Load a family's style and what its drawings refer to, once, before its first board is shown. */
export async function prepare({ style, definitions }) {
  if (document.querySelector(`link[href="${style}"]`)) return;
  const link = html("link", { rel: "stylesheet", href: style });
  const loaded = new Promise((done) => link.addEventListener("load", done));
  const failed = new Promise((done) => link.addEventListener("error", done));
  document.head.append(link);
  document.body.prepend(...definitions());
  await Promise.race([loaded, failed]); // without its style a board can still be played
}
