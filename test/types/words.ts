import type { StateCount } from '../../src/command/shape/by-subject.ts';
import type { Change } from '../../src/command/shape/types.ts';
import { gameOf } from '../../src/engine/registry.ts';
import type { RulesId } from '../../src/engine/shape/ground.ts';
import type { HelpPage, MessageKind, ReplyPurpose } from '../../src/intent.ts';
import { makeToken, type Secrets } from '../../src/mail/token.ts';
import type { Match, MatchOutcome } from '../../src/match/types.ts';
import type { Settings } from '../../src/player/settings.ts';
import type { End } from '../../src/store/letters/inbox.ts';
import { parseEnding } from '../../src/store/play/matches.ts';

/** The compiler is the test: each line that must not compile says so. Nothing here is ever run. */

export function wordsAreKnown(match: Match, text: string, secrets: Secrets): readonly unknown[] {
  // @ts-expect-error no match ends like that
  const ended: MatchOutcome = { winner: 'black', ending: 'resignd' };
  // @ts-expect-error a text is no ending before it has gone through the door
  const read: MatchOutcome = { winner: 'black', ending: text };
  const known: MatchOutcome = { winner: 'black', ending: parseEnding(text) };
  // @ts-expect-error no such game is offered
  const chess: RulesId = 'othello';
  // @ts-expect-error
  gameOf(text);
  // @ts-expect-error
  const renamed: Match = { ...match, rules: text };
  // @ts-expect-error no letter may do that
  const reply: ReplyPurpose = { purpose: 'bord', number: 1, revision: 1 };
  // @ts-expect-error
  makeToken({ purpose: 'bord', player: 1, number: 1, revision: 0 }, secrets);
  // @ts-expect-error no letter comes to that
  const end: End = { state: 'finished' };
  // @ts-expect-error it is not the end of a letter that it waits
  const waits: End = { state: 'stored' };
  // @ts-expect-error
  const count: StateCount = { state: 'lost', count: 1 };
  // @ts-expect-error no letter is of this kind
  const kind: MessageKind = 'spam';
  // @ts-expect-error
  const page: HelpPage = { kind: 'game', topic: 'tutorial' };
  // @ts-expect-error nothing of this name happens to a match
  const change: Change = { do: 'advance-match', match, event: 'resigned' };
  // @ts-expect-error there is no such setting
  const put: Change = { do: 'put-setting', playerId: 1, name: 'colour', value: 'red' };
  // @ts-expect-error
  const chosen: Settings = { colour: 'red' };
  // @ts-expect-error it does not take that
  const wrong: Settings = { mail: 'words' };
  const right: Settings = { mail: 'text', 'limit-forms': '3' };
  const outcomes = [ended, read, known];
  const letters = [reply, end, waits, count, kind, page];
  return [...outcomes, chess, renamed, ...letters, change, put, chosen, wrong, right];
}
