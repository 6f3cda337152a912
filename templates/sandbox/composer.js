import { ask } from '/ask.js';
import { announce, element, NARROW } from '/dom.js';
import { forgetNews } from '/news.js';

/** The letter that is being written. Each mailbox keeps its own until it is sent or discarded. */

const form = element('composer');
const problem = element('problem');
const drafts = new Map();
/** Lines of the text that are shown at least and at most, before the visitor drags. */
const LINES_MIN = 4;
const LINES_MAX = 9;
let mailbox;

/** Shows what is being written in this mailbox, if anything. */
export function showComposer(current) {
  mailbox = current;
  const draft = drafts.get(mailbox.name);
  if (draft) fill(draft);
  form.hidden = !draft;
  document.body.classList.toggle('composing', Boolean(draft));
}

function fill({ to, subject, body, inReplyTo }) {
  const { elements } = form;
  element('composer-title').textContent =
    `${inReplyTo ? 'Answer' : 'New letter'} from ${mailbox.name}`;
  elements.to.value = to;
  elements.subject.value = subject;
  elements.body.value = body;
  elements.body.rows = Math.min(Math.max(body.split('\n').length, LINES_MIN), LINES_MAX);
  say('');
}

/**
 * Opens a filled-in letter with the cursor where new text goes. One that a link has opened leaves
 * the link in sight: the letter moves up by as much as the composer takes. On a phone it is ready to
 * be sent: a cursor would bring up the keyboard, which only a move to choose needs.
 */
export function compose(current, draft, byLink = false) {
  drafts.set(current.name, draft);
  const letter = element('letter');
  const before = letter.clientHeight;
  showComposer(current);
  if (byLink) {
    letter.scrollTop += before - letter.clientHeight;
    if (NARROW.matches) scrollBy(0, form.offsetHeight);
  }
  const { to, body } = form.elements;
  const isChoice = /^1\) /m.test(draft.body);
  const cursor = isChoice ? draft.body.length : draft.body.search(/\n|$/);
  if (draft.to === '') to.focus();
  else if (byLink && NARROW.matches && !isChoice) element('send').focus({ preventScroll: true });
  else body.focus();
  body.setSelectionRange(cursor, cursor);
  body.scrollTop = 0;
}

/** `sent` is called after each letter that went. */
export function startComposer(sent) {
  form.addEventListener('input', ({ target }) => {
    drafts.get(mailbox.name)[target.name] = target.value;
    say('');
  });
  form.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      form.requestSubmit();
    }
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    send(sent);
  });
  element('discard').addEventListener('click', () => {
    close(mailbox);
    element('new').focus();
  });
}

async function send(sent) {
  const from = mailbox;
  const draft = drafts.get(from.name);
  const button = element('send');
  if (button.disabled) return;
  button.disabled = true;
  forgetNews();
  try {
    await ask(`mailboxes/${from.name}`, draft);
    close(from);
    announce(draft.subject ? `Sent: ${draft.subject}` : 'Sent.');
    sent(from);
  } catch (error) {
    say(why(error));
  } finally {
    button.disabled = false;
  }
}

function close(which) {
  drafts.delete(which.name);
  if (which.name === mailbox.name) showComposer(mailbox);
}

function say(text) {
  problem.textContent = text;
  problem.hidden = text === '';
}

function why({ status, said }) {
  if (said?.code === 'no-recipient') return 'To whom? Write an address into To.';
  if (said?.code === 'refused') return `The post office did not take the letter: ${said.reply}`;
  if (status === 413) return 'The letter is too long.';
  return 'The post office does not answer. The letter is still here; try again in a moment.';
}
