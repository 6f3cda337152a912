import { firstQuestion, starsOf, startPosition } from '../../engine/puzzle/puzzle.ts';
import { findGame, gameOf, makePosition, offeredGames } from '../../engine/registry.ts';
import type { RulesId } from '../../engine/shape/ground.ts';
import type { Position } from '../../engine/shape/types.ts';
import type { Intent, Section } from '../../intent.ts';
import { commandLimits } from '../../limits.ts';
import {
  type Attempt,
  beginAttempt,
  exampleOf,
  giveUpAttempt,
  hintAttempt,
  judgeMove,
  type PuzzleFacts,
  pliesOf,
  positionOf,
  rateAttempt,
  type Standing,
} from '../../match/puzzle/attempt.ts';
import { makeRating } from '../../match/rating.ts';
import { foldCase, mayBeMove } from '../../match/types.ts';
import type { Player } from '../../player/settings.ts';
import { err } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import { puzzleLimits } from '../../solo-limits.ts';
import { toPlayer } from '../letters/letters.ts';
import { parsed, refuse, refuseWith } from '../shape/decision.ts';
import { answerWithMoves } from '../shape/move-choices.ts';
import type {
  Command,
  CommandLine,
  Decision,
  LetterContext,
  LetterPuzzle,
  PlayerContext,
} from '../shape/types.ts';
import { parseNumber, splitAtHash } from '../shape/words.ts';

/** Words for acts other than a move, and our own for them. */
const ACTS: ReadonlyMap<string, string> = new Map([
  ['hint', 'hint'],
  ['give up', 'give up'],
  ['giveup', 'give up'],
  ['give-up', 'give up'],
  ['solution', 'give up'],
]);

/** Sends a puzzle, and takes the answers to it. */
export const puzzle: Command = {
  name: 'puzzle',
  aliases: ['puzzles'],
  usage: 'puzzle [GAME]',
  summary: 'brings a position with one winning move to find',
  example: 'puzzle forms',
  audience: 'player',
  need: 'proof',
  takesComment: true,
  values: ['hint', 'give up'],
  gameWordIndex: ({ words }) => (words.length === 0 ? 0 : undefined),

  read(line, letterContext) {
    const { number, rest, revision } = takeApart(line, letterContext);
    const game = number === undefined ? findGame(rest.toLowerCase()) : undefined;
    if (number === undefined && (rest === '' || game)) {
      const text = ['puzzle', ...(game ? [game.rules] : [])].join(' ');
      return parsed({ text, harmless: true }, (context) => deal(game?.rules, context));
    }
    const act = actOf(rest, letterContext, number);
    if (act === undefined) return err(say('puzzle-shape'));
    const text = ['puzzle', ...(number === undefined ? [] : [number]), act].join(' ').trim();
    return parsed({ text, harmless: true }, (context) =>
      answerPuzzle(number, revision, act, context),
    );
  },
};

/** Splits `[N] [WORDS] [#REVISION]`; a missing number is that of the answered letter, with its revision. */
function takeApart({ words }: CommandLine, { puzzle: answeredPuzzle }: LetterContext) {
  const first = parseNumber(words[0]);
  const [text = '', bound] = splitAtHash((first === undefined ? words : words.slice(1)).join(' '));
  const rest = text.trim();
  // In an answer, `puzzle` alone or with a game requests another one.
  const isHere = first === undefined && rest !== '' && !findGame(rest.toLowerCase());
  const number = first ?? (isHere ? answeredPuzzle?.number : undefined);
  const shown = number === answeredPuzzle?.number ? answeredPuzzle?.revision : undefined;
  return { number, rest, revision: parseNumber(bound?.trim()) ?? shown };
}

