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
    const text = `queue ${board}${request === 'show' ? '' : ` ${typeof request === 'string' ? request : makeConditionals(request)}`}`;
    return parsed({ text, board }, (context) => queueMoves(text, board, request, context));
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
  text: string,
  board: number,
  request: QueueRequest,
  { queries, player }: PlayerContext,
): Decision {
  const match = queries.match(board);
  if (!match) return refuse(text, say('no-such-board', { board }));
  const colour = colourOf(match, player.id);
  if (!colour) return refuse(text, say('not-your-board', { board }));
  const stored = queries.pendingOn(board).queues.get(player.id);
  if (request === 'show') {
    const says = stored
      ? say('queued', { moves: makeConditionals(stored.lines) })
      : say('queue-empty', { board });
    return tell({ understood: text, says: [says] });
  }
  if (request === 'off') {
    if (!stored) return refuse(text, say('queue-empty', { board }));
    const section = { understood: text, says: [say('queue-off', { board })] };
    const changes = [{ do: 'drop-queue', board, playerId: player.id }] as const;
    return { changes, letters: [], section };
  }
  const queue = makeQueue(match, player.id, request);
  if (!queue.ok) return refuse(text, queue.error);
  const { userid } = match[opposite(colour)];
  return {
    changes: [{ do: 'put-queue', queue: queue.value }],
    need: 'proof-as-shown',
    section: {
      understood: text,
      says: [
        say('queue-made', { board, userid }),
        say('queued', { moves: makeConditionals(request) }),
      ],
    },
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
  { text, board, move, ply, revision }: WrittenMove,
  { queries, player }: PlayerContext,
): Decision {
  const match = queries.match(board);
  if (!match) return refuse(text, say('no-such-board', { board }));
  const moved = playMove(match, player.id, move, { ply, revision });
  if (!moved.ok) {
    const seated = colourOf(match, player.id) !== undefined;
    return refuse(text, moved.error, seated ? boardFacts(match, []) : undefined);
  }
  const { match: after, ply: newPly, steps } = moved.value;
  const [, ...passes] = steps;
  return {
    changes: [
      {
        do: 'put-submitted',
        board,
        playerId: player.id,
        revision: match.revision,
        move: newPly.text,
      },
    ],
    section: {
      understood: text,
      says: [say('submitted', { board, move: newPly.text }), ...passes.map(passPreview)],
      // A reply acts on the current board, not on the one shown as a preview.
      answers: [`confirm ${board}`],
      board: { ...boardFacts(after, []), revision: match.revision, imagined: true },
    },
    pinnedCommand: `submit ${board} ${move} #${newPly.number}`,
  };
}
