import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/command/text/registry.ts';
import { LANGUAGES } from '../../src/player/settings.ts';
import { WORDS } from '../support/desk/vocabulary.ts';
import { full, throwDice } from '../support/run/seed.ts';
import { noteCommands } from './carried-out.ts';
import { adminCommandsPage, commandsPage } from './commands-page.ts';
import { answersToExamples, transcriptOf } from './examples.ts';
import { type Exchange, type Played, play } from './play.ts';
import { parseTranscript, printTranscript, type Transcript } from './transcript.ts';
import { wordsPage } from './words-page.ts';

/**
 * Every transcript is played and compared with what has really happened, and what is made from them
 * with what is kept. `npm run docs` writes all of it anew.
 */

const ANEW = 'npm run docs writes it anew';

const FOLDER = new URL('.', import.meta.url);
/** The paths of the transcripts below this folder, in the order of their names. */
const FILES = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.md') && path !== 'README.md')
  .sort((one, other) => (basename(one) < basename(other) ? -1 : 1));

interface Done extends Played {
  readonly transcript: Transcript;
  readonly commands: ReadonlySet<string>;
}

/** What is carried out in the transcript that is being played. */
const commands = new Set<string>();
noteCommands((name) => commands.add(name));
const plays = new Map<string, Done>();

const readTranscript = (file: string): Transcript =>
  parseTranscript(readFileSync(new URL(file, FOLDER), 'utf8'));

const playersOf = ({ given }: Transcript): readonly string[] =>
  given.flatMap((each) => (each.kind === 'players' ? each.userids : []));

async function played(file: string): Promise<Done> {
  const known = plays.get(file);
  if (known) return known;
  const transcript = readTranscript(file);
  const what = await play(transcript, () => commands.clear());
  const done = { transcript, commands: new Set(commands), ...what };
  plays.set(file, done);
  return done;
}

/** One after the other, for they share the notes of what is carried out. */
async function all(): Promise<readonly (Done & { readonly file: string })[]> {
  const every: (Done & { readonly file: string })[] = [];
  for (const file of FILES) every.push({ file, ...(await played(file)) });
  return every;
}

const answersOf = (plays: Awaited<ReturnType<typeof all>>) =>
  answersToExamples(new Map(plays.map(({ file, exchanges }) => [basename(file), exchanges])));

const playsIn = new Map<string, readonly Exchange[]>();

/** What the players of a transcript get in another language; whoever is none is written to in English. */
async function playedIn(language: string, file: string): Promise<readonly Exchange[]> {
  const known = playsIn.get(`${language} ${file}`);
  if (known) return known;
  const { transcript } = await played(file);
  const players = playersOf(transcript);
  const { exchanges } = await play(transcript, () => undefined, language);
  const theirs = exchanges.filter(({ written }) => players.includes(written.who));
  playsIn.set(`${language} ${file}`, theirs);
  return theirs;
}

describe('what is written and what comes back, as npm run docs writes it', () => {
  it('is found by its name, whichever folder it lies in', () => {
    expect(FILES.length).toBeGreaterThan(100);
    expect(new Set(FILES.map((file) => basename(file))).size).toBe(FILES.length);
  });

  it.each(FILES)('%s', async (file) => {
    const { transcript, rounds } = await played(file);
    await expect(printTranscript({ ...transcript, rounds })).toMatchFileSnapshot(file, ANEW);
  });
});

/** The transcripts that help pages have their answers from. */
const OWN = new Set(COMMANDS.map(({ name }) => transcriptOf(name)));
const SHOWN = FILES.filter((file) => OWN.has(basename(file)));
const byPlayers = (file: string): boolean => {
  const transcript = readTranscript(file);
  const players = playersOf(transcript);
  return transcript.rounds.some(({ written }) => written.some(({ who }) => players.includes(who)));
};
const TRANSLATED = LANGUAGES.filter((language) => language !== 'en');
/** They are played once more in each language; npm run docs takes all of them. */
const SAMPLE = throwDice('what comes back').sample(SHOWN.filter(byPlayers), 3);

describe.each(TRANSLATED)('what comes back in %s', (language) => {
  // Each by itself, because all of them together take long.
  it.each(SAMPLE)('%s', async (file) => {
    expect(await playedIn(language, file)).not.toEqual([]);
  });
});

describe('every command, as npm run docs writes it', () => {
  it('is carried out in a transcript', async () => {
    const shown = new Set((await all()).flatMap((each) => [...each.commands]));
    const lacking = COMMANDS.map(({ name }) => name).filter((name) => !shown.has(name));
    expect(lacking, 'no file below test/transcripts/ carries these out').toEqual([]);
  });

  it('has an example that is sent word for word, and its help page shows the answer', async () => {
    const answers = answersOf(await all());
    const lacking = Object.keys(answers).filter((name) => answers[name] === '');
    const where =
      'their transcripts, such as lists/games.md, do not send the example of the command';
    expect(lacking.map(transcriptOf), where).toEqual([]);
    await expect(`${JSON.stringify(answers, null, 2)}\n`).toMatchFileSnapshot(
      '../../templates/en/examples.json',
      ANEW,
    );
  });

  it.each(TRANSLATED)(
    'has the answers that players get in %s on its help pages in it',
    async (language) => {
      const exchanges = new Map<string, readonly Exchange[]>();
      for (const file of SAMPLE) {
        exchanges.set(basename(file), await playedIn(language, file));
      }
      const answers = Object.fromEntries(
        Object.entries(answersToExamples(exchanges)).filter(([, text]) => text !== ''),
      );
      const page = `../../templates/${language}/examples.json`;
      const kept = JSON.parse(readFileSync(new URL(page, FOLDER), 'utf8')) as typeof answers;
      expect(Object.keys(kept).length).toBeGreaterThan(30);
      if (!full) expect({ ...kept, ...answers }, ANEW).toEqual(kept);
      else await expect(`${JSON.stringify(answers, null, 2)}\n`).toMatchFileSnapshot(page, ANEW);
    },
  );

  it('is described in docs/commands.md for players, and in docs/admin-commands.md', async () => {
    const plays = await all();
    const answers = answersOf(plays);
    const transcripts = plays.map(({ file, transcript: { title }, commands }) => ({
      file,
      title,
      commands,
    }));
    const pages = {
      'commands.md': commandsPage({ transcripts, answers }),
      'admin-commands.md': adminCommandsPage({ transcripts, answers }),
    };
    const described = Object.values(pages).flatMap((page) =>
      [...page.matchAll(/^#+ (.+)\n\n.+\n\n- Write: /gm)].map(([, name]) => name),
    );
    expect(described.sort()).toEqual(COMMANDS.map(({ name }) => name).sort());
    expect(pages['commands.md']).not.toMatch(/\badmin [a-z]|\/admin\//);
    for (const [name, page] of Object.entries(pages)) {
      await expect(page).toMatchFileSnapshot(`../../docs/${name}`, ANEW);
    }
  });
});

describe('what people write, as npm run docs writes it', () => {
  it('is in docs/words.md', async () => {
    await expect(wordsPage(WORDS)).toMatchFileSnapshot('../../docs/words.md', ANEW);
  });
});
