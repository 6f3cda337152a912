import { findGame } from '../../engine/registry.ts';
import type { Level } from '../../engine/robot/level.ts';
import type { Game } from '../../engine/shape/game.ts';
import type { RulesId } from '../../engine/shape/rules.ts';
import type { Size } from '../../engine/shape/types.ts';
import { makeSize, parseSize } from '../../engine/stones/notation.ts';
import type { BoardFacts } from '../../intent.ts';
import { firstSideMax } from '../../limits.ts';
import { playMove } from '../../match/play.ts';
import { parseLevel } from '../../match/robot.ts';
import { startWithRobot } from '../../match/start-with-robot.ts';
import type { Match, Seat } from '../../match/types.ts';
import type { Player } from '../../player/types.ts';
import { err, ok, type Result } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import { movesOf } from '../board/moves-of.ts';
import { takeTurn } from '../board/turn.ts';
import { invitedBy } from '../challenge/invited.ts';
import { boardFacts, boardLetters } from '../letters/letters.ts';
import { refuse, refuseWith } from '../shape/decision.ts';
import { sizeShape } from '../shape/terms.ts';
import type { Asking, Command, Decision, Words } from '../shape/types.ts';
import { languageChosen } from './signup.ts';

/** The match that a newcomer may begin with one move. */
export interface FirstGame {
  readonly rules: RulesId;
  readonly size: Size;
  readonly level: Level;
}

/**
 * Of Forms, so small that a match is over in five moves or so of each side, which is what it takes to
 * learn how to play by letter; the other games here end on such a board before one has seen anything.
 */
const SMALLEST: Size = { cols: 4, rows: 4 };
const SMALL: Size = { cols: 6, rows: 6 };

/** What a newcomer plays who has not said more. */
export const USUAL_FIRST: FirstGame = { rules: 'forms', size: SMALLEST, level: 1 };

/** The board on which a game is shown to somebody who has never played here. */
function smallSize(game: Game): Size {
  const size = game.rules === USUAL_FIRST.rules ? SMALLEST : SMALL;
  return game.start(size).ok ? size : game.defaultSize;
}

/**
 * Begins a newcomer's first match, against the robot: a stranger's is asked about with a board, and the
 * answer to that opens the account. Nobody has more than one.
 */
export const playFirst: Command = {
  name: 'play first',
  aliases: [],
  usage: 'play first [GAME] [-size=4x4] [-level=1]',
  summary: 'begins your first match, against the robot',
  example: 'play first forms',
  audience: 'anyone',
  need: 'proof',
  takesComment: false,
  options: ['size', 'level'],
  gameAt: () => 0,

  read(words) {
    const wanted = readFirst(words);
    if (!wanted.ok) return wanted;
    const text = makeFirst(wanted.value);
    return ok({ text, board: undefined, run: (asking) => begin(text, wanted.value, asking) });
  },
};

function readFirst({ words, options }: Words): Result<FirstGame, Sentence> {
  const [named = USUAL_FIRST.rules, ...more] = words;
  const game = findGame(named.toLowerCase());
  if (!game || more.length > 0) return err(say('no-such-game'));
  const written = options.get('size');
  const size = written === undefined ? smallSize(game) : parseSize(written.toLowerCase());
  if (size === undefined) return err(sizeShape);
  const start = game.start(size);
  if (!start.ok) return start;
  const isLarge = Math.max(size.cols, size.rows) > firstSideMax;
  const level = parseLevel(options.get('level') ?? '') ?? USUAL_FIRST.level;
  return ok({ rules: game.rules, size: isLarge ? smallSize(game) : size, level });
}

/** The command that begins it, in the server's own spelling. */
export const makeFirst = ({ rules, size, level }: FirstGame): string =>
  `play first ${rules} -size=${makeSize(size)} -level=${level}`;

