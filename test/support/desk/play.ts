import { answerTo } from '../post/letters.ts';
import { ALICE, BOB, type Desk, type Sent } from './desk.ts';

/** A letter's text with every run of blanks and line breaks as one blank. */
export const oneLine = (letter: Sent | undefined): string =>
  (letter?.text ?? '').replace(/\s+/g, ' ');

/** Board 1 as it is stored. */
export function storedBoard({ shell }: Desk): {
  moves: string;
  revision: number;
  winner: string | null;
  ending: string | null;
  times: string;
} {
  return shell.db
    .prepare('select moves, revision, winner, ending, times from matches where board = 1')
    .get() as ReturnType<typeof storedBoard>;
}

/** Puts running boards of alice and bob beside board 1, up to this number. */
export const fillBoards = ({ shell }: Desk, last: number): void => {
  shell.db.exec(`with recursive n(i) as (select 2 union all select i + 1 from n where i < ${last})
    insert into matches (board, rules, black_id, white_id, start, revision, started_at, changed_at)
    select i, rules, black_id, white_id, start, 1, 0, 0 from n, matches where board = 1`);
};

/** Plays moves by answers to the newest board letters; alice is Black and begins. */
export async function play(desk: Desk, ...moves: readonly string[]): Promise<readonly Sent[]> {
  let sent: readonly Sent[] = [];
  for (const move of moves) {
    const plies = storedBoard(desk).moves.split(' ').filter(Boolean).length;
    sent = await desk.post(answerTo(newestBoard(desk, plies % 2 === 0 ? ALICE : BOB), move));
  }
  return sent;
}

/** The newest letter that shows board 1 to somebody. */
export function newestBoard(desk: Desk, to: string): Sent {
  const letter = desk.sent.findLast((each) => each.to === to && /Board 1 /.test(each.subject));
  if (!letter) throw new Error(`${to} has no board`);
  return letter;
}

/** Who got letters, in the order in which they were sent. */
export const receivers = (sent: readonly Sent[]): readonly string[] => sent.map(({ to }) => to);
