import { ask } from '/ask.js';
import { copyOf, element, markCurrent, shortName } from '/dom.js';

/** The list of letters: a conversation a line, which is that of its newest letter. */

const list = element('letters');
/** The conversations whose older letters are shown, by mailbox and oldest letter. */
const unfolded = new Set();
let shown;

export const hashOf = ({ mailbox, id }) => `#/${mailbox.name}${id === undefined ? '' : `/${id}`}`;

export const lettersOf = (name) => ask(`mailboxes/${name}`);

/** Shows the letters of a mailbox, unless the visitor has gone on meanwhile. */
export async function showList(place, isThere) {
  const letters = await lettersOf(place.mailbox.name);
  if (!isThere()) return;
  shown = { ...place, letters };
  fill();
}

/** Before another mailbox is shown. */
export const clearList = () => list.replaceChildren();

function fill() {
  const { letters } = shown;
  const focused = list.contains(document.activeElement) ? keyOf(document.activeElement) : undefined;
  list.replaceChildren(...conversations(letters).map(conversation));
  if (focused)
    [...list.querySelectorAll('a, button')].find((each) => keyOf(each) === focused)?.focus();
  element('no-letters').hidden = letters.length > 0;
}

const keyOf = (control) => control.hash ?? control.dataset.thread;

/** Newest first, like the letters in each. */
function conversations(letters) {
  const threads = new Map();
  for (const letter of letters)
    threads.set(letter.thread, [...(threads.get(letter.thread) ?? []), letter]);
  return [...threads.values()];
}

function conversation([newest, ...older]) {
  const item = line(
    newest,
    older.some(({ seen }) => !seen),
  );
  const button = item.querySelector('button');
  const olderLines = item.querySelector('ol');
  if (older.length === 0) {
    button.remove();
    olderLines.remove();
    return item;
  }
  const key = `${shown.mailbox.name}/${newest.thread}`;
  const open = unfolded.has(key);
  olderLines.id = `older-${newest.thread}`;
  olderLines.hidden = !open;
  if (open) olderLines.append(...older.map(olderLine));
  button.dataset.thread = key;
  button.setAttribute('aria-controls', olderLines.id);
  button.setAttribute('aria-expanded', String(open));
  button.querySelector('.count').textContent = older.length + 1;
  button.addEventListener('click', () => {
    if (!unfolded.delete(key)) unfolded.add(key);
    fill();
  });
  return item;
}

function olderLine(letter) {
  const item = line(letter, false);
  item.querySelector('button').remove();
  item.querySelector('ol').remove();
  return item;
}

function line(letter, olderUnread) {
  const item = copyOf('line-template');
  const link = item.querySelector('a');
  const unread = !letter.seen || olderUnread;
  link.href = hashOf({ mailbox: shown.mailbox, id: letter.id });
  markCurrent(link, letter.id === shown.id);
  const others = letter.to.map(shortName).join(', ');
  item.querySelector('.who').textContent = letter.sent ? `To ${others}` : shortName(letter.from);
  item.querySelector('.subject').textContent = letter.subject || '(no subject)';
  item.querySelector('.preview').textContent = letter.preview;
  item.querySelector('.dot').hidden = !unread;
  item.querySelector('.sent').hidden = !letter.sent;
  link.classList.toggle('unread', unread);
  const time = item.querySelector('time');
  const date = new Date(letter.at);
  const today = date.toDateString() === new Date().toDateString();
  const style = today ? { timeStyle: 'short' } : { day: 'numeric', month: 'short' };
  time.dateTime = date.toISOString();
  time.textContent = date.toLocaleString([], style);
  return item;
}
