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

  it.each([
    ['quoted-printable', 'quoted-printable', 'e4=\r\ne2'],
    ['base64', 'base64', Buffer.from('e4e2').toString('base64')],
  ])('is decoded from %s', async (_, encoding, body) => {
    const letter = await read(FROM, `Content-Transfer-Encoding: ${encoding}`, '', body);
    expect(letter.lines).toEqual(['e4e2']);
  });

  it('is read when its charset is unknown', async () => {
    const letter = await read(FROM, 'Content-Type: text/plain; charset=x-nowhere', '', 'e4e2 \xe9');
    expect(letter.lines).toEqual(['e4e2 é']);
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

  it('is read when there is only HTML', async () => {
    const letter = await read(FROM, 'Content-Type: text/html', '', '<div>e4e2</div><p>Hello</p>');
    expect(letter.lines.filter((line) => line !== '')).toEqual(['e4e2', 'Hello']);
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

  it('takes nothing from a letter inside it', async () => {
    const letter = await read(
      FROM,
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: text/plain',
      '',
      'e4e2',
      '--b',
      'Content-Type: message/rfc822',
      '',
      'From: bob@work.test',
      '',
      'resign 12',
      '--b--',
    );
    expect(letter.lines).toEqual(['e4e2']);
  });

  it('loses its control characters', async () => {
    const letter = await read(FROM, 'Subject: a\x07b', '', 'e4\x1be2\x00');
    expect(letter).toMatchObject({ subject: 'ab', lines: ['e4e2'] });
  });
});
