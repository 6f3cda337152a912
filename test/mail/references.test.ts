import { describe, expect, it } from 'vitest';
import { letterLimits } from '../../src/limits.ts';
import { makeReferences, parseMessageIds } from '../../src/mail/header.ts';

describe('Message-IDs', () => {
  it.each([
    ['none', 'unknown', []],
    ['two', '<a@x.test> <b@x.test>', ['a@x.test', 'b@x.test']],
    ['between words and comments', 'Your letter <a@x.test> (of today)', ['a@x.test']],
    ['without a blank', '<a@x.test><b@x.test>', ['a@x.test', 'b@x.test']],
    ['with a blank inside', '<a b@x.test> <c@x.test>', ['c@x.test']],
    ['with a control inside', '<a\u0000@x.test> <b\u007f@x.test> <c@x.test>', ['c@x.test']],
    ['never closed', '<a@x.test', []],
    ['as long as they may be', `<${'a'.repeat(250)}>`, ['a'.repeat(250)]],
    ['longer', `<${'a'.repeat(251)}>`, []],
  ])('are read: %s', (_, value, ids) => {
    expect(parseMessageIds(value)).toEqual(ids);
  });
});

describe('References', () => {
  const thread = Array.from({ length: 50 }, (_, index) => `${index}@x.test`);

  it('name a short thread whole, and each letter once', () => {
    expect(makeReferences(['a', 'b', 'a', 'c', 'b'])).toEqual(['a', 'b', 'c']);
    expect(makeReferences(thread.slice(0, letterLimits.references))).toEqual(
      thread.slice(0, letterLimits.references),
    );
  });

  it('name the first letter of a long one, and the newest', () => {
    const named = makeReferences(thread);
    expect(named.length).toBe(letterLimits.references);
    expect(named).toEqual(['0@x.test', ...thread.slice(-letterLimits.references + 1)]);
  });
});
