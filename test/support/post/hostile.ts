/** A kind of letter that is made to keep a reader busy. */
export interface Hostile {
  readonly kind: string;
  /** What becomes of one that is as long as a letter may be. */
  readonly outcome: 'read' | 'header too long' | 'too many parts' | 'parts nested too deep';
  /** The letter, of about so many bytes. */
  readonly write: (bytes: number) => Uint8Array;
}

const FROM = 'Date: Sat, 21 Nov 2026 09:00:00 +0000\r\n';

/** As many copies as fit, and the beginning of one more. */
const fill = (piece: string, bytes: number): string =>
  piece.repeat(Math.ceil(bytes / piece.length)).slice(0, bytes);

/** A letter whose header ends with these lines and whose body is a piece over and over. */
const body =
  (header: string, piece: string, before = '', after = '') =>
  (bytes: number): Uint8Array => {
    const head = `${FROM}${header}\r\n\r\n`;
    const room = Math.max(bytes - head.length - before.length - after.length, 0);
    return Buffer.from(head + before + fill(piece, room) + after, 'latin1');
  };

/** A letter whose header is filled up with a piece. */
const header =
  (before: string, piece: string, after = '') =>
  (bytes: number): Uint8Array =>
    Buffer.from(`${FROM}${before}${fill(piece, bytes)}${after}\r\n\r\ne4e2`, 'latin1');

/** The same as long as a header may be. */
const allowed =
  (before: string, piece: string, after = '') =>
  (bytes: number): Uint8Array =>
    header(before, piece, after)(Math.min(bytes, 65_000));

const numbered = (bytes: number, piece: (number: number) => string): string => {
  let text = '';
  for (let number = 0; text.length < bytes; number++) text += piece(number);
  return text;
};

/** Lines of characters by chance. */
function byChance(chars: string, width: number, bytes: number, end = '\r\n'): string {
  let seed = 1;
  const line = () =>
    Array.from({ length: width }, () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return chars[seed % chars.length];
    }).join('');
  return numbered(bytes, () => `${line()}${end}`);
}

const TEXT = 'Content-Type: text/plain; charset=utf-8';
const FLOWED = `${TEXT}; format=flowed`;
const MIXED = 'Content-Type: multipart/mixed; boundary=b';
const HTML = 'Content-Type: text/html; charset=utf-8';
const QP = 'Content-Transfer-Encoding: quoted-printable';
const BASE64 = 'Content-Transfer-Encoding: base64';

/** More parts than are looked at, so that nobody reads what is in them. */
const unread = (write: (bytes: number) => string) => (bytes: number) => {
  const parts = 55;
  const text = write(bytes / parts);
  const each = `--b\r\nContent-Type: text/plain\r\n\r\n${text}\r\n`;
  return Buffer.from(`${FROM}${MIXED}\r\n\r\n${each.repeat(parts)}--b--`, 'latin1');
};
const filled = (piece: string) => unread((bytes) => fill(piece, bytes));

/** HTML that begins in one way, as long as a header may be, and goes on in another. */
const halves =
  (first: (bytes: number) => string, second: (bytes: number) => string) => (bytes: number) =>
    body(HTML, second(bytes), first(Math.min(bytes, 60_000)))(bytes);

const SIGNED = 'move 12 alice hunter2-Xyz9 c3\r\n';

