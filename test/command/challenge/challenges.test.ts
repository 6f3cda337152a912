import { beforeEach, describe, expect, it } from 'vitest';
import { challengeLimits } from '../../../src/limits.ts';
import { compose } from '../../../src/service/delivery/compose.ts';
import { expireChallenges } from '../../../src/service/due/housekeeping.ts';
import { ALICE, BOB, type Sent } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { storedBoard } from '../../support/desk/play.ts';
import { CAROL, flat, signUpAll } from '../../support/desk/players.ts';
import { statesOut } from '../../support/stored/letters.ts';
import { challenges, putChallenges } from '../../support/stored/play.ts';

eachDesk();
beforeEach(async () => {
  await signUpAll(desk, [ALICE, BOB, CAROL]);
});

const state = (number: number) =>
  challenges(desk.shell.db).find((each) => each.number === number)?.state;
const seats = (board: number) => {
  const { rules, black, white } = storedBoard(desk, board);
  return { rules, black, white };
};
const to = (sent: readonly Sent[]) => sent.map((each) => each.to);

describe('a newcomer', () => {
  it('is told by the welcome and by help how to find somebody to play', async () => {
    const welcome = desk.newest(CAROL);
    const [page] = await desk.answer(CAROL, 'help');
    for (const letter of [welcome, page]) expect(letter?.text).toMatch(/^ +challenges /m);
    expect(flat(page)).toContain('challenge open forms');
    // One screen.
    expect(page?.text.split('\n').length).toBeLessThanOrEqual(45);
  });
});

describe('an open challenge', () => {
  it.each(['open', 'anyone', 'OPEN'])('needs nobody: challenge %s', async (whom) => {
    const sent = await desk.answer(ALICE, `challenge ${whom} minefield -size=6 -first=them`);
    expect(to(sent)).toEqual([ALICE]);
    expect(flat(sent[0])).toContain('You asked: challenge open minefield, 6x6, opponent begins');
    expect(flat(sent[0])).toContain('Challenge 1 is open to everybody');
    expect(state(1)).toBe('open');
  });

  it('gives the second a kind answer that names what else is open', async () => {
    await desk.answer(ALICE, 'challenge open forms');
    await desk.answer(ALICE, 'challenge open minefield -size=6x6');
    await desk.answer(BOB, 'accept 1');
    const [late, ...more] = await desk.answer(CAROL, 'accept 1');
    expect(more).toEqual([]);
    expect(flat(late)).toContain(
      'Challenge 1 was accepted by another player. To look at the board: show 1',
    );
    expect(flat(late)).toContain(
      'Also open to everybody: 2 (Minefield 6x6). To accept one: accept 2',
    );
    // An answer to a board opens that board only: for another number the yes is asked.
    await desk.answer(BOB, 'accept 2');
    await desk.answer(BOB, 'yes');
    const [later] = await desk.answer(CAROL, 'accept 2');
    expect(flat(later)).toContain('Nothing else is open to everybody just now.');
  });

  it.each([
    ['accept 1', ALICE, 'Challenge 1 is your own, and waits for an opponent.'],
    ['decline 1', BOB, 'Challenge 1 is open to everybody, so it needs no answer from you.'],
    ['counter 1 -size=6x6', BOB, 'Challenge 1 is open to everybody, and stays so.'],
    ['withdraw 1', BOB, 'Challenge 1 is not yours.'],
  ])('is refused: %s', async (command, who, sentence) => {
    await desk.answer(ALICE, 'challenge open forms');
    const sent = await desk.answer(who, command);
    expect(to(sent)).toEqual([who]);
    expect(flat(sent[0])).toContain(sentence);
    expect(state(1)).toBe('open');
  });
});

describe('a challenge without a game', () => {
  it.each([
    ['bob', 'withdraw 1'],
    ['open', 'withdraw 1'],
  ])('says which one it is, and how to name another: %s', async (who, withdraw) => {
    const letters = await desk.answer(ALICE, `challenge ${who}`);
    const sent = letters.find(({ to }) => to === ALICE);
    expect(flat(sent)).toContain(
      `You named no game, so it is Forms. For another one: ${withdraw},`,
    );
    expect(flat(sent)).toContain('with its name: forms-original, minefield,');
  });

  it('is told nothing more where a game is named', async () => {
    const [sent] = await desk.answer(ALICE, 'challenge open hex');
    expect(flat(sent)).not.toContain('You named no game');
  });
});

describe('a challenge to one player', () => {
  it('is refused kindly while one waits', async () => {
    await desk.answer(ALICE, 'challenge bob');
    const [again] = await desk.answer(ALICE, 'challenge bob minefield');
    expect(flat(again)).toContain('Your challenge 1 to bob still waits for an answer.');
    expect(flat(again)).toContain('To withdraw it first: withdraw 1');
    await desk.answer(BOB, 'decline 1');
    await desk.answer(ALICE, 'challenge bob minefield');
    expect(state(2)).toBe('open');
  });

  it('is meant by a bare accept, whatever the player has offered to others', async () => {
    await desk.answer(BOB, 'challenge carol minefield');
    await desk.answer(ALICE, 'challenge bob');
    await desk.answer(BOB, 'games');
    await desk.answer(BOB, 'accept');
    expect([state(1), state(2)]).toEqual(['open', 'accepted']);
  });

  it('is not accepted by who has made it', async () => {
    await desk.answer(ALICE, 'challenge bob');
    const [told] = await desk.answer(ALICE, 'accept');
    expect(flat(told)).not.toContain('accept 1');
    expect(state(1)).toBe('open');
  });

  it('is nobody else’s to accept', async () => {
    await desk.answer(ALICE, 'challenge bob');
    const [refused] = await desk.answer(CAROL, 'accept 1');
    expect(flat(refused)).toContain('No challenge 1 waits for your answer.');
    expect(state(1)).toBe('open');
  });

  it('is listed to both', async () => {
    await desk.answer(ALICE, 'challenge bob -first=me');
    const [mine] = await desk.answer(ALICE, 'challenges');
    expect(mine?.text).toContain('Your own offers:');
    expect(mine?.text).toContain('   1  bob  forms  8x8    you');
    const [his] = await desk.answer(BOB, 'games');
    expect(his?.text).toContain('Waiting for your reply:');
    expect(his?.text).toContain('   1  alice  forms  8x8    they');
    const [hers] = await desk.answer(CAROL, 'challenges');
    expect(flat(hers)).toContain('No offers wait. To offer a match to everybody: challenge open');
    const [none] = await desk.answer(BOB, 'challenges minefield');
    expect(flat(none)).toContain('challenge open minefield');
  });
});

