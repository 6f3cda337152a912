import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALICE, BOB, type Desk, openBoard, openDesk } from '../../support/desk/desk.ts';
import { storedBoard } from '../../support/desk/play.ts';
import { GMAIL, MARKDOWN, OUTLOOK, OUTLOOK_CID, THUNDERBIRD } from '../../support/post/as-text.ts';
import { answerTo } from '../../support/post/letters.ts';
import {
  LAYOUTS,
  marked,
  type Quotes,
  withMark,
  word,
  written,
} from '../../support/post/quoting.ts';
import { throwDice } from '../../support/run/seed.ts';

const dice = throwDice('answers to the largest letters');

/** A board of many links, with as much to say as anybody may. */
const WORDS = Array.from(
  { length: 60 },
  (_, at) => `Line ${at}: resign or move b1xa1, that is it.`,
);
const TYPED = ['d1xe1', 'Good luck!'];
const HEAD = [
  'From: Turnpost <games@turnpost.test>',
  'Sent: Saturday, 21 November 2026 10:00',
  'To: alice@home.test',
  'Subject: Forms Board 1 (alice vs bob)',
  '',
];

const PROGRAMS: readonly (readonly [name: string, quotes: Quotes])[] = [
  ['text with marks', marked],
  ['HTML of Word', word],
  ['text of Outlook', written(OUTLOOK)],
  ['text of Outlook with ids', written(OUTLOOK_CID)],
  ['text of Gmail', written(GMAIL, withMark)],
  ['text of Thunderbird', written(THUNDERBIRD, withMark)],
  ['Markdown', written(MARKDOWN, withMark)],
];

describe.each(['8x8', '14x14', '16x16'])(
  'an answer that quotes the largest letter, of %s',
  (size) => {
    let board: Desk;
    beforeAll(async () => {
      board = openDesk();
      await openBoard(board, `forms -size=${size}`);
      await board.answer(ALICE, 'b1xa1');
      await board.answer(BOB, `c1-c2\n${WORDS.join('\n')}`);
    });
    afterAll(() => board.close());

    const all = PROGRAMS.flatMap(([name, quotes]) =>
      LAYOUTS.map((layout) => ({ name, quotes, layout })),
    );
    it.each(dice.sample(all, 5))('as $name, is read: $layout', async ({ quotes, layout }) => {
      const desk = board.copy();
      const older = desk.newest(ALICE);
      const nothing = { top: [], bottom: [], interleaved: [] };
      const { type, text } = quotes(HEAD, older, { ...nothing, [layout]: TYPED });
      await desk.post({ ...answerTo(older, ''), text, type: `Content-Type: ${type}` });
      expect(storedBoard(desk).moves).toContain(TYPED[0]);
      const [, comment = ''] = /alice writes:\n((?:\|.*\n)*)/.exec(desk.newest(BOB).text) ?? [];
      expect(comment.trim()).toBe(`| ${TYPED[1]}`);
      desk.close();
    });
  },
);
