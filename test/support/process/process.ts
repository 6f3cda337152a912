import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { PACKAGE_ROOT } from '../../../src/package-root.ts';
import { until } from '../servers/ports.ts';

/** A process of the built program. */
export interface Program {
  readonly pid: number;
  /** What it has printed so far. */
  output(): string;
  /** How it ended, as soon as it has, and all that it has printed is known. */
  ended(): Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** Waits until it has printed this. */
  prints(text: string): Promise<void>;
  signal(name: NodeJS.Signals): void;
}

/** Starts a script of the project with nothing in its environment but what is given. */
export function startProgram(
  script: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  cwd?: string,
): Program {
  const path = resolve(PACKAGE_ROOT, script);
  const child: ChildProcess = spawn(process.execPath, [path, ...args], {
    env: { PATH: process.env['PATH'], ...env },
    ...(cwd && { cwd }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
    });
  }
  // Not at its exit: what it has printed last may still be on its way then.
  const end = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((ended) =>
    // Not when it exits: what it said last may be on its way still.
    child.once('close', (code, signal) => ended({ code, signal })),
  );
  return {
    pid: child.pid ?? 0,
    output: () => output,
    ended: () => end,
    prints: (text) =>
      until(`${script} prints ${text}`, () => {
        const isOver = child.exitCode !== null || child.signalCode !== null;
        if (isOver && !output.includes(text)) throw new Error(`${script} has ended: ${output}`);
        return output.includes(text);
      }),
    signal: (name) => {
      child.kill(name);
    },
  };
}
