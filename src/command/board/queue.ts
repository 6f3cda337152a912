import { opposite } from '../../engine/stones/board.ts';
import { playMove } from '../../match/play.ts';
import {
  type ConditionalLine,
  makeConditionals,
  makeQueue,
  parseConditionals,
} from '../../match/queue.ts';
import { colourOf } from '../../match/types.ts';
import { err, ok, type Result } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import { boardFacts } from '../letters/letters.ts';
import { passPreview } from '../letters/with-robot.ts';
import { parsed, refuse, tell } from '../shape/decision.ts';
import type {
  Command,
  CommandLine,
  Decision,
  LetterContext,
  PlayerContext,
} from '../shape/types.ts';
import { gameAt, numberOrDefault, parseNumber } from '../shape/words.ts';
import { readMove, type WrittenMove } from './move-words.ts';

/** Queues conditional moves, to be played when the other player has moved. */
export const queue: Command = {
  name: 'queue',
  // The classic names, which are also close to those of `move`.
  aliases: ['qmove', 'moveq', 'qboard', 'boardq'],
  usage: 'queue N MOVE, or: queue N if MOVE then MOVE, or: queue N off, or: queue N',
  summary: 'plays a move as soon as your opponent has moved',
  example: 'queue 12 if d4xd5 then e4xe5',
  audience: 'player',
  need: 'proof',
  values: ['if', 'then', 'off'],

  read(line, letterContext) {
    const read = readQueue(line, letterContext);
    if (!read.ok) return read;
    const { board, request } = read.value;
    const moves = typeof request === 'string' ? request : makeConditionals(request);
    const text = request === 'show' ? `queue ${board}` : `queue ${board} ${moves}`;
    return parsed({ text, board }, (context) => queueMoves(board, request, context));
  },
};

/** The request about conditional moves: to show them, to drop them, or new ones. */
type QueueRequest = 'show' | 'off' | readonly ConditionalLine[];

function readQueue(
  { words }: CommandLine,
  letterContext: LetterContext,
): Result<{ readonly board: number; readonly request: QueueRequest }, Sentence> {
  const named = parseNumber(words[0]);
  const board = named ?? numberOrDefault(letterContext);
  if (board === undefined) return err(say('board-number-missing', { command: 'queue' }));
  const rest = (named === undefined ? words : words.slice(1)).join(' ');
  if (rest === '') return ok({ board, request: 'show' });
  if (rest.toLowerCase() === 'off') return ok({ board, request: 'off' });
  const lines = parseConditionals(rest, gameAt(letterContext, board));
  return lines ? ok({ board, request: lines }) : err(say('queue-shape', { board }));
}

function queueMoves(
  board: number,
  request: QueueRequest,
  { queries, player }: PlayerContext,
): Decision {
  const match = queries.match(board);
  if (!match) return refuse(say('no-such-board', { board }));
  const colour = colourOf(match, player.id);
  if (!colour) return refuse(say('not-your-board', { board }));
  if (typeof request === 'string') {
    const stored = queries.pendingOn(board).queues.get(player.id);
    const none = say('queue-empty', { board });
    if (request === 'show') {
      return tell({
        says: [stored ? say('queued', { moves: makeConditionals(stored.lines) }) : none],
      });
    }
    if (!stored) return refuse(none);
    return {
      changes: [{ do: 'drop-queue', board, playerId: player.id }],
      section: { says: [say('queue-off', { board })] },
    };
  }
  const queue = makeQueue(match, player.id, request);
  if (!queue.ok) return refuse(queue.error);
  const { userid } = match[opposite(colour)];
  const moves = makeConditionals(request);
  return {
    changes: [{ do: 'put-queue', queue: queue.value }],
    need: 'proof-as-shown',
    section: { says: [say('queue-made', { board, userid }), say('queued', { moves })] },
  };
}

/** The first of the two steps of a move (`submit`, then `confirm`): shows its effect, to the player only. */
export const submit: Command = {
  name: 'submit',
  usage: 'submit N MOVE [#PLY]',
  summary: 'shows what a move would do; confirm then plays it',
  example: 'submit 12 e4xe5',
  audience: 'player',
  need: 'proof',

  read(line, letterContext) {
    const read = readMove(line, letterContext, 'submit');
    if (!read.ok) return read;
    const { text, board } = read.value;
    return parsed({ text, board }, (context) => submitMove(read.value, context));
  },
};

function submitMove(
  { board, move, ply, revision }: WrittenMove,
  { queries, player: { id: playerId } }: PlayerContext,
): Decision {
  const match = queries.match(board);
  if (!match) return refuse(say('no-such-board', { board }));
  const moved = playMove(match, playerId, move, { ply, revision });
  if (!moved.ok) {
    return refuse(moved.error, colourOf(match, playerId) && boardFacts(match, []));
  }
  const { match: after, ply: newPly, steps } = moved.value;
  const [, ...passes] = steps;
  const { text, number } = newPly;
  return {
    changes: [{ do: 'put-submitted', board, playerId, revision: match.revision, move: text }],
    section: {
      says: [say('submitted', { board, move: text }), ...passes.map(passPreview)],
      // A reply acts on the current board, not on the one shown as a preview.
      answers: [`confirm ${board}`],
      board: { ...boardFacts(after, []), revision: match.revision, imagined: true },
    },
    pinnedCommand: `submit ${board} ${move} #${number}`,
  };
}
