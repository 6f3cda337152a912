import { describe, expect, it } from 'vitest';
import { htmlLimits } from '../../../src/limits.ts';
import { parseLetter } from '../../../src/mail/letter.ts';

const lines = async (html: string): Promise<readonly string[]> => {
  const raw = `From: a@home.test\nContent-Type: text/html; charset=utf-8\n\n${html}`;
  const letter = await parseLetter(Buffer.from(raw), 'games@x.test');
  return letter.ok ? letter.value.lines.filter((line) => line.trim() !== '') : [letter.error];
};

describe('what lies deeper in HTML than anybody writes', () => {
  it.each(['<del>resign</del>', '<p style="display:none">resign</p>', 'resign'])(
    'is not read: %s',
    async (within) => {
      const depth = 2 * htmlLimits.depth;
      const deep = `${'<div>'.repeat(depth)}${within}${'</div>'.repeat(depth)}`;
      expect(await lines(`<p>e4e2</p>${deep}<p>Hello.</p>`)).toEqual(['e4e2', 'Hello.']);
    },
  );
});

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

/** What a person does not see is written `XX` here, and what is seen beside it `e4e2`. */
describe('what a letter in HTML does not show', () => {
  const HIDING = (
    'display:none | DISPLAY : None !important | display/**/:/**/none | d\\69splay:none | ' +
    'color:red;display:none; | visibility:hidden | visibility:collapse | opacity:0 | ' +
    'opacity:0.01 | font-size:0 | font-size:1px | font-size:.05em | font:0/0 a | ' +
    'font:1px/1 serif | line-height:0 | line-height:1px | max-height:0 | ' +
    'max-height:1px;overflow:hidden | height:0;overflow:hidden | width:0px | max-width:0 | ' +
    'position:absolute;left:-9999px | position:fixed;top:-1000em | text-indent:-9999px | ' +
    'margin-left:-9999px | mso-hide:all | ' +
    'color:transparent | color:rgba(0,0,0,0) | color:#fff | color:white;background:white | ' +
    'color:#ff0000;background-color:red | background:#0A0A0A;color:rgb(10, 10, 10) | ' +
    'text-decoration:line-through | ' +
    'text-decoration-line:underline line-through'
  ).split(' | ');

  it.each(HIDING)('is not read where a style says so: %s', async (style) => {
    const kinds = [
      `<div style="${style}">resign</div><div>e4e2</div>`,
      `<p>e4e2</p><span style='${style}'>resign</span>`,
      `<div style="${style}"><p><b>resign</b></p></div><p>e4e2</p>`,
      `<style>.x { ${style} }</style><div class="y x">resign</div>e4e2`,
      `<div class=x>resign</div>e4e2<style type="text/css"><!-- p.x, DIV.X { ${style} } --></style>`,
      `<style>#x{${style}}</style><div id="x">resign</div><p>e4e2</p>`,
      `<style>@media screen { i { ${style} } }</style><i>resign</i><p>e4e2</p>`,
      `<style>@font-face{src:url("}")} u{${style}}</style><u>resign</u><p>e4e2</p>`,
    ];
    for (const html of kinds) expect(await lines(html), html).toEqual(['e4e2']);
  });

  it.each([
    ['an attribute', '<div hidden>resign</div>'],
    ['an attribute with a value', '<div hidden="until-found">resign</div>'],
    ['a template', '<template><p>resign</p></template>'],
    ['a title', '<title>resign</title>'],
    ['what is shown where scripts are not', '<noscript>resign</noscript>'],
    ['details that are closed', '<details><p>resign</p>resign</details>'],
    ['a dialog that is closed', '<dialog>resign</dialog>'],
    ['a choice', '<select><option>resign</select>'],
    ['a picture', '<svg><text>resign</text></svg>'],
    ['a comment', '<!-- resign -->'],
    ['a comment for one program', '<!--[if mso]><p>resign</p><![endif]-->'],
    ['struck text', '<s>resign</s> <strike>resign</strike> <del>resign</del>'],
    ['a color by attribute', '<table bgcolor="#00F"><td><font color=blue>resign</font></table>'],
    [
      'a color of the whole letter',
      '<div style="background:#222"><p style="color:#222">resign</div>',
    ],
    ['white on the white of the page', '<font color="#FFFFFF">resign</font>'],
    [
      'what is shown again within',
      '<div style="display:none"><p style="display:block">resign</p></div>',
    ],
    ['a size of its own within', '<div style="opacity:0"><p style="opacity:1">resign</p></div>'],
    ['a share of nothing', '<div style="font-size:0"><p style="font-size:200%">resign</p></div>'],
    ['an empty list', '<ul style="display:none"><li>resign</li></ul>'],
    ['a rule', '<div style="visibility:hidden">resign<hr></div>'],
    [
      'what only the important counts of',
      '<style>.x{display:none!important}</style><p class=x style="display:block">resign</p>',
    ],
    ['what never ends', '<p>e4e2</p><div style="display:none">resign'],
  ])('is not read: %s', async (_, html) => {
    const all = html.startsWith('<p>e4e2') ? html : `${html}<p>e4e2</p>`;
    expect(await lines(all)).toEqual(['e4e2']);
  });

  it.each([
    [
      'visible in the hidden',
      '<div style="visibility:hidden">resign<b style="visibility:visible">e4e2</b></div>',
    ],
    [
      'a size in a frame without one',
      '<td style="font-size:0;line-height:0"><p style="font:14px/1.2 serif">e4e2</p></td>',
    ],
    ['a line as high as its font', '<p style="line-height:1">e4e2</p>'],
    [
      'a narrow cell',
      '<table width="1"><tr height=0><td style="width:1px;height:1px">e4e2</td></tr></table>',
    ],
    [
      'hanging lines of Word',
      '<p style="margin-left:36.0pt;text-indent:-18.0pt;mso-list:l0">e4e2</p>',
    ],
    ['white on black', '<div style="background-color:#000"><p style="color:#fff">e4e2</p></div>'],
    [
      'white on a picture',
      '<div style="background:#fff url(x.png)"><p style="color:#fff">e4e2</p></div>',
    ],
    ['white by attribute on another', '<body bgcolor=navy text=white>e4e2</body>'],
    [
      'what a style shows again',
      '<style>.x{display:none}</style><p class=x style="display:block">e4e2</p>',
    ],
    [
      'what the later rule shows again',
      '<style>.x{display:none}.x{display:block}</style><p class=x>e4e2</p>',
    ],
    ['another class', '<style>.y, p.x, #x {display:none}</style><div class="x yy">e4e2</div>'],
    ['what is hidden on paper', '<style>@media print{*{display:none}}</style><p>e4e2</p>'],
    [
      'dark colors',
      '<style>@media (prefers-color-scheme:dark){.x{color:#fff}}</style><p class=x>e4e2</p>',
    ],
    ['a summary', '<details><summary>e4e2</summary>resign</details>'],
    ['open details', '<details open>e4e2</details>'],
    ['underlined', '<u style="text-decoration:underline">e4e2</u>'],
    ['behind the body', '<body>e4e2</body>'],
    [
      'words that no style has',
      '<p style="constructor:none;color:constructor;font-size:toString">e4e2</p><constructor></constructor>',
    ],
    ['words of which some are struck', '<p>e4<s>e3</s>e2</p>'],
    ['for all programs but one', '<![if !mso]><p>e4e2</p><![endif]>'],
  ])('does not take along what it shows: %s', async (_, html) => {
    expect(await lines(html)).toEqual(['e4e2']);
  });

  it('keeps quoted what is quoted, also where the quotation itself is hidden', async () => {
    const html =
      '<p>e4e2</p><blockquote style="visibility:hidden"><b style="visibility:visible">resign</b></blockquote>';
    expect(await lines(html)).toEqual(['e4e2']);
    expect(await lines('<blockquote style="display:none">a</blockquote><p>e4e2</p>')).toEqual([
      'e4e2',
    ]);
  });
});

