import { TOKEN } from './desk.ts';

/** A board letter as the server might write it. */

export const SUBJECT = 'Forms Board 12 (alice vs bob)';
const MOVES = ['b1b2', 'b1a1', 'd4d5', 'd4e4', 'e1e2', 'e1f1', 'h8g8'];

export const TEXT = `Summary of Forms Board 12

bob played d4xd5 (#4) and one stone left the board.
It is alice's turn: Black (#), move 3.

     Black (#)      White (O)
     alice          bob
  1  c4xc3          f6xf5
  3  b3xb2          d4xd5

     a b c d e f g h
  8  # O # O # O # O  8
  7  O # O # O # O #  7
  6  # O # O # . # O  6
  5  O # O[O]O O O #  5
  4  # O . + # O # O  4
  3  O . # # O # O #  3
  2  # # # O # O # O  2
  1  O # O # O # O #  1
     a b c d e f g h

To move, answer this letter with the move on the first line: e4xe5
Also: undo 12 | say 12 | show 12 #3 | help forms | resign 12

************************************************************
bob writes:
| Mind the left edge.
`;

const ROWS = '#O#O#O#O O#O#O#O# #O#O#.#O O#OOOOO# #O..#O#O O.##O#O# ###O#O#O O#O#O#O#'.split(' ');

const stone = (sign: string) =>
  ({
    '#': '<span role="img" aria-label="black stone" style="display:block;width:22px;height:22px;margin:auto;border-radius:50%;background:#22262a;border:1px solid #000"></span>',
    O: '<span role="img" aria-label="white stone" style="display:block;width:22px;height:22px;margin:auto;border-radius:50%;background:#f7f3e8;border:1px solid #777"></span>',
  })[sign] ?? '';

const board = ROWS.map(
  (row, at) =>
    `<tr><th>${8 - at}</th>${[...row].map((sign) => `<td style="width:30px;height:30px;background:#d9b77a;border:1px solid #a98445">${stone(sign)}</td>`).join('')}</tr>`,
).join('');

const link = (move: string) =>
  `<a href="mailto:${TOKEN}?subject=${encodeURIComponent(`Re: ${SUBJECT}`)}&amp;body=${move}%0D%0A">${move}</a>`;

/** A picture of one dot. */
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** What comes along with it: two pictures in the letter, and a file that is for nobody to look at. */
export const ATTACHMENTS = [
  { cid: 'black@x', contentType: 'image/png', content: DOT },
  { cid: 'black@x.y', contentType: 'image/png', content: DOT },
  { filename: 'record “12”.html', contentType: 'text/html', content: '<script>1</script>' },
];

export const HTML = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>Board</title>
<style>@media (prefers-color-scheme: dark) { b { color: rgb(1, 255, 1) } }</style></head>
<body style="font:15px/1.5 system-ui,sans-serif">
<p>bob played <b>d4xd5</b> and one stone left the board. It is your turn: Black.</p>
<table style="border-collapse:collapse" aria-label="board">${board}</table>
<p>${MOVES.map(link).join(' &nbsp; ')}</p>
<p><a href="https://elsewhere.test/">a page elsewhere</a></p>
<p>${'<img src="cid:black@x" alt="black" width="20">'.repeat(3)}<img src="cid:black@x.y" alt="white"></p>
<img src="http://127.0.0.1:9/spy.png" alt="">
<script>parent.document.title = 'taken over'</script>
</body></html>`;
