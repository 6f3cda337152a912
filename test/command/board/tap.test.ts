import { afterEach, describe, expect, it } from 'vitest';
import { parseMailto } from '../../../sandbox/draft.ts';
import { offerGames } from '../../../src/engine/registry.ts';
import { RULES } from '../../../src/engine/shape/ground.ts';
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

  describe('on a stone with several moves', () => {
    const listed =
      '[b1] Type the number of your move at the end:\n1) b1xa1\n2) b1xc1\n3) b1xb2\n\n';
    const edited = async (edit: (body: string) => string): Promise<string> => {
      await openBoard(desk, 'forms -size=4x4');
      const board = newestBoard(desk, ALICE);
      const { to, subject, body } = tapOn(board, 'b1');
      expect(body.replaceAll('\r', '')).toBe(listed);
      await desk.post({ from: ALICE, to, subject, text: edit(listed) });
      return newestBoard(desk, BOB).email.text ?? '';
    };
    const firstTwo = /^[23]\) .*\n/gm;

    it.each<readonly [string, (body: string) => string, string, string]>([
      ['a number at its end', (body) => `${body}2`, 'b1xc1', ''],
      ['a number above', (body) => `2\n${body}`, 'b1xc1', ''],
      ['a number in front of it', (body) => `2${body}`, 'b1xc1', ''],
      ['a number behind how to choose', (body) => body.replace('end:', 'end: 3'), 'b1xb2', ''],
      ['all lines deleted but one', (body) => body.replace(firstTwo, ''), 'b1xa1', ''],
      [
        'a number, where the program doubles lines',
        (body) => `${body.replaceAll('\n', '\n\n')}2`,
        'b1xc1',
        '',
      ],
      ['all deleted but a move', () => '3) b1xb2', 'b1xb2', ''],
      ['a move typed above', (body) => `b1xc1\n${body}`, 'b1xc1', ''],
      ['a number, and words below', (body) => `${body}#2.\nHello!`, 'b1xc1', 'Hello!'],
      ['words above, and a number', (body) => `Hello!\n${body}1`, 'b1xa1', 'Hello!'],
      [
        'a number, and a phone\u2019s signature',
        (body) => `${body}1\n\nSent from my iPhone`,
        'b1xa1',
        '',
      ],
    ])('plays the one that is chosen by %s', async (_, edit, move, words) => {
      const told = await edited(edit);
      expect(told).toContain(`alice played ${move}.`);
      expect(/^bob?|^alice writes:\n\|?\s*(.*)$/m.exec(told)?.[1] ?? '').toBe(words);
      expect(told).not.toContain('Type the number');
    });

    it('takes no line of a comment that only looks like it', async () => {
      await openBoard(desk, 'forms -size=4x4');
      const words = '[1] see below\n7\n[EXTERNAL] that is what my office adds\n1) and a list';
      await desk.answer(ALICE, `b1xa1\n${words}`);
      const told = newestBoard(desk, BOB).email.text ?? '';
      expect(told.match(/^\|.*$/gm)?.map((line) => line.slice(2))).toEqual(words.split('\n'));
    });

    it.each<readonly [string, (body: string) => string]>([
      ['is sent as it is', (body) => body],
      ['has a number that is not there', (body) => `${body}7`],
      ['has two numbers', (body) => `1\n${body}2`],
      ['has two lines left', (body) => body.replace(/^3.*\n/gm, '')],
      ['has two lines left, and an empty one', (body) => body.replace(/^2.*$/gm, '')],
      ['has the number of a line that was deleted', (body) => body.replace(/^2.*$/gm, '2')],
    ])('asks which where the answer %s, and each is a tap again', async (_, edit) => {
      expect(await edited(edit)).not.toContain('played');
      const answer = desk.newest(ALICE);
      expect(answer.subject).toBe('Forms Board 1 (alice vs bob)');
      expect(answer.email.text).toMatch(
        /b1 has 3 moves\. Reply with: move 1 b1xa1 \|\s+move 1 b1xc1/,
      );
      const html = String(answer.email.html);
      expect(html.indexOf('>b1xa1<')).toBeLessThan(html.indexOf('<table aria-label'));
      expect(tapOn(answer, 'c1').body.trim()).toBe('move 1 b1xc1');
      await tap(answer, 'b1xa1', ALICE);
      expect(newestBoard(desk, BOB).email.text).toContain('alice played b1xa1.');
    });
  });

  describe('on a piece with more moves than can be numbered', () => {
    const opened = async () => {
      offerGames(RULES);
      await openBoard(desk, 'amazons -size=6x6');
      return tapOn(newestBoard(desk, ALICE), 'd1');
    };
    afterEach(() => offerGames(undefined));

    it.each<readonly [string, (body: string) => string]>([
      ['two cells at its end', (body) => `${body}e2/e4`],
      ['two cells with a blank between them', (body) => `${body}e2 e4\nHello!`],
      ['two cells behind how to type them', (body) => body.replace(':\n', ': e2/e4\n')],
      ['two cells above', (body) => `e2/e4\n${body}`],
      ['the whole move', (body) => `${body}d1-e2/e4`],
      ['the whole move, where the program doubles lines', (body) => `${body}\n\nd1e2e4`],
    ])('plays the move by %s', async (_, edit) => {
      const { to, subject, body } = await opened();
      const text = body.replaceAll('\r', '');
      expect(text).toMatch(/^\[d1\] Type where it goes at the end, such as \S+:\n\n$/);
      await desk.post({ from: ALICE, to, subject, text: edit(text) });
      expect(newestBoard(desk, BOB).email.text).toContain('alice played d1-e2/e4.');
      expect(newestBoard(desk, BOB).email.text).not.toContain('Type where');
    });

    it('lists the moves where nothing is typed', async () => {
      const { to, subject, body } = await opened();
      await desk.post({ from: ALICE, to, subject, text: body });
      expect(desk.newest(ALICE).email.text).toContain('d1 has 124 moves.');
    });

    it('takes no line of a comment that only looks like it', async () => {
      await opened();
      await desk.answer(ALICE, 'd1-e2/e4\n[d1] was weak');
      expect(newestBoard(desk, BOB).email.text).toContain('[d1] was weak');
    });
  });

  it("on the other side's stone shows the moves that take it", async () => {
    await openBoard(desk, 'forms -size=4x4');
    await desk.answer(ALICE, 'a1');
    expect(desk.newest(ALICE).email.text).toContain('2 moves go to a1.');
  });
});
