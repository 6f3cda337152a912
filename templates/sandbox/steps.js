import { copyOf, element, textElement } from '/dom.js';

/** What to do first. The server says what was done; the first of the others comes next. */

const HIDDEN = 'turnpost-steps-hidden';
const lines = element('step-lines');
let steps = [];
let showStep;

/** @param show called with the step that the visitor wants to be shown */
export function startSteps(show) {
  const open = (shown) => {
    element('steps').hidden = !shown;
    element('steps-show').hidden = shown;
    document.body.classList.toggle('guided', shown);
  };
  element('steps-hide').addEventListener('click', () => {
    localStorage.setItem(HIDDEN, 'yes');
    open(false);
    element('steps-show').focus();
  });
  element('steps-show').addEventListener('click', () => {
    localStorage.removeItem(HIDDEN);
    open(true);
    element('steps-hide').focus();
  });
  element('steps-all').addEventListener('click', () => unfold(lines.dataset.all === undefined));
  showStep = show;
  open(localStorage.getItem(HIDDEN) === null);
}

/** Where there is little room, the next one stands alone until the visitor asks for all. */
function unfold(all) {
  if (all) lines.dataset.all = '';
  else delete lines.dataset.all;
  element('steps-all').setAttribute('aria-expanded', String(all));
}

export function showSteps(said) {
  steps = said;
  const next = steps.findIndex(({ done }) => !done);
  lines.replaceChildren(
    ...steps.map((step, at) => {
      const { text, done } = step;
      const item = copyOf('step-template');
      item.dataset.number = at + 1;
      item.querySelector('.text').append(...inPieces(text));
      const button = item.querySelector('button');
      button.setAttribute('aria-label', `Show me step ${at + 1}`);
      button.addEventListener('click', () => showStep(step));
      item.querySelector('.done').hidden = !done;
      item.classList.toggle('ticked', done);
      if (at === next) item.setAttribute('aria-current', 'step');
      return item;
    }),
  );
  element('steps-count').textContent =
    `${steps.filter(({ done }) => done).length} of ${steps.length} done`;
  element('steps-over').hidden = next !== -1;
}

/** A text in which no line ends behind the hyphen of an option. */
const inPieces = (text) =>
  text
    .split(/(?<= )(-\S+)/)
    .map((piece) => (piece.startsWith('-') ? textElement('span', piece) : piece));

/** What was done meanwhile, a yes or no a step. */
export function tick(done) {
  if (done.some((each, at) => each !== steps[at]?.done))
    showSteps(steps.map((step, at) => ({ ...step, done: done[at] })));
}