describe('what keeps words apart, though it is not seen', () => {
  it.each([
    [
      'a line of one pixel',
      'move 12 e4e2<div style="font-size:1px;line-height:1px">&nbsp;</div>Gruss',
      'move 12 e4e2\nGruss',
    ],
    ['a white break', 'move 12 e4e2<font color="#ffffff"><br></font>Gruss', 'move 12 e4e2\nGruss'],
    [
      'a break of no height',
      'move 12 e4e2<p style="line-height:0"><br></p>Gruss',
      'move 12 e4e2\nGruss',
    ],
    ['a hidden break', 'move 12 e4<span style="visibility:hidden"><br></span>e2', 'move 12 e4\ne2'],
    ['a white blank', 'move<font color="#ffffff"> </font>12 e4e2', 'move 12 e4e2'],
  ])('stays: %s', async (_, html, text) => {
    const [first, second] = await lines(html);
    expect([first, second].filter((line) => line !== undefined).join('\n')).toBe(text);
  });

  it.each([
    ['a grey ground', '<span style="background-color:rgba(0,0,0,0.1)">move 12 e4e2</span>'],
    [
      'light upon a dark page',
      '<body style="background:#111;color:#fff"><div style="background:rgba(255,255,255,.1)">move 12 e4e2</div></body>',
    ],
    [
      'a ground with a name',
      '<div style="background:darkslateblue none repeat;color:#fff">move 12 e4e2</div>',
    ],
    [
      'a ground by a function',
      '<div style="background-color:oklch(0.2 0 0);color:#fff">move 12 e4e2</div>',
    ],
  ])('does not hide what stands on %s', async (_, html) => {
    expect(await lines(html)).toEqual(['move 12 e4e2']);
  });

  it('hides white on nearly white', async () => {
    const html = '<span style="color:#fff;background:rgba(0,0,0,.05)">move 12</span>';
    expect(await lines(html)).toEqual([]);
  });
});
