import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeTerms, makeWishes, readTerms, readWishes } from '../../../src/command/shape/terms.ts';
import { splitWords } from '../../../src/command/shape/words.ts';
import { readLine } from '../../../src/command/text/line.ts';
import { COMMANDS } from '../../../src/command/text/registry.ts';
import { NO_CONTEXT } from '../../../src/command/text/subject.ts';
import { GAMES } from '../../../src/engine/registry.ts';
import { FIRSTS } from '../../../src/match/types.ts';
import { value } from '../../engine/given.ts';

const spelled = (line: string): string | undefined => {
  const read = readLine(line, NO_CONTEXT);
  return read.kind === 'command' ? read.ready.text : undefined;
};

/** A challenge names no other. */
const OFFERED = GAMES.filter(({ offered }) => offered !== false);
const userid = fc.constantFrom('bob', 'Carol', 'a.b-c_9');
const game = fc.constantFrom(...OFFERED.map(({ rules }) => rules), 'FORMS');
const number = fc.integer({ min: 1, max: 999_999 }).map(String);
const size = fc.constantFrom('-size=6', '--size=6x6', '-SIZE=4X8');
const first = fc.constantFrom(...FIRSTS.map((who) => `-first=${who}`));
const pace = fc.constantFrom(
  '-nag=3d',
  '--forfeit=5 -unrated',
  '-nagtime=2 --totaltime=13w',
  '-total=90d -increment=1d -rated',
  '-clock=none',
);
const reason = fc.constantFrom('', 'they agreed', 'see § 3, by telephone');
const maybe = (part: fc.Arbitrary<string>) => fc.oneof(part, fc.constant(''));
const line = (...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map((all) => all.join('  '));
const word = fc.constant<string>;

const LINES: readonly fc.Arbitrary<string>[] = [
  line(
    word('Challenge'),
    fc.oneof(userid, word('anyone'), word('OPEN')),
    maybe(game),
    maybe(first),
    maybe(pace),
  ),
  line(word('counter'), number, maybe(game), size, maybe(first), maybe(pace)),
  line(word('challenges'), maybe(game)),
  line(word('withdraw'), number),
  line(fc.constantFrom('watch', 'notify', 'UNWATCH'), number),
  line(word('games'), maybe(userid), fc.constantFrom('', 'next', 'ALL', 'active')),
  line(word('history'), maybe(game), maybe(userid), fc.constantFrom('', '-page=3')),
  line(word('show next')),
  line(word('admin end'), number, fc.constantFrom('black', 'WHITE', 'draw', 'cancel'), reason),
  line(word('Admin Undo'), number, reason),
  line(fc.constantFrom('admin suspend', 'admin restore'), userid, reason),
  line(word('admin address'), userid, fc.constantFrom('Bob@Work.example', 'x+y@z.example')),
  line(word('admin letters'), fc.constantFrom('', 'held', 'FAILED', 'quarantined')),
  line(word('admin retry'), fc.constantFrom('IN7', 'out12')),
  line(word('admin log'), maybe(number)),
];

describe("the server's own spelling", () => {
  it('is read as itself, so that a held command is the same after its yes', () => {
    fc.assert(
      fc.property(fc.oneof(...LINES), (written) => {
        const once = spelled(written);
        expect(once, written).toBeDefined();
        expect(spelled(once ?? '')).toBe(once);
      }),
      { numRuns: 500 },
    );
  });

  it('is what every example is read as', () => {
    for (const { example } of COMMANDS) expect(spelled(example), example).toBeDefined();
  });
});

describe('terms', () => {
  it('are read back as they are written', () => {
    fc.assert(
      fc.property(game, maybe(size), maybe(first), maybe(pace), (name, ...options) => {
        const words = splitWords(options.join(' '));
        const wishes = value(readWishes(name, words));
        const [again, ...rest] = splitWords(makeWishes(wishes)).words;
        expect(rest).toEqual([]);
        expect(value(readWishes(again, splitWords(makeWishes(wishes))))).toEqual(wishes);
        const terms = readTerms(name, words);
        if (!terms.ok) return;
        const text = makeTerms(terms.value);
        expect(value(readTerms(text.split(' ')[0], splitWords(text)))).toEqual(terms.value);
      }),
    );
  });
});
