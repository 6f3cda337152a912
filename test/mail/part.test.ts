import { describe, expect, it } from 'vitest';
import { readHeader } from '../../src/mail/header.ts';
import { type Part, readParts } from '../../src/mail/part.ts';

const read = (...lines: readonly string[]) => {
  const raw = Buffer.from(lines.join('\r\n'), 'latin1');
  return readParts(raw, readHeader(raw));
};
/** The tree as text: types, and bodies of leaves. */
const show = ({ content, body, parts }: Part): unknown =>
  parts.length > 0
    ? { [content.type]: parts.map(show) }
    : `${content.type}: ${Buffer.from(body).toString('latin1')}`;
const tree = (...lines: readonly string[]): unknown => {
  const part = read(...lines);
  return part.ok ? show(part.value) : part.error;
};
const MIXED = 'Content-Type: multipart/mixed; boundary="a b"';

describe('the parts of a letter', () => {
  it('are itself when it is not multipart', () => {
    expect(tree('Subject: x', '', 'e4e2', '--b')).toBe('text/plain: e4e2\r\n--b');
  });

  it('lie between delimiters, without the prologue, the epilogue and the last line ends', () => {
    expect(
      tree(
        MIXED,
        '',
        'old program?',
        '--a b',
        '',
        'one',
        '--a b  ',
        '',
        'two',
        '',
        '--a b--',
        'end',
      ),
    ).toEqual({ 'multipart/mixed': ['text/plain: one', 'text/plain: two\r\n'] });
  });

  it('are nested', () => {
    expect(
      tree(
        MIXED,
        '',
        '--a b',
        'content-type: MULTIPART/alternative; boundary=c',
        '',
        '--c',
        '',
        'text',
        '--c',
        'Content-Type: text/html; charset=x',
        '',
        'html',
        '--c--',
        '--a b',
        'Content-Type: image/png; name=board.png',
        '',
        'png',
        '--a b--',
      ),
    ).toEqual({
      'multipart/mixed': [
        { 'multipart/alternative': ['text/plain: text', 'text/html: html'] },
        'image/png: png',
      ],
    });
  });

  it('end with the multipart around them, closed or not', () => {
    expect(
      tree(
        MIXED,
        '',
        '--a b',
        'Content-Type: multipart/related; boundary=c',
        '',
        '--c',
        '',
        'x',
        '--a b',
        '',
        'y',
      ),
    ).toEqual({ 'multipart/mixed': [{ 'multipart/related': ['text/plain: x'] }, 'text/plain: y'] });
  });

  it('are not taken from a letter inside the letter', () => {
    expect(
      tree(MIXED, '', '--a b', 'Content-Type: message/rfc822', '', MIXED, '', 'x', '--a b--'),
    ).toEqual({ 'multipart/mixed': [`message/rfc822: ${MIXED}\r\n\r\nx`] });
  });

  it.each([
    ['a longer line', '--a bc'],
    ['a line in the middle', 'x--a b'],
    ['text behind the delimiter', '--a b x'],
    ['another boundary', '--c'],
  ])('are not divided by %s', (_, line) => {
    expect(tree(MIXED, '', '--a b', '', line)).toEqual({
      'multipart/mixed': [`text/plain: ${line}`],
    });
  });

  it('are none when the boundary never comes', () => {
    expect(tree(MIXED, '', 'e4e2')).toBe('multipart/mixed: ');
    expect(tree('Content-Type: multipart/mixed', '', '--', 'e4e2')).toBe('multipart/mixed: ');
  });

  it('are at most 50, the letter itself among them', () => {
    const letter = (parts: number) => tree(MIXED, '', ...Array(parts).fill('--a b\r\n\r\nx'));
    expect(letter(49)).toBeTypeOf('object');
    expect(letter(50)).toBe('too many parts');
  });

  it('are nested ten deep at most', () => {
    const letter = (depth: number) =>
      tree(
        'Content-Type: multipart/mixed; boundary=0',
        '',
        ...Array.from({ length: depth - 1 }, (_, level) => [
          `--${level}`,
          `Content-Type: multipart/mixed; boundary=${level + 1}`,
          '',
        ]).flat(),
      );
    expect(letter(10)).toBeTypeOf('object');
    expect(letter(11)).toBe('parts nested too deep');
  });
});

describe('a part', () => {
  const content = (...header: readonly string[]) => {
    const part = read(...header, '', '');
    if (!part.ok) throw new Error(part.error);
    return part.value.content;
  };

  it.each([
    ['nothing', [], { type: 'text/plain', charset: undefined, encoding: '', attachment: false }],
    ['nonsense', ['Content-Type: text'], { type: 'text/plain' }],
    [
      'a comment',
      ['Content-Type: text/html (x); charset=utf-8'],
      { type: 'text/html', charset: 'utf-8' },
    ],
    ['two types', ['Content-Type: text/html', 'Content-Type: text/plain'], { type: 'text/html' }],
    ['two charsets', ['Content-Type: text/plain; charset=a; charset=b'], { charset: 'a' }],
    [
      'quotes',
      ['Content-Type: text/plain; charset="a\\"b;c"; format=Flowed'],
      { charset: 'a"b;c', flowed: true },
    ],
    [
      'folding',
      ['Content-Type: text/plain;', '\tformat=flowed;', ' delsp="yes"'],
      { flowed: true, delSp: true },
    ],
    ['an encoding', ['Content-Transfer-Encoding: BASE64 (x)'], { encoding: 'base64' }],
    ['an attachment', ['Content-Disposition: attachment'], { attachment: true }],
    ['a file', ['Content-Disposition: inline; filename=x.txt'], { attachment: true }],
    [
      'a file with a long name',
      ["Content-Disposition: inline; filename*0*=utf-8''x"],
      { attachment: true },
    ],
    ['a file of old programs', ['Content-Type: text/plain; name="x.txt"'], { attachment: true }],
    ['an inline part', ['Content-Disposition: inline'], { attachment: false }],
  ])('says what it is: %s', (_, header, expected) => {
    expect(content(...header)).toMatchObject(expected);
  });
});
