import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeSendQueue, type Sendable } from '../../../src/service/delivery/hand-over.ts';

interface Letter extends Sendable {
  readonly id: number;
}

const anyLetters = fc
  .array(
    fc.tuple(
      fc.constantFrom('a', 'b', 'c'),
      fc.constantFrom('x.test', 'y.test'),
      fc.constantFrom(0, 1),
    ),
    { maxLength: 30 },
  )
  .map((list) =>
    list.map(
      ([name, domain, precedence], id): Letter => ({
        id,
        domain,
        precedence,
        addressKey: `${name}@${domain}`,
      }),
    ),
  );

describe('send queues', () => {
  it('send every letter once, none before an earlier one to its address, few to a domain', () => {
    const property = fc.property(anyLetters, fc.infiniteStream(fc.nat(9)), (letters, finishes) => {
      const queue = makeSendQueue<Letter>(2);
      queue.add(letters);
      const started: Letter[] = [];
      const running: Letter[] = [];
      while (queue.waiting > 0 || running.length > 0) {
        for (let letter = queue.start(); letter; letter = queue.start()) {
          started.push(letter);
          running.push(letter);
        }
        expect(new Set(running.map(({ addressKey }) => addressKey)).size).toBe(running.length);
        for (const domain of ['x.test', 'y.test']) {
          expect(running.filter((each) => each.domain === domain).length).toBeLessThanOrEqual(2);
        }
        const [index] = [finishes.next().value];
        const [done] = running.splice(index % running.length, 1);
        if (done) queue.finish(done);
      }
      expect(started.length).toBe(letters.length);
      for (const key of new Set(letters.map(({ addressKey }) => addressKey))) {
        const got = started.filter((each) => each.addressKey === key);
        expect(got).toEqual(
          got.toSorted((one, next) => one.precedence - next.precedence || one.id - next.id),
        );
      }
    });
    fc.assert(property, { numRuns: 200 });
  });

  it('give back what is withdrawn, and keep the rest', () => {
    const queue = makeSendQueue<Letter>(1);
    const letter = (id: number, domain: string): Letter => ({
      id,
      domain,
      precedence: 1,
      addressKey: `${id}@${domain}`,
    });
    queue.add([letter(1, 'x.test'), letter(2, 'y.test'), letter(3, 'x.test')]);
    const out = queue.withdraw(({ domain }) => domain === 'x.test');
    expect(out.map(({ id }) => id)).toEqual([1, 3]);
    expect(queue.start()?.id).toBe(2);
    expect(queue.waiting).toBe(0);
  });
});
