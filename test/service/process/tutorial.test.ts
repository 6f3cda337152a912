import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BOB, type Desk, openDesk } from '../../support/desk/desk.ts';
import { CAROL, flat, signUp } from '../../support/desk/players.ts';
import { answerTo } from '../../support/post/letters.ts';

const TUTORIAL = readFileSync(
  new URL('../../../templates/en/page/tutorial.txt.eta', import.meta.url),
  'utf8',
);

/** What the page tells carol and bob to write, and the boards that it shows between. */
type Step =
  | { readonly kind: 'carol' | 'bob'; readonly line: string }
  | { readonly kind: 'board'; readonly diagram: string };

function stepsOf(page: string): readonly Step[] {
  const pattern =
    /^ ?(?<number>\d{1,2}) {2}(?<carol>\S.*)$|^ {4}(?:bob|One move).*: (?<bob>\S+)$|(?<board>^ {5}(?:a b c)\n(?:.*\n)+? {5}a b c$)/gm;
  return [...page.matchAll(pattern)].map(({ groups = {} }): Step => {
    const { carol, bob, board } = groups;
    if (board !== undefined) return { kind: 'board', diagram: board };
    return carol === undefined ? { kind: 'bob', line: bob ?? '' } : { kind: 'carol', line: carol };
  });
}

describe('the tutorial', () => {
  const steps = stepsOf(TUTORIAL);
  let desk: Desk;
  beforeAll(async () => {
    desk = openDesk();
    await signUp(desk, BOB);
  });
  afterAll(() => desk.close());

  it('is named in the welcome letter and on the first page of help, and sent', async () => {
    expect(desk.newest(BOB).text).toContain('help tutorial');
    await desk.answer(BOB, 'help');
    expect(desk.newest(BOB).text).toContain('help tutorial');
    await desk.answer(BOB, 'help tutorial');
    expect(desk.newest(BOB).text).toContain(TUTORIAL.trimEnd());
  });

  it('has ten letters, and lines that fit', () => {
    expect(steps.filter(({ kind }) => kind === 'carol')).toHaveLength(10);
    expect(steps.filter(({ kind }) => kind === 'bob')).toHaveLength(4);
    expect(steps.filter(({ kind }) => kind === 'board')).toHaveLength(4);
    const lines = TUTORIAL.split('\n');
    expect(lines.filter((line) => line.length > 72)).toEqual([]);
  });

  it('happens as it says, letter for letter and board for board', async () => {
    for (const step of steps) {
      if (step.kind === 'board') {
        expect(desk.newest(CAROL).text).toContain(step.diagram);
        expect(desk.newest(BOB).text).toContain(step.diagram);
        continue;
      }
      const from = step.kind === 'carol' ? CAROL : BOB;
      const isFirst = step.line.startsWith('signup');
      const sent = await desk.post(
        isFirst ? { from, subject: step.line, text: '' } : answerTo(desk.newest(from), step.line),
      );
      expect(sent.length, step.line).toBeGreaterThan(0);
      // Nothing is asked twice and nothing is refused.
      expect(flat(sent[0]), step.line).not.toMatch(/Nothing was|nothing was|no command|not played/);
      const asked = sent.filter(({ subject }) => subject.includes('please confirm'));
      expect(asked, step.line).toHaveLength(isFirst ? 1 : 0);
      if (step.line === 'a2xa1') expect(flat(desk.newest(CAROL))).toContain('You have won');
    }
    expect(flat(desk.newest(CAROL))).toContain('is open to everybody');
  });
});
