import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeBase32, parseToken } from '../../../src/mail/token.ts';
import {
  ADMIN,
  ALICE,
  BOB,
  type Desk,
  openBoard,
  openDesk,
  type Sent,
} from '../../support/desk/desk.ts';
import { onDisk } from '../../support/desk/kept-letters.ts';
import { answerTo } from '../../support/post/letters.ts';
import { addresses, adminActs } from '../../support/stored/people.ts';
import { boards } from '../../support/stored/play.ts';
import { everything } from '../../support/stored/rows.ts';

const PASSWORD = 'Correct-Horse-77';
const ELSEWHERE = 'somewhere@cafe.test';

let desk: Desk;
const logged: string[] = [];

/** Everything a password or a token may be met with in the life of two players. */
async function story(): Promise<void> {
  await openBoard(desk, 'minefield -size=4x4');
  const board = desk.newest(ALICE);
  await desk.answer(BOB, 'games');
  await desk.post({ from: ALICE, subject: 'Hello', text: `password ${PASSWORD}` });
  // From the player, from another, from a stranger, and in a line that is mistyped.
  await desk.post({ from: ALICE, subject: `move 1 alice ${PASSWORD} c3`, text: '' });
  await desk.post({
    from: BOB,
    subject: `move 1 alice ${PASSWORD} c3`,
    text: `Is it ${PASSWORD}?`,
  });
  await desk.post({ from: ELSEWHERE, subject: `resign 1 alice ${PASSWORD}`, text: '' });
  await desk.post({ from: BOB, text: `passwrod ${PASSWORD}\nmove 1 alice ${PASSWORD}x c3` });
  const subject = `${board.subject} alice ${PASSWORD} c3`;
  await desk.post({ from: ELSEWHERE, subject, text: 'Hello.' });
  const confirm = desk.newest(ALICE);
  await desk.post({ ...answerTo(confirm, 'yes'), from: ELSEWHERE });
  await desk.post(answerTo(confirm, 'yes'));
  await desk.answer(BOB, 'b2\nWell played.');
  await desk.answer(ALICE, `move 1 alice ${PASSWORD} a1\nsay what`);
  // Below words for the other player, as a line of any command.
  const lines = ['show', 'undo', 'draw', 'record', 'queue'].map(
    (command) => `${command} 1 alice ${PASSWORD}${command === 'queue' ? ' a1' : ''}`,
  );
  await desk.answer(ALICE, ['say 1', 'Hello.', ...lines].join('\n'));
  // Forged, with tokens of others, and with the token of another board.
  await desk.post({ ...answerTo(desk.newest(BOB), 'd4'), from: ALICE });
  await desk.post({ ...answerTo(desk.newest(BOB), 'd4'), from: ELSEWHERE });
  const quoted = `resign 1\n\nforwarded: ${desk.newest(BOB).email.replyTo?.[0]?.address}`;
  await desk.post({ from: ALICE, subject: 'Fwd: look', text: quoted });
  await desk.post({ from: ADMIN, subject: 'admin start forms alice bob -size=4x4', text: '' });
  await desk.answer(ADMIN, 'yes');
  await desk.answer(BOB, 'show 1');
}

beforeAll(async () => {
  desk = openDesk({ logTo: { write: (line) => logged.push(line) } });
  await story();
});
afterAll(() => desk.close());

/** Every value of every column of the database, and every byte of its files. */
function stored(): string {
  const { db } = desk.shell;
  const values = Object.values(everything(db)).flatMap((rows) =>
    rows.flatMap((row): unknown[] => Object.values(row)),
  );
  const written = values.map((value) =>
    Buffer.isBuffer(value) ? value.toString('latin1') : String(value),
  );
  return [...written, onDisk(db).toString('latin1')].join('\n');
}

/** A letter as it is sent, and as it is read. */
const wholeOf = ({ raw, email, from, to }: Sent): string =>
  [from, to, raw, raw.replace(/=\r?\n/g, ''), email.text, email.html].join('\n');

describe('in the whole story of two players', () => {
  it('everything has happened that it is about', () => {
    expect(boards(desk.shell.db).map(({ moves }) => moves)).toEqual(['c3 b2 a1', '']);
    expect(adminActs(desk.shell.db)).toHaveLength(1);
    expect(logged.length).toBeGreaterThan(20);
    expect(desk.sent.length).toBeGreaterThan(20);
  });

  it('no password is logged or sent', () => {
    const spelled = [
      PASSWORD,
      Buffer.from(PASSWORD).toString('base64').slice(0, 16),
      Buffer.from(PASSWORD).toString('hex'),
    ];
    const all = [logged.join(''), ...desk.sent.map(wholeOf)].join('\n').toLowerCase();
    expect(spelled.filter((each) => all.includes(each.toLowerCase()))).toEqual([]);
    // The search finds what is there.
    expect(all).toContain('password ...');
  });

  it('the secret of the tokens is in its file only', () => {
    const [secret] = desk.shell.secrets;
    const bytes = Buffer.from(secret);
    expect(readFileSync(`${desk.shell.db.name}.secret`, 'utf8')).toContain(bytes.toString('hex'));
    const spelled = [
      bytes.toString('hex'),
      bytes.toString('base64').slice(0, 42),
      bytes.toString('base64url').slice(0, 42),
      makeBase32(bytes),
      bytes.toString('latin1'),
    ];
    const all = [stored(), logged.join(''), ...desk.sent.map(wholeOf)].join('\n');
    expect(spelled.filter((each) => all.includes(each))).toEqual([]);
  });

  it('no token is logged', () => {
    const words = logged.join('').match(/[a-z2-7]{20,64}/gi) ?? [];
    expect(words.filter((word) => parseToken(word, desk.shell.secrets))).toEqual([]);
  });

  it('a token goes to nobody but its player, and only where it belongs', () => {
    const tokensIn = (text: string) =>
      (text.match(/[a-z2-7]{20,64}/gi) ?? []).flatMap(
        (word) => parseToken(word, desk.shell.secrets) ?? [],
      );
    const idOf = (address: string) =>
      addresses(desk.shell.db).find((each) => each.address === address)?.player;
    let met = 0;
    for (const { from, to, raw, email } of desk.sent) {
      const header = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
      const links = [...(email.html ?? '').matchAll(/href="([^"]*)"/g)].map(([, link]) => link);
      const places = header
        .split('\r\n')
        .filter((line) => /^(?:Reply-To|Message-ID|In-Reply-To|References):/i.test(line));
      const elsewhere = header
        .split('\r\n')
        .filter((line) => !places.includes(line))
        .concat((email.html ?? '').replace(/href="[^"]*"/g, ''), email.text ?? '');
      expect(tokensIn(elsewhere.join('\n'))).toEqual([]);
      const tokens = tokensIn([...places, ...links].join('\n'));
      met += tokens.length;
      // Before there is an account, a token names nobody.
      const wrong = tokens.filter(({ player }) => player !== 0 && player !== idOf(to));
      expect(wrong).toEqual([]);
      expect(tokens.every(({ purpose }) => ['account', 'board', 'held'].includes(purpose))).toBe(
        true,
      );
      expect(tokensIn(from).map(({ purpose }) => purpose)).toEqual(['bounce']);
    }
    expect(met).toBeGreaterThan(50);
  });
});
