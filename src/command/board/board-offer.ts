import { gameOf } from '../../engine/registry.ts';
import { opposite } from '../../engine/stones/board.ts';
import { boardLimits } from '../../limits.ts';
import {
  carryOutOffer,
  makeOffer,
  type Offer,
  type OfferKind,
  resignMatch,
} from '../../match/offer.ts';
import { colourOf, type Match, ROBOT } from '../../match/types.ts';
import type { Need } from '../../player/proof.ts';
import type { Player } from '../../player/settings.ts';
import { type Sentence, say } from '../../sentence.ts';
import { boardFacts, boardLetters, boardLetterTo, ownBoardFacts } from '../letters/letters.ts';
import { boardEffects } from '../letters/with-robot.ts';
import { boardCommand, refuse, tell } from '../shape/decision.ts';
import type { Decision, PlayerContext, Queries } from '../shape/types.ts';

/** Resigns a match at once, also out of turn. */
export const resign = boardCommand(
  {
    name: 'resign',
    summary: 'gives a match up, at once, also out of turn',
    need: 'proof-as-shown',
    takesComment: true,
  },
  (match, context) => {
    const { player } = context;
    const resigned = resignMatch(match, player.id, 'resigned');
    if (!resigned.ok) return refuse(resigned.error);
    return {
      changes: [{ do: 'advance-match', match: resigned.value, event: 'resign' }],
      letters: boardLetters(resigned.value, context, [], player),
    };
  },
);

/** The robot's immediate answer to an offer. */
function offerToRobot(match: Match, offer: Offer, { queries, player }: PlayerContext): Decision {
  const { board, rated = false } = match;
  const { userid } = ROBOT;
  if (offer.kind === 'undo' && rated) return refuse(say('robot-keeps-move', { userid }));
  if (offer.kind === 'draw' && (rated || !looksLost(match))) {
    return tell({ says: [say('robot-plays-on', { userid })] });
  }
  const after = carryOutOffer(match, offer);
  if (!after) return refuse(say('undo-nothing', { board }));
  const plies = match.moves.length - after.moves.length;
  const event =
    offer.kind === 'undo'
      ? say('undone', { userid, asker: player.userid, plies })
      : say('draw-accepted', { userid });
  const advanced = { do: 'advance-match', match: after, event: offer.kind } as const;
  const told = boardEffects(after, { queries, comment: '' }, [event]);
  return { ...told, changes: [advanced, ...told.changes] };
}

/** Whether the position looks worse for the robot than for its opponent. */
function looksLost({ rules, position, robot }: Match): boolean {
  const worth = gameOf(rules).evaluate?.(position) ?? 0;
  return (position.turn === robot?.side ? worth : -worth) < 0;
}

/** Offers a draw or an undo on a board. A draw offer while the other side's is open accepts that one. */
function offerOnBoard(match: Match, kind: OfferKind, context: PlayerContext): Decision {
  const { queries, player } = context;
  const { board } = match;
  const offer = makeOffer(match, player.id, kind);
  if (!offer.ok) return refuse(offer.error);
  if (match.robot) return offerToRobot(match, offer.value, context);
  const waiting = queries.pendingOn(board);
  const { offer: open } = waiting;
  if (open && open.by !== player.id && open.kind === 'draw' && kind === 'draw') {
    return agree(match, open, player, context);
  }
  if (open) {
    const userid = useridOf(match, open.by);
    const why =
      open.by === player.id
        ? say(`own-${open.kind}-open`, { board })
        : say(`${open.kind}-open`, { userid });
    return refuse(why, ownBoardFacts(match, player.id, queries));
  }
  if (queries.offersInLastDay(board, player.id) >= boardLimits.offersPerDay) {
    return refuse(say('offer-enough', { board, count: boardLimits.offersPerDay }));
  }
  const { id, userid } = opponentAt(match, player.id);
  return {
    changes: [{ do: 'put-offer', offer: offer.value }],
    letters: boardLetterTo(id, match, context, [], player, {
      waiting: { ...waiting, offer: offer.value },
    }),
    section: { says: [say(`${kind}-offered`, { board, userid })] },
  };
}

/**
 * The kind of offer that an answer is about: no other kind is settled. `unseen`: the answered letter shows the
 * board without an offer; undefined: any kind.
 */
