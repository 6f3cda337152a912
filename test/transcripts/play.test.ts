import { describe, expect, it } from 'vitest';
import { isLike } from './likeness.ts';
import { play } from './play.ts';
import { parseTranscript, printTranscript } from './transcript.ts';

const HEAD = `# A test

- players: alice, bob
- board 12: forms -size=4x4, alice is Black, bob is White
`;
const ASKED = `${HEAD}
## bob writes

\`\`\`
Subject: show next
\`\`\`
`;
const ANSWER = `
## bob gets

\`\`\`
Subject: Turnpost: show next

You asked: show next

No board waits for your move.
\`\`\`
`;

/** What has really happened, as a transcript. */
async function happened(written: string): Promise<string> {
  const transcript = parseTranscript(written);
  const { rounds } = await play(transcript, () => undefined);
  return printTranscript({ ...transcript, rounds });
}

describe('a transcript', () => {
  it('stays as it is when it tells what happens', async () => {
    expect(await happened(ASKED + ANSWER)).toBe(ASKED + ANSWER);
  });

  it.each([
    ['a letter is missing', ASKED],
    ['a letter was never sent', ASKED + ANSWER + ANSWER],
    ['somebody else gets it', ASKED + ANSWER.replace('bob gets', 'alice gets')],
    ['it says that nobody gets one', `${ASKED}\n## nobody gets a letter\n`],
    ['the subject is another', ASKED + ANSWER.replace('Turnpost: show', 'Turnpost: games')],
    ['a word is another', ASKED + ANSWER.replace('waits', 'wait')],
  ])('is put right when %s', async (_what, written) => {
    const told = await happened(written);
    expect(told).toBe(ASKED + ANSWER);
    expect(told).not.toBe(written);
  });

  it('says when nobody gets a letter', async () => {
    const written = `${HEAD}
## eve writes

\`\`\`
Subject: show 12
Precedence: bulk
\`\`\`
`;
    expect(await happened(written)).toBe(`${written}\n## nobody gets a letter\n`);
  });

  it.each([
    ['no title', 'Alice writes.', 'title'],
    ['an unknown heading', `${HEAD}\n## alice shouts\n\n\`\`\`\nhelp\n\`\`\`\n`, 'alice shouts'],
    ['a heading without a letter', `${HEAD}\n## alice writes\n`, 'no letter'],
    ['an open block', `${HEAD}\n## alice writes\n\n\`\`\`\nhelp\n`, 'not closed'],
    ['words below a block', `${ASKED}\nWell.\n`, 'text below'],
    ['something unknown given', '# A test\n\n- it rains\n', 'it rains'],
  ])('is not read with %s', (_what, written, why) => {
    expect(() => parseTranscript(written)).toThrow(why);
  });

  it('is not played when what is given does not come about', async () => {
    await expect(happened(`${HEAD}- bob: \`a4b4\`\n`)).rejects.toThrow('given, but not done');
  });
});

describe('a letter that is expected', () => {
  const like = (expected: string, real: string, known = new Map<string, string>()) =>
    isLike(expected.split('\n'), real.split('\n'), known);

  it('has any lines at a gap', () => {
    expect(like('a\n[...]\nd', 'a\nb\nc\nd')).toBe(true);
    expect(like('a\n[...]\nd', 'a\nd')).toBe(true);
    expect(like('a\n[...]\nd', 'a\nb\nc')).toBe(false);
    expect(like('a [...] d', 'a b d')).toBe(false);
  });

  it('has one word for one name, in all letters', () => {
    expect(like('<token> and <token>', 'x1 and x1')).toBe(true);
    expect(like('<token> and <token>', 'x1 and x2')).toBe(false);
    expect(like('<one> and <other>', 'x1 and x2')).toBe(true);
    const known = new Map<string, string>();
    expect(like('first <token>', 'first x1', known)).toBe(true);
    expect(like('then <token>', 'then x2', known)).toBe(false);
    expect(like('then <token>', 'then x1', known)).toBe(true);
  });

  it('is otherwise the same, sign by sign', () => {
    expect(like('e4.e5', 'e4xe5')).toBe(false);
    expect(like('a', 'a\nb')).toBe(false);
    expect(like('a\nb', 'a')).toBe(false);
  });
});
