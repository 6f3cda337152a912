import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { Act } from '../support/desk/acts.ts';
import { closePrepared } from '../support/desk/acts.ts';
import { ALICE, BOB, openBoard } from '../support/desk/desk.ts';
import { unfinished } from '../support/desk/picture.ts';
import { storedBoard } from '../support/desk/play.ts';
import { answerTo } from '../support/post/letters.ts';
import { present } from '../support/run/present.ts';
import { throwDice } from '../support/run/seed.ts';
import { type Dovecot, hasDovecot, startDovecot } from '../support/servers/dovecot.ts';
import { type Lmtp, openLmtp } from '../support/servers/lmtp.ts';
import { until } from '../support/servers/ports.ts';
import { startWires, type Wires } from '../support/servers/wires.ts';
import { lettersIn } from '../support/stored/letters.ts';

const here = present('dovecot-imapd, dovecot-lmtpd', hasDovecot());
const BOX = 'games@game.test';

const firstMove: Act = {
  name: 'the first of three moves',
  before: (desk) => openBoard(desk, 'forms -size=2x2'),
  letters: (desk) => [answerTo(desk.newest(ALICE), 'b1a1')],
  to: [ALICE, BOB],
  comesTo: {},
};

/** What is asked of a server that says that it can. */
const ASKED: Readonly<Record<string, RegExp>> = {
  MOVE: /UID MOVE /,
  IDLE: /^\S+ IDLE\r$/m,
  UIDPLUS: /UID EXPUNGE /,
  CONDSTORE: /CONDSTORE/,
};

describe.skipIf(!here)('a server that cannot do everything', () => {
  const dice = throwDice('capabilities');
  let dovecot: Dovecot;
  let lmtp: Lmtp;
  let wires: Wires;
  afterEach(async () => {
    await wires.close();
    lmtp.close();
    await dovecot.stop();
  });
  afterAll(closePrepared);

  async function begin(without: readonly string[]): Promise<void> {
    dovecot = await startDovecot([BOX], { without });
    lmtp = openLmtp(dovecot.lmtpPort);
    wires = await startWires(firstMove, { dovecot, lmtp, mailbox: BOX });
    await wires.done();
  }

  const answer = async (from: string, move: string): Promise<void> => {
    const board = wires.sink.sent.findLast(({ to }) => to === from);
    if (!board) throw new Error(`${from} has no board`);
    await wires.post(answerTo(board, move));
    await wires.done();
  };
  const match = () => storedBoard(wires.desk);
  const count = (folder: string): number =>
    Number(/messages=(\d+)/.exec(dovecot.admin(BOX, 'mailbox', 'status', 'messages', folder))?.[1]);
  const boards = () => new Set(wires.sink.sent.map(({ email }) => email.messageId)).size;

  const LACKING: readonly { without: readonly string[]; filed: 'moved' | 'flagged' }[] = [
    { without: [], filed: 'moved' },
    { without: ['MOVE'], filed: 'moved' },
    { without: ['IDLE'], filed: 'moved' },
    { without: ['UIDPLUS'], filed: 'moved' },
    { without: ['CONDSTORE', 'QRESYNC'], filed: 'moved' },
    { without: ['MOVE', 'IDLE', 'UIDPLUS'], filed: 'flagged' },
  ];
  it.each(dice.sample(LACKING, 1))(
    'plays a whole match without $without',
    async ({ without, filed }) => {
      await begin(without);
      const leftBehind = filed === 'flagged' ? 1 : 0;
      expect(count('INBOX')).toBe(leftBehind);
      // Somebody else is about to remove what is in the mailbox, and has not made up his mind.
      dovecot.admin(BOX, 'flags', 'add', '\\Deleted', 'mailbox', 'INBOX', 'all');
      await answer(BOB, 'b2a2');
      await answer(ALICE, 'a1xa2');
      expect(match()).toMatchObject({ moves: 'b1xa1 b2xa2 a1xa2', winner: 'white' });
      expect(wires.sink.sent).toHaveLength(6);
      expect(boards()).toBe(6);
      const asked = wires.imap.passed('to-server').toString('latin1');
      for (const name of without) expect(asked).not.toMatch(ASKED[name] ?? name);
      expect(asked).not.toMatch(/^\S+ EXPUNGE/m);
      expect(count('INBOX')).toBe(3 * leftBehind);
      expect(count('Processed')).toBe(3 - 3 * leftBehind);
    },
  );

  it.each([
    { without: [], again: 0 },
    { without: ['MOVE', 'UIDPLUS'], again: 2 },
  ])(
    'plays nothing twice when UIDVALIDITY changes, without $without',
    async ({ without, again }) => {
      await begin(without);
      await answer(BOB, 'b2a2');
      dovecot.admin(BOX, 'mailbox', 'update', '--uid-validity', '1234567890', 'INBOX');
      await answer(ALICE, 'a1xa2');
      const { db } = wires.desk.shell;
      const known = () => lettersIn(db).filter(({ uidValidity }) => uidValidity === 1234567890);
      await until('the mailbox is read anew', () => known().length === again + 1);
      await until('all is done', () => unfinished(db).length === 0);
      expect(match()).toMatchObject({ moves: 'b1xa1 b2xa2 a1xa2', winner: 'white' });
      expect(wires.sink.sent).toHaveLength(6);
      expect(boards()).toBe(6);
    },
  );
});
