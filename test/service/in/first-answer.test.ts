import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oneDayMs } from '../../../src/limits.ts';
import { ALICE, type Desk, openDesk, type Sent } from '../../support/desk/desk.ts';
import { CAROL, flat, signUp } from '../../support/desk/players.ts';
import { answerTo, ON_THE_WAY } from '../../support/post/letters.ts';
import { addresses, players } from '../../support/stored/people.ts';
import { boards, challenges, clocks, firstBoards } from '../../support/stored/play.ts';
import { usedRates } from '../../support/stored/server.ts';

const OTHER = 'carol@work.test';

/** A desk at which carol, a stranger, has asked for a game. */
let asked: Desk;
beforeAll(async () => {
  asked = openDesk();
  await asked.post({ from: CAROL, subject: 'play', text: '', headers: ON_THE_WAY });
});
afterAll(() => asked.close());

/** Does something at a desk where carol has got her board. */
async function withBoard(what: (desk: Desk, board: Sent) => Promise<void>): Promise<void> {
  const desk = asked.copy();
  try {
    await what(desk, desk.newest(CAROL));
  } finally {
    desk.close();
  }
}

const people = ({ shell }: Desk) =>
  players(shell.db)
    .filter(({ id }) => id > 0)
    .map(({ userid, left }) => ({ userid, here: 1 - left }));
const matches = ({ shell }: Desk) => boards(shell.db).map(({ board, moves }) => ({ board, moves }));
const NOBODY = { players: [], matches: [] };
const stored = (desk: Desk) => ({ players: people(desk), matches: matches(desk) });
/** Carol's own plies on board 1. */
const plies = (desk: Desk): readonly string[] =>
  (matches(desk)[0]?.moves ?? '').split(' ').filter((_, at) => at % 2 === 0);

describe('words about a first board', () => {
  it.each([
    ['can I play the other side, white?', 'could not read that as a move'],
    ['Can I be white instead?', 'On this first board you begin. .*play forms -first=them'],
    ['make it easier please', 'already plays at level 1, its weakest'],
    ['Is it free?', 'Playing here is free'],
    ['Is the robot strong?', 'plays at level 1 of 5'],
    ['Let me think about it.', 'the board waits for your move'],
    ['What do the signs mean?', 'such as b1xa1.*# O # O.*You asked: help forms.*last stone'],
  ])('are answered: %s', async (text, says) => {
    await withBoard(async (desk) => {
      const letters = await desk.answer(CAROL, text);
      expect(letters.map(flat).join(' ')).toMatch(new RegExp(says));
      expect(stored(desk)).toEqual(NOBODY);
    });
  });

  it('bring the board of another level', async () => {
    await withBoard(async (desk) => {
      const [letter] = await desk.answer(CAROL, 'a bit harder please');
      expect(flat(letter)).toContain('at level 2 of 5');
      expect(stored(desk)).toEqual(NOBODY);
    });
  });

  it.each([
    ['play go', 'This is 6x6, but I wanted 7x7. Is that possible?', '7  . . . . . . .'],
    ['play go', 'yes, 7x7 please', '7  . . . . . . .'],
    ['spielen go', 'Lieber 7x7 bitte.', '7  . . . . . . .'],
    ['play hex 7x7', '5x5 is enough for me', '5  . . . . .'],
  ])('bring the board of another size: %s, %s', async (subject, text, rank) => {
    const desk = asked.copy();
    await desk.post({ from: OTHER, subject, text: '' });
    const [letter] = await desk.answer(OTHER, text);
    expect(letter?.text).toContain(rank);
    desk.close();
  });

  it.each(['name carla\nb1xa1', 'b1xa1\nname carla'])(
    'give a name above or below the move: %j',
    async (text) => {
      await withBoard(async (desk) => {
        const letters = await desk.answer(CAROL, text);
        expect(people(desk)).toEqual([{ userid: 'carla', here: 1 }]);
        expect(plies(desk)[0]).toBe('b1xa1');
        expect(letters.map(flat).join(' ')).not.toContain('still your turn');
      });
    },
  );
});

