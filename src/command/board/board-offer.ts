import { opposite } from '../../engine/stones/board.ts';
import { offersPerBoardPerDayMax } from '../../limits.ts';
import {
  carryOutOffer,
  makeOffer,
  OFFER_KINDS,
  type Offer,
  type OfferKind,
  resignMatch,
} from '../../match/offer.ts';
import { colourOf, type Match } from '../../match/types.ts';
import type { Need } from '../../player/proof.ts';
import type { Player } from '../../player/settings.ts';
import { err, ok, type Result } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import { boardFacts, boardLetters, boardLetterTo, ownBoardFacts } from '../letters/letters.ts';
import { offerToRobot } from '../robot/against-robot.ts';
import { refuse } from '../shape/decision.ts';
import type {
  CommandLine,
  Decision,
  LetterContext,
  PlayerContext,
  Queries,
} from '../shape/types.ts';
import { boardCommand } from '../shape/words.ts';

/** Resigns a match at once, also out of turn. */
export const resign = boardCommand(
  { name: 'resign', summary: 'gives a match up, at once, also out of turn' },
  (text, board, context) => {
    const match = context.queries.match(board);
    if (!match) return refuse(text, say('no-such-board', { board }));
    const { player } = context;
    const resigned = resignMatch(match, player.id, 'resigned');
    if (!resigned.ok) return refuse(text, resigned.error);
    return {
      changes: [{ do: 'advance-match', match: resigned.value, event: 'resign' }],
      letters: boardLetters(resigned.value, context, [], player),
    };
  },
);

/** Offers a draw or an undo on a board. A draw offer while the other side's is open accepts that one. */
function offerOnBoard(
  text: string,
  board: number,
  kind: OfferKind,
  context: PlayerContext,
): Decision {
  const { queries, player } = context;
  const match = queries.match(board);
  if (!match) return refuse(text, say('no-such-board', { board }));
  const offer = makeOffer(match, player.id, kind);
  if (!offer.ok) return refuse(text, offer.error);
  if (match.robot) return offerToRobot(text, match, offer.value, context);
  const waiting = queries.pendingOn(board);
  const { offer: open } = waiting;
  if (open && open.by !== player.id && open.kind === 'draw' && kind === 'draw') {
    return agree(text, match, open, player, context);
  }
  if (open) {
    const userid = useridOf(match, open.by);
    const why =
      open.by === player.id
        ? say(`own-${open.kind}-open`, { board })
        : say(`${open.kind}-open`, { userid });
    return refuse(text, why, ownBoardFacts(match, player.id, queries));
  }
  if (queries.offersToday(board, player.id) >= offersPerBoardPerDayMax) {
    return refuse(text, say('offer-enough', { board, count: offersPerBoardPerDayMax }));
  }
  const opponent = opponentAt(match, player.id);
  return {
    changes: [{ do: 'put-offer', offer: offer.value }],
    letters: boardLetterTo(opponent.id, match, context, [], player, {
      waiting: { ...waiting, offer: offer.value },
    }),
    section: {
      understood: text,
      says: [say(`${kind}-offered`, { board, userid: opponent.userid })],
    },
  };
}

/** Splits the kind of offer off the end of the words of `accept` and `decline`. */
export function takeOfferKind(line: CommandLine): {
  readonly kind: OfferKind | undefined;
  readonly rest: CommandLine;
} {
  const kind = OFFER_KINDS.find((each) => each === line.words.at(-1)?.toLowerCase());
  return { kind, rest: kind ? { ...line, words: line.words.slice(0, -1) } : line };
}

/**
 * The kind of offer that an `accept` or a `decline` names, or that the answered letter shows; `unseen` if
 * that letter shows the board without an offer, so that this one is newer.
 */
export function offerMeant(
  named: OfferKind | undefined,
  board: number,
  { number, revision, asks }: LetterContext,
): OfferKind | 'unseen' | undefined {
  if (named || number !== board || revision === undefined) return named;
  return OFFER_KINDS.find((kind) => kind === asks) ?? 'unseen';
}

/**
 * Accepts the open offer of a board.
 *
 * @param kind of offer that the answer means; no other is accepted
 * @returns undefined if the player has no seat at a board of this number: a challenge may be meant
 */
export const acceptOffer = (
  text: string,
  board: number,
  kind: ReturnType<typeof offerMeant>,
  context: PlayerContext,
): Decision | undefined =>
  settleOffer(text, board, kind, context, 'confirmation', (match, offer, player) => {
    const agreed = agree(text, match, offer, player, context);
    // If held, it means this very offer, whatever is offered until then.
    return agreed.refused ? agreed : { ...agreed, pinnedCommand: `accept ${board} ${offer.kind}` };
  });

