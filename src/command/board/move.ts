import { MOVE_ERROR_CODES } from '../../engine/shape/refusal.ts';
import { opposite } from '../../engine/stones/board.ts';
import type { BoardFacts, Intent, PendingBoardNews } from '../../intent.ts';
import { offerEndAfter } from '../../match/offer.ts';
import { type Moved, playMove, type Step } from '../../match/play.ts';
import { playFromQueue, type QueueEnd } from '../../match/queue.ts';
import { colourOf, exampleMove, type Match, type Seat } from '../../match/types.ts';
import { type Sentence, say } from '../../sentence.ts';
import { boardFacts, boardLetters } from '../letters/letters.ts';
import { holdForRobot, passReport } from '../letters/with-robot.ts';
import { boardCommand, parsed, refuse, refuseWith } from '../shape/decision.ts';
import { answerWithMoves, moveLine } from '../shape/move-choices.ts';
import type { Change, Command, CommandContext, Decision, Effects } from '../shape/types.ts';
import { readMove, type WrittenMove } from './move-words.ts';

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
    const { board, move: spelled, ply, revision, text } = read.value;
    return parsed({ text, board }, (context) => {
      const { player } = context;
      const match = context.queries.match(board);
      if (!match) return refuse(say('no-such-board', { board }));
      const moved = playMove(match, player.id, spelled, { ply, revision });
      if (!moved.ok) return refusedMove(match, player, read.value, moved.error);
      return {
        ...takeTurn(match, moved.value, player, context),
        pinnedCommand: `move ${board} ${spelled} #${moved.value.ply.number}`,
      };
    });
  },
};

/** Refuses a move: with the legal moves that begin or end as written, or else with the reason and an example. */
function refusedMove(
  match: Match,
  player: Seat,
  { board, move: spelled, revision }: WrittenMove,
  why: Sentence,
): Decision {
  const facts = boardFacts(match, []);
  const lineOf = (move: string) => moveLine(board, move);
  const isIllegal = MOVE_ERROR_CODES.some((code) => code === why.code);
  const moves = isIllegal && answerWithMoves(match.position, spelled, lineOf);
  if (moves) return refuseWith({ ...moves, board: facts });
  if (why.code === 'which-move') {
    const answers = `${why.facts.moves}`.split(' ').map(lineOf);
    return refuseWith({ understood: undefined, says: [why], answers, offers: [], board: facts });
  }
  const example = isIllegal && exampleMove(match.position);
  const line = example && (revision === undefined ? lineOf(example) : example);
  const says = [why, ...(line ? [say('move-such-as', { line })] : [])];
  return refuseWith({ says, ...(colourOf(match, player.id) && { board: facts }) });
}

/** The second step of a submitted move: plays it if the board is unchanged. */
export const confirm = boardCommand(
  {
    name: 'confirm',
    summary: 'plays the move that you have submitted',
    need: 'proof-as-shown',
    takesComment: true,
  },
  (match, context) => {
    const { queries, player } = context;
    const { board } = match;
    if (!colourOf(match, player.id)) return refuse(say('not-your-board', { board }));
    if (match.outcome) return refuse(say('match-over', { board }));
    const no = (why: Sentence) => refuse(why, boardFacts(match, []));
    const waiting = queries.submitted(board, player.id);
    if (!waiting) return no(say('nothing-submitted', { board }));
    const { move, revision } = waiting;
    if (revision !== match.revision) return no(say('submit-stale', { board }));
    const moved = playMove(match, player.id, move, {});
    if (!moved.ok) return no(moved.error);
    return {
      ...takeTurn(match, moved.value, player, context),
      // If it waits for a `yes`, that plays this move, whatever is submitted in the meantime.
      pinnedCommand: `move ${board} ${move} #${moved.value.ply.number}`,
    };
  },
);

/**
 * The letters about a ply that their readers want. With `set notify result` or `none`, a move of the other side
 * alone sends no board; with `set notify daily`, it waits for the letter of the day. `result` still gets
 * comments, and the end of a match is always sent. The mover's own board is sent unless `set copies no` is
 * set and it has no news for the mover.
 *
 * @param known events known to the mover; undefined if a forced pass or a conditional move followed
 */
function wantedLetters(
  letters: readonly Intent[],
  mover: Seat,
  known: readonly Sentence[] | undefined,
): Effects {
  const sent: Intent[] = [];
  const changes: Change[] = [];
  for (const letter of letters) {
    if (known && isCopy(letter, mover, known)) continue;
    const { to } = letter;
    const facts = routineBoard(letter, mover);
    const notify = facts && to.choices?.['notify'];
    if (facts && notify === 'daily' && to.playerId !== undefined) {
      changes.push({ do: 'put-untold', playerId: to.playerId, facts });
    } else if ((notify !== 'result' && notify !== 'none') || facts?.comment !== undefined)
      sent.push(letter);
  }
  return { changes, letters: sent };
}

/** Whether it is the board of a mover who wants no copies, without news for that reader. */
const isCopy = ({ to, message }: Intent, mover: Seat, known: readonly Sentence[]): boolean =>
  to.playerId === mover.id &&
  to.choices?.['copies'] === 'no' &&
  message.kind === 'board' &&
  message.facts.outcome === undefined &&
  message.facts.events.length === known.length;

/** The board of a letter that is sent only because the other side has moved. */
const routineBoard = ({ to, message }: Intent, mover: Seat): BoardFacts | undefined =>
  message.kind === 'board' && message.facts.outcome === undefined && to.playerId !== mover.id
    ? message.facts
    : undefined;

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
  context: Pick<CommandContext, 'queries' | 'comment' | 'isAnswered'>,
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
  const events = moves.flatMap(({ steps: [chosen, ...forced] }) => [
    tellPly(chosen),
    ...forced.map(passReport),
  ]);

  const movers = moves.map((each) => (each === moved ? player.id : opponent.id));
  const end = offer && offerEndAfter(offer, movers);
  if (offer && end) {
    const { userid } = offer.by === player.id ? player : opponent;
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
  const held = holdForRobot(letters, last.match, queries, untold);
  const wanted = wantedLetters(held.letters, player, steps.length > 1 ? undefined : events);
  return {
    changes: [
      ...(end ? [{ do: 'end-offer', board, end } as const] : []),
      ...steps.map(({ match }): Change => ({ do: 'advance-match', match })),
      ...held.changes,
      ...(remaining ? [{ do: 'put-queue', queue: remaining } as const] : []),
      ...wanted.changes,
    ],
    letters: wanted.letters,
  };
}

/** The report to the owner of conditional moves that could not all be played. */
function tellQueue(end: QueueEnd | undefined): readonly Sentence[] {
  if (!end) return [];
  return end.kind === 'not-reached'
    ? [say('queue-not-reached')]
    : [say('queue-illegal', { move: end.move }), end.why];
}

/** The sentence that reports a ply: who, what, and its effect on the board. */
function tellPly({ match, ply }: Step): Sentence {
  const { code, facts } = ply.effects.report;
  const who = { userid: match[ply.colour].userid, move: ply.text, ply: ply.number };
  // The facts match the code; the type checker loses that when more are added.
  return { code, facts: { ...facts, ...who } } as Sentence;
}
