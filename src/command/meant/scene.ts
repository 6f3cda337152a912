import { RULES } from '../../engine/shape/rules.ts';
import { opposite } from '../../engine/stones/board.ts';
import type { BoardFacts } from '../../intent.ts';
import { meantWordsMax, offersMax } from '../../limits.ts';
import { colourOf } from '../../match/seats.ts';
import type { Match } from '../../match/types.ts';
import { challengeTo } from '../letters/also.ts';
import { clockFacts } from '../letters/clock-facts.ts';
import { boardFacts } from '../letters/letters.ts';
import type { Place, PlayerAsking } from '../shape/types.ts';
import type { Vocabulary } from '../text/vocabulary.ts';
import type { Meanings } from './meanings.ts';

/** Who has written a letter that was not clear, where it was written to, and what may be meant. */
export interface Scene {
  readonly asking: PlayerAsking;
  readonly place: Place;
  /** What the writer may have put in the place of our own words. */
  readonly vocabulary: Vocabulary;
  readonly meanings: Meanings;
}

/** The board that a letter is about: the one it answers, or else the writer's only running one. */
export function boardHere({ asking, place }: Scene): Match | undefined {
  const { reading, player } = asking;
  if (place.number !== undefined) return reading.match(place.number);
  const [only, ...others] = reading.activeMatches(player.id);
  return others.length === 0 ? only : undefined;
}

/** It runs, and the writer is to move. */
export const isTurn = (match: Match, { player }: PlayerAsking): boolean =>
  match.outcome === undefined && colourOf(match, player.id) === match.position.turn;

/** An answer to this board shows who has written it: there a move is its cells alone. */
export const isAnswered = ({ board }: Pick<Match, 'board'>, { asking, place }: Scene): boolean =>
  asking.proven && place.revision !== undefined && place.number === board;

/** The board as it stands, as its player sees it. */
export function factsOf(match: Match, { reading, player }: PlayerAsking): BoardFacts {
  const seat = colourOf(match, player.id);
  if (!seat) return boardFacts(match, []);
  const gone = match.outcome && !match.robot && !reading.playerById(match[opposite(seat)].id);
  return {
    ...boardFacts(match, [], {
      offer: reading.openOffer(match.board),
      queue: reading.queue(match.board, player.id),
      clock: clockFacts(match, reading),
    }),
    ...(gone && { opponentGone: true }),
  };
}

/** The challenge that a letter answers, where it is for the writer to take up or not. */
export function challengeHere({ asking, place }: Scene): number | undefined {
  const { reading, player } = asking;
  const challenge = place.number === undefined ? undefined : reading.challenge(place.number);
  const isOpen = challenge?.state === 'open' && challenge.challenger.id !== player.id;
  return isOpen && (challenge.challenged?.id ?? player.id) === player.id
    ? challenge.number
    : undefined;
}

/**
 * A command with the writer's own numbers in it: one line for each board that may be meant.
 *
 * @param text that speaks of it, and may name another player
 */
export function filledIn(command: string, scene: Scene, text = ''): readonly string[] {
  const here = boardHere(scene);
  if (command.includes('{player}')) {
    // At a board, whoever is named is somebody to talk about.
    const named = here && !here.outcome ? [] : playersIn(text, scene.asking);
    return named.map((userid) => command.replace('{player}', userid));
  }
  if (command === '{again}') return here?.outcome ? againAt(here, scene.asking) : [];
  if (command.includes('{rules}')) {
    return (here ? [here.rules] : RULES).map((rules) => command.replace('{rules}', rules));
  }
  if (!command.includes('{board}')) return [command];
  const { reading, player } = scene.asking;
  const boards = here ? [here] : reading.activeMatches(player.id).slice(0, offersMax);
  return boards.map(({ board }) => command.replace('{board}', String(board)));
}

/** The userids of other players that stand in a text. */
function playersIn(text: string, { reading, player }: PlayerAsking): readonly string[] {
  const words = new Set(
    text
      .toLowerCase()
      .match(/[a-z][a-z0-9_-]*/g)
      ?.slice(0, meantWordsMax),
  );
  return [...words].flatMap((word) => {
    const named = reading.playerByUserid(word);
    return named && named.id !== player.id ? [named.userid] : [];
  });
}

/** The same match once more, in words that may be changed before they are sent. */
function againAt(match: Match, asking: PlayerAsking): readonly string[] {
  const seat = colourOf(match, asking.player.id);
  if (!seat) return [];
  const { opponentGone, ...facts } = factsOf(match, asking);
  const whom = opponentGone ? 'open' : facts[opposite(seat)];
  return [challengeTo(whom, match.rules, match.start.board)];
}
