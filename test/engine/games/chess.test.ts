import { describe, expect, it } from 'vitest';
import { chess } from '../../../src/engine/games/chess/chess.ts';
import { inNotation } from '../../../src/engine/games/chess/notation.ts';
import { ALICE, openBoard, openDesk } from '../../support/desk/desk.ts';
import { play } from '../../support/desk/play.ts';
import { MEANINGS } from '../../support/desk/vocabulary.ts';
import { facts } from '../facts/chess.ts';

/** A pawn, a knight and both queens can take, and the knight two pawns. */
const TAKING = '3qk3/5p1p/8/4p1N1/5P2/8/8/3QK3 w - - 0 1';

/** Moves as players write them, each with what it is in the position before it. */
const SPELLINGS: readonly (readonly [fen: string, text: string, move: string])[] = [
  ['start', 'knight to f3', 'Nf3'],
  ['start', 'Springer nach f3', 'Nf3'],
  ['start', 'Knight f3', 'Nf3'],
  ['start', 'Pferd auf f3', 'Nf3'],
  ['start', 'n to f3', 'Nf3'],
  ['start', 'horse to f3', 'Nf3'],
  ['r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', 'castle short', 'O-O'],
  ['4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1', 'exd6 en passant', 'exd6'],
  ['4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1', 'e5xd6 ep', 'exd6'],
  ['start', 'pawn to e4', 'e4'],
  ['start', '1. e4', 'e4'],
  ['start', '1... Nf3', 'Nf3'],
  ['start', '1. ...Nf3', 'Nf3'],
  ['start', '... Nf3', 'Nf3'],
  ['r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', 'castle kingside', 'O-O'],
  ['r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', 'castles queenside', 'O-O-O'],
  ['r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', 'castling, kingside', 'O-O'],
  ['r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', 'rook takes a8, and check', 'Rxa8'],
  ['r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', 'große Rochade', 'O-O-O'],
  ['r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', 'rochiere kurz', 'O-O'],
  ['r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', '10... 0-0-0', 'O-O-O'],
  ['r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', '15...0-0', 'O-O'],
  ['r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', 'Rxa8 check', 'Rxa8'],
  ['r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', 'R x h8 ch', 'Rxh8'],
  ['r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', 'rook on a1 takes the rook on a8', 'Rxa8'],
  ['r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', 'r takes h8', 'Rxh8'],
  ['r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', 'Turm schlägt a8 Schach', 'Rxa8'],
  ['r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', 'rook takes a8, check!', 'Rxa8'],
  ...['a8 queen', 'a8 = queen', 'a8, the queen', 'pawn to a8, queen', 'a8 Dame'].map(
    (text) => ['4k3/P7/8/8/8/8/8/4K3 w - - 0 1', text, 'a8=Q'] as const,
  ),
  ['1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1', 'a takes b8, knight', 'axb8=N'],
  [TAKING, 'f takes e5', 'fxe5'],
  [TAKING, 'F schlägt e5', 'fxe5'],
  [TAKING, 'queen takes queen', 'Qxd8'],
  [TAKING, 'Queen takes the queen!', 'Qxd8'],
  [TAKING, 'takes the pawn on e5', 'fxe5'],
  [TAKING, 'takes e5', 'fxe5'],
  [TAKING, 'pawn takes', 'fxe5'],
  [TAKING, 'pawn takes pawn', 'fxe5'],
  [TAKING, 'knight takes on h7', 'Nxh7'],
  [TAKING, 'Dame schlägt die Dame', 'Qxd8'],
  [TAKING, 'Bauer schlägt', 'fxe5'],
  [TAKING, 'Bauer schlägt den Bauern', 'fxe5'],
];

describe('chess', () => {
  it.each(SPELLINGS)('reads moves as players write them: %s %s', (fen, text, move) => {
    const read =
      fen === 'start' ? chess.start({ cols: 8, rows: 8 }) : chess.parsePosition(`8x8 ${fen}`);
    if (!read.ok) throw new Error(read.error.code);
    const noted = inNotation(text, MEANINGS.notation);
    expect(chess.looksLikeMove(noted)).toBe(true);
    const played = chess.parseMove(read.value, noted);
    expect(played.ok && chess.makeMove(played.value, read.value)).toBe(move);
  });

  it.each([
    ['knight takes pawn', { code: 'which-move', facts: { moves: 'Nxh7 Nxf7' } }],
    ['knight takes', { code: 'which-move', facts: { moves: 'Nxh7 Nxf7' } }],
    ['queen takes rook', { code: 'no-capture', facts: {} }],
  ])('says which moves may be meant by %s', (text, error) => {
    const read = chess.parsePosition(`8x8 ${TAKING}`);
    expect(read.ok && chess.parseMove(read.value, inNotation(text, MEANINGS.notation))).toEqual({
      ok: false,
      error,
    });
  });

  it('lists a move with the check that it gives', () => {
    const read = chess.parsePosition('8x8 6k1/5ppp/8/8/8/8/8/R3K2R w KQ - 0 1');
    const played = (text: string) => {
      const move = read.ok ? chess.parseMove(read.value, text) : undefined;
      if (!read.ok || !move?.ok) throw new Error(text);
      return chess.listed?.(text, chess.play(read.value, move.value).position);
    };
    expect(['Ra8', 'Rxh7', 'Ra7'].map(played)).toEqual(['Ra8#', 'Rxh7', 'Ra7']);
  });

  it("has a record of Morphy's game that ends 1-0", async () => {
    const desk = openDesk();
    await openBoard(desk, 'chess');
    const [[, moves] = ['', '']] = facts.games ?? [];
    await play(desk, ...moves.split(' '));
    const [record] = await desk.post({ from: ALICE, subject: '', text: 'record 1' });
    expect(record?.text).toContain(
      'White: alice\nResult: 1-0\nEnding: checkmate\n\n1. e4 e5 2. Nf3 d6 ',
    );
    expect(record?.text).toMatch(/16\. Qb8 Nxb8\s17\. Rd8 1-0\n/);
    desk.close();
  });

  it('finds moves in words within a text', () => {
    expect(inNotation('no, knight to f3 please, my queen is in danger', MEANINGS.notation)).toBe(
      'no, Nf3 please, my queen is in danger',
    );
    expect(inNotation('the bishop on b5 is strong', MEANINGS.notation)).toBe(
      'the bishop on b5 is strong',
    );
    expect(inNotation('I like your queen', MEANINGS.notation)).toBe('I like your queen');
  });
});
