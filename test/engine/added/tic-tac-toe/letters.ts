import { describeByLetters } from '../by-letters.ts';

describeByLetters({
  rules: 'tic-tac-toe',
  size: '3x3',
  moves: 'b2 a1 c1 a3 a2 c2 b3 b1 c3',
  told: [
    [1, "It is bob's turn. You played b2.", 'Du bist am Zug: alice hat b2 gesetzt.'],
    [
      'end',
      'The match is a draw: neither side has won.',
      'Die Partie ist remis: Keine Seite hat gewonnen.',
    ],
  ],
});
