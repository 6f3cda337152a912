import { SQUARES, type Square } from 'chess.js';

/**
 * The texts of chess: squares of a board in Forsyth-Edwards notation (FEN), and moves in standard algebraic
 * notation (SAN), without `+` and `#`.
 */

/** What stands on the squares of a FEN, from a8 to h1; `.` where nothing does. */
export const squaresOf = (fen: string): string =>
  fen.slice(0, fen.indexOf(' ')).replace(/\d|\//g, (sign) => '.'.repeat(Number(sign) || 0));

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
export function isCoherent(fen: string): boolean {
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

/** A move as far as its text tells of it. */
export interface SanMove {
  readonly from: Square;
  readonly to: Square;
  /** Kinds of pieces, in small letters. */
  readonly piece: string;
  readonly captured?: string | undefined;
  readonly promotion?: string | undefined;
}

/** Writes a move, which no other of these is written like. */
export function textOf(move: SanMove, legal: readonly SanMove[]): string {
  const { from, to, piece, captured, promotion } = move;
  const way = castlingOf(move);
  if (way) return way;
  const taking = captured ? 'x' : '';
  if (piece === 'p') {
    const rises = promotion ? `=${promotion.toUpperCase()}` : '';
    return `${captured ? from[0] : ''}${taking}${to}${rises}`;
  }
  const rivals = legal.filter(
    (each) => each.piece === piece && each.to === to && each.from !== from,
  );
  const tells = (part: string) => rivals.every((rival) => !rival.from.includes(part));
  const own = [from.charAt(0), from.charAt(1)].find(tells) ?? from;
  return `${piece.toUpperCase()}${rivals.length > 0 ? own : ''}${taking}${to}`;
}

const castlingOf = ({ piece, from, to }: SanMove): 'O-O' | 'O-O-O' | undefined => {
  if (piece !== 'k' || from[0] !== 'e' || !/[gc]/.test(to)) return undefined;
  return to[0] === 'g' ? 'O-O' : 'O-O-O';
};

/** What a text says of a move; what it leaves out may be anything. */
export interface Reading {
  readonly castling?: string;
  readonly piece?: string | undefined;
  readonly file?: string | undefined;
  readonly rank?: string | undefined;
  /** Undefined for a capture that is told by what is taken. */
  readonly to?: string | undefined;
  readonly captured?: string | undefined;
  readonly promotion?: string | undefined;
}

/**
 * The readings of a text: as it is written, and then in any case, since `bxc3` may be a bishop's move. Its round in
 * front, and what judges it behind, say nothing. German letters are read, too. Empty if it is no move.
 */
export function readingsOf(text: string): readonly (readonly Reading[])[] {
  if (text.length > TEXT_CHARS_MAX) return [];
  const bare = inNotation(text)
    .replace(/\s+|^\.+/g, '')
    .replace(/^\d{1,4}\.+/, '')
    .replace(/(?:e\.?p\.?)?[+#!?]*(?:(?:check)?mate|ch(?:eck)?|schach|matt)?[+#!?]*$/i, '');
  if (/^[0o](?:-?[0o]){1,2}$/i.test(bare)) {
    return [[{ castling: bare.replaceAll('-', '').length === 2 ? 'O-O' : 'O-O-O' }]];
  }
  const [taking, by = '', what = '', cell] = CAPTURE.exec(bare) ?? [];
  if (taking) return [[{ piece: KINDS[by], captured: KINDS[what] ?? ANYTHING, to: cell }]];
  const low = bare.toLowerCase();
  const inAnyCase = [low, low.charAt(0).toUpperCase() + low.slice(1)];
  return [[bare], inAnyCase]
    .map((forms) => forms.flatMap((form) => read(form) ?? []))
    .filter((readings) => readings.length > 0);
}

/** `10... bishop on g4 takes the knight on f3 check`. */
const TEXT_CHARS_MAX = 50;
const MOVE = /^([KQRBNDTLS])?([a-h])?([1-8])?[-x:]?([a-h][1-8])(?:=?\(?([QRBNDTLS])\)?)?$/;
/** A capture as words tell of it: `QxQ`, `AxPe5` by any piece, and `PxA` of any. */
const CAPTURE = /^([KQRBNPA])x([QRBNPA])([a-h][1-8])?$/;
const KINDS: Readonly<Record<string, string>> = { K: 'k', Q: 'q', R: 'r', B: 'b', N: 'n', P: 'p' };
const ANYTHING = 'any';
const MEANT: Readonly<Record<string, string>> = { d: 'q', t: 'r', l: 'b', s: 'n' };

function read(text: string): Reading | undefined {
  const upper = text.replace(/(?<=[1-8]=?\(?)[qrbndtls](?=\)?$)/, (sign) => sign.toUpperCase());
  const [whole, kind, file, rank, to = '', rises] = MOVE.exec(upper) ?? [];
  if (whole === undefined) return undefined;
  const meant = (sign: string | undefined) =>
    sign && (MEANT[sign.toLowerCase()] ?? sign.toLowerCase());
  // Both squares alone may be any piece's.
  const piece = meant(kind) ?? (file && rank ? undefined : 'p');
  return { piece, file, rank, to, promotion: meant(rises) };
}

/** Pieces in words, or in their small letters before a word for what they do. */
const PIECES: Readonly<Record<string, string>> = {
  king: 'K',
  queen: 'Q',
  rook: 'R',
  bishop: 'B',
  knight: 'N',
  pawn: '',
  könig: 'K',
  dame: 'Q',
  turm: 'R',
  läufer: 'B',
  springer: 'N',
  bauer: '',
};
const PIECE = Object.keys(PIECES).join('|');
const TAKES = 'takes|captures|schlägt|nimmt|x';
const GOES = 'moves to|goes to|to|nach|auf';
const IN_WORDS = new RegExp(
  `(?<!\\p{L})(?:(${PIECE})|([kqrbn])(?=\\s+(?:${TAKES}|${GOES})\\s))` +
    `(?:\\s+(?:on\\s+|from\\s+|auf\\s+|von\\s+)?([a-h][1-8])(?=\\s+(?:${TAKES}|${GOES})\\s))?` +
    `\\s+(?:(${TAKES})\\s+(?:(?:the\\s+|den\\s+|die\\s+)?(?:${PIECE})\\s+)?(?:(?:on|at|auf)\\s+)?|(?:${GOES})\\s+)?` +
    `([a-h][1-8])(?![a-z\\d])`,
  'giu',
);
const CASTLES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:castles? (?:queen'?s?[ -]?side|long)|(?:große|lange) rochade|rochade lang)\b/giu, 'O-O-O'],
  [/\b(?:castles? (?:king'?s?[ -]?side|short)|(?:kleine|kurze) rochade|rochade kurz)\b/giu, 'O-O'],
];

const OF = '(?:the\\s+|den\\s+|die\\s+|your\\s+|my\\s+)?';
const CAPTURES = new RegExp(
  `(?<!\\p{L})(?:(${PIECE})\\s+)?(?:${TAKES})\\s+${OF}(${PIECE})(?:\\s+(?:(?:on|at|auf)\\s+)?([a-h][1-8]))?(?![\\p{L}\\d])`,
  'giu',
);
/** What no prose is, as it is all that is written. */
const BARE = new RegExp(
  `^\\s*${OF}(${PIECE})?\\s*(?:takes|captures|schlägt|nimmt)(?:\\s+(?:on\\s+|auf\\s+)?([a-h][1-8]))?[\\s.!]*$`,
  'iu',
);

const signOfPiece = (name: string | undefined): string =>
  name === undefined ? 'A' : PIECES[name.toLowerCase()] || 'P';

/** A text with its moves in words as they are noted: `knight to f3` is `Nf3`, `castle kingside` is `O-O`. */
export const inNotation = (text: string): string =>
  CASTLES.reduce((so, [words, sign]) => so.replace(words, sign), text)
    .replace(
      IN_WORDS,
      (_, name = '', sign = '', from = '', takes, to: string) =>
        `${PIECES[name.toLowerCase()] ?? sign.toUpperCase()}${from}${takes ? 'x' : ''}${to}`,
    )
    .replace(CAPTURES, (_, by, what, to = '') => `${signOfPiece(by)}x${signOfPiece(what)}${to}`)
    .replace(BARE, (_, by, to = '') => `${signOfPiece(by)}xA${to}`);

/** Whether a move may be meant. */
export const fits = (move: SanMove, reading: Reading): boolean => {
  const { castling, piece, file, rank, to, captured, promotion } = reading;
  if (castling) return castlingOf(move) === castling;
  return (
    (to ?? move.to) === move.to &&
    (captured === undefined ||
      (captured === ANYTHING ? move.captured !== undefined : captured === move.captured)) &&
    (piece ?? move.piece) === move.piece &&
    (file ?? move.from[0]) === move.from[0] &&
    (rank ?? move.from[1]) === move.from[1] &&
    (promotion ?? move.promotion) === move.promotion
  );
};