export type OfferMeant = OfferKind | 'unseen' | undefined;

/** Accepts the open offer of a board. Undefined as in `settleOffer`. */
export const acceptOffer = (
  board: number,
  meant: OfferMeant,
  context: PlayerContext,
): Decision | undefined =>
  settleOffer(board, meant, context, 'confirmation', (match, offer, player) => {
    const agreed = agree(match, offer, player, context);
    // If it waits for a yes, it means this very offer, whatever is offered until then.
    return agreed.refused ? agreed : { ...agreed, pinnedCommand: `accept ${board} ${offer.kind}` };
  });

/** Declines the open offer of a board and notifies its maker. Undefined as in `settleOffer`. */
export const declineOffer = (
  board: number,
  meant: OfferMeant,
  context: PlayerContext,
): Decision | undefined =>
  settleOffer(board, meant, context, 'proof-as-shown', (match, { kind, by }, player) => {
    const event = say(`${kind}-declined`, { userid: player.userid });
    const waiting = withoutOffer(board, context.queries);
    return {
      changes: [{ do: 'end-offer', board, end: 'declined' }],
      letters: boardLetterTo(by, match, context, [event], player, waiting),
      section: { says: [say(`you-declined-${kind}`, { userid: useridOf(match, by) })] },
    };
  });

/** Withdraws the player's own open offer and notifies the other side. Undefined as in `settleOffer`. */
export function withdrawOffer(board: number, context: PlayerContext): Decision | undefined {
  const { queries, player } = context;
  const match = queries.match(board);
  if (!match || !colourOf(match, player.id)) return undefined;
  const { offer } = queries.pendingOn(board);
  if (offer?.by !== player.id) return refuse(say('nothing-to-withdraw', { board }));
  const { id, userid } = opponentAt(match, player.id);
  const event = say(`${offer.kind}-withdrawn`, { userid: player.userid });
  return {
    changes: [{ do: 'end-offer', board, end: 'withdrawn' }],
    letters: boardLetterTo(id, match, context, [event], player, withoutOffer(board, queries)),
    section: { says: [say('you-withdrew-offer', { board, userid })] },
  };
}

/** The waiting items of a board without its offer. */
const withoutOffer = (board: number, queries: Queries) => ({
  waiting: { ...queries.pendingOn(board), offer: undefined },
});

/**
 * Answers the open offer of a board. Undefined if the player has no seat at a board of this number: a
 * challenge may be meant.
 *
 * @param ifUnseen the proof needed where the answered letter shows the board without the offer
 */
function settleOffer(
  board: number,
  meant: OfferMeant,
  { queries, player }: PlayerContext,
  ifUnseen: Need,
  answer: (match: Match, offer: Offer, player: Player) => Decision,
): Decision | undefined {
  const match = queries.match(board);
  if (!match || !colourOf(match, player.id)) return undefined;
  const no = (why: Sentence) => refuse(why, boardFacts(match, []));
  if (match.outcome) return no(say('match-over', { board }));
  const { offer } = queries.pendingOn(board);
  if (!offer) return no(say('no-open-offer', { board }));
  const { kind, by } = offer;
  if (by === player.id) return no(say(`own-${kind}-open`, { board }));
  if (meant !== undefined && meant !== 'unseen' && meant !== kind) {
    return no(say('offer-replaced', { board, kind, userid: useridOf(match, by) }));
  }
  const answered = answer(match, offer, player);
  const need = meant === 'unseen' ? ifUnseen : 'proof-as-shown';
  return answered.refused ? answered : { ...answered, need };
}

/** Carries out an accepted offer. Both players get the board. */
function agree(match: Match, offer: Offer, player: Player, context: PlayerContext): Decision {
  const { board } = match;
  const after = carryOutOffer(match, offer);
  if (!after) return refuse(say('no-open-offer', { board }), boardFacts(match, []));
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
    need: 'proof-as-shown',
    takesComment: true,
  },
  (match, context) => offerOnBoard(match, 'draw', context),
);

/** Asks the other player to let the sender take back their last move. */
export const undo = boardCommand(
  {
    name: 'undo',
    summary: 'asks to take your last move back; your opponent decides',
    need: 'proof-as-shown',
    takesComment: true,
  },
  (match, context) => offerOnBoard(match, 'undo', context),
);
