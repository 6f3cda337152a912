import { describe, expect, it } from 'vitest';
import { parseLetter } from '../../src/mail/letter.ts';

const FROM = 'From: alice@home.test\r\n';
async function read(...parts: readonly (string | Uint8Array)[]) {
  const raw = Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)),
  );
  const letter = await parseLetter(raw, 'games@turnpost.test');
  if (!letter.ok) throw new Error(letter.error);
  return letter.value;
}
const subjectOf = async (value: string | Uint8Array): Promise<string> =>
  (await read(FROM, 'Subject: ', value, '\r\n\r\n')).subject;

/** A charset, a text in it as bytes made with Python's codecs, and the text. */
const CHARSETS = [
  ['utf-8', '5ac3bc67652066c3bc72204ac3b87267656e3a20e8b5b0', 'Züge für Jørgen: 走'],
  ['us-ascii', '706c61696e', 'plain'],
  ['iso-8859-1', '5afc67652066fc72204af87267656e', 'Züge für Jørgen'],
  ['iso-8859-2', 'a3f364bc2c20ae69be6b61', 'Łódź, Žižka'],
  ['iso-8859-3', 'c67520fe6920f86f6a61733f', 'Ĉu ŝi ĝojas?'],
  ['iso-8859-4', 'd3ba6e69f1b9', 'Ķēniņš'],
  ['iso-8859-5', 'c5ded420e1d4d5dbd0dd', 'Ход сделан'],
  ['iso-8859-6', 'e5d1cdc8c7', 'مرحبا'],
  ['iso-8859-7', 'c3e5e9dc20f3eff5', 'Γειά σου'],
  ['iso-8859-8', 'f9ece5ed', 'שלום'],
  ['iso-8859-9', '49fefd6b2061f0fd72', 'Işık ağır'],
  ['iso-8859-10', 'de6f72f06920af', 'Þorði Ŋ'],
  ['iso-8859-11', 'cac7d1cab4d5', 'สวัสดี'],
  ['iso-8859-13', 'd06961756c69616920e0fe756f6c6173', 'Šiauliai ąžuolas'],
  ['iso-8859-14', 'd0796e656220fe64', 'Ŵyneb ŷd'],
  ['iso-8859-15', 'bc7576726520e0203520a4', 'Œuvre à 5 €'],
  ['windows-1250', '50f8ed6c699a209e6c759d6f75e86bfd', 'Příliš žluťoučký'],
  ['windows-1251', 'c2e0f820f5eee4', 'Ваш ход'],
  ['windows-1252', '93536368f66e94209620352080', '“Schön” – 5 €'],
  ['windows-1253', 'cae1ebde20eadfede7f3e7', 'Καλή κίνηση'],
  ['windows-1254', '49796920fe616e736c61722c2061f0', 'Iyi şanslar, ağ'],
  ['windows-1255', 'eee4ecea', 'מהלך'],
  ['windows-1256', 'e4dee1c9', 'نقلة'],
  ['windows-1257', 'cc6972747320ed657273', 'Ģirts ķers'],
  ['windows-1258', 'd0f56e', 'Đơn'],
  ['windows-874', 'b5d2e0b4d4b9', 'ตาเดิน'],
  ['koi8-r', 'e8cfd2cfdbc9ca20c8cfc4', 'Хороший ход'],
  ['koi8-u', 'b7d6c1cb20a620adc1d7c1', 'Їжак і ґава'],
  ['ibm866', '8fe0a8a2a5e2', 'Привет'],
  ['macintosh', '6e61957665206361668e', 'naïve café'],
  ['gb2312', 'c4e3bac3', '你好'],
  ['gbk', 'df40d165', '這裡'],
  ['gb18030', 'c4e3bac320a2e3', '你好 €'],
  ['big5', 'b3f2b4d1', '圍棋'],
  ['shift_jis', '8e9f82cc8ee8', '次の手'],
  ['euc-jp', 'bca1a4cebcea', '次の手'],
  ['iso-2022-jp', '1b24423c21244e3c6a244724391b2842', '次の手です'],
  ['euc-kr', 'bec8b3e7c7cfbcbcbfe4', '안녕하세요'],
  ['ks_c_5601-1987', 'bec8b3e7', '안녕'],
  ['cp932', '874094d4', '①番'],
  ['cp949', 'b9e6', '방'],
  ['x-gbk', 'bac3', '好'],
  ['utf-16le', '5a00750067002000e900', 'Zug é'],
  ['utf-16be', '005a00750067002000e9', 'Zug é'],
] as const;