/** The match that such a command of our own spelling begins; undefined for any other. */
export function firstGameOf(text: string): FirstGame | undefined {
  const [, rules, size = '', level = ''] =
    /^play first (\S+) -size=(\S+) -level=(\d)$/.exec(text) ?? [];
  if (rules === undefined) return undefined;
  const read = readFirst({
    words: [rules],
    options: new Map([
      ['size', size],
      ['level', level],
    ]),
  });
  return read.ok ? read.value : undefined;
}

/** What somebody is called who is not called anything yet: nobody gets this userid. */
export const NEWCOMER: Seat = { id: 0, userid: 'you' };

/** The match at its first position, before it is one: on board 0, and the newcomer begins. */
function firstMatch(game: FirstGame, newcomer: Seat, board: number): Result<Match, Sentence> {
  const terms = { ...game, first: 'me', pace: undefined, rated: false } as const;
  return startWithRobot(board, newcomer, terms, false);
}

/** What a letter shows of it then. */
export function firstBoard(game: FirstGame, newcomer: Seat = NEWCOMER): BoardFacts {
  const match = firstMatch(game, newcomer, 0);
  if (!match.ok) throw new Error(`no first board (${match.error.code})`);
  return { ...boardFacts(match.value, []), revision: 0 };
}

function begin(text: string, game: FirstGame, asking: Asking): Decision {
  const { player: already, reading, answersFirst } = asking;
  if (already && reading.isSuspended(already.id)) return refuse(text, say('suspended'));
  const begun = already && reading.firstBoard(already.id);
  if (begun) {
    const match = reading.match(begun.board);
    const says = say('first-begun', { board: begun.board });
    return refuse(text, says, match && boardFacts(match, []));
  }
  const player = already ?? newcomerOf(asking);
  const opened = already ? NOTHING : invitedBy(player, reading);
  const board = reading.nextNumber() + (opened.challenge ? 1 : 0);
  const match = firstMatch(game, player, board);
  if (!match.ok) return refuse(text, match.error);
  const changes = [
    ...(already ? [] : [{ do: 'add-player', player } as const, ...languageChosen(player)]),
    ...opened.changes,
    { do: 'start-match', match: match.value } as const,
    { do: 'put-first-board', playerId: player.id, board, unnamed: !already } as const,
  ];
  const move = answersFirst?.move;
  if (move === undefined) {
    const letters = [...opened.letters, ...boardLetters(match.value, asOf(player, asking), [])];
    const need = already || answersFirst ? undefined : 'confirmation';
    return { changes, letters, section: undefined, exact: text, ...(need && { need }) };
  }
  const moved = playMove(match.value, player.id, move, {});
  if (!moved.ok) return refusedMove(game, already, move, moved.error);
  const turn = takeTurn(match.value, moved.value, player, asOf(player, asking));
  return {
    changes: [...changes, ...turn.changes],
    letters: [...opened.letters, ...turn.letters],
    section: undefined,
    exact: text,
  };
}

const NOTHING = { changes: [], letters: [], challenge: undefined };

/** Nothing has begun: the same board, with what could be played, or why that move cannot. */
function refusedMove(
  game: FirstGame,
  player: Player | undefined,
  move: string,
  why: Sentence,
): Decision {
  const match = firstMatch(game, player ?? NEWCOMER, 0);
  const moves = match.ok && why.code === 'not-a-move' ? movesOf(match.value, move) : undefined;
  const board = firstBoard(game, player);
  return moves ? refuseWith({ ...moves, board }) : refuse(move, why, board);
}

/** The player whom a newcomer becomes: of the address, which others shall not see, nothing is in the name. */
function newcomerOf({ reading, address, language, mistakenFor }: Asking): Player {
  const id = reading.nextPlayerId();
  let number = id;
  const named = () => `guest${number}`;
  while (mistakenFor(named()) !== undefined || reading.useridTaken(named())) number++;
  return { id, userid: named(), address, language };
}

/** What letters are decided with that go to a player who is only now one. */
const asOf = (player: Player, asking: Asking): Asking & { readonly player: Player } => ({
  ...asking,
  player,
  comment: '',
  reading: {
    ...asking.reading,
    playerById: (id) => (id === player.id ? player : asking.reading.playerById(id)),
  },
});
