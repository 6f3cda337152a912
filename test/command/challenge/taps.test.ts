import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseMailto } from '../../../sandbox/draft.ts';
import { GAMES } from '../../../src/engine/registry.ts';
import { ALICE, BOB, type Desk, openDesk, type Sent } from '../../support/desk/desk.ts';
import { CAROL, flat, signUp, signUpAll } from '../../support/desk/players.ts';
import { throwDice } from '../../support/run/seed.ts';

/** What comes of the links below a letter that proposes a match, or greets somebody. */

const dice = throwDice('taps');
/** The games that are offered on a board of 6x6. */
const OFFERED = GAMES.filter(
  ({ offered, start }) => offered !== false && start({ cols: 6, rows: 6 }).ok,
);

/** What each link of a letter fills in, in the order of the page. */
function linksOf({ email }: Sent): readonly { to: string; subject: string; text: string }[] {
  const hrefs = [...(email.html ?? '').matchAll(/href="(mailto:[^"]*)"/g)].map(
    ([, href = '']) => href,
  );
  return [...new Set(hrefs)].map((href) => {
    const link = parseMailto(href.replaceAll('&amp;', '&'));
    if (!link.ok) throw new Error(href);
    const { to, subject, body } = link.value;
    return { to, subject, text: body };
  });
}

/** Taps the first link of the newest letter to somebody that fills in a line beginning like this. */
async function tap(desk: Desk, from: string, line: string): Promise<readonly Sent[]> {
  const link = linksOf(desk.newest(from)).find(({ text }) => text.startsWith(line));
  if (!link) throw new Error(`no link to ${line}`);
  return desk.post({ from, ...link });
}

describe('a list of challenges', () => {
  it('is taken up by taps, where it says what to type', async () => {
    const desk = openDesk();
    await signUpAll(desk, [ALICE, BOB]);
    await desk.answer(ALICE, 'challenge bob forms -size=6x6');
    await desk.answer(ALICE, 'challenge open minefield');
    for (const list of ['challenges', 'games']) {
      await desk.answer(BOB, list);
      const lines = linksOf(desk.newest(BOB)).map(({ text }) => text.trim());
      const forAll = list === 'games' ? [] : ['accept 2'];
      expect(lines).toEqual(['accept 1', 'decline 1', ...forAll]);
    }
    await desk.answer(ALICE, 'challenges');
    expect(linksOf(desk.newest(ALICE)).map(({ text }) => text.trim())).toEqual(['withdraw 1']);
    await desk.answer(BOB, 'challenges');
    await tap(desk, BOB, 'accept 2');
    expect(desk.newest(BOB).subject).toContain('Minefield Board 2');
    desk.close();
  });
});

describe('a challenge', () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = openDesk();
    await signUpAll(desk, [ALICE, BOB]);
  });
  afterAll(() => desk.close());

  it.each(dice.sample(OFFERED, 1))(
    'is accepted, countered and declined by a tap: $rules',
    async ({ rules }) => {
      const challenged = desk.copy();
      await challenged.answer(ALICE, `challenge bob ${rules} -size=6x6`);
      const comes = async (line: string) => {
        const copy = challenged.copy();
        const sent = (await tap(copy, BOB, line)).map((letter) => `${letter.to} ${flat(letter)}`);
        copy.close();
        return sent.join('\n');
      };
      expect(await comes('accept')).toContain('Board 1');
      expect(await comes('counter')).toMatch(/alice@.* bob would like to play, but on other terms/);
      expect(await comes('decline')).toMatch(/alice@.* bob declined challenge/);
      expect(await comes('help')).toContain('bob@');
      // And the other one, of the letter that it makes.
      await tap(challenged, BOB, 'counter');
      await tap(challenged, ALICE, 'counter');
      expect(flat(challenged.newest(BOB))).toContain('on other terms');
      challenged.close();
    },
  );
});

describe('the first tap of a new player', () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = openDesk();
    await signUpAll(desk, [ALICE]);
  });
  afterAll(() => desk.close());

  it('begins a match against the robot', async () => {
    const copy = desk.copy();
    const [first] = linksOf(copy.newest(ALICE));
    expect(first?.text.trim()).toBe('b1xa1');
    await copy.post({ from: ALICE, to: first?.to ?? '', ...first, text: first?.text ?? '' });
    expect(copy.newest(ALICE).subject).toBe('Forms Board 1 (alice vs robot)');
    expect(flat(copy.newest(ALICE))).toContain('You played b1xa1.');
    copy.close();
  });

  it('takes up the offer that waits', async () => {
    const copy = desk.copy();
    await copy.answer(ALICE, 'challenge open forms');
    expect(flat(copy.newest(ALICE))).toContain('is open to everybody');
    await signUp(copy, BOB);
    const [accept] = linksOf(copy.newest(BOB));
    expect(accept?.text.trim()).toBe('accept 1');
    await copy.post({ from: BOB, to: accept?.to ?? '', ...accept, text: accept?.text ?? '' });
    for (const who of [ALICE, BOB]) expect(copy.newest(who).subject).toContain('Board 1');
    copy.close();
  });

  it('takes up the challenge of whoever has invited them', async () => {
    const copy = desk.copy();
    await copy.post({ from: ALICE, subject: `invite ${CAROL} minefield -size=6x6`, text: '' });
    await copy.answer(ALICE, 'yes');
    const sent = await tap(copy, CAROL, 'signup');
    const subjects = sent.flatMap(({ to, subject }) => (to === CAROL ? [subject] : []));
    expect(subjects.join()).toContain('Minefield Board');
    copy.close();
  });
});
