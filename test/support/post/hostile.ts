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

export const HOSTILE: readonly Hostile[] = [
  { kind: 'flowed lines', outcome: 'read', write: body(FLOWED, 'abcdefg hijk \r\n') },
  {
    kind: 'flowed lines with DelSp',
    outcome: 'read',
    write: body(`${FLOWED}; delsp=yes`, 'a \r\n'),
  },
  { kind: 'flowed blanks only', outcome: 'read', write: body(FLOWED, ' \r\n') },
  { kind: 'flowed quotations', outcome: 'read', write: body(FLOWED, '> a \r\n>> b \r\n') },
  {
    kind: 'empty parts',
    outcome: 'too many parts',
    write: body(MIXED, '\r\n--b\r\n\r\n', '', '--b--'),
  },
  { kind: 'delimiters only', outcome: 'read', write: body(MIXED, '--b\r\n') },
  {
    kind: 'near delimiters',
    outcome: 'read',
    write: body(MIXED, '--bc\r\n', '--b\r\n\r\ne4e2\r\n'),
  },
  { kind: 'hyphens', outcome: 'read', write: body(MIXED, '\n--', '--b\r\n\r\ne4e2\r\n') },
  {
    kind: 'nested parts',
    outcome: 'parts nested too deep',
    write: (bytes) =>
      Buffer.from(
        `${FROM}Content-Type: multipart/mixed; boundary=b0\r\n\r\n${numbered(bytes, (number) => `--b${number}\r\nContent-Type: multipart/mixed; boundary=b${number + 1}\r\n\r\n`)}`,
      ),
  },
  {
    kind: 'letters in letters',
    outcome: 'read',
    write: body('Content-Type: message/rfc822', 'Content-Type: message/rfc822\r\n\r\n'),
  },
  {
    kind: 'one part without end',
    outcome: 'read',
    write: body(MIXED, 'abc\r\n', '--b\r\n\r\ne4e2\r\n'),
  },
  {
    kind: 'a part with an endless header',
    outcome: 'read',
    write: body(MIXED, 'X-A: b\r\n', '--b\r\n'),
  },
  { kind: 'recipients', outcome: 'header too long', write: header('To: ', 'abc@home.test, ') },
  { kind: 'header fields', outcome: 'header too long', write: header('', 'X-Field: value\r\n') },
  { kind: 'a folded field', outcome: 'header too long', write: header('X-Field: value', '\r\n x') },
  { kind: 'a header of one line', outcome: 'header too long', write: header('X-Field: ', 'x') },
  {
    kind: 'references',
    outcome: 'header too long',
    write: header('References:', ' <a@b.test>\r\n'),
  },
  {
    kind: 'encoded words',
    outcome: 'header too long',
    write: header('X-Name: ', '=?utf-8?q?=C3?= '),
  },
  {
    kind: 'parameters',
    outcome: 'header too long',
    write: header('Content-Type: text/plain', '; name*0*=a'),
  },
  { kind: 'one line', outcome: 'read', write: body(TEXT, 'x') },
  { kind: 'blanks', outcome: 'read', write: body(TEXT, ' ') },
  { kind: 'line ends', outcome: 'read', write: body(TEXT, '\n') },
  { kind: 'carriage returns', outcome: 'read', write: body(TEXT, '\r') },
  { kind: 'quote signs', outcome: 'read', write: body(TEXT, '>') },
  { kind: 'colons', outcome: 'read', write: body(TEXT, 'a:\r\n') },
  { kind: 'attributions', outcome: 'read', write: body(TEXT, '2026 from <') },
  {
    kind: 'attributions by line',
    outcome: 'read',
    write: body(TEXT, 'Op schreef abc def ghi\r\n'),
  },
  { kind: 'our address', outcome: 'read', write: body(TEXT, 'games+a') },
  { kind: 'zero bytes', outcome: 'read', write: body(TEXT, '\0') },
  { kind: 'bytes that are no UTF-8', outcome: 'read', write: body(TEXT, '\xff') },
  {
    kind: 'an unknown charset',
    outcome: 'read',
    write: body('Content-Type: text/plain; charset=x-none', '\xe9\n'),
  },
  { kind: 'base64', outcome: 'read', write: body(`${TEXT}\r\n${BASE64}`, 'QUFB') },
  {
    kind: 'base64 that is padded over and over',
    outcome: 'read',
    write: body(`${TEXT}\r\n${BASE64}`, 'QQ=='),
  },
  { kind: 'soft line ends', outcome: 'read', write: body(`${TEXT}\r\n${QP}`, '=\r\n') },
  { kind: 'equals signs', outcome: 'read', write: body(`${TEXT}\r\n${QP}`, '=  ') },
  { kind: 'nested tags', outcome: 'read', write: body(HTML, '<div><b>') },
  { kind: 'nested quotations', outcome: 'read', write: body(HTML, '<blockquote>x') },
  { kind: 'nested lists', outcome: 'read', write: body(HTML, '<ul><li>') },
  { kind: 'nested tables', outcome: 'read', write: body(HTML, '<table><tr><td>') },
  { kind: 'paragraphs', outcome: 'read', write: body(HTML, '<p>') },
  { kind: 'closing tags', outcome: 'read', write: body(HTML, '</p>') },
  { kind: 'rules', outcome: 'read', write: body(HTML, '<hr>') },
  { kind: 'unclosed comments', outcome: 'read', write: body(HTML, '<!--') },
  { kind: 'unclosed tags', outcome: 'read', write: body(HTML, '<a ') },
  { kind: 'entities', outcome: 'read', write: body(HTML, '&amp;&#60;&') },
  {
    kind: 'cells of HTML as Word writes it',
    outcome: 'read',
    write: body(
      HTML,
      '<tr><td valign="top" style="padding:0cm;mso-line-height-rule:exactly"><p class="MsoNormal" style="margin:0cm"><a href="mailto:games%2Bk3f@turnpost.test?subject=Re%3A%20Forms&amp;body=b1%0D%0A"><span style="font-size:9.0pt;color:#16130F"><img src="cid:image001.png@01DC5B0F" alt="O"><o:p></o:p></span></a></p></td></tr>\r\n',
    ),
  },
  {
    kind: 'cells of HTML as text',
    outcome: 'read',
    write: body(TEXT, '[cid:image001.png@01DC5B0F]<mailto:games%2Bk3f@turnpost.test?body=b1>\r\n'),
  },
  { kind: 'half of HTML as text', outcome: 'read', write: body(TEXT, '[image:[ab:<a@<mailto:') },
  {
    kind: 'HTML parts',
    outcome: 'read',
    write: (bytes) =>
      body(
        MIXED,
        `\r\n--b\r\n${HTML}\r\n\r\n${fill('<p>', Math.floor(bytes / 10))}`,
        '',
        '\r\n--b--',
      )(bytes),
  },
  {
    kind: 'recipients that are allowed',
    outcome: 'read',
    write: allowed('To: ', 'abc@home.test, '),
  },
  { kind: 'half addresses', outcome: 'read', write: allowed('To: ', 'abc') },
  {
    kind: 'references that are allowed',
    outcome: 'read',
    write: allowed('References: ', '<a@b> '),
  },
  { kind: 'angles', outcome: 'read', write: allowed('References: ', '<') },
  {
    kind: 'a subject of encoded words',
    outcome: 'read',
    write: allowed('Subject: ', '=?utf-8?q?=C3?= '),
  },
  { kind: 'half encoded words', outcome: 'read', write: allowed('Subject: ', '=?a?q?') },
  {
    kind: 'parameters that are allowed',
    outcome: 'read',
    write: allowed('Content-Type: text/plain', '; a*0*="\\"'),
  },
  {
    kind: 'coded words in many parts',
    outcome: 'too many parts',
    write: filled('=?utf-8?B?QUJD?= '),
  },
  {
    kind: 'coded words below each other',
    outcome: 'too many parts',
    write: filled('=?utf-8?Q?a=41b?=\r\n '),
  },
  { kind: 'half coded words in many parts', outcome: 'too many parts', write: filled('=?a?q?') },
  { kind: 'soft breaks in many parts', outcome: 'too many parts', write: filled('abc=\r\n') },
  { kind: 'broken soft breaks', outcome: 'too many parts', write: filled('=     ') },
  {
    kind: 'base64 in many parts',
    outcome: 'too many parts',
    write: filled(`${'QUJD'.repeat(19)}\r\n`),
  },
  { kind: 'short lines of base64', outcome: 'too many parts', write: filled('QUJD\r\n') },
  { kind: 'one line of base64', outcome: 'read', write: body(TEXT, 'QUJD') },
  { kind: 'tags in many parts', outcome: 'too many parts', write: filled('<a <b> ') },
  {
    kind: 'lines that all differ',
    outcome: 'too many parts',
    write: (bytes) => {
      const lines = numbered(bytes, (number) => `set ${number * 7_919} hello x\r\n`);
      return Buffer.from(`${FROM}${MIXED}\r\n\r\n${'--b\r\n\r\n'.repeat(60)}${lines}`);
    },
  },
  { kind: 'many lines that name their writer', outcome: 'read', write: body(TEXT, SIGNED) },
  { kind: 'hidden elements', outcome: 'read', write: body(HTML, '<p hidden>x') },
  { kind: 'elements in hidden ones', outcome: 'read', write: body(HTML, '<div hidden><b>x') },
  { kind: 'styles', outcome: 'read', write: body(HTML, '<b style="color:red;top:0">x</b>') },
  {
    kind: 'escapes in a style',
    outcome: 'read',
    write: body(HTML, '\\64', '<p style="', '">e4e2'),
  },
  { kind: 'comments in a style sheet', outcome: 'read', write: body(HTML, '/*', '<style>') },
  { kind: 'blocks in a style sheet', outcome: 'read', write: body(HTML, '@media x{', '<style>') },
  {
    kind: 'rules and elements',
    outcome: 'read',
    write: halves(
      (bytes) => `<style>${numbered(bytes, (number) => `.x,p.x,#a${number}{top:0}`)}</style>`,
      () => '<p class=x>x',
    ),
  },
  {
    kind: 'selectors of one rule',
    outcome: 'read',
    write: halves(
      (bytes) =>
        `<style>${numbered(bytes / 2, (number) => `.x${number},`)}p{${fill('top:0;', bytes / 2)}}</style>`,
      () => '<p>x',
    ),
  },
  {
    kind: 'classes of one element',
    outcome: 'read',
    write: body(HTML, 'a b ', '<style>a{top:0}</style><p class="'),
  },
  {
    kind: 'ends of other elements',
    outcome: 'read',
    write: halves(
      (bytes) => fill('<b>', bytes),
      () => '</i>',
    ),
  },
  {
    kind: 'an envelope sender of plus signs',
    outcome: 'read',
    // A bare CR ends what a pattern takes for a line, and no field.
    write: allowed('Return-Path: ', '+', '\rx@y.test'),
  },
  {
    kind: 'an envelope sender of bounces',
    outcome: 'read',
    write: allowed('Return-Path: ', 'bounce-', '\rx@y.test'),
  },
  {
    kind: 'a report of many groups',
    outcome: 'read',
    write: body(
      'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
      'Action: failed\r\nX-Original-Message-Id: <a@b>\r\n\r\n',
      '--b\r\nContent-Type: message/delivery-status\r\n\r\n',
      '\r\n--b--',
    ),
  },
  {
    kind: 'a report of many lines',
    outcome: 'read',
    write: body(`From: mailer-daemon@x.test\r\n${TEXT}`, '<a\r\n', 'Hi. This is the \r\n'),
  },
  { kind: 'a sender full of quotes', outcome: 'read', write: allowed('From: ', '"\\"<') },
];
