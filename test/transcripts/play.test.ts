import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { GOLDEN } from '../render/golden-files.ts';
import { play } from './play.ts';
import { Told } from './told.ts';
import { parseTranscript, printTranscript } from './transcript.ts';

const HEAD = `# A test

- players: alice, bob
- board 12: forms -size=4x4, alice is Black, bob is White
`;
const ASKED = `${HEAD}
## bob writes: show next
`;
const ANSWER = `
## bob gets: Turnpost: show next
\`\`\`
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
    ['words below a block', `${ASKED}${ANSWER}\nWell.\n`, 'text below'],
    ['something unknown given', '# A test\n\n- it rains\n', 'it rains'],
  ])('is not read with %s', (_what, written, why) => {
    expect(() => parseTranscript(written)).toThrow(why);
  });

  it('is not played when what is given does not come about', async () => {
    await expect(happened(`${HEAD}- bob: \`a4b4\`\n`)).rejects.toThrow('given, but not done');
  });
});

describe('a letter of a transcript', () => {
  const BOARD = '  a b\n1 # O 1\n  a b';
  const shorten = (told: Told, letter: string) => told.shorten(letter.split('\n')).join('\n');

  it('leaves out what an earlier one has told', () => {
    const told = new Told(true);
    const first = `You moved.\n${BOARD}\n\nOne.\n\nTwo,\nthree.`;
    expect(shorten(told, first)).toBe(first);
    expect(shorten(told, `Your move.\n${BOARD}\n\nOne.\n\nMore.\n\nTwo,\nthree.`)).toBe(
      'Your move.\n[...]\n\nMore.\n\n[...]',
    );
    expect(shorten(told, `Your move.\n\n${BOARD}\n\nTwo,\nFOUR.`)).toBe(
      'Your move.\n\n[...]\n\nTwo,\nFOUR.',
    );
  });

  it('leaves out boards that it is not about, and the same commands for another board', () => {
    const moves = '     Black (#)      White (O)\n     alice          bob\n  1  a4xb4';
    const commands = (day: number, board: number) =>
      `Move by Saturday, ${day} December.\nAlso: show ${board} | frobnicate ${board}`;
    const letter = (day: number, board: number) =>
      `You moved.\n${BOARD}\n\n${commands(day, board)}\n\n${moves}`;
    const told = new Told(false);
    expect(shorten(told, letter(12, 1))).toBe(`You moved.\n[...]\n\n${commands(12, 1)}\n\n[...]`);
    expect(shorten(told, letter(13, 2))).toBe('You moved.\n[...]');
  });

  it('leaves out what a golden one tells', () => {
    const rule = readFileSync(`${GOLDEN}en/challenge/challenge.txt`, 'utf8');
    const [first = ''] = rule.split('\n\n').filter((each) => each.startsWith('Capture an'));
    expect(shorten(new Told(false), `Hello.\n\n${first}`)).toBe('Hello.\n\n[...]');
  });

  it('keeps how it begins, and a single line', () => {
    const told = new Told(false);
    const letter = 'Two,\nthree.\n\nOne.';
    expect(shorten(told, letter)).toBe(letter);
    expect(shorten(told, letter)).toBe(letter);
  });
});
