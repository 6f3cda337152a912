import { describe, expect, expectTypeOf, it } from 'vitest';
import type { MoveError, NotationError, SetupError } from '../src/engine/shape/types.ts';
import type { Ending } from '../src/match/types.ts';
import type { SettingName } from '../src/player/settings.ts';
import { type Sentence, say } from '../src/sentence.ts';

/** What the compiler says of sentences: each line below an `@ts-expect-error` must not compile. */
const refused = (..._: readonly unknown[]) => undefined;
declare const ending: Ending;
declare const setting: SettingName;
declare const color: 'black' | 'white';
declare const word: string;

describe('a sentence', () => {
  it('has the code and the facts of its words', () => {
    expect(say('no-account')).toEqual({ code: 'no-account', facts: {} });
    const ply = say('played', { userid: 'bob', move: 'e4e2', lost: 1 });
    expect(ply).toEqual({
      code: 'played',
      facts: { userid: 'bob', move: 'e4e2', lost: 1 },
    });
    expectTypeOf(ply).toEqualTypeOf<Sentence>();
  });

  it('cannot be said without words', () => {
    // @ts-expect-error There is no such sentence.
    refused(() => say('no-such-sentence'));
    // @ts-expect-error No draw lapses by a move.
    refused(() => say(`${word === '' ? 'draw' : 'undo'}-lapsed-by-move`, { userid: 'bob' }));
    // @ts-expect-error Any word at all is no code.
    refused(() => say(word));
    // @ts-expect-error Nor is one that only begins like a code.
    refused(() => say(`column-${word}`));
  });

  it('lacks no fact that its words name', () => {
    // @ts-expect-error All facts are missing.
    refused(() => say('played'));
    // @ts-expect-error One is.
    refused(() => say('played', { userid: 'bob', move: 'e4e2', ply: 3 }));
    // @ts-expect-error One is undefined.
    refused(() => say('accepted', { userid: undefined }));
    // @ts-expect-error One of the endings that are meant names a loser.
    refused(() => say(`ending-${ending}`, { winner: 'bob' }));
    refused(() => say(`ending-${ending}`, { winner: 'bob', loser: 'alice' }));
  });

  it('has no fact that its words do not name', () => {
    // @ts-expect-error It names none.
    refused(() => say('no-account', { userid: 'bob' }));
    // @ts-expect-error It names another.
    refused(() => say('accepted', { userid: 'bob', board: 12 }));
    const told = { userid: 'bob', board: 12 };
    // @ts-expect-error It names another, wherever the facts come from.
    refused(() => say('accepted', told));
    refused(() => say('accepted', { userid: told.userid }));
  });

  it('has facts of the kinds that its words choose by', () => {
    // @ts-expect-error What is counted is a number.
    refused(() => say('unread', { lines: '2' }));
    // @ts-expect-error There is no such side.
    refused(() => say('turn-would', { side: 'purple', sign: '#', round: 3 }));
    // @ts-expect-error No word is looked for there.
    refused(() => say('accepted', { userid: { name: 'bob' } }));
    refused(() => say('turn-would', { side: color, sign: '#', round: 3 }));
    refused(() => say('accepted', { userid: 7 }));
  });

  it('is there for every setting and every ending', () => {
    refused(() => say(`setting-${setting}`, { value: word }));
    // @ts-expect-error There is no sentence about such a setting.
    refused((): SettingName => 'font');
    // @ts-expect-error That sentence is about no setting.
    refused((): SettingName => 'values');
  });

  it('is there for every refusal, with its facts', () => {
    expectTypeOf<MoveError>().toExtend<Sentence>();
    expectTypeOf<SetupError>().toExtend<Sentence>();
    // A line that is no position at all is answered by the command.
    expectTypeOf<Exclude<NotationError, { code: 'not-a-position' }>>().toExtend<Sentence>();
    expectTypeOf<NotationError>().not.toExtend<Sentence>();
  });
});
