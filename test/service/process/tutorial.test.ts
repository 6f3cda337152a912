import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../src/player/settings.ts';
import { makeTemplates } from '../../../src/render/templates.ts';
import { readTemplateFolder } from '../../../src/service/process/languages.ts';
import { TEMPLATES } from '../../../src/service/shell/shell.ts';
import { BOB, type Desk, openDesk, type Sent } from '../../support/desk/desk.ts';
import { CAROL, flat, signUp } from '../../support/desk/players.ts';
import { answerTo } from '../../support/post/letters.ts';

const page = (language: string) =>
  readFileSync(
    new URL(`../../../templates/${language}/page/tutorial.txt.eta`, import.meta.url),
    'utf8',
  );
const TUTORIAL = page('en');

/** What the page tells carol to write, and the boards that it shows between. */
type Step =
  | { readonly kind: 'line'; readonly line: string }
  | { readonly kind: 'board'; readonly diagram: string };

function stepsOf(text: string): readonly Step[] {
  const pattern =
    /^ ?(?<number>\d{1,2}) {2}(?<line>\S.*)$|(?<board>^ {5}(?:a b c d)\n(?:.*\n)+? {5}a b c d$)/gm;
  return [...text.matchAll(pattern)].map(({ groups = {} }): Step => {
    const { line, board } = groups;
    return board === undefined
      ? { kind: 'line', line: line ?? '' }
      : { kind: 'board', diagram: board };
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

  it('is named on the first page of help, and sent', async () => {
    await desk.answer(BOB, 'help');
    expect(desk.newest(BOB).text).toContain('help tutorial');
    await desk.answer(BOB, 'help tutorial');
    expect(desk.newest(BOB).text).toContain(TUTORIAL.trimEnd());
  });

  it('has six letters and two boards, the same in each language', () => {
    expect(steps.filter(({ kind }) => kind === 'line')).toHaveLength(6);
    expect(steps.filter(({ kind }) => kind === 'board')).toHaveLength(2);
    const templates = makeTemplates(readTemplateFolder(TEMPLATES));
    for (const language of LANGUAGES) {
      const spelled = steps.map((step) =>
        step.kind === 'line' ? { ...step, line: templates.spelled(language, step.line) } : step,
      );
      expect(stepsOf(page(language))).toEqual(spelled);
      const lines = page(language).split('\n');
      expect(lines.filter((line) => line.length > 72)).toEqual([]);
    }
  });

  it('happens as it says, letter for letter and board for board', async () => {
    let board: Sent | undefined;
    for (const step of steps) {
      if (step.kind === 'board') {
        expect(desk.newest(CAROL).text).toContain(step.diagram);
        continue;
      }
      // The last one answers the last letter of the match.
      if (step.line.startsWith('challenge')) await desk.answer(CAROL, 'resign');
      const now = step.line.startsWith('challenge') ? desk.newest(CAROL) : board;
      const sent = await desk.post(
        now ? answerTo(now, step.line) : { from: CAROL, subject: step.line, text: '' },
      );
      // Nothing is asked twice and nothing is refused.
      expect(sent, step.line).toHaveLength(1);
      expect(flat(sent[0]), step.line).not.toMatch(/Nothing was|nothing was|no command|not played/);
      expect(sent[0]?.subject, step.line).not.toContain('please confirm');
      if (!step.line.startsWith('show')) board = sent[0];
    }
    expect(flat(desk.newest(CAROL))).toContain('is open to everybody');
  });
});
