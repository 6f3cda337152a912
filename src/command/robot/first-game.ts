import { findOffered, gameOf } from '../../engine/registry.ts';
import type { Level } from '../../engine/robot/level.ts';
import type { RulesId } from '../../engine/shape/ground.ts';
import type { Size } from '../../engine/shape/types.ts';
import { makeSize } from '../../engine/stones/notation.ts';
import type { BoardFacts } from '../../intent.ts';
import { startWithRobot } from '../../match/start.ts';
import { type Match, parseLevel, type Seat } from '../../match/types.ts';
import { err, ok, type Result } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import { boardFacts } from '../letters/letters.ts';
import { GAME_BY_DEFAULT, notOffered, parseSizeOption, smallSize } from '../shape/terms.ts';
import type { CommandLine } from '../shape/types.ts';
import { splitWords } from '../shape/words.ts';

/** The match that a newcomer can begin with one move. */
export interface FirstGame {
  readonly rules: RulesId;
  readonly size: Size;
  readonly level: Level;
}

/** The default first match of a newcomer. */
export const DEFAULT_FIRST_GAME: FirstGame = {
  rules: GAME_BY_DEFAULT,
  size: smallSize(gameOf(GAME_BY_DEFAULT)),
  level: 1,
};

/** Reads `[GAME] [-size=4x4] [-level=1]`. */
export function readFirstGame({ words, options }: CommandLine): Result<FirstGame, Sentence> {
  const [named = DEFAULT_FIRST_GAME.rules, ...more] = words;
  const game = findOffered(named.toLowerCase());
  if (!game || more.length > 0) return err(game ? say('no-such-game') : notOffered(named));
  const written = parseSizeOption(options.get('size')?.toLowerCase());
  if (!written.ok) return written;
  const size = written.value ?? smallSize(game);
  const start = game.start(size);
  if (!start.ok) return start;
  const level = parseLevel(options.get('level') ?? '') ?? DEFAULT_FIRST_GAME.level;
  return ok({ rules: game.rules, size, level });
}

/** The match for a sender without proof: on the small board, if the requested one would make a large e-mail. */
export const smallFirstGame = (wanted: FirstGame): FirstGame =>
  cellsOf(wanted.size) <= UNPROVEN_CELLS_MAX
    ? wanted
    : { ...wanted, size: smallSize(gameOf(wanted.rules)) };

/** The cells of the largest board that is sent to anybody: 9x9. */
const UNPROVEN_CELLS_MAX = 81;

const cellsOf = ({ cols, rows }: Size): number => cols * rows;

/** The command that begins the match, in the server's own spelling. */
export const firstGameCommand = ({ rules, size, level }: FirstGame): string =>
  `play first ${rules} -size=${makeSize(size)} -level=${level}`;

/** The match of a `play first ...` command; undefined for any other text. */
export function firstGameOf(text: string): FirstGame | undefined {
  const { words, options } = splitWords(text);
  if (!text.startsWith('play first ')) return undefined;
  const read = readFirstGame({ words: words.slice(2), options });
  return read.ok ? read.value : undefined;
}

/** The placeholder for a newcomer without a userid; nobody gets this userid. */
export const NEWCOMER: Seat = { id: 0, userid: 'you' };

/** The match at its first position, the newcomer to move; on board 0 before it begins. */
export function firstMatch(
  game: FirstGame,
  newcomer: Seat,
  board: number,
): Result<Match, Sentence> {
  const terms = { ...game, first: 'me', pace: undefined, rated: false } as const;
  return startWithRobot(board, newcomer, terms, false);
}

/** The board of a first match that has not begun. */
export function trialBoard(game: FirstGame, newcomer: Seat = NEWCOMER): BoardFacts {
  const match = firstMatch(game, newcomer, 0);
  if (!match.ok) throw new Error(`no first board (${match.error.code})`);
  return { ...boardFacts(match.value, []), revision: 0 };
}

/** The small board in place of the requested one, with a note if the size differs. */
export function smallBoard(wanted: FirstGame): BoardFacts {
  const small = smallFirstGame(wanted);
  const size = makeSize(wanted.size);
  const events = size === makeSize(small.size) ? [] : [say('first-wanted', { size })];
  return { ...trialBoard(small), events };
}
