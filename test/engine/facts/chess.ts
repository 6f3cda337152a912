import type { Facts } from '../facts.ts';

const KIWIPETE = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';
const MORPHY =
  'e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#';

/**
 * Counts: Perft Results at chessprogramming.org, which many programs agree on. What ends a game: FIDE Laws of
 * Chess (2023), articles 5 and 9.
 */
export const facts: Facts = {
  starts: [['8x8', '8x8 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1']],
  sizes: [
    ['6x6', 'bad-size', { cols: 6, rows: 6, sideMin: 8, sideMax: 8 }],
    ['10x8', 'bad-size', { cols: 10, rows: 8, sideMin: 8, sideMax: 8 }],
  ],
  setups: [
    ['8x8 8/8/8/8/8/8/8/8 w - - 0 1', 'no-chess', {}],
    // The king who has just moved stands in check.
    ['4k3/4R3/8/8/8/8/8/4K3 w - - 0 1', 'no-chess', {}],
    ['4k2P/8/8/8/8/8/8/4K3 w - - 0 1', 'no-chess', {}],
    ['4k3/8/8/8/8/8/8/4K3 w K - 0 1', 'no-chess', {}],
    ['4k3/8/8/8/8/8/8/4K3 w - e6 0 1', 'no-chess', {}],
    ['4k3/8/8/8/QQQQQQQQ/QQQQQQQQ/8/4K3 b - - 0 1', 'no-chess', {}],
    ['4k3/8/8/8/8/8/8/4K3 w', 'no-chess', {}],
  ],
  counts: [
    ['8x8', 20, 400, 8902, 197281, 4865609],
    [KIWIPETE, 48, 2039, 97862],
    ['8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1', 14, 191, 2812, 43238],
    ['r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1', 6, 264, 9467],
    ['rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8', 44, 1486, 62379],
  ],
  moves: [
    ['4k3/8/8/8/8/8/4P3/4K3 w - - 0 1', 'Kd1 Kf1 Kf2 Kd2 e4 e3'],
    ['3k4/P7/8/8/8/8/8/4K3 w - - 0 1', 'Kd1 Kf1 Kf2 Ke2 Kd2 a8=Q a8=R a8=B a8=N'],
  ],
  games: [
    // Paul Morphy against the Duke of Brunswick and Count Isouard, Paris 1858.
    [
      '8x8',
      MORPHY,
      '8x8 1n1Rkb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2K5 b k - 1 17',
      'white',
      'checkmate',
    ],
    // The same by squares, in any case, with rounds and other marks.
    [
      '8x8',
      '1.e2e4 E7E5 2.ng1f3 1...d6',
      '8x8 rnbqkbnr/ppp2ppp/3p4/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3',
    ],
    [
      '8x8',
      'f3 e5 g4 Qh4#',
      '8x8 rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3',
      'black',
      'checkmate',
    ],
    [
      KIWIPETE,
      '0-0 o-o-o',
      '8x8 2kr3r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R4RK1 w - - 2 2',
    ],
    ['7k/5Q2/8/8/8/8/8/K7 w - - 0 1', 'Qf8', '8x8 5Q1k/8/8/8/8/8/8/K7 b - - 1 1'],
    [
      '7k/8/8/5Q2/8/8/8/K7 w - - 0 1',
      'Qf7',
      '8x8 7k/5Q2/8/8/8/8/8/K7 b - - 1 1',
      'nobody',
      'stalemate',
    ],
    [
      '7k/8/8/8/8/8/8/K4R2 w - - 99 80',
      'Rg1',
      '8x8 7k/8/8/8/8/8/8/K5R1 b - - 100 80',
      'nobody',
      'fifty-moves',
    ],
    [
      '7k/8/8/8/8/8/1p6/K7 w - - 0 1',
      'Kxb2',
      '8x8 7k/8/8/8/8/8/1K6/8 b - - 0 1',
      'nobody',
      'bare-material',
    ],
    // Taking in passing is in the position only where it is legal.
    ['4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1', 'e4 dxe3e.p.', '8x8 4k3/8/8/8/8/4p3/8/4K3 w - - 0 2'],
    ['4k3/8/8/8/8/8/4P3/4K3 w - - 0 1', 'e4', '8x8 4k3/8/8/8/4P3/8/8/4K3 b - - 0 1'],
    ['3k4/P7/8/8/8/8/8/4K3 w - - 0 1', 'a8q', '8x8 Q2k4/8/8/8/8/8/8/4K3 b - - 0 1'],
  ],
  refusals: [
    [
      'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
      'e5',
      'cannot-go',
      { kind: 'pawn', to: 'e5' },
    ],
    [
      'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
      'Ke2',
      'cannot-go',
      { kind: 'king', to: 'e2' },
    ],
    [
      'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
      'e4e5',
      'no-piece',
      { cell: 'e4' },
    ],
    [
      'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
      'e7e5',
      'no-piece',
      { cell: 'e7' },
    ],
    ['rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', '0-0', 'no-castling', {}],
    ['rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 'e4e5e6', 'not-a-move', {}],
    // A pinned piece, a king who walks into check, and one who stays in it.
    ['4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1', 'Nc3', 'king-in-check', { king: 'e1', by: 'e8' }],
    ['3r3k/8/8/8/8/8/8/4K3 w - - 0 1', 'Kd1', 'king-in-check', { king: 'd1', by: 'd8' }],
    ['4r2k/8/8/8/8/8/P7/4K3 w - - 0 1', 'a4', 'king-in-check', { king: 'e1', by: 'e8' }],
    ['4k3/8/8/8/8/8/8/1N1K1N2 w - - 0 1', 'nd2', 'which-move', { moves: 'Nfd2 Nbd2' }],
    ['4k3/8/8/8/8/2r5/1P1B4/4K3 w - - 0 1', 'BXC3', 'which-move', { moves: 'Bxc3 bxc3' }],
    ['3k4/P7/8/8/8/8/8/4K3 w - - 0 1', 'a8', 'which-move', { moves: 'a8=Q a8=R a8=B a8=N' }],
    ['8x8 5Q1k/6pp/8/8/8/8/8/K7 b - - 1 1', 'h6', 'game-over', {}],
  ],
  shown: [['r3kb1r/p2nqppp/5n2/1B2p1B1/4P3/1Q6/PPP2PPP/R3K2R w KQkq - 1 12', 'O-O-O']],
};
