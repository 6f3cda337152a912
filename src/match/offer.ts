import { gameOf } from '../engine/registry.ts';
import type { Colour } from '../engine/shape/types.ts';
import { opposite } from '../engine/stones/board.ts';
import { err, ok, type Result } from '../result.ts';
import { type Sentence, say } from '../sentence.ts';
import { pliesBeforeChoice } from './forced.ts';
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

/** Ends a running match as somebody above the players has decided. */
export const endMatch = (match: Match, outcome: MatchOutcome): Result<Match, Sentence> =>
  match.outcome
    ? err(say('match-over', { board: match.board }))
    : ok({ ...match, revision: match.revision + 1, outcome });

/** What a player can offer to the other one: half a point each, or to take a move back. */
export const OFFER_KINDS = ['draw', 'undo'] as const;
export type OfferKind = (typeof OFFER_KINDS)[number];

/** An open offer on a board. There is at most one, and it ends with the match at the latest. */
export interface Offer {
  readonly board: number;
  readonly kind: OfferKind;
  /** The id of the player who makes it. */
  readonly by: number;
  /** Of the match when it was made. */
  readonly revision: number;
}

/** How an offer can end; `lapsed` when nobody can answer it any more. */
export type OfferEnd = 'accepted' | 'declined' | 'withdrawn' | 'lapsed';

/**
 * An offer that a player may make now. Refused when the player has no seat, the match is over, the
 * game knows no draw, or the player has not moved yet and has nothing to take back.
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
  const { drawable, name } = gameOf(match.rules);
  if (kind === 'draw' && !drawable) return err(say('draw-never', { board, game: name }));
  if (kind === 'undo' && pliesBefore(match, colour) === undefined) {
    return err(say('undo-nothing', { board }));
  }
  return ok({ board, kind, by: playerId, revision });
}

/** Whether an offer can still be answered: an undo is about the board as it was then. */
export const stands = ({ kind, revision }: Offer, match: Match): boolean =>
  match.outcome === undefined && (kind === 'draw' || revision === match.revision);

/**
 * The match after an offer was accepted; undefined when it cannot be answered any more. An undo leads
 * back to before the last move that its maker has chosen, so whoever moves then has a choice again.
 */
export function carryOutOffer(match: Match, offer: Offer): Match | undefined {
  if (!stands(offer, match)) return undefined;
  const revision = match.revision + 1;
  if (offer.kind === 'draw') {
    return { ...match, revision, outcome: { winner: undefined, ending: 'agreed' } };
  }
  const colour = colourOf(match, offer.by);
  const plies = colour && pliesBefore(match, colour);
  if (plies === undefined) return undefined;
  const moves = match.moves.slice(0, plies);
  return { ...match, moves, position: replay(match.rules, match.start, moves), revision };
}

/**
 * What plies make of an open offer: a move by the other side declines it, and a move by its own
 * side leaves an offered draw standing, but not an undo, which was about the move before.
 *
 * @param movers the ids of those who moved
 */
export function offerAfter(
  offer: Offer,
  movers: readonly number[],
): 'declined' | 'lapsed' | undefined {
  if (movers.some((mover) => mover !== offer.by)) return 'declined';
  return offer.kind === 'undo' && movers.length > 0 ? 'lapsed' : undefined;
}

/**
 * How many plies stood before a side's last move, as an undo goes back to that: one ply when the
 * move was the last, two when it has been answered, more when a pass was forced since. Undefined when
 * the side has not moved yet; to have had to pass is no move.
 */
export const pliesBefore = (
  match: Pick<Match, 'rules' | 'start' | 'moves'>,
  colour: Colour,
): number | undefined => pliesBeforeChoice(match, colour);

/** The match before what happened last, and the ply that was taken back, if it was one. */
interface TakenBack {
  readonly match: Match;
  readonly ply: { readonly number: number; readonly text: string } | undefined;
  /** The passes that the ply had forced, by their numbers. */
  readonly passes: readonly number[];
}

/**
 * Takes back what happened last: an end that the rules did not bring, such as a resignation, or
 * else the last ply that somebody has chosen, with what it forced and the end that it brought. The
 * revision grows all the same.
 */
export function takeBackLast(match: Match): Result<TakenBack, Sentence> {
  const again = { ...match, revision: match.revision + 1, outcome: undefined };
  if (match.outcome && !endedByRules(match))
    return ok({ match: again, ply: undefined, passes: [] });
  const plies = pliesBeforeChoice(match);
  const text = plies === undefined ? undefined : match.moves[plies];
  if (plies === undefined || text === undefined) {
    return err(say('nothing-to-take-back', { board: match.board }));
  }
  const moves = match.moves.slice(0, plies);
  const position = replay(match.rules, match.start, moves);
  const number = plies + 1;
  return ok({
    match: { ...again, moves, position },
    ply: { number, text },
    passes: match.moves.slice(number).map((_, at) => number + at + 1),
  });
}

const endedByRules = ({ rules, position, outcome }: Match): boolean =>
  outcome?.ending === 'repetition' || gameOf(rules).outcome(position) !== undefined;
