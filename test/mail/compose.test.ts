import fc from 'fast-check';
import MimeNode from 'nodemailer/lib/mime-node';
import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { letterLimits } from '../../src/limits.ts';
import { composeLetter, type Outgoing } from '../../src/mail/compose.ts';
import { readHeader, valuesOf } from '../../src/mail/header.ts';

const LETTER: Outgoing = {
  from: { name: 'Turnpost', address: 'games@turnpost.test' },
  to: 'alice@home.test',
  replyTo: 'games+k3f@turnpost.test',
  messageId: 'k3f.1@turnpost.test',
  inReplyTo: 'mine@home.test',
  references: ['first@turnpost.test', 'mine@home.test'],
  date: Date.UTC(2026, 10, 21, 9),
  subject: 'Forms Board 12 (alice vs bob)',
  text: 'Hello.\n',
  pictures: [],
  attached: [],
  html: '<p>Hello.</p>\n',
  autoSubmitted: 'auto-replied',
  listId: 'Turnpost <games.turnpost.test>',
};
const ID_CHARS_MAX = 250;

const rawOf = (changes: Partial<Outgoing>): string =>
  Buffer.from(composeLetter({ ...LETTER, ...changes })).toString('latin1');
const fieldsOf = (changes: Partial<Outgoing>) =>
  readHeader(composeLetter({ ...LETTER, ...changes })).fields;

