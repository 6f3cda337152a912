import { Chess, SQUARES, type Square, validateFen } from 'chess.js';
import { ok } from '../../../result.ts';
import type { Game } from '../../shape/game.ts';
import { legalPosition } from '../../shape/game.ts';
import { refuseMove, refuseSetup } from '../../shape/refusal.ts';
import type { Colour, Outcome, Position, Size } from '../../shape/types.ts';
import type { Thing, View } from '../../shape/view.ts';
import { opposite } from '../../stones/board.ts';
import {
  fits,
  inNotation,
  type Reading,
  readingsOf,
  type SanMove,
  squaresOf,
  textOf,
} from './notation.ts';

const SIZE: Size = { cols: 8, rows: 8 };

/**
 * Chess by the rules of FIDE, as chess.js has them. A position that comes for the third time, fifty moves
 * without a capture or a move of a pawn, and insufficient material end the match by themselves.
 */
export const chess: Game<ChessPosition, ChessMove> = {
  rules: 'chess',
  name: 'Chess',
  author: undefined,
  year: undefined,
  sides: [
    { colour: 'white', name: 'white', sign: 'A-Z' },
    { colour: 'black', name: 'black', sign: 'a-z' },
  ],
  defaultSize: SIZE,
  canEndInDraw: true,
  canRepeat: true,
  caseMatters: true,
  searchCost: 120,
  searchesInFull: true,
  sights: [0.85, 0.96, 0.92, 0.95],

  start: ({ cols, rows }) =>
    cols === 8 && rows === 8
      ? ok(positionOfFen('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'))
      : refuseSetup('bad-size', { cols, rows, sideMin: 8, sideMax: 8 }),
  parsePosition: (text) => {
    const fen = text.replace(/^8x8 /, '');
    if (!isCoherent(fen) || !validateFen(fen).ok) return refuseSetup('no-chess', {});
    const read = positionOfFen(fen);
    const rules = rulesAt(read);
    return rules._isKingAttacked(signOf(opposite(read.turn)))
      ? refuseSetup('no-chess', {})
      : ok(positionOfFen(rules.fen()));
  },
  makePosition: ({ board: { fen } }) => `8x8 ${fen}`,
  key: ({ board: { fen } }) => fen.replace(/ \d+ \d+$/, ''),
  looksLikeMove: (text) => readingsOf(text).length > 0,
  inNotation,
  parseMove: (position, text) => {
    const readings = readingsOf(text);
    if (readings.length === 0) return refuseMove('not-a-move', {});
    if (lookOf(position).outcome) return refuseMove('game-over', {});
    const { legal } = movesOf(position);
    for (const some of readings) {
      const meant = legal.filter((move) => some.some((reading) => fits(move, reading)));
      const [move, ...others] = meant;
      if (!move) continue;
      if (others.length === 0) return ok(move);
      const moves = meant.map((each) => textOf(each, legal)).join(' ');
      return refuseMove('which-move', { moves });
    }
    return refuseIllegal(position, readings.flat());
  },
  makeMove: (move, position) => textOf(move, movesOf(position).legal),
  listed: (text, after) => {
    const { isCheck, outcome } = lookOf(after);
    return isCheck ? text + (outcome ? '#' : '+') : text;
  },
  firstPartOf: ({ from }) => from,
  play: (position, { inner, to }) => {
    const after = afterMove(position, inner);
    const effects = () => {
      const { isCheck, outcome } = lookOf(after);
      const [was, is] = [squaresOf(position.board.fen), squaresOf(after.board.fen)];
      return {
        reached: [to],
        vacated: SQUARES.filter((_, at) => is[at] === '.' && was[at] !== '.'),
        report: { code: isCheck && !outcome ? 'gave-check' : 'moved', facts: {} },
      } as const;
    };
    return { position: after, effects };
  },
  legalMoves: (position) => (lookOf(position).outcome ? [] : movesOf(position).legal),
  outcome: (position) => lookOf(position).outcome,
  view: ({ board: { fen } }) => viewOf(fen),
  evaluate: (position) => {
    const { board, turn } = position;
    return balanceOf(board.fen) * (turn === 'white' ? 1 : -1) + lookOf(position).gain;
  },
  isQuiet: (position) => !lookOf(position).isCheck,
  gift: (position) => {
    const gainIn = ({ inner }: ChessMove) => gainOf(rulesAt(position), inner, position.turn);
    const [best] = movesOf(position).legal.toSorted((one, other) => gainIn(other) - gainIn(one));
    return best && gainIn(best) >= worthOf('n') ? best : undefined;
  },
};

