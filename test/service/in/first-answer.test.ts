import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Desk, openDesk } from '../../support/desk/desk.ts';

const CAROL = 'carol@home.test';

let asked: Desk;

beforeAll(async () => {
  asked = openDesk();
  await asked.post({ from: CAROL, subject: 'play first', text: '' });
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
    for (const each of await desk.post({ from: CAROL, subject: 'whoami', text: '' })) console.log(each.text);
    desk.close();
  });

  it('odd answers', async () => {
    const desk = asked.copy();
    for (const text of ['b1', 'hello, how are you', 'b1xb3', 'a9xb9', 'help forms', 'b1xb2'] ) {
      const sent = await desk.answer(CAROL, text);
      for (const each of sent) console.log('>>>', text, '\n', each.to, each.subject, each.text.slice(0, 1500));
    }
    desk.close();
  });
});
