import { describe, expect, it } from 'vitest';
import { CLASSIC_LINES } from '../../../src/command/text/classic-lines.ts';
import { readLine } from '../../../src/command/text/line.ts';
import { NO_CONTEXT, subjectCommand } from '../../../src/command/text/subject.ts';
import { NO_WORDS } from '../../../src/command/text/vocabulary.ts';

const SECRET = 'hunter2-xyz';
const WORDS: Readonly<Record<string, string>> = {
  ADDRESS: 'alice@work.test',
  COUNT: '2',
  GAME: 'minefield',
  MOVE: 'e4e2',
  N: '14',
  NAME: 'bob',
  OTHER: 'carol',
  PASSWORD: SECRET,
  PLY: '3',
  USERID: 'alice',
  STATE: 'next',
};

/** A line of the table as somebody writes it. */
const written = (line: string, many = ''): string =>
  line
    .replace('WORDS', many)
    .replace(/[A-Z]+/g, (name) => WORDS[name] ?? name)
    .trim();

/** What a line is read as, in our own spelling, or the sentence that says what to write instead. */
function come(line: string, place = NO_CONTEXT) {
  const read = readLine(line, place);
  if (read.kind === 'command') return read.ready.text;
  return read.kind === 'trouble' ? read.why : 'prose';
}

/** The words that may stand where a line takes any. */
const manyOf = (line: string): string =>
  /help/.test(line)
    ? 'forms'
    : /preview|replay/.test(line)
      ? 'e4'
      : /vacation/.test(line)
        ? 'off'
        : '12';

const DONE = CLASSIC_LINES.flatMap((row) => ('here' in row ? [row] : [])).filter(
  ({ line }) => line !== 'multiple',
);
const TOLD = CLASSIC_LINES.flatMap((row) => ('instead' in row ? [row] : []));

describe('a line of the classic server', () => {
  it.each(DONE)('is here: $line', ({ line, here }) => {
    const many = manyOf(line);
    const bare = written(line.replace(' USERID PASSWORD', ''), many);
    const meant = come(written(here, many));
    // Which board is asked about where the classic meant all of them.
    if (here !== 'watch' && here !== 'notify') expect(meant, here).toBeTypeOf('string');
    expect(meant).not.toBe('prose');
    expect(come(bare)).toEqual(meant);
  });

  it.each(TOLD)('is answered with another: $line', ({ line, instead, says = 'classic-line' }) => {
    const bare = written(line.replace(' USERID PASSWORD', ''));
    const named = written(instead.replace('MOVE', 'e4e2'));
    const why = line.includes(' N ') || !instead.includes('N') ? named : named.replace('14', 'N');
    expect(come(bare)).toEqual({ code: says, facts: { line: why } });
    expect(come(named), 'what to write instead').toBeTypeOf('string');
  });

  it.each(CLASSIC_LINES.filter(({ line }) => line.includes('USERID PASSWORD')))(
    'is read without its userid and password: $line',
    ({ line }) => {
      const place = { ...NO_CONTEXT, isPlayer: (word: string) => ['alice', 'bob'].includes(word) };
      const many = manyOf(line);
      const bare = written(line.replace(' USERID PASSWORD', ''), many);
      const signed = readLine(written(line, many), place);
      expect(come(written(line, many), place)).toEqual(come(bare));
      if (signed.kind === 'prose') throw new Error('not read');
      const isWhole = signed.kind === 'command' || signed.hasNoEquivalent;
      expect(signed.writer).toBe(isWhole ? 'alice' : undefined);
      const subject = subjectCommand(written(line, many), NO_WORDS, place);
      expect(subject.kind === 'command' && subject.line).toEqual(
        expect.objectContaining(
          signed.kind === 'command' ? { writer: 'alice' } : { kind: 'trouble' },
        ),
      );
      expect(come(written(line, many), { ...place, writer: 'Alice' })).toEqual(come(bare));
      // Which board is meant is asked about in any case.
      if (signed.writer === undefined) return;
      expect(come(written(line, many)), 'where nobody plays').not.toEqual(come(bare));
      expect(come(written(line, many), { ...place, writer: 'bob' })).not.toEqual(come(bare));
    },
  );

  it.each([
    'all show your boards to me',
    'list of the games',
    'add me to your list',
    'userid please tell me',
    'seek and you shall find',
    'broadcast this to everybody',
    'subscribe all of us',
    'multiple',
    'replay value is high',
  ])('is not found in talk: %s', (line) => {
    expect(readLine(line, NO_CONTEXT).kind).not.toBe('command');
  });
});

describe('help', () => {
  it.each([
    ['players', 'players'],
    ['who', 'players'],
    ['rematch', 'rematch'],
    ['language', 'language'],
    ['feedback', 'feedback'],
    ['admin help', 'admin help'],
    ['copies', 'set'],
    ['zone', 'set'],
    ['chat', 'say'],
    ['subscribe', 'watch'],
    ['showas', 'show'],
    ['seek', 'challenge'],
    ['broadcast', 'message'],
    ['list', 'games'],
    ['all show', 'games'],
    ['add', 'address'],
    ['change address', 'address'],
    ['change password', 'classic'],
    ['password', 'classic'],
    ['userid', 'signup'],
    ['replay', 'preview'],
    ['classic', 'classic'],
    ['accept', 'accept'],
    ['forms', 'forms'],
  ])('knows the page for %s', (topic, page) => {
    expect(come(`help ${topic}`)).toBe(`help ${page}`);
  });

  it('knows a page for the first words of every line, but for `multiple`', () => {
    for (const { line } of CLASSIC_LINES.filter((row) => row.line !== 'multiple')) {
      const [words = ''] = /(?<![A-Za-z])[a-z]+(?: [a-z]+)*/.exec(line) ?? [];
      expect(come(`help ${words}`), words).toMatch(/^help/);
    }
  });
});
