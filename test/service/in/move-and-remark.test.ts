import { describe, expect, it } from 'vitest';
import { ALICE, BOB } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { storedBoard } from '../../support/desk/play.ts';
import { flat } from '../../support/desk/players.ts';
import { answerTo } from '../../support/post/letters.ts';

eachDesk('minefield -size=4x4');

const moves = () => storedBoard(desk).moves;

describe('a move with a remark in its line', () => {
  it.each([
    ['c3, gg', 'gg'],
    ['c3, damit du da nicht weiterkommst', 'damit du da nicht weiterkommst'],
    ["c3 so that you can't get through", "so that you can't get through"],
    ['c3 to stop you there', 'to stop you there'],
    ['c3 viel Glück', 'viel Glück'],
    ['c3\nthanks', 'thanks'],
    ['I play c3, sorry I was away', 'sorry I was away'],
    ['move c3 no hurry with yours', 'no hurry with yours'],
    ['c3, and who is winning?', 'who is winning?'],
    ['c3 - how are you?', 'how are you?'],
    ['c3! My cat greets yours.', 'My cat greets yours.'],
    ['c3, the train is late', 'the train is late'],
    ['ok then c3 haha', 'haha'],
    ['Well, so c3. Have I missed much', 'Have I missed much'],
    ['Nice move! c3', 'Nice move!'],
    ['c3. there!', 'there!'],
    ["c3. It's raining here all day.", "It's raining here"],
    ["Let's start with c3. I'm a bit rusty, so be kind!", 'a bit rusty'],
    ["Hope you're well! c3. How's the family?", "How's the family?"],
    ['ok here goes: c3 (my first game)', '(my first game)'],
    ['Dann eben c3. Kein Problem, bitte lass dir Zeit!', 'lass dir Zeit'],
    ['Great minds! c3', 'Great minds!'],
    ['Ok great! c3', 'Ok great!'],
    ['Lovely day here. c3', 'Lovely day here.'],
    ['c3 and done. Good game!', 'done. Good game!'],
    ['c3 and attack your stones', 'attack your stones'],
    ["c3 and I'm nearly through!", "I'm nearly through!"],
    ['c3 und jetzt wird es eng', 'jetzt wird es eng'],
    ['c3 ok fine :(', 'ok fine :('],
    ['c3 (first time doing this)', '(first time doing this)'],
    ['thx\nc3', 'thx'],
    ['Thanks!\n\nc3', 'Thanks!'],
    ['Good move, Bob!\nc3 :) see you', 'Good move, Bob!'],
    ['Sorry for the wait, I was ill! I take c3 :) how are you?', 'how are you?'],
    ['Sorry for the wait, I play c3. Your turn!', 'Sorry for the wait'],
    ["I'll take the middle, c3", "I'll take the middle"],
    ["I'll take the middle! c3, your turn", "I'll take the middle!"],
    ['Ich nehme die Mitte, c3', 'Ich nehme die Mitte'],
    ["c3, hope that's not stupid", "hope that's not stupid"],
    ["c3 - hope I don't regret it", "hope I don't regret it"],
    ['c3, hoffentlich ist das nicht dumm', 'hoffentlich ist das nicht dumm'],
    ["c3. I'll take my time next turn", "I'll take my time next turn"],
    ['c3 and take your stones', 'take your stones'],
    ['And my move: c3 please, hope you are well', 'hope you are well'],
    ['I think c3. Good luck!', 'Good luck!'],
    ['let me take c3, sorry for the wait', 'sorry for the wait'],
    ['Na gut, dann c3, und wer gewinnt gerade?', 'wer gewinnt gerade?'],
  ])('is played, and the remark goes along: %s', async (line, remark) => {
    await desk.answer(ALICE, line);
    expect(moves()).toBe('c3');
    expect(flat(desk.newest(BOB))).toContain(remark);
  });

  it('takes along what stands below it as well', async () => {
    await desk.answer(ALICE, 'c3 sorry for the wait\n\nThe train was late.');
    const letter = flat(desk.newest(BOB));
    expect(letter).toContain('sorry for the wait');
    expect(letter).toContain('The train was late.');
  });

  it('leaves commands below what they are', async () => {
    await desk.answer(ALICE, 'c3 thanks\ndraw');
    expect(flat(desk.newest(BOB))).toContain('alice offers you a draw');
    const letters = desk.sent.filter(({ to }) => to === BOB).map(flat);
    expect(letters.some((letter) => letter.includes('alice writes: | thanks'))).toBe(true);
  });

  it.each(
    (
      'c3 sorry, or b2 | c3 gg? | c3 good move if you let me | c3 is a good move | ' +
      'c3 thanks but not yet | c3 sorry, I resign | c3, they say | c3. Or b2 | ' +
      'c3. Is that a good one? | c3, what do you think? | c3, maybe | c3! No, wait | ' +
      'c3. I was told so by my brother | if you like, c3 | yesterday, c3 | c3, nah | c3 (I think) | ' +
      'c3 draw or not? | c3, what a draw | Good move if you ask me\nc3 | thx\nfor what\nc3 | ' +
      "c3, I'll take it back | take back c3 | I take my move back, c3 | I'll take the offer back, c3 | " +
      "I am not sure: c3 | maybe c3 | I was thinking of c3 | c3, hope not if b2 | I'll take the draw, c3 | " +
      'Did I take the middle, c3? | My friend takes the middle, c3 | I take the middle or c3 | ' +
      "c3, I'm not stupid | I think not c3 | I'd take c3 | if I take the middle, c3 | " +
      'c3, sagt mein Bruder | c3. Oder lieber nicht | Nice move! Not c3 | Bob plays c3. Strange'
    ).split(' | '),
  )('is not played where it holds a second move, a doubt or a question: %s', async (line) => {
    await desk.answer(ALICE, line);
    expect(moves()).toBe('');
  });
});

