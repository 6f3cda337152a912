import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Desk, openDesk } from '../../support/desk/desk.ts';

const CAROL = 'carol@home.test';

let asked: Desk;

beforeAll(async () => {
  asked = openDesk();
  await asked.post({ from: CAROL, subject: 'play', text: '' });
});
afterAll(() => asked.close());

const counts = ({ shell }: Desk) =>
  shell.db
    .prepare(
      `select (select count(*) from players where id > 0) as players,
        (select count(*) from matches) as matches,
        (select count(*) from clocks) as clocks`,
    )
    .get();

describe('a stranger who wants to play', () => {
  it('gets a board, and nothing exists before the answer', () => {
    const board = asked.newest(CAROL);
    console.log(board.subject, board.text, board.raw.length);
    expect(counts(asked)).toEqual({ players: 0, matches: 0, clocks: 0 });
  });

  it('opens the account with the first move', async () => {
    const desk = asked.copy();
    const sent = await desk.answer(CAROL, 'b1xa1');
    for (const each of sent) console.log(each.to, each.subject, each.text);
    expect(counts(desk)).toEqual({ players: 1, matches: 1, clocks: 0 });
    for (const each of await desk.post({ from: CAROL, subject: 'whoami', text: '' }))
      console.log(each.text);
    desk.close();
  });

  it('odd answers', async () => {
    const desk = asked.copy();
    for (const text of [
      'help forms',
      'resign',
      'signoff',
      'Ja',
      'move 1 a2xa3',
      'name anna',
      'name robot',
      'name bob\nwhoami',
    ]) {
      const sent = await desk.answer(CAROL, text);
      console.log(
        desk.shell.db.prepare('select state, reason from inbox order by id desc limit 1').get(),
      );
      for (const each of sent)
        console.log('>>>', text, '\n', each.to, each.subject, each.text.slice(0, 700));
    }
    desk.close();
  });
});