describe('a name below words that the robot does not read', () => {
  it('is offered', async () => {
    await withBoard(async (desk) => {
      await desk.answer(CAROL, 'b1xa1');
      await desk.round();
      const [, next = ''] = /for example:\s+(\S+)/.exec(desk.newest(CAROL).text) ?? [];
      const letters = await desk.answer(CAROL, `${next}\nThat was fun!\nCall me emma please`);
      expect(plies(desk)).toEqual(['b1xa1', next]);
      expect(letters.map(flat).join(' ')).toContain('Did you mean: name emma');
    });
  });
});

describe('a stranger who writes play', () => {
  it('gets a board with the moves to tap, and nothing exists that counts', () => {
    const board = asked.newest(CAROL);
    expect(board.subject).toBe('Turnpost: Forms, your move');
    expect(board.text).toContain('  1  O # O #  1');
    expect(board.email.html).toMatch(/mailto:games%2B[a-z2-7]+@turnpost\.test[^"]*body=b1xa1/);
    expect(stored(asked)).toEqual(NOBODY);
    expect(clocks(asked.shell.db)).toEqual([]);
    expect(firstBoards(asked.shell.db)).toBe(0);
  });

  it.each([
    ['play minefield', 'Minefield'],
    ['play forms -size=6x6 -level=3', 'Forms'],
    ['play forms -size=26x26', 'Forms'],
    ['spielen', 'Forms'],
    ['Play', 'Hex', "Let's play hex!"],
  ])('gets that of the game that was named: %s', async (subject, game, text = '') => {
    const desk = asked.copy();
    await desk.post({ from: OTHER, subject, text });
    const { subject: about, raw } = desk.newest(OTHER);
    expect(about).toContain(game);
    expect(raw.length).toBeLessThan(60_000);
    desk.close();
  });

  it('is told what is wrong with a board that there is not, and of play where none was meant', async () => {
    const desk = asked.copy();
    await desk.post({ from: OTHER, subject: 'play forms -size=7x7', text: '' });
    expect(flat(desk.newest(OTHER))).toContain('even');
    await desk.post({ from: 'dan@home.test', subject: 'The chess club meets on Friday', text: '' });
    expect(flat(desk.newest('dan@home.test'))).toContain('reply with: play');
    desk.close();
  });

  it('causes no more letters than one who signs up, whoever has forged them', async () => {
    const lettersFor = async (subjects: readonly string[]) => {
      const desk = openDesk();
      for (const subject of subjects) await desk.post({ from: CAROL, subject, text: '' });
      const caused = {
        letters: desk.sent.length,
        limits: usedRates(desk.shell.db),
        left: stored(desk),
      };
      desk.close();
      return caused;
    };
    const games = ['play', 'play', 'play minefield', 'play forms-original', 'play forms'];
    const names = ['signup one', 'signup one', 'signup two', 'signup three', 'signup four'];
    const byPlay = await lettersFor(games);
    expect(byPlay).toEqual(await lettersFor(names));
    expect(byPlay).toMatchObject({ letters: 2, left: NOBODY });
  });
});

describe('the answer to a first board', () => {
  it('opens the account, begins the match and plays the move, in one letter', () =>
    withBoard(async (desk) => {
      const sent = await desk.answer(CAROL, 'b1xa1\nHello robot!');
      expect(sent).toHaveLength(1);
      expect(people(desk)).toEqual([{ userid: 'guest1', here: 1 }]);
      expect(plies(desk)).toEqual(['b1xa1']);
      const text = flat(sent[0]);
      expect(text).toContain('You played b1xa1.');
      expect(text).toContain('I call you guest1. To be called carol, reply: name carol');
      expect(text).toContain('A tip: after each move');
    }));

  it('is a yes as well, or a name beside the move, or a tap on a stone', async () => {
    await withBoard(async (desk) => {
      await desk.answer(CAROL, 'yes');
      expect(matches(desk)).toEqual([{ board: 1, moves: '' }]);
      expect(flat(desk.newest(CAROL))).toContain('Reply with your move');
    });
    await withBoard(async (desk) => {
      await desk.answer(CAROL, 'b1xa1\nname carol');
      expect(people(desk)).toEqual([{ userid: 'carol', here: 1 }]);
    });
    await withBoard(async (desk) => {
      await desk.answer(CAROL, 'b1');
      expect(flat(desk.newest(CAROL))).toContain('b1 has 3 moves. Reply with: b1xa1 | b1xc1');
      expect(stored(desk)).toEqual(NOBODY);
      await desk.answer(CAROL, 'b1xc1');
      expect(plies(desk)).toEqual(['b1xc1']);
    });
  });

  it.each([
    ['call me Eve', []],
    ['name eve please', []],
    ['Sure! My name is Eve.', ['']],
    ['Yes\n\nIch heiße Eve.', ['']],
  ])('opens the account under a name that it gives, and a yes the match: %s', (text, begun) =>
    withBoard(async (desk) => {
      await desk.answer(CAROL, text);
      expect(people(desk)).toMatchObject([{ userid: 'eve' }]);
      expect(matches(desk).map(({ moves }) => moves)).toEqual(begun);
    }),
  );

  it.each(['name eve', 'call me Eve, please'])(
    'begins the match on another first board under a name that it gives: %s',
    async (text) => {
      const desk = openDesk();
      await desk.post({ from: CAROL, subject: 'play chess', text: '' });
      await desk.answer(CAROL, text);
      expect(people(desk)).toMatchObject([{ userid: 'eve' }]);
      expect(matches(desk)).toMatchObject([{ moves: '' }]);
      expect(desk.sent.some(({ subject }) => subject.startsWith('Chess Board 1 '))).toBe(true);
      desk.close();
    },
  );

  it.each([
    'b1xb3',
    'Not now. My name is Eve.',
    'Hello, who are you?',
    'a9',
    'resign',
    'games',
    '',
  ])('changes nothing where it is no move, and the next one may be: %s', (line) =>
    withBoard(async (desk) => {
      await desk.answer(CAROL, line);
      expect(stored(desk)).toEqual(NOBODY);
      await desk.answer(CAROL, 'b1xa1');
      expect(plies(desk)).toEqual(['b1xa1']);
    }),
  );

  it.each([
    ['thanks, but I asked for hex', 'Hex'],
    ['what games do you have? is hex one of them', 'Hex'],
    ['Ich wollte eigentlich Schach, also chess', 'Chess'],
  ])('brings the board of another game that it names: %s', (text, game) =>
    withBoard(async (desk) => {
      const [letter] = await desk.answer(CAROL, text);
      expect(letter?.subject).toContain(game);
      expect(stored(desk)).toEqual(NOBODY);
    }),
  );

  it('may be help first, or a sign-up under a name of her own', async () => {
    await withBoard(async (desk) => {
      await desk.answer(CAROL, 'help forms');
      expect(flat(desk.newest(CAROL))).toContain('by Steven W. Meyers');
      await desk.answer(CAROL, 'b1xa1');
      expect(plies(desk)).toEqual(['b1xa1']);
    });
    await withBoard(async (desk) => {
      await desk.answer(CAROL, 'signup carol');
      expect(people(desk)).toEqual([{ userid: 'carol', here: 1 }]);
      expect(desk.newest(CAROL).subject).toContain('welcome');
    });
  });

  it('plays once, however often it comes', () =>
    withBoard(async (desk, board) => {
      await desk.post(answerTo(board, 'b1xa1'));
      const before = matches(desk);
      for (const line of ['b1xa1', 'b1xc1', 'yes']) {
        await desk.post(answerTo(board, line));
        expect(flat(desk.newest(CAROL)), line).toContain('has begun already: it is board 1');
        expect(matches(desk)).toEqual(before);
      }
      expect(people(desk)).toHaveLength(1);
    }));

  it('opens nothing for another address, which gets a board of its own', () =>
    withBoard(async (desk, board) => {
      await desk.post({ ...answerTo(board, 'b1xa1'), from: OTHER });
      expect(stored(desk)).toEqual(NOBODY);
      const own = desk.newest(OTHER);
      expect(own.subject).toBe('Turnpost: Forms, your move');
      await desk.post(answerTo(own, 'b1xa1'));
      expect(addresses(desk.shell.db)).toMatchObject([{ address: OTHER }]);
    }));

  it('begins the match of who has signed up meanwhile', () =>
    withBoard(async (desk, board) => {
      await signUp(desk, CAROL);
      await desk.post(answerTo(board, 'b1xa1'));
      expect(people(desk)).toEqual([{ userid: 'carol', here: 1 }]);
      expect(plies(desk)).toEqual(['b1xa1']);
      expect(flat(desk.newest(CAROL))).not.toContain('I call you');
    }));

  it.each(['ok lets go', "Yes let's play!", "Los geht's"])('is a yes: %s', (text) =>
    withBoard(async (desk) => {
      await desk.answer(CAROL, text);
      expect(matches(desk)).toEqual([{ board: 1, moves: '' }]);
    }),
  );

  it('is no yes where it names a game: go', () =>
    withBoard(async (desk) => {
      await desk.answer(CAROL, 'go');
      expect(desk.newest(CAROL).subject).toBe('Turnpost: Go, your move');
    }));

  it("names the other wish where a name may be given in passing: I'm Ben. b1a1", () =>
    withBoard(async (desk) => {
      const [letter] = await desk.answer(CAROL, "I'm Ben. b1a1");
      expect(flat(letter)).toMatch(/Did you mean: b1xa1.*two lines: b1xa1, .*name ben/);
      await desk.answer(CAROL, 'b1xa1\nname ben');
      expect(people(desk)).toEqual([{ userid: 'ben', here: 1 }]);
      expect(plies(desk)).toEqual(['b1xa1']);
    }));

  it.each(['b1a1 and my name is Ben', 'b1a1\nPlease call me Ben, not guest5'])(
    'plays the move, and gives the name beside it: %j',
    (text) =>
      withBoard(async (desk) => {
        await desk.answer(CAROL, text);
        expect(people(desk)).toEqual([{ userid: 'ben', here: 1 }]);
        expect(plies(desk)).toEqual(['b1xa1']);
      }),
  );

  it('names nobody whose name stands below the move', () =>
    withBoard(async (desk) => {
      await desk.answer(CAROL, 'b1xa1\nname tess');
      expect(people(desk)).toEqual([{ userid: 'tess', here: 1 }]);
      expect(desk.sent.map(flat).join(' ')).not.toContain('I call you');
    }));

  it('counts as long as the board lies there, and after a no', async () => {
    await withBoard(async (desk, board) => {
      desk.time.now += 40 * oneDayMs;
      await desk.post(answerTo(board, 'b1xa1'));
      expect(plies(desk)).toEqual(['b1xa1']);
    });
    await withBoard(async (desk, board) => {
      await desk.post(answerTo(board, 'no'));
      expect(flat(desk.newest(CAROL))).toContain('Then there is no match');
      expect(stored(desk)).toEqual(NOBODY);
      await desk.post(answerTo(board, 'b1xa1'));
      expect(plies(desk)).toEqual(['b1xa1']);
    });
  });

  it.each(['unsubscribe', 'Please stop emailing me.', 'Bitte keine E-Mails mehr!'])(
    'is a no where it wants no letters: %s',
    (text) =>
      withBoard(async (desk, board) => {
        await desk.post(answerTo(board, text));
        expect(flat(desk.newest(CAROL))).toMatch(/Then there is no match|gibt es keine Partie/);
        expect(stored(desk)).toEqual(NOBODY);
      }),
  );

  it('is nothing once she has signed off', () =>
    withBoard(async (desk, board) => {
      await desk.post(answerTo(board, 'b1xa1'));
      await desk.answer(CAROL, 'signoff');
      await desk.answer(CAROL, 'yes');
      await desk.post(answerTo(board, 'b1xc1'));
      expect(people(desk)).toEqual([{ userid: 'guest1', here: 0 }]);
      expect(plies(desk)).toEqual(['b1xa1']);
      expect(firstBoards(desk.shell.db)).toBe(0);
    }));

  it('comes in the language of the letter', async () => {
    const desk = asked.copy();
    await desk.post({ from: OTHER, subject: 'spielen', text: '' });
    expect(desk.newest(OTHER).subject).toBe('Turnpost: Forms, du bist am Zug');
    await desk.answer(OTHER, 'b1xa1');
    expect(flat(desk.newest(OTHER))).toContain('Ein Tipp: Nach jedem Zug');
    desk.close();
  });
});

describe('a stranger who turns out to write German', () => {
  it('is answered in German from then on', async () => {
    const desk = openDesk();
    await desk.post({ from: OTHER, subject: 'play', text: '' });
    expect(desk.newest(OTHER).subject).toBe('Turnpost: Forms, your move');
    await desk.answer(OTHER, 'Hallo, geht das bitte auch auf Deutsch?');
    expect(flat(desk.newest(OTHER))).toContain('b1xa1');
    expect(desk.newest(OTHER).subject).toBe('Turnpost: hilfe forms');
    await desk.answer(OTHER, 'b1xa1');
    expect(desk.newest(OTHER).subject).toMatch(/^Forms, Brett 1/);
    desk.close();
  });
});

describe('a stranger who got a German letter', () => {
  it.each([
    ['the first board', 'spielen'],
    ['the introduction', 'Hallo, wie kann ich hier denn bitte spielen?'],
  ])('is answered in German where the reply is a command of a button: %s', async (_, text) => {
    const desk = openDesk();
    await desk.post({ from: OTHER, subject: text, text, headers: ON_THE_WAY });
    expect(desk.newest(OTHER).text).toMatch(/antworte/i);
    await desk.answer(OTHER, 'help forms');
    expect(flat(desk.newest(OTHER))).toContain('Dein Befehl: hilfe forms');
    expect(desk.newest(OTHER).text).not.toContain('You ');
    desk.close();
  });
});

describe('the board in a welcome', () => {
  it('is played on in the answer, once; and commands are carried out as before', async () => {
    const desk = openDesk();
    await signUp(desk, ALICE);
    const welcome = desk.newest(ALICE);
    expect(welcome.email.html).toContain('body=b1xa1');
    await desk.post(answerTo(welcome, 'b1xb3'));
    expect(matches(desk)).toEqual([]);
    // What a tap on a stone of it sends.
    expect(welcome.email.html).toContain('body=%5Bb1%5D%20');
    await desk.post(answerTo(welcome, 'b1'));
    expect(flat(desk.newest(ALICE))).toContain('b1 has 3 moves. Reply with: b1xa1 | b1xc1 | b1xb2');
    expect(matches(desk)).toEqual([]);
    await desk.post(answerTo(welcome, 'move 7 b1xa1'));
    expect(flat(desk.newest(ALICE))).toContain('You asked: move 7 b1xa1 There is no board 7');
    expect(matches(desk)).toEqual([]);
    await desk.post(answerTo(welcome, 'challenge open forms'));
    expect(challenges(desk.shell.db)).toMatchObject([{ state: 'open' }]);
    await desk.post(answerTo(welcome, 'b1xa1'));
    expect(flat(desk.newest(ALICE))).toContain('A tip: after each move');
    const before = matches(desk);
    await desk.post(answerTo(welcome, 'b1xc1'));
    expect(flat(desk.newest(ALICE))).toContain('has begun already: it is board 2');
    expect(matches(desk)).toEqual(before);
    desk.close();
  });
});
