import { describe, expect, it } from 'vitest';
import { parseMailto } from '../../../sandbox/draft.ts';
import { ALICE, BOB, type Desk, GAMES, type Sent } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { pictureOf } from '../../support/desk/picture.ts';
import { play, storedBoard } from '../../support/desk/play.ts';
import { CAROL, flat, signUp } from '../../support/desk/players.ts';
import { answerTo, type Draft, ON_THE_WAY } from '../../support/post/letters.ts';
import { throwDice } from '../../support/run/seed.ts';
import { newestIn } from '../../support/stored/letters.ts';

eachDesk('forms -size=8x8');

/** The letters that the links of an answer open, filled in. */
const links = ({ to, email }: Sent): readonly Draft[] =>
  [...(email.html ?? '').matchAll(/href="(mailto:[^"]+)"/g)].flatMap(([, href = '']) => {
    const filled = parseMailto(href.replaceAll('&amp;', '&'));
    if (!filled.ok) return [];
    const { to: address, subject, body } = filled.value;
    return [{ from: to, to: address, subject, text: body }];
  });
const offered = (letter: Sent | undefined): readonly string[] =>
  [...(letter?.text ?? '').matchAll(/^(?:Did you mean|\d): (.*)$/gm)].map(([, line = '']) => line);
/** What players have made. */
function made({ shell }: Desk) {
  const { matches, challenges, board_offers, held, players, settings } = pictureOf(shell.db);
  return { matches, challenges, board_offers, held, players, settings };
}
/** In answer to the welcome letter, which is a proof for the whole account. */
function toWelcome(from: string, text: string): Promise<readonly Sent[]> {
  const welcome = desk.sent.find(({ to, subject }) => to === from && /welcome/i.test(subject));
  return desk.post(answerTo(welcome ?? desk.newest(from), text));
}
const proseAt = async (from: string, text: string): Promise<Sent | undefined> => {
  const before = made(desk);
  const sent = await desk.answer(from, text);
  expect(made(desk)).toEqual(before);
  expect(sent.map(({ to }) => to)).toEqual([from]);
  return sent[0];
};

describe('a wish for another game with a player who is named', () => {
  it('is a challenge to that player, and not to everybody', async () => {
    const text = 'Could you please start a game of chess between me and Bob as well? No hurry.';
    const letter = await proseAt(ALICE, text);
    expect(offered(letter)).toEqual(['challenge bob chess']);
    expect(
      offered(await proseAt(ALICE, 'I would like to start a game of chess against a human')),
    ).toEqual(['challenge open chess']);
  });
});

describe('other terms for a challenge', () => {
  it('are refused with the reason, and the question is asked again', async () => {
    await toWelcome(ALICE, 'challenge bob forms -size=6x6');
    await desk.answer(BOB, 'Sure, but can we do 7x7?');
    const letter = flat(desk.newest(BOB));
    expect(letter).toContain('A 7x7 board has an odd number of cells');
    expect(letter).toContain('Do you accept challenge 2?');
  });

  it.each(['Sure, but can we do 4x4?', 'Ja gern, aber lieber 4x4'])(
    'are a counter-proposal, also beside a yes: %s',
    async (text) => {
      await toWelcome(ALICE, 'challenge bob forms -size=6x6');
      await desk.answer(BOB, text);
      expect(flat(desk.newest(BOB))).toMatch(
        /counter 2, 4x4 That was not done.* This offers alice these terms/,
      );
      await desk.answer(BOB, 'yes');
      expect(flat(desk.newest(ALICE))).toContain('4x4');
    },
  );
});

