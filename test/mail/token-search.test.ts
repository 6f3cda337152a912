import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newTextLimits, tokenLimits } from '../../src/limits.ts';
import { linesAboveToken, replyToken } from '../../src/mail/reply.ts';
import { FIRST_BYTES, makeToken, type Secrets } from '../../src/mail/token.ts';

const SECRETS: Secrets = [Buffer.from('a secret of this test'), Buffer.from('an older one')];
const TOKEN = makeToken({ purpose: 'board', player: 7, number: 12, revision: 3 }, SECRETS);
const percent = (text: string) =>
  [...text].map((char) => `%${char.charCodeAt(0).toString(16)}`).join('');

/** As much text as is read, of these characters by chance. */
function lettersOf(chars: string): readonly string[] {
  let seed = 1;
  const signs = Array.from({ length: newTextLimits.bytes }, () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return chars[seed % chars.length];
  });
  return signs.join('').match(/.{1,80}/g) ?? [];
}

/** How many signatures some work with three secrets computes. */
function signaturesOf(work: (secrets: Secrets) => unknown): number {
  let signatures = 0;
  const secret = (key: Uint8Array) => ({
    get() {
      signatures++;
      return key;
    },
  });
  const keys = [...SECRETS, Buffer.from('the oldest')].map(secret);
  const secrets = Object.defineProperties(
    [],
    Object.fromEntries(keys.entries()),
  ) as unknown as Secrets;
  work(secrets);
  return signatures;
}

describe('a reply token', () => {
  it.each([
    ['alone', TOKEN],
    ['in our address', `games+${TOKEN}@turnpost.test`],
    ['behind a letter', `x${TOKEN}`],
    ['before and behind letters and digits', `look2${TOKEN}7zz`],
    ['in the middle of a long word', `${'b'.repeat(70)}${TOKEN}${'c'.repeat(70)}`],
    ['between underscores', `_${TOKEN}_`],
    ['in capitals', TOKEN.toUpperCase()],
    ['behind a plus sign as links write it', `mailto:games%2B${TOKEN}%40turnpost.test`],
    ['in a query', `https://x.test/?t=${TOKEN}&u=1`],
    ['spelled by numbers', percent(TOKEN)],
    ['spelled by numbers in capitals', percent(TOKEN).toUpperCase()],
    ['spelled as quoted-printable', percent(TOKEN).replaceAll('%', '=')],
    ['with a blank in it', `${TOKEN.slice(0, 9)} ${TOKEN.slice(9)}`],
    ['with hyphens in it', TOKEN.replace(/(.{4})/g, '$1-')],
    ['twice in a row', TOKEN + TOKEN],
  ])('is found %s', (_, line) => {
    expect(linesAboveToken(['Hello.', line, 'Bye.'], SECRETS)).toEqual(['Hello.']);
  });

  it('is found where it goes on in the next line', () => {
    const lines = ['Hello.', `my link: ${TOKEN.slice(0, 11)}`, `${TOKEN.slice(11)}@x.test`, 'Bye.'];
    expect(linesAboveToken(lines, SECRETS)).toEqual(['Hello.']);
    expect(linesAboveToken([`${TOKEN.slice(0, 11)}=`, TOKEN.slice(11)], SECRETS)).toEqual([]);
  });

  it('is found of every kind, of an older secret too, in any text', () => {
    const number = fc.nat({ max: 2 ** 40 });
    const around = fc.string({ unit: 'grapheme', maxLength: 30 });
    fc.assert(
      fc.property(
        fc.constantFrom(...FIRST_BYTES),
        fc.tuple(number, number, number),
        fc.tuple(around, around),
        fc.boolean(),
        (kind, [player, board, revision], [before, behind], old) => {
          const secrets: Secrets = old ? [SECRETS[1] ?? SECRETS[0]] : SECRETS;
          const named = { player, number: board, revision };
          const token =
            kind === 'draw' || kind === 'undo'
              ? makeToken({ ...named, purpose: 'board', asks: kind }, secrets)
              : kind === 'first'
                ? makeToken({ ...named, purpose: 'account', asks: kind }, secrets)
                : makeToken({ ...named, purpose: kind }, secrets);
          const line = `${before}${token}${behind}`;
          expect(linesAboveToken(['Hello.', line], SECRETS)).toEqual(['Hello.']);
        },
      ),
    );
  });

  it('costs a bounded number of signatures in any text; what would need more is left out', () => {
    const search = (lines: readonly string[]) =>
      signaturesOf((secrets) => linesAboveToken(lines, secrets));
    const random = lettersOf('abcdefghijklmnopqrstuvwxyz234567');
    const once = search(random);
    expect(once).toBeLessThan(tokenLimits.signatures / 2);
    expect(linesAboveToken(random, SECRETS)).toEqual(random);
    // What is spelled in three ways is searched for what differs.
    expect(search([...random.slice(0, -1), '%41 =41'])).toBeLessThan(1.1 * once);
    const beginnings = lettersOf('aab7');
    expect(search(beginnings)).toBeGreaterThan(tokenLimits.signatures - 3);
    expect(search(beginnings)).toBeLessThanOrEqual(tokenLimits.signatures);
    expect(linesAboveToken(beginnings, SECRETS).length).toBeLessThan(beginnings.length);
    expect(linesAboveToken([...beginnings, TOKEN], SECRETS)).not.toContain(TOKEN);
  });

  it('is looked for in the first tags of a header alone, those of our address before others', () => {
    const own = 'games@turnpost.test';
    const tags = lettersOf('abcdefghijklmnopqrstuvwxyz234567').map((line) => line.slice(0, 32));
    const others = tags.map((tag) => `games+aaa${tag.slice(3)}@turnpost.test`);
    const letter = { recipients: others, inReplyTo: [], references: [] };
    expect(signaturesOf((secrets) => replyToken(letter, own, secrets))).toBeLessThan(200);
    const aliases = others.map((address) => address.replace('turnpost', 'alias'));
    const recipients = [...aliases, `games+${TOKEN}@turnpost.test`];
    expect(replyToken({ ...letter, recipients }, own, SECRETS)).toMatchObject({
      value: { player: 7, number: 12 },
    });
  });

  it('is nothing that somebody else has signed, and no ordinary text', () => {
    const other = makeToken({ purpose: 'board', player: 7, number: 12, revision: 3 }, [
      Buffer.from('of another server'),
    ]);
    const lines = ['e4e2', other, 'a'.repeat(500), 'An ordinary line, and 100% of another=20one.'];
    expect(linesAboveToken(lines, SECRETS)).toEqual(lines);
    fc.assert(
      fc.property(fc.array(fc.string()), (text) => {
        expect(linesAboveToken(text, SECRETS)).toEqual(text);
      }),
    );
  });
});