describe('a counter-offer', () => {
  it('can be countered again', async () => {
    await desk.answer(ALICE, 'challenge bob');
    await desk.answer(BOB, 'counter 1 minefield');
    await desk.answer(ALICE, 'counter -first=me');
    await desk.answer(BOB, 'accept');
    expect(seats(3)).toEqual({ rules: 'minefield', black: 1, white: 2 });
    expect([state(1), state(2), state(3)]).toEqual(['countered', 'countered', 'accepted']);
  });

  it.each([
    ['counter 1', 'Which terms would you prefer?'],
    ['counter 1 -size=8x8', 'Those are already the terms of challenge 1. To play: accept 1'],
    ['counter 1 -size=5x5', 'A 5x5 board has an odd number of cells'],
    ['counter 1 -first=bob', 'Who moves first is written like this'],
    ['counter 1 poker', 'There is no game with that name.'],
    ['counter 9 -size=6x6', 'No challenge 9 waits for your answer.'],
    ['counter 1 forms minefield', 'Which terms would you prefer?'],
  ])('is refused: %s', async (command, sentence) => {
    await desk.answer(ALICE, 'challenge bob -size=8x8');
    const sent = await desk.answer(BOB, command);
    expect(to(sent)).toEqual([BOB]);
    expect(flat(sent[0])).toContain(sentence);
    expect(state(1)).toBe('open');
  });
});

describe('challenges that wait', () => {
  it('are limited, open ones and others together', async () => {
    for (let count = 0; count < challengeLimits.open; count += 10) {
      await desk.answer(ALICE, 'challenge open forms\n'.repeat(10));
    }
    const [refused] = await desk.answer(ALICE, 'challenge bob');
    expect(flat(refused)).toContain(`${challengeLimits.open} of your challenges already wait`);
  });

  it('expire, and the challenger is told how to offer them again', async () => {
    await desk.answer(ALICE, 'challenge bob -size=6x6 -first=me');
    await desk.answer(ALICE, 'challenge open minefield');
    desk.time.now += challengeLimits.openMs - 60_000;
    expect(expireChallenges(desk.shell)).toBe(0);
    desk.time.now += 120_000;
    await desk.answer(CAROL, 'challenge open forms');
    expect(expireChallenges(desk.shell)).toBe(2);
    expect(expireChallenges(desk.shell)).toBe(0);
    const sent = await desk.round();
    expect(to(sent)).toEqual([ALICE, ALICE]);
    expect(flat(sent[0])).toContain(
      'bob did not reply to your challenge 1 (Forms, 6x6) in 14 days',
    );
    expect(flat(sent[0])).toContain('challenge bob forms -size=6x6 -first=me');
    expect(flat(sent[1])).toContain('Nobody accepted your challenge 2 (Minefield, 8x8)');
    expect([state(1), state(2), state(3)]).toEqual(['expired', 'expired', 'open']);
    const [late] = await desk.answer(BOB, 'accept 1');
    expect(flat(late)).toContain('Challenge 1 was open too long and is closed.');
  });

  it('are all closed when there are many', async () => {
    const { db } = desk.shell;
    putChallenges(db, 1, 250, { rules: 'forms', cols: 8, rows: 8 });
    expect(expireChallenges(desk.shell)).toBe(250);
    await compose(desk.shell, new AbortController().signal);
    expect(statesOut(db).filter((each) => each === 'composed')).toHaveLength(250);
  });
});

describe('lists', () => {
  it('are cut to what a letter holds, and say so', async () => {
    const terms = { rules: 'forms-original', cols: 26, rows: 10 };
    putChallenges(desk.shell.db, 9_999_901, 9_999_923, terms);
    const [list] = await desk.answer(BOB, 'challenges');
    expect(flat(list)).toContain('There are more: challenges -page=2');
    for (const line of list?.text.split('\n') ?? []) expect(line.length).toBeLessThanOrEqual(72);
    const [rest] = await desk.answer(BOB, 'challenges -page=2');
    expect(rest?.text.match(/^ *99999\d\d /gm)).toHaveLength(3);
    expect(flat(rest)).not.toContain('There are more');
    const [none] = await desk.answer(BOB, 'challenges -page=3');
    expect(flat(none)).toContain('That page is empty.');
  });
});

describe('words beside other terms', () => {
  it.each(["I'd rather play 6x6, and hi!", 'Lieber 6x6. Schönen Gruß und hi!'])(
    'reach the other player with the terms that are meant: %s',
    async (text) => {
      await desk.answer(ALICE, 'challenge bob forms');
      const [asked] = await desk.answer(BOB, text);
      expect(flat(asked)).toContain('What you wrote to alice goes along with it.');
      await desk.answer(BOB, 'yes');
      expect(desk.newest(ALICE).text).toContain('Board       8x8                   6x6');
      expect(desk.newest(ALICE).text).toMatch(/(?:a|u)nd hi!/);
    },
  );
});
