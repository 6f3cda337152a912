import { readFresh, readReply } from '../src/command/text/read.ts';
import { GAMES, parsePosition } from '../src/engine/registry.ts';
import {
  POSITION_CHARS_MAX,
  parseBoard,
  parseDiagram,
  parseSize,
} from '../src/engine/stones/notation.ts';
import { recordLimits } from '../src/limits.ts';
import { parseRecord } from '../src/match/record/record.ts';
import { VOCABULARY } from '../test/support/desk/vocabulary.ts';
import { medianMs, say } from './median.ts';

/**
 * What every parser takes for a text of n characters against one of 2n: about 2 where time grows
 * with the length, 4 where it grew with its square. The texts are of the kind that costs a parser
 * most, and 2n is all that it reads: longer ones are refused unread.
 *
 *   npm run bench parsers
 */
const CHARS = 200_000;
/** The work is repeated for as many characters, so that the clock can see it. */
const CHARS_IN_ALL = 10_000_000;

const repeated = (pattern: string) => (chars: number) =>
  pattern.repeat(Math.ceil(chars / pattern.length)).slice(0, chars);

const TEXTS: Readonly<Record<string, (chars: number) => string>> = {
  blanks: repeated(' '),
  letters: repeated('a'),
  cells: repeated('e4e2 '),
  ranks: (chars) => `forms 8x8 ${repeated('8/')(chars)}`,
  board: repeated('8/'),
  diagrams: (chars) => `lurd,8,8,${repeated('8/')(chars)}`,
  moves: (chars) => `Game: Forms\n\n${repeated('1. e4-e2 c3-c5\n')(chars)}`,
  headers: repeated('Game: Forms\nSize: 8x8\n'),
  commands: repeated('move 12 e4e2\n'),
  options: (chars) => `challenge bob ${repeated('-size=8x8 ')(chars)}`,
};

interface Parser {
  readonly name: string;
  readonly parse: (text: string) => unknown;
  readonly charsMax: number;
}

const PARSERS: readonly Parser[] = [
  { name: 'position', parse: parsePosition, charsMax: POSITION_CHARS_MAX },
  { name: 'board', parse: (text) => parseBoard(text), charsMax: POSITION_CHARS_MAX },
  { name: 'diagram', parse: parseDiagram, charsMax: POSITION_CHARS_MAX },
  { name: 'size', parse: parseSize, charsMax: CHARS },
  { name: 'record', parse: parseRecord, charsMax: recordLimits.chars },
  ...GAMES.map((game) => {
    const start = game.start(game.defaultSize);
    if (!start.ok) throw new Error(start.error.code);
    const parse = (text: string) => game.parseMove(start.value, text);
    return { name: `${game.rules} move`, parse, charsMax: CHARS };
  }),
  {
    name: 'fresh letter',
    parse: (text) => readFresh({ subject: text, lines: text.split('\n') }, VOCABULARY),
    charsMax: CHARS,
  },
  {
    name: 'answered letter',
    parse: (text) =>
      readReply({ subject: '', lines: text.split('\n') }, { number: 12, revision: 3 }, VOCABULARY),
    charsMax: CHARS,
  },
];

for (const { name, parse, charsMax } of PARSERS) {
  const times = Math.ceil(CHARS_IN_ALL / charsMax);
  let worst = { ratio: 0, kind: '', us: 0 };
  for (const [kind, make] of Object.entries(TEXTS)) {
    const usOf = (chars: number): number => {
      const text = make(chars);
      const ms = medianMs(() => {
        for (let time = 0; time < times; time++) parse(text);
      });
      return (ms * 1000) / times;
    };
    const [one, two] = [usOf(charsMax >> 1), usOf(charsMax)];
    if (two > worst.us) worst = { ratio: two / one, kind, us: two };
  }
  const { ratio, kind, us } = worst;
  say(`${name}: 2n = ${charsMax}, ${us.toFixed(1)} us for ${kind}, ${ratio.toFixed(2)} times n`);
}
