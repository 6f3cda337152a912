import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSandbox, type Sandbox, SandboxError } from '../../sandbox/open.ts';
import { commandOf, playToTheEnd, visit } from '../support/post/visitor.ts';
import { throwDice } from '../support/run/seed.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSandbox({ mode: 'sandbox', port: 0, log: 'error' });
});
afterAll(() => sandbox.stop());

describe('the sandbox', () => {
  const dice = throwDice('the sandbox');
  it('has a board for alice, which is answered by a link of the letter', async () => {
    const alice = visit(sandbox.url, 'alice');
    const bob = visit(sandbox.url, 'bob');
    const board = await alice.next();
    expect(board.subject).toBe('Forms Board 1 (alice vs bob)');
    await bob.next();
    const last = await playToTheEnd(board, alice, bob);
    expect(last.text.replace(/\s+/g, ' ')).toContain('last stone is gone');
  });

  it.runIf(dice.takes())(
    'takes carol from her first move to the end of a match with alice',
    async () => {
      const carol = visit(sandbox.url, 'carol');
      const alice = visit(sandbox.url, 'alice');
      const first = await carol.next();
      expect(first.subject).toBe('Turnpost: Forms, your move');
      await carol.answer(first, 'b1xa1');
      const board = await carol.next();
      expect(board.text).toContain('A tip: after each move');
      await carol.answer(board, 'name carol');
      const named = await carol.next();
      expect(named.text).toContain('You are called carol');
      await carol.answer(named, 'challenge alice forms -size=4x4 -first=them\nShall we?');
      const challenge = await alice.next();
      expect(challenge.text).toContain('carol writes:\n| Shall we?');
      await carol.next();
      const [accept] = (await alice.links(challenge)).filter(
        (link) => commandOf(link) === 'accept 3',
      );
      await alice.follow(challenge, accept ?? '');
      const [theirs] = await Promise.all([alice.next(), carol.next()]);
      await playToTheEnd(theirs, alice, carol);
    },
  );

  it.runIf(dice.takes())('lets the admin start and resign a match', async () => {
    const admin = visit(sandbox.url, 'admin');
    await admin.write('admin start minefield alice bob');
    await admin.answer(await admin.next(), 'yes');
    const { text } = await admin.next();
    const [, board] = /Board (\d+) has started\./.exec(text) ?? [];
    await admin.write(`admin resign ${board} alice`);
    await admin.answer(await admin.next(), 'yes');
    await admin.next();
    const ended = await visit(sandbox.url, 'bob').next();
    expect(ended.text).toContain('you have won: the admin resigned the match for alice.');
  });

  it('names the variable when its port is taken', async () => {
    const port = Number(new URL(sandbox.url).port);
    const second = openSandbox({ mode: 'sandbox', port, log: 'silent' });
    await expect(second).rejects.toThrow(SandboxError);
    await expect(second).rejects.toThrow('TURNPOST_SANDBOX_PORT');
  });
});