describe('a move in prose', () => {
  it('is offered with the board and a link, and played when that is followed', async () => {
    const letter = await proseAt(ALICE, 'Hmm, what about e4e5?');
    expect(offered(letter)).toEqual(['e4xe5']);
    expect(letter?.text).toContain('a b c d e f g h');
    const link = letter && links(letter).find(({ text }) => text === 'e4xe5\n');
    expect(link).toBeDefined();
    await desk.post(link ?? { from: ALICE, text: '' });
    expect(storedBoard(desk).moves).toBe('e4xe5');
  });

  it('is one of the board as it is now, also in answer to an older letter', async () => {
    const old = desk.newest(ALICE);
    await play(desk, 'e4e5', 'd4d3');
    const [letter] = await desk.post(answerTo(old, 'perhaps c4c5?'));
    expect(offered(letter)).toEqual(['c4xc5']);
    await desk.post(answerTo(letter ?? old, 'c4c5'));
    expect(storedBoard(desk).moves).toBe('e4xe5 d4xd3 c4xc5');
  });

  it.each([
    ...[
      '2',
      '#2',
      'the second',
      'no 2',
      '2 \u{1f60e}',
      'die 2 bitte',
      'option 2',
      'c5',
      'from c4',
      'the last one',
    ],
    ...['number two', 'das zweite', 'no, the second one', 'yes, 2'],
  ])('is one of several, picked by %s', async (picked) => {
    const letter = await proseAt(ALICE, 'e4e5 or c4c5?');
    expect(offered(letter)).toEqual(['e4xe5', 'c4xc5']);
    await desk.answer(ALICE, picked);
    expect(storedBoard(desk).moves).toBe('c4xc5');
  });

  it.each(['1', '#1', '1.', 'the first', 'first', 'the first one please', 'number 1', 'die erste'])(
    'is the first of several, which has a number as the others have: %s',
    async (picked) => {
      const letter = await proseAt(ALICE, 'e4e5 or c4c5?');
      expect(letter?.text).toMatch(/^Did you mean one of these\?\n1: e4xe5\n2: c4xc5$/m);
      expect(letter?.email.html).toMatch(/>1: e4xe5<[\s\S]*>2: c4xc5</);
      await desk.answer(ALICE, picked);
      expect(storedBoard(desk).moves).toBe('e4xe5');
    },
  );

  it('is one of several in German as well', async () => {
    await toWelcome(ALICE, 'set language de');
    const letter = await proseAt(ALICE, 'e4e5 oder c4c5?');
    expect(letter?.text).toMatch(/^Meintest du eine dieser Zeilen\?\n1: .*e4xe5\n2: .*c4xc5$/m);
  });

  it.each(['both', 'alle beide'])('is one of several that exclude each other: %s', async (text) => {
    await proseAt(ALICE, 'e4e5 or c4c5?');
    const letter = await proseAt(ALICE, text);
    expect(flat(letter)).toMatch(/cannot be done together.* 1: e4xe5 2: c4xc5/);
  });

  it.each([
    ...['not 2', '2 or 1', 'maybe 2', 'board 2', '3', 'Room 2', 'no one', 'first or last?'],
    ...['the second last', 'ok, but the second', 'second thoughts', 'first one I guess'],
  ])('is picked by no other words: %s', async (text) => {
    await proseAt(ALICE, 'e4e5 or c4c5?');
    await desk.answer(ALICE, text);
    expect(storedBoard(desk).moves).toBe('');
  });

  it.each(['no, c4c5', 'No.\nc4c5', 'nein, lieber c4c5', 'no, c4c5 perhaps'])(
    'is declined, and the other one that stands behind is as sure as alone: %j',
    async (text) => {
      await proseAt(ALICE, 'Hmm, what about e4e5?');
      await desk.answer(ALICE, text);
      const isSure = !text.includes('perhaps');
      expect(storedBoard(desk).moves).toBe(isSure ? 'c4xc5' : '');
      if (!isSure) expect(offered(desk.newest(ALICE))).toEqual(['c4xc5']);
    },
  );

  it.each([
    ...[
      'no, I was just asking',
      'No no, not yet, I was only joking',
      'nein, das war nur eine Frage',
    ],
    ...['no thanks, I really am not so sure', 'No. My wife says hello.'],
  ])('is declined with more words, and the offer is closed: %s', async (text) => {
    await proseAt(ALICE, 'Hmm, what about e4e5?');
    const letter = await proseAt(ALICE, text);
    expect(flat(letter)).toContain('Then nothing is done.');
  });

  it.each([
    ...['yes', 'ok dann mach den', 'Ok! Nice weather today.', 'yess', 'oh lovely, yes!'],
    ...['yes of course, do send it', 'oh ja bitte gerne', 'jaaa klar'],
  ])('is played after %s', async (text) => {
    await proseAt(ALICE, 'Hmm, what about e4e5?');
    await desk.answer(ALICE, text);
    expect(storedBoard(desk).moves).toBe('e4xe5');
  });

  it.each([
    ...['Ok. Is that good?', 'Yes, the other one', 'yes? hm', 'yes tomorrow'],
    ...['oh yes my friend says', 'oh no yes', 'ja vielleicht gerne'],
  ])('is offered again after %s, and why', async (text) => {
    await proseAt(ALICE, 'Hmm, what about e4e5?');
    const letter = await proseAt(ALICE, text);
    expect(flat(letter)).toMatch(/could not read that .* Did you mean: e4xe5/);
  });

  it.each([
    ['[e4] Keep one line:\n1) e4xe5\n2) e4xd4\n\nd4', 'e4xd4'],
    ['[e4] Keep one line:\n\nd4', 'e4xd4'],
    ['[e4] Keep one line:\n1) e4xe5\n2) e4xd4\n\nnot d4', ''],
  ])('is a tapped stone with the cell typed below: %j', async (text, move) => {
    await desk.answer(ALICE, text);
    expect(storedBoard(desk).moves).toBe(move);
  });
});

