import type { Desk, Sent } from '../support/desk/desk.ts';
import { type Picture, pictureOf } from '../support/desk/picture.ts';
import { answerTo, type Draft } from '../support/post/letters.ts';
import { lettersIn, lettersOut } from '../support/stored/letters.ts';
import { inContext } from './contexts.ts';
import type { Phrase } from './phrase.ts';

/** What has come of one phrase. */
export interface Outcome {
  readonly from: string;
  /** What players have made, before and after: not what the server keeps for itself. */
  readonly before: Picture;
  readonly after: Picture;
  readonly letters: readonly Sent[];
  /** How the letter ended. */
  readonly state: string;
  /** The codes of all that the answers say. */
  readonly codes: readonly string[];
}

/** What is changed by commands, and by nothing else. */
const ACTED: ReadonlySet<string> = new Set(
  (
    'players addresses matches challenges board_offers blocks settings vacations ' +
    'waiting invitations jobs admin_log held puzzle_attempts'
  ).split(' '),
);

/** Writes a phrase to a fresh copy of the state that it belongs to. */
export async function writePhrase(phrase: Phrase): Promise<Outcome> {
  const { desk, context } = await inContext(phrase.context);
  try {
    const { from, answers, headers = [] } = context;
    const before = acted(desk);
    const draft: Draft = answers
      ? answerTo(answers, phrase.text)
      : { from, subject: '', text: phrase.text };
    const letters = await desk.post({
      ...draft,
      ...(phrase.subject !== null && { subject: phrase.subject }),
      headers: [...(draft.headers ?? []), ...headers],
    });
    const { id, state } = lettersIn(desk.shell.db).at(-1) ?? { id: 0, state: '' };
    return { from, before, after: acted(desk), letters, state, codes: codesOf(desk, id) };
  } finally {
    desk.close();
  }
}

const acted = (desk: Desk): Picture => {
  const { players = [], ...others } = pictureOf(desk.shell.db);
  // What the server notes of a player by itself stands in the same row.
  const people = players.map(({ active_day, suspended_at, first_board, lessons, ...row }) => row);
  return Object.fromEntries(
    Object.entries({ ...others, players: people }).filter(([table]) => ACTED.has(table)),
  );
};

function codesOf(desk: Desk, inboxId: number): readonly string[] {
  const letters = lettersOut(desk.shell.db).filter((each) => each.inboxId === inboxId);
  return letters.flatMap(({ facts }) =>
    [...facts.matchAll(/"code":"([a-z-]+)"/g)].map(([, code]) => code ?? ''),
  );
}
