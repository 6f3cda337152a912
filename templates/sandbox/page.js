import { ask } from '/ask.js';
import { compose, showComposer, startComposer } from '/composer.js';
import { copyOf, element, fullName, markCurrent, NARROW } from '/dom.js';
import { draftAnswer, showLetter, startLetter } from '/letter.js';
import { clearList, hashOf, lettersOf, showList } from '/list.js';
import { opened, tell } from '/news.js';
import { showSteps, startSteps, tick } from '/steps.js';

/** Where the visitor is, and what happens when. The address says which letter is open. */

let mailboxes = [];
let newLetterTo = '';
/** A mailbox and the id of its open letter. */
let place = { mailbox: undefined, id: undefined };

start();

async function start() {
  startLetter();
  startComposer((from) => {
    if (from.name === place.mailbox.name) list();
    element('subject').focus({ preventScroll: true });
  });
  element('new').addEventListener('click', () => compose(place.mailbox, newLetter('')));
  element('answer').addEventListener('click', () => answer());
  addEventListener('hashchange', follow);
  startSteps(showStep);
  listen();
}

const newLetter = (subject) => ({ to: newLetterTo, subject, body: '', references: [] });

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
    const { mailbox: name, unread, arrived, done } = JSON.parse(data);
    const mailbox = mailboxes.find((each) => each.name === name);
    if (!mailbox) return;
    mailbox.unread = unread;
    showUnread();
    tick(done);
    const newest = arrived.at(-1);
    if (newest) tell(mailbox, newest, mailbox === place.mailbox);
    if (mailbox === place.mailbox) list();
  });
}

async function welcome() {
  const said = await ask('welcome');
  ({ mailboxes, newLetterTo } = said);
  showSteps(said.steps);
  element('tabs').replaceChildren(...mailboxes.map(tab));
  showUnread();
  if (location.hash === '') await openFirst();
  await follow();
}

/** Who comes without an address finds the board open that waits in the first mailbox. */
async function openFirst() {
  const [mailbox] = mailboxes;
  const letters = await lettersOf(mailbox.name);
  const id = (letters.find(({ kind }) => kind === 'board') ?? letters[0])?.id;
  history.replaceState(null, '', hashOf({ mailbox, id }));
}

/** Goes where the address points: `#/alice`, `#/alice/INBOX-1`, or a link of the open letter. */
async function follow() {
  const hash = location.hash.slice(1);
  if (/^mailto:/i.test(hash)) {
    history.replaceState(null, '', hashOf(place));
    if (place.id !== undefined) await answer(hash);
    return;
  }
  const [, name, id] = hash.split('/');
  const mailbox = mailboxes.find((each) => each.name === name) ?? mailboxes[0];
  if (mailbox.name !== place.mailbox?.name) clearList();
  const before = place;
  place = { mailbox, id: id || undefined };
  for (const link of element('tabs').querySelectorAll('a'))
    markCurrent(link, link.hash === `#/${mailbox.name}`);
  element('list-title').textContent = mailbox.name;
  element('list-about').textContent = mailbox.about;
  element('list-address').textContent = mailbox.address;
  opened(mailbox.name, id);
  showComposer(mailbox);
  await Promise.all([list(), openLetter(before)]);
}

function list() {
  const { mailbox } = place;
  return showList(place, () => mailbox === place.mailbox);
}

async function openLetter(before) {
  const { mailbox, id } = place;
  // The same letter is opened again when the server comes back; then the visitor is not disturbed.
  const moved = id !== before.id || mailbox.name !== before.mailbox?.name;
  document.body.dataset.view = id === undefined ? 'list' : 'letter';
  try {
    await showLetter(mailbox, id);
    if (moved && before.mailbox && NARROW.matches) scrollTo(0, 0);
    if (moved && before.mailbox && id !== undefined)
      element('subject').focus({ preventScroll: true });
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

/** Opens the newest letter where the step is done, or the letter that it wants to be written. */
async function showStep({ mailbox: name, line, answers }) {
  const mailbox = mailboxes.find((each) => each.name === name);
  const came = (await lettersOf(name)).filter(({ sent }) => !sent);
  const newest = answers ? came.find(({ kind }) => kind === answers) : came[0];
  await goTo({ mailbox, id: line === undefined || answers ? newest?.id : undefined });
  if (line === undefined) return;
  if (!answers || !newest) return compose(mailbox, newLetter(line));
  const draft = await draftAnswer();
  compose(mailbox, { ...draft, body: line + draft.body });
}

/** Resolves when the letter is open. */
async function goTo(there) {
  if (location.hash === hashOf(there)) return;
  history.pushState(null, '', hashOf(there));
  await follow();
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

function tab({ name, about, address }) {
  const item = copyOf('tab-template');
  const link = item.querySelector('a');
  link.href = `#/${name}`;
  link.title = fullName({ name, address });
  item.querySelector('.name').textContent = name;
  item.querySelector('.about').textContent = about;
  return item;
}