describe('a move alone below prose', () => {
  it.each([
    ['Good morning!\nLovely weather here.\n\nc3', 'Lovely weather here.'],
    ['What a surprise to hear from you.\n\nc3\n\nAlice', 'What a surprise'],
    ['It snowed all week. How are you?\n\nc3', 'It snowed all week.'],
    ['Das Wetter ist herrlich hier.\nLiebe Grüße aus Rom!\n\nc3', 'Grüße aus Rom!'],
    ['Macht Spaß, mit dir zu spielen!\n\nc3', 'Macht Spaß'],
    ['My move:\n\nc3', 'My move:'],
    ['Oh an unusual one! c3', 'Oh an unusual one!'],
  ])('is played, and the prose goes along: %j', async (text, remark) => {
    await desk.answer(ALICE, text);
    expect(moves()).toBe('c3');
    expect(flat(desk.newest(BOB))).toContain(remark);
  });

  it.each([
    ...['Should I play this?', 'Not sure about this one.', 'I will not play', 'You last played'],
    ...['Lovely.\nb2, maybe.', 'My brother has told me this.', 'In the last game he chose'],
    ...['Schön hier.\nOder doch lieber so.', 'Wonderful. \u{1f914}'],
  ])(
    'is not played where that holds a move, a doubt or a question, or is not closed: %j',
    async (text) => {
      await desk.answer(ALICE, `${text}\n\nc3`);
      expect(moves()).toBe('');
      expect(flat(desk.newest(ALICE))).toMatch(/Did you mean.* c3/);
    },
  );

  it.each(['Lovely day.', 'Deal!', 'Fine by me.'])(
    'is not played where the prose may be an answer: %s',
    async (text) => {
      await desk.answer(ALICE, 'c3');
      await desk.answer(ALICE, 'draw');
      await desk.answer(BOB, `${text}\n\nb2`);
      expect(moves()).toBe('c3');
    },
  );
});

describe('a number in front of a move', () => {
  it.each(['move 2 c3', 'Move 2: c3', '2 c3', 'Zug 2 c3'])(
    'counts the moves where it is no board of the writer: %s',
    async (text) => {
      await desk.answer(ALICE, text);
      expect(moves()).toBe('c3');
    },
  );

  it('is a board where so many moves have not been played, or a challenge has the number', async () => {
    await desk.answer(ALICE, 'move 42 c3');
    expect(flat(desk.newest(ALICE))).toContain('There is no board 42');
    const board = desk.newest(ALICE);
    await desk.answer(BOB, 'challenge alice hex');
    await desk.post(answerTo(board, 'move 2 c3'));
    expect(moves()).toBe('');
  });
});

