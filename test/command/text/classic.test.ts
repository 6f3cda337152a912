import { describe, expect, it } from 'vitest';
import { CLASSIC_LINES } from '../../../src/command/text/classic-lines.ts';
import { readLine } from '../../../src/command/text/line.ts';
import { takePasswords } from '../../../src/command/text/password-line.ts';
import { NOWHERE } from '../../../src/command/text/subject.ts';
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
  SECRET: 'correct-horse-7',
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
function come(line: string) {
  const read = readLine(line, NOWHERE);
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
  ({ line }) => line !== 'multiple' && !line.includes('SECRET'),
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

  it.each(CLASSIC_LINES.filter(({ line }) => / (?:PASSWORD|SECRET)\b/.test(line)))(
    'keeps no password: $line',
    ({ line }) => {
      const many = manyOf(line);
      const subject = written(line, many);
      for (const text of [
        { subject, lines: ['Hello.'] },
        { subject: 'multiple', lines: [subject, 'Hello.'] },
      ]) {
        const taken = takePasswords(text, NO_WORDS);
        expect(taken?.words.length).toBeGreaterThan(0);
        expect(JSON.stringify(taken?.text)).not.toMatch(/hunter2|horse/);
        const claims = line.includes('USERID PASSWORD') && !line.includes('SECRET');
        expect(taken?.claims).toEqual(claims ? [{ userid: 'alice', password: SECRET }] : []);
        if (!claims) continue;
        const bare = written(line.replace(' USERID PASSWORD', ''), many);
        const left = text.lines.length === 1 ? taken?.text.subject : taken?.text.lines[0];
        expect(come(left ?? '')).toEqual(come(bare));
      }
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
    expect(readLine(line, NOWHERE).kind).not.toBe('command');
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
    ['change password', 'password'],
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
