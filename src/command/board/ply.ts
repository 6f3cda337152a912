import type { Match } from '../../match/types.ts';
import { err, ok, type Result } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';

/** Reads how many plies stand on a board: `3`, or `-1` for one less than now. Else undefined. */
export const parsePlies = (text: string): number | undefined =>
  /^(?:\d{1,6}|-[1-9]\d{0,5})$/.test(text.trim()) ? Number(text.trim()) : undefined;

/** That number of plies on a match, counted from its beginning; refused when it has not so many. */
export function pliesOn(
  { board, moves }: Match,
  plies: number | undefined,
): Result<number, Sentence> {
  const last = moves.length;
  const counted = plies === undefined ? last : plies < 0 ? last + plies : plies;
  return counted >= 0 && counted <= last
    ? ok(counted)
    : err(say('no-such-ply', { board, ply: plies ?? last, last }));
}
