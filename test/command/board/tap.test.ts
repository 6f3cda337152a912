import { describe, expect, it } from 'vitest';
import { parseMailto } from '../../../sandbox/draft.ts';
import { ALICE, BOB, openBoard, type Sent } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { newestBoard } from '../../support/desk/play.ts';

eachDesk();

/** What a tap on a cell of the board opens, and a tap on a link of that name. */
function tapOn({ email: { html = '' } }: Sent, cell: string) {
  const link = new RegExp(`<a href="([^"]+)"[^>]*>(?:<img [^>]*aria-label="${cell} |${cell}</a>)`);
  const [, href = ''] = link.exec(html) ?? [];
  const filled = parseMailto(href.replaceAll('&amp;', '&'));
  if (!filled.ok) throw new Error(`no link on ${cell}`);
  return filled.value;
}

const tap = (sent: Sent, cell: string, from: string) => {
  const { to, subject, body } = tapOn(sent, cell);
  return desk.post({ from, to, subject, text: body });
};

describe('a tap on a board', () => {
  it('plays the cell where cells are moves', async () => {
    await openBoard(desk, 'minefield -size=4x4');
    await tap(newestBoard(desk, ALICE), 'b2', ALICE);
    expect(newestBoard(desk, BOB).email.text).toContain('alice played b2.');
    await tap(newestBoard(desk, BOB), 'c3', BOB);
    expect(newestBoard(desk, ALICE).email.text).toContain('bob played c3.');
  });

  it('plays the only move of a stone', async () => {
    await openBoard(desk, 'forms -size=2x1');
    await tap(newestBoard(desk, ALICE), 'a1', ALICE);
    expect(newestBoard(desk, BOB).email.text).toContain('a1xb1');
  });

  it('brings the moves of a stone that has several, and each is a tap again', async () => {
    await openBoard(desk, 'forms -size=4x4');
    const board = newestBoard(desk, ALICE);
    expect(tapOn(board, 'b1').body).toBe('b1\n');
    await tap(board, 'b1', ALICE);
    const answer = desk.newest(ALICE);
    expect(answer.email.text).toMatch(
      /b1 has 3 moves\. Answer with: move 1 b1xa1 \|\s+move 1 b1xc1/,
    );
    await tap(answer, 'move 1 b1xa1', ALICE);
    expect(newestBoard(desk, BOB).email.text).toContain('alice played b1xa1.');
  });

  it('works on the board of an answer', async () => {
    await openBoard(desk, 'forms -size=4x4');
    await desk.answer(ALICE, 'b1');
    await tap(desk.newest(ALICE), 'c2', ALICE);
    expect(desk.newest(ALICE).email.text).toContain('c2 has 4 moves');
  });

  it('says what it says when no stone of the mover is there', async () => {
    await openBoard(desk, 'forms -size=4x4');
    await desk.answer(ALICE, 'a1');
    expect(desk.newest(ALICE).email.text).toContain('not written like a move');
  });
});
