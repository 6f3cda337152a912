import { describe, expect, it } from 'vitest';
import { readLine } from '../../../src/command/text/line.ts';
import { NO_CONTEXT } from '../../../src/command/text/subject.ts';

/** What a line is understood as, or what is offered or said instead. */
function come(line: string): string {
  const read = readLine(line, NO_CONTEXT);
  if (read.kind === 'prose') return 'prose';
  if (read.kind === 'command') return read.ready.text;
  const { code, facts } = read.why;
  return code === 'unknown-command-near' ? `${facts?.['near']}?` : code;
}

describe('a name of the classic server', () => {
  it.each([
    ['qmove 12 e4e2', 'queue 12 e4e2'],
    ['moveq 12 e4e2', 'queue 12 e4e2'],
    ['QBoard 12 e4e2', 'queue 12 e4e2'],
    ['boardq 12 e4e2', 'queue 12 e4e2'],
    ['forms qmove 12 e4e2', 'queue 12 e4e2'],
    ['forms move 12 e4e2', 'move 12 e4e2'],
    ['forms board 12 e4e2', 'move 12 e4e2'],
    ['forms queue 12 e4e2', 'queue 12 e4e2'],
    ['forms submit 12 e4e2', 'submit 12 e4e2'],
    ['forms confirm 12', 'confirm 12'],
    ['forms preview 12 e4e2', 'preview 12 e4e2'],
    ['forms show 12', 'show 12'],
    ['forms games bob active', 'games bob forms active'],
    ['forms history', 'history forms'],
    ['forms standings', 'standings forms'],
    ['forms help', 'help forms'],
    ['rules forms', 'help forms'],
    ['forms resign 12', 'resign 12'],
    ['forms undo 12', 'undo 12'],
    ['forms propose 12', 'draw 12'],
    ['forms accept 12', 'accept 12'],
    ['forms reject 12', 'decline 12'],
    ['accept none', 'accept none'],
    ['forms limit 3', 'limit forms 3'],
    ['forms chall alice bob', 'challenge alice bob forms -size=8x8'],
    ['forms challenge alice bob', 'challenge alice bob forms -size=8x8'],
    ['forms chat 12', 'say 12'],
    ['forms watch 12', 'watch 12'],
    ['forms subscribe 12', 'watch 12'],
    ['forms unsubscribe 12', 'unwatch 12'],
    ['forms notify 12', 'notify 12'],
    ['message bob', 'message bob'],
    ['vacation off', 'vacation off'],
    ['signup carol', 'signup carol'],
    ['signoff', 'signoff'],
    ['delete', 'signoff'],
    ['multiple', 'prose'],
  ])('does here what it did there: %s', (line, text) => {
    expect(come(line)).toBe(text);
  });

  it.each(
    (
      'qresign 12 | resing 12 | esign 12 | resigned 12 | sign-off | ' +
      'singoff | signof | delet | withdrew 13 | rejct 12'
    ).split(' | '),
  )('is not guessed, where it is mistyped and could end something: %s', (line) => {
    expect(come(line)).toMatch(/\?$|^prose$/);
  });
});

describe('the nearest of the names', () => {
  it.each([
    ['qmoove 12 e4e2', 'queue 12 e4e2?'],
    ['moveqq 12 e4e2', 'queue 12 e4e2?'],
    ['moove 12 e4e2', 'move 12 e4e2?'],
    ['bord 12 e4e2', 'move 12 e4e2?'],
    ['unwatc 12', 'unwatch 12?'],
  ])('is the one with the fewest slips: %s', (line, text) => {
    expect(come(line)).toBe(text);
  });
});
