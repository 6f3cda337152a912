import { starsOf, startPosition } from '../../engine/puzzle/puzzle.ts';
import { findGame, gameOf, makePosition } from '../../engine/registry.ts';
import type { RulesId } from '../../engine/shape/ground.ts';
import type { Intent, Section } from '../../intent.ts';
import { offersMax } from '../../limits.ts';
import {
  type Attempt,
  beginAttempt,
  exampleOf,
  giveUpAttempt,
  hintAttempt,
  type PuzzleFacts,
  pliesOf,
  positionOf,
  rateAttempt,
  type Standing,
  solverOf,
  triesLeft,
  tryAt,
} from '../../match/puzzle/attempt.ts';
import { makeRating } from '../../match/rating.ts';
import { foldCase, mayBeMove } from '../../match/types.ts';
import type { Player } from '../../player/settings.ts';
import { err } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import { puzzlesPerDayMax } from '../../solo-limits.ts';
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

/** Words for acts other than a move. */
const ACTS: ReadonlyMap<string, PuzzleAct['kind'] & ('hint' | 'give-up')> = new Map([
  ['hint', 'hint'],
  ['give up', 'give-up'],
  ['giveup', 'give-up'],
  ['give-up', 'give-up'],
  ['solution', 'give-up'],
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
    const word = rest.toLowerCase();
    if (rest === '' && number === undefined) {
      const text = 'puzzle';
      return parsed({ text, harmless: true }, (context) => deal(text, undefined, context));
    }
    const game = number === undefined ? findGame(word) : undefined;
    if (game) {
      const text = `puzzle ${game.rules}`;
      return parsed({ text, harmless: true }, (context) => deal(text, game.rules, context));
    }
    const act = actOf(rest, letterContext, number);
    if (!act) return err(say('puzzle-shape'));
    const named = number === undefined ? '' : ` ${number}`;
    const argument =
      act.kind === 'move'
        ? ` ${act.move}`
        : act.kind === 'show'
          ? ''
          : ` ${act.kind.replace('-', ' ')}`;
    const text = `puzzle${named}${argument}`;
    return parsed({ text, harmless: true }, (context) =>
      answerPuzzle(text, { number, revision, act }, context),
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

function actOf(
  rest: string,
  letterContext: LetterContext,
  number: number | undefined,
): PuzzleAct | undefined {
  if (rest === '') return number === undefined ? undefined : { kind: 'show' };
  const act = ACTS.get(rest.toLowerCase());
  if (act) return { kind: act };
  const { puzzle: answeredPuzzle } = letterContext;
  const game = answeredPuzzle?.number === number ? answeredPuzzle?.game : undefined;
  if (!mayBeMove(game, rest)) return undefined;
  return { kind: 'move', move: foldCase(game, rest).replace(/\s+/g, '') };
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
  const meant = named.slice(0, offersMax).map((move) => `puzzle ${number} ${move}`);
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

/** An act on a puzzle. */
type PuzzleAct =
  | { readonly kind: 'move'; readonly move: string }
  | { readonly kind: 'hint' | 'give-up' | 'show' };

/** Sends a player the open puzzle, or else the next one. */
function deal(text: string, rules: RulesId | undefined, context: PlayerContext): Decision {
  const { player, queries } = context;
  const { puzzles } = queries;
  const open = puzzles.open(player.id, rules);
  if (open) return letterAlone(open, context, [say('puzzle-still-open')]);
  if (puzzles.givenToday(player.id) >= puzzlesPerDayMax) {
    return refuse(text, say('puzzle-enough', { count: puzzlesPerDayMax }));
  }
  const next = puzzles.next(player.id, rules);
  if (!next) {
    return rules !== undefined && !puzzles.exists(rules)
      ? refuse(text, say('puzzle-none-yet', { rules }))
      : refuse(text, say('puzzle-none', { rules: rules ?? 'any' }));
  }
  const attempt = beginAttempt(player.id, next);
  return {
    changes: [{ do: 'put-attempt', attempt }],
    letters: [puzzleLetter(attempt, player, [])],
  };
}

/**
 * Answers a puzzle.
 *
 * @param number of the puzzle; undefined for the open one
 * @param revision of the answered letter; an outdated one only gets the current state
 */
function answerPuzzle(
  text: string,
  { number, revision, act }: Record<'number' | 'revision', number | undefined> & { act: PuzzleAct },
  context: PlayerContext,
): Decision {
  const { player, queries } = context;
  const { puzzles } = queries;
  const attempt =
    number === undefined ? puzzles.open(player.id) : puzzles.attempt(player.id, number);
  if (!attempt) {
    return refuse(
      text,
      number === undefined ? say('puzzle-no-open') : say('puzzle-not-yours', { number }),
    );
  }
  if (act.kind === 'show') return letterAlone(attempt, context, []);
  const { puzzle, state } = attempt;
  if (state !== 'open') return refuse(text, say('puzzle-over', { number: puzzle.number }));
  if (revision !== undefined && revision !== attempt.revision) {
    return letterAlone(attempt, context, [say('puzzle-gone-on')]);
  }
  if (act.kind !== 'move') {
    const { attempt: after, says } =
      act.kind === 'hint' ? hintAttempt(attempt) : giveUpAttempt(attempt);
    return storeTry(act.kind.replace('-', ' '), after, says, context);
  }
  const result = tryAt(attempt, act.move);
  if (!result.ok) {
    const lineOf = (move: string) => `puzzle ${puzzle.number} ${move}`;
    const moves = answerWithMoves(positionOf(attempt), act.move, lineOf);
    return moves ? refuseWith(moves) : refuse(text, result.error);
  }
  return storeTry(act.move, result.value.attempt, result.value.says, context);
}

/** Stores the result of an answer, and reports it with the current board. */
function storeTry(
  words: string,
  attempt: Attempt,
  says: readonly Sentence[],
  { player, queries }: PlayerContext,
): Decision {
  // The text of the command if it is held: for this puzzle in this state.
  const pinnedCommand = `puzzle ${attempt.puzzle.number} ${words} #${attempt.revision - 1}`;
  if (attempt.state === 'open') {
    return {
      changes: [{ do: 'put-attempt', attempt }],
      letters: [puzzleLetter(attempt, player, says)],
      pinnedCommand,
    };
  }
  const before = queries.puzzles.standing(player.id);
  const ended = rateAttempt(attempt, before);
  const standing = standingLine(before, ended.standing);
  return {
    changes: [{ do: 'put-attempt', attempt, ended }],
    letters: [puzzleLetter(attempt, player, says, { standing })],
    pinnedCommand,
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
): Decision => ({ changes: [], letters: [puzzleLetter(attempt, player, says)] });

/** Optional parts of a puzzle letter. */
type Extras = Pick<PuzzleFacts, 'standing' | 'daily'>;

/** The letter that shows the state of a puzzle; its answer is a try. */
export function puzzleLetter(
  attempt: Attempt,
  reader: Player,
  says: readonly Sentence[],
  extras: Extras = {},
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