describe('words around a move that is asked about', () => {
  const SORRY = 'I hope to move e4 to e5 now.\n\nSorry for the wait, the train was late!';

  it.each(['yes', 'e4xe5', 'move 1 e4xe5', 'ja', 'c4xc5'])(
    'go along with what is answered: %s',
    async (chosen) => {
      const letter = await proseAt(ALICE, SORRY);
      expect(offered(letter)).toEqual(['e4xe5']);
      expect(flat(letter)).toContain('What you wrote to bob goes along with it.');
      await desk.answer(ALICE, chosen);
      expect(storedBoard(desk).moves).toBe(chosen.startsWith('c') ? 'c4xc5' : 'e4xe5');
      expect(flat(desk.newest(BOB))).toContain('I hope to move e4 to e5 now.');
      expect(flat(desk.newest(BOB))).toContain('Sorry for the wait, the train was late!');
    },
  );

  it('are no commands below a move, and go along', async () => {
    const letter = await proseAt(
      ALICE,
      'My stone on e4 takes e5.\n\nThe cat sulks.\nDo not worry about the rules, I do not need help either.',
    );
    expect(offered(letter)).toEqual(['e4xe5']);
    await desk.answer(ALICE, 'yes');
    expect(flat(desk.newest(BOB))).toMatch(/The cat sulks\. .*about the rules, .*help either/);
  });

  it('go along once, with their paragraphs, where they are written again with the move', async () => {
    const text = 'Sorry for the wait, the train was late!\n\nSee you on Sunday.';
    await proseAt(ALICE, `e4e5 perhaps?\n\n${text}`);
    await desk.answer(ALICE, `e4e5\n\n${text}`);
    const letter = desk.newest(BOB).text;
    expect(letter.match(/the train was late/g)).toHaveLength(1);
    expect(letter).toMatch(/the train was late!\n\| *\n\| See you/);
  });

  it('go along with their paragraphs after a yes', async () => {
    await proseAt(ALICE, 'e4e5 perhaps?\n\nSorry for the wait!\n\nSee you on Sunday.');
    await desk.answer(ALICE, 'yes');
    expect(desk.newest(BOB).text).toMatch(/for the wait!\n\| *\n\| See you/);
  });

  it('go along where one of several moves is chosen', async () => {
    const letter = await proseAt(ALICE, 'e4e5 or c4c5, who knows. Nice weather!');
    expect(offered(letter)).toEqual(['e4xe5', 'c4xc5']);
    await desk.answer(ALICE, '2');
    expect(storedBoard(desk).moves).toBe('c4xc5');
    expect(flat(desk.newest(BOB))).toContain('Nice weather!');
  });

  it('wait while the question is asked again', async () => {
    await proseAt(ALICE, SORRY);
    await proseAt(ALICE, 'what?');
    await desk.answer(ALICE, 'yes');
    expect(flat(desk.newest(BOB))).toContain('the train was late!');
    expect(flat(desk.newest(BOB))).not.toContain('what?');
  });

  it.each(['Hi bob,\n\ne4 to e5?', 'Hmm, what about e4e5?'])(
    'are none where nothing but the move is written: %j',
    async (text) => {
      const letter = await proseAt(ALICE, text);
      expect(offered(letter)).toEqual(['e4xe5']);
      expect(flat(letter)).not.toContain('goes along');
      await desk.answer(ALICE, 'yes');
      expect(flat(desk.newest(BOB))).not.toContain('alice writes');
    },
  );

  it('are told to be lost where the move can no more be played', async () => {
    await proseAt(ALICE, SORRY);
    await desk.answer(BOB, 'resign');
    const question = desk.sent.findLast(({ to, text }) => to === ALICE && /Did you/.test(text));
    await desk.post(answerTo(question ?? desk.newest(ALICE), 'yes'));
    expect(flat(desk.newest(ALICE))).toContain('was not sent to anybody');
  });
});

