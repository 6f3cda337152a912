import { toPlayer } from '../../command/letters/letters.ts';
import type { HintOn } from '../../command/shape/types.ts';
import type { HintText } from '../../engine/hint/hint-text.ts';
import type { Intent } from '../../intent.ts';
import type { Player } from '../../player/types.ts';
import { type Sentence, say } from '../../sentence.ts';
import type { Database } from '../../store/file/database.ts';
import { matchOf } from '../../store/play/matches.ts';

/**
 * The letter with a hint, whose answer may be the move itself, as long as the board stands as it stood
 * when the hint was asked for.
 *
 * @param hint null where none was found
 */
export function hintLetter(
  db: Database,
  player: Player,
  understood: string,
  { board, revision }: HintOn,
  hint: HintText | null,
): Intent {
  const match = matchOf(db, board);
  const stands = match?.revision === revision && !match.outcome;
  const says = stands ? hintSays(hint) : [say('hint-late', { board })];
  const answers = stands && hint ? [hint.move] : undefined;
  const section = { understood, says, ...(answers && { answers }) };
  return {
    to: toPlayer(player),
    message: { kind: 'answer', facts: { sections: [section] } },
    reply: stands
      ? { purpose: 'board', number: board, revision, asks: undefined }
      : { purpose: 'account', number: 0 },
  };
}

function hintSays(hint: HintText | null): readonly Sentence[] {
  if (!hint) return [say('solve-failed')];
  const { value, move, nodes, plies = 0 } = hint;
  const says =
    value === null ? say('hint-guess', { move, nodes }) : say(`hint-${value}`, { move, plies });
  return [says, say('hint-play', { move })];
}
