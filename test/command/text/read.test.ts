import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLine } from '../../../src/command/text/line.ts';
import { type ParsedLetter, readFresh, readReply } from '../../../src/command/text/read.ts';
import { COMMANDS } from '../../../src/command/text/registry.ts';
import { commandLimits, newTextLimits } from '../../../src/limits.ts';
import { say } from '../../../src/sentence.ts';
import { VOCABULARY } from '../../support/desk/vocabulary.ts';

const NOWHERE = { number: undefined, revision: undefined };
const BOARD_12 = { number: 12, revision: 5 };

/** What was understood, line by line; a trouble as its code. */
const gist = ({ lines }: ParsedLetter) =>
  lines.map((line) => (line.kind === 'command' ? line.ready.text : line.why.code));
const answer = (...lines: readonly string[]) =>
  readReply({ subject: '', lines }, BOARD_12, VOCABULARY);
const fresh = (subject: string, ...lines: readonly string[]) =>
  readFresh({ subject, lines }, VOCABULARY);

describe('a letter of kind words alone', () => {
  it('is not called empty', () => {
    expect(gist(fresh('Hello', 'Thanks!'))).toEqual(['no-command']);
    expect(gist(fresh('Hello', ' '))).toEqual(['nothing-asked']);
  });
});

describe('an answer to a board', () => {
  it.each([
    [['e4e2'], ['move 12 e4e2'], ''],
    [['E4-E2.'], ['move 12 e4-e2'], ''],
    [['e4 e2 #7'], ['move 12 e4e2 #7'], ''],
    [['e4e2#7'], ['move 12 e4e2 #7'], ''],
    [['e4\u2013e2'], ['move 12 e4-e2'], ''],
    [['e4\u00d7e2'], ['move 12 e4xe2'], ''],
    [['', '  e4e2  ', '', 'Hello,', '', 'bob'], ['move 12 e4e2'], 'Hello,\n\nbob'],
    [['move e4e2'], ['move 12 e4e2'], ''],
    [['mvoe 12 e4e2'], ['move 12 e4e2'], ''],
    [['resign'], ['resign 12'], ''],
    [['RESIGN 13!'], ['resign 13'], ''],
    [['show #3', 'games'], ['show 12 #3', 'games'], ''],
    [['e4e2', 'games', 'Your turn.'], ['move 12 e4e2', 'games'], 'Your turn.'],
    [['e4e2', 'Hi', 'thanks', 'resign'], ['move 12 e4e2'], 'Hi\nthanks'],
    [['help Forms'], ['help forms'], ''],
    [['say', 'Hello.', 'games'], ['say 12'], 'Hello.\ngames'],
    [['e4e2', 'say 13', 'Hello.'], ['say 13', 'move 12 e4e2'], 'Hello.'],
    [['draw', 'e4e2', 'Fair?'], ['draw 12', 'move 12 e4e2'], 'Fair?'],
    [['undo 13'], ['undo 13'], ''],
    [['submit E4 E2 #7'], ['submit 12 e4e2 #7'], ''],
    [['confirm', 'Hello.'], ['confirm 12'], 'Hello.'],
    [['queue if d4 d5 then e4e2; c6'], ['queue 12 if d4d5 then e4e2; c6'], ''],
    [['queue off'], ['queue 12 off'], ''],
    [['preview', 'Game: forms', 'Board: 12'], ['preview'], 'Game: forms\nBoard: 12'],
    [['preview e4e2 d4d5'], ['preview 12 e4e2 d4d5'], ''],
    [['show #-1', 'record'], ['show 12 #-1', 'record 12'], ''],
    [['challenge bob from #3'], ['challenge bob from 12 #3'], ''],
    [['forms e4e2'], ['move 12 e4e2'], ''],
    [['forms show'], ['show 12'], ''],
  ])('%j asks for %j and says %j', (lines, commands, comment) => {
    const orders = answer(...lines);
    expect(gist(orders)).toEqual(commands);
    expect(orders.comment).toBe(comment);
  });

  it.each([
    [[], ['nothing-written']],
    [['', '   '], ['nothing-written']],
    [['stop', 'e4e2'], ['no-command']],
    [['Thanks, if you mean it', 'e4e2'], ['no-command']],
    [['Nice move, but why', 'e4e2'], ['no-command']],
    [['e4e2#?'], ['not-a-move']],
    [['resgin'], ['unknown-command-near']],
    [
      ['e4e2', 'resgin 12', 'Hello'],
      ['move 12 e4e2', 'unknown-command-near'],
    ],
    [['challenge'], ['challenge-shape']],
    [['challenge bob forms 4x4'], ['challenge bob forms -size=4x4 -first=random']],
    [['challenge bob forms size=4x4'], ['size-shape']],
    [['challenge bob forms -size=40x40'], ['size-shape']],
    [['challenge bob forms now'], ['challenge-words']],
    [['vacation 20.12., 3.1.'], ['vacation-shape']],
    [['block alice, bob'], ['block-shape']],
    [['message from my wife: hi Bob'], ['no-command']],
    [['undo please'], ['undo 12']],
    [['help, please.'], ['help']],
    [['please'], ['no-command']],
    [['games are for fun'], ['games-shape']],
    [['admin status now'], ['no-words-wanted']],
    [['resign -now=yes'], ['no-options']],
    [['challenge bob -sze=4'], ['unknown-option-near']],
    [['challenge bob -colour=red'], ['unknown-option']],
    [['help nothing-such'], ['no-help']],
    [['help gaems'], ['no-help-near']],
    [['forms whoami'], ['no-game-in-front']],
    [['forms challenge bob minefield'], ['two-games']],
    [['forms resgin 12'], ['unknown-command-near']],
    [['challenge bob frms'], ['no-such-game']],
    [['challenge alice bob carol'], ['no-such-game']],
    [['challenge alice bob forms now'], ['challenge-shape']],
    [['challenge alice bob -first=me'], ['first-is-named']],
    [['show me the board'], ['show-shape']],
    [['forms tournament'], ['no-command']],
    [['Forms is fun.'], ['no-command']],
    [['Forms'], ['no-command']],
  ])('%j is answered with %j', (lines, codes) => {
    const orders = answer(...lines);
    expect(gist(orders)).toEqual(codes);
    expect(orders.comment).toBe('');
  });

  it('that begins with prose keeps it, for what may be meant by it', () => {
    const { lines, unread } = readReply(
      { subject: '', lines: ['ok', '', 'Bob'] },
      BOARD_12,
      VOCABULARY,
    );
    expect(lines).toMatchObject([
      { kind: 'trouble', why: { code: 'no-command' }, written: ['ok', '', 'Bob'] },
    ]);
    // That nothing was done is said once.
    expect(unread).toBeUndefined();
  });

  it('counts lines with text only where some were not read', () => {
    const { unread } = answer('resgin 12', '', 'Hello', '', 'resign 13');
    expect(unread).toEqual(say('unread-below', { lines: 2 }));
  });

  it('keeps words below a line with a mistake', () => {
    const { comment, unread } = answer('resgin 12', '', 'Hello', '', 'Bob');
    expect({ comment, unread }).toEqual({ comment: 'Hello\n\nBob', unread: undefined });
  });

  it('says why lines were left unread', () => {
    const unread = (...lines: readonly string[]) => fresh('', ...lines).unread;
    expect(unread('games', 'Hello')).toEqual(say('unread', { lines: 1 }));
    expect(unread('set zone Berlin', 'games')).toEqual(say('unread-below', { lines: 1 }));
    expect(unread('games', 'show 12')).toBeUndefined();
    const many = Array.from({ length: commandLimits.perLetter + 1 }, () => 'games');
    const max = commandLimits.perLetter;
    expect(unread(...many)).toEqual(say('unread-many', { lines: 1, max }));
    const tenAndText = answer(...many.slice(1), 'Hello');
    expect(tenAndText).toMatchObject({
      comment: '',
      unread: say('unread-many', { lines: 1, max }),
    });
    const long = answer('e4e2', 'x'.repeat(newTextLimits.commentChars), 'Bye');
    expect(long.unread).toEqual(say('unread-long', { lines: 2 }));
  });

  it('binds a move to the board that the letter showed', () => {
    const [bound] = answer('e4e2').lines;
    const [other] = answer('move 13 e4e2').lines;
    expect(bound?.kind === 'command' && bound.ready.board).toBe(12);
    expect(other?.kind === 'command' && other.ready.board).toBe(13);
  });

  it('reads at most ten commands and counts what is left', () => {
    const orders = answer(...Array.from({ length: 14 }, () => 'games'));
    expect(orders.lines).toHaveLength(10);
  });
});

