import type { Square } from 'chess.js';

/**
 * The texts of chess: squares of a board in Forsyth-Edwards notation (FEN), and moves in standard algebraic
 * notation (SAN), without `+` and `#`.
 */

/** What stands on the squares of a FEN, from a8 to h1; `.` where nothing does. */
export const squaresOf = (fen: string): string =>
  fen.slice(0, fen.indexOf(' ')).replace(/\d|\//g, (sign) => '.'.repeat(Number(sign) || 0));

/** The parts of a move that its text is made of. */
export interface SanMove {
  readonly from: Square;
  readonly to: Square;
  /** Kinds of pieces, in small letters. */
  readonly piece: string;
  readonly captured?: string | undefined;
  readonly promotion?: string | undefined;
}

/** Writes a move so that no other legal move has the same text. */
export function textOf(move: SanMove, legal: readonly SanMove[]): string {
  const { from, to, piece, captured, promotion } = move;
  const way = castlingOf(move);
  if (way) return way;
  const taking = captured ? 'x' : '';
  if (piece === 'p') {
    const promotionText = promotion ? `=${promotion.toUpperCase()}` : '';
    return `${captured ? from[0] : ''}${taking}${to}${promotionText}`;
  }
  const rivals = legal.filter(
    (each) => each.piece === piece && each.to === to && each.from !== from,
  );
  const isUnambiguous = (part: string) => rivals.every((rival) => !rival.from.includes(part));
  const origin = [from.charAt(0), from.charAt(1)].find(isUnambiguous) ?? from;
  return `${piece.toUpperCase()}${rivals.length > 0 ? origin : ''}${taking}${to}`;
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
  /** Undefined for a capture that names only the captured piece. */
  readonly to?: string | undefined;
  readonly captured?: string | undefined;
  readonly promotion?: string | undefined;
}

/**
 * The readings of a text: as it is written, and then in any case, since `bxc3` may be a bishop's move. A move
 * number in front and annotations at the end (`!?`) are ignored. German letters of pieces are read, too. Empty if it
 * is no move.
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

/** The longest texts of moves have 47: `10... bishop on g4 takes the knight on f3 check`. */
const TEXT_CHARS_MAX = 50;
const MOVE = /^([KQRBNDTLS])?([a-h])?([1-8])?[-x:]?([a-h][1-8])(?:=?\(?([QRBNDTLS])\)?)?$/;
/** A capture in words, as `inNotation` writes it: `QxQ`, `AxPe5`, `PxA`; `A` is any piece. */
const CAPTURE = /^([KQRBNPA])x([QRBNPA])([a-h][1-8])?$/;
const KINDS: Readonly<Record<string, string>> = { K: 'k', Q: 'q', R: 'r', B: 'b', N: 'n', P: 'p' };
const ANYTHING = 'any';
const GERMAN_KINDS: Readonly<Record<string, string>> = { d: 'q', t: 'r', l: 'b', s: 'n' };

function read(text: string): Reading | undefined {
  const upper = text.replace(/(?<=[1-8]=?\(?)[qrbndtls](?=\)?$)/, (sign) => sign.toUpperCase());
  const [whole, kind, file, rank, to = '', promotedTo] = MOVE.exec(upper) ?? [];
  if (whole === undefined) return undefined;
  const meant = (sign: string | undefined) =>
    sign && (GERMAN_KINDS[sign.toLowerCase()] ?? sign.toLowerCase());
  // Two squares without a letter may be a move of any piece.
  const piece = meant(kind) ?? (file && rank ? undefined : 'p');
  return { piece, file, rank, to, promotion: meant(promotedTo) };
}

/**
 * The pattern of a word that is marked in the text with its sign: a piece's letter, `x` for taking, `-` for going, `@`
 * for the preposition before a square, `*` for an article, `O` for castling, `s` and `l` for its short and its long
 * side, `+` for a check or mate.
 */
const marked = (sign: string) => `\ue000${sign}[^\ue001]{0,100}\ue001`;
const MARK = /\ue000.([^\ue001]{0,100})\ue001/g;
const PIECE = marked('([KQRBNP])');
const TAKES = `(?:${marked('x')}|x)`;
const GOES = marked('-');
const ACTS = `(?=\\s{1,9}(?:${TAKES}|${GOES})\\s)`;
const AT = `(?:${marked('[@-]')}\\s{1,9})?`;
const ARTICLE = `(?:${marked('\\*')}\\s{1,9})?`;
const SIDE = marked('([sl])');
const CASTLES = new RegExp(`${marked('O')}[\\s,-]{1,9}${SIDE}|${SIDE}\\s{1,9}${marked('O')}`, 'g');
/**
 * A move in words: a piece, its small letter before a verb, or the file of a capturing pawn; its square, if named; its
 * target.
 */
const IN_WORDS = new RegExp(
  `(?<!\\p{L})(?:${PIECE}|([kqrbn])${ACTS}|([acdefgh])(?=\\s{1,9}${TAKES}\\s))(?:\\s{1,9}${AT}([a-h][1-8])${ACTS})?\\s{1,9}` +
    `(?:(${TAKES})\\s{1,9}(?:${ARTICLE}${marked('[KQRBNP]')}\\s{1,9})?${AT}|${GOES}\\s{1,9})?([a-h][1-8])(?![a-z\\d])`,
  'giu',
);
const CAPTURES = new RegExp(
  `(?<!\\p{L})(?:${PIECE}\\s{1,9})?${TAKES}\\s{1,9}${ARTICLE}${PIECE}(?:\\s{1,9}${AT}([a-h][1-8]))?(?![\\p{L}\\d])`,
  'giu',
);
/** What a pawn becomes: `a8 queen`. */
const PROMOTES = new RegExp(
  `(?<=(?:^|\\s)(?:[a-h]x)?[a-h][18])(?:\\s{0,9}=\\s{0,9}|,?\\s{1,9}${AT}${ARTICLE})${PIECE}(?![\\p{L}\\d])`,
  'giu',
);
const CHECK = new RegExp(`(?<=[1-8QRBNO][+#!?]*),?\\s{1,9}${marked('\\+')}`, 'g');
/** A capture without a captured piece. It counts only as the entire text, but for a number in front: it may be prose. */
const BARE = new RegExp(
  `(?<=^\\s{0,9}(?:#?\\d{1,15}\\s{1,9})?)${ARTICLE}(?:${PIECE}\\s{1,9})?${marked('x')}(?:\\s{1,9}${AT}([a-h][1-8]))?(?=[\\s.!]{0,9}$)`,
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
    .replace(PROMOTES, '=$1')
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

/** Whether a move matches a reading. */
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
