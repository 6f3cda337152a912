import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Message, MessageFacts } from '../src/intent.ts';
import { renderLetter } from '../src/render/letter.ts';
import { overlayTemplates } from '../src/render/operator-templates.ts';
import type { InlinePicture } from '../src/render/picture/album.ts';
import { readTemplateFolder } from '../src/service/process/languages.ts';
import { TEMPLATES } from '../src/service/shell/shell.ts';
import { makeDrawer } from '../src/service/thread/renderer.ts';
import { BOARD_SAMPLES, isOfGame, type Sample } from './samples/sample-boards.ts';
import { SAMPLES } from './samples/samples.ts';

/** The files of the gallery by their names. */
export type GalleryFiles = ReadonlyMap<string, string | Uint8Array>;

/** The account that every letter of the gallery goes to, but for its language. */
const ALICE = {
  userid: 'alice',
  replyTo: 'games+k3f@turnpost.test',
  links: true,
  pictures: 'gallery@turnpost.test',
};

/**
 * Every kind of letter there is, as it looks: a page of them all, and each part as a file. The dark
 * ones are as a reader sees them whose screen is dark.
 *
 * @param own a folder of templates that go before the built-in ones
 */
export async function makeGallery(own?: string, language = 'en'): Promise<GalleryFiles> {
  const reader = { ...ALICE, language };
  const { templates } = overlayTemplates(
    readTemplateFolder(TEMPLATES),
    own === undefined ? new Map() : readTemplateFolder(own),
  );
  const files = new Map<string, string | Uint8Array>();
  const draw = makeDrawer();
  const letters = SAMPLES.map((sample) => {
    const [name, message] = sample;
    return { name, group: groupOf(sample), ...renderLetter(message, reader, templates) };
  });
  const groups = GROUPS.map((title) => ({
    title,
    letters: letters.filter(({ group }) => group === title),
  }));
  files.set('index.html', templates.html('sandbox', 'gallery', { groups, language }));
  for (const name of ['gallery.css', 'gallery.js'])
    files.set(name, readFileSync(join(TEMPLATES, 'sandbox', name), 'utf8'));
  for (const letter of letters) {
    files.set(`${letter.name}.txt`, `Subject: ${letter.subject}\n\n${letter.text}`);
    if (letter.html === undefined) continue;
    const html = await withPictures(letter.html, letter.pictures, draw);
    files.set(`${letter.name}.html`, html);
    files.set(`${letter.name}.dark.html`, inTheDark(html));
  }
  for (const [name, message] of BOARD_SAMPLES) {
    const asPicture = { ...message, facts: { ...message.facts, choices: { board: 'picture' } } };
    const { pictures } = renderLetter(asPicture as Message, reader, templates);
    for (const picture of pictures) {
      const { png } = await draw(picture);
      files.set(`${name}.png`, png);
    }
  }
  return files;
}

type AnswerFacts = MessageFacts<'answer'>;

const kindOfAnswer = ({ sections: [first] }: AnswerFacts): 'help' | 'list' | 'answer' =>
  first?.page ? 'help' : first?.lists ? 'list' : 'answer';

/** The group of each kind of letter in the gallery, in the order of its page. */
const GROUP_OF: Readonly<Record<Message['kind'] | 'list' | 'help', string>> = {
  board: 'Boards',
  show: 'Boards',
  challenge: 'Challenges and invitations',
  counter: 'Challenges and invitations',
  invitation: 'Challenges and invitations',
  introduction: 'First letters and the account',
  welcome: 'First letters and the account',
  first: 'First letters and the account',
  confirm: 'First letters and the account',
  address: 'First letters and the account',
  signoff: 'First letters and the account',
  export: 'First letters and the account',
  answer: 'Answers to commands',
  list: 'Lists',
  puzzle: 'Puzzles and the letter of the day',
  morning: 'Puzzles and the letter of the day',
  notice: 'News and messages',
  message: 'News and messages',
  feedback: 'News and messages',
  broadcast: 'News and messages',
  report: 'News and messages',
  probe: 'News and messages',
  help: 'Help pages',
};

const GAMES = 'A board of each game';
const GROUPS = [GAMES, ...new Set(Object.values(GROUP_OF))];

function groupOf(sample: Sample): string {
  const [, message] = sample;
  if (isOfGame(sample)) return GAMES;
  return GROUP_OF[message.kind === 'answer' ? kindOfAnswer(message.facts) : message.kind];
}

/** Draws the pictures of a letter where it shows them, as a mail program does. */
async function withPictures(
  html: string,
  pictures: readonly InlinePicture[],
  draw: ReturnType<typeof makeDrawer>,
): Promise<string> {
  let shown = html;
  for (const picture of pictures) {
    const { cid, png } = await draw(picture);
    const inBase64 = Buffer.from(png).toString('base64');
    shown = shown.replaceAll(`cid:${cid}`, `data:image/png;base64,${inBase64}`);
  }
  return shown;
}

/** A frame cannot be told to be dark, but a style sheet can be told that it always is. */
const inTheDark = (html: string): string =>
  html.replace('@media (prefers-color-scheme: dark)', '@media all');
