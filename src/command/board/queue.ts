import { opposite } from '../../engine/stones/board.ts';
import { makeQueue } from '../../match/queue.ts';
import {
  type ConditionalLine,
  makeConditionals,
  parseConditionals,
} from '../../match/queue-text.ts';
import { colourOf } from '../../match/seats.ts';
import { err, ok, type Result } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import { refuse, tell } from '../shape/decision.ts';
import type { Command, Decision, Place, PlayerAsking, Words } from '../shape/types.ts';
import { gameAt, numberHere, parseNumber } from '../shape/words.ts';

/** Makes moves in advance, to be played when the other player has moved. */
export const queue: Command = {
  name: 'queue',
  // The classic's own names for it, which are also near to those of a move.
  aliases: ['qmove', 'moveq', 'qboard', 'boardq'],
  usage: 'queue N MOVE, or: queue N if MOVE then MOVE, or: queue N off, or: queue N',
  summary: 'plays a move as soon as your opponent has moved',
  example: 'queue 12 if d4xd5 then e4xe5',
  audience: 'player',
  need: 'proof',
  takesComment: false,
  options: [],
  values: ['if', 'then', 'off'],

  read(words, place) {
    const read = readQueue(words, place);
    if (!read.ok) return read;
    const { board, wish } = read.value;
    const text = `queue ${board}${wish === 'shown' ? '' : ` ${typeof wish === 'string' ? wish : makeConditionals(wish)}`}`;
    return ok({ text, board, run: (asking) => queueMoves(text, board, wish, asking) });
  },
};

/** What somebody wants of a queue: to see it, to drop it, or a new one. */
type Wish = 'shown' | 'off' | readonly ConditionalLine[];

function readQueue(
  { words }: Words,
  place: Place,
): Result<{ readonly board: number; readonly wish: Wish }, Sentence> {
  const named = parseNumber(words[0]);
  const board = named ?? numberHere(place);
  if (board === undefined) return err(say('board-number-missing', { command: 'queue' }));
  const rest = (named === undefined ? words : words.slice(1)).join(' ');
  if (rest === '') return ok({ board, wish: 'shown' });
  if (rest.toLowerCase() === 'off') return ok({ board, wish: 'off' });
  const lines = parseConditionals(rest, gameAt(place, board));
  return lines ? ok({ board, wish: lines }) : err(say('queue-shape', { board }));
}

function queueMoves(
  text: string,
  board: number,
  wish: Wish,
  { reading, player }: PlayerAsking,
): Decision {
  const match = reading.match(board);
  if (!match) return refuse(text, say('no-such-board', { board }));
  const colour = colourOf(match, player.id);
  if (!colour) return refuse(text, say('not-your-board', { board }));
  const waiting = reading.queue(board, player.id);
  if (wish === 'shown') {
    const says = waiting
      ? say('queued', { moves: makeConditionals(waiting.lines) })
      : say('queue-empty', { board });
    return tell({ understood: text, says: [says] });
  }
  if (wish === 'off') {
    if (!waiting) return refuse(text, say('queue-empty', { board }));
    const section = { understood: text, says: [say('queue-off', { board })] };
    const changes = [{ do: 'drop-queue', board, playerId: player.id }] as const;
    return { changes, letters: [], section };
  }
  const made = makeQueue(match, player.id, wish);
  if (!made.ok) return refuse(text, made.error);
  const { userid } = match[opposite(colour)];
  return {
    changes: [{ do: 'put-queue', queue: made.value }],
    letters: [],
    need: 'proof-as-shown',
    section: {
      understood: text,
      says: [
        say('queue-made', { board, userid }),
        say('queued', { moves: makeConditionals(wish) }),
      ],
    },
  };
}