describe('a move with the offer of a draw', () => {
  it.each([
    ...['c3. draw?', 'c3, draw?', 'c3 draw', 'c3 and I offer a draw', 'c3\ndraw?'],
    ...['c3\n\nWould you take a draw?', 'c3\nHow about a draw?'],
    ...['c3. Shall we call it a draw?', 'c3 - wollen wir uns auf Remis einigen?'],
    ...['c3, ich biete Remis', 'ok c3. Remis?', 'c3\nI offer a draw', "c3, let's call it a draw"],
  ])('is both: %j', async (text) => {
    await desk.answer(ALICE, text);
    expect(moves()).toBe('c3');
    expect(flat(desk.newest(BOB))).toContain('alice offers you a draw');
  });
});

describe('a purpose behind a move', () => {
  it.each([
    'c3, so you cannot play b2',
    'c3 so that you should ask?',
    'c3 or d2, damit du nicht durchkommst',
  ])('that names another cell, or a question, is asked about: %s', async (line) => {
    await desk.answer(ALICE, line);
    expect(moves()).toBe('');
  });
});

describe('a move with words in front of it', () => {
  it.each(['ok c3', 'then c3', "Let's go with c3", 'ok, I go with c3', 'Dann nehme ich c3'])(
    'is played: %s',
    async (line) => {
      await desk.answer(ALICE, line);
      expect(moves()).toBe('c3');
    },
  );

  it('is played on a board of the robot, and it is told that nobody answers the question', async () => {
    await desk.answer(ALICE, 'play minefield -size=8x8 -first=me');
    await desk.answer(ALICE, 'c3, and who is winning?');
    const letter = desk.newest(ALICE);
    expect(flat(letter)).toContain('You played c3');
    expect(flat(letter)).toContain('The robot does not read text');
  });

  it.each([
    ['c3\nThat was fun!\nset tips no', 'set tips no'],
    ['c3\nDas war lustig!\nhilfe', 'help'],
  ])('offers the command below words that the robot does not read: %j', async (text, line) => {
    await desk.answer(ALICE, 'play minefield -size=8x8 -first=me');
    await desk.answer(ALICE, text);
    expect(flat(desk.newest(ALICE))).toContain(`no command is carried out. Did you mean: ${line}`);
  });

  it('is not played with a yes in front where a question is open', async () => {
    await desk.answer(ALICE, 'c3');
    await desk.answer(ALICE, 'undo');
    await desk.answer(BOB, 'ok b2');
    expect(moves()).toBe('c3');
  });
});

describe('a command below a move', () => {
  it.each(['  resign', '\tresign 1', '» resign'])(
    'is asked about where it stands like a quotation: %j',
    async (line) => {
      const letters = await desk.answer(ALICE, `c3\n${line}`);
      expect([moves(), storedBoard(desk).ending]).toEqual(['c3', null]);
      const asked = letters.filter(({ to }) => to === ALICE).at(-1);
      expect(flat(asked)).toContain('Did you mean: resign 1');
      await desk.answer(ALICE, 'yes');
      expect(storedBoard(desk).ending).toBe('resigned');
    },
  );

  it('is carried out where it stands like the move', async () => {
    await desk.answer(ALICE, 'c3\nresign');
    expect(storedBoard(desk).ending).toBe('resigned');
  });
});

describe('kind words after the end of a match', () => {
  it.each([
    'Congratulations Alice, well played! Not today, but maybe on Sunday.',
    'Glückwunsch! Heute nicht mehr, aber bald einmal.',
  ])('take other sentences along: %s', async (text) => {
    await desk.answer(BOB, 'resign');
    await desk.answer(BOB, 'yes');
    await desk.answer(BOB, text);
    expect(flat(desk.newest(ALICE))).toContain(`bob writes: | ${text}`);
  });

  it.each([
    'Well played! Another one?',
    'Good game! Rematch',
    'Well played! How do I get my rating?',
  ])('do not where something is asked: %s', async (text) => {
    await desk.answer(BOB, 'resign');
    await desk.answer(BOB, 'yes');
    const letters = await desk.answer(BOB, text);
    expect(letters.map(({ to }) => to)).toEqual([BOB]);
  });
});
