import { describe, expect, it } from 'vitest';
import { passwordIn, takePasswords } from '../../../src/command/text/password-line.ts';
import type { Text } from '../../../src/command/text/read.ts';
import { VOCABULARY } from '../../support/desk/vocabulary.ts';

const SECRET = 'hunter2-Xyz9';
const takeOut = (text: Text) => takePasswords(text, VOCABULARY);
const take = (...lines: readonly string[]) => takeOut({ subject: '', lines });

/** Where nothing is asked by it, and it is said nevertheless. */
const SPOKEN = [
  `password=${SECRET}`,
  `password = ${SECRET}`,
  `Password: ${SECRET}`,
  `PASSWORT:"${SECRET}"`,
  `kennwort ${SECRET}`,
  `Mein Kennwort lautet ${SECRET}.`,
  `set password ${SECRET}`,
  `set password alice ${SECRET}`,
  `please set password to ${SECRET}`,
  `my password is ${SECRET}`,
  `My password is "${SECRET}", as ever.`,
  `${SECRET} is my password.`,
  `password alice ${SECRET}`,
  `login alice pw=${SECRET}`,
];

/** What looks like a command that somebody got wrong. */
const WRONG = [
  `games alice ${SECRET}`,
  `frobnicate alice ${SECRET}`,
  `frobnicate 12 alice ${SECRET} e4e2`,
  `move 12 ${SECRET} alice e4e2`,
  `games ${SECRET} alice`,
  `standings alice ${SECRET}.`,
];

describe('a password in no spelling of a command', () => {
  it.each(SPOKEN)('is neither read nor passed on: %s', (line) => {
    for (const taken of [take(line), take('e4e2', '', 'Hello.', line)]) {
      expect(taken?.words).toContain(SECRET);
      expect(JSON.stringify(taken?.text)).not.toContain(SECRET);
      expect(taken?.claims).toEqual([]);
    }
  });

  it.each([...SPOKEN, ...WRONG])('is kept nowhere: %s', (line) => {
    for (const written of [line, `Re: ${line}`]) expect(passwordIn(written)).toContain(SECRET);
  });

  it.each([
    'password correcthorse',
    'Kennwort: correcthorse',
    'my password is correcthorse',
    'set password correcthorse',
    'games alice correcthorse',
    'move 12 alice correcthorse',
  ])('is kept nowhere, also where it is words of a language: %s', (line) => {
    expect(passwordIn(line)).toContain('correcthorse');
  });
});

describe('a comment', () => {
  it.each([
    'Move 12 was brilliant',
    'Move 12 was brilliant indeed!',
    'Resign 12 seems wonderful.',
    'The password is important, they say.',
    'Passwords are a nuisance.',
    'Alice remembers yesterday and tomorrow.',
    'See you at alice@home.test on 2026-12-24, room B12, or at Europe/Berlin time.',
  ])('stays one: %s', (line) => {
    expect(take('e4e2', '', 'Hello bob.', line)).toBeUndefined();
    expect(takeOut({ subject: 'move 12 e4e2', lines: [line] })).toBeUndefined();
  });

  it('is no claim, also where it looks like one', () => {
    const taken = take('e4e2', 'Hello bob.', `resign 12 alice ${SECRET}`);
    expect(taken?.claims).toEqual([]);
    expect(JSON.stringify(taken?.text)).not.toContain(SECRET);
  });

  it('may begin a letter', () => {
    expect(take('Move 12 was brilliant')).toBeUndefined();
    expect(take('move 12 alice hunter2-xyz')?.claims).toHaveLength(1);
  });
});
