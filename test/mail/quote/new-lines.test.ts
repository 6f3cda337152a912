import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newLines } from '../../../src/mail/quote/new-lines.ts';

const OWN = 'games@x.test';
const OLD = 'Summary of Forms Board 12\nresign 12';

describe('the new lines of an answer', () => {
  it.each([
    [
      'Gmail',
      `e4e2\nWell played.\n\nOn Sat, Nov 21, 2026 at 10:00 AM Turnpost <games@x.test>\nwrote:\n\n> ${OLD.replace('\n', '\n> ')}`,
    ],
    [
      'Apple Mail',
      `e4e2\nWell played.\n\nSent from my iPhone\n\nOn 21 Nov 2026, at 10:00, Turnpost <games@x.test> wrote:\n\n${OLD}`,
    ],
    [
      'Outlook',
      `e4e2\nWell played.\n\n________________________________\nFrom: Turnpost <games@x.test>\nSent: Saturday\n\n${OLD}`,
    ],
    ['old Outlook', `e4e2\nWell played.\n-----Original Message-----\nFrom: Turnpost\n\n${OLD}`],
    [
      'Outlook in German',
      `e4e2\nWell played.\n\nVon: Turnpost <games@x.test>\nGesendet: Samstag\n\n${OLD}`,
    ],
    [
      'Thunderbird in German',
      `e4e2\nWell played.\n\nAm 21.11.2026 um 10:00 schrieb Turnpost:\n${OLD}`,
    ],
    [
      'a mail program in French',
      `e4e2\nWell played.\n\nLe sam. 21 nov. 2026 à 10:00, Turnpost <games@x.test> a écrit :\n\n${OLD}`,
    ],
    ['mutt', `e4e2\nWell played.\n\n> ${OLD.replace('\n', '\n> ')}\n`],
    ['a signature', `e4e2\nWell played.\n-- \nresign 12`],
    ['a signature whose blank was lost', `e4e2\nWell played.\n--\nresign 12`],
  ])('end where %s puts the old letter', (_, text) => {
    expect(newLines(text, OWN).filter((line) => line !== '')).toEqual(['e4e2', 'Well played.']);
  });

  it.each([
    ['who is to move', 'Your move: bob played d4xd5. One stone was removed.'],
    ['who waits', "It is bob's turn. You played d4xd5. One stone was removed."],
    [
      'who waits for the robot',
      "It is the robot's turn. You played d4xd5.",
      'move 5: the robot is',
    ],
    ['who waits for it, in German', 'Der Roboter ist am Zug.', 'Zug 5: der Roboter spielt'],
    ['who is to move, in German', 'Du bist am Zug: bob zog d4xd5.', 'Zug 5: du spielst'],
    ['a long line', 'Your move: bob has agreed to let you move again,\nas he said.'],
    ['a match that is over', 'You have won: bob resigned.', '9 moves: you were'],
    ['capitals', 'YOUR MOVE: BOB PLAYED D4XD5. ONE STONE LEFT THE BOARD.'],
  ])(
    'end above our own letter when nothing else tells: %s',
    (_, first, plays = 'move 5: you are') => {
      const old = `${first}\nForms Board 12, ${plays} Black (#).\n\n     a b c d\nresign 12`;
      const written = (text: string) => newLines(text, OWN).filter((line) => line !== '');
      expect(written(`e4e2\nWell played.\n\n${old}`)).toEqual(['e4e2', 'Well played.']);
      const head = 'L\u00e4hett\u00e4j\u00e4: Turnpost\nAihe: Board';
      expect(written(`e4e2\nWell played.\n\n${head}\n\n${old}`)).toEqual(['e4e2', 'Well played.']);
    },
  );

  it('leaves words that only speak of a turn or of a board', () => {
    const words = ['e4e2', 'Your move: think well.', "It is bob's turn.", 'Forms Board 12, too?'];
    expect(newLines(words.join('\n'), OWN)).toEqual(words);
  });

  it.each([
    'Sent from my iPhone',
    'Sent with [Proton Mail](https://proton.me/mail/home) secure email.',
    'Get Outlook for Android<https://aka.ms/x>',
    'Yahoo Mail: Search, Organize, Conquer',
    'Von meinem Samsung Galaxy Smartphone gesendet.',
    'Gesendet mit der WEB.DE Mail App',
    'Diese Nachricht wurde von meinem Android Mobiltelefon mit GMX Mail gesendet.',
    'Holen Sie sich Outlook f\u00fcr iOS',
    'Sendt fra min iPhone',
    'Hent Outlook til iOS',
    'Envoy\u00e9 de mon iPhone',
    'Enviado desde mi iPhone',
    'Inviato da iPhone',
    'Verstuurd vanaf mijn iPhone',
    'Skickat fr\u00e5n min iPhone',
  ])('end above what a mail program says about itself: %s', (line) => {
    expect(newLines(`e4e2\nWell played.\n\n${line}\n`, OWN)).toEqual(['e4e2', 'Well played.']);
  });

  it.each([
    [
      'wrapped before our address',
      'On Sat, Nov 21, 2026 at 10:00 AM Turnpost <\ngames@x.test> wrote:',
    ],
    [
      'in a language that nobody knows',
      'Lau 21. n\u00f3v. 2026 kl. 10:00 skrifa\u00f0i\nTurnpost <games+a@x.test>:',
    ],
    ['of header lines', 'Gesendet: Samstag\nVon: "Turnpost" <games@x.test>\nAn: alice'],
    ['of French header lines', 'Envoy\u00e9\u00a0: samedi\nDe\u00a0: Turnpost <games@x.test>'],
  ])('end above an attribution %s, whether or not a blank line is above it', (_, attribution) => {
    for (const gap of ['\n', '\n\n']) {
      const text = `e4e2\nWell played.${gap}${attribution}\n${OLD}`;
      expect(newLines(text, OWN)).toEqual(['e4e2', 'Well played.']);
    }
  });

  it('keep lines that begin with a word and a colon, right above the attribution', () => {
    const words = ['Forms: e4e5', 'Minefield: c3'];
    const text = `${words.join('\n')}\n\nOn 21 Nov 2026, Turnpost <games@x.test> wrote:\n${OLD}`;
    expect(newLines(text, OWN)).toEqual(words);
  });

  it('end above an attribution of three lines', () => {
    const attribution =
      'On Saturday, November 21, 2026 at 10:00:08 AM Central European\nStandard Time, Turnpost <games@x.test>\nwrote:';
    expect(newLines(`e4e2\nWell played.\n\n${attribution}\n\n${OLD}`, OWN)).toEqual([
      'e4e2',
      'Well played.',
    ]);
  });

  it.each(['I saw it on 21 Nov 2026 at 10:00.', 'I say this:', 'Note: he who plays wins.'])(
    'keep the last line above a signature: %s',
    (line) => {
      expect(newLines(`e4e2\n${line}\n-- \nAlice`, OWN)).toEqual(['e4e2', line]);
    },
  );

  it('keep a long line whole, and see the quotation below it', () => {
    const long = 'so it goes 2026 from < '.repeat(40).trim();
    expect(newLines(`e4e2\n${long}\n\nOn 21 Nov 2026, Bob wrote:\nresign`, OWN)).toEqual([
      'e4e2',
      long,
    ]);
  });

  it('hold what was typed and nothing that was quoted, however it was quoted', () => {
    const word = fc.constantFrom(
      'e4e2',
      'resign',
      'yes',
      'Well',
      'played',
      '2026',
      'wrote',
      '10:00',
    );
    const line = fc.array(word, { maxLength: 6 }).map((words) => words.join(' '));
    const typed = fc
      .array(line, { minLength: 1, maxLength: 6 })
      .map((lines) => lines.join('\n').trim());
    const board = ['Summary of Forms Board 12', '', 'bob writes:', 'quoted resign', 'quoted yes'];
    const marked = (mark: string) => board.map((each) => `${mark}${each}`);
    const attribution = fc.constantFrom(
      'On Sat, Nov 21, 2026 at 10:00 AM Turnpost <games@x.test> wrote:',
      'On Sat, Nov 21, 2026 at 10:00 AM Turnpost <\ngames+k3f@x.test> wrote:',
      '-----Original Message-----\nFrom: Turnpost',
      '________________________________\nFrom: Turnpost <games@x.test>',
      'Fra: Turnpost <games@x.test>\nSendt: 21. november 2026 10:00',
      'Turnpost kirjoitti 21.11.2026 klo 10.00:',
    );
    const quotation = fc.constantFrom(
      board,
      marked('> '),
      marked('>'),
      marked('| '),
      marked(' > '),
    );
    fc.assert(
      fc.property(typed, attribution, quotation, (text, above, old) => {
        const lines = newLines([text, '', above, '', ...old].join('\n'), OWN);
        expect(lines.join('\n')).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  });

  it('leave out what stands below a quotation', () => {
    expect(newLines(`> ${OLD}\n\ne4e2`, OWN)).toEqual(['']);
  });

  it('keep the empty lines between them, not those around them', () => {
    expect(newLines('\n\ne4e2\n\nHello.\n\n', OWN)).toEqual(['e4e2', '', 'Hello.']);
  });

  it('are at most 200, from at most 16 KiB', () => {
    expect(newLines('a\n'.repeat(5_000), OWN).length).toBeLessThanOrEqual(200);
    expect(newLines('a'.repeat(100_000), OWN).join('\n').length).toBeLessThanOrEqual(16_384);
  });
});
