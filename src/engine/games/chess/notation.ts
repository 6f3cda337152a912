import type { Square } from 'chess.js';

/**
 * The texts of chess: squares of a board in Forsyth-Edwards notation (FEN), and moves in standard algebraic
 * notation (SAN), without `+` and `#`.
 */

/** What stands on the squares of a FEN, from a8 to h1; `.` where nothing does. */
export const squaresOf = (fen: string): string =>
  fen.slice(0, fen.indexOf(' ')).replace(/\d|\//g, (sign) => '.'.repeat(Number(sign) || 0));

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
  const bare = text
    .replace(/\s+|^\.+/g, '')
    .replace(/^\d{1,4}\.+/, '')
    .replace(/(?:e\.?p\.?)?[+#!?]*$/i, '');
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

/**
 * What words are in the notation: a piece by its letter, `x` for taking, `-` for going, `@` for where somebody stands,
 * `*` for an article, `O` for castling, `s` and `l` for its short and its long side, `+` for a check or mate. They are
 * marked in the text.
 */
const marked = (sign: string) => `\ue000${sign}[^\ue001]{0,100}\ue001`;
const MARK = /\ue000.([^\ue001]{0,100})\ue001/g;
const PIECE = marked('([KQRBNP])');
const TAKES = `(?:${marked('x')}|x)`;
const GOES = marked('-');
const ACTS = `(?=\\s{1,9}(?:${TAKES}|${GOES})\\s)`;
const AT = `(?:${marked('[@-]')}\\s{1,9})?`;
const OF = `(?:${marked('\\*')}\\s{1,9})?`;
const SIDE = marked('([sl])');
const CASTLES = new RegExp(`${marked('O')}\\s{1,9}${SIDE}|${SIDE}\\s{1,9}${marked('O')}`, 'g');
/** A piece, its small letter before what it does, or the file of a pawn that takes; where it stands; and where it goes. */
const IN_WORDS = new RegExp(
  `(?<!\\p{L})(?:${PIECE}|([kqrbn])${ACTS}|([acdefgh])(?=\\s{1,9}${TAKES}\\s))(?:\\s{1,9}${AT}([a-h][1-8])${ACTS})?\\s{1,9}` +
    `(?:(${TAKES})\\s{1,9}(?:${OF}${marked('[KQRBNP]')}\\s{1,9})?${AT}|${GOES}\\s{1,9})?([a-h][1-8])(?![a-z\\d])`,
  'giu',
);
const CAPTURES = new RegExp(
  `(?<!\\p{L})(?:${PIECE}\\s{1,9})?${TAKES}\\s{1,9}${OF}${PIECE}(?:\\s{1,9}${AT}([a-h][1-8]))?(?![\\p{L}\\d])`,
  'giu',
);
const CHECK = new RegExp(`(?<=[1-8QRBNO][+#!?]*),?\\s{1,9}${marked('\\+')}`, 'g');
/** What no prose is, as it is all that is written but for a number in front. */
const BARE = new RegExp(
  `(?<=^\\s{0,9}(?:#?\\d{1,15}\\s{1,9})?)${OF}(?:${PIECE}\\s{1,9})?${marked('x')}(?:\\s{1,9}${AT}([a-h][1-8]))?(?=[\\s.!]{0,9}$)`,
  'iu',
);

/**
 * A text with its moves in words as they are noted: `knight to f3` is `Nf3`, `castle kingside` is `O-O`.
 *
 * @param words of all languages, each with its sign
 */
export function inNotation(text: string, words: ReadonlyMap<string, string>): string {
  return text
    .replace(
      patternOf(words),
      (written) => `\ue000${words.get(written.toLowerCase())}${written}\ue001`,
    )
    .replace(CASTLES, (_, behind, before) => ((behind ?? before) === 'l' ? 'O-O-O' : 'O-O'))
    .replace(IN_WORDS, (_, name = '', sign = '', file = '', from = '', takes, to: string) => {
      const piece = name === 'P' ? '' : name || sign.toUpperCase() || file.toLowerCase();
      return `${piece}${from}${takes ? 'x' : ''}${to}`;
    })
    .replace(CAPTURES, (_, by = 'A', what, to = '') => `${by}x${what}${to}`)
    .replace(BARE, (_, by = 'A', to = '') => `${by}xA${to}`)
    .replace(CHECK, '')
    .replace(MARK, '$1');
}

/** The pattern of any of these words, made once for each language. */
function patternOf(words: ReadonlyMap<string, string>): RegExp {
  const known = patterns.get(words);
  if (known) return known;
  const all = [...words.keys()].sort((one, other) => other.length - one.length).join('|');
  const pattern = new RegExp(`(?<![\\p{L}\\d])(?:${all || '(?!)'})(?![\\p{L}\\d])`, 'giu');
  patterns.set(words, pattern);
  return pattern;
}

const patterns = new WeakMap<ReadonlyMap<string, string>, RegExp>();

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