describe('a text in', () => {
  it.each(CHARSETS)('%s is read in every transfer encoding', async (charset, hex, text) => {
    const bytes = Buffer.from(hex, 'hex');
    const type = `Content-Type: text/plain; charset="${charset}"\r\n`;
    const quoted = [...bytes].map((byte) => `=${byte.toString(16).padStart(2, '0')}`).join('');
    const eightBit = await read(FROM, type, '\r\n', bytes);
    const base64 = await read(
      FROM,
      type,
      `Content-Transfer-Encoding: base64\r\n\r\n${bytes.toString('base64')}`,
    );
    const printable = await read(
      FROM,
      type,
      `Content-Transfer-Encoding: quoted-printable\r\n\r\n${quoted}=\r\n`,
    );
    expect([eightBit.lines, base64.lines, printable.lines]).toEqual([[text], [text], [text]]);
  });

  it.each(CHARSETS.filter(([charset]) => !charset.startsWith('utf-16')))(
    '%s is read as a subject, in both encodings of RFC 2047',
    async (charset, hex, text) => {
      const bytes = Buffer.from(hex, 'hex');
      const quoted = [...bytes].map((byte) => `=${byte.toString(16).padStart(2, '0')}`).join('');
      expect(await subjectOf(`=?${charset}?B?${bytes.toString('base64')}?=`)).toBe(text);
      expect(await subjectOf(`=?${charset}*en?q?${quoted}?=`)).toBe(text);
    },
  );

  it.each([
    'x-unknown',
    'utf-7',
    'unknown-8bit',
    '',
    '"',
    'iso-2022-kr',
    'iso-8859-16',
    '\u00e9',
    'x'.repeat(5_000),
  ])('the unknown charset %j is read as windows-1252 where it is not ASCII', async (charset) => {
    const type = `Content-Type: text/plain; charset="${charset}"\r\n\r\n`;
    const { lines } = await read(FROM, type, Buffer.from('e4e2 \x93na\xefve\x94', 'latin1'));
    expect(lines).toEqual(['e4e2 \u201cna\u00efve\u201d']);
  });

  it.each(['us-ascii', 'ANSI_X3.4-1968', 'utf-8', 'UTF8'])(
    '%s that it is none is read as windows-1252, and as UTF-8 where it is that',
    async (charset) => {
      const type = `Content-Type: text/plain; charset=${charset}\r\n\r\n`;
      expect((await read(FROM, type, Buffer.from('\x80 5', 'latin1'))).lines).toEqual(['\u20ac 5']);
      expect((await read(FROM, type, Buffer.from('\u20ac 5'))).lines).toEqual(['\u20ac 5']);
    },
  );

  it('no charset at all is read as UTF-8 or windows-1252', async () => {
    expect((await read(FROM, '\r\n', Buffer.from('\u20ac'))).lines).toEqual(['\u20ac']);
    expect((await read(FROM, '\r\n', Buffer.from('\x80', 'latin1'))).lines).toEqual(['\u20ac']);
  });

  it('UTF-7 leaves a command readable', async () => {
    const type = 'Content-Type: text/plain; charset=utf-7\r\n\r\n';
    expect((await read(FROM, type, 'e4e2\r\nSch+APY-n')).lines).toEqual(['e4e2', 'Sch+APY-n']);
  });
});

