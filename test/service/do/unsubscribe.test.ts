import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseMailto } from '../../../sandbox/draft.ts';
import { board } from '../../../sandbox/samples/sample-boards.ts';
import { MORNING } from '../../../sandbox/samples/sample-lists.ts';
import { SAMPLES } from '../../../sandbox/samples/samples.ts';
import { footerOf } from '../../../src/command/letters/footer.ts';
import type { Message } from '../../../src/intent.ts';
import { oneDayMs } from '../../../src/limits.ts';
import { renderLetter } from '../../../src/render/letter.ts';
import { playerByAddress } from '../../../src/store/people/players.ts';
import { matchOf } from '../../../src/store/play/matches.ts';
import { templates } from '../../render/reader.ts';
import {
  ADMIN,
  ALICE,
  BOB,
  type Desk,
  openBoard,
  openDesk,
  type Sent,
} from '../../support/desk/desk.ts';
import { letPass } from '../../support/desk/pass.ts';
import { CAROL, flat, signUp } from '../../support/desk/players.ts';
import { throwDice } from '../../support/run/seed.ts';

/** What stops a letter: said in its last line, and sent by the button of a mail program. */

let desk: Desk;
beforeEach(async () => {
  desk = openDesk();
  await openBoard(desk, 'minefield -size=4x4 -first=me -nag=1d -forfeit=9d');
});
afterEach(() => desk.close());

const settle = async (of: string, command: string) => {
  await desk.post({ from: of, subject: command, text: '' });
  return desk.answer(of, 'yes');
};
const headerOf = (letter: Sent) =>
  letter.email.headers.find(({ key }) => key === 'list-unsubscribe')?.value;

/** What the button of a mail program sends, with whatever text. */
function button(letter: Sent, text?: string) {
  const link = parseMailto(/^<(.*)>$/.exec(headerOf(letter) ?? '')?.[1] ?? '');
  if (!link.ok) throw new Error(`${letter.subject} cannot be stopped`);
  const { to, subject, body } = link.value;
  return { from: letter.to, to, subject, text: text ?? body };
}

const days = (count: number) => letPass(desk, count * oneDayMs);
const isOpen = (address: string) => playerByAddress(desk.shell.db, address) !== undefined;
const lettersTo = (to: string, sent: readonly Sent[]) => sent.filter((each) => each.to === to);

