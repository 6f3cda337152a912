import { describe, expect, it } from 'vitest';
import { type Letter, parseLetter } from '../../src/mail/letter.ts';

async function read(...lines: readonly string[]): Promise<Letter> {
  const letter = await parseLetter(Buffer.from(lines.join('\r\n'), 'latin1'), 'games@x.test');
  if (!letter.ok) throw new Error(letter.error);
  return letter.value;
}
const FROM = 'From: alice@home.test';

describe('a letter', () => {
  it('is taken apart', async () => {
    const letter = await read(
      FROM,
      'To: Turnpost <games+k3f@x.test>, other@x.test',
      'Message-ID: <1@home.test>',
      'In-Reply-To: <abc.def@x.test>',
      'References: <first@x.test>',
      ' <abc.def@x.test>',
      'Subject: =?utf-8?q?Sch=C3=B6n?=',
      '',
      'e4e2',
    );
    expect(letter).toMatchObject({
      recipients: ['games+k3f@x.test', 'other@x.test'],
      messageId: '1@home.test',
      inReplyTo: ['abc.def@x.test'],
      references: ['first@x.test', 'abc.def@x.test'],
      subject: 'Schön',
      lines: ['e4e2'],
    });
  });

  it('is un-flowed', async () => {
    const letter = await read(
      FROM,
      'Content-Type: text/plain; charset=utf-8; format=flowed; delsp=no',
      '',
      'challenge bob ',
      'forms',
    );
    expect(letter.lines).toEqual(['challenge bob forms']);
  });

  it('is read from its HTML when the text beside it is empty', async () => {
    const letter = await read(
      FROM,
      'Content-Type: multipart/alternative; boundary=b',
      '',
      '--b',
      'Content-Type: text/plain',
      '',
      ' ',
      '--b',
      'Content-Type: text/html',
      '',
      '<div>e4e2</div>',
      '--b--',
    );
    expect(letter.lines).toEqual(['e4e2']);
  });

  const part = (type: string, body: string, ...header: readonly string[]) =>
    [`Content-Type: ${type}`, ...header, '', body].join('\r\n');
  const multipart = (kind: string, boundary: string, ...parts: readonly string[]) =>
    part(
      `multipart/${kind}; boundary=${boundary}`,
      [...parts.map((each) => `--${boundary}\r\n${each}`), `--${boundary}--`].join('\r\n'),
    );
  const PLAIN = part('text/plain', 'e4e2');
  const HTML = part('text/html', '<p>resign</p>');
  const ATTACHED = 'Content-Disposition: attachment';

  it.each([
    ['the plain one of two alternatives', multipart('alternative', 'a', PLAIN, HTML)],
    ['the plain one, whichever comes first', multipart('alternative', 'a', HTML, PLAIN)],
    ['a letter with a picture', multipart('mixed', 'm', PLAIN, part('image/png', 'resign'))],
    [
      'HTML with pictures of its own',
      multipart('related', 'r', part('text/html', '<p>e4e2</p>'), part('image/gif', 'resign')),
    ],
    [
      'all levels of what Outlook sends',
      multipart(
        'mixed',
        'm',
        multipart('related', 'r', multipart('alternative', 'a', PLAIN, HTML)),
      ),
    ],
    ['a signed letter', multipart('signed', 's', PLAIN, part('application/pgp-signature', 'yes'))],
    [
      'no letter inside it',
      multipart('mixed', 'm', PLAIN, part('message/rfc822', `${FROM}\r\n\r\nresign`)),
    ],
    [
      'no report inside it',
      multipart('mixed', 'm', PLAIN, multipart('report', 'r', part('text/plain', 'resign'))),
    ],
    ['no digest inside it', multipart('mixed', 'm', PLAIN, multipart('digest', 'd', '\r\nresign'))],
    ['no attached text', multipart('mixed', 'm', part('text/plain', 'resign', ATTACHED), PLAIN)],
    ['no named text', multipart('mixed', 'm', part('text/plain; name=a.txt', 'resign'), PLAIN)],
    ['no other kind of text', multipart('mixed', 'm', part('text/csv', 'resign'), PLAIN)],
    [
      'no attached parts',
      multipart(
        'mixed',
        'm',
        PLAIN,
        part('multipart/mixed; boundary=x', '--x\r\n\r\nresign\r\n--x--', ATTACHED),
      ),
    ],
  ])('is read: %s', async (_, content) => {
    expect((await read(FROM, content)).lines).toEqual(['e4e2']);
  });

  it.each([
    [
      'a picture between',
      [PLAIN, part('image/png', ''), part('text/plain', 'Hello.\r\n\r\nBob')],
      2,
    ],
    ['a part of pictures around them', [multipart('related', 'r', PLAIN, PLAIN)], 1],
    ['HTML behind it', [PLAIN, part('text/html', '<p>resign</p><p hidden>resign</p>')], 1],
    ['words in the second part only', [part('text/plain', '\u200b\r\n \r\n'), PLAIN], 0],
    ['nothing shown in the first part', [part('text/html', '<p hidden>resign</p>'), PLAIN], 0],
    ['a quotation below', [PLAIN, part('text/plain', 'Bob\r\n> resign\r\nresign')], 1],
    ['what a list has added', [PLAIN, part('text/plain', '_______________\r\nlist\r\nresign')], 0],
    ['a signature', [PLAIN, part('text/plain', '-- \r\nresign')], 0],
  ])('is read in the first part that has words: %s', async (_, parts, laterLines) => {
    const letter = await read(FROM, multipart('mixed', 'm', ...parts));
    expect(letter).toMatchObject({ lines: ['e4e2'], laterLines });
  });

  it.each([
    [
      'an encrypted one',
      part(
        'multipart/encrypted; boundary=e',
        '--e\r\nContent-Type: application/octet-stream\r\n\r\nx\r\n--e--',
      ),
    ],
    ['a letter in a letter', part('message/rfc822', `${FROM}\r\n\r\nresign`)],
    ['only an attachment', multipart('mixed', 'm', part('text/plain', 'resign', ATTACHED))],
    ['nothing', ''],
  ])('has no lines: %s', async (_, content) => {
    expect((await read(FROM, content)).lines).toEqual(['']);
  });

  it('names the letters that it answers, the newest 20 of them', async () => {
    const ids = Array.from({ length: 2_000 }, (_, number) => `<${number}@home.test>`);
    const letter = await read(FROM, `References: ${ids.join('\r\n ')}`, '', '');
    expect(letter.references.length).toBe(20);
    expect(letter.references.at(-1)).toBe('1999@home.test');
  });
});
