import { RULES, type RulesId } from '../../engine/shape/ground.ts';
import { opposite } from '../../engine/stones/board.ts';
import type { BoardFacts } from '../../intent.ts';
import { commandLimits } from '../../limits.ts';
import { colourOf, type Match } from '../../match/types.ts';
import type { Player } from '../../player/settings.ts';
import { boardFacts, ownBoardFacts } from '../letters/letters.ts';
import { challengeTo, rematchCommand } from '../letters/suggested-commands.ts';
import { moveLine } from '../shape/move-choices.ts';
import type { DefaultNumbers, LetterContext, PlayerContext, Queries } from '../shape/types.ts';
import type { Vocabulary } from '../text/vocabulary.ts';
import { COURTESY, type Meanings, wordsOf } from './meanings.ts';
import { wishesIn } from './wishes.ts';

/** The writer of an unclear letter, what it answers, and the words for guesses. */
export interface Scene {
  readonly context: PlayerContext;
  readonly letterContext: LetterContext;
  /** Words of other languages for our own. */
  readonly vocabulary: Vocabulary;
  readonly meanings: Meanings;
}

export const answeredMatch = ({ letterContext, context }: Scene): Match | undefined =>
  letterContext.number === undefined ? undefined : context.queries.match(letterContext.number);

/** The board that a letter is about: the one it answers, or else the writer's only running one. */
export function boardOfLetter(scene: Scene): Match | undefined {
  const { queries, player } = scene.context;
  if (scene.letterContext.number !== undefined) return answeredMatch(scene);
  const [only, ...others] = queries.activeMatches(player.id);
  return others.length === 0 ? only : undefined;
}

/** Whether the match runs and the writer is to move. */
export const isTurn = (match: Match, { player }: PlayerContext): boolean =>
  match.outcome === undefined && colourOf(match, player.id) === match.position.turn;

/** Whether the letter is a proven answer to this board: there, cells alone are a move. */
const isProvenReplyTo = (
  { board }: Pick<Match, 'board'>,
  { context, letterContext }: Scene,
): boolean =>
  context.proven && letterContext.revision !== undefined && letterContext.number === board;

/** A move as a line of an answer to this letter. */
export const moveLineHere = (match: Pick<Match, 'board'>, scene: Scene, move: string): string =>
  moveLine(isProvenReplyTo(match, scene) ? 0 : match.board, move);

/**
 * The opponent who gets the words that the writer adds on a board; undefined without proof, or against the
 * robot.
 */
export function listenerOn(
  match: Match | undefined,
  { player, queries, proven }: PlayerContext,
): Player | undefined {
  const colour = match && colourOf(match, player.id);
  const isHeard = proven && colour && !match.robot;
  return isHeard ? queries.playerById(match[opposite(colour)].id) : undefined;
}

/** The board now, as its player sees it. */
export function factsOf(match: Match, { queries, player }: PlayerContext): BoardFacts {
  const seat = colourOf(match, player.id);
  if (!seat) return boardFacts(match, []);
  const isGone = match.outcome && !match.robot && !queries.playerById(match[opposite(seat)].id);
  return {
    ...ownBoardFacts(match, player.id, queries),
    ...(isGone && { opponentGone: true }),
  };
}

/** The open challenge of the answered letter that its writer can accept. */
export function challengeOfLetter({ context, letterContext }: Scene): number | undefined {
  const { queries, player } = context;
  const challenge =
    letterContext.number === undefined ? undefined : queries.challenge(letterContext.number);
  const isOpen = challenge?.state === 'open' && challenge.challenger.id !== player.id;
  return isOpen && (challenge.challenged?.id ?? player.id) === player.id
    ? challenge.number
    : undefined;
}

/**
 * The lines that a command with placeholders may mean: one for each possible board, player or game; none if
 * it cannot be filled in.
 *
 * @param text the lines that mention the command; may name another player, a game or options
 */
