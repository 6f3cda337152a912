import { fileURLToPath } from 'node:url';
import { isOfGame, type Sample } from '../../sandbox/samples/sample-boards.ts';
import { SAMPLES } from '../../sandbox/samples/samples.ts';
import type { Message } from '../../src/intent.ts';

/** Where the golden letters lie: by language, by what they are about, and the HTML apart. */

export const GOLDEN = fileURLToPath(new URL('../golden/', import.meta.url));

/** For each kind of letter, what it is about: its folder below that of the language. */
export const FOLDERS: Readonly<Record<Message['kind'], string>> = {
  board: 'board',
  show: 'board',
  challenge: 'challenge',
  counter: 'challenge',
  invitation: 'challenge',
  introduction: 'account',
  answer: 'answer',
  welcome: 'account',
  confirm: 'account',
  first: 'account',
  address: 'account',
  signoff: 'account',
  export: 'account',
  morning: 'news',
  puzzle: 'puzzle',
  notice: 'news',
  message: 'news',
  feedback: 'news',
  broadcast: 'news',
  report: 'server',
  probe: 'server',
};

/** The pages of help that have a file; each other one is its template, or made like one of these. */
const PAGES = new Set(
  'help help-commands help-classic help-move help-signup test-display'.split(' '),
);

const isPage = (message: Message): boolean =>
  message.kind === 'answer' && message.facts.sections[0]?.page !== undefined;

/** Whether the words of a letter have a file. */
export const hasFile = ([name, message]: Sample): boolean => !isPage(message) || PAGES.has(name);

/**
 * The two files of a letter of the gallery, by their paths below `GOLDEN`.
 *
 * @throws Error when the gallery has no letter of that name
 */
export function goldenFiles(name: string, language = 'en'): { text: string; html: string } {
  const sample = SAMPLES.find(([each]) => each === name);
  if (!sample) throw new Error(`the gallery has no ${name}`);
  const [, message] = sample;
  const kind = isPage(message) ? 'help' : FOLDERS[message.kind];
  const folder = `${language}/${isOfGame(sample) ? 'game' : kind}`;
  return { text: `${folder}/${name}.txt`, html: `${folder}/html/${name}.html` };
}
