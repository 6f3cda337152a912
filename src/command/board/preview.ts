import { gameOf } from '../../engine/registry.ts';
import { sideOf } from '../../engine/shape/sides.ts';
import type { Section } from '../../intent.ts';
import { previewPliesMax } from '../../limits.ts';
import { imagineBack, imagineFrom, imagineOn } from '../../match/imagine.ts';
import { mayBeMove } from '../../match/move-shape.ts';
import { parseRecord } from '../../match/record/record.ts';
import type { Match } from '../../match/types.ts';
import { err, ok, type Result } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import { foretellPass } from '../letters/forced-pass.ts';
import { boardFacts } from '../letters/letters.ts';
import { refuse, refuseWith, tell } from '../shape/decision.ts';
import type { Asking, Command, Decision } from '../shape/types.ts';
import { gameAt } from '../shape/words.ts';
import { pliesOn } from './ply.ts';
import { type From, readPreview, takeMoves, type WrittenPreview } from './preview-words.ts';

/** Shows the sender, and nobody else, what moves would do, or the record that stands below. */
export const preview: Command = {
  name: 'preview',
  aliases: ['import', 'replay'],
  usage:
    'preview N [#PLY] MOVE..., or: preview new GAME -size=8x8 MOVE..., or: preview "POSITION" MOVE...',
  summary: 'shows a board after moves of both sides, to you only',
  example: 'preview 12 e4xe5 d4xd5',
  audience: 'player',
  need: 'proof-to-read',
  takesComment: false,
  options: ['size'],
  values: ['new'],
  gameAt({ words: [first = ''] }, place) {
    if (first.toLowerCase() === 'new') return 1;
    return /^#?\d/.test(first) || mayBeMove(gameAt(place), first) ? undefined : 0;
  },

  read(words, place) {
    if (words.words.length === 0 && words.options.size === 0) {
      return ok({ text: 'preview', board: undefined, wantsText: true, run: previewRecord });
    }
    const written = readPreview(words, place);
    if (!written.ok) return written;
    const { text } = written.value;
    return ok({ text, board: undefined, run: (asking) => previewMoves(written.value, asking) });
  },
};

function previewMoves({ text, from, moves: words }: WrittenPreview, asking: Asking): Decision {
  const start = matchAt(from, asking);
  if (!start.ok) return refuse(text, start.error);
  const moves = takeMoves(gameOf(start.value.rules), words);
  if (moves.length > previewPliesMax) {
    return refuse(text, say('preview-many', { count: previewPliesMax }));
  }
  const { match, passes, stopped } = imagineOn(start.value, moves);
  // An answer moves on the board as it is, not as it would be, and not on one of the past.
  const now = from.kind === 'board' && from.plies === undefined;
  const board = imagined(match, now ? start.value.revision : 0);
  const passed = passes.map(foretellPass);
  if (!stopped) return tell({ understood: text, says: passed, board });
  const { count, move, why } = stopped;
  const says = [...passed, say('preview-illegal', { count, move }), why, say('preview-before')];
  return refuseWith({ understood: text, says, board });
}

function matchAt(from: From, { reading }: Asking): Result<Match, Sentence> {
  if (from.kind === 'position') return ok(imagineFrom(from.position));
  const { board, plies } = from;
  const match = reading.match(board);
  if (!match) return err(say('no-such-board', { board }));
  const counted = pliesOn(match, plies);
  return counted.ok ? ok(imagineBack(match, counted.value)) : counted;
}

/** The record that stands below the command: read through, and its last position. */
function previewRecord({ comment }: Asking): Decision {
  const text = 'preview';
  if (comment === '') return refuse(text, say('preview-nothing'));
  const record = parseRecord(comment);
  if (!record.ok) {
    const { cause, ...why } = record.error;
    // Of a text that is no position, the line says enough.
    const says = cause && cause.code !== 'not-a-position' ? [why, cause] : [why];
    return tell({ understood: text, says });
  }
  const { rules, start, moves, outcome } = record.value;
  const winner = outcome?.winner && sideOf(gameOf(rules), outcome.winner).name;
  const won = winner ?? (outcome ? 'draw' : 'none');
  const says = [say('preview-record', { plies: moves.length, won })];
  return tell({ understood: text, says, board: imagined(imagineFrom(start, moves), 0) });
}

const imagined = (match: Match, revision: number): NonNullable<Section['board']> => ({
  ...boardFacts(match, []),
  revision,
  imagined: true,
});
