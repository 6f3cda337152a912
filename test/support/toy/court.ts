import type { Game } from '../../../src/engine/shape/game.ts';
import { legalPosition } from '../../../src/engine/shape/game.ts';
import type { RulesId } from '../../../src/engine/shape/ground.ts';
import { refuseMove, refuseSetup, refuseText } from '../../../src/engine/shape/refusal.ts';
import type { Colour, Position, Size } from '../../../src/engine/shape/types.ts';
import type { Thing } from '../../../src/engine/shape/view.ts';
import { opposite } from '../../../src/engine/stones/board.ts';
import { ok } from '../../../src/result.ts';

const RULES = 'court' as RulesId;
const SIZE: Size = { cols: 4, rows: 4 };

/** A board of Court: pieces by the names of their squares, and how many plies were played. */
interface CourtBoard extends Size {
  readonly pieces: ReadonlyMap<string, string>;
  readonly plies: number;
}

interface CourtPosition extends Position {
  readonly board: CourtBoard;
}

/** A piece to a square, as `Kb2` or `Rxc4`; no square has two pieces that a text could mean. */
interface CourtMove {
  readonly from: string;
  readonly to: string;
  readonly text: string;
}

/**
 * A game for tests, made as chess is: White begins and plays capitals, the case of a move matters, a position
 * is a text of many words with hyphens among them, and a count in it that does not matter when it comes
 * again. Kings step, rooks run, and who takes the king has won.
 */
export const court: Game<CourtPosition, CourtMove> = {
  rules: RULES,
  name: 'Court',
  author: undefined,
  year: undefined,
  sides: [
    { colour: 'white', name: 'white', sign: 'K' },
    { colour: 'black', name: 'black', sign: 'k' },
  ],
  defaultSize: SIZE,
  canEndInDraw: true,
  canRepeat: true,
  caseMatters: true,

  start: ({ cols, rows }) =>
    cols === 4 && rows === 4
      ? ok(legalPosition(RULES, START, 'white'))
      : refuseSetup('bad-size', { cols, rows, sideMin: 4, sideMax: 4 }),
  parsePosition: (text) => read(text),
  makePosition: ({ board: { pieces, plies }, turn }) => {
    const ranks = RANKS.map((rank) => FILES.map((file) => pieces.get(file + rank) ?? '.').join(''));
    return `${ranks.join('/')} ${turn.charAt(0)} - - ${plies}`;
  },
  key: ({ board, turn }) => JSON.stringify([[...board.pieces].sort(), turn]),
  looksLikeMove: (text) => SHAPE.test(text.trim()),
  parseMove: (position, text) => {
    const written = text.trim();
    if (!SHAPE.test(written)) return refuseMove('not-a-move', {});
    if (outcome(position)) return refuseMove('game-over', {});
    const move = movesOf(position).find((each) => each.text === written);
    return move ? ok(move) : refuseMove('no-way', { from: 'a1', to: written.slice(-2) });
  },
  makeMove: ({ text }) => text,
  firstPartOf: ({ text }) => text.charAt(0),
  play: ({ turn, board }, { from, to }) => {
    const pieces = new Map(board.pieces).set(to, board.pieces.get(from) ?? '');
    pieces.delete(from);
    const after = { ...board, pieces, plies: board.plies + 1 };
    return {
      position: legalPosition(RULES, after, opposite(turn)),
      effects: () => ({
        reached: [to],
        vacated: [from],
        report: board.pieces.has(to)
          ? { code: 'played', facts: { lost: 1 } }
          : { code: 'moved', facts: {} },
      }),
    };
  },
  legalMoves: (position) => (outcome(position) ? [] : movesOf(position)),
  outcome: (position) => outcome(position),
  view: ({ board: { pieces } }) => ({
    grid: 'squares',
    files: FILES,
    lines: RANKS.map((rank, line) => ({
      label: rank,
      shift: 0,
      spots: FILES.map((file, at) => {
        const piece = pieces.get(file + rank);
        const tone = (line + at) % 2 === 1 ? ({ tone: 'dark' } as const) : {};
        return { name: file + rank, ...tone, ...(piece && { thing: thingOf(piece) }) };
      }),
    })),
  }),
};

const FILES = ['a', 'b', 'c', 'd'];
const RANKS = ['4', '3', '2', '1'];
const SHAPE = /^[KR]x?[a-d][1-4]$/;

const WHOSE = { w: 'white', b: 'black' } as const;

const piecesOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text
      .split('/')
      .flatMap((signs, line) =>
        [...signs].flatMap((sign, at): [string, string][] =>
          sign === '.' ? [] : [[`${FILES[at]}${RANKS[line]}`, sign]],
        ),
      ),
  );

const START: CourtBoard = { ...SIZE, pieces: piecesOf('k..r/..../..../R..K'), plies: 0 };

const thingOf = (piece: string): Thing => ({
  owner: colourOf(piece),
  kind: (piece.toLowerCase() === 'k' ? 'king' : 'rook') as Thing['kind'],
  sign: piece,
});
const colourOf = (piece: string): Colour => (piece === piece.toUpperCase() ? 'white' : 'black');

function read(text: string) {
  const [board = '', turn, castling, passing, plies = '', ...more] = text.split(' ');
  const fits = /^[KRkr.]{4}(?:\/[KRkr.]{4}){3}$/.test(board) && (turn === 'w' || turn === 'b');
  if (!fits || castling !== '-' || passing !== '-' || !/^\d{1,4}$/.test(plies) || more.length > 0) {
    return refuseText('not-a-position', {});
  }
  return ok(
    legalPosition(RULES, { ...SIZE, pieces: piecesOf(board), plies: Number(plies) }, WHOSE[turn]),
  );
}

const outcome = ({ board: { pieces } }: CourtPosition) => {
  const left = [...pieces.values()];
  if (!left.includes('k')) return { winner: 'white', reason: 'full-row' } as const;
  return left.includes('K') ? undefined : ({ winner: 'black', reason: 'full-row' } as const);
};

function movesOf({ board: { pieces }, turn }: CourtPosition): readonly CourtMove[] {
  return [...pieces]
    .filter(([, piece]) => colourOf(piece) === turn)
    .sort()
    .flatMap(([from, piece]) =>
      [-1, 0, 1].flatMap((right) =>
        [-1, 0, 1].flatMap((up) => {
          const king = piece.toLowerCase() === 'k';
          if ((right === 0 && up === 0) || (!king && right !== 0 && up !== 0)) return [];
          const moves: CourtMove[] = [];
          for (let step = 1; step <= (king ? 1 : 3); step++) {
            const to = `${String.fromCharCode(from.charCodeAt(0) + step * right)}${Number(from[1]) + step * up}`;
            if (!/^[a-d][1-4]$/.test(to)) break;
            const taken = pieces.get(to);
            if (taken && colourOf(taken) === turn) break;
            moves.push({ from, to, text: `${piece.toUpperCase()}${taken ? 'x' : ''}${to}` });
            if (taken) break;
          }
          return moves;
        }),
      ),
    );
}
