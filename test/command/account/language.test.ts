import { afterEach, describe, expect, it } from 'vitest';
import { ALICE, BOB, type Desk, openBoard, openDesk } from '../../support/desk/desk.ts';
import { flat, signUp } from '../../support/desk/players.ts';
import { speak } from '../../support/stored/people.ts';

let desk: Desk;
afterEach(() => desk.close());

describe('an account', () => {
  it.each([
    ['its words', 'Hallo', 'anmelden alice', []],
    ['its command', 'anmelden alice', '', []],
    ['its header', 'signup alice', '', ['Content-Language: de-DE']],
  ])('is opened in the language of the first letter, by %s', async (_, subject, text, headers) => {
    desk = openDesk();
    await desk.post({ from: ALICE, subject, text, headers });
    expect(flat(desk.newest(ALICE))).toContain('Wenn du das warst, antworte');
    await desk.answer(ALICE, 'what is this?');
    expect(flat(desk.newest(ALICE))).toContain('noch nichts geschehen');
    await desk.answer(ALICE, 'yes');
    const welcome = flat(desk.newest(ALICE));
    expect(welcome).toContain('Willkommen, alice');
    expect(welcome).toContain('e-mails in English');
    await desk.answer(ALICE, 'set');
    expect(flat(desk.newest(ALICE))).toContain('sprache de:');
    await desk.answer(ALICE, 'language English');
    expect(flat(desk.newest(ALICE))).toContain('your e-mails are in English');
  });

  it('is opened in English where the letter tells nothing, or a language that is not there', async () => {
    desk = openDesk();
    const headers = ['Content-Language: fr'];
    await desk.post({ from: ALICE, subject: 'signup alice', text: '', headers });
    await desk.answer(ALICE, 'yes');
    const welcome = flat(desk.newest(ALICE));
    expect(welcome).toContain('Welcome, alice');
    expect(welcome).toContain('E-Mails auf Deutsch');
  });

  it('that is there keeps its language, whatever a letter is written in', async () => {
    desk = openDesk();
    await openBoard(desk, 'forms -size=4x4');
    const headers = ['Content-Language: de'];
    await desk.post({ from: ALICE, subject: 'Hallo, ich bin es', text: 'hilfe', headers });
    expect(desk.newest(ALICE).subject).toMatch(/^Turnpost: \w/);
  });
});

describe('another language than that of the account', () => {
  it('is offered once, to whoever writes commands in it', async () => {
    desk = openDesk();
    await signUp(desk, ALICE);
    await desk.answer(ALICE, 'games');
    expect(flat(desk.newest(ALICE))).not.toContain('sprache deutsch');
    await desk.answer(ALICE, 'partien');
    expect(flat(desk.newest(ALICE))).toContain('sprache deutsch');
    await desk.answer(ALICE, 'herausforderungen');
    expect(flat(desk.newest(ALICE))).not.toContain('sprache deutsch');
  });

  it('is not offered for our own words', async () => {
    desk = openDesk();
    await signUp(desk, ALICE);
    speak(desk.shell.db, 'de');
    await desk.answer(ALICE, 'games me');
    expect(flat(desk.newest(ALICE))).not.toContain('English');
    await desk.answer(ALICE, 'challenge open forms -first=me');
    expect(flat(desk.newest(ALICE))).not.toContain('English');
  });

  it('is offered to nobody who has chosen one', async () => {
    desk = openDesk();
    await signUp(desk, BOB);
    await desk.answer(BOB, 'sprache englisch');
    await desk.answer(BOB, 'partien');
    expect(flat(desk.newest(BOB))).not.toContain('sprache deutsch');
  });

  it('is not offered because of a letter that anybody may have written', async () => {
    desk = openDesk();
    await signUp(desk, ALICE);
    await desk.post({ from: ALICE, subject: 'partien', text: '' });
    expect(flat(desk.newest(ALICE))).not.toContain('sprache deutsch');
    await desk.answer(ALICE, 'partien');
    expect(flat(desk.newest(ALICE))).toContain('sprache deutsch');
  });
});
