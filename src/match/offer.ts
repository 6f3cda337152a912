import { gameOf } from '../engine/registry.ts';
import { opposite } from '../engine/stones/board.ts';
import { err, ok, type Result } from '../result.ts';
import { type Sentence, say } from '../sentence.ts';
import { pliesBeforeChoice } from './by-rules.ts';
import { replay } from './play.ts';
import { colourOf, type Match, type MatchOutcome } from './types.ts';

/** Ends a match with a win for the other side, in or out of turn. */
export function resignMatch(
  match: Match,
  playerId: number,
  ending: 'resigned' | 'resigned-by-admin' | 'forfeited',
): Result<Match, Sentence> {
  const colour = colourOf(match, playerId);
  if (colour === undefined) return err(say('not-your-board', { board: match.board }));
  if (match.outcome !== undefined) return err(say('match-over', { board: match.board }));
  return ok({
    ...match,
    revision: match.revision + 1,
    outcome: { winner: opposite(colour), ending },
  });
}

/** Ends a running match by decision of an admin. */
export const endMatch = (match: Match, outcome: MatchOutcome): Result<Match, Sentence> =>
  match.outcome
    ? err(say('match-over', { board: match.board }))
    : ok({ ...match, revision: match.revision + 1, outcome });

/** Offers to the other player: a draw, or taking a move back. */
export const OFFER_KINDS = ['draw', 'undo'] as const;
export type OfferKind = (typeof OFFER_KINDS)[number];

/** The open offer on a board, at most one. It ends with the match at the latest. */
export interface Offer {
  readonly board: number;
  readonly kind: OfferKind;
  /** Id of the player who makes it. */
  readonly by: number;
  /** Revision of the match when it was made. */
  readonly revision: number;
}

/** How an offer can end; `lapsed`: it can no longer be answered. */
export type OfferEnd = 'accepted' | 'declined' | 'withdrawn' | 'lapsed';

/**
 * An offer by a player. Refused if the player has no seat, the match is over, the game has no draws, or the
 * player has no move to take back.
 */
export function makeOffer(
  match: Match,
  playerId: number,
  kind: OfferKind,
): Result<Offer, Sentence> {
  const { board, revision } = match;
  const colour = colourOf(match, playerId);
  if (colour === undefined) return err(say('not-your-board', { board }));
  if (match.outcome !== undefined) return err(say('match-over', { board }));
  const { canEndInDraw, name } = gameOf(match.rules);
  if (kind === 'draw' && !canEndInDraw) return err(say('draw-never', { board, game: name }));
  if (kind === 'undo' && pliesBeforeChoice(match, colour) === undefined) {
    return err(say('undo-nothing', { board }));
  }
  return ok({ board, kind, by: playerId, revision });
}

/** Whether an offer can still be answered: an undo only at its own revision. */
export const isOpenOffer = ({ kind, revision }: Offer, match: Match): boolean =>
  match.outcome === undefined && (kind === 'draw' || revision === match.revision);

/**
 * The match after an offer was accepted; undefined if it can no longer be answered. An undo goes back to
 * before the last move that the offerer has chosen.
 */
export function carryOutOffer(match: Match, offer: Offer): Match | undefined {
  if (!isOpenOffer(offer, match)) return undefined;
  const revision = match.revision + 1;
  if (offer.kind === 'draw') {
    return { ...match, revision, outcome: { winner: undefined, ending: 'agreed' } };
  }
  const colour = colourOf(match, offer.by);
  const plies = colour && pliesBeforeChoice(match, colour);
  if (plies === undefined) return undefined;
  const moves = match.moves.slice(0, plies);
  return { ...match, moves, position: replay(match.start, moves), revision };
}

/**
 * How plies end an open offer: a move by the other side declines it; a move by the offerer makes an undo
 * lapse, but not a draw. Undefined if it stays open.
 */
export function offerEndAfter(
  offer: Offer,
  movers: readonly number[],
): 'declined' | 'lapsed' | undefined {
  if (movers.some((mover) => mover !== offer.by)) return 'declined';
  return offer.kind === 'undo' && movers.length > 0 ? 'lapsed' : undefined;
}

/** The match before its last event, and the ply taken back, if it was one. */
interface TakenBack {
  readonly match: Match;
  readonly ply: { readonly number: number; readonly text: string } | undefined;
  /** Numbers of the passes that the ply had forced. */
  readonly passes: readonly number[];
}

/**
 * Takes back the last event: an end not by the rules, such as a resignation, or else the last chosen ply,
 * with the passes that it forced and the end that it caused. The revision still grows.
 */
export function takeBackLast(match: Match): Result<TakenBack, Sentence> {
  const reopened = { ...match, revision: match.revision + 1, outcome: undefined };
  if (match.outcome && !endedByRules(match))
    return ok({ match: reopened, ply: undefined, passes: [] });
  const plies = pliesBeforeChoice(match);
  const text = plies === undefined ? undefined : match.moves[plies];
  if (plies === undefined || text === undefined) {
    return err(say('nothing-to-take-back', { board: match.board }));
  }
  const moves = match.moves.slice(0, plies);
  const position = replay(match.start, moves);
  const number = plies + 1;
  return ok({
    match: { ...reopened, moves, position },
    ply: { number, text },
    passes: match.moves.slice(number).map((_, at) => number + at + 1),
  });
}

const endedByRules = ({ rules, position, outcome }: Match): boolean =>
  outcome?.ending === 'repetition' || gameOf(rules).outcome(position) !== undefined;
