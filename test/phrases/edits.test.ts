import { describe, expect, it } from 'vitest';
import { fold } from '../../src/command/shape/words.ts';
import { readReply } from '../../src/command/text/read.ts';
import { findCommand } from '../../src/command/text/registry.ts';
import { VOCABULARY, WORDS } from '../support/desk/vocabulary.ts';
import { type Dice, full, throwDice } from '../support/run/seed.ts';
import { closeContexts } from './contexts.ts';
import { writePhrase } from './outcome.ts';
import { type Phrase, phrasesOf } from './phrase.ts';
import { hasActed } from './wants.ts';

/**
 * Phrases with a few signs or words changed by chance. What comes of them is not known, but that
 * nothing breaks, and that no move comes of a line with a word that belongs to no statement.
 */

const dice = throwDice('edited phrases');
const PHRASES = phrasesOf('phrases.jsonl');
const OTHERS = [
  'e4e5',
  'e4',
  'maybe',
  'not',
  'yes',
  'no',
  '?',
  '!',
  '1',
  '#1',
  '\n',
  '> ',
  '"',
  '\u{1f642}',
];
const PLACE = { number: 1, revision: 1 };

const one = <T>(list: readonly T[]): T => list[dice.upTo(list.length) - 1] as T;

function edited(text: string, { upTo }: Dice): string {
  let now = text;
  for (let edits = upTo(3); edits > 0; edits--) {
    const at = upTo(now.length + 1) - 1;
    const other = upTo(2) === 1 ? one(OTHERS) : one([...now, ' ']);
    const cut = upTo(3) === 1 ? upTo(4) : 0;
    now = `${now.slice(0, at)}${upTo(4) === 1 ? '' : other}${now.slice(at + cut)}`;
  }
  return now;
}

/** The words of letters in a line, but for cells and the cross between them. */
function wordsOf(line: string): readonly string[] {
  const bare = fold(line).replace(/\{\w+\}|[a-z][1-9]\d?x?/g, ' ');
  return bare.match(/\p{L}{2,}/gu) ?? [];
}

/** Every word of a pattern around a move, of a greeting, a yes, a remark and kind words; and what names a move. */
const PLAIN: ReadonlySet<string> = new Set(
  [...WORDS.values()]
    .flat()
    .flatMap(({ moves, cells, courtesies, greetings, commands, joins, ...words }) => [
      ...[...moves, ...cells, ...courtesies, ...greetings, ...joins],
      ...[...words.yes, ...words.certainYes, ...words.remarks, ...words.asides]
        .flatMap(wordsOf)
        .filter((word) => !VOCABULARY.denials.has(word)),
      ...Object.keys(commands).filter((name) => commands[name] === 'move'),
    ])
    .concat(findCommand(['move'])?.command.aliases ?? [], 'move', 'board', 'forms', 'xd')
    .flatMap((line) => wordsOf(line)),
);

/** A word that stands in no pattern, beside a move; or one of doubt, in another part of the sentence. */
const strange = (line: string): string | undefined =>
  line
    .split(
      /[.!,;:\u2026]+\s+|\s+[-\u2013\u2014]+\s+|\s+(?=\(|[:;]-?[()DP](?:\s|$))|\s*(?=\p{Extended_Pictographic})/u,
    )
    .flatMap((part) => {
      const isMove = /[a-z][1-9]/i.test(part);
      const isAside = VOCABULARY.asides.some((aside) => fold(part).includes(aside));
      return wordsOf(part).filter((word) =>
        isMove || isAside ? !PLAIN.has(word) : VOCABULARY.doubts.has(word) && !PLAIN.has(word),
      );
    })
    .at(0);

/** Whether a line asks about the move in it. */
const isAsked = (line: string): boolean =>
  line.includes('?') && !VOCABULARY.asides.some((aside) => fold(line).includes(aside));

/** The lines down to the one that is read as a move: without it, there is none. */
function movesIn(text: string): readonly string[] {
  const lines = text.split('\n');
  if (!isMove(lines)) return [];
  const until = lines.findIndex((_, at) => isMove(lines.slice(0, at + 1)));
  return lines.slice(0, until + 1);
}

function isMove(lines: readonly string[]): boolean {
  const { lines: orders } = readReply({ subject: '', lines }, PLACE, VOCABULARY);
  return orders.some((order) => order.kind === 'command' && order.command.name === 'move');
}

describe('a phrase that somebody has edited', () => {
  it('moves no stone with a word that no statement has beside it, nor with a doubt or a question', () => {
    const wrong: string[] = [];
    let moves = 0;
    for (let count = full ? 4_000 : 500; count > 0; count--) {
      const text = edited(one(PHRASES).text, dice);
      const lines = movesIn(text);
      const last = lines.at(-1) ?? '';
      if (lines.length > 0) moves++;
      if (isAsked(last) || strange(last) !== undefined) wrong.push(text);
    }
    expect(wrong).toEqual([]);
    expect(moves).toBeGreaterThan(0);
  });

  it('breaks nothing, and is answered', async () => {
    for (let count = full ? 400 : 20; count > 0; count--) {
      const phrase = one(PHRASES);
      const changed: Phrase = { ...phrase, text: edited(phrase.text, dice) };
      const outcome = await writePhrase(changed);
      expect(outcome.state, JSON.stringify(changed)).toMatch(/^(?:done|refused|held|ignored)$/);
      const isHeard = !/stranger|machine/.test(phrase.context);
      const answered = outcome.letters.length > 0 || hasActed(outcome);
      expect(answered || !isHeard, JSON.stringify(changed)).toBe(true);
    }
    await closeContexts();
  });
});