describe('a subject', () => {
  it.each([
    ['words side by side', '=?utf-8?q?Forms?= =?utf-8?q?_Board?=', 'Forms Board'],
    ['folded words', '=?utf-8?q?Forms?=\r\n =?utf-8?b?IEJvYXJk?=', 'Forms Board'],
    ['a character split across two words, B', '=?utf-8?B?4oI=?= =?utf-8?B?rA==?=', '\ufffd\ufffd'],
    ['a character split across two words, Q', '=?utf-8?Q?=E2=82?= =?utf-8?Q?=AC?=', '\u20ac'],
    ['a character split on a group, B', '=?utf-8?B?YeKC?= =?utf-8?B?rGI=?=', 'a\u20acb'],
    ['two charsets', '=?iso-8859-1?q?=E9?= =?koi8-r?q?=C8?=', '\u00e9\u0445'],
    ['a wrong charset', '=?utf-8?q?=E9?=', '\ufffd'],
    ['an unknown charset', '=?x-nowhere?q?=E9?=', '\u00e9'],
    ['text around words', 'Re: =?utf-8?q?Z=C3=BCge?= (2)', 'Re: Z\u00fcge (2)'],
    ['a word that never ends', '=?utf-8?q?abc', '=?utf-8?q?abc'],
    ['an unknown encoding', '=?utf-8?x?abc?=', '=?utf-8?x?abc?='],
    ['a word in a word', '=?utf-8?q?=3D=3Futf-8=3Fq=3Fa=3F=3D?=', '=?utf-8?q?a?='],
    ['line ends in a word', '=?utf-8?q?a=0D=0ABcc:_x@y.test?=', 'a Bcc: x@y.test'],
    ['controls in a word', '=?utf-8?q?a=00=07=1B[31mb?=', 'a[31mb'],
    ['what turns the direction', '=?utf-8?q?=E2=80=AEabc=E2=81=A6=E2=80=8Fd?=', 'abcd'],
    ['half a surrogate pair', '=?utf-16be?b?2D0AYQ==?=', '\ufffda'],
    ['a bare control', 'a\x07b', 'ab'],
    ['blanks', '  a \t b  ', 'a b'],
    ['nothing', '', ''],
  ])('is decoded: %s', async (_, value, subject) => {
    expect(await subjectOf(value)).toBe(subject);
  });

  it('may be bare UTF-8 (RFC 6532) or, from old programs, windows-1252', async () => {
    expect(await subjectOf('Z\u00fcge')).toBe('Z\u00fcge');
    // Its last byte is a hard blank in latin1.
    expect(await subjectOf('voil\u00e0')).toBe('voil\u00e0');
    expect(await subjectOf(Buffer.from('Z\xfcge \x80', 'latin1'))).toBe('Z\u00fcge \u20ac');
  });

  it('is decoded after the header is split: no word makes a field or an address', async () => {
    const letter = await read(
      'From: =?utf-8?q?eve=40bad.test=3E=0D=0AFrom=3A_?= <alice@home.test>\r\n',
      'To: =?utf-8?q?games=40turnpost.test?= <other@home.test>\r\n\r\n',
    );
    expect(letter.sender).toEqual({ ok: true, value: 'alice@home.test' });
    expect(letter.recipients).toEqual(['other@home.test']);
  });
});

describe('what nobody sees', () => {
  it.each([
    ['the mark at the beginning of a file', '\ufeffe4e2', 'e4e2'],
    ['a blank of no width', 'e4\u200be2', 'e4e2'],
    ['a soft hyphen', 'e4\u00ade2', 'e4e2'],
    ['a turned direction', '\u202eresign\u202c e4e2', 'resign e4e2'],
    ['tags', 're\u{e0072}\u{e0080}sign', 'resign'],
    ['places kept for the invisible', 're\u2065\ufff0\u{e0fff}sign', 'resign'],
    ['an isolate', '\u2066e4e2\u2069', 'e4e2'],
    ['a mark of direction', '\u200fe4\u061ce2', 'e4e2'],
    ['tag characters', 'e4\u{e0072}\u{e0065}e2', 'e4e2'],
    ['controls', 'e4\x00\x08\x1b\x7f\x9de2', 'e4e2'],
  ])('is left out of the text: %s', async (_, text, line) => {
    const type = 'Content-Type: text/plain; charset=utf-8\r\n\r\n';
    expect((await read(FROM, type, text)).lines).toEqual([line]);
  });

  it('keeps what words are made of', async () => {
    const type = 'Content-Type: text/plain; charset=utf-8\r\n\r\n';
    const family = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}';
    expect((await read(FROM, type, `\tx ${family} \u0645\u06cc\u200c\u062e`)).lines).toEqual([
      `\tx ${family} \u0645\u06cc\u200c\u062e`,
    ]);
  });

  it('has no half of a surrogate pair, wherever the text is cut', async () => {
    const type = 'Content-Type: text/plain; charset=utf-8\r\n\r\nx';
    const { lines } = await read(FROM, type, '\u{1f600}'.repeat(10_000));
    expect(lines.join('')).toMatch(/^x\u{1f600}+$/u);
  });

  it('takes every sign for the end of a line that shows as one', async () => {
    const type = 'Content-Type: text/plain; charset=utf-8\r\n\r\n';
    expect((await read(FROM, type, 'a\rb\x0bc\u2028d\u2029e')).lines).toEqual([...'abcde']);
  });
});
