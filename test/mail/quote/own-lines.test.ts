import { Parser } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { SAMPLES } from '../../../sandbox/samples/samples.ts';
import { makeTraces } from '../../../src/mail/quote/own-lines.ts';
import { makeTrace, type OwnLine } from '../../../src/mail/quote/trace.ts';
import { renderLetter } from '../../../src/render/letter.ts';
import { ALICE, templates } from '../../render/reader.ts';

const INLINE = new Set('a b code em font i img small span strong td th u'.split(' '));
const UNSEEN = new Set(['head', 'script', 'style', 'title']);
const SIGN_CHARS_MAX = 4;

/** The lines of markup, as a parser of HTML sees them. */
function parsedLines(html: string): readonly OwnLine[] {
  const lines: OwnLine[] = [];
  const open = [{ unseen: false, optional: false }];
  let line = '';
  let signs = '';
  const look = () => open.at(-1) ?? { unseen: false, optional: false };
  const end = (): void => {
    if (line.trim() !== '') lines.push({ text: line, optional: look().optional });
    if (signs !== '') lines.push({ text: signs, pictured: true });
    line = '';
    signs = '';
  };
  const write = (text: string): void => {
    if (signs !== '' && text.trim() !== '') end();
    line += text;
  };
  const parser = new Parser({
    onopentag(name, { alt = '', hidden, style = '' }) {
      if (!INLINE.has(name)) end();
      if (name === 'img') {
        const isLong = alt.length > SIGN_CHARS_MAX;
        if (line !== '' || isLong) end();
        if (isLong) lines.push({ text: alt, optional: true });
        else signs += `${alt} `;
      }
      const { unseen, optional } = look();
      const hides = hidden !== undefined || /display:\s*none/i.test(style);
      open.push({ unseen: unseen || UNSEEN.has(name), optional: optional || hides });
    },
    ontext(text) {
      if (look().unseen) return;
      for (const [at, part] of text.split('\n').entries()) {
        if (at > 0 && line.trim() !== '') end();
        write(part);
      }
    },
    onclosetag(name) {
      if (!INLINE.has(name)) end();
      open.pop();
    },
  });
  parser.end(html);
  end();
  return lines;
}

const traced = (html: string): Uint8Array | undefined => makeTraces('', html).html;

describe('the trace of an HTML part is that of the lines which a parser sees', () => {
  const letters = ['en', 'de'].flatMap((language) =>
    SAMPLES.flatMap(([name, message]) => {
      const signed = { ...ALICE, language };
      const plain = { ...signed, pictures: undefined, links: false };
      return [signed, plain].flatMap((reader) => {
        const { html } = renderLetter(message, reader, templates);
        return html === undefined ? [] : [[`${name}, ${language}`, html] as const];
      });
    }),
  );

  it.each(letters)('%s', (_, html) => {
    expect(traced(html)).toEqual(makeTrace(parsedLines(html)));
  });
});

/** What a template of an operator may hold. */
it.each([
  ['upper case and single quotes', "<P STYLE='DISPLAY: NONE'>hidden words</P><p>seen words</p>"],
  ['angles in attributes', '<p title="a > b" data-x=\'<b>\'>one line</p><p>another line</p>'],
  [
    'comments',
    '<p>first words<!-- <p>not these</p> --> go on</p><!--[if mso]><p>nor these<![endif]-->',
  ],
  [
    'styles and scripts',
    '<style>p > a {}</style><script>if (a < b) "</p>";</script ><p>the <style></style>words</p>',
  ],
  ['references', '<p>caf&eacute; &#x41;&#66;&amp;amp; &lt;b&gt; &copy 5 &euro; R&D</p>'],
  ['nested', '<div hidden>un<div>seen</div>words</div><div>words that are seen</div>'],
  [
    'hidden within a line',
    '<p>before <span hidden>within</span> behind</p><p aria-hidden="true">read</p>',
  ],
  ['a hidden picture', '<p><img hidden alt="x">words</p><p>and more of them</p>'],
  [
    'pictures',
    '<p><img alt="#"><img alt=\'O\'> <img alt="&#35;">a word <img alt="a long text"></p>',
  ],
  ['angles in text', '<p>1 < 2 > 0 <- and <</p><p>the last words'],
  ['void elements', '<p>one<br>two<br/>three<hr>four</p>'],
])('so it is with %s', (_, html) => {
  expect(traced(html)).toEqual(makeTrace(parsedLines(html)));
});
