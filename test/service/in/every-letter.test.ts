import { afterAll, describe, expect, it } from 'vitest';
import { matchOf } from '../../../src/store/play/matches.ts';
import { closeContexts } from '../../phrases/contexts.ts';
import { type Outcome, writePhrase } from '../../phrases/outcome.ts';
import { hasActed } from '../../phrases/wants.ts';
import { ALICE, BOB } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { flat } from '../../support/desk/players.ts';
import { answerTo } from '../../support/post/letters.ts';
import { lettersIn } from '../../support/stored/letters.ts';

afterAll(closeContexts);

/** The answers to every kind of letter, and what comes of each. */
const TABLE = `
context              | yes            | no          | 2            | thanks      | what?
board-answer         | help           | help        | help         | goes on     | help
board-answer-waiting | help           | help        | help         | goes on     | help
end-answer           | help           | help        | help         | goes on     | help
board-over           | help           | help        | help         | goes on     | help
draw-answer          | ends agreed    | declines    | asks draw    | asks draw   | asks draw
undo-answer          | takes back     | declines    | asks undo    | asks undo   | asks undo
challenge-answer     | begins         | declines    | asks accept  | asks accept | asks accept
counter-answer       | begins         | declines    | asks accept  | asks accept | asks accept
meant-answer         | plays e4xe5    | lets it be  | asks which   | offers      | offers
meant-resign         | ends resigned  | lets it be  | asks which   | offers      | offers
meant-two            | asks which     | lets it be  | ends resigned | asks which | asks which
meant-unproven       | offers         | offers      | offers       | offers      | offers
which-answer         | asks which     | lets it be  | plays e4xd4  | asks which  | asks which
hint-answer          | plays f1xf2    | lets it be  | asks which   | offers      | offers
unclear-answer       | goes on        | lets it be  | asks which   | offers      | offers
list-answer          | help           | help        | help         | is thanked  | help
help-answer          | help           | help        | help         | is thanked  | help
digest-answer        | help           | help        | shows 2      | is thanked  | help
puzzle-answer        | help           | help        | help         | is thanked  | help
introduction-answer  | first board    | silence     | silence      | silence     | help page
stranger-board       | begins         | drops it    | asks move    | asks move   | asks move
account-answer       | begins         | help        | help         | is thanked  | help
waiting-welcome      | offers         | help        | help         | is thanked  | help
confirm-answer       | opens account  | drops it    | asks yes     | asks yes    | asks yes
signoff-answer       | ends resigned   | drops it    | asks yes     | asks yes    | asks yes
address-answer       | adds address   | drops it    | asks yes     | asks yes    | asks yes
invitation-answer    | begins         | declines    | asks name    | asks name   | asks name
message-answer       | offers         | offers      | offers       | goes on     | offers
notice-answer        | help           | help        | help         | is thanked  | help
export-answer        | help           | help        | help         | is thanked  | help
broadcast-answer     | help           | help        | help         | is thanked  | help
feedback-answer      | help           | help        | help         | help        | help
`;

const [ANSWERS = [], ...ROWS] = TABLE.trim()
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()));

describe('a short answer to a letter', () => {
  it.each(ROWS)('does what that letter leaves open: %s', async (context = '', ...cells) => {
    const came: string[] = [];
    for (const text of ANSWERS.slice(1)) {
      came.push(whatCame(await writePhrase({ id: '', context, subject: null, text, want: '' })));
    }
    expect(came).toEqual(cells);
  });
});

