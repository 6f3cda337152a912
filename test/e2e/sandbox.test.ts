import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSandbox, type Sandbox, SandboxError } from '../../sandbox/open.ts';
import { playToTheEnd, visit } from '../support/post/visitor.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSandbox({ mode: 'sandbox', port: 0, log: 'error' });
});
afterAll(() => sandbox.stop());

describe('the sandbox', () => {
  it('has a board for alice, which is answered by a link of the letter', async () => {
    const alice = visit(sandbox.url, 'alice');
    const bob = visit(sandbox.url, 'bob');
    const board = await alice.next();
    expect(board.subject).toBe('Forms Board 1 (alice vs bob)');
    await bob.next();
    const last = await playToTheEnd(board, alice, bob);
    expect(last.text.replace(/\s+/g, ' ')).toContain('last stone is gone');
  });

  it('names the variable when its port is taken', async () => {
    const port = Number(new URL(sandbox.url).port);
    const second = openSandbox({ mode: 'sandbox', port, log: 'silent' });
    await expect(second).rejects.toThrow(SandboxError);
    await expect(second).rejects.toThrow('TURNPOST_SANDBOX_PORT');
  });
});
