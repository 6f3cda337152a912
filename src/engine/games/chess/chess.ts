import { SQUARES, validateFen } from 'chess.js';
import { ok } from '../../../result.ts';
import type { Game } from '../../shape/game.ts';
import { refuseMove, refuseSetup } from '../../shape/refusal.ts';
import { opposite } from '../../stones/board.ts';
import {
  afterMove,
  balanceOf,
  type ChessMove,
  type ChessPosition,
  lookOf,
  movesOf,
  positionOfFen,
  rulesAt,
  SIZE,
  signOf,
  viewOf,
} from './board.ts';
import {
  fits,
  inNotation,
  isCoherent,
  type Reading,
  readingsOf,
  squaresOf,
  textOf,
} from './notation.ts';

/**
 * Chess by the rules of FIDE, as chess.js has them. A position that comes for the third time, fifty moves without
 * a capture or a move of a pawn, and pieces that can mate by no play end the match by themselves.
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
};

/** Why no legal move fits a text. */
function refuseIllegal(position: ChessPosition, readings: readonly Reading[]) {
  const { castling, file = '', rank = '', to, captured } = readings[0] as Reading;
  if (captured !== undefined) return refuseMove('no-capture', {});
  if (castling) return refuseMove('no-castling', {});
  const own = signOf(position.turn);
  const rules = rulesAt(position);
  const from = SQUARES.find((cell) => cell === file + rank);
  if (from && rules.get(from)?.color !== own) return refuseMove('no-piece', { cell: from });
  const move = movesOf(position).tried.find((each) =>
    readings.some((reading) => fits(each, reading)),
  );
  if (!move) return refuseMove('cannot-go', { to: to ?? '' });
  rules._makeMove(move.inner);
  const [king = move.to] = rules.findPiece({ type: 'k', color: own });
  const [by = king] = rules.attackers(king, signOf(opposite(position.turn)));
  rules._undoMove();
  return refuseMove('king-in-check', { king, by });
}
