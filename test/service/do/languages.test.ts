import { describe, expect, it } from 'vitest';
import { ALICE, BOB, type Sent } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { ON_THE_WAY } from '../../support/post/letters.ts';

eachDesk('forms -size=4x4');

/** Sets alice's language, from wherever she writes. */
async function speak(language: string): Promise<Sent | undefined> {
  await desk.post({ from: ALICE, subject: `set language ${language}`, text: '' });
  const [said] = await desk.answer(ALICE, 'yes');
  return said;
}
const flat = (letter: Sent | undefined) => letter?.text.replace(/\s+/g, ' ') ?? '';

describe('set language de', () => {
  it('answers in German at once, and asks for the next yes in German', async () => {
    const done = await speak('de');
    expect(done?.subject).toBe('Turnpost: sprache de');
    expect(flat(done)).toContain('sprache de: Deine E-Mails kommen auf Deutsch. (en, de');
    const draft = { from: ALICE, subject: 'set board words', text: '', headers: ON_THE_WAY };
    const [asked] = await desk.post(draft);
    // RFC 2047: no byte of a header is beyond ASCII.
    expect(asked?.raw).toMatch(/^Subject: .*=\?UTF-8\?/im);
    expect(asked?.raw.split('\r\n\r\n')[0]).toMatch(/^[\x20-\x7e\t\r\n]*$/);
    expect(asked?.subject).toMatch(/^Turnpost: bitte bestätigen: \w/);
    expect(asked?.raw).toMatch(/Content-Type: text\/html; charset=utf-8/i);
    expect(asked?.email.html).toContain('<html lang="de">');
    const [back] = await desk.answer(ALICE, 'yes');
    expect(flat(back)).toContain('brett worte: Bretter kommen in Worten, Reihe für Reihe.');
  });

  it('is German for the one who wants it, and English for the other', async () => {
    await speak('de');
    await desk.post({ from: ALICE, subject: 'show 1', text: '' });
    const shown = desk.newest(ALICE);
    expect(shown.subject).toBe('Forms, Brett 1 (alice gegen bob)');
    expect(shown.text).toMatch(
      /^Du bist am Zug\.\nForms, Brett 1, Zug 1: Du spielst Schwarz \(#\)\.\n/,
    );

    await desk.answer(ALICE, 'b1xb2');
    const theirs = desk.newest(BOB);
    expect(theirs.subject).toBe('Forms Board 1 (alice vs bob)');
    expect(flat(theirs)).toMatch(
      /^Your move: alice played b1xb2\. .*, move 1: you are White \(O\)\./,
    );

    await desk.answer(BOB, 'b4xb3\nNice to meet you.');
    const mine = desk.newest(ALICE);
    expect(mine.subject).toBe('Forms, Brett 1 (alice gegen bob)');
    expect(flat(mine)).toContain('Du bist am Zug: bob zog b4xb3. Ein Stein wurde entfernt.');
    expect(mine.text).toContain('bob schreibt:\n| Nice to meet you.');
    expect(mine.email.html).toContain('bob schreibt:');
    expect(mine.email.html).toContain('aria-label="Z&#252;ge"');

    const [refused] = await desk.answer(ALICE, 'a1a4');
    expect(refused?.text).toContain('Dein Befehl: a1a4');
    expect(flat(refused)).not.toMatch(/\b(?:the|you|your|board)\b/i);

    await desk.answer(ALICE, 'resign 1');
    expect(flat(desk.newest(ALICE))).toContain('Du hast verloren: Du hast aufgegeben.');
    expect(flat(desk.newest(BOB))).toContain('you have won: alice resigned.');
    await desk.answer(ALICE, 'history');
    expect(desk.newest(ALICE).text).toContain('21.11.2026');
    await desk.answer(BOB, 'history');
    expect(desk.newest(BOB).text).toContain('2026-11-21');
  });

  it('asks for a word of the language, and takes it for a yes', async () => {
    await speak('de');
    const [asked] = await desk.answer(ALICE, 'signoff');
    const [, word = ''] = /mit einem Wort: (\S+)/.exec(flat(asked)) ?? [];
    expect(word).toBe('ja');
    await desk.answer(ALICE, word);
    expect(flat(desk.newest(ALICE))).toContain('Das Konto alice ist geschlossen.');
  });

  it.each([
    'AW: Forms, Brett 1 (alice gegen bob)',
    // As older letters have it.
    'AW: Forms Brett 1 (alice gegen bob)',
  ])('reads a bare move below a subject in German: %s', async (subject) => {
    await speak('de');
    await desk.post({ from: ALICE, subject, text: 'b1xb2' });
    await desk.answer(ALICE, 'yes');
    expect(flat(desk.newest(ALICE))).toContain('Du hast b1xb2 gezogen.');
  });
});
