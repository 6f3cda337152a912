import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerLimits } from '../../src/limits.ts';
import { automaticReason } from '../../src/mail/automatic.ts';
import { parseLetter } from '../../src/mail/letter.ts';
import { ALICE, type Desk, GAMES, openBoard, openDesk } from '../support/desk/desk.ts';
import { storedBoard } from '../support/desk/play.ts';
import { answerTo } from '../support/post/letters.ts';
import { MACHINES, type Machine, writeMachine } from '../support/post/machines.ts';
import { full } from '../support/run/seed.ts';
import { lettersIn } from '../support/stored/letters.ts';

async function reasonOf(raw: Uint8Array): Promise<string | undefined> {
  const letter = await parseLetter(raw, GAMES);
  if (!letter.ok) throw new Error(letter.error);
  if (!letter.value.sender.ok) throw new Error(letter.value.sender.error);
  return automaticReason(letter.value, letter.value.sender.value, GAMES);
}

describe('a letter by a machine is noticed', () => {
  it.each(MACHINES)('$kind', async (machine) => {
    expect(await reasonOf(writeMachine(machine, [`To: ${GAMES}`]))).toBe(machine.reason);
  });

  it('whatever else its header says, and however it is written', async () => {
    const noise = fc.constantFrom(
      'Subject: resign 1',
      'X-Priority: 1',
      'Importance: high',
      'User-Agent: Mutt',
      'X-Mailer: iPhone Mail (22B91)',
      'In-Reply-To: <a@turnpost.test>',
      'X-Auto: no',
    );
    const spelling = fc.constantFrom<(field: string) => string>(
      (field) => field,
      (field) => field.replace(/^[^:]+/, (name) => name.toLowerCase()),
      (field) => field.replace(/^[^:]+/, (name) => name.toUpperCase()),
      (field) => field.replace(/: /, ':\t  '),
      (field) => field.replace(/: /, ':\r\n '),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...MACHINES),
        fc.array(noise),
        fc.array(noise),
        spelling,
        async (machine, above, below, spell) => {
          const header = [...machine.header.map(spell), ...below];
          expect(await reasonOf(writeMachine({ ...machine, header }, above))).toBeDefined();
        },
      ),
      { numRuns: full ? 4_000 : 300 },
    );
  });
});

describe('a letter by a person passes', () => {
  it.each([
    'Auto-Submitted: no',
    'Auto-Submitted: No ; x=y',
    'Auto-Submitted: no (I wrote it)',
    'X-Priority: 1 (Highest)',
    'Importance: high',
    'Priority: urgent',
    'Sensitivity: Personal',
    'Precedence: first-class',
    'Precedence: normal',
    'Return-Receipt-To: alice@home.test',
    'Disposition-Notification-To: alice@home.test',
    'Return-Path: <alice@home.test>',
    'Return-Path: <prvs=0123456789=alice@home.test>',
    'Return-Path: <SRS0=AbCd=XY=home.test=alice@forward.test>',
    'Feedback-ID: 11223344:user:proton',
    'X-MS-Exchange-Transport-CrossTenantHeadersStamped: DB9PR01MB7292',
    'X-MS-Has-Attach: yes',
    'X-Spam-Status: No, score=-1.9',
    'X-Virus-Scanned: clamav',
    'X-Original-To: games@turnpost.test',
    'X-Google-Original-From: alice@home.test',
    'X-Sender: alice@home.test',
    'X-Listener: radio',
    'Listed: no',
    'ARC-Seal: i=1; a=rsa-sha256; d=home.test',
    'Content-Type: text/plain; format=flowed',
    'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\ne4e2\r\n--b\r\nContent-Type: text/calendar; name=a.ics\r\n\r\nx\r\n--b--\r\n',
    'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\ne4e2\r\n--b\r\nContent-Type: message/rfc822\r\n\r\nContent-Type: multipart/report\r\nAuto-Submitted: auto-replied\r\n\r\nx\r\n--b--\r\n',
    `X: y\r\n${'Received: from a by b\r\n'.repeat(100)}Subject: x`,
  ])('with %j', async (field) => {
    expect(await reasonOf(Buffer.from(`From: ${ALICE}\r\n${field}\r\n\r\ne4e2`))).toBeUndefined();
  });

  it.each(
    (
      'alice@home.test requester@x.test norman.replying@x.test owner@x.test ' +
      'bouncer@x.test listowner@x.test request@x.test reply@x.test ' +
      'gamesmaster@turnpost.test games@turnpost.test.other.test'
    ).split(' '),
  )('from %s', async (address) => {
    expect(await reasonOf(Buffer.from(`From: ${address}\r\n\r\ne4e2`))).toBeUndefined();
  });
});

describe('no machine', () => {
  let desk: Desk;
  beforeEach(async () => {
    desk = openDesk();
    await openBoard(desk, 'forms -size=6x6');
  });
  afterEach(() => desk.close());

  const board = () => storedBoard(desk);
  /** As an answer to a board letter, with everything that opens the board. */
  function answerBy(machine: Machine, number: number): Uint8Array {
    const { email } = desk.newest(ALICE);
    return writeMachine(machine, [
      `To: ${email.replyTo?.[0]?.address}`,
      `In-Reply-To: ${email.messageId}`,
      `Message-ID: <machine-${number}@home.test>`,
    ]);
  }

  const letters = full ? 1_500 : 500;
  it(`gets an answer or moves a stone, of ${letters}`, async () => {
    const before = board();
    const first = desk.box.size + 1;
    for (let number = 0; number < letters; number++) {
      const machine = MACHINES[number % MACHINES.length];
      if (machine) desk.box.set(first + number, answerBy(machine, number));
    }
    expect(await desk.round()).toEqual([]);
    expect(board()).toEqual(before);
    const ends = lettersIn(desk.shell.db).filter(({ uid }) => uid >= first);
    expect(new Set(ends.map(({ state }) => state))).toEqual(new Set(['ignored']));
  });

  it.each([
    ['German', 'Automatische Antwort: Forms Board 1', 'Ich bin bis Montag nicht im B\u00fcro.'],
    [
      'French',
      'R\u00e9ponse automatique : Forms Board 1',
      'Je suis absente jusqu\u2019\u00e0 lundi.',
    ],
    ['English', 'Out of office: Forms Board 1', 'I am away until Monday.\nFor moves call Bob.'],
  ])(
    'that says nothing about itself plays, or is answered for long: %s',
    async (_, subject, text) => {
      const before = board();
      const letter = desk.newest(ALICE);
      let answers = 0;
      for (let number = 0; number < 60; number++) {
        const sent = await desk.post({ ...answerTo(letter, text), subject });
        answers += sent.length;
        for (const { to, raw } of sent) {
          expect(to).toBe(ALICE);
          // Says to it, in both ways that machines know, that it is not to be answered.
          expect(raw).toMatch(/^Auto-Submitted: auto-replied\r$/m);
          expect(raw).toMatch(/^X-Auto-Response-Suppress: All\r$/m);
        }
      }
      expect(answers).toBeGreaterThan(0);
      expect(answers).toBeLessThanOrEqual(answerLimits.perHour);
      expect(board()).toEqual(before);
    },
  );
});
