import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ALICE, BOB, type Desk, openBoard, openDesk } from '../../support/desk/desk.ts';
import { storedBoard } from '../../support/desk/play.ts';
import { answerTo, type Draft } from '../../support/post/letters.ts';
import { userids } from '../../support/stored/people.ts';

let board: Desk;
beforeAll(async () => {
  board = openDesk();
  await openBoard(board, 'forms -size=6x6');
  return () => board.close();
});
let desk: Desk;
beforeEach(() => {
  desk = board.copy();
});
afterEach(() => desk.close());

const moves = () => storedBoard(desk).moves;
const told = (): string => desk.newest(ALICE).text.replace(/\s+/g, ' ');
const answer = (text: string, type?: string) => {
  const draft = { ...answerTo(desk.newest(ALICE), ''), text };
  return desk.post({ ...draft, ...(type && { type: `Content-Type: ${type}` }) });
};

describe('a clearsigned letter', () => {
  const signed = (...lines: string[]) =>
    [
      '-----BEGIN PGP SIGNED MESSAGE-----',
      'Hash: SHA256',
      '',
      ...lines,
      '-----BEGIN PGP SIGNATURE-----',
      'Version: GnuPG v2',
      '',
      'iQEzBAEBCAAdFiEEd1x5b1xa1resignyes',
      '=abcd',
      '-----END PGP SIGNATURE-----',
      '',
    ].join('\n');

  it('is read, and nothing but its words goes along', async () => {
    await answer(signed('b1xa1', 'Good luck!', '- - so far.', '', '> Summary of Forms Board 1'));
    expect(moves()).toBe('b1xa1');
    expect(desk.newest(BOB).text).toContain('Good luck!');
    expect(desk.newest(BOB).text).toContain('| - so far.');
    expect(desk.newest(BOB).text).not.toMatch(/PGP|SHA256|iQEz/);
  });

  it('is read up to its own signature, whose hyphens were escaped', async () => {
    await answer(signed('b1xa1', 'Good luck!', '- -- ', 'Alice'));
    expect(desk.newest(BOB).text).toContain('Good luck!');
    expect(desk.newest(BOB).text).not.toContain('| Alice');
  });

  it('is read below the letter that it quotes', async () => {
    const { text } = desk.newest(ALICE);
    const quoted = text
      .trimEnd()
      .split('\n')
      .map((line) => `> ${line}`);
    await answer(signed('On 21 Nov 2026 10:00, Turnpost wrote:', ...quoted, '', 'b1xa1'));
    expect(moves()).toBe('b1xa1');
  });
});

const PGP_MESSAGE =
  '-----BEGIN PGP MESSAGE-----\n\nhQEMA0b1xa1resign\n=abcd\n-----END PGP MESSAGE-----\n';
const PGP_MIME = [
  'multipart/encrypted; protocol="application/pgp-encrypted"; boundary="=-="',
  [
    '--=-=\nContent-Type: application/pgp-encrypted\n\nVersion: 1\n',
    '--=-=\nContent-Type: application/octet-stream; name="encrypted.asc"\n',
    PGP_MESSAGE,
    '--=-=--',
  ].join('\n'),
] as const;

describe('a letter that nobody here can read is told what is the matter', () => {
  const ENCRYPTED = 'Your e-mail is encrypted';
  const SEALED: readonly (readonly [string, string, string, string | undefined])[] = [
    ['PGP/MIME', ENCRYPTED, PGP_MIME[1], PGP_MIME[0]],
    ['PGP in the text', ENCRYPTED, PGP_MESSAGE, undefined],
    [
      'S/MIME',
      ENCRYPTED,
      'MIAGCSqGSIb3DQEHA6CA',
      'application/pkcs7-mime; smime-type=enveloped-data; name="smime.p7m"',
    ],
    [
      'S/MIME with the text in the signature',
      'inside its signature',
      'MIAGCSqGSIb3DQEHAqCA',
      'application/pkcs7-mime; smime-type="signed-data"; name=smime.p7m',
    ],
    [
      'winmail.dat',
      'winmail.dat',
      [
        '--mixed\nContent-Type: text/plain\n\n',
        '--mixed\nContent-Type: application/ms-tnef; name="winmail.dat"\n\neJ8+\n--mixed--',
      ].join('\n'),
      'multipart/mixed; boundary=mixed',
    ],
  ];

  it.each(SEALED)('%s', async (_, words, text, type) => {
    await answer(text, type);
    expect(told()).toContain(words);
    expect(moves()).toBe('');
    // What answers that letter is a move on the same board.
    await desk.answer(ALICE, 'b1xa1');
    expect(moves()).toBe('b1xa1');
  });

  it('of a player also without a token, though a command in the subject is carried out', async () => {
    const draft: Draft = { from: ALICE, subject: 'Hello', text: PGP_MESSAGE };
    await desk.post(draft);
    expect(told()).toContain(ENCRYPTED);
    await desk.post({ ...draft, subject: 'games' });
    expect(told()).not.toContain(ENCRYPTED);
  });

  it('in the answer to a question, which goes on waiting', async () => {
    const to = 'carol@home.test';
    await desk.post({ from: to, subject: 'signup carol', text: '' });
    const question = desk.newest(to);
    await desk.post({ ...answerTo(question, ''), text: PGP_MESSAGE });
    expect(desk.newest(to).text).toContain(ENCRYPTED);
    await desk.answer(to, 'yes');
    expect(desk.newest(to).text).toContain('carol');
    expect(userids(desk.shell.db)).toContain('carol');
  });

  it('but a stranger is not, nor a letter with words beside it', async () => {
    const [letter] = await desk.post({ from: 'x@y.test', subject: 'Hi', text: PGP_MESSAGE });
    expect(letter?.subject).toBe('Turnpost: board games by e-mail');
    await answer(`b1xa1\n\n${PGP_MESSAGE}`);
    expect(moves()).toBe('b1xa1');
  });
});
