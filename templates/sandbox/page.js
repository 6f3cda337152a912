import { ask } from '/ask.js';
import { compose, showComposer, startComposer } from '/composer.js';
import {
  announce,
  copyOf,
  element,
  fullName,
  markCurrent,
  NARROW,
  shortName,
  textElement,
} from '/dom.js';
import { draftAnswer, showLetter, startLetter } from '/letter.js';

/** Tabs, the list of letters, and what happens when. The address says which letter is open. */

const INTRO_HIDDEN = 'turnpost-intro-hidden';
let mailboxes = [];
let newLetterTo = '';
/** Where the visitor is: a mailbox and the id of its open letter. */
let place = { mailbox: undefined, id: undefined };

start();

async function start() {
  startLetter();
  startComposer((from) => {
    if (from.name === place.mailbox.name) showList();
    element('subject').focus({ preventScroll: true });
  });
  element('new').addEventListener('click', () => {
    const draft = { to: newLetterTo, subject: '', body: '', references: [] };
    compose(place.mailbox, draft);
  });
  element('answer').addEventListener('click', () => answer());
  addEventListener('hashchange', follow);
  startIntro();
  listen();
}

/** Told of new mail, and of the server being gone or back: then everything is asked anew. */
function listen() {
  const events = new EventSource('/api/events');
  events.addEventListener('open', async () => {
    element('offline').hidden = true;
    await welcome();
  });
  events.addEventListener('error', () => {
    element('offline').hidden = false;
  });
  events.addEventListener('message', ({ data }) => {
    const { mailbox: name, unread, arrived } = JSON.parse(data);
    const mailbox = mailboxes.find((each) => each.name === name);
    if (!mailbox) return;
    mailbox.unread = unread;
    showUnread();
    for (const { from, subject } of arrived)
      announce(`New letter for ${name}, from ${shortName(from)}: ${subject}`);
    if (mailbox === place.mailbox) showList();
  });
}

async function welcome() {
  const said = await ask('welcome');
  ({ mailboxes, newLetterTo } = said);
  element('intro-lines').replaceChildren(...said.intro.map((text) => textElement('li', text)));
  element('tabs').replaceChildren(...mailboxes.map(tab));
  showUnread();
  await follow();
}

/** Goes where the address points: `#/alice`, `#/alice/INBOX-1`, or a link of the open letter. */
async function follow() {
  const hash = location.hash.slice(1);
  if (/^mailto:/i.test(hash)) {
    history.replaceState(null, '', placeHash(place));
    if (place.id !== undefined) await answer(hash);
    return;
  }
  const [, name, id] = hash.split('/');
  const mailbox = mailboxes.find((each) => each.name === name) ?? mailboxes[0];
  if (mailbox.name !== place.mailbox?.name) element('letters').replaceChildren();
  const before = place;
  place = { mailbox, id: id || undefined };
  for (const link of element('tabs').querySelectorAll('a'))
    markCurrent(link, link.hash === `#/${mailbox.name}`);
  element('list-title').textContent = mailbox.name;
  element('list-about').textContent = mailbox.about;
  element('list-address').textContent = mailbox.address;
  showComposer(mailbox);
  await Promise.all([showList(), openLetter(before)]);
}

const placeHash = ({ mailbox, id }) => `#/${mailbox.name}${id === undefined ? '' : `/${id}`}`;

async function openLetter(before) {
  const { mailbox, id } = place;
  // The same letter is opened again when the server comes back; then the visitor is not disturbed.
  const moved = id !== before.id || mailbox.name !== before.mailbox?.name;
  document.body.dataset.view = id === undefined ? 'list' : 'letter';
  try {
    await showLetter(mailbox, id);
    if (moved && before.mailbox && NARROW.matches) document.querySelector('nav').scrollIntoView();
    if (moved && id !== undefined) element('subject').focus({ preventScroll: true });
  } catch {
    // A letter of an earlier start, from the history of the browser.
    location.hash = `#/${mailbox.name}`;
  }
}

async function answer(link) {
  const { mailbox } = place;
  const draft = await draftAnswer(link);
  if (draft) compose(mailbox, draft, link !== undefined);
}

function showUnread() {
  const links = element('tabs').querySelectorAll('a');
  mailboxes.forEach(({ unread }, at) => {
    const badge = links[at].querySelector('.badge');
    badge.hidden = unread === 0;
    badge.querySelector('.count').textContent = unread;
  });
  const all = mailboxes.reduce((sum, { unread }) => sum + unread, 0);
  document.title = `${all > 0 ? `(${all}) ` : ''}Turnpost sandbox`;
}

async function showList() {
  const { mailbox, id } = place;
  const letters = await ask(`mailboxes/${mailbox.name}`);
  if (mailbox !== place.mailbox) return;
  const list = element('letters');
  const focused = list.contains(document.activeElement) ? document.activeElement.hash : undefined;
  list.replaceChildren(...letters.map((letter) => line(mailbox, letter, id)));
  if (focused) list.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus();
  element('no-letters').hidden = letters.length > 0;
}

function line(mailbox, letter, open) {
  const item = copyOf('line-template');
  const link = item.querySelector('a');
  link.href = placeHash({ mailbox, id: letter.id });
  markCurrent(link, letter.id === open);
  const others = letter.to.map(shortName).join(', ');
  item.querySelector('.who').textContent = letter.sent ? `To ${others}` : shortName(letter.from);
  item.querySelector('.subject').textContent = letter.subject || '(no subject)';
  item.querySelector('.dot').hidden = letter.seen;
  item.querySelector('.sent').hidden = !letter.sent;
  link.classList.toggle('unread', !letter.seen);
  const time = item.querySelector('time');
  const date = new Date(letter.at);
  const today = date.toDateString() === new Date().toDateString();
  const style = today ? { timeStyle: 'short' } : { day: 'numeric', month: 'short' };
  time.dateTime = date.toISOString();
  time.textContent = date.toLocaleString([], style);
  return item;
}

function tab({ name, about, address }) {
  const item = copyOf('tab-template');
  const link = item.querySelector('a');
  link.href = `#/${name}`;
  link.title = fullName({ name, address });
  item.querySelector('.name').textContent = name;
  item.querySelector('.about').textContent = about;
  return item;
}

function startIntro() {
  const show = (shown) => {
    element('intro').hidden = !shown;
    element('intro-show').hidden = shown;
    document.body.classList.toggle('introduced', shown);
  };
  element('intro-hide').addEventListener('click', () => {
    localStorage.setItem(INTRO_HIDDEN, 'yes');
    show(false);
    element('intro-show').focus();
  });
  element('intro-show').addEventListener('click', () => {
    localStorage.removeItem(INTRO_HIDDEN);
    show(true);
    element('intro-hide').focus();
  });
  show(localStorage.getItem(INTRO_HIDDEN) === null);
}
