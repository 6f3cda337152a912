import { describe, expect, it } from 'vitest';
import { turnpost } from '../../src/cli/turnpost.ts';
import { collectingTerminal } from '../support/run/collecting-terminal.ts';
import { onlyInFull } from '../support/run/seed.ts';

/** The proof of the usual board takes a minute. */
const full = onlyInFull();

async function run(...args: readonly string[]) {
  const { terminal, printed, complaints } = collectingTerminal();
  const code = await turnpost(['solve', ...args], terminal);
  return { code, out: printed.join('\n'), error: complaints.join('\n') };
}

const START = ['forms', '4x4', 'xwxw/wxwx/xwxw/wxwx', 'x'];

describe('turnpost solve', () => {
  it('looks at as many positions as it is told to', async () => {
    const { code, out } = await run('--nodes', '1000', ...START);
    expect(code).toBe(0);
    expect(out).toMatch(/^Black is to move\. Who wins was not found within 10\d\d positions\.$/m);
  });

  it('has the memory that it is told to, and finds the same', async () => {
    const { code, out } = await run(...START, '--memory', '1', '--nodes=9000000');
    expect(code).toBe(0);
    expect(out).toContain('Winning moves (4): b1xb2 a2xb2 d3xc3 c4xc3');
  });

  it.each([
    ['--nodes', '0', '--nodes takes a number of positions, such as 400000000, not 0.'],
    ['--memory', '0', '--memory takes 1 to 4096 MiB, not 0.'],
    ['--memory', '4097', '--memory takes 1 to 4096 MiB, not 4097.'],
  ])('%s %s is answered with what to type instead', async (option, value, says) => {
    const { code, out, error } = await run(option, value, ...START);
    expect({ code, out }).toEqual({ code: 64, out: '' });
    expect(error).toContain(says);
  });

  it('says of what is no position how one is written', async () => {
    const { code, error } = await run('nonsense');
    expect(code).toBe(1);
    expect(error).toContain('Write it like "forms 4x4 4/.xx./.ww./4 x".');
  });

  it('tells a win with its distance and a line, where the distance is known', async () => {
    const { out } = await run('minefield', '4x5', 'xwxw/wxwx/xwxw/wxwx/xwxw', 'x');
    const [outcome, move, moves, line] = out.split('\n');
    expect(outcome).toBe('Black is to move and wins, in 3 plies at the latest.');
    const [, first] = /^A winning move: ([a-d][1-5])$/.exec(move ?? '') ?? [];
    expect(moves).toMatch(/^Winning moves \(\d+\): /);
    expect(moves?.split(' ')).toContain(first);
    expect(line).toMatch(/^Best play could go on: [a-d][1-5] [a-d][1-5] [a-d][1-5]$/);
    const lost = await run('minefield', '2x2', 'xw/wx', 'x');
    expect(lost.out).toMatch(/^Black is to move and loses, after one ply at the latest\.$/m);
  });

  it.runIf(full)(
    'tells a win on the usual board at once, and of the other moves what is found soon',
    async () => {
      const board = Array.from({ length: 4 }, () => 'xwxwxwxw/wxwxwxwx').join('/');
      const { out } = await run('minefield', '8x8', board, 'x');
      expect(out).toMatch(
        /^Black is to move and wins, in 9 plies at the latest\.\nA winning move: [a-h][1-8]\n/,
      );
      expect(Number(/Positions looked at: (\d+)/.exec(out)?.[1])).toBeLessThan(30_000_000);
    },
    120_000,
  );

  it('tells it elsewhere with a line alone', async () => {
    const lines = (await run('forms', '4x4', '4/.xx./.ww./4', 'x')).out.split('\n');
    expect(lines[0]).toBe('Black is to move and loses.');
    expect(lines[1]).toMatch(/^Best play could go on: [a-d]\dx?-?[a-d]\d /);
  });
});