describe('talk in reply to a board', () => {
  const TALK = 'Haha, no, I missed it.\n\nAre you still awake?';

  it('goes to the opponent after a yes', async () => {
    const letter = await proseAt(ALICE, TALK);
    expect(flat(letter)).toContain('To send what you wrote to bob, reply with one word: yes');
    expect(flat(letter)).toContain('To move, write the move alone on the first line');
    await desk.answer(ALICE, 'yes');
    expect(flat(desk.newest(BOB))).toContain('Haha, no, I missed it.');
    expect(flat(desk.newest(BOB))).toContain('Are you still awake?');
    expect(storedBoard(desk).moves).toBe('');
  });

  it('goes along with a move that comes instead', async () => {
    await proseAt(ALICE, TALK);
    await desk.answer(ALICE, 'e4e5');
    expect(storedBoard(desk).moves).toBe('e4xe5');
    expect(flat(desk.newest(BOB))).toContain('Are you still awake?');
  });

  it('is a move, told how to be written, where it names a cell', async () => {
    const letter = flat(await proseAt(ALICE, 'I would like z9, or c1, for my stone.'));
    expect(letter).toContain(
      'To move, write it alone on the first line. A move looks like this: b1xa1',
    );
    expect(letter).not.toContain('To send');
  });

  it('is offered to be sent, also with a cell in it, where the other side is to move', async () => {
    await desk.answer(ALICE, 'e4e5');
    const letter = flat(await proseAt(ALICE, 'I had my eyes on z9 for long.'));
    expect(letter).toContain('To send what you wrote to bob');
  });

  it.each([
    ['is a word or two', 'Hm okay'],
    ['asks for a command', 'I think I give up now'],
  ])('is not offered to be sent where it %s', async (_, text) => {
    expect(flat(await proseAt(ALICE, text))).not.toContain('To send what you wrote');
  });
});

describe('a reply to a message of another player', () => {
  const greet = async () => {
    await toWelcome(ALICE, 'message bob\nHow are you?');
    return desk.newest(BOB);
  };

  it('goes to that player after a yes', async () => {
    await greet();
    const letter = await proseAt(BOB, 'Fine!\n\nMy daughter plays as well now.');
    expect(offered(letter)).toEqual(['message alice']);
    await desk.answer(BOB, 'yes');
    expect(desk.newest(ALICE).subject).toContain('bob');
    expect(flat(desk.newest(ALICE))).toMatch(/Fine! .*My daughter plays as well now\./);
  });
});

