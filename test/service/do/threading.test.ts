import { beforeEach, describe, expect, it } from 'vitest';
import { parseMailto } from '../../../sandbox/draft.ts';
import { letterLimits } from '../../../src/limits.ts';
import { parseMessageIds } from '../../../src/mail/header.ts';
import { ADMIN, ALICE, BOB, type Sent } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';

/** A whole game of Forms on 4x4, black first. */
const PLIES = 'c4c3 d2c2 a2a1 b2b1 a1b1 b4a4 d3d2 a3a1 c3a4'.split(' ');

let first: readonly Sent[];

eachDesk('forms -size=4x4');
beforeEach(() => {
  first = [desk.newest(ALICE), desk.newest(BOB)];
});

const play = async (plies: readonly string[]) => {
  for (const [at, ply] of plies.entries()) await desk.answer(at % 2 === 0 ? ALICE : BOB, ply);
};
const boardsTo = (to: string) =>
  desk.sent.filter((letter) => letter.to === to && letter.subject.startsWith('Forms Board'));
const idsIn = (letter: Sent, header: string) =>
  parseMessageIds(letter.email.headers.find(({ key }) => key === header)?.value ?? '');
const headerOf = (letter: Sent | undefined, header: string) =>
  letter?.email.headers.find(({ key }) => key === header)?.value;

describe('the letters of a match', () => {
  it('are one conversation for each player, by their ids and by their subject', async () => {
    await play(PLIES);
    for (const player of [ALICE, BOB]) {
      const letters = boardsTo(player);
      expect(letters).toHaveLength(PLIES.length + 1);
      expect(new Set(letters.map(({ subject }) => subject)).size).toBe(1);
      const anchor = idsIn(letters[0] as Sent, 'message-id')[0];
      for (const [at, letter] of letters.entries()) {
        if (at === 0) continue;
        const references = idsIn(letter, 'references');
        expect(references).toContain(anchor);
        expect(references).toContain(idsIn(letters[at - 1] as Sent, 'message-id')[0]);
        // Programs that read no References have the parent all the same.
        expect(references.at(-1)).toBe(idsIn(letter, 'in-reply-to')[0]);
      }
    }
  });

  it('answer the letter that has caused them, or else the board before them', async () => {
    await desk.post({
      ...{ from: ALICE, to: first[0]?.email.replyTo?.[0]?.address ?? '', text: PLIES[0] ?? '' },
      subject: `Re: ${first[0]?.subject}`,
      headers: [`In-Reply-To: ${first[0]?.email.messageId}`],
    });
    const own = idsIn(desk.newest(ALICE), 'in-reply-to');
    expect(own[0]).toMatch(/^letter-\d+@mail\.test$/);
    expect(headerOf(desk.newest(ALICE), 'auto-submitted')).toBe('auto-replied');
    expect(idsIn(desk.newest(BOB), 'in-reply-to')).toEqual(idsIn(first[1] as Sent, 'message-id'));
    expect(headerOf(desk.newest(BOB), 'auto-submitted')).toBe('auto-generated');
  });

  it('keep their first letter in view however long the match is', async () => {
    for (let count = 0; count < letterLimits.references + 10; count++) {
      await desk.answer(BOB, 'show 1');
      desk.time.now += 3_600_000;
    }
    const letters = boardsTo(BOB);
    const last = letters.at(-1) as Sent;
    const references = idsIn(last, 'references');
    expect(references).toHaveLength(letterLimits.references);
    expect(references[0]).toBe(idsIn(letters[0] as Sent, 'message-id')[0]);
    for (const line of last.raw.split('\r\n')) expect(line.length).toBeLessThanOrEqual(998);
  });

  it('say what they are, each of them', async () => {
    await play(PLIES);
    await desk.post({ from: ALICE, subject: 'help', text: '' });
    for (const letter of desk.sent) {
      expect(headerOf(letter, 'list-id')).toBe('Turnpost <games.turnpost.test>');
      expect(headerOf(letter, 'auto-submitted')).toMatch(/^auto-(?:replied|generated)$/);
      expect(headerOf(letter, 'precedence')).toBeUndefined();
    }
  });

  it('are ended by one click where somebody only looks on', async () => {
    await desk.post({ from: ADMIN, subject: 'signup carol', text: '' });
    await desk.answer(ADMIN, 'yes');
    await desk.answer(ADMIN, 'watch 1');
    await play(PLIES.slice(0, 1));
    const watched = desk.newest(ADMIN);
    expect(watched.subject).toBe('Forms Board 1 (alice vs bob)');
    const link = /^<(mailto:[^>]+)>$/.exec(headerOf(watched, 'list-unsubscribe') ?? '')?.[1];
    const written = parseMailto(link ?? '');
    if (!written.ok) throw new Error(written.error);
    expect(written.value).toMatchObject({ subject: 'unwatch 1', body: 'unwatch 1\n' });
    const { to, subject, body } = written.value;
    const [done] = await desk.post({ from: ADMIN, to, subject, text: body });
    expect(done?.text).toContain('You asked: unwatch 1');
    const before = desk.sent.length;
    await desk.answer(BOB, PLIES[1] ?? '');
    expect(desk.sent.slice(before).map((letter) => letter.to)).not.toContain(ADMIN);
    // Players go on to play: they are offered fewer letters.
    expect(headerOf(desk.newest(ALICE), 'list-unsubscribe')).toContain('set%20notify%20daily');
  });
});