export function filledIn(command: string, scene: Scene, text = ''): readonly string[] {
  const here = boardOfLetter(scene);
  if (command.includes('{player}')) {
    // In a reply to a running board, a player's name is a mere mention, unless another game is named.
    const { rules } = wishesIn(text, scene.meanings);
    const isMention = here && !here.outcome && (rules === undefined || rules === here.rules);
    const named = isMention ? [] : playersIn(text, scene.context);
    const ofGame = command.replace(' {rules}', rules === undefined ? '' : ` ${rules}`);
    return named.map((userid) => ofGame.replace('{player}', userid));
  }
  if (command === COURTESY || command.startsWith('-')) return [];
  if (command === '{moves}') return filledIn('help {rules}', scene, text);
  if (command === '{again}' || command === '{another}') {
    const { rules: wished, options } = wishesIn(text, scene.meanings);
    const ended = here ?? lastEnded(scene, wished, text);
    const seat = ended?.outcome && colourOf(ended, scene.context.player.id);
    if (ended?.robot && !seat && command === '{another}') return [`play ${ended.rules}`];
    if (!seat) return [];
    const facts = factsOf(ended, scene.context);
    const { rules, board, start } = ended;
    // The robot plays another match at the same level, too.
    const isAgain = command === '{again}' || ended.robot !== undefined;
    const isSame = isAgain && (wished ?? rules) === rules && options.length === 0;
    const whom = facts.opponentGone ? 'open' : facts[opposite(seat)];
    const size = start.board;
    const unrated = ended.robot || ended.rated ? '' : ' -unrated';
    if (!isSame) return [`${challengeTo(whom, rules, size)}${unrated}`];
    return [here || facts.opponentGone ? rematchCommand(facts, size) : `rematch ${board}`];
  }
  if (command === 'challenge open {rules}') {
    // "Start a game of chess between me and bob" is no challenge to everybody.
    const named = filledIn('challenge {player} {rules}', scene, text);
    if (named.length === 1) return named;
  }
  if (command.includes('{rules}')) {
    const { number = 0 } = scene.letterContext;
    const about = here ?? scene.context.queries.challenge(number);
    const { rules: named } = wishesIn(text, scene.meanings);
    if (named) return [command.replace('{rules}', named)];
    return (about ? [about.rules] : RULES).map((rules) => command.replace('{rules}', rules));
  }
  if (!command.includes('{board}')) return [command];
  // A letter about a match that is gone is about no other.
  if (!here && scene.letterContext.number !== undefined) return [];
  const { queries, player } = scene.context;
  const boards = here ? [here] : queries.activeMatches(player.id).slice(0, commandLimits.offers);
  return boards.map(({ board }) => command.replace('{board}', String(board)));
}

/** The match that ended last, of the game if one is named, for the few words of a letter about no board. */
function lastEnded(
  { context, letterContext: { number } }: Scene,
  rules: RulesId | undefined,
  text: string,
): Match | undefined {
  if (number !== undefined || wordsOf(text).length > AGAIN_WORDS_MAX) return undefined;
  return lastFinished(context, rules);
}

/** The match of a player that ended last, of any game or of one. */
export function lastFinished(
  { queries, player }: PlayerContext,
  rules?: RulesId,
): Match | undefined {
  const [last] = queries.finishedMatches({ playerId: player.id, rules, skip: 0, most: 1 });
  return last && queries.match(last.board);
}

/** More words may be about something else: "I can't find the last e-mail, please send it again". */
const AGAIN_WORDS_MAX = 5;

/** The userids of other players in a text. */
function playersIn(text: string, { queries, player }: PlayerContext): readonly string[] {
  const words = new Set(
    text
      .toLowerCase()
      .match(/[a-z][a-z0-9_-]*/g)
      ?.slice(0, commandLimits.guessWords),
  );
  return [...words].flatMap((word) => {
    const named = queries.playerByUserid(word);
    return named && named.id !== player.id ? [named.userid] : [];
  });
}

/** A player's running boards, in ascending order. */
export const ownBoards = (player: Player, queries: Queries): readonly number[] =>
  queries.activeMatches(player.id).map(({ board }) => board);

/** The challenges to a player, and the boards with an offer from the other side. */
export const numbersToAnswer = (player: Player, queries: Queries): readonly number[] => [
  ...queries
    .openChallenges(player.id)
    .filter(({ challenged }) => challenged?.id === player.id)
    .map(({ number }) => number),
  ...ownBoards(player, queries).filter((board) => {
    const { offer } = queries.pendingOn(board);
    return offer !== undefined && offer.by !== player.id;
  }),
];

/** The challenges and the board offers that a player has made. */
export const ownOfferNumbers = (player: Player, queries: Queries): readonly number[] => [
  ...queries
    .openChallenges(player.id)
    .filter(({ challenger }) => challenger.id === player.id)
    .map(({ number }) => number),
  ...ownBoards(player, queries).filter((board) => queries.pendingOn(board).offer?.by === player.id),
];

/**
 * The numbers that may be omitted because they are unambiguous. Computed on demand: most letters need none.
 */
export const defaultNumbersOf = (player: Player, queries: Queries): DefaultNumbers => ({
  get board() {
    return only(ownBoards(player, queries));
  },
  get received() {
    return only(numbersToAnswer(player, queries));
  },
  get sent() {
    return only(ownOfferNumbers(player, queries));
  },
});

const only = ([first, ...others]: readonly number[]): number | undefined =>
  others.length === 0 ? first : undefined;