describe('a letter of its own', () => {
  it.each([
    ['signup carol', [], ['signup carol'], ''],
    ['Re: [Turnpost] signup carol', [], ['signup carol'], ''],
    ['AW: Fwd: help', [], ['help'], ''],
    ['** resign 12', ['So long.'], ['resign 12'], 'So long.'],
    ['move 12 e4e2#5', ['Hi.'], ['move 12 e4e2 #5'], 'Hi.'],
    ['', ['games', 'show 12'], ['games', 'show 12'], ''],
    ['multiple', ['games'], ['games'], ''],
    ['my move', ['move 12 e4e2'], ['move 12 e4e2'], ''],
    ['Re: Forms Board 12 (alice vs bob)', ['e4e2'], ['move 12 e4e2'], ''],
    ['challenge', ['challenge bob'], ['challenge bob forms -size=8x8 -first=random'], ''],
    ['challenge', ['Hello'], ['challenge-shape'], ''],
    ['Hello', ['How are you?'], ['no-command'], ''],
    ['', [], ['nothing-asked'], ''],
    ['Lunch?', [], ['nothing-asked'], ''],
    ['challange open forms', [], ['unknown-command-near'], ''],
    ['challange open forms', ['Shall we play?'], ['no-command'], ''],
    ['sign up carol', [], ['signup carol'], ''],
    ['sign off', [], ['signoff'], ''],
    ['admin start forms alice bob', [], ['admin start forms alice bob -size=8x8'], ''],
    ['e4e2', [], ['board-number-missing'], ''],
    ['say 12', ['Hello.'], ['say 12'], 'Hello.'],
    ['', ['games', 'say 12', 'Hello.'], ['say 12', 'games'], 'Hello.'],
    ['multiple', ['move 12 e4e2', 'Hello.'], ['move 12 e4e2'], ''],
    ['preview', ['Game: forms'], ['preview'], 'Game: forms'],
  ])('with the subject %j and %j asks for %j', (subject, lines, commands, comment) => {
    const orders = fresh(subject, ...lines);
    expect(gist(orders)).toEqual(commands);
    expect(orders.comment).toBe(comment);
  });
});

