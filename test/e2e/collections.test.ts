import { afterEach, expect, it } from 'vitest';
import { playToTheEnd, visit } from '../support/post/visitor.ts';
import { collectsAllTheTime } from '../support/process/collecting.ts';
import { type Program, startProgram } from '../support/process/process.ts';
import { newFolder } from '../support/run/folder.ts';
import { throwDice } from '../support/run/seed.ts';

/** Each reads with statements of its own. */
const ASKED = ['games', 'history', 'standings forms', 'rating', 'challenges', 'record 1', 'whoami'];

let folder: string;
let program: Program | undefined;
afterEach(() => program?.signal('SIGKILL'));

it.runIf(throwDice('collections').takes())(
  'plays a match and answers while its garbage is collected all the time',
  async () => {
    folder = newFolder();
    const env = { TURNPOST_SANDBOX_PORT: '0', NODE_OPTIONS: collectsAllTheTime };
    program = startProgram('dist/main.js', ['start'], env, folder);
    await program.prints('Nothing leaves this machine.');
    const [url = ''] = /http:\/\/127\.0\.0\.1:\d+\S*/.exec(program.output()) ?? [];
    const alice = visit(url, 'alice');
    const bob = visit(url, 'bob');
    const board = await alice.next();
    await bob.next();
    await playToTheEnd(board, alice, bob);
    // In answers to letters: what nothing proves is answered five times a day.
    let last = await alice.find(/(?:has|have) (?:won|lost)/);
    for (const asked of ASKED) {
      await alice.answer(last, asked);
      last = await alice.next();
    }
    program.signal('SIGTERM');
    expect(await program.ended(), program.output()).toEqual({ code: 0, signal: null });
  },
);