/** Each kind of letter: how one comes to somebody, what stops it, and how another one would come. */
const KINDS: readonly {
  readonly name: string;
  readonly to: string;
  readonly command: string;
  readonly come: () => Promise<unknown>;
  readonly again: () => Promise<readonly Sent[]>;
}[] = [
  {
    name: 'a board after a move of the other player',
    to: BOB,
    command: 'set notify daily',
    come: () => desk.answer(ALICE, 'a1'),
    again: async () => {
      await desk.post({ from: BOB, subject: 'show 1', text: '' });
      await desk.answer(BOB, 'a2');
      return desk.answer(ALICE, 'b3');
    },
  },
  {
    name: 'the board of an own move',
    to: ALICE,
    command: 'set copies no',
    come: () => desk.answer(ALICE, 'a1'),
    again: async () => {
      await desk.answer(BOB, 'a2');
      return desk.answer(ALICE, 'b3');
    },
  },
  {
    name: 'a board for somebody who looks on',
    to: CAROL,
    command: 'unwatch 1',
    come: async () => {
      await signUp(desk, CAROL);
      await desk.answer(CAROL, 'watch 1');
      return desk.answer(ALICE, 'a1');
    },
    again: () => desk.answer(BOB, 'a2'),
  },
  {
    name: 'a letter of the day',
    to: BOB,
    command: 'set notify result',
    come: async () => {
      await settle(BOB, 'set notify daily');
      await settle(BOB, 'set remind no');
      await desk.answer(ALICE, 'a1');
      await days(1);
    },
    again: async () => {
      const before = desk.sent.length;
      await days(1);
      return desk.sent.slice(before);
    },
  },
  {
    name: 'a board with words, for who wants no others',
    to: BOB,
    command: 'set notify none',
    come: async () => {
      await settle(BOB, 'set notify result');
      await desk.answer(ALICE, 'a1\n\nHello.');
    },
    again: () => desk.answer(ALICE, 'say 1\nHello again.'),
  },
  {
    name: 'a reminder',
    to: ALICE,
    command: 'set remind no',
    come: () => days(1),
    again: async () => {
      const before = desk.sent.length;
      await days(1);
      return desk.sent.slice(before);
    },
  },
  {
    name: 'a challenge',
    to: BOB,
    command: 'set accept none',
    come: () => settle(ALICE, 'challenge bob forms'),
    again: async () => {
      await settle(BOB, 'decline 2');
      return settle(ALICE, 'challenge bob minefield');
    },
  },
  {
    name: 'other terms',
    to: ALICE,
    command: 'set accept none',
    come: async () => {
      await settle(ALICE, 'challenge bob forms');
      await desk.answer(BOB, 'counter 2 -size=4x4');
    },
    again: async () => {
      await settle(ALICE, 'decline 3');
      return settle(BOB, 'challenge alice minefield');
    },
  },
  {
    name: 'a message',
    to: BOB,
    command: 'block alice',
    come: async () => {
      await desk.post({ from: ALICE, subject: 'message bob', text: 'Hello.' });
      await desk.answer(ALICE, 'message bob\nHello.');
    },
    again: () => desk.answer(ALICE, 'message bob\nHello again.'),
  },
  {
    name: 'a letter to all',
    to: BOB,
    command: 'set news no',
    come: async () => {
      await desk.post({ from: ADMIN, subject: 'admin broadcast', text: 'We move house.' });
      await desk.answer(ADMIN, 'yes');
    },
    again: async () => {
      await desk.post({ from: ADMIN, subject: 'admin broadcast', text: 'We have moved.' });
      return desk.answer(ADMIN, 'yes');
    },
  },
  {
    name: 'an invitation',
    to: CAROL,
    command: 'no',
    come: async () => {
      await settle(ALICE, `invite ${CAROL} forms`);
      await desk.round();
    },
    again: () => settle(BOB, `invite ${CAROL} forms`),
  },
];

/** What would come without the tap. */
async function without(again: () => Promise<readonly Sent[]>, to: string) {
  const left = desk;
  desk = left.copy();
  const letters = lettersTo(to, await again());
  desk.close();
  desk = left;
  return letters;
}

const dice = throwDice('unsubscribe');

/** A text that programs send in the place of ours. */
const TEXTS = [
  undefined,
  '',
  '-- \nSent from my phone',
  'This message was automatically generated.',
];

describe('a letter that nobody has asked for', () => {
  it.each(KINDS)('is stopped by one tap: $name', async ({ to, command, come, again }) => {
    await come();
    const letter = desk.newest(to);
    expect(button(letter)).toMatchObject({ subject: command, text: `${command}\n` });
    const wasOpen = isOpen(to);
    // Nobody is invited twice, whatever the first one has come to.
    if (command !== 'no') expect(await without(again, to)).not.toEqual([]);
    for (const text of dice.sample(TEXTS, 1)) {
      const copy = desk.copy();
      const [answer] = await copy.post(button(letter, text));
      expect(flat(answer), `${text}`).not.toMatch(/no command|nothing was written|please confirm/i);
      copy.close();
    }
    const [done, ...others] = await desk.post(button(letter));
    expect(others).toEqual([]);
    expect(done?.to).toBe(to);
    expect(isOpen(to)).toBe(wasOpen);
    expect(lettersTo(to, await again()).map(({ subject }) => subject)).toEqual([]);
  });
});