describe('a letter of ours', () => {
  it('has these fields, each once', () => {
    expect(Object.fromEntries(fieldsOf({}).map(({ name, value }) => [name, value]))).toEqual({
      from: 'Turnpost <games@turnpost.test>',
      to: 'alice@home.test',
      'reply-to': 'Turnpost <games+k3f@turnpost.test>',
      subject: 'Forms Board 12 (alice vs bob)',
      date: 'Sat, 21 Nov 2026 09:00:00 +0000',
      'message-id': '<k3f.1@turnpost.test>',
      'in-reply-to': '<mine@home.test>',
      references: '<first@turnpost.test> <mine@home.test>',
      'auto-submitted': 'auto-replied',
      'x-turnpost': 'letter',
      'x-auto-response-suppress': 'All',
      'list-id': 'Turnpost <games.turnpost.test>',
      'mime-version': '1.0',
      'content-type': expect.stringMatching(/^multipart\/alternative; boundary="=_/),
    });
    expect(fieldsOf({}).length).toBe(14);
  });

  it('says that nobody has asked for it, where that is so (RFC 3834, section 5)', () => {
    const fields = fieldsOf({ autoSubmitted: 'auto-generated' });
    expect(valuesOf(fields, 'auto-submitted')).toEqual(['auto-generated']);
  });

  it('writes its fields as the library does, the plain ones too', () => {
    const words = fc.string({
      unit: fc.constantFrom(...'aB7 ."=?,<>@;\u00fc\u4e2d'),
      maxLength: 90,
    });
    const plain = fc.string({ unit: fc.constantFrom(...'abZ09 ()#_'), maxLength: 90 });
    const address = fc.constantFrom(
      'a.b+c@x.test',
      'A.B@X.Test',
      'a..b@x.test',
      '"a b"@x.test',
      'j\u00f6rg@b\u00fccher.test',
      'a@[127.0.0.1]',
    );
    const text = fc.oneof(words, plain);
    fc.assert(
      fc.property(text, text, address, (name, subject, to) => {
        const { fields } = readHeader(
          composeLetter({ ...LETTER, from: { name, address: to }, to, subject: `=${subject}.` }),
        );
        const library = new MimeNode();
        library.addHeader([
          { key: 'From', value: { name, address: to } },
          { key: 'To', value: { name: '', address: to } },
          { key: 'Subject', value: `=${subject}.` },
        ]);
        const written = readHeader(Buffer.from(`${library.buildHeaders()}\r\n\r\n`)).fields;
        for (const field of ['from', 'to', 'subject']) {
          expect(valuesOf(fields, field)).toEqual(valuesOf(written, field));
        }
      }),
      { numRuns: 200 },
    );
  });

  it('names no letter where it is the first', () => {
    const names = fieldsOf({ inReplyTo: undefined, references: [] }).map(({ name }) => name);
    expect(names).toContain('message-id');
    expect(names).not.toContain('in-reply-to');
    expect(names).not.toContain('references');
  });

  it('is plain text first, and HTML beside it', () => {
    const raw = rawOf({});
    expect([...raw.matchAll(/^Content-Type: (text\/\w+)/gm)].map(([, type]) => type)).toEqual([
      'text/plain',
      'text/html',
    ]);
    const alone = rawOf({ html: undefined });
    expect(alone).toContain('\r\nContent-Type: text/plain; charset=utf-8\r\n');
    expect(alone).not.toContain('multipart');
  });

  it('arrives as it was written, column by column, over lines that carry anything (RFC 5322)', async () => {
    const text = fc
      .array(
        fc.oneof(
          fc.constantFrom('> quoted', 'From here on', '.', '..', '-- ', ' a b c  ', '', '='),
          fc.string({ unit: 'grapheme', maxLength: 100 }),
        ),
        { maxLength: 20 },
      )
      // What has no line end at its end gets one on the way, and a CR is none of ours.
      .map((lines) => `${lines.map((line) => line.replace(/[\r\n]/g, '')).join('\n')}\n`);
    await fc.assert(
      fc.asyncProperty(text, async (written) => {
        const raw = rawOf({ text: written });
        // biome-ignore lint/suspicious/noControlCharactersInRegex: it is those that are looked for
        expect(raw).toMatch(/^[\u0009\u000a\u000d\u0020-\u007e]*$/);
        const longest = Math.max(...raw.split('\r\n').map((line) => line.length));
        expect(longest).toBeLessThanOrEqual(76);
        expect((await PostalMime.parse(raw)).text?.trimEnd()).toBe(written.trimEnd());
      }),
    );
  });

  it('says its markup in ASCII, as it is', () => {
    const raw = rawOf({ html: '<b title="\u25cf">ä \u{1f3c1}</b>\n<i>2\r3</i>\n' });
    expect(raw).toContain('Content-Transfer-Encoding: 7bit\r\n');
    expect(raw).toContain('\r\n<b title="&#9679;">&#228; &#127937;</b>\r\n<i>2&#13;3</i>\r\n');
  });

  it.each([
    ['a line longer than a relay may take', `<p>${'o'.repeat(990)}</p>\n`],
    ['a line that gets too long by its signs', `<p>${'ß'.repeat(200)}</p>\n`],
    ['a line that a mailbox would mark', '<p>\nFrom here on\n</p>\n'],
    ['signs in a style', '<style>\nb::after { content: "→"; }\n</style>\n<b>o</b>\n'],
  ])('quotes markup that has %s', async (_, html) => {
    const raw = rawOf({ html });
    expect(raw).not.toContain('7bit');
    expect((await PostalMime.parse(raw)).html?.trimEnd()).toBe(html.trimEnd());
  });

  it.each(['\u20ac', '\u6f22', '\u00fc', '\ud83d\ude00'])(
    'takes few bytes more than its words, in whatever script they are: %s',
    async (sign) => {
      const words = `${`${sign.repeat(30)} `.repeat(20)}\n`.repeat(4);
      const html = `<p>${words}</p>\n`;
      const raw = composeLetter({ ...LETTER, text: words, html });
      expect(raw.length).toBeLessThan(4_000 + 1.5 * Buffer.byteLength(words + html));
      const { text, html: marked } = await PostalMime.parse(raw);
      expect([text, marked].map((each) => each?.replaceAll('\r\n', '\n'))).toEqual([words, html]);
    },
  );

  it('names twenty letters of the longest kind in lines that every server takes', () => {
    const references = Array.from({ length: letterLimits.references }, (_, index) =>
      `${index}@x.test`.padStart(ID_CHARS_MAX, 'x'),
    );
    const raw = rawOf({ references, inReplyTo: references[0] });
    expect(Math.max(...raw.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998);
    const [value] = valuesOf(fieldsOf({ references }), 'references');
    expect(value?.split(/\s+/)).toEqual(references.map((id) => `<${id}>`));
  });

  it('is the same bytes for the same content', () => {
    expect(rawOf({})).toBe(rawOf({}));
    expect(rawOf({})).not.toBe(rawOf({ messageId: 'k3f.2@turnpost.test' }));
  });

  const places: readonly (readonly [string, (value: string) => Partial<Outgoing>])[] = [
    ['From', (name) => ({ from: { name, address: 'games@turnpost.test' } })],
    ['From, its address', (address) => ({ from: { name: 'Turnpost', address } })],
    ['To', (to) => ({ to })],
    ['Reply-To', (replyTo) => ({ replyTo })],
    ['Message-ID', (messageId) => ({ messageId })],
    ['In-Reply-To', (inReplyTo) => ({ inReplyTo })],
    ['References', (id) => ({ references: ['first@turnpost.test', id] })],
    ['Subject', (subject) => ({ subject })],
    ['List-Id', (listId) => ({ listId })],
  ];
  it.each(places)('is not written with the end of a line in %s', (_, put) => {
    for (const end of ['\r\n', '\n', '\r', '\u0000']) {
      expect(() => rawOf(put(`a@x.test${end}Bcc: victim@x.test`))).toThrow('the end of a line');
    }
  });
});
