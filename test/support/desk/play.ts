import { answerTo } from '../post/letters.ts';
import { boards, type StoredBoard } from '../stored/play.ts';
import { ALICE, BOB, type Desk, type Sent } from './desk.ts';

/** A letter's text with every run of blanks and line breaks as one blank. */
export const oneLine = (letter: Sent | undefined): string =>
  (letter?.text ?? '').replace(/\s+/g, ' ');

/** A board as it is stored. */
export function storedBoard({ shell }: Desk, number = 1): StoredBoard {
  const board = boards(shell.db).find((each) => each.board === number);
  if (!board) throw new Error(`there is no board ${number}`);
  return board;
}

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