describe('the last step', () => {
  const cases: readonly [name: string, to: string, come: () => Promise<unknown>][] = [
    ['a board that is over', BOB, () => desk.answer(ALICE, 'resign 1')],
    [
      'the announcement of a forfeit',
      ALICE,
      async () => {
        desk.close();
        desk = openDesk();
        await openBoard(desk, 'minefield -size=4x4 -first=me -nag=1d -forfeit=2d');
        await settle(ALICE, 'set remind no');
        await days(1);
      },
    ],
    [
      'news of a challenge',
      ALICE,
      async () => {
        await settle(ALICE, 'challenge bob forms');
        await desk.answer(BOB, 'decline 2');
      },
    ],
  ];
  it.each(cases)('asks before it closes an account: %s', async (_, to, come) => {
    await come();
    const letter = desk.newest(to);
    const moves = matchOf(desk.shell.db, 1)?.revision;
    const [question] = await desk.post(button(letter));
    expect(button(letter).subject).toBe('signoff');
    expect(isOpen(to)).toBe(true);
    expect(matchOf(desk.shell.db, 1)?.revision).toBe(moves);
    expect(flat(question)).toContain('To close the account, reply with one word: yes');
    await desk.answer(to, 'yes');
    expect(isOpen(to)).toBe(false);
  });
});

describe('a letter that answers its reader', () => {
  it.each(['help', 'games', 'show 1', 'signoff', 'whoami'])(
    'has no footer: %s',
    async (command) => {
      const [letter] = await desk.post({ from: BOB, subject: command, text: '' });
      expect(letter && headerOf(letter)).toBeUndefined();
      expect(letter?.email.html ?? '').not.toContain('margin:24px 0 0');
    },
  );
});

describe('a footer', () => {
  const long = 'a2345678901234567890';
  const facts = { ...board, board: 1_234_567, black: long };
  const sides = { ...facts, moves: [...facts.moves, 'b1xa1'] };
  const letters: readonly (readonly [Message, string])[] = [
    ...SAMPLES.map(([, message]) => [message, 'alice'] as const),
    ...(['each', 'daily', 'result', 'none'] as const).map(
      (notify) => [{ kind: 'board', facts: { ...facts, choices: { notify } } }, long] as const,
    ),
    [{ kind: 'board', facts: { ...sides, comment: undefined } }, long],
    [{ kind: 'board', facts: { ...facts, watching: true } }, 'carol'],
    [{ kind: 'message', facts: { from: long, text: 'Hello.' } }, 'alice'],
    [{ kind: 'morning', facts: { ...MORNING, choices: { remind: 'no' } } }, 'alice'],
  ];

  it.each(['en', 'de'])(
    'is one line, said once, that names what the button sends: %s',
    (language) => {
      const said = new Set<string>();
      for (const [message, userid] of letters) {
        const footer = footerOf(message, userid);
        const reader = { userid, language, replyTo: 'games+k3f@turnpost.test', links: true };
        const { text, html = '', unsubscribe } = renderLetter(message, reader, templates);
        expect(unsubscribe !== undefined).toBe(footer !== undefined);
        if (!footer || footer.isInText) continue;
        const line = templates.sentence(language, footer.says);
        const command = templates.spelled(language, footer.command);
        expect(line.length).toBeLessThanOrEqual(72);
        expect(line.endsWith(command) || line.includes(`${command}. `)).toBe(true);
        expect(text.split(command)).toHaveLength(2);
        expect(text.split(`\n\n${line}\n`)).toHaveLength(2);
        expect(html.replace(/<[^>]*>/g, '')).toContain(line.replaceAll("'", '&#39;'));
        expect(text.endsWith(`\n\n${line}\n`)).toBe(true);
        said.add(footer.says.code);
      }
      expect([...said].sort()).toEqual(
        (
          'footer-account footer-board footer-broadcast footer-challenge ' +
          'footer-copy footer-daily footer-last footer-message footer-puzzle ' +
          'footer-remind footer-warned footer-watching'
        ).split(' '),
      );
    },
  );
});
