import { makePosition } from '../../engine/registry.ts';
import type { BoardFacts, Intent, Message, Recipient } from '../../intent.ts';
import { type ClockFacts, dayAt, makeDay, type RunningClock } from '../../match/clock.ts';
import { isOpenOffer, type Offer } from '../../match/offer.ts';
import { makeConditionals, type PendingOnBoard, type Queue } from '../../match/queue.ts';
import { allowsHints, colourOf, type Match, type Seat } from '../../match/types.ts';
import type { Player } from '../../player/settings.ts';
import { type Sentence, say } from '../../sentence.ts';
import type { CommandContext, Queries } from '../shape/types.ts';

export const toPlayer = (player: Player): Recipient => ({
  playerId: player.id,
  userid: player.userid,
  address: player.address,
  language: player.language,
  ...(player.settings && { choices: player.settings }),
});

/** A letter of a few sentences; its answer acts on the account, if there is one. */
export const noticeTo = (
  to: Recipient,
  says: readonly Sentence[],
  comment?: BoardFacts['comment'],
): Intent => ({
  to,
  message: { kind: 'notice', facts: { says, ...(comment && { comment }) } },
  reply: to.playerId === undefined ? { purpose: 'none' } : { purpose: 'account', number: 0 },
});

/** A letter to a player whose answer acts on the account, or on the challenge of a number. */
export const accountLetter = (player: Player, message: Message, number = 0): Intent => ({
  to: toPlayer(player),
  message,
  reply: { purpose: 'account', number },
});

/** The writer of the letter, with or without an account. */
export const toSender = ({
  player,
  address,
  language,
}: Pick<CommandContext, 'player' | 'address' | 'language'>): Recipient =>
  player ? toPlayer(player) : { address, language };

/** A notice to a player; none if there is no such player. */
export const noticesTo = (
  player: Player | undefined,
  says: readonly Sentence[],
  comment?: BoardFacts['comment'],
): readonly Intent[] => (player ? [noticeTo(toPlayer(player), says, comment)] : []);

/** The facts of a match for a board letter; at the current position unless `plies` is given. */
export function boardFacts(
  match: Match,
  events: readonly Sentence[],
  options: BoardOptions = {},
): BoardFacts {
  const { isWhole = false, comment, plies = match.moves.length, offer } = options;
  const { queue, watching, clock } = options;
  return {
    board: match.board,
    // No revision is 0, so a past board accepts no move.
    revision: plies < match.moves.length ? 0 : match.revision,
    rules: match.rules,
    black: match.black.userid,
    white: match.white.userid,
    start: makePosition(match.start),
    moves: match.moves.slice(0, plies),
    outcome: plies === match.moves.length ? match.outcome : undefined,
    past: plies < match.moves.length,
    events,
    whole: isWhole || match.outcome !== undefined,
    comment,
    offer: offer && isOpenOffer(offer, match) ? offerFacts(match, offer) : undefined,
    queued: queue?.revision === match.revision ? makeConditionals(queue.lines) : undefined,
    ...(match.robot && { robot: { ...match.robot, ...(match.rated && { rated: true }) } }),
    ...(clock && { clock }),
    ...(allowsHints(match) && { hints: true }),
    ...(watching && { watching }),
  };
}

interface BoardOptions {
  readonly isWhole?: boolean;
  readonly plies?: number;
  readonly comment?: BoardFacts['comment'];
  readonly offer?: Offer | undefined;
  /** The reader's own conditional moves. */
  readonly queue?: Queue | undefined;
  readonly clock?: ClockFacts | undefined;
  readonly watching?: boolean;
}

export const ownBoardFacts = (
  match: Match,
  playerId: number,
  queries: Queries,
  events: readonly Sentence[] = [],
  options: BoardOptions = {},
  { offer, queues }: PendingOnBoard = queries.pendingOn(match.board),
  clock = clockFacts(match, queries),
): BoardFacts =>
  boardFacts(match, events, { offer, queue: queues.get(playerId), clock, ...options });

const offerFacts = ({ black, white }: Match, { kind, by }: Offer): BoardFacts['offer'] => ({
  kind,
  by: (black.id === by ? black : white).userid,
});

/**
 * A board letter to one player. Its answer moves on this board, in the state shown; after the end, or for
 * a spectator, it acts on the account instead, so that a rematch takes one line.
 */
export function boardLetter(
  match: Match,
  reader: Player,
  facts: BoardFacts,
  kind: 'board' | 'show' = 'board',
): Intent {
  const playing = match.outcome === undefined && colourOf(match, reader.id) !== undefined;
  const { offer } = facts;
  const asks = offer && offer.by !== reader.userid ? offer.kind : undefined;
  return {
    to: toPlayer(reader),
    message: { kind, facts },
    reply: playing
      ? { purpose: 'board', number: match.board, revision: facts.revision, asks }
      : { purpose: 'account', number: match.board },
  };
}

