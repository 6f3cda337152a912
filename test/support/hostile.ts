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
  (before: string, piece: string) =>
  (bytes: number): Uint8Array =>
    Buffer.from(`${FROM}${before}${fill(piece, bytes)}\r\n\r\ne4e2`, 'latin1');

/** The same as long as a header may be. */
const allowed =
  (before: string, piece: string) =>
  (bytes: number): Uint8Array =>
    header(before, piece)(Math.min(bytes, 65_000));

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
  { kind: 'a sender full of quotes', outcome: 'read', write: allowed('From: ', '"\\"<') },
];
