import { describe, expect, it } from 'vitest';
import { automaticReason } from '../../src/mail/automatic.ts';
import { parseLetter } from '../../src/mail/letter.ts';
import { redactedCopy } from '../../src/mail/redact.ts';

const OWN = 'games@turnpost.test';
const RAW = [
  'Received: from home.test',
  'From: alice@home.test',
  `To: ${OWN}`,
  'Cc: hunter2@home.test',
  'Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=',
  'Thread-Topic: hunter2',
  'Message-ID: <1@home.test>',
  'Content-Type: multipart/alternative; boundary=x',
  '',
  '--x',
  'Content-Type: text/plain; charset=utf-8',
  'Content-Transfer-Encoding: base64',
  '',
  Buffer.from('resign 12\nGrüße\n> hunter2').toString('base64'),
  '--x',
  'Content-Type: text/html',
  '',
  '<p>hunter2</p>',
  '--x--',
].join('\r\n');

const read = async (raw: Uint8Array) => {
  const letter = await parseLetter(raw, OWN);
  if (!letter.ok) throw new Error(letter.error);
  return letter.value;
};

describe('a redacted copy', () => {
  it('reads as what was written anew, and holds nothing else of the text', async () => {
    const letter = await read(Buffer.from(RAW));
    const raw = redactedCopy(letter, ['hunter2']);
    expect(Buffer.from(raw).toString('latin1')).not.toMatch(/hunter2|aHVudGVyMg|thread-topic/i);
    const copy = await read(raw);
    expect(copy.sender).toEqual({ ok: true, value: 'alice@home.test' });
    expect([copy.messageId, copy.subject]).toEqual(['1@home.test', 'Grüße']);
    expect(copy.lines.join('\n').trim()).toBe('resign 12\nGrüße');
  });

  it('is taken for a letter of a person no more', async () => {
    const letter = await read(Buffer.from(RAW));
    expect(automaticReason(letter, 'alice@home.test', OWN)).toBeUndefined();
    const copy = await read(redactedCopy(letter, ['hunter2']));
    expect(automaticReason(copy, 'alice@home.test', OWN)).toBe('automatic answer');
  });
});