describe('the classic spelling, with the game in front', () => {
  it.each([
    ['forms move 12 e4e2#5', 'move 12 e4e2 #5'],
    ['Minefield Board 12 c3', 'move 12 c3'],
    ['forms resign 12', 'resign 12'],
    ['forms show 12', 'show 12'],
    ['forms show 12#3', 'show 12 #3'],
    ['forms show #12', undefined],
    ['forms show next', 'games forms next'],
    ['forms show all', 'games forms all'],
    ['forms show bob inactive', 'games bob forms inactive'],
    ['show bob active', 'games bob active'],
    ['forms games', 'games forms'],
    ['forms games bob next', 'games bob forms next'],
    ['games forms bob', 'games bob forms'],
    ['forms history', 'history forms'],
    ['minefield history bob', 'history bob minefield'],
    ['forms help', 'help forms'],
    ['forms rules', 'help forms'],
    ['help forms', 'help forms'],
    ['forms challenge bob', 'challenge bob forms -size=8x8 -first=random'],
    ['forms challenge open', 'challenge open forms -size=8x8 -first=random'],
    ['forms challenge alice bob -size=10', 'challenge alice bob forms -size=10x10'],
    ['minefield challenge alice bob -size=4', 'challenge alice bob minefield -size=4x4'],
    ['challenge alice bob', 'challenge alice bob forms -size=8x8'],
    ['forms challenge bob forms', 'challenge bob forms -size=8x8 -first=random'],
    ['forms challenge bob from 12 #3', 'challenge bob from 12 #3'],
    ['minefield counter 13 -first=me', 'counter 13 minefield -first=me'],
    ['forms invite carol@home.test', 'invite carol@home.test forms -size=8x8 -first=random'],
    ['forms challenges', 'challenges forms'],
    ['forms limit 3', 'limit forms 3'],
    ['forms preview 12 e4e2', 'preview 12 e4e2'],
    ['forms preview new -size=4x4', 'preview new forms -size=4x4'],
    ['forms preview xw/wx', 'preview "forms 2x2 xw/wx x"'],
    ['forms accept 13', 'accept 13'],
  ])('%j is read as %j', (line, text) => {
    const read = readLine(line, NOWHERE);
    expect(read.kind === 'command' ? read.ready.text : undefined).toBe(text);
  });
});

describe('a command line', () => {
  it('has one reading, whatever it is, and never throws', () => {
    const words = fc.constantFrom(
      ...COMMANDS.flatMap(({ name, aliases = [] }) => [name, ...aliases]),
      'bob',
      '12',
      '#3',
      'e4e2',
      '-size=6x6',
      '--first=me',
      'forms',
      'minefield',
      'next',
      'inactive',
      'alice',
      '#-1',
      'if',
      'then',
      'off',
      'new',
      'from',
      'lurd,2,2,xw/wx',
      '"forms 2x1 xw x"',
    );
    const line = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(words, { maxLength: 6 }).map((each) => each.join(' ')),
    );
    fc.assert(
      fc.property(line, (text) => {
        const read = readLine(text, NOWHERE);
        // What was understood reads as itself: that is what a held command relies on.
        if (read.kind !== 'command') return;
        const again = readLine(read.ready.text, NOWHERE);
        expect(again.kind === 'command' && again.ready.text).toBe(read.ready.text);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is described by every command, with an example that it reads', () => {
    for (const { name, example, summary, usage } of COMMANDS) {
      const read = readLine(example, NOWHERE);
      expect(read.kind === 'command' && read.command.name, example).toBe(name);
      expect(usage.startsWith(name)).toBe(true);
      expect(summary.length).toBeLessThanOrEqual(58);
    }
  });
});