describe('a yes', () => {
  eachDesk('forms');
  const board = (number: number) => {
    const match = matchOf(desk.shell.db, number);
    if (!match) throw new Error(`there is no board ${number}`);
    return match;
  };
  const outcomes = () => lettersIn(desk.shell.db).at(-1)?.state;
  const offer = async (text = 'I wonder whether e4e5 is good') => {
    await desk.answer(ALICE, text);
    return desk.newest(ALICE);
  };
  const moves = () => board(1).moves;

  it.each(
    (
      'Yes! | 👍 | ja | genau | play it | That one. | ok | sure | yes please | 1 | ' +
      '#1 | Hi Turnpost,\n\nyes, please\n\nCheers | yes\nyes'
    ).split(' | '),
  )('to an offer is the line: %s', async (text) => {
    await offer();
    await desk.answer(ALICE, text);
    expect(moves()).toEqual(['e4xe5']);
  });

  it('takes the words below along', async () => {
    await offer();
    await desk.answer(ALICE, 'yes\n\nWatch your left!');
    expect(desk.newest(BOB).text).toContain('Watch your left!');
  });

  it.each(['yes\nset subject turn', 'Yes!\n\nset subject turn\n\nThanks!'])(
    'takes a command directly below along: %s',
    async (text) => {
      await offer();
      await desk.answer(ALICE, text);
      expect(moves()).toHaveLength(1);
      expect(desk.newest(ALICE).subject).toBe('Turnpost: set subject turn');
      await desk.answer(ALICE, 'show 1');
      expect(desk.newest(ALICE).subject).toContain("bob's turn");
    },
  );

  it.each([
    'yes?',
    'yes or no',
    'yes\nresign',
    '1\n2',
    'yes, if e4f4 does not work',
    'I am away until Monday. If you need something, write: yes',
  ])('with a condition or another word does nothing: %s', async (text) => {
    await offer();
    const [letter, ...more] = await desk.answer(ALICE, text);
    expect(more).toEqual([]);
    expect(moves()).toEqual([]);
    expect(outcomes()).toBe('refused');
    expect(letter?.to).toBe(ALICE);
  });

  it('from a machine does nothing, and is not answered', async () => {
    const draft = answerTo(await offer(), 'yes');
    const headers = [...(draft.headers ?? []), 'Auto-Submitted: auto-replied'];
    expect(await desk.post({ ...draft, headers })).toEqual([]);
    expect(moves()).toEqual([]);
  });

  it('counts once: the second is told so', async () => {
    const asked = await offer('Challenge bob to a game of minefield, maybe?');
    expect(flat(asked)).toContain('Did you mean: challenge bob minefield');
    await desk.post(answerTo(asked, 'yes'));
    expect(desk.newest(BOB).subject).toContain('alice challenges you');
    const [again, ...more] = await desk.post(answerTo(asked, 'Yes, please'));
    expect(more).toEqual([]);
    expect(again && flat(again)).toContain('That question is past.');
    expect(again?.to).toBe(ALICE);
  });

  it('to a move is past when the board has moved on', async () => {
    const asked = await offer();
    await desk.answer(ALICE, 'g4g5');
    const [letter, ...more] = await desk.post(answerTo(asked, 'yes'));
    expect(more).toEqual([]);
    expect(letter?.to).toBe(ALICE);
    expect(moves()).toHaveLength(1);
  });

  it('to a resignation asks once more when the board has moved on', async () => {
    const board = desk.newest(ALICE);
    const asked = await offer('I think I resign');
    await desk.post(answerTo(board, 'e4e5'));
    const [letter] = await desk.post(answerTo(asked, 'yes'));
    expect(letter?.subject).toContain('please confirm: resign 1');
    expect(matchOf(desk.shell.db, 1)?.outcome).toBeUndefined();
  });

  it('of somebody else who got the letter does nothing', async () => {
    const asked = await offer();
    for (const from of [BOB, 'eve@far.test']) {
      await desk.post({ ...answerTo(asked, 'yes'), from });
      expect(moves()).toEqual([]);
    }
  });

  it('to a letter that anybody may have caused only brings the offer', async () => {
    await desk.post({ from: ALICE, subject: '', text: 'I think I resign' });
    expect(flat(desk.newest(ALICE))).toContain('reply with just that line');
    await desk.answer(ALICE, 'yes');
    expect(board(1).outcome).toBeUndefined();
    await desk.answer(ALICE, 'yes');
    expect(board(1).outcome).toBeDefined();
  });

  it.each(['yes', 'accept', 'ja gern'])(
    'to a challenge may have the first move below: %s',
    async (yes) => {
      await desk.answer(ALICE, 'challenge bob forms -first=them');
      await desk.answer(BOB, `${yes}\n\ne4e5\n\nGood luck!`);
      expect(board(2).moves).toEqual(['e4xe5']);
      const told = desk.sent.filter(({ to, text }) => to === ALICE && text.includes('Good luck!'));
      expect(told).toHaveLength(1);
    },
  );

  it('is asked about where a number may name a line or a board', async () => {
    await desk.answer(ALICE, 'resign 1');
    await desk.answer(ALICE, 'challenge bob forms');
    await desk.answer(BOB, 'accept');
    await desk.answer(BOB, 'challenge alice forms');
    await desk.answer(ALICE, 'accept');
    await desk.answer(ALICE, 'games');
    const asked = await offer('I want to resign');
    expect(flat(asked)).toContain('Did you mean one of these? 1: resign 2 2: resign 3');
    await desk.answer(ALICE, '2');
    expect([2, 3].map((number) => board(number).outcome)).toEqual([undefined, undefined]);
    await desk.answer(ALICE, '1');
    expect(board(2).outcome).toBeDefined();
  });
});

