import { describe, expect, it } from 'vitest';
import { matchOf } from '../../../src/store/play/matches.ts';
import { ALICE, BOB } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';

/** What newcomers write in the count of Go, where its words are expected. */
describe('the count of Go in words', () => {
  eachDesk('go -size=5x5');
  const moves = () => matchOf(desk.shell.db, 1)?.moves ?? [];
  const played = async (...plies: readonly string[]) => {
    for (const text of plies) await desk.answer(moves().length % 2 === 0 ? ALICE : BOB, text);
  };

  it.each(['I pass', 'pass please', 'Pass.', "let's count", 'I pass. Good game!'])(
    'passes: %s',
    async (text) => {
      await played('c3', text);
      expect(moves()).toEqual(['c3', 'pass']);
    },
  );

  it.each([
    ['what is komi?', 'White moves second and has 6.5 more, the komi'],
    ['6.5?', 'Black has taken 0 stones, White 0; komi 6.5'],
    ['Why did I lose by 3.5? How is it counted?', 'a point for each of its stones that is alive'],
    ['wie wird gezählt?', 'komi 6.5'],
    ['Warum habe ich verloren?', 'a point for each'],
  ])('is explained with the figures of the board: %s', async (text, says) => {
    await played('c3');
    const sent = await desk.answer(BOB, text);
    expect(sent.map(({ to }) => to)).toEqual([BOB]);
    expect(sent[0]?.text.replace(/\s+/g, ' ')).toContain(says);
    expect(sent[0]?.text).not.toContain('To send what you wrote');
    await played('pass', 'pass', 'agree');
    await desk.answer(BOB, text);
    const { text: after = '' } = desk.newest(BOB).email;
    expect(after.replace(/\s+/g, ' ')).toContain('Black has 25 points, White 6.5 with komi.');
  });

  it('is offered in the words of the reader', async () => {
    await desk.post({ from: BOB, subject: 'set language de', text: '' });
    await desk.answer(BOB, 'yes');
    await played('c3', 'pass', 'pass');
    const list = async (text: string) =>
      (await desk.answer(BOB, text))[0]?.text.replace(/\s+/g, ' ');
    expect(await list('hm')).toContain(
      'Du kannst schreiben: einverstanden | weiterspielen | remis 1',
    );
    await desk.answer(BOB, 'wer bin ich');
    expect(await list('einverstanden')).toContain('Meintest du: ziehen 1 einverstanden');
    await desk.answer(BOB, 'wer bin ich');
    expect(await list('c3 ist tot')).toMatch(/ziehen 1 tot c3/);
  });

  it('names dead stones with their side, and takes a yes for the end', async () => {
    await played('c3', 'a1', 'pass', 'pass', 'a1 is dead');
    expect(desk.newest(BOB).email.text?.replace(/\s+/g, ' ')).toContain(
      'alice says that these stones are dead, each with its group: White a1.',
    );
    expect(desk.newest(BOB).email.text).toContain(
      'Reply with your move on the first line, for example: agree',
    );
    await played('yes');
    expect(moves().slice(2)).toEqual(['pass', 'pass', 'dead/a1', 'agree']);
    expect(matchOf(desk.shell.db, 1)?.outcome?.winner).toBe('black');
  });

  it.each([
    'all white stones are dead',
    'White is dead.',
    'dead white',
    'Alle weißen Steine sind tot',
  ])('names every group of a side: %s', async (text) => {
    await played('c3', 'a1', 'c2', 'e5', 'pass', 'pass', text);
    const [last = ''] = moves().slice(-1);
    expect(last).toBe('dead/a1/e5');
  });

  it.each([
    'pass. a1 and e5 are dead',
    'I pass. Thanks! a1 and e5 are dead.',
    'Ich passe auch. Tot sind a1 und e5.',
    'I pass too. The dead stones are a1, e5',
  ])('names them with the pass, where another begins the count: %s', async (text) => {
    await played('c3', 'a1', 'c2', 'e5', 'pass', text);
    expect(desk.newest(BOB).email.text).toContain('Did you mean: dead/a1/e5\n');
    await played('yes');
    expect(moves().slice(4)).toEqual(['pass', 'dead/a1/e5']);
  });

  it('is a pass alone while nothing can be named', async () => {
    await played('c3', 'a1', 'c2', 'e5', 'pass. a1 and e5 are dead');
    expect(desk.newest(ALICE).email.text).toContain('Did you mean: pass\n');
  });

  it('is agreed to where a yes tells of what was named, if that is meant', async () => {
    const text = "yes agreed, they're all dead";
    await played('c3', 'a1', 'pass', 'pass', text);
    expect(desk.newest(ALICE).email.text).not.toContain('Did you mean');
    await played('dead a1', text);
    expect(moves().at(-1)).toBe('dead/a1');
    expect(desk.newest(BOB).email.text).toContain('Did you mean: agree\n');
    await played('yes');
    expect(moves().at(-1)).toBe('agree');
  });

  it.each(['b1, captures a1', 'b1, schlägt a1', 'b1 und schlage a1', 'auf b1'])(
    'plays a move whose words name a point that is taken: %s',
    async (text) => {
      await played('a2', 'a1', text);
      expect(moves()).toEqual(['a2', 'a1', 'b1']);
    },
  );

  it('says how dead groups are named, and calls no group dead', async () => {
    await played('c3', 'a1', 'a3', 'e5', 'pass');
    const flat = desk.newest(BOB).email.text?.replace(/\s+/g, ' ');
    expect(flat).toContain(
      'do not write pass, but: dead, and one point of each dead group Move by ',
    );
    await played('dead a3 c3');
    expect(moves().at(-1)).toBe('dead/a3/c3');
  });

  it('is said in German, in words that are read', async () => {
    await desk.answer(BOB, 'sprache deutsch');
    await played('c3');
    expect(desk.newest(BOB).email.text).toMatch(/Auch:\s+passen \| /);
    await played('a1', 'a3', 'e5', 'passen', 'passen', 'tot a1 e5');
    const text = desk.newest(BOB).email.text ?? '';
    expect(text).toContain('Zeile, zum Beispiel: einverstanden\n');
    expect(text).toContain('Auch: einverstanden | weiterspielen | ');
    await played('weiterspielen', 'passen', 'c2');
    expect(moves().slice(4)).toEqual(['pass', 'pass', 'dead/a1/e5', 'on', 'pass', 'c2']);
  });

  it.each([
    'ok fine, thats fair',
    'looks right to me',
    'yes agreed thanks',
    'passt so',
    'geht klar',
  ])('is agreed to: %s', async (text) => {
    await played('c3', 'a1', 'pass', 'pass', text);
    expect(moves().at(-1)).toBe('agree');
  });

  it.each(['no, a1 is dead', 'Nein.\ndead a1', 'Nein. Tot ist a1.', 'No. Dead stones: a1'])(
    'is denied, and other stones named: %j',
    async (text) => {
      await played('c3', 'a1', 'pass', 'pass', text);
      expect(moves().at(-1)).toBe('dead/a1');
    },
  );

  it.each(['no, all the black ones are dead', 'thats fair? hm', 'I disagree', 'not fair'])(
    'is not agreed to: %s',
    async (text) => {
      await played('c3', 'a1', 'pass', 'pass', text);
      expect(moves()).toHaveLength(4);
      expect(desk.newest(ALICE).email.text).toContain('To accept the count');
    },
  );

  it('says once what to write where what was named is denied', async () => {
    await played('c3', 'a1', 'pass', 'pass', 'dead a1', 'no');
    expect(desk.newest(BOB).email.text?.match(/To accept the count/g)).toHaveLength(1);
  });

  it('warns of the next two passes once it was broken off', async () => {
    const flat = () => desk.newest(ALICE).email.text?.replace(/\s+/g, ' ');
    await played('c3', 'a1', 'pass', 'pass', 'dead a1', 'on');
    expect(flat()).toContain('two passes in a row now end the match with all stones alive');
    await played('b2', 'e5');
    expect(flat()).toContain('two passes in a row now end the match with all stones alive');
  });

  it('says what to write where stones are meant that are not named', async () => {
    await played('c3', 'a1', 'pass', 'pass', 'those are dead');
    expect(moves()).toHaveLength(4);
    expect(desk.newest(ALICE).email.text?.replace(/\s+/g, ' ')).toContain(
      'dead, and one point of each',
    );
  });
});
