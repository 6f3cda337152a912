import {
  findGame,
  gameOf,
  makePosition,
  type PositionError,
  parsePosition,
} from '../../engine/registry.ts';
import type { Game } from '../../engine/shape/game.ts';
import type { Position } from '../../engine/shape/types.ts';
import { roundOf, sideOf } from '../../engine/shape/view.ts';
import {
  makeSetup,
  makeSize,
  parseColour,
  parseDiagram,
  parseSetup,
  parseSize,
} from '../../engine/stones/notation.ts';
import type { Section } from '../../intent.ts';
import { boardLimits } from '../../limits.ts';
import { imagineBack, imagineFrom, imagineOn } from '../../match/play.ts';
import { parseRecord } from '../../match/record/record.ts';
import {
  foldCase,
  looksLikeCells,
  looksLikeMoveOf,
  type Match,
  mayBeMove,
} from '../../match/types.ts';
import { err, ok, type Result } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import { boardFacts } from '../letters/letters.ts';
import { passPreview } from '../letters/with-robot.ts';
import { parsed, refuse, refuseWith, tell } from '../shape/decision.ts';
import { readTerms } from '../shape/terms.ts';
import type {
  Command,
  CommandContext,
  CommandLine,
  Decision,
  LetterContext,
} from '../shape/types.ts';
import { gameAt, parseNumber } from '../shape/words.ts';
import { parsePlies, resolvePlies, withoutQuotes } from './move-words.ts';

/** Shows the effect of moves, or the record below the command, to the sender only. */
export const preview: Command = {
  name: 'preview',
  aliases: ['import', 'replay'],
  usage:
    'preview N [#PLY] MOVE..., or: preview new GAME -size=8x8 MOVE..., or: preview "POSITION" MOVE...',
  summary: 'shows a board after moves of both sides, to you only',
  example: 'preview 12 e4xe5 d4xd5',
  audience: 'player',
  need: 'proof-to-read',
  options: ['size'],
  values: ['new'],
  gameWordIndex({ words: [first = ''] }, letterContext) {
    if (first.toLowerCase() === 'new') return 1;
    return /^#?\d/.test(first) || mayBeMove(gameAt(letterContext), first) ? undefined : 0;
  },

  read(line, letterContext) {
    if (line.words.length === 0 && line.options.size === 0) {
      return parsed({ text: 'preview', wantsText: true }, previewRecord);
    }
    const written = readPreview(line, letterContext);
    if (!written.ok) return written;
    return parsed(written.value.text, (context) => previewMoves(written.value, context));
  },
};

function previewMoves({ from, moves: words }: WrittenPreview, context: CommandContext): Decision {
  const start = matchAt(from, context);
  if (!start.ok) return refuse(start.error);
  const moves = takeMoves(gameOf(start.value.rules), words);
  if (moves.length > boardLimits.previewPlies) {
    return refuse(say('preview-many', { count: boardLimits.previewPlies }));
  }
  const { match, passes, stopped } = imagineOn(start.value, moves);
  // An answer moves on the current board, not on the imagined one or a past one.
  const now = from.kind === 'board' && from.plies === undefined;
  const board = imagined(match, now ? start.value.revision : 0);
  const passed = passes.map(passPreview);
  if (!stopped) return tell({ says: passed, board });
  const { count, move, why } = stopped;
  const says = [...passed, say('preview-illegal', { count, move }), why, say('preview-before')];
  return refuseWith({ says, board });
}

function matchAt(from: From, { queries }: CommandContext): Result<Match, Sentence> {
  if (from.kind === 'position') return ok(imagineFrom(from.position));
  const { board, plies } = from;
  const match = queries.match(board);
  if (!match) return err(say('no-such-board', { board }));
  const counted = resolvePlies(match, plies);
  return counted.ok ? ok(imagineBack(match, counted.value)) : counted;
}

/** Reads the record below the command, and shows its last position. */
function previewRecord({ comment }: CommandContext): Decision {
  if (comment === '') return refuse(say('preview-nothing'));
  const record = parseRecord(comment);
  if (!record.ok) {
    const { why, cause } = record.error;
    // For `not-a-position`, the sentence that names the line is enough.
    return tell({ says: cause && cause.code !== 'not-a-position' ? [why, cause] : [why] });
  }
  const { rules, start, moves, outcome } = record.value;
  const game = gameOf(rules);
  const winner = outcome?.winner && sideOf(game, outcome.winner).name;
  const won = winner ?? (outcome ? 'draw' : 'none');
  const rounds = roundOf(game, start.turn, moves.length);
  return tell({
    says: [say('preview-record', { rounds, won })],
    board: imagined(imagineFrom(start, moves), 0),
  });
}

const imagined = (match: Match, revision: number): NonNullable<Section['board']> => ({
  ...boardFacts(match, []),
  revision,
  imagined: true,
});

/** The start of a preview: a board, now or after a ply, or a position. */
type From =
  | { readonly kind: 'board'; readonly board: number; readonly plies: number | undefined }
  | { readonly kind: 'position'; readonly position: Position };

/** A parsed preview. The moves are still words: a move may be two of them. */
interface WrittenPreview {
  readonly from: From;
  readonly moves: readonly string[];
  /** The whole command in the server's own spelling. */
  readonly text: string;
}

