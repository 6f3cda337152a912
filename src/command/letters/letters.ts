import { makePosition } from '../../engine/written.ts';
import type { BoardFacts, ClockFacts, Intent, Recipient } from '../../intent.ts';
import { allowsHints } from '../../match/hints.ts';
import { type Offer, stands } from '../../match/offer.ts';
import type { Queue } from '../../match/queue.ts';
import { makeConditionals } from '../../match/queue-text.ts';
import { colourOf } from '../../match/seats.ts';
import type { Match, Seat } from '../../match/types.ts';
import type { Player } from '../../player/types.ts';
import { type Sentence, say } from '../../sentence.ts';
import type { Asking, Reading } from '../shape/types.ts';
import { clockFacts } from './clock-facts.ts';
import { unheardBy } from './unheard.ts';

/** The player behind an address of our own books. */
export const toPlayer = (player: Player): Recipient => ({
  playerId: player.id,
  userid: player.userid,
  address: player.address,
  language: player.language,
  ...(player.settings && { choices: player.settings }),
});

/** A letter of a few sentences; its answer opens the account, if there is one. */
export const noticeTo = (
  to: Recipient,
  says: readonly Sentence[],
  comment?: BoardFacts['comment'],
): Intent => ({
  to,
  message: { kind: 'notice', facts: { says, ...(comment && { comment }) } },
  reply: to.playerId === undefined ? { purpose: 'none' } : { purpose: 'account', number: 0 },
});

/** Whoever wrote the letter, with or without an account. */
export const toSender = ({
  player,
  address,
  language,
}: Pick<Asking, 'player' | 'address' | 'language'>): Recipient =>
  player ? toPlayer(player) : { playerId: undefined, userid: undefined, address, language };

/** The same to a player; none when there is no such player. */
export const noticesTo = (
  player: Player | undefined,
  says: readonly Sentence[],
  comment?: BoardFacts['comment'],
): readonly Intent[] => (player ? [noticeTo(toPlayer(player), says, comment)] : []);

/** What a board letter shows of a match; the newest position unless `plies` says otherwise. */
export function boardFacts(
  match: Match,
  events: readonly Sentence[],
  options: BoardOptions = {},
): BoardFacts {
  const { whole = false, comment, plies = match.moves.length, offer } = options;
  const { queue, watching, clock } = options;
  return {
    board: match.board,
    // No revision is 0: a board of the past moves nothing.
    revision: plies < match.moves.length ? 0 : match.revision,
    rules: match.rules,
    black: match.black.userid,
    white: match.white.userid,
    start: makePosition(match.start),
    moves: match.moves.slice(0, plies),
    outcome: plies === match.moves.length ? match.outcome : undefined,
    past: plies < match.moves.length,
    events,
    whole: whole || match.outcome !== undefined,
    comment,
    offer: offer && stands(offer, match) ? offerFacts(match, offer) : undefined,
    queued: queue?.revision === match.revision ? makeConditionals(queue.lines) : undefined,
    ...(match.robot && { robot: { ...match.robot, ...(match.rated && { rated: true }) } }),
    ...(clock && { clock }),
    ...(allowsHints(match) && { hints: true }),
    ...(watching && { watching }),
  };
}

interface BoardOptions {
  readonly whole?: boolean;
  readonly plies?: number;
  readonly comment?: BoardFacts['comment'];
  readonly offer?: Offer | undefined;
  /** The reader's own. */
  readonly queue?: Queue | undefined;
  readonly clock?: ClockFacts | undefined;
  readonly watching?: boolean;
}

const offerFacts = ({ black, white }: Match, { kind, by }: Offer): BoardFacts['offer'] => ({
  kind,
  by: (black.id === by ? black : white).userid,
});

/**
 * A board letter to one player. Its answer moves on this board, in the state shown here; where the
 * reader has no move to make, it opens the account instead, so that a return match is one line.
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

/** What waits on a board after a command, where that is not what waited there before it. */
export interface Waiting {
  /** Null when the command has ended it. */
  readonly offer?: Offer | null;
  /** The queue of one player, and what that player alone is told about it. */
  readonly queue?:
    | {
        readonly playerId: number;
        readonly says: readonly Sentence[];
        readonly left: Queue | undefined;
      }
    | undefined;
}

type Told = Pick<Asking, 'reading' | 'comment'>;

/**
 * The board letters that follow a change of the match: one to each player, and one to each
 * spectator. Words of a player whom the other one has blocked are left out, and their writer is told
 * so.
 */
export const boardLetters = (
  match: Match,
  asking: Told,
  events: readonly Sentence[],
  by?: Seat,
  { queue, offer = asking.reading.openOffer(match.board) ?? null }: Waiting = {},
  clock = clockFacts(match, asking.reading),
): readonly Intent[] => [
  ...[match.black, match.white].flatMap(({ id }) =>
    boardLetterTo(id, match, asking, events, by, { queue, offer }, clock),
  ),
  ...spectatorLetters(match, asking.reading, events, clock),
];

/**
 * Without the comment, offers and queues, which are between the players. Where nothing has happened
 * that a spectator may know of, there is no letter.
 */
function spectatorLetters(
  match: Match,
  reading: Reading,
  events: readonly Sentence[],
  clock: ClockFacts | undefined,
): readonly Intent[] {
  const seen = boardFacts(match, events, { watching: true, clock });
  return reading
    .watchers(match.board)
    .filter(({ what }) => match.outcome || (what === 'boards' && events.length > 0))
    .flatMap(({ playerId }) => {
      const reader = reading.playerById(playerId);
      return reader ? [boardLetter(match, reader, seen)] : [];
    });
}

/** The one of them for one player. */
export function boardLetterTo(
  playerId: number,
  match: Match,
  { reading, comment: text }: Told,
  events: readonly Sentence[],
  by?: Seat,
  { offer, queue }: Waiting = {},
  clock = clockFacts(match, reading),
): readonly Intent[] {
  const reader = reading.playerById(playerId);
  if (!reader) return [];
  const unheard = by && text !== '' ? unheardBy(match, by, reading) : undefined;
  const tells = unheard && playerId === by?.id;
  const own = queue?.playerId === playerId ? queue : undefined;
  const told = [
    ...events,
    ...(own?.says ?? []),
    ...(tells ? [say('takes-no-comments', { userid: unheard.userid })] : []),
  ];
  const facts = boardFacts(match, told, {
    comment: by && text !== '' && !unheard ? { by: by.userid, text } : undefined,
    offer: offer === undefined ? reading.openOffer(match.board) : (offer ?? undefined),
    queue: own ? own.left : reading.queue(match.board, playerId),
    clock,
  });
  return [boardLetter(match, reader, facts)];
}
