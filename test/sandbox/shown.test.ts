import { describe, expect, test } from 'vitest';
import { inScheme, threadsOf } from '../../sandbox/api.ts';
import { parseLetter, previewOf } from '../../sandbox/letter.ts';
import type { Entry } from '../../sandbox/mailbox.ts';
import { SAMPLES } from '../../sandbox/samples/samples.ts';
import { renderLetter } from '../../src/render/letter.ts';
import { ALICE, templates } from '../render/reader.ts';

/** What the page makes of letters before it shows them. */

/** A letter with an HTML part and files, each with its Content-ID and its type. */
async function htmlOf(html: string, files: readonly (readonly [string, string, string])[]) {
  const part = ([cid, type, content]: readonly [string, string, string]) =>
    [
      '--b',
      `Content-Type: ${type}`,
      `Content-ID: <${cid}>`,
      'Content-Disposition: attachment',
      'Content-Transfer-Encoding: base64',
      '',
      `${Buffer.from(content).toString('base64')}\r\n`,
    ].join('\r\n');
  const raw = [
    'Content-Type: multipart/related; boundary=b\r\n\r\n',
    `--b\r\nContent-Type: text/html\r\n\r\n${html}\r\n`,
    ...files.map(part),
    '--b--\r\n',
  ].join('');
  return (await parseLetter(Buffer.from(raw))).html?.trim();
}
const data = (type: string, content: string) =>
  `data:${type};base64,${Buffer.from(content).toString('base64')}`;

describe('pictures of a letter', () => {
  test('stand wherever it names them, however alike their names are', async () => {
    const files = [
      ['s@x', 'image/png', 'black'],
      ['s@x.y', 'image/gif', 'white'],
      ['a b@x', 'image/jpeg', 'blank'],
    ] as const;
    const html = `<img src="cid:s@x"><img src=cid:s@x.y><td background='cid:s@x'><img src="cid:s@x"><p style="background:url(cid:a%20b@x)">`;
    const [black, white] = [data('image/png', 'black'), data('image/gif', 'white')];
    expect(await htmlOf(html, files)).toBe(
      `<img src="${black}"><img src=${white}><td background='${black}'><img src="${black}"><p style="background:url(${data('image/jpeg', 'blank')})">`,
    );
  });

  test.each([
    ['a word of the text', '<p>cid:s@x</p>', 'image/png'],
    ['no part of the letter', '<img src="cid:t@x">', 'image/png'],
    ['what could run', '<img src="cid:s@x">', 'image/svg+xml'],
    ['what has quotes in its type', '<img src="cid:s@x">', 'image/png"onload="x'],
    ['a page', '<iframe src="cid:s@x"></iframe>', 'text/html'],
  ])('stay as they are: %s', async (_name, html, type) => {
    expect(await htmlOf(html, [['s@x', type, 'x']])).toBe(html);
  });
});

describe('a letter in another light', () => {
  const letter = `<meta name="color-scheme" content="light dark"><style>:root { color-scheme: light dark }
@media (prefers-color-scheme: dark) and (min-width: 9px) { a }
@media screen and (Prefers-Color-Scheme:light) { b }</style><p>@media (prefers-color-scheme: dark)</p>`;

  test.each([
    ['dark', 'min-width: 0', 'max-width: 0'],
    ['light', 'max-width: 0', 'min-width: 0'],
  ] as const)('is as on a screen that is %s', (scheme, dark, light) => {
    expect(inScheme(letter, scheme)).toBe(
      `<meta name="color-scheme" content="${scheme}"><style>:root { color-scheme: ${scheme} }
@media (${dark}) and (min-width: 9px) { a }
@media screen and (${light}) { b }</style><p>@media (prefers-color-scheme: dark)</p>`,
    );
  });
});

describe('a conversation', () => {
  const entry = (id: string, at: number, references: readonly string[], subject = 'Re: a') =>
    ({ id, at, letter: { messageId: `${id}@x`, references, subject } }) as unknown as Entry;
  const threads = (...entries: readonly Entry[]) => Object.fromEntries(threadsOf(entries));

  test('is what names each other, in whatever order it came', () => {
    const board = entry('board', 1, []);
    const answer = entry('answer', 2, ['board@x']);
    const next = entry('next', 3, ['board@x', 'answer@x']);
    const other = entry('other', 2, []);
    const wanted = { board: 'board', answer: 'board', next: 'board', other: 'other' };
    expect(threads(board, answer, next, other)).toEqual(wanted);
    expect(threads(next, other, answer, board)).toEqual(wanted);
  });

  test('holds together what names a letter that is not there', () => {
    expect(threads(entry('b', 2, ['gone@x']), entry('a', 1, ['gone@x']))).toEqual({
      a: 'a',
      b: 'a',
    });
  });

  test('begins anew with a new match, which has a subject of its own', () => {
    const welcome = entry('welcome', 1, [], 'Welcome');
    const play = entry('play', 2, ['welcome@x'], 'Re: Welcome');
    const board = entry('board', 3, ['welcome@x', 'play@x'], 'Forms Board 1');
    const move = entry('move', 4, ['board@x'], 'RE: Forms Board 1');
    const next = entry('next', 5, ['board@x', 'move@x'], 'Forms Board 1');
    expect(threads(welcome, play, board, move, next)).toEqual({
      welcome: 'welcome',
      play: 'welcome',
      board: 'board',
      move: 'board',
      next: 'board',
    });
  });

  test('is not made by letters without an id, nor broken by a circle', () => {
    const nameless = (id: string) =>
      ({
        id,
        at: 1,
        letter: { messageId: undefined, references: [], subject: 'a' },
      }) as unknown as Entry;
    expect(threads(nameless('a'), nameless('b'))).toEqual({ a: 'a', b: 'b' });
    expect(threads(entry('a', 1, ['b@x', 'a@x']), entry('b', 2, ['a@x']))).toEqual({
      a: 'a',
      b: 'a',
    });
  });
});

describe('the list of letters', () => {
  test('shows of a board what its preheader says, and nothing of what stands below that', () => {
    const sample = SAMPLES.find(([name]) => name === 'board');
    if (!sample) throw new Error('there is no board');
    const { html, text } = renderLetter(sample[1], ALICE, templates);
    expect(previewOf({ html, text })).toBe(
      'Your move: bob played d4xd5. One stone was removed. bob writes: Mind the left edge.',
    );
  });

  test.each([
    [
      'the words, and no style or title',
      '<title>a</title><style>b{}</style><p>c &amp;<br><b>d</b>, e<wbr>f',
      'c & d, ef',
    ],
    ['words that are never seen', '<div style="display:none">first</div>then', 'first then'],
    ['nothing', '', ''],
  ])('has %s', (_, html, words) => {
    expect(previewOf({ html, text: 'as text' })).toBe(words);
  });

  test('has the text of a letter without HTML, as far as there is room', () => {
    const text = `\n  e4\n\n> ${'#O '.repeat(100)}`;
    expect(previewOf({ text })).toMatch(/^e4 > #O #O[#O ]{80,110}$/);
    expect(previewOf({ text: `${'a'.repeat(119)}\u{1f600}` })).toBe('a'.repeat(119));
    expect(previewOf({})).toBe('');
  });
});
