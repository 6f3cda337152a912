import { element } from '/dom.js';

/** What the open letter is shown on: the whole width or a phone, by day or by night. */

const screen = element('screen');
const frame = element('html');
const night = matchMedia('(prefers-color-scheme: dark)');
const WIDTHS = ['wide', '390', '320'];
/** As the visitor's own screen is, until the visitor says otherwise. */
let isDark;

export const inWhatLight = () => ((isDark ?? night.matches) ? 'dark' : 'light');

/** @param changed called when letters are to be shown in another light */
export function startScreen(changed) {
  const dark = element('dark');
  const light = () => {
    screen.dataset.scheme = inWhatLight();
    dark.setAttribute('aria-pressed', String(inWhatLight() === 'dark'));
    changed();
  };
  dark.addEventListener('click', () => {
    isDark = inWhatLight() !== 'dark';
    light();
  });
  night.addEventListener('change', light);
  light();
  for (const width of WIDTHS) element(`on-${width}`).addEventListener('click', () => show(width));
  show('wide');
  new ResizeObserver(([{ contentRect }]) => {
    if (contentRect.width !== fitFrame.width) fitFrame();
  }).observe(frame);
}

function show(chosen) {
  screen.dataset.width = chosen;
  for (const width of WIDTHS)
    element(`on-${width}`).setAttribute('aria-pressed', String(width === chosen));
  fitFrame();
}

/** The frame is as high as the letter, so that the pane scrolls and not the frame; a phone scrolls. */
export function fitFrame() {
  const page = frame.contentDocument?.documentElement;
  fitFrame.width = frame.getBoundingClientRect().width;
  frame.style.height = '0';
  if (page) frame.style.height = `${page.scrollHeight}px`;
}
