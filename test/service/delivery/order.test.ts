import { beforeEach, describe, expect, it } from 'vitest';
import { chargeTo } from '../../../src/budget/charge.ts';
import { boardLetters } from '../../../src/command/letters/letters.ts';
import type { Intent } from '../../../src/intent.ts';
import { oneHourMs } from '../../../src/limits.ts';
import type { Handover } from '../../../src/post/smtp.ts';
import { say } from '../../../src/sentence.ts';
import { leaseLimits } from '../../../src/server-limits.ts';
import { compose } from '../../../src/service/delivery/compose.ts';
import { deliver } from '../../../src/service/delivery/deliver.ts';
import { intendLetter } from '../../../src/service/do/intend.ts';
import type { Cause } from '../../../src/service/do/sender.ts';
import { addPlayer } from '../../../src/store/people/players.ts';
import { queriesOf } from '../../../src/store/reading/reading.ts';
import { BOB } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { lettersOut, unsent } from '../../support/stored/letters.ts';
import { changeBoard, copyBoard } from '../../support/stored/play.ts';

/** Who goes first to one address, and who waits for whom. */

const signal = new AbortController().signal;
/** What was handed over, in this order: `board`, or whose notice it was. */
let offered: string[];
eachDesk('forms -size=4x4');
beforeEach(() => {
  for (const id of [3, 4]) {
    const player = { id, userid: `player-${id}`, address: `p${id}@x.test`, language: 'en' };
    addPlayer(desk.shell.db, player, 0);
  }
  desk.time.now += 2 * oneHourMs;
  offered = [];
});

/** As if a letter of this player's had caused it. */
function by(playerId: number): Cause {
  const charge = chargeTo(playerId, 'token', desk.time.now);
  return { inboxId: 1, messageId: undefined, address: 'else@x.test', charge };
}

/** A notice to bob, with the name of who has caused it. */
const notice = (userid: string): Intent => ({
  to: { playerId: 2, userid: 'bob', address: BOB, language: 'en' },
  message: { kind: 'notice', facts: { says: [say('no-such-player', { userid })] } },
  reply: { purpose: 'none' },
});

function intendNotices(playerId: number, count: number): void {
  for (let each = 0; each < count; each++) {
    intendLetter(desk.shell, notice(`player-${playerId}`), by(playerId));
  }
}

/** The board letter to bob that a move of alice's causes, with what she has written. */
function intendBoard(comment = '', board = 1): void {
  const { db } = desk.shell;
  const queries = queriesOf(db, desk.time.now);
  const match = queries.match(board);
  if (!match) throw new Error('no board');
  for (const letter of boardLetters(match, { queries, comment }, [], match.black)) {
    if (letter.to.address === BOB) intendLetter(desk.shell, letter, by(1));
  }
}

/** Alice resigns, which a letter to bob tells. */
function endMatch(): void {
  changeBoard(desk.shell.db, { winner: 'white', ending: 'resigned' }, 1);
  intendBoard();
}

async function deliverAll(says: (what: string) => Handover = () => ({ kind: 'taken' })) {
  await compose(desk.shell, signal);
  await deliver(
    desk.shell,
    {
      async send({ raw }) {
        const text = Buffer.from(raw).toString();
        const [what = 'board'] = /player-\d|words-\d|you have won/.exec(text) ?? [];
        offered.push(what);
        return says(what);
      },
      verify: async () => undefined,
      close: () => undefined,
    },
    signal,
  );
}

describe('letters to one address', () => {
  it('wait for no other\u2019s, and a board for none', async () => {
    intendNotices(3, 500);
    intendNotices(4, 2);
    intendBoard();
    await deliverAll();
    expect(offered.slice(0, 5)).toEqual(['board', 'player-3', 'player-4', 'player-3', 'player-4']);
    expect(offered.filter((what) => what === 'player-3')).toHaveLength(
      leaseLimits.perAddressPerHour,
    );
    // The hour is used up by one of them, and by nobody else.
    offered = [];
    intendBoard();
    intendNotices(4, 1);
    await deliverAll();
    expect(offered).toEqual(['board', 'player-4']);
    desk.time.now += oneHourMs;
    await deliverAll();
    expect(offered).toHaveLength(2 + leaseLimits.perAddressPerHour);
  });

  it('that are refused for now keep back those of their queue', async () => {
    intendNotices(3, 3);
    intendBoard();
    intendBoard();
    const full: Handover = { kind: 'later', error: '452 4.2.2', status: '4.2.2' };
    await deliverAll((what) => (what === 'board' ? { kind: 'taken' } : full));
    expect(offered).toEqual(['board', 'board', 'player-3']);
    desk.time.now += 5 * 60_000;
    offered = [];
    intendBoard();
    await deliverAll();
    expect(offered).toEqual(['board', 'player-3', 'player-3', 'player-3']);
  });

  it('show a match in the order in which it was played', async () => {
    const boards: number[] = [];
    intendBoard();
    intendNotices(3, 2);
    intendBoard();
    const ids = () =>
      lettersOut(desk.shell.db)
        .filter(({ kind, state }) => kind === 'board' && state === 'sent')
        .toSorted((one, other) => (one.sentAt ?? 0) - (other.sentAt ?? 0))
        .map(({ id }) => id);
    const before = ids();
    await deliverAll((what) => {
      if (what === 'board') boards.push(boards.length);
      return boards.length === 1 && what === 'board'
        ? { kind: 'later', error: '452 4.2.2', status: '4.2.2' }
        : { kind: 'taken' };
    });
    // The second waits for the first.
    expect(ids()).toEqual(before);
    expect(offered).toEqual(['board', 'player-3', 'player-3']);
  });

  it('tell at once that a match is over, whatever the cap holds back', async () => {
    for (let each = 0; each < leaseLimits.perAddressPerHour; each++) intendBoard();
    await deliverAll();
    // What the cap holds back shows a board that stands no more; but words are nobody's to lose.
    for (let each = 0; each < 30; each++) intendBoard();
    intendBoard('words-1');
    intendBoard();
    await deliverAll();
    expect(offered).toHaveLength(leaseLimits.perAddressPerHour);
    offered = [];
    intendNotices(3, 2);
    endMatch();
    await deliverAll();
    expect(offered).toEqual(['words-1', 'you have won', 'player-3', 'player-3']);
    expect(unsent(desk.shell.db)).toBe(0);
  });

  it('tell of an end before they show other boards', async () => {
    copyBoard(desk.shell.db, 2);
    intendBoard('', 2);
    intendNotices(3, 1);
    endMatch();
    await deliverAll();
    expect(offered).toEqual(['you have won', 'board', 'player-3']);
  });
});