/**
 * Reads `N [#PLY] MOVE…`, `new GAME MOVE…`, `"POSITION" MOVE…` or `[GAME] DIAGRAM [x|w] MOVE…`.
 * In an answer to a board, the moves alone suffice.
 */
function readPreview(
  line: CommandLine,
  letterContext: LetterContext,
): Result<WrittenPreview, Sentence> {
  const [first = '', ...rest] = line.words;
  if (first.toLowerCase() === 'new') return readNew(rest, line);
  if (line.options.size > 0) return err(say('preview-shape'));
  const [, number, ply, moves] = BOARD.exec(line.words.join(' ')) ?? [];
  const board = parseNumber(number);
  if (board !== undefined) {
    const plies = ply === undefined ? undefined : parsePlies(ply);
    if (ply !== undefined && plies === undefined) return err(say('preview-shape'));
    const start = `${board}${plies === undefined ? '' : ` #${plies}`}`;
    const from = { kind: 'board', board, plies } as const;
    return withMoves(from, start, moves?.split(' ') ?? [], gameAt(letterContext, board));
  }
  const answeredGame = gameAt(letterContext);
  if (letterContext.number !== undefined && mayBeMove(answeredGame, first)) {
    const { number: answered } = letterContext;
    const from = { kind: 'board', board: answered, plies: undefined } as const;
    return withMoves(from, String(answered), line.words, answeredGame);
  }
  return readDrawn(withoutQuotes(line.words.join(' ')).split(' '));
}

/** The moves among the words of a game: one word each, or two if a game names both cells. */
function takeMoves(game: Game, words: readonly string[]): readonly string[] {
  const moves: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    const two = `${word}${words[at + 1] ?? ''}`;
    const split = !looksLikeMoveOf(game, word) && looksLikeMoveOf(game, two);
    moves.push(split ? two : word);
    if (split) at++;
  }
  return moves;
}

const BOARD = /^(#?\d+)(?:\s*#\s*(-?\d{1,6}))?(?:\s+(.*))?$/;

function readNew(rest: readonly string[], line: CommandLine): Result<WrittenPreview, Sentence> {
  const named = rest[0] !== undefined && !looksLikeCells(rest[0]);
  const terms = readTerms(named ? rest[0] : undefined, line);
  if (!terms.ok) return terms;
  const { game, size } = terms.value;
  const position = game.start(size);
  if (!position.ok) return position;
  const start = `new ${game.rules} -size=${makeSize(size)}`;
  const from = { kind: 'position', position: position.value } as const;
  return withMoves(from, start, named ? rest.slice(1) : rest, game);
}

/** A position in its notation, or the diagram of a rule page; of Forms by default. */
function readDrawn(words: readonly string[]): Result<WrittenPreview, Sentence> {
  const game = findGame(words[0] ?? '');
  if (game && !hasSetups(game)) return readLongest(game, words.slice(1));
  if (game && parseSize(words[1] ?? '')) {
    const position = parsePosition([game.rules, ...words.slice(1, 4)].join(' '));
    return fromPosition(position, words.slice(4));
  }
  const [diagram = '', ...rest] = game ? words.slice(1) : words;
  if (!/[/,]/.test(diagram)) return err(say('preview-shape'));
  const read = parseDiagram(diagram);
  if (!read.ok) return err(whyNot(read.error));
  const turn = parseColour(rest[0] ?? '');
  const setup = makeSetup({ board: read.value.board, turn: turn ?? 'black' });
  const position = parsePosition(`${game?.rules ?? 'forms'} ${setup}`);
  return fromPosition(position, turn ? rest.slice(1) : rest);
}

/** Whether the game writes positions as stones on a board, as diagrams do. */
function hasSetups(game: Game): boolean {
  const start = game.start(game.defaultSize);
  return start.ok && parseSetup(game.makePosition(start.value)).ok;
}

/**
 * Reads a position and moves after it. Only the game knows how many words a position has: the longest valid
 * one counts. If none is valid, the longest with the shape of a position explains the error.
 */
function readLongest(game: Game, words: readonly string[]): Result<WrittenPreview, Sentence> {
  let why: Sentence = say('preview-shape');
  for (let end = words.length; end > 0; end--) {
    const position = parsePosition([game.rules, ...words.slice(0, end)].join(' '));
    if (position.ok) return fromPosition(position, words.slice(end));
    if (why.code === 'preview-shape') why = whyNot(position.error);
  }
  return err(why);
}

function fromPosition(
  position: Result<Position, PositionError>,
  moves: readonly string[],
): Result<WrittenPreview, Sentence> {
  if (position.ok) {
    const from = { kind: 'position', position: position.value } as const;
    const game = gameOf(position.value.rules);
    return withMoves(from, `"${makePosition(position.value)}"`, moves, game);
  }
  return err(whyNot(position.error));
}

const whyNot = (error: Sentence | PositionError): Sentence =>
  error.code === 'not-a-position' ? say('preview-shape') : error;

/** A cell alone may be half of a move, so cells are accepted in every game. */
function withMoves(
  from: From,
  start: string,
  words: readonly string[],
  game: Game | undefined,
): Result<WrittenPreview, Sentence> {
  const moves = words.map((word) => foldCase(game, word));
  if (!moves.every((move) => mayBeMove(game, move))) return err(say('preview-shape'));
  return ok({ from, moves, text: ['preview', start, ...moves].join(' ') });
}
