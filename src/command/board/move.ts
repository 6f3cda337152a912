import { MOVE_ERROR_CODES } from '../../engine/shape/refusal.ts';
import { opposite } from '../../engine/stones/board.ts';
import type { PendingBoardNews } from '../../intent.ts';
import { offerAfter } from '../../match/offer.ts';
import { type Moved, playMove, type Step } from '../../match/play.ts';
import { playFromQueue, type QueueEnd } from '../../match/queue.ts';
import { colourOf, exampleMove, type Match, type Seat } from '../../match/types.ts';
import { type Sentence, say } from '../../sentence.ts';
import { boardFacts, boardLetters, wantedLetters } from '../letters/letters.ts';
import { holdForRobot, passReport, withPendingNews } from '../letters/with-robot.ts';
import { parsed, refuse, refuseWith } from '../shape/decision.ts';
import { answerWithMoves, moveLine } from '../shape/move-choices.ts';
import type {
  Change,
  Command,
  CommandContext,
  Decision,
  Effects,
  PlayerContext,
} from '../shape/types.ts';
import { boardCommand } from '../shape/words.ts';
import { readMove } from './move-words.ts';

/** Plays a move; the board letters to both players are the answer. */
export const move: Command = {
  name: 'move',
  // `mvoe` is a frequent typing error, accepted on purpose.
  aliases: ['board', 'mvoe'],
  usage: 'move N MOVE [#PLY]',
  summary: 'plays a move; answering a board, MOVE is enough',
  example: 'move 12 e4xe5',
  audience: 'player',
  need: 'move',
  takesComment: true,

  read(line, letterContext) {
    const read = readMove(line, letterContext, 'move');
    if (!read.ok) return read;
    const { board, move: spelled, ply, revision, text: understood } = read.value;
    return parsed({ text: understood, board }, (context) => {
      const match = context.queries.match(board);
      if (!match) return refuse(understood, say('no-such-board', { board }));
      const { player } = context;
      const moved = playMove(match, player.id, spelled, { ply, revision });
      if (!moved.ok) {
        const seated = colourOf(match, player.id) !== undefined;
        const lineOf = (move: string) => moveLine(board, move);
        const isIllegal = MOVE_ERROR_CODES.some((code) => code === moved.error.code);
        const moves = isIllegal && answerWithMoves(match.position, spelled, lineOf);
        if (moves) return refuseWith({ ...moves, board: boardFacts(match, []) });
        const isPlain = isIllegal && moved.error.code !== 'which-move';
        const example = isPlain && exampleMove(match.position);
        const other =
          example &&
          say('move-such-as', {
            line: revision === undefined ? lineOf(example) : example,
          });
        const shown = seated && { board: boardFacts(match, []) };
        const says = [moved.error, ...(other ? [other] : [])];
        return refuseWith({ understood, says, ...shown });
      }
      return {
        ...takeTurn(match, moved.value, player, context),
        pinnedCommand: `move ${board} ${spelled} #${moved.value.ply.number}`,
      };
    });
  },
};

/** The second step of a submitted move: plays it if the board is unchanged. */
export const confirm = boardCommand(
  { name: 'confirm', summary: 'plays the move that you have submitted' },
  confirmMove,
);

function confirmMove(text: string, board: number, context: PlayerContext): Decision {
  const { queries, player } = context;
  const match = queries.match(board);
  if (!match) return refuse(text, say('no-such-board', { board }));
  if (!colourOf(match, player.id)) return refuse(text, say('not-your-board', { board }));
  if (match.outcome) return refuse(text, say('match-over', { board }));
  const waiting = queries.submitted(board, player.id);
  if (!waiting) return refuse(text, say('nothing-submitted', { board }), boardFacts(match, []));
  const { move, revision } = waiting;
  if (revision !== match.revision) {
    return refuse(text, say('submit-stale', { board }), boardFacts(match, []));
  }
  const moved = playMove(match, player.id, move, {});
  if (!moved.ok) return refuse(text, moved.error, boardFacts(match, []));
  return {
    ...takeTurn(match, moved.value, player, context),
    // If held, the later `yes` plays this move, whatever is submitted in the meantime.
    pinnedCommand: `move ${board} ${move} #${moved.value.ply.number}`,
  };
}

/**
 * The effects of a move: it may force a pass, trigger a conditional move of the other side and end an open
 * offer; one board letter to each player reports all. If the robot is to move then, its opponent's letter
 * waits for that.
 *
 * @param before the match before the ply
 * @param player who has moved
 * @param untold news that the robot's opponent has not got yet
 */
export function takeTurn(
  before: Match,
  moved: Moved,
  player: Seat,
  context: Pick<CommandContext, 'queries' | 'comment'>,
  untold?: PendingBoardNews,
): Effects {
  const { queries } = context;
  const { board } = before;
  const opponent = before[opposite(moved.ply.colour)];
  const { offer, queues, watchers } = queries.pendingOn(board);
  const queue = queues.get(opponent.id);
  const queueResult =
    queue?.revision === before.revision ? playFromQueue(queue, before.position, moved) : undefined;
  const moves = [moved, ...(queueResult?.played ?? [])];
  const steps = moves.flatMap((each) => each.steps);
  const events = moves.flatMap(tellMoved);

  const movers = moves.map((each) => (each === moved ? player.id : opponent.id));
  const end = offer && offerAfter(offer, movers);
  if (offer && end) {
    const offerer = offer.by === player.id ? player : opponent;
    const { userid } = offerer;
    // Only an undo lapses: it can no longer be answered.
    events.push(
      end === 'lapsed'
        ? say('undo-lapsed-by-move', { userid })
        : say(`${offer.kind}-declined-by-move`, { userid }),
    );
  }
  const remaining = queueResult?.remaining;
  const last = moves.at(-1) ?? moved;
  const letters = boardLetters(last.match, context, events, player, {
    waiting: {
      offer: end ? undefined : offer,
      queues: remaining ? new Map([...queues, [opponent.id, remaining]]) : queues,
      watchers,
    },
    privateNote: queueResult && { playerId: opponent.id, says: tellQueue(queueResult.end) },
  });
  const withNews = withPendingNews(letters, last.match, untold);
  const { sent, holdChanges } = holdForRobot(withNews, last.match, queries);
  const effects = wantedLetters(sent, player, steps.length > 1 ? undefined : events);
  return {
    changes: [
      ...(end ? [{ do: 'end-offer', board, end } as const] : []),
      ...steps.map(({ match }): Change => ({ do: 'advance-match', match })),
      ...holdChanges,
      ...(remaining ? [{ do: 'put-queue', queue: remaining } as const] : []),
      ...effects.changes,
    ],
    letters: effects.letters,
  };
}

/** The report to the owner of conditional moves that could not all be played. */
function tellQueue(end: QueueEnd | undefined): readonly Sentence[] {
  if (!end) return [];
  return end.kind === 'not-reached'
    ? [say('queue-not-reached')]
    : [say('queue-illegal', { move: end.move }), end.why];
}

/** The sentences that report a move and the passes that it has forced. */
const tellMoved = ({ steps: [chosen, ...forced] }: Moved): readonly Sentence[] => [
  tellPly(chosen),
  ...forced.map(passReport),
];

/** The sentence that reports a ply: who, what, and its effect on the board. */
function tellPly({ match, ply }: Step): Sentence {
  const { code, facts } = ply.effects.report;
  const who = { userid: match[ply.colour].userid, move: ply.text, ply: ply.number };
  // The facts match the code; the type checker loses that when more are added.
  return { code, facts: { ...facts, ...who } } as Sentence;
}
