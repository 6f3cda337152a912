import { ask } from '/ask.js';
import { copyOf, element, fullName, textElement } from '/dom.js';
import { fitFrame, inWhatLight, startScreen } from '/screen.js';

/** The open letter. */

const frame = element('html');
const text = element('text');
const source = element('source');
const VIEWS = ['html', 'text', 'source'];
let letter;
/** What the visitor has chosen for letters that have it. */
let wanted = 'html';

/** Opens a letter of a mailbox, or none. */
export async function showLetter(mailbox, id) {
  if (id === undefined) {
    letter = undefined;
    element('letter').hidden = true;
    element('no-letter').hidden = false;
    return;
  }
  const path = `mailboxes/${mailbox.name}/${id}`;
  const found = await ask(path);
  letter = { ...found, path };
  fill(mailbox);
  element('no-letter').hidden = true;
  element('letter').hidden = false;
  showPart();
  element('letter').scrollTop = 0;
  if (!letter.seen) await ask(`${path}/seen`, {});
}

/** The draft of an answer to the open letter; with a `mailto:` link, what the link fills in. */
export function draftAnswer(link) {
  if (!letter) return undefined;
  const query = link === undefined ? '' : `?link=${encodeURIComponent(link)}`;
  return ask(`${letter.path}/answer${query}`);
}

export function startLetter() {
  for (const view of VIEWS) {
    element(`as-${view}`).addEventListener('click', () => {
      wanted = view;
      showPart();
    });
  }
  frame.addEventListener('load', () => {
    frame.removeAttribute('aria-busy');
    tameLinks();
    fitFrame();
  });
  startScreen(() => {
    if (letter && !frame.hidden) showPart();
  });
}

function fill(mailbox) {
  element('back').href = `#/${mailbox.name}`;
  element('back').textContent = `Letters of ${mailbox.name}`;
  element('subject').textContent = letter.subject || '(no subject)';
  element('from').textContent = fullName(letter.from);
  element('to').textContent = letter.to.map(fullName).join(', ');
  const date = new Date(letter.at);
  element('date').dateTime = date.toISOString();
  element('date').textContent = date.toLocaleString([], {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  element('as-html').hidden = !letter.hasHtml;
  element('as-text').hidden = letter.text === undefined;
  element('eml').href = `/api/${letter.path}/eml`;
  const lines = [
    ['From', fullName(letter.from)],
    ['To', letter.to.map(fullName).join(', ')],
    ['Date', date.toUTCString()],
    ['Reply-To', letter.replyTo.map(fullName).join(', ')],
    ['Message-ID', letter.messageId],
    ['References', letter.references.join(' ')],
  ].filter(([, value]) => value);
  element('header-lines').replaceChildren(...lines.map(headerLine));
}

function headerLine([name, value]) {
  const line = document.createElement('div');
  line.append(textElement('dt', name), textElement('dd', value));
  return line;
}

/** What the HTML shows stands below the other parts only. */
function fillAttached(part) {
  const lines = letter.attachments.map(attachment);
  const apart = lines.filter((_, at) => part !== 'html' || !letter.attachments[at].isShown);
  element('attached').hidden = apart.length === 0;
  element('attachments').replaceChildren(...apart);
}

function attachment({ name, bytes, isPicture }, at) {
  const item = copyOf('attached-template');
  const address = `/api/${letter.path}/attached-${at}`;
  item.querySelector('a').href = address;
  item.querySelector('.name').textContent = name || `attachment ${at + 1}`;
  item.querySelector('.size').textContent = `${Math.ceil(bytes / 1024)} KB`;
  const picture = item.querySelector('img');
  picture.hidden = !isPicture;
  if (isPicture) picture.src = address;
  return item;
}

async function showPart() {
  const has = { html: letter.hasHtml, text: letter.text !== undefined, source: true };
  const part = [wanted, ...VIEWS].find((view) => has[view]);
  for (const view of VIEWS) {
    element(`as-${view}`).setAttribute('aria-pressed', String(view === part));
    element(view).hidden = view !== part;
  }
  fillAttached(part);
  text.textContent = letter.text ?? '';
  if (part === 'html') {
    frame.setAttribute('aria-busy', 'true');
    frame.src = `/api/${letter.path}/html?scheme=${inWhatLight()}`;
  }
  if (part === 'source') await showSource(letter);
}

async function showSource(of) {
  source.textContent = '';
  const raw = await (await fetch(`/api/${of.path}/eml`)).text();
  if (of === letter) source.textContent = raw;
}

/**
 * A `mailto:` link leads back to this page, which opens the answer. That needs no script in the
 * letter, and no listener either: Safari runs none in a frame without scripts. Other links lead
 * nowhere, as no letter may take the page away.
 */
function tameLinks() {
  for (const link of frame.contentDocument?.querySelectorAll('a[href], area[href]') ?? []) {
    if (link.protocol === 'mailto:') {
      link.href = `${location.origin}/#${link.href}`;
      link.target = '_top';
    } else if (!link.getAttribute('href').startsWith('#')) {
      link.removeAttribute('href');
    }
  }
}
