import { ask } from '/ask.js';
import { element, fullName, textElement } from '/dom.js';

/** The open letter. */

const frame = element('html');
const text = element('text');
let letter;
/** What the visitor has chosen for letters that are both. */
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
  for (const view of ['html', 'text']) {
    element(`as-${view}`).addEventListener('click', () => {
      wanted = view;
      showPart();
    });
  }
  frame.addEventListener('load', () => {
    tameLinks();
    fitFrame();
  });
  new ResizeObserver(([{ contentRect }]) => {
    if (contentRect.width !== fitFrame.width) fitFrame();
  }).observe(frame);
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
  element('views').hidden = !letter.hasHtml || letter.text === undefined;
  const lines = [
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

function showPart() {
  const part = letter.hasHtml && (wanted === 'html' || letter.text === undefined) ? 'html' : 'text';
  element('as-html').setAttribute('aria-pressed', String(part === 'html'));
  element('as-text').setAttribute('aria-pressed', String(part === 'text'));
  text.hidden = part !== 'text';
  frame.hidden = part !== 'html';
  text.textContent = letter.text ?? '';
  if (part === 'html') frame.src = `/api/${letter.path}/html`;
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

/** The frame is as high as the letter, so that the pane scrolls and not the frame. */
function fitFrame() {
  const page = frame.contentDocument?.documentElement;
  fitFrame.width = frame.getBoundingClientRect().width;
  frame.style.height = '0';
  if (page) frame.style.height = `${page.scrollHeight}px`;
}