/** By what becomes of them when they are as long as letters may be. */
const KINDS: Readonly<Record<Hostile['outcome'], Readonly<Record<string, Hostile['write']>>>> = {
  read: {
    'flowed lines': body(FLOWED, 'abcdefg hijk \r\n'),
    'flowed lines with DelSp': body(`${FLOWED}; delsp=yes`, 'a \r\n'),
    'flowed blanks only': body(FLOWED, ' \r\n'),
    'flowed quotations': body(FLOWED, '> a \r\n>> b \r\n'),
    'delimiters only': body(MIXED, '--b\r\n'),
    'near delimiters': body(MIXED, '--bc\r\n', '--b\r\n\r\ne4e2\r\n'),
    hyphens: body(MIXED, '\n--', '--b\r\n\r\ne4e2\r\n'),
    'letters in letters': body(
      'Content-Type: message/rfc822',
      'Content-Type: message/rfc822\r\n\r\n',
    ),
    'one part without end': body(MIXED, 'abc\r\n', '--b\r\n\r\ne4e2\r\n'),
    'a part with an endless header': body(MIXED, 'X-A: b\r\n', '--b\r\n'),
    'one line': body(TEXT, 'x'),
    blanks: body(TEXT, ' '),
    'line ends': body(TEXT, '\n'),
    'carriage returns': body(TEXT, '\r'),
    'quote signs': body(TEXT, '>'),
    colons: body(TEXT, 'a:\r\n'),
    attributions: body(TEXT, '2026 from <'),
    'attributions by line': body(TEXT, 'Op schreef abc def ghi\r\n'),
    'our address': body(TEXT, 'games+a'),
    'zero bytes': body(TEXT, '\0'),
    'bytes that are no UTF-8': body(TEXT, '\xff'),
    'an unknown charset': body('Content-Type: text/plain; charset=x-none', '\xe9\n'),
    base64: body(`${TEXT}\r\n${BASE64}`, 'QUFB'),
    'base64 that is padded over and over': body(`${TEXT}\r\n${BASE64}`, 'QQ=='),
    'soft line ends': body(`${TEXT}\r\n${QP}`, '=\r\n'),
    'equals signs': body(`${TEXT}\r\n${QP}`, '=  '),
    'nested tags': body(HTML, '<div><b>'),
    'nested quotations': body(HTML, '<blockquote>x'),
    'nested lists': body(HTML, '<ul><li>'),
    'nested tables': body(HTML, '<table><tr><td>'),
    paragraphs: body(HTML, '<p>'),
    'closing tags': body(HTML, '</p>'),
    rules: body(HTML, '<hr>'),
    'unclosed comments': body(HTML, '<!--'),
    'unclosed tags': body(HTML, '<a '),
    entities: body(HTML, '&amp;&#60;&'),
    'cells of HTML as Word writes it': body(
      HTML,
      '<tr><td valign="top" style="padding:0cm;mso-line-height-rule:exactly"><p class="MsoNormal" style="margin:0cm"><a href="mailto:games%2Bk3f@turnpost.test?subject=Re%3A%20Forms&amp;body=b1%0D%0A"><span style="font-size:9.0pt;color:#16130F"><img src="cid:image001.png@01DC5B0F" alt="O"><o:p></o:p></span></a></p></td></tr>\r\n',
    ),
    'cells of HTML as text': body(
      TEXT,
      '[cid:image001.png@01DC5B0F]<mailto:games%2Bk3f@turnpost.test?body=b1>\r\n',
    ),
    'half of HTML as text': body(TEXT, '[image:[ab:<a@<mailto:'),
    'HTML parts': (bytes) =>
      body(
        MIXED,
        `\r\n--b\r\n${HTML}\r\n\r\n${fill('<p>', Math.floor(bytes / 10))}`,
        '',
        '\r\n--b--',
      )(bytes),
    'beginnings of tokens': (bytes) => body(TEXT, byChance('aab7', 80, bytes))(bytes),
    'random base32': (bytes) =>
      body(TEXT, byChance('abcdefghijklmnopqrstuvwxyz234567', 80, bytes))(bytes),
    'tagged recipients': (bytes) =>
      allowed('To: games+', byChance('aab7', 32, bytes, '@turnpost.test, games+'))(bytes),
    'recipients that are allowed': allowed('To: ', 'abc@home.test, '),
    'half addresses': allowed('To: ', 'abc'),
    'references that are allowed': allowed('References: ', '<a@b> '),
    angles: allowed('References: ', '<'),
    'a subject of encoded words': allowed('Subject: ', '=?utf-8?q?=C3?= '),
    'half encoded words': allowed('Subject: ', '=?a?q?'),
    'parameters that are allowed': allowed('Content-Type: text/plain', '; a*0*="\\"'),
    'one line of base64': body(TEXT, 'QUJD'),
    'many lines that name their writer': body(TEXT, SIGNED),
    'hidden elements': body(HTML, '<p hidden>x'),
    'elements in hidden ones': body(HTML, '<div hidden><b>x'),
    styles: body(HTML, '<b style="color:red;top:0">x</b>'),
    'escapes in a style': body(HTML, '\\64', '<p style="', '">e4e2'),
    'comments in a style sheet': body(HTML, '/*', '<style>'),
    'blocks in a style sheet': body(HTML, '@media x{', '<style>'),
    'rules and elements': halves(
      (bytes) => `<style>${numbered(bytes, (number) => `.x,p.x,#a${number}{top:0}`)}</style>`,
      () => '<p class=x>x',
    ),
    'selectors of one rule': halves(
      (bytes) =>
        `<style>${numbered(bytes / 2, (number) => `.x${number},`)}p{${fill('top:0;', bytes / 2)}}</style>`,
      () => '<p>x',
    ),
    'classes of one element': body(HTML, 'a b ', '<style>a{top:0}</style><p class="'),
    'ends of other elements': halves(
      (bytes) => fill('<b>', bytes),
      () => '</i>',
    ),
    // A bare CR ends what a pattern takes for a line, and no field.
    'an envelope sender of plus signs': allowed('Return-Path: ', '+', '\rx@y.test'),
    'an envelope sender of bounces': allowed('Return-Path: ', 'bounce-', '\rx@y.test'),
    'a report of many groups': body(
      'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
      'Action: failed\r\nX-Original-Message-Id: <a@b>\r\n\r\n',
      '--b\r\nContent-Type: message/delivery-status\r\n\r\n',
      '\r\n--b--',
    ),
    'a report of many lines': body(
      `From: mailer-daemon@x.test\r\n${TEXT}`,
      '<a\r\n',
      'Hi. This is the \r\n',
    ),
    'a sender full of quotes': allowed('From: ', '"\\"<'),
  },
  'header too long': {
    recipients: header('To: ', 'abc@home.test, '),
    'header fields': header('', 'X-Field: value\r\n'),
    'a folded field': header('X-Field: value', '\r\n x'),
    'a header of one line': header('X-Field: ', 'x'),
    references: header('References:', ' <a@b.test>\r\n'),
    'encoded words': header('X-Name: ', '=?utf-8?q?=C3?= '),
    parameters: header('Content-Type: text/plain', '; name*0*=a'),
  },
  'too many parts': {
    'empty parts': body(MIXED, '\r\n--b\r\n\r\n', '', '--b--'),
    'coded words in many parts': filled('=?utf-8?B?QUJD?= '),
    'coded words below each other': filled('=?utf-8?Q?a=41b?=\r\n '),
    'half coded words in many parts': filled('=?a?q?'),
    'soft breaks in many parts': filled('abc=\r\n'),
    'broken soft breaks': filled('=     '),
    'base64 in many parts': filled(`${'QUJD'.repeat(19)}\r\n`),
    'short lines of base64': filled('QUJD\r\n'),
    'tags in many parts': filled('<a <b> '),
    'lines that all differ': (bytes) => {
      const lines = numbered(bytes, (number) => `set ${number * 7_919} hello x\r\n`);
      return Buffer.from(`${FROM}${MIXED}\r\n\r\n${'--b\r\n\r\n'.repeat(60)}${lines}`);
    },
  },
  'parts nested too deep': {
    'nested parts': (bytes) =>
      Buffer.from(
        `${FROM}Content-Type: multipart/mixed; boundary=b0\r\n\r\n${numbered(bytes, (number) => `--b${number}\r\nContent-Type: multipart/mixed; boundary=b${number + 1}\r\n\r\n`)}`,
      ),
  },
};

export const HOSTILE: readonly Hostile[] = Object.entries(KINDS).flatMap(([outcome, kinds]) =>
  Object.entries(kinds).map(([kind, write]) => ({
    kind,
    outcome: outcome as Hostile['outcome'],
    write,
  })),
);