/** The first sentence of an answer, in short. */
const SAID: Readonly<Record<string, string>> = {
  'kind-words': 'is thanked',
  'no-command': 'help',
  'unread-by-program': 'help',
  'offer-which': 'asks which',
  'did-you-mean': 'offers',
  'did-you-mean-which': 'offers',
  'moves-of': 'offers',
  'offer-declined': 'lets it be',
  'first-again': 'asks move',
  'asks-challenge': 'asks accept',
  'asks-draw': 'asks draw',
  'asks-undo': 'asks undo',
  'first-dropped': 'drops it',
  'confirm-with-yes': 'asks yes',
  'confirm-dropped': 'drops it',
  'address-added': 'adds address',
  'invitation-again': 'asks name',
  'invitation-yes': 'asks name',
  'invitation-declined': 'declines',
  declined: 'declines',
  'draw-declined': 'declines',
  'undo-declined': 'declines',
};

/** Sentences in front of the one that says what came. */
const AROUND: ReadonlySet<string> = new Set([
  'not-yes-no',
  'invitation-facts',
  'invitation-who',
  'invitation-open',
  'invitation-unread',
  'in-full',
]);

function whatCame(outcome: Outcome): string {
  const { letters, codes, state } = outcome;
  const code = codes.find((each) => !AROUND.has(each)) ?? '';
  const open = codes.find((each) => /^asks-|^first-again$/.test(each));
  if (state === 'held') return 'first board';
  if (codes.includes('say-sent') || codes.includes('message-sent')) return 'goes on';
  if (hasActed(outcome)) return act(outcome) ?? SAID[code] ?? code;
  if (letters.length === 0) return 'silence';
  if (open) return SAID[open] ?? '';
  const shown = /Board (\d+)/.exec(letters[0]?.subject ?? '');
  return SAID[code] ?? (shown ? `shows ${shown[1]}` : code || 'help page');
}

/** What has become of the matches and accounts. */
function act({ before, after }: Outcome): string | undefined {
  for (const [at, match] of (after['matches'] ?? []).entries()) {
    const was = before['matches']?.[at];
    if (!was) return 'begins';
    if (was['ending'] !== match['ending']) return `ends ${match['ending']}`;
    const moves = [was, match].map((each) => String(each['moves']).split(' ').filter(Boolean));
    const [earlier = [], later = []] = moves;
    if (later.length < earlier.length) return 'takes back';
    if (later.length > earlier.length) return `plays ${later[earlier.length]}`;
  }
  const opened = (after['players']?.length ?? 0) > (before['players']?.length ?? 0);
  return opened ? 'opens account' : undefined;
}
