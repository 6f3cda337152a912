import { copyOf, element } from '/dom.js';
import { hashOf } from '/list.js';

/** What has come in, a line a mailbox, until its letter is opened. */

const news = element('news');
const lines = new Map();

/** Tells of the newest of the letters that have come into a mailbox. */
export function tell(mailbox, letter, isOpen) {
  forget(mailbox.name);
  // What was sent has come to something.
  element('status').replaceChildren();
  const item = copyOf('news-template');
  const what = letter.kind === 'board' ? 'New board' : 'New letter';
  item.querySelector('.what').textContent = isOpen ? what : `${what} for ${mailbox.name}`;
  const link = item.querySelector('a');
  link.href = hashOf({ mailbox, id: letter.id });
  link.setAttribute('aria-label', `open: ${letter.subject}`);
  item.querySelector('button').addEventListener('click', () => forget(mailbox.name));
  lines.set(mailbox.name, { item, id: letter.id });
  // The mailbox where the visitor is comes first.
  if (isOpen) news.prepend(item);
  else news.append(item);
}

/** The letter was opened. */
export function opened(name, id) {
  if (lines.get(name)?.id === id) forget(name);
}

/** Something is on its way that makes all of it old. */
export function forgetNews() {
  for (const name of lines.keys()) forget(name);
}

function forget(name) {
  lines.get(name)?.item.remove();
  lines.delete(name);
}