/** An act on a puzzle in our own spelling: one of `ACTS`, a move, or nothing, which shows it. */
function actOf(
  rest: string,
  { puzzle: answeredPuzzle }: LetterContext,
  number: number | undefined,
): string | undefined {
  if (rest === '') return rest;
  const act = ACTS.get(rest.toLowerCase());
  if (act !== undefined) return act;
  const game = answeredPuzzle?.number === number ? answeredPuzzle?.game : undefined;
  return mayBeMove(game, rest) ? foldCase(game, rest).replace(/\s+/g, '') : undefined;
}

/**
 * Answers unclear lines about a puzzle: with the moves that they name, each to be confirmed, or with the
 * possible commands.
 *
 * @param offered by the answered letter
 */
export function unclearPuzzle(
  { written = [], why }: { readonly written?: readonly string[]; readonly why: Sentence },
  { number }: LetterPuzzle,
  offered: readonly string[],
  { player, queries }: PlayerContext,
): Section {
  const attempt = queries.puzzles.attempt(player.id, number);
  if (!attempt) return { understood: undefined, says: [say('puzzle-not-yours', { number })] };
  if (attempt.state !== 'open') {
    return { understood: undefined, says: [say('puzzle-over', { number })], answers: ['puzzle'] };
  }
  const position = positionOf(attempt);
  const game = gameOf(position.rules);
  const moves = game.legalMoves(position).map((move) => game.makeMove(move, position));
  const text = plain(written.join(' '));
  const named = moves.filter((move) => text.includes(` ${plain(move).trim()} `));
  const meant = named.slice(0, commandLimits.offers).map((move) => `puzzle ${number} ${move}`);
  const answers = meant.length > 0 || why.code === 'offer-declined' ? meant : offered;
  return answers.length > 0
    ? {
        understood: undefined,
        says: [say('puzzle-meant', { count: answers.length, commands: answers.join(' | ') })],
        answers,
        offers: [],
      }
    : {
        understood: undefined,
        says: [why, say('puzzle-how', { move: exampleOf(position.rules) })],
        answers: [`puzzle ${number} hint`, `puzzle ${number} give up`],
      };
}

