import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { oneDayMs } from '../../../src/limits.ts';
import { runHousekeeping } from '../../../src/service/due/housekeeping.ts';
import { ADMIN, ALICE, type Desk, openDesk } from '../../support/desk/desk.ts';
import { newFolder } from '../../support/run/folder.ts';

let folder: string;
let desk: Desk;
afterEach(() => desk.close());

function openWith(files: Readonly<Record<string, string>>): Desk {
  folder = newFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  desk = openDesk({ templates: folder, log: 'silent' });
  return desk;
}

const signUp = async (): Promise<string> => {
  await desk.post({ from: ALICE, subject: 'signup alice', text: '' });
  await desk.answer(ALICE, 'yes');
  return desk.newest(ALICE).text;
};

const report = async (): Promise<string> => {
  runHousekeeping(desk.shell);
  await desk.round();
  return desk.sent.findLast(({ to }) => to === ADMIN)?.text ?? '';
};

describe("the operator's own templates", () => {
  it('go before ours, sentence by sentence', async () => {
    openWith({
      'en/player/welcome.txt.eta': 'Nice to have you, <%= it.userid %>.\n',
      'en/sentences.json': JSON.stringify({ 'subject-confirm': 'Is that you?' }),
    });
    expect(await signUp()).toContain('Nice to have you, alice.');
    expect(desk.sent.map(({ subject }) => subject)).toEqual([
      'Is that you?',
      'Turnpost: welcome, alice',
    ]);
    expect(await report()).toBe('');
  });

  it('that cannot be read are left out, and the admins are told once', async () => {
    openWith({
      'en/player/welcome.txt.eta': 'Nice to have you, <%= it.userid .\n',
      'en/sentences.json': '{ "subject-confirm": "Is that you?", }',
      'de/sentences.json': '{ "subject-confirm": "Bist Du {name, select, other {das}?" }',
    });
    expect(await signUp()).toContain('Welcome, alice.');
    const told = await report();
    expect(told).toContain('These custom templates could not be used.');
    expect(told).toContain('en/player/welcome.txt.eta: ');
    expect(told).toContain('en/sentences.json: SyntaxError');
    expect(told).toContain('de/sentences.json: SyntaxError');
    const count = desk.sent.length;
    desk.time.now += 7 * oneDayMs;
    await report();
    expect(desk.sent.slice(count).filter(({ text }) => text.includes('templates of your'))).toEqual(
      [],
    );
  });

  it('may have words of a language of their own, and are told of those that cannot be read', async () => {
    openWith({
      'nl/vocabulary.json': JSON.stringify({ yes: ['ja hoor'], greetings: ['beste'] }),
      'fr/vocabulary.json': JSON.stringify({ moves: ['je joue'] }),
    });
    await desk.post({ from: ALICE, subject: 'signup alice', text: '' });
    await desk.answer(ALICE, 'Beste Turnpost,\n\nJa hoor!');
    expect(desk.newest(ALICE).text).toContain('Welcome, alice.');
    const told = await report();
    expect(told).toContain('fr/vocabulary.json: moves.0: ');
    expect(told).not.toContain('nl/vocabulary.json');
  });

  it('that fail at a letter lose no letter', async () => {
    openWith({ 'en/player/welcome.txt.eta': 'Hello, <%= it.player.name %>.\n' });
    expect(await signUp()).toContain('Welcome, alice.');
    expect(await report()).toContain('welcome: TypeError');
  });
});
