import type { UserConsoleLog } from 'vitest';
import type { Reporter, TestModule } from 'vitest/node';
import { SKIPPED } from './present.ts';

/** Says at the end of a run which files have skipped tests, how many and why, a line for each. */
export default class Skipped implements Reporter {
  /** What a file has said, by its id. */
  readonly #reasons = new Map<string, Set<string>>();
  readonly #leavesSlow: boolean;

  /** @param options whether the slow files are not run */
  constructor(options: { readonly leavesSlow: boolean }) {
    this.#leavesSlow = options.leavesSlow;
  }

  onUserConsoleLog({ content, taskId = '' }: UserConsoleLog): void {
    for (const line of content.split('\n')) {
      if (line.startsWith(SKIPPED)) this.#add(taskId, line.slice(SKIPPED.length));
    }
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const module of modules) {
      const tests = [...module.children.allTests('skipped')];
      if (tests.length === 0) continue;
      for (const test of tests) {
        const result = test.result();
        if (result.state === 'skipped' && result.note) this.#add(module.id, result.note);
      }
      const reasons = [...(this.#reasons.get(module.id) ?? ['no reason is given'])];
      const count = tests.length === 1 ? '1 test' : `${tests.length} tests`;
      console.log(`skipped ${count} of ${module.relativeModuleId}: ${reasons.join('; ')}`);
    }
    if (this.#leavesSlow) console.log('skipped the slow files: npm run test:slow runs them');
  }

  #add(id: string, reason: string): void {
    const reasons = this.#reasons.get(id) ?? new Set();
    this.#reasons.set(id, reasons.add(reason));
  }
}