/** Parts of a board letter besides the events. */
interface Extras {
  /** The waiting items of the board after a command, if it changed them. */
  readonly waiting?: PendingOnBoard;
  /** Sentences for one player only. */
  readonly privateNote?:
    | { readonly playerId: number; readonly says: readonly Sentence[] }
    | undefined;
}

export type LetterSource = Pick<CommandContext, 'queries' | 'comment' | 'isAnswered'> &
  Partial<Pick<CommandContext, 'player'>>;

/**
 * The board letters after a change of the match, to both players and each spectator. A comment that
 * the other player does not accept is omitted, and its writer is notified.
 */
export const boardLetters = (
  match: Match,
  context: LetterSource,
  events: readonly Sentence[],
  by?: Seat,
  { waiting = context.queries.pendingOn(match.board), privateNote }: Extras = {},
  clock = clockFacts(match, context.queries),
): readonly Intent[] => [
  ...[match.black, match.white].flatMap(({ id }) =>
    boardLetterTo(id, match, context, events, by, { waiting, privateNote }, clock),
  ),
  ...spectatorLetters(match, context.queries, events, waiting, clock),
];

/**
 * Letters without the comment, offers and conditional moves, which are between the players: about the end,
 * and for `watch` about every event.
 */
function spectatorLetters(
  match: Match,
  queries: Queries,
  events: readonly Sentence[],
  { watchers }: PendingOnBoard,
  clock: ClockFacts | undefined,
): readonly Intent[] {
  const facts = boardFacts(match, events, { watching: true, clock });
  return watchers
    .filter(({ what }) => match.outcome || (what === 'boards' && events.length > 0))
    .flatMap(({ playerId }) => {
      const reader = queries.playerById(playerId);
      return reader ? [boardLetter(match, reader, facts)] : [];
    });
}

/** The board letter to one player; none without an account. */
export function boardLetterTo(
  playerId: number,
  match: Match,
  { queries, comment: text, player, isAnswered }: LetterSource,
  events: readonly Sentence[],
  by?: Seat,
  { waiting, privateNote }: Extras = {},
  clock = clockFacts(match, queries),
): readonly Intent[] {
  const reader = player?.id === playerId ? player : queries.playerById(playerId);
  if (!reader) return [];
  const closed = by && text !== '' ? closedReader(match, by, queries) : undefined;
  const tellsWriter = closed && playerId === by?.id;
  const sentences = [
    ...events,
    ...(privateNote?.playerId === playerId ? privateNote.says : []),
    ...(tellsWriter ? [say('takes-no-comments', { userid: closed.userid })] : []),
    // The robot reads nothing.
    ...(by && match.robot && text.includes('?') && !isAnswered?.()
      ? [say('robot-reads-nothing')]
      : []),
  ];
  const isRead = by && text !== '' && !closed && !match.robot;
  const comment = isRead ? { by: by.userid, text } : undefined;
  const facts = ownBoardFacts(match, playerId, queries, sentences, { comment }, waiting, clock);
  return [boardLetter(match, reader, facts)];
}

/** Whether words at a board do not reach a player: the writer is blocked, or the player wants no boards. */
export const takesNoWords = (playerId: number, writer: Seat, queries: Queries): boolean =>
  queries.blocks(playerId, writer.id) ||
  (playerId !== writer.id && queries.playerById(playerId)?.settings?.['notify'] === 'none');

/** The player at a board who does not get the writer's comment. */
const closedReader = (match: Match, writer: Seat, queries: Queries): Player | undefined => {
  const reader = [match.black, match.white].find(({ id }) => takesNoWords(id, writer, queries));
  return reader && queries.playerById(reader.id);
};

/**
 * The running boards of a player whose older letters have become invalid.
 *
 * @param saying the sentence about a board
 */
export const boardsAgain = (
  player: Player,
  queries: Queries,
  saying: (board: number) => Sentence = () => say('board-anew'),
): readonly Intent[] =>
  queries
    .activeMatches(player.id)
    .map((match) =>
      boardLetter(match, player, ownBoardFacts(match, player.id, queries, [saying(match.board)])),
    );

/** The facts of the running clock of a board; undefined if none runs. */
export function clockFacts(match: Match, queries: Queries): ClockFacts | undefined {
  const clock = queries.clock(match);
  if (!clock) return undefined;
  const { daysGone, left, offUntil } = clock;
  return {
    userid: match[match.position.turn].userid,
    gone: daysGone,
    left,
    ...lastDayOf(clock),
    ...(match.pace?.totalDays !== undefined && { total: true }),
    ...(offUntil && { awayUntil: makeDay(offUntil) }),
  };
}

/** The last day for a move, and its zone; the server's downtime is added. */
export const lastDayOf = ({ deadlineAt, zone }: RunningClock) => ({
  day: makeDay(dayAt(deadlineAt - 1, zone)),
  zone,
});
