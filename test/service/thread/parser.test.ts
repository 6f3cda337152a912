import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { parseLetter } from '../../../src/mail/letter.ts';
import { ok } from '../../../src/result.ts';
import { makeThreadParser, type Parser } from '../../../src/service/thread/parser.ts';
import { unpack } from '../../../src/store/letters/packed.ts';
import { writeLetter } from '../../support/post/letters.ts';

const ODD = fileURLToPath(new URL('../../support/process/odd-parser-thread.mjs', import.meta.url));
const OWN = 'games@turnpost.test';
let parser: Parser;
afterEach(() => parser.stop());

/** What became of letters that are handed over all at once. */
const outcomes = async (...texts: readonly string[]): Promise<readonly string[]> =>
  Promise.all(
    texts.map((text) =>
      parser.parse(Buffer.from(text), OWN).then(
        (result) => (result.ok ? (result.value as unknown as { text: string }).text : result.error),
        (error: Error) => `thrown: ${error.message}`,
      ),
    ),
  );

describe('the thread that takes letters apart', () => {
  it('gives what the function gives', async () => {
    parser = makeThreadParser();
    const raws = [
      writeLetter({ from: 'Alice <alice@home.test>', subject: 'help', text: 'Hi\n> old' }, 1),
      Buffer.from('no header at all'),
      Buffer.from(''),
    ];
    for (const raw of raws) {
      const [here, there] = [await parseLetter(raw, OWN), await parser.parse(raw, OWN)];
      expect(there.ok ? ok(there.value.letter) : there).toEqual(here);
      if (there.ok) expect(Buffer.from(unpack(there.value.packed))).toEqual(raw);
    }
  });

  it('puts the letter aside that takes too long, and no other', async () => {
    parser = makeThreadParser(ODD, 400);
    expect(await outcomes('one', 'hang', 'two', 'block', 'three')).toEqual([
      'one',
      'reading took too long',
      'two',
      'reading took too long',
      'three',
    ]);
    expect(await outcomes('later')).toEqual(['later']);
  });

  it('does not blame a letter for the time in which the machine did something else', async () => {
    parser = makeThreadParser(ODD, 400);
    expect(await outcomes('starve', 'hang', 'two')).toEqual([
      'starve',
      'reading took too long',
      'two',
    ]);
  });

  it('counts the time of a letter from when it is begun', async () => {
    parser = makeThreadParser(ODD, 1_000);
    expect(await outcomes('sleep', 'sleep', 'sleep', 'sleep')).toEqual(Array(4).fill('sleep'));
  });

  it('does not blame a letter for the time in which nobody asked for the answer', async () => {
    parser = makeThreadParser(ODD, 1_000);
    await outcomes('warm');
    const answer = outcomes('slow reader');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);
    expect(await answer).toEqual(['slow reader']);
  });

  it.each([
    ['throw', 'thrown: a bug'],
    ['exit', 'thrown: the parser’s thread ended with code 3'.replace('’', "'")],
    ['fill', 'thrown: Worker terminated due to reaching memory limit: JS heap out of memory'],
  ])('is started anew when a letter kills it: %s', async (act, error) => {
    parser = makeThreadParser(ODD, 20_000);
    expect(await outcomes('one', act, 'two')).toEqual(['one', error, 'two']);
  });

  it('does not wait for a thread that never starts', async () => {
    // The odd thread needs 400 ms.
    parser = makeThreadParser(ODD, 1_000, 50);
    expect(await outcomes('one', 'two')).toEqual(
      Array(2).fill("thrown: the parser's thread does not start"),
    );
  });

  it('ends with every letter that is still in it', async () => {
    parser = makeThreadParser(ODD, 20_000);
    await outcomes('warm');
    const all = outcomes('hang', 'one');
    await parser.stop();
    expect(await all).toEqual(Array(2).fill('thrown: the parser has been stopped'));
    expect(await outcomes('after')).toEqual(['thrown: the parser has been stopped']);
  });
});
