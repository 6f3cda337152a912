import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { oneHourMs } from '../../../src/limits.ts';
import type { Handover, Outbound, Submission } from '../../../src/post/smtp.ts';
import { say } from '../../../src/sentence.ts';
import { leaseLimits } from '../../../src/server-limits.ts';
import { compose } from '../../../src/service/delivery/compose.ts';
import { deliver } from '../../../src/service/delivery/deliver.ts';
import { intendLetter } from '../../../src/service/do/intend.ts';
import { type Desk, openDesk } from '../../support/desk/desk.ts';
import { inHand } from '../../support/desk/picture.ts';
import { full } from '../../support/run/seed.ts';
import { lettersOut, statesOut } from '../../support/stored/letters.ts';

const signal = new AbortController().signal;

/** What the server does with a letter. `cut`: it takes it, and the connection breaks. */
const MOODS = ['take', 'take', 'take', 'later', 'full', 'unreachable', 'cut', 'throw'] as const;
const ADDRESSES = ['a@x.test', 'b@x.test', 'c@y.test', 'd@z.test'];

interface Story {
  readonly to: readonly string[];
  readonly moods: readonly (typeof MOODS)[number][];
  /** The rounds in which the server takes nothing from anybody, because the day's letters are used up. */
  readonly shut: { readonly from: number; readonly rounds: number };
  /** Crash points to survive before each death. */
  readonly lives: readonly number[];
}

const anyStory: fc.Arbitrary<Story> = fc.record({
  to: fc.array(fc.constantFrom(...ADDRESSES), { minLength: 1, maxLength: 12 }),
  moods: fc.array(fc.constantFrom(...MOODS), { maxLength: 40 }),
  shut: fc.record({ from: fc.nat(4), rounds: fc.nat(8) }),
  lives: fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 4 }),
});

const idOf = ({ raw }: Outbound): string =>
  /^Message-ID: <(.*)>/m.exec(Buffer.from(raw).toString())?.[1] ?? '';

/** A server that keeps what it takes, and fails no letter so often that others may claimFirst it. */
function moodyServer(moods: readonly (typeof MOODS)[number][], isShut: () => boolean) {
  const taken: { readonly to: string; readonly id: string }[] = [];
  const left = [...moods];
  const failures = new Map<string, number>();
  let cuts = 0;
  const submission: Submission = {
    async send(letter) {
      const id = idOf(letter);
      const failed = failures.get(id) ?? 0;
      if (isShut()) {
        // For the order of letters that is a failed try as well.
        failures.set(id, failed + 1);
        return { kind: 'refused', error: '550 5.4.5', status: '5.4.5' };
      }
      const mood = (failed + 1 < leaseLimits.orderedTries && left.shift()) || 'take';
      await new Promise((resolve) => setImmediate(resolve));
      if (mood === 'take' || mood === 'cut') taken.push({ to: letter.to, id });
      if (mood === 'take') return { kind: 'taken' };
      failures.set(id, failed + 1);
      if (mood === 'cut') cuts++;
      if (mood === 'throw') throw new Error('nobody thought of this');
      return answerOf(mood);
    },
    verify: async () => undefined,
    close: () => undefined,
  };
  return { submission, taken, failures, cuts: () => cuts };
}

const answerOf = (mood: 'later' | 'full' | 'unreachable' | 'cut'): Handover => {
  if (mood === 'later') return { kind: 'later', error: '450' };
  if (mood === 'full') return { kind: 'later', error: '452', status: '4.2.2' };
  return { kind: 'unreachable', error: 'x' };
};

async function live(desk: Desk, { to, moods, shut, lives }: Story) {
  for (const address of to) {
    const recipient = { playerId: undefined, userid: undefined, address, language: 'en' };
    const message = { kind: 'notice', facts: { says: [say('no-games')] } } as const;
    intendLetter(desk.shell, { to: recipient, message, reply: { purpose: 'none' } }, 'clock');
  }
  await compose(desk.shell, signal);
  let round = 0;
  const isShut = () => round >= shut.from && round < shut.from + shut.rounds;
  const server = moodyServer(moods, isShut);
  let lost = 0;
  const deaths = [...lives];
  const notSent = () => statesOut(desk.shell.db).some((state) => state !== 'sent');
  for (; round < 60 && notSent(); round++) {
    const survives = deaths.shift();
    let reached = 0;
    desk.reopen({
      reach(point) {
        if (survives === undefined || ++reached <= survives) return;
        desk.shell.db.close();
        throw new Error(`died at ${point}`);
      },
    });
    await deliver(desk.shell, server.submission, signal).catch((error: Error) => {
      if (!/died at|not open/.test(error.message)) throw error;
    });
    desk.reopen();
    const held = inHand(desk.shell.db);
    lost += held.length;
    // A death is a failed try, too.
    for (const id of held) server.failures.set(id, (server.failures.get(id) ?? 0) + 1);
    desk.time.now += oneHourMs;
  }
  return { ...server, lost };
}

describe('the way out, whatever the server and the process do', () => {
  it('takes every letter once, and once more for each cut, in the order of its address', async () => {
    const property = fc.asyncProperty(anyStory, async (story) => {
      const desk = openDesk();
      try {
        const { taken, cuts, lost } = await live(desk, story);
        const letters = lettersOut(desk.shell.db).map(({ address, messageId: id, state }) => ({
          address,
          id,
          state,
        }));
        expect(new Set(letters.map(({ state }) => state))).toEqual(new Set(['sent']));
        expect(new Set(taken.map(({ id }) => id)).size).toBe(letters.length);
        expect(taken.length - letters.length).toBeLessThanOrEqual(cuts() + lost);
        for (const address of ADDRESSES) {
          const order = taken.filter(({ to }) => to === address).map(({ id }) => id);
          // A letter that is repeated is repeated before the next one goes.
          const runs = order.filter((id, index) => id !== order[index - 1]);
          expect(runs).toEqual(
            letters.filter((each) => each.address === address).map(({ id }) => id),
          );
        }
      } finally {
        desk.close();
      }
    });
    // A letter that was refused while the server took none, and then waits for a full mailbox.
    const waits: Story = {
      to: ['b@x.test', 'b@x.test', 'd@z.test', 'c@y.test', 'd@z.test', 'd@z.test'],
      moods: ['take', 'take', 'unreachable', 'cut', 'cut', 'cut', 'full'],
      shut: { from: 2, rounds: 6 },
      lives: [],
    };
    // The same, with as many failures as others wait for.
    const fails: Story = {
      to: ['d@z.test', 'd@z.test', 'b@x.test'],
      moods: ['throw', 'take', 'cut', 'throw', 'full', 'cut', 'later', 'later'],
      shut: { from: 0, rounds: 1 },
      lives: [],
    };
    // A failure tells its seed and path; to look for a shorter story would take minutes.
    await fc.assert(property, {
      numRuns: full ? 400 : 12,
      examples: [[waits], [fails]],
      endOnFailure: true,
    });
  });
});