/** Why no legal move fits a text. */
function refuseIllegal(position: ChessPosition, readings: readonly Reading[]) {
  const { castling, piece, file = '', rank = '', to, captured } = readings[0] as Reading;
  if (captured !== undefined) return refuseMove('no-capture', {});
  if (castling) return refuseMove('no-castling', {});
  const own = signOf(position.turn);
  const rules = rulesAt(position);
  const from = SQUARES.find((cell) => cell === file + rank);
  if (from && rules.get(from)?.color !== own) return refuseMove('no-piece', { cell: from });
  const move = movesOf(position).pseudoLegal.find((each) =>
    readings.some((reading) => fits(each, reading)),
  );
  if (!move) {
    // With its file or rank, others of its kind may go there.
    const kind = file + rank === '' ? (KINDS[piece as Kind] ?? 'piece') : 'piece';
    return refuseMove('cannot-go', { kind, to: to ?? '' });
  }
  rules._makeMove(move.inner);
  const [king = move.to] = rules.findPiece({ type: 'k', color: own });
  const [by = king] = rules.attackers(king, signOf(opposite(position.turn)));
  rules._undoMove();
  return refuseMove('king-in-check', { king, by });
}

/** The positions of chess, and what chess.js knows of them. */

/** A board as its FEN, which holds all that decides what is legal. */
interface ChessPosition extends Position {
  readonly board: Size & { readonly fen: string };
}

/** A move as chess.js has it: its squares count from a8, sixteen to a rank. */
interface InnerMove extends Pick<SanMove, 'piece' | 'captured' | 'promotion'> {
  readonly from: number;
  readonly to: number;
}

interface ChessMove extends SanMove {
  readonly inner: InnerMove;
}

/**
 * What is used of chess.js, in a version that is pinned. Its public moves bring texts and positions along,
 * which takes a hundred times as long; the private ones, with an underscore, are those of its own `perft`.
 */
interface Rules extends Pick<Chess, PublicName> {
  _moves(which: { readonly legal: false }): readonly InnerMove[];
  _makeMove(move: InnerMove): void;
  _undoMove(): void;
  _isKingAttacked(colour: Sign): boolean;
}
type PublicName =
  | ('load' | 'fen' | 'get' | 'findPiece' | 'isCheck' | 'isAttacked' | 'attackers')
  | ('isInsufficientMaterial' | 'isDrawByFiftyMoves');
type Sign = 'w' | 'b';

const positionOfFen = (fen: string): ChessPosition =>
  legalPosition('chess', { ...SIZE, fen }, fen.includes(' w ') ? 'white' : 'black');

const signOf = (colour: Colour): Sign => (colour === 'white' ? 'w' : 'b');

/** One board of chess.js for all positions, and the position that stands on it. */
const scratch = new Chess() as unknown as Rules;
let standing: ChessPosition | undefined;

function rulesAt(position: ChessPosition): Rules {
  if (standing !== position) scratch.load(position.board.fen, { skipValidation: true });
  standing = position;
  return scratch;
}

/** What is seen of a position before its moves are listed. */
interface Look {
  readonly outcome: Outcome | undefined;
  readonly isCheck: boolean;
  /** What the best capture wins. */
  readonly gain: number;
}

interface Moves {
  readonly legal: readonly ChessMove[];
  /** The legal ones, and those that leave the king in check. */
  readonly pseudoLegal: readonly ChessMove[];
}

const looks = new WeakMap<ChessPosition, Look>();
const lists = new WeakMap<ChessPosition, Moves>();

function lookOf(position: ChessPosition): Look {
  const look = looks.get(position) ?? lookAt(rulesAt(position), position.turn);
  looks.set(position, look);
  return look;
}

/** Plays a move. What the new position looks like is seen at once, while it stands on the board. */
function afterMove(position: ChessPosition, move: InnerMove): ChessPosition {
  const rules = rulesAt(position);
  rules._makeMove(move);
  const after = positionOfFen(rules.fen());
  looks.set(after, lookAt(rules, after.turn));
  rules._undoMove();
  return after;
}

function lookAt(rules: Rules, turn: Colour): Look {
  const isCheck = rules.isCheck();
  const pseudoLegal = rules._moves({ legal: false });
  return {
    isCheck,
    gain: Math.max(0, ...pseudoLegal.map((move) => gainOf(rules, move, turn))),
    outcome: outcomeAt(rules, pseudoLegal, isCheck, turn),
  };
}

/** What a capture wins, in hundredths of a pawn, if a defended man costs the one that takes it. */
function gainOf(rules: Rules, { piece, captured, to }: InnerMove, turn: Colour): number {
  if (captured === undefined) return 0;
  const isDefended = rules.isAttacked(cellAt(to), signOf(opposite(turn)));
  if (isDefended && piece === 'k') return 0;
  return worthOf(captured) - (isDefended ? worthOf(piece) : 0);
}

function outcomeAt(
  rules: Rules,
  pseudoLegal: readonly InnerMove[],
  isCheck: boolean,
  turn: Colour,
): Outcome | undefined {
  if (!pseudoLegal.some((move) => isLegal(rules, move, turn))) {
    return isCheck
      ? { winner: opposite(turn), reason: 'checkmate' }
      : { winner: undefined, reason: 'stalemate' };
  }
  if (rules.isInsufficientMaterial()) return { winner: undefined, reason: 'bare-material' };
  return rules.isDrawByFiftyMoves() ? { winner: undefined, reason: 'fifty-moves' } : undefined;
}

/** Whether a move does not leave the own king in check. */
function isLegal(rules: Rules, move: InnerMove, turn: Colour): boolean {
  rules._makeMove(move);
  const isSafe = !rules._isKingAttacked(signOf(turn));
  rules._undoMove();
  return isSafe;
}

