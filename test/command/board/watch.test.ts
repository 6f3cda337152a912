import { beforeEach, describe, expect, it } from 'vitest';
import { boardLimits } from '../../../src/limits.ts';
import { addPlayerWithoutAddress } from '../../../src/store/people/players.ts';
import { putWaiting } from '../../../src/store/play/waiting.ts';
import { ALICE, BOB, beginWith, openBoard, type Sent } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { storedBoard } from '../../support/desk/play.ts';
import { CAROL, flat, signUp } from '../../support/desk/players.ts';
import { putBoards } from '../../support/stored/play.ts';

eachDesk();
beforeEach(async () => {
  await beginWith(desk, ['a board, and carol'], async () => {
    await openBoard(desk, 'forms -size=4x4');
    await signUp(desk, CAROL);
  });
});

const watch = (board: number, playerId: number): void =>
  putWaiting(desk.shell.db, { board, playerId, kind: 'watch', revision: 0, facts: 'boards' });
const to = (sent: readonly Sent[]) => sent.map((each) => each.to).sort();
const links = ({ email }: Sent) =>
  [...(email.html ?? '').matchAll(/body=([^"]*)"/g)].map(([, body]) =>
    decodeURIComponent(body ?? '').trim(),
  );

describe('a spectator', () => {
  it('sees the board at once, and after every ply, without the comments', async () => {
    const [now] = await desk.answer(CAROL, 'watch 1');
    expect(now?.to).toBe(CAROL);
    expect(now?.text).toContain('  4  # O # O  4');
    expect(flat(now)).toContain('All matches are public; what the players write to each other');
    const sent = await desk.answer(ALICE, 'a4b4\nOnly for you, Bob.');
    expect(to(sent)).toEqual([ALICE, BOB, CAROL]);
    const letter = desk.newest(CAROL);
    expect(letter.text).toContain('alice played a4xb4.');
    expect(letter.raw).not.toContain('Only for you');
    expect(desk.newest(BOB).text).toContain('Only for you, Bob.');
    expect(letter.text).toContain('You watch this match. Stop watching: unwatch 1');
    expect(letter.text).not.toContain('To move');
    expect(links(letter)).toEqual(['show 1', 'unwatch 1']);
  });

  it('moves nothing with an answer', async () => {
    await desk.answer(CAROL, 'watch 1');
    for (const command of ['a4b4', 'move 1 a4b4', 'resign 1']) {
      const [refused, ...more] = await desk.answer(CAROL, command);
      expect(more).toEqual([]);
      expect(flat(refused)).toContain('You do not play on board 1. To look at it: show 1');
    }
    expect(storedBoard(desk).revision).toBe(1);
  });

  it('gets the end, and then nothing more', async () => {
    await desk.answer(CAROL, 'watch 1');
    expect(to(await desk.answer(BOB, 'resign 1\nToo late for me.'))).toEqual([ALICE, BOB, CAROL]);
    expect(flat(desk.newest(CAROL))).toContain('alice has won: bob resigned.');
    expect(desk.newest(CAROL).text).not.toMatch(/Too late|unwatch/);
  });
});

describe('notify', () => {
  it('can become watch, and back', async () => {
    await desk.answer(CAROL, 'notify 1');
    await desk.answer(CAROL, 'watch 1');
    expect(to(await desk.answer(ALICE, 'a4b4'))).toEqual([ALICE, BOB, CAROL]);
    await desk.answer(CAROL, 'notify 1');
    expect(to(await desk.answer(BOB, 'c1d1'))).toEqual([ALICE, BOB]);
  });
});

describe('looking on', () => {
  it.each([
    ['watch 7', 'There is no board 7.'],
    ['watch', 'Which board? Write its number after watch.'],
    ['watch one', 'Which board? Write its number after watch.'],
    ['unwatch 1', 'You are not watching board 1.'],
  ])('is refused: %s', async (command, sentence) => {
    const [refused] = await desk.answer(CAROL, command);
    expect(flat(refused)).toContain(sentence);
  });

  it.each([
    ['watch', 'You are watching board 1 already.'],
    ['notify', 'You will already hear how the match on board 1 ends.'],
  ])('is not begun twice: %s', async (command, sentence) => {
    await desk.answer(CAROL, `${command} 1`);
    const [refused] = await desk.answer(CAROL, `${command} 1`);
    expect(flat(refused)).toContain(sentence);
  });

  it('is not for the players, nor for what is over', async () => {
    const [own] = await desk.answer(ALICE, 'watch 1');
    expect(flat(own)).toContain('Board 1 is your own. You get its e-mails anyway.');
    await desk.answer(BOB, 'resign 1');
    const [over] = await desk.answer(CAROL, 'watch 1');
    expect(flat(over)).toContain('The match on board 1 is over. To look at it: show 1');
  });

  it('is listed by games, and limited', async () => {
    await desk.answer(CAROL, 'watch 1');
    const [list] = await desk.answer(CAROL, 'games');
    expect(flat(list)).toContain('You watch: 1');
    putBoards(desk.shell.db, 2, 200);
    for (let board = 2; board <= boardLimits.watchesPerPlayer; board++) watch(board, 3);
    const [refused] = await desk.answer(CAROL, 'watch 100');
    expect(flat(refused)).toContain(`You are watching ${boardLimits.watchesPerPlayer} boards`);
  });

  it('has a limit at each board', async () => {
    for (let id = 101; id <= 100 + boardLimits.watchers; id++) {
      addPlayerWithoutAddress(desk.shell.db, { id, userid: `x${id}`, language: 'en' }, 0);
      watch(1, id);
    }
    const [refused] = await desk.answer(CAROL, 'watch 1');
    expect(flat(refused)).toContain(`Board 1 has ${boardLimits.watchers} spectators`);
  });
});