/** Letters and digits only, with blanks around each word; signs between two cells are dropped. */
const plain = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replace(/(?<=[a-z]\d{1,2})\s*[-x]?\s*(?=[a-z]\d)/g, '')
    .replace(/[^\p{L}\d]+/gu, ' ')} `;

/** Sends a player the open puzzle, or else the next one. */
function deal(rules: RulesId | undefined, context: PlayerContext): Decision {
  const { player, queries } = context;
  const { puzzles } = queries;
  const open = puzzles.open(player.id, rules);
  if (open) return letterAlone(open, context, [say('puzzle-still-open')]);
  if (puzzles.givenInLastDay(player.id) >= puzzleLimits.perDay) {
    return refuse(say('puzzle-enough', { count: puzzleLimits.perDay }));
  }
  const next = puzzles.next(player.id, rules);
  if (rules !== undefined && !gameOf(rules).oracle) return refuseWith(noPuzzlesOf(rules, context));
  if (!next) {
    const isNew = rules !== undefined && !puzzles.exists(rules);
    return refuse(say(isNew ? 'puzzle-none-yet' : 'puzzle-none', { rules: rules ?? 'any' }));
  }
  const attempt = beginAttempt(player.id, next);
  return {
    changes: [{ do: 'put-attempt', attempt }],
    letters: [puzzleLetter(attempt, player, [])],
  };
}

/** What is said to a wish for a puzzle of a game that no solver decides, with one of another game. */
function noPuzzlesOf(rules: RulesId, { queries }: PlayerContext): Section {
  const solved = offeredGames().filter(({ oracle }) => oracle);
  const games = solved.map(({ name }) => name).join(', ');
  const { rules: other } =
    solved.find((each) => queries.puzzles.exists(each.rules)) ?? solved[0] ?? {};
  if (other === undefined) return { says: [say('puzzle-none-yet', { rules })] };
  const says = [say('puzzle-never', { game: gameOf(rules).name, games, rules: other })];
  return { says, answers: [`puzzle ${other}`] };
}

/**
 * Answers a puzzle.
 *
 * @param number of the puzzle; undefined for the open one
 * @param revision of the answered letter; an outdated one only gets the current state
 */
function answerPuzzle(
  number: number | undefined,
  revision: number | undefined,
  act: string,
  context: PlayerContext,
): Decision {
  const { player, queries } = context;
  const { puzzles } = queries;
  const attempt =
    number === undefined ? puzzles.open(player.id) : puzzles.attempt(player.id, number);
  if (!attempt) {
    return refuse(
      number === undefined ? say('puzzle-no-open') : say('puzzle-not-yours', { number }),
    );
  }
  if (act === '') return letterAlone(attempt, context, []);
  const { puzzle, state } = attempt;
  if (state !== 'open') return refuse(say('puzzle-over', { number: puzzle.number }));
  if (revision !== undefined && revision !== attempt.revision) {
    return letterAlone(attempt, context, [say('puzzle-gone-on')]);
  }
  if (act === 'hint') return storeTry(act, hintAttempt(attempt), context);
  if (act === 'give up') return storeTry(act, giveUpAttempt(attempt), context);
  const result = judgeMove(attempt, act);
  if (result.ok) return storeTry(act, result.value, context);
  const lineOf = (move: string) => `puzzle ${puzzle.number} ${move}`;
  const moves = answerWithMoves(positionOf(attempt), act, lineOf);
  return moves ? refuseWith(moves) : refuse(result.error);
}

/** Stores the result of an answer, and reports it with the current board. */
function storeTry(
  act: string,
  { attempt, says }: { readonly attempt: Attempt; readonly says: readonly Sentence[] },
  { player, queries }: PlayerContext,
): Decision {
  const before = queries.puzzles.standing(player.id);
  const ended = attempt.state === 'open' ? undefined : rateAttempt(attempt, before);
  const extras = ended && { standing: standingLine(before, ended.standing) };
  return {
    changes: [{ do: 'put-attempt', attempt, ...(ended && { ended }) }],
    letters: [puzzleLetter(attempt, player, says, extras)],
    // If it waits for a yes, it is for this puzzle in this state.
    pinnedCommand: `puzzle ${attempt.puzzle.number} ${act} #${attempt.revision - 1}`,
  };
}

const standingLine = (before: Standing, { rating, streak, longest }: Standing): Sentence =>
  say('puzzle-standing', {
    before: makeRating(before.rating),
    rating: makeRating(rating),
    streak,
    longest,
  });

const letterAlone = (
  attempt: Attempt,
  { player }: PlayerContext,
  says: readonly Sentence[],
): Decision => ({ letters: [puzzleLetter(attempt, player, says)] });

/** The letter that shows the state of a puzzle; its answer is a try. */
export function puzzleLetter(
  attempt: Attempt,
  reader: Player,
  says: readonly Sentence[],
  extras: Pick<PuzzleFacts, 'standing' | 'daily'> = {},
): Intent {
  const { puzzle, state, moves, revision } = attempt;
  const { number, source } = puzzle;
  const start = startPosition(puzzle);
  const facts: PuzzleFacts = {
    number,
    rules: start.rules,
    source,
    stars: starsOf(puzzle.rating.rating),
    start: makePosition(start),
    moves: pliesOf(attempt),
    solver: solverOf(attempt),
    state,
    left: triesLeft(attempt),
    found: Math.ceil(moves.length / 2),
    says,
    ...extras,
  };
  return {
    to: toPlayer(reader),
    message: { kind: 'puzzle', facts },
    reply: { purpose: 'puzzle', number, revision },
  };
}

const triesLeft = ({ wrong }: Attempt): number => puzzleLimits.tries - wrong;

/** The side that is to win. */
const solverOf = ({ puzzle }: Attempt): Position['turn'] => firstQuestion(puzzle).turn;
