import { describe, expect, it } from 'vitest';
import { parseLetter } from '../../src/mail/letter.ts';

const lines = async (html: string): Promise<readonly string[]> => {
  const raw = `From: a@home.test\nContent-Type: text/html; charset=utf-8\n\n${html}`;
  const letter = await parseLetter(Buffer.from(raw), 'games@x.test');
  return letter.ok ? letter.value.lines.filter((line) => line.trim() !== '') : [letter.error];
};

describe('a letter that has only HTML', () => {
  it.each([
    ['blocks', '<div>e4e2</div><div>Hello.</div>'],
    ['paragraphs', '<p>e4e2</p>\n<p>Hello.</p>'],
    ['line ends', 'e4e2<br>Hello.<br/>'],
    ['source lines that are no lines', '<p>e4e2</p><p>\nHello.\n</p>'],
    ['nested blocks', '<div dir="auto">e4e2<div dir="auto"><br></div><div>Hello.</div></div>'],
    ['a table', '<table><tr><td>e4e2</td></tr></table><p>Hello.</p>'],
    ['upper case', '<DIV>e4e2</DIV><DIV>Hello.</DIV>'],
    ['text outside of everything', 'e4e2<p>Hello.'],
    ['what Word adds', '<p class=MsoNormal>e4e2<o:p></o:p></p><p>Hello.<o:p>&nbsp;</o:p></p>'],
    ['style sheets', '<style>p { color: red }</style><p>e4e2</p><p>Hello.</p>'],
    ['scripts', '<script>resign()</script><p>e4e2</p><p>Hello.</p>'],
    ['a title', '<head><title>resign</title></head><p>e4e2</p><p>Hello.</p>'],
    ['comments', '<!-- resign --><p>e<!-- -->4e2</p><p>Hello.</p>'],
    ['entities', '<p>e4&#101;2</p><p>H&#x65;llo&period;</p>'],
    ['links', '<p><a href="http://e4e2.test">e4e2</a></p><p>Hello.</p>'],
    ['pictures', '<img alt="resign" src="x.png"><p>e4e2</p><p>Hello.</p>'],
    ['a quotation', '<p>e4e2</p><p>Hello.</p><blockquote><p>resign</p></blockquote>'],
    [
      'a quotation in a quotation',
      '<p>e4e2</p>Hello.<blockquote>a<blockquote>b</blockquote>c</blockquote>',
    ],
    ['hard blanks at the end', '<div>e4e2&nbsp;</div><div>Hello.&nbsp;&nbsp;</div>'],
  ])('is read: %s', async (_, html) => {
    expect((await lines(html)).map((line) => line.trim())).toEqual(['e4e2', 'Hello.']);
  });

  it('keeps the words of a command apart', async () => {
    expect(await lines('<p>move&nbsp;12 <b>e4e2</b></p>')).toEqual(['move 12 e4e2']);
  });
});