describe('the answer to prose', () => {
  it('repeats no word of it', async () => {
    const letter = await proseAt(ALICE, 'Pay at http://evil.test now, <b>resign</b> zyxwv!');
    expect(offered(letter)).toEqual(['resign 1']);
    for (const part of [letter?.text, letter?.email.html]) expect(part).not.toMatch(/evil|zyxwv/);
  });

  it('names what can be written there, each of which is carried out', async () => {
    const letter = await proseAt(ALICE, 'Lovely weather.');
    // The board can be tapped as well.
    const lines = letter ? links(letter).filter(({ text }) => !/^(?:move |\[)/.test(text)) : [];
    expect(lines.map(({ text }) => text.trim())).toEqual([
      'say 1',
      'show 1',
      'help forms',
      'resign 1',
      'games',
      'help',
    ]);
    expect(flat(letter)).toMatch(/A move looks like this: [a-h]\dx?-?[a-h]\d /);
    for (const line of lines) {
      const there = desk.copy();
      await there.post({ ...line, text: `${line.text}Hello.` });
      expect(stateOf(there), line.text).toBe('done');
      there.close();
    }
  });
});

describe('a player who is named', () => {
  it('is offered a match once the match at hand is over, and talked about before', async () => {
    expect(offered(await proseAt(ALICE, 'Is bob good to play with?'))).toEqual([]);
    await desk.answer(BOB, 'resign');
    const letter = await proseAt(ALICE, 'May I play with bob, or with nobody?');
    expect(offered(letter)).toEqual(['challenge bob forms']);
  });
});

describe('an address', () => {
  it("hides no other wish: the writer's own may be one", async () => {
    await desk.answer(ALICE, 'help');
    const [letter] = await desk.answer(ALICE, 'I play no more, delete my account old@else.test');
    expect(offered(letter)).toContain('signoff');
  });
});

describe('a player who is named with another game', () => {
  it.each(['I would like to play hex with bob', 'Ich möchte gegen bob lieber Hex spielen'])(
    'is offered a match while one is running: %s',
    async (text) => {
      expect(offered(await proseAt(ALICE, text))).toEqual(['challenge bob hex']);
    },
  );
});

describe('a letter that proves nothing', () => {
  it('is offered links without a token, which lead to a question', async () => {
    const before = made(desk);
    const draft = { from: ALICE, subject: 'Hello', text: 'I give up', headers: ON_THE_WAY };
    const [letter] = await desk.post(draft);
    expect(offered(letter)).toEqual(['resign 1']);
    expect(made(desk)).toEqual(before);
    const found = letter ? links(letter) : [];
    expect(found.map(({ to }) => to)).toEqual([GAMES]);
    const [asked] = await desk.post(found[0] ?? { from: ALICE, text: '' });
    expect(flat(asked)).toContain('resign 1');
    expect(storedBoard(desk)).toMatchObject({ revision: 1 });
    await desk.post(answerTo(asked ?? desk.newest(ALICE), 'yes'));
    expect(storedBoard(desk)).toMatchObject({ revision: 2 });
  });

  it('is offered no address, which anybody may have written', async () => {
    const [letter] = await desk.post({
      from: ALICE,
      subject: 'Hello',
      text: 'invite carol@else.test to play forms',
    });
    expect(offered(letter)).toEqual([]);
    expect(letter?.text).not.toContain(CAROL);
    const [proven] = await toWelcome(ALICE, 'invite carol@else.test to play forms');
    expect(offered(proven)[0]).toContain('invite carol@else.test forms');
  });
});

describe('a number', () => {
  it.each([
    ['I want to play with lena@else.test.', 'forms'],
    ['Ich möchte mit <lena@else.test> spielen', 'forms'],
    ['Could you send an invitation to lena@else.test for a game of hex?', 'hex'],
    ['No robot and no Forms! I want to play Hex with Lena, lena@else.test. Invite her :)', 'hex'],
    ['invite lena@else.test hex, the small board please', 'hex'],
    ['Lade bitte Lena ein, lena@else.test, zu einer Partie Hex', 'hex'],
  ])('invites whoever is named by an address, and offers nothing else: %s', async (text, game) => {
    const [letter] = await toWelcome(ALICE, text);
    expect(offered(letter)).toHaveLength(1);
    expect(offered(letter)[0]).toMatch(new RegExp(`^invite lena@else\\.test ${game}\\b`));
  });

  it("is one of the writer's own where several may be meant", async () => {
    await signUp(desk, CAROL);
    for (const [from, text] of [
      [ALICE, 'challenge carol forms'],
      [CAROL, 'accept'],
      [BOB, 'challenge carol forms'],
      [CAROL, 'accept'],
    ] as const) {
      await (text === 'accept' ? desk.answer(from, text) : toWelcome(from, text));
    }
    const before = made(desk);
    const [letter] = await toWelcome(ALICE, 'resign');
    expect(made(desk)).toEqual(before);
    expect(offered(letter)).toEqual(['resign 1', 'resign 2']);
    expect(flat(letter)).not.toContain('12');
  });
});

/** How the newest letter ended. */
const stateOf = ({ shell }: Desk): unknown => newestIn(shell.db).state;

describe('whatever is written in prose', () => {
  const dice = throwDice('offers');
  const parts = (
    'maybe | e4e5 | c4c5 | e4e6 | resign | I give up | draw | undo | show me the board | ' +
    'if d4d3 then c4c5 | another game? | challenge bob | to | forms | 6x6 | ' +
    'set timezone Europe/Berlin | games | who is playing? | ich gebe auf | nochmal | rules | ' +
    'help | invite carol@else.test | to play | unsubscribe | accept | \n | board 1 | ?'
  ).split(' | ');
  const texts = Array.from(
    { length: 400 },
    () => `Maybe ${dice.some(parts, 1 + dice.upTo(3)).join(' ')}`,
  );

  it.each([['your turn'], ['theirs'], ['over']])(
    'nothing is done, and what is offered can be: %s',
    async (when) => {
      if (when !== 'your turn') await play(desk, 'e4e5');
      if (when === 'over') await desk.answer(BOB, 'resign');
      let offers = 0;
      for (const text of dice.sample(texts, 12)) {
        const there = desk.copy();
        const before = made(there);
        const [letter] = await there.answer(ALICE, text);
        expect(made(there), text).toEqual(before);
        const shown = there.keep();
        for (const line of offered(letter)) {
          offers++;
          there.resume(shown);
          await there.answer(ALICE, `${line}\nHello.`);
          expect(stateOf(there), `${text}: ${line}`).toMatch(/^(?:done|held)$/);
        }
        there.close();
      }
      expect(offers).toBeGreaterThan(0);
    },
  );
});

describe('what a person means', () => {
  it.each([
    ['Dann schlag ich halt d4 mit e4', 'e4xd4'],
    ['no, e4 takes e5\nHi bob!', 'e4xe5'],
    ['e4 to e5, and does your cat sleep?', 'e4xe5'],
  ])('is a move: %j', async (text, move) => {
    expect(offered(await proseAt(ALICE, text))).toEqual([move]);
    await desk.answer(ALICE, 'yes');
    expect(flat(desk.newest(BOB))).not.toContain('takes e5 |');
    expect(flat(desk.newest(BOB)).includes('and does your cat sleep?')).toBe(text.includes('cat'));
  });

  it('is a page, and the loss of other words is told', async () => {
    const letter = await proseAt(ALICE, 'Hi bob! My train was late again. What are the rules?');
    expect(flat(letter)).toMatch(/You asked: help.*The rest of your text was not sent to anybody/);
  });

  it('is a move to the only board that waits for one, in reply to any e-mail', async () => {
    await toWelcome(ALICE, 'help');
    expect(offered(await proseAt(ALICE, 'I play e4 to e5 then'))).toEqual(['move 1 e4xe5']);
    await desk.answer(ALICE, 'yes');
    expect(storedBoard(desk).moves).toBe('e4xe5');
  });

  it('is to take a move back: it is said what that does, and the words go along', async () => {
    await desk.answer(ALICE, 'e4e5');
    const letter = await proseAt(ALICE, 'Oh no, that was the wrong stone. Can I take that back?');
    expect(flat(letter)).toContain('This asks bob to let you take e4xe5 back.');
    await desk.answer(ALICE, 'yes');
    expect(flat(desk.newest(BOB))).toMatch(/take a move back.*that was the wrong stone/);
  });

  it.each(['yes I resign, thanks', 'Yes I give up.\nWell played!', 'ja ich gebe auf'])(
    'is a yes that repeats the command: %j',
    async (text) => {
      expect(offered(await proseAt(ALICE, 'I think I resign'))).toEqual(['resign 1']);
      await desk.answer(ALICE, text);
      expect(storedBoard(desk).revision).toBe(2);
      expect(flat(desk.newest(BOB)).includes('Well played!')).toBe(text.includes('Well'));
    },
  );

  it.each([
    ...['I resign', 'yes, should I resign?', 'yes, resign tomorrow', 'Yes I resign\ndraw'],
    ...['yes but I do not resign', 'yes, maybe resign'],
  ])('is no yes without doubt: %j', async (text) => {
    await proseAt(ALICE, 'I think I resign');
    await proseAt(ALICE, text);
  });

  it.each(['yes', 'Yes!', 'ja', 'ok'])(
    'is asked about again after a yes that proves nothing, which is no text to go along: %s',
    async (text) => {
      await desk.post({ from: ALICE, subject: '', text: 'I think I resign' });
      const letter = await proseAt(ALICE, text);
      expect(offered(letter)).toEqual(['resign 1']);
      expect(letter?.text).not.toContain('goes along');
    },
  );

  it('is a rematch with the sides swapped, and the words go along', async () => {
    await desk.answer(BOB, 'resign');
    const letter = await proseAt(ALICE, 'Well played bob! I want a rematch');
    expect(offered(letter)).toEqual(['rematch 1']);
    await desk.answer(ALICE, 'yes');
    expect(flat(desk.newest(BOB))).toMatch(/challenges you.*Well played bob!/);
  });

  it('is a name and a match, each offered, or both', async () => {
    await signUp(desk, CAROL);
    const [letter] = await desk.answer(CAROL, 'Call me Rudi and play hex please');
    expect(offered(letter)).toEqual(['name rudi', 'play hex']);
    expect(flat(letter)).toContain('To have both, reply with: both');
    await desk.answer(CAROL, 'both');
    expect(storedBoard(desk, 2).rules).toBe('hex');
    expect(flat(desk.newest(CAROL))).toContain('rudi');
  });

  it.each([
    ['hold on, I need to think', 'Take your time: the board waits for your move.'],
    ['was würdest du machen?', 'Turnpost: hint 2'],
    ['hex on a small board please', 'play hex, 6x6'],
    ["why can't I play a1?", 'There is a stone on a1 already.'],
    ['Do I have to finish the other board first?', 'no other has to end first'],
  ])('is answered on a board against the robot: %s', async (text, says) => {
    await desk.answer(ALICE, 'play hex 5x5 -first=me');
    await desk.answer(ALICE, 'a1');
    await desk.round();
    const [letter] = await desk.answer(ALICE, text);
    expect(`${letter?.subject} ${flat(letter)}`).toContain(says);
  });
});

describe('an offered match', () => {
  it.each([
    [
      'Forms again?',
      'Did you mean: rematch 1 That is Forms 8x8 against alice, rated, with the sides swapped.',
    ],
    [
      'noch eine Partie Forms?',
      'Did you mean: challenge alice forms That is Forms 8x8 against alice, rated.',
    ],
    [
      'another game, 6x6 please',
      'challenge alice forms, 6x6 That is Forms 6x6 against alice, rated. That',
    ],
    [
      'another game, not rated',
      'alice forms, unrated That is Forms 8x8 against alice, unrated. That',
    ],
  ])('is told with its size, and whether it is rated: %s', async (text, says) => {
    await desk.answer(ALICE, 'resign');
    expect(flat(await proseAt(BOB, text))).toContain(says);
  });

  it('is the last one once more in a few words about no board', async () => {
    await desk.answer(ALICE, 'resign');
    await toWelcome(BOB, 'whoami');
    expect(offered(await proseAt(BOB, 'Forms again?'))).toEqual(['rematch 1']);
    await toWelcome(BOB, 'whoami');
    expect(offered(await proseAt(BOB, 'Revanche?'))).toEqual(['rematch 1']);
    await toWelcome(BOB, 'whoami');
    const text = "I can't find that last e-mail, could you please send it to me again";
    expect(offered(await proseAt(BOB, text))).toEqual([]);
  });
});