function movesOf(position: ChessPosition): Moves {
  const known = lists.get(position);
  if (known) return known;
  const rules = rulesAt(position);
  // Of the promotions, chess.js lists the knight first and the queen last.
  const pseudoLegal = rules._moves({ legal: false }).map(moveOf).toReversed();
  const legal = pseudoLegal.filter(({ inner }) => isLegal(rules, inner, position.turn));
  lists.set(position, { legal, pseudoLegal });
  return { legal, pseudoLegal };
}

const moveOf = (inner: InnerMove): ChessMove => ({
  inner,
  from: cellAt(inner.from),
  to: cellAt(inner.to),
  piece: inner.piece,
  captured: inner.captured,
  promotion: inner.promotion,
});

const cellAt = (square: number) => SQUARES[(square >> 4) * 8 + (square & 7)] as Square;

const KINDS = { k: 'king', q: 'queen', r: 'rook', b: 'bishop', n: 'knight', p: 'pawn' } as const;
type Kind = keyof typeof KINDS;

const THINGS = new Map<string, Thing>(
  Object.entries(KINDS).flatMap(([sign, kind]): [string, Thing][] => {
    const capital = sign.toUpperCase();
    return [
      [sign, { owner: 'black', kind, sign }],
      [capital, { owner: 'white', kind, sign: capital }],
    ];
  }),
);

/** The drawing of a FEN. */
function viewOf(fen: string): View {
  const spots = [...squaresOf(fen)].map((sign, at) => {
    const thing = THINGS.get(sign);
    const isDark = (at + Math.floor(at / 8)) % 2 === 1;
    return {
      name: SQUARES[at] ?? '',
      ...(isDark && { tone: 'dark' as const }),
      ...(thing && { thing }),
    };
  });
  return {
    grid: 'squares',
    files: [...'abcdefgh'],
    lines: [...'87654321'].map((label, line) => ({
      label,
      shift: 0,
      spots: spots.slice(8 * line, 8 * line + 8),
    })),
  };
}

/** What a man is worth in hundredths of a pawn, and what a step towards the middle adds. */
const WORTH: Readonly<Record<string, readonly [worth: number, middle: number]>> = {
  p: [100, 4],
  n: [320, 10],
  b: [330, 6],
  r: [500, 2],
  q: [900, 2],
  k: [0, -12],
};

const worthOf = (sign: string): number => WORTH[sign]?.[0] ?? 0;

/**
 * Material, and men where they do most: in the middle, pawns far ahead, rooks on the seventh rank; the king at
 * the edge as long as a queen can reach him. In hundredths of a pawn, for White.
 */
function balanceOf(fen: string): number {
  const squares = squaresOf(fen);
  const isLate = !/q/i.test(squares);
  let balance = 0;
  for (let at = 0; at < 64; at++) {
    const sign = squares.charAt(at);
    const kind = sign.toLowerCase();
    const [worth, middle] = WORTH[kind] ?? [0, 0];
    if (sign === '.') continue;
    const isWhite = sign !== kind;
    const [file, row] = [at % 8, Math.floor(at / 8)];
    const ahead = isWhite ? 6 - row : row - 1;
    const away = Math.abs(file - 3.5) + Math.abs(row - 3.5);
    let value = worth + (4 - away) * (kind === 'k' && isLate ? 8 : middle);
    if (kind === 'p') value += 2 * ahead * ahead;
    if (kind === 'r' && ahead === 5) value += 20;
    balance += isWhite ? value : -value;
  }
  return balance;
}

const FEN =
  /^(?:[1-8KQRBNPkqrbnp]{1,8}\/){7}[1-8KQRBNPkqrbnp]{1,8} [wb] (?:-|(?=\S)K?Q?k?q?) (?:-|[a-h][36]) \d{1,3} [1-9]\d{0,3}$/;

/** Where king and rook stand when they may still castle. */
const HOMES = [
  ['K', /^.{60}K..R/],
  ['Q', /^.{56}R...K/],
  ['k', /^....k..r/],
  ['q', /^r...k/],
] as const;

/** Whether a text is a FEN whose castling and taking in passing fit its pieces, and these are not too many. */
function isCoherent(fen: string): boolean {
  if (!FEN.test(fen)) return false;
  const squares = squaresOf(fen);
  const [, turn, castling = '', passing = ''] = fen.split(' ');
  const at = (cell: string) => squares[SQUARES.indexOf(cell as Square)];
  const [pawn, from, to] = turn === 'w' ? ['p', 7, 5] : ['P', 2, 4];
  const file = passing.charAt(0);
  const counts = (own: RegExp, most: number) => (squares.match(own)?.length ?? 0) <= most;
  return (
    HOMES.every(([right, home]) => !castling.includes(right) || home.test(squares)) &&
    (passing === '-' ||
      (at(passing) === '.' && at(`${file}${from}`) === '.' && at(`${file}${to}`) === pawn)) &&
    [/[A-Z]/g, /[a-z]/g].every((own) => counts(own, 16)) &&
    [/P/g, /p/g].every((own) => counts(own, 8))
  );
}
