import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unreadPasswordsMax } from '../../../src/limits.ts';
import { REDACTED, redactUnread } from '../../../src/service/thread/redact-unread.ts';
import { VOCABULARY } from '../../support/desk/vocabulary.ts';
import { processorMs } from '../../support/process/processor.ts';
import { throwDice } from '../../support/run/seed.ts';

const SECRET = 'hunter2-Xyz9';
const LINE = `move 12 alice ${SECRET} c3`;
const base64 = (text: string) => Buffer.from(text).toString('base64');
const everyByte = (text: string) =>
  [...text].map((sign) => `=${sign.charCodeAt(0).toString(16).toUpperCase()}`).join('');
const redact = (written: string): string | undefined => {
  const left = redactUnread(Buffer.from(written), VOCABULARY);
  return left && Buffer.from(left).toString();
};

describe('the bytes of a letter that could not be read', () => {
  it.each([
    ['in a subject', `Subject: ${LINE}\r\n\r\nHello.\r\n`],
    [
      'behind a subject of ours',
      `Subject: Re: Forms Board 12 (a vs b) alice ${SECRET} e4e2\r\n\r\n`,
    ],
    ['in a line', `Subject: x\r\n\r\nHello.\r\n${LINE}\r\n`],
    ['in a quoted line', `Subject: x\r\n\r\n> > ${LINE}\r\n`],
    ['once more, in no command', `Subject: ${LINE}\r\n\r\nIt is ${SECRET}, I said.\r\n`],
    ['in coded words', `Subject: =?utf-8?B?${base64(LINE)}?=\r\n\r\nHello.\r\n`],
    ['in every sign coded', `Subject: =?utf-8?Q?${everyByte(LINE)}?=\r\n\r\nHello.\r\n`],
    [
      'over two coded words',
      `Subject: =?utf-8?Q?move_12_alice_hunter2?=\r\n =?utf-8?Q?=2DXyz9_c3?=\r\n\r\nHello.\r\n`,
    ],
    [
      'in a subject that was folded',
      `Subject: Re: Forms Board 12 (alice vs\r\n bob) alice\r\n ${SECRET} e4e2\r\n\r\n`,
    ],
    ['in HTML', `Subject: x\r\n\r\n<div>Hi</div><div class="a">${LINE}</div><p>Bye\r\n`],
    ['behind a command in German', `Subject: x\r\n\r\nzurück 12 alice ${SECRET}\r\n`],
    ['in quoted-printable', `Subject: x\r\n\r\nmove 12 alice hunter2=2DXyz9 c3\r\n`],
    ['over a soft break', 'Subject: x\r\n\r\nmove 12 alice hunt=\r\ner2-Xyz9 c3\r\n'],
    ['in base64', `Subject: x\r\n\r\n${base64(`Hello.\r\n${LINE}\r\nBye.\r\n`)}\r\n`],
    ['in base64 at the end', `Subject: x\r\n\r\n${base64(`${LINE}\r\n`)}`],
  ])('hold no password: %s', (_, written) => {
    const left = redact(written) ?? '';
    const lines = left.split('\r\n');
    const read = lines.map((line) => Buffer.from(line, 'base64').toString()).join('\n');
    const decoded = decodeURIComponent(left.replace(/%/g, '%25').replace(/=(?=[0-9A-F]{2})/g, '%'));
    for (const text of [left, read, decoded]) expect(text).not.toContain(SECRET);
    expect([left, read, decoded].join()).toContain('...');
  });

  it('keep everything else as it was', () => {
    const base = base64('Nothing of this kind.\r\n'.repeat(20)).replace(/.{76}/g, '$&\r\n');
    const rest = `\r\n\xff\x00 caf=C3=A9 =?utf-8?Q?caf=C3=A9?=\r\n${base}\r\nHello\r\n`;
    const raw = Buffer.from(`Subject: x\r\n\r\n${LINE}${rest}`, 'latin1');
    const left = redactUnread(raw, VOCABULARY) ?? Buffer.alloc(0);
    expect(Buffer.from(left).toString('latin1')).toBe(
      `Subject: x\r\n\r\nmove 12 alice ... c3${rest}`,
    );
  });

  it.each([
    'Subject: Hello\r\n\r\nmove 12 e4e2\r\n',
    'Subject: Re: Forms Board 12 alice moves\r\n\r\n',
    // No password is as short, and the rest of the letter is not to suffer for it.
    'Subject: x\r\n\r\nmove 12 alice x e4e2\r\ncaf=C3=A9 x\r\n',
    `Subject: x\r\n\r\n${base64('move 12 e4e2')}\r\nSome =\r\nwords=3D\r\n`,
    '',
  ])('stay where there is none: %j', (written) => {
    expect(redact(written)).toBeUndefined();
  });

  it('are not kept where somebody wrote more passwords than anybody has', () => {
    const lines = (count: number) =>
      Array.from({ length: count }, (_, i) => `move 12 alice ${SECRET}${i}x c3`).join('\n');
    expect(redact(lines(unreadPasswordsMax))).toContain('move 12 alice ... c3');
    expect(redact(lines(unreadPasswordsMax + 1))).toBe(REDACTED);
  });

  it('may be any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        const raw = Buffer.concat([Buffer.from(`Subject: ${LINE}\r\n\r\n`), bytes]);
        const left = redactUnread(raw, VOCABULARY);
        expect(Buffer.from(left ?? raw).includes(SECRET)).toBe(false);
      }),
    );
  });
});

describe('the time that redacting takes', () => {
  const lines = (bytes: number) =>
    Array.from({ length: bytes / 12 }, (_, at) => `${(at * 7_919).toString(36)} hello x\n`).join(
      '',
    );
  const repeated = (piece: string) => (bytes: number) => piece.repeat(bytes / piece.length);
  const msOf = (written: string): number => {
    const raw = Buffer.from(`Subject: x\r\n\r\nmove 12 alice ${SECRET} c3\r\n${written}`);
    return processorMs(() => redactUnread(raw, VOCABULARY));
  };

  const KINDS: readonly [string, (bytes: number) => string][] = [
    ['coded words in one line', repeated('=?utf-8?B?QUJD?= ')],
    ['coded words below each other', repeated('=?utf-8?Q?a=41b?=\r\n ')],
    ['halves of coded words', repeated('=?a?q?')],
    ['beginnings of coded words', repeated('=?utf-8')],
    ['soft breaks', repeated('abc=\r\n')],
    ['blanks before a soft break', repeated('=    ')],
    ['base64 lines', repeated(`${'QUJD'.repeat(19)}\r\n`)],
    ['one line of base64', repeated('QUJD')],
    ['tags', repeated('<a <b> ')],
    ['prefixes of a subject', repeated('re: [x] ')],
    ['lines that differ', lines],
    ['blank lines', repeated('\r\n')],
  ];
  it.each(throwDice('what is redacted').sample(KINDS, 5))('is linear: %s', (_, write) => {
    // Four times the length; a square would be sixteen. Less than some milliseconds is not measured.
    expect(msOf(write(160_000)) / Math.max(msOf(write(40_000)), 10)).toBeLessThan(10);
  });
});
