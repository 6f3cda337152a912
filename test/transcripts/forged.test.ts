import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Command } from '../../src/command/shape/types.ts';
import { COMMANDS } from '../../src/command/text/registry.ts';
import type { Desk } from '../support/desk/desk.ts';
import { full, throwDice } from '../support/run/seed.ts';
import { lettersIn } from '../support/stored/letters.ts';
import { countedBut } from '../support/stored/people.ts';
import { everything } from '../support/stored/rows.ts';
import { asks, transcriptOf } from './examples.ts';
import { play } from './play.ts';
import { type Letter, parseTranscript, type Round } from './transcript.ts';

/**
 * The example of every command, in an answer to the newest letter of its writer, when our mail host says
 * that it does not come from there. It is taken from the transcript of the command.
 */

const HOST = { id: 'mx.turnpost.test', hops: 0 };
const FOLDER = new URL('.', import.meta.url);
const PATHS = new Map(
  readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).map((path) => [basename(path), path]),
);

/** What any letter may change: how it went, who was asked and answered, and what that leaves room for. */
const OF_LETTERS: ReadonlySet<string> = new Set(
  (
    'destinations server held inbox letter_bytes letter_counts ' +
    'mailboxes outbox rate_limits sign_ups counters'
  ).split(' '),
);
/** What is counted of letters, where the rest is what players have done. */
const NOT_DONE = 'question proven-question unproven introduction unused uncertain-send'.split(' ');

/** What stands in all other tables. */
function rowsOf({ shell: { db } }: Desk): Readonly<Record<string, unknown>> {
  const told = Object.entries(everything(db)).filter(([name]) => !OF_LETTERS.has(name));
  const { players, ...others } = Object.fromEntries(told);
  // On what day somebody was heard of.
  const people = (players as object[]).map((row) => ({ ...row, active_day: undefined }));
  return { ...others, people, done: countedBut(db, NOT_DONE) };
}

/** What somebody has written who has no letter of ours yet. */
const asksForHelp = (who: string): Round => ({
  later: undefined,
  written: [
    {
      heading: '',
      note: [],
      letter: { headers: [['Subject', 'help']], text: [] },
      who,
      label: undefined,
      answers: false,
    },
  ],
  got: [],
  nobody: false,
});

/** What stands at the head of a letter, and what it has come to. */
interface Outcome {
  readonly state: string;
  /** Which tables it has changed. */
  readonly tables: readonly string[];
}

/** Plays what comes before the example, then that in an answer, with what our mail host finds. */
async function answerWith({ name, example, audience }: Command, finding: string): Promise<Outcome> {
  const path = PATHS.get(transcriptOf(name)) ?? '';
  const { given, rounds } = parseTranscript(readFileSync(new URL(path, FOLDER), 'utf8'));
  const at = rounds.findIndex(({ written }) => written.some((each) => asks(each.letter, example)));
  const [round] = rounds.slice(at);
  const written = round?.written.find((each) => asks(each.letter, example));
  if (!round || !written) throw new Error(`${path} does not send ${example}`);
  const { text } = written.letter;
  const isFirst = text.find((line) => line.trim() !== '') === example;
  const letter: Letter = {
    headers: [['Authentication-Results', `${HOST.id}; ${finding}`]],
    text: isFirst ? text : [example, '', ...text],
  };
  const before = [
    ...rounds.slice(0, at),
    ...(audience === 'player' ? [] : [asksForHelp(written.who)]),
  ];
  const states: Readonly<Record<string, unknown>>[] = [];
  let state = '';
  const note = (desk: Desk): void => {
    states.push(rowsOf(desk));
    state = lettersIn(desk.shell.db).at(-1)?.state ?? '';
  };
  const answer = { ...round, written: [{ ...written, answers: true, letter }] };
  const transcript = { given, rounds: [...before, answer] };
  await play(transcript, note, 'en', { authserv: HOST, after: note });
  const [was, is] = states.slice(-2);
  const tables = Object.keys(is ?? {}).filter(
    (table) => JSON.stringify(was?.[table]) !== JSON.stringify(is?.[table]),
  );
  return { state, tables };
}

/** The names of those that change something where nobody calls the letter forged. */
const changing: string[] = [];

const TRIED = throwDice('forged examples').sample(COMMANDS, 20);

describe('the example of every command, in an answer to a letter of ours', () => {
  it.each(TRIED.map((command): [string, Command] => [command.name, command]))(
    'does nothing where our mail host calls it forged, unless it is a move: %s',
    async (_, command) => {
      const { need, name } = command;
      const honest = await answerWith(command, 'dmarc=none');
      const changes = honest.tables;
      if (changes.length > 0) changing.push(name);
      const forged = await answerWith(command, 'dmarc=fail');
      if (need === 'move') {
        expect(forged).toEqual({ state: 'done', tables: changes });
        return;
      }
      const waits = changes.length > 0 || ['confirmation', 'proof-to-read'].includes(need);
      // Who has no account has got no letter with a token.
      const state = !waits ? 'done' : name === 'signup' ? 'ignored' : 'held';
      expect(forged).toEqual({ state, tables: [] });
    },
  );

  it('changes something otherwise', () => {
    expect(changing.length).toBeGreaterThan(full ? TRIED.length / 3 : 0);
    if (!full) return;
    expect(changing).toEqual(expect.arrayContaining(['move', 'resign', 'block', 'set', 'say']));
  });
});
