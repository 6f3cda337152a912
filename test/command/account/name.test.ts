import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALICE, BOB, type Desk, openDesk } from '../../support/desk/desk.ts';
import { CAROL, flat, signUpAll } from '../../support/desk/players.ts';
import { useridOf } from '../../support/stored/people.ts';

let begun: Desk;
beforeAll(async () => {
  begun = openDesk();
  await signUpAll(begun, [ALICE, BOB]);
  await begun.post({ from: CAROL, subject: 'play', text: '' });
  await begun.answer(CAROL, 'b1xa1');
});
afterAll(() => begun.close());

/** What carol is called after some letters, each an answer to the newest that its writer has got. */
async function calledAfter(...letters: readonly (readonly [from: string, text: string])[]) {
  const desk = begun.copy();
  for (const [from, text] of letters) await desk.answer(from, text);
  const userid = useridOf(desk.shell.db, 3);
  const said = flat(desk.newest(CAROL));
  desk.close();
  return { userid, said };
}

describe('name', () => {
  it('is changed by the answer to a board, as often as one likes', async () => {
    expect(await calledAfter([CAROL, 'name carol'])).toMatchObject({ userid: 'carol' });
    const twice = await calledAfter([CAROL, 'name carol'], [CAROL, 'name Carola']);
    expect(twice.userid).toBe('Carola');
    expect((await calledAfter([CAROL, 'name'])).said).toContain('You are called guest3.');
  });

  it('is changed also where a list has shown the old one: that is no meeting', async () => {
    const desk = begun.copy();
    await desk.answer(BOB, 'players');
    expect(flat(desk.newest(BOB))).toContain('guest3');
    await desk.answer(CAROL, 'name carol');
    expect(flat(desk.newest(CAROL))).toContain('until you meet another player, at a board,');
    desk.close();
  });

  it('leads back to the board that waits, and says nothing of one that does not', async () => {
    const { said } = await calledAfter([CAROL, 'name carol']);
    expect(said).toContain('It is still your turn on board 1');
    expect((await calledAfter([CAROL, 'name carol'], [CAROL, 'show 1'])).said).toContain(
      'Reply with your move',
    );
    const over = await calledAfter([CAROL, 'resign'], [CAROL, 'name carol']);
    expect(over.said).not.toContain('your turn');
  });

  it.each([
    ['name bob', 'is taken'],
    ['name B0B', 'is taken'],
    ['name robot', 'could be taken for'],
    ['name robot-3', 'is taken'],
    ['name x', 'A userid has 2 to 20'],
    ['name carol the great', 'A userid has 2 to 20'],
    ['name carol.com', 'How about: name carol-com'],
  ])('is refused where nobody could have it: %s', async (line, why) => {
    const { userid, said } = await calledAfter([CAROL, line]);
    expect(userid).toBe('guest3');
    expect(said).toContain(why);
  });

  const MET: readonly [
    what: string,
    letters: readonly (readonly [from: string, text: string])[],
  ][] = [
    [
      'a challenge',
      [
        [CAROL, 'resign'],
        [CAROL, 'challenge bob forms'],
      ],
    ],
    [
      'a challenge to all',
      [
        [CAROL, 'resign'],
        [CAROL, 'challenge open forms'],
      ],
    ],
    ['a challenge from somebody', [[BOB, 'challenge guest3 forms']]],
    [
      'a message',
      [
        [CAROL, 'resign'],
        [CAROL, 'message bob\nHello!'],
      ],
    ],
  ];
  it.each(MET)('stays when another was met: %s', async (_, letters) => {
    const { userid, said } = await calledAfter(...letters, [CAROL, 'name carol']);
    expect(said).toContain('Other players know you as guest3');
    expect(userid).toBe('guest3');
  });

  it.each(["Nice day, btw I'm Carla", 'Hallo, ich bin Carla!'])(
    'is offered where words in passing give one: %s',
    async (words) => {
      const desk = begun.copy();
      const [letter] = await desk.answer(CAROL, words);
      expect(flat(letter)).toContain('Did you mean: name carla');
      await desk.answer(CAROL, 'yes');
      expect(flat(desk.newest(CAROL))).toContain('You are called carla here now');
      desk.close();
    },
  );

  it('goes for what was to be told under the old one', async () => {
    const desk = begun.copy();
    await desk.answer(CAROL, 'c2xc1\nname carol');
    const board = desk.sent.findLast(
      ({ to, subject }) => to === CAROL && subject.includes('Board'),
    );
    expect(board?.subject).toContain('(carol vs robot)');
    expect(flat(board)).toContain('You played c2xc1.');
    expect(board?.text).not.toContain('guest3');
    desk.close();
  });
});
