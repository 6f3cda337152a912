/** What all parts of the page need of the document. Texts of people go in as text, never as HTML. */

/** Where the list, the letter and the composer take turns; the same width as in page.css. */
export const NARROW = matchMedia('(max-width: 760px)');

export const element = (id) => document.getElementById(id);

/** A copy of the one element of a template. */
export const copyOf = (id) => element(id).content.firstElementChild.cloneNode(true);

/** A new element with a text in it. */
export function textElement(name, text) {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

/** Marks the one link of several that leads to where the visitor is. */
export function markCurrent(link, current) {
  if (current) link.setAttribute('aria-current', 'page');
  else link.removeAttribute('aria-current');
}

/** `Turnpost <games@…>`, or the address alone. */
export const fullName = ({ name, address }) => (name ? `${name} <${address}>` : address);

/** `Turnpost`, or of `games+k3f@…` the first word. */
export const shortName = ({ name, address }) => name || address.replace(/[+@].*/, '');

const SHOWN_MS = 8000;
const SHOWN_MAX = 3;

/** Shows a message for a while; screen readers say it aloud. */
export function announce(text) {
  const line = textElement('p', text);
  const status = element('status');
  status.append(line);
  if (status.children.length > SHOWN_MAX) status.firstElementChild.remove();
  setTimeout(() => line.remove(), SHOWN_MS);
}