/** Declines the open offer of a board and notifies its maker. Undefined as in `acceptOffer`. */
export const declineOffer = (
  text: string,
  board: number,
  offered: ReturnType<typeof offerMeant>,
  context: PlayerContext,
): Decision | undefined =>
  settleOffer(text, board, offered, context, 'proof-as-shown', (match, { kind, by }, player) => ({
    changes: [{ do: 'end-offer', board, end: 'declined' }],
    letters: boardLetterTo(
      by,
      match,
      context,
      [say(`${kind}-declined`, { userid: player.userid })],
      player,
      withoutOffer(board, context.queries),
    ),
    section: {
      understood: text,
      says: [say(`you-declined-${kind}`, { userid: useridOf(match, by) })],
    },
  }));

/**
 * Withdraws the player's own open offer and notifies the other side. Undefined if the player has no seat at
 * a board of this number: a challenge may be meant.
 */
export function withdrawOffer(
  text: string,
  board: number,
  context: PlayerContext,
): Decision | undefined {
  const { queries, player } = context;
  const match = queries.match(board);
  if (!match || !colourOf(match, player.id)) return undefined;
  const { offer } = queries.pendingOn(board);
  if (offer?.by !== player.id) return refuse(text, say('nothing-to-withdraw', { board }));
  const { id, userid } = opponentAt(match, player.id);
  const event = say(`${offer.kind}-withdrawn`, { userid: player.userid });
  return {
    changes: [{ do: 'end-offer', board, end: 'withdrawn' }],
    letters: boardLetterTo(id, match, context, [event], player, withoutOffer(board, queries)),
    section: { understood: text, says: [say('you-withdrew-offer', { board, userid })] },
  };
}

/** The waiting items of a board without its offer. */
const withoutOffer = (board: number, queries: Queries) => ({
  waiting: { ...queries.pendingOn(board), offer: undefined },
});

/** @param ifUnseen the proof needed where the answered letter shows the board without the offer */
function settleOffer(
  text: string,
  board: number,
  kind: ReturnType<typeof offerMeant>,
  { queries, player }: PlayerContext,
  ifUnseen: Need,
  answer: (match: Match, offer: Offer, player: Player) => Decision,
): Decision | undefined {
  const match = queries.match(board);
  if (!match || !colourOf(match, player.id)) return undefined;
  const offer = offerToSettle(match, player, queries.pendingOn(board).offer);
  if (!offer.ok) return refuse(text, offer.error, boardFacts(match, []));
  const { kind: open, by } = offer.value;
  if (kind === undefined || kind === 'unseen' || kind === open) {
    const answered = answer(match, offer.value, player);
    const need = kind === 'unseen' ? ifUnseen : 'proof-as-shown';
    return answered.refused ? answered : { ...answered, need };
  }
  const replaced = say('offer-replaced', { board, kind: open, userid: useridOf(match, by) });
  return refuse(text, replaced, boardFacts(match, []));
}

function offerToSettle(
  match: Match,
  player: Player,
  offer: Offer | undefined,
): Result<Offer, Sentence> {
  const { board } = match;
  if (match.outcome !== undefined) return err(say('match-over', { board }));
  if (!offer) return err(say('no-open-offer', { board }));
  return offer.by === player.id ? err(say(`own-${offer.kind}-open`, { board })) : ok(offer);
}

/** Carries out an accepted offer. Both players get the board. */
function agree(
  text: string,
  match: Match,
  offer: Offer,
  player: Player,
  context: PlayerContext,
): Decision {
  const { board } = match;
  const after = carryOutOffer(match, offer);
  if (!after) return refuse(text, say('no-open-offer', { board }), boardFacts(match, []));
  const asker = useridOf(match, offer.by);
  const plies = match.moves.length - after.moves.length;
  const event =
    offer.kind === 'undo'
      ? say('undone', { userid: player.userid, asker, plies })
      : say('draw-accepted', { userid: player.userid });
  // Taking a move back voids the conditional moves of the side that was not to move.
  const waitingSeat = match[opposite(match.position.turn)];
  const queue = context.queries.pendingOn(board).queues.get(waitingSeat.id);
  const dropped = queue?.revision === match.revision && !after.outcome;
  return {
    changes: [
      { do: 'end-offer', board, end: 'accepted' },
      { do: 'advance-match', match: after, event: offer.kind },
    ],
    letters: boardLetters(after, context, [event], player, {
      ...withoutOffer(board, context.queries),
      ...(dropped && { privateNote: { playerId: waitingSeat.id, says: [say('queue-dropped')] } }),
    }),
  };
}

const opponentAt = (match: Match, playerId: number) =>
  match.black.id === playerId ? match.white : match.black;

const useridOf = ({ black, white }: Match, playerId: number): string =>
  (black.id === playerId ? black : white).userid;

/** Offers a draw, in games that can end in one. */
export const draw = boardCommand(
  {
    name: 'draw',
    aliases: ['propose'],
    summary: 'offers a draw; a move of your opponent declines it',
  },
  (text, board, context) => offerOnBoard(text, board, 'draw', context),
);

/** Asks the other player to take back the last move. */
export const undo = boardCommand(
  { name: 'undo', summary: 'asks to take your last move back; your opponent decides' },
  (text, board, context) => offerOnBoard(text, board, 'undo', context),
);
